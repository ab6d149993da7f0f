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
} convert_settings;

// A line a frame: number, time, places of all bones in the world times metres. Stops early when
// the interrupt flag is set or the output refuses. Returns an exit status.
int convert_write_csv(const cli_motion *motion, double metres, cli_output *output);

#endif
