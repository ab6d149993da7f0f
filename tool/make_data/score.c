// SPDX-License-Identifier: MIT
//
// The choreography: 48 beats in six phrases of eight. The first dancer leads; the second dances the
// mirror image, but for the arm wave, which goes on from one to the other.
//
//      0  side steps with swinging arms           24  crouch, jump, landing, pose
//      8  walk forward, clap, walk back           32  kicks and reaches, meeting in the middle
//     16  sways, arm wave, spin to the left       40  spin to the right, big circle, bow
#include "dance.h"

// The dance is written for one side and can be mirrored while it is written.
typedef struct writer {
    dance *d;
    double sign;  // -1: left and right change places
    double delay; // beats
} writer;

static int side_of(const writer *w, int side)
{
    return w->sign > 0.0 ? side : side == LEFT ? RIGHT : LEFT;
}

static void arm(const writer *w, int side, double beat, double azimuth, double elevation,
                double bend, double swivel)
{
    arm_controls *a = &w->d->arms[side_of(w, side)];
    beat += w->delay;
    curve_key(&a->azimuth, beat, azimuth);
    curve_key(&a->elevation, beat, elevation);
    curve_key(&a->bend, beat, bend);
    curve_key(&a->swivel, beat, swivel);
}

static void both_arms(const writer *w, double beat, double azimuth, double elevation, double bend,
                      double swivel)
{
    arm(w, LEFT, beat, azimuth, elevation, bend, swivel);
    arm(w, RIGHT, beat, azimuth, elevation, bend, swivel);
}

static void wrist(const writer *w, int side, double beat, double angle)
{
    curve_key(&w->d->arms[side_of(w, side)].wrist, beat + w->delay, angle);
}

// The hand is drawn to a place, fully at beat, from `before` beats earlier to `after` beats later.
static void reach(const writer *w, int side, double beat, double x, double y, double z,
                  double before, double after)
{
    arm_controls *a = &w->d->arms[side_of(w, side)];
    beat += w->delay;
    curve_key(&a->reach, beat - before, 0.0);
    curve_key(&a->reach, beat, 1.0);
    curve_key(&a->reach, beat + after, 0.0);
    curve_key(&a->reach_x, beat, x);
    curve_key(&a->reach_y, beat, y);
    curve_key(&a->reach_z, beat, z);
}

// Two claps half a beat apart; between them the hands part a little.
static void clap_twice(const writer *w, double beat, double y, double second_y)
{
    for (int side = LEFT; side < SIDES; side++) {
        reach(w, side, beat, 3.0, y, 34.0, 0.5, 1.1);
        arm_controls *a = &w->d->arms[side_of(w, side)];
        curve_key(&a->reach, beat + 0.5 + w->delay, 1.0);
        curve_key(&a->reach_x, beat + 0.25 + w->delay, 12.0);
        curve_key(&a->reach_x, beat + 0.5 + w->delay, 3.0);
        curve_key(&a->reach_y, beat + 0.5 + w->delay, second_y);
        curve_key(&a->reach_z, beat + 0.5 + w->delay, 34.0);
    }
}

static void step_to(const writer *w, int side, double lift, double land, double x, double z,
                    double yaw, double height, double toe)
{
    leg_controls *leg = &w->d->legs[side_of(w, side)];
    leg->steps[leg->step_count++] =
        (step){lift + w->delay, land + w->delay, x * w->sign, z, yaw * w->sign, height, toe, 0.0};
}

static void kick(const writer *w, int side, double lift, double land, double x, double z,
                 double yaw, double height, double forward)
{
    step_to(w, side, lift, land, x, z, yaw, height, -8);
    leg_controls *leg = &w->d->legs[side_of(w, side)];
    leg->steps[leg->step_count - 1].kick = forward;
}

static void hips(const writer *w, double beat, double drop, double roll, double pitch)
{
    curve_key(&w->d->drop, beat + w->delay, drop);
    curve_key(&w->d->roll, beat + w->delay, roll * w->sign);
    curve_key(&w->d->pitch, beat + w->delay, pitch);
}

static void spine(const writer *w, double beat, double bend, double side, double twist)
{
    curve_key(&w->d->bend, beat + w->delay, bend);
    curve_key(&w->d->side, beat + w->delay, side * w->sign);
    curve_key(&w->d->twist, beat + w->delay, twist * w->sign);
}

