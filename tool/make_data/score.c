// SPDX-License-Identifier: MIT
#include "score.h"

#include <assert.h>

static int side_of(const writer *w, int side)
{
    return w->sign > 0.0 ? side : side == LEFT ? RIGHT : LEFT;
}

static double place_of(const writer *w, double x)
{
    return w->origin + w->sign * x;
}

static double yaw_of(const writer *w, double degrees)
{
    return w->sign * (w->turned + degrees);
}

void arm(const writer *w, int side, double beat, double azimuth, double elevation, double bend,
         double swivel)
{
    arm_controls *a = &w->d->arms[side_of(w, side)];
    beat += w->delay;
    curve_key(&a->azimuth, beat, azimuth);
    curve_key(&a->elevation, beat, elevation);
    curve_key(&a->bend, beat, bend);
    curve_key(&a->swivel, beat, swivel);
}

void both_arms(const writer *w, double beat, double azimuth, double elevation, double bend,
               double swivel)
{
    arm(w, LEFT, beat, azimuth, elevation, bend, swivel);
    arm(w, RIGHT, beat, azimuth, elevation, bend, swivel);
}

void wrist(const writer *w, int side, double beat, double angle)
{
    curve_key(&w->d->arms[side_of(w, side)].wrist, beat + w->delay, angle);
}

void reach_key(const writer *w, int side, double beat, double x, double y, double z)
{
    arm_controls *a = &w->d->arms[side_of(w, side)];
    curve_key(&a->reach_x, beat + w->delay, x);
    curve_key(&a->reach_y, beat + w->delay, y);
    curve_key(&a->reach_z, beat + w->delay, z);
}

void reach(const writer *w, int side, double from, double to, double x, double y, double z,
           double before, double after)
{
    curve *c = &w->d->arms[side_of(w, side)].reach;
    curve_key(c, from + w->delay - before, 0.0);
    curve_key(c, from + w->delay, 1.0);
    curve_key(c, to + w->delay, 1.0);
    curve_key(c, to + w->delay + after, 0.0);
    reach_key(w, side, from, x, y, z);
    reach_key(w, side, to, x, y, z);
}

void touch(const writer *w, int side, double from, double to, double x, double y, double z,
           double before, double after)
{
    arm_controls *a = &w->d->arms[side_of(w, side)];
    curve_key(&a->touch, from + w->delay - before, 0.0);
    curve_key(&a->touch, from + w->delay, 1.0);
    curve_key(&a->touch, to + w->delay, 1.0);
    curve_key(&a->touch, to + w->delay + after, 0.0);
    for (int i = 0; i < 2; i++) {
        double beat = (i == 0 ? from : to) + w->delay;
        curve_key(&a->touch_x, beat, place_of(w, x));
        curve_key(&a->touch_y, beat, y);
        curve_key(&a->touch_z, beat, z);
    }
}

step *step_to(const writer *w, int side, double lift, double land, double x, double z, double yaw,
              double height, double toe)
{
    leg_controls *leg = &w->d->legs[side_of(w, side)];
    assert(leg->step_count < MOST_STEPS);
    step *s = &leg->steps[leg->step_count++];
    *s = (step){.kind = STEP_FLIGHT,
                .lift = lift + w->delay,
                .land = land + w->delay,
                .x = place_of(w, x),
                .z = z,
                .yaw = yaw_of(w, yaw),
                .height = height,
                .toe = toe};
    return s;
}

// Where the foot stands at that beat is seen when all steps are in order: see finish_steps().
void pivot(const writer *w, int side, double from, double to, double yaw)
{
    step_to(w, side, from, to, 0, 0, yaw, 0, 12)->kind = STEP_PIVOT;
}

void hips(const writer *w, double beat, double drop, double roll, double pitch)
{
    curve_key(&w->d->drop, beat + w->delay, drop);
    curve_key(&w->d->roll, beat + w->delay, roll * w->sign);
    curve_key(&w->d->pitch, beat + w->delay, pitch);
}

void spine(const writer *w, double beat, double bend, double side, double twist)
{
    curve_key(&w->d->bend, beat + w->delay, bend);
    curve_key(&w->d->side, beat + w->delay, side * w->sign);
    curve_key(&w->d->twist, beat + w->delay, twist * w->sign);
}

void head(const writer *w, double beat, double nod, double tilt, double look)
{
    curve_key(&w->d->nod, beat + w->delay, nod);
    curve_key(&w->d->tilt, beat + w->delay, tilt * w->sign);
    curve_key(&w->d->look, beat + w->delay, look * w->sign);
}

