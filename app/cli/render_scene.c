// SPDX-License-Identifier: MIT
//
// From files and settings to a stage that can be drawn.
#include "message.h"
#include "render.h"
#include "rig.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The item of a list that belongs to performer i: the last one goes for all that are left.
static const char *item_for(const cli_texts *list, int32_t i)
{
    return list->count == 0 ? NULL : list->items[i < list->count ? i : list->count - 1];
}

static int load_picture(const char *path, hone_image **out)
{
    hone_error error;
    return hone_image_read_file(path, NULL, out, &error) == HONE_OK ? CLI_DONE
                                                                    : cli_say_error(&error);
}

static int load_faces(const render_settings *settings, render_scene *scene)
{
    int32_t count = settings->faces.count;
    scene->faces = calloc((size_t)count + 1, sizeof *scene->faces);
    if (scene->faces == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    scene->face_count = count;
    for (int32_t i = 0; i < count; i++) {
        const char *path = settings->faces.items[i];
        int status = strcmp(path, "none") == 0 ? CLI_DONE : load_picture(path, &scene->faces[i]);
        if (status != CLI_DONE) {
            return status;
        }
    }
    return CLI_DONE;
}

// --face-back: one of three words, or a picture.
static int load_face_back(const render_settings *settings, render_scene *scene,
                          hone_face_back *back)
{
    static const struct {
        const char *word;
        hone_face_back back;
    } words[] = {{"plain", HONE_FACE_BACK_PLAIN},
                 {"hidden", HONE_FACE_BACK_HIDDEN},
                 {"same", HONE_FACE_BACK_SAME}};
    for (int i = 0; i < 3; i++) {
        if (settings->face_back == NULL || strcmp(settings->face_back, words[i].word) == 0) {
            *back = words[i].back;
            return CLI_DONE;
        }
    }
    *back = HONE_FACE_BACK_IMAGE;
    return load_picture(settings->face_back, &scene->back);
}

static int find_face_bone(const cli_call *call, const cli_motion *motion, const char *name,
                          int32_t *bone)
{
    if (name == NULL) {
        *bone = HONE_STAGE_FIND;
        return CLI_DONE;
    }
    *bone = hone_skeleton_find(motion->bvh->skeleton, name);
    if (*bone == HONE_NONE) {
        return cli_say_usage(call->command,
                             "--face-bone: %s has no bone %s ('hone info --tree' lists them)",
                             cli_input_name(motion->path), name);
    }
    return CLI_DONE;
}

static int make_performers(const cli_call *call, render_scene *scene)
{
    const render_settings *settings = call->settings;
    hone_face_back back = HONE_FACE_BACK_PLAIN;
    int status = load_faces(settings, scene);
    if (status == CLI_DONE) {
        status = load_face_back(settings, scene, &back);
    }
    scene->performers = calloc((size_t)scene->count, sizeof *scene->performers);
    if (scene->performers == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    for (int32_t i = 0; i < scene->count && status == CLI_DONE; i++) {
        const cli_motion *motion = &scene->motions[i];
        hone_performer performer = hone_default_performer();
        int32_t face = i < scene->face_count ? i : scene->face_count - 1;
        performer.name = motion->name;
        performer.skeleton = motion->bvh->skeleton;
        performer.clip = motion->clip;
        performer.offset.x =
            (float)(settings->apart * ((double)i - 0.5 * (double)(scene->count - 1)));
        performer.color = i < settings->colors.count ? settings->colors.items[i] : 0;
        performer.face =
            face >= 0 && scene->faces[face] != NULL ? &scene->faces[face]->texture : NULL;
        performer.face_back = back;
        performer.face_back_image = scene->back != NULL ? &scene->back->texture : NULL;
        performer.face_mirrored = settings->mirror_face;
        performer.face_frame = settings->face_frame;
        performer.face_on_joint = settings->face_on_joint;
        performer.face_size = (float)settings->face_size;
        status =
            find_face_bone(call, motion, item_for(&settings->face_bones, i), &performer.face_bone);
        scene->performers[i] = performer;
    }
    return status;
}

// --follow: "performers", or the first performer that has a bone of that name.
static int set_follow(const cli_call *call, const render_scene *scene, hone_stage_def *def)
{
    const render_settings *settings = call->settings;
    if (settings->follow == NULL) {
        return CLI_DONE;
    }
    if (strcmp(settings->follow, "performers") == 0) {
        def->follow = HONE_FOLLOW_PERFORMERS;
        return CLI_DONE;
    }
    for (int32_t i = 0; i < scene->count; i++) {
        int32_t bone = hone_skeleton_find(scene->performers[i].skeleton, settings->follow);
        if (bone != HONE_NONE) {
            def->follow = HONE_FOLLOW_BONE;
            def->follow_performer = i;
            def->follow_bone = bone;
            return CLI_DONE;
        }
    }
    return cli_say_usage(call->command,
                         "--follow: no performer has a bone %s ('hone info --tree' lists them)",
                         settings->follow);
}

static hone_stage_def stage_def(const render_settings *settings, const render_scene *scene)
{
    hone_stage_def def = hone_default_stage_def();
    def.performers = scene->performers;
    def.performer_count = scene->count;
    def.width = settings->size.width;
    def.height = settings->size.height;
    def.view = settings->view.kind;
    def.yaw_deg = settings->view.yaw_deg;
    def.pitch_deg = settings->view.pitch_deg;
    def.perspective = settings->perspective;
    def.zoom = (float)settings->zoom;
    def.view_map = settings->map.given ? &settings->map.map : NULL;
    def.in_place = settings->in_place_all ? HONE_IN_PLACE_ALL
                   : settings->in_place   ? HONE_IN_PLACE_GROUND
                                          : HONE_IN_PLACE_OFF;
    def.loop = settings->loop;
    def.up = (hone_up)settings->up;
    def.background = settings->background;
    def.bones = (hone_bone_style)settings->bones;
    def.heads = settings->heads;
    def.joints = settings->joints;
    def.names = settings->names;
    def.grid = settings->grid;
    def.shadow = settings->shadow;
    def.bone_width = (float)settings->bone_width;
    def.ghosts = settings->ghosts;
    def.ghost_spacing_s = settings->ghost_spacing;
    def.trail_s = settings->trail;
    return def;
}

static int make_stage(const cli_call *call, render_scene *scene)
{
    const render_settings *settings = call->settings;
    int status = cli_motions_load(call->arguments, scene->count, (hone_bvh_offset)settings->offset,
                                  &scene->motions);
    if (status == CLI_DONE) {
        status = make_performers(call, scene);
    }
    hone_stage_def def = stage_def(settings, scene);
    if (status == CLI_DONE) {
        status = set_follow(call, scene, &def);
    }
    if (status != CLI_DONE) {
        return status;
    }
    hone_error error;
    if (hone_stage_create(&def, NULL, &scene->stage, &error) != HONE_OK) {
        return cli_say_error(&error);
    }
    return CLI_DONE;
}

int render_scene_create(const cli_call *call, render_scene *scene)
{
    render_settings *settings = call->settings;
    *scene = (render_scene){.count = call->argument_count};
    int status;
    if (cli_is_rig(call->arguments[0])) {
        status = rig_scene_create(call, &settings->size, &scene->rig);
    } else {
        if (settings->size.width == 0) {
            settings->size = (cli_dimensions){500, 500};
        }
        status = make_stage(call, scene);
    }
    if (status != CLI_DONE) {
        return status;
    }
    cli_dimensions size = settings->size;
    size_t width = (size_t)size.width;
    scene->pixels = calloc(width * (size_t)size.height, sizeof *scene->pixels);
    if (scene->pixels == NULL) {
        cli_say("no memory for a picture of %dx%d pixels", size.width, size.height);
        return CLI_BAD_INPUT;
    }
    scene->surface = (hone_surface){.pixels = scene->pixels,
                                    .width = size.width,
                                    .height = size.height,
                                    .stride = (int32_t)(width * sizeof *scene->pixels),
                                    .format = HONE_PIXEL_ARGB8888};
    return CLI_DONE;
}

void render_scene_destroy(render_scene *scene)
{
    hone_stage_destroy(scene->stage);
    rig_scene_destroy(scene->rig);
    free(scene->performers);
    for (int32_t i = 0; i < scene->face_count; i++) {
        hone_image_free(scene->faces[i]);
    }
    free(scene->faces);
    hone_image_free(scene->back);
    if (scene->motions != NULL) {
        cli_motions_free(scene->motions, scene->count);
    }
    free(scene->pixels);
}

double render_scene_start(const render_scene *scene)
{
    return scene->rig != NULL ? 0.0 : hone_stage_start(scene->stage);
}

double render_scene_end(const render_scene *scene)
{
    return scene->rig != NULL ? rig_scene_end(scene->rig) : hone_stage_duration(scene->stage);
}

double render_scene_rate(const render_scene *scene)
{
    if (scene->rig != NULL) {
        return rig_scene_rate(scene->rig);
    }
    double rate = 1.0 / scene->motions[0].bvh->frame_time_s;
    for (int32_t i = 1; i < scene->count; i++) {
        rate = fmax(rate, 1.0 / scene->motions[i].bvh->frame_time_s);
    }
    return rate;
}

double render_scene_moment(const render_scene *scene, double frame, double time_s)
{
    if (scene->rig == NULL) {
        return cli_motion_moment(&scene->motions[0], frame, time_s);
    }
    return isnan(time_s) ? frame / rig_scene_rate(scene->rig) : time_s;
}

void render_scene_draw(render_scene *scene, double time_s)
{
    if (scene->rig != NULL) {
        rig_scene_draw(scene->rig, time_s, scene->surface);
        return;
    }
    hone_canvas canvas = hone_canvas_on(scene->surface);
    hone_stage_draw(scene->stage, time_s, &canvas);
}
