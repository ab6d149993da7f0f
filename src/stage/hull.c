// SPDX-License-Identifier: MIT
//
// The outline of a convex hull of discs, as a polygon.
//
// Two discs: with unit axis e from the first centre to the second at distance d, the common outer
// tangents touch both at e cos b + n sin b and its mirror image, cos b = (r1 - r2) / d. The round
// ends are halved again and again between the tangent points: the direction half way between two
// unit vectors is their normalised sum. More discs: the hull is walked once round. On a disc, with
// a normal that turns, the edge to each other disc has one normal at which that disc would take
// over; the first of them to come is the next edge.
#include "stage/scene.h"

static hone_vec2 half_way(hone_vec2 a, hone_vec2 b)
{
    float x = a.x + b.x, y = a.y + b.y;
    float scale = 1.0f / hone_sqrt(x * x + y * y);
    return (hone_vec2){x * scale, y * scale};
}

int32_t arc_directions(hone_vec2 from, hone_vec2 over, hone_vec2 to, int32_t pieces, hone_vec2 *out)
{
    int32_t last = 2 * pieces;
    out[0] = from;
    out[pieces] = over;
    out[last] = to;
    for (int32_t width = pieces; width > 1; width /= 2) {
        for (int32_t i = 0; i < last; i += width) {
            out[i + width / 2] = half_way(out[i], out[i + width]);
        }
    }
    return last + 1;
}

static hone_vec2 rim(ball b, hone_vec2 d)
{
    return (hone_vec2){b.x + b.radius * d.x, b.y + b.radius * d.y};
}

static int32_t add_arc(ball b, hone_vec2 from, hone_vec2 over, hone_vec2 to, int32_t pieces,
                       hone_vec2 *out)
{
    int32_t count = arc_directions(from, over, to, pieces, out);
    for (int32_t i = 0; i < count; i++) {
        out[i] = rim(b, out[i]);
    }
    return count;
}

static int32_t arc_pieces(float radius)
{
    return radius < 0.7f ? 1 : radius < 5.0f ? 2 : radius < 14.0f ? 4 : 8;
}

// For an end that is rounder than a half circle (cosine of the tangent above 0) more are needed.
static int32_t end_pieces(float radius, float cosine)
{
    int32_t pieces = arc_pieces(radius);
    return cosine > 0.3f && pieces < 8 ? 2 * pieces : pieces;
}

static int32_t circle(ball b, hone_vec2 *out)
{
    const hone_vec2 right = {1.0f, 0.0f}, down = {0.0f, 1.0f}, left = {-1.0f, 0.0f},
                    up = {0.0f, -1.0f};
    int32_t pieces = b.radius < 0.7f ? 2 : arc_pieces(b.radius);
    int32_t count = add_arc(b, right, down, left, pieces, out) - 1;
    return count + add_arc(b, left, up, right, pieces, out + count) - 1;
}

static int32_t capsule(ball a, ball b, hone_vec2 *out)
{
    float x = b.x - a.x, y = b.y - a.y;
    float square = x * x + y * y;
    float grow = a.radius - b.radius;
    if (square <= 1.01f * grow * grow || square < 1e-8f) {
        return circle(a.radius >= b.radius ? a : b, out);
    }
    float one_by_length = 1.0f / hone_sqrt(square);
    hone_vec2 e = {x * one_by_length, y * one_by_length}, back = {-e.x, -e.y};
    float c = grow * one_by_length, s = hone_sqrt(1.0f - c * c);
    hone_vec2 one = {e.x * c - e.y * s, e.y * c + e.x * s};
    hone_vec2 other = {e.x * c + e.y * s, e.y * c - e.x * s};
    int32_t count = add_arc(a, one, back, other, end_pieces(a.radius, c), out);
    return count + add_arc(b, other, e, one, end_pieces(b.radius, -c), out + count);
}

