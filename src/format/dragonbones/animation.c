// SPDX-License-Identifier: MIT
//
// Animations of all dialects to tracks of keys. 4.x and 5.0 have one list of frames with a whole
// transform a bone, 5.5 a list a channel, 5.6 adds a generic list of timelines.
#include "format/dragonbones/model.h"

#include "base/error.h"

#include <string.h>

// ---- easing

// A cubic with the ends 0 and 1 and these handles, at t.
static double cubic(double from, double h1, double h2, double to, double t)
{
    double u = 1.0 - t;
    return u * u * u * from + 3.0 * u * u * t * h1 + 3.0 * u * t * t * h2 + t * t * t * to;
}

static double curve_ease(const db_key *key, double p)
{
    const double *c = key->curve;
    double x0 = 0.0, y0 = 0.0;
    for (int32_t i = 0;; i += 6) {
        bool last = i + 4 >= key->curve_count;
        double x3 = last ? 1.0 : c[i + 4];
        double y3 = last ? 1.0 : c[i + 5];
        if (p <= x3 || last) {
            double low = 0.0, high = 1.0;
            for (int step = 0; step < 60; step++) {
                double middle = 0.5 * (low + high);
                if (cubic(x0, c[i], c[i + 2], x3, middle) < p) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return cubic(y0, c[i + 1], c[i + 3], y3, 0.5 * (low + high));
        }
        x0 = x3;
        y0 = y3;
    }
}

double db_ease(const db_key *key, double p)
{
    double sine, cosine;
    switch (key->tween) {
    case DB_LINEAR:
        return p;
    case DB_EASE:
        if (key->ease <= 0.0) {
            return p + (p * p - p) * -key->ease;
        }
        if (key->ease <= 1.0) {
            return p + (1.0 - (1.0 - p) * (1.0 - p) - p) * key->ease;
        }
        hone_sincos_deg(180.0 * p, &sine, &cosine);
        return p + ((1.0 - cosine) * 0.5 - p) * (key->ease - 1.0);
    case DB_CURVE:
        return p <= 0.0 ? 0.0 : p >= 1.0 ? 1.0 : curve_ease(key, p);
    default:
        return 0.0;
    }
}

static bool read_curve(db_reader *r, const json_value *list, db_key *key)
{
    double *numbers = db_new(r, list->count, sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    int32_t count = 0;
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (!json_is(i.value, JSON_NUMBER) || !(i.value->as.number > -1e6) ||
            !(i.value->as.number < 1e6)) {
            return db_fail(r, i.value, "not a curve's number", "a number");
        }
        numbers[count++] = i.value->as.number;
    }
    key->tween = DB_CURVE;
    if (count % 6 == 4) {
        key->curve = numbers;
        key->curve_count = count;
    } else if (count % 6 == 2 && count >= 8) { // with its ends 0, 0 and 1, 1 spelled out
        key->curve = numbers + 2;
        key->curve_count = count - 4;
    } else {
        key->tween = DB_LINEAR;
        db_warn(r, "a curve with a strange count of numbers is played as a straight line", list);
    }
    return true;
}

static bool read_tween(db_reader *r, const json_value *frame, db_key *key)
{
    const json_value *curve;
    if (!db_array(r, frame, "curve", &curve)) {
        return false;
    }
    if (curve != NULL && curve->count > 0) {
        return read_curve(r, curve, key);
    }
    const double none = 1e8;
    if (!db_number(r, frame, "tweenEasing", none, &key->ease)) {
        return false;
    }
    key->tween = key->ease == none ? DB_STEP : key->ease == 0.0 ? DB_LINEAR : DB_EASE;
    if (key->tween == DB_EASE) {
        // As the runtime's tables have it.
        double percent = key->ease * 100.0;
        key->ease = (double)(int32_t)(percent < 0.0 ? percent - 0.5 : percent + 0.5) / 100.0;
    }
    return true;
}

// ---- keys

// Reads the frames' starts, durations and tweens; the values are the caller's to fill.
static bool read_keys(db_reader *r, const json_value *frames, db_track *track)
{
    if (frames == NULL || frames->count == 0) {
        return true;
    }
    track->key_count = 0; // a second list for the same channel replaces the first
    track->keys = db_new(r, frames->count, sizeof *track->keys);
    if (track->keys == NULL) {
        return false;
    }
    int64_t start = 0;
    for (json_iterator i = json_iterate(frames); json_next(&i);) {
        if (!json_is(i.value, JSON_OBJECT)) {
            return db_fail(r, i.value, "wrong kind of value", "a key frame in {}");
        }
        db_key *key = &track->keys[track->key_count++];
        if (!db_integer(r, i.value, "duration", 1, &key->duration) ||
            !read_tween(r, i.value, key)) {
            return false;
        }
        if (key->duration < 0) {
            db_warn(r, "a key of negative duration is taken as one of no frames", i.value);
            key->duration = 0;
        }
        key->start = (int32_t)start;
        start += key->duration;
        if (start > INT32_MAX) {
            return db_fail(r, i.value, "the animation is too long", NULL);
        }
        if (key->duration == 0) {
            key->tween = DB_STEP;
        }
    }
    return true;
}

static bool read_timing(db_reader *r, const json_value *object, db_track *track)
{
    return db_number(r, object, "scale", 1.0, &track->scale) &&
           db_number(r, object, "offset", 0.0, &track->offset);
}

static bool read_pairs(db_reader *r, const json_value *frames, const char *first,
                       const char *second, double fallback, db_track *track)
{
    if (!read_keys(r, frames, track)) {
        return false;
    }
    int32_t index = 0;
    for (json_iterator i = json_iterate(frames); json_next(&i); index++) {
        if (!db_number(r, i.value, first, fallback, &track->keys[index].value[0]) ||
            !db_number(r, i.value, second, fallback, &track->keys[index].value[1])) {
            return false;
        }
    }
    return true;
}

// Angles follow each other: the short way, unless the key before asks for turns in one direction.
static void unwind(db_track *track, const int32_t *turns)
{
    for (int32_t i = 1; i < track->key_count; i++) {
        double before = track->keys[i - 1].value[0];
        double angle = track->keys[i].value[0];
        int32_t count = turns[i - 1];
        if (count == 0) {
            angle = before + db_short_way(angle - before);
        } else {
            if (count > 0 ? angle >= before : angle <= before) {
                count += count > 0 ? -1 : 1;
            }
            angle += 360.0 * count;
        }
        track->keys[i].value[0] = angle;
    }
}

static bool read_rotations(db_reader *r, const json_value *frames, const char *rotation,
                           const char *skew, const char *turn_key, db_track *track)
{
    if (!read_pairs(r, frames, rotation, skew, 0.0, track) || track->key_count == 0) {
        return track->key_count == 0;
    }
    int32_t *turns = db_new(r, (size_t)track->key_count, sizeof *turns);
    if (turns == NULL) {
        return false;
    }
    int32_t index = 0;
    for (json_iterator i = json_iterate(frames); json_next(&i); index++) {
        if (turn_key != NULL && !db_integer(r, i.value, turn_key, 0, &turns[index])) {
            return false;
        }
        if (turns[index] > 100 || turns[index] < -100) {
            return db_fail(r, i.value, "too many turns", "between -100 and 100");
        }
    }
    unwind(track, turns);
    return true;
}

// The frames of 4.x and 5.0: one transform with everything.
static bool read_whole_frames(db_reader *r, const json_value *frames, db_bone_tracks *tracks)
{
    if (!read_keys(r, frames, &tracks->translate) || !read_keys(r, frames, &tracks->rotate) ||
        !read_keys(r, frames, &tracks->scale) || tracks->translate.key_count == 0) {
        return tracks->translate.key_count == 0;
    }
    int32_t *turns = db_new(r, (size_t)tracks->rotate.key_count, sizeof *turns);
    if (turns == NULL) {
        return false;
    }
    int32_t index = 0;
    for (json_iterator i = json_iterate(frames); json_next(&i); index++) {
        const json_value *transform;
        db_transform t;
        if (!db_object(r, i.value, "transform", &transform) || !db_transform_of(r, transform, &t) ||
            !db_integer(r, i.value, "tweenRotate", 0, &turns[index])) {
            return false;
        }
        if (turns[index] > 100 || turns[index] < -100) {
            return db_fail(r, i.value, "too many turns", "between -100 and 100");
        }
        tracks->translate.keys[index].value[0] = t.x;
        tracks->translate.keys[index].value[1] = t.y;
        tracks->rotate.keys[index].value[0] = t.rotation;
        tracks->rotate.keys[index].value[1] = t.skew;
        tracks->scale.keys[index].value[0] = t.scale_x;
        tracks->scale.keys[index].value[1] = t.scale_y;
    }
    unwind(&tracks->rotate, turns);
    return true;
}

// ---- tracks of bones and slots

static bool read_bone_tracks(db_reader *r, const json_value *object, db_animation *out)
{
    const char *name;
    if (!db_text(r, object, "name", "", &name)) {
        return false;
    }
    int32_t bone = db_find_bone(r->armature, name);
    if (bone == HONE_NONE) {
        db_warn(r, "a timeline names a bone that does not exist", object);
        return true;
    }
    db_bone_tracks *tracks = &out->bones[bone];
    const json_value *whole, *translate, *rotate, *scale;
    if (!db_array(r, object, "frame", &whole) ||
        !db_array(r, object, "translateFrame", &translate) ||
        !db_array(r, object, "rotateFrame", &rotate) ||
        !db_array(r, object, "scaleFrame", &scale)) {
        return false;
    }
    bool fine = true;
    if (whole != NULL && whole->count > 0) {
        fine = read_whole_frames(r, whole, tracks);
    }
    if (fine && translate != NULL) {
        tracks->translate = (db_track){0};
        fine = read_pairs(r, translate, "x", "y", 0.0, &tracks->translate);
    }
    if (fine && rotate != NULL) {
        tracks->rotate = (db_track){0};
        fine = read_rotations(r, rotate, "rotate", "skew", "clockwise", &tracks->rotate);
    }
    if (fine && scale != NULL) {
        tracks->scale = (db_track){0};
        fine = read_pairs(r, scale, "x", "y", 1.0, &tracks->scale);
    }
    return fine && read_timing(r, object, &tracks->translate) &&
           read_timing(r, object, &tracks->rotate) && read_timing(r, object, &tracks->scale);
}

static bool read_alpha_value(db_reader *r, const json_value *color, db_key *key)
{
    double percent, other;
    if (!db_number(r, color, "aM", 100.0, &percent)) {
        return false;
    }
    key->value[0] = percent / 100.0;
    static const char *const tints[] = {"rM", "gM", "bM", "aO", "rO", "gO", "bO"};
    for (size_t i = 0; i < sizeof tints / sizeof tints[0]; i++) {
        double neutral = i < 3 ? 100.0 : 0.0;
        if (!db_number(r, color, tints[i], neutral, &other)) {
            return false;
        }
        if (other != neutral) {
            db_warn(r, "colour transforms are not played: only alpha is", color);
            break;
        }
    }
    return true;
}

static bool read_slot_tracks(db_reader *r, const json_value *object, db_animation *out)
{
    const char *name;
    if (!db_text(r, object, "name", "", &name)) {
        return false;
    }
    int32_t slot = db_find_slot(r->armature, name);
    if (slot == HONE_NONE) {
        db_warn(r, "a timeline names a slot that does not exist", object);
        return true;
    }
    db_slot_tracks *tracks = &out->slots[slot];
    const json_value *whole, *display, *color;
    if (!db_array(r, object, "frame", &whole) || !db_array(r, object, "displayFrame", &display) ||
        !db_array(r, object, "colorFrame", &color)) {
        return false;
    }
    bool old = display == NULL && color == NULL;
    const json_value *displays = old ? whole : display;
    const json_value *colors = old ? whole : color;
    if (!read_keys(r, displays, &tracks->display) || !read_keys(r, colors, &tracks->alpha)) {
        return false;
    }
    int32_t index = 0;
    for (json_iterator i = json_iterate(displays); json_next(&i); index++) {
        double value; // both names occur in both forms
        if (!db_number(r, i.value, "displayIndex", 0.0, &value) ||
            !db_number(r, i.value, "value", value, &value)) {
            return false;
        }
        tracks->display.keys[index].value[0] = value;
        tracks->display.keys[index].tween = DB_STEP;
    }
    index = 0;
    for (json_iterator i = json_iterate(colors); json_next(&i); index++) {
        const json_value *value, *color_value;
        if (!db_object(r, i.value, "value", &value) ||
            !db_object(r, i.value, "color", &color_value) ||
            !read_alpha_value(r, value != NULL ? value : color_value, &tracks->alpha.keys[index])) {
            return false;
        }
    }
    return read_timing(r, object, &tracks->display) && read_timing(r, object, &tracks->alpha);
}

// A timeline of 5.6's generic list.
static bool read_generic(db_reader *r, const json_value *object, db_animation *out)
{
    enum { TRANSLATE = 11, ROTATE = 12, SCALE = 13, DISPLAY = 20, COLOR = 21, ALPHA = 24 };
    int32_t type;
    const char *name;
    const json_value *frames;
    if (!db_integer(r, object, "type", 0, &type) || !db_text(r, object, "name", "", &name) ||
        !db_array(r, object, "frame", &frames)) {
        return false;
    }
    bool of_bone = type == TRANSLATE || type == ROTATE || type == SCALE;
    bool of_slot = type == DISPLAY || type == COLOR || type == ALPHA;
    int32_t target = of_bone   ? db_find_bone(r->armature, name)
                     : of_slot ? db_find_slot(r->armature, name)
                               : HONE_NONE;
    if (target == HONE_NONE) {
        db_warn(r,
                of_bone || of_slot ? "a timeline names a bone or slot that does not exist"
                                   : "timelines of other kinds than bone, display and alpha are "
                                     "not played",
                object);
        return true;
    }
    db_track *track;
    bool fine;
    if (of_bone) {
        db_bone_tracks *tracks = &out->bones[target];
        track = type == TRANSLATE ? &tracks->translate
                : type == ROTATE  ? &tracks->rotate
                                  : &tracks->scale;
        *track = (db_track){0};
        fine = type == ROTATE ? read_rotations(r, frames, "x", "y", NULL, track)
                              : read_pairs(r, frames, "x", "y", type == SCALE ? 1.0 : 0.0, track);
    } else {
        track = type == DISPLAY ? &out->slots[target].display : &out->slots[target].alpha;
        *track = (db_track){0};
        fine = read_keys(r, frames, track);
        int32_t index = 0;
        for (json_iterator i = json_iterate(frames); fine && json_next(&i); index++) {
            const json_value *value;
            fine = type == COLOR ? db_object(r, i.value, "value", &value) &&
                                       read_alpha_value(r, value, &track->keys[index])
                                 : db_number(r, i.value, "value", type == ALPHA ? 1.0 : 0.0,
                                             &track->keys[index].value[0]);
            if (type == DISPLAY) {
                track->keys[index].tween = DB_STEP;
            }
        }
    }
    return fine && read_timing(r, object, track);
}

// ---- draw order

// The listed slots move by their offsets, the others fill the gaps in their order.
static bool resolve_order(db_reader *r, const json_value *pairs, int32_t *order)
{
    int32_t count = r->armature->slot_count;
    int32_t *others = db_new(r, (size_t)count, sizeof *others);
    if (others == NULL) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        order[i] = HONE_NONE;
    }
    int32_t other_count = 0, next = 0, slot = 0;
    bool second = false;
    for (json_iterator i = json_iterate(pairs); json_next(&i); second = !second) {
        if (!json_is(i.value, JSON_NUMBER) || !(i.value->as.number > -1e6) ||
            !(i.value->as.number < 1e6)) {
            return db_fail(r, i.value, "not a draw order's number", "a slot index or an offset");
        }
        int32_t number = (int32_t)i.value->as.number;
        if (!second) {
            if (number < next || number >= count) {
                return db_fail(r, i.value, "draw order out of range", "slot indices that ascend");
            }
            while (next < number) {
                others[other_count++] = next++;
            }
            slot = number;
            next = number + 1;
            continue;
        }
        int32_t place = slot + number;
        if (place < 0 || place >= count || order[place] != HONE_NONE) {
            return db_fail(r, i.value, "draw order out of range", "a free place for the slot");
        }
        order[place] = slot;
    }
    if (second) {
        return db_fail(r, pairs, "draw order without its last offset", "pairs of slot and offset");
    }
    while (next < count) {
        others[other_count++] = next++;
    }
    for (int32_t i = count - 1; i >= 0; i--) {
        if (order[i] == HONE_NONE) {
            order[i] = others[--other_count];
        }
    }
    return true;
}

