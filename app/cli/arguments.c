// SPDX-License-Identifier: MIT
//
// From a command line to a cli_call: libpopt splits the words by the command's table, the option's
// type reads the values.
#include "command.h"
#include "help.h"
#include "message.h"

#include <popt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OPTIONS = 64, // of one command; a command with more does not start
    HELP_CODE = 1,
    FIRST_CODE = 2 // option i answers FIRST_CODE + 2 i, its negation one more
};

typedef struct parser {
    const cli_command *command;
    void *settings;
    char **texts; // what popt gave, freed at the end
    size_t text_count;
    struct poptOption table[2 * MAX_OPTIONS + 2];
    char negations[MAX_OPTIONS][32];
} parser;

static int32_t option_count(const cli_command *command)
{
    int32_t count = 0;
    while (command->options != NULL && command->options[count].name != NULL) {
        count++;
    }
    return count;
}

static bool make_popt_table(parser *p)
{
    int32_t count = option_count(p->command);
    if (count > MAX_OPTIONS) {
        return false;
    }
    int32_t used = 0;
    p->table[used++] = (struct poptOption){"help", 'h', POPT_ARG_NONE, NULL, HELP_CODE, NULL, NULL};
    for (int32_t i = 0; i < count; i++) {
        const cli_option *option = &p->command->options[i];
        unsigned int kind = option->type->takes_value ? POPT_ARG_STRING : POPT_ARG_NONE;
        p->table[used++] = (struct poptOption){option->name,       option->letter, kind, NULL,
                                               FIRST_CODE + 2 * i, NULL,           NULL};
        if (option->type->negatable) {
            (void)snprintf(p->negations[i], sizeof p->negations[i], "no-%s", option->name);
            p->table[used++] = (struct poptOption){
                p->negations[i], '\0', POPT_ARG_NONE, NULL, FIRST_CODE + 2 * i + 1, NULL, NULL};
        }
    }
    p->table[used] = (struct poptOption)POPT_TABLEEND;
    return true;
}

// The number of single-letter edits that make a into b, at most 31 letters of each.
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[32];
    size_t n = strlen(b) < 31 ? strlen(b) : 31;
    for (size_t j = 0; j <= n; j++) {
        row[j] = j;
    }
    for (size_t i = 1; a[i - 1] != '\0' && i < 32; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            size_t replaced = diagonal + (a[i - 1] != b[j - 1] ? 1 : 0);
            size_t shorter = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = replaced < shorter ? replaced : shorter;
        }
    }
    return row[n];
}

// The option that the word was probably meant to be, or NULL.
static const char *nearest_option(const parser *p, const char *word)
{
    const char *nearest = NULL;
    size_t least = strlen(word) / 3 + 1;
    for (int32_t i = 0; p->table[i].longName != NULL; i++) {
        size_t distance = edit_distance(word, p->table[i].longName);
        if (distance <= least) {
            nearest = p->table[i].longName;
            least = distance == 0 ? 0 : distance - 1;
        }
    }
    return nearest;
}

static int say_bad_option(const parser *p, poptContext context, int code)
{
    const char *word = poptBadOption(context, POPT_BADOPTION_NOALIAS);
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    if (code != POPT_ERROR_BADOPT) {
        const char *what = code == POPT_ERROR_NOARG         ? "needs a value"
                           : code == POPT_ERROR_UNWANTEDARG ? "takes no value"
                                                            : poptStrerror(code);
        return cli_say_usage(p->command, "option %s %s", name, what);
    }
    const char *nearest = strncmp(name, "--", 2) == 0 ? nearest_option(p, name + 2) : NULL;
    if (nearest != NULL) {
        return cli_say_usage(p->command, "unknown option %s (did you mean --%s?)", name, nearest);
    }
    return cli_say_usage(p->command, "unknown option %s", word);
}

static int store_option(parser *p, int code, char *text)
{
    const cli_option *option = &p->command->options[(code - FIRST_CODE) / 2];
    if (text != NULL) {
        char **texts = realloc(p->texts, (p->text_count + 1) * sizeof *texts);
        if (texts == NULL) {
            free(text);
            return cli_say_usage(p->command, "no memory for the options");
        }
        p->texts = texts;
        p->texts[p->text_count++] = text;
    }
    const char *word = text != NULL ? text : (code - FIRST_CODE) % 2 == 1 ? "no" : "";
    char expected[240] = "";
    void *field = (char *)p->settings + option->field;
    if (!option->type->store(option, word, field, expected, sizeof expected)) {
        return cli_say_usage(p->command, "--%s: expected %s, found \"%.80s\"", option->name,
                             expected, word);
    }
    return CLI_DONE;
}

static int run_with_arguments(const parser *p, poptContext context)
{
    const char **arguments = poptGetArgs(context);
    int32_t count = 0;
    while (arguments != NULL && arguments[count] != NULL) {
        count++;
    }
    const cli_command *command = p->command;
    if (count < command->least_arguments) {
        return cli_say_usage(command, "expected %s after it", command->arguments);
    }
    if (arguments != NULL && command->most_arguments != CLI_ANY_NUMBER &&
        count > command->most_arguments) {
        return cli_say_usage(command, "\"%s\" is one argument too many",
                             arguments[command->most_arguments]);
    }
    const cli_call call = {command, p->settings, arguments, count};
    return command->run(&call);
}

static int parse_and_run(parser *p, poptContext context)
{
    for (int code = poptGetNextOpt(context); code != -1; code = poptGetNextOpt(context)) {
        if (code < -1) {
            return say_bad_option(p, context, code);
        }
        if (code == HELP_CODE) {
            cli_print_help(p->command);
            return CLI_DONE;
        }
        int status = store_option(p, code, poptGetOptArg(context));
        if (status != CLI_DONE) {
            return status;
        }
    }
    return run_with_arguments(p, context);
}

static void free_parser(parser *p)
{
    for (int32_t i = 0; i < option_count(p->command) && p->settings != NULL; i++) {
        const cli_option *option = &p->command->options[i];
        if (option->type->release != NULL) {
            option->type->release((char *)p->settings + option->field);
        }
    }
    for (size_t i = 0; i < p->text_count; i++) {
        free(p->texts[i]);
    }
    free(p->texts);
    free(p->settings);
    free(p);
}

int cli_run_command(const cli_command *command, int argc, const char **argv)
{
    parser *p = calloc(1, sizeof *p);
    if (p == NULL) {
        cli_say("no memory");
        return CLI_BAD_INPUT;
    }
    p->command = command;
    p->settings = calloc(1, command->settings_bytes == 0 ? 1 : command->settings_bytes);
    poptContext context = NULL;
    if (p->settings != NULL && make_popt_table(p)) {
        context = poptGetContext(NULL, argc, argv, p->table, 0);
    }
    int status = CLI_BAD_INPUT;
    if (context == NULL) {
        cli_say("no memory");
    } else {
        if (command->set_defaults != NULL) {
            command->set_defaults(p->settings);
        }
        status = parse_and_run(p, context);
        (void)poptFreeContext(context);
    }
    free_parser(p);
    return status;
}
