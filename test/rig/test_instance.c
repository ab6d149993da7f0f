// SPDX-License-Identifier: MIT
#include "puppet.h"
#include "random.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void the_memory_is_bounded_and_nothing_beside_it_is_touched(void **state)
{
    (void)state;
    static hone_rig_bone bones[255];
    static hone_rig_slot slots[255];
    static hone_rig_attachment attachment = {.kind = 0};
    random_state random = random_begin(1);
    for (int i = 0; i < 255; i++) {
        bones[i] = (hone_rig_bone){"b", 1, 2, 3, 3, 4096, 4096, HONE_RIG_NO_PARENT, 0};
        if (i > 0) {
            bones[i].parent = (uint8_t)random_index(&random, i);
        }
    }
    for (int round = 0; round < 1000; round++) {
        int32_t bone_count = 1 + random_index(&random, 255);
        int32_t slot_count = random_index(&random, 256);
        for (int i = 0; i < slot_count; i++) {
            slots[i] = (hone_rig_slot){
                "s", &attachment, 1, 0, (uint8_t)random_index(&random, bone_count), 255, 0};
        }
        hone_armature armature = {.bones = bones,
                                  .slots = slots,
                                  .bone_count = (uint8_t)bone_count,
                                  .slot_count = (uint8_t)slot_count};
        size_t bytes = hone_rig_bytes(&armature);
        size_t most = 24 * (size_t)bone_count + 13 * (size_t)slot_count;
        assert_true(bytes <= (most + 3) / 4 * 4 + 3);
        int32_t shift = random_index(&random, 4);
        uint8_t *memory = malloc(bytes + 4); // sanitizers see what goes beyond
        memset(memory, 0xA5, bytes + 4);
        hone_rig rig;
        assert_true(hone_rig_init(&rig, &armature, memory + shift, bytes));
        assert_true(hone_rig_pose_bind(&rig, NULL));
        for (int i = 0; i < shift; i++) {
            assert_int_equal(memory[i], 0xA5);
        }
        for (size_t i = bytes + (size_t)shift; i < bytes + 4; i++) {
            assert_int_equal(memory[i], 0xA5);
        }
        assert_int_equal(hone_rig_slot_at(&rig, slot_count - 1), slot_count - 1);
        free(memory);
    }
}

static void an_instance_starts_in_the_bind_pose(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    assert_true(hone_rig_is_initialized(&rig));
    assert_ptr_equal(hone_rig_armature(&rig), armature);
    hone_affine2 m;
    assert_true(hone_rig_bone_transform(&rig, BODY, &m));
    double turn = 1000 * 2 * 3.14159265358979 / 65536;
    assert_near(m.a, cos(turn), 2e-5);
    assert_near(m.b, sin(turn), 2e-5);
    assert_near(m.c, -sin(turn), 2e-5);
    assert_near(m.d, cos(turn), 2e-5);
    assert_near(m.tx, 1.5, 1e-6);
    assert_near(m.ty, -2.0, 1e-6);
    for (int i = 0; i < SLOTS; i++) {
        assert_int_equal(hone_rig_slot_at(&rig, i), i);
        assert_int_equal(hone_rig_draw_index_of(&rig, i), i);
        assert_int_equal(hone_rig_attachment_of(&rig, i), i == HAT ? HONE_NONE : 0);
    }
    assert_int_equal(hone_rig_alpha_of(&rig, SLEEVE), 200);
    puppet_free(&rig);
    assert_false(hone_rig_is_initialized(&rig));
}

static void too_little_memory_is_refused(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    size_t bytes = hone_rig_bytes(armature);
    void *memory = malloc(bytes);
    hone_rig rig = {armature, memory};
    assert_false(hone_rig_init(&rig, armature, memory, bytes - 1));
    assert_false(hone_rig_is_initialized(&rig));
    assert_false(hone_rig_init(&rig, armature, NULL, bytes));
    assert_false(hone_rig_init(&rig, NULL, memory, bytes));
    assert_false(hone_rig_init(NULL, armature, memory, bytes));
    assert_int_equal(hone_rig_bytes(NULL), 0);
    assert_true(hone_rig_init(&rig, armature, memory, bytes));
    free(memory);
}

