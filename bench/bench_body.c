// SPDX-License-Identifier: MIT
//
// body/: what a pose costs. The skeleton has 66 joints in the shape of a body with fingers; the
// clip turns every joint and moves the hips, 300 keys at 30 a second, one row of values a frame.
#include "suites.h"

#include <stdlib.h>

#include "hone/body.h"

enum { JOINTS = 66, KEYS = 300, ROW = 3 + 4 * JOINTS, MOMENTS = 997 };

typedef struct crowd {
    hone_skeleton skeleton;
    hone_clip clip;
    const char *names[JOINTS];
    int32_t parents[JOINTS];
    hone_transform rest[JOINTS];
    hone_track tracks[1 + JOINTS];
    float values[KEYS * ROW];
    hone_affine3 model[JOINTS];
    hone_pose pose;
    bool sample, place;
} crowd;

// The length of each chain and the joint that it hangs on.
static const struct {
    int32_t length, parent;
} chains[] = {{7, HONE_NONE}, {5, 0},  {5, 0},  {4, 4},  {4, 4},  {4, 20}, {4, 20}, {4, 20},
              {4, 20},        {4, 20}, {4, 24}, {4, 24}, {4, 24}, {4, 24}, {4, 24}, {1, 6}};

static void prepare(bench_case *c, bool sample, bool place)
{
    crowd *m = calloc(1, sizeof *m);
    if (m == NULL || hone_pose_create(JOINTS, NULL, &m->pose, NULL) != HONE_OK) {
        free(m);
        c->skip = "no memory";
        return;
    }
    int32_t joint = 0;
    for (size_t k = 0; k < sizeof chains / sizeof chains[0]; k++) {
        for (int32_t i = 0; i < chains[k].length; i++, joint++) {
            m->names[joint] = "joint";
            m->parents[joint] = i == 0 ? chains[k].parent : joint - 1;
            m->rest[joint] =
                (hone_transform){{0.01f, 0.1f, 0.0f}, HONE_QUAT_IDENTITY, {1.0f, 1.0f, 1.0f}};
        }
    }
    for (int32_t key = 0; key < KEYS; key++) {
        float *row = m->values + (ptrdiff_t)key * ROW;
        row[1] = 1.0f;
        for (int32_t i = 0; i < JOINTS; i++) {
            float t = (float)key / 30.0f * (1.0f + 0.05f * (float)i);
            hone_vec3 axis = {0.6f, i % 2 == 0 ? 0.8f : -0.8f, 0.0f};
            hone_quat q = hone_quat_from_axis_angle(axis, t);
            row[3 + 4 * i] = q.x;
            row[4 + 4 * i] = q.y;
            row[5 + 4 * i] = q.z;
            row[6 + 4 * i] = q.w;
        }
    }
    m->tracks[0] = (hone_track){
        .channel = HONE_CHANNEL_TRANSLATION, .key_count = KEYS, .stride = ROW, .values = m->values};
    for (int32_t i = 0; i < JOINTS; i++) {
        m->tracks[1 + i] = (hone_track){.bone = i,
                                        .channel = HONE_CHANNEL_ROTATION,
                                        .key_count = KEYS,
                                        .stride = ROW,
                                        .values = m->values + 3 + (ptrdiff_t)4 * i};
    }
    m->skeleton = (hone_skeleton){JOINTS, m->names, m->parents, m->rest, NULL};
    m->clip = (hone_clip){"dance", (KEYS - 1) / 30.0, 1.0 / 30.0, KEYS, 1 + JOINTS, m->tracks};
    m->sample = sample;
    m->place = place;
    (void)hone_pose_rest(&m->skeleton, &m->pose);
    c->data = m;
    c->work = (double)JOINTS * MOMENTS;
    c->remark = "66 joints, 30 keys/s, slerp, exact keys";
}

static void prepare_sample(bench_case *c)
{
    prepare(c, true, false);
}

static void prepare_model(bench_case *c)
{
    prepare(c, false, true);
}

static void prepare_sample_model(bench_case *c)
{
    prepare(c, true, true);
}

static void run(bench_case *c)
{
    crowd *m = c->data;
    for (int32_t i = 0; i < MOMENTS; i++) {
        if (m->sample) {
            (void)hone_clip_sample(&m->clip, &m->skeleton, 0.01 * (double)i, &m->pose);
        }
        if (m->place) {
            (void)hone_pose_to_model(&m->skeleton, &m->pose, NULL, m->model, JOINTS);
        }
    }
}

static void finish(bench_case *c)
{
    crowd *m = c->data;
    hone_pose_destroy(&m->pose, NULL);
    free(m);
}

void bench_body(bench *b)
{
    static const bench_row sample = {.name = "body.sample",
                                     .unit = "ns/joint",
                                     .kind = BENCH_COST_NS,
                                     .prepare = prepare_sample,
                                     .run = run,
                                     .finish = finish,
                                     .peers = {{"ozz", "7.7"}, {"ACL", "12.9"}}};
    static const bench_row model = {.name = "body.model",
                                    .unit = "ns/joint",
                                    .kind = BENCH_COST_NS,
                                    .prepare = prepare_model,
                                    .run = run,
                                    .finish = finish,
                                    .peers = {{"ozz", "7.0"}}};
    static const bench_row both = {.name = "body.sample_model",
                                   .unit = "ns/joint",
                                   .kind = BENCH_COST_NS,
                                   .prepare = prepare_sample_model,
                                   .run = run,
                                   .finish = finish,
                                   .at_most = 25.0,
                                   .peers = {{"ozz", "14.6"}, {"raylib", "70-85"}}};
    bench_add(b, &sample);
    bench_add(b, &model);
    bench_add(b, &both);
}
