// SPDX-License-Identifier: MIT
//
// From one file to another: BVH with edits, or a table of places.
#include "convert.h"
#include "interrupt.h"
#include "message.h"
#include "output.h"
#include "shared_options.h"

#include <string.h>
#include <strings.h>

enum { CONVERT_BY_ENDING, CONVERT_BVH, CONVERT_CSV };

static const cli_option options[] = {
    OPTION_OUT(convert_settings, out),
    {.name = "format",
     .type = &cli_choice,
     .field = offsetof(convert_settings, format),
     .value = "FORMAT",
     .choices = "ending|bvh|csv",
     .help = "what to write when the ending of OUT does not say it"},
    OPTION_FROM(convert_settings, from),
    OPTION_TO(convert_settings, to),
    OPTION_SKIP_FIRST(convert_settings, skip_first),
    {.name = "step",
     .type = &cli_integer,
     .field = offsetof(convert_settings, step),
     .value = "N",
     .least = 1.0,
     .most = 1e9,
     .help = "keep only every N-th frame"},
    OPTION_FPS(convert_settings, fps),
    {.name = "order",
     .type = &cli_choice,
     .field = offsetof(convert_settings, order),
     .value = "ORDER",
     .choices = "keep|XYZ|XZY|YXZ|YZX|ZXY|ZYX",
     .help = "the order of the rotation channels of every joint; the poses stay what they are"},
    {.name = "rotations-only",
     .type = &cli_flag,
     .field = offsetof(convert_settings, rotations_only),
     .help = "joints below the roots lose their position channels"},
    {.name = "mirror",
     .type = &cli_flag,
     .field = offsetof(convert_settings, mirror),
     .help = "exchange left and right"},
    {.name = "scale",
     .type = &cli_number,
     .field = offsetof(convert_settings, scale),
     .value = "FACTOR",
     .least = 1e-6,
     .most = 1e6,
     .help = "multiply all lengths"},
    OPTION_OFFSET(convert_settings, offset),
    OPTION_UNIT(convert_settings, unit),
    {.name = NULL},
};

static void set_defaults(void *settings)
{
    convert_settings *s = settings;
    s->from = s->to = s->fps = s->scale = (double)NAN;
    s->step = 1;
}

static int32_t format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (dot != NULL && strcasecmp(dot, ".bvh") == 0) {
        return CONVERT_BVH;
    }
    return dot != NULL && strcasecmp(dot, ".csv") == 0 ? CONVERT_CSV : CONVERT_BY_ENDING;
}

static bool write_bytes(void *user, const void *bytes, size_t count)
{
    cli_output *output = user;
    bool written = !cli_interrupted() && fwrite(bytes, 1, count, output->stream) == count;
    cli_output_note(output);
    return written;
}

static int write_bvh(const cli_motion *motion, cli_output *output)
{
    hone_error error;
    hone_status status = hone_bvh_write(motion->bvh, write_bytes, output, &error);
    // What the stream refused is said when it is closed.
    return status == HONE_OK || ferror(output->stream) || cli_interrupted() ? CLI_DONE
                                                                            : cli_say_error(&error);
}

static int convert(const cli_motion *motion, const convert_settings *settings, int32_t format)
{
    cli_output output;
    cli_catch_interrupts();
    if (!cli_output_open(&output, settings->out)) {
        return CLI_BAD_INPUT;
    }
    int status =
        format == CONVERT_BVH ? write_bvh(motion, &output) : convert_write_csv(motion, &output);
    if (cli_interrupted()) {
        status = cli_interrupt_status();
    }
    if (status != CLI_DONE) {
        cli_output_abort(&output);
        return status;
    }
    return cli_output_close(&output) ? CLI_DONE : CLI_BAD_INPUT;
}

static int run(const cli_call *call)
{
    const convert_settings *settings = call->settings;
    if (settings->out == NULL) {
        return cli_say_usage(call->command, "expected -o OUT, the file to write");
    }
    int32_t format =
        settings->format != CONVERT_BY_ENDING ? settings->format : format_of(settings->out);
    if (format == CONVERT_BY_ENDING) {
        return cli_say_usage(call->command,
                             "the ending of \"%s\" says no format that can be written: it can be "
                             ".bvh or .csv, or --format says it ('hone render' makes pictures)",
                             settings->out);
    }
    cli_motion motion;
    int status = cli_motion_load(call->arguments[0], (hone_bvh_offset)settings->offset, &motion);
    if (status != CLI_DONE) {
        return status;
    }
    status = convert_edit(call, &motion);
    if (status == CLI_DONE) {
        status = convert(&motion, settings, format);
    }
    cli_motion_free(&motion);
    return status;
}

extern const cli_command cli_convert_command;
const cli_command cli_convert_command = {
    .name = "convert",
    .arguments = "FILE",
    .summary = "write motion in another form: BVH, or a CSV table of places",
    .description =
        "Writes the motion of FILE to OUT. A .bvh gets what FILE holds, without its faults: the "
        "same hierarchy, channels and values, frame count and rate put right. A .csv gets a line "
        "for each frame: its number, its time, and x, y, z of every bone in the world.\n\n"
        "On the way, frames can be cut and resampled, rotations reordered, lengths scaled, left "
        "and right exchanged. Frames are chosen first, then resampled. With --offset add or "
        "add-root, the positions that are written have the OFFSET in them.",
    .examples = "hone convert odd.bvh -o clean.bvh\tput a file right\n"
                "hone convert dance.bvh --fps 30 --order ZXY -o game.bvh\tfor a program that wants "
                "30 frames a second and one order\n"
                "hone convert dance.bvh --skip-first --from 2 --to 5 -o cut.bvh\ta part of it\n"
                "hone convert dance.bvh --unit cm -o places.csv\tplaces in metres, for a "
                "spreadsheet\n",
    .options = options,
    .least_arguments = 1,
    .most_arguments = 1,
    .file_arguments = true,
    .settings_bytes = sizeof(convert_settings),
    .set_defaults = set_defaults,
    .run = run,
};
