// SPDX-License-Identifier: MIT
//
// What happens on the disk: nothing but the finished file, and the old one when something fails.
#define _GNU_SOURCE
#include "hone/image.h"

#include "cmocka_test.h"
#include "scene.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 1000 };

static const hone_movie_kind streamed_kinds[] = {HONE_MOVIE_GIF, HONE_MOVIE_APNG, HONE_MOVIE_WEBP};
static const char *const streamed_endings[] = {"gif", "png", "webp"};

// A folder of its own, empty.
static void new_folder(char *path)
{
    output_path(path, PATH_BYTES, "folder-XXXXXX");
    assert_non_null(mkdtemp(path));
}

static int entries(const char *folder)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    int count = 0;
    for (struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    (void)closedir(dir);
    return count;
}

static void join_path(char *path, const char *folder, const char *name)
{
    (void)snprintf(path, PATH_BYTES, "%s/%s", folder, name);
}

static void draw_noise(const hone_surface *surface, uint64_t seed)
{
    for (int32_t y = 0; y < surface->height; y++) {
        for (int32_t x = 0; x < surface->width; x++) {
            *pixel_at(surface, x, y) = 0xFF000000u | (uint32_t)next_random(&seed) >> 8;
        }
    }
}

static hone_status write_movie(const char *path, hone_movie_kind kind, int frames,
                               hone_error *error)
{
    hone_movie_def def = {.kind = kind, .width = 64, .height = 64, .frame_time_s = 0.04};
    hone_movie *movie = NULL;
    hone_status status = hone_movie_open(path, &def, NULL, &movie, error);
    if (status != HONE_OK) {
        return status;
    }
    hone_surface surface = new_surface(64, 64);
    for (int i = 0; i < frames && status == HONE_OK; i++) {
        draw_noise(&surface, (uint64_t)i);
        status = hone_movie_add(movie, &surface, error);
    }
    free_surface(&surface);
    if (status != HONE_OK) {
        hone_movie_abort(movie);
        return status;
    }
    return hone_movie_close(movie, error);
}

static void a_movie_appears_only_when_it_is_closed(void **state)
{
    (void)state;
    char folder[PATH_BYTES];
    char path[PATH_BYTES];
    new_folder(folder);
    for (size_t i = 0; i < 3; i++) {
        join_path(path, folder, "movie.");
        (void)strcat(path, streamed_endings[i]);
        assert_true(save_file(path, "old", 3));
        hone_movie_def def = {.width = 8, .height = 8, .frame_time_s = 0.04};
        hone_movie *movie = NULL;
        assert_int_equal(hone_movie_open(path, &def, NULL, &movie, NULL), HONE_OK);
        assert_non_null(hone_movie_temporary_path(movie));
        assert_int_equal(access(hone_movie_temporary_path(movie), F_OK), 0);
        hone_surface surface = new_surface(8, 8);
        assert_int_equal(hone_movie_add(movie, &surface, NULL), HONE_OK);
        size_t count;
        uint8_t *content = load_file(path, &count);
        assert_int_equal(count, 3);
        free(content);
        assert_int_equal(entries(folder), 2);
        assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
        content = load_file(path, &count);
        assert_true(count > 3);
        free(content);
        assert_int_equal(entries(folder), 1);
        assert_int_equal(remove(path), 0);
        free_surface(&surface);
    }
    assert_int_equal(rmdir(folder), 0);
}

static void an_aborted_movie_leaves_the_old_file_and_nothing_else(void **state)
{
    (void)state;
    char folder[PATH_BYTES];
    char path[PATH_BYTES];
    new_folder(folder);
    join_path(path, folder, "movie.gif");
    assert_true(save_file(path, "old", 3));
    hone_movie_def def = {.width = 8, .height = 8, .frame_time_s = 0.04};
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open(path, &def, NULL, &movie, NULL), HONE_OK);
    hone_movie_abort(movie);
    assert_int_equal(entries(folder), 1);
    // A movie without frames is an error, too.
    hone_error error;
    assert_int_equal(hone_movie_open(path, &def, NULL, &movie, NULL), HONE_OK);
    assert_int_equal(hone_movie_close(movie, &error), HONE_ERROR_ARGUMENT);
    assert_string_equal(error.message, "the movie has no frames");
    assert_int_equal(entries(folder), 1);
    size_t count;
    uint8_t *content = load_file(path, &count);
    assert_int_equal(count, 3);
    free(content);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
    hone_movie_abort(NULL);
}

