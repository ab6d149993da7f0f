// SPDX-License-Identifier: MIT
//
// The past: trails of hands, feet and head, and ghosts of earlier poses.
//
// Both are taken from fixed moments, multiples of their time step, so that they stand still while
// they fade instead of crawling along, and so that the trail's points can be kept from frame to
// frame. A trail is a ribbon of quadrilaterals that share their edges; width and opacity run
// linearly to nothing at its end, which is cut exactly at the trail's age. A ghost is drawn into
// a picture of its own, opaque and in one colour, and laid over the frame with one opacity:
// its limbs do not show through one another, and at its last age it adds nothing at all.
#include "stage/scene.h"

#include <string.h>

enum { MAX_TRAIL_BENDS = 4, MAX_RIBBON = (MAX_TRAIL_STEPS + 3) * MAX_TRAIL_BENDS };

static int64_t step_of(double time_s, double step_s)
{
    return (int64_t)floor_of(time_s / step_s);
}

static trail_moment *trail_slot(const hone_stage *stage, const actor *a, int64_t step)
{
    int64_t slots = (int64_t)stage->trail_steps + 2;
    int64_t slot = step % slots;
    return &a->trail[slot < 0 ? slot + slots : slot];
}

// The steps of which a trail at that moment consists.
static int64_t first_step(const hone_stage *stage, const actor *a, double time_s)
{
    int64_t oldest = step_of(time_s - stage->def.trail_s, stage->trail_step_s);
    double lap = actor_lap_start(a, time_s);
    int64_t begin = step_of(lap, stage->trail_step_s);
    begin += (double)begin * stage->trail_step_s < lap ? 1 : 0;
    return oldest > begin ? oldest : begin;
}

void trail_gather(const hone_stage *stage, actor *a, double time_s)
{
    int64_t last = step_of(time_s, stage->trail_step_s);
    for (int64_t step = first_step(stage, a, time_s); step <= last; step++) {
        trail_moment *slot = trail_slot(stage, a, step);
        if (slot->known && slot->step == step) {
            continue;
        }
        actor_move(a, stage->def.in_place, (double)step * stage->trail_step_s);
        slot->step = step;
        slot->known = true;
        for (int32_t i = 0; i < a->figure.tracked_count; i++) {
            slot->points[i] = actor_tracked_point(a, i);
        }
    }
}

typedef struct ribbon_point {
    float x, y, half, alpha;
} ribbon_point;

static void draw_ribbon(const ribbon_point *p, int32_t count, hone_color color, hone_canvas *canvas)
{
    hone_vec2 normals[MAX_RIBBON];
    for (int32_t i = 0; i + 1 < count; i++) {
        float x = p[i + 1].x - p[i].x, y = p[i + 1].y - p[i].y;
        float length = hone_sqrt(x * x + y * y);
        float scale = length > 0.0f ? 1.0f / length : 0.0f;
        normals[i] = (hone_vec2){-y * scale, x * scale};
    }
    hone_vec2 from = count > 1 ? normals[0] : (hone_vec2){0.0f, 0.0f};
    for (int32_t i = 0; i + 1 < count; i++) {
        hone_vec2 to = normals[i], next = normals[i];
        if (i + 2 < count) {
            float dot = normals[i].x * normals[i + 1].x + normals[i].y * normals[i + 1].y;
            if (dot > 0.1f) {
                hone_vec2 sum = {normals[i].x + normals[i + 1].x, normals[i].y + normals[i + 1].y};
                float scale = 1.0f / (1.0f + dot);
                to = (hone_vec2){sum.x * scale, sum.y * scale};
                next = to;
            } else {
                next = normals[i + 1];
            }
        }
        const ribbon_point *a = &p[i], *b = &p[i + 1];
        const hone_vec2 quad[4] = {{a->x + from.x * a->half, a->y + from.y * a->half},
                                   {b->x + to.x * b->half, b->y + to.y * b->half},
                                   {b->x - to.x * b->half, b->y - to.y * b->half},
                                   {a->x - from.x * a->half, a->y - from.y * a->half}};
        hone_color faded = with_alpha(color, 0.5f * (a->alpha + b->alpha));
        if (faded >> 24 != 0) {
            hone_canvas_fill_convex(canvas, quad, 4, faded);
        }
        from = next;
    }
}

