// SPDX-License-Identifier: MIT
//
// A palette and its look-ups: exact colours by a hash table, others by a grid of 64 cells a channel
// that is filled as colours come up, so that each cell is searched once.
#include "format/image/gif.h"

#include <string.h>

enum { BAYER = 8 }; // side of the dither pattern

gif_palette *gif_palette_new(const hone_allocator *allocator)
{
    gif_palette *palette = memory_new(allocator, 1, sizeof *palette);
    uint8_t *grid = memory_new(allocator, PALETTE_GRID, 1);
    if (palette == NULL || grid == NULL) {
        memory_delete(allocator, palette, 1, sizeof *palette);
        memory_delete(allocator, grid, PALETTE_GRID, 1);
        return NULL;
    }
    palette->grid = grid;
    gif_palette_clear(palette);
    return palette;
}

void gif_palette_free(gif_palette *palette, const hone_allocator *allocator)
{
    if (palette != NULL) {
        memory_delete(allocator, palette->grid, PALETTE_GRID, 1);
        memory_delete(allocator, palette, 1, sizeof *palette);
    }
}

void gif_palette_clear(gif_palette *palette)
{
    palette->count = 0;
    memset(palette->hash_colors, 0, sizeof palette->hash_colors);
    memset(palette->first_of_green, 0, sizeof palette->first_of_green);
    memset(palette->grid, 0, PALETTE_GRID);
}

void gif_palette_add(gif_palette *palette, uint32_t color)
{
    uint8_t index = (uint8_t)++palette->count;
    palette->colors[index] = color;
    uint32_t slot = gif_palette_slot(color);
    while (palette->hash_colors[slot] != 0) {
        slot = (slot + 1) % PALETTE_HASH;
    }
    palette->hash_colors[slot] = color;
    palette->hash_indices[slot] = index;
    uint32_t green = color >> 8 & 0xFF;
    int32_t at = palette->first_of_green[green + 1];
    for (int32_t i = palette->count - 1; i > at; i--) {
        palette->sorted[i] = palette->sorted[i - 1];
        palette->sorted_indices[i] = palette->sorted_indices[i - 1];
    }
    palette->sorted[at] = color;
    palette->sorted_indices[at] = index;
    for (uint32_t i = green + 1; i <= PALETTE_GREENS; i++) {
        palette->first_of_green[i]++;
    }
}

void gif_palette_set(gif_palette *palette, const uint32_t *colors, int32_t count)
{
    gif_palette_clear(palette);
    for (int32_t i = 0; i < count; i++) {
        gif_palette_add(palette, colors[i]);
    }
}

uint8_t gif_palette_search(const gif_palette *palette, uint32_t color)
{
    // Outwards from the colour's own green, up and down, as far as green alone is not too far.
    const int32_t green = (int32_t)(color >> 8 & 0xFF);
    int32_t up = palette->first_of_green[green];
    int32_t down = up - 1;
    uint32_t best = UINT32_MAX;
    int32_t best_at = 0;
    bool more = true;
    while (more) {
        more = false;
        if (up < palette->count) {
            int32_t away = (int32_t)(palette->sorted[up] >> 8 & 0xFF) - green;
            if (2 * (uint32_t)(away * away) < best) {
                uint32_t distance = color_distance(color, palette->sorted[up]);
                best_at = distance < best ? up : best_at;
                best = distance < best ? distance : best;
                up++;
                more = true;
            }
        }
        if (down >= 0) {
            int32_t away = (int32_t)(palette->sorted[down] >> 8 & 0xFF) - green;
            if (2 * (uint32_t)(away * away) < best) {
                uint32_t distance = color_distance(color, palette->sorted[down]);
                best_at = distance < best ? down : best_at;
                best = distance < best ? distance : best;
                down--;
                more = true;
            }
        }
    }
    return palette->sorted_indices[best_at];
}

uint8_t gif_palette_nearest(gif_palette *palette, uint32_t color)
{
    uint8_t exact = gif_palette_exact(palette, color);
    if (exact != 0) {
        return exact;
    }
    enum { DROP = 8 - PALETTE_GRID_BITS, MASK = (1 << PALETTE_GRID_BITS) - 1 };
    uint32_t r = color >> (16 + DROP) & MASK;
    uint32_t g = color >> (8 + DROP) & MASK;
    uint32_t b = color >> DROP & MASK;
    uint8_t *cell = &palette->grid[(r << PALETTE_GRID_BITS | g) << PALETTE_GRID_BITS | b];
    if (*cell == 0) {
        const uint32_t middle = 0x010101u << (DROP - 1);
        *cell = gif_palette_search(palette, (color & (0xFCFCFCu)) | middle);
    }
    return *cell;
}

bool gif_palette_add_changes(gif_palette *palette, const uint32_t *pixels, const uint32_t *before,
                             size_t count)
{
    uint32_t last = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t color = pixels[i];
        if (color == last || color == 0 || (before != NULL && before[i] == color)) {
            continue;
        }
        last = color;
        if (gif_palette_exact(palette, color) == 0) {
            if (palette->count == PALETTE_MOST) {
                return false;
            }
            gif_palette_add(palette, color);
        }
    }
    return true;
}

// Two colours mixed by a fixed pattern look like one between them. The second is looked for on the
// other side of the colour; the share of each follows from the position between them.
uint8_t gif_palette_dithered(gif_palette *palette, uint32_t color, int32_t x, int32_t y)
{
    static const uint8_t bayer[BAYER][BAYER] = {
        {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
        {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
        {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
        {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};
    uint8_t first = gif_palette_nearest(palette, color);
    uint32_t near_color = palette->colors[first];
    if (near_color == color) {
        return first;
    }
    uint8_t second = first;
    for (int32_t reach = 1; reach <= 2 && second == first; reach++) {
        uint32_t opposite = 0xFF;
        for (int32_t shift = 16; shift >= 0; shift -= 8) {
            int32_t c = (int32_t)(color >> shift & 0xFF);
            int32_t o = c + reach * (c - (int32_t)(near_color >> shift & 0xFF));
            opposite = opposite << 8 | (uint32_t)(o < 0 ? 0 : o > 255 ? 255 : o);
        }
        second = gif_palette_nearest(palette, opposite);
    }
    int32_t along = 0;
    int32_t length = 0;
    for (int32_t shift = 16; shift >= 0; shift -= 8) {
        int32_t p = (int32_t)(near_color >> shift & 0xFF);
        int32_t step = (int32_t)(palette->colors[second] >> shift & 0xFF) - p;
        along += step * ((int32_t)(color >> shift & 0xFF) - p);
        length += step * step;
    }
    return along * 64 > length * (bayer[y % BAYER][x % BAYER] + 1) ? second : first;
}
