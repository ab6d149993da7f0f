// SPDX-License-Identifier: MIT
#include "base/error.h"

#include "base/text.h"

#include <string.h>

const char *hone_status_name(hone_status status)
{
    switch (status) {
    case HONE_OK:
        return "ok";
    case HONE_ERROR_ARGUMENT:
        return "argument";
    case HONE_ERROR_MEMORY:
        return "memory";
    case HONE_ERROR_IO:
        return "io";
    case HONE_ERROR_FORMAT:
        return "format";
    case HONE_ERROR_UNSUPPORTED:
        return "unsupported";
    case HONE_ERROR_LIMIT:
        return "limit";
    case HONE_ERROR_CANCELLED:
        return "cancelled";
    }
    return "unknown";
}

hone_status error_set(hone_error *error, hone_status status, const char *file, const char *message)
{
    if (error == NULL) {
        return status;
    }
    error->status = status;
    error->line = 0;
    error->offset = HONE_NO_OFFSET;
    error->expected[0] = '\0';
    error->found[0] = '\0';
    text name = text_begin(error->file, sizeof error->file);
    if (file != NULL) {
        // The end of a path tells more than its beginning.
        size_t length = strlen(file);
        size_t skip = length < sizeof error->file ? 0 : length + 4 - sizeof error->file;
        text_add(&name, skip > 0 ? "..." : "");
        text_add(&name, file + skip);
    }
    text sentence = text_begin(error->message, sizeof error->message);
    if (message == NULL) {
        message =
            status == HONE_ERROR_MEMORY ? "there is not enough memory" : hone_status_name(status);
    }
    text_add(&sentence, message);
    return status;
}

void error_at_line(hone_error *error, uint64_t line)
{
    if (error != NULL) {
        error->line = line;
    }
}

void error_at_offset(hone_error *error, uint64_t offset)
{
    if (error != NULL) {
        error->offset = offset;
    }
}

void error_expected(hone_error *error, const char *expected)
{
    if (error != NULL) {
        text t = text_begin(error->expected, sizeof error->expected);
        text_add(&t, expected);
    }
}

void error_found(hone_error *error, const char *bytes, size_t count)
{
    if (error != NULL) {
        const size_t most = 40; // bytes quoted from the file: a glance, not the file
        text t = text_begin(error->found, sizeof error->found);
        text_add(&t, "'");
        text_add_escaped(&t, bytes, count < most ? count : most);
        text_add(&t, count > most ? "...'" : "'");
    }
}

size_t hone_error_text(const hone_error *error, char *buffer, size_t capacity)
{
    text t = text_begin(buffer, capacity);
    if (error == NULL) {
        return 0;
    }
    if (error->file[0] != '\0') {
        text_add(&t, error->file);
        text_add(&t, ":");
    }
    if (error->line != 0) {
        text_add_unsigned(&t, error->line);
        text_add(&t, ":");
    } else if (error->offset != HONE_NO_OFFSET) {
        text_add(&t, " byte ");
        text_add_unsigned(&t, error->offset);
        text_add(&t, ":");
    }
    text_add(&t, t.length > 0 ? " " : "");
    text_add(&t, error->message);
    if (error->expected[0] != '\0') {
        text_add(&t, ": expected ");
        text_add(&t, error->expected);
    }
    if (error->found[0] != '\0') {
        text_add(&t, error->expected[0] != '\0' ? ", found " : ": found ");
        text_add(&t, error->found);
    }
    return t.length;
}