static void an_armature_that_points_nowhere_is_refused(void **state)
{
    (void)state;
    hone_armature armature = *puppet(HONE_PIXEL_ARGB8888);
    hone_rig_slot slots[SLOTS];
    uint8_t memory[1024];
    hone_rig rig;
    memcpy(slots, armature.slots, sizeof slots);
    armature.slots = slots;
    assert_true(hone_rig_init(&rig, &armature, memory, sizeof memory));
    slots[HAT].bone = BONES;
    assert_false(hone_rig_init(&rig, &armature, memory, sizeof memory));
    slots[HAT].bone = BODY;
    slots[CHEST].attachment = 2;
    assert_false(hone_rig_init(&rig, &armature, memory, sizeof memory));
    slots[CHEST].attachment = -2;
    assert_false(hone_rig_init(&rig, &armature, memory, sizeof memory));
    assert_false(hone_rig_is_initialized(&rig));
}

static void a_rig_that_is_not_initialized_refuses_everything(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig_animation animation = puppet_animation(armature, NULL, 0, 0);
    hone_rig nothing = {NULL, NULL};
    hone_rig *rigs[] = {&nothing, NULL};
    static uint32_t pixels[16];
    hone_canvas canvas =
        hone_canvas_on((hone_surface){pixels, 4, 4, 16, HONE_PIXEL_ARGB8888, 0, 0});
    for (int i = 0; i < 2; i++) {
        hone_affine2 m = {1, 2, 3, 4, 5, 6};
        hone_rect rect = {1, 2, 3, 4};
        assert_false(hone_rig_is_initialized(rigs[i]));
        assert_null(hone_rig_armature(rigs[i]));
        assert_false(hone_rig_pose(rigs[i], &animation, 0.0f, NULL));
        assert_false(hone_rig_pose_bind(rigs[i], NULL));
        assert_false(hone_rig_draw(rigs[i], &canvas));
        assert_false(hone_rig_draw_range(rigs[i], &canvas, 0, 1));
        assert_int_equal(hone_rig_slot_at(rigs[i], 0), HONE_NONE);
        assert_int_equal(hone_rig_draw_index_of(rigs[i], 0), HONE_NONE);
        assert_int_equal(hone_rig_attachment_of(rigs[i], 0), HONE_NONE);
        assert_int_equal(hone_rig_alpha_of(rigs[i], 0), HONE_NONE);
        assert_false(hone_rig_set_attachment(rigs[i], 0, 0));
        assert_false(hone_rig_set_alpha(rigs[i], 0, 0));
        assert_false(hone_rig_bone_transform(rigs[i], 0, &m));
        assert_false(hone_rig_bounds(rigs[i], &rect));
        assert_false(hone_rig_bounds_placed(rigs[i], m, &rect));
        assert_near(m.ty, 6.0, 0.0);
        assert_int_equal(rect.height, 4);
        hone_rig_deinit(rigs[i]);
    }
}

static void wrong_indices_are_refused(void **state)
{
    (void)state;
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    static const int32_t wrong[] = {-1, -100, 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        hone_affine2 m = {1, 2, 3, 4, 5, 6};
        assert_false(hone_rig_bone_transform(&rig, wrong[i], &m));
        assert_near(m.a, 1.0, 0.0);
        assert_int_equal(hone_rig_slot_at(&rig, wrong[i]), HONE_NONE);
        assert_int_equal(hone_rig_draw_index_of(&rig, wrong[i]), HONE_NONE);
        assert_int_equal(hone_rig_attachment_of(&rig, wrong[i]), HONE_NONE);
        assert_int_equal(hone_rig_alpha_of(&rig, wrong[i]), HONE_NONE);
        assert_false(hone_rig_set_attachment(&rig, wrong[i], 0));
        assert_false(hone_rig_set_alpha(&rig, wrong[i], 9));
    }
    hone_affine2 m;
    assert_false(hone_rig_bone_transform(&rig, BONES, &m));
    assert_false(hone_rig_bone_transform(&rig, ROOT, NULL));
    assert_int_equal(hone_rig_slot_at(&rig, SLOTS), HONE_NONE);
    assert_false(hone_rig_bounds(&rig, NULL));
    assert_false(hone_rig_bounds_placed(&rig, hone_affine2_identity(), NULL));
    assert_false(hone_rig_draw(&rig, NULL));
    puppet_free(&rig);
}

