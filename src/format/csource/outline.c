// SPDX-License-Identifier: MIT
//
// The outline of a picture: a convex polygon of few corners outside of which nothing is visible.
//
// It begins as the convex hull of all visible texels. While it has too many corners, the edge goes
// whose neighbours, drawn on until they meet, add the least area. The corners are then rounded away
// from the middle, and every corner of the true hull is checked to lie inside in whole numbers;
// where one does not, the edge is moved outward and all is checked again.
#include "format/csource/csource.h"

#include <stdlib.h>
#include <string.h>

static int compare_points(const void *left, const void *right)
{
    const int32_t *a = left;
    const int32_t *b = right;
    if (a[0] != b[0]) {
        return a[0] < b[0] ? -1 : 1;
    }
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

static int64_t turn_of(const int32_t a[2], const int32_t b[2], const int32_t c[2])
{
    return ((int64_t)b[0] - a[0]) * ((int64_t)c[1] - a[1]) -
           ((int64_t)b[1] - a[1]) * ((int64_t)c[0] - a[0]);
}

// One of the two chains of Andrew's algorithm (1979), from `count` corners on.
static int32_t add_to_chain(int32_t (*out)[2], int32_t count, int32_t base, const int32_t point[2])
{
    while (count >= base + 2 && turn_of(out[count - 2], out[count - 1], point) <= 0) {
        count--;
    }
    out[count][0] = point[0];
    out[count][1] = point[1];
    return count + 1;
}

int32_t hull_of(int32_t (*points)[2], int32_t count, int32_t (*out)[2])
{
    if (count < 3) {
        return 0;
    }
    qsort(points, (size_t)count, sizeof *points, compare_points);
    int32_t unique = 1;
    for (int32_t i = 1; i < count; i++) {
        if (compare_points(points[i], points[unique - 1]) != 0) {
            memmove(points[unique++], points[i], sizeof *points);
        }
    }
    int32_t corners = 0;
    for (int32_t i = 0; i < unique; i++) {
        corners = add_to_chain(out, corners, 0, points[i]);
    }
    int32_t base = corners - 1;
    for (int32_t i = unique - 2; i >= 0; i--) {
        corners = add_to_chain(out, corners, base, points[i]);
    }
    return corners - 1;
}

static int32_t visible_corners(const stored *s, uint16_t key, int32_t (*points)[2])
{
    int32_t count = 0;
    for (int32_t y = 0; y < s->height; y++) {
        int32_t left = 0;
        int32_t right = s->width;
        while (left < right && !stored_visible(s, left, y, key)) {
            left++;
        }
        while (right > left && !stored_visible(s, right - 1, y, key)) {
            right--;
        }
        for (int32_t edge = 0; edge < 2 && left < right; edge++) {
            points[count][0] = left;
            points[count++][1] = y + edge;
            points[count][0] = right;
            points[count++][1] = y + edge;
        }
    }
    return count;
}

typedef struct corner {
    double x, y;
} corner;

static double cross(corner a, corner b)
{
    return a.x * b.y - a.y * b.x;
}

static corner minus(corner a, corner b)
{
    return (corner){a.x - b.x, a.y - b.y};
}

// The area that is added when the edge from corner i is taken away, and where its neighbours meet;
// negative when they do not.
static double added_area(const corner *p, int32_t count, int32_t i, corner *meet)
{
    corner before = p[(i + count - 1) % count];
    corner from = p[i];
    corner to = p[(i + 1) % count];
    corner after = p[(i + 2) % count];
    corner d = minus(from, before);
    corner e = minus(after, to);
    double turn = cross(d, e);
    if (turn <= 1e-9) {
        return -1.0;
    }
    double t = cross(minus(to, from), e) / turn;
    *meet = (corner){from.x + t * d.x, from.y + t * d.y};
    double area = 0.5 * cross(minus(*meet, from), minus(to, from));
    return area < 0.0 ? -area : area;
}

// Takes away edges until `most` corners are left; returns how many are.
static int32_t simplify(corner *p, int32_t count, int32_t most)
{
    while (count > most) {
        int32_t best = HONE_NONE;
        double least = 0.0;
        corner place = {0.0, 0.0};
        for (int32_t i = 0; i < count; i++) {
            corner meet;
            double area = added_area(p, count, i, &meet);
            if (area >= 0.0 && (best == HONE_NONE || area < least)) {
                best = i;
                least = area;
                place = meet;
            }
        }
        if (best == HONE_NONE) {
            break;
        }
        p[best] = place;
        int32_t gone = (best + 1) % count;
        memmove(p + gone, p + gone + 1, (size_t)(count - gone - 1) * sizeof *p);
        count--;
    }
    return count;
}

static int32_t outward(double value, double middle)
{
    int32_t whole = (int32_t)value;
    if ((double)whole > value) {
        whole--;
    }
    return value > middle && (double)whole < value ? whole + 1 : whole;
}

// Moves the edges that leave corners of the hull outside; true when there were none.
static bool holds_all(int32_t (*polygon)[2], int32_t corners, int32_t (*hull)[2], int32_t count)
{
    bool all = true;
    for (int32_t i = 0; i < corners; i++) {
        int32_t *a = polygon[i];
        int32_t *b = polygon[(i + 1) % corners];
        bool outside = false;
        for (int32_t j = 0; j < count && !outside; j++) {
            outside = turn_of(a, b, hull[j]) < 0;
        }
        if (outside) {
            // The inside lies to the left of a -> b as turn_of() counts.
            int32_t nx = b[1] - a[1] > 0 ? 1 : b[1] - a[1] < 0 ? -1 : 0;
            int32_t ny = b[0] - a[0] > 0 ? -1 : b[0] - a[0] < 0 ? 1 : 0;
            a[0] += nx;
            b[0] += nx;
            a[1] += ny;
            b[1] += ny;
            all = false;
        }
    }
    return all;
}

static bool is_convex(int32_t (*p)[2], int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (turn_of(p[i], p[(i + 1) % count], p[(i + 2) % count]) <= 0) {
            return false;
        }
    }
    return count >= 3;
}

