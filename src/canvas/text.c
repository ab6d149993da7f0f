// SPDX-License-Identifier: MIT
//
// Text in the built-in font.
#include "canvas/canvas.h"

void hone_canvas_text(hone_canvas *canvas, float x, float y, float size, hone_color color,
                      const char *utf8)
{
    for (; *utf8 != '\0'; utf8++) {
        if (((uint8_t)*utf8 & 0xc0u) != 0x80u) {
            hone_canvas_fill_rect(canvas, x, y - size, size * 0.6f, size, color);
            x += size * 0.8f;
        }
    }
}

float hone_canvas_text_width(float size, const char *utf8)
{
    float width = 0.0f;
    for (; *utf8 != '\0'; utf8++) {
        width += ((uint8_t)*utf8 & 0xc0u) != 0x80u ? size * 0.8f : 0.0f;
    }
    return width;
}
