// SPDX-License-Identifier: MIT
//
// Names beside joints. Each name tries places round its joint, outwards first and farther and
// farther, until it lies in the picture and on no other name; a thin line leads from the joint to a
// name that had to go far. A name that finds no place is left out: names upon names help nobody.
#include "stage/scene.h"

#include <string.h>

typedef struct box {
    float x0, y0, x1, y1;
} box;

typedef struct label_pen {
    const hone_stage *stage;
    hone_canvas *canvas;
    float size; // height of a capital
    hone_color ink, halo;
    int32_t count; // boxes that are taken
} label_pen;

static box box_at(const label_pen *pen, int32_t i)
{
    const hone_vec2 *corners = &pen->stage->label_boxes[2 * i];
    return (box){corners[0].x, corners[0].y, corners[1].x, corners[1].y};
}

static bool is_free(const label_pen *pen, box b)
{
    float width = (float)pen->stage->def.width, height = (float)pen->stage->def.height;
    if (b.x0 < 1.0f || b.y0 < 1.0f || b.x1 > width - 1.0f || b.y1 > height - 1.0f) {
        return false;
    }
    for (int32_t i = 0; i < pen->count; i++) {
        box other = box_at(pen, i);
        if (b.x0 < other.x1 && b.x1 > other.x0 && b.y0 < other.y1 && b.y1 > other.y0) {
            return false;
        }
    }
    return true;
}

static void take(label_pen *pen, box b)
{
    pen->stage->label_boxes[2 * pen->count] = (hone_vec2){b.x0, b.y0};
    pen->stage->label_boxes[2 * pen->count + 1] = (hone_vec2){b.x1, b.y1};
    pen->count++;
}

static void write_text(const label_pen *pen, float x, float y, float size, const char *text)
{
    static const float around[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                       {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
    for (int32_t i = 0; i < 8; i++) {
        hone_canvas_text(pen->canvas, x + around[i][0], y + around[i][1], size, pen->halo, text);
    }
    hone_canvas_text(pen->canvas, x, y, size, pen->ink, text);
}

static void lead_line(const label_pen *pen, spot from, box to)
{
    float x = clamp_float(from.x, to.x0, to.x1), y = clamp_float(from.y, to.y0, to.y1);
    hone_canvas_line(pen->canvas, (hone_vec2){from.x, from.y}, (hone_vec2){x, y}, 0.8f,
                     with_alpha(pen->ink, 0.55f));
}

static void place_name(label_pen *pen, spot joint, bool to_the_right, int32_t rings,
                       const char *text)
{
    static const float ways[8][2] = {{1.0f, 0.0f}, {1.0f, -0.6f}, {1.0f, 0.6f},   {0.7f, -1.0f},
                                     {0.7f, 1.0f}, {-1.0f, 0.0f}, {-1.0f, -0.6f}, {-1.0f, 0.6f}};
    if (pen->count >= pen->stage->label_capacity) {
        return;
    }
    float width = hone_canvas_text_width(pen->size, text);
    float height = pen->size * 1.45f, gap = 2.0f;
    for (int32_t ring = 0; ring < rings; ring++) {
        float away = 6.0f + (float)ring * pen->size * 0.9f;
        for (int32_t i = 0; i < 8; i++) {
            float dx = to_the_right ? ways[i][0] : -ways[i][0];
            float x = joint.x + dx * away, y = joint.y + ways[i][1] * away;
            box b = {dx > 0.0f ? x : x - width, y - 0.5f * height, dx > 0.0f ? x + width : x,
                     y + 0.5f * height};
            box grown = {b.x0 - gap, b.y0, b.x1 + gap, b.y1};
            if (!is_free(pen, grown)) {
                continue;
            }
            take(pen, grown);
            if (ring > 0) {
                lead_line(pen, joint, b);
            }
            write_text(pen, b.x0, b.y0 + pen->size * 1.2f, pen->size, text);
            return;
        }
    }
}

static void place_performer(label_pen *pen, const actor *a)
{
    if (a->performer.name == NULL || a->performer.name[0] == '\0' ||
        pen->count >= pen->stage->label_capacity) {
        return;
    }
    float top = a->spots[0].y, size = 1.3f * pen->size;
    for (int32_t i = 0; i < a->performer.skeleton->bone_count; i++) {
        top = a->spots[i].y < top ? a->spots[i].y : top;
    }
    float width = hone_canvas_text_width(size, a->performer.name);
    float x = a->spots[a->figure.parts.head >= 0 ? a->figure.parts.head : 0].x - 0.5f * width;
    x = clamp_float(x, 2.0f, (float)pen->stage->def.width - width - 2.0f);
    float y = top - 2.0f * size < size + 2.0f ? size + 2.0f : top - 2.0f * size;
    box b = {x, y - 1.2f * size, x + width, y + 0.3f * size};
    take(pen, b);
    write_text(pen, x, y, size, a->performer.name);
}

// Fine ones, fingers and what is inside a head, come last and get only places nearby.
static void place_joint_names(label_pen *pen, const actor *a, bool fine)
{
    const hone_skeleton *skeleton = a->performer.skeleton;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        const char *name = skeleton->names == NULL ? NULL : skeleton->names[i];
        bool end = skeleton->flags != NULL && (skeleton->flags[i] & HONE_BONE_END_SITE) != 0;
        if (name == NULL || name[0] == '\0' || end || !(a->spots[i].scale > 0.0f) ||
            (a->figure.fine[i] != 0) != fine) {
            continue;
        }
        const char *colon = strchr(name, ':');
        const char *text = colon != NULL && colon[1] != '\0' ? colon + 1 : name;
        bool right = a->spots[i].x >= a->spots[a->hips].x;
        place_name(pen, a->spots[i], right, fine ? 3 : 12, text);
    }
}

void draw_names(hone_stage *stage, hone_canvas *canvas)
{
    float shorter =
        (float)(stage->def.width < stage->def.height ? stage->def.width : stage->def.height);
    label_pen pen = {stage, canvas, clamp_float(shorter / 71.0f, 7.0f, 21.0f), 0, 0, 0};
    bool dark = stage->dark_background;
    pen.ink = dark ? 0xFFF2F2F2u : 0xFF1C1C1Cu;
    pen.halo = dark ? 0xB0101010u : 0xC8FFFFFFu;
    for (int32_t k = 0; k < stage->actor_count; k++) {
        place_performer(&pen, &stage->actors[k]);
    }
    for (int32_t fine = 0; fine < 2; fine++) {
        for (int32_t k = 0; k < stage->actor_count; k++) {
            place_joint_names(&pen, &stage->actors[k], fine != 0);
        }
    }
    stage->label_count = pen.count;
}
