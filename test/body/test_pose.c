// SPDX-License-Identifier: MIT
#include "cmocka_test.h"

#include <stdlib.h>
#include <string.h>

#include "body/rig.h"

static bool is_identity(hone_transform t)
{
    const hone_quat q = t.rotation;
    return t.translation.x == 0.0f && t.translation.y == 0.0f && t.translation.z == 0.0f &&
           q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f && t.scale.x == 1.0f &&
           t.scale.y == 1.0f && t.scale.z == 1.0f;
}

static void a_pose_in_given_memory_is_identity_to_its_last_lane(void **state)
{
    (void)state;
    const int32_t counts[] = {1, 7, 8, 9, 64};
    for (size_t i = 0; i < 5; i++) {
        size_t bytes = hone_pose_bytes(counts[i]);
        assert_int_equal(bytes, (size_t)(counts[i] + 7) / 8 * sizeof(hone_pose_block));
        void *memory = malloc(bytes);
        memset(memory, 0xa5, bytes);
        hone_pose pose = hone_pose_in(memory, counts[i]);
        assert_int_equal(pose.bone_count, counts[i]);
        for (int32_t block = 0; block < (counts[i] + 7) / 8; block++) {
            for (int32_t lane = 0; lane < HONE_POSE_LANES; lane++) {
                const hone_pose_block *b = &pose.blocks[block];
                assert_true(b->tx[lane] == 0.0f && b->ty[lane] == 0.0f && b->tz[lane] == 0.0f);
                assert_true(b->qx[lane] == 0.0f && b->qy[lane] == 0.0f && b->qz[lane] == 0.0f);
                assert_true(b->qw[lane] == 1.0f);
                assert_true(b->sx[lane] == 1.0f && b->sy[lane] == 1.0f && b->sz[lane] == 1.0f);
            }
        }
        free(memory);
    }
    assert_int_equal(hone_pose_bytes(0), 0);
    assert_int_equal(hone_pose_bytes(-4), 0);
}

static void what_is_set_is_got_and_nothing_else_changes(void **state)
{
    (void)state;
    random_state random = random_begin(61);
    hone_pose pose;
    assert_int_equal(hone_pose_create(21, NULL, &pose, NULL), HONE_OK);
    hone_transform expected[21];
    for (int32_t i = 0; i < 21; i++) {
        expected[i] = hone_pose_get(&pose, i);
        assert_true(is_identity(expected[i]));
    }
    for (int32_t round = 0; round < 2000; round++) {
        int32_t bone = random_index(&random, 21);
        expected[bone] = (hone_transform){random_vec3(&random, 3.0f), random_quat(&random),
                                          random_vec3(&random, 2.0f)};
        hone_pose_set(&pose, bone, expected[bone]);
        for (int32_t i = 0; i < 21; i++) {
            hone_transform got = hone_pose_get(&pose, i);
            assert_memory_equal(&got, &expected[i], sizeof got);
        }
    }
    hone_pose_set(&pose, -1, expected[3]);
    hone_pose_set(&pose, 21, expected[3]);
    assert_true(is_identity(hone_pose_get(&pose, 21)));
    assert_true(is_identity(hone_pose_get(&pose, HONE_NONE)));
    assert_true(pose.blocks[2].sx[5] == 1.0f && pose.blocks[2].tx[5] == 0.0f);
    hone_pose_destroy(&pose, NULL);
    assert_null(pose.blocks);
    assert_int_equal(pose.bone_count, 0);
    hone_pose_destroy(&pose, NULL);
    hone_pose_destroy(NULL, NULL);
}

static void *refuse(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)user;
    (void)block;
    (void)old_bytes;
    (void)new_bytes;
    return NULL;
}

static void creating_fails_cleanly_without_memory_or_sense(void **state)
{
    (void)state;
    const hone_allocator none = {refuse, NULL};
    hone_pose pose = {77, NULL};
    hone_error error;
    assert_int_equal(hone_pose_create(10, &none, &pose, &error), HONE_ERROR_MEMORY);
    assert_int_equal(error.status, HONE_ERROR_MEMORY);
    assert_int_equal(pose.bone_count, 77);
    assert_int_equal(hone_pose_create(-1, NULL, &pose, &error), HONE_ERROR_ARGUMENT);
    assert_int_equal(pose.bone_count, 77);
    assert_int_equal(hone_pose_create(0, NULL, &pose, &error), HONE_OK);
    assert_int_equal(pose.bone_count, 0);
    hone_pose_destroy(&pose, NULL);
}

static void the_rest_pose_is_the_skeletons(void **state)
{
    (void)state;
    random_state random = random_begin(62);
    static rig r;
    for (int32_t count = 1; count <= RIG_MAX_BONES; count++) {
        rig_make(&r, &random, count, false);
        hone_pose pose;
        assert_int_equal(hone_pose_create(count, NULL, &pose, NULL), HONE_OK);
        assert_true(hone_pose_rest(&r.skeleton, &pose));
        for (int32_t i = 0; i < count; i++) {
            hone_transform got = hone_pose_get(&pose, i);
            assert_memory_equal(&got, &r.rest[i], sizeof got);
        }
        for (int32_t lane = count; lane % 8 != 0; lane++) {
            assert_true(pose.blocks[lane / 8].qw[lane % 8] == 1.0f);
            assert_true(pose.blocks[lane / 8].tx[lane % 8] == 0.0f);
        }
        hone_pose other;
        assert_int_equal(hone_pose_create(count + 1, NULL, &other, NULL), HONE_OK);
        assert_false(hone_pose_rest(&r.skeleton, &other));
        assert_true(is_identity(hone_pose_get(&other, 0)));
        hone_pose_destroy(&other, NULL);
        hone_pose_destroy(&pose, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pose_in_given_memory_is_identity_to_its_last_lane),
        cmocka_unit_test(what_is_set_is_got_and_nothing_else_changes),
        cmocka_unit_test(creating_fails_cleanly_without_memory_or_sense),
        cmocka_unit_test(the_rest_pose_is_the_skeletons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
