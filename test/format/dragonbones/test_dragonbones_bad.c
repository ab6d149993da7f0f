// SPDX-License-Identifier: MIT
//
// Damaged DragonBones files: refused with a place, or read and played, but nothing else.
#include "hone/dragonbones.h"

#include "cmocka_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *load(const char *name, size_t *count)
{
    char path[512];
    (void)snprintf(path, sizeof path, "%s/fuzz/seeds/dragonbones/%s", HONE_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(8192);
    *count = fread(text, 1, 8192, file);
    (void)fclose(file);
    assert_true(*count > 0 && *count < 8192);
    while (*count > 0 && text[*count - 1] != '}') {
        --*count;
    }
    return text;
}

// Reads a block of the text's very size, builds every armature and poses it everywhere.
static hone_status play(const char *text, size_t count, const hone_allocator *allocator,
                        hone_error *error)
{
    char *block = malloc(count + (count == 0));
    memcpy(block, text, count);
    hone_dragonbones *file = NULL;
    hone_status status = hone_dragonbones_read(block, count, "bad.json", allocator, &file, error);
    free(block); // what was read owns its memory
    if (status != HONE_OK) {
        assert_null(file);
        return status;
    }
    for (int32_t i = 0; i < file->armature_count; i++) {
        hone_rig_document *document = NULL;
        hone_dragonbones_def def = {.armature = file->armatures[i].name};
        status = hone_dragonbones_build(file, &def, allocator, &document, error);
        if (status != HONE_OK) {
            assert_null(document);
            break;
        }
        size_t bytes = hone_rig_bytes(document->armature);
        void *memory = malloc(bytes);
        hone_rig rig;
        assert_true(hone_rig_init(&rig, document->armature, memory, bytes));
        for (int32_t a = 0; a < document->animation_count; a++) {
            const hone_rig_animation *animation = &document->animations[a];
            for (int32_t step = 0; step <= 20; step++) {
                assert_true(hone_rig_pose(&rig, animation,
                                          (float)animation->duration * (float)step / 20.0f, NULL));
            }
        }
        free(memory);
        hone_rig_document_free(document);
    }
    hone_dragonbones_free(file);
    return status;
}

static void expect(const char *text, hone_status status, const char *message, uint64_t line)
{
    hone_error error = {.status = HONE_OK};
    hone_status got = play(text, strlen(text), NULL, &error);
    if (got != status || strstr(error.message, message) == NULL || error.line != line) {
        fail_msg("%s: %s, line %d: %s", text, hone_status_name(got), (int)error.line,
                 error.message);
    }
}

static void every_cut_of_a_file_is_refused_with_a_line(void **state)
{
    (void)state;
    static const char *const names[] = {"small.json", "old.json", "new.json"};
    for (int i = 0; i < 3; i++) {
        size_t count;
        char *text = load(names[i], &count);
        hone_error error;
        assert_int_equal(play(text, count, NULL, &error), HONE_OK);
        for (size_t cut = 0; cut < count; cut++) {
            assert_int_equal(play(text, cut, NULL, &error), HONE_ERROR_FORMAT);
            assert_int_equal(error.line, 1);
            assert_string_equal(error.file, "bad.json");
            assert_true(error.message[0] != '\0');
        }
        free(text);
    }
}

// Where a value ends that begins at `at`; 0 when none begins there.
static size_t value_end(const char *text, size_t count, size_t at)
{
    size_t depth = 0;
    bool quoted = false;
    if (at >= count || strchr(",:]}", text[at]) != NULL) {
        return 0;
    }
    for (size_t i = at; i < count; i++) {
        char c = text[i];
        if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && (c == '{' || c == '[')) {
            depth++;
        } else if (!quoted && (c == '}' || c == ']')) {
            if (depth == 0) {
                return i;
            }
            depth--;
        }
        if (depth == 0 && !quoted && (c == '"' || c == '}' || c == ']')) {
            return i + 1;
        }
        if (depth == 0 && !quoted && c == ',') {
            return i;
        }
    }
    return 0;
}

