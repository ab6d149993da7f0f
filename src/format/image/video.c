// SPDX-License-Identifier: MIT
//
// MP4 and WebM through the program ffmpeg, found on the PATH and started without a shell. It reads
// raw frames from its standard input and writes to the file that output_open() made.
//
// Its input is a socket and not a pipe, because writing to a socket can be told not to raise
// SIGPIPE when ffmpeg is gone, and that without touching the process's signal handling. What ffmpeg
// says goes to an unnamed file, whose last line ends up in the error: nothing can block on it.
// ffmpeg stands in a process group of its own, so that Ctrl-C on a terminal reaches only this
// program, which then decides.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#define _DARWIN_C_SOURCE 1
#endif

#include "format/image/image.h"

#include <string.h>

#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

extern char **environ;

enum {
    ARGUMENTS_MOST = 48,
    NUMBER_BYTES = 32,
    REPORT_BYTES = 1024, // of ffmpeg's last words
    NO_FILE = -1,
    NICE_RATE_PARTS = 1000
};

static const uint32_t white = 0xFFFFFFFFu;

typedef struct video_encoder {
    pid_t process; // 0 = not running
    int socket;
    FILE *report;
    uint32_t *row;
    int32_t width; // rounded up to even: chroma is stored at half size
    char size[NUMBER_BYTES], rate[NUMBER_BYTES];
    char *path; // "file:" and the temporary file
    size_t path_bytes;
} video_encoder;

// Frames per second as a fraction: n or n / 1.001 when it is that to within 1 in 10,000 (files
// write rounded times), else in microseconds.
static void put_rate(char *buffer, double frame_time_s)
{
    text t = text_begin(buffer, NUMBER_BYTES);
    const uint64_t factors[2] = {1000, 1001};
    for (int i = 0; i < 2; i++) {
        double per_second = (double)factors[i] / (frame_time_s * NICE_RATE_PARTS);
        uint64_t whole = (uint64_t)(per_second + 0.5);
        double off = per_second - (double)whole;
        if (whole > 0 && off < 1e-4 * per_second && off > -1e-4 * per_second) {
            text_add_unsigned(&t, whole * NICE_RATE_PARTS);
            text_add(&t, "/");
            text_add_unsigned(&t, factors[i]);
            return;
        }
    }
    text_add(&t, "1000000/");
    uint64_t microseconds = (uint64_t)(frame_time_s * 1e6 + 0.5);
    text_add_unsigned(&t, microseconds == 0 ? 1 : microseconds);
}

static void put_size(char *buffer, int32_t width, int32_t height)
{
    text t = text_begin(buffer, NUMBER_BYTES);
    text_add_unsigned(&t, (uint64_t)width);
    text_add(&t, "x");
    text_add_unsigned(&t, (uint64_t)height);
}

static void add_arguments(const char **list, size_t *count, const char *const *added)
{
    for (; *added != NULL && *count + 1 < ARGUMENTS_MOST; added++) {
        list[(*count)++] = *added;
    }
    list[*count] = NULL;
}

static void make_arguments(const video_encoder *video, const hone_movie_def *def, const char **list)
{
    const union {
        uint32_t word;
        uint8_t bytes[4];
    } order = {.word = 0xAA000000u};
    const char *const input[] = {"ffmpeg",
                                 "-hide_banner",
                                 "-nostats",
                                 "-loglevel",
                                 "error",
                                 "-xerror", // else a full disk is no failure for some kinds
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 order.bytes[0] == 0xAA ? "argb" : "bgra",
                                 "-video_size",
                                 video->size,
                                 "-framerate",
                                 video->rate,
                                 "-i",
                                 "pipe:0",
                                 "-an",
                                 "-vf",
                                 "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
                                 "-colorspace",
                                 "bt709",
                                 "-color_primaries",
                                 "bt709",
                                 "-color_trc",
                                 "bt709",
                                 "-color_range",
                                 "tv",
                                 NULL};
    static const char *const mp4[] = {"-c:v",      "libx264", "-preset", "medium",    "-tune",
                                      "animation", "-crf",    "16",      "-movflags", "+faststart",
                                      "-f",        "mp4",     NULL};
    static const char *const webm[] = {"-c:v", "libvpx-vp9", "-crf", "20", "-b:v", "0", "-row-mt",
                                       "1",    "-cpu-used",  "4",    "-f", "webm", NULL};
    const char *const target[] = {video->path, NULL};
    size_t count = 0;
    add_arguments(list, &count, input);
    add_arguments(list, &count, def->kind == HONE_MOVIE_MP4 ? mp4 : webm);
    add_arguments(list, &count, target);
}

