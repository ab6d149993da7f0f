// SPDX-License-Identifier: MIT
#include "motion.h"
#include "message.h"
#include "signature.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A stream whose first bytes have been looked at already.
typedef struct peeked_stream {
    FILE *file;
    unsigned char bytes[CLI_SIGNATURE_BYTES];
    size_t count, given;
} peeked_stream;

static size_t read_peeked(void *user, void *buffer, size_t capacity)
{
    peeked_stream *stream = user;
    if (stream->given < stream->count) {
        size_t left = stream->count - stream->given;
        size_t count = left < capacity ? left : capacity;
        memcpy(buffer, stream->bytes + stream->given, count);
        stream->given += count;
        return count;
    }
    size_t count = fread(buffer, 1, capacity, stream->file);
    return count == 0 && ferror(stream->file) ? SIZE_MAX : count;
}

// Says it when the bytes are another format's.
static bool is_foreign(const char *name, const unsigned char *bytes, size_t count)
{
    const char *help = "";
    const char *format = cli_foreign_format(bytes, count, &help);
    if (format != NULL) {
        cli_say("%s: this is %s, not a BVH%s%s", name, format, help[0] != '\0' ? ": " : "", help);
    }
    return format != NULL;
}

static int load_standard_input(const hone_bvh_def *def, hone_bvh **out)
{
    peeked_stream stream = {.file = stdin};
    stream.count = fread(stream.bytes, 1, sizeof stream.bytes, stdin);
    if (is_foreign("standard input", stream.bytes, stream.count)) {
        return CLI_BAD_INPUT;
    }
    hone_error error;
    if (hone_bvh_read_stream(read_peeked, &stream, "standard input", def, NULL, out, &error) !=
        HONE_OK) {
        return cli_say_error(&error);
    }
    return CLI_DONE;
}

static int load_file(const char *path, const hone_bvh_def *def, hone_bvh **out)
{
    unsigned char bytes[CLI_SIGNATURE_BYTES];
    FILE *file = fopen(path, "rb");
    if (file != NULL) {
        size_t count = fread(bytes, 1, sizeof bytes, file);
        (void)fclose(file);
        if (is_foreign(path, bytes, count)) {
            return CLI_BAD_INPUT;
        }
    }
    hone_error error;
    if (hone_bvh_read_file(path, def, NULL, out, &error) != HONE_OK) {
        return cli_say_error(&error);
    }
    return CLI_DONE;
}

// "dances/slow.bvh" is called "slow".
static void name_after_path(const char *path, char *name, size_t capacity)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    size_t length = dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base);
    (void)snprintf(name, capacity, "%.*s", (int)(length < 100 ? length : 100), base);
}

int cli_motion_load(const char *path, hone_bvh_offset offset, cli_motion *out)
{
    cli_motion motion = {.path = path};
    const hone_bvh_def def = {.offset = offset};
    bool from_input = strcmp(path, "-") == 0;
    int status =
        from_input ? load_standard_input(&def, &motion.bvh) : load_file(path, &def, &motion.bvh);
    if (status != CLI_DONE) {
        return status;
    }
    hone_error error;
    if (hone_bvh_clip(motion.bvh, NULL, &motion.clip, &error) != HONE_OK) {
        hone_bvh_free(motion.bvh);
        return cli_say_error(&error);
    }
    name_after_path(from_input ? "input" : path, motion.name, sizeof motion.name);
    cli_say_warnings(cli_input_name(path), &motion.bvh->warnings);
    *out = motion;
    return CLI_DONE;
}

void cli_motion_free(cli_motion *motion)
{
    hone_bvh_clip_free(motion->clip);
    hone_bvh_free(motion->bvh);
}

int cli_motions_load(const char *const *paths, int32_t count, hone_bvh_offset offset,
                     cli_motion **out)
{
    cli_motion *motions = calloc((size_t)count + 1, sizeof *motions);
    if (motions == NULL) {
        cli_say("no memory for %d motions", count);
        return CLI_BAD_INPUT;
    }
    for (int32_t i = 0; i < count; i++) {
        int status = cli_motion_load(paths[i], offset, &motions[i]);
        if (status != CLI_DONE) {
            cli_motions_free(motions, i);
            return status;
        }
    }
    *out = motions;
    return CLI_DONE;
}

void cli_motions_free(cli_motion *motions, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        cli_motion_free(&motions[i]);
    }
    free(motions);
}

