// SPDX-License-Identifier: MIT
//
// Sampling against interpolation written out per track in double precision.
#include "cmocka_test.h"

#include <string.h>

#include "body/rig.h"

// The value of a track by its definition: linear search, double precision.
static void track_reference(const hone_clip *clip, const hone_track *track, double time,
                            double out[4])
{
    int32_t n = track->channel == HONE_CHANNEL_ROTATION ? 4 : 3;
    int32_t key = 0;
    double t = 0.0;
    double at = 0.0;
    for (int32_t k = 0; k < track->key_count; k++) {
        double key_time =
            track->times != NULL ? (double)track->times[k] : (double)k * clip->frame_time_s;
        if (key_time <= time) {
            key = k;
            at = key_time;
        }
    }
    if (key + 1 < track->key_count) {
        double next = track->times != NULL ? (double)track->times[key + 1]
                                           : (double)(key + 1) * clip->frame_time_s;
        t = time < at ? 0.0 : (time - at) / (next - at);
        double first = track->times != NULL ? (double)track->times[0] : 0.0;
        t = time < first ? 0.0 : t;
    }
    if (track->interpolation == HONE_INTERPOLATION_STEP) {
        t = 0.0;
    }
    const float *a = track->values + key * track->stride;
    const float *b = t > 0.0 ? a + track->stride : a;
    double wa = 1.0 - t;
    double wb = t;
    if (n == 4) {
        double dot = 0.0;
        for (int32_t i = 0; i < 4; i++) {
            dot += (double)a[i] * (double)b[i];
        }
        double angle = acos(fmin(fabs(dot), 1.0));
        if (angle > 1e-4) {
            wa = sin((1.0 - t) * angle) / sin(angle);
            wb = sin(t * angle) / sin(angle);
        }
        wb = dot < 0.0 ? -wb : wb;
    }
    for (int32_t i = 0; i < n; i++) {
        out[i] = wa * (double)a[i] + wb * (double)b[i];
    }
}

