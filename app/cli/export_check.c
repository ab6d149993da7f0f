// SPDX-License-Identifier: MIT
//
// What `hone export-c` writes for looking at: pictures and poses of the exported data.
#include "export_c.h"
#include "hone/image.h"
#include "message.h"
#include "output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool export_animation(const cli_call *call, const hone_packed_rig *rig,
                      const hone_rig_animation **out)
{
    const export_settings *settings = call->settings;
    *out = NULL;
    for (int32_t i = 0; i < rig->animation_count; i++) {
        if (settings->animation == NULL ||
            strcmp(rig->animations[i].name, settings->animation) == 0) {
            *out = &rig->animations[i];
            return true;
        }
    }
    if (settings->animation != NULL) {
        (void)cli_say_usage(call->command, "there is no animation %s", settings->animation);
        return false;
    }
    return true;
}

static bool path_to(char path[4096], const cli_call *call, const char *prefix, const char *rest)
{
    const export_settings *settings = call->settings;
    int length = snprintf(path, 4096, "%s/%s%s", settings->out, prefix, rest);
    if (length < 0 || length >= 4096) {
        cli_say("%s: the name is too long", settings->out);
        return false;
    }
    return true;
}

static int write_preview(const hone_rig *rig, const char *path)
{
    enum { MARGIN = 2, LARGEST = 8192 };
    hone_rect bounds = {0, 0, 1, 1};
    (void)hone_rig_bounds(rig, &bounds);
    int32_t width = bounds.width + 2 * MARGIN;
    int32_t height = bounds.height + 2 * MARGIN;
    if (width > LARGEST || height > LARGEST) {
        cli_say("%s: the character is larger than a picture can be", path);
        return CLI_BAD_INPUT;
    }
    uint32_t *pixels = calloc((size_t)width * (size_t)height, sizeof *pixels);
    if (pixels == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    const hone_surface surface = {
        .pixels = pixels, .width = width, .height = height, .stride = width * 4};
    hone_canvas canvas = hone_canvas_on(surface);
    canvas.state.transform.tx = (float)(MARGIN - bounds.x);
    canvas.state.transform.ty = (float)(MARGIN - bounds.y);
    (void)hone_rig_draw(rig, &canvas);
    hone_error error;
    hone_status status = hone_image_write_png(path, &surface, &error);
    free(pixels);
    return status == HONE_OK ? CLI_DONE : cli_say_error(&error);
}

int export_previews(const cli_call *call, const hone_packed_rig *rig, const char *prefix)
{
    const export_settings *settings = call->settings;
    const hone_rig_animation *animation = NULL;
    hone_rig instance = {0};
    if (!export_animation(call, rig, &animation)) {
        return CLI_BAD_USAGE;
    }
    if (!cli_rig_start(&instance, rig->armature)) {
        return CLI_BAD_INPUT;
    }
    int status = CLI_DONE;
    for (int32_t i = 0; i < settings->preview.count && status == CLI_DONE; i++) {
        char ending[64];
        char path[4096];
        (void)snprintf(ending, sizeof ending, "_preview_%g.png", settings->preview.items[i]);
        (void)hone_rig_pose(&instance, animation, (float)settings->preview.items[i], NULL);
        status =
            path_to(path, call, prefix, ending) ? write_preview(&instance, path) : CLI_BAD_INPUT;
    }
    cli_rig_stop(&instance);
    return status;
}

int export_poses(const cli_call *call, const hone_packed_rig *rig, const int32_t *bone_order,
                 const int32_t *slot_order, const char *prefix)
{
    const export_settings *settings = call->settings;
    const hone_rig_animation *animation = NULL;
    char path[4096];
    cli_output output;
    hone_rig instance = {0};
    if (!export_animation(call, rig, &animation)) {
        return CLI_BAD_USAGE;
    }
    if (!path_to(path, call, prefix, "_pose.json") || !cli_rig_start(&instance, rig->armature)) {
        return CLI_BAD_INPUT;
    }
    int status = CLI_BAD_INPUT;
    if (cli_output_open(&output, path)) {
        json j = json_to(output.stream);
        bool fine = true;
        json_begin_array(&j, NULL);
        for (int32_t i = 0; i < settings->dump_pose.count && fine; i++) {
            float frame = (float)settings->dump_pose.items[i];
            (void)hone_rig_pose(&instance, animation, frame, NULL);
            fine = cli_rig_json(&j, &instance, animation, frame, bone_order, slot_order);
        }
        json_end_array(&j);
        json_end(&j);
        cli_output_note(&output);
        status = cli_output_close(&output) && fine ? CLI_DONE : CLI_BAD_INPUT;
    }
    cli_rig_stop(&instance);
    return status;
}