static void wrong_types_everywhere_are_refused_with_a_place_or_read(void **state)
{
    (void)state;
    static const char *const names[] = {"small.json", "old.json", "new.json"};
    static const char *const others[] = {"{}",     "[]",    "null",       "true",  "7",
                                         "-1e308", "\"x\"", "[[[1]]]",    "1e-9",  "\"NaN\"",
                                         "[null]", "[0]",   "{\"x\":[]}", "32768", "-3"};
    int64_t refused = 0, read = 0;
    for (int i = 0; i < 3; i++) {
        size_t count;
        char *text = load(names[i], &count);
        for (size_t at = 1; at < count; at++) {
            // A value begins behind a colon, or in a list.
            if (text[at - 1] != ':' && text[at - 1] != '[' && text[at - 1] != ',') {
                continue;
            }
            size_t end = value_end(text, count, at);
            for (size_t k = 0; end > 0 && k < sizeof others / sizeof others[0]; k++) {
                char changed[9000];
                int length = snprintf(changed, sizeof changed, "%.*s%s%.*s", (int)at, text,
                                      others[k], (int)(count - end), text + end);
                hone_error error;
                hone_status status = play(changed, (size_t)length, NULL, &error);
                if (status == HONE_OK) {
                    read++;
                } else {
                    assert_true(status == HONE_ERROR_FORMAT || status == HONE_ERROR_LIMIT);
                    assert_true(error.message[0] != '\0');
                    refused++;
                }
            }
        }
        free(text);
    }
    printf("%lld refused, %lld read\n", (long long)refused, (long long)read);
    assert_true(refused > 1000 && read > 500);
}

static void errors_name_line_and_path(void **state)
{
    (void)state;
    expect("[]", HONE_ERROR_FORMAT, "no DragonBones skeleton", 1);
    expect("{\"version\":\"5.5\",\"armature\":[]}", HONE_ERROR_FORMAT, "without armatures", 1);
    expect("{\"version\":\"6.0\",\n\"armature\":[{}]}", HONE_ERROR_FORMAT, "version", 1);
    expect("{\"version\":\"5.5\",\n\"armature\":[\n{\"name\":[]}]}", HONE_ERROR_FORMAT,
           "armature[0].name: not a text", 3);
    expect(
        "{\"version\":\"5.5\",\"armature\":[{\n\"bone\":[{\"name\":\"a\",\n\"parent\":\"b\"}]}]}",
        HONE_ERROR_FORMAT, "armature[0].bone[0].parent: no bone of that name", 3);
    expect(
        "{\"version\":\"5.5\",\"armature\":[{\"bone\":[\n{\"name\":\"a\"},\n{\"name\":\"a\"}]}]}",
        HONE_ERROR_FORMAT, "two bones of one name", 3);
    expect("{\"version\":\"5.5\",\"armature\":[{\"bone\":[{\"name\":\"a\",\"parent\":\"b\"},"
           "{\"name\":\"b\",\"parent\":\"a\"}]}]}",
           HONE_ERROR_FORMAT, "circle", 1);
    expect("{\"version\":\"5.5\",\"armature\":[{\"bone\":[{\"name\":\"a\",\"parent\":\"a\"}]}]}",
           HONE_ERROR_FORMAT, "circle", 1);
    expect("{\"version\":\"5.5\",\"armature\":[{\"bone\":[{\"name\":\"a\"}],"
           "\"slot\":[{\"name\":\"s\",\"parent\":\"b\"}]}]}",
           HONE_ERROR_FORMAT, "the slot's parent is no bone", 1);
    expect("{\"version\":\"5.5\",\"armature\":[{\"animation\":[{\n\"duration\":-5}]}]}",
           HONE_ERROR_FORMAT, "negative duration", 2);
    expect("{\"version\":\"5.5\",\"armature\":[{\"animation\":[{\"duration\":70000}]}]}",
           HONE_ERROR_LIMIT, "65535", 0);
    expect(
        "{\"version\":\"5.5\",\"armature\":[{\"bone\":[{\"name\":\"a\"}],\"slot\":[{\"name\":\"s\","
        "\"parent\":\"a\"}],\"animation\":[{\"duration\":5,\"zOrder\":{\"frame\":[\n{\"zOrder\":"
        "[0,1]}]}}]}]}",
        HONE_ERROR_FORMAT, "draw order out of range", 2);
    // The rate of the file is negative, where the armature says none.
    expect("{\"version\":\"5.5\",\"frameRate\":-1,\n\"armature\":[{}]}", HONE_ERROR_FORMAT,
           "negative frame rate", 1);
}

