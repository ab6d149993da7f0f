// SPDX-License-Identifier: MIT
#include "number.h"

#include "format/number.h"

const char *cli_print_float(float value, char *text)
{
    text[number_print_float(value, text)] = '\0';
    return text;
}

const char *cli_print_double(double value, char *text)
{
    text[number_print_double(value, text)] = '\0';
    return text;
}
