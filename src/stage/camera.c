// SPDX-License-Identifier: MIT
//
// Where the camera stands so that the whole performance is in the picture, and what it makes of
// points.
//
// The camera's axes follow from yaw and pitch. Parallel: the smallest rectangle round all points
// (each a ball as thick as the figure there) is scaled into the picture. Perspective with the
// tangents tx, ty of half the opening: a point (x, y, z) is in view of a camera at (cx, cy, cz)
// when |x - cx| <= tx (cz - z) and |y - cy| <= ty (cz - z). With the maxima A of x + tx z, B of -x
// + tx z over all points, cz must reach (A + B) / (2 tx), and cx = (A - B) / 2 lies in the middle;
// the same in y. So one pass with a handful of maxima gives the nearest place from which everything
// is seen.
//
// Because the fit is made once over all moments, the picture holds still. A camera that follows is
// fitted for what is seen round the followed point, whose way is traced and smoothed beforehand.
#include "stage/scene.h"

static const float half_opening = 0.30f; // tangent of half the opening along the longer side

static void view_angles(const hone_stage_def *def, float *yaw_deg, float *pitch_deg)
{
    static const float angles[3][2] = {{0.0f, 0.0f}, {90.0f, 0.0f}, {0.0f, 90.0f}};
    bool orbit = def->view == HONE_VIEW_ORBIT;
    *yaw_deg = orbit ? def->yaw_deg : angles[def->view][0];
    *pitch_deg = orbit ? def->pitch_deg : angles[def->view][1];
}

// Rows: right, up, towards the viewer.
static hone_affine3 view_axes(const hone_stage_def *def)
{
    float yaw_deg, pitch_deg;
    view_angles(def, &yaw_deg, &pitch_deg);
    double sy, cy, sp, cp;
    hone_sincos_deg((double)yaw_deg, &sy, &cy);
    hone_sincos_deg((double)pitch_deg, &sp, &cp);
    return (hone_affine3){{{(float)cy, 0.0f, (float)-sy, 0.0f},
                           {(float)(-sp * sy), (float)cp, (float)(-sp * cy), 0.0f},
                           {(float)(cp * sy), (float)sp, (float)(cp * cy), 0.0f}}};
}

typedef struct extent {
    float right, left, top, bottom; // maxima of x, -x, y, -y; in perspective with t z added
    float nearest;                  // maximum of z
    bool any;
} extent;

static void extend(extent *e, hone_vec3 p, float radius, float tx, float ty, float kx, float ky)
{
    float sides[5] = {p.x + tx * p.z + kx * radius, -p.x + tx * p.z + kx * radius,
                      p.y + ty * p.z + ky * radius, -p.y + ty * p.z + ky * radius, p.z + radius};
    if (!e->any) {
        *e = (extent){sides[0], sides[1], sides[2], sides[3], sides[4], true};
        return;
    }
    e->right = sides[0] > e->right ? sides[0] : e->right;
    e->left = sides[1] > e->left ? sides[1] : e->left;
    e->top = sides[2] > e->top ? sides[2] : e->top;
    e->bottom = sides[3] > e->bottom ? sides[3] : e->bottom;
    e->nearest = sides[4] > e->nearest ? sides[4] : e->nearest;
}

static hone_vec3 path_point(const hone_stage *stage, double time_s)
{
    double span = stage->end_s - stage->start_s;
    if (stage->path_count < 2 || !(span > 0.0)) {
        return stage->path[0];
    }
    double place = (time_s - stage->start_s) / span * (stage->path_count - 1);
    if (!(place > 0.0)) {
        return stage->path[0];
    }
    if (place >= stage->path_count - 1) {
        return stage->path[stage->path_count - 1];
    }
    int32_t before = (int32_t)place;
    return lerp_vec3(stage->path[before], stage->path[before + 1], (float)(place - before));
}

static hone_vec3 followed(const hone_stage *stage, double time_s)
{
    if (stage->def.follow == HONE_FOLLOW_NONE) {
        return (hone_vec3){0.0f, 0.0f, 0.0f};
    }
    return path_point(stage, time_s);
}

static void widen_box(hone_stage *stage, hone_vec3 p)
{
    stage->box_min.x = p.x < stage->box_min.x ? p.x : stage->box_min.x;
    stage->box_min.y = p.y < stage->box_min.y ? p.y : stage->box_min.y;
    stage->box_min.z = p.z < stage->box_min.z ? p.z : stage->box_min.z;
    stage->box_max.x = p.x > stage->box_max.x ? p.x : stage->box_max.x;
    stage->box_max.y = p.y > stage->box_max.y ? p.y : stage->box_max.y;
    stage->box_max.z = p.z > stage->box_max.z ? p.z : stage->box_max.z;
}

