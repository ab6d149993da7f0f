// SPDX-License-Identifier: MIT
//
// Which vector instructions this build has, and the row functions that use them. AVX2 is compiled
// in beside the rest and chosen at run time.
#ifndef HONE_CANVAS_VECTOR_H
#define HONE_CANVAS_VECTOR_H

#include "canvas/canvas.h"

#if !defined(HONE_NO_SIMD) && defined(__SSE2__)
#define CANVAS_HAS_SSE2
#if defined(__GNUC__) && defined(__x86_64__)
#define CANVAS_HAS_AVX2
#endif
#endif

// The plain C functions, for what vector ones leave.
image_fetch *fetch_plain(hone_pixel_format format, hone_filter filter);
void argb8888_composite_plain(void *pixels, const uint32_t *source, int32_t count, hone_blend blend,
                              bool picky);
image_row *argb8888_image_plain(hone_filter filter, hone_blend blend);

// Writes up to seven entries more than count.
image_fetch *fetch_avx2(hone_pixel_format format, hone_filter filter);

void rgb565_set(void *pixels, int32_t count, uint32_t stored);
void rgb565_paint_native_sse2(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage);
void rgb565_paint_swapped_sse2(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage);
void rgb565_mask_native_sse2(void *pixels, const uint8_t *coverage, int32_t count,
                             canvas_paint paint);
void rgb565_mask_swapped_sse2(void *pixels, const uint8_t *coverage, int32_t count,
                              canvas_paint paint);
void rgb565_composite_native_sse2(void *pixels, const uint32_t *source, int32_t count,
                                  hone_blend blend, bool picky);
void rgb565_composite_swapped_sse2(void *pixels, const uint32_t *source, int32_t count,
                                   hone_blend blend, bool picky);

image_row *argb8888_image_sse2(hone_filter filter, hone_blend blend);

// Textures whose texels can be named with 16-bit coordinates, a 16-bit stride and a 32-bit index.
image_row *argb8888_image_avx2(hone_filter filter, hone_blend blend);

void argb8888_composite_sse2(void *pixels, const uint32_t *source, int32_t count, hone_blend blend,
                             bool picky);
void argb8888_set_sse2(void *pixels, int32_t count, uint32_t stored);
void argb8888_paint_sse2(void *pixels, int32_t count, canvas_paint paint, uint32_t coverage);
void argb8888_mask_sse2(void *pixels, const uint8_t *coverage, int32_t count, canvas_paint paint);
int32_t argb8888_convex_avx2(const raster_sink *sink, int32_t y, int32_t y1,
                             const struct raster_chain *left, const struct raster_chain *right);

#endif
