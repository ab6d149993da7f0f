// SPDX-License-Identifier: MIT
//
// The outline of a convex hull of discs, as a polygon.
//
// Two discs: with unit axis e from the first centre to the second at distance d, the common outer
// tangents touch both at e cos b + n sin b and its mirror image, cos b = (r1 - r2) / d. The round
// ends are halved again and again between the tangent points: the direction half way between two
// unit vectors is their normalised sum. More discs: the point of the hull that lies farthest in
// each of a fixed set of directions.
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

enum { MOST_DIRECTIONS = 64 };

static int32_t many(const ball *balls, int32_t count, hone_vec2 *out)
{
    const hone_vec2 right = {1.0f, 0.0f}, down = {0.0f, 1.0f}, left = {-1.0f, 0.0f},
                    up = {0.0f, -1.0f};
    float largest = 0.0f;
    for (int32_t k = 0; k < count; k++) {
        largest = balls[k].radius > largest ? balls[k].radius : largest;
    }
    int32_t directions = largest > 30.0f ? MOST_DIRECTIONS : MOST_DIRECTIONS / 2;
    hone_vec2 rays[MOST_DIRECTIONS + 2];
    (void)arc_directions(right, down, left, directions / 4, rays);
    (void)arc_directions(left, up, right, directions / 4, rays + directions / 2);
    for (int32_t i = 0; i < directions; i++) {
        int32_t best = 0;
        float farthest = 0.0f;
        for (int32_t k = 0; k < count; k++) {
            float reach = balls[k].x * rays[i].x + balls[k].y * rays[i].y + balls[k].radius;
            if (k == 0 || reach > farthest) {
                farthest = reach;
                best = k;
            }
        }
        out[i] = rim(balls[best], rays[i]);
    }
    return directions;
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
