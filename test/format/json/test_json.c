// SPDX-License-Identifier: MIT
#include "format/json/json.h"

#include "random.h"

#include "cmocka_test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The text in a block of its very size, so that sanitizers see what is read beyond.
static hone_status read_bytes(const char *text, size_t count, const json_limits *limits,
                              const hone_allocator *allocator, json_document *out,
                              hone_error *error, char **block)
{
    *block = malloc(count > 0 ? count : 1);
    if (count > 0) {
        memcpy(*block, text, count);
    }
    return json_read(*block, count, "test.json", limits, allocator, out, error);
}

static hone_status status_of(const char *text, size_t count, const json_limits *limits)
{
    json_document document = {.value_count = 77};
    hone_error error;
    char *block;
    hone_status status = read_bytes(text, count, limits, NULL, &document, &error, &block);
    if (status == HONE_OK) {
        json_free(&document);
    } else {
        assert_int_equal(document.value_count, 77); // untouched
        assert_int_equal(error.status, status);
        assert_true(error.message[0] != '\0');
        assert_true(error.line >= 1);
    }
    free(block);
    return status;
}

// A text may hold zero characters, so its size comes from the literal.
typedef struct sample {
    const char *text;
    size_t count;
} sample;

#define SAMPLE(literal)                                                                            \
    {                                                                                              \
        (literal), sizeof(literal) - 1                                                             \
    }

