// SPDX-License-Identifier: MIT
//
// `hone render`: finds out what is wanted, before anything is loaded, then does it.
#include "message.h"
#include "render.h"
#include "rig.h"

#include <math.h>
#include <string.h>
#include <strings.h>

// The format by the ending of the path, or RENDER_BY_ENDING.
static int32_t format_of(const char *path)
{
    static const struct {
        const char *ending;
        int32_t format;
    } endings[] = {{".png", RENDER_PNG},   {".gif", RENDER_GIF}, {".apng", RENDER_APNG},
                   {".webp", RENDER_WEBP}, {".mp4", RENDER_MP4}, {".webm", RENDER_WEBM}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t size = strlen(endings[i].ending);
        if (length > size && strcasecmp(path + length - size, endings[i].ending) == 0) {
            return endings[i].format;
        }
    }
    return RENDER_BY_ENDING;
}

// Options that would do nothing are refused: a cut-out character has no stage, a motion no skins.
static int check_kind(const cli_call *call, bool rig)
{
    const render_settings *settings = call->settings;
    render_settings usual;
    render_set_defaults(&usual);
    if (!rig && (settings->animation != NULL || settings->armature != NULL ||
                 settings->skin != NULL || settings->texture_folder != NULL)) {
        return cli_say_usage(call->command, "--animation, --armature, --skin and --texture-dir are "
                                            "for cut-out characters");
    }
    if (!rig && (settings->bands > 0 || settings->format >= RENDER_ARGB8888)) {
        return cli_say_usage(call->command,
                             "--bands and formats of pixels are for cut-out characters");
    }
    bool camera = settings->map.given || settings->follow != NULL ||
                  settings->view.kind != usual.view.kind || settings->up != usual.up ||
                  settings->in_place || settings->in_place_all;
    bool figure = settings->joints != usual.joints || settings->names != usual.names ||
                  settings->bones != usual.bones || settings->colors.count > 0 ||
                  settings->faces.count > 0 || settings->ghosts != usual.ghosts ||
                  settings->trail != usual.trail;
    if (rig && (camera || figure)) {
        return cli_say_usage(call->command,
                             "options of the camera, the figure and its face are for "
                             "motions, not for cut-out characters");
    }
    return CLI_DONE;
}

static int check(const cli_call *call, int32_t *format)
{
    const render_settings *settings = call->settings;
    if (settings->out == NULL) {
        return cli_say_usage(call->command, "expected -o OUT, the file to write");
    }
    bool said = settings->format > RENDER_BY_ENDING && settings->format < RENDER_ARGB8888;
    *format = said ? settings->format : format_of(settings->out);
    if (*format == RENDER_BY_ENDING) {
        return cli_say_usage(call->command,
                             "the ending of \"%s\" says no format: it can be .png, .gif, .apng, "
                             ".webp, .mp4 or .webm, or --format says it",
                             settings->out);
    }
    bool moment = !isnan(settings->frame) || !isnan(settings->time);
    if (!isnan(settings->frame) && !isnan(settings->time)) {
        return cli_say_usage(call->command, "--frame and --time exclude each other");
    }
    if (moment && *format != RENDER_PNG) {
        return cli_say_usage(call->command, "--frame and --time make one PNG; a moving picture "
                                            "begins at --from and ends at --to");
    }
    if (settings->sheet.width > 0 && (*format != RENDER_PNG || moment)) {
        return cli_say_usage(call->command, "--sheet makes one PNG of many moments");
    }
    int32_t rigs = 0;
    for (int32_t i = 0; i < call->argument_count; i++) {
        rigs += cli_is_rig(call->arguments[i]);
    }
    if (rigs > 0 && call->argument_count > 1) {
        return cli_say_usage(call->command, "a cut-out character is rendered alone");
    }
    int status = check_kind(call, rigs > 0);
    if (status != CLI_DONE) {
        return status;
    }
    int32_t inputs = 0;
    for (int32_t i = 0; i < call->argument_count; i++) {
        inputs += strcmp(call->arguments[i], "-") == 0;
    }
    if (inputs > 1) {
        return cli_say_usage(call->command, "standard input can be only one of the performers");
    }
    return CLI_DONE;
}

static int run(const cli_call *call)
{
    int32_t format = RENDER_BY_ENDING;
    int status = check(call, &format);
    if (status != CLI_DONE) {
        return status;
    }
    render_scene scene;
    status = render_scene_create(call, &scene);
    if (status == CLI_DONE) {
        status = render_write(call, &scene, format);
    }
    render_scene_destroy(&scene);
    return status;
}

extern const cli_command cli_render_command;
const cli_command cli_render_command = {
    .name = "render",
    .arguments = "FILE...",
    .summary = "draw motion: a PNG, numbered PNGs, a GIF, APNG, WebP, MP4 or WebM",
    .description =
        "Draws the motion of one performer, or of several together: each FILE is one performer, "
        "all share one clock and one stage and keep their places on it.\n\n"
        "A DragonBones character (X_ske.json) is drawn with the pictures beside it, at --zoom "
        "pixels "
        "a unit or fitted into --size.\n\n"
        "The ending of OUT says what is written. A .png shows one moment (--frame or --time; else "
        "the start); with a number in its name, as in out_%04d.png, all pictures are written, one "
        "file each; with --sheet it shows many moments. A .gif, .apng, .webp, .mp4 or .webm "
        "moves; the last two need the program ffmpeg.\n\n"
        "The picture is fitted to the whole performance and stays steady. OUT appears when it is "
        "complete: errors and Ctrl-C leave what was there before. Of numbered PNGs those that were "
        "complete stay.",
    .examples =
        "hone render dance.bvh -o dance.gif\ta moving picture\n"
        "hone render a.bvh b.bvh --face me.png --face you.jpg -o pair.mp4\ttwo dancers with faces\n"
        "hone render dance.bvh --time 2.5 --view 30,15 --perspective -o moment.png\tone moment\n"
        "hone render dance.bvh --background transparent --no-grid -o frame_%04d.png\tall pictures\n"
        "hone render fox_ske.json --animation walk --zoom 2 -o walk.gif\ta cut-out character\n"
        "hone render dance.bvh --sheet 4x3 --size 240x240 -o sheet.png\ta contact sheet\n",
    .options = render_options,
    .least_arguments = 1,
    .most_arguments = CLI_ANY_NUMBER,
    .file_arguments = true,
    .settings_bytes = sizeof(render_settings),
    .set_defaults = render_set_defaults,
    .run = run,
};
