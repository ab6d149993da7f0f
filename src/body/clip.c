// SPDX-License-Identifier: MIT
//
// Sampling a clip: find the two keys round the time and how far it is from the one to the other,
// then interpolate. Tracks of a uniform clip share that place, as do tracks with the same times.
// Rotations are gathered until a block of eight bones is full and interpolated together, by the
// formula and in the order of operations of hone_quat_slerp (math/quat.c), so the bits are the
// same.
//
// A time that was computed as key index times frame time carries a rounding error; so that keys
// come out exactly, a time within a billionth of a key (and a few of the last places of the key's
// index) counts as the key's own.
#include "body/body.h"

#include "math/kernel.h"
#include "math/lanes.h"

typedef struct place {
    int32_t key;    // the key before
    int32_t next;   // the key after; equal to key when fraction is 0
    float fraction; // from 0 at key to 1 at next
    const float *times;
    int32_t key_count;
} place;

static place place_uniform(double time_s, double frame_time_s, int32_t key_count)
{
    place p = {0, 0, 0.0f, NULL, key_count};
    double position = frame_time_s > 0.0 ? time_s / frame_time_s : 0.0;
    if (!(position > 0.0)) {
        return p;
    }
    if (position >= (double)(key_count - 1)) {
        p.key = p.next = key_count - 1;
        return p;
    }
    int32_t nearest = (int32_t)(position + 0.5);
    double off = position - (double)nearest;
    double tolerance = 1e-9 + 0x1p-51 * (double)nearest;
    if (off < tolerance && off > -tolerance) {
        p.key = p.next = nearest;
        return p;
    }
    p.key = (int32_t)position;
    p.next = p.key + 1;
    p.fraction = (float)(position - (double)p.key);
    return p;
}

