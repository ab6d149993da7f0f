// SPDX-License-Identifier: MIT
//
// The choreography: 48 beats in six phrases of eight, for two.
//
//      0  steps to the side, together and apart     24  a jump each, one after the other; a pose
//      8  they change places; claps                 32  kicks; they meet; high five
//     16  hips, a wave from hand to hand, a spin    40  they turn back to their places; a bow
#include "score.h"

#define GRAVITY_A_BEAT 245.25 // centimetres a beat squared: 981 a second squared

// A step to the side and the other foot to it, two counts. way: 1 towards the partner, -1 away;
// from the middle between the feet at x; the arms swing up higher with each.
static void side_step(const writer *w, double t, double way, double x, double high)
{
    int lead = way > 0.0 ? LEFT : RIGHT;
    int other = way > 0.0 ? RIGHT : LEFT;
    double to = x + way * 34.0;
    step_to(w, lead, t + 0.05, t + 0.95, to + way * 11.0, 8, way * 14, 6, 12);
    step_to(w, other, t + 1.15, t + 1.9, to - way * 9.0, 9, -way * 10, 5, 18);
    arm(w, lead, t + 0.15, 35, -66, 38, 10);
    arm(w, lead, t + 1.0, 8, 14 + high, 22, 30);
    arm(w, lead, t + 1.45, 4, 20 + high, 34, 30);
    arm(w, other, t + 0.2, 15, -62, 40, 0);
    arm(w, other, t + 1.0, 78, -32, 66, -10);
    arm(w, other, t + 1.5, 74, -36, 74, -10);
    spine(w, t + 0.3, 5, -3 * way, -6 * way);
    spine(w, t + 1.0, -2, 9 * way, 14 * way);
    spine(w, t + 1.6, 2, 3 * way, 9 * way);
    head(w, t + 0.35, 5, 0, 4 * way);
    head(w, t + 1.0, -4, 9 * way, 24 * way);
    head(w, t + 1.7, 3, -2 * way, 12 * way);
    hips(w, t + 0.5, 1.5, 0, 3);
    hips(w, t + 1.0, 6.0, -3 * way, 5);
    hips(w, t + 1.55, 1.0, 2 * way, 2);
    yaw(w, t + 1.0, 12 * way);
}

static void side_steps(const writer *w, double first_way)
{
    groove(w, 0.0, 0.8);
    groove(w, 7.5, 1.0);
    side_step(w, 0.0, first_way, 0, 0);
    side_step(w, 2.0, -first_way, 34 * first_way, 12);
    side_step(w, 4.0, -1, 0, 24);
    side_step(w, 6.0, 1, -34, 36);
    yaw(w, 0.0, 0);
}

// Four steps past each other to the partner's place, hands touching in passing.
static void change_places(const writer *w)
{
    double z = w->lane;
    groove(w, 8.5, 0.9);
    groove(w, 11.5, 0.9);
    step_to(w, LEFT, 8.1, 8.85, 36, 0.75 * z - 6, 62, 7, 4);
    pivot(w, RIGHT, 8.25, 8.95, 36);
    step_to(w, RIGHT, 9.05, 9.8, 70, z + 7, 84, 7, 4);
    step_to(w, LEFT, 10.05, 10.8, 110, 0.9 * z - 8, 82, 7, 4);
    step_to(w, RIGHT, 11.0, 11.85, 132, 10, 30, 9, 4);
    step_to(w, LEFT, 11.95, 12.6, 156, 8, 10, 6, 8);
    yaw(w, 7.9, 2);
    yaw(w, 8.9, 62);
    yaw(w, 10.0, 88);
    yaw(w, 11.0, 78);
    yaw(w, 11.6, 46);
    yaw(w, 12.2, 16);
    yaw(w, 12.7, 8);
    pivot(w, LEFT, 11.15, 11.8, 52);
    for (int i = 0; i < 4; i++) {
        double t = 8.45 + i;
        int front = i % 2 == 0 ? RIGHT : LEFT;
        int back = i % 2 == 0 ? LEFT : RIGHT;
        double s = i % 2 == 0 ? 1.0 : -1.0;
        bool free = i != 1 && i != 2;
        if (free || front != w->passing) {
            arm(w, front, t, 70, -44, 58, 10);
        }
        if (free || back != w->passing) {
            arm(w, back, t, -28, -64, 24, 20);
        }
        spine(w, t, 4, 3 * s, 9 * s);
        hips(w, t, 1.5, 2 * s, 4);
        hips(w, t + 0.5, 4.0, 0, 4);
    }
    double look = w->passing == LEFT ? 1.0 : -1.0;
    touch(w, w->passing, 9.97, 10.03, 72, 136, look * 9 + 3, 0.4, 0.4);
    arm(w, w->passing, 9.5, 40, -22, 104, -60);
    arm(w, w->passing, 10.0, 20, -16, 104, -60);
    arm(w, w->passing, 10.5, -10, -20, 100, -60);
    head(w, 8.5, 0, 4, 16);
    head(w, 9.9, 2, 6 * look, 46 * look);
    head(w, 10.4, 0, 0, 40 * look);
    head(w, 11.2, 0, 0, -10);
    head(w, 12.0, -4, -6, 0);
}

