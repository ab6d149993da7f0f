// SPDX-License-Identifier: MIT
//
// What the commands' tables become: help on the terminal, the manual's page, bash completion. All
// of them print to stdout.
#ifndef HONE_CLI_HELP_H
#define HONE_CLI_HELP_H

#include "command.h"

// The help of one command, or the list of commands for NULL.
void cli_print_help(const cli_command *command);

void cli_print_man_page(void);
void cli_print_bash_completion(void);

// Writes "-o, --out=FILE" (or "--[no-]grid") to a buffer.
const char *cli_option_usage(const cli_option *option, char *buffer, size_t capacity);

// The option's help, with its choices when the help does not tell them yet, and with "on by
// default" for what --no-name is for.
const char *cli_option_help(const cli_command *command, const cli_option *option, char *buffer,
                            size_t capacity);

// The option that every command has.
extern const cli_option cli_help_option;

#endif
