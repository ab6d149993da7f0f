// SPDX-License-Identifier: MIT
//
// The tool: finds the command, runs it, and sees to it that what was printed has arrived.
#include "command.h"
#include "help.h"
#include "hone/base.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Output that could not be printed is an error too; when the command has failed, it has said why. A
// reader that went away on purpose (`| head`) wants no message.
static int finish_output(int status)
{
    errno = 0;
    bool failed = fflush(stdout) != 0 || ferror(stdout) != 0;
    if (failed && status == CLI_DONE && errno != EPIPE) {
        cli_say("standard output: %s", errno != 0 ? strerror(errno) : "could not be written");
    }
    return failed && status == CLI_DONE ? CLI_BAD_INPUT : status;
}

// Standard streams that the caller has closed would otherwise be the numbers of the next files that
// are opened, and messages would end up in pictures. Opened for reading only, they refuse output.
static void keep_standard_streams(void)
{
    int file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file <= 2) {
        file = open("/dev/null", O_RDONLY);
    }
    if (file > 2) {
        (void)close(file);
    }
}

int main(int argc, char **argv)
{
    static char output[1 << 16];
    keep_standard_streams();
    (void)setvbuf(stdout, output, _IOFBF, sizeof output);
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);
    if (argc < 2) {
        return cli_say_usage(NULL, "expected a command");
    }
    const char *word = argv[1];
    int status = CLI_DONE;
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        (void)printf("hone %s\n", hone_version());
    } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        cli_print_help(NULL);
    } else {
        const cli_command *command = cli_find_command(word);
        if (command == NULL) {
            return cli_say_usage(
                NULL, word[0] == '-' ? "unknown option %s" : "there is no command %s", word);
        }
        status = cli_run_command(command, argc - 1, (const char **)argv + 1);
    }
    return finish_output(status);
}
