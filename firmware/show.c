// SPDX-License-Identifier: MIT
//
// Plays every animation of the character, frame by frame, as a board with a 240x240 LCD would: the
// picture is drawn in bands of 16 lines into one small buffer, which then goes to the display. The
// display is a hash here (FNV-1a, 32 bits, over the bytes in the order in which they would be
// sent), so that machines can be compared by comparing what they print:
//
//     frame ANIMATION NUMBER HASH
//     count ANIMATION POSE DRAW      mean instructions a frame, where the machine counts them
#include "show.h"
#include "fox.h"
#include "port.h"

enum { BAND_ROWS = 16, LETTERS = 96 };

static uint16_t band[SHOW_SIDE * BAND_ROWS];
static _Alignas(4) uint8_t instance[FOX_RIG_BYTES];

// A line of text that grows to the right; what does not fit is left out.
typedef struct line {
    char text[LETTERS];
    int length;
} line;

static void add_text(line *l, const char *text)
{
    while (*text && l->length < LETTERS - 1)
        l->text[l->length++] = *text++;
    l->text[l->length] = '\0';
}

static void add_number(line *l, uint32_t value, uint32_t base, int digits)
{
    char turned[12];
    int count = 0;
    while (value > 0 || count < digits || count == 0) {
        turned[count++] = "0123456789abcdef"[value % base];
        value /= base;
    }
    while (count > 0)
        add_text(l, (char[2]){turned[--count], '\0'});
}

static uint32_t hashed(uint32_t hash, const uint8_t *bytes, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

hone_affine2 show_placement(void)
{
    const hone_rect box = fox_armature.bounds;
    const float middle = (float)box.x + 0.5f * (float)box.width;
    const float bottom = (float)(box.y + box.height);
    return (hone_affine2){
        1.0f, 0.0f, 0.0f, 1.0f, 0.5f * SHOW_SIDE - middle, (float)(SHOW_SIDE - 12) - bottom};
}

void show_draw(hone_canvas *canvas, const hone_rig *rig)
{
    canvas->state.filter = HONE_FILTER_NEAREST;
    canvas->state.transform = show_placement();
    hone_canvas_clear(canvas, 0xFF20304Au);
    hone_rig_draw(rig, canvas);
}

static uint32_t draw_in_bands(const hone_rig *rig, uint32_t *instructions)
{
    uint32_t hash = 2166136261u;
    for (int32_t y = 0; y < SHOW_SIDE; y += BAND_ROWS) {
        const uint32_t before = port_clock();
        hone_canvas canvas = hone_canvas_on((hone_surface){.pixels = band,
                                                           .width = SHOW_SIDE,
                                                           .height = BAND_ROWS,
                                                           .stride = SHOW_SIDE * 2,
                                                           .format = HONE_PIXEL_RGB565,
                                                           .origin_y = y});
        show_draw(&canvas, rig);
        *instructions += port_clock() - before;
        hash = hashed(hash, (const uint8_t *)band, (int32_t)sizeof band);
    }
    return hash;
}

static bool play(hone_rig *rig, const hone_rig_animation *animation)
{
    uint32_t pose = 0, draw = 0;
    for (uint32_t frame = 0; frame < animation->duration; frame++) {
        const uint32_t before = port_clock();
        if (!hone_rig_pose(rig, animation, (float)frame, NULL))
            return false;
        pose += port_clock() - before;
        const uint32_t hash = draw_in_bands(rig, &draw);
        line l = {.length = 0};
        add_text(&l, "frame ");
        add_text(&l, animation->name);
        add_text(&l, " ");
        add_number(&l, frame, 10, 1);
        add_text(&l, " ");
        add_number(&l, hash, 16, 8);
        add_text(&l, "\n");
        port_print(l.text);
    }
    if (draw > 0) {
        line l = {.length = 0};
        add_text(&l, "count ");
        add_text(&l, animation->name);
        add_text(&l, " ");
        add_number(&l, pose / animation->duration, 10, 1);
        add_text(&l, " ");
        add_number(&l, draw / animation->duration, 10, 1);
        add_text(&l, "\n");
        port_print(l.text);
    }
    return true;
}

int show_run(void)
{
    hone_rig rig;
    if (!hone_rig_init(&rig, &fox_armature, instance, sizeof instance)) {
        port_print("the instance is too small\n");
        return 1;
    }
    for (int32_t i = 0; i < FOX_ANIMATION_COUNT; i++) {
        if (fox_animations[i].duration == 0 || !play(&rig, &fox_animations[i])) {
            port_print("an animation does not play\n");
            return 1;
        }
    }
    return 0;
}
