// SPDX-License-Identifier: MIT
//
// From controls to joints. The feet come first: each stands on the ball of its foot until its next
// step. The hips stand over the weight, the legs are bent to fit (law of cosines), and a heel rises
// when its leg would be too short. Spine, head and arms are turned directly; a hand that has to be
// somewhere pulls its arm there.
#include "dance.h"

#include <math.h>

static hone_quat turn(char axis, double degrees)
{
    double sine, cosine;
    hone_sincos_deg(degrees * 0.5, &sine, &cosine);
    hone_quat q = {0.0f, 0.0f, 0.0f, (float)cosine};
    *(axis == 'x' ? &q.x : axis == 'y' ? &q.y : &q.z) = (float)sine;
    return q;
}

static hone_quat mul3(hone_quat a, hone_quat b, hone_quat c)
{
    return hone_quat_mul(hone_quat_mul(a, b), c);
}

// The rotation that takes x, y, z to these axes, which stand at right angles.
static hone_quat from_axes(hone_vec3 x, hone_vec3 y, hone_vec3 z)
{
    hone_affine3 m = {{{x.x, y.x, z.x, 0}, {x.y, y.y, z.y, 0}, {x.z, y.z, z.z, 0}}};
    return hone_quat_from_affine3(&m);
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

// ---- feet

typedef struct foot {
    hone_vec3 ball;
    double yaw, pitch; // pitch: heel above ball
    double toe;        // pitch of the toes
} foot;

// 0 at both ends, 1 in the middle, without a jolt.
static double bump(double t)
{
    return 16.0 * t * t * (1.0 - t) * (1.0 - t);
}

// The step that is under way or was the last at a beat, and the one before it. Steps are in the
// order of time; before the first the foot stands where the last one put it.
static const step *step_at(const leg_controls *leg, double beat, const step **before)
{
    int last = leg->step_count - 1;
    int i = last;
    while (i >= 0 && leg->steps[i].lift > beat) {
        i--;
    }
    i = i < 0 ? last : i;
    *before = &leg->steps[i > 0 ? i - 1 : last];
    return &leg->steps[i];
}

// How far the heel is up for the coming flight, 0 to 1.
static double push_off(const leg_controls *leg, double beat)
{
    double push = 0.0;
    for (int i = 0; i < leg->step_count; i++) {
        double until = leg->steps[i].lift - beat;
        until += until < 0.0 ? DANCE_BEATS : 0.0;
        if (leg->steps[i].kind != STEP_PIVOT) {
            push = fmax(push, 1.0 - ease_between(0.0, 0.4, until));
        }
    }
    return push;
}

// The place of a flying foot that goes round the other one.
static void go_round(const dance *d, int side, const step *from, const step *to, double u,
                     double up, double *x, double *z)
{
    const step *before;
    const step *axis = step_at(&d->legs[1 - side], to->land, &before);
    double sine, cosine;
    hone_sincos_deg((to->yaw - from->yaw) * u, &sine, &cosine);
    // From the last place, turned forward, to the next place, turned back from its end.
    double sine_left, cosine_left;
    hone_sincos_deg((to->yaw - from->yaw) * (u - 1.0), &sine_left, &cosine_left);
    double ax = from->x - axis->x, az = from->z - axis->z;
    double bx = to->x - axis->x, bz = to->z - axis->z;
    double near = 1.0 - 0.45 * up;
    *x = axis->x + near * mix(ax * cosine + az * sine, bx * cosine_left + bz * sine_left, u);
    *z = axis->z + near * mix(az * cosine - ax * sine, bz * cosine_left - bx * sine_left, u);
}

static foot foot_at(const dance *d, int side, const figure *f, double beat, double fly)
{
    const leg_controls *leg = &d->legs[side];
    double home = (double)(f->offset[HIPS].y + f->offset[LEFT_UP_LEG].y + f->offset[LEFT_LEG].y +
                           f->offset[LEFT_FOOT].y + f->offset[LEFT_TOE].y);
    beat -= DANCE_BEATS * floor(beat / DANCE_BEATS);
    const step *from;
    const step *to = step_at(leg, beat, &from);
    if (beat < to->lift) {
        from = to; // the last step, before the first
    }
    double raw = from == to ? 1.0 : clamp((beat - to->lift) / (to->land - to->lift), 0.0, 1.0);
    double u = ease_between(0.0, 1.0, raw);
    double up = bump(raw);
    bool turning = to->kind == STEP_PIVOT;
    bool in_air = raw < 1.0 && !turning;
    double x = mix(from->x, to->x, u) + to->out_x * up;
    double z = mix(from->z, to->z, u) + to->out_z * up;
    if (to->kind == STEP_ROUND && raw < 1.0) {
        go_round(d, side, from, to, u, up, &x, &z);
    }
    foot out;
    out.ball = (hone_vec3){
        (float)x, (float)(home + up * to->height + (in_air && to->kind == STEP_JUMP ? fly : 0.0)),
        (float)z};
    out.yaw = mix(from->yaw, to->yaw, u);
    out.pitch = up * to->toe + curve_at(&leg->heel, beat) +
                22.0 * fmax(in_air ? 1.0 - ease_between(0.0, 0.7, raw) : 0.0, push_off(leg, beat));
    out.toe = in_air ? 0.75 * out.pitch * ease_between(0.02, 0.35, raw) *
                           (1.0 - ease_between(0.6, 1.0, raw))
                     : 0.0;
    return out;
}

// ---- legs

// Two bones from a place to another. The middle joint points along pole.
typedef struct bend {
    hone_vec3 upper, lower; // unit directions
    hone_vec3 side;         // the axis of the bend
} bend;

static bend bend_to(hone_vec3 from, hone_vec3 to, double first, double second, hone_vec3 pole)
{
    hone_vec3 way = hone_vec3_sub(to, from);
    double distance =
        clamp((double)hone_vec3_length(way), fabs(first - second) + 0.1, (first + second) * 0.9995);
    hone_vec3 along = hone_vec3_normalize(way, (hone_vec3){0.0f, -1.0f, 0.0f});
    hone_vec3 out = hone_vec3_sub(pole, hone_vec3_scale(along, hone_vec3_dot(pole, along)));
    out = hone_vec3_normalize(out, (hone_vec3){0.0f, 0.0f, 1.0f});
    double c = (first * first + distance * distance - second * second) / (2.0 * first * distance);
    double s = sqrt(fmax(0.0, 1.0 - c * c));
    bend b;
    b.upper = hone_vec3_add(hone_vec3_scale(along, (float)c), hone_vec3_scale(out, (float)s));
    hone_vec3 middle = hone_vec3_add(from, hone_vec3_scale(b.upper, (float)first));
    hone_vec3 end = hone_vec3_add(from, hone_vec3_scale(along, (float)distance));
    b.lower = hone_vec3_normalize(hone_vec3_sub(end, middle), along);
    b.side = hone_vec3_normalize(hone_vec3_cross(hone_vec3_scale(along, -1.0f), out),
                                 (hone_vec3){1.0f, 0.0f, 0.0f});
    return b;
}

static hone_vec3 ankle_of(const foot *at, hone_vec3 toe_offset)
{
    hone_quat q = hone_quat_mul(turn('y', at->yaw), turn('x', at->pitch));
    return hone_vec3_sub(at->ball, hone_quat_rotate(q, toe_offset));
}

static void pose_leg(const figure *f, int hip, foot at, hone_vec3 place, hone_quat hips,
                     hone_quat local[JOINTS])
{
    hone_vec3 root = hone_vec3_add(place, hone_quat_rotate(hips, f->offset[hip]));
    double thigh = (double)hone_vec3_length(f->offset[hip + 1]);
    double shin = (double)hone_vec3_length(f->offset[hip + 2]);
    double most = (thigh + shin) * 0.988;
    hone_vec3 ankle = ankle_of(&at, f->offset[hip + 3]);
    if ((double)hone_vec3_length(hone_vec3_sub(ankle, root)) > most) {
        double low = at.pitch, high = 75.0;
        for (int i = 0; i < 30; i++) {
            at.pitch = 0.5 * (low + high);
            ankle = ankle_of(&at, f->offset[hip + 3]);
            if ((double)hone_vec3_length(hone_vec3_sub(ankle, root)) > most) {
                low = at.pitch;
            } else {
                high = at.pitch;
            }
        }
    }
    hone_quat foot_world = hone_quat_mul(turn('y', at.yaw), turn('x', at.pitch));
    // Knees point between where the foot and where the pelvis points.
    hone_vec3 ahead = hone_quat_rotate(turn('y', at.yaw), (hone_vec3){0, 0, 1});
    hone_vec3 pelvis_ahead = hone_quat_rotate(hips, (hone_vec3){0, 0, 1});
    hone_vec3 pole =
        hone_vec3_add(hone_vec3_scale(ahead, 0.65f), hone_vec3_scale(pelvis_ahead, 0.35f));
    bend b = bend_to(root, ankle, thigh, shin, pole);
    hone_vec3 up = hone_vec3_scale(b.upper, -1.0f);
    hone_quat upper = from_axes(b.side, up, hone_vec3_cross(b.side, up));
    up = hone_vec3_scale(b.lower, -1.0f);
    hone_quat lower = from_axes(b.side, up, hone_vec3_cross(b.side, up));
    // In the air the toes follow the foot, as far as the floor leaves room below their tips.
    double tip = (double)f->end[hip + 3].z;
    double room = clamp(((double)at.ball.y + (double)f->end[hip + 3].y - 0.3) / tip, 0.0, 0.98);
    double most_toe = (double)hone_asin((float)room) * 57.29577951308232;
    hone_quat toe = hone_quat_mul(turn('y', at.yaw), turn('x', clamp(at.toe, -30.0, most_toe)));
    local[hip] = hone_quat_mul(hone_quat_conjugate(hips), upper);
    local[hip + 1] = hone_quat_mul(hone_quat_conjugate(upper), lower);
    local[hip + 2] = hone_quat_mul(hone_quat_conjugate(lower), foot_world);
    local[hip + 3] = hone_quat_mul(hone_quat_conjugate(foot_world), toe);
}

// How far the hips have to come down so that a leg reaches its foot with the heel raised a little:
// 0 or more, without a corner between.
static double lowering(const figure *f, int hip, foot at, hone_vec3 place, hone_quat hips)
{
    hone_vec3 root = hone_vec3_add(place, hone_quat_rotate(hips, f->offset[hip]));
    double most = 0.985 * (double)(hone_vec3_length(f->offset[hip + 1]) +
                                   hone_vec3_length(f->offset[hip + 2]));
    at.pitch += 10.0;
    hone_vec3 way = hone_vec3_sub(root, ankle_of(&at, f->offset[hip + 3]));
    double across = (double)way.x * (double)way.x + (double)way.z * (double)way.z;
    double up = sqrt(fmax(most * most - across, 100.0));
    double over = (double)way.y - up;
    return 0.5 * (over + sqrt(over * over + 2.0));
}

// 0 in a jump, 1 a little before and after: whether the floor decides how high the hips are.
static double on_floor(const leg_controls *leg, double beat)
{
    double on = 1.0;
    beat -= DANCE_BEATS * floor(beat / DANCE_BEATS);
    for (int i = 0; i < leg->step_count; i++) {
        const step *s = &leg->steps[i];
        if (s->kind == STEP_JUMP) {
            on = fmin(on, fmax(1.0 - ease_between(s->lift - 0.3, s->lift, beat),
                               ease_between(s->land, s->land + 0.3, beat)));
        }
    }
    return on;
}

// ---- arms, worked out as left arms; the right one is the mirror image

static hone_quat mirrored(hone_quat q)
{
    return (hone_quat){q.x, -q.y, -q.z, q.w};
}

// The upper arm along d, with the forearm's bending towards p.
static hone_quat arm_frame(hone_vec3 d, hone_vec3 p)
{
    return from_axes(d, hone_vec3_cross(p, d), p);
}

// What an arm is worked out in: the chest's frame, mirrored for the right arm.
typedef struct torso {
    hone_vec3 place;
    hone_quat turned;
} torso;

// Pulls the arm so that its wrist comes to a place, in the chest's frame, as far as weight says.
static void pull(const figure *f, hone_quat collar, hone_vec3 target, double weight,
                 hone_quat *upper, hone_quat *fore)
{
    hone_vec3 shoulder =
        hone_vec3_add(f->offset[LEFT_SHOULDER], hone_quat_rotate(collar, f->offset[LEFT_ARM]));
    // What is far away is not quite reached: arms never snap straight.
    double whole = (double)(f->offset[LEFT_FORE_ARM].x + f->offset[LEFT_HAND].x);
    hone_vec3 way = hone_vec3_sub(target, shoulder);
    double over = ((double)hone_vec3_length(way) - 0.88 * whole) / (0.1 * whole);
    if (over > 0.0) {
        double length = whole * (0.88 + 0.1 * over / (1.0 + over));
        way = hone_vec3_scale(way, (float)length / hone_vec3_length(way));
        target = hone_vec3_add(shoulder, way);
    }
    bend b = bend_to(shoulder, target, (double)f->offset[LEFT_FORE_ARM].x,
                     (double)f->offset[LEFT_HAND].x, (hone_vec3){0.55f, -1.0f, -0.25f});
    double cosine = clamp((double)hone_vec3_dot(b.lower, b.upper), -1.0, 1.0);
    hone_vec3 inward = hone_vec3_normalize(
        hone_vec3_sub(b.lower, hone_vec3_scale(b.upper, (float)cosine)), b.lower);
    double angle = (double)hone_atan2((float)sqrt(1.0 - cosine * cosine), (float)cosine);
    hone_quat pulled = hone_quat_mul(hone_quat_conjugate(collar), arm_frame(b.upper, inward));
    *upper = hone_quat_slerp(*upper, pulled, (float)weight);
    *fore = hone_quat_slerp(*fore, turn('y', -angle * 57.29577951308232), (float)weight);
}

// The hand's turn that points its fingers somewhere, in the chest's frame.
static hone_quat fingers_to(hone_vec3 direction, hone_quat collar, hone_quat upper, hone_quat fore)
{
    hone_quat arm_turned = mul3(collar, upper, fore);
    return hone_quat_between((hone_vec3){1, 0, 0},
                             hone_quat_rotate(hone_quat_conjugate(arm_turned), direction));
}

static void pose_arm(const figure *f, const arm_controls *arm, int side, torso chest, double beat,
                     hone_quat local[JOINTS])
{
    const double upper_lag = 0.06, fore_lag = 0.13, span = 0.02;
    double elevation = curve_at(&arm->elevation, beat - upper_lag);
    double azimuth = curve_at(&arm->azimuth, beat - upper_lag);
    double elbow = curve_at(&arm->bend, beat - fore_lag);
    double speed = (curve_at(&arm->elevation, beat - fore_lag + span) -
                    curve_at(&arm->elevation, beat - fore_lag - span)) /
                   (2.0 * span);
    double wrist = curve_at(&arm->wrist, beat - fore_lag) + clamp(-0.1 * speed, -35.0, 35.0);
    // The collar bone follows the arm a part of its way.
    hone_quat collar = hone_quat_mul(turn('y', -0.12 * azimuth),
                                     turn('z', 0.22 * clamp(elevation + 20.0, 0.0, 100.0) - 2.0));
    double se, ce, sa, ca;
    hone_sincos_deg(elevation, &se, &ce);
    hone_sincos_deg(azimuth, &sa, &ca);
    hone_vec3 d = {(float)(ce * ca), (float)se, (float)(ce * sa)};
    // Of the directions at right angles to the arm, the one nearest to forward and a little up,
    // turned about the arm.
    hone_vec3 reference = hone_vec3_normalize((hone_vec3){-0.25f, 0.45f, 1.0f}, d);
    hone_vec3 p = hone_vec3_normalize(
        hone_vec3_sub(reference, hone_vec3_scale(d, hone_vec3_dot(reference, d))),
        (hone_vec3){0, 1, 0});
    double ss, cs;
    hone_sincos_deg(curve_at(&arm->swivel, beat - upper_lag), &ss, &cs);
    p = hone_vec3_add(hone_vec3_scale(p, (float)cs),
                      hone_vec3_scale(hone_vec3_cross(d, p), (float)ss));
    hone_quat upper = hone_quat_mul(hone_quat_conjugate(collar), arm_frame(d, p));
    hone_quat fore = turn('y', -elbow);
    double reach = clamp(curve_at(&arm->reach, beat), 0.0, 1.0);
    if (reach > 0.0) {
        double scale = (double)f->offset[LEFT_FORE_ARM].x / 27.0;
        hone_vec3 target = {(float)(curve_at(&arm->reach_x, beat)),
                            (float)(curve_at(&arm->reach_y, beat) * scale),
                            (float)(curve_at(&arm->reach_z, beat) * scale)};
        pull(f, collar, target, reach, &upper, &fore);
        wrist *= 1.0 - reach;
    }
    double touch = clamp(curve_at(&arm->touch, beat), 0.0, 1.0);
    hone_quat hand = turn('z', clamp(wrist, -60.0, 60.0));
    // At a place before the chest palms face each other: the fingers point ahead and a little up.
    hand = hone_quat_slerp(hand, fingers_to((hone_vec3){0.0f, 0.45f, 1.0f}, collar, upper, fore),
                           (float)reach);
    if (touch > 0.0) {
        hone_vec3 place = {(float)curve_at(&arm->touch_x, beat),
                           (float)curve_at(&arm->touch_y, beat),
                           (float)curve_at(&arm->touch_z, beat)};
        hone_quat back = hone_quat_conjugate(chest.turned);
        hone_vec3 target = hone_quat_rotate(back, hone_vec3_sub(place, chest.place));
        hone_vec3 up = hone_quat_rotate(back, (hone_vec3){0, 1, 0});
        if (side == RIGHT) {
            target.x = -target.x;
            up.x = -up.x;
        }
        pull(f, collar, target, touch, &upper, &fore);
        up =
            hone_vec3_add(up, hone_quat_rotate(mul3(collar, upper, fore), (hone_vec3){0.9f, 0, 0}));
        hand = hone_quat_slerp(hand, fingers_to(up, collar, upper, fore), (float)touch);
    }
    int first = side == LEFT ? LEFT_SHOULDER : RIGHT_SHOULDER;
    local[first] = side == LEFT ? collar : mirrored(collar);
    local[first + 1] = side == LEFT ? upper : mirrored(upper);
    local[first + 2] = side == LEFT ? fore : mirrored(fore);
    local[first + 3] = side == LEFT ? hand : mirrored(hand);
}

// ---- the whole figure

// A slow movement that no count explains: breath, balance. Whole waves in a dance.
static double drift(double beat, int waves, double phase)
{
    double sine, cosine;
    hone_sincos_deg(360.0 * waves * beat / DANCE_BEATS + phase, &sine, &cosine);
    return sine;
}

moment dance_moment(const dance *d, const figure *f, double beat, double place_x)
{
    moment m;
    double scale = (double)f->offset[SPINE].y / 9.0;
    double fly = curve_at(&d->fly, beat);
    foot feet[SIDES] = {foot_at(d, LEFT, f, beat, fly), foot_at(d, RIGHT, f, beat, fly)};
    double weight = curve_at(&d->weight, beat);
    double share = 0.5 + 0.42 * weight;
    double yaw = curve_at(&d->yaw, beat);
    double roll = curve_at(&d->roll, beat) + 5.0 * weight;
    double pitch = curve_at(&d->pitch, beat);
    hone_quat hips = mul3(turn('y', yaw), turn('x', pitch), turn('z', roll));
    hone_vec3 ahead = hone_quat_rotate(turn('y', yaw), (hone_vec3){0, 0, 1});
    double groove = curve_at(&d->groove, beat);
    double sine, cosine;
    hone_sincos_deg(360.0 * beat, &sine, &cosine);
    double pulse = 0.5 + 0.5 * cosine; // 1 on the beat
    double drop = curve_at(&d->drop, beat) + groove * 3.6 * pulse + 3.0;
    m.place.x = (float)mix((double)feet[RIGHT].ball.x, (double)feet[LEFT].ball.x, share) -
                10.5f * ahead.x * (float)scale + (float)curve_at(&d->shift_x, beat);
    m.place.z = (float)mix((double)feet[RIGHT].ball.z, (double)feet[LEFT].ball.z, share) -
                10.5f * ahead.z * (float)scale + (float)curve_at(&d->shift_z, beat);
    m.place.y = f->offset[HIPS].y + (float)(fly - drop);
    m.local[HIPS] = hips;
    double low[SIDES] = {lowering(f, LEFT_UP_LEG, feet[LEFT], m.place, hips),
                         lowering(f, RIGHT_UP_LEG, feet[RIGHT], m.place, hips)};
    // The larger of both, without a corner.
    double lead = low[LEFT] - low[RIGHT];
    double lower = 0.5 * (low[LEFT] + low[RIGHT] + sqrt(lead * lead + 1.0) - 1.0);
    m.place.y -= (float)(lower * on_floor(&d->legs[LEFT], beat));
    pose_leg(f, LEFT_UP_LEG, feet[LEFT], m.place, hips, m.local);
    pose_leg(f, RIGHT_UP_LEG, feet[RIGHT], m.place, hips, m.local);

    double bend_forward = curve_at(&d->bend, beat - 0.03) + groove * 3.0 * pulse - 0.7 * pitch +
                          1.2 * drift(beat, 11, 0.0);
    double side = curve_at(&d->side, beat - 0.04) + roll * 0.9 + 1.2 * drift(beat, 5, 40.0);
    double twist = curve_at(&d->twist, beat - 0.04) + 1.5 * drift(beat, 7, 100.0);
    m.local[SPINE] =
        mul3(turn('y', 0.4 * twist), turn('x', 0.45 * bend_forward), turn('z', -0.5 * side));
    m.local[CHEST] =
        mul3(turn('y', 0.6 * twist), turn('x', 0.55 * bend_forward), turn('z', -0.6 * side));
    double nod = curve_at(&d->nod, beat) - 0.55 * bend_forward + groove * 4.0 * pulse +
                 1.5 * drift(beat, 9, 200.0);
    double tilt = curve_at(&d->tilt, beat) - 0.25 * side + 1.5 * drift(beat, 8, 300.0);
    double look = curve_at(&d->look, beat) - 0.35 * twist + 2.0 * drift(beat, 4, 20.0);
    m.local[NECK] =
        mul3(turn('y', 0.35 * look), turn('x', 0.4 * nod + 6.0), turn('z', -0.4 * tilt));
    m.local[HEAD] =
        mul3(turn('y', 0.65 * look), turn('x', 0.6 * nod - 6.0), turn('z', -0.6 * tilt));
    torso chest = {m.place, hips};
    chest.place = hone_vec3_add(chest.place, hone_quat_rotate(chest.turned, f->offset[SPINE]));
    chest.turned = hone_quat_mul(chest.turned, m.local[SPINE]);
    chest.place = hone_vec3_add(chest.place, hone_quat_rotate(chest.turned, f->offset[CHEST]));
    chest.turned = hone_quat_mul(chest.turned, m.local[CHEST]);
    pose_arm(f, &d->arms[LEFT], LEFT, chest, beat, m.local);
    pose_arm(f, &d->arms[RIGHT], RIGHT, chest, beat, m.local);
    m.place.x += (float)place_x;
    return m;
}
