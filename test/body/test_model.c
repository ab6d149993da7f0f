// SPDX-License-Identifier: MIT
//
// Forward kinematics against products of 4x4 maps in double precision.
#include "cmocka_test.h"

#include <string.h>

#include "body/rig.h"

static void bones_stand_where_the_products_of_their_ancestors_put_them(void **state)
{
    (void)state;
    random_state random = random_begin(81);
    static rig r;
    static place3 expected[RIG_MAX_BONES];
    static hone_affine3 model[RIG_MAX_BONES];
    double worst = 0.0;
    for (int32_t round = 0; round < 1000; round++) {
        int32_t count = 1 + random_index(&random, RIG_MAX_BONES);
        rig_make(&r, &random, count, false);
        hone_pose pose;
        assert_int_equal(hone_pose_create(count, NULL, &pose, NULL), HONE_OK);
        assert_true(hone_pose_rest(&r.skeleton, &pose));
        hone_transform root = {random_vec3(&random, 3.0f), random_quat(&random), {1, 1, 1}};
        hone_affine3 root_map = hone_affine3_from_transform(&root);
        bool rooted = round % 2 == 0;
        assert_true(
            hone_pose_to_model(&r.skeleton, &pose, rooted ? &root_map : NULL, model, count));
        for (int32_t i = 0; i < count; i++) {
            place3 local = place3_of(r.rest[i]);
            if (r.parents[i] != HONE_NONE) {
                expected[i] = place3_mul(expected[r.parents[i]], local);
            } else {
                expected[i] = rooted ? place3_mul(place3_of(root), local) : local;
            }
            double size =
                1.0 + fabs(expected[i].t[0]) + fabs(expected[i].t[1]) + fabs(expected[i].t[2]);
            worst = fmax(worst, place3_difference(expected[i], &model[i]) / size);
        }
        hone_pose_destroy(&pose, NULL);
    }
    printf("model: %.3g of the size\n", worst);
    assert_true(worst < 1e-5);
}

static void a_chain_by_hand(void **state)
{
    (void)state;
    const char *names[] = {"a", "b", "c"};
    const int32_t parents[] = {HONE_NONE, 0, 1};
    const float h = 0.70710678f;
    // A quarter turn about z at the first joint, then steps along x: they climb along y.
    const hone_transform rest[] = {
        {{1, 2, 3}, {0, 0, h, h}, {1, 1, 1}},
        {{10, 0, 0}, HONE_QUAT_IDENTITY, {2, 2, 2}},
        {{0, 5, 0}, HONE_QUAT_IDENTITY, {1, 1, 1}},
    };
    const hone_skeleton skeleton = {3, names, parents, rest, NULL};
    hone_pose pose;
    hone_affine3 model[3];
    assert_int_equal(hone_pose_create(3, NULL, &pose, NULL), HONE_OK);
    assert_true(hone_pose_rest(&skeleton, &pose));
    assert_true(hone_pose_to_model(&skeleton, &pose, NULL, model, 3));
    const float expected[3][3] = {{1, 2, 3}, {1, 12, 3}, {-9, 12, 3}};
    for (int32_t i = 0; i < 3; i++) {
        for (int32_t k = 0; k < 3; k++) {
            assert_true(fabsf(model[i].m[k][3] - expected[i][k]) < 1e-5f);
        }
    }
    hone_pose_destroy(&pose, NULL);
}

static void counts_that_differ_are_refused_and_nothing_is_written(void **state)
{
    (void)state;
    random_state random = random_begin(82);
    static rig r;
    rig_make(&r, &random, 9, false);
    hone_pose pose;
    assert_int_equal(hone_pose_create(9, NULL, &pose, NULL), HONE_OK);
    hone_affine3 model[10];
    hone_affine3 kept[10];
    memset(model, 0x5a, sizeof model);
    memcpy(kept, model, sizeof kept);
    assert_false(hone_pose_to_model(&r.skeleton, &pose, NULL, model, 8));
    assert_false(hone_pose_to_model(&r.skeleton, &pose, NULL, model, 10));
    hone_skeleton other = r.skeleton;
    other.bone_count = 8;
    assert_false(hone_pose_to_model(&other, &pose, NULL, model, 8));
    assert_memory_equal(model, kept, sizeof kept);
    assert_true(hone_pose_to_model(&r.skeleton, &pose, NULL, model, 9));
    assert_memory_equal(&model[9], &kept[9], sizeof kept[9]);
    hone_pose_destroy(&pose, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_stand_where_the_products_of_their_ancestors_put_them),
        cmocka_unit_test(a_chain_by_hand),
        cmocka_unit_test(counts_that_differ_are_refused_and_nothing_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
