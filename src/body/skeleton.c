// SPDX-License-Identifier: MIT
//
// Looking bones up by their exact names.
#include "hone/body.h"

#include <string.h>

int32_t hone_skeleton_find(const hone_skeleton *skeleton, const char *name)
{
    if (skeleton == NULL || name == NULL) {
        return HONE_NONE;
    }
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        if (strcmp(skeleton->names[i], name) == 0) {
            return i;
        }
    }
    return HONE_NONE;
}
