// SPDX-License-Identifier: MIT
#include "puppet.h"
#include "random.h"

#include "cmocka_test.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 96 };

typedef struct screen {
    uint32_t pixels[SIDE * SIDE]; // room for every format
    hone_canvas canvas;
} screen;

static void clear_screen(screen *s, hone_pixel_format format)
{
    hone_surface surface = {s->pixels, SIDE, SIDE, SIDE * hone_pixel_bytes(format), format, 0, 0};
    s->canvas = hone_canvas_on(surface);
    hone_canvas_clear(&s->canvas, 0xFF203040);
}

static void scatter(void *user, int32_t bone, hone_rig_local *local)
{
    random_state *random = user;
    float reach = bone == ROOT ? 30.0f : 8.0f;
    local->x += random_float(random, -reach, reach);
    local->y += random_float(random, -reach, reach);
    local->rot_x = local->rot_y = (hone_angle16)(uint16_t)random_bits(random);
    local->scale_x = (hone_scale16)(3000 + random_index(random, 3000));
    local->scale_y = (hone_scale16)(3000 + random_index(random, 3000));
}

static void random_pose(hone_rig *rig, random_state *random)
{
    hone_rig_visitor visitor = {scatter, random};
    assert_true(hone_rig_pose_bind(rig, &visitor));
    assert_true(hone_rig_set_attachment(rig, FINGERS, random_index(random, 4) - 1));
    assert_true(hone_rig_set_attachment(rig, HAT, random_index(random, 2) - 1));
    assert_true(hone_rig_set_alpha(rig, CHEST, random_index(random, 256)));
}

static hone_affine2 random_placement(random_state *random)
{
    float size = random_float(random, 0.5f, 2.0f);
    float mirror = random_index(random, 2) == 0 ? -1.0f : 1.0f;
    return (hone_affine2){size * mirror, 0.1f, -0.2f, size, 48.0f, 50.0f};
}

static const hone_pixel_format formats[] = {HONE_PIXEL_ARGB8888, HONE_PIXEL_RGB565,
                                            HONE_PIXEL_RGB565_SWAPPED, HONE_PIXEL_ARGB4444};

// What drawing a rig means, spelled out.
static void draw_by_hand(const hone_rig *rig, hone_canvas *canvas, int32_t first, int32_t end)
{
    const hone_armature *armature = rig->armature;
    hone_canvas_state before = canvas->state;
    for (int32_t i = first; i < end; i++) {
        int32_t index = hone_rig_slot_at(rig, i);
        const hone_rig_slot *slot = &armature->slots[index];
        int32_t shown = hone_rig_attachment_of(rig, index);
        if (shown < 0 || slot->attachments[shown].texture == NULL ||
            hone_rig_alpha_of(rig, index) == 0) {
            continue;
        }
        const hone_rig_attachment *a = &slot->attachments[shown];
        hone_affine2 m;
        assert_true(hone_rig_bone_transform(rig, slot->bone, &m));
        canvas->state.transform = hone_affine2_mul(hone_affine2_mul(before.transform, m), a->local);
        int32_t alpha = hone_rig_alpha_of(rig, index);
        canvas->state.opacity = (uint8_t)((before.opacity * alpha * 2 + 255) / 510);
        if (slot->blend == HONE_BLEND_ADD && before.blend != HONE_BLEND_NONE) {
            canvas->state.blend = HONE_BLEND_ADD;
        } else {
            canvas->state.blend = before.blend;
        }
        canvas->state.key_enabled = armature->keyed && a->texture->format != HONE_PIXEL_ARGB4444 &&
                                    a->texture->format != HONE_PIXEL_ARGB8888;
        canvas->state.key = armature->key;
        hone_image_part part = {
            {a->source_x, a->source_y, a->source_width, a->source_height}, a->hull, a->hull_count};
        hone_canvas_draw_image(canvas, a->texture, &part);
        canvas->state = before;
    }
}

