// SPDX-License-Identifier: MIT
//
// Tracks to timelines of whole ticks with 16-bit values.
//
// A track is cut into pieces between its keys. A piece is played by one key with a straight line or
// a 17-point curve where that comes near enough to the exact easing, and is halved until it does;
// so steep curves, overshoots and turns of more than half a circle keep their shape. A track with a
// time scale or offset is unrolled over one play of the animation; frames are divided into as many
// ticks as its keys then need.
#include "format/dragonbones/build.h"

#include <string.h>

enum { MAX_CURVES = 253, MAX_TICKS = 8, MAX_DEPTH = 16 };

typedef struct channel_rule {
    hone_rig_channel channel;
    bool interpolates;
    double neutral;   // when all values are, the track does nothing (NaN = never)
    double tolerance; // in the value's unit
} channel_rule;

// A timeline while it grows.
typedef struct growing {
    db_builder *b;
    const channel_rule *rule;
    uint16_t *frames;
    uint8_t *easings;
    double (*values)[2];
    int32_t count, capacity;
    hone_rig_curve *curves; // of the animation
    uint16_t *curve_count;
    int32_t slot; // for displays
} growing;

static bool add_key(growing *g, int32_t tick, const double value[2], uint8_t easing)
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

// ---- one piece

// Part of a key's way, from p0 to p1 of its easing.
typedef struct piece {
    int32_t tick0, tick1;
    double p0, p1;
    int depth;
} piece;

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

static void value_at(const db_key *key, const double to[2], double p, double out[2])
{
    double e = p <= 0.0 ? 0.0 : p >= 1.0 ? 1.0 : db_ease(key, p);
    if (key->tween == DB_EASE && key->ease > 1.0) {
        e = db_ease(key, p);
    }
    out[0] = key->value[0] + (to[0] - key->value[0]) * e;
    out[1] = key->value[1] + (to[1] - key->value[1]) * e;
}

// Rotation keys hold rotation and skew; what is interpolated are the two axes.
static double longest_way(const growing *g, const double from[2], const double to[2])
{
    double first = magnitude(to[0] - from[0]);
    double second = g->rule->channel == HONE_RIG_ROTATE
                        ? magnitude(to[0] + to[1] - from[0] - from[1])
                        : magnitude(to[1] - from[1]);
    return first > second ? first : second;
}

// Adds the keys of [tick0, tick1) of a tween from key to `to`, the part from p0 to p1 of it.
static bool add_tween(growing *g, const db_key *key, const double to[2], piece whole)
{
    piece stack[MAX_DEPTH + 1];
    int32_t depth = 0;
    stack[depth++] = whole;
    while (depth > 0) {
        piece at = stack[--depth];
        double from_value[2], to_value[2];
        value_at(key, to, at.p0, from_value);
        value_at(key, to, at.p1, to_value);
        double way = longest_way(g, from_value, to_value);
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
        if (!add_key(g, at.tick0, from_value, easing)) {
            return false;
        }
    }
    return true;
}

// ---- a whole track

typedef struct timing {
    double speed;  // of the track's time
    double offset; // frames
    int32_t duration, ticks;
    bool loops;
} timing;

static double rounded_hundredths(double value)
{
    double units = value * 100.0;
    return (double)(int64_t)(units < 0.0 ? units - 0.5 : units + 0.5) / 100.0;
}

static timing timing_of(const db_track *track, const db_animation *animation, int32_t ticks)
{
    timing t = {1.0, 0.0, animation->duration, ticks, animation->play_times != 1};
    double stretch = rounded_hundredths(track->scale);
    if (stretch > 0.0) {
        t.speed = 1.0 / stretch;
    }
    t.offset = rounded_hundredths(track->offset) * animation->duration;
    return t;
}

static bool is_plain(const timing *t)
{
    return t->speed == 1.0 && t->offset == 0.0;
}

// Where key i of cycle c begins, and the next one, in the track's frames.
static double key_start(const db_track *track, const timing *t, int32_t i, int64_t cycle)
{
    double start = i < track->key_count ? track->keys[i].start : t->duration;
    start = start < t->duration ? start : t->duration;
    return start + (double)cycle * t->duration;
}

static int32_t to_tick(const timing *t, double track_frame)
{
    double tick = (track_frame - t->offset) / t->speed * t->ticks;
    double end = (double)t->duration * t->ticks;
    tick = tick < 0.0 ? 0.0 : tick > end ? end : tick;
    return (int32_t)(tick + 0.5);
}

