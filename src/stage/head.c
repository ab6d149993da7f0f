// SPDX-License-Identifier: MIT
//
// The head: a picture on its square, or a drawn face on a rounded skull.
//
// The picture's square has its corners (-1, 1), (1, 1), (-1, -1) at three places in the world; the
// camera takes those to three pixels P1, P2, P3. The affine map with M (-1,1) = P1, M (1,1) = P2,
// M (-1,-1) = P3 is [P] S^-1, where S has the corners (x, y, 1) as columns. In a parallel view that
// is exact for the whole square. In perspective the fourth corner falls elsewhere; the square is
// then cut into n x n cells, each with a map of its own, where n is just large enough that no cell
// is off by more than a quarter of a pixel. Cells overlap by a texel so that no seam shows.
//
// The map turns the square over (a d - b c > 0, as picture rows run down) when the face looks away.
//
// The drawn face is a light disc on the skull's front with two eyes: caps of a sphere, of which the
// parts turned away are cut off along the sphere's outline.
#include "stage/scene.h"

enum { MAX_CELLS = 8, CAP_PIECES = 8 };

bool head_place_of(const actor *a, head_place *out)
{
    const figure *f = &a->figure;
    if (f->parts.head < 0) {
        return false;
    }
    const hone_affine3 *bone = &a->model[f->parts.head];
    if (a->performer.face_on_joint) {
        float half = f->head_half;
        *out = (head_place){origin_of(bone),
                            hone_affine3_direction(bone, (hone_vec3){half, 0.0f, 0.0f}),
                            hone_affine3_direction(bone, (hone_vec3){0.0f, half, 0.0f}),
                            hone_affine3_direction(bone, (hone_vec3){0.0f, 0.0f, half})};
        return true;
    }
    *out = (head_place){
        hone_affine3_apply(bone, f->head_centre),
        hone_affine3_direction(bone, hone_vec3_scale(f->head_x, f->head_half)),
        hone_affine3_direction(bone, hone_vec3_scale(f->head_y, f->head_half)),
        hone_affine3_direction(bone, hone_vec3_scale(f->head_z, f->head_half)),
    };
    return true;
}

// A point of the picture's plane, which lies a little before the middle of a rounded head.
static hone_vec3 card_point(const head_place *head, float lift, float x, float y)
{
    hone_vec3 p = hone_vec3_add(head->centre, hone_vec3_scale(head->z, lift));
    p = hone_vec3_add(p, hone_vec3_scale(head->x, x));
    return hone_vec3_add(p, hone_vec3_scale(head->y, y));
}

static bool card_map(const hone_camera *camera, const head_place *head, float lift,
                     const hone_vec2 from[3], hone_affine2 *out)
{
    hone_vec2 to[3];
    for (int32_t i = 0; i < 3; i++) {
        spot at = camera_spot(camera, card_point(head, lift, from[i].x, from[i].y));
        if (!(at.scale > 0.0f)) {
            return false;
        }
        to[i] = (hone_vec2){at.x, at.y};
    }
    return hone_affine2_from_points(from, to, out);
}

float card_lift(const hone_stage *stage, const actor *a)
{
    bool rounded = stage->def.heads && !a->performer.face_on_joint;
    return rounded ? 0.35f : 0.0f;
}

bool head_map(const hone_camera *camera, const head_place *head, float lift, hone_affine2 *out)
{
    static const hone_vec2 corners[3] = {{-1.0f, 1.0f}, {1.0f, 1.0f}, {-1.0f, -1.0f}};
    return card_map(camera, head, lift, corners, out);
}

// The unit direction from p to the viewer, in the world.
static hone_vec3 to_viewer(const hone_camera *camera, hone_vec3 p)
{
    const hone_affine3 *v = &camera->view;
    hone_vec3 back = {v->m[2][0], v->m[2][1], v->m[2][2]};
    if (!camera->perspective) {
        return back;
    }
    hone_vec3 q = hone_affine3_apply(v, p);
    hone_vec3 world = {-(v->m[0][0] * q.x + v->m[1][0] * q.y + v->m[2][0] * q.z),
                       -(v->m[0][1] * q.x + v->m[1][1] * q.y + v->m[2][1] * q.z),
                       -(v->m[0][2] * q.x + v->m[1][2] * q.y + v->m[2][2] * q.z)};
    return hone_vec3_normalize(world, back);
}

float head_depth(const hone_camera *camera, const actor *a)
{
    head_place head;
    if (!head_place_of(a, &head)) {
        return 0.0f;
    }
    return hone_affine3_apply(&camera->view, head.centre).z + 0.02f * a->figure.height;
}

