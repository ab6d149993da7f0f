// SPDX-License-Identifier: MIT
//
// What a command of the tool is: a name, a table of options, a function.
//
// Everything that a person sees about a command (its help, its page in the manual, its completion,
// the messages about wrong options) comes from the one cli_command structure. A new command is a
// new file command_<name>.c with its structure and a line in commands.c.
#ifndef HONE_CLI_COMMAND_H
#define HONE_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the program ends with.
enum {
    CLI_DONE = 0,
    CLI_BAD_INPUT = 1,
    CLI_BAD_USAGE = 2,
    CLI_INTERRUPTED = 130 // as the shell says for Ctrl-C
};

typedef struct cli_option cli_option;

// How completion helps with an option's value.
typedef enum cli_completion {
    CLI_COMPLETE_NOTHING,
    CLI_COMPLETE_FILES,
    CLI_COMPLETE_CHOICES // the option's own
} cli_completion;

// A kind of option. The kinds are in values.h.
typedef struct cli_type {
    bool takes_value; // else text is "" for --name, "no" for --no-name
    bool negatable;   // --no-name is there as well
    cli_completion completion;
    // Stores what the text says in the option's field. False when the text is wrong; then
    // `expected` (capacity bytes) says what would be right.
    bool (*store)(const cli_option *option, const char *text, void *field, char *expected,
                  size_t capacity);
    void (*release)(void *field); // frees what store took; NULL = nothing
} cli_type;

// One option. `field` is the offset of its value in the command's settings.
struct cli_option {
    const char *name; // without the dashes; NULL ends a table
    char letter;      // short form or '\0'
    const cli_type *type;
    size_t field;
    const char *value;   // the value's name in the help, NULL for flags
    const char *help;    // one sentence without a full stop
    const char *choices; // "front|side|top", for types that choose
    double least, most;  // bounds of numbers; both 0 = none
};

typedef struct cli_command cli_command;

// A command line that has been read.
typedef struct cli_call {
    const cli_command *command;
    void *settings;
    const char *const *arguments;
    int32_t argument_count;
} cli_call;

enum { CLI_ANY_NUMBER = -1 };

struct cli_command {
    const char *name;
    const char *arguments;     // "FILE...", for the help
    const char *summary;       // one line
    const char *description;   // paragraphs, parted by empty lines
    const char *examples;      // lines "command line\texplanation"
    const cli_option *options; // ends with a NULL name; --help is added to every command
    int32_t least_arguments, most_arguments; // most may be CLI_ANY_NUMBER
    bool file_arguments;                     // completion offers files
    bool hidden;                             // not in lists
    size_t settings_bytes;                   // 0 = none
    void (*set_defaults)(void *settings);    // NULL = all zero
    int (*run)(const cli_call *call);        // returns the exit status
};

// All commands; ends with NULL.
extern const cli_command *const cli_commands[];

// NULL when there is no such command.
const cli_command *cli_find_command(const char *name);

// Reads argv[1...] (argv[0] is the command's name) by the command's table and runs it. Wrong
// options are told on stderr and give CLI_BAD_USAGE; --help prints the help.
int cli_run_command(const cli_command *command, int argc, const char **argv);

#endif
