// SPDX-License-Identifier: MIT
//
// A DragonBones file as it was read: names resolved, defaults filled in, the dialects of 4.x to 5.6
// brought to one form. Angles in degrees, positions in the file's pixels, times in frames.
#ifndef HONE_FORMAT_DRAGONBONES_MODEL_H
#define HONE_FORMAT_DRAGONBONES_MODEL_H

#include "hone/dragonbones.h"

#include "base/arena.h"
#include "format/json/json.h"
#include "format/warnings.h"

typedef enum db_tween {
    DB_STEP,
    DB_LINEAR,
    DB_EASE, // by `ease`
    DB_CURVE // by `curve`
} db_tween;

// One key: it holds or leads over to the next from frame `start` on.
typedef struct db_key {
    int32_t start, duration;
    double value[2]; // translate, scale: x, y; rotate: rotation, skew (unwound); others: [0]
    db_tween tween;
    double ease;
    const double *curve; // x, y pairs: handle, handle, point, handle, handle, point ...
    int32_t curve_count; // numbers
} db_key;

typedef struct db_track {
    db_key *keys;
    int32_t key_count;    // 0 = no track
    double scale, offset; // of its time, as the file says
} db_track;

typedef struct db_transform {
    double x, y, rotation, skew, scale_x, scale_y;
} db_transform;

typedef struct db_bone {
    const char *name;
    int32_t parent; // in the file's order; HONE_NONE
    db_transform transform;
    uint8_t flags; // HONE_RIG_NO_...
} db_bone;

typedef enum db_display_kind {
    DB_IMAGE,
    DB_ARMATURE,
    DB_MESH,
    DB_BOUNDING_BOX,
    DB_PATH,
    DB_NOTHING
} db_display_kind;

typedef struct db_display {
    db_display_kind kind;
    const char *name, *path;
    db_transform transform;
    double pivot_x, pivot_y;
} db_display;

typedef struct db_slot {
    const char *name;
    int32_t bone;
    int32_t display;
    double alpha; // 0 to 1
    int32_t z;
    bool add;
} db_slot;

typedef struct db_skin_slot {
    int32_t slot;
    const db_display *displays;
    int32_t display_count;
} db_skin_slot;

typedef struct db_skin {
    const char *name;
    const db_skin_slot *slots;
    int32_t slot_count;
} db_skin;

typedef struct db_bone_tracks {
    db_track translate, rotate, scale;
} db_bone_tracks;

typedef struct db_slot_tracks {
    db_track display, alpha;
} db_slot_tracks;

typedef struct db_order_key {
    int32_t frame;
    const int32_t *order; // draw position -> slot in the file's order; NULL = base order
} db_order_key;

typedef struct db_animation {
    const char *name;
    int32_t duration;
    int32_t play_times; // 0 = for ever
    double scale;
    db_bone_tracks *bones; // one a bone
    db_slot_tracks *slots; // one a slot
    const db_order_key *orders;
    int32_t order_count;
} db_animation;

typedef struct db_armature {
    const char *name;
    double frame_rate;
    db_bone *bones;
    int32_t bone_count;
    db_slot *slots;
    int32_t slot_count;
    db_skin *skins;
    int32_t skin_count;
    db_animation *animations;
    int32_t animation_count;
} db_armature;

// The public face first, so that a pointer to it is a pointer to this.
typedef struct db_file {
    hone_dragonbones face;
    arena memory;
    warnings warnings;
    db_armature *armatures;
} db_file;

// What the reading files share.
typedef struct db_reader {
    json_document json;
    db_file *file;
    db_armature *armature; // the one being read
    hone_error *error;
} db_reader;

// Values with defaults. A missing member, null, "NaN" and the like are the default; a value of the
// wrong type is an error: false, with db_reader.error filled.
bool db_number(db_reader *r, const json_value *object, const char *key, double fallback,
               double *out);
bool db_integer(db_reader *r, const json_value *object, const char *key, int32_t fallback,
                int32_t *out);
bool db_boolean(db_reader *r, const json_value *object, const char *key, bool fallback, bool *out);
bool db_text(db_reader *r, const json_value *object, const char *key, const char *fallback,
             const char **out);
// The array member; NULL when there is none.
bool db_array(db_reader *r, const json_value *object, const char *key, const json_value **out);
// A member that has to be an object; NULL when there is none.
bool db_object(db_reader *r, const json_value *object, const char *key, const json_value **out);
bool db_transform_of(db_reader *r, const json_value *object, db_transform *out);

// Memory of the file; NULL with the error filled.
void *db_new(db_reader *r, size_t count, size_t size);
void db_warn(db_reader *r, const char *message, const json_value *at);
bool db_fail(db_reader *r, const json_value *at, const char *message, const char *expected);

// The angle that means the same within (-180, 180].
double db_short_way(double degrees);

int32_t db_find_bone(const db_armature *armature, const char *name);
int32_t db_find_slot(const db_armature *armature, const char *name);

// Reads one animation of db_reader.armature.
bool db_read_animation(db_reader *r, const json_value *object, db_animation *out);

// The exact value of a key's easing at p from 0 to 1.
double db_ease(const db_key *key, double p);

#endif
