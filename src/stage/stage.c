// SPDX-License-Identifier: MIT
//
// The stage itself: checks what it is given, prepares the performers, and draws a frame from back
// to front: background, floor, shadows, ghosts, trails, figures by depth, joints, names.
#include "stage/scene.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

static const hone_color built_in_palette[] = {0xFFE8604Cu, 0xFF2E9CCAu, 0xFFF2B134u, 0xFF7B61C9u,
                                              0xFF3FAE6Bu, 0xFFE27BB1u, 0xFF8A6E5Au, 0xFF4A6FA5u};

hone_performer hone_default_performer(void)
{
    return (hone_performer){.face_bone = HONE_STAGE_FIND};
}

hone_stage_def hone_default_stage_def(void)
{
    return (hone_stage_def){.width = 500,
                            .height = 500,
                            .view = HONE_VIEW_FRONT,
                            .perspective = true,
                            .zoom = 1.0f,
                            .background = 0xFFF6F4F0u,
                            .bones = HONE_BONES_LIMBS,
                            .heads = true,
                            .grid = true,
                            .shadow = true,
                            .ghost_spacing_s = 0.12};
}

// No performance is longer than this, in seconds; so steps of time can be counted.
static const double longest_s = 1e9;
static const double shortest_step_s = 1e-3;

static hone_status refuse(hone_error *error, const char *message)
{
    return error_set(error, HONE_ERROR_ARGUMENT, NULL, message);
}

static bool skeleton_is_sound(const hone_skeleton *s)
{
    if (s == NULL || s->bone_count < 1 || s->bone_count > INT32_MAX / 64 || s->parents == NULL ||
        s->rest == NULL) {
        return false;
    }
    for (int32_t i = 0; i < s->bone_count; i++) {
        if (s->parents[i] >= i || s->parents[i] < HONE_NONE) {
            return false;
        }
    }
    return true;
}

static bool clip_fits(const hone_clip *clip, const hone_skeleton *skeleton)
{
    for (int32_t i = 0; i < clip->track_count; i++) {
        if (clip->tracks[i].bone < 0 || clip->tracks[i].bone >= skeleton->bone_count) {
            return false;
        }
    }
    return true;
}

static hone_status check_performer(const hone_performer *p, hone_error *error)
{
    if (!skeleton_is_sound(p->skeleton)) {
        return refuse(error,
                      "a performer has no skeleton, or parents do not stand before children");
    }
    if (p->clip != NULL && !clip_fits(p->clip, p->skeleton)) {
        return refuse(error,
                      "the clip belongs to another skeleton: it moves bones that are not there");
    }
    if (p->clip != NULL && !(p->clip->duration_s >= 0.0 && p->clip->duration_s < longest_s &&
                             p->clip->frame_time_s >= 0.0 && p->clip->frame_time_s < longest_s)) {
        return refuse(error, "the clip's length in seconds must be 0 to 10^9");
    }
    if (p->face_bone < HONE_STAGE_FIND || p->face_bone >= p->skeleton->bone_count) {
        return refuse(error, "the face's bone does not exist");
    }
    bool finite = p->start_s > -longest_s && p->start_s < longest_s &&
                  is_finite_float(p->offset.x) && is_finite_float(p->offset.y) &&
                  is_finite_float(p->offset.z) && is_finite_float(p->face_size);
    if (!finite || p->face_size < 0.0f) {
        return refuse(error, "a performer's start, offset or face size is no usable number");
    }
    return HONE_OK;
}

static bool look_is_sound(float yaw_deg, float pitch_deg, float zoom)
{
    return is_finite_float(yaw_deg) && is_finite_float(pitch_deg) && is_finite_float(zoom) &&
           zoom > 0.0f;
}

