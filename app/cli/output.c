// SPDX-License-Identifier: MIT
#include "output.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool say_failure(const cli_output *output, int code)
{
    if (code != EPIPE) {
        cli_say("%s: %s", strcmp(output->path, "-") == 0 ? "standard output" : output->path,
                code != 0 ? strerror(code) : "could not be written");
    }
    return false;
}

// A target that exists and is no plain file (a device, a pipe) is written in place.
static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

// A link stays a link: what it leads to is replaced. False when that name is too long.
static bool follow_link(cli_output *output, const char *path)
{
    struct stat status;
    char *real = lstat(path, &status) == 0 && S_ISLNK(status.st_mode) ? realpath(path, NULL) : NULL;
    int length = snprintf(output->target, sizeof output->target, "%s", real != NULL ? real : path);
    free(real);
    return length >= 0 && (size_t)length < sizeof output->target;
}

bool cli_output_open(cli_output *output, const char *path)
{
    *output = (cli_output){.path = path};
    if (strcmp(path, "-") == 0) {
        output->stream = stdout;
        return true;
    }
    if (is_special(path)) {
        output->stream = fopen(path, "wb");
        return output->stream != NULL || say_failure(output, errno);
    }
    if (!follow_link(output, path)) {
        return say_failure(output, ENAMETOOLONG);
    }
    int length = snprintf(output->beside, sizeof output->beside, "%.4000s.part-%ld", output->target,
                          (long)getpid());
    if (strlen(output->target) > 4000 || length < 0 || (size_t)length >= sizeof output->beside) {
        return say_failure(output, ENAMETOOLONG);
    }
    // A file that is replaced keeps who may read it.
    struct stat before;
    bool replaces = stat(path, &before) == 0;
    mode_t mode = replaces ? before.st_mode & 0777 : 0666;
    int file = open(output->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file >= 0 && replaces) {
        (void)fchmod(file, mode);
    }
    output->stream = file >= 0 ? fdopen(file, "wb") : NULL;
    if (output->stream == NULL) {
        int code = errno;
        if (file >= 0) {
            (void)close(file);
            (void)unlink(output->beside);
        }
        return say_failure(output, code);
    }
    return true;
}

void cli_output_note(cli_output *output)
{
    if (output->code == 0 && ferror(output->stream)) {
        output->code = errno;
    }
}

// Flushes and closes; false with output->code when anything was refused since the opening.
static bool close_stream(cli_output *output)
{
    errno = 0;
    bool failed = fflush(output->stream) != 0;
    cli_output_note(output);
    failed = ferror(output->stream) != 0 || failed;
    if (output->stream != stdout && fclose(output->stream) != 0 && !failed) {
        failed = true;
        output->code = errno;
    }
    return !failed;
}

bool cli_output_close(cli_output *output)
{
    bool done = close_stream(output);
    if (done && output->beside[0] != '\0' && rename(output->beside, output->target) != 0) {
        done = false;
        output->code = errno;
    }
    if (!done && output->beside[0] != '\0') {
        (void)unlink(output->beside);
    }
    return done || say_failure(output, output->code);
}

void cli_output_abort(cli_output *output)
{
    if (output->stream != stdout) {
        (void)fclose(output->stream);
        if (output->beside[0] != '\0') {
            (void)unlink(output->beside);
        }
    }
}
