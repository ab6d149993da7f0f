// SPDX-License-Identifier: MIT
//
// fox_ske.json: bones, slots, and three animations at 24 frames a second. Angles are clockwise, so
// a limb that hangs down swings forward (to the right) with a negative angle.
#include "fox.h"

#include <stdio.h>
#include <string.h>

typedef struct bone {
    const char *name, *parent;
    double x, y, rotation;
} bone;

static const bone bones[] = {
    {"root", NULL, 0, 0, 0},
    {"hip", "root", 0, -69, 0},
    {"torso", "hip", 0, -2, 0},
    {"head", "torso", 4, -58, 0},
    {"ear_f", "head", -24, -70, -12},
    {"ear_b", "head", 22, -74, 14},
    {"eyes", "head", 22, -40, 0},
    {"mouth", "head", 40, -8, 0},
    {"tail_1", "hip", -18, 0, 24},
    {"tail_2", "tail_1", -34, 0, 14},
    {"tail_3", "tail_2", -32, 0, 12},
    {"scarf_1", "torso", -12, -56, -14},
    {"scarf_2", "scarf_1", -32, 3, -6},
    {"scarf_3", "scarf_2", -29, 1, -8},
    {"arm_f_upper", "torso", -9, -48, 12},
    {"arm_f_lower", "arm_f_upper", 0, 24, -24},
    {"hand_f", "arm_f_lower", 0, 25, 0},
    {"arm_b_upper", "torso", 15, -48, -6},
    {"arm_b_lower", "arm_b_upper", 0, 24, -20},
    {"hand_b", "arm_b_lower", 0, 25, 0},
    {"leg_f_upper", "hip", -8, 4, 0},
    {"leg_f_lower", "leg_f_upper", 0, 28, 0},
    {"foot_f", "leg_f_lower", 0, 26, 0},
    {"leg_b_upper", "hip", 12, 2, 0},
    {"leg_b_lower", "leg_b_upper", 0, 28, 0},
    {"foot_b", "leg_b_lower", 0, 26, 0},
    {"lantern", "hand_f", 3, 18, 12},
    {"glow", "lantern", 0, 34, 0},
};

enum { BONES = sizeof bones / sizeof bones[0] };

typedef struct slot {
    const char *name, *bone;
    const char *pictures[2]; // the first is shown
    double x, y;             // of the pictures' pivot from the bone
    bool add;
} slot;

static const slot slots[] = {
    {"tail_1", "tail_1", {"tail_1", NULL}, 0, 0, false},
    {"tail_3", "tail_3", {"tail_3", NULL}, 0, 0, false},
    {"tail_2", "tail_2", {"tail_2", NULL}, 0, 0, false},
    {"scarf_3", "scarf_3", {"scarf_3", NULL}, 0, 0, false},
    {"scarf_2", "scarf_2", {"scarf_2", NULL}, 0, 0, false},
    {"scarf_1", "scarf_1", {"scarf_1", NULL}, 0, 0, false},
    {"arm_b_upper", "arm_b_upper", {"arm_b_upper", NULL}, 0, 0, false},
    {"arm_b_lower", "arm_b_lower", {"arm_b_lower", NULL}, 0, 0, false},
    {"hand_b", "hand_b", {"hand_b", NULL}, 0, 0, false},
    {"leg_b_upper", "leg_b_upper", {"leg_b_upper", NULL}, 0, 0, false},
    {"foot_b", "foot_b", {"foot_b", NULL}, 0, 0, false},
    {"leg_b_lower", "leg_b_lower", {"leg_b_lower", NULL}, 0, 0, false},
    {"leg_f_upper", "leg_f_upper", {"leg_f_upper", NULL}, 0, 0, false},
    {"foot_f", "foot_f", {"foot_f", NULL}, 0, 0, false},
    {"leg_f_lower", "leg_f_lower", {"leg_f_lower", NULL}, 0, 0, false},
    {"skirt", "hip", {"skirt", NULL}, 1, -8, false},
    {"torso", "torso", {"torso", NULL}, 0, 0, false},
    {"ear_b", "ear_b", {"ear_b", NULL}, 0, 0, false},
    {"ear_f", "ear_f", {"ear_f", NULL}, 0, 0, false},
    {"head", "head", {"head", NULL}, 0, 0, false},
    {"nose", "head", {"nose", NULL}, 58, -25, false},
    {"mouth", "mouth", {"mouth_smile", "mouth_open"}, 0, 0, false},
    {"eyes", "eyes", {"eyes_open", "eyes_closed"}, 0, 0, false},
    {"collar", "torso", {"collar", NULL}, 3, -57, false},
    {"arm_f_upper", "arm_f_upper", {"arm_f_upper", NULL}, 0, 0, false},
    {"arm_f_lower", "arm_f_lower", {"arm_f_lower", NULL}, 0, 0, false},
    {"lantern", "lantern", {"lantern", NULL}, 0, 0, false},
    {"glow", "glow", {"glow", NULL}, 0, 0, true},
    {"hand_f", "hand_f", {"hand_f", NULL}, 0, 0, false},
};

