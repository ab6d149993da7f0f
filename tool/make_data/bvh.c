// SPDX-License-Identifier: MIT
//
// The dance as a BVH file: ZXY rotations that go on from frame to frame without jumps.
#include "dance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Thousandths, with integers: the same text on every machine.
static void write_number(FILE *file, double value)
{
    long long units = (long long)(value < 0.0 ? value * 1000.0 - 0.5 : value * 1000.0 + 0.5);
    long long size = units < 0 ? -units : units;
    (void)fprintf(file, "%s%lld.%03lld", units < 0 ? "-" : "", size / 1000, size % 1000);
}

static void write_three(FILE *file, const char *before, double x, double y, double z)
{
    (void)fputs(before, file);
    write_number(file, x);
    (void)fputc(' ', file);
    write_number(file, y);
    (void)fputc(' ', file);
    write_number(file, z);
}

static void indent(FILE *file, int depth)
{
    for (int i = 0; i < depth; i++) {
        (void)fputc('\t', file);
    }
}

static int depth_of(const figure *f, int joint)
{
    int depth = 0;
    for (; f->parent[joint] != HONE_NONE; joint = f->parent[joint]) {
        depth++;
    }
    return depth;
}

static void write_hierarchy(FILE *file, const figure *f)
{
    (void)fputs("HIERARCHY\n", file);
    for (int i = 0; i < JOINTS; i++) {
        int depth = depth_of(f, i);
        indent(file, depth);
        (void)fprintf(file, "%s %s\n", i == HIPS ? "ROOT" : "JOINT", joint_names[i]);
        indent(file, depth);
        (void)fputs("{\n", file);
        indent(file, depth + 1);
        write_three(file, "OFFSET ", (double)f->offset[i].x, (double)f->offset[i].y,
                    (double)f->offset[i].z);
        (void)fputc('\n', file);
        indent(file, depth + 1);
        (void)fputs(i == HIPS ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
                                "Yrotation\n"
                              : "CHANNELS 3 Zrotation Xrotation Yrotation\n",
                    file);
        if (f->has_end[i]) {
            indent(file, depth + 1);
            (void)fputs("End Site\n", file);
            indent(file, depth + 1);
            (void)fputs("{\n", file);
            indent(file, depth + 2);
            write_three(file, "OFFSET ", (double)f->end[i].x, (double)f->end[i].y,
                        (double)f->end[i].z);
            (void)fputc('\n', file);
            indent(file, depth + 1);
            (void)fputs("}\n", file);
        }
        int next_depth = i + 1 < JOINTS ? depth_of(f, i + 1) : 0;
        for (int d = depth; d >= next_depth; d--) {
            indent(file, d);
            (void)fputs("}\n", file);
        }
    }
}

static double nearest_turn(double angle, double before)
{
    return angle + 360.0 * floor((before - angle) / 360.0 + 0.5);
}

// Of all angles that give the same rotation, those nearest to the ones before.
static void follow(double angles[3], const double before[3])
{
    const double other[3] = {angles[0] + 180.0, 180.0 - angles[1], angles[2] + 180.0};
    double first[3], second[3], way_first = 0.0, way_second = 0.0;
    for (int i = 0; i < 3; i++) {
        first[i] = nearest_turn(angles[i], before[i]);
        second[i] = nearest_turn(other[i], before[i]);
        way_first += fabs(first[i] - before[i]);
        way_second += fabs(second[i] - before[i]);
    }
    memcpy(angles, way_second < way_first ? second : first, sizeof first);
}

bool write_dance(const char *path, const dance *d, const figure *f, double place_x)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    write_hierarchy(file, f);
    (void)fprintf(file, "MOTION\nFrames: %d\nFrame Time: 0.025\n", DANCE_FRAMES);
    double before[JOINTS][3] = {{0}};
    for (int frame = 0; frame < DANCE_FRAMES; frame++) {
        double beat = (double)frame * DANCE_BEATS / DANCE_FRAMES;
        moment m = dance_moment(d, f, beat, place_x);
        write_three(file, "", (double)m.place.x, (double)m.place.y, (double)m.place.z);
        for (int i = 0; i < JOINTS; i++) {
            float radians[3];
            double angles[3];
            hone_quat_to_euler(m.local[i], HONE_EULER_ZXY, radians);
            for (int k = 0; k < 3; k++) {
                angles[k] = (double)radians[k] * 57.29577951308232;
            }
            follow(angles, before[i]);
            memcpy(before[i], angles, sizeof angles);
            write_three(file, " ", angles[0], angles[1], angles[2]);
        }
        (void)fputc('\n', file);
    }
    bool fine = ferror(file) == 0;
    return fclose(file) == 0 && fine;
}

bool write_small(const char *path)
{
    static const char text[] =
        "HIERARCHY\n"
        "ROOT Hips\n{\n\tOFFSET 0 10 0\n"
        "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        "\tJOINT Chest\n\t{\n\t\tOFFSET 0 4 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "\t\tJOINT Head\n\t\t{\n\t\t\tOFFSET 0 5 0\n"
        "\t\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "\t\t\tEnd Site\n\t\t\t{\n\t\t\t\tOFFSET 0 3 0\n\t\t\t}\n\t\t}\n\t}\n}\n"
        "MOTION\nFrames: 4\nFrame Time: 0.25\n"
        "0 10 0 0 0 0 0 0 0 0 0 0\n"
        "1 10 0 10 0 0 0 20 0 0 0 30\n"
        "2 11 0 20 0 0 0 30 0 0 0 60\n"
        "1 10 0 10 0 0 0 20 0 0 0 30\n";
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return false;
    }
    bool fine = fwrite(text, 1, sizeof text - 1, file) == sizeof text - 1;
    return fclose(file) == 0 && fine;
}
