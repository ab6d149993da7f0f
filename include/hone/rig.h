// SPDX-License-Identifier: MIT
//
// hone/rig.h: cut-out characters in 2D: armature and animation data, an instance, pose and draw.
// Part of the embedded core: no allocation, no libm, no stdio, no global state.
//
// Data (everything up to hone_rig) is immutable, may be static const in flash, and may be read by
// any number of threads. A hone_rig is one character's state in memory that the caller gives.
//
// Space: armature space, pixels at the scale of the data, y down, angles clockwise on screen.
#ifndef HONE_RIG_H
#define HONE_RIG_H

#include "hone/canvas.h"

#ifdef __cplusplus
extern "C" {
#endif

// An angle: one turn is 65536, so that a difference in 16 bits takes the short way round.
typedef int16_t hone_angle16;

// A scale in Q12: 4096 is 1; from -8 to just below 8.
typedef int16_t hone_scale16;

#define HONE_SCALE16_ONE 4096

enum {
    HONE_RIG_MAX_BONES = 255,
    HONE_RIG_MAX_SLOTS = 255,
    HONE_RIG_MAX_ATTACHMENTS = 127, // a slot
    HONE_RIG_NO_PARENT = 255        // hone_rig_bone.parent of a root
};

// hone_rig_bone.flags: what the bone does not take over from its parent, by DragonBones' rules.
enum {
    HONE_RIG_NO_TRANSLATION = 1,
    HONE_RIG_NO_ROTATION = 2,
    HONE_RIG_NO_SCALE = 4,
    HONE_RIG_NO_REFLECTION = 8
};

typedef struct hone_rig_bone {
    const char *name;
    float x, y;                // origin in the parent's space in the bind pose
    hone_angle16 rot_x, rot_y; // of the y axis and of the x axis; equal = a rotation, else a skew
    hone_scale16 scale_x, scale_y;
    uint8_t parent; // smaller than the own index, or HONE_RIG_NO_PARENT
    uint8_t flags;
} hone_rig_bone;

// One thing that a slot can show.
typedef struct hone_rig_attachment {
    const char *name;            // may be NULL
    const hone_texture *texture; // NULL: the place of something that this build does not draw
    int16_t source_x, source_y, source_width, source_height; // in the texture
    hone_affine2 local;  // from the source's top left corner, in texels, to the bone's space
    const int16_t *hull; // convex polygon round what is opaque, x,y pairs from the source's corner
    uint8_t hull_count;  // corners; 0 = the whole rectangle
    uint8_t kind;        // 0 = image; other kinds are not drawn by this version
} hone_rig_attachment;

typedef struct hone_rig_slot {
    const char *name;
    const hone_rig_attachment *attachments;
    uint8_t attachment_count;
    int8_t attachment; // shown in the bind pose; HONE_NONE = hidden
    uint8_t bone;
    uint8_t alpha;
    uint8_t blend; // HONE_BLEND_OVER or HONE_BLEND_ADD
} hone_rig_slot;

typedef struct hone_armature {
    const char *name;
    const hone_rig_bone *bones; // parents first
    const hone_rig_slot *slots; // in the base draw order, back to front
    uint8_t bone_count, slot_count;
    bool keyed;         // RGB565 textures have a colour key:
    uint16_t key;       // this value, as stored
    hone_rect bounds;   // of the bind pose, for reference
    uint32_t signature; // hone_rig_signature() of the bones and slots
    const void *more;   // NULL: nothing beyond what this version knows
} hone_armature;

typedef enum hone_rig_channel {
    HONE_RIG_TRANSLATE,  // values: float x, y; added to the bind pose
    HONE_RIG_ROTATE,     // values: hone_angle16 rot_x, rot_y; added, wrapping
    HONE_RIG_SCALE,      // values: hone_scale16 x, y; multiplied
    HONE_RIG_ATTACHMENT, // values: int8_t index; replaces; never interpolated
    HONE_RIG_ALPHA       // values: uint8_t; replaces
} hone_rig_channel;

// How a key goes over to the next: one of these or the index of a curve plus HONE_RIG_CURVE.
enum { HONE_RIG_STEP = 0, HONE_RIG_LINEAR = 1, HONE_RIG_CURVE = 2 };

// An easing: y in Q14 (16384 = 1) at x = i / 16. Between the points the curve is smooth.
typedef struct hone_rig_curve {
    int16_t y[17];
} hone_rig_curve;

// The keys of one channel of one bone or slot.
typedef struct hone_rig_timeline {
    uint8_t target;  // index of the bone or slot
    uint8_t channel; // hone_rig_channel
    uint16_t key_count;
    const uint16_t *frames; // in ticks, ascending, the first is 0
    const uint8_t *easings; // one a key; NULL = all HONE_RIG_LINEAR
    const void *values;     // as the channel says
} hone_rig_timeline;

// From its frame (in ticks) on the slots are drawn in this order.
typedef struct hone_rig_order_key {
    uint16_t frame;
    const uint8_t *order; // draw position -> slot, all slots; NULL = base order
} hone_rig_order_key;

typedef struct hone_rig_animation {
    const char *name;
    const hone_rig_timeline *timelines; // bones' before slots', each by target, then by channel
    const hone_rig_order_key *orders;   // frames ascending
    const hone_rig_curve *curves;
    uint16_t bone_timeline_count, slot_timeline_count, order_count, curve_count;
    uint16_t duration; // frames
    uint8_t ticks;     // of a frame: the unit of all keys' times; 0 = 1
    bool loops;        // meant to be repeated: its end leads over to its beginning
    float frame_rate;  // frames a second
    uint32_t signature;
} hone_rig_animation;

// A hash of the names of bones and slots: an animation plays on armatures of the same signature.
HONE_API uint32_t hone_rig_signature(const hone_rig_bone *bones, int32_t bone_count,
                                     const hone_rig_slot *slots, int32_t slot_count);

// The local pose of one bone, before it is placed by its parent.
typedef struct hone_rig_local {
    float x, y;
    hone_angle16 rot_x, rot_y;
    hone_scale16 scale_x, scale_y;
} hone_rig_local;

// Called for every bone, parents first; may change *local, and the children follow.
typedef struct hone_rig_visitor {
    void (*on_bone)(void *user, int32_t bone, hone_rig_local *local);
    void *user;
} hone_rig_visitor;

// A handle to one character's state, which lies in the caller's memory. All zero = not
// initialised. A copy is a second handle to the same state. One thread at a time.
typedef struct hone_rig {
    const hone_armature *armature;
    uint8_t *memory;
} hone_rig;

// Bytes that an instance needs: at most 24 a bone and 13 a slot, rounded up to 4, plus 3. 0 for
// NULL.
HONE_API size_t hone_rig_bytes(const hone_armature *armature);

// Starts an instance in the memory, in the bind pose. False (rig not initialised) when the memory
// is NULL or smaller than hone_rig_bytes().
HONE_API bool hone_rig_init(hone_rig *rig, const hone_armature *armature, void *memory,
                            size_t bytes);
HONE_API void hone_rig_deinit(hone_rig *rig);
HONE_API bool hone_rig_is_initialized(const hone_rig *rig);
HONE_API const hone_armature *hone_rig_armature(const hone_rig *rig); // NULL if not initialised

// Poses at a frame (fractional, clamped to [0, duration], NaN = 0). visitor may be NULL. False, and
// nothing changed, when the rig is not initialised or the animation is of another armature.
HONE_API bool hone_rig_pose(hone_rig *rig, const hone_rig_animation *animation, float frame,
                            const hone_rig_visitor *visitor);
HONE_API bool hone_rig_pose_bind(hone_rig *rig, const hone_rig_visitor *visitor);

// The frame at a time in seconds: wrapped into [0, duration) when loop, else clamped to [0,
// duration]. 0 for NULL or NaN.
HONE_API float hone_rig_frame_at(const hone_rig_animation *animation, float seconds, bool loop);

// Draws all slots, or those at draw positions first <= i < end, with the canvas's transform as the
// character's placement. The canvas's state is afterwards as before. False when not initialised.
HONE_API bool hone_rig_draw(const hone_rig *rig, hone_canvas *canvas);
HONE_API bool hone_rig_draw_range(const hone_rig *rig, hone_canvas *canvas, int32_t first,
                                  int32_t end);

// Look-ups; HONE_NONE when there is no such thing.
HONE_API int32_t hone_rig_bone_index(const hone_armature *armature, const char *name);
HONE_API int32_t hone_rig_slot_index(const hone_armature *armature, const char *name);
HONE_API int32_t hone_rig_draw_index_of(const hone_rig *rig, int32_t slot);
HONE_API int32_t hone_rig_slot_at(const hone_rig *rig, int32_t draw_index);

// The bone's world transform in armature space. False, *out untouched, for a wrong index.
HONE_API bool hone_rig_bone_transform(const hone_rig *rig, int32_t bone, hone_affine2 *out);

// What a slot shows, until the next pose. set_ functions return false for a wrong index or value.
HONE_API int32_t hone_rig_attachment_of(const hone_rig *rig, int32_t slot);
HONE_API bool hone_rig_set_attachment(hone_rig *rig, int32_t slot, int32_t attachment);
HONE_API int32_t hone_rig_alpha_of(const hone_rig *rig, int32_t slot);
HONE_API bool hone_rig_set_alpha(hone_rig *rig, int32_t slot, int32_t alpha);

// A rectangle that holds everything visible, in armature space or after a placement. False, *out
// untouched, when nothing is visible.
HONE_API bool hone_rig_bounds(const hone_rig *rig, hone_rect *out);
HONE_API bool hone_rig_bounds_placed(const hone_rig *rig, hone_affine2 placement, hone_rect *out);

#ifdef __cplusplus
}
#endif
#endif
