// SPDX-License-Identifier: MIT
//
// The floor: a grid round the place of the performance that fades towards its rim, and soft
// shadows.
//
// A shadow is light from straight above: an ellipse on the floor that has the spread (the
// covariance) of the body's joints seen from above, and a small one under each foot that fades as
// the foot rises. Both are one picture, a soft disc, under the map that lays it on the floor.
#include "stage/scene.h"

enum { MAX_LINES = 20 };

static hone_vec3 grid_centre(const hone_stage *stage)
{
    return (hone_vec3){0.5f * (stage->box_min.x + stage->box_max.x), stage->ground,
                       0.5f * (stage->box_min.z + stage->box_max.z)};
}

static float grid_radius(const hone_stage *stage)
{
    float x = 0.5f * (stage->box_max.x - stage->box_min.x);
    float z = 0.5f * (stage->box_max.z - stage->box_min.z);
    return (x > z ? x : z) + 0.6f * stage->height;
}

// The number 1, 2 or 5 times a power of ten that is next above x.
static float round_length(float x)
{
    float power = 1.0f;
    for (int32_t i = 0; i < 40 && power * 10.0f <= x; i++) {
        power *= 10.0f;
    }
    for (int32_t i = 0; i < 40 && power > x; i++) {
        power *= 0.1f;
    }
    return x <= power          ? power
           : x <= 2.0f * power ? 2.0f * power
           : x <= 5.0f * power ? 5.0f * power
                               : 10.0f * power;
}

static hone_color grid_color(const hone_stage *stage)
{
    if (stage->def.background >> 24 == 0) {
        return 0x70808080u;
    }
    return stage->dark_background ? 0x38FFFFFFu : 0x2A000000u;
}

// A line one pixel wide with square ends: pieces of a translucent line must not overlap.
static void draw_thin(hone_vec2 a, hone_vec2 b, hone_color color, hone_canvas *canvas)
{
    float x = b.x - a.x, y = b.y - a.y;
    float length = hone_sqrt(x * x + y * y);
    if (length < 1e-3f || color >> 24 == 0) {
        return;
    }
    float u = 0.5f * x / length, v = 0.5f * y / length;
    const hone_vec2 corners[4] = {
        {a.x - v, a.y + u}, {b.x - v, b.y + u}, {b.x + v, b.y - u}, {a.x + v, a.y - u}};
    hone_canvas_fill_convex(canvas, corners, 4, color);
}

// A line of the floor from a to b (its middle nearest to the centre), faint at its ends.
static void draw_floor_line(const hone_camera *camera, hone_vec3 a, hone_vec3 b, float strength,
                            hone_color color, hone_canvas *canvas)
{
    static const float cuts[6] = {0.0f, 0.12f, 0.28f, 0.72f, 0.88f, 1.0f};
    static const float alphas[5] = {0.2f, 0.55f, 1.0f, 0.55f, 0.2f};
    for (int32_t i = 0; i < 5; i++) {
        hone_vec2 ends[2];
        if (camera_segment(camera, lerp_vec3(a, b, cuts[i]), lerp_vec3(a, b, cuts[i + 1]), ends)) {
            draw_thin(ends[0], ends[1], with_alpha(color, alphas[i] * strength), canvas);
        }
    }
}

bool camera_is_below(const hone_stage *stage, const hone_camera *camera)
{
    const hone_affine3 *v = &camera->view;
    if (!camera->perspective) {
        return v->m[2][1] < 0.01f;
    }
    float height = -(v->m[0][1] * v->m[0][3] + v->m[1][1] * v->m[1][3] + v->m[2][1] * v->m[2][3]);
    return height < stage->ground;
}

// How many pixels two neighbouring lines lie apart where the view foreshortens them most.
static float line_gap(const hone_camera *camera, hone_vec3 centre, float cell)
{
    hone_vec3 away = {camera->view.m[2][0], 0.0f, camera->view.m[2][2]};
    away = hone_vec3_scale(hone_vec3_normalize(away, (hone_vec3){0.0f, 0.0f, 1.0f}), 0.5f * cell);
    spot near = camera_spot(camera, hone_vec3_add(centre, away));
    spot far = camera_spot(camera, hone_vec3_sub(centre, away));
    float x = near.x - far.x, y = near.y - far.y;
    return near.scale > 0.0f && far.scale > 0.0f ? hone_sqrt(x * x + y * y) : 0.0f;
}