bool cli_moment_create(const cli_motion *motion, cli_moment *out)
{
    int32_t count = motion->bvh->skeleton->bone_count;
    hone_error error;
    cli_moment moment = {.model = calloc((size_t)count + 1, sizeof *moment.model)};
    if (moment.model == NULL || hone_pose_create(count, NULL, &moment.pose, &error) != HONE_OK) {
        free(moment.model);
        cli_say("%s: no memory for a pose of %d bones", cli_input_name(motion->path), count);
        return false;
    }
    *out = moment;
    return true;
}

void cli_moment_destroy(cli_moment *moment)
{
    hone_pose_destroy(&moment->pose, NULL);
    free(moment->model);
}

double cli_motion_moment(const cli_motion *motion, double frame, double time_s)
{
    double end = motion->clip->duration_s;
    double moment = !isnan(frame)   ? frame * motion->bvh->frame_time_s
                    : isnan(time_s) ? 0.0
                                    : time_s;
    if (moment <= end) {
        return moment;
    }
    // Rounding of frame times is not worth a word.
    if (moment > end + motion->bvh->frame_time_s * 1.001) {
        cli_say("%s: warning: the motion ends at %g s, frame %lld; that moment is taken",
                cli_input_name(motion->path), end, (long long)motion->bvh->frame_count - 1);
    }
    return end;
}

double cli_motion_frame(const cli_motion *motion, double time_s)
{
    double frame = time_s / motion->bvh->frame_time_s;
    double whole = floor(frame + 0.5);
    return fabs(frame - whole) <= 1e-9 * (1.0 + whole) ? whole : frame;
}

void cli_moment_at(cli_moment *moment, const cli_motion *motion, double time_s)
{
    const hone_skeleton *skeleton = motion->bvh->skeleton;
    if (time_s < 0.0 || !hone_clip_sample(motion->clip, skeleton, time_s, &moment->pose)) {
        (void)hone_pose_rest(skeleton, &moment->pose);
    }
    (void)hone_pose_to_model(skeleton, &moment->pose, NULL, moment->model, skeleton->bone_count);
}

// The sides of the box round all bones.
static void box_sides(const cli_moment *moment, int32_t bone_count, double sides[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double least = HUGE_VAL;
        double most = -HUGE_VAL;
        for (int32_t i = 0; i < bone_count; i++) {
            double place = (double)moment->model[i].m[axis][3];
            least = place < least ? place : least;
            most = place > most ? place : most;
        }
        sides[axis] = most > least ? most - least : 0.0;
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double cli_motion_height(const cli_motion *motion)
{
    enum { SAMPLES = 33 };
    cli_moment moment;
    if (motion->bvh->skeleton->bone_count == 0 || !cli_moment_create(motion, &moment)) {
        return 0.0;
    }
    int32_t bone_count = motion->bvh->skeleton->bone_count;
    double sides[3];
    cli_moment_at(&moment, motion, -1.0);
    box_sides(&moment, bone_count, sides);
    double height = fmax(sides[0], fmax(sides[1], sides[2]));
    if (height <= 0.0) {
        double heights[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            cli_moment_at(&moment, motion, motion->clip->duration_s * i / (SAMPLES - 1));
            box_sides(&moment, bone_count, sides);
            heights[i] = sides[1];
        }
        qsort(heights, SAMPLES, sizeof heights[0], compare_doubles);
        height = heights[SAMPLES / 2];
    }
    cli_moment_destroy(&moment);
    return isfinite(height) ? height : 0.0;
}

static const struct {
    const char *name;
    double metres;
} units[] = {{"file", 1.0}, {"auto", 0.0}, {"m", 1.0},       {"dm", 0.1},
             {"cm", 0.01},  {"mm", 0.001}, {"inch", 0.0254}, {"foot", 0.3048}};

enum { UNIT_AUTO = 1, UNIT_FIRST = 2, UNIT_COUNT = sizeof units / sizeof units[0] };

const char *cli_guess_unit(double height, double *metres)
{
    for (int i = UNIT_FIRST; i < UNIT_COUNT; i++) {
        double real = height * units[i].metres;
        if (real >= 1.3 && real <= 2.3) {
            *metres = units[i].metres;
            return units[i].name;
        }
    }
    *metres = height > 0.0 ? 1.8 / height : 1.0;
    return "unknown";
}

double cli_unit_metres(int32_t unit, const cli_motion *motion)
{
    if (unit != UNIT_AUTO) {
        return units[unit].metres;
    }
    double metres = 1.0;
    (void)cli_guess_unit(cli_motion_height(motion), &metres);
    return metres;
}
