// SPDX-License-Identifier: MIT
//
// Finding the head by name.
#include "body/body.h"

#include <string.h>

int32_t hone_skeleton_find_head(const hone_skeleton *skeleton)
{
    int32_t found = hone_skeleton_find(skeleton, "Head");
    if (found == HONE_NONE) {
        found = hone_skeleton_find(skeleton, "head");
    }
    return found != HONE_NONE ? found : hone_skeleton_find(skeleton, "mixamorig:Head");
}