static void a_second_list_for_one_channel_replaces_the_first(void **state)
{
    (void)state;
    static const char text[] =
        "{\"version\":\"5.5\",\"armature\":[{\"bone\":[{\"name\":\"a\"}],\"slot\":[{\"name\":\"s\","
        "\"parent\":\"a\"}],\"animation\":[{\"duration\":9,\"bone\":["
        "{\"name\":\"a\",\"frame\":[{\"transform\":{\"x\":1}},{},{},{}]},"
        "{\"name\":\"a\",\"frame\":[{\"transform\":{\"x\":2}}]}],"
        "\"slot\":[{\"name\":\"s\",\"colorFrame\":[{\"value\":{\"aM\":1}},{},{}]},"
        "{\"name\":\"s\",\"colorFrame\":[{\"value\":{\"aM\":40}}]}]}]}]}";
    hone_dragonbones *file;
    hone_rig_document *document;
    assert_int_equal(hone_dragonbones_read(text, sizeof text - 1, "x", NULL, &file, NULL), HONE_OK);
    assert_int_equal(hone_dragonbones_build(file, NULL, NULL, &document, NULL), HONE_OK);
    uint8_t memory[128];
    hone_rig rig;
    hone_affine2 m;
    assert_true(hone_rig_init(&rig, document->armature, memory, sizeof memory));
    assert_true(hone_rig_pose(&rig, &document->animations[0], 5.0f, NULL));
    assert_true(hone_rig_bone_transform(&rig, 0, &m));
    assert_true(m.tx == 2.0f);
    assert_int_equal(hone_rig_alpha_of(&rig, 0), 102);
    hone_rig_document_free(document);
    hone_dragonbones_free(file);
}

static void a_million_keys_are_no_trouble(void **state)
{
    (void)state;
    enum { KEYS = 1000000 };
    char *text = malloc(KEYS * 4 + 1000);
    int length = sprintf(text, "{\"version\":\"5.5\",\"armature\":[{\"bone\":[{\"name\":\"a\"}],"
                               "\"animation\":[{\"duration\":5,\"bone\":[{\"name\":\"a\","
                               "\"translateFrame\":[{}");
    for (int i = 1; i < KEYS; i++) {
        memcpy(text + length, ",{}", 3);
        length += 3;
    }
    length += sprintf(text + length, "]}]}]}]}");
    hone_error error;
    hone_status status = play(text, (size_t)length, NULL, &error);
    assert_true(status == HONE_OK || status == HONE_ERROR_LIMIT);
    free(text);
}

static void too_many_bones_slots_and_displays_are_refused(void **state)
{
    (void)state;
    char *text = malloc(1 << 20);
    static const int counts[] = {255, 256, 5000};
    for (int i = 0; i < 3; i++) {
        int length =
            sprintf(text, "{\"version\":\"5.5\",\"armature\":[{\"bone\":[{\"name\":\"0\"}");
        for (int k = 1; k < counts[i]; k++) {
            length += sprintf(text + length, ",{\"name\":\"%d\",\"parent\":\"%d\"}", k, k - 1);
        }
        length += sprintf(text + length, "]}]}");
        hone_error error;
        hone_status status = play(text, (size_t)length, NULL, &error);
        assert_int_equal(status, i == 0 ? HONE_OK : i == 1 ? HONE_ERROR_LIMIT : HONE_ERROR_FORMAT);
    }
    free(text);
}

