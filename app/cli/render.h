// SPDX-License-Identifier: MIT
//
// The parts of `hone render`: its settings, the scene they make, the files it becomes.
#ifndef HONE_CLI_RENDER_H
#define HONE_CLI_RENDER_H

#include "command.h"
#include "hone/image.h"
#include "hone/stage.h"
#include "motion.h"
#include "values.h"

typedef struct cli_view {
    hone_view_kind kind;
    float yaw_deg, pitch_deg;
} cli_view;

typedef struct render_map {
    hone_affine2 map;
    bool given;
} render_map;

typedef struct render_settings {
    const char *out;
    int32_t format;                           // RENDER_...
    double frame, time, from, to, fps, speed; // NaN = not given
    bool skip_first;
    int32_t loops;
    cli_dimensions size, sheet; // 0x0 = not given
    cli_view view;
    double zoom;
    render_map map;
    bool perspective;
    const char *follow;
    bool in_place, in_place_all, loop;
    int32_t up;
    double apart;
    uint32_t background;
    cli_color_list colors;
    int32_t bones;
    double bone_width;
    bool heads, joints, names, grid, shadow;
    int32_t ghosts;
    double ghost_spacing, trail;
    cli_texts faces, face_bones;
    double face_size;
    const char *face_back;
    bool mirror_face, face_frame, face_on_joint;
    int32_t offset;
    const char *armature, *skin, *animation, *texture_folder;
    int32_t bands; // 0 = one
} render_settings;

// The choices of --format, in their order.
enum {
    RENDER_BY_ENDING,
    RENDER_PNG,
    RENDER_GIF,
    RENDER_APNG,
    RENDER_WEBP,
    RENDER_MP4,
    RENDER_WEBM,
    RENDER_ARGB8888, // from here on the pixels' format; the file's is said by the ending
    RENDER_RGB565,
    RENDER_RGB565_SWAPPED,
    RENDER_ARGB4444
};

void render_set_defaults(void *settings);
extern const cli_option render_options[];

// A cut-out character that is drawn instead of the stage.
typedef struct rig_scene rig_scene;

// Loads it and finds the size when *size is 0x0. Says what is wrong and returns an exit status;
// *out must be destroyed whatever comes back.
int rig_scene_create(const cli_call *call, cli_dimensions *size, rig_scene **out);
void rig_scene_destroy(rig_scene *scene);      // NULL is allowed
double rig_scene_rate(const rig_scene *scene); // frames a second
double rig_scene_end(const rig_scene *scene);  // seconds to the last frame that is shown
void rig_scene_draw(rig_scene *scene, double time_s, hone_surface target);

// Everything that is drawn from: motions, pictures of faces, the stage, a surface of the frame's
// size.
typedef struct render_scene {
    cli_motion *motions;
    hone_performer *performers;
    int32_t count;
    hone_image **faces; // face_count pictures, NULL where --face none
    int32_t face_count;
    hone_image *back;
    hone_stage *stage;
    rig_scene *rig; // NULL: the stage is drawn
    uint32_t *pixels;
    hone_surface surface; // ARGB8888
} render_scene;

// Loads everything. Says what is wrong and returns an exit status; the scene must be destroyed
// whatever comes back.
int render_scene_create(const cli_call *call, render_scene *scene);
void render_scene_destroy(render_scene *scene);

// The clock of what is drawn, in seconds, and the motions' own highest rate.
double render_scene_start(const render_scene *scene);
double render_scene_end(const render_scene *scene);
double render_scene_rate(const render_scene *scene);
// The time of a moment given as frame or time (NaN = not given) of the first motion.
double render_scene_moment(const render_scene *scene, double frame, double time_s);

// Draws a moment of the stage's clock into scene->surface.
void render_scene_draw(render_scene *scene, double time_s);

// Draws and writes what the settings ask for. format is never RENDER_BY_ENDING.
int render_write(const cli_call *call, render_scene *scene, int32_t format);

#endif
