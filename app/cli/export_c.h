// SPDX-License-Identifier: MIT
//
// The parts of `hone export-c`.
#ifndef HONE_CLI_EXPORT_C_H
#define HONE_CLI_EXPORT_C_H

#include "command.h"
#include "hone/csource.h"

#include "rig.h"

enum { EXPORT_MOST_FRAMES = 256 };

// A list of frames, comma-separated.
typedef struct export_frames {
    double items[EXPORT_MOST_FRAMES];
    int32_t count;
} export_frames;

typedef struct export_key {
    bool given;
    uint32_t color;
} export_key;

typedef struct export_settings {
    const char *out, *prefix, *armature, *skin, *animation, *texture_folder;
    double scale, anim_scale; // anim_scale 0 = auto
    export_key in_key;
    uint32_t out_key;
    int32_t format, dither, alpha_threshold, atlas_width, hull;
    double auto_alpha, fit_min_gain;
    bool fit_rotate;
    export_frames preview, dump_pose;
} export_settings;

// The animation that is asked for, else the first; false, and it is said, when there is none of the
// name. *out may become NULL.
bool export_animation(const cli_call *call, const hone_packed_rig *rig,
                      const hone_rig_animation **out);

// PREFIX_preview_FRAME.png and PREFIX_pose.json in the folder. Return an exit status.
int export_previews(const cli_call *call, const hone_packed_rig *rig, const char *prefix);
int export_poses(const cli_call *call, const hone_packed_rig *rig, const int32_t *bone_order,
                 const int32_t *slot_order, const char *prefix);

#endif
