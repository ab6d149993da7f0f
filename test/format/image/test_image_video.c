// SPDX-License-Identifier: MIT
//
// Video through ffmpeg: the real one where it is installed, and small scripts in its place that are
// missing, fail, hang up or hang.
#define _GNU_SOURCE
#include "hone/image.h"

#include "cmocka_test.h"
#include "scene.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 1000 };

static char folder[PATH_BYTES];
static char *usual_path;

static int set_up(void **state)
{
    (void)state;
    const char *path = getenv("PATH");
    usual_path = strdup(path == NULL ? "" : path);
    output_path(folder, sizeof folder, "video-XXXXXX");
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)setenv("PATH", usual_path, 1);
    free(usual_path);
    return rmdir(folder);
}

static int entries(void)
{
    DIR *dir = opendir(folder);
    int count = -2;
    while (readdir(dir) != NULL) {
        count++;
    }
    (void)closedir(dir);
    return count;
}

static void in_folder(char *path, const char *name)
{
    assert_true(snprintf(path, PATH_BYTES, "%s/%s", folder, name) < PATH_BYTES);
}

// Puts a shell script named ffmpeg first on the PATH, in a folder of its own.
static void replace_ffmpeg(const char *script)
{
    char bin[PATH_BYTES];
    char path[2 * PATH_BYTES];
    output_path(bin, sizeof bin, "fake-bin");
    (void)mkdir(bin, 0777);
    (void)snprintf(path, sizeof path, "%s/ffmpeg", bin);
    (void)remove(path);
    if (script != NULL) {
        assert_true(save_file(path, script, strlen(script)));
        assert_int_equal(chmod(path, 0755), 0);
        (void)snprintf(path, sizeof path, "%s:/usr/bin:/bin", bin);
    } else {
        (void)snprintf(path, sizeof path, "%s", bin);
    }
    assert_int_equal(setenv("PATH", path, 1), 0);
}

static void draw(const hone_surface *surface, int frame)
{
    fill(surface, 0xFF3060A0u);
    for (int32_t y = 0; y < 16; y++) {
        for (int32_t x = 0; x < 16; x++) {
            *pixel_at(surface, x + frame, y + 8) = 0xFFF0E020u;
        }
    }
}

static hone_status write_movie(const char *path, int frames, hone_error *error)
{
    hone_movie_def def = {.width = 65, .height = 49, .frame_time_s = 0.025};
    hone_movie *movie = NULL;
    hone_status status = hone_movie_open(path, &def, NULL, &movie, error);
    if (status != HONE_OK) {
        return status;
    }
    hone_surface surface = new_surface(65, 49);
    for (int i = 0; i < frames && status == HONE_OK; i++) {
        draw(&surface, i % 40);
        status = hone_movie_add(movie, &surface, error);
    }
    free_surface(&surface);
    if (status != HONE_OK) {
        hone_movie_abort(movie);
        return status;
    }
    return hone_movie_close(movie, error);
}

static void ffmpeg_reads_back_the_frames(void **state)
{
    (void)state;
    assert_int_equal(setenv("PATH", usual_path, 1), 0);
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        print_message("skipped: ffmpeg is not installed\n");
        return;
    }
    static const char *const names[] = {"movie.mp4", "it's a $movie.webm"};
    for (size_t i = 0; i < 2; i++) {
        char path[PATH_BYTES];
        char raw[PATH_BYTES];
        char command[4 * PATH_BYTES];
        in_folder(path, names[i]);
        in_folder(raw, "raw");
        hone_error error;
        hone_status status = write_movie(path, 20, &error);
        if (status != HONE_OK) {
            fail_msg("%s", error.message);
        }
        assert_int_equal(entries(), 1);
        (void)snprintf(command, sizeof command,
                       "ffmpeg -v error -i \"%s/%s\" -f rawvideo -pix_fmt bgra -y \"%s\"", folder,
                       i == 0 ? "movie.mp4" : "it's a \\$movie.webm", raw);
        assert_int_equal(system(command), 0);
        size_t count;
        uint8_t *frames = load_file(raw, &count);
        // Sides are made even.
        assert_int_equal(count, 66 * 50 * 4 * 20);
        // Chroma has half the size, so that colours are right in the middle of areas only: in the
        // square, right beside it, and in the far corner.
        for (int f = 0; f < 20; f++) {
            const int places[3][2] = {{f + 8, 16}, {f + 24, 16}, {64, 48}};
            for (int p = 0; p < 3; p++) {
                const uint8_t *shown = frames + ((f * 50 + places[p][1]) * 66 + places[p][0]) * 4;
                uint32_t expected = p == 0 ? 0xF0E020u : 0x3060A0u;
                for (int c = 0; c < 3; c++) {
                    int difference = shown[c] - (int)(expected >> (8 * c) & 0xFF);
                    if (abs(difference) > 8) {
                        fail_msg("%s, frame %d, place %d: off by %d", names[i], f, p, difference);
                    }
                }
            }
        }
        free(frames);
        (void)remove(raw);
        (void)remove(path);
    }
}

static void a_file_that_cannot_grow_is_an_error_and_left_out(void **state)
{
    (void)state;
    assert_int_equal(setenv("PATH", usual_path, 1), 0);
    if (system("command -v ffmpeg >/dev/null 2>&1") != 0) {
        print_message("skipped: ffmpeg is not installed\n");
        return;
    }
    static const char *const names[] = {"movie.mp4", "movie.webm"};
    struct rlimit usual;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    void (*usual_action)(int) = signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < 2; i++) {
        char path[PATH_BYTES];
        in_folder(path, names[i]);
        struct rlimit small = {.rlim_cur = 1024, .rlim_max = usual.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
        hone_error error;
        hone_status status = write_movie(path, 40, &error);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
        assert_int_equal(status, HONE_ERROR_IO);
        assert_int_equal(entries(), 0);
    }
    (void)signal(SIGXFSZ, usual_action);
}