static void two_movies_beside_each_other_do_not_meet(void **state)
{
    (void)state;
    char folder[PATH_BYTES];
    char path[PATH_BYTES];
    new_folder(folder);
    join_path(path, folder, "movie.gif");
    hone_movie_def def = {.width = 8, .height = 8, .frame_time_s = 0.04};
    hone_movie *movies[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hone_movie_open(path, &def, NULL, &movies[i], NULL), HONE_OK);
    }
    assert_string_not_equal(hone_movie_temporary_path(movies[0]),
                            hone_movie_temporary_path(movies[1]));
    hone_movie_abort(movies[0]);
    hone_movie_abort(movies[1]);
    assert_int_equal(rmdir(folder), 0);
}

static void a_full_disk_is_an_error_and_leaves_what_was_there(void **state)
{
    (void)state;
    char folder[PATH_BYTES];
    char path[PATH_BYTES];
    new_folder(folder);
    if (mount("tmpfs", folder, "tmpfs", 0, "size=40k") != 0) {
        print_message("skipped: mounting a small file system needs root\n");
        assert_int_equal(rmdir(folder), 0);
        return;
    }
    hone_surface large = new_surface(300, 300);
    draw_noise(&large, 1);
    for (size_t i = 0; i < 4; i++) {
        join_path(path, folder, "movie.");
        (void)strcat(path, i < 3 ? streamed_endings[i] : "still.png");
        assert_true(save_file(path, "old", 3));
        hone_error error;
        hone_status status = i < 3 ? write_movie(path, streamed_kinds[i], 40, &error)
                                   : hone_image_write_png(path, &large, &error);
        assert_int_equal(status, HONE_ERROR_IO);
        assert_string_equal(error.message, "cannot write: No space left on device");
        assert_string_equal(error.file, path);
        assert_int_equal(entries(folder), 1);
        size_t count;
        uint8_t *content = load_file(path, &count);
        assert_int_equal(count, 3);
        free(content);
        assert_int_equal(remove(path), 0);
    }
    free_surface(&large);
    assert_int_equal(umount(folder), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void a_full_device_is_an_error(void **state)
{
    (void)state;
    if (access("/dev/full", W_OK) != 0) {
        print_message("skipped: there is no /dev/full\n");
        return;
    }
    for (size_t i = 0; i < 3; i++) {
        hone_error error;
        assert_int_equal(write_movie("/dev/full", streamed_kinds[i], 3, &error), HONE_ERROR_IO);
        assert_string_equal(error.message, "cannot write: No space left on device");
    }
    hone_surface surface = new_surface(8, 8);
    assert_int_equal(hone_image_write_png("/dev/full", &surface, NULL), HONE_ERROR_IO);
    free_surface(&surface);
    struct stat about;
    assert_int_equal(stat("/dev/full", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

static void a_device_is_written_to_and_not_replaced(void **state)
{
    (void)state;
    assert_int_equal(write_movie("/dev/null", HONE_MOVIE_GIF, 2, NULL), HONE_OK);
    struct stat about;
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
}

static void a_link_stays_and_its_target_is_replaced(void **state)
{
    (void)state;
    char folder[PATH_BYTES];
    char path[PATH_BYTES];
    char link_path[PATH_BYTES];
    new_folder(folder);
    join_path(path, folder, "real.gif");
    join_path(link_path, folder, "link.gif");
    assert_true(save_file(path, "old", 3));
    assert_int_equal(symlink("real.gif", link_path), 0);
    assert_int_equal(write_movie(link_path, HONE_MOVIE_GIF, 2, NULL), HONE_OK);
    struct stat about;
    assert_int_equal(lstat(link_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(lstat(path, &about), 0);
    assert_true(S_ISREG(about.st_mode) && about.st_size > 3);
    assert_int_equal(entries(folder), 2);
    (void)remove(path);
    (void)remove(link_path);
    assert_int_equal(rmdir(folder), 0);
}

static void a_target_that_cannot_be_written_is_refused_at_once(void **state)
{
    (void)state;
    char folder[PATH_BYTES];
    char path[PATH_BYTES];
    new_folder(folder);
    hone_error error;
    assert_int_equal(write_movie(folder, HONE_MOVIE_GIF, 1, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "cannot write: Is a directory");
    join_path(path, folder, "missing/movie.gif");
    assert_int_equal(write_movie(path, HONE_MOVIE_GIF, 1, &error), HONE_ERROR_IO);
    assert_string_equal(error.message,
                        "cannot write a file in its folder: No such file or directory");
    assert_string_equal(error.file, path);
    assert_int_equal(rmdir(folder), 0);
}

static void a_target_without_permission_is_refused(void **state)
{
    (void)state;
    char folder[PATH_BYTES] = "/tmp/hone-test-XXXXXX";
    char path[PATH_BYTES];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0555), 0);
    join_path(path, folder, "movie.gif");
    bool root = geteuid() == 0;
    if (root) { // root may write everywhere, "nobody" may not
        assert_int_equal(seteuid(65534), 0);
    }
    hone_error error;
    assert_int_equal(write_movie(path, HONE_MOVIE_GIF, 1, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "cannot write a file in its folder: Permission denied");
    if (root) {
        assert_int_equal(seteuid(0), 0);
    }
    assert_int_equal(chmod(folder, 0777), 0);
    assert_true(save_file(path, "old", 3));
    assert_int_equal(chmod(path, 0444), 0);
    if (root) {
        assert_int_equal(seteuid(65534), 0);
    }
    assert_int_equal(write_movie(path, HONE_MOVIE_GIF, 1, &error), HONE_ERROR_IO);
    assert_string_equal(error.message, "cannot write: Permission denied");
    if (root) {
        assert_int_equal(seteuid(0), 0);
    }
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void bad_wishes_are_refused_with_what_would_do(void **state)
{
    (void)state;
    const hone_movie_def good = {.width = 8, .height = 8, .frame_time_s = 0.04};
    hone_movie *const untouched = (hone_movie *)(uintptr_t)&good;
    struct {
        const char *path, *message;
        hone_movie_def def;
    } cases[] = {
        {"movie.avi", "the file's ending says no kind of movie", good},
        {"movie", "the file's ending says no kind of movie", good},
        {"folder.gif/movie", "the file's ending says no kind of movie", good},
        {"-", "the kind of movie must be given", good},
        {"-", "video can only be written to a file", good},
        {"m.gif", "a picture of this size cannot be written", good},
        {"m.gif", "a picture of this size cannot be written", good},
        {"m.gif", "a picture of this size cannot be written", good},
        {"m.gif", "the time per frame is out of range", good},
        {"m.gif", "the time per frame is out of range", good},
        {"m.gif", "the time per frame is out of range", good},
        {"m.gif", "the number of loops is out of range", good},
        {"m.gif", "there is no such kind of movie", good},
        {"", "no path to write to is given", good},
    };
    cases[4].def.kind = HONE_MOVIE_MP4;
    cases[5].def.width = 0;
    cases[6].def.height = -4;
    cases[7].def.width = HONE_IMAGE_MAX_SIDE + 1;
    cases[8].def.frame_time_s = 0;
    cases[9].def.frame_time_s = -1;
    cases[10].def.frame_time_s = strtod("nan", NULL);
    cases[11].def.loops = -1;
    cases[12].def.kind = (hone_movie_kind)77;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        hone_movie *movie = untouched;
        hone_error error;
        assert_int_equal(hone_movie_open(cases[i].path, &cases[i].def, NULL, &movie, &error),
                         HONE_ERROR_ARGUMENT);
        assert_string_equal(error.message, cases[i].message);
        assert_ptr_equal(movie, untouched);
        if (i == 0) {
            assert_string_equal(error.expected, ".gif, .png, .apng, .webp, .mp4 or .webm");
        }
    }
    assert_int_equal(access("m.gif", F_OK), -1);
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open(NULL, &good, NULL, &movie, NULL), HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_movie_open_to(NULL, NULL, &good, NULL, &movie, NULL),
                     HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_movie_add(NULL, NULL, NULL), HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_movie_close(NULL, NULL), HONE_ERROR_ARGUMENT);
}

static void a_surface_that_does_not_fit_is_refused_and_the_movie_goes_on(void **state)
{
    (void)state;
    byte_list list = {0};
    hone_movie_def def = {.kind = HONE_MOVIE_GIF, .width = 8, .height = 8, .frame_time_s = 0.04};
    hone_movie *movie = NULL;
    assert_int_equal(hone_movie_open_to(byte_list_write, &list, &def, NULL, &movie, NULL), HONE_OK);
    hone_surface good = new_surface(8, 8);
    hone_surface bad[6] = {good, good, good, good, good, good};
    bad[0].pixels = NULL;
    bad[1].format = HONE_PIXEL_RGB565;
    bad[2].width = 7;
    bad[3].stride = 28;
    bad[4].stride = 33;
    bad[5].height = 0;
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(hone_movie_add(movie, &bad[i], NULL), HONE_ERROR_ARGUMENT);
    }
    assert_int_equal(hone_movie_add(movie, &good, NULL), HONE_OK);
    assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
    assert_int_equal(hone_image_write_png_to(byte_list_write, &list, &bad[5], NULL),
                     HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_image_write_png_to(NULL, NULL, &good, NULL), HONE_ERROR_ARGUMENT);
    assert_int_equal(hone_image_write_png("x.png", NULL, NULL), HONE_ERROR_ARGUMENT);
    byte_list_free(&list);
    free_surface(&good);
}

static void a_dash_is_standard_output(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    output_path(path, sizeof path, "standard-output");
    for (size_t i = 0; i < 4; i++) {
        (void)fflush(stdout);
        int saved = dup(STDOUT_FILENO);
        int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        assert_true(saved >= 0 && file >= 0);
        (void)dup2(file, STDOUT_FILENO);
        hone_surface surface = new_surface(8, 8);
        hone_status status = i < 3 ? write_movie("-", streamed_kinds[i], 3, NULL)
                                   : hone_image_write_png("-", &surface, NULL);
        (void)dup2(saved, STDOUT_FILENO);
        (void)close(saved);
        (void)close(file);
        free_surface(&surface);
        assert_int_equal(status, HONE_OK);
        size_t count;
        uint8_t *content = load_file(path, &count);
        static const char *const starts[] = {"GIF89a", "\x89PNG", "RIFF", "\x89PNG"};
        assert_memory_equal(content, starts[i], strlen(starts[i]));
        free(content);
    }
}

static void what_goes_to_a_stream_equals_what_goes_to_a_file(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    for (size_t i = 0; i < 3; i++) {
        output_path(path, sizeof path, "same.");
        (void)strcat(path, streamed_endings[i]);
        assert_int_equal(write_movie(path, HONE_MOVIE_BY_ENDING, 5, NULL), HONE_OK);
        byte_list list = {0};
        hone_movie_def def = {
            .kind = streamed_kinds[i], .width = 64, .height = 64, .frame_time_s = 0.04};
        hone_movie *movie = NULL;
        assert_int_equal(hone_movie_open_to(byte_list_write, &list, &def, NULL, &movie, NULL),
                         HONE_OK);
        hone_surface surface = new_surface(64, 64);
        for (int f = 0; f < 5; f++) {
            draw_noise(&surface, (uint64_t)f);
            assert_int_equal(hone_movie_add(movie, &surface, NULL), HONE_OK);
        }
        assert_int_equal(hone_movie_close(movie, NULL), HONE_OK);
        size_t count;
        uint8_t *content = load_file(path, &count);
        assert_int_equal(count, list.count);
        assert_memory_equal(content, list.bytes, count);
        free(content);
        byte_list_free(&list);
        free_surface(&surface);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_movie_appears_only_when_it_is_closed),
        cmocka_unit_test(an_aborted_movie_leaves_the_old_file_and_nothing_else),
        cmocka_unit_test(two_movies_beside_each_other_do_not_meet),
        cmocka_unit_test(a_full_disk_is_an_error_and_leaves_what_was_there),
        cmocka_unit_test(a_full_device_is_an_error),
        cmocka_unit_test(a_device_is_written_to_and_not_replaced),
        cmocka_unit_test(a_link_stays_and_its_target_is_replaced),
        cmocka_unit_test(a_target_that_cannot_be_written_is_refused_at_once),
        cmocka_unit_test(a_target_without_permission_is_refused),
        cmocka_unit_test(bad_wishes_are_refused_with_what_would_do),
        cmocka_unit_test(a_surface_that_does_not_fit_is_refused_and_the_movie_goes_on),
        cmocka_unit_test(a_dash_is_standard_output),
        cmocka_unit_test(what_goes_to_a_stream_equals_what_goes_to_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
