// SPDX-License-Identifier: MIT
//
// Whether the bundled dances could be danced: measured on the files, through the reader and forward
// kinematics, against what bodies and gravity allow.
#include "hone/hone.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct performance {
    hone_bvh *bvh;
    hone_clip *clip;
    int32_t frames, bones;
    hone_affine3 *model; // frames * bones
} performance;

static performance load(const char *name)
{
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/data/%s", HONE_SOURCE_DIR, name);
    performance p = {0};
    hone_error error;
    assert_int_equal(hone_bvh_read_file(path, NULL, NULL, &p.bvh, &error), HONE_OK);
    assert_int_equal(hone_bvh_clip(p.bvh, NULL, &p.clip, &error), HONE_OK);
    assert_int_equal(p.bvh->warnings.count, 0);
    p.frames = (int32_t)p.bvh->frame_count;
    p.bones = p.bvh->skeleton->bone_count;
    p.model = malloc(sizeof *p.model * (size_t)p.frames * (size_t)p.bones);
    hone_pose pose;
    assert_int_equal(hone_pose_create(p.bones, NULL, &pose, &error), HONE_OK);
    for (int32_t f = 0; f < p.frames; f++) {
        assert_true(hone_clip_sample(p.clip, p.bvh->skeleton, f * p.bvh->frame_time_s, &pose));
        assert_true(hone_pose_to_model(p.bvh->skeleton, &pose, NULL,
                                       &p.model[(size_t)f * (size_t)p.bones], p.bones));
    }
    hone_pose_destroy(&pose, NULL);
    return p;
}

static void unload(performance *p)
{
    free(p->model);
    hone_bvh_clip_free(p->clip);
    hone_bvh_free(p->bvh);
}

static int32_t bone(const performance *p, const char *name)
{
    int32_t index = hone_skeleton_find(p->bvh->skeleton, name);
    assert_true(index >= 0);
    return index;
}

static hone_vec3 place(const performance *p, int32_t frame, int32_t index)
{
    const hone_affine3 *m =
        &p->model[(size_t)(frame % p->frames) * (size_t)p->bones + (size_t)index];
    return (hone_vec3){m->m[0][3], m->m[1][3], m->m[2][3]};
}

static double distance(hone_vec3 a, hone_vec3 b)
{
    return (double)hone_vec3_length(hone_vec3_sub(a, b));
}

static const char *const both[] = {"dance.bvh", "dance2.bvh"};

static void each_lasts_twenty_seconds_or_more(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        performance p = load(both[i]);
        assert_true(p.frames * p.bvh->frame_time_s >= 20.0);
        unload(&p);
    }
}

// A ball of the foot stands when it is at its lowest height; then it must not slide.
static void standing_feet_do_not_slide_and_nothing_sinks_into_the_floor(void **state)
{
    (void)state;
    static const char *const toes[] = {"LeftToe", "RightToe"};
    for (int i = 0; i < 2; i++) {
        performance p = load(both[i]);
        double most = 0.0, lowest = 1e9;
        int32_t standing = 0;
        for (int side = 0; side < 2; side++) {
            int32_t toe = bone(&p, toes[side]);
            double floor_height = 1e9;
            for (int32_t f = 0; f < p.frames; f++) {
                floor_height = fmin(floor_height, (double)place(&p, f, toe).y);
            }
            for (int32_t f = 0; f < p.frames; f++) {
                hone_vec3 a = place(&p, f, toe), b = place(&p, f + 1, toe);
                if ((double)fmaxf(a.y, b.y) < floor_height + 0.02) {
                    most = fmax(most, distance(a, b));
                    standing++;
                }
            }
        }
        for (int32_t f = 0; f < p.frames; f++) {
            for (int32_t k = 0; k < p.bones; k++) {
                lowest = fmin(lowest, (double)place(&p, f, k).y);
            }
        }
        printf("%s: %d standing foot frames, most slide %.3f cm a frame, lowest point %.2f cm\n",
               both[i], (int)standing, most, lowest);
        assert_true(standing > p.frames / 2);
        assert_true(most < 0.5);
        assert_true(lowest > 0.0);
        unload(&p);
    }
}

