// SPDX-License-Identifier: MIT
//
// Pieces of a tween to keys.
//
// A piece is played by one key with a straight line or a 17-point curve where that comes near
// enough to the exact easing, and is halved until it does; so steep curves, overshoots and turns of
// more than half a circle keep their shape.
#include "format/dragonbones/fit.h"

#include <string.h>

enum { MAX_CURVES = FIT_MAX_CURVES, MAX_DEPTH = 16 };

bool fit_key(growing *g, int32_t tick, const double value[2], uint8_t easing)
{
    if (g->count == g->capacity) {
        int32_t capacity = g->capacity == 0 ? 16 : g->capacity * 2;
        uint16_t *frames = build_new(g->b, (size_t)capacity, sizeof *frames);
        uint8_t *easings = build_new(g->b, (size_t)capacity, sizeof *easings);
        double(*values)[2] = build_new(g->b, (size_t)capacity, sizeof *values);
        if (frames == NULL || easings == NULL || values == NULL) {
            return false;
        }
        if (g->count > 0) {
            memcpy(frames, g->frames, (size_t)g->count * sizeof *frames);
            memcpy(easings, g->easings, (size_t)g->count * sizeof *easings);
            memcpy(values, g->values, (size_t)g->count * sizeof *values);
        }
        g->frames = frames;
        g->easings = easings;
        g->values = values;
        g->capacity = capacity;
    }
    g->frames[g->count] = (uint16_t)tick;
    g->easings[g->count] = easing;
    g->values[g->count][0] = value[0];
    g->values[g->count][1] = value[1];
    g->count++;
    return true;
}

static double magnitude(double value)
{
    return value < 0.0 ? -value : value;
}

// As the player reads the table (src/rig/pose.c).
static double table_at(const hone_rig_curve *curve, double t)
{
    double u = t * 16.0;
    int32_t i = u >= 15.0 ? 15 : (int32_t)u;
    double x = u - i;
    const int16_t *y = curve->y;
    double y1 = y[i], y2 = y[i + 1];
    double y0 = i > 0 ? y[i - 1] : 3.0 * y1 - 3.0 * y2 + y[2];
    double y3 = i < 15 ? y[i + 2] : 3.0 * y2 - 3.0 * y1 + y[14];
    double slope = 0.5 * (y2 - y0);
    double bend = y0 - 2.5 * y1 + 2.0 * y2 - 0.5 * y3;
    double twist = 1.5 * (y1 - y2) + 0.5 * (y3 - y0);
    return (y1 + x * (slope + x * (bend + x * twist))) / 16384.0;
}

// The easing of a piece, from 0 to 1; false when the piece comes back to where it began.
static bool piece_ease(const db_key *key, const piece *at, double q, double *out)
{
    double e0 = db_ease(key, at->p0);
    double e1 = db_ease(key, at->p1);
    if (magnitude(e1 - e0) < 1e-6) {
        return false;
    }
    *out = (db_ease(key, at->p0 + q * (at->p1 - at->p0)) - e0) / (e1 - e0);
    return true;
}

// Chooses the easing that plays the piece, of which the values run over `way`. Returns whether it
// stays within the tolerance.
static bool fit_piece(growing *g, const db_key *key, const piece *at, double way, uint8_t *easing)
{
    *easing = HONE_RIG_LINEAR;
    hone_rig_curve curve;
    double straight_error = 0.0, table_error = 0.0;
    bool fits = true;
    for (int32_t i = 0; i <= 16; i++) {
        double e;
        if (!piece_ease(key, at, i / 16.0, &e)) {
            return false;
        }
        double y = e * 16384.0;
        fits = fits && y < 32767.0 && y > -32767.0;
        y = y > 32767.0 ? 32767.0 : y < -32767.0 ? -32767.0 : y;
        curve.y[i] = (int16_t)(y < 0.0 ? y - 0.5 : y + 0.5);
    }
    for (int32_t i = 1; i < 64; i++) {
        double e = 0.0;
        (void)piece_ease(key, at, i / 64.0, &e);
        double straight = magnitude(e - i / 64.0);
        double table = magnitude(e - table_at(&curve, i / 64.0));
        straight_error = straight > straight_error ? straight : straight_error;
        table_error = table > table_error ? table : table_error;
    }
    if (straight_error * way <= g->rule->tolerance) {
        return true;
    }
    int32_t index = 0;
    while (index < *g->curve_count && memcmp(&g->curves[index], &curve, sizeof curve) != 0) {
        index++;
    }
    if (index == MAX_CURVES) {
        build_warn(g->b, "more than 253 different curves: the rest are straight lines", NULL);
        return true;
    }
    if (index == *g->curve_count) {
        // Of no use to keep a curve that the caller will not take.
        if (!fits || table_error * way > g->rule->tolerance) {
            *easing = (uint8_t)(HONE_RIG_CURVE + index);
            g->curves[index] = curve;
            return false;
        }
        g->curves[index] = curve;
        (*g->curve_count)++;
    }
    *easing = (uint8_t)(HONE_RIG_CURVE + index);
    return fits && table_error * way <= g->rule->tolerance;
}

void fit_value(const db_key *key, const double to[2], double p, double out[2])
{
    double e = p <= 0.0 ? 0.0 : p >= 1.0 ? 1.0 : db_ease(key, p);
    if (key->tween == DB_EASE && key->ease > 1.0) {
        e = db_ease(key, p);
    }
    out[0] = key->value[0] + (to[0] - key->value[0]) * e;
    out[1] = key->value[1] + (to[1] - key->value[1]) * e;
}

double fit_way(const growing *g, const double from[2], const double to[2])
{
    double first = magnitude(to[0] - from[0]);
    double second = g->rule->channel == HONE_RIG_ROTATE
                        ? magnitude(to[0] + to[1] - from[0] - from[1])
                        : magnitude(to[1] - from[1]);
    return first > second ? first : second;
}

bool fit_tween(growing *g, const db_key *key, const double to[2], piece whole)
{
    piece stack[MAX_DEPTH + 1];
    int32_t depth = 0;
    stack[depth++] = whole;
    while (depth > 0) {
        piece at = stack[--depth];
        double from_value[2], to_value[2];
        fit_value(key, to, at.p0, from_value);
        fit_value(key, to, at.p1, to_value);
        double way = fit_way(g, from_value, to_value);
        uint8_t easing;
        bool fits = fit_piece(g, key, &at, way, &easing);
        bool turns = g->rule->channel == HONE_RIG_ROTATE && way >= 179.9;
        int32_t length = at.tick1 - at.tick0;
        if ((!fits || turns) && length > 1 && at.depth < MAX_DEPTH) {
            int32_t half = at.tick0 + length / 2;
            double p = at.p0 + (at.p1 - at.p0) * (half - at.tick0) / length;
            stack[depth++] = (piece){half, at.tick1, p, at.p1, at.depth + 1};
            stack[depth++] = (piece){at.tick0, half, at.p0, p, at.depth + 1};
            continue;
        }
        if (turns) {
            build_warn(g->b, "a bone turns faster than half a turn a frame", NULL);
        }
        if (easing >= HONE_RIG_CURVE && easing - HONE_RIG_CURVE == *g->curve_count) {
            (*g->curve_count)++; // the best there is for one tick
        }
        if (!fit_key(g, at.tick0, from_value, easing)) {
            return false;
        }
    }
    return true;
}
