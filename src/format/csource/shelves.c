// SPDX-License-Identifier: MIT
//
// Packing on shelves: pictures, tallest first, stand side by side; when the next does not fit in
// the row, a new shelf begins below. Nothing lies between them: what is outside of a part's
// rectangle is never sampled.
#include "format/csource/csource.h"

#include "base/error.h"

enum { LARGEST_SIDE = 32767, NARROWEST = 64, WIDEST = 2048 };

static bool belongs(const stored *s, hone_pixel_format format)
{
    return s->format == format && s->same_as == HONE_NONE && s->width > 0;
}

// Tallest first, then widest, then in their order.
static void sort(const stored *pictures, int32_t *order, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        int32_t moved = order[i];
        int32_t at = i;
        while (at > 0) {
            const stored *a = &pictures[order[at - 1]];
            const stored *b = &pictures[moved];
            if (a->height > b->height || (a->height == b->height && a->width >= b->width)) {
                break;
            }
            order[at] = order[at - 1];
            at--;
        }
        order[at] = moved;
    }
}

// Places the pictures; returns the height.
static int64_t shelve(stored *pictures, const int32_t *order, int32_t count, int32_t width)
{
    int32_t x = 0;
    int64_t top = 0;
    int64_t shelf = 0;
    for (int32_t i = 0; i < count; i++) {
        stored *s = &pictures[order[i]];
        if (x + s->width > width) {
            top += shelf;
            shelf = 0;
            x = 0;
        }
        s->x = x;
        s->y = (int32_t)top;
        x += s->width;
        shelf = s->height > shelf ? s->height : shelf;
    }
    return top + shelf;
}

// The width of least area among the powers of two, and the widest picture if that is wider.
static int32_t best_width(stored *pictures, const int32_t *order, int32_t count, int32_t widest)
{
    int32_t best = widest;
    int64_t least = INT64_MAX;
    for (int32_t width = NARROWEST; width <= WIDEST; width *= 2) {
        int64_t height = width >= widest ? shelve(pictures, order, count, width) : INT64_MAX;
        if (height <= LARGEST_SIDE && height * width < least) {
            least = height * width;
            best = width;
        }
    }
    return best;
}

static bool make_texture(arena *a, const stored *pictures, const int32_t *order, int32_t count,
                         hone_pixel_format format, int32_t width, int32_t height, uint16_t key,
                         sheet *out)
{
    uint16_t *texels = arena_new(a, (size_t)width * (size_t)height, sizeof *texels);
    if (texels == NULL) {
        return false;
    }
    size_t total = (size_t)width * (size_t)height;
    for (size_t i = 0; i < total && format != HONE_PIXEL_ARGB4444; i++) {
        texels[i] = key;
    }
    for (int32_t i = 0; i < count; i++) {
        const stored *s = &pictures[order[i]];
        for (int32_t y = 0; y < s->height; y++) {
            for (int32_t x = 0; x < s->width; x++) {
                texels[(ptrdiff_t)(s->y + y) * width + s->x + x] =
                    s->texels[(ptrdiff_t)y * s->width + x];
            }
        }
    }
    out->textures[out->texture_count++] = (hone_texture){texels, width, height, width * 2, format};
    return true;
}

hone_status pack_shelves(arena *a, stored *pictures, int32_t count, hone_pixel_format format,
                         int32_t width, uint16_t key, sheet *out, hone_error *error)
{
    int32_t *order = arena_new(a, (size_t)count, sizeof *order);
    if (order == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, NULL, "not enough memory");
    }
    int32_t packed = 0;
    int32_t widest = 0;
    for (int32_t i = 0; i < count; i++) {
        if (belongs(&pictures[i], format)) {
            widest = pictures[i].width > widest ? pictures[i].width : widest;
            order[packed++] = i;
        }
    }
    bool made = true;
    if (width == 0) {
        for (int32_t i = 0; i < packed && made; i++) {
            stored *s = &pictures[order[i]];
            s->texture = out->texture_count;
            made = make_texture(a, pictures, order + i, 1, format, s->width, s->height, key, out);
        }
    } else if (packed > 0) {
        sort(pictures, order, packed);
        if (width == HONE_PACK_WIDTH_AUTO) {
            width = best_width(pictures, order, packed, widest);
        }
        int64_t height = width < widest ? INT64_MAX : shelve(pictures, order, packed, width);
        if (height > LARGEST_SIDE) {
            return error_set(error, HONE_ERROR_LIMIT, NULL,
                             width < widest
                                 ? "a picture is wider than the atlas; a larger width, or a "
                                   "smaller scale, would hold it"
                                 : "the atlas would be higher than 32767 pixels");
        }
        for (int32_t i = 0; i < packed; i++) {
            pictures[order[i]].texture = out->texture_count;
        }
        made = make_texture(a, pictures, order, packed, format, width, (int32_t)height, key, out);
    }
    return made ? HONE_OK : error_set(error, HONE_ERROR_MEMORY, NULL, "not enough memory");
}