enum { SLOTS = sizeof slots / sizeof slots[0] };

// ---- writing

typedef struct writer {
    FILE *file;
    const fox_part *parts;
    int part_count;
    bool first; // of the list being written
} writer;

static void number(writer *w, double value)
{
    long long units = (long long)(value < 0.0 ? value * 1000.0 - 0.5 : value * 1000.0 + 0.5);
    long long size = units < 0 ? -units : units;
    (void)fprintf(w->file, "%s%lld", units < 0 ? "-" : "", size / 1000);
    if (size % 1000 != 0) {
        (void)fprintf(w->file, ".%03lld", size % 1000);
    }
}

static void separate(writer *w)
{
    (void)fputs(w->first ? "\n" : ",\n", w->file);
    w->first = false;
}

static void transform(writer *w, double x, double y, double rotation)
{
    (void)fputs("\"transform\": {\"x\": ", w->file);
    number(w, x);
    (void)fputs(", \"y\": ", w->file);
    number(w, y);
    if (rotation != 0.0) {
        (void)fputs(", \"skX\": ", w->file);
        number(w, rotation);
        (void)fputs(", \"skY\": ", w->file);
        number(w, rotation);
    }
    (void)fputs("}", w->file);
}

static void write_bones(writer *w)
{
    (void)fputs("\"bone\": [", w->file);
    w->first = true;
    for (int i = 0; i < BONES; i++) {
        separate(w);
        (void)fprintf(w->file, "  {\"name\": \"%s\", ", bones[i].name);
        if (bones[i].parent != NULL) {
            (void)fprintf(w->file, "\"parent\": \"%s\", ", bones[i].parent);
        }
        transform(w, bones[i].x, bones[i].y, bones[i].rotation);
        (void)fputs("}", w->file);
    }
    (void)fputs("],\n\"slot\": [", w->file);
    w->first = true;
    for (int i = 0; i < SLOTS; i++) {
        separate(w);
        (void)fprintf(w->file, "  {\"name\": \"%s\", \"parent\": \"%s\"%s}", slots[i].name,
                      slots[i].bone, slots[i].add ? ", \"blendMode\": \"add\"" : "");
    }
    (void)fputs("],\n", w->file);
}

static const fox_part *find_part(const writer *w, const char *name)
{
    for (int i = 0; i < w->part_count; i++) {
        if (strcmp(w->parts[i].name, name) == 0) {
            return &w->parts[i];
        }
    }
    return &w->parts[0];
}

