// SPDX-License-Identifier: MIT
//
// Help on the terminal: a description wrapped to 78 columns, the options in two columns.
#include "help.h"
#include "message.h"
#include "values.h"

#include "hone/base.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 78, OPTION_COLUMN = 28, COMMAND_COLUMN = 12 };

const cli_option cli_help_option = {
    .name = "help", .letter = 'h', .type = &cli_flag, .help = "print this help"};

const char *cli_option_usage(const cli_option *option, char *buffer, size_t capacity)
{
    char letter[8] = "";
    if (option->letter != '\0') {
        (void)snprintf(letter, sizeof letter, "-%c, ", option->letter);
    }
    (void)snprintf(buffer, capacity, "%s--%s%s%s%s", letter, option->type->negatable ? "[no-]" : "",
                   option->name, option->value != NULL ? "=" : "",
                   option->value != NULL ? option->value : "");
    return buffer;
}

// True when the command's settings start out with the switch on.
static bool is_on(const cli_command *command, const cli_option *option)
{
    if (command->set_defaults == NULL || !option->type->negatable) {
        return false;
    }
    unsigned char *settings = calloc(1, command->settings_bytes);
    bool on = false;
    if (settings != NULL) {
        command->set_defaults(settings);
        on = *(const bool *)(settings + option->field);
    }
    free(settings);
    return on;
}

const char *cli_option_help(const cli_command *command, const cli_option *option, char *buffer,
                            size_t capacity)
{
    size_t used = (size_t)snprintf(buffer, capacity, "%s%s", option->help,
                                   is_on(command, option) ? "; on by default" : "");
    if (option->type == &cli_choice && option->choices != NULL &&
        strchr(option->help, ':') == NULL) {
        used += (size_t)snprintf(buffer + used, capacity - used, ": ");
        for (const char *c = option->choices; *c != '\0' && used + 3 < capacity; c++) {
            used += (size_t)snprintf(buffer + used, capacity - used, *c == '|' ? ", " : "%c", *c);
        }
    }
    return buffer;
}

// Prints words from column `column` on, each line indented by `indent`; ends the line.
static void print_wrapped(const char *text, size_t length, size_t column, size_t indent)
{
    const char *end = text + length;
    bool first = true;
    while (text < end) {
        while (text < end && (*text == ' ' || *text == '\n')) {
            text++;
        }
        const char *word = text;
        while (text < end && *text != ' ' && *text != '\n') {
            text++;
        }
        size_t size = (size_t)(text - word);
        if (size == 0) {
            break;
        }
        if (!first && column + 1 + size > WIDTH) {
            (void)printf("\n%*s", (int)indent, "");
            column = indent;
            first = true;
        }
        (void)printf("%s%.*s", first ? "" : " ", (int)size, word);
        column += size + (first ? 0 : 1);
        first = false;
    }
    (void)putchar('\n');
}

static void print_paragraphs(const char *text)
{
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        (void)putchar('\n');
        print_wrapped(text, length, 0, 0);
        text += length + (end != NULL ? 2 : 0);
    }
}

static void print_heading(const char *heading)
{
    (void)printf(cli_colors_on_stdout() ? "\n\033[1m%s\033[0m\n" : "\n%s\n", heading);
}

static void print_option(const cli_command *command, const cli_option *option)
{
    char usage[80];
    char help[320];
    (void)cli_option_usage(option, usage, sizeof usage);
    (void)cli_option_help(command, option, help, sizeof help);
    int used = printf("  %s%s", option->letter == '\0' ? "    " : "", usage);
    if (used + 2 > OPTION_COLUMN) {
        (void)putchar('\n');
        used = 0;
    }
    (void)printf("%*s", OPTION_COLUMN - used, "");
    print_wrapped(help, strlen(help), OPTION_COLUMN, OPTION_COLUMN);
}

static void print_examples(const char *examples)
{
    print_heading("Examples:");
    while (*examples != '\0') {
        size_t length = strcspn(examples, "\n");
        size_t command = strcspn(examples, "\t\n");
        if (command < length) {
            (void)printf("  # %.*s\n", (int)(length - command - 1), examples + command + 1);
        }
        (void)printf("  %.*s\n", (int)command, examples);
        examples += length + (examples[length] == '\n' ? 1 : 0);
    }
}

static void print_commands(void)
{
    (void)printf("hone %s: makes characters move\n\n", hone_version());
    (void)printf("usage: hone COMMAND [OPTION...] [FILE...]\n");
    print_heading("Commands:");
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        const cli_command *command = cli_commands[i];
        if (!command->hidden) {
            int used = printf("  %s", command->name);
            (void)printf("%*s", COMMAND_COLUMN - used, "");
            print_wrapped(command->summary, strlen(command->summary), COMMAND_COLUMN,
                          COMMAND_COLUMN);
        }
    }
    (void)printf("\n'hone COMMAND --help' tells about one command. '-' as FILE is standard "
                 "input.\nExit status: 0 done, 1 the input is at fault, 2 the command line is.\n");
}

void cli_print_help(const cli_command *command)
{
    if (command == NULL) {
        print_commands();
        return;
    }
    (void)printf("usage: hone %s [OPTION...]%s%s\n", command->name,
                 command->arguments[0] != '\0' ? " " : "", command->arguments);
    print_paragraphs(command->description);
    print_heading("Options:");
    for (const cli_option *option = command->options; option != NULL && option->name != NULL;
         option++) {
        print_option(command, option);
    }
    print_option(command, &cli_help_option);
    if (command->examples != NULL) {
        print_examples(command->examples);
    }
}