static hone_status check_def(const hone_stage_def *def, hone_error *error)
{
    if (def == NULL || def->performers == NULL || def->performer_count < 1) {
        return refuse(error, "a stage needs at least one performer");
    }
    if (def->width < 1 || def->height < 1 || def->width > 32767 || def->height > 32767) {
        return refuse(error, "the picture's width and height must be 1 to 32767");
    }
    if ((uint32_t)def->view > HONE_VIEW_ORBIT || (uint32_t)def->follow > HONE_FOLLOW_BONE ||
        (uint32_t)def->in_place > HONE_IN_PLACE_ALL || (uint32_t)def->up > HONE_UP_Z ||
        (uint32_t)def->bones > HONE_BONES_NONE) {
        return refuse(error, "unknown kind of view, follow, in-place, up or bones");
    }
    if (!look_is_sound(def->yaw_deg, def->pitch_deg, def->zoom)) {
        return refuse(error, "yaw, pitch and zoom must be finite and zoom above 0");
    }
    if (!(def->trail_s >= 0.0) || def->trail_s > 10.0) {
        return refuse(error, "a trail is 0 to 10 seconds long");
    }
    if (def->ghosts < 0 || def->ghosts > MAX_GHOSTS ||
        (def->ghosts > 0 &&
         !(def->ghost_spacing_s > 0.0 && is_finite_double(def->ghost_spacing_s)))) {
        return refuse(error, "there can be 0 to 32 ghosts, at least a millisecond apart");
    }
    if (!is_finite_float(def->bone_width)) {
        return refuse(error, "the width of bones must be finite");
    }
    for (int32_t i = 0; i < def->performer_count; i++) {
        hone_status status = check_performer(&def->performers[i], error);
        if (status != HONE_OK) {
            return status;
        }
    }
    if (def->follow == HONE_FOLLOW_BONE &&
        (def->follow_performer < 0 || def->follow_performer >= def->performer_count ||
         def->follow_bone < 0 ||
         def->follow_bone >= def->performers[def->follow_performer].skeleton->bone_count)) {
        return refuse(error, "the bone to follow does not exist");
    }
    return HONE_OK;
}

static bool is_dark(hone_color color)
{
    uint32_t r = color >> 16 & 255u, g = color >> 8 & 255u, b = color & 255u;
    return color >> 24 != 0 && 3u * r + 6u * g + b < 1200u;
}

static void choose_colors(const hone_stage *stage, actor *a, int32_t index)
{
    const hone_stage_def *def = &stage->def;
    hone_color color = a->performer.color;
    if (color == 0 && def->palette != NULL && def->palette_count > 0) {
        color = def->palette[index % def->palette_count];
    } else if (color == 0) {
        color = built_in_palette[(size_t)index % (sizeof built_in_palette / 4)];
    }
    a->color = color;
    a->dark = mix_color(color, 0xFF100818u, 0.68f);
    a->light = mix_color(color, 0xFFFFFFFFu, 0.22f);
    a->trail_color = stage->dark_background ? mix_color(color, 0xFFFFFFFFu, 0.2f) : color;
}

static bool actor_create(hone_stage *stage, actor *a, const hone_performer *performer)
{
    const hone_allocator *allocator = stage->allocator;
    size_t bones = (size_t)performer->skeleton->bone_count;
    a->performer = *performer;
    int32_t head = performer->face_bone;
    if (head == HONE_STAGE_FIND) {
        head = hone_skeleton_find_head(performer->skeleton);
    }
    bool hides = stage->def.heads || performer->face != NULL;
    if (figure_create(performer->skeleton, head, hides, allocator, &a->figure) != HONE_OK) {
        return false;
    }
    if (performer->face_size > 0.0f) {
        a->figure.head_half = performer->face_size;
    }
    a->model = memory_new(allocator, bones, sizeof *a->model);
    a->spots = memory_new(allocator, bones, sizeof *a->spots);
    a->joined = memory_new(allocator, bones, 1);
    if (stage->trail_steps > 0) {
        size_t slots = (size_t)stage->trail_steps + 2;
        a->trail = memory_new(allocator, slots, sizeof *a->trail);
        if (a->trail != NULL) {
            memset(a->trail, 0, slots * sizeof *a->trail);
        }
    }
    return a->model != NULL && a->spots != NULL && a->joined != NULL &&
           picture_create(performer->face, allocator, &a->face) &&
           picture_create(performer->face_back_image, allocator, &a->face_back) &&
           (stage->trail_steps == 0 || a->trail != NULL) &&
           hone_pose_create(performer->skeleton->bone_count, allocator, &a->pose, NULL) == HONE_OK;
}