// Long pieces are bent: points between b and c on the Catmull-Rom curve through a, b, c, d, which
// passes b in the direction from a to c and c in the direction from b to d.
static ribbon_point between(const ribbon_point *a, const ribbon_point *b, const ribbon_point *c,
                            const ribbon_point *d, float t)
{
    float u = t * t, v = u * t;
    float fa = 0.5f * (-v + 2.0f * u - t), fb = 0.5f * (3.0f * v - 5.0f * u + 2.0f);
    float fc = 0.5f * (-3.0f * v + 4.0f * u + t), fd = 0.5f * (v - u);
    return (ribbon_point){fa * a->x + fb * b->x + fc * c->x + fd * d->x,
                          fa * a->y + fb * b->y + fc * c->y + fd * d->y,
                          b->half + (c->half - b->half) * t, b->alpha + (c->alpha - b->alpha) * t};
}

static int32_t smooth_ribbon(const ribbon_point *p, int32_t count, ribbon_point *out)
{
    int32_t made = 0;
    for (int32_t i = 0; i < count; i++) {
        out[made++] = p[i];
        if (i + 1 == count) {
            break;
        }
        float x = p[i + 1].x - p[i].x, y = p[i + 1].y - p[i].y;
        float square = x * x + y * y;
        int32_t pieces = square > 30.0f * 30.0f ? MAX_TRAIL_BENDS : square > 9.0f * 9.0f ? 2 : 1;
        const ribbon_point *before = &p[i > 0 ? i - 1 : 0];
        const ribbon_point *after = &p[i + 2 < count ? i + 2 : count - 1];
        for (int32_t k = 1; k < pieces; k++) {
            float t = (float)k / (float)pieces;
            out[made++] = between(before, &p[i], &p[i + 1], after, t);
        }
    }
    return made;
}

void draw_trails(const hone_stage *stage, const hone_camera *camera, const actor *a, double time_s,
                 hone_canvas *canvas)
{
    const double span = stage->def.trail_s;
    int64_t first = first_step(stage, a, time_s), last = step_of(time_s, stage->trail_step_s);
    for (int32_t i = 0; i < a->figure.tracked_count; i++) {
        ribbon_point points[MAX_TRAIL_STEPS + 3];
        int32_t count = 0;
        hone_vec3 newer = actor_tracked_point(a, i);
        double newer_age = 0.0;
        for (int64_t step = last + 1; step >= first && count < MAX_TRAIL_STEPS + 3; step--) {
            hone_vec3 at = newer;
            double age = 0.0;
            if (step <= last) {
                at = trail_slot(stage, a, step)->points[i];
                age = time_s - (double)step * stage->trail_step_s;
            }
            if (age > span) {
                at = lerp_vec3(newer, at, (float)((span - newer_age) / (age - newer_age)));
                age = span;
            }
            spot s = camera_spot(camera, at);
            if (!(s.scale > 0.0f)) {
                break;
            }
            float left = (float)(1.0 - age / span);
            float x = count > 0 ? s.x - points[count - 1].x : 2.0f;
            float y = count > 0 ? s.y - points[count - 1].y : 2.0f;
            if (x * x + y * y > 1.5f || age >= span) {
                points[count++] = (ribbon_point){
                    s.x, s.y, 0.012f * a->figure.height * s.scale * left, 0.60f * left};
            }
            newer = at;
            newer_age = age;
        }
        ribbon_point smooth[MAX_RIBBON];
        draw_ribbon(smooth, smooth_ribbon(points, count, smooth), a->trail_color, canvas);
    }
}