static void pixels_are_those_of_drawing_each_slot_by_hand(void **state)
{
    (void)state;
    static screen ours, theirs;
    random_state random = random_begin(11);
    for (int round = 0; round < 1000; round++) {
        hone_pixel_format target = formats[random_index(&random, 4)];
        const hone_armature *armature = puppet(formats[random_index(&random, 4)]);
        hone_rig rig = puppet_new(armature);
        random_pose(&rig, &random);
        clear_screen(&ours, target);
        ours.canvas.state.transform = random_placement(&random);
        ours.canvas.state.opacity =
            random_index(&random, 2) == 0 ? 255 : (uint8_t)random_index(&random, 256);
        ours.canvas.state.blend = (hone_blend)random_index(&random, 3);
        ours.canvas.state.filter = (hone_filter)random_index(&random, 2);
        if (random_index(&random, 3) == 0) {
            ours.canvas.state.clip = (hone_rect){20, 30, 25, 31};
        }
        hone_canvas_state before = ours.canvas.state;
        clear_screen(&theirs, target);
        theirs.canvas.state = before;
        assert_true(hone_rig_draw(&rig, &ours.canvas));
        draw_by_hand(&rig, &theirs.canvas, 0, SLOTS);
        assert_memory_equal(ours.pixels, theirs.pixels, sizeof ours.pixels);
        assert_memory_equal(&ours.canvas.state, &before, sizeof before);
        puppet_free(&rig);
    }
}

static void ranges_follow_each_other_to_the_whole(void **state)
{
    (void)state;
    static screen whole, parts;
    random_state random = random_begin(12);
    static const uint8_t order[] = {5, 0, 1, 3, 2, 4};
    static const hone_rig_order_key key = {0, order};
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    hone_rig_animation animation = puppet_animation(rig.armature, NULL, 0, 0);
    animation.orders = &key;
    animation.order_count = 1;
    for (int round = 0; round < 1000; round++) {
        hone_rig_visitor visitor = {scatter, &random};
        assert_true(hone_rig_pose(&rig, &animation, 0.0f, &visitor));
        clear_screen(&whole, HONE_PIXEL_ARGB8888);
        clear_screen(&parts, HONE_PIXEL_ARGB8888);
        whole.canvas.state.transform = random_placement(&random);
        parts.canvas.state.transform = whole.canvas.state.transform;
        assert_true(hone_rig_draw(&rig, &whole.canvas));
        int32_t cut = random_index(&random, SLOTS + 1);
        assert_true(hone_rig_draw_range(&rig, &parts.canvas, -5, cut));
        assert_true(hone_rig_draw_range(&rig, &parts.canvas, cut, 1000));
        assert_memory_equal(whole.pixels, parts.pixels, sizeof whole.pixels);
        clear_screen(&whole, HONE_PIXEL_ARGB8888);
        memcpy(parts.pixels, whole.pixels, sizeof whole.pixels);
        assert_true(hone_rig_draw_range(&rig, &whole.canvas, 4, 2));
        assert_true(hone_rig_draw_range(&rig, &whole.canvas, SLOTS, 99));
        assert_memory_equal(whole.pixels, parts.pixels, sizeof whole.pixels);
    }
    puppet_free(&rig);
}

static void all_pixels_lie_within_the_bounds(void **state)
{
    (void)state;
    static screen drawn, empty;
    random_state random = random_begin(13);
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    for (int round = 0; round < 1000; round++) {
        random_pose(&rig, &random);
        clear_screen(&empty, HONE_PIXEL_ARGB8888);
        clear_screen(&drawn, HONE_PIXEL_ARGB8888);
        hone_affine2 placement = random_placement(&random);
        float size = random_index(&random, 4) == 0 ? 6.0f : 1.0f;
        placement = hone_affine2_mul(placement, hone_affine2_scale(size, size));
        drawn.canvas.state.transform = placement;
        drawn.canvas.state.filter = (hone_filter)random_index(&random, 2);
        assert_true(hone_rig_draw(&rig, &drawn.canvas));
        hone_rect r;
        assert_true(hone_rig_bounds_placed(&rig, placement, &r));
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                if (drawn.pixels[y * SIDE + x] != empty.pixels[y * SIDE + x]) {
                    assert_true(x >= r.x && x < r.x + r.width);
                    assert_true(y >= r.y && y < r.y + r.height);
                }
            }
        }
    }
    puppet_free(&rig);
}