static void closing_value(const growing *g, const db_track *track, const db_key *last,
                          double out[2])
{
    out[0] = track->keys[0].value[0];
    out[1] = track->keys[0].value[1];
    if (g->rule->channel == HONE_RIG_ROTATE) {
        for (int32_t i = 0; i < 2; i++) {
            double turns = (out[i] - last->value[i]) / 360.0;
            int64_t whole = (int64_t)(turns < 0.0 ? turns - 0.5 : turns + 0.5);
            out[i] -= 360.0 * (double)whole;
        }
    }
}

// Adds what key i does in one cycle, as far as it lies within [from, to] of the track's time.
static bool add_step(growing *g, const db_track *track, const timing *t, int32_t i, int64_t cycle,
                     double from, double to)
{
    const db_key *key = &track->keys[i];
    bool last = i + 1 == track->key_count;
    double start = key_start(track, t, i, cycle);
    double end = key_start(track, t, i + 1, cycle);
    double begin = start > from ? start : from;
    double stop = end < to ? end : to;
    if (stop <= begin && !(stop == begin && begin == from && start == end)) {
        return true;
    }
    int32_t tick0 = to_tick(t, begin), tick1 = to_tick(t, stop);
    double target[2];
    if (last) {
        closing_value(g, track, key, target);
    } else {
        target[0] = track->keys[i + 1].value[0];
        target[1] = track->keys[i + 1].value[1];
    }
    bool tweens = g->rule->interpolates && key->tween != DB_STEP && tick1 > tick0 &&
                  (!last || (t->loops && track->key_count > 1)) &&
                  longest_way(g, key->value, target) > 0.0;
    if (!tweens) {
        return add_key(g, tick0, key->value, HONE_RIG_STEP);
    }
    double length = last ? end - start : (double)key->duration;
    if (length <= 0.0) {
        return add_key(g, tick0, key->value, HONE_RIG_STEP);
    }
    piece whole = {tick0, tick1, (begin - start) / length, (stop - start) / length, 0};
    return add_tween(g, key, target, whole);
}

// The value at the very end of the animation: where a loop turns, that of the end, not that of the
// beginning which takes its place.
static bool add_end(growing *g, const db_track *track, const timing *t)
{
    double at = t->offset + t->speed * t->duration;
    if (t->loops) {
        double cycles = at / t->duration;
        int64_t whole = (int64_t)cycles;
        whole -= (double)whole >= cycles;
        at -= (double)whole * t->duration;
    } else {
        at = at > t->duration ? t->duration : at;
    }
    int32_t i = 0;
    while (i + 1 < track->key_count &&
           (t->loops ? track->keys[i + 1].start < at : track->keys[i + 1].start <= at)) {
        i++;
    }
    const db_key *key = &track->keys[i];
    bool last = i + 1 == track->key_count;
    double length = last ? t->duration - key->start : (double)key->duration;
    bool tweens = g->rule->interpolates && key->tween != DB_STEP && length > 0.0 &&
                  (!last || (t->loops && track->key_count > 1));
    double value[2] = {key->value[0], key->value[1]};
    if (tweens) {
        double target[2];
        if (last) {
            closing_value(g, track, key, target);
        } else {
            target[0] = track->keys[i + 1].value[0];
            target[1] = track->keys[i + 1].value[1];
        }
        value_at(key, target, (at - key->start) / length, value);
    }
    return add_key(g, t->duration * t->ticks, value, HONE_RIG_STEP);
}

static bool add_track(growing *g, const db_track *track, const timing *t)
{
    if (t->duration == 0) {
        return add_key(g, 0, track->keys[0].value, HONE_RIG_STEP);
    }
    double from = t->offset;
    double to = t->offset + t->speed * t->duration;
    if (!t->loops) {
        // Once it has run out it holds its last key.
        to = to < t->duration ? to : t->duration;
    }
    double first = from / t->duration;
    int64_t cycle = (int64_t)first;
    cycle -= (double)cycle > first;
    for (; (double)cycle * t->duration < to; cycle++) {
        for (int32_t i = 0; i < track->key_count; i++) {
            if (!add_step(g, track, t, i, cycle, from, to)) {
                return false;
            }
        }
        if (g->count > 60000) {
            return build_fail(g->b, HONE_ERROR_LIMIT, "a timeline of more than 60000 keys");
        }
    }
    if (g->count == 0 && !add_key(g, 0, track->keys[track->key_count - 1].value, HONE_RIG_STEP)) {
        return false;
    }
    g->frames[0] = 0;
    if (to < t->offset + t->speed * t->duration) {
        // It has run out before the animation has: from there on it holds.
        if (!add_end(g, track, t)) {
            return false;
        }
        g->frames[g->count - 1] = (uint16_t)to_tick(t, to);
    }
    return add_end(g, track, t);
}

