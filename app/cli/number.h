// SPDX-License-Identifier: MIT
//
// Numbers as the shortest decimal text that reads back to the same value.
#ifndef HONE_CLI_NUMBER_H
#define HONE_CLI_NUMBER_H

enum { CLI_NUMBER_BYTES = 40 };

// text holds CLI_NUMBER_BYTES; it is returned. "-0" stays "-0"; the value must be finite.
const char *cli_print_float(float value, char *text);
const char *cli_print_double(double value, char *text);

#endif
