// SPDX-License-Identifier: MIT
//
// Packing and writing of small rigs made here, with results that can be told by hand.
#include "format/csource/csource.h"

#include "cmocka_test.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

// ---- a rig of some pictures, one slot each

enum { MOST_SLOTS = 4, MOST_SIDE = 64 };

typedef struct stage {
    uint32_t pixels[MOST_SLOTS][MOST_SIDE * MOST_SIDE];
    hone_texture textures[MOST_SLOTS];
    hone_rig_attachment attachments[MOST_SLOTS];
    hone_rig_slot slots[MOST_SLOTS];
    hone_rig_bone bone;
    hone_armature armature;
    hone_rig_document document;
} stage;

static stage *make_stage(int32_t slots, int32_t width, int32_t height)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    stage *s = calloc(1, sizeof *s);
    s->bone = (hone_rig_bone){"root", 0.0f, 0.0f, 0, 0, 4096, 4096, HONE_RIG_NO_PARENT, 0};
    for (int32_t i = 0; i < slots; i++) {
        s->textures[i] =
            (hone_texture){s->pixels[i], width, height, width * 4, HONE_PIXEL_ARGB8888};
        s->attachments[i] = (hone_rig_attachment){.name = names[i],
                                                  .texture = &s->textures[i],
                                                  .source_width = (int16_t)width,
                                                  .source_height = (int16_t)height,
                                                  .local = {1.0f, 0.0f, 0.0f, 1.0f, 10.0f, 20.0f}};
        s->slots[i] = (hone_rig_slot){names[i], &s->attachments[i], 1, 0, 0, 255, HONE_BLEND_OVER};
    }
    s->armature = (hone_armature){.name = "thing",
                                  .bones = &s->bone,
                                  .slots = s->slots,
                                  .bone_count = 1,
                                  .slot_count = (uint8_t)slots};
    s->armature.signature = hone_rig_signature(&s->bone, 1, s->slots, slots);
    s->document = (hone_rig_document){.name = "thing", .armature = &s->armature};
    return s;
}

static void fill(stage *s, int32_t slot, hone_rect rect, uint32_t pixel)
{
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
        for (int32_t x = rect.x; x < rect.x + rect.width; x++) {
            s->pixels[slot][y * s->textures[slot].width + x] = pixel;
        }
    }
}

static hone_packed_rig *pack(const stage *s, const hone_pack_def *def)
{
    hone_packed_rig *rig = NULL;
    hone_error error;
    assert_int_equal(hone_rig_pack(&s->document, def, NULL, &rig, &error), HONE_OK);
    return rig;
}

static const hone_rig_attachment *shown(const hone_packed_rig *rig, int32_t slot)
{
    return &rig->armature->slots[slot].attachments[0];
}

static uint16_t texel(const hone_rig_attachment *a, int32_t x, int32_t y)
{
    const uint16_t *texels = a->texture->pixels;
    return texels[(a->source_y + y) * a->texture->width + a->source_x + x];
}

// ---- examples

static void clear_margins_are_trimmed_and_the_place_corrected(void **state)
{
    (void)state;
    stage *s = make_stage(1, 16, 16);
    fill(s, 0, (hone_rect){3, 5, 4, 2}, 0xFFFF0000);
    hone_packed_rig *rig = pack(s, NULL);
    const hone_rig_attachment *a = shown(rig, 0);
    assert_int_equal(a->source_width, 4);
    assert_int_equal(a->source_height, 2);
    assert_true(a->local.tx == 13.0f && a->local.ty == 25.0f);
    assert_true(a->local.a == 1.0f && a->local.d == 1.0f && a->local.b == 0.0f);
    assert_int_equal(texel(a, 0, 0), 0xFF00);
    assert_int_equal(rig->figures.pictures, 1);
    assert_int_equal(rig->figures.texels_before, 256);
    hone_packed_rig_free(rig);
    free(s);
}

static void an_invisible_picture_becomes_an_empty_place(void **state)
{
    (void)state;
    stage *s = make_stage(2, 8, 8);
    fill(s, 1, (hone_rect){0, 0, 8, 8}, 0xFF00FF00);
    hone_packed_rig *rig = pack(s, NULL);
    assert_null(shown(rig, 0)->texture);
    assert_non_null(shown(rig, 1)->texture);
    assert_int_equal(rig->warnings.count, 1);
    hone_packed_rig_free(rig);
    free(s);
}

