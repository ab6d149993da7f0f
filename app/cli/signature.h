// SPDX-License-Identifier: MIT
//
// What a file is, told by its first bytes.
#ifndef HONE_CLI_SIGNATURE_H
#define HONE_CLI_SIGNATURE_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_SIGNATURE_BYTES = 64 };

// The name of a known format that is not motion hone reads ("an FBX file"), and a word that helps
// (may be ""). NULL when the bytes look like none of them: then a reader shall say what is wrong.
const char *cli_foreign_format(const unsigned char *bytes, size_t count, const char **help);

#endif
