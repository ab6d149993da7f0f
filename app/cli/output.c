// SPDX-License-Identifier: MIT
#include "output.h"
#include "message.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool say_failure(const cli_output *output, int code)
{
    cli_say("%s: %s", strcmp(output->path, "-") == 0 ? "standard output" : output->path,
            code != 0 ? strerror(code) : "could not be written");
    return false;
}

// A target that exists and is no plain file (a device, a pipe) is written in place.
static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
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
    int length =
        snprintf(output->beside, sizeof output->beside, "%s.part-%ld", path, (long)getpid());
    if (length < 0 || (size_t)length >= sizeof output->beside) {
        return say_failure(output, ENAMETOOLONG);
    }
    int file = open(output->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
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

bool cli_output_close(cli_output *output)
{
    if (output->stream == stdout) {
        return true; // main sees to it
    }
    errno = 0;
    bool failed = fflush(output->stream) != 0 || ferror(output->stream) != 0;
    int code = failed ? errno : 0;
    if (fclose(output->stream) != 0 && !failed) {
        failed = true;
        code = errno;
    }
    if (!failed && output->beside[0] != '\0' && rename(output->beside, output->path) != 0) {
        failed = true;
        code = errno;
    }
    if (failed && output->beside[0] != '\0') {
        (void)unlink(output->beside);
    }
    return !failed || say_failure(output, code);
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