static void write_skin(writer *w)
{
    (void)fputs("\"skin\": [{\"name\": \"default\", \"slot\": [", w->file);
    w->first = true;
    for (int i = 0; i < SLOTS; i++) {
        separate(w);
        (void)fprintf(w->file, "  {\"name\": \"%s\", \"display\": [", slots[i].name);
        for (int k = 0; k < 2 && slots[i].pictures[k] != NULL; k++) {
            const fox_part *part = find_part(w, slots[i].pictures[k]);
            (void)fprintf(w->file, "%s{\"name\": \"%s\", \"type\": \"image\", ", k > 0 ? ", " : "",
                          slots[i].pictures[k]);
            transform(w, slots[i].x + 0.5 * part->width - part->pivot_x,
                      slots[i].y + 0.5 * part->height - part->pivot_y, 0.0);
            (void)fputs("}", w->file);
        }
        (void)fputs("]}", w->file);
    }
    (void)fputs("]}],\n", w->file);
}

// ---- animations

typedef struct key {
    int frame;
    double a, b;
} key;

// Keys as frames with durations; the last one stands at the end and closes the loop.
static void write_keys(writer *w, const char *list, const char *first, const char *second,
                       const key *keys, int count)
{
    (void)fprintf(w->file, "\"%s\": [", list);
    for (int i = 0; i < count; i++) {
        int duration = i + 1 < count ? keys[i + 1].frame - keys[i].frame : 0;
        (void)fprintf(w->file, "%s{\"duration\": %d, ", i > 0 ? ", " : "", duration);
        if (i + 1 < count) {
            (void)fputs("\"curve\": [0.4, 0, 0.6, 1], ", w->file);
        }
        (void)fprintf(w->file, "\"%s\": ", first);
        number(w, keys[i].a);
        if (second != NULL) {
            (void)fprintf(w->file, ", \"%s\": ", second);
            number(w, keys[i].b);
        }
        (void)fputs("}", w->file);
    }
    (void)fputs("]", w->file);
}

static void rotate(writer *w, const char *name, const key *keys, int count)
{
    separate(w);
    (void)fprintf(w->file, "    {\"name\": \"%s\", ", name);
    write_keys(w, "rotateFrame", "rotate", NULL, keys, count);
    (void)fputs("}", w->file);
}

static void move_and_rotate(writer *w, const char *name, const key *moves, int move_count,
                            const key *turns, int turn_count)
{
    separate(w);
    (void)fprintf(w->file, "    {\"name\": \"%s\", ", name);
    write_keys(w, "translateFrame", "x", "y", moves, move_count);
    (void)fputs(", ", w->file);
    write_keys(w, "rotateFrame", "rotate", NULL, turns, turn_count);
    (void)fputs("}", w->file);
}

#define KEYS(...)                                                                                  \
    (const key[]){__VA_ARGS__}, (int)(sizeof((const key[]){__VA_ARGS__}) / sizeof(key))

// A chain that follows: each bone swings later than the one before it.
static void swing(writer *w, const char *name, int duration, int delay, double low, double high)
{
    int half = duration / 2;
    int at = delay % duration;
    if (at == 0) {
        rotate(w, name, KEYS({0, low, 0}, {half, high, 0}, {duration, low, 0}));
    } else if (at < half) {
        double start = low + (high - low) * (half - at) / half;
        rotate(w, name,
               KEYS({0, start, 0}, {at, low, 0}, {at + half, high, 0}, {duration, start, 0}));
    } else {
        double start = high + (low - high) * (duration - at) / half;
        rotate(w, name,
               KEYS({0, start, 0}, {at - half, high, 0}, {at, low, 0}, {duration, start, 0}));
    }
}

static void begin_animation(writer *w, const char *name, int duration)
{
    (void)fprintf(w->file,
                  "  {\"name\": \"%s\", \"duration\": %d, \"playTimes\": 0,\n   \"bone\": [", name,
                  duration);
    w->first = true;
}