static double area_of(int32_t (*p)[2], int32_t count)
{
    int64_t twice = 0;
    for (int32_t i = 0; i < count; i++) {
        const int32_t *next = p[(i + 1) % count];
        twice += (int64_t)p[i][0] * next[1] - (int64_t)next[0] * p[i][1];
    }
    return 0.5 * (double)(twice < 0 ? -twice : twice);
}

enum { MOST_CORNERS = 16, TRIES = 16 };

// The polygon in whole numbers; returns its corners, 0 when there is none.
static int32_t round_outline(const corner *p, int32_t count, int32_t (*hull)[2], int32_t hull_count,
                             int32_t (*polygon)[2])
{
    if (count < 3 || count > MOST_CORNERS) {
        return 0;
    }
    double middle_x = 0.0;
    double middle_y = 0.0;
    for (int32_t i = 0; i < count; i++) {
        middle_x += p[i].x / (double)count;
        middle_y += p[i].y / (double)count;
    }
    int32_t rounded[MOST_CORNERS][2];
    for (int32_t i = 0; i < count; i++) {
        rounded[i][0] = outward(p[i].x, middle_x);
        rounded[i][1] = outward(p[i].y, middle_y);
    }
    for (int32_t tries = 0; tries < TRIES; tries++) {
        // Rounding may have made corners flat or turned them inward: their own hull has none.
        int32_t sorted[MOST_CORNERS][2];
        memcpy(sorted, rounded, sizeof sorted);
        int32_t chain[MOST_CORNERS + 2][2];
        int32_t corners = hull_of(sorted, count, chain);
        if (!is_convex(chain, corners)) {
            return 0;
        }
        memcpy(polygon, chain, (size_t)corners * sizeof *polygon);
        memcpy(rounded, chain, (size_t)corners * sizeof *rounded);
        count = corners;
        if (holds_all(rounded, count, hull, hull_count)) {
            return corners;
        }
    }
    return 0;
}

bool stored_outline(arena *a, stored *s, int32_t most, uint16_t key)
{
    if (most < 3 || s->width < 2 || s->height < 2) {
        return true;
    }
    size_t capacity = (size_t)s->height * 4 + 4;
    int32_t(*points)[2] = arena_new(a, capacity, sizeof *points);
    int32_t(*hull)[2] = arena_new(a, capacity, sizeof *hull);
    corner *corners = arena_new(a, capacity, sizeof *corners);
    int16_t *out = arena_new(a, 2 * MOST_CORNERS, sizeof *out);
    if (points == NULL || hull == NULL || corners == NULL || out == NULL) {
        return false;
    }
    int32_t hull_count = hull_of(points, visible_corners(s, key, points), hull);
    for (int32_t i = 0; i < hull_count; i++) {
        corners[i] = (corner){(double)hull[i][0], (double)hull[i][1]};
    }
    int32_t polygon[MOST_CORNERS][2];
    int32_t count =
        round_outline(corners, simplify(corners, hull_count, most), hull, hull_count, polygon);
    double rectangle = (double)s->width * (double)s->height;
    if (count < 3 || count > most || area_of(polygon, count) > 0.98 * rectangle) {
        return true;
    }
    for (int32_t i = 0; i < count; i++) {
        out[2 * i] = (int16_t)polygon[i][0];
        out[2 * i + 1] = (int16_t)polygon[i][1];
    }
    s->hull = out;
    s->hull_count = count;
    return true;
}