static void what_the_grammar_allows_is_read(void **state)
{
    (void)state;
    static const sample good[] = {
        SAMPLE("null"),
        SAMPLE("true"),
        SAMPLE("false"),
        SAMPLE("0"),
        SAMPLE("-0"),
        SAMPLE("-0.0"),
        SAMPLE("0e0"),
        SAMPLE("0E+0"),
        SAMPLE("12.5e-3"),
        SAMPLE("1E400"),
        SAMPLE("-1e-400"),
        SAMPLE("123456789012345678901234567890"),
        SAMPLE("\"\""),
        SAMPLE("\"a\""),
        SAMPLE("\"\x7f\""),
        SAMPLE("[]"),
        SAMPLE("{}"),
        SAMPLE("[[]]"),
        SAMPLE("[{}]"),
        SAMPLE("{\"\":{}}"),
        SAMPLE("[1,2]"),
        SAMPLE(" [ 1 , 2 ] "),
        SAMPLE("\t\r\n[\n]\r\n"),
        SAMPLE("{\"a\":1,\"a\":2}"),
        SAMPLE("{\"a\" : [ ] , \"b\" : null}"),
        SAMPLE("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""),
        SAMPLE("\"\\u0000\\u001f\\uFFFF\""),
        SAMPLE("\"\\ud83d\\uDE00\""),
        SAMPLE("\"\xc2\x80\xdf\xbf\""),
        SAMPLE("\"\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf\""),
        SAMPLE("\"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf\""),
        SAMPLE("\xef\xbb\xbf[1]"),
        SAMPLE("[true,false,null]"),
        SAMPLE("\"12345678\""), // lengths round the eight bytes of a step
        SAMPLE("\"1234567\""),
        SAMPLE("\"123456789\""),
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        if (status_of(good[i].text, good[i].count, NULL) != HONE_OK) {
            fail_msg("refused: %s", good[i].text);
        }
    }
}

static void what_the_grammar_forbids_is_refused(void **state)
{
    (void)state;
    static const sample bad[] = {
        SAMPLE(""),
        SAMPLE(" "),
        SAMPLE("\n\t"),
        SAMPLE("\xef\xbb\xbf"),
        SAMPLE("\xef\xbb\xbf\xef\xbb\xbf[]"),
        SAMPLE("nul"),
        SAMPLE("nulll"),
        SAMPLE("None"),
        SAMPLE("True"),
        SAMPLE("TRUE"),
        SAMPLE("NaN"),
        SAMPLE("Infinity"),
        SAMPLE("-Infinity"),
        SAMPLE("+1"),
        SAMPLE("-"),
        SAMPLE("--1"),
        SAMPLE("01"),
        SAMPLE("-01"),
        SAMPLE("00"),
        SAMPLE("1."),
        SAMPLE(".5"),
        SAMPLE("-.5"),
        SAMPLE("1.e5"),
        SAMPLE("1e"),
        SAMPLE("1e+"),
        SAMPLE("1e1.5"),
        SAMPLE("0x10"),
        SAMPLE("1_000"),
        SAMPLE("1 2"),
        SAMPLE("1,"),
        SAMPLE("1a"),
        SAMPLE("\xef\xbc\x91"), // a full-width one
        SAMPLE("'a'"),
        SAMPLE("\""),
        SAMPLE("\"a"),
        SAMPLE("\"a\\"),
        SAMPLE("\"a\\\""),
        SAMPLE("\"\\a\""),
        SAMPLE("\"\\x41\""),
        SAMPLE("\"\\0\""),
        SAMPLE("\"\\\0\""),
        SAMPLE("\"\\'\""),
        SAMPLE("\"\\U0041\""),
        SAMPLE("\"\\u\""),
        SAMPLE("\"\\u12\""),
        SAMPLE("\"\\u12G4\""),
        SAMPLE("\"\\u-123\""),
        SAMPLE("\"\\ud800\""),
        SAMPLE("\"\\ud800x\""),
        SAMPLE("\"\\ud800\\n\""),
        SAMPLE("\"\\ud800\\u0041\""),
        SAMPLE("\"\\ud800\\ud800\""),
        SAMPLE("\"\\udc00\""),
        SAMPLE("\"\\udc00\\ud800\""),
        SAMPLE("\"\\ud83d\\uDE"),
        SAMPLE("\"a\nb\""),
        SAMPLE("\"a\tb\""),
        SAMPLE("\"a\0b\""),
        SAMPLE("\"\x1f\""),
        SAMPLE("\"\x80\""),
        SAMPLE("\"\xbf\""),
        SAMPLE("\"\xc0\x80\""), // overlong
        SAMPLE("\"\xc1\xbf\""),
        SAMPLE("\"\xc2\""),
        SAMPLE("\"\xc2\x41\""),
        SAMPLE("\"\xe0\x9f\xbf\""),
        SAMPLE("\"\xe2\x82\""),
        SAMPLE("\"\xed\xa0\x80\""), // a surrogate
        SAMPLE("\"\xf0\x8f\xbf\xbf\""),
        SAMPLE("\"\xf0\x9f\x98\""),
        SAMPLE("\"\xf4\x90\x80\x80\""),
        SAMPLE("\"\xf5\x80\x80\x80\""),
        SAMPLE("\"\xff\""),
        SAMPLE("\"abcdefg\xe2\x82"),
        SAMPLE("\"\xc3"), // the text ends within a character
        SAMPLE("\"\xe0"),
        SAMPLE("\"\xed"),
        SAMPLE("\"\xf0"),
        SAMPLE("\"\xf4"),
        SAMPLE("\"\xf4\x8f\xbf"),
        SAMPLE("["),
        SAMPLE("]"),
        SAMPLE("[1"),
        SAMPLE("[1,"),
        SAMPLE("[1,]"),
        SAMPLE("[,1]"),
        SAMPLE("[,]"),
        SAMPLE("[1,,2]"),
        SAMPLE("[1 2]"),
        SAMPLE("[1:2]"),
        SAMPLE("[1}"),
        SAMPLE("[[1]"),
        SAMPLE("[1]]"),
        SAMPLE("[1][2]"),
        SAMPLE("[1]x"),
        SAMPLE("[1]\0"),
        SAMPLE("[\0]"),
        SAMPLE("[\v1]"),
        SAMPLE("[\xc2\xa0]"),
        SAMPLE("{"),
        SAMPLE("}"),
        SAMPLE("{\"a\""),
        SAMPLE("{\"a\":"),
        SAMPLE("{\"a\":1"),
        SAMPLE("{\"a\":1,"),
        SAMPLE("{\"a\":1,}"),
        SAMPLE("{,\"a\":1}"),
        SAMPLE("{\"a\",1}"),
        SAMPLE("{\"a\" 1}"),
        SAMPLE("{\"a\"::1}"),
        SAMPLE("{\"a\":1 \"b\":2}"),
        SAMPLE("{a:1}"),
        SAMPLE("{'a':1}"),
        SAMPLE("{1:1}"),
        SAMPLE("{null:1}"),
        SAMPLE("{\"a\":}"),
        SAMPLE("{\"a\":1]"),
        SAMPLE("{[]:1}"),
        SAMPLE("// x\n1"),
        SAMPLE("/* x */ 1"),
        SAMPLE("1 # x"),
        SAMPLE("\xff\xfe[\0]\0"), // UTF-16
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (status_of(bad[i].text, bad[i].count, NULL) != HONE_ERROR_FORMAT) {
            fail_msg("not refused: %s", bad[i].text);
        }
    }
}

static const char document_text[] =
    "{\n"
    "  \"name\": \"f\\u00fcr \\ud83d\\ude00 \\\"x\\\"\",\n"
    "  \"list\": [1, -2.5e2, true, null, \"plain\", [], {\"deep\": [0, {\"end\": false}]}],\n"
    "  \"name\": \"second\",\n"
    "  \"raw\": { \"a\" : [ 1, \"]}\\\"\" ] }\n"
    "}\n";

static void read_document(json_document *out)
{
    assert_int_equal(
        json_read(document_text, sizeof document_text - 1, "doc.json", NULL, NULL, out, NULL),
        HONE_OK);
}

static void members_and_elements_are_found(void **state)
{
    (void)state;
    json_document d;
    read_document(&d);
    const json_value *root = json_root(&d);
    assert_true(json_is(root, JSON_OBJECT));
    assert_int_equal(root->count, 4);
    assert_true(json_text_is(json_member(root, "name"), "second")); // the last one
    json_iterator i = json_iterate(root);
    assert_true(json_next(&i));
    assert_true(json_text_is(i.key, "name"));
    assert_true(json_text_is(i.value, "f\xc3\xbcr \xf0\x9f\x98\x80 \"x\""));
    assert_true(json_next(&i));
    assert_true(json_text_is(i.key, "list"));
    static const json_kind kinds[] = {JSON_NUMBER, JSON_NUMBER, JSON_TRUE,  JSON_NULL,
                                      JSON_STRING, JSON_ARRAY,  JSON_OBJECT};
    size_t n = 0;
    for (json_iterator j = json_iterate(i.value); json_next(&j); n++) {
        assert_true(n < 7 && json_is(j.value, kinds[n]));
        assert_null(j.key);
        if (n == 1) {
            assert_true(j.value->as.number == -250.0);
        }
    }
    assert_int_equal(n, 7);
    assert_true(json_next(&i) && json_next(&i));
    assert_false(json_next(&i));
    assert_null(json_member(root, "nam"));
    assert_null(json_member(root, "names"));
    assert_null(json_member(NULL, "name"));
    assert_null(json_member(json_member(root, "list"), "name"));
    json_iterator nothing = json_iterate(NULL);
    assert_false(json_next(&nothing));
    nothing = json_iterate(json_member(root, "name"));
    assert_false(json_next(&nothing));
    assert_false(json_is(NULL, JSON_NULL));
    json_free(&d);
    json_free(&d); // a freed document is empty
}

static void places_are_named_by_line_and_path(void **state)
{
    (void)state;
    json_document d;
    read_document(&d);
    const json_value *deep = json_root(&d);
    char path[64];
    assert_int_equal(json_path(&d, deep, path, sizeof path), 0);
    json_iterator i = json_iterate(json_member(deep, "list"));
    while (json_next(&i) && !json_is(i.value, JSON_OBJECT)) {
    }
    json_iterator j = json_iterate(json_member(i.value, "deep"));
    assert_true(json_next(&j) && json_next(&j));
    deep = json_member(j.value, "end");
    assert_int_equal(json_line(&d, deep), 3);
    assert_int_equal(json_path(&d, deep, path, sizeof path), strlen("list[6].deep[1].end"));
    assert_string_equal(path, "list[6].deep[1].end");
    assert_int_equal(json_path(&d, deep, path, 8), strlen("list[6].deep[1].end"));
    assert_int_equal(strlen(path), 7);
    hone_error error;
    assert_int_equal(json_fail(&d, deep, "is odd", "something even", &error), HONE_ERROR_FORMAT);
    assert_int_equal(error.line, 3);
    assert_string_equal(error.file, "doc.json");
    assert_non_null(strstr(error.message, "list[6].deep[1].end"));
    assert_non_null(strstr(error.message, "is odd"));
    assert_string_equal(error.expected, "something even");
    assert_non_null(strstr(error.found, "false"));
    assert_int_equal(json_fail(&d, deep, "is odd", NULL, NULL), HONE_ERROR_FORMAT);
    size_t count;
    const char *raw = json_raw(&d, json_member(json_root(&d), "raw"), &count);
    static const char expected[] = "{ \"a\" : [ 1, \"]}\\\"\" ] }";
    assert_int_equal(count, sizeof expected - 1);
    assert_memory_equal(raw, expected, count);
    json_free(&d);
}

static void errors_name_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t line, offset;
    } samples[] = {{"[1,\n 2,\n x]", 3, 9},    {"{\n\"a\": 1\n\"b\": 2}", 3, 9},
                   {"[\n\"abc\ndef\"]", 2, 6}, {"\n\n\n", 4, 3},
                   {"[1,\r\n01]", 2, 5},       {"{\"k\":\n\"\\q\"}", 2, 7}};
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        json_document d;
        hone_error error;
        assert_int_equal(
            json_read(samples[i].text, strlen(samples[i].text), "x.json", NULL, NULL, &d, &error),
            HONE_ERROR_FORMAT);
        assert_int_equal(error.line, samples[i].line);
        assert_int_equal(error.offset, samples[i].offset);
        assert_string_equal(error.file, "x.json");
    }
}

