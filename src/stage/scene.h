// SPDX-License-Identifier: MIT
//
// What the files of the stage share: performers prepared for drawing (actors), the camera, and the
// functions between the files. Nothing here is public.
#ifndef HONE_STAGE_SCENE_H
#define HONE_STAGE_SCENE_H

#include "hone/stage.h"

enum {
    MAX_TRACKED = 5,      // points that leave trails: two hands, two feet, the head
    MAX_TRAIL_STEPS = 96, // pieces of one trail
    MAX_GHOSTS = 32,
    SHADOW_SIZE = 64,
    MAX_HULL_POINTS = 96, // corners of one drawn shape
    MAX_ANALYSED_MOMENTS = 4096,
    MAX_ANALYSED_BONES = 1 << 25 // moments times bones
};

// Which bones a body's parts are, HONE_NONE where unknown. Sides: 0 = left, 1 = right.
typedef struct anatomy {
    int32_t head, neck, chest, pelvis;
    int32_t shoulder[2], elbow[2], hand[2];
    int32_t hip[2], knee[2], foot[2];
    bool humanoid; // two arms on a chest above a pelvis on two legs
} anatomy;

// Finds the parts by the names in use and by how the bones hang together; head is given.
void anatomy_find(const hone_skeleton *skeleton, int32_t head, anatomy *out);
bool anatomy_is_thumb(const char *name);
// An end site below a bone that is an end by name ("HeadTop_End", "Toe3Nub"): it means nothing.
bool anatomy_is_beyond_end(const hone_skeleton *skeleton, int32_t bone);

// A disc facing the camera: its centre lies between two bones' origins (part 0..1 of the way).
typedef struct disc {
    int32_t from, to;
    float part;
    float radius; // world units
} disc;

// A shape is one or several convex hulls of discs, outlined together and filled in one tone.
typedef struct hull {
    int32_t first_disc, disc_count;
} hull;

typedef struct shape {
    int32_t first_hull, hull_count;
    float bias; // nearer by this much of the figure's height, for shapes that cross at one depth
} shape;

typedef struct figure {
    const hone_skeleton *skeleton;
    anatomy parts;
    float height;       // of the standing body, world units
    float *bone_radius; // the largest disc at each bone, for the fit
    disc *discs;
    hull *hulls;
    shape *shapes;
    int32_t disc_count, hull_count, shape_count;
    int32_t disc_capacity, hull_capacity, shape_capacity;
    uint8_t *inside_head; // bones that a drawn head hides
    uint8_t *fine;        // bones that are fingers or inside a head
    float *from_root;     // length of the chain of bones from the root
    int32_t *child_counts;
    int32_t tracked[MAX_TRACKED], tracked_count;
    // The head's square: centre and half axes in the head bone's space, and the skull's radius.
    hone_vec3 head_centre, head_x, head_y, head_z;
    float head_half, head_radius;
} figure;

// A bone's place in the picture.
typedef struct spot {
    float x, y;
    float depth; // larger is nearer, world units
    float scale; // pixels per world unit there; 0 = not in view
} spot;

typedef struct trail_moment {
    bool known;
    int64_t step; // which multiple of the trail's time step
    hone_vec3 points[MAX_TRACKED];
} trail_moment;

enum { MAX_PICTURE_LEVELS = 12 };

// A picture in halved sizes; the first is the caller's own.
typedef struct picture {
    hone_texture levels[MAX_PICTURE_LEVELS];
    int32_t level_count; // 0 = no picture
} picture;

typedef struct actor {
    hone_performer performer;
    figure figure;
    hone_color color, dark, light; // fill, outline, highlight
    hone_color trail_color;
    double start_s, end_s; // on the stage's clock, a far rest pose left out
    float ground;          // height of the soles when they stand
    bool loops;            // starts again while others go on
    bool z_up;             // turned on its way into the world
    int64_t first_frame;   // 1 when frame 0 is such a rest pose
    int32_t hips;          // the bone whose way is the performer's way
    hone_vec3 hips_start, hips_rest;
    hone_pose pose;
    hone_affine3 *model; // of the moment that was last asked for
    spot *spots;
    uint8_t *joined; // scratch of the drawing: joints at which a shape stands
    trail_moment *trail;
    picture face, face_back;
} actor;

// One thing to draw in the order of depth.
typedef struct draw_item {
    float depth;
    int32_t actor;
    int32_t shape; // or ITEM_...
} draw_item;

enum { ITEM_HEAD = -1, ITEM_LINES = -2 };

struct hone_stage {
    hone_stage_def def;
    hone_affine2 view_map;
    bool has_view_map;
    const hone_allocator *allocator;
    actor *actors;
    int32_t actor_count;
    double start_s, end_s;
    float height; // of the tallest figure
    float ground;
    hone_camera camera;         // without following
    hone_camera frame_camera;   // of the frame being drawn
    hone_vec3 box_min, box_max; // of all joints, for the grid
    hone_vec3 *path;            // what the camera follows, path_count moments from start_s to end_s
    int32_t path_count;
    draw_item *items, *items_spare;
    int32_t item_capacity;
    double trail_step_s;
    int32_t trail_steps;
    uint32_t *shadow; // a soft disc, SHADOW_SIZE squared
    uint32_t *layer;  // a picture for ghosts
    hone_vec2 *label_boxes;
    int32_t label_capacity, label_count; // boxes, two corners each
    bool dark_background;
};

