// SPDX-License-Identifier: MIT
//
// hone/stage.h: performers, a camera and overlays become one frame.
//
// World space: right-handed, y up, in the skeletons' own units; all performers share it, so those
// that were recorded together stand as they stood. Picture space: pixels, y down, (0, 0) the top
// left corner. A stage belongs to one thread at a time; two stages may be drawn at any time.
#ifndef HONE_STAGE_H
#define HONE_STAGE_H

#include "hone/body.h"
#include "hone/canvas.h"

#ifdef __cplusplus
extern "C" {
#endif

// Where the camera stands. Front, side and top are orbits of (0, 0), (90, 0) and (0, 90) degrees.
typedef enum hone_view_kind {
    HONE_VIEW_FRONT, // looking along -z: x to the right, y up
    HONE_VIEW_SIDE,  // looking along -x: -z to the right, y up
    HONE_VIEW_TOP,   // looking along -y: x to the right, -z up
    HONE_VIEW_ORBIT  // yaw and pitch round the subject
} hone_view_kind;

// What the camera moves with. The fit is then made for what stays in view round that point.
typedef enum hone_follow {
    HONE_FOLLOW_NONE,       // one steady picture of the whole performance
    HONE_FOLLOW_PERFORMERS, // the middle of the performers on the ground, smoothed
    HONE_FOLLOW_BONE        // follow_bone of follow_performer, exactly
} hone_follow;

// What is done with the way that a performer's hips take.
typedef enum hone_in_place {
    HONE_IN_PLACE_OFF,
    HONE_IN_PLACE_GROUND, // held over the place of the first moment; jumps and crouches stay
    HONE_IN_PLACE_ALL     // held where the rest pose has them, height too
} hone_in_place;

// Which way is up in the performers' files.
typedef enum hone_up {
    HONE_UP_AUTO, // y, or z for humanoids that stand along z all the time; y with a view_map
    HONE_UP_Y,
    HONE_UP_Z // turned so that z points up and -y to the front
} hone_up;

// How bones are drawn.
typedef enum hone_bone_style {
    HONE_BONES_LIMBS, // tapered, shaded solids, near ones over far ones
    HONE_BONES_LINES,
    HONE_BONES_NONE
} hone_bone_style;

// What the back of the head shows when the performer has a face.
typedef enum hone_face_back {
    HONE_FACE_BACK_PLAIN,  // a plain rounded head in the performer's colour
    HONE_FACE_BACK_HIDDEN, // nothing
    HONE_FACE_BACK_SAME,   // the face shines through, left and right exchanged
    HONE_FACE_BACK_IMAGE   // face_back_image
} hone_face_back;

enum { HONE_STAGE_FIND = -2 }; // face_bone: look for it by name

// One who moves. hone_default_performer() gives working values. All pointers stay the caller's and
// must live as long as the stage.
typedef struct hone_performer {
    const char *name; // drawn by the option names; may be NULL
    const hone_skeleton *skeleton;
    const hone_clip *clip; // NULL: the rest pose
    double start_s;        // the clip's time 0 on the stage's clock
    hone_vec3 offset;      // added to the performer's place, in the skeleton's units
    hone_color color;      // 0 = the next of the stage's palette
    const hone_texture *face, *face_back_image;
    hone_face_back face_back;
    bool face_mirrored;
    bool face_frame;    // the red frame round the face
    int32_t face_bone;  // a bone, HONE_NONE = no head, or HONE_STAGE_FIND
    float face_size;    // half of the square's side in the skeleton's units; 0 = from the rig
    bool face_on_joint; // centred on the head's joint, in its own xy plane; else on the skull
} hone_performer;

HONE_API hone_performer hone_default_performer(void);

// What to draw. hone_default_stage_def() gives working values.
typedef struct hone_stage_def {
    const hone_performer *performers; // at least one; copied
    int32_t performer_count;
    int32_t width, height; // of the picture
    hone_view_kind view;
    float yaw_deg, pitch_deg; // of the orbit view: the camera's place, to the performer's left, up
    bool perspective;
    float zoom; // 1 = the fitted size
    // NULL = fit the whole performance into the picture. Otherwise this map takes the view's plane
    // (across, down; world units, perspective off) to pixels: {2, 0, 0, 2, 200, 200} doubles the
    // size and puts the origin at (200, 200). Copied.
    const hone_affine2 *view_map;
    hone_follow follow;
    int32_t follow_performer, follow_bone;
    hone_in_place in_place;
    hone_up up;
    bool loop; // after the end comes the start; those who end before the longest start again
    hone_color background; // alpha 0 = transparent
    hone_bone_style bones;
    bool heads;  // a drawn head for performers without a face, roundness behind those with one
    bool joints; // a dot on each joint, a larger one on each end site
    bool names, grid, shadow;
    float bone_width;          // of lines, in pixels; 0 = from the size of the figure
    int32_t ghosts;            // past poses drawn fainter and fainter, at most 32
    double ghost_spacing_s;    // at least 0.001
    double trail_s;            // length of the trails of hands, feet and head, at most 10; 0 = none
    const hone_color *palette; // palette_count colours for performers without one; NULL = built in
    int32_t palette_count;
} hone_stage_def;

HONE_API hone_stage_def hone_default_stage_def(void);

typedef struct hone_stage hone_stage;

// Makes a stage; allocates all that it ever needs (allocator NULL = heap; it must live as long as
// the stage). HONE_ERROR_ARGUMENT when there are no performers, a clip moves bones that its
// skeleton does not have, a size is below 1 or above 32767, a number is not finite.
HONE_API hone_status hone_stage_create(const hone_stage_def *def, const hone_allocator *allocator,
                                       hone_stage **out, hone_error *error);
HONE_API void hone_stage_destroy(hone_stage *stage); // NULL is allowed

// The end of the longest performance on the stage's clock, in seconds.
HONE_API double hone_stage_duration(const hone_stage *stage);

// The first moment worth showing: 0, or one frame later when the clips begin with a rest pose far
// from the motion. Looping comes back to it.
HONE_API double hone_stage_start(const hone_stage *stage);

// Moves the camera and fits anew; allocates nothing. False (nothing changed) when a number is not
// finite or zoom is not positive. Without effect on a stage that has a view_map.
HONE_API bool hone_stage_look(hone_stage *stage, hone_view_kind view, float yaw_deg,
                              float pitch_deg, bool perspective, float zoom);

// Draws the moment: first the background over the canvas's clip, then the picture, placed by the
// canvas's transform (identity: the surface has the stage's size). The canvas's state is as before
// afterwards. What is drawn depends on the time alone, not on what was drawn before.
HONE_API void hone_stage_draw(hone_stage *stage, double time_s, hone_canvas *canvas);

// Where the bones of a performer are drawn at that moment: one point in pixels a bone.
// False (nothing written) when the performer does not exist or capacity is too small.
HONE_API bool hone_stage_points(hone_stage *stage, int32_t performer, double time_s,
                                hone_vec2 *points, int32_t capacity);

// The map from the face's square to pixels: (-1, 1), (1, 1), (-1, -1) are its upper corners as its
// bearer stands before us and the lower left one. The face is turned to us when a * d - b * c < 0.
// Exact in parallel views; in perspective it fits those three corners. False (*out untouched) when
// there is no such performer or no head.
HONE_API bool hone_stage_face_map(hone_stage *stage, int32_t performer, double time_s,
                                  hone_affine2 *out);

// How the world comes into the picture. In camera space x goes to the right, y up, z towards us.
typedef struct hone_camera {
    hone_affine3 view; // world to camera space
    bool perspective;  // camera in the origin, looking along -z
    float near_depth;  // what is nearer than this (perspective only) is not seen
    hone_affine2 map;  // (x, -y), in perspective divided by -z, to pixels
} hone_camera;

// The camera of a moment, for those who draw into the same picture.
HONE_API hone_camera hone_stage_camera(const hone_stage *stage, double time_s);

// The pixel of a world point; false (*out untouched) when it is nearer than the near plane.
HONE_API bool hone_camera_project(const hone_camera *camera, hone_vec3 point, hone_vec2 *out);

#ifdef __cplusplus
}
#endif
#endif
