// SPDX-License-Identifier: MIT
//
// The edits of `hone convert`: from seconds and words to hone_bvh_edit().
#include "convert.h"
#include "message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// True when the position channel adds to the OFFSET.
static bool adds(const hone_bvh *bvh, const hone_bvh_channel *channel)
{
    return channel->kind <= HONE_BVH_Z_POSITION &&
           (bvh->offset == HONE_BVH_OFFSET_ADD ||
            (bvh->offset == HONE_BVH_OFFSET_ADD_ROOT &&
             bvh->skeleton->parents[channel->bone] == HONE_NONE));
}

// The motion's values with the OFFSET in every position that means to be added to it, so that the
// copy reads the same everywhere. NULL when there is no memory.
static float *values_with_offset(const hone_bvh *bvh)
{
    size_t columns = (size_t)bvh->channel_count;
    size_t count = columns * (size_t)bvh->frame_count;
    float *values = malloc((count == 0 ? 1 : count) * sizeof *values);
    if (values == NULL) {
        return NULL;
    }
    if (count > 0) {
        memcpy(values, bvh->values, count * sizeof *values);
    }
    for (int32_t c = 0; c < bvh->channel_count; c++) {
        const hone_bvh_channel *channel = &bvh->channels[c];
        if (adds(bvh, channel)) {
            hone_vec3 rest = bvh->skeleton->rest[channel->bone].translation;
            float offset = channel->kind == HONE_BVH_X_POSITION   ? rest.x
                           : channel->kind == HONE_BVH_Y_POSITION ? rest.y
                                                                  : rest.z;
            for (size_t i = (size_t)c; i < count; i += columns) {
                values[i] = offset + values[i];
            }
        }
    }
    return values;
}

// The frames between --from and --to. A frame whose time is missed by rounding only is taken: with
// a frame time of 0.0333333 s, frame 15 is meant by 0.5 s.
static int choose_frames(const cli_call *call, const cli_motion *motion, hone_bvh_edit_def *def)
{
    const convert_settings *settings = call->settings;
    const hone_bvh *bvh = motion->bvh;
    const double slack = 0.1;
    double last = (double)(bvh->frame_count - 1);
    double first = settings->skip_first ? 1.0 : 0.0;
    double end = last;
    if (!isnan(settings->from)) {
        first = fmax(first, ceil(settings->from / bvh->frame_time_s - slack));
    }
    if (!isnan(settings->to)) {
        end = fmin(end, floor(settings->to / bvh->frame_time_s + slack));
    }
    if (bvh->frame_count == 0 || (first <= 0.0 && end >= last)) {
        return CLI_DONE;
    }
    if (first > end) {
        return cli_say_usage(call->command, "there is no frame to keep: %s lasts %g s",
                             cli_input_name(motion->path), motion->clip->duration_s);
    }
    def->first_frame = (int64_t)first;
    def->frame_count = (int64_t)(end - first) + 1;
    return CLI_DONE;
}

// Takes the place of what the motion had.
static int replace(cli_motion *motion, hone_bvh *bvh)
{
    hone_error error;
    hone_clip *clip = NULL;
    if (hone_bvh_clip(bvh, NULL, &clip, &error) != HONE_OK) {
        hone_bvh_free(bvh);
        return cli_say_error(&error);
    }
    cli_say_warnings(cli_input_name(motion->path), &bvh->warnings);
    cli_motion_free(motion);
    motion->bvh = bvh;
    motion->clip = clip;
    return CLI_DONE;
}

int convert_edit(const cli_call *call, cli_motion *motion)
{
    const convert_settings *settings = call->settings;
    double metres = cli_unit_metres(settings->unit, motion);
    hone_bvh_edit_def def = {.step = settings->step,
                             .frame_rate = isnan(settings->fps) ? 0.0 : settings->fps,
                             .order = (hone_bvh_order)settings->order,
                             .rotations_only = settings->rotations_only,
                             .mirror = settings->mirror,
                             .scale = metres * (isnan(settings->scale) ? 1.0 : settings->scale)};
    int status = choose_frames(call, motion, &def);
    if (status != CLI_DONE) {
        return status;
    }
    float *values = values_with_offset(motion->bvh);
    if (values == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    hone_bvh from = *motion->bvh;
    from.values = values;
    from.offset = HONE_BVH_OFFSET_REPLACE;
    hone_error error;
    hone_bvh *edited = NULL;
    status = hone_bvh_edit(&from, &def, NULL, &edited, &error) == HONE_OK ? replace(motion, edited)
                                                                          : cli_say_error(&error);
    free(values);
    return status;
}