static void depth_is_bounded_and_does_not_recurse(void **state)
{
    (void)state;
    enum { DEEP = 200000 };
    char *text = malloc(2 * DEEP);
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    assert_int_equal(status_of(text, 2 * DEEP, NULL), HONE_ERROR_LIMIT);
    assert_int_equal(status_of(text + DEEP - 256, 512, NULL), HONE_OK);
    assert_int_equal(status_of(text + DEEP - 257, 514, NULL), HONE_ERROR_LIMIT);
    json_limits limits = {.depth = 2};
    assert_int_equal(status_of("[[1]]", 5, &limits), HONE_OK);
    assert_int_equal(status_of("[[{}]]", 6, &limits), HONE_ERROR_LIMIT);
    limits.depth = DEEP;
    assert_int_equal(status_of(text, 2 * DEEP, &limits), HONE_OK);
    assert_int_equal(status_of(text, DEEP, &limits), HONE_ERROR_FORMAT);
    free(text);
}

static void the_number_of_values_is_bounded(void **state)
{
    (void)state;
    json_limits limits = {.values = 4};
    assert_int_equal(status_of("[1,2,3]", 7, &limits), HONE_OK);
    assert_int_equal(status_of("[1,2,3,4]", 9, &limits), HONE_ERROR_LIMIT);
    assert_int_equal(status_of("{\"a\":1}", 7, &limits), HONE_OK);
    assert_int_equal(status_of("{\"a\":1,\"b\":2}", 13, &limits), HONE_ERROR_LIMIT);
}