static void one_foot_is_always_down_but_for_the_jump(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        performance p = load(both[i]);
        int32_t left = bone(&p, "LeftToe"), right = bone(&p, "RightToe");
        int32_t air = 0, first = -1, last = -1;
        for (int32_t f = 0; f < p.frames; f++) {
            if (place(&p, f, left).y > 2.6f && place(&p, f, right).y > 2.6f) {
                first = first < 0 ? f : first;
                last = f;
                air++;
            }
        }
        printf("%s: in the air for %d frames from %d to %d\n", both[i], (int)air, (int)first,
               (int)last);
        assert_true(air >= 15 && air <= 22);
        assert_int_equal(last - first + 1, air); // in one piece
        unload(&p);
    }
}

// In the air the centre of the body falls freely: the lowest joints of the spine rise and fall with
// the second difference of 981 cm/s^2, as far as limbs do not move it.
static void the_jump_falls_as_gravity_has_it(void **state)
{
    (void)state;
    performance p = load("dance.bvh");
    int32_t hips = bone(&p, "Hips");
    int32_t top = 0;
    for (int32_t f = 0; f < p.frames; f++) {
        top = place(&p, f, hips).y > place(&p, top, hips).y ? f : top;
    }
    double dt = p.bvh->frame_time_s;
    for (int32_t f = top - 3; f <= top + 3; f++) {
        double fall = (double)(place(&p, f + 1, hips).y - 2.0f * place(&p, f, hips).y +
                               place(&p, f - 1, hips).y) /
                      (dt * dt);
        assert_true(fabs(fall + 981.0) < 60.0);
    }
    unload(&p);
}

static double facing(const performance *p, int32_t frame)
{
    const hone_affine3 *m = &p->model[(size_t)frame * (size_t)p->bones];
    return atan2((double)m->m[0][2], (double)m->m[2][2]) * 57.29577951308232;
}

static void each_turns_once_round_in_both_directions(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        performance p = load(both[i]);
        double turned = 0.0, most = 0.0, least = 0.0;
        for (int32_t f = 1; f < p.frames; f++) {
            double way = facing(&p, f) - facing(&p, f - 1);
            turned += way - 360.0 * floor(way / 360.0 + 0.5);
            most = fmax(most, turned);
            least = fmin(least, turned);
        }
        printf("%s: turned from %.0f to %.0f degrees, at the end %.0f\n", both[i], least, most,
               turned);
        assert_true(most - least > 350.0);
        assert_true(fabs(turned) < 20.0);
        unload(&p);
    }
}

static void knees_and_elbows_bend_the_human_way(void **state)
{
    (void)state;
    static const char *const limbs[][3] = {{"LeftUpLeg", "LeftLeg", "LeftFoot"},
                                           {"RightUpLeg", "RightLeg", "RightFoot"},
                                           {"LeftArm", "LeftForeArm", "LeftHand"},
                                           {"RightArm", "RightForeArm", "RightHand"}};
    for (int i = 0; i < 2; i++) {
        performance p = load(both[i]);
        for (int l = 0; l < 4; l++) {
            int32_t a = bone(&p, limbs[l][0]), b = bone(&p, limbs[l][1]), c = bone(&p, limbs[l][2]);
            double deepest = 0.0;
            for (int32_t f = 0; f < p.frames; f++) {
                hone_vec3 upper = hone_vec3_sub(place(&p, f, b), place(&p, f, a));
                hone_vec3 lower = hone_vec3_sub(place(&p, f, c), place(&p, f, b));
                double cosine = (double)hone_vec3_dot(upper, lower) /
                                ((double)hone_vec3_length(upper) * (double)hone_vec3_length(lower));
                deepest = fmax(deepest, acos(fmin(1.0, fmax(-1.0, cosine))) * 57.29577951308232);
                if (l < 2) {
                    // The knee lies in front of the line from hip to ankle, as the shin turns.
                    const hone_affine3 *m = &p.model[(size_t)f * (size_t)p.bones + (size_t)b];
                    hone_vec3 ahead = {m->m[0][2], m->m[1][2], m->m[2][2]};
                    assert_true(hone_vec3_dot(hone_vec3_sub(upper, lower), ahead) > -0.5f);
                }
            }
            assert_true(deepest < 150.0);
        }
        unload(&p);
    }
}