// ---- to the stored form

static bool is_neutral(const growing *g)
{
    for (int32_t i = 0; i < g->count; i++) {
        if (!(g->values[i][0] == g->rule->neutral && g->values[i][1] == g->rule->neutral)) {
            return false;
        }
    }
    return true;
}

// The last of equal keys is enough, and a key that goes on as before says nothing.
static void drop_repeated_keys(growing *g)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < g->count; i++) {
        bool same = kept > 0 && g->values[kept - 1][0] == g->values[i][0] &&
                    g->values[kept - 1][1] == g->values[i][1] &&
                    g->easings[kept - 1] == HONE_RIG_STEP && g->easings[i] == HONE_RIG_STEP;
        if (same) {
            continue;
        }
        if (kept > 0 && g->frames[kept - 1] == g->frames[i] &&
            g->easings[kept - 1] == HONE_RIG_STEP) {
            kept--;
        }
        g->frames[kept] = g->frames[i];
        g->easings[kept] = g->easings[i];
        g->values[kept][0] = g->values[i][0];
        g->values[kept][1] = g->values[i][1];
        kept++;
    }
    g->count = kept;
}

static void *store_values(growing *g)
{
    db_builder *b = g->b;
    size_t count = (size_t)g->count;
    switch (g->rule->channel) {
    case HONE_RIG_TRANSLATE: {
        float *out = build_new(b, count * 2, sizeof *out);
        for (size_t i = 0; out != NULL && i < count; i++) {
            out[i * 2] = (float)(g->values[i][0] * b->scale);
            out[i * 2 + 1] = (float)(g->values[i][1] * b->scale);
        }
        return out;
    }
    case HONE_RIG_ROTATE: {
        hone_angle16 *out = build_new(b, count * 2, sizeof *out);
        for (size_t i = 0; out != NULL && i < count; i++) {
            out[i * 2] = build_angle(g->values[i][0] + g->values[i][1]);
            out[i * 2 + 1] = build_angle(g->values[i][0]);
        }
        return out;
    }
    case HONE_RIG_SCALE: {
        hone_scale16 *out = build_new(b, count * 2, sizeof *out);
        for (size_t i = 0; out != NULL && i < count; i++) {
            out[i * 2] = build_scale(b, g->values[i][0]);
            out[i * 2 + 1] = build_scale(b, g->values[i][1]);
        }
        return out;
    }
    case HONE_RIG_ATTACHMENT: {
        int8_t *out = build_new(b, count, sizeof *out);
        for (size_t i = 0; out != NULL && i < count; i++) {
            out[i] = build_display(b, g->slot, g->values[i][0]);
        }
        return out;
    }
    default: {
        uint8_t *out = build_new(b, count, sizeof *out);
        for (size_t i = 0; out != NULL && i < count; i++) {
            double alpha = g->values[i][0] * 255.0;
            out[i] = (uint8_t)(alpha < 0.0 ? 0 : alpha > 254.5 ? 255 : (int32_t)(alpha + 0.5));
        }
        return out;
    }
    }
}

static bool store(growing *g, int32_t target, hone_rig_timeline *out)
{
    void *values = store_values(g);
    if (values == NULL) {
        return false;
    }
    bool all_linear = true;
    for (int32_t i = 0; i + 1 < g->count; i++) {
        all_linear = all_linear && g->easings[i] == HONE_RIG_LINEAR;
    }
    *out = (hone_rig_timeline){(uint8_t)target, (uint8_t)g->rule->channel,      (uint16_t)g->count,
                               g->frames,       all_linear ? NULL : g->easings, values};
    return true;
}

// Turns one track into a timeline, if it does anything.
static bool add_timeline(db_builder *b, const db_animation *source, const db_track *track,
                         const channel_rule *rule, int32_t file_slot, int32_t target,
                         hone_rig_animation *out, hone_rig_timeline *timelines, uint16_t *count)
{
    if (track->key_count == 0) {
        return true;
    }
    growing g = {.b = b, .rule = rule, .slot = file_slot, .curve_count = &out->curve_count};
    g.curves = (hone_rig_curve *)(uintptr_t)out->curves;
    timing t = timing_of(track, source, out->ticks == 0 ? 1 : out->ticks);
    if (!add_track(&g, track, &t)) {
        return false;
    }
    if (is_neutral(&g)) {
        return true;
    }
    drop_repeated_keys(&g);
    return store(&g, target, &timelines[(*count)++]);
}

