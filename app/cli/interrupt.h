// SPDX-License-Identifier: MIT
//
// Ctrl-C and its kin as a flag that long work looks at, so that it can remove what it began.
#ifndef HONE_CLI_INTERRUPT_H
#define HONE_CLI_INTERRUPT_H

#include <stdbool.h>

// From now on SIGINT, SIGTERM and SIGHUP only set the flag.
void cli_catch_interrupts(void);

bool cli_interrupted(void);

// The exit status that the signal stands for (128 + its number), as the shell has it.
int cli_interrupt_status(void);

#endif
