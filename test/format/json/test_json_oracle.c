// SPDX-License-Identifier: MIT
//
// Random documents, whole and damaged, read by hone and by jansson: both take them or both refuse
// them, and what they take is the same.
#include "format/json/json.h"

#include "random.h"

#include "cmocka_test.h"

#include <stdlib.h>
#include <string.h>

#include "jansson_side.h"

enum { ROOM = 1 << 14 };

typedef struct writer {
    char text[ROOM];
    size_t count;
    int32_t keys; // written so far: jansson keeps one of two members with one key
    random_state random;
} writer;

static void put(writer *w, const char *bytes)
{
    size_t count = strlen(bytes);
    if (w->count + count < ROOM) {
        memcpy(w->text + w->count, bytes, count);
        w->count += count;
    }
}

static void put_space(writer *w)
{
    static const char *const spaces[] = {"", "", "", " ", "\n", "\t", "\r\n"};
    put(w, spaces[random_index(&w->random, 7)]);
}

static void put_string(writer *w, bool key)
{
    static const char *const pieces[] = {"a",
                                         "key",
                                         "\\n",
                                         "\\u00e4",
                                         "\\ud83d\\ude00",
                                         "\xc3\xa4",
                                         "\xe2\x82\xac",
                                         "\xf0\x9f\x98\x80",
                                         "\\\"",
                                         "\\\\",
                                         "\\/",
                                         " ",
                                         "0123456789abcdef",
                                         "\\u0041"};
    put(w, "\"");
    for (int32_t n = random_index(&w->random, 6); n > 0; n--) {
        put(w, pieces[random_index(&w->random, 14)]);
    }
    if (key) {
        char number[16];
        (void)snprintf(number, sizeof number, "%d", (int)w->keys++);
        put(w, number);
    }
    put(w, "\"");
}

static void put_scalar(writer *w)
{
    static const char *const words[] = {"true", "false", "null", "[]", "{}"};
    char number[64];
    switch (random_index(&w->random, 5)) {
    case 0:
        put(w, words[random_index(&w->random, 5)]);
        break;
    case 1:
        put_string(w, false);
        break;
    case 2:
        (void)snprintf(number, sizeof number, "%d",
                       (int)random_index(&w->random, 2000000) - 1000000);
        put(w, number);
        break;
    default:
        (void)snprintf(number, sizeof number, "%.*g", 1 + (int)random_index(&w->random, 17),
                       random_double(&w->random, -1e3, 1e3));
        put(w, number);
        break;
    }
}

// Random brackets with an own stack: 1 = array, 2 = object.
static void put_document(writer *w)
{
    int kinds[24], filled[24];
    int depth = 0;
    for (int32_t budget = random_index(&w->random, 80);; budget--) {
        bool room = depth < 20 && budget > 0;
        if (depth > 0) {
            bool close = budget <= 0 || random_index(&w->random, 6) == 0;
            if (close) {
                put_space(w);
                put(w, kinds[depth - 1] == 1 ? "]" : "}");
                if (--depth == 0) {
                    return;
                }
                continue;
            }
            put(w, filled[depth - 1]++ > 0 ? "," : "");
            put_space(w);
            if (kinds[depth - 1] == 2) {
                put_string(w, true);
                put_space(w);
                put(w, ":");
                put_space(w);
            }
        }
        if (room && random_index(&w->random, 3) == 0) {
            kinds[depth] = 1 + random_index(&w->random, 2);
            filled[depth] = 0;
            put(w, kinds[depth++] == 1 ? "[" : "{");
        } else {
            put_scalar(w);
            if (depth == 0) {
                return;
            }
        }
        put_space(w);
    }
}

// The document in one fixed form, as jansson_canonical() writes it.
static void canonical(const json_document *d, char *out, size_t room)
{
    size_t length = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < d->value_count; i++) {
        const json_value *v = &d->values[i];
        switch (v->kind) {
        case JSON_NULL:
            length += (size_t)snprintf(out + length, room - length, "n ");
            break;
        case JSON_TRUE:
        case JSON_FALSE:
            length +=
                (size_t)snprintf(out + length, room - length, v->kind == JSON_TRUE ? "t " : "f ");
            break;
        case JSON_NUMBER:
            length += (size_t)snprintf(out + length, room - length, "%.17g ", v->as.number + 0.0);
            break;
        case JSON_STRING:
            length += (size_t)snprintf(out + length, room - length, "%u:%.*s ", v->count,
                                       (int)v->count, v->as.text);
            break;
        default:
            length += (size_t)snprintf(out + length, room - length, "%c%u ",
                                       v->kind == JSON_ARRAY ? '[' : '{', v->count);
            break;
        }
    }
    assert_true(length < room);
}

static void compare_text(const char *text, size_t count, int64_t *read, int64_t *refused)
{
    static char ours[8 * ROOM], theirs[8 * ROOM];
    jansson_answer answer = jansson_canonical(text, count, theirs, sizeof theirs);
    if (answer == JANSSON_CANNOT) {
        return;
    }
    json_document d;
    hone_status status = json_read(text, count, "random", NULL, NULL, &d, NULL);
    if ((status == HONE_OK) != (answer == JANSSON_READ)) {
        fail_msg("jansson %s: %.*s", answer == JANSSON_READ ? "reads" : "refuses", (int)count,
                 text);
    }
    if (status != HONE_OK) {
        ++*refused;
        return;
    }
    canonical(&d, ours, sizeof ours);
    json_free(&d);
    size_t same = 0;
    while (ours[same] != '\0' && ours[same] == theirs[same]) {
        same++;
    }
    if (ours[same] != theirs[same]) {
        fail_msg("at %.60s\njansson has %.60s", ours + same, theirs + same);
    }
    ++*read;
}

static void damage(writer *w)
{
    static const char bytes[] = "\"\\{}[],:0-e.tfnu \n\x01\x80\xc3\xff";
    for (int32_t n = 1 + random_index(&w->random, 2); n > 0 && w->count > 0; n--) {
        size_t at = (size_t)random_index(&w->random, (int32_t)w->count);
        switch (random_index(&w->random, 3)) {
        case 0:
            w->text[at] = bytes[random_index(&w->random, (int32_t)sizeof bytes - 1)];
            break;
        case 1:
            memmove(w->text + at, w->text + at + 1, w->count - at - 1);
            w->count--;
            break;
        default:
            w->count = at;
            break;
        }
    }
}

static void jansson_says_the_same(void **state)
{
    (void)state;
    if (!jansson_is_there()) {
        printf("skipped: all, jansson is not installed\n");
        skip();
    }
    static writer w;
    w.random = random_begin(22);
    int64_t read = 0, refused = 0;
    for (int32_t round = 0; round < 20000; round++) {
        w.count = 0;
        w.keys = 0;
        put_space(&w);
        put_document(&w);
        put_space(&w);
        compare_text(w.text, w.count, &read, &refused);
        damage(&w);
        compare_text(w.text, w.count, &read, &refused);
    }
    printf("%lld read, %lld refused\n", (long long)read, (long long)refused);
    assert_true(read > 15000);
    assert_true(refused > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(jansson_says_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
