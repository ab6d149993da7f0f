// SPDX-License-Identifier: MIT
//
// `hone export-c`: a cut-out character as C source for firmware.
#include "export_c.h"
#include "message.h"
#include "output.h"
#include "shared_options.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void set_defaults(void *settings)
{
    const hone_pack_def def = hone_default_pack_def();
    export_settings *s = settings;
    s->scale = 1.0;
    s->format = (int32_t)def.format;
    s->dither = (int32_t)def.dither;
    s->auto_alpha = (double)def.auto_alpha;
    s->out_key = def.out_key;
    s->alpha_threshold = def.alpha_threshold;
    s->atlas_width = def.atlas_width;
    s->hull = def.hull;
    s->fit_min_gain = (double)def.fit_min_gain;
}

// ---- kinds of values that only this command has

static bool store_opaque(const cli_option *option, const char *text, void *field, char *expected,
                         size_t capacity)
{
    (void)option;
    uint32_t color = 0;
    if (!cli_read_color(text, &color) || color >> 24 != 255) {
        (void)snprintf(expected, capacity, "an opaque colour such as #ff00ff");
        return false;
    }
    *(uint32_t *)field = color;
    return true;
}

static bool store_key(const cli_option *option, const char *text, void *field, char *expected,
                      size_t capacity)
{
    export_key *key = field;
    key->given = store_opaque(option, text, &key->color, expected, capacity);
    return key->given;
}

static bool store_width(const cli_option *option, const char *text, void *field, char *expected,
                        size_t capacity)
{
    (void)option;
    double number = 0.0;
    if (strcmp(text, "auto") == 0) {
        *(int32_t *)field = HONE_PACK_WIDTH_AUTO;
        return true;
    }
    bool valid =
        cli_read_number(text, &number) && (number == 0.0 || (number >= 64.0 && number <= 2048.0));
    uint32_t width = valid ? (uint32_t)number : 0;
    if (!valid || (double)width != number || (width & (width - 1)) != 0) {
        (void)snprintf(expected, capacity, "auto, 0, or a power of two from 64 to 2048");
        return false;
    }
    *(int32_t *)field = (int32_t)width;
    return true;
}

static bool store_hull(const cli_option *option, const char *text, void *field, char *expected,
                       size_t capacity)
{
    (void)option;
    double number = 0.0;
    if (!cli_read_number(text, &number) || number != floor(number) ||
        !(number == 0.0 || (number >= 3.0 && number <= 16.0))) {
        (void)snprintf(expected, capacity, "a whole number from 3 to 16, or 0 for no hulls");
        return false;
    }
    *(int32_t *)field = (int32_t)number;
    return true;
}

static bool store_anim_scale(const cli_option *option, const char *text, void *field,
                             char *expected, size_t capacity)
{
    (void)option;
    double number = 0.0;
    if (strcmp(text, "auto") == 0) {
        *(double *)field = 0.0;
        return true;
    }
    if (!cli_read_number(text, &number) || !(number >= 0.001 && number <= 1000.0)) {
        (void)snprintf(expected, capacity, "auto or a number from 0.001 to 1000");
        return false;
    }
    *(double *)field = number;
    return true;
}

static bool store_frames(const cli_option *option, const char *text, void *field, char *expected,
                         size_t capacity)
{
    (void)option;
    export_frames *frames = field;
    frames->count = 0;
    for (const char *at = text; at != NULL;) {
        char word[32];
        size_t length = strcspn(at, ",");
        bool fits = length < sizeof word && frames->count < EXPORT_MOST_FRAMES;
        (void)snprintf(word, sizeof word, "%.*s", fits ? (int)length : 0, at);
        double number = 0.0;
        if (!fits || !cli_read_number(word, &number) || number < 0.0 || number > 65535.0) {
            (void)snprintf(expected, capacity, "frames from 0 to 65535 such as 0,12,24.5");
            return false;
        }
        frames->items[frames->count++] = number;
        at = at[length] == '\0' ? NULL : at + length + 1;
    }
    return true;
}

static const cli_type in_key_type = {.takes_value = true, .store = store_key};
static const cli_type out_key_type = {.takes_value = true, .store = store_opaque};
static const cli_type width_type = {.takes_value = true, .store = store_width};
static const cli_type hull_type = {.takes_value = true, .store = store_hull};
static const cli_type anim_scale_type = {.takes_value = true, .store = store_anim_scale};
static const cli_type frames_type = {.takes_value = true, .store = store_frames};

#define FIELD(member) .field = offsetof(export_settings, member)