// Closed eyes for the frames from..to, an open mouth for the frames open..shut, and the glow.
static void end_animation(writer *w, int duration, int from, int to, int open, int shut)
{
    (void)fprintf(
        w->file,
        "],\n   \"slot\": [\n    {\"name\": \"eyes\", \"displayFrame\": [{\"duration\": %d}, "
        "{\"duration\": %d, \"value\": 1}, {\"duration\": %d}]}",
        from, to - from, duration - to);
    if (open < shut) {
        (void)fprintf(w->file,
                      ",\n    {\"name\": \"mouth\", \"displayFrame\": [{\"duration\": %d}, "
                      "{\"duration\": %d, \"value\": 1}, {\"duration\": %d}]}",
                      open, shut - open, duration - shut);
    }
    (void)fprintf(
        w->file,
        ",\n    {\"name\": \"glow\", \"colorFrame\": [{\"duration\": %d, \"tweenEasing\": 0, "
        "\"value\": {\"aM\": 70}}, {\"duration\": %d, \"tweenEasing\": 0, \"value\": "
        "{\"aM\": 100}}, {\"duration\": 0, \"value\": {\"aM\": 70}}]}]",
        duration / 3, duration - duration / 3);
}

static void write_idle(writer *w)
{
    begin_animation(w, "idle", 48);
    move_and_rotate(w, "hip", KEYS({0, 0, 0}, {24, 0, 2}, {48, 0, 0}),
                    KEYS({0, 0, 0}, {24, -1, 0}, {48, 0, 0}));
    rotate(w, "torso", KEYS({0, 0, 0}, {26, 2.5, 0}, {48, 0, 0}));
    rotate(w, "head", KEYS({0, 0, 0}, {14, 2, 0}, {34, -3.5, 0}, {48, 0, 0}));
    rotate(w, "ear_f",
           KEYS({0, 0, 0}, {19, 0, 0}, {21, -14, 0}, {24, 4, 0}, {27, 0, 0}, {48, 0, 0}));
    swing(w, "ear_b", 48, 6, -2, 3);
    swing(w, "tail_1", 48, 0, -7, 9);
    swing(w, "tail_2", 48, 5, -9, 10);
    swing(w, "tail_3", 48, 10, -12, 12);
    swing(w, "scarf_1", 24, 0, -4, 4);
    swing(w, "scarf_2", 24, 4, -7, 6);
    swing(w, "scarf_3", 24, 8, -10, 9);
    rotate(w, "arm_f_upper", KEYS({0, 0, 0}, {24, -4, 0}, {48, 0, 0}));
    rotate(w, "arm_f_lower", KEYS({0, -30, 0}, {26, -36, 0}, {48, -30, 0}));
    rotate(w, "arm_b_upper", KEYS({0, 0, 0}, {24, 4, 0}, {48, 0, 0}));
    rotate(w, "lantern", KEYS({0, 33, 0}, {12, 24, 0}, {36, 40, 0}, {48, 33, 0}));
    // The knees give way with the breath; the feet stay.
    rotate(w, "leg_f_upper", KEYS({0, -3, 0}, {24, -10, 0}, {48, -3, 0}));
    rotate(w, "leg_f_lower", KEYS({0, 6, 0}, {24, 19, 0}, {48, 6, 0}));
    rotate(w, "foot_f", KEYS({0, -3, 0}, {24, -8, 0}, {48, -3, 0}));
    rotate(w, "leg_b_upper", KEYS({0, -3, 0}, {24, -10, 0}, {48, -3, 0}));
    rotate(w, "leg_b_lower", KEYS({0, 6, 0}, {24, 19, 0}, {48, 6, 0}));
    rotate(w, "foot_b", KEYS({0, -3, 0}, {24, -8, 0}, {48, -3, 0}));
    end_animation(w, 48, 30, 33, 0, 0);
    (void)fputs("},\n", w->file);
}

