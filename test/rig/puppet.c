// SPDX-License-Identifier: MIT
#include "puppet.h"

#include "random.h"

#include <math.h>
#include <stdlib.h>

enum { SIDE = 32 };

static uint32_t argb8888[SIDE * SIDE];
static uint16_t rgb565[SIDE * SIDE], rgb565_swapped[SIDE * SIDE], argb4444[SIDE * SIDE];
static hone_texture textures[4];

static const hone_rig_bone bones[BONES] = {
    {"root", 0, 0, 0, 0, 4096, 4096, HONE_RIG_NO_PARENT, 0},
    {"body", 1.5f, -2, 1000, 1000, 4096, 4096, ROOT, 0},
    {"arm", 6, -3, -8192, -8192, 4096, 3000, BODY, 0},
    {"hand", 11, 0.25f, 500, 4000, -4096, 4096, ARM, 0},
};

static hone_rig_attachment back[1], chest[2], sleeve[1], fingers[3], hat[1], flame[1];
static hone_rig_slot slots[SLOTS];
static hone_armature armatures[4];

static void paint(void)
{
    random_state random = {7};
    for (int i = 0; i < SIDE * SIDE; i++) {
        uint32_t a = (uint32_t)random_index(&random, 4) * 85;
        uint32_t pixel = a << 24;
        for (int shift = 0; shift < 24; shift += 8) {
            pixel |= (uint32_t)random_index(&random, (int)a + 1) << shift;
        }
        argb8888[i] = pixel;
        rgb565[i] = (uint16_t)random_index(&random, 65536);
        if (i % 3 == 0) {
            rgb565[i] = 0xF81F; // the key
        }
        rgb565_swapped[i] = (uint16_t)(rgb565[i] << 8 | rgb565[i] >> 8);
        uint32_t a4 = a / 17;
        argb4444[i] = (uint16_t)(a4 << 12);
        for (int shift = 0; shift < 12; shift += 4) {
            argb4444[i] |= (uint16_t)(random_index(&random, (int)a4 + 1) << shift);
        }
    }
    textures[HONE_PIXEL_ARGB8888] =
        (hone_texture){argb8888, SIDE, SIDE, SIDE * 4, HONE_PIXEL_ARGB8888};
    textures[HONE_PIXEL_RGB565] = (hone_texture){rgb565, SIDE, SIDE, SIDE * 2, HONE_PIXEL_RGB565};
    textures[HONE_PIXEL_RGB565_SWAPPED] =
        (hone_texture){rgb565_swapped, SIDE, SIDE, SIDE * 2, HONE_PIXEL_RGB565_SWAPPED};
    textures[HONE_PIXEL_ARGB4444] =
        (hone_texture){argb4444, SIDE, SIDE, SIDE * 2, HONE_PIXEL_ARGB4444};
}

const hone_armature *puppet(hone_pixel_format format)
{
    static hone_pixel_format made = (hone_pixel_format)99;
    if (textures[0].pixels == NULL) {
        paint();
    }
    hone_armature *out = &armatures[format];
    if (made != format) {
        made = format;
        const hone_texture *t = &textures[format];
        static const int16_t hull[] = {0, 0, 14, 0, 14, 8, 7, 10, 0, 8};
        back[0] =
            (hone_rig_attachment){"back", t, 0, 0, 20, 24, {1, 0, 0, 1, -10, -12}, NULL, 0, 0};
        chest[0] = (hone_rig_attachment){
            "chest", t, 4, 2, 16, 12, {0.9f, 0.2f, -0.2f, 0.9f, -8, -6}, NULL, 0, 0};
        chest[1] =
            (hone_rig_attachment){"chest2", t, 9, 9, 8, 8, {1.5f, 0, 0, 1.5f, -6, -6}, NULL, 0, 0};
        sleeve[0] =
            (hone_rig_attachment){"sleeve", t, 1, 20, 14, 10, {1, 0, 0, 1, 0, -5}, hull, 5, 0};
        fingers[0] =
            (hone_rig_attachment){"open", t, 20, 20, 7, 6, {1, 0, 0, 1, -1, -3}, NULL, 0, 0};
        fingers[1] =
            (hone_rig_attachment){"mesh", NULL, 0, 0, 0, 0, {1, 0, 0, 1, 0, 0}, NULL, 0, 0};
        fingers[2] = (hone_rig_attachment){"fist", t, 0, 8, 5, 5, {2, 0, 0, 2, -5, -5}, NULL, 0, 0};
        hat[0] = (hone_rig_attachment){"hat", t, 8, 0, 12, 6, {1, 0, 0.5f, 1, -6, -20}, NULL, 0, 0};
        flame[0] =
            (hone_rig_attachment){"flame", t, 16, 4, 10, 10, {1, 0, 0, 1, -4, 3}, NULL, 0, 0};
        slots[BACK] = (hone_rig_slot){"back", back, 1, 0, ROOT, 255, HONE_BLEND_OVER};
        slots[CHEST] = (hone_rig_slot){"chest", chest, 2, 0, BODY, 255, HONE_BLEND_OVER};
        slots[SLEEVE] = (hone_rig_slot){"sleeve", sleeve, 1, 0, ARM, 200, HONE_BLEND_OVER};
        slots[FINGERS] = (hone_rig_slot){"fingers", fingers, 3, 0, HAND, 255, HONE_BLEND_OVER};
        slots[HAT] = (hone_rig_slot){"hat", hat, 1, HONE_NONE, BODY, 255, HONE_BLEND_OVER};
        slots[FLAME] = (hone_rig_slot){"flame", flame, 1, 0, HAND, 180, HONE_BLEND_ADD};
    }
    bool keyed = format == HONE_PIXEL_RGB565 || format == HONE_PIXEL_RGB565_SWAPPED;
    *out = (hone_armature){.name = "puppet",
                           .bones = bones,
                           .slots = slots,
                           .bone_count = BONES,
                           .slot_count = SLOTS,
                           .keyed = keyed,
                           .key = format == HONE_PIXEL_RGB565_SWAPPED ? 0x1FF8 : 0xF81F,
                           .signature = hone_rig_signature(bones, BONES, slots, SLOTS)};
    return out;
}

hone_rig puppet_new(const hone_armature *armature)
{
    hone_rig rig;
    size_t bytes = hone_rig_bytes(armature);
    void *memory = malloc(bytes);
    if (memory == NULL || !hone_rig_init(&rig, armature, memory, bytes)) {
        abort();
    }
    return rig;
}

void puppet_free(hone_rig *rig)
{
    free(rig->memory); // malloc's memory is aligned already
    hone_rig_deinit(rig);
}

hone_angle16 degrees(double angle)
{
    return (hone_angle16)(uint16_t)(int32_t)floor(angle * 65536.0 / 360.0 + 0.5);
}

hone_rig_animation puppet_animation(const hone_armature *armature,
                                    const hone_rig_timeline *timelines, uint16_t of_bones,
                                    uint16_t of_slots)
{
    return (hone_rig_animation){.name = "test",
                                .timelines = timelines,
                                .bone_timeline_count = of_bones,
                                .slot_timeline_count = of_slots,
                                .duration = 24,
                                .frame_rate = 24.0f,
                                .signature = armature->signature};
}
