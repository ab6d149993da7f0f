// SPDX-License-Identifier: MIT
//
// BVH from a file. Hosted builds only.
#include "format/bvh/reader.h"

#include "base/error.h"
#include "format/file.h"

hone_status hone_bvh_read_file(const char *path, const hone_bvh_def *def,
                               const hone_allocator *allocator, hone_bvh **out, hone_error *error)
{
    if (out == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, path, "no place for the result");
    }
    file_reader file;
    hone_status status = file_open(&file, path, error);
    if (status == HONE_OK) {
        status = bvh_read_sized(file_read, &file, file.bytes, path, def, allocator, out, error);
        file_close(&file);
    }
    return status;
}