// Two connected sockets that no other child inherits.
static bool make_sockets(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
        int on = 1;
        (void)setsockopt(ends[i], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    }
    return true;
}

// Starts ffmpeg with the socket's end as its input; returns an errno.
static int start(video_encoder *video, const hone_movie_def *def, int end)
{
    const char *arguments[ARGUMENTS_MOST];
    make_arguments(video, def, arguments);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code != 0) {
        return code;
    }
    code = posix_spawnattr_init(&attributes);
    if (code != 0) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    // Signals that this program ignores or blocks must not be so for ffmpeg.
    sigset_t none;
    sigset_t usual;
    (void)sigemptyset(&none);
    (void)sigemptyset(&usual);
    (void)sigaddset(&usual, SIGPIPE);
    (void)sigaddset(&usual, SIGINT);
    (void)sigaddset(&usual, SIGTERM);
    (void)posix_spawnattr_setsigmask(&attributes, &none);
    (void)posix_spawnattr_setsigdefault(&attributes, &usual);
    (void)posix_spawnattr_setpgroup(&attributes, 0);
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                    POSIX_SPAWN_SETSIGMASK);
    code = posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
    if (code == 0) {
        code = posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    }
    if (code == 0) {
        code =
            video->report != NULL
                ? posix_spawn_file_actions_adddup2(&actions, fileno(video->report), STDERR_FILENO)
                : posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY,
                                                   0);
    }
    if (code == 0) {
        code = posix_spawnp(&video->process, "ffmpeg", &actions, &attributes,
                            (char *const *)(uintptr_t)arguments, environ);
    }
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)posix_spawnattr_destroy(&attributes);
    if (code != 0) {
        video->process = 0;
    }
    return code;
}