// A pop is a jump within one frame. The tip of a hand in a quick gesture is accelerated by some ten
// to twelve times gravity, which is up to 300 cm/s in a fortieth of a second.
static void nothing_pops(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        performance p = load(both[i]);
        double fastest = 0.0, hardest = 0.0;
        int32_t where = 0, who = 0;
        for (int32_t k = 0; k < p.bones; k++) {
            for (int32_t f = 1; f + 2 < p.frames; f++) {
                hone_vec3 before = hone_vec3_sub(place(&p, f, k), place(&p, f - 1, k));
                hone_vec3 after = hone_vec3_sub(place(&p, f + 1, k), place(&p, f, k));
                double speed = (double)hone_vec3_length(after) / p.bvh->frame_time_s;
                double change = distance(before, after) / p.bvh->frame_time_s;
                fastest = fmax(fastest, speed);
                if (change > hardest) {
                    hardest = change;
                    where = f;
                    who = k;
                }
            }
        }
        printf("%s: fastest point %.0f cm/s, hardest change %.0f cm/s a frame (%s, frame %d)\n",
               both[i], fastest, hardest, p.bvh->skeleton->names[who], (int)where);
        assert_true(fastest < 1200.0);
        assert_true(hardest < 300.0);
        unload(&p);
    }
}

// The step from the last frame to the first goes on from the step before it.
static void the_end_leads_to_the_beginning(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        performance p = load(both[i]);
        double seam = 0.0;
        for (int32_t k = 0; k < p.bones; k++) {
            hone_vec3 last = place(&p, p.frames - 1, k);
            hone_vec3 before = hone_vec3_sub(last, place(&p, p.frames - 2, k));
            hone_vec3 across = hone_vec3_sub(place(&p, 0, k), last);
            seam = fmax(seam, distance(before, across));
        }
        printf("%s: the step across the seam differs by at most %.2f cm\n", both[i], seam);
        assert_true(seam < 1.5);
        unload(&p);
    }
}

static void the_two_come_close_but_only_hands_may_meet(void **state)
{
    (void)state;
    performance a = load(both[0]), b = load(both[1]);
    double bodies = 1e9, hands = 1e9;
    for (int32_t f = 0; f < a.frames; f++) {
        for (int32_t i = 0; i < a.bones; i++) {
            for (int32_t k = 0; k < b.bones; k++) {
                const char *first = a.bvh->skeleton->names[i], *second = b.bvh->skeleton->names[k];
                bool of_arms =
                    (strstr(first, "Hand") != NULL || strstr(first, "ForeArm") != NULL) ||
                    (strstr(second, "Hand") != NULL || strstr(second, "ForeArm") != NULL);
                double gap = distance(place(&a, f, i), place(&b, f, k));
                double *least = of_arms ? &hands : &bodies;
                *least = fmin(*least, gap);
            }
        }
    }
    printf("bodies come within %.0f cm, hands and forearms within %.1f cm\n", bodies, hands);
    assert_true(bodies > 30.0);
    assert_true(hands > 2.0 && hands < 25.0);
    unload(&a);
    unload(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_lasts_twenty_seconds_or_more),
        cmocka_unit_test(standing_feet_do_not_slide_and_nothing_sinks_into_the_floor),
        cmocka_unit_test(one_foot_is_always_down_but_for_the_jump),
        cmocka_unit_test(the_jump_falls_as_gravity_has_it),
        cmocka_unit_test(each_turns_once_round_in_both_directions),
        cmocka_unit_test(knees_and_elbows_bend_the_human_way),
        cmocka_unit_test(nothing_pops),
        cmocka_unit_test(the_end_leads_to_the_beginning),
        cmocka_unit_test(the_two_come_close_but_only_hands_may_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