static void equal_pictures_are_stored_once_wherever_they_lie(void **state)
{
    (void)state;
    stage *s = make_stage(3, 16, 16);
    fill(s, 0, (hone_rect){0, 0, 5, 5}, 0xFF112233);
    fill(s, 1, (hone_rect){7, 9, 5, 5}, 0xFF112233);
    fill(s, 2, (hone_rect){0, 0, 5, 5}, 0xFF332211);
    hone_packed_rig *rig = pack(s, NULL);
    assert_int_equal(shown(rig, 0)->source_x, shown(rig, 1)->source_x);
    assert_int_equal(shown(rig, 0)->source_y, shown(rig, 1)->source_y);
    assert_true(shown(rig, 1)->local.tx == 17.0f && shown(rig, 1)->local.ty == 29.0f);
    assert_true(shown(rig, 2)->source_x != shown(rig, 0)->source_x ||
                shown(rig, 2)->source_y != shown(rig, 0)->source_y);
    hone_packed_rig_free(rig);
    free(s);
}

static void colours_are_rounded_to_the_nearest_step(void **state)
{
    (void)state;
    stage *s = make_stage(1, 4, 4);
    fill(s, 0, (hone_rect){0, 0, 4, 4}, 0xFFFF8908); // 255, 137 / 17 = 8.06, 8 / 17 = 0.47
    s->pixels[0][1] = 0x80800040;                    // half: 7.53, 7.53, 0, 3.76
    hone_packed_rig *rig = pack(s, NULL);
    assert_int_equal(texel(shown(rig, 0), 0, 0), 0xFF80);
    assert_int_equal(texel(shown(rig, 0), 1, 0), 0x8804);
    hone_packed_rig_free(rig);
    free(s);
}

static void keyed_pixels_are_opaque_from_the_threshold_on(void **state)
{
    (void)state;
    stage *s = make_stage(1, 4, 1);
    const uint32_t row[4] = {0xFF0000FF, 0x80000080, 0x7F00007F, 0xFFFF0000};
    memcpy(s->pixels[0], row, sizeof row);
    hone_pack_def def = hone_default_pack_def();
    def.format = HONE_PACK_RGB565;
    hone_packed_rig *rig = pack(s, &def);
    const hone_rig_attachment *a = shown(rig, 0);
    assert_true(rig->armature->keyed);
    assert_int_equal(rig->armature->key, 0xF81F); // magenta
    assert_int_equal(texel(a, 0, 0), 0x001F);
    assert_int_equal(texel(a, 1, 0), 0x001F); // its colour without the alpha
    assert_int_equal(texel(a, 2, 0), 0xF81F);
    assert_int_equal(texel(a, 3, 0), 0xF800);
    hone_packed_rig_free(rig);
    def.format = HONE_PACK_RGB565_SWAPPED;
    rig = pack(s, &def);
    assert_int_equal(rig->armature->key, 0x1FF8);
    assert_int_equal(texel(shown(rig, 0), 0, 0), 0x1F00);
    hone_packed_rig_free(rig);
    free(s);
}

static void an_opaque_pixel_of_the_key_colour_is_changed_by_one_step_of_blue(void **state)
{
    (void)state;
    stage *s = make_stage(1, 4, 1);
    const uint32_t row[4] = {0xFFFF00FF, 0xFF000000, 0xFFFF00FF, 0xFF000000};
    memcpy(s->pixels[0], row, sizeof row);
    hone_pack_def def = hone_default_pack_def();
    for (int swapped = 0; swapped < 2; swapped++) {
        def.format = swapped ? HONE_PACK_RGB565_SWAPPED : HONE_PACK_RGB565;
        hone_packed_rig *rig = pack(s, &def);
        assert_int_equal(texel(shown(rig, 0), 0, 0), swapped ? 0x1EF8 : 0xF81E);
        assert_int_equal(rig->warnings.count, 1);
        assert_int_equal(rig->warnings.items[0].count, 2);
        hone_packed_rig_free(rig);
    }
    free(s);
}