// The rectangle of pixels round a figure, inside the picture.
static hone_rect figure_rect(const hone_stage *stage, const actor *a)
{
    float left = 0.0f, right = 0.0f, top = 0.0f, bottom = 0.0f;
    bool any = false;
    for (int32_t i = 0; i < a->performer.skeleton->bone_count; i++) {
        const spot *s = &a->spots[i];
        if (!(s->scale > 0.0f)) {
            continue;
        }
        float r = 0.16f * a->figure.height * s->scale + 2.0f;
        left = !any || s->x - r < left ? s->x - r : left;
        right = !any || s->x + r > right ? s->x + r : right;
        top = !any || s->y - r < top ? s->y - r : top;
        bottom = !any || s->y + r > bottom ? s->y + r : bottom;
        any = true;
    }
    float width = (float)stage->def.width, height = (float)stage->def.height;
    int32_t x0 = (int32_t)clamp_float(left, 0.0f, width),
            x1 = (int32_t)clamp_float(right, 0.0f, width);
    int32_t y0 = (int32_t)clamp_float(top, 0.0f, height);
    int32_t y1 = (int32_t)clamp_float(bottom, 0.0f, height);
    return (hone_rect){x0, y0, x1 - x0, y1 - y0};
}

static void draw_ghost(hone_stage *stage, const hone_camera *camera, actor *a, float alpha,
                       hone_canvas *canvas)
{
    actor_project(camera, a);
    hone_rect rect = figure_rect(stage, a);
    if (rect.width <= 0 || rect.height <= 0) {
        return;
    }
    hone_surface surface = {stage->layer,
                            stage->def.width,
                            stage->def.height,
                            stage->def.width * 4,
                            HONE_PIXEL_ARGB8888,
                            0,
                            0};
    hone_canvas layer = hone_canvas_on(surface);
    layer.state.clip = rect;
    hone_canvas_clear(&layer, 0);
    if (stage->def.bones == HONE_BONES_LIMBS) {
        for (int32_t i = 0; i < a->figure.shape_count; i++) {
            draw_shape_flat(a, i, a->color, &layer);
        }
    } else if (stage->def.bones == HONE_BONES_LINES) {
        draw_lines(stage, a, &layer);
    }
    if (stage->def.heads) {
        draw_head_flat(camera, a, a->color, &layer);
    }
    hone_canvas_state saved = canvas->state;
    canvas->state.opacity = (uint8_t)((float)saved.opacity * alpha + 0.5f);
    canvas->state.filter = HONE_FILTER_BILINEAR;
    hone_canvas_transform(canvas, hone_affine2_translation((float)rect.x, (float)rect.y));
    const hone_texture texture = {stage->layer, stage->def.width, stage->def.height,
                                  stage->def.width * 4, HONE_PIXEL_ARGB8888};
    hone_image_part part = {rect, NULL, 0};
    hone_canvas_draw_image(canvas, &texture, &part);
    canvas->state = saved;
}

void draw_ghosts(hone_stage *stage, const hone_camera *camera, double time_s, hone_canvas *canvas)
{
    double spacing = stage->def.ghost_spacing_s;
    double oldest = spacing * stage->def.ghosts;
    int64_t last = step_of(time_s, spacing);
    for (int64_t step = last - stage->def.ghosts; step <= last; step++) {
        double then = (double)step * spacing, age = time_s - then;
        if (age >= oldest || age <= 0.0) {
            continue;
        }
        for (int32_t i = 0; i < stage->actor_count; i++) {
            actor *a = &stage->actors[i];
            if (then >= actor_lap_start(a, time_s)) {
                actor_move(a, stage->def.in_place, then);
                draw_ghost(stage, camera, a, 0.45f * (float)(1.0 - age / oldest), canvas);
            }
        }
    }
}
