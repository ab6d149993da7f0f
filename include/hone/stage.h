// SPDX-License-Identifier: MIT
//
// hone/stage.h: performers, a camera and overlays become one frame.
#ifndef HONE_STAGE_H
#define HONE_STAGE_H

#include "hone/body.h"
#include "hone/canvas.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum hone_view_kind {
    HONE_VIEW_FRONT, // looking along -z: x to the right, y up
    HONE_VIEW_SIDE,  // looking along -x
    HONE_VIEW_TOP,   // looking along -y
    HONE_VIEW_ORBIT  // yaw and pitch round the subject
} hone_view_kind;

// How bones are drawn.
typedef enum hone_bone_style {
    HONE_BONES_LIMBS, // tapered solids
    HONE_BONES_LINES,
    HONE_BONES_NONE
} hone_bone_style;

// What the back of the head shows.
typedef enum hone_face_back {
    HONE_FACE_BACK_PLAIN, // a plain disc in the performer's colour
    HONE_FACE_BACK_HIDDEN,
    HONE_FACE_BACK_SAME, // the face shines through, mirrored
    HONE_FACE_BACK_IMAGE // face_back
} hone_face_back;

// One who moves. All pointers stay the caller's and must live as long as the stage.
typedef struct hone_performer {
    const char *name;
    const hone_skeleton *skeleton;
    const hone_clip *clip; // NULL: the rest pose
    double start_s;        // the clip's time 0 on the stage's clock
    hone_vec3 offset;      // added to the performer's place, in the skeleton's units
    hone_color color;      // 0 = the next of the stage's palette
    const hone_texture *face, *face_back_image;
    hone_face_back face_back;
    bool face_mirrored;
    bool face_frame;   // the red frame round the face
    int32_t face_bone; // HONE_NONE = none; HONE_STAGE_FIND = by name
    float face_size;   // half of the square's side in the skeleton's units; 0 = from the rig
} hone_performer;

enum { HONE_STAGE_FIND = -2 };

// What to draw. hone_default_stage_def() gives working values.
typedef struct hone_stage_def {
    const hone_performer *performers;
    int32_t performer_count;
    int32_t width, height; // of the picture
    hone_view_kind view;
    float yaw_deg, pitch_deg; // of the orbit view
    bool perspective;
    float zoom;            // 1 = the fitted size
    const float *view_map; // NULL, or 6 numbers a b c d tx ty: a fixed map instead of auto-fit
    bool in_place;         // root translations ignored
    bool loop;
    hone_color background; // alpha 0 = transparent
    hone_bone_style bones;
    bool joints, names, grid, shadow;
    float bone_width; // pixels; 0 = from the size of the figure
    int32_t ghosts;   // past poses drawn fainter and fainter
    double ghost_spacing_s;
    double trail_s; // length of the trails of hands, feet and head; 0 = none
} hone_stage_def;

HONE_API hone_stage_def hone_default_stage_def(void);

typedef struct hone_stage hone_stage;

// Makes a stage; allocates all that it ever needs.
HONE_API hone_status hone_stage_create(const hone_stage_def *def, const hone_allocator *allocator,
                                       hone_stage **out, hone_error *error);
HONE_API void hone_stage_destroy(hone_stage *stage); // NULL is allowed

// The length of the longest performance on the stage's clock, in seconds.
HONE_API double hone_stage_duration(const hone_stage *stage);

// Draws the moment. The canvas has the stage's size; its transform places the picture.
HONE_API void hone_stage_draw(hone_stage *stage, double time_s, hone_canvas *canvas);

// Where the bones of a performer are drawn at that moment: xy pairs in pixels, bone_count of them.
// False when the performer does not exist or capacity is too small.
HONE_API bool hone_stage_points(hone_stage *stage, int32_t performer, double time_s,
                                hone_vec2 *points, int32_t capacity);

// The map from the face's square ((-1,-1) to (1,1), y up in the picture's upright sense) to pixels.
HONE_API bool hone_stage_face_map(hone_stage *stage, int32_t performer, double time_s,
                                  hone_affine2 *out);

#ifdef __cplusplus
}
#endif
#endif
