// SPDX-License-Identifier: MIT
//
// BVH in and out. The big file is a performer's whose rows are repeated until the text has 110 MB;
// without the shared performers the bundled dance takes their place. The text lies in memory, as it
// did for the peers; their figures are for the same file on an AMD EPYC.
#include "suites.h"

#include "hone/bvh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BIG_BYTES = 110 * 1000 * 1000 };

typedef struct bvh_text {
    char *bytes;
    size_t count;
    hone_bvh *bvh; // of the write row
} bvh_text;

static char *load(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return NULL;
    }
    char *bytes = NULL;
    long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size > 0 && fseek(file, 0, SEEK_SET) == 0) {
        bytes = malloc((size_t)size + 1);
    }
    if (bytes != NULL) {
        *count = fread(bytes, 1, (size_t)size, file);
        bytes[*count] = '\0';
    }
    (void)fclose(file);
    return bytes;
}

static char *load_performer(bench_case *c, size_t *count)
{
    const char *shared = getenv("HONE_SHARED");
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/data/bvh/aachan.bvh",
                   shared != NULL ? shared : HONE_SOURCE_DIR "/../shared");
    char *bytes = load(path, count);
    if (bytes == NULL) {
        c->remark = "the bundled dance";
        bytes = load(HONE_SOURCE_DIR "/data/dance.bvh", count);
    }
    return bytes;
}

static bvh_text *keep(bench_case *c, char *bytes, size_t count)
{
    bvh_text *text = calloc(1, sizeof *text);
    if (text == NULL || bytes == NULL) {
        c->skip = bytes == NULL ? "no BVH file there" : "no memory";
        free(text);
        free(bytes);
        return NULL;
    }
    *text = (bvh_text){bytes, count, NULL};
    c->data = text;
    c->work = (double)count;
    return text;
}

static void prepare_small(bench_case *c)
{
    size_t count = 0;
    char *bytes = load_performer(c, &count);
    (void)keep(c, bytes, count);
}

static void prepare_big(bench_case *c)
{
    size_t count = 0;
    char *bytes = load_performer(c, &count);
    const char *rows = bytes == NULL ? NULL : strstr(bytes, "Frame Time");
    rows = rows == NULL ? NULL : strchr(rows, '\n');
    if (rows == NULL) {
        free(bytes);
        c->skip = "no BVH file there";
        return;
    }
    size_t head = (size_t)(rows + 1 - bytes);
    size_t part = count - head;
    size_t repeats = BIG_BYTES / part + 1;
    char *big = malloc(head + repeats * part);
    if (big != NULL) {
        memcpy(big, bytes, head);
        for (size_t i = 0; i < repeats; i++) {
            memcpy(big + head + i * part, rows + 1, part);
        }
    }
    free(bytes);
    (void)keep(c, big, head + repeats * part);
}

static void run_read(bench_case *c)
{
    const bvh_text *text = c->data;
    hone_bvh *bvh = NULL;
    if (hone_bvh_read(text->bytes, text->count, "bench", NULL, NULL, &bvh, NULL) != HONE_OK) {
        abort();
    }
    hone_bvh_free(bvh);
}

static bool count_bytes(void *user, const void *bytes, size_t count)
{
    (void)bytes;
    double *sum = user;
    *sum += (double)count;
    return true;
}

static void prepare_write(bench_case *c)
{
    prepare_small(c);
    bvh_text *text = c->data;
    if (text != NULL) {
        (void)hone_bvh_read(text->bytes, text->count, "bench", NULL, NULL, &text->bvh, NULL);
        c->work = 0.0;
        (void)hone_bvh_write(text->bvh, count_bytes, &c->work, NULL);
    }
}

static void run_write(bench_case *c)
{
    const bvh_text *text = c->data;
    double sum = 0.0;
    (void)hone_bvh_write(text->bvh, count_bytes, &sum, NULL);
}

static void finish(bench_case *c)
{
    bvh_text *text = c->data;
    hone_bvh_free(text->bvh);
    free(text->bytes);
    free(text);
}

void bench_bvh(bench *b)
{
    static const bench_row read = {
        .name = "bvh.read",
        .unit = "MB/s",
        .kind = BENCH_RATE,
        .scale = 1e-6,
        .prepare = prepare_big,
        .run = run_read,
        .finish = finish,
        .at_least = 800.0,
        .seconds = 3.0,
        .peers = {{"BVHView", "111-115"},
                  {"assimp", "60"},
                  {"three.js", "5.8"},
                  {"strtod loop", "150-164"}},
    };
    static const bench_row read_small = {
        .name = "bvh.read_small",
        .unit = "MB/s",
        .kind = BENCH_RATE,
        .scale = 1e-6,
        .prepare = prepare_small,
        .run = run_read,
        .finish = finish,
        .peers = {{"BVHView", "116"},
                  {"assimp", "50"},
                  {"three.js", "15-23"},
                  {"Blender", "17-21"}},
    };
    static const bench_row write = {
        .name = "bvh.write",
        .unit = "MB/s",
        .kind = BENCH_RATE,
        .scale = 1e-6,
        .prepare = prepare_write,
        .run = run_write,
        .finish = finish,
    };
    bench_add(b, &read);
    bench_add(b, &read_small);
    bench_add(b, &write);
}