// An allocator whose n-th call fails, and that knows what is in use.
typedef struct counted {
    int64_t calls, fail_at, bytes;
} counted;

static void *counted_resize(void *user, void *block, size_t old_bytes, size_t new_bytes)
{
    counted *c = user;
    if (new_bytes > 0 && ++c->calls == c->fail_at) {
        return NULL;
    }
    c->bytes += (int64_t)new_bytes - (int64_t)old_bytes;
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

static void without_memory_it_says_so_and_loses_none(void **state)
{
    (void)state;
    size_t count;
    char *text = load("small.json", &count);
    int64_t failures = 0;
    for (int64_t n = 1;; n++) {
        counted c = {.fail_at = n};
        hone_allocator allocator = {counted_resize, &c};
        hone_error error;
        hone_status status = play(text, count, &allocator, &error);
        assert_int_equal(c.bytes, 0);
        if (status == HONE_OK) {
            break;
        }
        assert_int_equal(status, HONE_ERROR_MEMORY);
        assert_int_equal(error.status, HONE_ERROR_MEMORY);
        failures++;
    }
    assert_true(failures >= 6);
    char *atlas_text = load("atlas.json", &count);
    for (int64_t n = 1;; n++) {
        counted c = {.fail_at = n};
        hone_allocator allocator = {counted_resize, &c};
        hone_atlas *atlas = NULL;
        hone_status status =
            hone_atlas_read(atlas_text + 1, count - 1, "x", &allocator, &atlas, NULL);
        hone_atlas_free(atlas);
        assert_int_equal(c.bytes, 0);
        if (status == HONE_OK) {
            break;
        }
        assert_int_equal(status, HONE_ERROR_MEMORY);
    }
    for (size_t cut = 1; cut < count; cut++) {
        hone_atlas *atlas = NULL;
        assert_int_equal(hone_atlas_read(atlas_text + 1, cut - 1, "x", NULL, &atlas, NULL),
                         HONE_ERROR_FORMAT);
        assert_null(atlas);
    }
    free(atlas_text);
    free(text);
}

static void armatures_and_skins_that_are_not_there_are_refused(void **state)
{
    (void)state;
    size_t count;
    char *text = load("small.json", &count);
    hone_dragonbones *file;
    assert_int_equal(hone_dragonbones_read(text, count, "x", NULL, &file, NULL), HONE_OK);
    hone_rig_document *document = NULL;
    hone_error error;
    hone_dragonbones_def def = {.armature = "nobody"};
    assert_int_equal(hone_dragonbones_build(file, &def, NULL, &document, &error),
                     HONE_ERROR_ARGUMENT);
    assert_non_null(strstr(error.found, "nobody"));
    def = (hone_dragonbones_def){.skin = "bare"};
    assert_int_equal(hone_dragonbones_build(file, &def, NULL, &document, &error),
                     HONE_ERROR_ARGUMENT);
    assert_non_null(strstr(error.found, "bare"));
    assert_null(document);
    hone_dragonbones_free(file);
    hone_dragonbones_free(NULL);
    hone_rig_document_free(NULL);
    hone_atlas_free(NULL);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_of_a_file_is_refused_with_a_line),
        cmocka_unit_test(wrong_types_everywhere_are_refused_with_a_place_or_read),
        cmocka_unit_test(errors_name_line_and_path),
        cmocka_unit_test(a_second_list_for_one_channel_replaces_the_first),
        cmocka_unit_test(a_million_keys_are_no_trouble),
        cmocka_unit_test(too_many_bones_slots_and_displays_are_refused),
        cmocka_unit_test(without_memory_it_says_so_and_loses_none),
        cmocka_unit_test(armatures_and_skins_that_are_not_there_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
