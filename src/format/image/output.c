// SPDX-License-Identifier: MIT
//
// Where an encoder's bytes go. A file is written under another name in the target's folder (made
// exclusively, so that no existing file is hurt) and renamed at the end: whoever looks at the
// target sees the old content or the whole new one. A symbolic link is followed first, and what is
// no regular file (a pipe, a device) is written directly, since renaming would replace it.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#endif

#include "format/image/image.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#if !defined(_WIN32)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

hone_status error_set_system(hone_error *error, const char *file, const char *message, int number)
{
    char buffer[sizeof error->message];
    text t = text_begin(buffer, sizeof buffer);
    text_add(&t, message);
    if (number != 0) {
        text_add(&t, ": ");
        text_add(&t, strerror(number));
    }
    hone_status status = number == ENOMEM ? HONE_ERROR_MEMORY : HONE_ERROR_IO;
    return error_set(error, status, file, buffer);
}

static char *copy_text(const hone_allocator *allocator, const char *string, size_t *bytes)
{
    *bytes = strlen(string) + 1;
    char *copy = memory_new(allocator, *bytes, 1);
    if (copy != NULL) {
        memcpy(copy, string, *bytes);
    }
    return copy;
}

static void forget_paths(output *out)
{
    if (out->allocator != NULL) {
        memory_delete(out->allocator, out->target, out->target_bytes, 1);
        memory_delete(out->allocator, out->temporary, out->temporary_bytes, 1);
    }
    out->target = NULL;
    out->temporary = NULL;
}

typedef enum target_kind {
    TARGET_FILE, // a regular file or nothing yet
    TARGET_STREAM,
    TARGET_FOLDER,
    TARGET_LOCKED // a file that may not be written
} target_kind;

#if defined(_WIN32)
static target_kind look_at(const char *path)
{
    (void)path;
    return TARGET_FILE;
}

static char *follow_link(const hone_allocator *allocator, const char *path, size_t *bytes)
{
    return copy_text(allocator, path, bytes);
}

static unsigned long process_number(void)
{
    return 0;
}

static int put_in_place(const char *from, const char *to)
{
    (void)remove(to);
    return rename(from, to);
}
#else
static target_kind look_at(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        return TARGET_FILE;
    }
    if (S_ISDIR(about.st_mode)) {
        return TARGET_FOLDER;
    }
    if (!S_ISREG(about.st_mode)) {
        return TARGET_STREAM;
    }
    return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? TARGET_FILE : TARGET_LOCKED;
}

static char *follow_link(const hone_allocator *allocator, const char *path, size_t *bytes)
{
    struct stat about;
    if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) {
        char *real = realpath(path, NULL);
        if (real != NULL) {
            char *copy = copy_text(allocator, real, bytes);
            free(real);
            return copy;
        }
    }
    return copy_text(allocator, path, bytes);
}

static unsigned long process_number(void)
{
    return (unsigned long)getpid();
}

// A file that is replaced keeps who may read it.
static int put_in_place(const char *from, const char *to)
{
    struct stat before;
    if (stat(to, &before) == 0 && S_ISREG(before.st_mode)) {
        (void)chmod(from, before.st_mode & 0777);
    }
    return rename(from, to);
}
#endif

// Opens FOLDER/.hone-PROCESS-NUMBER.part for the first number that is free.
static hone_status open_beside(output *out, hone_error *error)
{
    const char *slash = strrchr(out->target, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - out->target) + 1;
    out->temporary_bytes = folder + 64;
    out->temporary = memory_new(out->allocator, out->temporary_bytes, 1);
    if (out->temporary == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, out->name, NULL);
    }
    memcpy(out->temporary, out->target, folder);
    int number = 0;
    for (unsigned attempt = 0; attempt < 10000 && out->file == NULL; attempt++) {
        text t = text_begin(out->temporary + folder, out->temporary_bytes - folder);
        text_add(&t, ".hone-");
        text_add_unsigned(&t, process_number());
        text_add(&t, "-");
        text_add_unsigned(&t, attempt);
        text_add(&t, ".part");
        errno = 0;
        out->file = fopen(out->temporary, "wbx");
        number = errno;
        if (out->file == NULL && number != EEXIST) {
            break;
        }
    }
    if (out->file == NULL) {
        memory_delete(out->allocator, out->temporary, out->temporary_bytes, 1);
        out->temporary = NULL;
        return error_set_system(error, out->name, "cannot write a file in its folder", number);
    }
    return HONE_OK;
}

