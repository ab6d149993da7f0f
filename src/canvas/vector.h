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

// Textures whose texels can be named with 16-bit coordinates, a 16-bit stride and a 32-bit index.
image_row *argb8888_image_avx2(hone_filter filter, hone_blend blend);
image_row *argb8888_image_sse2(hone_filter filter, hone_blend blend);

#endif