static void every_cut_of_a_document_is_refused(void **state)
{
    (void)state;
    size_t whole = sizeof document_text - 1;
    while (document_text[whole - 1] != '}') {
        whole--;
    }
    for (size_t count = 0; count < whole; count++) {
        assert_int_equal(status_of(document_text, count, NULL), HONE_ERROR_FORMAT);
    }
    assert_int_equal(status_of(document_text, whole, NULL), HONE_OK);
}

static void numbers_are_those_of_strtod(void **state)
{
    (void)state;
    random_state random = random_begin(21);
    for (int round = 0; round < 200000; round++) {
        char text[128];
        int length = 0;
        if (random_index(&random, 2) == 0) {
            text[length++] = '-';
        }
        int digits = 1 + random_index(&random, 25);
        for (int i = 0; i < digits; i++) {
            int low = i == 0 && digits > 1 ? 1 : 0;
            text[length++] = (char)('0' + low + random_index(&random, 10 - low));
        }
        if (random_index(&random, 2) == 0) {
            text[length++] = '.';
            digits = 1 + random_index(&random, 25);
            for (int i = 0; i < digits; i++) {
                text[length++] = (char)('0' + random_index(&random, 10));
            }
        }
        if (random_index(&random, 2) == 0) {
            length += snprintf(text + length, sizeof text - (size_t)length, "%c%s%d",
                               random_index(&random, 2) == 0 ? 'e' : 'E',
                               random_index(&random, 2) == 0 ? "+" : "-",
                               (int)random_index(&random, 340));
        }
        text[length] = '\0';
        json_document d;
        assert_int_equal(json_read(text, (size_t)length, NULL, NULL, NULL, &d, NULL), HONE_OK);
        double expected = strtod(text, NULL);
        double ours = json_root(&d)->as.number;
        if (memcmp(&ours, &expected, sizeof ours) != 0) {
            fail_msg("%s: %.17g, expected %.17g", text, ours, expected);
        }
        json_free(&d);
    }
}

