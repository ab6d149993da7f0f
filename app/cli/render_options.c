// SPDX-License-Identifier: MIT
//
// The options of `hone render`.
#include "render.h"
#include "shared_options.h"

#include <stdio.h>
#include <string.h>

void render_set_defaults(void *settings)
{
    const hone_stage_def def = hone_default_stage_def();
    const hone_performer performer = hone_default_performer();
    *(render_settings *)settings = (render_settings){
        .frame = (double)NAN,
        .time = (double)NAN,
        .from = (double)NAN,
        .to = (double)NAN,
        .fps = (double)NAN,
        .speed = 1.0,
        .view = {def.view, def.yaw_deg, def.pitch_deg},
        .zoom = 1.0,
        .perspective = def.perspective,
        .background = def.background,
        .bones = (int32_t)def.bones,
        .heads = def.heads,
        .joints = def.joints,
        .names = def.names,
        .grid = def.grid,
        .shadow = def.shadow,
        .ghosts = def.ghosts,
        .ghost_spacing = def.ghost_spacing_s > 0.0 ? def.ghost_spacing_s : 0.1,
        .trail = def.trail_s,
        .mirror_face = performer.face_mirrored,
        .face_frame = performer.face_frame,
        .face_on_joint = performer.face_on_joint,
    };
}

// front, side, top, or yaw and pitch in degrees.
static bool store_view(const cli_option *option, const char *text, void *field, char *expected,
                       size_t capacity)
{
    static const hone_view_kind kinds[] = {HONE_VIEW_FRONT, HONE_VIEW_SIDE, HONE_VIEW_TOP};
    static const char *const names[] = {"front", "side", "top"};
    (void)option;
    cli_view *view = field;
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, names[i]) == 0) {
            *view = (cli_view){.kind = kinds[i]};
            return true;
        }
    }
    double angles[2] = {0.0, 0.0};
    if (cli_read_numbers(text, angles, 2) && fabs(angles[0]) <= 3600.0 && fabs(angles[1]) <= 90.0) {
        *view = (cli_view){HONE_VIEW_ORBIT, (float)angles[0], (float)angles[1]};
        return true;
    }
    (void)snprintf(expected, capacity,
                   "front, side, top, or YAW,PITCH in degrees such as 30,15 with a pitch from -90 "
                   "to 90");
    return false;
}

static bool store_map(const cli_option *option, const char *text, void *field, char *expected,
                      size_t capacity)
{
    (void)option;
    double numbers[6];
    if (!cli_read_numbers(text, numbers, 6)) {
        (void)snprintf(expected, capacity, "six numbers a,b,c,d,tx,ty such as 2,0,0,2,200,200");
        return false;
    }
    *(render_map *)field = (render_map){{(float)numbers[0], (float)numbers[1], (float)numbers[2],
                                         (float)numbers[3], (float)numbers[4], (float)numbers[5]},
                                        true};
    return true;
}

static const cli_type view_type = {
    .takes_value = true, .completion = CLI_COMPLETE_CHOICES, .store = store_view};
static const cli_type map_type = {.takes_value = true, .store = store_map};

#define FIELD(member) .field = offsetof(render_settings, member)