static void clap(const writer *w, double beat, double y)
{
    reach(w, LEFT, beat - 0.02, beat + 0.02, 2.5, y, 33.0, 0.4, 0.4);
    reach(w, RIGHT, beat - 0.02, beat + 0.02, 2.5, y, 33.0, 0.4, 0.4);
}

// In the other one's place: claps to the left and to the right.
static void claps(const writer *w)
{
    groove(w, 12.5, 1.0);
    groove(w, 15.5, 0.9);
    both_arms(w, 12.4, 50, -34, 84, 20);
    both_arms(w, 13.4, 54, -24, 80, 20);
    clap(w, 13.0, 16);
    clap(w, 14.0, 24);
    step_to(w, RIGHT, 13.1, 13.8, -24, 8, -24, 5, 14);
    step_to(w, LEFT, 14.15, 14.85, 2, 10, 4, 5, 14);
    step_to(w, LEFT, 15.1, 15.75, 13, 8, 16, 5, 10);
    both_arms(w, 14.5, 30, -34, 64, 20);
    arm(w, LEFT, 15.0, 10, 12, 36, 40);
    arm(w, RIGHT, 15.0, 40, -44, 60, 0);
    yaw(w, 13.0, 14);
    yaw(w, 14.0, -16);
    yaw(w, 15.1, 6);
    spine(w, 12.5, 8, 0, -4);
    spine(w, 13.0, -4, 7, 8);
    spine(w, 13.5, 6, 0, 0);
    spine(w, 14.0, -6, -7, -8);
    spine(w, 14.6, 5, 0, 0);
    spine(w, 15.2, -2, 5, 8);
    head(w, 12.6, 10, 0, 0);
    head(w, 13.0, -6, 8, 16);
    head(w, 13.5, 8, 0, 0);
    head(w, 14.0, -8, -9, -12);
    head(w, 14.6, 6, 0, 0);
    head(w, 15.2, -4, 6, 10);
    hips(w, 12.6, 7, 0, 6);
    hips(w, 13.0, 2, 5, 1);
    hips(w, 13.5, 6, 0, 5);
    hips(w, 14.0, 1, -5, 0);
    hips(w, 14.6, 5, 0, 4);
    hips(w, 15.4, 2, 0, 2);
}

// The hips go from side to side while a wave runs from hand to hand: in at the arm that is away
// from the partner for the one who begins, in at the near arm for the one who takes it over.
static void sway_and_wave(const writer *w, int in, double at)
{
    int out = in == LEFT ? RIGHT : LEFT;
    groove(w, 16.5, 0.4);
    groove(w, 19.5, 0.3);
    step_to(w, RIGHT, 15.85, 16.35, -14, 8, -16, 4, 10);
    for (int i = 0; i < 4; i++) {
        double t = 16.6 + i * 0.8;
        double s = i % 2 == 0 ? 1.0 : -1.0;
        weight(w, t, 0.8 * s);
        hips(w, t, 3.5, 7 * s, 2);
        hips(w, t + 0.4, 5.5, 0, 4);
        spine(w, t, 0, 4 * s, -8 * s);
    }
    double s = in == LEFT ? 1.0 : -1.0;
    head(w, at - 0.3, 0, -6 * s, 26 * s);
    head(w, at + 0.7, -3, 0, 0);
    head(w, at + 1.5, 0, 6 * s, -26 * s);
    both_arms(w, at - 0.5, 8, -8, 16, 50);
    arm(w, in, at - 0.05, 8, -6, 14, 50);
    arm(w, in, at + 0.35, 6, 30, 50, 20);
    arm(w, in, at + 0.75, 5, 16, 14, 40);
    arm(w, in, at + 1.2, 8, -14, 10, 60);
    arm(w, in, at + 1.7, 8, -4, 16, 50);
    arm(w, out, at + 0.35, 8, -14, 12, 60);
    arm(w, out, at + 0.8, 8, -18, 14, 60);
    arm(w, out, at + 1.2, 5, 30, 48, 20);
    arm(w, out, at + 1.6, 5, 8, 10, 50);
    arm(w, out, at + 2.0, 8, -8, 18, 50);
    wrist(w, in, at - 0.45, 0);
    wrist(w, in, at - 0.1, -32);
    wrist(w, in, at + 0.4, 32);
    wrist(w, in, at + 0.9, 0);
    wrist(w, out, at + 0.9, 0);
    wrist(w, out, at + 1.3, -32);
    wrist(w, out, at + 1.8, 34);
    wrist(w, out, at + 2.3, 0);
}

