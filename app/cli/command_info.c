// SPDX-License-Identifier: MIT
//
// What is inside a file. Everything is first gathered into a summary, which is then printed for
// people or as JSON, so that both say the same.
#include "json.h"
#include "message.h"
#include "motion.h"
#include "number.h"
#include "rig.h"
#include "shared_options.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct info_settings {
    bool json, tree;
    int32_t offset;
} info_settings;

static const cli_option options[] = {
    {.name = "tree",
     .type = &cli_flag,
     .field = offsetof(info_settings, tree),
     .help = "print the hierarchy with offsets and channels as well"},
    OPTION_OFFSET(info_settings, offset),
    OPTION_JSON(info_settings, json),
    {.name = NULL},
};

typedef struct summary {
    const cli_motion *motion;
    int32_t end_sites, position_bones;
    double rate, nominal_rate;
    double height, unit_metres;
    const char *unit;
    const char *root_remark; // or NULL
    int32_t head;
    bool rest_first;
} summary;

// The rate that people mean by a rounded frame time: 0.0083333 s is 120 frames a second.
static double nominal_rate(double frame_time_s)
{
    static const double known[] = {23.976023976023978,
                                   24,
                                   25,
                                   29.97002997002997,
                                   30,
                                   40,
                                   48,
                                   50,
                                   59.94005994005994,
                                   60,
                                   72,
                                   75,
                                   90,
                                   100,
                                   120,
                                   144,
                                   150,
                                   200,
                                   240,
                                   250};
    double rate = 1.0 / frame_time_s;
    double nearest = rate;
    double least = 5e-4;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        double distance = fabs(rate / known[i] - 1.0);
        if (distance < least) {
            least = distance;
            nearest = known[i];
        }
    }
    return nearest;
}

// A root whose OFFSET is set while its position channels start at zero is likely meant to be added.
static const char *remark_on_root(const hone_bvh *bvh)
{
    hone_vec3 offset = bvh->skeleton->rest[0].translation;
    bool starts_at_zero = bvh->frame_count > 0;
    bool has_position = false;
    for (int32_t c = 0; c < bvh->channel_count && bvh->frame_count > 0; c++) {
        if (bvh->channels[c].bone == 0 && bvh->channels[c].kind <= HONE_BVH_Z_POSITION) {
            has_position = true;
            starts_at_zero = starts_at_zero && fabsf(bvh->values[c]) <= 0.0f;
        }
    }
    if (hone_vec3_length(offset) <= 0.0f || !has_position) {
        return NULL;
    }
    return starts_at_zero ? "the root has an OFFSET, but its position channels start at 0: this "
                            "file may mean them to be added (--offset add-root)"
                          : NULL;
}

// The first frame is a rest pose when the root then jumps: much farther than in the next step.
static bool begins_with_rest(const cli_motion *motion, double height)
{
    const hone_bvh *bvh = motion->bvh;
    cli_moment moment;
    if (bvh->frame_count < 3 || bvh->skeleton->bone_count == 0 ||
        !cli_moment_create(motion, &moment)) {
        return false;
    }
    hone_vec3 places[3];
    for (int i = 0; i < 3; i++) {
        cli_moment_at(&moment, motion, i * bvh->frame_time_s);
        places[i] =
            (hone_vec3){moment.model[0].m[0][3], moment.model[0].m[1][3], moment.model[0].m[2][3]};
    }
    cli_moment_destroy(&moment);
    double jump = (double)hone_vec3_length(hone_vec3_sub(places[1], places[0]));
    double step = (double)hone_vec3_length(hone_vec3_sub(places[2], places[1]));
    return jump > 0.2 * height && jump > 10.0 * step;
}

static summary summarise(const cli_motion *motion)
{
    const hone_bvh *bvh = motion->bvh;
    const hone_skeleton *skeleton = bvh->skeleton;
    summary s = {.motion = motion, .head = HONE_NONE};
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        s.end_sites += skeleton->flags != NULL && (skeleton->flags[i] & HONE_BONE_END_SITE) != 0;
    }
    int32_t last = HONE_NONE;
    for (int32_t c = 0; c < bvh->channel_count; c++) {
        if (bvh->channels[c].kind <= HONE_BVH_Z_POSITION && bvh->channels[c].bone != last) {
            last = bvh->channels[c].bone;
            s.position_bones++;
        }
    }
    s.rate = 1.0 / bvh->frame_time_s;
    s.nominal_rate = nominal_rate(bvh->frame_time_s);
    s.height = cli_motion_height(motion);
    s.unit = cli_guess_unit(s.height, &s.unit_metres);
    if (skeleton->bone_count > 0) {
        s.head = hone_skeleton_find_head(skeleton);
        s.root_remark = remark_on_root(bvh);
    }
    s.rest_first = begins_with_rest(motion, s.height);
    return s;
}

