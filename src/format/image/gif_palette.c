// SPDX-License-Identifier: MIT
//
// A palette and its look-ups: exact colours by a hash table, others by a grid of 64 cells a channel
// that is filled as colours come up, so that each cell is searched once.
#include "format/image/gif.h"

#include <string.h>

enum { FAR_AWAY = 4096 }; // a channel value of unused entries, never nearest

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
    for (int32_t i = 0; i <= PALETTE_MOST; i++) {
        palette->colors[i] = 0;
        palette->red[i] = palette->green[i] = palette->blue[i] = FAR_AWAY;
    }
    memset(palette->grid, 0, PALETTE_GRID);
}

void gif_palette_add(gif_palette *palette, uint32_t color)
{
    int32_t index = ++palette->count;
    palette->colors[index] = color;
    palette->red[index] = (int32_t)(color >> 16 & 0xFF);
    palette->green[index] = (int32_t)(color >> 8 & 0xFF);
    palette->blue[index] = (int32_t)(color & 0xFF);
    uint32_t slot = color * 0x9E3779B1u >> 22;
    while (palette->hash_colors[slot] != 0) {
        slot = (slot + 1) % PALETTE_HASH;
    }
    palette->hash_colors[slot] = color;
    palette->hash_indices[slot] = (uint8_t)index;
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
    // Distance and index in one number: its minimum is the first of the nearest. All entries are
    // compared, unused ones are far away, so that the loop's length is fixed.
    const int32_t r = (int32_t)(color >> 16 & 0xFF);
    const int32_t g = (int32_t)(color >> 8 & 0xFF);
    const int32_t b = (int32_t)(color & 0xFF);
    int32_t best = INT32_MAX;
    for (int32_t i = 0; i <= PALETTE_MOST; i++) {
        int32_t dr = palette->red[i] - r;
        int32_t dg = palette->green[i] - g;
        int32_t db = palette->blue[i] - b;
        int32_t distance = dr * dr + 2 * dg * dg + db * db;
        distance = distance > 0x7FFFFF ? 0x7FFFFF : distance;
        int32_t both = distance * 256 + i;
        best = both < best ? both : best;
    }
    return (uint8_t)(best & 0xFF);
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