static void actor_destroy(hone_stage *stage, actor *a)
{
    if (a->performer.skeleton == NULL) {
        return; // actor_create did not come this far
    }
    const hone_allocator *allocator = stage->allocator;
    size_t bones = (size_t)a->performer.skeleton->bone_count;
    memory_delete(allocator, a->model, bones, sizeof *a->model);
    memory_delete(allocator, a->spots, bones, sizeof *a->spots);
    memory_delete(allocator, a->joined, bones, 1);
    memory_delete(allocator, a->trail, (size_t)stage->trail_steps + 2, sizeof *a->trail);
    if (a->pose.blocks != NULL) {
        hone_pose_destroy(&a->pose, allocator);
    }
    picture_destroy(&a->face, allocator);
    picture_destroy(&a->face_back, allocator);
    figure_destroy(&a->figure, allocator);
}

static void choose_trail_steps(hone_stage *stage)
{
    double span = stage->def.trail_s;
    if (span >= shortest_step_s) {
        int32_t steps = (int32_t)(span / 0.025 + 0.5);
        steps = steps < 8 ? 8 : steps > MAX_TRAIL_STEPS ? MAX_TRAIL_STEPS : steps;
        stage->trail_steps = steps;
        stage->trail_step_s = span / steps;
    }
}

static bool prepare_actors(hone_stage *stage)
{
    const hone_stage_def *def = &stage->def;
    int64_t items = 0;
    for (int32_t i = 0; i < def->performer_count; i++) {
        if (!actor_create(stage, &stage->actors[i], &def->performers[i])) {
            return false;
        }
        choose_colors(stage, &stage->actors[i], i);
        items += stage->actors[i].figure.shape_count + 2;
    }
    if (items > INT32_MAX) {
        return false;
    }
    stage->item_capacity = (int32_t)items;
    stage->items = memory_new(stage->allocator, (size_t)items, sizeof *stage->items);
    stage->items_spare = memory_new(stage->allocator, (size_t)items, sizeof *stage->items);
    if (def->names) {
        stage->label_capacity = 512;
        stage->label_boxes = memory_new(stage->allocator, 1024, sizeof *stage->label_boxes);
    }
    if (def->shadow) {
        stage->shadow = memory_new(stage->allocator, (size_t)SHADOW_SIZE * SHADOW_SIZE, 4);
        if (stage->shadow != NULL) {
            make_shadow(stage->shadow);
        }
    }
    if (def->ghosts > 0) {
        stage->layer = memory_new(stage->allocator, (size_t)def->width * (size_t)def->height, 4);
    }
    return stage->items != NULL && stage->items_spare != NULL &&
           (!def->names || stage->label_boxes != NULL) && (!def->shadow || stage->shadow != NULL) &&
           (def->ghosts == 0 || stage->layer != NULL);
}

static void set_times(hone_stage *stage)
{
    for (int32_t i = 0; i < stage->actor_count; i++) {
        const actor *a = &stage->actors[i];
        bool first = i == 0;
        stage->start_s = first || a->start_s < stage->start_s ? a->start_s : stage->start_s;
        stage->end_s = first || a->end_s > stage->end_s ? a->end_s : stage->end_s;
        stage->ground = first || a->ground < stage->ground ? a->ground : stage->ground;
        float height = a->figure.height;
        stage->height = first || height > stage->height ? height : stage->height;
    }
}

static bool analyse(hone_stage *stage)
{
    const hone_allocator *allocator = stage->allocator;
    hone_vec3 *scratch = memory_new(allocator, MAX_ANALYSED_MOMENTS, sizeof *scratch);
    if (scratch == NULL) {
        return false;
    }
    for (int32_t i = 0; i < stage->actor_count; i++) {
        actor_analyse(stage, &stage->actors[i], &scratch[0].x);
    }
    set_times(stage);
    for (int32_t i = 0; i < stage->actor_count; i++) {
        stage->actors[i].loops = stage->def.loop;
    }
    bool ok = true;
    if (stage->def.follow != HONE_FOLLOW_NONE) {
        double frame_s = 1.0;
        for (int32_t i = 0; i < stage->actor_count; i++) {
            const hone_clip *clip = stage->actors[i].performer.clip;
            double own = clip != NULL && clip->frame_time_s > 0.0 ? clip->frame_time_s : 1.0 / 60.0;
            frame_s = own < frame_s ? own : frame_s;
        }
        double count = (stage->end_s - stage->start_s) / frame_s + 1.5;
        stage->path_count = count < MAX_ANALYSED_MOMENTS ? (int32_t)count : MAX_ANALYSED_MOMENTS;
        stage->path = memory_new(allocator, (size_t)stage->path_count, sizeof *stage->path);
        ok = stage->path != NULL;
        if (ok) {
            camera_trace_path(stage, scratch);
        }
    }
    memory_delete(allocator, scratch, MAX_ANALYSED_MOMENTS, sizeof *scratch);
    return ok;
}