static bool read_orders(db_reader *r, const json_value *object, db_animation *out)
{
    const json_value *z_order, *frames;
    if (!db_object(r, object, "zOrder", &z_order) || !db_array(r, z_order, "frame", &frames)) {
        return false;
    }
    if (frames == NULL || frames->count == 0) {
        return true;
    }
    db_track timing = {0};
    db_order_key *orders = db_new(r, frames->count, sizeof *orders);
    if (orders == NULL || !read_keys(r, frames, &timing)) {
        return false;
    }
    out->orders = orders;
    for (json_iterator i = json_iterate(frames); json_next(&i);) {
        const json_value *pairs;
        if (!db_array(r, i.value, "zOrder", &pairs)) {
            return false;
        }
        db_order_key *key = &orders[out->order_count];
        key->frame = timing.keys[out->order_count].start;
        out->order_count++;
        if (pairs != NULL && pairs->count > 0) {
            int32_t *order = db_new(r, (size_t)r->armature->slot_count, sizeof *order);
            if (order == NULL || !resolve_order(r, pairs, order)) {
                return false;
            }
            key->order = order;
        }
    }
    return true;
}

static bool read_list(db_reader *r, const json_value *object, const char *key,
                      bool (*read)(db_reader *, const json_value *, db_animation *),
                      db_animation *out)
{
    const json_value *list;
    if (!db_array(r, object, key, &list)) {
        return false;
    }
    for (json_iterator i = json_iterate(list); json_next(&i);) {
        if (!json_is(i.value, JSON_OBJECT)) {
            return db_fail(r, i.value, "wrong kind of value", "a timeline in {}");
        }
        if (!read(r, i.value, out)) {
            return false;
        }
    }
    return true;
}