// Skull and chin as balls in the picture; 0 when out of view.
static int32_t skull_balls(const hone_camera *camera, const actor *a, const head_place *head,
                           ball balls[2])
{
    float size = a->figure.head_half;
    hone_vec3 skull = card_point(head, -0.04f, 0.0f, 0.12f);
    hone_vec3 chin = card_point(head, 0.16f, 0.0f, -0.46f);
    spot s = camera_spot(camera, skull), c = camera_spot(camera, chin);
    if (!(s.scale > 0.0f) || !(c.scale > 0.0f)) {
        return 0;
    }
    balls[0] = (ball){s.x, s.y, 0.80f * size * s.scale};
    balls[1] = (ball){c.x, c.y, 0.50f * size * c.scale};
    return 2;
}

static void fill_balls(const ball *balls, int32_t count, float grow, hone_color color,
                       hone_canvas *canvas)
{
    ball grown[2];
    hone_vec2 corners[MAX_HULL_POINTS];
    for (int32_t i = 0; i < count; i++) {
        grown[i] = (ball){balls[i].x, balls[i].y, balls[i].radius + grow};
    }
    int32_t corner_count = hull_outline(grown, count, corners);
    if (corner_count > 0) {
        hone_canvas_fill_convex(canvas, corners, corner_count, color);
    }
}

void draw_head_flat(const hone_camera *camera, const actor *a, hone_color color,
                    hone_canvas *canvas)
{
    head_place head;
    ball balls[2];
    if (head_place_of(a, &head)) {
        fill_balls(balls, skull_balls(camera, a, &head, balls), 0.0f, color, canvas);
    }
}

static hone_vec3 mix3(hone_vec3 a, float x, hone_vec3 b, float y)
{
    return hone_vec3_add(hone_vec3_scale(a, x), hone_vec3_scale(b, y));
}

typedef struct skull {
    hone_vec3 centre, eye; // eye: the direction to the viewer
    float radius;
} skull;

static bool add_skull_point(const hone_camera *camera, const skull *s, hone_vec3 n, hone_vec2 *out)
{
    spot at = camera_spot(camera, hone_vec3_add(s->centre, hone_vec3_scale(n, s->radius)));
    *out = (hone_vec2){at.x, at.y};
    return at.scale > 0.0f;
}

// A cap on the skull: the directions within an angle of axis, cosine given. Its rim is axis cosine
// + (side cos t + up sin t) sine; with side chosen towards the viewer, what is seen of the rim is
// symmetric about t = 0 and ends where the direction is across the view, cos t = -A / B. From there
// the outline runs along the skull's own outline, over its point nearest to the axis.
static void draw_cap(const hone_camera *camera, const skull *s, hone_vec3 axis, float cosine,
                     hone_color color, hone_canvas *canvas)
{
    float toward = hone_vec3_dot(axis, s->eye), sine = hone_sqrt(1.0f - cosine * cosine);
    hone_vec3 across = {axis.z, axis.x, axis.y}; // any direction, when the axis is the view's own
    hone_vec3 side = hone_vec3_sub(s->eye, hone_vec3_scale(axis, toward));
    side = hone_vec3_normalize(side, hone_vec3_normalize(hone_vec3_cross(axis, across), axis));
    hone_vec3 up = hone_vec3_cross(axis, side);
    float a = cosine * toward, b = sine * hone_vec3_dot(side, s->eye);
    if (a + b <= 0.0f) {
        return;
    }
    hone_vec2 arc[2 * CAP_PIECES + 1], corners[4 * CAP_PIECES + 2];
    bool whole = a >= b;
    float end_cosine = whole ? -1.0f : -a / b;
    float end_sine = whole ? 0.0f : hone_sqrt(1.0f - end_cosine * end_cosine);
    int32_t count = 0;
    bool seen = true;
    const hone_vec2 start = {1.0f, 0.0f}, quarter = {0.0f, 1.0f};
    for (int32_t half = 0; half < 2; half++) {
        // Each half of the rim: from its end to the middle, then from the middle to its end.
        float sign = half == 0 ? -1.0f : 1.0f;
        hone_vec2 last = {end_cosine, end_sine};
        hone_vec2 over = {1.0f + last.x, last.y};
        float length = hone_sqrt(over.x * over.x + over.y * over.y);
        over = whole || length < 1e-3f ? quarter : (hone_vec2){over.x / length, over.y / length};
        int32_t steps = arc_directions(start, over, last, CAP_PIECES / 2, arc);
        for (int32_t i = half; i < steps; i++) {
            hone_vec2 d = arc[half == 0 ? steps - 1 - i : i];
            hone_vec3 n = hone_vec3_add(hone_vec3_scale(axis, cosine),
                                        mix3(side, sine * d.x, up, sign * sine * d.y));
            seen = add_skull_point(camera, s, n, &corners[count++]) && seen;
        }
    }
    if (!whole) {
        // Along the skull's outline from the rim's end (t > 0) back to its other end.
        hone_vec3 middle = hone_vec3_sub(axis, hone_vec3_scale(s->eye, toward));
        middle = hone_vec3_normalize(middle, axis);
        hone_vec3 end = hone_vec3_add(hone_vec3_scale(axis, cosine),
                                      mix3(side, sine * end_cosine, up, sine * end_sine));
        float x = hone_vec3_dot(end, middle);
        float y = hone_sqrt(1.0f - clamp_float(x * x, 0.0f, 1.0f));
        const hone_vec2 from = {x, y}, to = {x, -y};
        int32_t steps = arc_directions(from, start, to, CAP_PIECES / 2, arc);
        for (int32_t i = 1; i + 1 < steps; i++) {
            hone_vec3 n = mix3(middle, arc[i].x, up, arc[i].y);
            seen = add_skull_point(camera, s, n, &corners[count++]) && seen;
        }
    }
    if (seen) {
        hone_canvas_fill_convex(canvas, corners, count, color);
    }
}

