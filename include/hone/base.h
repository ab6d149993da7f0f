// SPDX-License-Identifier: MIT
//
// hone/base.h: status and errors, warnings, allocator, version.
// Part of the embedded core: needs only the freestanding headers.
#ifndef HONE_BASE_H
#define HONE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Marks the public functions. Define HONE_SHARED_LIBRARY when using hone as a Windows DLL.
#if defined(_WIN32) && defined(HONE_BUILD_SHARED)
#define HONE_API __declspec(dllexport)
#elif defined(_WIN32) && defined(HONE_SHARED_LIBRARY)
#define HONE_API __declspec(dllimport)
#elif defined(__GNUC__)
#define HONE_API __attribute__((visibility("default")))
#else
#define HONE_API
#endif

#define HONE_VERSION_MAJOR 0
#define HONE_VERSION_MINOR 1
#define HONE_VERSION_PATCH 0

// The version of the library that runs, "major.minor.patch"; a static string. Thread-safe.
HONE_API const char *hone_version(void);

// "No index": no parent, not found.
#define HONE_NONE (-1)

// What came of a call that can fail.
typedef enum hone_status {
    HONE_OK = 0,
    HONE_ERROR_ARGUMENT,    // the caller asked for something that makes no sense
    HONE_ERROR_MEMORY,      // the allocator gave nothing
    HONE_ERROR_IO,          // the operating system refused a file
    HONE_ERROR_FORMAT,      // the bytes break the rules of their format
    HONE_ERROR_UNSUPPORTED, // the bytes are in order, but hone does not read this
    HONE_ERROR_LIMIT,       // the input is larger than a limit that the caller can raise
    HONE_ERROR_CANCELLED    // the caller's callback asked to stop
} hone_status;

// A short word for a status, such as "format"; a static string, never NULL. Thread-safe.
HONE_API const char *hone_status_name(hone_status status);

// hone_error.offset when no byte can be named.
#define HONE_NO_OFFSET UINT64_MAX

// Why a call failed. Every part is a zero-terminated string held in place, so an error owns
// nothing and can be copied. Parts that do not apply are empty (line 0, offset HONE_NO_OFFSET).
// Functions that take a hone_error fill it only when they fail; NULL is always allowed.
typedef struct hone_error {
    hone_status status;
    uint64_t line;      // 1-based line of a text file
    uint64_t offset;    // byte offset from the start of the file
    char file[256];     // the name that the caller gave; its end is kept when it is too long
    char message[160];  // what is wrong
    char expected[160]; // what would be right
    char found[160];    // what stands there; unprintable bytes are escaped
} hone_error;

// Writes "FILE:LINE: message: expected E, found F" (parts that are empty left out; a byte offset
// instead of a line for binary files) into buffer, always zero-terminated when capacity > 0.
// Returns the length of the whole text without the zero, as snprintf does. Thread-safe.
HONE_API size_t hone_error_text(const hone_error *error, char *buffer, size_t capacity);

// Something in a file that hone read differently or does not use: each kind once, with the number
// of times it was met and the place of the first.
typedef struct hone_warning {
    const char *message;
    uint64_t count;
    uint64_t line; // of the first; 0 when unknown
} hone_warning;

typedef struct hone_warnings {
    const hone_warning *items;
    int32_t count;
} hone_warnings;

// Takes count bytes; false stops the writing with HONE_ERROR_IO.
typedef bool (*hone_write_function)(void *user, const void *bytes, size_t count);

// One function for all memory. resize(user, NULL, 0, n) allocates n > 0 bytes aligned for any
// type; resize(user, block, old, n) grows or shrinks, keeping the content; resize(user, block, old,
// 0) frees and returns NULL. old_bytes is always the size that was last asked for. Returns NULL
// when there is no memory; the old block then stays as it was. Must be thread-safe only if the
// caller shares it between threads.
typedef struct hone_allocator {
    void *(*resize)(void *user, void *block, size_t old_bytes, size_t new_bytes);
    void *user;
} hone_allocator;

// The allocator over the C library's heap. Functions take NULL for it. Not in core-only builds.
HONE_API const hone_allocator *hone_heap(void);

#ifdef __cplusplus
}
#endif
#endif
