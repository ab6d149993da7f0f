// SPDX-License-Identifier: MIT
//
// Tracks to timelines of whole ticks with 16-bit values.
//
// A track is cut into pieces between its keys, which fit.c turns into keys of the rig. A track with
// a time scale or offset is unrolled over one play of the animation; frames are divided into as
// many ticks as its keys then need.
#include "format/dragonbones/fit.h"

#include <string.h>

enum { MAX_TICKS = 8 };

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
            out[i] = last->value[i] + db_short_way(out[i] - last->value[i]);
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
                  fit_way(g, key->value, target) > 0.0;
    if (!tweens) {
        return fit_key(g, tick0, key->value, HONE_RIG_STEP);
    }
    double length = last ? end - start : (double)key->duration;
    if (length <= 0.0) {
        return fit_key(g, tick0, key->value, HONE_RIG_STEP);
    }
    piece whole = {tick0, tick1, (begin - start) / length, (stop - start) / length, 0};
    return fit_tween(g, key, target, whole);
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
        fit_value(key, target, (at - key->start) / length, value);
    }
    return fit_key(g, t->duration * t->ticks, value, HONE_RIG_STEP);
}

static bool add_track(growing *g, const db_track *track, const timing *t)
{
    if (t->duration == 0) {
        return fit_key(g, 0, track->keys[0].value, HONE_RIG_STEP);
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
    if (g->count == 0 && !fit_key(g, 0, track->keys[track->key_count - 1].value, HONE_RIG_STEP)) {
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

// Key values are stored so that, added to or multiplied with the rounded bind pose, they come
// nearest to the exact sum or product: roundings do not add up.
static hone_angle16 angle_key(double bind, double offset)
{
    return (hone_angle16)(uint16_t)((uint16_t)build_angle(bind + offset) -
                                    (uint16_t)build_angle(bind));
}

static hone_scale16 scale_key(db_builder *b, double bind, double factor)
{
    double stored = bind * HONE_SCALE16_ONE;
    stored = (double)(int64_t)(stored < 0.0 ? stored - 0.5 : stored + 0.5) / HONE_SCALE16_ONE;
    bool clean = stored != 0.0 && stored > -8.0 && stored < 8.0;
    return build_scale(b, clean ? factor * bind / stored : factor);
}

static void *store_values(growing *g)
{
    const db_transform *bind = g->bind;
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
            double turn = g->values[i][0], skew = g->values[i][1];
            out[i * 2] = angle_key(bind->rotation + bind->skew, turn + skew);
            out[i * 2 + 1] = angle_key(bind->rotation, turn);
        }
        return out;
    }
    case HONE_RIG_SCALE: {
        hone_scale16 *out = build_new(b, count * 2, sizeof *out);
        for (size_t i = 0; out != NULL && i < count; i++) {
            out[i * 2] = scale_key(b, bind->scale_x, g->values[i][0]);
            out[i * 2 + 1] = scale_key(b, bind->scale_y, g->values[i][1]);
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

// Timelines with the same times and easings share their arrays: that saves memory, and the player
// finds its place in the second one without looking.
static void share_arrays(hone_rig_timeline *t, const hone_rig_timeline *before,
                         const hone_rig_timeline *end)
{
    size_t keys = t->key_count;
    for (; before != end; before++) {
        if (before->key_count != keys ||
            memcmp(before->frames, t->frames, keys * sizeof *t->frames) != 0) {
            continue;
        }
        t->frames = before->frames;
        if (t->easings != NULL && before->easings != NULL &&
            memcmp(before->easings, t->easings, keys - 1) == 0) {
            t->easings = before->easings; // the last one's does not count
            return;
        }
        if (t->easings == NULL && before->easings == NULL) {
            return;
        }
    }
}

static bool store(growing *g, int32_t target, const hone_rig_timeline *all, hone_rig_timeline *out)
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
    share_arrays(out, all, out);
    return true;
}

// Turns the track of a bone or slot at a place in the file into a timeline, if it does anything.
static bool add_timeline(db_builder *b, const db_animation *source, const db_track *track,
                         const channel_rule *rule, int32_t place, int32_t target,
                         hone_rig_animation *out, hone_rig_timeline *timelines, uint16_t *count)
{
    if (track->key_count == 0) {
        return true;
    }
    growing g = {.b = b, .rule = rule, .slot = place, .curve_count = &out->curve_count};
    g.bind = rule->channel <= HONE_RIG_SCALE ? &b->source->bones[place].transform : NULL;
    g.curves = (hone_rig_curve *)(uintptr_t)out->curves;
    timing t = timing_of(track, source, out->ticks == 0 ? 1 : out->ticks);
    if (!add_track(&g, track, &t)) {
        return false;
    }
    if (is_neutral(&g)) {
        return true;
    }
    drop_repeated_keys(&g);
    const hone_rig_timeline *all = out->timelines;
    return store(&g, target, all, &timelines[(*count)++]);
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
        if ((off > 0.01 || off < -0.01)) {
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
    out->curves = build_new(b, FIT_MAX_CURVES + 1, sizeof *out->curves);
    if (timelines == NULL || out->curves == NULL) {
        return false;
    }
    out->timelines = timelines;
    for (int32_t i = 0; i < b->source->bone_count; i++) {
        int32_t place = b->document->face.bone_order[i];
        const db_bone_tracks *tracks = &source->bones[place];
        uint16_t *count = &out->bone_timeline_count;
        if (!add_timeline(b, source, &tracks->translate, &translate, place, i, out, timelines,
                          count) ||
            !add_timeline(b, source, &tracks->rotate, &rotate, place, i, out, timelines, count) ||
            !add_timeline(b, source, &tracks->scale, &scale, place, i, out, timelines, count)) {
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