static void a_missing_ffmpeg_is_said_clearly(void **state)
{
    (void)state;
    replace_ffmpeg(NULL);
    char path[PATH_BYTES];
    in_folder(path, "movie.mp4");
    hone_error error;
    assert_int_equal(write_movie(path, 3, &error), HONE_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "video needs the program ffmpeg, which is not installed");
    assert_string_equal(error.expected, "ffmpeg on the PATH (Debian: apt-get install ffmpeg)");
    assert_int_equal(entries(), 0);
}

static void a_failing_ffmpeg_leaves_its_last_words_in_the_error(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    in_folder(path, "movie.webm");
    assert_true(save_file(path, "old", 3));
    hone_error error;
    replace_ffmpeg(
        "#!/bin/sh\ncat >/dev/null\necho first >&2\necho 'No such encoder' >&2\nexit 1\n");
    assert_int_equal(write_movie(path, 3, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "ffmpeg failed: No such encoder");
    assert_string_equal(error.file, path);
    replace_ffmpeg("#!/bin/sh\ncat >/dev/null\nkill -9 $$\n");
    assert_int_equal(write_movie(path, 3, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "ffmpeg failed");
    assert_int_equal(entries(), 1);
    size_t count;
    uint8_t *content = load_file(path, &count);
    assert_int_equal(count, 3);
    free(content);
    (void)remove(path);
}

static void an_ffmpeg_that_hangs_up_is_an_error_and_no_signal(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    in_folder(path, "movie.mp4");
    replace_ffmpeg("#!/bin/sh\necho 'gone' >&2\nexit 3\n");
    hone_error error;
    assert_int_equal(write_movie(path, 2000, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "ffmpeg failed: gone");
    assert_int_equal(entries(), 0);
}

static void a_talkative_ffmpeg_blocks_nothing(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    in_folder(path, "movie.mp4");
    replace_ffmpeg("#!/bin/sh\nhead -c 300000 /dev/zero | tr '\\0' 'x' >&2\necho >&2\n"
                   "cat >/dev/null\necho done >&2\nexit 1\n");
    hone_error error;
    assert_int_equal(write_movie(path, 50, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "ffmpeg failed: done");
    assert_int_equal(entries(), 0);
}

static void aborting_ends_ffmpeg_and_removes_its_file(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    char pid_path[PATH_BYTES];
    char script[2 * PATH_BYTES];
    in_folder(path, "movie.mp4");
    output_path(pid_path, sizeof pid_path, "fake-pid");
    (void)remove(pid_path);
    (void)snprintf(script, sizeof script, "#!/bin/sh\necho $$ > '%s'\nexec sleep 1000\n", pid_path);
    replace_ffmpeg(script);
    hone_movie_def def = {.width = 65, .height = 49, .frame_time_s = 0.025};
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open(path, &def, NULL, &movie, NULL), HONE_OK);
    assert_int_equal(entries(), 1);
    size_t count = 0;
    char *pid = NULL;
    for (int i = 0; i < 1000 && count == 0; i++) {
        free(pid);
        pid = (char *)load_file(pid_path, &count);
        (void)usleep(10000);
    }
    assert_true(count > 0);
    pid = realloc(pid, count + 1);
    pid[count] = '\0';
    pid_t process = (pid_t)atol(pid);
    free(pid);
    assert_int_equal(kill(process, 0), 0);
    hone_movie_abort(movie);
    assert_int_equal(kill(process, 0), -1);
    assert_int_equal(errno, ESRCH);
    assert_int_equal(entries(), 0);
}

static void every_failing_allocation_is_reported_and_leaves_nothing(void **state)
{
    (void)state;
    replace_ffmpeg("#!/bin/sh\ncat >/dev/null\n");
    char path[PATH_BYTES];
    in_folder(path, "movie.mp4");
    hone_status status = HONE_ERROR_MEMORY;
    int64_t n = 0;
    for (; status != HONE_OK; n++) {
        failing_heap heap = {.until_failure = n};
        hone_allocator allocator = failing_allocator(&heap);
        hone_movie_def def = {.width = 65, .height = 49, .frame_time_s = 0.025};
        hone_movie *movie = NULL;
        status = hone_movie_open(path, &def, &allocator, &movie, NULL);
        hone_movie_abort(movie);
        assert_true(status == HONE_OK || status == HONE_ERROR_MEMORY);
        assert_int_equal(heap.in_use, 0);
        assert_int_equal(entries(), 0);
    }
    assert_true(n > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ffmpeg_reads_back_the_frames),
        cmocka_unit_test(a_file_that_cannot_grow_is_an_error_and_left_out),
        cmocka_unit_test(a_missing_ffmpeg_is_said_clearly),
        cmocka_unit_test(a_failing_ffmpeg_leaves_its_last_words_in_the_error),
        cmocka_unit_test(an_ffmpeg_that_hangs_up_is_an_error_and_no_signal),
        cmocka_unit_test(a_talkative_ffmpeg_blocks_nothing),
        cmocka_unit_test(aborting_ends_ffmpeg_and_removes_its_file),
        cmocka_unit_test(every_failing_allocation_is_reported_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