// An allocator whose n-th call fails, and that knows what is in use.
typedef struct counted {
    int64_t calls, fail_at;
    int64_t bytes;
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
    // Enough values that the array grows a few times.
    char text[4000];
    int length = snprintf(text, sizeof text, "[\"\\n\"");
    for (int i = 0; i < 900; i++) {
        length += snprintf(text + length, sizeof text - (size_t)length, ",%d", i);
    }
    length += snprintf(text + length, sizeof text - (size_t)length, "]");
    int64_t failures = 0;
    for (int64_t n = 1;; n++) {
        counted c = {.fail_at = n};
        hone_allocator allocator = {counted_resize, &c};
        json_document d;
        hone_error error;
        hone_status status = json_read(text, (size_t)length, "x", NULL, &allocator, &d, &error);
        if (status == HONE_OK) {
            json_free(&d);
            assert_int_equal(c.bytes, 0);
            break;
        }
        assert_int_equal(status, HONE_ERROR_MEMORY);
        assert_int_equal(error.status, HONE_ERROR_MEMORY);
        assert_int_equal(c.bytes, 0);
        failures++;
    }
    assert_true(failures >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_grammar_allows_is_read),
        cmocka_unit_test(what_the_grammar_forbids_is_refused),
        cmocka_unit_test(members_and_elements_are_found),
        cmocka_unit_test(places_are_named_by_line_and_path),
        cmocka_unit_test(errors_name_their_line),
        cmocka_unit_test(depth_is_bounded_and_does_not_recurse),
        cmocka_unit_test(the_number_of_values_is_bounded),
        cmocka_unit_test(every_cut_of_a_document_is_refused),
        cmocka_unit_test(numbers_are_those_of_strtod),
        cmocka_unit_test(without_memory_it_says_so_and_loses_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
