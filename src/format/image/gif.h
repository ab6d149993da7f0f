// SPDX-License-Identifier: MIT
//
// The parts of the GIF encoder: colour statistics, palettes, the LZW coder.
#ifndef HONE_FORMAT_IMAGE_GIF_H
#define HONE_FORMAT_IMAGE_GIF_H

#include "format/image/image.h"

// ---- colour statistics (quantize.c) ----

// Pixels of one colour, or of similar ones.
typedef struct color_bin {
    uint32_t key;       // the colour without the bits that are given up; with alpha 255, 0 = free
    uint32_t candidate; // the colour that most of the pixels have, if any has more than half
    uint32_t votes;     // for the candidate, less those against it
    uint64_t count;
    uint64_t red, green, blue; // sums
} color_bin;

typedef struct color_histogram {
    color_bin *bins;  // a hash table of COLOR_BINS
    color_bin *spare; // another, empty
    uint32_t used;
    uint32_t shift; // low bits of each channel that are given up so that the bins suffice
    const hone_allocator *allocator;
} color_histogram;

enum {
    COLOR_BINS = 32768,
    COLOR_BINS_MOST = COLOR_BINS / 2, // in use
    PALETTE_MOST = 255                // colours besides transparent
};

// Empties the histogram, whose memory (a few megabytes) is taken the first time; it must be zero
// but for the allocator before. False when there is no memory.
bool color_histogram_begin(color_histogram *histogram);
void color_histogram_free(color_histogram *histogram);
// Adds an opaque colour (alpha 255), count times.
void color_histogram_add(color_histogram *histogram, uint32_t color, uint32_t count);

// Adds the colours of all opaque pixels that differ from before (NULL: of all).
void color_histogram_add_changes(color_histogram *histogram, const uint32_t *pixels,
                                 const uint32_t *before, size_t count);

// Chooses at most most colours (1 to PALETTE_MOST) that stand for the histogram's; returns how
// many. False when there is no memory.
bool quantize(const color_histogram *histogram, int32_t most, uint32_t *colors, int32_t *count);

// ---- palettes (gif_palette.c) ----

// A squared distance between colours, green counting twice.
static inline uint32_t color_distance(uint32_t a, uint32_t b)
{
    int32_t r = (int32_t)(a >> 16 & 0xFF) - (int32_t)(b >> 16 & 0xFF);
    int32_t g = (int32_t)(a >> 8 & 0xFF) - (int32_t)(b >> 8 & 0xFF);
    int32_t u = (int32_t)(a & 0xFF) - (int32_t)(b & 0xFF);
    return (uint32_t)(r * r + 2 * g * g + u * u);
}

enum { PALETTE_HASH = 1024, PALETTE_GRID_BITS = 6, PALETTE_GREENS = 256 };

// Up to 255 opaque colours with the indices 1 to count; index 0 is transparent.
typedef struct gif_palette {
    uint32_t colors[PALETTE_MOST + 1];
    int32_t count;
    uint32_t hash_colors[PALETTE_HASH]; // exact look-up, 0 = free
    uint8_t hash_indices[PALETTE_HASH];
    uint32_t sorted[PALETTE_MOST]; // by green
    uint8_t sorted_indices[PALETTE_MOST];
    uint8_t first_of_green[PALETTE_GREENS + 1]; // position in sorted of the first that has it
    uint8_t *grid; // nearest index per cell of 4 x 4 x 4 colours, 0 = not known yet
} gif_palette;

enum { PALETTE_GRID = 1 << (3 * PALETTE_GRID_BITS) };

gif_palette *gif_palette_new(const hone_allocator *allocator);
void gif_palette_free(gif_palette *palette, const hone_allocator *allocator); // NULL is allowed
void gif_palette_clear(gif_palette *palette);
// Adds a colour that is not there yet; count must be below PALETTE_MOST.
void gif_palette_add(gif_palette *palette, uint32_t color);
void gif_palette_set(gif_palette *palette, const uint32_t *colors, int32_t count);
static inline uint32_t gif_palette_slot(uint32_t color)
{
    return color * 0x9E3779B1u >> 22;
}
// The index of exactly this colour, 0 when it is not there.
static inline uint8_t gif_palette_exact(const gif_palette *palette, uint32_t color)
{
    uint32_t slot = gif_palette_slot(color);
    while (palette->hash_colors[slot] != 0) {
        if (palette->hash_colors[slot] == color) {
            return palette->hash_indices[slot];
        }
        slot = (slot + 1) % PALETTE_HASH;
    }
    return 0;
}
// The nearest colour's index; of several equally near ones always the same. Needs count > 0.
uint8_t gif_palette_search(const gif_palette *palette, uint32_t color);
// The exact colour's index, else the one nearest to the middle of the colour's grid cell.
uint8_t gif_palette_nearest(gif_palette *palette, uint32_t color);
// One of two near colours, which mixed by a fixed pattern give the colour.
uint8_t gif_palette_dithered(gif_palette *palette, uint32_t color, int32_t x, int32_t y);
// Adds the colours of opaque pixels that differ from before (NULL: of all); false when they do not
// all fit (some may be added then).
bool gif_palette_add_changes(gif_palette *palette, const uint32_t *pixels, const uint32_t *before,
                             size_t count);

// ---- LZW (gif_lzw.c) ----

enum { LZW_HASH = 8192, LZW_CODES = 4096 };

typedef struct gif_lzw {
    uint32_t hash[LZW_HASH];       // prefix code and symbol above, 12 bits of code below
    uint16_t with_zero[LZW_CODES]; // code of the phrase and symbol 0
} gif_lzw;

// Appends the picture data of count pixels: the code size, the blocks, the end. Symbols are below
// 1 << bits, bits from 2 to 8. Where other[i] differs from symbols[i], either will do, and the
// coder takes what continues a phrase that it knows.
bool gif_lzw_write(gif_lzw *lzw, byte_buffer *to, const uint8_t *symbols, const uint8_t *other,
                   size_t count, uint32_t bits);

#endif