static void head(const writer *w, double beat, double nod, double tilt, double look)
{
    curve_key(&w->d->nod, beat + w->delay, nod);
    curve_key(&w->d->tilt, beat + w->delay, tilt * w->sign);
    curve_key(&w->d->look, beat + w->delay, look * w->sign);
}

static void yaw(const writer *w, double beat, double degrees)
{
    curve_key(&w->d->yaw, beat + w->delay, degrees * w->sign);
}

static void groove(const writer *w, double beat, double depth)
{
    curve_key(&w->d->groove, beat + w->delay, depth);
}

// Eight counts of steps to the side and together, the arms swinging across.
static void side_steps(const writer *w)
{
    groove(w, 0.0, 0.8);
    groove(w, 7.5, 1.0);
    step_to(w, LEFT, 0.05, 0.95, 36, 8, 16, 6, 12);
    step_to(w, RIGHT, 1.1, 1.95, 17, 8, -8, 5, 18);
    step_to(w, RIGHT, 2.05, 2.95, -34, 8, -16, 6, 12);
    step_to(w, LEFT, 3.1, 3.95, -14, 8, 8, 5, 18);
    step_to(w, LEFT, 4.05, 4.95, 36, 8, 16, 6, 12);
    step_to(w, RIGHT, 5.1, 5.95, 17, 10, -8, 5, 18);
    step_to(w, RIGHT, 6.05, 6.95, -12, 10, -10, 6, 12);
    for (int i = 0; i < 4; i++) {
        double t = 2.0 * i;
        double s = i % 2 == 0 ? 1.0 : -1.0; // to the left first
        int lead = i % 2 == 0 ? LEFT : RIGHT;
        int other = i % 2 == 0 ? RIGHT : LEFT;
        arm(w, lead, t + 0.2, 35, -68, 40, 10);
        arm(w, lead, t + 1.0, 5, 22 + 8 * i, 25, 40);
        arm(w, lead, t + 1.45, 0, 26 + 8 * i, 35, 40);
        arm(w, other, t + 0.2, 20, -62, 45, 0);
        arm(w, other, t + 1.0, 95, -25, 75, -15);
        arm(w, other, t + 1.45, 90, -28, 82, -15);
        spine(w, t + 0.3, 4, -3 * s, -6 * s);
        spine(w, t + 1.0, -2, 7 * s, 14 * s);
        spine(w, t + 1.6, 2, 2 * s, 9 * s);
        head(w, t + 0.35, 4, 0, 4 * s);
        head(w, t + 1.0, -2, 7 * s, 22 * s);
        head(w, t + 1.7, 3, -2 * s, 10 * s);
        hips(w, t + 0.5, 1.5, 0, 3);
        hips(w, t + 1.0, 5.0, -3 * s, 5);
        hips(w, t + 1.55, 1.0, 2 * s, 2);
    }
    yaw(w, 0, 0);
    yaw(w, 1.0, 10);
    yaw(w, 3.0, -10);
    yaw(w, 5.0, 10);
    yaw(w, 7.2, -4);
}