void draw_grid(const hone_stage *stage, const hone_camera *camera, hone_canvas *canvas)
{
    hone_vec3 centre = grid_centre(stage);
    float radius = grid_radius(stage);
    hone_color color = grid_color(stage);
    float slant = camera->view.m[2][1];
    if (!camera->perspective && slant < 0.01f && slant > -0.01f) {
        hone_vec3 right = {camera->view.m[0][0] * radius, 0.0f, camera->view.m[0][2] * radius};
        draw_floor_line(camera, hone_vec3_sub(centre, right), hone_vec3_add(centre, right), 1.5f,
                        color, canvas);
        return;
    }
    float cell = round_length(0.28f * stage->height);
    while (radius / cell > (float)MAX_LINES) {
        cell *= 2.0f;
    }
    // Lines that come closer than some pixels would run together to a bar: they fade instead.
    color = with_alpha(color, clamp_float(line_gap(camera, centre, cell) / 3.0f, 0.0f, 1.0f));
    float x0 = (float)floor_of((double)(centre.x / cell)) * cell;
    float z0 = (float)floor_of((double)(centre.z / cell)) * cell;
    for (int32_t i = -MAX_LINES - 1; i <= MAX_LINES + 1; i++) {
        for (int32_t across = 0; across < 2; across++) {
            float at = (across != 0 ? z0 : x0) + (float)i * cell;
            float off = at - (across != 0 ? centre.z : centre.x);
            float square = radius * radius - off * off;
            if (square <= 0.0f) {
                continue;
            }
            float half = hone_sqrt(square);
            hone_vec3 from, to;
            if (across != 0) {
                from = (hone_vec3){centre.x - half, centre.y, at};
                to = (hone_vec3){centre.x + half, centre.y, at};
            } else {
                from = (hone_vec3){at, centre.y, centre.z - half};
                to = (hone_vec3){at, centre.y, centre.z + half};
            }
            draw_floor_line(camera, from, to, 0.35f + 0.65f * half / radius, color, canvas);
        }
    }
}

typedef struct ellipse {
    hone_vec3 centre, u, v; // half axes
} ellipse;

void make_shadow(uint32_t *texels)
{
    for (int32_t y = 0; y < SHADOW_SIZE; y++) {
        for (int32_t x = 0; x < SHADOW_SIZE; x++) {
            float middle = 0.5f * (float)(SHADOW_SIZE - 1), inside = middle - 0.5f;
            float dx = ((float)x - middle) / inside, dy = ((float)y - middle) / inside;
            float left = 1.0f - (dx * dx + dy * dy);
            float alpha = left > 0.0f ? left * left * (1.0f + 0.5f * (1.0f - left)) : 0.0f;
            texels[y * SHADOW_SIZE + x] = (uint32_t)(255.0f * alpha + 0.5f) << 24;
        }
    }
}

// The shadow picture laid on the floor: its middle on the centre, its edges on the half axes.
static void draw_soft_ellipse(const hone_stage *stage, const hone_camera *camera, const ellipse *e,
                              float alpha, hone_canvas *canvas)
{
    const float half = 0.5f * (float)SHADOW_SIZE;
    const hone_vec2 from[3] = {{half, half}, {2.0f * half, half}, {half, 2.0f * half}};
    const hone_vec3 places[3] = {e->centre, hone_vec3_add(e->centre, e->u),
                                 hone_vec3_add(e->centre, e->v)};
    hone_vec2 to[3];
    for (int32_t i = 0; i < 3; i++) {
        spot at = camera_spot(camera, places[i]);
        if (!(at.scale > 0.0f)) {
            return;
        }
        to[i] = (hone_vec2){at.x, at.y};
    }
    hone_affine2 map;
    hone_canvas_state saved = canvas->state;
    canvas->state.opacity = (uint8_t)((float)saved.opacity * clamp_float(alpha, 0.0f, 1.0f) + 0.5f);
    if (canvas->state.opacity != 0 && hone_affine2_from_points(from, to, &map)) {
        const hone_texture texture = {stage->shadow, SHADOW_SIZE, SHADOW_SIZE, SHADOW_SIZE * 4,
                                      HONE_PIXEL_ARGB8888};
        hone_canvas_transform(canvas, map);
        hone_canvas_draw_image(canvas, &texture, NULL);
    }
    canvas->state = saved;
}