static const cli_option options[] = {
    {.name = "out",
     .letter = 'o',
     .type = &cli_file,
     FIELD(out),
     .value = "DIR",
     .help = "the folder to write PREFIX.c and PREFIX.h to; made when it is not there"},
    {.name = "prefix",
     .type = &cli_text,
     FIELD(prefix),
     .value = "NAME",
     .help = "what all names begin with; without it, the file's name"},
    OPTION_ARMATURE(export_settings, armature),
    OPTION_SKIN(export_settings, skin),
    OPTION_TEXTURE_DIR(export_settings, texture_folder),
    {.name = "scale",
     .type = &cli_number,
     FIELD(scale),
     .value = "FACTOR",
     .least = 0.01,
     .most = 16.0,
     .help = "of positions and pictures, which are resampled"},
    {.name = "anim-scale",
     .type = &anim_scale_type,
     FIELD(anim_scale),
     .value = "FACTOR",
     .help = "of positions in further files; auto (the default) is the median ratio of the bones' "
             "lengths"},
    {.name = "in-key",
     .type = &in_key_type,
     FIELD(in_key),
     .value = "COLOUR",
     .help = "pixels of this colour in the pictures are clear"},
    {.name = "out-format",
     .type = &cli_choice,
     FIELD(format),
     .value = "FORMAT",
     .choices = "argb4444|rgb565|rgb565_swapped|auto",
     .help =
         "how texels are stored: argb4444 (the default); rgb565 and rgb565_swapped, whose clear "
         "texels have the key colour; auto: argb4444 for pictures that are translucent inside, "
         "rgb565_swapped for the rest"},
    {.name = "auto-alpha",
     .type = &cli_number,
     FIELD(auto_alpha),
     .value = "PERCENT",
     .least = 0.0,
     .most = 100.0,
     .help = "with auto, a picture keeps its alpha when more of its visible pixels than this are "
             "translucent and not beside a clear one; 5 without it"},
    {.name = "out-key",
     .type = &out_key_type,
     FIELD(out_key),
     .value = "COLOUR",
     .help = "the key colour of rgb565 textures; #ff00ff without it"},
    {.name = "alpha-threshold",
     .type = &cli_integer,
     FIELD(alpha_threshold),
     .value = "ALPHA",
     .least = 0.0,
     .most = 255.0,
     .help = "from this alpha on a keyed texel is opaque; 128 without it"},
    {.name = "dither",
     .type = &cli_choice,
     FIELD(dither),
     .value = "WAY",
     .choices = "none|diffusion|pattern",
     .help = "how colours between two steps are kept: none (the default, rounded), diffusion "
             "(Floyd-Steinberg), pattern (ordered, 4 x 4)"},
    {.name = "atlas-width",
     .type = &width_type,
     FIELD(atlas_width),
     .value = "PIXELS",
     .help = "auto (the default, what needs least), 64, 128 ... 2048, or 0 for one texture a "
             "picture"},
    {.name = "fit-rotate",
     .type = &cli_flag,
     FIELD(fit_rotate),
     .help = "turn pictures into the smallest upright rectangle"},
    {.name = "fit-min-gain",
     .type = &cli_number,
     FIELD(fit_min_gain),
     .value = "PERCENT",
     .least = 0.0,
     .most = 100.0,
     .help = "the least area that a turn has to save; 3 without it"},
    {.name = "hull",
     .type = &hull_type,
     FIELD(hull),
     .value = "CORNERS",
     .help = "corners of each picture's outline, 3 to 16, which saves drawing what is clear; 8 "
             "without it, 0 for none"},
    OPTION_ANIMATION(export_settings, animation),
    {.name = "preview",
     .type = &frames_type,
     FIELD(preview),
     .value = "FRAMES",
     .help = "draw these frames of the animation from what is exported: PREFIX_preview_FRAME.png"},
    {.name = "dump-pose",
     .type = &frames_type,
     FIELD(dump_pose),
     .value = "FRAMES",
     .help = "write the poses at these frames of the animation: PREFIX_pose.json"},
    {.name = NULL},
};

// ---- further animations

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left;
    double b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double length_of(const hone_rig_bone *bone)
{
    return hypot((double)bone->x, (double)bone->y);
}

