// SPDX-License-Identifier: MIT
#include "dancer.h"

#include "cmocka_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[DANCER_BONES] = {"Hips",      "Spine",
                                                "Chest",     "Neck",
                                                "Head",      "LeftShoulder",
                                                "LeftArm",   "LeftForeArm",
                                                "LeftHand",  "RightShoulder",
                                                "RightArm",  "RightForeArm",
                                                "RightHand", "LeftUpLeg",
                                                "LeftLeg",   "LeftFoot",
                                                "LeftToe",   "RightUpLeg",
                                                "RightLeg",  "RightFoot",
                                                "RightToe",  "",
                                                ""};

static const int32_t parents[DANCER_BONES] = {-1, 0, 1,  2,  3,  2, 5,  6,  7,  2, 9, 10,
                                              11, 0, 13, 14, 15, 0, 17, 18, 19, 4, 8};

static const float offsets[DANCER_BONES][3] = {
    {0, 0.90f, 0},      {0, 0.18f, 0},       {0, 0.20f, 0},  {0, 0.16f, 0},
    {0, 0.09f, 0},      {0.03f, 0.12f, 0},   {0.13f, 0, 0},  {0.26f, 0, 0},
    {0.24f, 0, 0},      {-0.03f, 0.12f, 0},  {-0.13f, 0, 0}, {-0.26f, 0, 0},
    {-0.24f, 0, 0},     {0.09f, -0.03f, 0},  {0, -0.40f, 0}, {0, -0.39f, 0},
    {0, -0.06f, 0.13f}, {-0.09f, -0.03f, 0}, {0, -0.40f, 0}, {0, -0.39f, 0},
    {0, -0.06f, 0.13f}, {0, 0.18f, 0},       {0.15f, 0, 0}};

static const uint8_t flags[DANCER_BONES] = {[21] = HONE_BONE_END_SITE, [22] = HONE_BONE_END_SITE};

static void set_turn(float *value, hone_vec3 axis, float angle_rad)
{
    hone_quat q = hone_quat_from_axis_angle(axis, angle_rad);
    value[0] = q.x;
    value[1] = q.y;
    value[2] = q.z;
    value[3] = q.w;
}

void dancer_make(dancer *d)
{
    static const int32_t moved[6] = {0, 6, 7, 10, 13, 17};
    static const hone_vec3 axes[6] = {{0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}, {0.0f, 1.0f, 0.0f},
                                      {0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}, {1.0f, 0.0f, 0.0f}};
    static const float swings[6] = {0.0f, 0.9f, 0.8f, -0.7f, 0.3f, -0.3f};
    memset(d, 0, sizeof *d);
    for (int32_t i = 0; i < DANCER_BONES; i++) {
        d->rest[i] = (hone_transform){
            {offsets[i][0], offsets[i][1], offsets[i][2]}, HONE_QUAT_IDENTITY, {1.0f, 1.0f, 1.0f}};
    }
    for (int32_t f = 0; f < DANCER_FRAMES; f++) {
        float s, c;
        hone_sincos((float)f * 0.0785398f, &s, &c);
        d->hips[f][0] = 0.2f * s;
        d->hips[f][1] = 0.9f;
        d->hips[f][2] = 0.1f * c;
        for (int32_t k = 0; k < 6; k++) {
            set_turn(d->turns[k][f], axes[k], swings[k] * s);
        }
    }
    for (int32_t k = 0; k < 6; k++) {
        d->tracks[k] = (hone_track){.bone = moved[k],
                                    .channel = HONE_CHANNEL_ROTATION,
                                    .key_count = DANCER_FRAMES,
                                    .stride = 4,
                                    .values = d->turns[k][0]};
    }
    d->tracks[6] = (hone_track){.bone = 0,
                                .channel = HONE_CHANNEL_TRANSLATION,
                                .key_count = DANCER_FRAMES,
                                .stride = 3,
                                .values = d->hips[0]};
    d->skeleton = (hone_skeleton){DANCER_BONES, names, parents, d->rest, flags};
    d->clip = (hone_clip){.name = "swing",
                          .duration_s = (DANCER_FRAMES - 1) * 0.025,
                          .frame_time_s = 0.025,
                          .frame_count = DANCER_FRAMES,
                          .track_count = 7,
                          .tracks = d->tracks};
    d->performer = hone_default_performer();
    d->performer.skeleton = &d->skeleton;
    d->performer.clip = &d->clip;
}

void dancer_turn(dancer *d, float from_rad, float to_rad)
{
    const hone_vec3 up = {0.0f, 1.0f, 0.0f};
    for (int32_t f = 0; f < DANCER_FRAMES; f++) {
        float part = (float)f / (DANCER_FRAMES - 1);
        set_turn(d->turns[0][f], up, from_rad + (to_rad - from_rad) * part);
    }
}

static void *counting_resize(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    counting *c = user;
    if (new_bytes == 0) {
        c->living -= (int64_t)old_bytes;
        free(block);
        return NULL;
    }
    c->calls++;
    if (c->calls == c->fail_at) {
        return NULL;
    }
    c->living += (int64_t)new_bytes - (int64_t)old_bytes;
    return realloc(block, new_bytes);
}

void counting_begin(counting *c, int64_t fail_at)
{
    *c = (counting){.fail_at = fail_at};
    c->allocator = (hone_allocator){counting_resize, c};
}

hone_stage *stage_of(const hone_stage_def *def)
{
    hone_stage *stage = NULL;
    hone_error error;
    if (hone_stage_create(def, NULL, &stage, &error) != HONE_OK) {
        fail_msg("%s", error.message);
    }
    return stage;
}

void shared_path(const char *name, char *path, size_t capacity)
{
    const char *folder = getenv("HONE_SHARED");
    (void)snprintf(path, capacity, "%s/%s", folder != NULL ? folder : HONE_SOURCE_DIR "/../shared",
                   name);
}

static void load(const char *path, shared_motion *out)
{
    hone_error error;
    if (hone_bvh_read_file(path, NULL, NULL, &out->bvh, &error) != HONE_OK ||
        hone_bvh_clip(out->bvh, NULL, &out->clip, &error) != HONE_OK) {
        fail_msg("%s: %s", path, error.message);
    }
}

void bundled_load(const char *name, shared_motion *out)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/data/%s", HONE_SOURCE_DIR, name);
    load(path, out);
}

bool shared_load(const char *name, shared_motion *out)
{
    char path[1024], under[256];
    (void)snprintf(under, sizeof under, "data/bvh/%s", name);
    shared_path(under, path, sizeof path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    (void)fclose(file);
    load(path, out);
    return true;
}

void shared_free(shared_motion *m)
{
    hone_bvh_clip_free(m->clip);
    hone_bvh_free(m->bvh);
}
