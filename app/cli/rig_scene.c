// SPDX-License-Identifier: MIT
//
// A cut-out character as a scene of `hone render`. The picture holds everything that the animation
// ever shows, at --zoom pixels a unit, or fitted into --size. Frames are drawn in the pixel format
// and the bands that are asked for, so that what comes out is what a small machine's screen shows.
#include "message.h"
#include "render.h"
#include "rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rig_scene {
    hone_character *character;
    const hone_rig_animation *animation; // NULL = bind pose
    hone_rig rig;
    hone_affine2 placement;
    hone_pixel_format format;
    int32_t band_height;
    uint8_t *band; // NULL: frames are drawn straight into the ARGB8888 surface
    uint32_t background;
};

// Everything that is visible in any frame.
static hone_rect bounds_of(rig_scene *scene)
{
    hone_rect all = {0, 0, 0, 0};
    bool any = false;
    int32_t last = scene->animation == NULL ? 0 : scene->animation->duration;
    for (int32_t frame = 0; frame <= last; frame++) {
        hone_rect now;
        if (scene->animation != NULL) {
            (void)hone_rig_pose(&scene->rig, scene->animation, (float)frame, NULL);
        }
        if (!hone_rig_bounds(&scene->rig, &now)) {
            continue;
        }
        if (!any) {
            all = now;
        }
        int32_t right =
            all.x + all.width > now.x + now.width ? all.x + all.width : now.x + now.width;
        int32_t bottom =
            all.y + all.height > now.y + now.height ? all.y + all.height : now.y + now.height;
        all.x = all.x < now.x ? all.x : now.x;
        all.y = all.y < now.y ? all.y : now.y;
        all.width = right - all.x;
        all.height = bottom - all.y;
        any = true;
    }
    return all;
}

enum { MARGIN = 4, LARGEST_SIDE = 4096 };

static bool place(const cli_call *call, rig_scene *scene, cli_dimensions *size)
{
    render_settings *settings = call->settings;
    hone_rect bounds = bounds_of(scene);
    if (bounds.width <= 0 || bounds.height <= 0) {
        cli_say("%s: nothing of the armature %s can be seen", call->arguments[0],
                scene->character->rig->name);
        return false;
    }
    double zoom = settings->zoom;
    double wide = (double)bounds.width;
    double high = (double)bounds.height;
    if (size->width > 0) {
        zoom *= fmin(((double)size->width - 2.0 * MARGIN) / wide,
                     ((double)size->height - 2.0 * MARGIN) / high);
        zoom = fmax(zoom, 1e-3);
    } else {
        double width = ceil(wide * zoom) + 2.0 * MARGIN;
        double height = ceil(high * zoom) + 2.0 * MARGIN;
        if (width > LARGEST_SIDE || height > LARGEST_SIDE) {
            (void)cli_say_usage(call->command,
                                "the picture would have %.0f x %.0f pixels; give a --size or a "
                                "smaller --zoom",
                                width, height);
            return false;
        }
        // Even sides, which video needs.
        *size = (cli_dimensions){((int32_t)width + 1) & ~1, ((int32_t)height + 1) & ~1};
    }
    double x = 0.5 * (double)size->width - zoom * ((double)bounds.x + 0.5 * wide);
    double y = 0.5 * (double)size->height - zoom * ((double)bounds.y + 0.5 * high);
    scene->placement = (hone_affine2){(float)zoom, 0.0f, 0.0f, (float)zoom, (float)x, (float)y};
    if (settings->map.given) {
        scene->placement = settings->map.map;
    }
    return true;
}

