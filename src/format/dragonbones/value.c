// SPDX-License-Identifier: MIT
//
// Members with defaults. Exporters write numbers as strings, booleans as numbers or words, and
// null, "NaN" or "" for what is not there; the official runtime takes all of that, so this does.
#include "format/dragonbones/model.h"

#include "base/error.h"
#include "format/number.h"

#include <string.h>

bool db_fail(db_reader *r, const json_value *at, const char *message, const char *expected)
{
    (void)json_fail(&r->json, at, message, expected, r->error);
    return false;
}

void *db_new(db_reader *r, size_t count, size_t size)
{
    void *memory = arena_new(&r->file->memory, count, size);
    if (memory == NULL) {
        (void)error_set(r->error, HONE_ERROR_MEMORY, r->json.name, "not enough memory");
    }
    return memory;
}

void db_warn(db_reader *r, const char *message, const json_value *at)
{
    warnings_add(&r->file->warnings, r->file->memory.allocator, message, NULL,
                 at == NULL ? 0 : json_line(&r->json, at));
}

// Words for "not there".
static bool is_absent(const json_value *value)
{
    return value == NULL || json_is(value, JSON_NULL) || json_text_is(value, "") ||
           json_text_is(value, "NaN") || json_text_is(value, "null") ||
           json_text_is(value, "undefined");
}

bool db_number(db_reader *r, const json_value *object, const char *key, double fallback,
               double *out)
{
    const json_value *value = json_member(object, key);
    if (is_absent(value)) {
        *out = fallback;
        return true;
    }
    double number = 0.0;
    if (json_is(value, JSON_NUMBER)) {
        number = value->as.number;
    } else if (json_is(value, JSON_STRING)) {
        const char *end = value->as.text + value->count;
        if (number_parse_double(value->as.text, end, '.', &number) != end) {
            return db_fail(r, value, "not a number", "a number");
        }
    } else if (json_is(value, JSON_TRUE) || json_is(value, JSON_FALSE)) {
        number = json_is(value, JSON_TRUE) ? 1.0 : 0.0;
    } else {
        return db_fail(r, value, "not a number", "a number");
    }
    // Beyond this floats lose whole pixels and intermediate products their range.
    if (!(number > -1e9 && number < 1e9)) {
        return db_fail(r, value, "number out of range", "a number between -1e9 and 1e9");
    }
    *out = number;
    return true;
}

bool db_integer(db_reader *r, const json_value *object, const char *key, int32_t fallback,
                int32_t *out)
{
    double number;
    if (!db_number(r, object, key, fallback, &number)) {
        return false;
    }
    *out = (int32_t)number;
    return true;
}

bool db_boolean(db_reader *r, const json_value *object, const char *key, bool fallback, bool *out)
{
    const json_value *value = json_member(object, key);
    if (value == NULL) {
        *out = fallback;
        return true;
    }
    switch (value->kind) {
    case JSON_TRUE:
    case JSON_FALSE:
        *out = value->kind == JSON_TRUE;
        return true;
    case JSON_NULL:
        *out = fallback;
        return true;
    case JSON_NUMBER:
        *out = value->as.number != 0.0;
        return true;
    case JSON_STRING:
        *out = !is_absent(value) && !json_text_is(value, "false") && !json_text_is(value, "0");
        return true;
    default:
        return db_fail(r, value, "not true or false", "true or false");
    }
}

bool db_text(db_reader *r, const json_value *object, const char *key, const char *fallback,
             const char **out)
{
    const json_value *value = json_member(object, key);
    if (value == NULL || json_is(value, JSON_NULL)) {
        *out = fallback;
        return true;
    }
    const char *bytes = value->as.text;
    size_t count = value->count;
    if (json_is(value, JSON_NUMBER)) {
        bytes = json_raw(&r->json, value, &count); // a name that looks like a number
    } else if (!json_is(value, JSON_STRING)) {
        return db_fail(r, value, "not a text", "a text in quotes");
    }
    if (memchr(bytes, '\0', count) != NULL) {
        return db_fail(r, value, "a name with a zero character", NULL);
    }
    char *copy = arena_text(&r->file->memory, bytes, count);
    if (copy == NULL) {
        (void)error_set(r->error, HONE_ERROR_MEMORY, r->json.name, "not enough memory");
        return false;
    }
    *out = copy;
    return true;
}

static bool member_of_kind(db_reader *r, const json_value *object, const char *key, json_kind kind,
                           const char *expected, const json_value **out)
{
    const json_value *value = json_member(object, key);
    if (value == NULL || json_is(value, JSON_NULL)) {
        *out = NULL;
        return true;
    }
    if (!json_is(value, kind)) {
        return db_fail(r, value, "wrong kind of value", expected);
    }
    *out = value;
    return true;
}

bool db_array(db_reader *r, const json_value *object, const char *key, const json_value **out)
{
    return member_of_kind(r, object, key, JSON_ARRAY, "a list in []", out);
}

bool db_object(db_reader *r, const json_value *object, const char *key, const json_value **out)
{
    return member_of_kind(r, object, key, JSON_OBJECT, "an object in {}", out);
}

double db_short_way(double degrees)
{
    double turns = degrees / 360.0 - 0.5;
    int64_t whole = (int64_t)turns;
    whole += (double)whole < turns;
    return degrees - 360.0 * (double)whole;
}

bool db_transform_of(db_reader *r, const json_value *object, db_transform *out)
{
    double rotation, skew_x, skew_y;
    if (!db_number(r, object, "x", 0.0, &out->x) || !db_number(r, object, "y", 0.0, &out->y) ||
        !db_number(r, object, "scX", 1.0, &out->scale_x) ||
        !db_number(r, object, "scY", 1.0, &out->scale_y)) {
        return false;
    }
    if (json_member(object, "rotate") != NULL || json_member(object, "skew") != NULL) {
        double skew;
        if (!db_number(r, object, "rotate", 0.0, &rotation) ||
            !db_number(r, object, "skew", 0.0, &skew)) {
            return false;
        }
        out->rotation = db_short_way(rotation);
        out->skew = db_short_way(skew);
        return true;
    }
    if (!db_number(r, object, "skX", 0.0, &skew_x) || !db_number(r, object, "skY", 0.0, &skew_y)) {
        return false;
    }
    out->rotation = db_short_way(skew_y);
    out->skew = db_short_way(skew_x - skew_y);
    return true;
}

int32_t db_find_bone(const db_armature *armature, const char *name)
{
    for (int32_t i = 0; i < armature->bone_count; i++) {
        if (strcmp(armature->bones[i].name, name) == 0) {
            return i;
        }
    }
    return HONE_NONE;
}

int32_t db_find_slot(const db_armature *armature, const char *name)
{
    for (int32_t i = 0; i < armature->slot_count; i++) {
        if (strcmp(armature->slots[i].name, name) == 0) {
            return i;
        }
    }
    return HONE_NONE;
}
