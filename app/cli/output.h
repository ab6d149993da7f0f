// SPDX-License-Identifier: MIT
//
// A text file that is written whole or not at all: beside its target first, then renamed.
#ifndef HONE_CLI_OUTPUT_H
#define HONE_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct cli_output {
    FILE *stream;
    const char *path;
    int code;          // errno of the first write that failed, 0 if none was noted
    char target[4096]; // where path leads when it is a link
    char beside[4096]; // "" when the stream is the target itself (standard output, a device)
} cli_output;

// Remembers why the stream has refused what was written just now, if it has.
void cli_output_note(cli_output *output);

// Opens an output; "-" is standard output; path must outlive it. Says what went wrong.
bool cli_output_open(cli_output *output, const char *path);

// Ends it. On failure the target is what it was before; it is said, unless a pipe's
// reader went away, which wants no message.
bool cli_output_close(cli_output *output);

// Throws away what was written.
void cli_output_abort(cli_output *output);

#endif
