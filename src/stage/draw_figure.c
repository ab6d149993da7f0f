// SPDX-License-Identifier: MIT
//
// Figures into pixels.
//
// Shapes of all performers go into one list that is sorted by depth and drawn from far to near.
// A shape is drawn three times: as an outline (every disc a little larger, dark), as a fill whose
// tone darkens away from the viewer, and as a highlight (every disc smaller, moved to the upper
// left). At a joint where another shape of the figure already stands the outline begins a little
// way along the limb, so that no line runs round the joint and the limbs grow out of one another.
#include "stage/scene.h"

#include <string.h>

enum { MAX_BALLS = 12 };

static const float outline_share = 0.0055f; // of the figure's height

void actor_project(const hone_camera *camera, actor *a)
{
    for (int32_t i = 0; i < a->performer.skeleton->bone_count; i++) {
        a->spots[i] = camera_spot(camera, origin_of(&a->model[i]));
    }
}

static float shape_depth(const actor *a, const shape *s)
{
    float sum = 0.0f;
    int32_t count = 0;
    for (int32_t h = 0; h < s->hull_count; h++) {
        const hull *part = &a->figure.hulls[s->first_hull + h];
        for (int32_t d = 0; d < part->disc_count; d++) {
            const disc *one = &a->figure.discs[part->first_disc + d];
            float from = a->spots[one->from].depth, to = a->spots[one->to].depth;
            sum += from + (to - from) * one->part;
            count++;
        }
    }
    return sum / (float)(count < 1 ? 1 : count) + s->bias * a->figure.height;
}

int32_t actor_items(const hone_stage *stage, int32_t index, draw_item *items)
{
    const actor *a = &stage->actors[index];
    int32_t count = 0;
    if (stage->def.bones == HONE_BONES_LIMBS) {
        for (int32_t i = 0; i < a->figure.shape_count; i++) {
            items[count++] = (draw_item){shape_depth(a, &a->figure.shapes[i]), index, i};
        }
    } else if (stage->def.bones == HONE_BONES_LINES) {
        items[count++] = (draw_item){a->spots[a->hips].depth, index, ITEM_LINES};
    }
    if (a->figure.parts.head >= 0 && (stage->def.heads || a->performer.face != NULL)) {
        const hone_camera *camera = &stage->frame_camera;
        items[count++] = (draw_item){head_depth(camera, a), index, ITEM_HEAD};
    }
    return count;
}

// Merge sort from runs of one upwards: stable, so equal depths keep the figures' order.
void sort_items(draw_item *items, draw_item *spare, int32_t count)
{
    draw_item *from = items, *to = spare;
    for (int32_t run = 1; run < count; run *= 2) {
        for (int32_t start = 0; start < count; start += 2 * run) {
            int32_t middle = start + run < count ? start + run : count;
            int32_t end = start + 2 * run < count ? start + 2 * run : count;
            int32_t i = start, k = middle;
            for (int32_t at = start; at < end; at++) {
                bool left = k >= end || (i < middle && from[i].depth <= from[k].depth);
                to[at] = left ? from[i++] : from[k++];
            }
        }
        draw_item *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, (size_t)count * sizeof *items);
    }
}

static int32_t hull_balls(const actor *a, const hull *h, ball *balls)
{
    for (int32_t d = 0; d < h->disc_count; d++) {
        const disc *one = &a->figure.discs[h->first_disc + d];
        const spot *from = &a->spots[one->from], *to = &a->spots[one->to];
        if (!(from->scale > 0.0f) || !(to->scale > 0.0f)) {
            return 0;
        }
        float part = one->part;
        balls[d] = (ball){from->x + (to->x - from->x) * part, from->y + (to->y - from->y) * part,
                          one->radius * (from->scale + (to->scale - from->scale) * part)};
    }
    return h->disc_count;
}

static void fill_hull(const ball *balls, int32_t count, hone_color color, hone_canvas *canvas)
{
    hone_vec2 corners[MAX_HULL_POINTS];
    int32_t corner_count = hull_outline(balls, count, corners);
    if (corner_count > 0) {
        hone_canvas_fill_convex(canvas, corners, corner_count, color);
    }
}

void draw_shape_flat(const actor *a, int32_t shape_index, hone_color color, hone_canvas *canvas)
{
    const shape *s = &a->figure.shapes[shape_index];
    ball balls[MAX_BALLS];
    for (int32_t h = 0; h < s->hull_count; h++) {
        int32_t count = hull_balls(a, &a->figure.hulls[s->first_hull + h], balls);
        fill_hull(balls, count, color, canvas);
    }
}

static float outline_width(const actor *a, float scale)
{
    return clamp_float(outline_share * a->figure.height * scale, 0.6f, 2.5f);
}

static bool stands_on_joint(const disc *d)
{
    return d->from == d->to || d->part <= 0.0f;
}

static bool joins(const actor *a, const disc *d)
{
    return stands_on_joint(d) && a->joined[d->from] != 0;
}

// Moves a ball's place along the limb by a third of its radius, at most half way.
static ball along(ball from, ball to)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = hone_sqrt(x * x + y * y);
    float reach = 0.35f * from.radius;
    float part = length > 2.0f * reach ? reach / length : 0.5f;
    return (ball){from.x + x * part, from.y + y * part,
                  from.radius + (to.radius - from.radius) * part};
}

