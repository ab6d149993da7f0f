// SPDX-License-Identifier: MIT
#include "curve.h"

#include <assert.h>
#include <math.h>

static void put_key(curve *c, double beat, double value, double slope, unsigned char fixed)
{
    int at = c->count;
    while (at > 0 && c->beat[at - 1] >= beat) {
        at--;
    }
    if (at == c->count || c->beat[at] > beat) {
        assert(c->count < CURVE_KEYS);
        for (int i = c->count; i > at; i--) {
            c->beat[i] = c->beat[i - 1];
            c->value[i] = c->value[i - 1];
            c->slope[i] = c->slope[i - 1];
            c->fixed[i] = c->fixed[i - 1];
        }
        c->count++;
    }
    c->beat[at] = beat;
    c->value[at] = value;
    c->slope[at] = slope;
    c->fixed[at] = fixed;
}

void curve_key(curve *c, double beat, double value)
{
    put_key(c, beat, value, 0.0, 0);
}

void curve_key_with_slope(curve *c, double beat, double value, double slope_per_beat)
{
    put_key(c, beat, value, slope_per_beat, 1);
}

// The key before or after, round the loop.
static double neighbour(const curve *c, int i, int step, double *value)
{
    int n = (i + step + c->count) % c->count;
    *value = c->value[n];
    double beat = c->beat[n];
    if (step > 0 && n <= i) {
        beat += DANCE_BEATS;
    }
    if (step < 0 && n >= i) {
        beat -= DANCE_BEATS;
    }
    return beat;
}

void curve_finish(curve *c)
{
    for (int i = 0; i < c->count; i++) {
        double before, after;
        double beat_before = neighbour(c, i, -1, &before);
        double beat_after = neighbour(c, i, 1, &after);
        if (c->fixed[i] || c->count < 2) {
            continue;
        }
        double way_in = c->beat[i] - beat_before;
        double way_out = beat_after - c->beat[i];
        double rise_in = (c->value[i] - before) / way_in;
        double rise_out = (after - c->value[i]) / way_out;
        if (rise_in * rise_out <= 0.0) {
            c->slope[i] = 0.0;
        } else {
            // The weighted harmonic mean stays within the limits of monotony.
            double w1 = 2.0 * way_out + way_in;
            double w2 = way_out + 2.0 * way_in;
            c->slope[i] = (w1 + w2) / (w1 / rise_in + w2 / rise_out);
        }
    }
}

double curve_at(const curve *c, double beat)
{
    if (c->count == 0) {
        return 0.0;
    }
    beat -= DANCE_BEATS * floor(beat / DANCE_BEATS);
    int i = c->count - 1;
    while (i >= 0 && c->beat[i] > beat) {
        i--;
    }
    i = i < 0 ? c->count - 1 : i;
    if (c->beat[i] > beat) {
        beat += DANCE_BEATS;
    }
    int n = (i + 1) % c->count;
    double next_value;
    double length = neighbour(c, i, 1, &next_value) - c->beat[i];
    double t = (beat - c->beat[i]) / length;
    double t2 = t * t;
    double t3 = t2 * t;
    return c->value[i] * (2.0 * t3 - 3.0 * t2 + 1.0) + next_value * (3.0 * t2 - 2.0 * t3) +
           length * (c->slope[i] * (t3 - 2.0 * t2 + t) + c->slope[n] * (t3 - t2));
}

double ease_between(double from, double to, double beat)
{
    double t = (beat - from) / (to - from);
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return t * t * t * (10.0 + t * (6.0 * t - 15.0));
}