static void write_walk(writer *w)
{
    begin_animation(w, "walk", 24);
    move_and_rotate(w, "hip", KEYS({0, 0, 3}, {6, 0, -3}, {12, 0, 3}, {18, 0, -3}, {24, 0, 3}),
                    KEYS({0, 2, 0}, {12, -2, 0}, {24, 2, 0}));
    rotate(w, "torso", KEYS({0, 3, 0}, {6, 6, 0}, {12, 3, 0}, {18, 6, 0}, {24, 3, 0}));
    rotate(w, "head", KEYS({0, -2, 0}, {6, -6, 0}, {12, -2, 0}, {18, -6, 0}, {24, -2, 0}));
    swing(w, "ear_f", 12, 2, -7, 5);
    swing(w, "ear_b", 12, 3, -5, 6);
    swing(w, "tail_1", 24, 0, -10, 8);
    swing(w, "tail_2", 24, 4, -13, 11);
    swing(w, "tail_3", 24, 8, -16, 14);
    swing(w, "scarf_1", 12, 0, 4, 16);
    swing(w, "scarf_2", 12, 3, -8, 14);
    swing(w, "scarf_3", 12, 6, -14, 16);
    rotate(w, "arm_f_upper", KEYS({0, 26, 0}, {12, -24, 0}, {24, 26, 0}));
    rotate(w, "arm_f_lower", KEYS({0, -20, 0}, {12, -44, 0}, {24, -20, 0}));
    rotate(w, "arm_b_upper", KEYS({0, -30, 0}, {12, 30, 0}, {24, -30, 0}));
    rotate(w, "arm_b_lower", KEYS({0, -34, 0}, {12, -8, 0}, {24, -34, 0}));
    rotate(w, "lantern", KEYS({0, 0, 0}, {7, 36, 0}, {13, 70, 0}, {19, 40, 0}, {24, 0, 0}));
    rotate(w, "leg_f_upper", KEYS({0, -30, 0}, {12, 26, 0}, {18, -12, 0}, {24, -30, 0}));
    rotate(w, "leg_f_lower",
           KEYS({0, 8, 0}, {3, 18, 0}, {8, 6, 0}, {12, 22, 0}, {17, 66, 0}, {24, 8, 0}));
    rotate(w, "foot_f",
           KEYS({0, -8, 0}, {3, 6, 0}, {8, -18, 0}, {12, 10, 0}, {18, 14, 0}, {24, -8, 0}));
    rotate(w, "leg_b_upper", KEYS({0, 26, 0}, {6, -12, 0}, {12, -30, 0}, {24, 26, 0}));
    rotate(w, "leg_b_lower",
           KEYS({0, 22, 0}, {5, 66, 0}, {12, 8, 0}, {15, 18, 0}, {20, 6, 0}, {24, 22, 0}));
    rotate(w, "foot_b",
           KEYS({0, 10, 0}, {6, 14, 0}, {12, -8, 0}, {15, 6, 0}, {20, -18, 0}, {24, 10, 0}));
    end_animation(w, 24, 15, 17, 0, 0);
    (void)fputs("},\n", w->file);
}