static void bands_are_equal_to_the_whole(void **state)
{
    (void)state;
    static screen whole;
    static uint32_t band[SIDE * SIDE];
    random_state random = random_begin(14);
    for (int round = 0; round < 300; round++) {
        hone_pixel_format format = formats[round % 4];
        int32_t bytes = hone_pixel_bytes(format);
        hone_rig rig = puppet_new(puppet(formats[(round / 4) % 4]));
        random_pose(&rig, &random);
        clear_screen(&whole, format);
        hone_affine2 placement = random_placement(&random);
        hone_filter filter = (hone_filter)random_index(&random, 2);
        whole.canvas.state.transform = placement;
        whole.canvas.state.filter = filter;
        assert_true(hone_rig_draw(&rig, &whole.canvas));
        int32_t width = round % 2 == 0 ? SIDE : 3;
        int32_t height = round % 2 == 0 ? 5 : SIDE;
        for (int32_t y = 0; y < SIDE; y += height) {
            for (int32_t x = 0; x < SIDE; x += width) {
                int32_t w = x + width > SIDE ? SIDE - x : width;
                int32_t h = y + height > SIDE ? SIDE - y : height;
                hone_canvas canvas =
                    hone_canvas_on((hone_surface){band, w, h, width * bytes, format, x, y});
                hone_canvas_clear(&canvas, 0xFF203040);
                canvas.state.transform = placement;
                canvas.state.filter = filter;
                assert_true(hone_rig_draw(&rig, &canvas));
                for (int32_t row = 0; row < h; row++) {
                    const uint8_t *ours = (const uint8_t *)band + row * width * bytes;
                    const uint8_t *theirs =
                        (const uint8_t *)whole.pixels + ((y + row) * SIDE + x) * bytes;
                    assert_memory_equal(ours, theirs, (size_t)(w * bytes));
                }
            }
        }
        puppet_free(&rig);
    }
}

static void a_negative_scale_mirrors(void **state)
{
    (void)state;
    static screen right, left;
    // Whole texels on whole pixels, so that the mirrored picture has the very same pixels.
    static const hone_rig_bone bone = {"b", 0, 0, 0, 0, 4096, 4096, HONE_RIG_NO_PARENT, 0};
    static uint32_t texels[16 * 16];
    random_state random = random_begin(15);
    for (int i = 0; i < 256; i++) {
        texels[i] = 0xFF000000u | (uint32_t)(random_bits(&random) & 0xFFFFFF);
    }
    hone_texture texture = {texels, 16, 16, 64, HONE_PIXEL_ARGB8888};
    hone_rig_attachment a = {"a", &texture, 2, 3, 11, 9, {1, 0, 0, 1, 3, -4}, NULL, 0, 0};
    hone_rig_slot slot = {"s", &a, 1, 0, 0, 255, HONE_BLEND_OVER};
    hone_armature armature = {.bones = &bone, .bone_count = 1, .slots = &slot, .slot_count = 1};
    hone_rig rig = puppet_new(&armature);
    for (int filter = 0; filter < 2; filter++) {
        clear_screen(&right, HONE_PIXEL_ARGB8888);
        clear_screen(&left, HONE_PIXEL_ARGB8888);
        right.canvas.state.transform = (hone_affine2){1, 0, 0, 1, SIDE * 0.5f, 50};
        left.canvas.state.transform = (hone_affine2){-1, 0, 0, 1, SIDE * 0.5f, 50};
        right.canvas.state.filter = left.canvas.state.filter = (hone_filter)filter;
        assert_true(hone_rig_draw(&rig, &right.canvas));
        assert_true(hone_rig_draw(&rig, &left.canvas));
        int64_t differing = 0;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                assert_int_equal(right.pixels[y * SIDE + x], left.pixels[y * SIDE + SIDE - 1 - x]);
                differing += right.pixels[y * SIDE + x] != left.pixels[y * SIDE + x];
            }
        }
        assert_true(differing > 100);
        // And it is the source's pixels that are there: 3, -4 from the middle, from 2, 3 on.
        assert_int_equal(right.pixels[(50 - 4 + 5) * SIDE + SIDE / 2 + 3 + 7], texels[8 * 16 + 9]);
    }
    puppet_free(&rig);
}