static const char *channel_name(hone_bvh_channel_kind kind)
{
    static const char *const names[] = {"Xposition", "Yposition", "Zposition",
                                        "Xrotation", "Yrotation", "Zrotation"};
    return names[kind];
}

static void print_name(const char *name)
{
    char buffer[512];
    text escaped = text_begin(buffer, sizeof buffer);
    text_add_escaped(&escaped, name, strlen(name));
    (void)fputs(buffer, stdout);
}

static void print_tree(const hone_bvh *bvh)
{
    const hone_skeleton *skeleton = bvh->skeleton;
    int32_t *depths = calloc((size_t)skeleton->bone_count + 1, sizeof *depths);
    int32_t channel = 0;
    for (int32_t i = 0; depths != NULL && i < skeleton->bone_count; i++) {
        int32_t parent = skeleton->parents[i];
        depths[i] = parent < 0 ? 0 : depths[parent] + 1;
        (void)printf("  %*s", 2 * (depths[i] < 60 ? depths[i] : 60), "");
        print_name(skeleton->names[i]);
        hone_vec3 offset = skeleton->rest[i].translation;
        char x[CLI_NUMBER_BYTES];
        char y[CLI_NUMBER_BYTES];
        char z[CLI_NUMBER_BYTES];
        (void)printf("  (%s %s %s)", cli_print_float(offset.x, x), cli_print_float(offset.y, y),
                     cli_print_float(offset.z, z));
        for (; channel < bvh->channel_count && bvh->channels[channel].bone == i; channel++) {
            (void)printf(" %s", channel_name(bvh->channels[channel].kind));
        }
        (void)putchar('\n');
    }
    free(depths);
}

static void print_text(const summary *s, bool tree)
{
    const hone_bvh *bvh = s->motion->bvh;
    const hone_skeleton *skeleton = bvh->skeleton;
    char number[CLI_NUMBER_BYTES];
    (void)printf("%s: BVH motion\n", cli_input_name(s->motion->path));
    (void)printf("  bones      %" PRId32 ", of them %" PRId32 " root%s and %" PRId32
                 " end site%s\n",
                 skeleton->bone_count, bvh->root_count, bvh->root_count == 1 ? "" : "s",
                 s->end_sites, s->end_sites == 1 ? "" : "s");
    (void)printf("  channels   %" PRId32 ", positions at %" PRId32 " bone%s\n", bvh->channel_count,
                 s->position_bones, s->position_bones == 1 ? "" : "s");
    (void)printf("  frames     %" PRId64, bvh->frame_count);
    if (bvh->declared_frame_count != bvh->frame_count && bvh->declared_frame_count >= 0) {
        (void)printf(", the file declares %" PRId64, bvh->declared_frame_count);
    }
    (void)printf("\n  rate       %.6g frames a second (%s s each)\n", s->nominal_rate,
                 cli_print_double(bvh->frame_time_s, number));
    (void)printf("  duration   %.6g s\n", s->motion->clip->duration_s);
    if (s->height > 0.0) {
        (void)printf("  height     about %.4g, ", s->height);
        if (strcmp(s->unit, "unknown") == 0) {
            (void)printf("which is an adult's height in no usual unit\n");
        } else {
            (void)printf("so the unit is probably %s (%.2f m)\n", s->unit,
                         s->height * s->unit_metres);
        }
    }
    (void)printf("  head       ");
    print_name(s->head >= 0 ? skeleton->names[s->head] : "not found");
    (void)putchar('\n');
    if (s->rest_first) {
        (void)printf("  remark     frame 0 is a rest pose, the motion begins at frame 1\n");
    }
    if (s->root_remark != NULL) {
        (void)printf("  remark     %s\n", s->root_remark);
    }
    if (tree) {
        print_tree(bvh);
    }
}

static void json_skeleton(json *j, const summary *s)
{
    const hone_bvh *bvh = s->motion->bvh;
    const hone_skeleton *skeleton = bvh->skeleton;
    json_begin_object(j, NULL);
    json_string(j, "name", s->motion->name);
    json_integer(j, "bone_count", skeleton->bone_count);
    json_integer(j, "root_count", bvh->root_count);
    json_integer(j, "end_site_count", s->end_sites);
    json_integer(j, "channel_count", bvh->channel_count);
    json_double(j, "height", s->height);
    json_string(j, "unit_guess", s->unit);
    json_double(j, "unit_guess_metres", s->unit_metres);
    json_string(j, "head", s->head >= 0 ? skeleton->names[s->head] : NULL);
    json_begin_array(j, "bones");
    int32_t channel = 0;
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        json_break(j);
        json_begin_object(j, NULL);
        json_string(j, "name", skeleton->names[i]);
        json_integer(j, "parent", skeleton->parents[i]);
        json_bool(j, "end_site",
                  skeleton->flags != NULL && (skeleton->flags[i] & HONE_BONE_END_SITE) != 0);
        hone_vec3 offset = skeleton->rest[i].translation;
        json_floats(j, "offset", (const float[3]){offset.x, offset.y, offset.z}, 3);
        json_begin_array(j, "channels");
        for (; channel < bvh->channel_count && bvh->channels[channel].bone == i; channel++) {
            json_string(j, NULL, channel_name(bvh->channels[channel].kind));
        }
        json_end_array(j);
        json_end_object(j);
    }
    json_end_array(j);
    json_end_object(j);
}