static ellipse body_ellipse(const hone_stage *stage, const actor *a)
{
    int32_t bones = a->performer.skeleton->bone_count;
    int32_t stride = 1 + bones / 64;
    float count = 1e-6f, x = 0.0f, z = 0.0f, xx = 0.0f, zz = 0.0f, xz = 0.0f;
    hone_vec3 hips = actor_hips(a);
    for (int32_t i = 0; i < bones; i += stride) {
        if (a->figure.fine[i] != 0) {
            continue; // many bones in a small place would pull the shadow there
        }
        float dx = a->model[i].m[0][3] - hips.x, dz = a->model[i].m[2][3] - hips.z;
        count += 1.0f;
        x += dx;
        z += dz;
        xx += dx * dx;
        zz += dz * dz;
        xz += dx * dz;
    }
    x /= count;
    z /= count;
    xx = xx / count - x * x;
    zz = zz / count - z * z;
    xz = xz / count - x * z;
    float middle = 0.5f * (xx + zz), off = 0.5f * (xx - zz);
    float root = hone_sqrt(off * off + xz * xz);
    // Half of the angle whose tangent is xz / off, without an arc function.
    hone_vec3 axis = {off + root, 0.0f, xz};
    axis = hone_vec3_normalize(axis, (hone_vec3){0.0f, 0.0f, 1.0f});
    float base = 0.075f * a->figure.height;
    float u = base + 1.45f * hone_sqrt(middle + root), v = base + 1.45f * hone_sqrt(middle - root);
    return (ellipse){{hips.x + x, stage->ground, hips.z + z},
                     hone_vec3_scale(axis, u),
                     hone_vec3_scale((hone_vec3){-axis.z, 0.0f, axis.x}, v)};
}

void draw_shadow(const hone_stage *stage, const hone_camera *camera, const actor *a,
                 hone_canvas *canvas)
{
    if (camera_is_below(stage, camera)) {
        return;
    }
    const anatomy *parts = &a->figure.parts;
    float h = a->figure.height;
    float dark = stage->dark_background ? 0.70f : 0.34f;
    float lowest = a->model[a->hips].m[1][3];
    if (parts->humanoid) {
        for (int32_t side = 0; side < 2; side++) {
            float y = a->model[parts->foot[side]].m[1][3] - 0.045f * h;
            lowest = y < lowest ? y : lowest;
        }
    }
    float air = parts->humanoid ? clamp_float((lowest - stage->ground) / h, 0.0f, 1.0f) : 0.0f;
    ellipse body = body_ellipse(stage, a);
    draw_soft_ellipse(stage, camera, &body, dark / (1.0f + 5.0f * air), canvas);
    for (int32_t side = 0; side < 2 && parts->humanoid; side++) {
        hone_vec3 foot = origin_of(&a->model[parts->foot[side]]);
        int32_t toe = parts->foot[side] + 1;
        if (toe < a->performer.skeleton->bone_count &&
            a->performer.skeleton->parents[toe] == parts->foot[side]) {
            foot = lerp_vec3(foot, origin_of(&a->model[toe]), 0.5f);
        }
        float rise = (foot.y - stage->ground) / (0.22f * h);
        foot.y = stage->ground;
        ellipse under = {foot, {0.075f * h, 0.0f, 0.0f}, {0.0f, 0.0f, 0.075f * h}};
        draw_soft_ellipse(stage, camera, &under, dark * (1.0f - rise), canvas);
    }
}