// Wind up towards the partner, a whole turn away on the ball of the right foot.
static void pirouette(const writer *w)
{
    groove(w, 22.8, 0.3);
    step *round = step_to(w, LEFT, 20.05, 22.0, 14, 10, -344, 26, 30);
    round->kind = STEP_ROUND;
    pivot(w, RIGHT, 20.0, 21.9, -374);
    yaw(w, 18.8, 4);
    yaw(w, 19.7, 26);
    yaw(w, 20.3, -20);
    yaw(w, 20.95, -176);
    yaw(w, 21.7, -345);
    yaw(w, 22.3, -364);
    yaw(w, 23.0, -360);
    weight(w, 19.8, -0.2);
    weight(w, 22.3, -0.4);
    arm(w, RIGHT, 19.7, 82, -10, 36, 0);
    arm(w, LEFT, 19.7, -22, -8, 24, 20);
    both_arms(w, 20.5, 64, -14, 78, 10);
    both_arms(w, 21.4, 66, -16, 84, 10);
    arm(w, LEFT, 22.3, 10, -32, 30, 30);
    arm(w, RIGHT, 22.3, 0, 46, 10, 50);
    arm(w, LEFT, 22.9, 12, -36, 34, 30);
    arm(w, RIGHT, 22.9, 6, 40, 18, 50);
    spine(w, 19.7, 6, 0, 20);
    spine(w, 20.5, -2, 0, -12);
    spine(w, 21.4, -2, 0, -5);
    spine(w, 22.3, -5, -8, -8);
    spine(w, 23.2, 0, -3, 0);
    head(w, 19.6, 2, 0, -14);
    head(w, 20.3, 0, 0, 34);
    head(w, 20.85, 0, 0, -40);
    head(w, 21.5, 0, 0, -10);
    head(w, 22.3, -8, -8, -12);
    head(w, 23.3, 0, 0, 0);
    hips(w, 19.7, 9, 0, 5);
    hips(w, 20.5, -1.5, 0, 0);
    hips(w, 21.5, -1.5, 0, 0);
    hips(w, 22.3, 6, -3, 3);
    hips(w, 23.2, 2, 0, 2);
}