static void write_wave(writer *w)
{
    begin_animation(w, "wave", 40);
    move_and_rotate(w, "hip", KEYS({0, 0, 0}, {6, 0, 4}, {14, -3, -1}, {30, -3, 0}, {40, 0, 0}),
                    KEYS({0, 0, 0}, {14, 3, 0}, {30, 3, 0}, {40, 0, 0}));
    rotate(w, "torso", KEYS({0, 0, 0}, {6, 5, 0}, {14, -6, 0}, {30, -5, 0}, {40, 0, 0}));
    rotate(w, "head",
           KEYS({0, 0, 0}, {6, 4, 0}, {14, -7, 0}, {22, -3, 0}, {30, -8, 0}, {40, 0, 0}));
    rotate(w, "ear_f", KEYS({0, 0, 0}, {10, -12, 0}, {16, 6, 0}, {40, 0, 0}));
    rotate(w, "ear_b", KEYS({0, 0, 0}, {10, 12, 0}, {16, -6, 0}, {40, 0, 0}));
    swing(w, "tail_1", 20, 0, -12, 12);
    swing(w, "tail_2", 20, 3, -14, 14);
    swing(w, "tail_3", 20, 6, -16, 16);
    swing(w, "scarf_1", 20, 0, -4, 6);
    swing(w, "scarf_2", 20, 4, -8, 8);
    swing(w, "scarf_3", 20, 8, -11, 11);
    rotate(w, "arm_b_upper", KEYS({0, 0, 0}, {5, 18, 0}, {13, -99, 0}, {30, -95, 0}, {40, 0, 0}));
    rotate(w, "arm_b_lower",
           KEYS({0, 0, 0}, {5, -10, 0}, {13, -26, 0}, {17, 26, 0}, {21, -26, 0}, {25, 26, 0},
                {30, -20, 0}, {40, 0, 0}));
    rotate(w, "hand_b",
           KEYS({0, 0, 0}, {13, -14, 0}, {17, 20, 0}, {21, -16, 0}, {25, 20, 0}, {30, -10, 0},
                {40, 0, 0}));
    rotate(w, "arm_f_lower", KEYS({0, -30, 0}, {14, -40, 0}, {40, -30, 0}));
    rotate(w, "lantern", KEYS({0, 33, 0}, {10, 52, 0}, {20, 36, 0}, {30, 50, 0}, {40, 33, 0}));
    rotate(w, "leg_f_upper", KEYS({0, -3, 0}, {6, -14, 0}, {14, 2, 0}, {40, -3, 0}));
    rotate(w, "leg_f_lower", KEYS({0, 6, 0}, {6, 26, 0}, {14, 4, 0}, {40, 6, 0}));
    rotate(w, "foot_f", KEYS({0, -3, 0}, {6, -12, 0}, {14, -9, 0}, {40, -3, 0}));
    rotate(w, "leg_b_upper", KEYS({0, -3, 0}, {6, -14, 0}, {14, -2, 0}, {40, -3, 0}));
    rotate(w, "leg_b_lower", KEYS({0, 6, 0}, {6, 26, 0}, {14, 3, 0}, {40, 6, 0}));
    rotate(w, "foot_b", KEYS({0, -3, 0}, {6, -12, 0}, {14, -4, 0}, {40, -3, 0}));
    end_animation(w, 40, 19, 23, 10, 32);
    // The waving arm comes to the front of the head and goes back.
    (void)fputs(",\n   \"zOrder\": {\"frame\": [{\"duration\": 9}, {\"duration\": 24, \"zOrder\": "
                "[6, 16, 7, "
                "16, 8, 16]}, {\"duration\": 7}]}}\n",
                w->file);
}

bool fox_write_skeleton(const char *folder, const fox_part *parts, int count)
{
    char path[1024];
    if ((unsigned)snprintf(path, sizeof path, "%s/fox_ske.json", folder) >= sizeof path) {
        return false;
    }
    writer w = {fopen(path, "wb"), parts, count, true};
    if (w.file == NULL) {
        return false;
    }
    (void)fputs("{\n\"name\": \"fox\", \"version\": \"5.5\", \"compatibleVersion\": \"5.5\", "
                "\"frameRate\": 24,\n\"armature\": [{\n\"name\": \"fox\", \"type\": \"Armature\", "
                "\"frameRate\": 24,\n",
                w.file);
    write_bones(&w);
    write_skin(&w);
    (void)fputs("\"animation\": [\n", w.file);
    write_idle(&w);
    write_walk(&w);
    write_wave(&w);
    (void)fputs("],\n\"defaultActions\": [{\"gotoAndPlay\": \"idle\"}]\n}]\n}\n", w.file);
    bool fine = ferror(w.file) == 0;
    return fclose(w.file) == 0 && fine;
}