static void the_key_clears_only_pictures_without_alpha(void **state)
{
    (void)state;
    static screen s;
    static const hone_rig_bone bone = {"b", 0, 0, 0, 0, 4096, 4096, HONE_RIG_NO_PARENT, 0};
    static const uint16_t texels[] = {0xF00F, 0x1234, 0x4321, 0xF00F};
    static const hone_texture with_key = {texels, 2, 2, 4, HONE_PIXEL_RGB565};
    static const hone_texture with_alpha = {texels, 2, 2, 4, HONE_PIXEL_ARGB4444};
    hone_rig_attachment a[2] = {{"a", &with_key, 0, 0, 2, 2, {1, 0, 0, 1, 10, 10}, NULL, 0, 0},
                                {"b", &with_alpha, 0, 0, 2, 2, {1, 0, 0, 1, 20, 10}, NULL, 0, 0}};
    hone_rig_slot slots[2] = {{"s", &a[0], 1, 0, 0, 255, HONE_BLEND_OVER},
                              {"t", &a[1], 1, 0, 0, 255, HONE_BLEND_OVER}};
    hone_armature armature = {.bones = &bone,
                              .bone_count = 1,
                              .slots = slots,
                              .slot_count = 2,
                              .keyed = true,
                              .key = 0xF00F};
    hone_rig rig = puppet_new(&armature);
    clear_screen(&s, HONE_PIXEL_ARGB8888);
    s.canvas.state.filter = HONE_FILTER_NEAREST;
    s.canvas.state.key_enabled = true;
    s.canvas.state.key = 0x4321;
    hone_canvas_state before = s.canvas.state;
    assert_true(hone_rig_draw(&rig, &s.canvas));
    assert_memory_equal(&s.canvas.state, &before, sizeof before);
    assert_int_equal(s.pixels[10 * SIDE + 10], 0xFF203040); // the key
    assert_int_not_equal(s.pixels[10 * SIDE + 11], 0xFF203040);
    assert_int_not_equal(s.pixels[11 * SIDE + 10], 0xFF203040); // the canvas's own key is not it
    assert_int_equal(s.pixels[11 * SIDE + 11], 0xFF203040);
    assert_int_equal(s.pixels[10 * SIDE + 20], 0xFF0000FF); // opaque blue in the other format
    puppet_free(&rig);
}

static void what_misses_the_clip_draws_nothing(void **state)
{
    (void)state;
    static screen s, empty;
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    clear_screen(&empty, HONE_PIXEL_ARGB8888);
    clear_screen(&s, HONE_PIXEL_ARGB8888);
    static const hone_affine2 placements[] = {
        {1, 0, 0, 1, 5000, 0}, {1, 0, 0, 1, 0, -5000}, {0, 0, 0, 0, 0, 0}, {1, 0, 0, 1, 1e9f, 0}};
    for (size_t i = 0; i < sizeof placements / sizeof placements[0]; i++) {
        s.canvas.state.transform = placements[i];
        assert_true(hone_rig_draw(&rig, &s.canvas));
    }
    s.canvas.state.transform = (hone_affine2){1, 0, 0, 1, 48, 48};
    s.canvas.state.clip = (hone_rect){40, 40, 0, 10};
    assert_true(hone_rig_draw(&rig, &s.canvas));
    s.canvas.state.clip = (hone_rect){0, 0, SIDE, SIDE};
    for (int32_t i = 0; i < SLOTS; i++) {
        assert_true(hone_rig_set_alpha(&rig, i, 0));
    }
    assert_true(hone_rig_draw(&rig, &s.canvas));
    assert_memory_equal(s.pixels, empty.pixels, sizeof s.pixels);
    puppet_free(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_are_those_of_drawing_each_slot_by_hand),
        cmocka_unit_test(ranges_follow_each_other_to_the_whole),
        cmocka_unit_test(all_pixels_lie_within_the_bounds),
        cmocka_unit_test(bands_are_equal_to_the_whole),
        cmocka_unit_test(a_negative_scale_mirrors),
        cmocka_unit_test(the_key_clears_only_pictures_without_alpha),
        cmocka_unit_test(what_misses_the_clip_draws_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