// Down, up into the air for a beat, down again.
static void jump(const writer *w, double leave)
{
    const double land = leave + 1.0, eps = 0.0005;
    const double speed = 0.5 * GRAVITY_A_BEAT; // a beat, at both ends
    curve *fly = &w->d->fly;
    curve_key_with_slope(fly, leave - eps, 0.0, 0.0);
    curve_key_with_slope(fly, leave, 0.0, speed);
    curve_key_with_slope(fly, land, 0.0, -speed);
    curve_key_with_slope(fly, land + eps, 0.0, 0.0);
    // The legs give the hips the speed with which they leave the floor, and take it from them.
    curve *drop = &w->d->drop;
    curve_key_with_slope(drop, leave - 0.6, 30.0, 0.0);
    curve_key_with_slope(drop, leave - eps, 2.0, -speed);
    curve_key_with_slope(drop, leave, 2.0, 0.0);
    curve_key_with_slope(drop, land, 2.0, 0.0);
    curve_key_with_slope(drop, land + eps, 2.0, speed);
    curve_key_with_slope(drop, land + 0.48, 24.0, 0.0);
    curve_key(drop, land + 1.4, 4.0);
    curve_key(drop, leave - 1.7, 3.0);
    groove(w, leave - 1.6, 0.3);
    groove(w, leave - 0.9, 0.0);
    groove(w, land + 0.6, 0.0);
    curve_key(&w->d->pitch, leave - 1.6, 2);
    curve_key(&w->d->pitch, leave - 0.6, 26);
    curve_key(&w->d->pitch, leave + 0.1, -2);
    curve_key(&w->d->pitch, land, 5);
    curve_key(&w->d->pitch, land + 0.48, 22);
    curve_key(&w->d->pitch, land + 1.4, 2);
    curve_key(&w->d->roll, leave - 1.0, 0);
    curve_key(&w->d->roll, land + 0.8, 0);
    weight(w, leave - 1.0, 0.0);
    weight(w, land + 0.8, 0.0);
    for (int side = LEFT; side < SIDES; side++) {
        double x = side == LEFT ? 1.0 : -1.0;
        step *s = step_to(w, side, leave - eps, land + eps, x * 15, 9, x * 18, 3, 22);
        s->kind = STEP_JUMP;
        curve *heel = &w->d->legs[side].heel;
        curve_key(heel, leave - 0.35, 0.0);
        curve_key(heel, leave, 22.0);
        curve_key(heel, land, 34.0);
        curve_key(heel, land + 0.35, 0.0);
    }
    spine(w, leave - 1.6, 3, 0, 0);
    spine(w, leave - 0.55, 20, 0, 0);
    spine(w, leave + 0.25, -12, 0, 0);
    spine(w, land - 0.2, -3, 0, 0);
    spine(w, land + 0.5, 18, 0, 0);
    head(w, leave - 1.6, 3, 0, 0);
    head(w, leave - 0.55, 4, 0, 0);
    head(w, leave + 0.35, -14, 0, 0);
    head(w, land + 0.5, 8, 0, 0);
    both_arms(w, leave - 1.5, 30, -52, 30, 20);
    both_arms(w, leave - 0.6, -40, -56, 16, 20);
    arm(w, LEFT, leave + 0.15, 26, 66, 24, 30);
    arm(w, RIGHT, leave + 0.15, 26, 66, 24, 30);
    arm(w, LEFT, leave + 0.55, 6, 58, 10, 30);
    arm(w, RIGHT, leave + 0.6, 10, 64, 16, 30);
    both_arms(w, land + 0.5, 42, -22, 46, 20);
}

// One arm up to the side, the other hand on the hip, the weight on one leg.
static void point_up(const writer *w, double from, double to)
{
    weight(w, from, -0.7);
    weight(w, to, -0.65);
    arm(w, LEFT, from - 0.5, 60, -20, 70, 0);
    arm(w, LEFT, from, 4, 50, 6, 40);
    arm(w, LEFT, 0.5 * (from + to), 8, 45, 12, 40);
    arm(w, LEFT, to, 4, 50, 8, 40);
    arm(w, RIGHT, from, -6, -44, 60, -60);
    arm(w, RIGHT, to, -6, -44, 60, -60);
    reach(w, RIGHT, from, to, 17.5, -18, 5, 0.6, 0.6);
    wrist(w, LEFT, from, 15);
    wrist(w, LEFT, to, 10);
    spine(w, from, -5, -7, 14);
    spine(w, to, -4, -5, 12);
    head(w, from, -8, 6, 26);
    head(w, 0.5 * (from + to), -2, 2, 18);
    head(w, to, -6, 5, 22);
    yaw(w, from - 1.2, 0);
    yaw(w, from, -10);
    yaw(w, to, -8);
    hips(w, from, 3, -5, 2);
    hips(w, to, 3, -4, 2);
    pivot(w, LEFT, from - 0.8, from - 0.1, 34);
}

// What the one does who waits for the other's jump: sways, and hands that follow it up.
static void watch(const writer *w, double from)
{
    groove(w, from, 0.9);
    groove(w, from + 1.5, 0.6);
    head(w, from, 0, 4, 34);
    head(w, from + 1.2, -14, 4, 44);
    head(w, from + 1.9, 4, 2, 36);
    both_arms(w, from, 30, -50, 60, 20);
    arm(w, LEFT, from + 1.1, 20, -6, 84, -50);
    arm(w, RIGHT, from + 1.1, 30, -10, 88, -50);
    both_arms(w, from + 1.9, 26, -50, 50, 10);
    weight(w, from, 0.5);
    weight(w, from + 1.0, -0.4);
    weight(w, from + 1.8, 0.3);
    hips(w, from, 3, 3, 2);
    hips(w, from + 1.0, 1, -3, 1);
    hips(w, from + 1.8, 4, 2, 2);
    spine(w, from + 1.1, -4, 4, 12);
    spine(w, from + 1.8, 3, 0, 4);
}