// --- numbers.c: small arithmetic ---
double floor_of(double x);
float clamp_float(float x, float low, float high); // NaN gives low
bool is_finite_float(float x);
bool is_finite_double(double x);
hone_color mix_color(hone_color a, hone_color b, float part); // alpha of a
hone_color with_alpha(hone_color color, float alpha);         // alpha 0..1 times the colour's own
hone_vec3 lerp_vec3(hone_vec3 a, hone_vec3 b, float part);
hone_vec3 origin_of(const hone_affine3 *m);

// --- figure.c ---
hone_status figure_create(const hone_skeleton *skeleton, int32_t head_bone, bool heads,
                          const hone_allocator *allocator, figure *out);
void figure_destroy(figure *f, const hone_allocator *allocator);

// --- actor.c: performers in time ---
// Puts the actor's model matrices to a moment of the stage's clock.
void actor_move(actor *a, hone_in_place in_place, double time_s);
// When the lap of a looping performer began: a->start_s when it does not loop.
double actor_lap_start(const actor *a, double time_s);
hone_vec3 actor_hips(const actor *a);
hone_vec3 actor_tracked_point(const actor *a, int32_t i);
// Finds start, ground and the way the head looks; scratch holds MAX_ANALYSED_MOMENTS floats.
void actor_analyse(const hone_stage *stage, actor *a, float *scratch);
// The moment number i of count that stand for the actor's whole performance.
double actor_moment(const actor *a, int32_t i, int32_t count);
int32_t actor_moment_count(const actor *a);

// --- stage.c ---
// The moment on the clock that a time given from outside means: in bounds, or looped.
double stage_clock(const hone_stage *stage, double time_s);

// --- camera.c ---
void camera_fit(hone_stage *stage);
hone_camera camera_at(const hone_stage *stage, double time_s);
spot camera_spot(const hone_camera *camera, hone_vec3 p);
void camera_trace_path(hone_stage *stage, hone_vec3 *scratch);
// Cuts a segment at the near plane; false when nothing of it is in view.
bool camera_segment(const hone_camera *camera, hone_vec3 a, hone_vec3 b, hone_vec2 out[2]);

// --- hull.c: outlines of discs in the picture ---
typedef struct ball {
    float x, y, radius;
} ball;
// Unit vectors from one over a middle one to another in 2 * pieces steps (pieces a power of two),
// 2 * pieces + 1 of them.
int32_t arc_directions(hone_vec2 from, hone_vec2 over, hone_vec2 to, int32_t pieces,
                       hone_vec2 *out);
// The corners of the convex hull of count balls, at most MAX_HULL_POINTS.
int32_t hull_outline(const ball *balls, int32_t count, hone_vec2 *out);

// --- draw_figure.c ---
void actor_project(const hone_camera *camera, actor *a);
// What of the actor is to be drawn, with depths; returns how many items.
int32_t actor_items(const hone_stage *stage, int32_t index, draw_item *items);
void sort_items(draw_item *items, draw_item *spare, int32_t count);
void draw_shape(actor *a, int32_t shape_index, hone_canvas *canvas);
void draw_shape_flat(const actor *a, int32_t shape_index, hone_color color, hone_canvas *canvas);
void draw_lines(const hone_stage *stage, const actor *a, hone_canvas *canvas);
void draw_joints(const hone_stage *stage, const actor *a, hone_canvas *canvas);
hone_color tone_at(const actor *a, hone_color color, float depth); // darker when farther

// --- head.c ---
typedef struct head_place {
    hone_vec3 centre, x, y, z; // half axes of the square in the world; z out of the face
} head_place;
bool head_place_of(const actor *a, head_place *out);
// How far before the head's centre the picture stands, in half sides.
float card_lift(const hone_stage *stage, const actor *a);
bool head_map(const hone_camera *camera, const head_place *head, float lift, hone_affine2 *out);
float head_depth(const hone_camera *camera, const actor *a);
void draw_head(const hone_stage *stage, const hone_camera *camera, const actor *a,
               hone_canvas *canvas);
void draw_head_flat(const hone_camera *camera, const actor *a, hone_color color,
                    hone_canvas *canvas);

// --- picture.c ---
// source may be NULL. False when there is no memory.
bool picture_create(const hone_texture *source, const hone_allocator *allocator, picture *out);
void picture_destroy(picture *p, const hone_allocator *allocator);
// The size to draw when the picture's side takes so many pixels.
const hone_texture *picture_level(const picture *p, float side_pixels);

// --- ground.c ---
void make_shadow(uint32_t *texels);
// True when the floor is seen from below, and shadows on it are not.
bool camera_is_below(const hone_stage *stage, const hone_camera *camera);
void draw_grid(const hone_stage *stage, const hone_camera *camera, hone_canvas *canvas);
void draw_shadow(const hone_stage *stage, const hone_camera *camera, const actor *a,
                 hone_canvas *canvas);

// --- trail.c ---
// Makes sure that the trail's past points are known; moves the actor.
void trail_gather(const hone_stage *stage, actor *a, double time_s);
void draw_trails(const hone_stage *stage, const hone_camera *camera, const actor *a, double time_s,
                 hone_canvas *canvas);
void draw_ghosts(hone_stage *stage, const hone_camera *camera, double time_s, hone_canvas *canvas);

// --- label.c ---
void draw_names(hone_stage *stage, hone_canvas *canvas);

#endif