static void auto_keeps_alpha_only_where_a_picture_is_translucent_inside(void **state)
{
    (void)state;
    stage *s = make_stage(2, 20, 20);
    for (int slot = 0; slot < 2; slot++) {
        fill(s, slot, (hone_rect){1, 1, 18, 18}, 0x80808080); // a soft edge ...
        fill(s, slot, (hone_rect){2, 2, 16, 16}, 0xFFFFFFFF);
    }
    fill(s, 1, (hone_rect){5, 5, 10, 10}, 0x80404040); // ... and a window
    hone_pack_def def = hone_default_pack_def();
    def.format = HONE_PACK_AUTO;
    hone_packed_rig *rig = pack(s, &def);
    assert_int_equal(shown(rig, 0)->texture->format, HONE_PIXEL_RGB565_SWAPPED);
    assert_int_equal(shown(rig, 1)->texture->format, HONE_PIXEL_ARGB4444);
    hone_packed_rig_free(rig);
    def.auto_alpha = 31.0f; // the window is 100 of 324 visible pixels
    rig = pack(s, &def);
    assert_int_equal(shown(rig, 1)->texture->format, HONE_PIXEL_RGB565_SWAPPED);
    hone_packed_rig_free(rig);
    free(s);
}

static void a_key_of_the_input_becomes_clear(void **state)
{
    (void)state;
    stage *s = make_stage(1, 8, 8);
    fill(s, 0, (hone_rect){0, 0, 8, 8}, 0xFF00FF00);
    fill(s, 0, (hone_rect){2, 3, 4, 4}, 0xFFFF0000);
    hone_pack_def def = hone_default_pack_def();
    def.in_keyed = true;
    def.in_key = 0xFF00FF00;
    hone_packed_rig *rig = pack(s, &def);
    assert_int_equal(shown(rig, 0)->source_width, 4);
    assert_true(shown(rig, 0)->local.tx == 12.0f && shown(rig, 0)->local.ty == 23.0f);
    hone_packed_rig_free(rig);
    free(s);
}

static void scaling_keeps_a_plain_colour_and_the_place_of_the_picture(void **state)
{
    (void)state;
    stage *s = make_stage(1, 40, 30);
    fill(s, 0, (hone_rect){0, 0, 40, 30}, 0xFF887766);
    static const float scales[] = {0.5f, 0.3f, 1.7f};
    for (int i = 0; i < 3; i++) {
        hone_pack_def def = hone_default_pack_def();
        def.scale = scales[i];
        hone_packed_rig *rig = pack(s, &def);
        const hone_rig_attachment *a = shown(rig, 0);
        assert_int_equal(a->source_width, (int)(40.0f * scales[i] + 0.5f));
        for (int32_t y = 0; y < a->source_height; y++) {
            for (int32_t x = 0; x < a->source_width; x++) {
                assert_int_equal(texel(a, x, y), 0xF876);
            }
        }
        // The far corner lies where it lay.
        const hone_vec2 corner = {(float)a->source_width, (float)a->source_height};
        hone_vec2 far = hone_affine2_apply(a->local, corner);
        assert_float_equal(far.x, 50.0f, 1e-4f);
        assert_float_equal(far.y, 50.0f, 1e-4f);
        hone_packed_rig_free(rig);
    }
    free(s);
}

static void a_slanted_bar_is_turned_upright(void **state)
{
    (void)state;
    stage *s = make_stage(1, 64, 64);
    for (int32_t y = 0; y < 64; y++) {
        for (int32_t x = 0; x < 64; x++) {
            if (x - y > -6 && x - y < 6) {
                s->pixels[0][y * 64 + x] = 0xFFFFFFFF;
            }
        }
    }
    hone_pack_def def = hone_default_pack_def();
    def.fit_rotate = true;
    hone_packed_rig *rig = pack(s, &def);
    const hone_rig_attachment *a = shown(rig, 0);
    // About 90 by 8 instead of 64 by 64.
    assert_true(a->source_width * a->source_height < 64 * 64 / 3);
    // The middle of the bar stays where it was.
    const hone_vec2 middle = {0.5f * (float)a->source_width, 0.5f * (float)a->source_height};
    hone_vec2 place = hone_affine2_apply(a->local, middle);
    assert_float_equal(place.x, 42.0f, 0.6f);
    assert_float_equal(place.y, 52.0f, 0.6f);
    assert_float_equal(a->local.a * a->local.d - a->local.b * a->local.c, 1.0f, 1e-5f);
    hone_packed_rig_free(rig);
    def.fit_min_gain = 99.0f;
    rig = pack(s, &def);
    assert_int_equal(shown(rig, 0)->source_width, 64);
    hone_packed_rig_free(rig);
    free(s);
}

