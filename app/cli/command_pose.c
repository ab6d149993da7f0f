// SPDX-License-Identifier: MIT
//
// The pose at one moment: JSON for scripts, a table for people.
#include "json.h"
#include "message.h"
#include "motion.h"
#include "number.h"
#include "rig.h"
#include "shared_options.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct pose_settings {
    double frame, time; // NaN = not given
    bool rest, json;
    int32_t offset, unit;
    const char *animation, *armature, *skin;
} pose_settings;

static void set_defaults(void *settings)
{
    pose_settings *s = settings;
    s->frame = s->time = (double)NAN;
}

static const cli_option options[] = {
    OPTION_FRAME(pose_settings, frame),
    OPTION_TIME(pose_settings, time),
    {.name = "rest",
     .type = &cli_flag,
     .field = offsetof(pose_settings, rest),
     .help = "the rest pose instead of a moment"},
    OPTION_ANIMATION(pose_settings, animation),
    OPTION_ARMATURE(pose_settings, armature),
    OPTION_SKIN(pose_settings, skin),
    OPTION_OFFSET(pose_settings, offset),
    OPTION_UNIT(pose_settings, unit),
    OPTION_JSON(pose_settings, json),
    {.name = NULL},
};

// The turns of all bones against the world, each its parent's turn and its own.
static hone_quat *world_rotations(const hone_skeleton *skeleton, const hone_pose *pose)
{
    hone_quat *world = calloc((size_t)skeleton->bone_count + 1, sizeof *world);
    for (int32_t i = 0; world != NULL && i < skeleton->bone_count; i++) {
        hone_quat own = hone_pose_get(pose, i).rotation;
        int32_t parent = skeleton->parents[i];
        world[i] = parent < 0 ? own : hone_quat_normalize(hone_quat_mul(world[parent], own));
    }
    return world;
}

static void json_vector(json *j, const char *key, hone_vec3 v, double scale)
{
    const float values[3] = {(float)((double)v.x * scale), (float)((double)v.y * scale),
                             (float)((double)v.z * scale)};
    json_floats(j, key, values, 3);
}

static void json_rotation(json *j, const char *key, hone_quat q)
{
    const float values[4] = {q.x, q.y, q.z, q.w};
    json_floats(j, key, values, 4);
}

static hone_vec3 place_of(const hone_affine3 *model)
{
    return (hone_vec3){model->m[0][3], model->m[1][3], model->m[2][3]};
}

static void print_json(const cli_motion *motion, const cli_moment *moment, const hone_quat *world,
                       double time_s, double metres)
{
    const hone_skeleton *skeleton = motion->bvh->skeleton;
    json j = json_to(stdout);
    json_begin_object(&j, NULL);
    json_string(&j, "kind", "body");
    json_string(&j, "animation", time_s < 0.0 ? NULL : motion->name);
    if (time_s >= 0.0) {
        json_double(&j, "time", time_s);
        json_double(&j, "frame", cli_motion_frame(motion, time_s));
    }
    json_begin_array(&j, "bones");
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        hone_transform local = hone_pose_get(&moment->pose, i);
        json_break(&j);
        json_begin_object(&j, NULL);
        json_string(&j, "name", skeleton->names[i]);
        json_integer(&j, "parent", skeleton->parents[i]);
        json_vector(&j, "position", local.translation, metres);
        json_rotation(&j, "rotation", local.rotation);
        json_vector(&j, "scale", local.scale, 1.0);
        json_vector(&j, "world_position", place_of(&moment->model[i]), metres);
        json_rotation(&j, "world_rotation", world[i]);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
    json_end(&j);
}

