// SPDX-License-Identifier: MIT
//
// A progress bar with the time left on standard error, when that is a terminal; nothing otherwise.
#ifndef HONE_CLI_PROGRESS_H
#define HONE_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cli_progress {
    bool shown;
    int64_t total;
    double start_s, last_s;
} cli_progress;

void cli_progress_begin(cli_progress *progress, int64_t total);
void cli_progress_step(cli_progress *progress, int64_t done); // cheap, call it for every step
void cli_progress_end(cli_progress *progress);                // removes the bar

#endif