static void names_are_found_or_not(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    assert_int_equal(hone_rig_bone_index(armature, "root"), ROOT);
    assert_int_equal(hone_rig_bone_index(armature, "hand"), HAND);
    assert_int_equal(hone_rig_bone_index(armature, "han"), HONE_NONE);
    assert_int_equal(hone_rig_bone_index(armature, "hands"), HONE_NONE);
    assert_int_equal(hone_rig_bone_index(armature, ""), HONE_NONE);
    assert_int_equal(hone_rig_bone_index(armature, NULL), HONE_NONE);
    assert_int_equal(hone_rig_bone_index(NULL, "root"), HONE_NONE);
    assert_int_equal(hone_rig_slot_index(armature, "flame"), FLAME);
    assert_int_equal(hone_rig_slot_index(armature, "hand"), HONE_NONE);
    assert_int_equal(hone_rig_slot_index(armature, NULL), HONE_NONE);
    assert_int_equal(hone_rig_slot_index(NULL, "flame"), HONE_NONE);
}

static void a_copy_is_a_second_handle_to_the_same_state(void **state)
{
    (void)state;
    const hone_armature *armature = puppet(HONE_PIXEL_ARGB8888);
    hone_rig rig = puppet_new(armature);
    hone_rig other = rig;
    assert_true(hone_rig_set_alpha(&other, BACK, 17));
    assert_int_equal(hone_rig_alpha_of(&rig, BACK), 17);
    static const uint16_t frames[] = {0};
    static const float values[] = {100, 50};
    hone_rig_timeline move = {ROOT, HONE_RIG_TRANSLATE, 1, frames, NULL, values};
    hone_rig_animation animation = puppet_animation(armature, &move, 1, 0);
    assert_true(hone_rig_pose(&rig, &animation, 0.0f, NULL));
    hone_affine2 m;
    assert_true(hone_rig_bone_transform(&other, ROOT, &m));
    assert_near(m.tx, 100.0, 0.0);
    hone_rig_deinit(&other);
    assert_false(hone_rig_is_initialized(&other));
    assert_true(hone_rig_is_initialized(&rig));
    puppet_free(&rig);
}

static void what_is_set_holds_until_the_next_pose(void **state)
{
    (void)state;
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    assert_true(hone_rig_set_attachment(&rig, FINGERS, 2));
    assert_true(hone_rig_set_attachment(&rig, CHEST, HONE_NONE));
    assert_true(hone_rig_set_attachment(&rig, HAT, 0));
    assert_true(hone_rig_set_alpha(&rig, HAT, 0));
    assert_true(hone_rig_set_alpha(&rig, BACK, 255));
    assert_false(hone_rig_set_attachment(&rig, FINGERS, 3));
    assert_false(hone_rig_set_attachment(&rig, FINGERS, -2));
    assert_false(hone_rig_set_alpha(&rig, BACK, 256));
    assert_false(hone_rig_set_alpha(&rig, BACK, -1));
    assert_int_equal(hone_rig_attachment_of(&rig, FINGERS), 2);
    assert_int_equal(hone_rig_attachment_of(&rig, CHEST), HONE_NONE);
    assert_int_equal(hone_rig_attachment_of(&rig, HAT), 0);
    assert_int_equal(hone_rig_alpha_of(&rig, HAT), 0);
    assert_int_equal(hone_rig_alpha_of(&rig, BACK), 255);
    assert_true(hone_rig_pose_bind(&rig, NULL));
    assert_int_equal(hone_rig_attachment_of(&rig, FINGERS), 0);
    assert_int_equal(hone_rig_attachment_of(&rig, CHEST), 0);
    assert_int_equal(hone_rig_attachment_of(&rig, HAT), HONE_NONE);
    assert_int_equal(hone_rig_alpha_of(&rig, HAT), 255);
    puppet_free(&rig);
}

// The corners of what a slot shows, half a texel further out, in double precision.
static void grow_by_slot(const hone_rig *rig, int32_t slot, double limits[4])
{
    const hone_armature *armature = rig->armature;
    int32_t index = hone_rig_attachment_of(rig, slot);
    if (index < 0 || hone_rig_alpha_of(rig, slot) == 0 ||
        armature->slots[slot].attachments[index].texture == NULL) {
        return;
    }
    const hone_rig_attachment *a = &armature->slots[slot].attachments[index];
    hone_affine2 m;
    assert_true(hone_rig_bone_transform(rig, armature->slots[slot].bone, &m));
    for (int corner = 0; corner < 4; corner++) {
        double u = (corner & 1) != 0 ? a->source_width + 0.5 : -0.5;
        double v = (corner & 2) != 0 ? a->source_height + 0.5 : -0.5;
        double bx = (double)a->local.a * u + (double)a->local.c * v + (double)a->local.tx;
        double by = (double)a->local.b * u + (double)a->local.d * v + (double)a->local.ty;
        double x = (double)m.a * bx + (double)m.c * by + (double)m.tx;
        double y = (double)m.b * bx + (double)m.d * by + (double)m.ty;
        limits[0] = fmin(limits[0], x);
        limits[1] = fmin(limits[1], y);
        limits[2] = fmax(limits[2], x);
        limits[3] = fmax(limits[3], y);
    }
}