static void json_animation(json *j, const summary *s)
{
    const hone_bvh *bvh = s->motion->bvh;
    json_begin_object(j, NULL);
    json_string(j, "name", s->motion->name);
    json_integer(j, "frames", bvh->frame_count);
    if (bvh->declared_frame_count >= 0) {
        json_integer(j, "declared_frames", bvh->declared_frame_count);
    }
    json_double(j, "frame_rate", s->rate);
    json_double(j, "nominal_frame_rate", s->nominal_rate);
    json_double(j, "frame_time", bvh->frame_time_s);
    json_double(j, "duration", s->motion->clip->duration_s);
    json_bool(j, "starts_with_rest_pose", s->rest_first);
    json_end_object(j);
}

static void json_warnings(json *j, const hone_warnings *warnings)
{
    json_begin_array(j, "warnings");
    for (int32_t i = 0; i < warnings->count; i++) {
        json_begin_object(j, NULL);
        json_string(j, "message", warnings->items[i].message);
        json_integer(j, "count", (int64_t)warnings->items[i].count);
        if (warnings->items[i].line > 0) {
            json_integer(j, "line", (int64_t)warnings->items[i].line);
        }
        json_end_object(j);
    }
    json_end_array(j);
}

static void json_empty(json *j, const char *key)
{
    json_begin_array(j, key);
    json_end_array(j);
}

static void print_json(json *j, const summary *s)
{
    json_begin_object(j, NULL);
    json_string(j, "file", s->motion->path);
    json_string(j, "format", "bvh");
    json_warnings(j, &s->motion->bvh->warnings);
    json_begin_array(j, "remarks");
    if (s->root_remark != NULL) {
        json_string(j, NULL, s->root_remark);
    }
    json_end_array(j);
    json_empty(j, "armatures");
    json_begin_array(j, "skeletons");
    json_skeleton(j, s);
    json_end_array(j);
    json_begin_array(j, "animations");
    json_animation(j, s);
    json_end_array(j);
    json_empty(j, "meshes");
    json_empty(j, "textures");
    json_end_object(j);
}

static int run(const cli_call *call)
{
    const info_settings *settings = call->settings;
    int status = CLI_DONE;
    json j = json_to(stdout);
    bool several = call->argument_count > 1;
    if (settings->json && several) {
        json_begin_array(&j, NULL);
    }
    bool printed = false;
    for (int32_t i = 0; i < call->argument_count; i++) {
        if (cli_is_rig(call->arguments[i])) {
            int told =
                cli_rig_info(call->arguments[i], settings->json, settings->tree, &j, &printed);
            status = told != CLI_DONE ? told : status;
            continue;
        }
        cli_motion motion;
        int loaded =
            cli_motion_load(call->arguments[i], (hone_bvh_offset)settings->offset, &motion);
        if (loaded != CLI_DONE) {
            status = loaded;
            continue;
        }
        summary s = summarise(&motion);
        if (settings->json) {
            json_break(&j);
            print_json(&j, &s);
        } else {
            (void)fputs(printed ? "\n" : "", stdout);
            print_text(&s, settings->tree);
        }
        printed = true;
        cli_motion_free(&motion);
    }
    if (settings->json && several) {
        json_end_array(&j);
    }
    if (settings->json && (several || printed)) {
        json_end(&j);
    }
    return status;
}

extern const cli_command cli_info_command;
const cli_command cli_info_command = {
    .name = "info",
    .arguments = "FILE...",
    .summary = "tell what is inside: bones, slots, channels, frames, sizes, warnings",
    .description =
        "Tells what is inside each file: format, bones, channels, frames (as declared and as they "
        "are), rate, duration, the figure's height with a guess at the unit, and everything that "
        "was read differently or not used. Of a DragonBones character (X_ske.json): armatures, "
        "bones, slots, skins, animations and pictures.\n\n"
        "Warnings also go to standard error. A file that cannot be read is told there, the others "
        "are still shown, and the exit status is 1. With --json and several files, the document is "
        "an array.",
    .examples = "hone info dance.bvh\tone file\n"
                "hone info fox_ske.json\ta cut-out character\n"
                "hone info --tree dance.bvh\twith the hierarchy\n"
                "hone info --json *.bvh\tmany files for a script\n",
    .options = options,
    .least_arguments = 1,
    .most_arguments = CLI_ANY_NUMBER,
    .file_arguments = true,
    .settings_bytes = sizeof(info_settings),
    .run = run,
};