void camera_fit(hone_stage *stage)
{
    const hone_stage_def *def = &stage->def;
    float width = (float)def->width, height = (float)def->height;
    float shorter = width < height ? width : height, longer = width < height ? height : width;
    float margin = shorter * (def->names ? 0.10f : 0.05f);
    float free_width = width - 2.0f * margin, free_height = height - 2.0f * margin;
    bool perspective = def->perspective && !stage->has_view_map;
    float tx = perspective ? half_opening * free_width / longer : 0.0f;
    float ty = perspective ? half_opening * free_height / longer : 0.0f;
    float kx = hone_sqrt(1.0f + tx * tx), ky = hone_sqrt(1.0f + ty * ty);
    hone_affine3 axes = view_axes(def);
    extent e = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, false};
    bool first = true;
    for (int32_t i = 0; i < stage->actor_count; i++) {
        actor *a = &stage->actors[i];
        const figure *f = &a->figure;
        // One that starts again is seen at other places of the camera's way as well.
        bool again = a->loops && def->follow != HONE_FOLLOW_NONE && a->end_s < stage->end_s;
        int32_t count = again ? MAX_ANALYSED_MOMENTS : actor_moment_count(a);
        for (int32_t k = 0; k < count; k++) {
            double part = (double)k / MAX_ANALYSED_MOMENTS;
            double time_s =
                again ? a->start_s + (stage->end_s - a->start_s) * part : actor_moment(a, k, count);
            actor_move(a, def->in_place, time_s);
            hone_vec3 away = followed(stage, time_s);
            for (int32_t b = 0; b < f->skeleton->bone_count; b++) {
                hone_vec3 p = origin_of(&a->model[b]);
                if (first) {
                    stage->box_min = p;
                    stage->box_max = p;
                    first = false;
                }
                widen_box(stage, p);
                hone_vec3 q = hone_affine3_direction(&axes, hone_vec3_sub(p, away));
                extend(&e, q, f->bone_radius[b], tx, ty, kx, ky);
            }
            // Hands and feet without a bone for their tips are drawn past their last joint.
            for (int32_t d = 0; d < f->disc_count; d++) {
                const disc *tip = &f->discs[d];
                if (tip->part > 1.0f) {
                    hone_vec3 p = lerp_vec3(origin_of(&a->model[tip->from]),
                                            origin_of(&a->model[tip->to]), tip->part);
                    hone_vec3 q = hone_affine3_direction(&axes, hone_vec3_sub(p, away));
                    extend(&e, q, tip->radius, tx, ty, kx, ky);
                }
            }
            head_place head;
            if (head_place_of(a, &head)) {
                hone_vec3 q = hone_affine3_direction(&axes, hone_vec3_sub(head.centre, away));
                bool square = a->performer.face != NULL;
                float reach = square ? 1.42f * f->head_half : 1.25f * f->head_radius;
                extend(&e, q, reach, tx, ty, kx, ky);
            }
        }
    }
    if (def->follow == HONE_FOLLOW_BONE) {
        e.left = e.right = e.left > e.right ? e.left : e.right;
        e.top = e.bottom = e.top > e.bottom ? e.top : e.bottom;
    }
    float across = 0.5f * (e.right + e.left), up = 0.5f * (e.top + e.bottom);
    float middle_x = 0.5f * (e.right - e.left), middle_y = 0.5f * (e.top - e.bottom);
    hone_camera *camera = &stage->camera;
    *camera = (hone_camera){.view = axes, .perspective = perspective};
    if (stage->has_view_map) {
        camera->map = stage->view_map;
        return;
    }
    float scale;
    if (perspective) {
        float far_x = across / tx, far_y = up / ty;
        float distance = far_x > far_y ? far_x : far_y;
        float nearest = distance - e.nearest;
        distance += nearest < 0.2f * stage->height ? 0.2f * stage->height - nearest : 0.0f;
        camera->view.m[0][3] = -middle_x;
        camera->view.m[1][3] = -middle_y;
        camera->view.m[2][3] = -distance;
        camera->near_depth = 0.02f * stage->height;
        scale = 0.5f * longer / half_opening;
    } else {
        float least = 1e-6f * stage->height;
        float scale_x = 0.5f * free_width / (across > least ? across : least);
        float scale_y = 0.5f * free_height / (up > least ? up : least);
        scale = scale_x < scale_y ? scale_x : scale_y;
        camera->view.m[0][3] = -middle_x;
        camera->view.m[1][3] = -middle_y;
    }
    scale *= def->zoom;
    camera->map = (hone_affine2){scale, 0.0f, 0.0f, scale, 0.5f * width, 0.5f * height};
}