// Four steps forward, a clap, four back, another.
static void walk_and_clap(const writer *w)
{
    groove(w, 8.5, 0.9);
    groove(w, 15.5, 0.9);
    step_to(w, LEFT, 7.55, 8.35, 8, 34, 4, 7, 4);
    step_to(w, RIGHT, 8.55, 9.35, -10, 60, -6, 7, 4);
    step_to(w, LEFT, 9.55, 10.35, 12, 82, 8, 7, 4);
    step_to(w, RIGHT, 10.55, 11.3, -14, 82, -12, 6, 8);
    step_to(w, RIGHT, 12.6, 13.4, -10, 56, -8, 6, 14);
    step_to(w, LEFT, 13.6, 14.4, 9, 32, 6, 6, 14);
    step_to(w, RIGHT, 14.6, 15.35, -12, 8, -12, 6, 14);
    yaw(w, 8.3, 6);
    yaw(w, 9.3, -7);
    yaw(w, 10.3, 7);
    yaw(w, 11.5, 0);
    yaw(w, 13.4, -8);
    yaw(w, 14.4, 8);
    yaw(w, 15.5, 0);
    for (int i = 0; i < 3; i++) {
        double t = 8.35 + i;
        int back = i % 2 == 0 ? LEFT : RIGHT;
        int front = i % 2 == 0 ? RIGHT : LEFT;
        double s = i % 2 == 0 ? -1.0 : 1.0;
        arm(w, front, t, 75, -34, 62, 10);
        arm(w, back, t, -30, -66, 28, 20);
        spine(w, t, 3, 3 * s, 12 * s);
        head(w, t, 0, -3 * s, -6 * s);
        hips(w, t, 1.5, 2 * s, 3);
        hips(w, t + 0.5, 3.5, 0, 3);
    }
    arm(w, LEFT, 11.2, 55, -30, 80, 20);
    arm(w, RIGHT, 11.2, 55, -30, 80, 20);
    clap_twice(w, 11.5, 14, 22);
    spine(w, 11.5, 8, 0, 0);
    spine(w, 12.0, -6, 0, 0);
    head(w, 11.5, 12, 0, 0);
    head(w, 12.0, -8, 6, 0);
    hips(w, 11.5, 7, 0, 8);
    hips(w, 12.0, 2, 0, 0);
    both_arms(w, 12.55, 20, 38, 30, 60);
    both_arms(w, 13.0, 5, 30, 20, 60);
    arm(w, LEFT, 13.6, 20, -40, 40, 20);
    arm(w, RIGHT, 13.6, -20, -55, 30, 20);
    arm(w, LEFT, 14.5, -22, -58, 30, 20);
    arm(w, RIGHT, 14.5, 45, -38, 50, 20);
    spine(w, 13.5, 2, 0, -9);
    spine(w, 14.5, 2, 0, 9);
    head(w, 13.5, 2, 3, 10);
    head(w, 14.5, 2, -3, -10);
    hips(w, 13.0, 3, 3, 2);
    hips(w, 14.0, 2, -3, 2);
    hips(w, 15.0, 3, 3, 2);
}

// A wave from the right hand through the shoulders to the left one. The second dancer, who stands
// to the left, takes it over: not mirrored and later.
static void arm_wave(const writer *w)
{
    arm(w, RIGHT, 16.3, 15, -10, 30, 40);
    arm(w, LEFT, 16.3, 15, -20, 20, 40);
    arm(w, RIGHT, 16.9, 5, 34, 55, 10);
    arm(w, RIGHT, 17.3, 5, 6, 10, 60);
    arm(w, RIGHT, 17.8, 8, -14, 12, 80);
    arm(w, RIGHT, 18.4, 10, 4, 20, 60);
    arm(w, LEFT, 17.1, 8, -16, 14, 70);
    arm(w, LEFT, 17.6, 5, 30, 50, 10);
    arm(w, LEFT, 18.0, 4, 10, 12, 60);
    arm(w, LEFT, 18.5, 6, -8, 18, 60);
    wrist(w, RIGHT, 16.6, -40);
    wrist(w, RIGHT, 17.2, 40);
    wrist(w, RIGHT, 17.8, 0);
    wrist(w, LEFT, 17.4, -10);
    wrist(w, LEFT, 17.8, -42);
    wrist(w, LEFT, 18.3, 38);
    wrist(w, LEFT, 18.9, 0);
}

