// SPDX-License-Identifier: MIT
//
// Makes the bundled data: make_data FOLDER.
#include "dance.h"
#include "fox.h"

#include <stdio.h>
#include <stdlib.h>

static bool write_to(const char *folder, const char *name, char path[1024])
{
    return (unsigned)snprintf(path, 1024, "%s/%s", folder, name) < 1024u;
}

int main(int count, char **arguments)
{
    static dance first, second;
    const proportions tall = {1.0, 1.0, 1.0, 1.0, 1.0};
    const proportions small = {0.93, 0.96, 0.97, 0.92, 1.08};
    char path[1024];
    if (count != 2) {
        (void)fprintf(stderr, "make_data: expected the folder to write to\n");
        return 2;
    }
    compose_first(&first);
    compose_second(&second);
    figure f = make_figure(&tall);
    figure g = make_figure(&small);
    bool fine = write_to(arguments[1], "dance.bvh", path) &&
                write_dance(path, &first, &f, -0.5 * BETWEEN_DANCERS);
    fine = fine && write_to(arguments[1], "dance2.bvh", path) &&
           write_dance(path, &second, &g, 0.5 * BETWEEN_DANCERS);
    fine = fine && write_to(arguments[1], "small.bvh", path) && write_small(path);
    fine = fine && write_to(arguments[1], "face.png", path) && write_face(path, 0);
    fine = fine && write_to(arguments[1], "face2.png", path) && write_face(path, 1);
    static fox_part parts[FOX_PARTS_MAX];
    int part_count = fox_draw_parts(parts);
    fine = fine && fox_write_atlas(arguments[1], parts, part_count) &&
           fox_write_skeleton(arguments[1], parts, part_count);
    for (int i = 0; i < part_count; i++) {
        free(parts[i].pixels);
    }
    if (!fine) {
        (void)fprintf(stderr, "make_data: cannot write to %s\n", arguments[1]);
        return 1;
    }
    return 0;
}