static bool make_band(const cli_call *call, rig_scene *scene, cli_dimensions size)
{
    static const hone_pixel_format formats[] = {HONE_PIXEL_ARGB8888, HONE_PIXEL_RGB565,
                                                HONE_PIXEL_RGB565_SWAPPED, HONE_PIXEL_ARGB4444};
    const render_settings *settings = call->settings;
    int32_t bands = settings->bands > 0 ? settings->bands : 1;
    scene->format = settings->format >= RENDER_ARGB8888
                        ? formats[settings->format - RENDER_ARGB8888]
                        : HONE_PIXEL_ARGB8888;
    if (bands == 1 && scene->format == HONE_PIXEL_ARGB8888) {
        return true;
    }
    scene->band_height = (size.height + bands - 1) / bands;
    scene->band = malloc((size_t)size.width * (size_t)scene->band_height *
                         (size_t)hone_pixel_bytes(scene->format));
    if (scene->band == NULL) {
        cli_say("no memory");
    }
    return scene->band != NULL;
}

int rig_scene_create(const cli_call *call, cli_dimensions *size, rig_scene **out)
{
    const render_settings *settings = call->settings;
    const hone_character_def def = {.armature = settings->armature,
                                    .skin = settings->skin,
                                    .texture_folder = settings->texture_folder,
                                    .pictures = HONE_PICTURES_OPTIONAL};
    rig_scene *scene = calloc(1, sizeof *scene);
    *out = scene;
    if (scene == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    int status = cli_rig_load(call->arguments[0], &def, &scene->character);
    if (status != CLI_DONE) {
        return status;
    }
    bool found = true;
    scene->animation =
        cli_rig_animation(call->command, scene->character, settings->animation, &found);
    if (!found) {
        return CLI_BAD_USAGE;
    }
    scene->background = settings->background;
    if (!cli_rig_start(&scene->rig, scene->character->rig->armature) || !place(call, scene, size) ||
        !make_band(call, scene, *size)) {
        return CLI_BAD_INPUT;
    }
    return CLI_DONE;
}

void rig_scene_destroy(rig_scene *scene)
{
    if (scene != NULL) {
        cli_rig_stop(&scene->rig);
        hone_character_free(scene->character);
        free(scene->band);
        free(scene);
    }
}

double rig_scene_rate(const rig_scene *scene)
{
    return scene->animation == NULL ? 24.0 : (double)scene->animation->frame_rate;
}

double rig_scene_end(const rig_scene *scene)
{
    const hone_rig_animation *animation = scene->animation;
    if (animation == NULL) {
        return 0.0;
    }
    // The end of a loop is its beginning, which shall not be shown twice.
    double frames = (double)animation->duration - (animation->loops ? 1.0 : 0.0);
    return frames > 0.0 ? frames / (double)animation->frame_rate : 0.0;
}

static void draw_onto(const rig_scene *scene, hone_surface surface)
{
    hone_canvas canvas = hone_canvas_on(surface);
    hone_canvas_clear(&canvas, scene->background);
    canvas.state.transform = scene->placement;
    (void)hone_rig_draw(&scene->rig, &canvas);
}

void rig_scene_draw(rig_scene *scene, double time_s, hone_surface target)
{
    if (scene->animation != NULL) {
        double frame = time_s * (double)scene->animation->frame_rate;
        (void)hone_rig_pose(&scene->rig, scene->animation, (float)frame, NULL);
    }
    if (scene->band == NULL) {
        draw_onto(scene, target);
        return;
    }
    for (int32_t y = 0; y < target.height; y += scene->band_height) {
        int32_t left = target.height - y;
        hone_surface band = {.pixels = scene->band,
                             .width = target.width,
                             .height = left < scene->band_height ? left : scene->band_height,
                             .stride = target.width * hone_pixel_bytes(scene->format),
                             .format = scene->format,
                             .origin_y = y};
        draw_onto(scene, band);
        const hone_texture shown = {band.pixels, band.width, band.height, band.stride, band.format};
        hone_canvas canvas = hone_canvas_on(target);
        canvas.state.blend = HONE_BLEND_NONE;
        canvas.state.filter = HONE_FILTER_NEAREST;
        canvas.state.transform.ty = (float)y;
        hone_canvas_draw_image(&canvas, &shown, NULL);
    }
}
