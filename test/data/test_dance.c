// SPDX-License-Identifier: MIT
//
// What the bundled dances promise: two performers on one clock, feet that stand still, joints that
// stay human, a jump that gravity made, a loop without a seam. Everything is measured on the files,
// not on the generator's own numbers.
#include "cmocka_test.h"

#include "hone/hone.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FRAMES = 960, BONES = 32 };

#define FRAME_TIME 0.025
#define DEGREES 57.29577951308232

typedef struct performer {
    hone_bvh *bvh;
    hone_affine3 model[FRAMES][BONES];
    hone_quat local[FRAMES][BONES];
} performer;

static performer pair[2];
static const char *const dance_files[2] = {"dance.bvh", "dance2.bvh"};

static void path_of(char path[1024], const char *name)
{
    assert_true(snprintf(path, 1024, "%s/data/%s", HONE_SOURCE_DIR, name) < 1024);
}

static int bone(const performer *p, const char *name)
{
    int found = hone_skeleton_find(p->bvh->skeleton, name);
    if (found < 0) {
        fail_msg("no bone %s", name);
    }
    return found;
}

static hone_vec3 place(const performer *p, int frame, int index)
{
    const hone_affine3 *m = &p->model[frame][index];
    return (hone_vec3){m->m[0][3], m->m[1][3], m->m[2][3]};
}

// The tip of the chain that ends in this bone.
static int tip_of(const performer *p, int index)
{
    const hone_skeleton *s = p->bvh->skeleton;
    for (int i = 0; i < s->bone_count; i++) {
        if (s->parents[i] == index && (s->flags[i] & HONE_BONE_END_SITE) != 0) {
            return i;
        }
    }
    fail_msg("%s has no end site", s->names[index]);
    return 0;
}

static double between(hone_vec3 a, hone_vec3 b)
{
    return (double)hone_vec3_length(hone_vec3_sub(a, b));
}

static double across(hone_vec3 a, hone_vec3 b)
{
    a.y = b.y = 0.0f;
    return between(a, b);
}

static double angle_of(hone_quat q)
{
    double s =
        sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z);
    return 2.0 * atan2(s, fabs((double)q.w)) * DEGREES;
}

static double angle_between(hone_quat a, hone_quat b)
{
    return angle_of(hone_quat_mul(hone_quat_conjugate(a), b));
}

static int read_pair(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        performer *p = &pair[i];
        char path[1024];
        path_of(path, dance_files[i]);
        hone_error error;
        hone_clip *clip;
        assert_int_equal(hone_bvh_read_file(path, NULL, NULL, &p->bvh, &error), HONE_OK);
        assert_int_equal(p->bvh->frame_count, FRAMES);
        int bones = p->bvh->skeleton->bone_count;
        assert_in_range(bones, 20, BONES);
        assert_int_equal(hone_bvh_clip(p->bvh, NULL, &clip, &error), HONE_OK);
        hone_pose pose;
        assert_int_equal(hone_pose_create(bones, NULL, &pose, &error), HONE_OK);
        for (int f = 0; f < FRAMES; f++) {
            assert_true(hone_clip_sample(clip, p->bvh->skeleton, f * FRAME_TIME, &pose));
            assert_true(hone_pose_to_model(p->bvh->skeleton, &pose, NULL, p->model[f], bones));
            for (int b = 0; b < bones; b++) {
                p->local[f][b] = hone_pose_get(&pose, b).rotation;
            }
        }
        hone_pose_destroy(&pose, NULL);
        hone_bvh_clip_free(clip);
    }
    return 0;
}

static int free_pair(void **state)
{
    (void)state;
    hone_bvh_free(pair[0].bvh);
    hone_bvh_free(pair[1].bvh);
    return 0;
}

static void both_dance_more_than_twenty_seconds_on_one_clock(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        assert_true((double)pair[i].bvh->frame_count * pair[i].bvh->frame_time_s >= 20.0);
        assert_true(fabs(pair[i].bvh->frame_time_s - FRAME_TIME) < 1e-9);
        assert_int_equal(pair[i].bvh->warnings.count, 0);
        char path[1024];
        path_of(path, dance_files[i]);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        assert_int_equal(fseek(file, 0, SEEK_END), 0);
        long size = ftell(file);
        assert_int_equal(fclose(file), 0);
        assert_in_range(size, 1, 1500000);
    }
}

