// SPDX-License-Identifier: MIT
//
// The bundled character, exported as C and compiled into this program, against the same character
// read and packed at run time: every pose and every pixel is the same to the bit.
#include "hone/csource.h"

#include "cmocka_test.h"

#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "small.h"

static hone_character *load(float scale)
{
    const hone_character_def def = {.scale = scale};
    hone_character *character = NULL;
    hone_error error;
    assert_int_equal(hone_character_read_file(HONE_SOURCE_DIR "/data/fox_ske.json", &def, NULL,
                                              &character, &error),
                     HONE_OK);
    return character;
}

static hone_packed_rig *pack(const hone_character *character, const hone_pack_def *def)
{
    hone_packed_rig *rig = NULL;
    hone_error error;
    assert_int_equal(hone_rig_pack(character->rig, def, NULL, &rig, &error), HONE_OK);
    return rig;
}

static hone_rig start(const hone_armature *armature)
{
    hone_rig rig;
    size_t bytes = hone_rig_bytes(armature);
    assert_true(hone_rig_init(&rig, armature, malloc(bytes), bytes));
    return rig;
}

static void same_float(float a, float b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void same_slots(const hone_rig *a, const hone_rig *b)
{
    for (int32_t i = 0; i < a->armature->slot_count; i++) {
        assert_int_equal(hone_rig_attachment_of(a, i), hone_rig_attachment_of(b, i));
        assert_int_equal(hone_rig_alpha_of(a, i), hone_rig_alpha_of(b, i));
        assert_int_equal(hone_rig_draw_index_of(a, i), hone_rig_draw_index_of(b, i));
    }
}

static void same_bones(const hone_rig *a, const hone_rig *b)
{
    for (int32_t i = 0; i < a->armature->bone_count; i++) {
        hone_affine2 m, n;
        assert_true(hone_rig_bone_transform(a, i, &m));
        assert_true(hone_rig_bone_transform(b, i, &n));
        same_float(m.a, n.a);
        same_float(m.b, n.b);
        same_float(m.c, n.c);
        same_float(m.d, n.d);
        same_float(m.tx, n.tx);
        same_float(m.ty, n.ty);
    }
}

enum { SIDE = 200 };

static void draw(const hone_rig *rig, hone_pixel_format format, uint32_t *pixels)
{
    memset(pixels, 0, SIDE * SIDE * sizeof *pixels);
    hone_canvas canvas = hone_canvas_on(
        (hone_surface){pixels, SIDE, SIDE, SIDE * hone_pixel_bytes(format), format, 0, 0});
    hone_canvas_clear(&canvas, 0xFF336699);
    canvas.state.transform = (hone_affine2){0.4f, 0.05f, -0.05f, 0.4f, SIDE * 0.5f, SIDE * 0.9f};
    assert_true(hone_rig_draw(rig, &canvas));
}

static void same_everywhere(const hone_armature *armature, const hone_rig_animation *animations,
                            int32_t animation_count, const hone_packed_rig *other)
{
    static uint32_t mine[SIDE * SIDE], theirs[SIDE * SIDE], empty[SIDE * SIDE];
    hone_rig a = start(armature);
    hone_rig b = start(other->armature);
    void *memories[] = {a.memory, b.memory};
    assert_int_equal(animation_count, other->animation_count);
    assert_int_equal(armature->signature, other->armature->signature);
    assert_memory_equal(&armature->bounds, &other->armature->bounds, sizeof armature->bounds);
    for (int32_t i = 0; i < animation_count; i++) {
        int32_t quarters = animations[i].duration * 4;
        assert_string_equal(animations[i].name, other->animations[i].name);
        for (int32_t q = 0; q <= quarters; q++) {
            float frame = 0.25f * (float)q;
            assert_true(hone_rig_pose(&a, &animations[i], frame, NULL));
            assert_true(hone_rig_pose(&b, &other->animations[i], frame, NULL));
            same_bones(&a, &b);
            same_slots(&a, &b);
            if (q % 16 == 0) {
                hone_pixel_format format = (hone_pixel_format)(q / 16 % 4);
                draw(&a, format, mine);
                draw(&b, format, theirs);
                assert_memory_equal(mine, theirs, sizeof mine);
            }
        }
    }
    draw(&a, HONE_PIXEL_ARGB8888, mine);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        empty[i] = 0xFF336699;
    }
    assert_true(memcmp(mine, empty, sizeof mine) != 0);
    free(memories[0]);
    free(memories[1]);
}

