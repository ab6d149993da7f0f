// SPDX-License-Identifier: MIT
//
// The octagon round what is visible in a texture: the least and greatest u, v, u + v and u - v over
// the corners of all visible texels. Every such texel lies inside it as a whole.
#include "canvas/canvas.h"

static uint32_t stored_texel(const hone_texture *t, int32_t x, int32_t y)
{
    const uint8_t *row = (const uint8_t *)t->pixels + (ptrdiff_t)y * t->stride;
    if (t->format == HONE_PIXEL_ARGB8888) {
        return ((const uint32_t *)(const void *)row)[x];
    }
    return ((const uint16_t *)(const void *)row)[x];
}

static bool is_visible(const hone_texture *t, uint32_t stored, const uint32_t *key)
{
    const bool has_alpha = t->format == HONE_PIXEL_ARGB8888 || t->format == HONE_PIXEL_ARGB4444;
    return !(key != NULL && stored == *key) && (stored != 0 || !has_alpha);
}

typedef struct extent {
    int32_t u0, u1, v0, v1, sum0, sum1, difference0, difference1;
} extent;

// A row's first and last visible texels decide all eight bounds.
static void include_row(extent *e, int32_t u0, int32_t u1, int32_t v)
{
    e->u0 = canvas_min(e->u0, u0);
    e->u1 = canvas_max(e->u1, u1);
    e->v0 = canvas_min(e->v0, v);
    e->v1 = canvas_max(e->v1, v + 1);
    e->sum0 = canvas_min(e->sum0, u0 + v);
    e->sum1 = canvas_max(e->sum1, u1 + v + 1);
    e->difference0 = canvas_min(e->difference0, u0 - v - 1);
    e->difference1 = canvas_max(e->difference1, u1 - v);
}

static int32_t add_corner(int16_t *hull, int32_t count, int32_t u, int32_t v)
{
    if (count > 0 && hull[2 * count - 2] == u && hull[2 * count - 1] == v) {
        return count;
    }
    hull[2 * count] = (int16_t)u;
    hull[2 * count + 1] = (int16_t)v;
    return count + 1;
}

int32_t hone_texture_hull(const hone_texture *texture, const hone_rect *rect, const uint32_t *key,
                          int16_t hull[16])
{
    hone_rect all;
    if (!canvas_part_of(texture, rect, &all)) {
        return 0;
    }
    const int32_t far = 1 << 20;
    extent e = {far, -far, far, -far, far, -far, far, -far};
    for (int32_t v = 0; v < all.height; v++) {
        int32_t u0 = 0;
        int32_t u1 = all.width;
        while (u0 < u1 && !is_visible(texture, stored_texel(texture, all.x + u0, all.y + v), key)) {
            u0++;
        }
        while (u1 > u0 &&
               !is_visible(texture, stored_texel(texture, all.x + u1 - 1, all.y + v), key)) {
            u1--;
        }
        if (u0 < u1) {
            include_row(&e, u0, u1, v);
        }
    }
    if (e.u0 >= e.u1) {
        return 0;
    }
    int16_t corners[18];
    int32_t count = 0;
    count = add_corner(corners, count, e.sum0 - e.v0, e.v0);
    count = add_corner(corners, count, e.difference1 + e.v0, e.v0);
    count = add_corner(corners, count, e.u1, e.u1 - e.difference1);
    count = add_corner(corners, count, e.u1, e.sum1 - e.u1);
    count = add_corner(corners, count, e.sum1 - e.v1, e.v1);
    count = add_corner(corners, count, e.difference0 + e.v1, e.v1);
    count = add_corner(corners, count, e.u0, e.u0 - e.difference0);
    count = add_corner(corners, count, e.u0, e.sum0 - e.u0);
    count -= corners[2 * count - 2] == corners[0] && corners[2 * count - 1] == corners[1] ? 1 : 0;
    for (int32_t i = 0; i < 2 * count; i++) {
        hull[i] = corners[i];
    }
    return count;
}