const cli_option render_options[] = {
    OPTION_OUT(render_settings, out),
    {.name = "format",
     .type = &cli_choice,
     FIELD(format),
     .value = "FORMAT",
     .choices = "ending|png|gif|apng|webp|mp4|webm|argb8888|rgb565|rgb565_swapped|argb4444",
     .help =
         "what to write when the ending of OUT does not say it; or how a character's pixels are "
         "kept while it is drawn, as on a small screen: argb8888 (the default), rgb565, "
         "rgb565_swapped, argb4444"},
    OPTION_FRAME(render_settings, frame),
    OPTION_TIME(render_settings, time),
    OPTION_FROM(render_settings, from),
    OPTION_TO(render_settings, to),
    OPTION_SKIP_FIRST(render_settings, skip_first),
    OPTION_FPS(render_settings, fps),
    {.name = "speed",
     .type = &cli_number,
     FIELD(speed),
     .value = "FACTOR",
     .least = 0.001,
     .most = 1000.0,
     .help = "2 is twice as fast, 0.5 half as fast"},
    {.name = "loops",
     .type = &cli_integer,
     FIELD(loops),
     .value = "N",
     .most = 65535.0,
     .help = "how often a GIF, APNG or WebP plays; 0 (the default) is for ever"},
    {.name = "sheet",
     .type = &cli_grid,
     FIELD(sheet),
     .value = "COLUMNSxROWS",
     .help = "a contact sheet: so many moments in one PNG"},
    {.name = "size",
     .letter = 's',
     .type = &cli_size,
     FIELD(size),
     .value = "WxH",
     .help = "the picture's size in pixels; without it 500x500, for a character what it needs"},
    {.name = "view",
     .letter = 'v',
     .type = &view_type,
     FIELD(view),
     .value = "VIEW",
     .choices = "front|side|top",
     .help = "where the camera stands: front, side, top, or YAW,PITCH in degrees"},
    {.name = "perspective",
     .type = &cli_switch,
     FIELD(perspective),
     .help = "near things are larger; else the view is parallel"},
    {.name = "zoom",
     .letter = 'z',
     .type = &cli_number,
     FIELD(zoom),
     .value = "FACTOR",
     .least = 0.01,
     .most = 1000.0,
     .help = "larger or smaller than what fits"},
    {.name = "follow",
     .type = &cli_text,
     FIELD(follow),
     .value = "WHAT",
     .help = "move the camera along: with \"performers\", or with a bone of that name"},
    {.name = "map",
     .type = &map_type,
     FIELD(map),
     .value = "A,B,C,D,TX,TY",
     .help = "no fitting: a fixed map from the view's plane to pixels"},
    {.name = "in-place",
     .type = &cli_flag,
     FIELD(in_place),
     .help = "keep each performer over one spot; jumps stay"},
    {.name = "in-place-all",
     .type = &cli_flag,
     FIELD(in_place_all),
     .help = "ignore the root's positions, height too"},
    {.name = "loop",
     .type = &cli_flag,
     FIELD(loop),
     .help = "shorter motions start again until the longest ends"},
    {.name = "apart",
     .type = &cli_number,
     FIELD(apart),
     .value = "DISTANCE",
     .help = "set performers side by side, so far from each other, in the files' unit"},
    OPTION_OFFSET(render_settings, offset),
    OPTION_ANIMATION(render_settings, animation),
    OPTION_ARMATURE(render_settings, armature),
    OPTION_SKIN(render_settings, skin),
    OPTION_TEXTURE_DIR(render_settings, texture_folder),
    {.name = "bands",
     .type = &cli_integer,
     FIELD(bands),
     .value = "N",
     .least = 1.0,
     .most = 4096.0,
     .help =
         "draw a character's picture in so many strips, as a small machine does; it is the same "
         "picture"},
    {.name = "face",
     .type = &cli_file_list,
     FIELD(faces),
     .value = "PICTURE",
     .help = "a PNG or JPEG on the head; given several times for several performers, the last for "
             "all that are left; \"none\" for no picture; without it, a face is drawn"},
    {.name = "face-bone",
     .type = &cli_list,
     FIELD(face_bones),
     .value = "BONE",
     .help = "the bone that carries the face, when it is not found by its name"},
    {.name = "face-size",
     .type = &cli_number,
     FIELD(face_size),
     .value = "HALF",
     .least = 1e-6,
     .most = 1e9,
     .help = "half the side of the face's square, in the file's unit"},
    {.name = "face-back",
     .type = &cli_file,
     FIELD(face_back),
     .value = "BACK",
     .help = "what the back of the head shows: plain, hidden, same (the face, mirrored), or a "
             "picture"},
    {.name = "mirror-face",
     .type = &cli_switch,
     FIELD(mirror_face),
     .help = "exchange left and right of the face"},
    {.name = "face-frame",
     .type = &cli_switch,
     FIELD(face_frame),
     .help = "a red frame round the face"},
    {.name = "face-on-joint",
     .type = &cli_switch,
     FIELD(face_on_joint),
     .help = "centre the face on the head's joint instead of the skull"},
    {.name = "up",
     .type = &cli_choice,
     FIELD(up),
     .value = "AXIS",
     .choices = "auto|y|z",
     .help = "which axis of the files is up; auto sees it from how people stand"},
    {.name = "bones",
     .type = &cli_choice,
     FIELD(bones),
     .value = "STYLE",
     .choices = "limbs|lines|none",
     .help = "how bones are drawn"},
    {.name = "bone-width",
     .type = &cli_number,
     FIELD(bone_width),
     .value = "PIXELS",
     .least = 0.1,
     .most = 1000.0,
     .help = "the width of lines"},
    {.name = "heads",
     .type = &cli_switch,
     FIELD(heads),
     .help = "a head for performers without a face"},
    {.name = "joints",
     .type = &cli_switch,
     FIELD(joints),
     .help = "a dot on each joint, larger at the ends"},
    {.name = "names",
     .type = &cli_switch,
     FIELD(names),
     .help = "the names of performers and bones"},
    {.name = "trail",
     .type = &cli_number,
     FIELD(trail),
     .value = "SECONDS",
     .least = 0.0,
     .most = 10.0,
     .help = "trails of hands, feet and head, so long"},
    {.name = "ghosts",
     .type = &cli_integer,
     FIELD(ghosts),
     .value = "N",
     .least = 0.0,
     .most = 32.0,
     .help = "so many past poses, fainter and fainter"},
    {.name = "ghost-spacing",
     .type = &cli_number,
     FIELD(ghost_spacing),
     .value = "SECONDS",
     .least = 0.001,
     .most = 10.0,
     .help = "the time from ghost to ghost; 0.1 without it"},
    {.name = "grid", .type = &cli_switch, FIELD(grid), .help = "a grid on the ground"},
    {.name = "shadow", .type = &cli_switch, FIELD(shadow), .help = "a shadow on the ground"},
    {.name = "background",
     .letter = 'b',
     .type = &cli_color,
     FIELD(background),
     .value = "COLOUR",
     .choices = CLI_COLOR_NAMES,
     .help = "#rgb, #rrggbb, #rrggbbaa, transparent, or a name: white, black, gray, teal ..."},
    {.name = "color",
     .letter = 'c',
     .type = &cli_colors,
     FIELD(colors),
     .value = "COLOUR",
     .choices = CLI_COLOR_NAMES,
     .help = "a performer's colour, as --background has them; given several times for several "
             "performers"},
    {.name = NULL},
};
