// SPDX-License-Identifier: MIT
//
// The parts without their transparent margins, on shelves in one picture, tallest first.
#include "fox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATLAS_WIDTH = 512, GAP = 2 };

static hone_rect opaque_part(const fox_part *part)
{
    int left = part->width, top = part->height, right = 0, bottom = 0;
    for (int y = 0; y < part->height; y++) {
        for (int x = 0; x < part->width; x++) {
            if (part->pixels[y * part->width + x] != 0) {
                left = x < left ? x : left;
                right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
            }
        }
    }
    return (hone_rect){left, top, right - left, bottom - top};
}

static int pack(fox_part *parts, int count)
{
    int order[FOX_PARTS_MAX];
    for (int i = 0; i < count; i++) {
        parts[i].trimmed = opaque_part(&parts[i]);
        int at = i;
        for (; at > 0 && parts[order[at - 1]].trimmed.height < parts[i].trimmed.height; at--) {
            order[at] = order[at - 1];
        }
        order[at] = i;
    }
    int x = GAP, y = GAP, shelf = 0;
    for (int i = 0; i < count; i++) {
        fox_part *part = &parts[order[i]];
        if (x + part->trimmed.width + GAP > ATLAS_WIDTH) {
            x = GAP;
            y += shelf + GAP;
            shelf = 0;
        }
        part->placed = (hone_rect){x, y, part->trimmed.width, part->trimmed.height};
        x += part->trimmed.width + GAP;
        shelf = part->trimmed.height > shelf ? part->trimmed.height : shelf;
    }
    return y + shelf + GAP;
}

static bool write_json(const char *path, const fox_part *parts, int count, int height)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    (void)fprintf(file,
                  "{\n\"name\": \"fox\",\n\"imagePath\": \"fox_tex.png\",\n\"width\": %d,\n"
                  "\"height\": %d,\n\"SubTexture\": [\n",
                  ATLAS_WIDTH, height);
    for (int i = 0; i < count; i++) {
        const fox_part *p = &parts[i];
        (void)fprintf(
            file,
            "{\"name\": \"%s\", \"x\": %d, \"y\": %d, \"width\": %d, \"height\": %d, "
            "\"frameX\": %d, \"frameY\": %d, \"frameWidth\": %d, \"frameHeight\": %d}%s\n",
            p->name, (int)p->placed.x, (int)p->placed.y, (int)p->placed.width,
            (int)p->placed.height, (int)-p->trimmed.x, (int)-p->trimmed.y, p->width, p->height,
            i + 1 < count ? "," : "");
    }
    (void)fputs("]\n}\n", file);
    bool fine = ferror(file) == 0;
    return fclose(file) == 0 && fine;
}

bool fox_write_atlas(const char *folder, fox_part *parts, int count)
{
    int height = pack(parts, count);
    uint32_t *pixels = calloc((size_t)ATLAS_WIDTH * (size_t)height, sizeof *pixels);
    if (pixels == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        const fox_part *p = &parts[i];
        for (int y = 0; y < p->placed.height; y++) {
            memcpy(&pixels[(p->placed.y + y) * ATLAS_WIDTH + p->placed.x],
                   &p->pixels[(p->trimmed.y + y) * p->width + p->trimmed.x],
                   (size_t)p->placed.width * sizeof *pixels);
        }
    }
    char path[1024];
    hone_surface surface = {pixels, ATLAS_WIDTH, height, ATLAS_WIDTH * 4, HONE_PIXEL_ARGB8888, 0,
                            0};
    bool fine = (unsigned)snprintf(path, sizeof path, "%s/fox_tex.png", folder) < sizeof path &&
                hone_image_write_png(path, &surface, NULL) == HONE_OK &&
                (unsigned)snprintf(path, sizeof path, "%s/fox_tex.json", folder) < sizeof path &&
                write_json(path, parts, count, height);
    free(pixels);
    return fine;
}