static void people_have_human_proportions_and_the_second_is_shorter(void **state)
{
    (void)state;
    double height[2];
    for (int i = 0; i < 2; i++) {
        const hone_skeleton *s = pair[i].bvh->skeleton;
        double top = 0.0;
        for (int b = tip_of(&pair[i], bone(&pair[i], "Head")); b >= 0; b = s->parents[b]) {
            top += (double)s->rest[b].translation.y;
        }
        height[i] = top;
        double leg = -(double)(s->rest[bone(&pair[i], "LeftLeg")].translation.y +
                               s->rest[bone(&pair[i], "LeftFoot")].translation.y);
        assert_true(leg > 0.42 * top && leg < 0.52 * top);
    }
    print_message("heights %.1f and %.1f cm\n", height[0], height[1]);
    assert_true(height[0] > 160.0 && height[0] < 185.0);
    assert_true(height[1] > 150.0 && height[1] < height[0] - 8.0);
}

static const char *const feet[2] = {"LeftToe", "RightToe"};

static void a_foot_that_stands_does_not_slide(void **state)
{
    (void)state;
    double worst = 0.0;
    for (int i = 0; i < 2; i++) {
        for (int side = 0; side < 2; side++) {
            int ball = bone(&pair[i], feet[side]);
            double floor_height = 1e9;
            for (int f = 0; f < FRAMES; f++) {
                floor_height = fmin(floor_height, (double)place(&pair[i], f, ball).y);
            }
            int standing = 0;
            hone_vec3 at = {0, 0, 0};
            for (int f = 0; f < FRAMES; f++) {
                hone_vec3 now = place(&pair[i], f, ball);
                bool stands = (double)now.y < floor_height + 0.1;
                if (stands && standing == 0) {
                    at = now;
                }
                if (stands && standing > 0) {
                    worst = fmax(worst, across(now, at));
                }
                standing = stands ? standing + 1 : 0;
            }
        }
    }
    print_message("a standing foot slides %.3f cm\n", worst);
    assert_true(worst < 0.5);
}

static void nothing_sinks_into_the_floor(void **state)
{
    (void)state;
    double lowest = 1e9;
    for (int i = 0; i < 2; i++) {
        for (int f = 0; f < FRAMES; f++) {
            for (int b = 0; b < pair[i].bvh->skeleton->bone_count; b++) {
                lowest = fmin(lowest, (double)place(&pair[i], f, b).y);
            }
        }
    }
    print_message("lowest joint %.3f cm\n", lowest);
    assert_true(lowest >= 0.0);
}

static void one_foot_or_the_floor_carries_except_in_the_jump(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        int longest = 0, run = 0, runs = 0;
        for (int f = 0; f < FRAMES; f++) {
            double left = (double)place(&pair[i], f, bone(&pair[i], feet[0])).y;
            double right = (double)place(&pair[i], f, bone(&pair[i], feet[1])).y;
            run = fmin(left, right) > 3.0 ? run + 1 : 0;
            runs += run == 1;
            longest = run > longest ? run : longest;
        }
        print_message("%s: %d times in the air, at most %d frames\n", dance_files[i], runs,
                      longest);
        assert_int_equal(runs, 1);
        assert_in_range(longest, 14, 24);
    }
}

// In the air nothing but gravity acts: second differences of the hips' height are -g.
static void the_jump_is_a_parabola_of_gravity(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        int hips = bone(&pair[i], "Hips"), checked = 0;
        for (int f = 2; f + 2 < FRAMES; f++) {
            bool flies = true;
            for (int k = -2; k <= 2; k++) {
                double left = (double)place(&pair[i], f + k, bone(&pair[i], feet[0])).y;
                double right = (double)place(&pair[i], f + k, bone(&pair[i], feet[1])).y;
                flies = flies && fmin(left, right) > 3.0;
            }
            if (flies) {
                double fall = (double)place(&pair[i], f - 1, hips).y -
                              2.0 * (double)place(&pair[i], f, hips).y +
                              (double)place(&pair[i], f + 1, hips).y;
                double gravity = -fall / (FRAME_TIME * FRAME_TIME);
                if (fabs(gravity - 981.0) > 10.0) {
                    fail_msg("%s frame %d: %.1f cm/s2", dance_files[i], f, gravity);
                }
                checked++;
            }
        }
        assert_in_range(checked, 10, 24);
    }
}

