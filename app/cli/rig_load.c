// SPDX-License-Identifier: MIT
#include "rig.h"

#include "message.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool cli_is_rig(const char *path)
{
    unsigned char bytes[256];
    FILE *file = strcmp(path, "-") == 0 ? NULL : fopen(path, "rb");
    if (file == NULL) {
        return false;
    }
    size_t count = fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    size_t at = count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (at < count &&
           (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r' || bytes[at] == '\n')) {
        at++;
    }
    size_t length = strlen(path);
    bool named = length > 5 && strcmp(path + length - 5, ".json") == 0;
    return named || (at < count && bytes[at] == '{');
}

int cli_rig_load(const char *path, const hone_character_def *def, hone_character **out)
{
    hone_error error;
    if (hone_character_read_file(path, def, NULL, out, &error) != HONE_OK) {
        return cli_say_error(&error);
    }
    cli_say_warnings(path, &(*out)->warnings);
    return CLI_DONE;
}

const hone_rig_animation *cli_rig_animation(const cli_command *command,
                                            const hone_character *character, const char *name,
                                            bool *found)
{
    const hone_rig_document *rig = character->rig;
    *found = true;
    for (int32_t i = 0; i < rig->animation_count; i++) {
        if (name == NULL || strcmp(rig->animations[i].name, name) == 0) {
            return &rig->animations[i];
        }
    }
    if (name != NULL) {
        *found = false;
        (void)cli_say_usage(command, "the armature %s has no animation %s; 'hone info' lists them",
                            rig->name, name);
    }
    return NULL;
}

bool cli_rig_start(hone_rig *rig, const hone_armature *armature)
{
    size_t bytes = hone_rig_bytes(armature);
    void *memory = malloc(bytes);
    if (memory == NULL || !hone_rig_init(rig, armature, memory, bytes)) {
        free(memory);
        cli_say("no memory");
        return false;
    }
    return true;
}

void cli_rig_stop(hone_rig *rig)
{
    free(rig->memory);
    hone_rig_deinit(rig);
}
