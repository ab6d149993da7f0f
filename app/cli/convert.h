// SPDX-License-Identifier: MIT
//
// The parts of `hone convert`.
#ifndef HONE_CLI_CONVERT_H
#define HONE_CLI_CONVERT_H

#include "command.h"
#include "motion.h"
#include "output.h"

typedef struct convert_settings {
    const char *out;
    int32_t format;
    int32_t offset, unit;
    double from, to, fps, scale; // NaN = not given
    bool skip_first;
    int32_t step, order;
    bool rotations_only, mirror;
} convert_settings;

// Changes the motion as the settings want it. Says what is wrong and returns an exit status; the
// motion is whole whatever comes back.
int convert_edit(const cli_call *call, cli_motion *motion);

// A line a frame: number, time, places of all bones in the world. Stops early when
// the interrupt flag is set or the output refuses. Returns an exit status.
int convert_write_csv(const cli_motion *motion, cli_output *output);

#endif