// Grows with the angle from (1, 0), 0 to 4 for a full turn.
static float turn_of(hone_vec2 d)
{
    float x = d.x < 0.0f ? -d.x : d.x, y = d.y < 0.0f ? -d.y : d.y;
    float part = d.y / (x + y);
    return d.x < 0.0f ? 2.0f - part : part < 0.0f ? 4.0f + part : part;
}

// The normal of the edge that leaves a for b when the hull is walked with growing angle; false when
// one of them holds the other.
static bool edge_normal(ball a, ball b, hone_vec2 *out)
{
    float x = b.x - a.x, y = b.y - a.y, grow = a.radius - b.radius;
    float square = x * x + y * y;
    if (square <= 1.0001f * grow * grow || square < 1e-8f) {
        return false;
    }
    float scale = 1.0f / hone_sqrt(square);
    hone_vec2 e = {x * scale, y * scale};
    float c = grow * scale, s = hone_sqrt(1.0f - c * c);
    *out = (hone_vec2){e.x * c + e.y * s, e.y * c - e.x * s};
    return true;
}

// The arc of a ball between two normals of the hull, from its first to its last point.
// turn is the angle between them in turn_of's measure.
static int32_t add_hull_arc(ball b, hone_vec2 from, hone_vec2 to, float turn, hone_vec2 *out)
{
    static const float cosines[4] = {0.980785f, 0.923880f, 0.707107f, 0.0f}; // 11.25 to 90 degrees
    float dot = from.x * to.x + from.y * to.y;
    bool reflex = turn > 2.0f;
    int32_t coarser = b.radius < 5.0f ? 2 : b.radius < 14.0f ? 1 : 0;
    int32_t doublings = reflex ? 5 : 4;
    for (int32_t i = 3; i >= 0 && !reflex && dot >= cosines[i]; i--) {
        doublings = i;
    }
    doublings = doublings > coarser ? doublings - coarser : 0;
    if (doublings == 0) {
        out[0] = rim(b, from);
        out[1] = rim(b, to);
        return 2;
    }
    hone_vec2 over = {-from.y, from.x};
    if (dot > -0.99f) {
        over = half_way(from, to);
        over = reflex ? (hone_vec2){-over.x, -over.y} : over;
    }
    return add_arc(b, from, over, to, 1 << (doublings - 1), out);
}

static int32_t many(const ball *balls, int32_t count, hone_vec2 *out)
{
    int32_t first = 0;
    for (int32_t k = 1; k < count; k++) {
        if (balls[k].x + balls[k].radius > balls[first].x + balls[first].radius) {
            first = k;
        }
    }
    const hone_vec2 start = {1.0f, 0.0f};
    hone_vec2 normal = start;
    int32_t at = first, made = 0;
    float turned = 0.0f;
    for (int32_t step = 0; step < 2 * count; step++) {
        int32_t next = HONE_NONE;
        hone_vec2 next_normal = start;
        float least = 4.0f - turned;
        for (int32_t k = 0; k < count; k++) {
            hone_vec2 n;
            if (k == at || !edge_normal(balls[at], balls[k], &n)) {
                continue;
            }
            float more = turn_of(n) - turned;
            more = more < -0.001f ? more + 4.0f : more < 0.0f ? 0.0f : more;
            if (more < least) {
                least = more;
                next = k;
                next_normal = n;
            }
        }
        if (step == 0 && next == HONE_NONE) {
            return circle(balls[at], out);
        }
        made += add_hull_arc(balls[at], normal, next_normal, least, out + made);
        if (next == HONE_NONE) {
            return made;
        }
        normal = next_normal;
        turned += least;
        at = next;
    }
    return made;
}

int32_t hull_outline(const ball *balls, int32_t count, hone_vec2 *out)
{
    if (count <= 0) {
        return 0;
    }
    if (count == 1) {
        return circle(balls[0], out);
    }
    return count == 2 ? capsule(balls[0], balls[1], out) : many(balls, count, out);
}