static void knees_and_elbows_bend_one_way_only(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double sign; // of the turn
        int axis;    // 0 = x, 1 = y
        double most;
    } hinges[] = {
        {"LeftLeg", 1, 0, 150},
        {"RightLeg", 1, 0, 150},
        {"LeftForeArm", -1, 1, 150},
        {"RightForeArm", 1, 1, 150},
    };
    for (int i = 0; i < 2; i++) {
        for (unsigned h = 0; h < sizeof hinges / sizeof hinges[0]; h++) {
            int index = bone(&pair[i], hinges[h].name);
            double least = 1e9, most = -1e9, off = 0.0;
            for (int f = 0; f < FRAMES; f++) {
                hone_quat q = pair[i].local[f][index];
                double about = (double)(hinges[h].axis == 0 ? q.x : q.y);
                double bend =
                    2.0 *
                    atan2(about * hinges[h].sign * (q.w < 0 ? -1.0 : 1.0), fabs((double)q.w)) *
                    DEGREES;
                least = fmin(least, bend);
                most = fmax(most, bend);
                off = fmax(off, angle_of(q) - fabs(bend));
            }
            print_message("%s %s %.1f to %.1f, off its axis %.2f\n", dance_files[i], hinges[h].name,
                          least, most, off);
            assert_true(least > -1.0 && most < hinges[h].most && off < 3.0);
        }
    }
}

// The whole turn of a joint from its rest, and how far it twists about its own length.
static void joints_stay_in_human_ranges(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double most;
    } ranges[] = {
        {"Spine", 40},        {"Chest", 45},         {"Neck", 45},     {"Head", 60},
        {"LeftShoulder", 35}, {"RightShoulder", 35}, {"LeftHand", 80}, {"RightHand", 80},
        {"LeftUpLeg", 120},   {"RightUpLeg", 120},   {"LeftFoot", 75}, {"RightFoot", 75},
        {"LeftToe", 75},      {"RightToe", 75},
    };
    bool fine = true;
    for (int i = 0; i < 2; i++) {
        for (unsigned r = 0; r < sizeof ranges / sizeof ranges[0]; r++) {
            int index = bone(&pair[i], ranges[r].name);
            double most = 0.0;
            int at = 0;
            for (int f = 0; f < FRAMES; f++) {
                double angle = angle_of(pair[i].local[f][index]);
                at = angle > most ? f : at;
                most = fmax(most, angle);
            }
            print_message("%s %s %.1f at frame %d\n", dance_files[i], ranges[r].name, most, at);
            fine = fine && most < ranges[r].most;
        }
    }
    assert_true(fine);
}

// The twist of each foot against the pelvis about the vertical: hips and knees turn that far.
static void feet_turn_with_the_pelvis(void **state)
{
    (void)state;
    double worst = 0.0;
    int at = 0;
    for (int i = 0; i < 2; i++) {
        for (int side = 0; side < 2; side++) {
            int toe = bone(&pair[i], feet[side]);
            for (int f = 0; f < FRAMES; f++) {
                const hone_affine3 *h = &pair[i].model[f][bone(&pair[i], "Hips")];
                hone_vec3 ahead = {h->m[0][2], 0, h->m[2][2]};
                hone_vec3 foot = hone_vec3_sub(place(&pair[i], f, tip_of(&pair[i], toe)),
                                               place(&pair[i], f, toe));
                foot.y = 0.0f;
                double angle = atan2((double)hone_vec3_length(hone_vec3_cross(ahead, foot)),
                                     (double)hone_vec3_dot(ahead, foot)) *
                               DEGREES;
                at = angle > worst ? f : at;
                worst = fmax(worst, angle);
            }
        }
    }
    print_message("a foot turns %.1f degrees off the pelvis at frame %d\n", worst, at);
    assert_true(worst < 75.0);
}

static hone_quat local_at(const performer *p, int frame, int index)
{
    return p->local[(frame + FRAMES) % FRAMES][index];
}