static void component(const hone_transform *t, hone_channel channel, double out[4])
{
    const hone_vec3 v = channel == HONE_CHANNEL_SCALE ? t->scale : t->translation;
    if (channel == HONE_CHANNEL_ROTATION) {
        out[0] = (double)t->rotation.x;
        out[1] = (double)t->rotation.y;
        out[2] = (double)t->rotation.z;
        out[3] = (double)t->rotation.w;
        return;
    }
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

static void samples_are_rest_pose_and_interpolated_tracks(void **state)
{
    (void)state;
    random_state random = random_begin(71);
    static rig r;
    double worst = 0.0;
    for (int32_t round = 0; round < 1000; round++) {
        int32_t count = 1 + random_index(&random, RIG_MAX_BONES);
        rig_make(&r, &random, count, round % 2 == 0);
        hone_pose pose;
        assert_int_equal(hone_pose_create(count, NULL, &pose, NULL), HONE_OK);
        double time = random_double(&random, -0.3, 2.0);
        assert_true(hone_clip_sample(&r.clip, &r.skeleton, time, &pose));
        static bool moved[3 * RIG_MAX_BONES];
        memset(moved, 0, sizeof moved);
        for (int32_t i = 0; i < r.clip.track_count; i++) {
            const hone_track *track = &r.tracks[i];
            double expected[4] = {0};
            double got[4] = {0};
            track_reference(&r.clip, track, time, expected);
            hone_transform local = hone_pose_get(&pose, track->bone);
            component(&local, track->channel, got);
            for (int32_t k = 0; k < 4; k++) {
                worst = fmax(worst, fabs(got[k] - expected[k]));
            }
            moved[3 * track->bone + (int32_t)track->channel] = true;
        }
        for (int32_t i = 0; i < 3 * count; i++) {
            double expected[4] = {0};
            double got[4] = {0};
            hone_transform local = hone_pose_get(&pose, i / 3);
            component(&r.rest[i / 3], (hone_channel)(i % 3), expected);
            component(&local, (hone_channel)(i % 3), got);
            for (int32_t k = 0; k < 4; k++) {
                assert_true(moved[i] || got[k] == expected[k]);
            }
        }
        hone_pose_destroy(&pose, NULL);
    }
    printf("sample: %.3g\n", worst);
    assert_true(worst < 1e-6);
}

static void lanes_give_the_bits_of_the_plain_functions(void **state)
{
    (void)state;
    random_state random = random_begin(75);
    static rig r;
    static hone_affine3 model[RIG_MAX_BONES];
    for (int32_t round = 0; round < 1000; round++) {
        int32_t count = 1 + random_index(&random, RIG_MAX_BONES);
        rig_make(&r, &random, count, false);
        for (int32_t i = 0; i < r.clip.track_count; i++) {
            r.tracks[i].interpolation = HONE_INTERPOLATION_LINEAR;
            r.tracks[i].key_count = RIG_MAX_KEYS;
        }
        hone_pose pose;
        assert_int_equal(hone_pose_create(count, NULL, &pose, NULL), HONE_OK);
        int32_t key = random_index(&random, RIG_MAX_KEYS - 1);
        double at = (double)key + random_double(&random, 0.01, 0.99);
        double time = at * r.clip.frame_time_s;
        float fraction = (float)(time / r.clip.frame_time_s - (double)key);
        assert_true(hone_clip_sample(&r.clip, &r.skeleton, time, &pose));
        for (int32_t i = 0; i < r.clip.track_count; i++) {
            const hone_track *track = &r.tracks[i];
            if (track->channel != HONE_CHANNEL_ROTATION) {
                continue;
            }
            hone_quat a;
            hone_quat b;
            memcpy(&a, track->values + key * 4, sizeof a);
            memcpy(&b, track->values + key * 4 + 4, sizeof b);
            hone_quat expected = hone_quat_slerp(a, b, fraction);
            hone_quat got = hone_pose_get(&pose, track->bone).rotation;
            assert_memory_equal(&got, &expected, sizeof got);
        }
        hone_affine3 root = hone_affine3_identity();
        root.m[1][3] = 0.25f;
        assert_true(hone_pose_to_model(&r.skeleton, &pose, &root, model, count));
        for (int32_t i = 0; i < count; i++) {
            hone_transform t = hone_pose_get(&pose, i);
            hone_affine3 local = hone_affine3_from_transform(&t);
            int32_t parent = r.parents[i];
            hone_affine3 expected =
                hone_affine3_mul(parent == HONE_NONE ? &root : &model[parent], &local);
            assert_memory_equal(&model[i], &expected, sizeof expected);
        }
        hone_pose_destroy(&pose, NULL);
    }
}

static void tracks_in_any_order_give_the_same_pose(void **state)
{
    (void)state;
    random_state random = random_begin(76);
    static rig r;
    for (int32_t round = 0; round < 1000; round++) {
        int32_t count = 1 + random_index(&random, RIG_MAX_BONES);
        rig_make(&r, &random, count, round % 2 == 0);
        hone_pose first;
        hone_pose second;
        assert_int_equal(hone_pose_create(count, NULL, &first, NULL), HONE_OK);
        assert_int_equal(hone_pose_create(count, NULL, &second, NULL), HONE_OK);
        assert_true(hone_clip_sample(&r.clip, &r.skeleton, 0.17, &first));
        for (int32_t i = r.clip.track_count - 1; i > 0; i--) {
            int32_t other = random_index(&random, i + 1);
            hone_track kept = r.tracks[i];
            r.tracks[i] = r.tracks[other];
            r.tracks[other] = kept;
        }
        assert_true(hone_clip_sample(&r.clip, &r.skeleton, 0.17, &second));
        assert_memory_equal(first.blocks, second.blocks, hone_pose_bytes(count));
        hone_pose_destroy(&first, NULL);
        hone_pose_destroy(&second, NULL);
    }
}

static void at_a_keys_time_the_key_comes_out_exactly(void **state)
{
    (void)state;
    random_state random = random_begin(72);
    enum { KEYS = 5000 };
    static float values[4 * KEYS];
    static float times[KEYS];
    const char *name = "bone";
    const int32_t parent = HONE_NONE;
    const hone_transform rest = {{0, 0, 0}, HONE_QUAT_IDENTITY, {1, 1, 1}};
    const hone_skeleton skeleton = {1, &name, &parent, &rest, NULL};
    float time = 0.0f;
    for (int32_t i = 0; i < KEYS; i++) {
        hone_quat q = random_quat(&random);
        memcpy(values + 4 * i, &q, sizeof q);
        time += random_float(&random, 0.001f, 0.1f);
        times[i] = time;
    }
    hone_pose pose;
    assert_int_equal(hone_pose_create(1, NULL, &pose, NULL), HONE_OK);
    const double frame_times[] = {1.0 / 30.0, 0.0333333, 0.00833333, 1.0 / 120.0, 0.025, 1.0 / 7.0};
    for (size_t f = 0; f < 7; f++) {
        hone_track track = {0,     HONE_CHANNEL_ROTATION, HONE_INTERPOLATION_LINEAR, KEYS, 4, NULL,
                            values};
        hone_clip clip = {"clip", 0.0, f < 6 ? frame_times[f] : 0.0, KEYS, 1, &track};
        if (f == 6) {
            track.times = times;
        }
        for (int32_t i = 0; i < KEYS; i++) {
            double at = f == 6 ? (double)times[i] : (double)i * frame_times[f];
            assert_true(hone_clip_sample(&clip, &skeleton, at, &pose));
            hone_quat got = hone_pose_get(&pose, 0).rotation;
            assert_memory_equal(&got, values + 4 * i, sizeof got);
        }
    }
    hone_pose_destroy(&pose, NULL);
}

static void beyond_the_ends_the_end_keys_hold(void **state)
{
    (void)state;
    const char *name = "bone";
    const int32_t parent = HONE_NONE;
    const hone_transform rest = {{9, 9, 9}, HONE_QUAT_IDENTITY, {1, 1, 1}};
    const hone_skeleton skeleton = {1, &name, &parent, &rest, NULL};
    const float values[] = {1, 2, 3, 5, 6, 7};
    const float times[] = {0.5f, 1.5f};
    hone_track track = {0, HONE_CHANNEL_TRANSLATION, HONE_INTERPOLATION_LINEAR, 2, 3, NULL, values};
    hone_clip clip = {"clip", 1.0, 1.0, 2, 1, &track};
    hone_pose pose;
    assert_int_equal(hone_pose_create(1, NULL, &pose, NULL), HONE_OK);
    const struct {
        double time;
        float x;
    } cases[] = {
        {-(double)INFINITY, 1.0f}, {-1.0, 1.0f},       {0.25, 2.0f}, {1.0, 5.0f}, {1e300, 5.0f},
        {(double)INFINITY, 5.0f},  {(double)NAN, 1.0f}};
    for (size_t i = 0; i < 7; i++) {
        assert_true(hone_clip_sample(&clip, &skeleton, cases[i].time, &pose));
        assert_true(hone_pose_get(&pose, 0).translation.x == cases[i].x);
    }
    track.times = times;
    for (size_t i = 0; i < 7; i++) {
        double time = cases[i].time < 1.0 ? cases[i].time + 0.5 : cases[i].time + 1.0;
        assert_true(hone_clip_sample(&clip, &skeleton, time, &pose));
        assert_true(hone_pose_get(&pose, 0).translation.x == cases[i].x);
    }
    track.interpolation = HONE_INTERPOLATION_STEP;
    assert_true(hone_clip_sample(&clip, &skeleton, 1.49, &pose));
    assert_true(hone_pose_get(&pose, 0).translation.x == 1.0f);
    assert_true(hone_clip_sample(&clip, &skeleton, 1.5, &pose));
    assert_true(hone_pose_get(&pose, 0).translation.x == 5.0f);
    // A clip without a frame time has only its first key.
    track.times = NULL;
    clip.frame_time_s = 0.0;
    assert_true(hone_clip_sample(&clip, &skeleton, 1.0, &pose));
    assert_true(hone_pose_get(&pose, 0).translation.x == 1.0f);
    hone_pose_destroy(&pose, NULL);
}

static void a_clip_of_another_skeleton_is_refused_and_the_pose_kept(void **state)
{
    (void)state;
    random_state random = random_begin(73);
    static rig r;
    rig_make(&r, &random, 12, false);
    hone_pose pose;
    assert_int_equal(hone_pose_create(12, NULL, &pose, NULL), HONE_OK);
    static hone_pose_block kept[2];
    memcpy(kept, pose.blocks, sizeof kept);
    const int32_t bad[] = {-1, 12, 1000000};
    int32_t last = r.clip.track_count - 1;
    for (size_t i = 0; i < 3; i++) {
        r.tracks[last].bone = bad[i];
        assert_false(hone_clip_sample(&r.clip, &r.skeleton, 0.1, &pose));
        assert_memory_equal(kept, pose.blocks, sizeof kept);
    }
    r.tracks[last].bone = 0;
    assert_true(hone_clip_sample(&r.clip, &r.skeleton, 0.1, &pose));
    memcpy(kept, pose.blocks, sizeof kept);
    hone_skeleton smaller = r.skeleton;
    smaller.bone_count = 11;
    assert_false(hone_clip_sample(&r.clip, &smaller, 0.2, &pose));
    assert_memory_equal(kept, pose.blocks, sizeof kept);
    hone_pose_destroy(&pose, NULL);
}

static void clip_time_wraps_or_clamps(void **state)
{
    (void)state;
    const hone_clip clip = {"clip", 2.5, 0.1, 26, 0, NULL};
    assert_true(hone_clip_time(&clip, 1.0, false) == 1.0);
    assert_true(hone_clip_time(&clip, -1.0, false) == 0.0);
    assert_true(hone_clip_time(&clip, 7.0, false) == 2.5);
    assert_true(hone_clip_time(&clip, 2.5, false) == 2.5);
    assert_true(hone_clip_time(&clip, 1.0, true) == 1.0);
    assert_true(hone_clip_time(&clip, 2.5, true) == 0.0);
    assert_true(hone_clip_time(&clip, 6.0, true) == 1.0);
    assert_true(hone_clip_time(&clip, -1.0, true) == 1.5);
    assert_true(hone_clip_time(&clip, -2.5, true) == 0.0);
    assert_true(hone_clip_time(&clip, (double)NAN, true) == 0.0);
    assert_true(hone_clip_time(&clip, (double)INFINITY, true) == 0.0);
    assert_true(hone_clip_time(&clip, (double)INFINITY, false) == 2.5);
    assert_true(hone_clip_time(&clip, (double)-INFINITY, false) == 0.0);
    const hone_clip empty = {"still", 0.0, 0.1, 1, 0, NULL};
    assert_true(hone_clip_time(&empty, 3.0, true) == 0.0);
    assert_true(hone_clip_time(&empty, 3.0, false) == 0.0);
    random_state random = random_begin(74);
    for (int32_t i = 0; i < 20000; i++) {
        double time = random_double(&random, -1e4, 1e4);
        double got = hone_clip_time(&clip, time, true);
        assert_true(got >= 0.0 && got < 2.5);
        double expected = time - floor(time / 2.5) * 2.5;
        double off = fabs(got - expected);
        assert_true(fmin(off, 2.5 - off) < 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_rest_pose_and_interpolated_tracks),
        cmocka_unit_test(lanes_give_the_bits_of_the_plain_functions),
        cmocka_unit_test(tracks_in_any_order_give_the_same_pose),
        cmocka_unit_test(at_a_keys_time_the_key_comes_out_exactly),
        cmocka_unit_test(beyond_the_ends_the_end_keys_hold),
        cmocka_unit_test(a_clip_of_another_skeleton_is_refused_and_the_pose_kept),
        cmocka_unit_test(clip_time_wraps_or_clamps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
