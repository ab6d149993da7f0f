// SPDX-License-Identifier: MIT
//
// The JSON reader on arbitrary bytes: spans must nest, counts must be those of the iteration, every
// value's raw text must be JSON again, with the same number of values.
#include "format/json/json.h"

#include <stdio.h>
#include <stdlib.h>

static void require(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "broken: %s\n", what);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    json_document d;
    hone_error error;
    json_limits limits = {.depth = 64, .values = 4096};
    hone_status status = json_read((const char *)bytes, count, "fuzz", &limits, NULL, &d, &error);
    if (status != HONE_OK) {
        require(error.status == status && error.line >= 1 && error.offset <= count, "error");
        return 0;
    }
    require(json_root(&d)->span == d.value_count, "the root spans all");
    for (uint32_t i = 0; i < d.value_count; i++) {
        const json_value *value = &d.values[i];
        uint32_t children = 0, spanned = 1;
        for (json_iterator j = json_iterate(value); json_next(&j);) {
            children++;
            spanned += j.value->span + (j.key != NULL);
            require(json_member(value, "") == NULL || json_is(value, JSON_OBJECT), "member");
        }
        bool container = json_is(value, JSON_ARRAY) || json_is(value, JSON_OBJECT);
        require(!container || (children == value->count && spanned == value->span), "span");
        char path[16];
        (void)json_path(&d, value, path, sizeof path);
        if (i < 64) {
            size_t length;
            const char *raw = json_raw(&d, value, &length);
            json_document again;
            require(json_read(raw, length, "raw", &limits, NULL, &again, NULL) == HONE_OK, "raw");
            require(again.value_count == value->span, "raw span");
            json_free(&again);
        }
    }
    json_free(&d);
    return 0;
}
