// SPDX-License-Identifier: MIT
//
// The number of digits grows until the text reads back to the same value. The program never sets a
// locale, so the decimal point is a point.
#include "number.h"

#include <stdio.h>
#include <stdlib.h>

const char *cli_print_float(float value, char *text)
{
    for (int digits = 1; digits <= 9; digits++) {
        (void)snprintf(text, CLI_NUMBER_BYTES, "%.*g", digits, (double)value);
        float back = strtof(text, NULL);
        if (!(back < value) && !(back > value)) {
            break;
        }
    }
    return text;
}

const char *cli_print_double(double value, char *text)
{
    for (int digits = 1; digits <= 17; digits++) {
        (void)snprintf(text, CLI_NUMBER_BYTES, "%.*g", digits, value);
        double back = strtod(text, NULL);
        if (!(back < value) && !(back > value)) {
            break;
        }
    }
    return text;
}
