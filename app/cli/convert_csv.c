// SPDX-License-Identifier: MIT
//
// CSV as RFC 4180 has it: a header, commas, fields with commas, quotes or line ends in quotes.
#include "convert.h"
#include "interrupt.h"
#include "number.h"
#include "progress.h"

#include <inttypes.h>
#include <string.h>

static void print_field(FILE *stream, const char *name, char axis)
{
    bool quoted = strpbrk(name, ",\"\r\n") != NULL;
    (void)fputs(quoted ? ",\"" : ",", stream);
    for (const char *c = name; *c != '\0'; c++) {
        (void)fputs(*c == '"' ? "\"" : "", stream);
        (void)fputc(*c, stream);
    }
    (void)fprintf(stream, ".%c%s", axis, quoted ? "\"" : "");
}

int convert_write_csv(const cli_motion *motion, cli_output *output)
{
    FILE *stream = output->stream;
    const hone_skeleton *skeleton = motion->bvh->skeleton;
    cli_moment moment;
    if (!cli_moment_create(motion, &moment)) {
        return CLI_BAD_INPUT;
    }
    (void)fputs("frame,time", stream);
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        for (int axis = 0; axis < 3; axis++) {
            print_field(stream, skeleton->names[i], "xyz"[axis]);
        }
    }
    (void)fputc('\n', stream);
    cli_progress progress;
    cli_progress_begin(&progress, motion->bvh->frame_count);
    for (int64_t frame = 0;
         frame < motion->bvh->frame_count && !cli_interrupted() && !ferror(stream); frame++) {
        char number[CLI_NUMBER_BYTES];
        double time_s = (double)frame * motion->bvh->frame_time_s;
        cli_moment_at(&moment, motion, time_s);
        (void)fprintf(stream, "%" PRId64 ",%s", frame, cli_print_double(time_s, number));
        for (int32_t i = 0; i < skeleton->bone_count; i++) {
            for (int axis = 0; axis < 3; axis++) {
                (void)fputc(',', stream);
                (void)fputs(cli_print_float(moment.model[i].m[axis][3], number), stream);
            }
        }
        (void)fputc('\n', stream);
        cli_output_note(output);
        cli_progress_step(&progress, frame + 1);
    }
    cli_progress_end(&progress);
    cli_moment_destroy(&moment);
    return CLI_DONE;
}