static void kick(const writer *w, double t, int leg)
{
    double s = leg == RIGHT ? 1.0 : -1.0;
    int other = leg == RIGHT ? LEFT : RIGHT;
    step *k = step_to(w, leg, t + 0.1, t + 1.5, -s * 13, 8, -s * 12, 34, 6);
    k->out_z = 46;
    k->out_x = w->sign * s * 10;
    arm(w, other, t + 0.1, 30, -56, 56, 20);
    arm(w, other, t + 0.8, 78, 0, 14, 20);
    arm(w, other, t + 1.4, 50, -38, 56, 20);
    arm(w, leg, t + 0.1, 30, -58, 46, 20);
    arm(w, leg, t + 0.8, -14, 16, 16, 30);
    arm(w, leg, t + 1.4, 20, -46, 50, 20);
    spine(w, t + 0.15, 8, 0, -4 * s);
    spine(w, t + 0.8, -5, 0, -14 * s);
    spine(w, t + 1.5, 5, 0, 0);
    head(w, t + 0.8, -3, 5 * s, 8 * s);
    head(w, t + 1.5, 6, 0, 0);
    hips(w, t + 0.1, 5, 0, 4);
    hips(w, t + 0.8, 0, 0, -8);
    hips(w, t + 1.55, 5, 0, 4);
}

static void kicks(const writer *w)
{
    groove(w, 31.6, 0.6);
    groove(w, 33.5, 0.4);
    groove(w, 35.8, 0.7);
    step_to(w, LEFT, 31.25, 31.85, 13, 8, 12, 4, 10);
    yaw(w, 31.9, 0);
    yaw(w, 35.6, 0);
    kick(w, 32.0, RIGHT);
    kick(w, 34.0, LEFT);
}

// To the partner, a wind-up, and the hands meet high; the longer arm goes farther.
static void high_five(const writer *w, double meet, double high)
{
    groove(w, 38.8, 0.6);
    step_to(w, LEFT, 36.1, 36.8, 39, -4, 62, 5, 10);
    step_to(w, RIGHT, 36.95, 37.65, 20, 18, 46, 5, 12);
    yaw(w, 36.95, 52);
    yaw(w, 38.1, 62);
    yaw(w, 38.8, 54);
    head(w, 36.6, 0, 4, 20);
    head(w, 37.4, 4, 0, 10);
    head(w, 38.0, -6, 4, 10);
    head(w, 39.0, 2, 0, 6);
    spine(w, 36.8, 4, 0, 0);
    spine(w, 37.4, -4, -6, -16);
    spine(w, 38.0, 3, 5, 16);
    spine(w, 39.0, 2, 0, 2);
    hips(w, 36.9, 4, 0, 3);
    hips(w, 37.4, 6, 0, 2);
    hips(w, 38.0, -1, 0, 2);
    hips(w, 38.9, 5, 0, 4);
    weight(w, 38.0, 0.7);
    arm(w, LEFT, 37.0, 20, -60, 40, 10);
    arm(w, RIGHT, 36.9, 30, -50, 60, 10);
    arm(w, RIGHT, 37.4, -18, 4, 96, -70);
    arm(w, RIGHT, 38.0, 60, 30, 40, -20);
    arm(w, RIGHT, 38.6, 50, -10, 60, 0);
    arm(w, LEFT, 38.0, -10, -56, 26, 10);
    arm(w, LEFT, 38.8, 25, -54, 46, 10);
    touch(w, RIGHT, 37.97, 38.08, meet, high, 22, 0.45, 0.6);
}