// Sways from the hips, a wave through both arms, and a full turn on the balls of the feet.
static void sway_and_spin(const writer *w)
{
    groove(w, 16.5, 0.5);
    groove(w, 19.5, 0.3);
    groove(w, 22.5, 0.4);
    step_to(w, LEFT, 15.6, 16.2, 24, 8, 18, 5, 10);
    for (int i = 0; i < 3; i++) {
        double t = 16.5 + i * 0.9;
        double s = i % 2 == 0 ? 1.0 : -1.0;
        curve_key(&w->d->weight, t + 0.1 + w->delay, 0.75 * s * w->sign);
        hips(w, t + 0.1, 4, 8 * s, 2);
        spine(w, t + 0.1, 0, 6 * s, -8 * s);
        head(w, t + 0.15, 0, -10 * s, 12 * s);
    }
    // Wind up to the right, turn to the left.
    yaw(w, 16.2, 0);
    yaw(w, 18.6, 0);
    yaw(w, 19.3, -28);
    yaw(w, 21.9, 366);
    yaw(w, 22.5, 360);
    arm(w, LEFT, 19.3, 80, -12, 40, 0);
    arm(w, RIGHT, 19.3, -35, -18, 30, 0);
    both_arms(w, 20.6, 68, -22, 92, 10);
    both_arms(w, 21.2, 70, -24, 96, 10);
    arm(w, LEFT, 22.0, 0, 42, 12, 60);
    arm(w, RIGHT, 22.0, 15, -48, 55, -30);
    spine(w, 19.3, 6, 0, -22);
    spine(w, 20.4, -2, 0, 16);
    spine(w, 21.3, -3, 0, 6);
    spine(w, 22.0, -4, 8, 10);
    head(w, 19.3, 2, 0, 34);
    head(w, 20.1, 0, 0, -30);
    head(w, 20.7, 0, 0, 40);
    head(w, 21.3, 0, 0, 16);
    head(w, 22.0, -6, 8, 14);
    hips(w, 19.3, 7, 0, 4);
    hips(w, 20.2, 0, 0, 0);
    hips(w, 21.4, 0, 0, 0);
    hips(w, 22.0, 5, 5, 3);
    // The left foot is the axis; the right one steps round it.
    curve_key(&w->d->legs[side_of(w, LEFT)].pivot, 19.6 + w->delay, 0.0);
    step_to(w, RIGHT, 19.55, 20.45, 20, 40, 170, 7, 20);
    step_to(w, LEFT, 20.5, 21.25, 4, 14, 330, 6, 20);
    step_to(w, RIGHT, 21.55, 22.25, -14, 8, 346, 6, 20);
    curve_key(&w->d->shift_x, 20.0 + w->delay, 0.0);
}

