// SPDX-License-Identifier: MIT
//
// The page of the manual, in the man macros of troff.
#include "help.h"

#include "hone/base.h"
#include <stdio.h>
#include <string.h>

// Prints text with what troff would take for its own escaped; newlines become blanks.
static void print_text(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '\\':
            (void)fputs("\\e", stdout);
            break;
        case '-':
            (void)fputs("\\-", stdout);
            break;
        case '\'':
            (void)fputs("\\(aq", stdout);
            break;
        case '\n':
            (void)putchar(' ');
            break;
        case '.':
            (void)fputs(i == 0 ? "\\&." : ".", stdout);
            break;
        default:
            (void)putchar(text[i]);
        }
    }
}

static void print_line(const char *text)
{
    print_text(text, strlen(text));
    (void)putchar('\n');
}

static void print_paragraphs(const char *text)
{
    while (*text != '\0') {
        const char *end = strstr(text, "\n\n");
        size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
        print_text(text, length);
        (void)printf("\n%s", end != NULL ? ".PP\n" : "");
        text += length + (end != NULL ? 2 : 0);
    }
}

static void print_option(const cli_command *command, const cli_option *option)
{
    char help[320];
    (void)printf(".TP\n");
    if (option->letter != '\0') {
        (void)printf("\\fB\\-%c\\fR, ", option->letter);
    }
    (void)fputs("\\fB\\-\\-", stdout);
    (void)fputs(option->type->negatable ? "\\fR[\\fBno\\-\\fR]\\fB" : "", stdout);
    print_text(option->name, strlen(option->name));
    (void)fputs("\\fR", stdout);
    if (option->value != NULL) {
        (void)fputs("=\\fI", stdout);
        print_text(option->value, strlen(option->value));
        (void)fputs("\\fR", stdout);
    }
    (void)putchar('\n');
    print_line(cli_option_help(command, option, help, sizeof help));
}

static void print_examples(const char *examples)
{
    while (*examples != '\0') {
        size_t length = strcspn(examples, "\n");
        size_t command = strcspn(examples, "\t\n");
        (void)printf(".PP\n");
        if (command < length) {
            print_text(examples + command + 1, length - command - 1);
            (void)printf(":\n.PP\n");
        }
        (void)printf(".RS\n.nf\n");
        print_text(examples, command);
        (void)printf("\n.fi\n.RE\n");
        examples += length + (examples[length] == '\n' ? 1 : 0);
    }
}

static void print_command(const cli_command *command)
{
    (void)printf(".SS hone %s\n\\fBhone %s\\fR [\\fIOPTION\\fR...] ", command->name, command->name);
    print_line(command->arguments);
    (void)printf(".PP\n");
    print_paragraphs(command->description);
    for (const cli_option *option = command->options; option != NULL && option->name != NULL;
         option++) {
        print_option(command, option);
    }
    if (command->examples != NULL) {
        print_examples(command->examples);
    }
}

void cli_print_man_page(void)
{
    (void)printf(".TH HONE 1 \"\" \"hone %s\" \"User Commands\"\n", hone_version());
    (void)printf(".SH NAME\nhone \\- makes characters move\n");
    (void)printf(".SH SYNOPSIS\n.B hone\n\\fICOMMAND\\fR [\\fIOPTION\\fR...] "
                 "[\\fIFILE\\fR...]\n");
    (void)printf(".SH DESCRIPTION\n");
    print_line("hone reads motion capture and characters, tells what is in them, and turns them "
               "into pictures, moving pictures and other files. A FILE of \"-\" is standard "
               "input. Every command knows --help.");
    (void)printf(".SH COMMANDS\n");
    for (int32_t i = 0; cli_commands[i] != NULL; i++) {
        if (!cli_commands[i]->hidden) {
            print_command(cli_commands[i]);
        }
    }
    (void)printf(".SH EXIT STATUS\n.TP\n0\nDone.\n.TP\n1\nThe input is at fault, or the output "
                 "could not be written.\n.TP\n2\nThe command line is at fault.\n.TP\n130\nEnded "
                 "by Ctrl\\-C; nothing half\\-written is left.\n");
    (void)printf(".SH ENVIRONMENT\n.TP\nNO_COLOR\nWhen set and not empty, messages and progress "
                 "are printed without colours.\n");
    (void)printf(".SH FILES\nMessages go to standard error as \"hone: FILE:LINE: what\", results "
                 "to standard output.\nFiles are written beside their target and then renamed, "
                 "so a failure leaves what was there.\n");
}