bool db_read_animation(db_reader *r, const json_value *object, db_animation *out)
{
    if (!db_text(r, object, "name", "default", &out->name) ||
        !db_integer(r, object, "duration", 0, &out->duration) ||
        !db_integer(r, object, "playTimes", 1, &out->play_times) ||
        !db_number(r, object, "scale", 1.0, &out->scale)) {
        return false;
    }
    if (out->name[0] == '\0') {
        out->name = "default";
    }
    if (out->duration < 0) {
        return db_fail(r, json_member(object, "duration"), "negative duration",
                       "a count of frames");
    }
    out->bones = db_new(r, (size_t)r->armature->bone_count, sizeof *out->bones);
    out->slots = db_new(r, (size_t)r->armature->slot_count, sizeof *out->slots);
    if (out->bones == NULL || out->slots == NULL) {
        return false;
    }
    static const struct {
        const char *key, *message;
    } unused[] = {{"ffd", "mesh deformation is not played"},
                  {"ik", "inverse kinematics is not played"},
                  {"frame", "events and actions are not fired"}};
    for (size_t i = 0; i < sizeof unused / sizeof unused[0]; i++) {
        for (json_iterator j = json_iterate(json_member(object, unused[i].key)); json_next(&j);) {
            bool empty_frame =
                i == 2 && json_member(j.value, "action") == NULL &&
                json_member(j.value, "actions") == NULL && json_member(j.value, "event") == NULL &&
                json_member(j.value, "events") == NULL && json_member(j.value, "sound") == NULL;
            if (!empty_frame) {
                db_warn(r, unused[i].message, j.value);
            }
        }
    }
    const json_value *type = json_member(object, "type");
    if (type != NULL && !json_text_is(type, "normal") && !json_text_is(type, "")) {
        db_warn(r, "blend trees are not played", object);
    }
    return read_list(r, object, "bone", read_bone_tracks, out) &&
           read_list(r, object, "slot", read_slot_tracks, out) &&
           read_list(r, object, "timeline", read_generic, out) && read_orders(r, object, out);
}