static place place_in_times(double time_s, const float *times, int32_t key_count)
{
    place p = {0, 0, 0.0f, times, key_count};
    if (!(time_s > (double)times[0])) {
        return p;
    }
    if (time_s >= (double)times[key_count - 1]) {
        p.key = p.next = key_count - 1;
        return p;
    }
    // The last key that is not after the time; the one behind it is later than the time.
    int32_t low = 0;
    int32_t high = key_count - 1;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if ((double)times[middle] <= time_s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    double start = (double)times[low];
    double end = (double)times[high];
    float rounded = (float)time_s;
    if (rounded == times[high]) {
        low = high;
    }
    p.key = p.next = low;
    if (rounded != times[low]) {
        p.next = high;
        p.fraction = (float)((time_s - start) / (end - start));
    }
    return p;
}

static place place_of(const hone_clip *clip, const hone_track *track, double time_s)
{
    return track->times == NULL ? place_uniform(time_s, clip->frame_time_s, track->key_count)
                                : place_in_times(time_s, track->times, track->key_count);
}

static float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

// The rotation keys of one block of bones that wait to be interpolated.
typedef struct rotations {
    const float *from[HONE_POSE_LANES];
    const float *to[HONE_POSE_LANES];
    float fraction[HONE_POSE_LANES];
    uint32_t turned[HONE_POSE_LANES]; // all ones where the lane has keys
    int32_t lane_count;               // of those
    int32_t block;
} rotations;

static const float no_rotation[4] = {0.0f, 0.0f, 0.0f, 1.0f};

// The keys of lanes without a track are those of an earlier block, or none: readable, and not used.
static void begin_block(rotations *r, int32_t block)
{
    memset(r->turned, 0, sizeof r->turned);
    r->lane_count = 0;
    r->block = block;
}

static rotations begin_rotations(void)
{
    rotations r = {.lane_count = 0};
    for (int32_t i = 0; i < HONE_POSE_LANES; i++) {
        r.from[i] = no_rotation;
        r.to[i] = no_rotation;
        r.fraction[i] = 0.0f;
    }
    begin_block(&r, 0);
    return r;
}

static f32x8 dot(const f32x8 a[4], const f32x8 b[4])
{
    f32x8 sum = f32x8_add(f32x8_mul(a[0], b[0]), f32x8_mul(a[1], b[1]));
    return f32x8_add(f32x8_add(sum, f32x8_mul(a[2], b[2])), f32x8_mul(a[3], b[3]));
}

// a x + b, rounded twice.
static f32x8 line(float a, f32x8 x, float b)
{
    return f32x8_add(f32x8_mul(f32x8_all(a), x), f32x8_all(b));
}

static f32x8 join(f32x8 high, f32x8 power, f32x8 low)
{
    return f32x8_add(f32x8_mul(high, power), low);
}

static f32x8 cardinal_sine(f32x8 z)
{
    f32x8 high = line(HONE_CARDINAL_3, z, HONE_CARDINAL_2);
    f32x8 low = line(HONE_CARDINAL_1, z, HONE_CARDINAL_0);
    f32x8 sum = join(high, f32x8_mul(z, z), low);
    return f32x8_add(f32x8_all(1.0f), f32x8_mul(z, sum));
}

static f32x8 squared_arc(f32x8 y)
{
    f32x8 y2 = f32x8_mul(y, y);
    f32x8 top = join(line(HONE_ARC_SQUARE_7, y, HONE_ARC_SQUARE_6), y2,
                     line(HONE_ARC_SQUARE_5, y, HONE_ARC_SQUARE_4));
    f32x8 bottom = join(line(HONE_ARC_SQUARE_3, y, HONE_ARC_SQUARE_2), y2,
                        line(HONE_ARC_SQUARE_1, y, HONE_ARC_SQUARE_0));
    f32x8 sum = join(top, f32x8_mul(y2, y2), bottom);
    return f32x8_mul(f32x8_all(4.0f), f32x8_add(y, f32x8_mul(y2, sum)));
}

static void slerp(const f32x8 a[4], f32x8 b[4], f32x8 t, f32x8 out[4])
{
    f32x8 side = dot(a, b);
    f32x8 gap[4];
    for (int32_t i = 0; i < 4; i++) {
        b[i] = f32x8_turn_sign(b[i], side);
        gap[i] = f32x8_sub(a[i], b[i]);
    }
    f32x8 y = f32x8_mul(f32x8_all(0.25f), dot(gap, gap));
    f32x8 angle2 = squared_arc(y);
    f32x8 one = f32x8_all(1.0f);
    f32x8 u = f32x8_sub(one, t);
    f32x8 scale = f32x8_div(one, cardinal_sine(angle2));
    f32x8 wa = f32x8_mul(u, cardinal_sine(f32x8_mul(f32x8_mul(u, u), angle2)));
    f32x8 wb = f32x8_mul(t, cardinal_sine(f32x8_mul(f32x8_mul(t, t), angle2)));
    wa = f32x8_mul(wa, scale);
    wb = f32x8_mul(wb, scale);
    for (int32_t i = 0; i < 4; i++) {
        out[i] = f32x8_add(f32x8_mul(a[i], wa), f32x8_mul(b[i], wb));
    }
}

static void put_rotations(rotations *r, hone_pose *pose)
{
    if (r->lane_count == 0) {
        return;
    }
    hone_pose_block *block = &pose->blocks[r->block];
    float *const places[4] = {block->qx, block->qy, block->qz, block->qw};
    f32x8 a[4];
    f32x8 b[4];
    f32x8 q[4];
    f32x8_gather4(r->from, a);
    f32x8_gather4(r->to, b);
    slerp(a, b, f32x8_load(r->fraction), q);
    for (int32_t i = 0; i < 4; i++) {
        f32x8 value = r->lane_count == HONE_POSE_LANES
                          ? q[i]
                          : f32x8_select(r->turned, q[i], f32x8_load(places[i]));
        f32x8_store(places[i], value);
    }
}

static bool fits(const hone_clip *clip, const hone_skeleton *skeleton)
{
    for (int32_t i = 0; i < clip->track_count; i++) {
        const hone_track *track = &clip->tracks[i];
        if (track->bone < 0 || track->bone >= skeleton->bone_count || track->key_count < 1) {
            return false;
        }
    }
    return true;
}

static void put_vector(const hone_track *track, const float *a, const float *b, float t,
                       hone_pose *pose)
{
    hone_pose_block *block = &pose->blocks[track->bone / HONE_POSE_LANES];
    int32_t lane = track->bone % HONE_POSE_LANES;
    bool scale = track->channel == HONE_CHANNEL_SCALE;
    (scale ? block->sx : block->tx)[lane] = mix(a[0], b[0], t);
    (scale ? block->sy : block->ty)[lane] = mix(a[1], b[1], t);
    (scale ? block->sz : block->tz)[lane] = mix(a[2], b[2], t);
}

bool hone_clip_sample(const hone_clip *clip, const hone_skeleton *skeleton, double time_s,
                      hone_pose *pose)
{
    if (pose->bone_count != skeleton->bone_count || !fits(clip, skeleton)) {
        return false;
    }
    if (time_s != time_s) {
        time_s = 0.0;
    }
    (void)hone_pose_rest(skeleton, pose);
    place p = {0, 0, 0.0f, NULL, 0};
    rotations r = begin_rotations();
    for (int32_t i = 0; i < clip->track_count; i++) {
        const hone_track *track = &clip->tracks[i];
        if (p.key_count != track->key_count || p.times != track->times) {
            p = place_of(clip, track, time_s);
        }
        bool still = track->interpolation == HONE_INTERPOLATION_STEP;
        const float *a = track->values + (ptrdiff_t)p.key * track->stride;
        const float *b = still ? a : track->values + (ptrdiff_t)p.next * track->stride;
        if (track->channel != HONE_CHANNEL_ROTATION) {
            put_vector(track, a, b, p.fraction, pose);
            continue;
        }
        uint32_t block = (uint32_t)track->bone / HONE_POSE_LANES;
        uint32_t lane = (uint32_t)track->bone % HONE_POSE_LANES;
        if ((int32_t)block != r.block) {
            put_rotations(&r, pose);
            begin_block(&r, (int32_t)block);
        }
        r.from[lane] = a;
        r.to[lane] = b;
        r.fraction[lane] = still ? 0.0f : p.fraction;
        r.lane_count += r.turned[lane] == 0 ? 1 : 0;
        r.turned[lane] = UINT32_MAX;
    }
    put_rotations(&r, pose);
    return true;
}

double hone_clip_time(const hone_clip *clip, double time_s, bool loop)
{
    double duration = clip->duration_s;
    if (!(duration > 0.0) || time_s != time_s) {
        return 0.0;
    }
    if (!loop) {
        return time_s < 0.0 ? 0.0 : (time_s > duration ? duration : time_s);
    }
    if (time_s >= 0.0 && time_s < duration) {
        return time_s;
    }
    double rounds = time_s / duration;
    if (!(rounds > -0x1p52 && rounds < 0x1p52)) {
        return 0.0;
    }
    double whole = (double)(int64_t)rounds;
    double rest = time_s - whole * duration;
    if (rest < 0.0) {
        rest += duration;
    }
    return rest >= 0.0 && rest < duration ? rest : 0.0;
}