void yaw(const writer *w, double beat, double degrees)
{
    curve_key(&w->d->yaw, beat + w->delay, yaw_of(w, degrees));
}

void groove(const writer *w, double beat, double depth)
{
    curve_key(&w->d->groove, beat + w->delay, depth);
}

void weight(const writer *w, double beat, double on_left)
{
    curve_key(&w->d->weight, beat + w->delay, on_left * w->sign);
}

static void finish_steps(leg_controls *leg)
{
    for (int i = 1; i < leg->step_count; i++) {
        step moved = leg->steps[i];
        int at = i;
        for (; at > 0 && leg->steps[at - 1].lift > moved.lift; at--) {
            leg->steps[at] = leg->steps[at - 1];
        }
        leg->steps[at] = moved;
    }
    for (int i = 1; i < leg->step_count; i++) {
        assert(leg->steps[i].lift >= leg->steps[i - 1].land);
        if (leg->steps[i].kind == STEP_PIVOT) {
            leg->steps[i].x = leg->steps[i - 1].x;
            leg->steps[i].z = leg->steps[i - 1].z;
        }
    }
}

// One flight of either foot.
typedef struct flight {
    double lift, land;
    double on_left; // where the weight is meanwhile
} flight;

static int find_flights(const dance *d, flight flights[2 * MOST_STEPS])
{
    int count = 0;
    for (int side = LEFT; side < SIDES; side++) {
        for (int i = 0; i < d->legs[side].step_count; i++) {
            const step *s = &d->legs[side].steps[i];
            if (s->kind == STEP_FLIGHT || s->kind == STEP_ROUND) {
                int at = count++;
                for (; at > 0 && flights[at - 1].lift > s->lift; at--) {
                    flights[at] = flights[at - 1];
                }
                flights[at] = (flight){s->lift, s->land, side == LEFT ? -1.0 : 1.0};
            }
        }
    }
    return count;
}

static bool has_key(const curve *c, double from, double to)
{
    for (int i = 0; i < c->count; i++) {
        if (c->beat[i] > from && c->beat[i] < to) {
            return true;
        }
    }
    return false;
}

// While a foot flies the other one carries. Between two flights the weight crosses over, or stays
// where it is when the same foot flies again; in a longer rest it settles between the feet.
static void carry_weight(dance *d)
{
    flight flights[2 * MOST_STEPS];
    int count = find_flights(d, flights);
    curve *c = &d->weight;
    for (int i = 0; i < count; i++) {
        const flight *now = &flights[i];
        flight next = flights[(i + 1) % count];
        if (i + 1 == count) {
            next.lift += DANCE_BEATS;
            next.land += DANCE_BEATS;
        }
        double rest = next.lift - now->land;
        bool crosses = now->on_left * next.on_left < 0.0;
        if (!has_key(c, now->lift, now->land)) {
            curve_key(c, 0.5 * (now->lift + now->land), 0.88 * now->on_left);
        }
        if (has_key(c, now->land, next.lift)) {
            continue;
        }
        double middle = 0.5 * (now->land + next.lift);
        if (rest < 0.8) {
            middle -= middle >= DANCE_BEATS ? DANCE_BEATS : 0.0;
            curve_key(c, middle, crosses ? 0.0 : 0.85 * now->on_left);
        } else {
            curve_key(c, now->land + 0.4, -0.35 * now->on_left);
            curve_key(c, next.lift - 0.15, 0.35 * next.on_left);
        }
    }
}

void finish_dance(dance *d)
{
    for (int side = LEFT; side < SIDES; side++) {
        finish_steps(&d->legs[side]);
    }
    carry_weight(d);
    curve *all[] = {&d->shift_x, &d->shift_z, &d->drop,   &d->yaw,    &d->pitch,
                    &d->roll,    &d->bend,    &d->side,   &d->twist,  &d->nod,
                    &d->tilt,    &d->look,    &d->groove, &d->weight, &d->fly};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        curve_finish(all[i]);
    }
    for (int side = LEFT; side < SIDES; side++) {
        arm_controls *a = &d->arms[side];
        curve *of_arm[] = {&a->azimuth, &a->elevation, &a->bend,    &a->swivel,  &a->wrist,
                           &a->reach,   &a->reach_x,   &a->reach_y, &a->reach_z, &a->touch,
                           &a->touch_x, &a->touch_y,   &a->touch_z};
        for (unsigned i = 0; i < sizeof of_arm / sizeof of_arm[0]; i++) {
            curve_finish(of_arm[i]);
        }
        curve_finish(&d->legs[side].heel);
    }
}