static bool needs_more(const db_track *track, const db_animation *source, int32_t ticks)
{
    timing t = timing_of(track, source, ticks);
    if (is_plain(&t) || track->key_count < 2) {
        return false;
    }
    for (int32_t i = 0; i < track->key_count; i++) {
        double tick = (track->keys[i].start - t.offset) / t.speed * ticks;
        double off = tick - (double)(int64_t)(tick < 0.0 ? tick - 0.5 : tick + 0.5);
        if (magnitude(off) > 0.01) {
            return true;
        }
    }
    return false;
}

static bool animation_needs_more(const db_builder *b, const db_animation *source, int32_t ticks)
{
    for (int32_t i = 0; i < b->source->bone_count; i++) {
        const db_bone_tracks *tracks = &source->bones[i];
        if (needs_more(&tracks->translate, source, ticks) ||
            needs_more(&tracks->rotate, source, ticks) ||
            needs_more(&tracks->scale, source, ticks)) {
            return true;
        }
    }
    for (int32_t i = 0; i < b->source->slot_count; i++) {
        if (needs_more(&source->slots[i].display, source, ticks) ||
            needs_more(&source->slots[i].alpha, source, ticks)) {
            return true;
        }
    }
    return false;
}

bool build_animation(db_builder *b, const db_animation *source, hone_rig_animation *out)
{
    static const channel_rule translate = {HONE_RIG_TRANSLATE, true, 0.0, 0.01};
    static const channel_rule rotate = {HONE_RIG_ROTATE, true, 0.0, 0.008};
    static const channel_rule scale = {HONE_RIG_SCALE, true, 1.0, 0.0003};
    static const channel_rule display = {HONE_RIG_ATTACHMENT, false, -1e9, 0.0};
    static const channel_rule alpha = {HONE_RIG_ALPHA, true, -1e9, 0.002};
    if (source->duration > UINT16_MAX) {
        return build_fail(b, HONE_ERROR_LIMIT, "an animation of more than 65535 frames");
    }
    int32_t ticks = 1;
    while (ticks < MAX_TICKS && animation_needs_more(b, source, ticks)) {
        ticks++;
    }
    if (animation_needs_more(b, source, ticks)) {
        build_warn(b, "a timeline's scale or offset is rounded to an eighth of a frame", NULL);
    }
    if (source->duration * ticks > UINT16_MAX) {
        build_warn(b, "a timeline's scale or offset is rounded to a frame", NULL);
        ticks = 1;
    }
    out->duration = (uint16_t)source->duration;
    out->ticks = (uint8_t)ticks;
    out->loops = source->play_times != 1;
    out->frame_rate = (float)(b->source->frame_rate / (source->scale > 0.0 ? source->scale : 1.0));
    size_t most = (size_t)b->source->bone_count * 3 + (size_t)b->source->slot_count * 2;
    hone_rig_timeline *timelines = build_new(b, most, sizeof *timelines);
    out->curves = build_new(b, MAX_CURVES + 1, sizeof *out->curves);
    if (timelines == NULL || out->curves == NULL) {
        return false;
    }
    out->timelines = timelines;
    for (int32_t i = 0; i < b->source->bone_count; i++) {
        const db_bone_tracks *tracks = &source->bones[b->document->face.bone_order[i]];
        uint16_t *count = &out->bone_timeline_count;
        if (!add_timeline(b, source, &tracks->translate, &translate, 0, i, out, timelines, count) ||
            !add_timeline(b, source, &tracks->rotate, &rotate, 0, i, out, timelines, count) ||
            !add_timeline(b, source, &tracks->scale, &scale, 0, i, out, timelines, count)) {
            return false;
        }
    }
    hone_rig_timeline *of_slots = timelines + out->bone_timeline_count;
    for (int32_t i = 0; i < b->source->slot_count; i++) {
        int32_t place = b->document->face.slot_order[i];
        const db_slot_tracks *tracks = &source->slots[place];
        uint16_t *count = &out->slot_timeline_count;
        if (!add_timeline(b, source, &tracks->display, &display, place, i, out, of_slots, count) ||
            !add_timeline(b, source, &tracks->alpha, &alpha, place, i, out, of_slots, count)) {
            return false;
        }
    }
    return build_orders(b, source, ticks, out);
}
