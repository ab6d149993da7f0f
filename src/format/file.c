// SPDX-License-Identifier: MIT
#include "format/file.h"

#include "base/error.h"

#include <errno.h>
#include <string.h>

static hone_status refuse(const char *path, int reason, hone_error *error)
{
    const char *message = "the file cannot be read";
    switch (reason) {
    case ENOENT:
        message = "no such file";
        break;
    case EACCES:
        message = "no permission to read the file";
        break;
    case EISDIR:
        message = "a directory, not a file";
        break;
    case EMFILE:
        message = "too many files are open";
        break;
    default:
        break;
    }
    return error_set(error, HONE_ERROR_IO, path, message);
}

hone_status file_open(file_reader *f, const char *path, hone_error *error)
{
    if (path == NULL || f == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, path, "no path");
    }
    if (strcmp(path, "-") == 0) {
        *f = (file_reader){stdin, UINT64_MAX};
        return HONE_OK;
    }
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return refuse(path, errno, error);
    }
    // A directory opens, but does not read.
    int first = fgetc(file);
    if (first == EOF && ferror(file)) {
        int reason = errno;
        (void)fclose(file);
        return refuse(path, reason, error);
    }
    if (first != EOF) {
        (void)ungetc(first, file);
    }
    *f = (file_reader){file, UINT64_MAX};
    if (fseek(file, 0, SEEK_END) == 0) {
        long end = ftell(file);
        if (fseek(file, 0, SEEK_SET) == 0 && end >= 0) {
            f->bytes = (uint64_t)end;
        }
    }
    return HONE_OK;
}

void file_close(file_reader *f)
{
    if (f->file != NULL && f->file != stdin) {
        (void)fclose(f->file);
    }
    f->file = NULL;
}

size_t file_read(void *user, void *buffer, size_t capacity)
{
    file_reader *f = user;
    size_t count = fread(buffer, 1, capacity, f->file);
    return count == 0 && ferror(f->file) ? SIZE_MAX : count;
}