static hone_vec3 face_axis(const head_place *head, float x, float y)
{
    hone_vec3 axis = hone_vec3_add(mix3(head->x, x, head->y, y), head->z);
    return hone_vec3_normalize(axis, (hone_vec3){0.0f, 0.0f, 1.0f});
}

static void draw_round_head(const hone_camera *camera, const actor *a, const head_place *head,
                            bool with_face, hone_canvas *canvas)
{
    ball balls[2];
    int32_t count = skull_balls(camera, a, head, balls);
    if (count == 0) {
        return;
    }
    spot middle = camera_spot(camera, head->centre);
    float line = clamp_float(0.0055f * a->figure.height * middle.scale, 0.6f, 2.5f);
    fill_balls(balls, count, line, a->dark, canvas);
    fill_balls(balls, count, 0.0f, tone_at(a, a->color, middle.depth), canvas);
    ball shine = {balls[0].x - 0.26f * balls[0].radius, balls[0].y - 0.26f * balls[0].radius,
                  0.5f * balls[0].radius};
    fill_balls(&shine, 1, 0.0f, tone_at(a, a->light, middle.depth), canvas);
    if (!with_face) {
        return;
    }
    hone_color skin = mix_color(a->light, 0xFFFFFFFFu, 0.55f);
    hone_vec3 middle_of_skull = card_point(head, -0.04f, 0.0f, 0.12f);
    skull s = {middle_of_skull, to_viewer(camera, middle_of_skull), 0.8f * a->figure.head_half};
    draw_cap(camera, &s, face_axis(head, 0.0f, -0.25f), 0.66f, skin, canvas);
    draw_cap(camera, &s, face_axis(head, -0.36f, -0.12f), 0.986f, a->dark, canvas);
    draw_cap(camera, &s, face_axis(head, 0.36f, -0.12f), 0.986f, a->dark, canvas);
}

// One cell of the picture: columns x0..x1 and rows y0..y1 of n, by the map of its own corners.
static void draw_cell(const hone_camera *camera, const head_place *head, float lift,
                      const hone_texture *face, bool mirrored, hone_rect texels,
                      hone_canvas *canvas)
{
    float flip = mirrored ? -1.0f : 1.0f;
    float left = flip * (2.0f * (float)texels.x / (float)face->width - 1.0f);
    float right = flip * (2.0f * (float)(texels.x + texels.width) / (float)face->width - 1.0f);
    float top = 1.0f - 2.0f * (float)texels.y / (float)face->height;
    float bottom = 1.0f - 2.0f * (float)(texels.y + texels.height) / (float)face->height;
    const hone_vec2 square[3] = {{left, top}, {right, top}, {left, bottom}};
    const hone_vec2 cell[3] = {
        {0.0f, 0.0f}, {(float)texels.width, 0.0f}, {0.0f, (float)texels.height}};
    hone_affine2 to_pixels, to_square;
    if (!card_map(camera, head, lift, square, &to_pixels) ||
        !hone_affine2_from_points(cell, square, &to_square)) {
        return;
    }
    hone_affine2 saved = canvas->state.transform;
    hone_canvas_transform(canvas, hone_affine2_mul(to_pixels, to_square));
    hone_image_part part = {texels, NULL, 0};
    hone_canvas_draw_image(canvas, face, &part);
    canvas->state.transform = saved;
}