static void dithering_keeps_the_mean_colour(void **state)
{
    (void)state;
    stage *s = make_stage(1, 64, 64);
    fill(s, 0, (hone_rect){0, 0, 64, 64}, 0xFF505050); // 80 / 17 = 4.7
    for (int way = 1; way <= 2; way++) {
        hone_pack_def def = hone_default_pack_def();
        def.dither = (hone_pack_dither)way;
        hone_packed_rig *rig = pack(s, &def);
        int32_t sum = 0;
        for (int32_t i = 0; i < 64 * 64; i++) {
            uint16_t t = texel(shown(rig, 0), i % 64, i / 64);
            assert_int_equal(t >> 12, 15);
            sum += t & 15;
        }
        assert_float_equal((float)sum / 4096.0f * 17.0f, 80.0f, 0.6f);
        hone_packed_rig_free(rig);
    }
    free(s);
}

static void an_atlas_width_of_0_gives_each_picture_a_texture(void **state)
{
    (void)state;
    stage *s = make_stage(3, 10, 10);
    for (int i = 0; i < 3; i++) {
        fill(s, i, (hone_rect){0, 0, 4 + i, 6}, 0xFF0000FFu << i);
    }
    hone_pack_def def = hone_default_pack_def();
    def.atlas_width = 0;
    hone_packed_rig *rig = pack(s, &def);
    assert_int_equal(rig->texture_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(shown(rig, i)->texture->width, 4 + i);
        assert_int_equal(shown(rig, i)->texture->height, 6);
    }
    hone_packed_rig_free(rig);
    free(s);
}

static void definitions_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    stage *s = make_stage(1, 64, 8);
    fill(s, 0, (hone_rect){0, 0, 64, 8}, 0xFFFFFFFF);
    hone_packed_rig *rig = NULL;
    hone_error error;
    hone_pack_def def = hone_default_pack_def();
    def.scale = 0.0f;
    assert_int_equal(hone_rig_pack(&s->document, &def, NULL, &rig, &error), HONE_ERROR_ARGUMENT);
    def = hone_default_pack_def();
    def.hull = 17;
    assert_int_equal(hone_rig_pack(&s->document, &def, NULL, &rig, &error), HONE_ERROR_ARGUMENT);
    def = hone_default_pack_def();
    def.scale = 2.0f;
    def.atlas_width = 64;
    assert_int_equal(hone_rig_pack(&s->document, &def, NULL, &rig, &error), HONE_ERROR_LIMIT);
    assert_int_equal(hone_rig_pack(NULL, NULL, NULL, &rig, &error), HONE_ERROR_ARGUMENT);
    s->attachments[0].source_width = 65;
    assert_int_equal(hone_rig_pack(&s->document, NULL, NULL, &rig, &error), HONE_ERROR_ARGUMENT);
    assert_null(rig);
    free(s);
}

// ---- properties

static int64_t turn_of(const int16_t *a, const int16_t *b, int32_t x, int32_t y)
{
    return (int64_t)(b[0] - a[0]) * (y - a[1]) - (int64_t)(b[1] - a[1]) * (x - a[0]);
}

static void blobs(stage *s, random_state *random, int32_t slot)
{
    hone_surface surface = {s->pixels[slot],
                            s->textures[slot].width,
                            s->textures[slot].height,
                            s->textures[slot].stride,
                            HONE_PIXEL_ARGB8888,
                            0,
                            0};
    memset(s->pixels[slot], 0, sizeof s->pixels[slot]);
    hone_canvas canvas = hone_canvas_on(surface);
    int32_t count = 1 + random_index(random, 3);
    for (int32_t i = 0; i < count; i++) {
        hone_vec2 from = {random_float(random, 0, 40), random_float(random, 0, 40)};
        hone_vec2 to = {random_float(random, 0, 40), random_float(random, 0, 40)};
        hone_canvas_line(&canvas, from, to, random_float(random, 1, 12),
                         0xFF000000u | (uint32_t)random_bits(random));
    }
}