// Back to the own place with a whole turn under way, on the other lane.
static void turn_back(const writer *w)
{
    double z = -w->lane;
    groove(w, 40.5, 0.3);
    groove(w, 43.5, 0.3);
    step_to(w, RIGHT, 39.05, 39.7, 16, 0.5 * z + 8, 44, 5, 12);
    step_to(w, LEFT, 39.95, 40.7, 58, z, 78, 6, 14);
    step_to(w, RIGHT, 40.9, 41.75, 98, z, 235, 7, 20);
    pivot(w, RIGHT, 40.2, 40.8, 80);
    pivot(w, LEFT, 40.95, 41.7, 215);
    step_to(w, LEFT, 41.85, 42.75, 154, 0.3 * z + 6, 366, 7, 20);
    pivot(w, RIGHT, 41.95, 42.7, 330);
    step_to(w, RIGHT, 42.9, 43.55, 131, 8, 346, 5, 14);
    yaw(w, 39.6, 42);
    yaw(w, 40.5, 70);
    yaw(w, 41.45, 172);
    yaw(w, 42.3, 312);
    yaw(w, 43.0, 364);
    yaw(w, 43.7, 360);
    both_arms(w, 39.6, 40, -48, 84, 0);
    both_arms(w, 40.4, 56, -30, 92, 10);
    both_arms(w, 41.3, 64, -16, 76, 10);
    both_arms(w, 42.2, 64, -18, 80, 10);
    spine(w, 40.2, 3, 4, -14);
    spine(w, 41.3, -2, 0, 10);
    spine(w, 42.4, -2, 0, 4);
    head(w, 40.2, 0, 0, 20);
    head(w, 41.0, 0, 0, -30);
    head(w, 41.6, 0, 0, 34);
    head(w, 42.5, 0, 0, 6);
    hips(w, 40.2, 4, 0, 3);
    hips(w, 41.3, 0, 0, 0);
    hips(w, 42.3, 0, 0, 0);
}

// Both arms in a great circle, a bow, and up again to where the dance began.
static void bow(const writer *w)
{
    groove(w, 44.5, 0.2);
    groove(w, 47.3, 0.6);
    both_arms(w, 43.1, 14, -56, 22, 20);
    both_arms(w, 43.6, 4, -4, 8, 40);
    arm(w, LEFT, 44.15, 6, 64, 14, 30);
    arm(w, RIGHT, 44.25, 8, 66, 18, 30);
    both_arms(w, 44.7, 24, 62, 40, 10);
    arm(w, LEFT, 45.3, 40, 6, 50, 10);
    arm(w, RIGHT, 45.3, 66, 0, 70, 0);
    arm(w, LEFT, 46.0, -8, -14, 16, 40);
    arm(w, RIGHT, 46.0, 62, -34, 96, -10);
    arm(w, LEFT, 46.5, -12, -10, 16, 40);
    arm(w, RIGHT, 46.5, 62, -34, 98, -10);
    both_arms(w, 47.35, 25, -62, 34, 15);
    spine(w, 43.1, 7, 0, 0);
    spine(w, 44.25, -11, 0, 0);
    spine(w, 45.1, 2, 0, 0);
    spine(w, 46.05, 34, 0, -6);
    spine(w, 46.5, 33, 0, -6);
    spine(w, 47.4, 3, 0, 0);
    head(w, 43.2, 4, 0, 0);
    head(w, 44.3, -16, 0, 6);
    head(w, 46.1, 12, 4, 0);
    head(w, 47.3, 0, 0, 4);
    hips(w, 43.1, 7, 0, 6);
    hips(w, 44.2, -2, 0, -3);
    hips(w, 45.1, 3, 0, 3);
    hips(w, 46.05, 5, 0, 30);
    hips(w, 46.5, 5, 0, 29);
    hips(w, 47.35, 2, 0, 2);
    yaw(w, 45.2, 0);
    yaw(w, 47.2, 0);
    weight(w, 44.2, 0.0);
    step_to(w, RIGHT, 44.7, 45.4, -12, -8, -16, 4, 14);
    step_to(w, RIGHT, 46.75, 47.4, -11, 8, -10, 4, 14);
}

static void compose(dance *d, double sign)
{
    bool first = sign > 0.0;
    writer home = {d, sign, 0, 0, first ? 54.0 : -48.0, 0, first ? LEFT : RIGHT};
    // There: the partner is on the other side.
    writer there = home;
    there.sign = -sign;
    there.origin = sign * BETWEEN_DANCERS;
    writer spun = there;
    spun.turned = -360.0;
    side_steps(&home, first ? 1.0 : -1.0);
    change_places(&home);
    claps(&there);
    sway_and_wave(&there, first ? RIGHT : LEFT, first ? 16.55 : 17.3);
    pirouette(&there);
    if (first) {
        jump(&spun, 26.0);
        point_up(&spun, 28.5, 31.0);
    } else {
        watch(&spun, 25.0);
        jump(&spun, 28.0);
        point_up(&spun, 30.2, 31.0);
    }
    kicks(&spun);
    high_five(&spun, first ? 79.0 : 67.0, first ? 150.0 : 157.0);
    turn_back(&spun);
    bow(&home);
    finish_dance(d);
}

void compose_first(dance *d)
{
    compose(d, 1.0);
}

void compose_second(dance *d)
{
    compose(d, -1.0);
}