hone_status output_open(output *out, const char *path, const hone_allocator *allocator,
                        hone_error *error)
{
    *out = (output){.allocator = allocator, .name = path};
    if (path == NULL || path[0] == '\0') {
        return error_set(error, HONE_ERROR_ARGUMENT, NULL, "no path to write to is given");
    }
    if (strcmp(path, "-") == 0) {
        out->name = "standard output";
        out->file = stdout;
        return HONE_OK;
    }
    target_kind kind = look_at(path);
    if (kind == TARGET_FOLDER) {
        return error_set_system(error, path, "cannot write", EISDIR);
    }
    if (kind == TARGET_LOCKED) {
        return error_set_system(error, path, "cannot write", EACCES);
    }
    out->target = follow_link(allocator, path, &out->target_bytes);
    if (out->target == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, path, NULL);
    }
    out->name = out->target;
    hone_status status = HONE_OK;
    if (kind == TARGET_STREAM) {
        errno = 0;
        out->file = fopen(out->target, "wb");
        if (out->file == NULL) {
            status = error_set_system(error, path, "cannot write", errno);
        }
    } else {
        status = open_beside(out, error);
    }
    if (status != HONE_OK) {
        forget_paths(out);
    }
    return status;
}

void output_open_to(output *out, hone_write_function write, void *user,
                    const hone_allocator *allocator)
{
    *out = (output){.allocator = allocator, .name = "picture", .write = write, .user = user};
}

static bool note_failure(output *out, int number)
{
    if (!out->failed) {
        out->failed = true;
        out->failure = number;
    }
    return false;
}

bool output_write(output *out, const void *bytes, size_t count)
{
    if (out->failed) {
        return false;
    }
    if (count == 0) {
        return true;
    }
    if (out->write != NULL) {
        return out->write(out->user, bytes, count) || note_failure(out, 0);
    }
    errno = 0;
    return fwrite(bytes, 1, count, out->file) == count || note_failure(out, errno);
}

bool output_can_patch(const output *out)
{
    return out->write == NULL && out->temporary != NULL;
}

bool output_patch(output *out, long offset, const void *bytes, size_t count)
{
    if (out->failed) {
        return false;
    }
    errno = 0;
    return (fseek(out->file, offset, SEEK_SET) == 0 &&
            fwrite(bytes, 1, count, out->file) == count && fseek(out->file, 0, SEEK_END) == 0) ||
           note_failure(out, errno);
}

void output_hand_over(output *out)
{
    if (out->file != NULL && out->file != stdout) {
        (void)fclose(out->file);
        out->file = NULL;
    }
}

hone_status output_error(const output *out, hone_error *error)
{
    if (out->write != NULL) {
        return error_set(error, HONE_ERROR_IO, out->name,
                         "the caller's function took no more bytes");
    }
    return error_set_system(error, out->name, "cannot write", out->failure);
}

hone_status output_close(output *out, hone_error *error)
{
    if (out->write == NULL && out->file != NULL) {
        errno = 0;
        if (fflush(out->file) != 0) {
            (void)note_failure(out, errno);
        }
        if (out->file != stdout && fclose(out->file) != 0) {
            (void)note_failure(out, errno);
        }
        out->file = NULL;
    }
    hone_status status = HONE_OK;
    if (out->failed) {
        status = output_error(out, error);
    } else if (out->temporary != NULL && put_in_place(out->temporary, out->target) != 0) {
        status =
            error_set_system(error, out->name, "cannot put the finished file in its place", errno);
    }
    if (status != HONE_OK && out->temporary != NULL) {
        (void)remove(out->temporary);
    }
    forget_paths(out);
    return status;
}

void output_abort(output *out)
{
    output_hand_over(out);
    if (out->temporary != NULL) {
        (void)remove(out->temporary);
    }
    forget_paths(out);
}

bool byte_buffer_add(byte_buffer *buffer, const void *bytes, size_t count)
{
    if (count > buffer->capacity - buffer->count) {
        size_t capacity = buffer->capacity < 4096 ? 4096 : buffer->capacity;
        while (count > capacity - buffer->count) {
            if (capacity > SIZE_MAX / 2) {
                return false;
            }
            capacity *= 2;
        }
        uint8_t *larger =
            memory_resize(buffer->allocator, buffer->bytes, buffer->capacity, capacity);
        if (larger == NULL) {
            return false;
        }
        buffer->bytes = larger;
        buffer->capacity = capacity;
    }
    if (count > 0) {
        memcpy(buffer->bytes + buffer->count, bytes, count);
    }
    buffer->count += count;
    return true;
}

void byte_buffer_free(byte_buffer *buffer)
{
    if (buffer->bytes != NULL) {
        (void)memory_resize(buffer->allocator, buffer->bytes, buffer->capacity, 0);
    }
    *buffer = (byte_buffer){.allocator = buffer->allocator};
}