static void scatter(void *user, int32_t bone, hone_rig_local *local)
{
    random_state *random = user;
    (void)bone;
    local->x += random_float(random, -50.0f, 50.0f);
    local->y += random_float(random, -50.0f, 50.0f);
    local->rot_x = (hone_angle16)(uint16_t)random_bits(random);
    local->rot_y =
        random_index(random, 3) == 0 ? (hone_angle16)(uint16_t)random_bits(random) : local->rot_x;
    local->scale_x = (hone_scale16)(random_index(random, 16000) - 8000);
    local->scale_y = (hone_scale16)(random_index(random, 16000) - 8000);
}

static void bounds_hold_all_corners_and_little_more(void **state)
{
    (void)state;
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    random_state random = random_begin(2);
    hone_rig_visitor visitor = {scatter, &random};
    for (int round = 0; round < 3000; round++) {
        assert_true(hone_rig_pose_bind(&rig, &visitor));
        if (random_index(&random, 3) == 0) {
            assert_true(hone_rig_set_attachment(&rig, FINGERS, random_index(&random, 4) - 1));
            assert_true(hone_rig_set_alpha(&rig, BACK, 255 * random_index(&random, 2)));
            assert_true(hone_rig_set_attachment(&rig, HAT, 0));
        }
        double limits[4] = {1e9, 1e9, -1e9, -1e9};
        for (int32_t i = 0; i < SLOTS; i++) {
            grow_by_slot(&rig, i, limits);
        }
        hone_rect rect;
        assert_true(hone_rig_bounds(&rig, &rect));
        const double slack = 0.01; // of floats
        assert_true(rect.x <= limits[0] + slack && rect.x >= limits[0] - 2.0);
        assert_true(rect.y <= limits[1] + slack && rect.y >= limits[1] - 2.0);
        assert_true(rect.x + rect.width >= limits[2] - slack);
        assert_true(rect.x + rect.width <= limits[2] + 2.0);
        assert_true(rect.y + rect.height >= limits[3] - slack);
        assert_true(rect.y + rect.height <= limits[3] + 2.0);
        hone_affine2 placement = {-2.0f, 0.5f, 1.0f, 3.0f, 7.0f, -9.0f};
        hone_rect placed;
        assert_true(hone_rig_bounds_placed(&rig, placement, &placed));
        for (int corner = 0; corner < 4; corner++) {
            double x = (corner & 1) != 0 ? limits[2] : limits[0];
            double y = (corner & 2) != 0 ? limits[3] : limits[1];
            double px = -2.0 * x + 1.0 * y + 7.0;
            double py = 0.5 * x + 3.0 * y - 9.0;
            assert_true(px >= placed.x - slack && px <= placed.x + placed.width + slack);
            assert_true(py >= placed.y - slack && py <= placed.y + placed.height + slack);
        }
    }
    puppet_free(&rig);
}

static void nothing_visible_has_no_bounds(void **state)
{
    (void)state;
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    for (int32_t i = 0; i < SLOTS; i++) {
        assert_true(i % 2 == 0 ? hone_rig_set_attachment(&rig, i, HONE_NONE)
                               : hone_rig_set_alpha(&rig, i, 0));
    }
    hone_rect rect = {1, 2, 3, 4};
    assert_false(hone_rig_bounds(&rig, &rect));
    assert_false(hone_rig_bounds_placed(&rig, hone_affine2_identity(), &rect));
    assert_int_equal(rect.width, 3);
    // The place of a mesh is nothing to see either.
    assert_true(hone_rig_set_attachment(&rig, FINGERS, 1));
    assert_true(hone_rig_set_alpha(&rig, FINGERS, 255));
    assert_false(hone_rig_bounds(&rig, &rect));
    puppet_free(&rig);
}

static void far_away(void *user, int32_t bone, hone_rig_local *local)
{
    if (bone == ROOT) {
        local->x = ((const float *)user)[0];
        local->y = ((const float *)user)[1];
    }
}

