// SPDX-License-Identifier: MIT
//
// From UTF-8 to glyphs. Only one- and two-byte sequences can name a glyph; of the longer ones it
// matters where they end, so that each well-formed character is one box.
#include "canvas/font.h"

#define BOX (FONT_GLYPHS - 1)

// How many bytes the well-formed sequence at s has; 0 when there is none.
static int32_t sequence_length(const uint8_t *s)
{
    static const uint8_t least[5] = {0, 0, 0, 0xa0, 0x90}; // of the second byte, after E0 and F0
    static const uint8_t most[5] = {0, 0, 0, 0x9f, 0x8f};  // after ED and F4
    if (s[0] < 0x80) {
        return 1;
    }
    if (s[0] < 0xc2 || s[0] > 0xf4) {
        return 0;
    }
    const int32_t length = s[0] < 0xe0 ? 2 : (s[0] < 0xf0 ? 3 : 4);
    if (((s[0] == 0xe0 || s[0] == 0xf0) && s[1] < least[length]) ||
        ((s[0] == 0xed || s[0] == 0xf4) && s[1] > most[length])) {
        return 0;
    }
    for (int32_t i = 1; i < length; i++) {
        if ((s[i] & 0xc0u) != 0x80u) {
            return 0;
        }
    }
    return length;
}

const font_glyph *font_next(const char **text)
{
    const uint8_t *s = (const uint8_t *)*text;
    const int32_t length = sequence_length(s);
    *text += length == 0 ? 1 : length;
    int32_t index = BOX;
    if (length == 1 && s[0] >= 0x20 && s[0] < 0x7f) {
        index = s[0] - 0x20;
    } else if (length == 2) {
        const int32_t code = (s[0] & 0x1f) << 6 | (s[1] & 0x3f);
        index = code >= 0xa0 && code <= 0xff ? code - 0xa0 + 95 : BOX;
    }
    return &font_glyphs[index];
}
