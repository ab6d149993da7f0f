// SPDX-License-Identifier: MIT
//
// What the program asks of the machine that it runs on. Each machine has one file port_*.c.
#ifndef FIRMWARE_PORT_H
#define FIRMWARE_PORT_H

#include <stdint.h>

// Writes a zero-terminated text, without a newline of its own.
void port_print(const char *text);

// Instructions since some moment, wrapping at 2^32; called at least every 2^24 ticks of its
// counter. 0 where nobody counts.
uint32_t port_clock(void);

// The program proper; returns 0 when all went well.
int show_run(void);

#endif