// Down, up into the air for one beat, down again, and a pose to hold.
static void jump(const writer *w)
{
    // Half a second in the air; gravity gives 30.7 cm and the speed at both ends.
    const double gravity = 981.0 * 0.25; // centimetres a beat squared
    const double leave = 26.0, land = 27.0;
    const double speed = gravity * 0.5;
    groove(w, 24.0, 0.5);
    groove(w, 24.8, 0.0);
    groove(w, 28.6, 0.0);
    groove(w, 29.5, 0.6);
    step_to(w, LEFT, 23.0, 23.7, 15, 8, 372, 5, 14);
    curve_key(&w->d->weight, 24.4 + w->delay, 0.0);
    curve_key(&w->d->weight, 25.0 + w->delay, 0.0);
    curve_key(&w->d->weight, 28.5 + w->delay, 0.0);
    curve_key_with_slope(&w->d->fly, leave - 0.3 + w->delay, 0.0, 0.0);
    curve_key_with_slope(&w->d->fly, leave + w->delay, 0.0, 0.0);
    curve_key_with_slope(&w->d->fly, leave + 0.001 + w->delay, 0.001 * speed, speed);
    for (int i = 1; i < 8; i++) {
        double t = i / 8.0;
        curve_key_with_slope(&w->d->fly, leave + t + w->delay, speed * t - 0.5 * gravity * t * t,
                             speed - gravity * t);
    }
    curve_key_with_slope(&w->d->fly, land - 0.001 + w->delay, 0.001 * speed, -speed);
    curve_key_with_slope(&w->d->fly, land + w->delay, 0.0, 0.0);
    curve_key_with_slope(&w->d->fly, land + 0.3 + w->delay, 0.0, 0.0);
    // The hips leave the floor with the speed of the jump and come back with it.
    curve_key(&w->d->drop, 24.4 + w->delay, 3.0);
    curve_key_with_slope(&w->d->drop, 25.45 + w->delay, 30.0, 0.0);
    curve_key_with_slope(&w->d->drop, leave + w->delay, -4.5, -speed * 0.55);
    curve_key_with_slope(&w->d->drop, leave + 0.18 + w->delay, -6.0, 0.0);
    curve_key_with_slope(&w->d->drop, land - 0.18 + w->delay, -6.0, 0.0);
    curve_key_with_slope(&w->d->drop, land + w->delay, -3.0, speed * 0.55);
    curve_key_with_slope(&w->d->drop, land + 0.42 + w->delay, 27.0, 0.0);
    curve_key(&w->d->drop, 28.6 + w->delay, 3.0);
    curve_key(&w->d->pitch, 24.4 + w->delay, 2);
    curve_key(&w->d->pitch, 25.45 + w->delay, 24);
    curve_key(&w->d->pitch, leave + 0.1 + w->delay, -3);
    curve_key(&w->d->pitch, land + w->delay, 4);
    curve_key(&w->d->pitch, land + 0.45 + w->delay, 20);
    curve_key(&w->d->pitch, 28.6 + w->delay, 2);
    curve_key(&w->d->roll, 24.4 + w->delay, 0);
    curve_key(&w->d->roll, 28.6 + w->delay, 0);
    for (int side = LEFT; side < SIDES; side++) {
        double x = side == LEFT ? 1.0 : -1.0;
        leg_controls *leg = &w->d->legs[side_of(w, side)];
        leg->steps[leg->step_count++] = (step){leave + w->delay - 0.001,
                                               land + w->delay + 0.001,
                                               x * w->sign * 17,
                                               8,
                                               360 * w->sign + x * w->sign * 18,
                                               3,
                                               24,
                                               0.0};
        curve_key(&leg->heel, leave - 0.45 + w->delay, 0.0);
        curve_key(&leg->heel, leave + w->delay, 24.0);
        curve_key(&leg->heel, leave + 0.5 + w->delay, 20.0);
        curve_key(&leg->heel, land + w->delay, 20.0);
        curve_key(&leg->heel, land + 0.35 + w->delay, 0.0);
    }
    spine(w, 24.4, 4, 0, 0);
    spine(w, 25.45, 24, 0, 0);
    spine(w, 26.3, -12, 0, 0);
    spine(w, 26.8, -4, 0, 0);
    spine(w, 27.45, 20, 0, 0);
    spine(w, 28.5, -5, -6, 14);
    spine(w, 30.4, -4, -5, 12);
    head(w, 24.4, 4, 0, 0);
    head(w, 25.45, 10, 0, 0);
    head(w, 26.35, -16, 0, 0);
    head(w, 27.45, 12, 0, 0);
    head(w, 28.5, -6, -8, 24);
    head(w, 30.4, -4, -6, 20);
    both_arms(w, 24.4, 30, -50, 30, 20);
    both_arms(w, 25.35, -38, -52, 18, 20);
    both_arms(w, 26.2, 22, 72, 22, 30);
    both_arms(w, 26.6, 8, 66, 14, 30);
    both_arms(w, 27.5, 40, -20, 50, 20);
    arm(w, LEFT, 28.5, 5, 48, 20, 60);
    arm(w, RIGHT, 28.5, 30, -42, 100, -70);
    arm(w, LEFT, 30.3, 8, 44, 24, 60);
    arm(w, RIGHT, 30.3, 30, -42, 104, -70);
    wrist(w, LEFT, 28.6, 20);
    wrist(w, LEFT, 30.3, 25);
    yaw(w, 24.0, 360);
    yaw(w, 28.0, 360);
    yaw(w, 28.6, 352);
    yaw(w, 30.6, 352);
    hips(w, 29.4, 4, -5, 2);
    hips(w, 30.4, 3, -4, 2);
    curve_key(&w->d->weight, 29.0 + w->delay, -0.6 * w->sign);
    curve_key(&w->d->weight, 30.3 + w->delay, -0.55 * w->sign);
}

