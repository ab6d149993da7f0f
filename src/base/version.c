// SPDX-License-Identifier: MIT
#include "hone/base.h"

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *hone_version(void)
{
    return VERSION_TEXT(HONE_VERSION_MAJOR, HONE_VERSION_MINOR, HONE_VERSION_PATCH);
}
