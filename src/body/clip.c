// SPDX-License-Identifier: MIT
//
// Sampling a clip: find the two keys round the time and how far it is from the one to the other,
// then interpolate. Tracks of a uniform clip share that place, as do tracks with the same times.
//
// A time that was computed as key index times frame time carries a rounding error; so that keys
// come out exactly, a time within a billionth of a key (and a few of the last places of the key's
// index) counts as the key's own.
#include "body/body.h"

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

bool hone_clip_sample(const hone_clip *clip, const hone_skeleton *skeleton, double time_s,
                      hone_pose *pose)
{
    if (pose->bone_count != skeleton->bone_count) {
        return false;
    }
    for (int32_t i = 0; i < clip->track_count; i++) {
        if (clip->tracks[i].bone < 0 || clip->tracks[i].bone >= skeleton->bone_count ||
            clip->tracks[i].key_count < 1) {
            return false;
        }
    }
    if (time_s != time_s) {
        time_s = 0.0;
    }
    (void)hone_pose_rest(skeleton, pose);
    place p = {0, 0, 0.0f, NULL, 0};
    for (int32_t i = 0; i < clip->track_count; i++) {
        const hone_track *track = &clip->tracks[i];
        if (p.key_count != track->key_count || p.times != track->times) {
            p = place_of(clip, track, time_s);
        }
        const float *a = track->values + (size_t)p.key * (size_t)track->stride;
        const float *b = track->values + (size_t)p.next * (size_t)track->stride;
        float t = track->interpolation == HONE_INTERPOLATION_STEP ? 0.0f : p.fraction;
        hone_pose_block *block = &pose->blocks[track->bone / HONE_POSE_LANES];
        int32_t lane = track->bone % HONE_POSE_LANES;
        if (track->channel == HONE_CHANNEL_ROTATION) {
            hone_quat q = hone_quat_slerp((hone_quat){a[0], a[1], a[2], a[3]},
                                          (hone_quat){b[0], b[1], b[2], b[3]}, t);
            block->qx[lane] = q.x;
            block->qy[lane] = q.y;
            block->qz[lane] = q.z;
            block->qw[lane] = q.w;
            continue;
        }
        bool scale = track->channel == HONE_CHANNEL_SCALE;
        (scale ? block->sx : block->tx)[lane] = mix(a[0], b[0], t);
        (scale ? block->sy : block->ty)[lane] = mix(a[1], b[1], t);
        (scale ? block->sz : block->tz)[lane] = mix(a[2], b[2], t);
    }
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