hone_status hone_stage_create(const hone_stage_def *def, const hone_allocator *allocator,
                              hone_stage **out, hone_error *error)
{
    hone_status status = check_def(def, error);
    if (status != HONE_OK) {
        return status;
    }
    allocator = allocator == NULL ? hone_heap() : allocator;
    hone_stage *stage = memory_new(allocator, 1, sizeof *stage);
    if (stage == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, NULL, "no memory for the stage");
    }
    memset(stage, 0, sizeof *stage);
    stage->def = *def;
    stage->def.performers = NULL;
    stage->allocator = allocator;
    stage->dark_background = is_dark(def->background);
    if (def->view_map != NULL) {
        stage->has_view_map = true;
        stage->view_map = *def->view_map;
        stage->def.perspective = false;
    }
    choose_trail_steps(stage);
    stage->actors = memory_new(allocator, (size_t)def->performer_count, sizeof *stage->actors);
    bool ok = stage->actors != NULL;
    if (stage->actors != NULL) {
        memset(stage->actors, 0, (size_t)def->performer_count * sizeof *stage->actors);
        stage->actor_count = def->performer_count;
        stage->def.performers = def->performers;
        ok = prepare_actors(stage) && analyse(stage);
        stage->def.performers = NULL;
        stage->def.view_map = NULL;
        stage->def.palette = NULL;
    }
    if (!ok) {
        hone_stage_destroy(stage);
        return error_set(error, HONE_ERROR_MEMORY, NULL, "no memory for the stage");
    }
    camera_fit(stage);
    *out = stage;
    return HONE_OK;
}

void hone_stage_destroy(hone_stage *stage)
{
    if (stage == NULL) {
        return;
    }
    const hone_allocator *allocator = stage->allocator;
    for (int32_t i = 0; stage->actors != NULL && i < stage->actor_count; i++) {
        actor_destroy(stage, &stage->actors[i]);
    }
    size_t items = (size_t)stage->item_capacity;
    memory_delete(allocator, stage->actors, (size_t)stage->actor_count, sizeof *stage->actors);
    memory_delete(allocator, stage->items, items, sizeof *stage->items);
    memory_delete(allocator, stage->items_spare, items, sizeof *stage->items);
    memory_delete(allocator, stage->label_boxes, 1024, sizeof *stage->label_boxes);
    memory_delete(allocator, stage->shadow, (size_t)SHADOW_SIZE * SHADOW_SIZE, 4);
    memory_delete(allocator, stage->layer, (size_t)stage->def.width * (size_t)stage->def.height, 4);
    memory_delete(allocator, stage->path, (size_t)stage->path_count, sizeof *stage->path);
    memory_delete(allocator, stage, 1, sizeof *stage);
}

double hone_stage_duration(const hone_stage *stage)
{
    return stage->end_s;
}

double hone_stage_start(const hone_stage *stage)
{
    return stage->start_s;
}

bool hone_stage_look(hone_stage *stage, hone_view_kind view, float yaw_deg, float pitch_deg,
                     bool perspective, float zoom)
{
    if (!look_is_sound(yaw_deg, pitch_deg, zoom) || (uint32_t)view > HONE_VIEW_ORBIT) {
        return false;
    }
    if (!stage->has_view_map) {
        stage->def.view = view;
        stage->def.yaw_deg = yaw_deg;
        stage->def.pitch_deg = pitch_deg;
        stage->def.perspective = perspective;
        stage->def.zoom = zoom;
        camera_fit(stage);
    }
    return true;
}