// The median ratio of the bones' distances from their parents, 1 when none can be compared.
static double bone_ratio(const hone_armature *of, const hone_armature *to)
{
    double ratios[HONE_RIG_MAX_BONES];
    size_t count = 0;
    for (int32_t i = 0; i < of->bone_count && i < to->bone_count; i++) {
        double own = length_of(&to->bones[i]);
        if (own > 1e-6 && length_of(&of->bones[i]) > 1e-6) {
            ratios[count++] = length_of(&of->bones[i]) / own;
        }
    }
    qsort(ratios, count, sizeof *ratios, compare_doubles);
    return count == 0 ? 1.0 : 0.5 * (ratios[(count - 1) / 2] + ratios[count / 2]);
}

static int add_file(const cli_call *call, int32_t index, hone_packed_rig *rig,
                    hone_character **kept)
{
    const export_settings *settings = call->settings;
    const char *path = call->arguments[index];
    hone_character_def def = {.armature = settings->armature, .pictures = HONE_PICTURES_NONE};
    hone_character *other = NULL;
    int status = cli_rig_load(path, &def, &other);
    if (status != CLI_DONE) {
        return status;
    }
    double scale = settings->anim_scale > 0.0 ? settings->anim_scale * settings->scale
                                              : bone_ratio(rig->armature, other->rig->armature);
    hone_character_free(other);
    def.scale = (float)scale;
    hone_error error;
    if (hone_character_read_file(path, &def, NULL, kept, &error) != HONE_OK ||
        hone_packed_rig_add_animations(rig, (*kept)->rig, &error) != HONE_OK) {
        return cli_say_error(&error);
    }
    return CLI_DONE;
}

// ---- files

static bool write_stream(void *user, const void *bytes, size_t count)
{
    return fwrite(bytes, 1, count, user) == count;
}

static int write_file(const export_settings *settings, const hone_packed_rig *rig,
                      const char *prefix, bool header)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s.%s", settings->out, prefix, header ? "h" : "c");
    if (length < 0 || (size_t)length >= sizeof path) {
        cli_say("%s: the name is too long", settings->out);
        return CLI_BAD_INPUT;
    }
    cli_output output;
    if (!cli_output_open(&output, path)) {
        return CLI_BAD_INPUT;
    }
    hone_error error;
    hone_status status =
        hone_csource_write(rig, prefix, header, write_stream, output.stream, NULL, &error);
    if (status != HONE_OK && status != HONE_ERROR_IO) {
        cli_output_abort(&output);
        return cli_say_error(&error);
    }
    cli_output_note(&output);
    return cli_output_close(&output) ? CLI_DONE : CLI_BAD_INPUT;
}