static void bounds_of_what_is_too_far_for_16_bits_stay_as_wide_as_they_can(void **state)
{
    (void)state;
    hone_rig rig = puppet_new(puppet(HONE_PIXEL_ARGB8888));
    static const float places[][2] = {{1e6f, 0},     {0, -1e6f},           {1e12f, -1e12f},
                                      {-1e30f, 0},   {INFINITY, 0},        {NAN, NAN},
                                      {40000.0f, 0}, {-32768.0f, 32767.0f}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        hone_rig_visitor visitor = {far_away, (void *)(uintptr_t)places[i]};
        assert_true(hone_rig_pose_bind(&rig, &visitor));
        hone_rect rect;
        assert_true(hone_rig_bounds(&rig, &rect));
        assert_true(rect.x >= -32768 && rect.width >= 0 && rect.x + rect.width <= 32768);
        assert_true(rect.y >= -32768 && rect.height >= 0 && rect.y + rect.height <= 32768);
    }
    puppet_free(&rig);
}

static void frames_of_seconds_are_wrapped_or_clamped(void **state)
{
    (void)state;
    hone_rig_animation animation = {.duration = 30, .frame_rate = 20.0f};
    assert_near(hone_rig_frame_at(&animation, 0.5f, false), 10.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, 2.0f, false), 30.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, -2.0f, false), 0.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, INFINITY, false), 30.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, 0.5f, true), 10.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, 1.5f, true), 0.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, 1.75f, true), 5.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, 31.75f, true), 5.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, -0.25f, true), 25.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, -1.5f, true), 0.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, NAN, true), 0.0, 0.0);
    assert_near(hone_rig_frame_at(&animation, NAN, false), 0.0, 0.0);
    assert_near(hone_rig_frame_at(NULL, 1.0f, true), 0.0, 0.0);
    random_state random = random_begin(3);
    for (int i = 0; i < 10000; i++) {
        float seconds = random_float(&random, -1e6f, 1e6f);
        float frame = hone_rig_frame_at(&animation, seconds, true);
        assert_true(frame >= 0.0f && frame < 30.0f);
    }
    animation.duration = 0;
    assert_near(hone_rig_frame_at(&animation, 1.0f, true), 0.0, 0.0);
    animation.frame_rate = 0.0f;
    assert_near(hone_rig_frame_at(&animation, 1.0f, false), 0.0, 0.0);
}

static void signatures_tell_names_and_their_order(void **state)
{
    (void)state;
    // FNV-1a over "a" 0 "b" 0 1 "c" 0, worked out with an independent implementation.
    hone_rig_bone bones[] = {{.name = "a"}, {.name = "b"}};
    hone_rig_slot slots[] = {{.name = "c"}};
    static const uint8_t bytes[] = {'a', 0, 'b', 0, 1, 'c', 0};
    uint64_t hash = 0x811C9DC5u;
    for (size_t i = 0; i < sizeof bytes; i++) {
        hash = ((hash ^ bytes[i]) * 0x01000193u) % 0x100000000u;
    }
    uint32_t ours = hone_rig_signature(bones, 2, slots, 1);
    assert_int_equal(ours, (uint32_t)hash);
    bones[0].name = "b";
    bones[1].name = "a";
    assert_int_not_equal(hone_rig_signature(bones, 2, slots, 1), ours);
    bones[0].name = "a";
    bones[1].name = NULL;
    assert_int_not_equal(hone_rig_signature(bones, 2, slots, 1), ours);
    assert_int_not_equal(hone_rig_signature(bones, 1, slots, 1), ours);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_memory_is_bounded_and_nothing_beside_it_is_touched),
        cmocka_unit_test(an_instance_starts_in_the_bind_pose),
        cmocka_unit_test(too_little_memory_is_refused),
        cmocka_unit_test(an_armature_that_points_nowhere_is_refused),
        cmocka_unit_test(a_rig_that_is_not_initialized_refuses_everything),
        cmocka_unit_test(wrong_indices_are_refused),
        cmocka_unit_test(names_are_found_or_not),
        cmocka_unit_test(a_copy_is_a_second_handle_to_the_same_state),
        cmocka_unit_test(what_is_set_holds_until_the_next_pose),
        cmocka_unit_test(bounds_hold_all_corners_and_little_more),
        cmocka_unit_test(nothing_visible_has_no_bounds),
        cmocka_unit_test(bounds_of_what_is_too_far_for_16_bits_stay_as_wide_as_they_can),
        cmocka_unit_test(frames_of_seconds_are_wrapped_or_clamped),
        cmocka_unit_test(signatures_tell_names_and_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
