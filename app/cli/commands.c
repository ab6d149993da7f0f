// SPDX-License-Identifier: MIT
//
// The commands of the tool, in the order in which help shows them.
#include "command.h"

#include <string.h>

extern const cli_command cli_info_command;
extern const cli_command cli_pose_command;
extern const cli_command cli_render_command;
extern const cli_command cli_export_c_command;
extern const cli_command cli_convert_command;
extern const cli_command cli_bench_command;
extern const cli_command cli_help_command;

const cli_command *const cli_commands[] = {
    &cli_info_command,    &cli_pose_command,  &cli_render_command, &cli_export_c_command,
    &cli_convert_command, &cli_bench_command, &cli_help_command,   NULL,
};

const cli_command *cli_find_command(const char *name)
{
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        if (strcmp(cli_commands[i]->name, name) == 0) {
            return cli_commands[i];
        }
    }
    return NULL;
}