// Two kicks with reaches, a turn towards the partner and hands that meet.
static void kicks_and_meeting(const writer *w)
{
    groove(w, 31.5, 0.7);
    groove(w, 34.0, 0.4);
    groove(w, 39.0, 0.8);
    step_to(w, LEFT, 30.8, 31.6, 12, 10, 368, 6, 10);
    // Kick: the foot goes out low and comes back.
    kick(w, RIGHT, 32.05, 33.7, -14, 8, 350, 34, 50);
    kick(w, LEFT, 34.05, 35.7, 12, 8, 370, 34, 50);
    for (int i = 0; i < 2; i++) {
        double t = 32.0 + 2.0 * i;
        double s = i == 0 ? 1.0 : -1.0;
        int opposite = i == 0 ? LEFT : RIGHT; // of the kicking leg
        int same = i == 0 ? RIGHT : LEFT;
        arm(w, opposite, t + 0.15, 30, -55, 60, 20);
        arm(w, opposite, t + 0.75, 82, 4, 14, 20);
        arm(w, opposite, t + 1.4, 50, -35, 60, 20);
        arm(w, same, t + 0.15, 30, -58, 50, 20);
        arm(w, same, t + 0.75, -18, 22, 18, 30);
        arm(w, same, t + 1.4, 25, -48, 60, 20);
        spine(w, t + 0.2, 8, 0, -4 * s);
        spine(w, t + 0.75, -8, 0, -16 * s);
        spine(w, t + 1.5, 5, 0, 0);
        head(w, t + 0.75, -2, 4 * s, 8 * s);
        head(w, t + 1.5, 5, 0, 0);
        hips(w, t + 0.2, 4, 0, 4);
        hips(w, t + 0.75, 1, 0, -8);
        hips(w, t + 1.6, 4, 0, 3);
    }
    // To the partner, who stands to the left.
    step_to(w, LEFT, 36.05, 36.8, 36, 14, 408, 5, 10);
    step_to(w, RIGHT, 36.9, 37.6, 6, 16, 392, 5, 12);
    yaw(w, 35.6, 360);
    yaw(w, 36.9, 408);
    yaw(w, 38.6, 405);
    head(w, 36.6, 0, 4, 18);
    head(w, 38.4, -3, 4, 14);
    spine(w, 36.8, 3, 0, -6);
    spine(w, 37.6, -2, 6, 14);
    spine(w, 38.0, 2, 10, 22);
    spine(w, 38.7, 2, 0, 4);
    hips(w, 36.9, 4, 0, 3);
    hips(w, 38.0, 0, 5, 1);
    hips(w, 38.8, 4, 0, 3);
    curve_key(&w->d->weight, 38.0 + w->delay, 0.7 * w->sign);
    arm(w, RIGHT, 37.0, 40, -50, 50, 10);
    arm(w, LEFT, 37.1, 20, -58, 70, 10);
    arm(w, LEFT, 37.55, -22, -20, 110, 60);
    arm(w, LEFT, 38.0, 36, 28, 34, 40);
    arm(w, LEFT, 38.5, 45, -10, 60, 30);
    arm(w, RIGHT, 38.0, -5, -52, 30, 10);
    arm(w, RIGHT, 38.8, 25, -52, 50, 10);
    step_to(w, LEFT, 38.6, 39.4, 20, 10, 380, 5, 12);
    step_to(w, RIGHT, 39.45, 40.1, -14, 8, 352, 5, 12);
}

// A turn back to the right, both arms in a great circle, and a bow on the last counts.
static void finale(const writer *w)
{
    groove(w, 41.0, 0.4);
    groove(w, 44.5, 0.2);
    groove(w, 47.2, 0.6);
    yaw(w, 39.9, 362);
    yaw(w, 40.3, 386);
    yaw(w, 42.8, -5);
    yaw(w, 43.4, 0);
    yaw(w, 47.2, 0);
    arm(w, RIGHT, 40.3, 82, -14, 40, 0);
    arm(w, LEFT, 40.3, -32, -20, 30, 0);
    both_arms(w, 41.45, 66, -22, 92, 10);
    both_arms(w, 42.1, 68, -24, 94, 10);
    both_arms(w, 42.9, 10, -58, 20, 20);
    both_arms(w, 43.5, 2, 0, 8, 40);
    both_arms(w, 44.1, 6, 68, 16, 30);
    both_arms(w, 44.6, 25, 74, 40, 10);
    both_arms(w, 45.2, 70, 10, 60, 0);
    arm(w, RIGHT, 45.8, 60, -30, 112, -35);
    arm(w, LEFT, 45.8, -24, -28, 24, 40);
    arm(w, RIGHT, 46.4, 60, -30, 114, -35);
    arm(w, LEFT, 46.4, -30, -22, 22, 40);
    both_arms(w, 47.3, 25, -62, 34, 15);
    spine(w, 40.3, 5, 0, 20);
    spine(w, 41.3, -2, 0, -16);
    spine(w, 42.2, -2, 0, -5);
    spine(w, 42.9, 8, 0, 0);
    spine(w, 44.2, -12, 0, 0);
    spine(w, 45.1, 2, 0, 0);
    spine(w, 46.1, 38, 0, 0);
    spine(w, 46.5, 36, 0, 0);
    spine(w, 47.4, 3, 0, 0);
    head(w, 40.3, 2, 0, -32);
    head(w, 41.0, 0, 0, 30);
    head(w, 41.7, 0, 0, -38);
    head(w, 42.5, 0, 0, 0);
    head(w, 44.3, -16, 0, 0);
    head(w, 46.1, 16, 0, 0);
    head(w, 47.3, 2, 0, 0);
    hips(w, 40.3, 7, 0, 4);
    hips(w, 41.3, 0, 0, 0);
    hips(w, 42.3, 0, 0, 0);
    hips(w, 42.9, 8, 0, 6);
    hips(w, 44.2, -1, 0, -4);
    hips(w, 45.1, 2, 0, 2);
    hips(w, 46.1, 5, 0, 26);
    hips(w, 46.5, 5, 0, 25);
    hips(w, 47.3, 2, 0, 2);
    step_to(w, LEFT, 40.45, 41.25, -20, 40, 190, 7, 20);
    step_to(w, RIGHT, 41.3, 42.05, -4, 14, 30, 6, 20);
    step_to(w, LEFT, 42.35, 43.0, 13, 8, 14, 6, 20);
    step_to(w, RIGHT, 43.3, 43.9, -13, 8, -14, 5, 14);
    step_to(w, RIGHT, 45.0, 45.7, -12, -4, -14, 4, 14);
    step_to(w, RIGHT, 46.45, 47.0, -12, 8, -10, 4, 14);
    step_to(w, LEFT, 47.1, 47.6, 10, 8, 8, 3, 12);
    curve_key(&w->d->weight, 44.2 + w->delay, 0.0);
}

