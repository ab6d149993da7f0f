// SPDX-License-Identifier: MIT
#include "help.h"
#include "message.h"
#include "values.h"

#include <stddef.h>

typedef struct help_settings {
    bool man, bash_completion;
} help_settings;

static const cli_option options[] = {
    {.name = "man",
     .type = &cli_flag,
     .field = offsetof(help_settings, man),
     .help = "print the page of the manual, for man -l"},
    {.name = "bash-completion",
     .type = &cli_flag,
     .field = offsetof(help_settings, bash_completion),
     .help = "print the completion for bash, to be sourced"},
    {.name = NULL},
};

static int run(const cli_call *call)
{
    const help_settings *settings = call->settings;
    if (settings->man) {
        cli_print_man_page();
    } else if (settings->bash_completion) {
        cli_print_bash_completion();
    } else if (call->argument_count == 0) {
        cli_print_help(NULL);
    } else {
        const cli_command *command = cli_find_command(call->arguments[0]);
        if (command == NULL) {
            return cli_say_usage(NULL, "there is no command %s", call->arguments[0]);
        }
        cli_print_help(command);
    }
    return CLI_DONE;
}

extern const cli_command cli_help_command;
const cli_command cli_help_command = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "tell about a command",
    .description = "Tells about a command, or lists the commands.",
    .examples = "hone help render\teverything that render can do\n"
                "source <(hone help --bash-completion)\tcompletion in this shell\n",
    .options = options,
    .most_arguments = 1,
    .settings_bytes = sizeof(help_settings),
    .run = run,
};