// No pops: a bound for the speed of every joint, and for how much it changes in a frame; round the
// loop too, so there is no seam. Legs may change more: who lands at 2.4 m/s bends the knees from
// rest at 600 degrees a second at once.
static void joints_move_without_pops(void **state)
{
    (void)state;
    bool fine = true;
    for (int i = 0; i < 2; i++) {
        const hone_skeleton *s = pair[i].bvh->skeleton;
        for (int b = 0; b < s->bone_count; b++) {
            double fastest = 0.0, hardest = 0.0;
            int at = 0, hard_at = 0;
            for (int f = 0; f < FRAMES; f++) {
                hone_quat before = local_at(&pair[i], f - 1, b);
                hone_quat now = local_at(&pair[i], f, b);
                hone_quat after = local_at(&pair[i], f + 1, b);
                hone_quat first = hone_quat_mul(hone_quat_conjugate(before), now);
                hone_quat second = hone_quat_mul(hone_quat_conjugate(now), after);
                double speed = angle_of(first) / FRAME_TIME;
                double change = angle_between(first, second);
                at = speed > fastest ? f : at;
                hard_at = change > hardest ? f : hard_at;
                fastest = fmax(fastest, speed);
                hardest = fmax(hardest, change);
            }
            if (fastest > 650.0 || hardest > 6.0) {
                print_message("%s %s: %.0f degrees/s at frame %d, changes by %.1f degrees a frame "
                              "at %d\n",
                              dance_files[i], s->names[b], fastest, at, hardest, hard_at);
            }
            bool leg = strstr(s->names[b], "Leg") != NULL || strstr(s->names[b], "Foot") != NULL;
            fine = fine && fastest < 1000.0 && hardest < (leg ? 16.0 : 9.0);
        }
        int hips = bone(&pair[i], "Hips");
        double fastest = 0.0, hardest = 0.0;
        int hard_at = 0;
        for (int f = 0; f < FRAMES; f++) {
            hone_vec3 before = place(&pair[i], (f + FRAMES - 1) % FRAMES, hips);
            hone_vec3 now = place(&pair[i], f, hips);
            hone_vec3 after = place(&pair[i], (f + 1) % FRAMES, hips);
            double change = between(hone_vec3_sub(now, before), hone_vec3_sub(after, now));
            fastest = fmax(fastest, between(before, now) / FRAME_TIME);
            hard_at = change > hardest ? f : hard_at;
            hardest = fmax(hardest, change);
        }
        hardest /= FRAME_TIME * FRAME_TIME * 981.0;
        print_message("%s hips: %.0f cm/s, %.1f g at frame %d\n", dance_files[i], fastest, hardest,
                      hard_at);
        fine = fine && fastest < 300.0 && hardest < 4.0;
    }
    assert_true(fine);
}

// Shares of the body's mass and where along their bones they lie (Winter, Biomechanics and Motor
// Control of Human Movement, the table of segments), shortened to this skeleton.
static hone_vec3 centre_of_mass(const performer *p, int frame)
{
    static const struct {
        const char *from, *to;
        double mass, along;
    } segments[] = {
        {"Hips", "Chest", 0.281, 0.45},
        {"Chest", "Neck", 0.216, 0.5},
        {"Neck", "Head", 0.081, 1.5},
        {"LeftArm", "LeftForeArm", 0.028, 0.44},
        {"RightArm", "RightForeArm", 0.028, 0.44},
        {"LeftForeArm", "LeftHand", 0.022, 0.68},
        {"RightForeArm", "RightHand", 0.022, 0.68},
        {"LeftUpLeg", "LeftLeg", 0.1, 0.43},
        {"RightUpLeg", "RightLeg", 0.1, 0.43},
        {"LeftLeg", "LeftFoot", 0.0465, 0.43},
        {"RightLeg", "RightFoot", 0.0465, 0.43},
        {"LeftFoot", "LeftToe", 0.0145, 0.5},
        {"RightFoot", "RightToe", 0.0145, 0.5},
    };
    hone_vec3 sum = {0, 0, 0};
    for (unsigned i = 0; i < sizeof segments / sizeof segments[0]; i++) {
        hone_vec3 a = place(p, frame, bone(p, segments[i].from));
        hone_vec3 b = place(p, frame, bone(p, segments[i].to));
        hone_vec3 at =
            hone_vec3_add(a, hone_vec3_scale(hone_vec3_sub(b, a), (float)segments[i].along));
        sum = hone_vec3_add(sum, hone_vec3_scale(at, (float)segments[i].mass));
    }
    return sum;
}

