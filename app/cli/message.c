// SPDX-License-Identifier: MIT
#include "message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void (*cli_before_message)(void) = NULL;

static bool colors_on(FILE *stream)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    return (no_color == NULL || no_color[0] == '\0') && isatty(fileno(stream)) &&
           (term == NULL || strcmp(term, "dumb") != 0);
}

bool cli_colors_on_stderr(void)
{
    return colors_on(stderr);
}

bool cli_colors_on_stdout(void)
{
    return colors_on(stdout);
}

// What was printed comes before what is said about it, and a progress bar makes room.
static void begin_message(void)
{
    (void)fflush(stdout);
    if (cli_before_message != NULL) {
        cli_before_message();
    }
    (void)fputs(cli_colors_on_stderr() ? "\033[1mhone:\033[0m " : "hone: ", stderr);
}

void cli_say(const char *format, ...)
{
    begin_message();
    va_list arguments;
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
}

int cli_say_error(const hone_error *error)
{
    char text[1024];
    (void)hone_error_text(error, text, sizeof text);
    cli_say("%s", text);
    return CLI_BAD_INPUT;
}

int cli_say_usage(const cli_command *command, const char *format, ...)
{
    begin_message();
    if (command != NULL) {
        (void)fprintf(stderr, "%s: ", command->name);
    }
    va_list arguments;
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    cli_say("try 'hone %s%s--help'", command != NULL ? command->name : "",
            command != NULL ? " " : "");
    return CLI_BAD_USAGE;
}

void cli_say_warnings(const char *file, const hone_warnings *warnings)
{
    for (int32_t i = 0; i < warnings->count; i++) {
        const hone_warning *warning = &warnings->items[i];
        char place[64] = "";
        if (warning->line > 0 && warning->count > 1) {
            (void)snprintf(place, sizeof place, " (line %" PRIu64 ", %" PRIu64 " times)",
                           warning->line, warning->count);
        } else if (warning->line > 0) {
            (void)snprintf(place, sizeof place, " (line %" PRIu64 ")", warning->line);
        } else if (warning->count > 1) {
            (void)snprintf(place, sizeof place, " (%" PRIu64 " times)", warning->count);
        }
        cli_say("%s: warning: %s%s", file, warning->message, place);
    }
}

const char *cli_input_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}