static void no_visible_texel_lies_outside_of_an_outline(void **state)
{
    (void)state;
    random_state random = random_begin(71);
    stage *s = make_stage(1, 40, 40);
    int32_t outlines = 0;
    for (int32_t n = 0; n < 1500; n++) {
        blobs(s, &random, 0);
        hone_pack_def def = hone_default_pack_def();
        def.hull = 3 + random_index(&random, 14);
        def.format = n % 2 == 0 ? HONE_PACK_ARGB4444 : HONE_PACK_RGB565;
        hone_packed_rig *rig = pack(s, &def);
        const hone_rig_attachment *a = shown(rig, 0);
        assert_true(a->hull_count <= def.hull);
        outlines += a->hull_count > 0;
        for (int32_t i = 0; i < a->hull_count; i++) {
            const int16_t *p = a->hull + 2 * i;
            const int16_t *q = a->hull + 2 * ((i + 1) % a->hull_count);
            const int16_t *r = a->hull + 2 * ((i + 2) % a->hull_count);
            assert_true(turn_of(p, q, r[0], r[1]) > 0);
            for (int32_t y = 0; y < a->source_height; y++) {
                for (int32_t x = 0; x < a->source_width; x++) {
                    uint16_t t = texel(a, x, y);
                    bool visible = n % 2 == 0 ? t >> 12 != 0 : t != 0xF81F;
                    if (visible) {
                        assert_true(turn_of(p, q, x, y) >= 0 && turn_of(p, q, x + 1, y) >= 0);
                        assert_true(turn_of(p, q, x, y + 1) >= 0 &&
                                    turn_of(p, q, x + 1, y + 1) >= 0);
                    }
                }
            }
        }
        hone_packed_rig_free(rig);
    }
    assert_true(outlines > 1000);
    free(s);
}

static bool overlap(const hone_rig_attachment *a, const hone_rig_attachment *b)
{
    return a->texture == b->texture && a->source_x < b->source_x + b->source_width &&
           b->source_x < a->source_x + a->source_width &&
           a->source_y < b->source_y + b->source_height &&
           b->source_y < a->source_y + a->source_height;
}

static void packed_pictures_lie_apart_inside_their_textures(void **state)
{
    (void)state;
    random_state random = random_begin(72);
    stage *s = make_stage(4, 40, 40);
    for (int32_t n = 0; n < 1000; n++) {
        for (int32_t i = 0; i < 4; i++) {
            blobs(s, &random, i);
            s->pixels[i][0] = 0xFFFFFFFFu; // never empty, never the same
            s->pixels[i][i + 1] = 0xFFFFFFFFu;
        }
        hone_pack_def def = hone_default_pack_def();
        def.format = (hone_pack_format)random_index(&random, 4);
        def.atlas_width = n % 3 == 0 ? 64 : HONE_PACK_WIDTH_AUTO;
        hone_packed_rig *rig = pack(s, &def);
        for (int32_t i = 0; i < 4; i++) {
            const hone_rig_attachment *a = shown(rig, i);
            assert_true(a->source_x >= 0 && a->source_x + a->source_width <= a->texture->width);
            assert_true(a->source_y >= 0 && a->source_y + a->source_height <= a->texture->height);
            for (int32_t j = 0; j < i; j++) {
                assert_false(overlap(a, shown(rig, j)));
            }
        }
        hone_packed_rig_free(rig);
    }
    free(s);
}

// ---- writing

typedef struct sink {
    char *bytes;
    size_t count, most; // refuses beyond most
} sink;

static bool take(void *user, const void *bytes, size_t count)
{
    sink *s = user;
    if (s->count + count > s->most) {
        return false;
    }
    s->bytes = realloc(s->bytes, s->count + count + 1);
    memcpy(s->bytes + s->count, bytes, count);
    s->count += count;
    s->bytes[s->count] = '\0';
    return true;
}

static void the_same_rig_is_written_the_same_and_odd_names_are_escaped(void **state)
{
    (void)state;
    stage *s = make_stage(1, 8, 8);
    fill(s, 0, (hone_rect){0, 0, 8, 8}, 0xFF00FF00);
    s->bone.name = "a \"b\"\\?\?/\n\xC3\xA9";
    hone_packed_rig *rigs[2] = {pack(s, NULL), pack(s, NULL)};
    sink out[2] = {{NULL, 0, SIZE_MAX / 2}, {NULL, 0, SIZE_MAX / 2}};
    hone_error error;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hone_csource_write(rigs[i], "x", false, take, &out[i], NULL, &error),
                         HONE_OK);
    }
    assert_string_equal(out[0].bytes, out[1].bytes);
    assert_non_null(strstr(out[0].bytes, "\"a \\\"b\\\"\\\\\\077\\077/\\012\\303\\251\""));
    assert_non_null(strstr(out[0].bytes, "const hone_armature x_armature = {"));
    for (int i = 0; i < 2; i++) {
        hone_packed_rig_free(rigs[i]);
        free(out[i].bytes);
    }
    free(s);
}

