// SPDX-License-Identifier: MIT
//
// What the tool says on stderr: always "hone: ..." and one line each.
#ifndef HONE_CLI_MESSAGE_H
#define HONE_CLI_MESSAGE_H

#include "command.h"
#include "hone/base.h"

#if defined(__GNUC__)
#define CLI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_PRINTF(text, first)
#endif

// "hone: TEXT"
void cli_say(const char *format, ...) CLI_PRINTF(1, 2);

// Says an error of the library; returns CLI_BAD_INPUT.
int cli_say_error(const hone_error *error);

// "hone: COMMAND: TEXT" and the hint at --help; returns CLI_BAD_USAGE.
int cli_say_usage(const cli_command *command, const char *format, ...) CLI_PRINTF(2, 3);

// "hone: FILE[:LINE]: warning: MESSAGE [(N times)]" for each.
void cli_say_warnings(const char *file, const hone_warnings *warnings);

// True when the stream is a terminal that takes colours and NO_COLOR is not set.
bool cli_colors_on_stderr(void);
bool cli_colors_on_stdout(void);

// The path as messages name it: "-" is "standard input".
const char *cli_input_name(const char *path);

// Removes a progress bar from the line before a message is printed over it; the progress bar sets
// this, NULL = none.
extern void (*cli_before_message)(void);

#endif