// In the middle of a step the weight is on the other foot; some time after it, on both again. In
// the jump, where both feet fly, it stays where it is.
static void shift_weight(dance *d)
{
    for (int side = LEFT; side < SIDES; side++) {
        const leg_controls *leg = &d->legs[side];
        const leg_controls *other = &d->legs[side == LEFT ? RIGHT : LEFT];
        double away = side == LEFT ? -1.0 : 1.0;
        for (int i = 0; i < leg->step_count; i++) {
            const step *s = &leg->steps[i];
            double next = s->land + 2.0;
            bool jumps = false;
            for (int k = 0; k < leg->step_count + other->step_count; k++) {
                bool own = k < leg->step_count;
                double lift = own ? leg->steps[k].lift : other->steps[k - leg->step_count].lift;
                jumps = jumps || (!own && lift == s->lift);
                lift += lift <= s->lift ? DANCE_BEATS : 0.0;
                next = lift < next ? lift : next;
            }
            if (jumps) {
                continue;
            }
            curve_key(&d->weight, 0.5 * (s->lift + s->land), 0.8 * away);
            if (next - s->land > 0.9) {
                curve_key(&d->weight, s->land + 0.5, -0.2 * away);
            }
        }
    }
}

void finish_dance(dance *d)
{
    shift_weight(d);
    curve *all[] = {&d->shift_x, &d->shift_z, &d->drop,   &d->yaw,    &d->pitch,
                    &d->roll,    &d->bend,    &d->side,   &d->twist,  &d->nod,
                    &d->tilt,    &d->look,    &d->groove, &d->weight, &d->fly};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        curve_finish(all[i]);
    }
    for (int side = LEFT; side < SIDES; side++) {
        arm_controls *a = &d->arms[side];
        curve *of_arm[] = {&a->azimuth, &a->elevation, &a->bend,    &a->swivel, &a->wrist,
                           &a->reach,   &a->reach_x,   &a->reach_y, &a->reach_z};
        for (unsigned i = 0; i < sizeof of_arm / sizeof of_arm[0]; i++) {
            curve_finish(of_arm[i]);
        }
        curve_finish(&d->legs[side].heel);
        curve_finish(&d->legs[side].pivot);
        // Steps in the order of time.
        leg_controls *leg = &d->legs[side];
        for (int i = 1; i < leg->step_count; i++) {
            step moved = leg->steps[i];
            int at = i;
            for (; at > 0 && leg->steps[at - 1].lift > moved.lift; at--) {
                leg->steps[at] = leg->steps[at - 1];
            }
            leg->steps[at] = moved;
        }
    }
}

static void compose(dance *d, double sign, double wave_delay)
{
    const writer w = {d, sign, 0.0};
    const writer wave = {d, 1.0, wave_delay};
    side_steps(&w);
    walk_and_clap(&w);
    arm_wave(&wave);
    sway_and_spin(&w);
    jump(&w);
    kicks_and_meeting(&w);
    finale(&w);
    finish_dance(d);
}

void compose_first(dance *d)
{
    compose(d, 1.0, 0.0);
}

void compose_second(dance *d)
{
    compose(d, -1.0, 0.75);
}