static bool make_folder(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        cli_say("%s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

// The prefix from a path: its last name without endings, as an identifier.
static void prefix_of(const char *path, char *out, size_t capacity)
{
    const char *name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    size_t length = strcspn(name, ".");
    if (length > 4 && strncmp(name + length - 4, "_ske", 4) == 0) {
        length -= 4;
    }
    bool digit = name[0] >= '0' && name[0] <= '9';
    (void)snprintf(out, capacity, "%s%.*s", digit || length == 0 ? "rig" : "", (int)length, name);
    for (char *c = out; *c != '\0'; c++) {
        *c = (char)(isalnum((unsigned char)*c) && (unsigned char)*c < 128 ? *c : '_');
    }
}

static bool is_identifier(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return length > 0 && name[length] == '\0' && !(name[0] >= '0' && name[0] <= '9');
}

static void summarise(const hone_packed_rig *rig, const char *prefix)
{
    const hone_pack_figures *f = &rig->figures;
    (void)printf("%s: %" PRId32 " pictures, %" PRId64 " texels in %" PRId64
                 " bytes, became %" PRId32 " texture%s, %" PRId64 " texels in %" PRId64
                 " bytes; rig %" PRId64 " bytes, %" PRId32 " animation%s %" PRId64 " bytes\n",
                 prefix, f->pictures, f->texels_before, f->texels_before * 4, rig->texture_count,
                 rig->texture_count == 1 ? "" : "s", f->texels_after, f->texels_after * 2,
                 f->rig_bytes, rig->animation_count, rig->animation_count == 1 ? "" : "s",
                 f->animation_bytes);
}

// ---- all together

typedef struct work {
    hone_character *character;
    hone_packed_rig *rig;
    hone_character **others;
} work;

static int load(const cli_call *call, work *w)
{
    const export_settings *settings = call->settings;
    const hone_character_def def = {.armature = settings->armature,
                                    .skin = settings->skin,
                                    .scale = (float)settings->scale,
                                    .texture_folder = settings->texture_folder,
                                    .pictures = HONE_PICTURES_NEEDED};
    int status = cli_rig_load(call->arguments[0], &def, &w->character);
    if (status != CLI_DONE) {
        return status;
    }
    const hone_pack_def pack = {.scale = (float)settings->scale,
                                .format = (hone_pack_format)settings->format,
                                .dither = (hone_pack_dither)settings->dither,
                                .auto_alpha = (float)settings->auto_alpha,
                                .in_keyed = settings->in_key.given,
                                .in_key = settings->in_key.color,
                                .out_key = settings->out_key,
                                .alpha_threshold = (uint8_t)settings->alpha_threshold,
                                .atlas_width = settings->atlas_width,
                                .hull = settings->hull,
                                .fit_rotate = settings->fit_rotate,
                                .fit_min_gain = (float)settings->fit_min_gain};
    hone_error error;
    if (hone_rig_pack(w->character->rig, &pack, NULL, &w->rig, &error) != HONE_OK) {
        return cli_say_error(&error);
    }
    w->others = calloc((size_t)call->argument_count, sizeof *w->others);
    if (w->others == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    for (int32_t i = 1; i < call->argument_count && status == CLI_DONE; i++) {
        status = add_file(call, i, w->rig, &w->others[i]);
    }
    if (status == CLI_DONE) {
        cli_say_warnings(call->arguments[0], &w->rig->warnings);
    }
    return status;
}

static int write_all(const cli_call *call, const work *w, const char *prefix)
{
    const export_settings *settings = call->settings;
    const hone_rig_animation *animation = NULL;
    if (!export_animation(call, w->rig, &animation)) {
        return CLI_BAD_USAGE;
    }
    if (!make_folder(settings->out)) {
        return CLI_BAD_INPUT;
    }
    int status = write_file(settings, w->rig, prefix, true);
    if (status == CLI_DONE) {
        status = write_file(settings, w->rig, prefix, false);
    }
    if (status == CLI_DONE && settings->preview.count > 0) {
        status = export_previews(call, w->rig, prefix);
    }
    if (status == CLI_DONE && settings->dump_pose.count > 0) {
        const hone_rig_document *rig = w->character->rig;
        status = export_poses(call, w->rig, rig->bone_order, rig->slot_order, prefix);
    }
    if (status == CLI_DONE) {
        summarise(w->rig, prefix);
    }
    return status;
}

static int run(const cli_call *call)
{
    const export_settings *settings = call->settings;
    char prefix[128];
    if (settings->out == NULL) {
        return cli_say_usage(call->command, "expected -o DIR, the folder to write to");
    }
    if (settings->prefix != NULL && !is_identifier(settings->prefix)) {
        return cli_say_usage(call->command,
                             "--prefix: expected letters, digits and _, not first a digit, found "
                             "\"%s\"",
                             settings->prefix);
    }
    prefix_of(settings->prefix != NULL ? settings->prefix : call->arguments[0], prefix,
              sizeof prefix);
    if (settings->prefix != NULL) {
        (void)snprintf(prefix, sizeof prefix, "%s", settings->prefix);
    }
    work w = {NULL, NULL, NULL};
    int status = load(call, &w);
    if (status == CLI_DONE) {
        status = write_all(call, &w, prefix);
    }
    hone_packed_rig_free(w.rig);
    for (int32_t i = 1; w.others != NULL && i < call->argument_count; i++) {
        hone_character_free(w.others[i]);
    }
    free(w.others);
    hone_character_free(w.character);
    return status;
}

extern const cli_command cli_export_c_command;
const cli_command cli_export_c_command = {
    .name = "export-c",
    .arguments = "FILE...",
    .summary = "write a cut-out character as C source for firmware",
    .description =
        "Writes armature, animations and textures of a DragonBones character (X_ske.json with the "
        "pictures beside it) as constant data, ready to compile as C and C++ and to lie in flash. "
        "Further FILEs give more animations of the same armature.\n\n"
        "Pictures are scaled, trimmed, stored once, packed and outlined. One line tells texels and "
        "bytes before and after; what the file holds that cannot be exported is a warning.\n\n"
        "The same input and options give the same files on every machine.",
    .examples = "hone export-c fox_ske.json -o firmware\tfox.c and fox.h\n"
                "hone export-c fox_ske.json --scale 0.5 --out-format auto -o firmware\tfor a small "
                "screen\n"
                "hone export-c fox_ske.json --preview 0,12 --animation walk -o firmware\twith "
                "pictures of what was exported\n",
    .options = options,
    .least_arguments = 1,
    .most_arguments = CLI_ANY_NUMBER,
    .file_arguments = true,
    .settings_bytes = sizeof(export_settings),
    .set_defaults = set_defaults,
    .run = run,
};
