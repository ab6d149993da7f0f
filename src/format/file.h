// SPDX-License-Identifier: MIT
//
// Reading files through the C library. Not in builds without stdio.
#ifndef HONE_FORMAT_FILE_H
#define HONE_FORMAT_FILE_H

#include "hone/base.h"

#include <stdio.h>

typedef struct file_reader {
    FILE *file;
    uint64_t bytes; // its length; UINT64_MAX when that cannot be known (a pipe)
} file_reader;

// Opens a file, or standard input for "-". The reasons that people meet (missing, no permission, a
// directory) are told in words.
hone_status file_open(file_reader *f, const char *path, hone_error *error);
void file_close(file_reader *f);

// A hone_read_function whose user is a file_reader.
size_t file_read(void *user, void *buffer, size_t capacity);

#endif