// How far a point is from the line between two others, on the floor.
static double off_line(hone_vec3 p, hone_vec3 a, hone_vec3 b)
{
    p.y = a.y = b.y = 0.0f;
    hone_vec3 way = hone_vec3_sub(b, a);
    double length = (double)hone_vec3_dot(way, way);
    double t = length > 0.0 ? (double)hone_vec3_dot(hone_vec3_sub(p, a), way) / length : 0.0;
    t = fmin(1.0, fmax(0.0, t));
    return between(p, hone_vec3_add(a, hone_vec3_scale(way, (float)t)));
}

static void the_weight_is_over_the_feet_that_stand(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        double sum = 0.0, worst = 0.0;
        int count = 0, at = 0;
        for (int f = 0; f < FRAMES; f++) {
            hone_vec3 sole[2]; // the middle between ball and ankle
            bool stands[2];
            for (int side = 0; side < 2; side++) {
                hone_vec3 ball = place(&pair[i], f, bone(&pair[i], feet[side]));
                hone_vec3 ankle =
                    place(&pair[i], f, bone(&pair[i], side == 0 ? "LeftFoot" : "RightFoot"));
                sole[side] = hone_vec3_scale(hone_vec3_add(ball, ankle), 0.5f);
                stands[side] = ball.y < 3.0f;
            }
            if (stands[0] || stands[1]) {
                double off = off_line(centre_of_mass(&pair[i], f), sole[stands[0] ? 0 : 1],
                                      sole[stands[1] ? 1 : 0]);
                at = off > worst ? f : at;
                worst = fmax(worst, off);
                sum += off;
                count++;
            }
        }
        print_message("%s: weight off the feet %.1f cm on average, at most %.1f at frame %d\n",
                      dance_files[i], sum / count, worst, at);
        assert_true(sum / count < 7.0 && worst < 30.0);
    }
}

static void each_turns_all_the_way_round(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        int hips = bone(&pair[i], "Hips");
        double heading = 0.0, least = 0.0, most = 0.0;
        for (int f = 1; f < FRAMES; f++) {
            hone_vec3 a = hone_affine3_direction(&pair[i].model[f - 1][hips], (hone_vec3){0, 0, 1});
            hone_vec3 b = hone_affine3_direction(&pair[i].model[f][hips], (hone_vec3){0, 0, 1});
            heading +=
                atan2((double)(a.z * b.x - a.x * b.z), (double)(a.x * b.x + a.z * b.z)) * DEGREES;
            least = fmin(least, heading);
            most = fmax(most, heading);
        }
        print_message("%s turns from %.0f to %.0f degrees, ends at %.1f\n", dance_files[i], least,
                      most, heading);
        assert_true(fmax(-least, most) > 360.0);
        assert_true(fabs(heading) < 5.0);
    }
}

static double least_between_segments(hone_vec3 a, hone_vec3 b, hone_vec3 c, hone_vec3 d)
{
    double least = 1e9;
    for (int i = 0; i <= 4; i++) {
        hone_vec3 p = hone_vec3_add(a, hone_vec3_scale(hone_vec3_sub(b, a), (float)i / 4.0f));
        for (int k = 0; k <= 4; k++) {
            hone_vec3 q = hone_vec3_add(c, hone_vec3_scale(hone_vec3_sub(d, c), (float)k / 4.0f));
            least = fmin(least, between(p, q));
        }
    }
    return least;
}