static hone_status video_open(hone_movie *movie, hone_error *error)
{
    const hone_allocator *allocator = movie->allocator;
    const char *name = movie->output.name;
    if (movie->output.temporary == NULL) {
        return error_set(error, HONE_ERROR_ARGUMENT, name, "video can only be written to a file");
    }
    video_encoder *video = memory_new(allocator, 1, sizeof *video);
    if (video == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    *video = (video_encoder){.socket = NO_FILE};
    movie->state = video;
    video->path_bytes = strlen(movie->output.temporary) + sizeof "file:";
    video->path = memory_new(allocator, video->path_bytes, 1);
    video->width = (movie->def.width + 1) / 2 * 2;
    video->row = memory_new(allocator, (size_t)video->width, sizeof *video->row);
    if (video->path == NULL || video->row == NULL) {
        return error_set(error, HONE_ERROR_MEMORY, name, NULL);
    }
    text t = text_begin(video->path, video->path_bytes);
    text_add(&t, "file:");
    text_add(&t, movie->output.temporary);
    put_rate(video->rate, movie->def.frame_time_s);
    put_size(video->size, video->width, (movie->def.height + 1) / 2 * 2);
    output_hand_over(&movie->output);
    int ends[2];
    if (!make_sockets(ends)) {
        return error_set_system(error, name, "cannot start ffmpeg", errno);
    }
    video->socket = ends[0];
    video->report = tmpfile();
    int code = start(video, &movie->def, ends[1]);
    (void)close(ends[1]);
    if (code == ENOENT) {
        return image_unsupported(name, "video needs the program ffmpeg, which is not installed",
                                 "ffmpeg on the PATH (Debian: apt-get install ffmpeg)", error);
    }
    return code == 0 ? HONE_OK : error_set_system(error, name, "cannot start ffmpeg", code);
}

// Waits for ffmpeg's end; true when it said that all went well.
static bool wait_for_end(video_encoder *video)
{
    if (video->socket != NO_FILE) {
        (void)close(video->socket);
        video->socket = NO_FILE;
    }
    if (video->process == 0) {
        return false;
    }
    int status = 0;
    pid_t result;
    do {
        result = waitpid(video->process, &status, 0);
    } while (result < 0 && errno == EINTR);
    bool well = result == video->process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    video->process = 0;
    return well;
}

static void video_destroy(hone_movie *movie)
{
    video_encoder *video = movie->state;
    if (video == NULL) {
        return;
    }
    if (video->process != 0) {
        (void)kill(video->process, SIGKILL);
    }
    (void)wait_for_end(video);
    if (video->report != NULL) {
        (void)fclose(video->report);
    }
    memory_delete(movie->allocator, video->path, video->path_bytes, 1);
    memory_delete(movie->allocator, video->row, (size_t)video->width, sizeof *video->row);
    memory_delete(movie->allocator, video, 1, sizeof *video);
    movie->state = NULL;
}

// The error of an ffmpeg that ended badly, with the last line that it said.
static hone_status ffmpeg_failed(hone_movie *movie, hone_error *error)
{
    video_encoder *video = movie->state;
    (void)wait_for_end(video);
    (void)error_set(error, HONE_ERROR_IO, movie->output.name, "ffmpeg failed");
    char words[REPORT_BYTES];
    long length = 0;
    if (video->report != NULL && fseek(video->report, 0, SEEK_END) == 0) {
        length = ftell(video->report);
    }
    long from = length > REPORT_BYTES ? length - REPORT_BYTES : 0;
    size_t count = 0;
    if (length > 0 && fseek(video->report, from, SEEK_SET) == 0) {
        count = fread(words, 1, sizeof words, video->report);
    }
    while (count > 0 && (words[count - 1] == '\n' || words[count - 1] == '\r')) {
        count--;
    }
    size_t first = count;
    while (first > 0 && words[first - 1] != '\n' && words[first - 1] != '\r') {
        first--;
    }
    if (count > first && error != NULL) {
        char message[sizeof error->message];
        text t = text_begin(message, sizeof message);
        text_add(&t, "ffmpeg failed: ");
        text_add_escaped(&t, words + first, count - first);
        (void)error_set(error, HONE_ERROR_IO, movie->output.name, message);
    }
    return HONE_ERROR_IO;
}

static bool send_all(int end, const uint8_t *bytes, size_t count)
{
#ifdef MSG_NOSIGNAL
    const int flags = MSG_NOSIGNAL;
#else
    const int flags = 0;
#endif
    while (count > 0) {
        ssize_t sent = send(end, bytes, count, flags);
        if (sent < 0 && errno != EINTR) {
            return false;
        }
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        }
    }
    return true;
}

static hone_status video_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    video_encoder *video = movie->state;
    const size_t width = (size_t)surface->width;
    const uint32_t matte = movie->def.matte == 0 ? white : movie->def.matte;
    // An odd last row or column is doubled, so that its colour does not mix with another.
    for (int32_t y = 0; y < surface->height + surface->height % 2; y++) {
        const uint32_t *row = surface_row(surface, y < surface->height ? y : y - 1);
        if (!pixels_opaque(row, width) || surface->width != video->width) {
            for (size_t x = 0; x < width; x++) {
                video->row[x] = pixel_over(row[x], matte);
            }
            video->row[video->width - 1] = video->row[width - 1];
            row = video->row;
        }
        if (!send_all(video->socket, (const uint8_t *)row, (size_t)video->width * sizeof *row)) {
            return ffmpeg_failed(movie, error);
        }
    }
    return HONE_OK;
}

static hone_status video_finish(hone_movie *movie, hone_error *error)
{
    return wait_for_end(movie->state) ? HONE_OK : ffmpeg_failed(movie, error);
}

#else

static hone_status video_open(hone_movie *movie, hone_error *error)
{
    return image_unsupported(movie->output.name, "video cannot be written on this system",
                             "GIF, APNG or WebP", error);
}

static hone_status video_add(hone_movie *movie, const hone_surface *surface, hone_error *error)
{
    (void)surface;
    return video_open(movie, error);
}

static hone_status video_finish(hone_movie *movie, hone_error *error)
{
    return video_open(movie, error);
}

static void video_destroy(hone_movie *movie)
{
    (void)movie;
}

#endif

const movie_encoder movie_video = {video_open, video_add, video_finish, video_destroy};
