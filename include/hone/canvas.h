// SPDX-License-Identifier: MIT
//
// hone/canvas.h: surfaces, textures, and drawing of images, shapes, lines and text.
// Part of the embedded core: no allocation, no libm, no stdio.
//
// Space: pixels, y down; pixel (0, 0) covers the square from (0, 0) to (1, 1), its centre is
// (0.5, 0.5). A canvas works on one surface; two threads may draw on two surfaces at any time.
#ifndef HONE_CANVAS_H
#define HONE_CANVAS_H

#include "hone/math.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a pixel is stored. Colours with alpha are premultiplied: each channel is at most alpha.
// Blending into 16-bit formats rounds to the nearest value of each channel, once.
typedef enum hone_pixel_format {
    HONE_PIXEL_ARGB8888,       // uint32_t 0xAARRGGBB
    HONE_PIXEL_RGB565,         // uint16_t rrrrrggggggbbbbb
    HONE_PIXEL_RGB565_SWAPPED, // the same with its two bytes exchanged, as LCDs on SPI want it
    HONE_PIXEL_ARGB4444        // uint16_t aaaarrrrggggbbbb
} hone_pixel_format;

HONE_API int32_t hone_pixel_bytes(hone_pixel_format format);

// A colour as people write it: 0xAARRGGBB, NOT premultiplied.
typedef uint32_t hone_color;

// Pixels to draw on. The memory is the caller's. origin_x, origin_y say which pixel of the whole
// picture the first one is: a tall picture can be drawn in bands into one small buffer, each call
// with the same coordinates.
typedef struct hone_surface {
    void *pixels;
    int32_t width, height;
    int32_t stride; // bytes from row to row, a multiple of the pixel's size
    hone_pixel_format format;
    int32_t origin_x, origin_y;
} hone_surface;

// Pixels to draw from; may be static const data in flash.
typedef struct hone_texture {
    const void *pixels;
    int32_t width, height;
    int32_t stride; // bytes
    hone_pixel_format format;
} hone_texture;

typedef struct hone_rect {
    int32_t x, y, width, height;
} hone_rect;

// The part of a texture that is drawn: a rectangle, and in it (if hull_count >= 3) a convex polygon
// outside of which everything is transparent: x,y pairs in pixels from the rectangle's corner.
// The hull changes no pixel, it only saves time.
typedef struct hone_image_part {
    hone_rect rect;
    const int16_t *hull;
    int32_t hull_count; // corners
} hone_image_part;

typedef enum hone_blend {
    HONE_BLEND_OVER, // source over destination
    HONE_BLEND_ADD,  // sum, saturating
    HONE_BLEND_NONE  // source replaces destination, alpha too
} hone_blend;

typedef enum hone_filter {
    HONE_FILTER_NEAREST, // the texel under the pixel's centre
    HONE_FILTER_BILINEAR // weighted mean of the four texels round it; outside is transparent
} hone_filter;

// Everything that drawing depends on besides the surface. Plain values: save it by copying
// canvas->state, restore it by copying back.
typedef struct hone_canvas_state {
    hone_affine2 transform; // from the caller's units to the picture's pixels
    uint8_t opacity;        // 255 = as is
    hone_blend blend;
    hone_filter filter;
    bool key_enabled; // texels equal to key (as stored) are clear, and what is clear is not drawn,
                      // even by HONE_BLEND_NONE
    uint32_t key;
    hone_rect clip; // in the picture's pixels
} hone_canvas_state;

typedef struct hone_canvas {
    hone_surface surface;
    hone_canvas_state state;
} hone_canvas;

// A canvas on the surface: identity transform, full opacity, over, bilinear, no key, clip = the
// surface. A surface that cannot be drawn on (no pixels, sizes below 1 or above 32767, stride too
// small) gives a canvas that draws nothing.
HONE_API hone_canvas hone_canvas_on(hone_surface surface);

// Multiplies the transform from the right: what is drawn next is mapped by m first.
HONE_API void hone_canvas_transform(hone_canvas *canvas, hone_affine2 m);

// Sets every pixel of the clip to the colour; transform, blend and opacity do not count.
HONE_API void hone_canvas_clear(hone_canvas *canvas, hone_color color);

// Filled shapes, edges anti-aliased by exact area coverage, in the caller's units.
HONE_API void hone_canvas_fill_rect(hone_canvas *canvas, float x, float y, float width,
                                    float height, hone_color color);
HONE_API void hone_canvas_fill_circle(hone_canvas *canvas, hone_vec2 centre, float radius,
                                      hone_color color);
HONE_API void hone_canvas_fill_convex(hone_canvas *canvas, const hone_vec2 *points, int32_t count,
                                      hone_color color);

// A line or a chain of lines with round ends and joins. Width in the caller's units. A translucent
// colour covers each pixel once, also where the chain crosses itself.
HONE_API void hone_canvas_line(hone_canvas *canvas, hone_vec2 from, hone_vec2 to, float width,
                               hone_color color);
HONE_API void hone_canvas_polyline(hone_canvas *canvas, const hone_vec2 *points, int32_t count,
                                   bool closed, float width, hone_color color);

// Draws the texture (or the part of it) with its corner at (0, 0) of the caller's units, one texel
// one unit. part = NULL draws the whole texture. A part that reaches outside the texture, or a
// transform without inverse, draws nothing.
HONE_API void hone_canvas_draw_image(hone_canvas *canvas, const hone_texture *texture,
                                     const hone_image_part *part);

// The octagon round everything visible in a rectangle of a texture (NULL = all of it), ready to be
// the hull of an image part: writes up to 8 corners as x,y pairs from the rectangle's corner and
// returns their number, 0 when nothing is visible. Texels equal to *key (as stored, NULL = no key)
// do not count.
HONE_API int32_t hone_texture_hull(const hone_texture *texture, const hone_rect *rect,
                                   const uint32_t *key, int16_t hull[16]);

// Text in the built-in font, UTF-8, baseline left at (x, y), size = height of a capital letter in
// the caller's units. Characters outside Latin-1 and broken UTF-8 are drawn as a box.
HONE_API void hone_canvas_text(hone_canvas *canvas, float x, float y, float size, hone_color color,
                               const char *utf8);
HONE_API float hone_canvas_text_width(float size, const char *utf8);

#ifdef __cplusplus
}
#endif
#endif
