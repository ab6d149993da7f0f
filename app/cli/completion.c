// SPDX-License-Identifier: MIT
//
// Bash completion. It stands alone: the functions of the bash-completion package are not needed.
#include "help.h"

#include <stdio.h>
#include <string.h>

static void print_words(const char *choices)
{
    for (const char *c = choices; *c != '\0'; c++) {
        (void)putchar(*c == '|' ? ' ' : *c);
    }
}

// The lines of the case over the option before the cursor.
static void print_value_cases(const cli_command *command)
{
    for (const cli_option *option = command->options; option != NULL && option->name != NULL;
         option++) {
        if (!option->type->takes_value) {
            continue;
        }
        (void)printf("        %s:--%s", command->name, option->name);
        if (option->letter != '\0') {
            (void)printf("|%s:-%c", command->name, option->letter);
        }
        (void)printf(") ");
        if (option->type->completion == CLI_COMPLETE_FILES) {
            (void)printf("files=yes");
        } else {
            (void)printf("words=\"");
            print_words(option->choices != NULL ? option->choices : "");
            (void)printf("\"");
        }
        (void)printf(" ;;\n");
    }
}

static void print_option_words(const cli_command *command)
{
    (void)printf("            %s) words=\"", command->name);
    for (const cli_option *option = command->options; option != NULL && option->name != NULL;
         option++) {
        (void)printf("--%s ", option->name);
        if (option->type->negatable) {
            (void)printf("--no-%s ", option->name);
        }
    }
    (void)printf("--help\" ;;\n");
}

void cli_print_bash_completion(void)
{
    (void)printf("# Completion of hone for bash.\n"
                 "_hone()\n{\n"
                 "    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous= command= i\n"
                 "    local words= files=\n"
                 "    COMPREPLY=()\n"
                 "    [ \"$COMP_CWORD\" -gt 0 ] && previous=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
                 "    [ \"$COMP_CWORD\" -gt 1 ] && command=\"${COMP_WORDS[1]}\"\n"
                 "    # Bash parts --option=value into three words.\n"
                 "    if [ \"$current\" = = ]; then\n"
                 "        current=\n"
                 "    elif [ \"$previous\" = = ]; then\n"
                 "        previous=\"${COMP_WORDS[COMP_CWORD-2]}\"\n"
                 "    fi\n"
                 "    case \"$command:$previous\" in\n");
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        print_value_cases(cli_commands[i]);
    }
    (void)printf("        *)\n            case \"$command\" in\n            '') words=\"");
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        (void)printf("%s%s", cli_commands[i]->hidden || i == 0 ? "" : " ",
                     cli_commands[i]->hidden ? "" : cli_commands[i]->name);
    }
    (void)printf(" --help --version\" ;;\n            help) words=\"");
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        (void)printf("%s ", cli_commands[i]->hidden ? "" : cli_commands[i]->name);
    }
    (void)printf("\" ;;\n");
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        if (strcmp(cli_commands[i]->name, "help") != 0) {
            print_option_words(cli_commands[i]);
        }
    }
    (void)printf("            esac\n            case \"$command:$current\" in\n            ");
    bool first = true;
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        if (cli_commands[i]->file_arguments) {
            (void)printf("%s%s:[!-]*|%s:", first ? "" : "|", cli_commands[i]->name,
                         cli_commands[i]->name);
            first = false;
        }
    }
    (void)printf("%s) files=yes words= ;;\n            esac ;;\n    esac\n", first ? "none:" : "");
    (void)printf("    if [ -n \"$files\" ]; then\n"
                 "        compopt -o filenames 2>/dev/null\n"
                 "        local IFS=$'\\n'\n"
                 "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
                 "    else\n"
                 "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                 "    fi\n"
                 "}\n"
                 "complete -F _hone hone\n");
}