static void draw_outline(const actor *a, const shape *s, hone_canvas *canvas)
{
    for (int32_t h = 0; h < s->hull_count; h++) {
        const hull *part = &a->figure.hulls[s->first_hull + h];
        const disc *discs = &a->figure.discs[part->first_disc];
        ball balls[MAX_BALLS];
        int32_t count = hull_balls(a, part, balls);
        if (count == 1 && joins(a, &discs[0])) {
            continue;
        }
        if (count >= 2) {
            ball first = balls[0];
            balls[0] = joins(a, &discs[0]) ? along(balls[0], balls[1]) : balls[0];
            balls[1] = count == 2 && joins(a, &discs[1]) ? along(balls[1], first) : balls[1];
        }
        for (int32_t d = 0; d < count; d++) {
            balls[d].radius += outline_width(a, a->spots[discs[d].from].scale);
        }
        fill_hull(balls, count, a->dark, canvas);
    }
}

static void mark_joints(actor *a, const shape *s)
{
    for (int32_t h = 0; h < s->hull_count; h++) {
        const hull *part = &a->figure.hulls[s->first_hull + h];
        for (int32_t d = 0; d < part->disc_count; d++) {
            const disc *one = &a->figure.discs[part->first_disc + d];
            if (stands_on_joint(one)) {
                a->joined[one->from] = 1;
            } else if (one->part > 0.9f && one->part <= 1.0f) {
                a->joined[one->to] = 1; // the torso's end, from which the neck grows
            }
        }
    }
}

hone_color tone_at(const actor *a, hone_color color, float depth)
{
    float behind = (a->spots[a->hips].depth - depth) / a->figure.height;
    return mix_color(color, a->dark, clamp_float(0.10f + 0.55f * behind, 0.0f, 0.45f));
}

// Discs smaller and to the upper left; broad shapes drawn together as well.
static void shrink_to_highlight(ball *balls, int32_t count)
{
    float x = 0.0f, y = 0.0f;
    for (int32_t d = 0; d < count; d++) {
        x += balls[d].x / (float)count;
        y += balls[d].y / (float)count;
    }
    float together = count > 2 ? 0.25f : 0.0f;
    for (int32_t d = 0; d < count; d++) {
        float r = balls[d].radius;
        balls[d] = (ball){balls[d].x + (x - balls[d].x) * together - 0.30f * r,
                          balls[d].y + (y - balls[d].y) * together - 0.30f * r, 0.42f * r};
    }
}

void draw_shape(actor *a, int32_t shape_index, hone_canvas *canvas)
{
    const shape *s = &a->figure.shapes[shape_index];
    draw_outline(a, s, canvas);
    mark_joints(a, s);
    float depth = shape_depth(a, s) - s->bias * a->figure.height;
    hone_color fill = tone_at(a, a->color, depth), light = tone_at(a, a->light, depth);
    ball balls[MAX_BALLS];
    for (int32_t h = 0; h < s->hull_count; h++) {
        int32_t count = hull_balls(a, &a->figure.hulls[s->first_hull + h], balls);
        fill_hull(balls, count, fill, canvas);
    }
    for (int32_t h = 0; h < s->hull_count; h++) {
        int32_t count = hull_balls(a, &a->figure.hulls[s->first_hull + h], balls);
        shrink_to_highlight(balls, count);
        if (count > 0 && balls[0].radius > 1.3f) {
            fill_hull(balls, count, light, canvas);
        }
    }
}

void draw_lines(const hone_stage *stage, const actor *a, hone_canvas *canvas)
{
    const hone_skeleton *skeleton = a->performer.skeleton;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        int32_t parent = skeleton->parents[i];
        if (parent < 0 || !(a->spots[i].scale > 0.0f) || !(a->spots[parent].scale > 0.0f)) {
            continue;
        }
        float width = stage->def.bone_width;
        if (!(width > 0.0f)) {
            width = 0.012f * a->figure.height * a->spots[i].scale;
            width = width < 1.0f ? 1.0f : width;
        }
        hone_canvas_line(canvas, (hone_vec2){a->spots[parent].x, a->spots[parent].y},
                         (hone_vec2){a->spots[i].x, a->spots[i].y}, width, a->color);
    }
}

void draw_joints(const hone_stage *stage, const actor *a, hone_canvas *canvas)
{
    const hone_skeleton *skeleton = a->performer.skeleton;
    hone_color ring = stage->dark_background ? 0xFFFFFFFFu : 0xFF202020u;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        if (!(a->spots[i].scale > 0.0f)) {
            continue;
        }
        bool end = skeleton->flags != NULL && (skeleton->flags[i] & HONE_BONE_END_SITE) != 0;
        float size = clamp_float(0.009f * a->figure.height * a->spots[i].scale, 1.5f, 4.5f);
        size *= end ? 1.6f : 1.0f;
        hone_vec2 at = {a->spots[i].x, a->spots[i].y};
        hone_canvas_fill_circle(canvas, at, size, ring);
        hone_canvas_fill_circle(canvas, at, 0.62f * size, end ? 0xFFFFC83Du : a->light);
    }
}
