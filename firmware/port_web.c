// SPDX-License-Identifier: MIT
//
// The program as a WebAssembly module: it imports env.write(address, bytes) and exports show_run.
#include "port.h"
#include <string.h>

__attribute__((import_module("env"), import_name("write"))) void web_write(const char *text,
                                                                           uint32_t bytes);

void port_print(const char *text)
{
    web_write(text, (uint32_t)strlen(text));
}

uint32_t port_clock(void)
{
    return 0;
}
