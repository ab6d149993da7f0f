// SPDX-License-Identifier: MIT
//
// The built-in font: one bit a pixel, in cells of 12 rows. Row 3 is the top of a capital, row 9 the
// last one above the baseline.
#ifndef HONE_CANVAS_FONT_H
#define HONE_CANVAS_FONT_H

#include <stdint.h>

#define FONT_ROWS 12
#define FONT_BASELINE 10 // rows above it
#define FONT_CAPITAL 7   // rows of a capital
#define FONT_GAP 1       // columns between glyphs

// U+0020 to U+007E, U+00A0 to U+00FF, the box.
#define FONT_GLYPHS (95 + 96 + 1)

typedef struct font_glyph {
    uint8_t width;
    uint8_t rows[FONT_ROWS]; // bit x is column x
} font_glyph;

extern const font_glyph font_glyphs[FONT_GLYPHS];

// Takes one character of UTF-8 from *text and gives its glyph: the box for what the font lacks and
// for each byte that is not UTF-8.
const font_glyph *font_next(const char **text);

#endif
