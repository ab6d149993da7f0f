// SPDX-License-Identifier: MIT
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static double number(const json_value *object, const char *key, double fallback)
{
    const json_value *value = json_member(object, key);
    return json_is(value, JSON_NUMBER) ? value->as.number : fallback;
}

static bool flag(const json_value *object, const char *key, bool fallback)
{
    const json_value *value = json_member(object, key);
    if (json_is(value, JSON_NUMBER)) {
        return value->as.number != 0.0;
    }
    return value == NULL ? fallback : json_is(value, JSON_TRUE);
}

static bool same_text(const json_value *a, const json_value *b)
{
    return json_is(a, JSON_STRING) && json_is(b, JSON_STRING) && a->count == b->count &&
           memcmp(a->as.text, b->as.text, a->count) == 0;
}

// Into (-180, 180].
static double near_zero(double degrees)
{
    return degrees - 360.0 * ceil(degrees / 360.0 - 0.5);
}

int32_t oracle_find(const oracle *o, const json_value *name)
{
    for (int32_t i = 0; i < o->count; i++) {
        if (same_text(o->bones[i].name, name)) {
            return i;
        }
    }
    return -1;
}

// Rotation and skew of a transform, in degrees.
static void angles(const json_value *transform, double *rotation, double *skew)
{
    if (json_member(transform, "rotate") != NULL || json_member(transform, "skew") != NULL) {
        *rotation = near_zero(number(transform, "rotate", 0.0));
        *skew = near_zero(number(transform, "skew", 0.0));
    } else {
        *rotation = near_zero(number(transform, "skY", 0.0));
        *skew = near_zero(number(transform, "skX", 0.0) - number(transform, "skY", 0.0));
    }
}

oracle oracle_new(const json_value *armature)
{
    const json_value *list = json_member(armature, "bone");
    oracle o = {.armature = armature};
    o.bones = calloc(list == NULL ? 1 : list->count + 1, sizeof *o.bones);
    for (json_iterator i = json_iterate(list); json_next(&i); o.count++) {
        oracle_bone *bone = &o.bones[o.count];
        const json_value *t = json_member(i.value, "transform");
        bone->name = json_member(i.value, "name");
        bone->x = number(t, "x", 0.0);
        bone->y = number(t, "y", 0.0);
        angles(t, &bone->rotation, &bone->skew);
        bone->scale_x = number(t, "scX", 1.0);
        bone->scale_y = number(t, "scY", 1.0);
        bone->translation = flag(i.value, "inheritTranslation", true);
        bone->rotation_inherited = flag(i.value, "inheritRotation", true);
        bone->scale = flag(i.value, "inheritScale", true);
        bone->reflection = flag(i.value, "inheritReflection", true);
    }
    int32_t index = 0;
    for (json_iterator i = json_iterate(list); json_next(&i); index++) {
        o.bones[index].parent = oracle_find(&o, json_member(i.value, "parent"));
    }
    return o;
}

void oracle_free(oracle *o)
{
    free(o->bones);
}

// ---- tracks

typedef struct key {
    double start, length;
    double value[2];
    const json_value *frame;
} key;

typedef struct track {
    key *keys;
    int32_t count;
} track;

static const char *const whole_keys[] = {"x", "y", "scX", "scY"};

// kind: 0 translate, 1 rotate, 2 scale. whole: one transform a frame, as in 4.x and 5.0.
static track read_track(const json_value *frames, int kind, bool whole, const char *const names[2],
                        double duration)
{
    track t = {0};
    t.keys = calloc(frames == NULL ? 1 : frames->count + 1, sizeof *t.keys);
    double start = 0.0;
    double turns = 0.0;
    for (json_iterator i = json_iterate(frames); json_next(&i); t.count++) {
        key *k = &t.keys[t.count];
        k->frame = i.value;
        k->start = start;
        k->length = number(i.value, "duration", 1.0);
        start += k->length;
        const json_value *transform = whole ? json_member(i.value, "transform") : i.value;
        double neutral = kind == 2 ? 1.0 : 0.0;
        if (whole && kind == 1) {
            angles(transform, &k->value[0], &k->value[1]);
        } else {
            const char *const *n = whole ? &whole_keys[kind == 2 ? 2 : 0] : names;
            k->value[0] = number(transform, n[0], neutral);
            k->value[1] = number(transform, n[1], neutral);
        }
        if (kind == 1) {
            double turns_here = number(i.value, whole ? "tweenRotate" : "clockwise", 0.0);
            if (t.count > 0) {
                double before = k[-1].value[0];
                if (turns == 0.0) {
                    k->value[0] = before + near_zero(k->value[0] - before);
                } else {
                    if (turns > 0.0 ? k->value[0] >= before : k->value[0] <= before) {
                        turns += turns > 0.0 ? -1.0 : 1.0;
                    }
                    k->value[0] += 360.0 * turns;
                }
            }
            turns = turns_here;
        }
    }
    if (t.count > 0) {
        t.keys[t.count - 1].length = duration - t.keys[t.count - 1].start;
    }
    return t;
}