static void same_arrays(const hone_armature *a, const hone_armature *b)
{
    for (int32_t i = 0; i < a->slot_count; i++) {
        for (int32_t j = 0; j < a->slots[i].attachment_count; j++) {
            const hone_rig_attachment *m = &a->slots[i].attachments[j];
            const hone_rig_attachment *n = &b->slots[i].attachments[j];
            assert_int_equal(m->texture == NULL, n->texture == NULL);
            assert_memory_equal(&m->local, &n->local, sizeof m->local);
            assert_int_equal(m->hull_count, n->hull_count);
            if (m->hull_count > 0) {
                assert_memory_equal(m->hull, n->hull, (size_t)m->hull_count * 4);
            }
            if (m->texture != NULL) {
                assert_int_equal(m->texture->height, n->texture->height);
                assert_int_equal(m->texture->stride, n->texture->stride);
                assert_memory_equal(m->texture->pixels, n->texture->pixels,
                                    (size_t)m->texture->stride * (size_t)m->texture->height);
            }
        }
    }
}

static void the_compiled_source_plays_what_memory_plays(void **state)
{
    (void)state;
    hone_character *character = load(1.0f);
    hone_packed_rig *rig = pack(character, NULL);
    same_everywhere(&plain_armature, plain_animations, PLAIN_ANIMATION_COUNT, rig);
    same_arrays(&plain_armature, rig->armature);
    assert_int_equal(PLAIN_RIG_BYTES, hone_rig_bytes(rig->armature));
    hone_packed_rig_free(rig);
    hone_character_free(character);
}

static void so_does_a_small_one_with_keyed_and_turned_pictures(void **state)
{
    (void)state;
    hone_character *character = load(0.5f);
    hone_pack_def def = hone_default_pack_def();
    def.scale = 0.5f;
    def.format = HONE_PACK_AUTO;
    def.fit_rotate = true;
    def.dither = HONE_DITHER_DIFFUSION;
    def.hull = 6;
    hone_packed_rig *rig = pack(character, &def);
    assert_true(rig->armature->keyed);
    assert_int_equal(rig->texture_count, 2);
    same_everywhere(&small_armature, small_animations, SMALL_ANIMATION_COUNT, rig);
    same_arrays(&small_armature, rig->armature);
    hone_packed_rig_free(rig);
    hone_character_free(character);
}

// The poses of packed data are those of the document; its pictures are the document's pictures but
// for 4 bits a channel and the places where nothing is.
static void packing_changes_no_pose_and_hardly_a_pixel(void **state)
{
    (void)state;
    static uint32_t mine[SIDE * SIDE], theirs[SIDE * SIDE];
    hone_character *character = load(1.0f);
    hone_pack_def def = hone_default_pack_def();
    for (int32_t turned = 0; turned < 2; turned++) {
        def.fit_rotate = turned == 1;
        hone_packed_rig *packed = pack(character, &def);
        hone_rig a = start(character->rig->armature);
        hone_rig b = start(packed->armature);
        void *memories[] = {a.memory, b.memory};
        for (int32_t frame = 0; frame <= packed->animations[1].duration; frame++) {
            assert_true(hone_rig_pose(&a, &character->rig->animations[1], (float)frame, NULL));
            assert_true(hone_rig_pose(&b, &packed->animations[1], (float)frame, NULL));
            same_bones(&a, &b);
            same_slots(&a, &b);
            draw(&a, HONE_PIXEL_ARGB8888, mine);
            draw(&b, HONE_PIXEL_ARGB8888, theirs);
            int64_t sum = 0;
            for (size_t i = 0; i < SIDE * SIDE; i++) {
                for (int shift = 0; shift < 24; shift += 8) {
                    int32_t difference =
                        (int32_t)(mine[i] >> shift & 255) - (int32_t)(theirs[i] >> shift & 255);
                    sum += difference < 0 ? -difference : difference;
                    assert_in_range(difference + 255, 255 - (turned ? 110 : 24),
                                    255 + (turned ? 110 : 24));
                }
            }
            // On average a fraction of the 17 / 2 that rounding to 4 bits may cost at most.
            assert_true(sum < SIDE * SIDE * 3 * 2);
        }
        free(memories[0]);
        free(memories[1]);
        hone_packed_rig_free(packed);
    }
    hone_character_free(character);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_compiled_source_plays_what_memory_plays),
        cmocka_unit_test(so_does_a_small_one_with_keyed_and_turned_pictures),
        cmocka_unit_test(packing_changes_no_pose_and_hardly_a_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
