// SPDX-License-Identifier: MIT
//
// The canvas itself: what it may draw on, its clip, and colours made ready for drawing.
#include "canvas/canvas.h"

#include "canvas/pixel.h"
#include "canvas/vector.h"

#define LARGEST_SIDE 32767

int32_t hone_pixel_bytes(hone_pixel_format format)
{
    return format == HONE_PIXEL_ARGB8888 ? 4 : 2;
}

static bool surface_is_usable(const hone_surface *s)
{
    if (s->pixels == NULL || s->width < 1 || s->height < 1 || s->width > LARGEST_SIDE ||
        s->height > LARGEST_SIDE || (uint32_t)s->format > HONE_PIXEL_ARGB4444) {
        return false;
    }
    const int32_t bytes = hone_pixel_bytes(s->format);
    return s->stride >= s->width * bytes && s->stride % bytes == 0 &&
           s->origin_x >= -CANVAS_REACH && s->origin_x <= CANVAS_REACH - LARGEST_SIDE &&
           s->origin_y >= -CANVAS_REACH && s->origin_y <= CANVAS_REACH - LARGEST_SIDE;
}

hone_canvas hone_canvas_on(hone_surface surface)
{
    if (!surface_is_usable(&surface)) {
        surface = (hone_surface){.pixels = NULL, .format = HONE_PIXEL_ARGB8888};
    }
    return (hone_canvas){
        .surface = surface,
        .state = {.transform = {.a = 1.0f, .d = 1.0f},
                  .opacity = 255,
                  .blend = HONE_BLEND_OVER,
                  .filter = HONE_FILTER_BILINEAR,
                  .clip = {surface.origin_x, surface.origin_y, surface.width, surface.height}}};
}

void hone_canvas_transform(hone_canvas *canvas, hone_affine2 m)
{
    canvas->state.transform = hone_affine2_mul(canvas->state.transform, m);
}

static int32_t larger(int64_t a, int64_t b)
{
    return (int32_t)(a > b ? a : b);
}

static int32_t smaller(int64_t a, int64_t b)
{
    return (int32_t)(a < b ? a : b);
}

canvas_box canvas_clip_box(const hone_canvas *canvas)
{
    const hone_surface *s = &canvas->surface;
    const hone_rect *clip = &canvas->state.clip;
    if (!surface_is_usable(s) || clip->width <= 0 || clip->height <= 0) {
        return (canvas_box){0, 0, 0, 0};
    }
    return (canvas_box){larger(s->origin_x, clip->x), larger(s->origin_y, clip->y),
                        smaller((int64_t)s->origin_x + s->width, (int64_t)clip->x + clip->width),
                        smaller((int64_t)s->origin_y + s->height, (int64_t)clip->y + clip->height)};
}

void *canvas_pixel(const hone_canvas *canvas, int32_t x, int32_t y)
{
    const hone_surface *s = &canvas->surface;
    return (uint8_t *)s->pixels + (ptrdiff_t)(y - s->origin_y) * s->stride +
           (ptrdiff_t)(x - s->origin_x) * hone_pixel_bytes(s->format);
}

static uint32_t premultiplied(hone_color color, uint32_t opacity)
{
    const uint32_t alpha = pixel_mul(color >> 24, opacity);
    return pixel_scale(color | 0xff000000u, alpha);
}

canvas_paint canvas_paint_of(const hone_canvas *canvas, hone_color color)
{
    return (canvas_paint){premultiplied(color, canvas->state.opacity), canvas->state.blend};
}

bool canvas_paint_is_nothing(canvas_paint paint)
{
    return paint.argb == 0 && paint.blend != HONE_BLEND_NONE;
}

const canvas_target *canvas_target_of(hone_pixel_format format, canvas_level level)
{
    switch (format) {
    case HONE_PIXEL_RGB565:
    case HONE_PIXEL_RGB565_SWAPPED:
        return canvas_target_rgb565(format == HONE_PIXEL_RGB565_SWAPPED, level);
    case HONE_PIXEL_ARGB4444:
        return canvas_target_argb4444(level);
    case HONE_PIXEL_ARGB8888:
    default:
        return canvas_target_argb8888(level);
    }
}

canvas_level canvas_best_level(void)
{
#ifdef CANVAS_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        return CANVAS_AVX2;
    }
#endif
#ifdef CANVAS_HAS_SSE2
    return CANVAS_SSE2;
#else
    return CANVAS_PLAIN;
#endif
}

void hone_canvas_clear(hone_canvas *canvas, hone_color color)
{
    const canvas_box box = canvas_clip_box(canvas);
    if (box.x0 >= box.x1 || box.y0 >= box.y1) {
        return;
    }
    const hone_surface *s = &canvas->surface;
    const canvas_target *target = canvas_target_of(s->format, canvas_best_level());
    const uint32_t stored = target->store(premultiplied(color, 255));
    const int32_t width = box.x1 - box.x0;
    const int32_t height = box.y1 - box.y0;
    if (s->stride == width * hone_pixel_bytes(s->format) && width <= INT32_MAX / height) {
        target->set(canvas_pixel(canvas, box.x0, box.y0), width * height, stored);
        return;
    }
    for (int32_t y = box.y0; y < box.y1; y++) {
        target->set(canvas_pixel(canvas, box.x0, y), width, stored);
    }
}