static void the_two_meet_only_with_their_hands(void **state)
{
    (void)state;
    const hone_skeleton *s = pair[0].bvh->skeleton;
    double closest = 1e9, hands = 1e9, apart = 0.0;
    int at = 0, met = 0;
    for (int f = 0; f < FRAMES; f++) {
        apart += across(place(&pair[0], f, 0), place(&pair[1], f, 0)) / FRAMES;
        for (int b = 1; b < s->bone_count; b++) {
            for (int c = 1; c < s->bone_count; c++) {
                const char *first = s->names[s->parents[b]], *second = s->names[s->parents[c]];
                double way = least_between_segments(
                    place(&pair[0], f, b), place(&pair[0], f, s->parents[b]), place(&pair[1], f, c),
                    place(&pair[1], f, s->parents[c]));
                bool arm_b = strstr(first, "Hand") != NULL || strstr(first, "ForeArm") != NULL;
                bool arm_c = strstr(second, "Hand") != NULL || strstr(second, "ForeArm") != NULL;
                if (arm_b && arm_c) {
                    met = way < hands ? f : met;
                    hands = fmin(hands, way);
                } else if (way < closest) {
                    closest = way;
                    at = f;
                }
                if (!(arm_b && arm_c) && way < 14.0) {
                    print_message("%.1f cm between %s and %s at frame %d\n", way, first, second, f);
                }
            }
        }
    }
    print_message(
        "bodies %.1f cm at frame %d, hands %.1f cm at frame %d, hips %.0f cm on average\n", closest,
        at, hands, met, apart);
    assert_true(closest > 14.0);
    assert_true(hands > 0.3 && hands < 8.0);
    assert_true(apart > 80.0 && apart < 200.0);
}

// At the height of the face, each with the hand on the audience's side.
static void hands_meet_in_a_high_five(void **state)
{
    (void)state;
    double closest = 1e9;
    for (int f = 0; f < FRAMES; f++) {
        for (int b = 0; b < 4; b++) {
            int first = tip_of(&pair[0], bone(&pair[0], b % 2 ? "LeftHand" : "RightHand"));
            int second = tip_of(&pair[1], bone(&pair[1], b / 2 ? "LeftHand" : "RightHand"));
            hone_vec3 one = place(&pair[0], f, first), other = place(&pair[1], f, second);
            if (one.y > 150.0f && other.y > 150.0f) {
                closest = fmin(closest, between(one, other));
            }
        }
    }
    print_message("high five within %.1f cm\n", closest);
    assert_true(closest > 1.0 && closest < 9.0);
}

static void they_change_places_and_come_back(void **state)
{
    (void)state;
    int crossings = 0;
    bool before = true;
    for (int f = 0; f < FRAMES; f++) {
        bool now = place(&pair[0], f, 0).x < place(&pair[1], f, 0).x;
        crossings += now != before;
        before = now;
    }
    assert_int_equal(crossings, 2);
}

static void each_claps(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        int claps = 0;
        bool before = false;
        double closest = 1e9;
        for (int f = 0; f < FRAMES; f++) {
            double way = between(place(&pair[i], f, bone(&pair[i], "LeftHand")),
                                 place(&pair[i], f, bone(&pair[i], "RightHand")));
            bool now = way < 8.0;
            claps += now && !before;
            before = now;
            closest = fmin(closest, way);
        }
        print_message("%s claps %d times, hands %.1f cm apart\n", dance_files[i], claps, closest);
        assert_true(claps >= 2);
        assert_true(closest > 3.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_dance_more_than_twenty_seconds_on_one_clock),
        cmocka_unit_test(people_have_human_proportions_and_the_second_is_shorter),
        cmocka_unit_test(a_foot_that_stands_does_not_slide),
        cmocka_unit_test(nothing_sinks_into_the_floor),
        cmocka_unit_test(one_foot_or_the_floor_carries_except_in_the_jump),
        cmocka_unit_test(the_jump_is_a_parabola_of_gravity),
        cmocka_unit_test(knees_and_elbows_bend_one_way_only),
        cmocka_unit_test(joints_stay_in_human_ranges),
        cmocka_unit_test(feet_turn_with_the_pelvis),
        cmocka_unit_test(joints_move_without_pops),
        cmocka_unit_test(the_weight_is_over_the_feet_that_stand),
        cmocka_unit_test(each_turns_all_the_way_round),
        cmocka_unit_test(the_two_meet_only_with_their_hands),
        cmocka_unit_test(hands_meet_in_a_high_five),
        cmocka_unit_test(they_change_places_and_come_back),
        cmocka_unit_test(each_claps),
    };
    return cmocka_run_group_tests(tests, read_pair, free_pair);
}