hone_camera camera_at(const hone_stage *stage, double time_s)
{
    hone_camera camera = stage->camera;
    if (stage->def.follow != HONE_FOLLOW_NONE && !stage->has_view_map) {
        hone_vec3 away = hone_affine3_direction(&camera.view, followed(stage, time_s));
        camera.view.m[0][3] -= away.x;
        camera.view.m[1][3] -= away.y;
        camera.view.m[2][3] -= away.z;
    }
    return camera;
}

// Averages over half a second before and after, from the traced points in scratch.
static void smooth_path(hone_stage *stage, const hone_vec3 *scratch)
{
    double span = stage->end_s - stage->start_s;
    int32_t reach = 0;
    if (span > 0.0) {
        double wide = 0.5 / span * (stage->path_count - 1);
        reach = wide > stage->path_count ? stage->path_count : (int32_t)wide;
    }
    for (int32_t i = 0; i < stage->path_count; i++) {
        int32_t side = reach;
        side = side > i ? i : side;
        side = side > stage->path_count - 1 - i ? stage->path_count - 1 - i : side;
        hone_vec3 sum = {0.0f, 0.0f, 0.0f};
        for (int32_t k = i - side; k <= i + side; k++) {
            sum = hone_vec3_add(sum, scratch[k]);
        }
        stage->path[i] = hone_vec3_scale(sum, 1.0f / (float)(2 * side + 1));
    }
}

void camera_trace_path(hone_stage *stage, hone_vec3 *scratch)
{
    const hone_stage_def *def = &stage->def;
    double span = stage->end_s - stage->start_s;
    int32_t count = stage->path_count;
    for (int32_t i = 0; i < count; i++) {
        double time_s = count < 2 ? stage->start_s : stage->start_s + span * i / (count - 1);
        hone_vec3 point = {0.0f, 0.0f, 0.0f};
        for (int32_t k = 0; k < stage->actor_count; k++) {
            actor *a = &stage->actors[k];
            if (def->follow == HONE_FOLLOW_BONE) {
                if (k == def->follow_performer) {
                    actor_move(a, def->in_place, time_s);
                    point = origin_of(&a->model[def->follow_bone]);
                }
                continue;
            }
            actor_move(a, def->in_place, time_s < a->start_s ? a->start_s : time_s);
            point = hone_vec3_add(point, actor_hips(a));
        }
        if (def->follow == HONE_FOLLOW_PERFORMERS) {
            point = hone_vec3_scale(point, 1.0f / (float)stage->actor_count);
            point.y = 0.0f;
            scratch[i] = point;
        } else {
            stage->path[i] = point;
        }
    }
    if (def->follow == HONE_FOLLOW_PERFORMERS) {
        smooth_path(stage, scratch);
    }
}

static float map_scale(const hone_affine2 *m)
{
    float det = m->a * m->d - m->b * m->c;
    return hone_sqrt(det < 0.0f ? -det : det);
}

spot camera_spot(const hone_camera *camera, hone_vec3 p)
{
    hone_vec3 q = hone_affine3_apply(&camera->view, p);
    float x = q.x, y = -q.y, scale = map_scale(&camera->map);
    if (camera->perspective) {
        float away = -q.z;
        if (!(away > camera->near_depth)) {
            return (spot){0.0f, 0.0f, q.z, 0.0f};
        }
        float shrink = 1.0f / away;
        x *= shrink;
        y *= shrink;
        scale *= shrink;
    }
    hone_vec2 at = hone_affine2_apply(camera->map, (hone_vec2){x, y});
    return (spot){at.x, at.y, q.z, scale};
}

bool camera_segment(const hone_camera *camera, hone_vec3 a, hone_vec3 b, hone_vec2 out[2])
{
    if (camera->perspective) {
        float near_z = -camera->near_depth * 1.0001f;
        float az = hone_affine3_apply(&camera->view, a).z;
        float bz = hone_affine3_apply(&camera->view, b).z;
        if (az >= near_z && bz >= near_z) {
            return false;
        }
        if (az >= near_z) {
            a = lerp_vec3(b, a, (near_z - bz) / (az - bz) * 0.9999f);
        } else if (bz >= near_z) {
            b = lerp_vec3(a, b, (near_z - az) / (bz - az) * 0.9999f);
        }
    }
    spot from = camera_spot(camera, a), to = camera_spot(camera, b);
    out[0] = (hone_vec2){from.x, from.y};
    out[1] = (hone_vec2){to.x, to.y};
    return from.scale > 0.0f && to.scale > 0.0f;
}

hone_camera hone_stage_camera(const hone_stage *stage, double time_s)
{
    return camera_at(stage, stage_clock(stage, time_s));
}

bool hone_camera_project(const hone_camera *camera, hone_vec3 point, hone_vec2 *out)
{
    spot at = camera_spot(camera, point);
    if (!(at.scale > 0.0f)) {
        return false;
    }
    *out = (hone_vec2){at.x, at.y};
    return true;
}