static int32_t cells_needed(const hone_camera *camera, const head_place *head, float lift)
{
    hone_affine2 map;
    spot corner = camera_spot(camera, card_point(head, lift, 1.0f, -1.0f));
    if (!camera->perspective || !head_map(camera, head, lift, &map) || !(corner.scale > 0.0f)) {
        return 1;
    }
    hone_vec2 guess = hone_affine2_apply(map, (hone_vec2){1.0f, -1.0f});
    float x = guess.x - corner.x, y = guess.y - corner.y;
    float off = hone_sqrt(x * x + y * y);
    int32_t cells = 1;
    while (cells < MAX_CELLS && off > 0.25f * (float)(cells * cells)) {
        cells++;
    }
    return cells;
}

// How many pixels of the canvas the longer side of the square takes.
static float square_pixels(const hone_camera *camera, const head_place *head, float lift,
                           const hone_canvas *canvas)
{
    hone_affine2 map;
    if (!head_map(camera, head, lift, &map)) {
        return 0.0f;
    }
    map = hone_affine2_mul(canvas->state.transform, map);
    float across = map.a * map.a + map.b * map.b;
    float down = map.c * map.c + map.d * map.d;
    return 2.0f * hone_sqrt(across > down ? across : down);
}

static void draw_picture(const hone_camera *camera, const head_place *head, float lift,
                         const picture *sizes, bool mirrored, hone_canvas *canvas)
{
    const hone_texture *face = picture_level(sizes, square_pixels(camera, head, lift, canvas));
    int32_t cells = cells_needed(camera, head, lift);
    for (int32_t row = 0; row < cells; row++) {
        for (int32_t column = 0; column < cells; column++) {
            int32_t x0 = face->width * column / cells, x1 = face->width * (column + 1) / cells;
            int32_t y0 = face->height * row / cells, y1 = face->height * (row + 1) / cells;
            x1 = column + 1 < cells && x1 < face->width ? x1 + 1 : x1;
            y1 = row + 1 < cells && y1 < face->height ? y1 + 1 : y1;
            if (x1 > x0 && y1 > y0) {
                draw_cell(camera, head, lift, face, mirrored, (hone_rect){x0, y0, x1 - x0, y1 - y0},
                          canvas);
            }
        }
    }
}

static void draw_frame(const hone_camera *camera, const actor *a, const head_place *head,
                       float lift, hone_canvas *canvas)
{
    static const hone_vec2 corners[4] = {
        {-1.0f, 1.0f}, {1.0f, 1.0f}, {1.0f, -1.0f}, {-1.0f, -1.0f}};
    hone_vec2 points[4];
    float scale = 0.0f;
    for (int32_t i = 0; i < 4; i++) {
        spot at = camera_spot(camera, card_point(head, lift, corners[i].x, corners[i].y));
        if (!(at.scale > 0.0f)) {
            return;
        }
        points[i] = (hone_vec2){at.x, at.y};
        scale = at.scale;
    }
    float width = 0.1f * a->figure.head_half * scale;
    hone_canvas_polyline(canvas, points, 4, true, clamp_float(width, 1.0f, 4.0f), 0xFFE02020u);
}

void draw_head(const hone_stage *stage, const hone_camera *camera, const actor *a,
               hone_canvas *canvas)
{
    head_place head;
    if (!head_place_of(a, &head)) {
        return;
    }
    const hone_performer *p = &a->performer;
    float lift = card_lift(stage, a);
    if (p->face == NULL) {
        draw_round_head(camera, a, &head, true, canvas);
        return;
    }
    hone_vec3 card = card_point(&head, lift, 0.0f, 0.0f);
    bool facing = hone_vec3_dot(head.z, to_viewer(camera, card)) > 0.0f;
    bool back_plain = p->face_back == HONE_FACE_BACK_PLAIN;
    if (facing ? stage->def.heads : back_plain) {
        draw_round_head(camera, a, &head, false, canvas);
    }
    if (facing || p->face_back == HONE_FACE_BACK_SAME) {
        draw_picture(camera, &head, lift, &a->face, p->face_mirrored, canvas);
    } else if (p->face_back == HONE_FACE_BACK_IMAGE && p->face_back_image != NULL) {
        draw_picture(camera, &head, lift, &a->face_back, !p->face_mirrored, canvas);
    }
    if (p->face_frame) {
        draw_frame(camera, a, &head, lift, canvas);
    }
}
