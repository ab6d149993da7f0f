// SPDX-License-Identifier: MIT
//
// How the rooms fill a hone_error.
#ifndef HONE_BASE_ERROR_H
#define HONE_BASE_ERROR_H

#include "hone/base.h"

// Fills *error (when it is not NULL) and returns status, so that a failing function can end with
// `return error_set(...)`. Strings may be NULL. The place starts out unknown.
hone_status error_set(hone_error *error, hone_status status, const char *file, const char *message);

// The following add to an error that error_set filled; all accept a NULL error.
void error_at_line(hone_error *error, uint64_t line);
void error_at_offset(hone_error *error, uint64_t offset);
void error_expected(hone_error *error, const char *expected);
void error_found(hone_error *error, const char *bytes, size_t count);

#endif
