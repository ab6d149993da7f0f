// SPDX-License-Identifier: MIT
//
// The program on a desktop. With arguments FOLDER STEP it draws whole pictures instead of bands,
// and every STEP-th one writes it as FOLDER/ANIMATION-NUMBER.ppm; the hashes of all whole pictures
// go to standard output.
#include "fox.h"
#include "port.h"
#include "show.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void port_print(const char *text)
{
    fputs(text, stdout);
}

uint32_t port_clock(void)
{
    return 0;
}

static uint16_t picture[SHOW_SIDE * SHOW_SIDE];
static _Alignas(4) uint8_t memory[FOX_RIG_BYTES];

static int write_picture(const char *path)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return 1;
    fprintf(file, "P6 %d %d 255\n", SHOW_SIDE, SHOW_SIDE);
    for (int i = 0; i < SHOW_SIDE * SHOW_SIDE; i++) {
        const unsigned p = picture[i];
        fputc((int)((p >> 11) * 255 / 31), file);
        fputc((int)((p >> 5 & 63) * 255 / 63), file);
        fputc((int)((p & 31) * 255 / 31), file);
    }
    return fclose(file) != 0;
}

static uint32_t hash_of_picture(void)
{
    const unsigned char *bytes = (const unsigned char *)picture;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof picture; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static int write_pictures(const char *folder, int step)
{
    hone_rig rig;
    if (!hone_rig_init(&rig, &fox_armature, memory, sizeof memory))
        return 1;
    for (int32_t i = 0; i < FOX_ANIMATION_COUNT; i++) {
        const hone_rig_animation *animation = &fox_animations[i];
        for (int frame = 0; frame < animation->duration; frame++) {
            hone_canvas canvas = hone_canvas_on((hone_surface){.pixels = picture,
                                                               .width = SHOW_SIDE,
                                                               .height = SHOW_SIDE,
                                                               .stride = SHOW_SIDE * 2,
                                                               .format = HONE_PIXEL_RGB565});
            if (!hone_rig_pose(&rig, animation, (float)frame, NULL))
                return 1;
            show_draw(&canvas, &rig);
            printf("whole %s %d %08" PRIx32 "\n", animation->name, frame, hash_of_picture());
            char path[1024];
            const int length =
                snprintf(path, sizeof path, "%s/%s-%02d.ppm", folder, animation->name, frame);
            if (length < 0 || length >= (int)sizeof path)
                return 1;
            if (frame % step == 0 && write_picture(path) != 0)
                return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        const int step = (int)strtol(argv[2], NULL, 10);
        return step > 0 ? write_pictures(argv[1], step) : 2;
    }
    return show_run();
}