static double bezier(double p0, double p1, double p2, double p3, double t)
{
    double u = 1.0 - t;
    return u * u * u * p0 + 3.0 * u * u * t * p1 + 3.0 * u * t * t * p2 + t * t * t * p3;
}

// y at x of the curve through 0,0 and 1,1, of any number of segments.
static double exact_curve(const double *c, int32_t count, double x)
{
    if (count % 6 == 2) {
        c += 2;
        count -= 4;
    }
    double x0 = 0.0, y0 = 0.0;
    for (int32_t i = 0; i + 3 < count; i += 6) {
        double x3 = i + 5 < count ? c[i + 4] : 1.0;
        double y3 = i + 5 < count ? c[i + 5] : 1.0;
        if (x <= x3 || i + 6 >= count) {
            double low = 0.0, high = 1.0;
            while (high - low > 1e-14) {
                double middle = 0.5 * (low + high);
                if (bezier(x0, c[i], c[i + 2], x3, middle) < x) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return bezier(y0, c[i + 1], c[i + 3], y3, low);
        }
        x0 = x3;
        y0 = y3;
    }
    return x;
}

// One point of the runtime's table: a bisection that stops early, rounded to 1/10000.
static double sampled_point(const double *c, double x)
{
    double low = 0.0, high = 1.0, y = 0.0;
    while (high - low > 0.0001) {
        double middle = 0.5 * (low + high);
        y = bezier(0.0, c[1], c[3], 1.0, middle);
        if (bezier(0.0, c[0], c[2], 1.0, middle) < x) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return floor(y * 10000.0 + 0.5) / 10000.0;
}

static double sampled_curve(const double *c, double frames, double x)
{
    if (x <= 0.0 || x >= 1.0) {
        return x <= 0.0 ? 0.0 : 1.0;
    }
    double cells = frames + 2.0;
    double at = floor(x * cells);
    double from = at == 0.0 ? 0.0 : sampled_point(c, at / cells);
    double to = at + 1.0 >= cells ? 1.0 : sampled_point(c, (at + 1.0) / cells);
    return from + (to - from) * (x * cells - at);
}

static double ease(const key *k, double p, oracle_manner manner)
{
    const json_value *curve = json_member(k->frame, "curve");
    if (json_is(curve, JSON_ARRAY) && curve->count > 0) {
        double c[64];
        int32_t count = 0;
        for (json_iterator i = json_iterate(curve); json_next(&i) && count < 64; count++) {
            c[count] = i.value->as.number;
        }
        return manner == ORACLE_RUNTIME && count == 4 ? sampled_curve(c, k->length, p)
                                                      : exact_curve(c, count, p);
    }
    double e = floor(number(k->frame, "tweenEasing", 0.0) * 100.0 + 0.5) / 100.0;
    double shape = e <= 0.0   ? p * p
                   : e <= 1.0 ? 1.0 - (1.0 - p) * (1.0 - p)
                              : 0.5 * (1.0 - cos(p * pi));
    return p + (shape - p) * (e <= 0.0 ? -e : e <= 1.0 ? e : e - 1.0);
}

static bool tweens(const key *k)
{
    return k->length > 0.0 && (json_is(json_member(k->frame, "curve"), JSON_ARRAY) ||
                               json_is(json_member(k->frame, "tweenEasing"), JSON_NUMBER));
}

typedef struct moment {
    double frames; // since the start
    double duration;
    int32_t plays; // 0 = for ever
    oracle_manner manner;
} moment;

static void track_value(const track *t, const json_value *timing, bool angle, moment now,
                        double out[2])
{
    double stretch = floor(number(timing, "scale", 1.0) * 100.0 + 0.5) / 100.0;
    double offset = floor(number(timing, "offset", 0.0) * 100.0 + 0.5) / 100.0;
    bool loops = now.plays != 1;
    double frame = now.frames;
    bool own_time = stretch != 1.0 || offset != 0.0;
    double play = 0.0;
    if (now.duration > 0.0) {
        if (now.manner == ORACLE_EXACT || !own_time) {
            play = floor(frame / now.duration);
            if (loops && (now.plays == 0 || play < now.plays)) {
                frame -= play * now.duration;
            } else {
                frame = fmin(frame - (loops ? (now.plays - 1) * now.duration : 0.0), now.duration);
            }
        }
        if (own_time) {
            frame = (stretch > 0.0 ? frame / stretch : frame) + offset * now.duration;
            play = floor(frame / now.duration);
            if (loops && (now.plays == 0 || play < now.plays)) {
                frame -= play * now.duration;
            }
        }
    }
    int32_t i = 0;
    while (i + 1 < t->count && t->keys[i + 1].start <= frame) {
        i++;
    }
    const key *from = &t->keys[i];
    bool last = i + 1 == t->count;
    bool closes = loops && (now.manner == ORACLE_EXACT || now.plays == 0 || play < now.plays - 1);
    out[0] = from->value[0];
    out[1] = from->value[1];
    if (!tweens(from) || t->count < 2 || (last && !closes)) {
        return;
    }
    double e = ease(from, (frame - from->start) / from->length, now.manner);
    for (int v = 0; v < 2; v++) {
        double way = t->keys[last ? 0 : i + 1].value[v] - from->value[v];
        out[v] += (last && angle ? near_zero(way) : way) * e;
    }
}

// ---- bones

typedef struct local_pose {
    double x, y, rotation, skew, scale_x, scale_y;
} local_pose;

static void add_track(oracle_bone *bone, local_pose *pose, int kind, track t,
                      const json_value *timing, moment now)
{
    double value[2];
    for (int32_t i = 0; i < t.count; i++) {
        const json_value *curve = json_member(t.keys[i].frame, "curve");
        bone->many_segments = bone->many_segments || (curve != NULL && curve->count > 4);
    }
    if (t.count > 0) {
        track_value(&t, timing, kind == 1, now, value);
        if (kind == 0) {
            pose->x += value[0];
            pose->y += value[1];
        } else if (kind == 1) {
            pose->rotation += value[0];
            pose->skew += value[1];
        } else {
            bone->beyond_q12 =
                bone->beyond_q12 || fabs(value[0]) >= 7.999 || fabs(value[1]) >= 7.999;
            pose->scale_x *= value[0];
            pose->scale_y *= value[1];
        }
    }
    free(t.keys);
}

static void animate(const json_value *animation, oracle_bone *bone, local_pose *pose, moment now)
{
    static const char *const lists[] = {"translateFrame", "rotateFrame", "scaleFrame"};
    static const char *const names[3][2] = {{"x", "y"}, {"rotate", "skew"}, {"x", "y"}};
    for (json_iterator i = json_iterate(json_member(animation, "bone")); json_next(&i);) {
        if (!same_text(json_member(i.value, "name"), bone->name)) {
            continue;
        }
        const json_value *whole = json_member(i.value, "frame");
        for (int kind = 0; kind < 3; kind++) {
            const json_value *own = json_member(i.value, lists[kind]);
            const json_value *frames = own != NULL ? own : whole;
            add_track(bone, pose, kind,
                      read_track(frames, kind, own == NULL, names[kind], now.duration), i.value,
                      now);
        }
    }
    for (json_iterator i = json_iterate(json_member(animation, "timeline")); json_next(&i);) {
        int type = (int)number(i.value, "type", 0.0);
        if (same_text(json_member(i.value, "name"), bone->name) && type >= 11 && type <= 13) {
            static const char *const generic[2] = {"x", "y"};
            add_track(
                bone, pose, type - 11,
                read_track(json_member(i.value, "frame"), type - 11, false, generic, now.duration),
                i.value, now);
        }
    }
}

static oracle_matrix matrix_of(const local_pose *p)
{
    double r = p->rotation * pi / 180.0;
    double s = (p->rotation + p->skew) * pi / 180.0;
    return (oracle_matrix){cos(r) * p->scale_x,
                           sin(r) * p->scale_x,
                           -sin(s) * p->scale_y,
                           cos(s) * p->scale_y,
                           p->x,
                           p->y};
}

// The parent's rotation in degrees as the runtime finds it in its matrix: by an arc tangent that
// knows half a turn only, mended when the x scale turns out negative and was not.
static void decompose(oracle_bone *bone)
{
    const oracle_matrix *m = &bone->world;
    double before = bone->global_scale_x;
    double r = atan(m->b / m->a);
    double scale = fabs(r) < pi / 4.0 ? m->a / cos(r) : m->b / sin(r);
    if (before >= 0.0 && scale < 0.0) {
        scale = -scale;
        r -= pi;
    }
    bone->global_scale_x = scale;
    bone->global_rotation = r * 180.0 / pi;
}

static void place(oracle *o, oracle_bone *bone, local_pose pose)
{
    bone->global_rotation = pose.rotation;
    bone->global_scale_x = pose.scale_x;
    if (bone->parent < 0) {
        bone->world = matrix_of(&pose);
        return;
    }
    oracle_bone parent = o->bones[bone->parent];
    const oracle_matrix *p = &parent.world;
    if (bone->scale) {
        if (!bone->rotation_inherited) {
            if (parent.parent >= 0 && parent.scale) {
                decompose(&parent);
            }
            pose.rotation -= parent.global_rotation;
        }
        oracle_matrix m = matrix_of(&pose);
        bone->world = (oracle_matrix){p->a * m.a + p->c * m.b,
                                      p->b * m.a + p->d * m.b,
                                      p->a * m.c + p->c * m.d,
                                      p->b * m.c + p->d * m.d,
                                      m.tx,
                                      m.ty};
    } else {
        if (bone->rotation_inherited) {
            if (parent.parent >= 0 && parent.scale) {
                decompose(&parent);
            }
            double own = pose.rotation;
            pose.rotation += parent.global_rotation + (parent.global_scale_x < 0.0 ? 180.0 : 0.0);
            if (p->a * p->d - p->b * p->c < 0.0) {
                pose.rotation -= 2.0 * own;
                pose.skew += bone->reflection ? 180.0 : 0.0;
            }
        }
        bone->global_rotation = pose.rotation;
        bone->world = matrix_of(&pose);
    }
    if (bone->translation) {
        bone->world.tx = p->a * pose.x + p->c * pose.y + p->tx;
        bone->world.ty = p->b * pose.x + p->d * pose.y + p->ty;
    }
}

void oracle_pose(oracle *o, const json_value *animation, double frames, oracle_manner manner)
{
    moment now = {frames, number(animation, "duration", 0.0),
                  (int32_t)number(animation, "playTimes", 1.0), manner};
    bool *done = calloc((size_t)o->count + 1, sizeof *done);
    for (int32_t left = o->count; left > 0;) {
        for (int32_t i = 0; i < o->count; i++) {
            oracle_bone *bone = &o->bones[i];
            if (done[i] || (bone->parent >= 0 && !done[bone->parent])) {
                continue;
            }
            local_pose pose = {bone->x,    bone->y,       bone->rotation,
                               bone->skew, bone->scale_x, bone->scale_y};
            bone->beyond_q12 = false;
            bone->many_segments = bone->parent >= 0 && o->bones[bone->parent].many_segments;
            animate(animation, bone, &pose, now);
            bone->beyond_q12 = bone->beyond_q12 || fabs(pose.scale_x) >= 7.999 ||
                               fabs(pose.scale_y) >= 7.999 || fabs(bone->scale_x) >= 7.999 ||
                               fabs(bone->scale_y) >= 7.999 ||
                               (bone->parent >= 0 && o->bones[bone->parent].beyond_q12);
            place(o, bone, pose);
            done[i] = true;
            left--;
        }
    }
    free(done);
}