static void names_that_are_no_identifiers_and_outputs_that_are_full_are_refused(void **state)
{
    (void)state;
    stage *s = make_stage(1, 8, 8);
    fill(s, 0, (hone_rect){0, 0, 8, 8}, 0xFF00FF00);
    hone_packed_rig *rig = pack(s, NULL);
    hone_error error;
    sink none = {NULL, 0, 0};
    static const char *const wrong[] = {"", "1a", "a b", "a-b", "\xC3\xA9"};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(hone_csource_write(rig, wrong[i], false, take, &none, NULL, &error),
                         HONE_ERROR_ARGUMENT);
    }
    assert_int_equal(hone_csource_write(rig, "x", false, take, &none, NULL, &error), HONE_ERROR_IO);
    hone_packed_rig_free(rig);
    free(s);
}

// ---- memory

typedef struct heap {
    int32_t until_failure, blocks;
} heap;

static void *resize(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    (void)old_bytes;
    heap *h = user;
    if (new_bytes == 0) {
        h->blocks -= block != NULL;
        free(block);
        return NULL;
    }
    if (h->until_failure-- == 0) {
        return NULL;
    }
    h->blocks += block == NULL;
    return realloc(block, new_bytes);
}

// Until it works; the rig itself lies in the same heap.
static void write_with_failures(const hone_packed_rig *rig, heap *h)
{
    const hone_allocator allocator = {resize, h};
    const int32_t blocks = h->blocks;
    hone_status status = HONE_ERROR_MEMORY;
    for (int32_t n = 0; status != HONE_OK; n++) {
        sink out = {NULL, 0, SIZE_MAX / 2};
        hone_error error;
        h->until_failure = n;
        status = hone_csource_write(rig, "x", false, take, &out, &allocator, &error);
        assert_true(status == HONE_OK || status == HONE_ERROR_MEMORY);
        assert_true(status == HONE_ERROR_MEMORY || n > 0);
        assert_int_equal(h->blocks, blocks);
        free(out.bytes);
    }
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    stage *s = make_stage(3, 40, 40);
    random_state random = random_begin(73);
    for (int32_t i = 0; i < 3; i++) {
        blobs(s, &random, i);
    }
    fill(s, 0, (hone_rect){0, 0, 40, 40}, 0);
    hone_pack_def def = hone_default_pack_def();
    def.scale = 0.75f;
    def.fit_rotate = true;
    hone_status status = HONE_ERROR_MEMORY;
    for (int32_t n = 0; status != HONE_OK; n++) {
        heap h = {n, 0};
        const hone_allocator allocator = {resize, &h};
        hone_packed_rig *rig = NULL;
        hone_error error;
        status = hone_rig_pack(&s->document, &def, &allocator, &rig, &error);
        if (status == HONE_OK) {
            write_with_failures(rig, &h);
            hone_packed_rig_free(rig);
            assert_true(n > 5);
        } else {
            assert_int_equal(status, HONE_ERROR_MEMORY);
            assert_int_equal(error.status, HONE_ERROR_MEMORY);
            assert_null(rig);
        }
        assert_int_equal(h.blocks, 0);
    }
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clear_margins_are_trimmed_and_the_place_corrected),
        cmocka_unit_test(an_invisible_picture_becomes_an_empty_place),
        cmocka_unit_test(equal_pictures_are_stored_once_wherever_they_lie),
        cmocka_unit_test(colours_are_rounded_to_the_nearest_step),
        cmocka_unit_test(keyed_pixels_are_opaque_from_the_threshold_on),
        cmocka_unit_test(an_opaque_pixel_of_the_key_colour_is_changed_by_one_step_of_blue),
        cmocka_unit_test(auto_keeps_alpha_only_where_a_picture_is_translucent_inside),
        cmocka_unit_test(a_key_of_the_input_becomes_clear),
        cmocka_unit_test(scaling_keeps_a_plain_colour_and_the_place_of_the_picture),
        cmocka_unit_test(a_slanted_bar_is_turned_upright),
        cmocka_unit_test(dithering_keeps_the_mean_colour),
        cmocka_unit_test(an_atlas_width_of_0_gives_each_picture_a_texture),
        cmocka_unit_test(definitions_that_make_no_sense_are_refused),
        cmocka_unit_test(no_visible_texel_lies_outside_of_an_outline),
        cmocka_unit_test(packed_pictures_lie_apart_inside_their_textures),
        cmocka_unit_test(the_same_rig_is_written_the_same_and_odd_names_are_escaped),
        cmocka_unit_test(names_that_are_no_identifiers_and_outputs_that_are_full_are_refused),
        cmocka_unit_test(every_failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