static void print_table(const cli_motion *motion, const cli_moment *moment, double time_s,
                        double metres)
{
    enum { NAME_WIDTH = 32 };
    const hone_skeleton *skeleton = motion->bvh->skeleton;
    if (time_s < 0.0) {
        (void)printf("%s, rest pose\n", cli_input_name(motion->path));
    } else {
        char seconds[CLI_NUMBER_BYTES];
        (void)printf("%s, %s s, frame %g of %lld\n", cli_input_name(motion->path),
                     cli_print_double(time_s, seconds), cli_motion_frame(motion, time_s),
                     (long long)motion->bvh->frame_count);
    }
    (void)printf("%-*s %32s  %s\n", NAME_WIDTH, "bone", "place in the world: x y z",
                 "turn against the parent: x y z w");
    for (int32_t i = 0; i < skeleton->bone_count; i++) {
        char buffer[256];
        text name = text_begin(buffer, sizeof buffer);
        text_add_escaped(&name, skeleton->names[i], strlen(skeleton->names[i]));
        hone_vec3 place = place_of(&moment->model[i]);
        hone_quat turn = hone_pose_get(&moment->pose, i).rotation;
        (void)printf("%-*s %10.4f %10.4f %10.4f  %8.5f %8.5f %8.5f %8.5f\n", NAME_WIDTH, buffer,
                     (double)place.x * metres, (double)place.y * metres, (double)place.z * metres,
                     (double)turn.x, (double)turn.y, (double)turn.z, (double)turn.w);
    }
}

static int print_pose(const cli_motion *motion, double time_s, double metres, bool as_json)
{
    cli_moment moment;
    if (!cli_moment_create(motion, &moment)) {
        return CLI_BAD_INPUT;
    }
    cli_moment_at(&moment, motion, time_s);
    hone_quat *world = world_rotations(motion->bvh->skeleton, &moment.pose);
    int status = CLI_DONE;
    if (world == NULL) {
        cli_say("no memory");
        status = CLI_BAD_INPUT;
    } else if (as_json) {
        print_json(motion, &moment, world, time_s, metres);
    } else {
        print_table(motion, &moment, time_s, metres);
    }
    free(world);
    cli_moment_destroy(&moment);
    return status;
}

static int run(const cli_call *call)
{
    const pose_settings *settings = call->settings;
    if (!isnan(settings->frame) + !isnan(settings->time) + settings->rest > 1) {
        return cli_say_usage(call->command, "--frame, --time and --rest exclude each other");
    }
    if (cli_is_rig(call->arguments[0])) {
        const cli_rig_moment moment = {settings->armature, settings->skin, settings->animation,
                                       settings->frame,    settings->time, settings->rest,
                                       settings->json};
        return cli_rig_pose(call, &moment);
    }
    cli_motion motion;
    int status = cli_motion_load(call->arguments[0], (hone_bvh_offset)settings->offset, &motion);
    if (status != CLI_DONE) {
        return status;
    }
    if (settings->animation != NULL && strcmp(settings->animation, motion.name) != 0) {
        status = cli_say_usage(call->command, "%s has no animation %s; it has %s",
                               cli_input_name(motion.path), settings->animation, motion.name);
    } else {
        double time_s =
            settings->rest ? -1.0 : cli_motion_moment(&motion, settings->frame, settings->time);
        status =
            print_pose(&motion, time_s, cli_unit_metres(settings->unit, &motion), settings->json);
    }
    cli_motion_free(&motion);
    return status;
}

extern const cli_command cli_pose_command;
const cli_command cli_pose_command = {
    .name = "pose",
    .arguments = "FILE",
    .summary = "print the pose at one moment, for checking and for scripts",
    .description =
        "Prints where every bone is at one moment: its transform against its parent, and its "
        "place and turn in the world. Frames count from 0; frames and seconds may be fractional, "
        "and the pose between two frames is interpolated. Without a moment, frame 0 is shown.\n\n"
        "Lengths stay in the file's own unit unless --unit says otherwise. With --json, numbers "
        "are printed so that they read back to the same float; rotations are quaternions x, y, z, "
        "w. End sites are bones too, named after their parent with \"_end\" unless the file names "
        "them.\n\n"
        "Of a cut-out character (X_ske.json) it prints each bone's matrix in the armature's space "
        "and what each slot shows; without --animation, in the bind pose.",
    .examples = "hone pose dance.bvh --frame 120\ta table\n"
                "hone pose dance.bvh --time 1.25 --json\tfor scripts\n"
                "hone pose dance.bvh --rest --unit cm --json\tthe rest pose in metres\n"
                "hone pose fox_ske.json --animation walk --frame 12 --json\ta cut-out character\n",
    .options = options,
    .least_arguments = 1,
    .most_arguments = 1,
    .file_arguments = true,
    .settings_bytes = sizeof(pose_settings),
    .set_defaults = set_defaults,
    .run = run,
};