double stage_clock(const hone_stage *stage, double time_s)
{
    if (!(time_s == time_s)) {
        return 0.0;
    }
    double span = stage->end_s - stage->start_s;
    if (stage->def.loop && span > 0.0 && time_s > stage->end_s) {
        double laps = (time_s - stage->start_s) / span;
        if (laps > 1e15) {
            return stage->start_s;
        }
        return time_s - floor_of(laps) * span;
    }
    return time_s < 0.0 ? 0.0 : time_s > stage->end_s ? stage->end_s : time_s;
}

static void draw_figures(hone_stage *stage, hone_canvas *canvas)
{
    int32_t count = 0;
    for (int32_t i = 0; i < stage->actor_count; i++) {
        actor *a = &stage->actors[i];
        memset(a->joined, 0, (size_t)a->performer.skeleton->bone_count);
        count += actor_items(stage, i, stage->items + count);
    }
    sort_items(stage->items, stage->items_spare, count);
    for (int32_t i = 0; i < count; i++) {
        actor *a = &stage->actors[stage->items[i].actor];
        if (stage->items[i].shape == ITEM_HEAD) {
            draw_head(stage, &stage->frame_camera, a, canvas);
        } else if (stage->items[i].shape == ITEM_LINES) {
            draw_lines(stage, a, canvas);
        } else {
            draw_shape(a, stage->items[i].shape, canvas);
        }
    }
}

void hone_stage_draw(hone_stage *stage, double time_s, hone_canvas *canvas)
{
    hone_canvas_state saved = canvas->state;
    double now = stage_clock(stage, time_s);
    stage->frame_camera = camera_at(stage, now);
    const hone_camera *camera = &stage->frame_camera;
    hone_canvas_clear(canvas, stage->def.background);
    canvas->state.blend = HONE_BLEND_OVER;
    canvas->state.filter = HONE_FILTER_BILINEAR;
    canvas->state.key_enabled = false;
    if (stage->def.grid) {
        draw_grid(stage, camera, canvas);
    }
    for (int32_t i = 0; i < stage->actor_count && stage->trail_steps > 0; i++) {
        trail_gather(stage, &stage->actors[i], now);
    }
    if (stage->def.ghosts > 0) {
        draw_ghosts(stage, camera, now, canvas);
    }
    for (int32_t i = 0; i < stage->actor_count; i++) {
        actor_move(&stage->actors[i], stage->def.in_place, now);
        actor_project(camera, &stage->actors[i]);
        if (stage->def.shadow) {
            draw_shadow(stage, camera, &stage->actors[i], canvas);
        }
    }
    for (int32_t i = 0; i < stage->actor_count && stage->trail_steps > 0; i++) {
        draw_trails(stage, camera, &stage->actors[i], now, canvas);
    }
    draw_figures(stage, canvas);
    for (int32_t i = 0; i < stage->actor_count && stage->def.joints; i++) {
        draw_joints(stage, &stage->actors[i], canvas);
    }
    if (stage->def.names) {
        draw_names(stage, canvas);
    }
    canvas->state = saved;
}

static actor *move_one(hone_stage *stage, int32_t performer, double time_s, hone_camera *camera)
{
    if (performer < 0 || performer >= stage->actor_count) {
        return NULL;
    }
    double now = stage_clock(stage, time_s);
    *camera = camera_at(stage, now);
    actor_move(&stage->actors[performer], stage->def.in_place, now);
    return &stage->actors[performer];
}

bool hone_stage_points(hone_stage *stage, int32_t performer, double time_s, hone_vec2 *points,
                       int32_t capacity)
{
    hone_camera camera;
    if (performer < 0 || performer >= stage->actor_count ||
        capacity < stage->actors[performer].performer.skeleton->bone_count) {
        return false;
    }
    actor *a = move_one(stage, performer, time_s, &camera);
    actor_project(&camera, a);
    for (int32_t i = 0; i < a->performer.skeleton->bone_count; i++) {
        points[i] = (hone_vec2){a->spots[i].x, a->spots[i].y};
    }
    return true;
}

bool hone_stage_face_map(hone_stage *stage, int32_t performer, double time_s, hone_affine2 *out)
{
    hone_camera camera;
    head_place head;
    actor *a = move_one(stage, performer, time_s, &camera);
    return a != NULL && head_place_of(a, &head) &&
           head_map(&camera, &head, card_lift(stage, a), out);
}
