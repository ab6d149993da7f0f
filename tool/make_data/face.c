// SPDX-License-Identifier: MIT
//
// Two friendly faces, drawn at the size of the picture; transparent round the head.
#include "dance.h"

#include <string.h>

enum { SIDE = 256 };

typedef struct look {
    hone_color skin, blush, hair, hair_light, iris, lips, brow;
} look;

static hone_vec2 at(double x, double y)
{
    return (hone_vec2){(float)x, (float)y};
}

static void ellipse(hone_canvas *c, double x, double y, double rx, double ry, double degrees,
                    hone_color color)
{
    hone_canvas_state before = c->state;
    double sine, cosine;
    hone_sincos_deg(degrees, &sine, &cosine);
    hone_affine2 m = {(float)(cosine * rx), (float)(sine * rx), (float)(-sine * ry),
                      (float)(cosine * ry), (float)x,           (float)y};
    hone_canvas_transform(c, m);
    hone_canvas_fill_circle(c, at(0, 0), 1.0f, color);
    c->state = before;
}

// A stroke along a part of an ellipse, from one angle to another (0 = right, 90 = down).
static void arc(hone_canvas *c, double x, double y, double rx, double ry, double from, double to,
                double width, hone_color color)
{
    hone_vec2 points[25];
    for (int i = 0; i < 25; i++) {
        double sine, cosine;
        hone_sincos_deg(from + (to - from) * i / 24.0, &sine, &cosine);
        points[i] = at(x + rx * cosine, y + ry * sine);
    }
    hone_canvas_polyline(c, points, 25, false, (float)width, color);
}

static void eye(hone_canvas *c, double x, double y, const look *l)
{
    ellipse(c, x, y, 16, 19, 0, 0xFFFFFFFF);
    ellipse(c, x + 1, y + 3, 11.5, 14, 0, l->iris);
    ellipse(c, x + 1, y + 4, 6.5, 8.5, 0, 0xFF1C1420);
    ellipse(c, x + 4.5, y - 2.5, 4, 4.5, 0, 0xFFFFFFFF);
    ellipse(c, x - 3.5, y + 9, 2.2, 2.2, 0, 0xB0FFFFFF);
    arc(c, x, y + 1, 17, 20, 196, 344, 4.5, 0xFF2A1B22);
}

static void mouth(hone_canvas *c, const look *l, bool open)
{
    if (open) {
        hone_vec2 smile[26];
        for (int i = 0; i < 26; i++) {
            double sine, cosine;
            hone_sincos_deg(180.0 * i / 25.0, &sine, &cosine);
            smile[i] = at(128 + 25 * cosine, 188 + 19 * sine);
        }
        hone_canvas_fill_convex(c, smile, 26, 0xFF7A2638);
        ellipse(c, 128, 202, 13, 6, 0, 0xFFE87C86);
        hone_canvas_line(c, at(108, 189.5), at(148, 189.5), 4, 0xFFFFF6F0);
        arc(c, 128, 188, 25, 19, 0, 180, 3, l->lips);
        hone_canvas_line(c, at(102, 187), at(154, 187), 3, l->lips);
    } else {
        arc(c, 128, 186, 27, 18, 20, 160, 5, l->lips);
    }
}

// A point of a cubic Bezier curve.
static hone_vec2 on_curve(const hone_vec2 p[4], double t)
{
    double u = 1.0 - t;
    double w[4] = {u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t};
    double x = 0.0, y = 0.0;
    for (int i = 0; i < 4; i++) {
        x += w[i] * (double)p[i].x;
        y += w[i] * (double)p[i].y;
    }
    return at(x, y);
}

// All between two curves, in slices that overlap, so that no seam shows.
static void between_curves(hone_canvas *c, const hone_vec2 one[4], const hone_vec2 other[4],
                           hone_color color)
{
    enum { SLICES = 24 };
    for (int i = 0; i < SLICES; i++) {
        double from = (double)i / SLICES;
        double to = i + 2 < SLICES ? (double)(i + 2) / SLICES : 1.0;
        hone_vec2 slice[4] = {on_curve(one, from), on_curve(one, to), on_curve(other, to),
                              on_curve(other, from)};
        hone_canvas_fill_convex(c, slice, 4, color);
    }
}

static void first_face(hone_canvas *c)
{
    const look l = {0xFFFFD9BC, 0x70FF8F8F, 0xFF5A3322, 0xFF7D4A30,
                    0xFF3F7FA8, 0xFFB04A52, 0xFF4A2A1C};
    // Hair behind, ears, face.
    ellipse(c, 128, 114, 113, 110, 0, l.hair);
    ellipse(c, 31, 152, 24, 56, 8, l.hair);
    ellipse(c, 225, 152, 24, 56, -8, l.hair);
    ellipse(c, 38, 150, 13, 19, 0, l.skin);
    ellipse(c, 218, 150, 13, 19, 0, l.skin);
    ellipse(c, 38, 151, 6, 11, 0, 0xFFEDB898);
    ellipse(c, 218, 151, 6, 11, 0, 0xFFEDB898);
    ellipse(c, 128, 142, 91, 104, 0, l.skin);
    ellipse(c, 68, 174, 20, 12, 0, l.blush);
    ellipse(c, 188, 174, 20, 12, 0, l.blush);
    eye(c, 88, 142, &l);
    eye(c, 168, 142, &l);
    // A fringe swept from a parting on the right.
    const hone_vec2 crown[] = {at(33, 152), at(18, 40), at(110, 0), at(184, 26)};
    const hone_vec2 sweep[] = {at(35, 152), at(58, 106), at(138, 112), at(184, 36)};
    const hone_vec2 right[] = {at(172, 24), at(214, 30), at(236, 90), at(223, 154)};
    const hone_vec2 right_edge[] = {at(172, 42), at(186, 96), at(210, 104), at(221, 154)};
    between_curves(c, crown, sweep, l.hair);
    between_curves(c, right, right_edge, l.hair);
    const hone_vec2 shine[] = {at(58, 92), at(74, 54), at(112, 34), at(152, 34)};
    const hone_vec2 shine_low[] = {at(58, 92), at(82, 66), at(116, 50), at(152, 34)};
    between_curves(c, shine, shine_low, l.hair_light);
    const hone_vec2 second_shine[] = {at(72, 104), at(92, 82), at(122, 72), at(150, 58)};
    const hone_vec2 second_low[] = {at(72, 104), at(96, 90), at(126, 82), at(150, 58)};
    between_curves(c, second_shine, second_low, l.hair_light);
    arc(c, 86, 128, 22, 15, 212, 318, 5, l.brow);
    arc(c, 170, 128, 22, 15, 222, 328, 5, l.brow);
    arc(c, 128, 161, 7, 8, 40, 140, 3.5, 0xFFD99A7C);
    mouth(c, &l, true);
}

static void second_face(hone_canvas *c)
{
    const look l = {0xFFC98F66, 0x60E0604A, 0xFF201A2A, 0xFF3D3450,
                    0xFF5A3A1E, 0xFF8E3A3C, 0xFF1A1420};
    // Two buns with ties, hair parted in the middle.
    for (int side = -1; side <= 1; side += 2) {
        double x = 128 + side * 76;
        ellipse(c, x, 38, 35, 32, side * 24, l.hair);
        arc(c, x, 38, 23, 21, 195, 300, 4, l.hair_light);
        arc(c, x, 40, 12, 11, 195, 300, 3.5, l.hair_light);
    }
    ellipse(c, 128, 120, 105, 100, 0, l.hair);
    for (int side = -1; side <= 1; side += 2) {
        ellipse(c, 128 + side * 90, 152, 12, 18, 0, l.skin);
        ellipse(c, 128 + side * 90, 153, 6, 10, 0, 0xFFB07850);
        ellipse(c, 128 + side * 92, 174, 5, 5, 0, 0xFFFFCB3D);
    }
    ellipse(c, 128, 148, 89, 98, 0, l.skin);
    for (int side = -1; side <= 1; side += 2) {
        const hone_vec2 crown[] = {at(128, 24), at(128 + side * 66, 22), at(128 + side * 104, 78),
                                   at(128 + side * 92, 150)};
        const hone_vec2 edge[] = {at(128 - side * 2, 44), at(128 + side * 18, 92),
                                  at(128 + side * 82, 84), at(128 + side * 90, 150)};
        between_curves(c, crown, edge, l.hair);
        ellipse(c, 128 + side * 61, 58, 21, 6, side * 40, 0xFFE8506A);
        arc(c, 128, 122, 84, 74, side < 0 ? 212 : 296, side < 0 ? 244 : 328, 4, l.hair_light);
        ellipse(c, 128 + side * 60, 180, 20, 12, 0, l.blush);
        for (int i = -1; i <= 1; i++) {
            ellipse(c, 128 + side * 52 + i * 9, i == 0 ? 175 : 170, 1.9, 1.9, 0, 0xA07A4A30);
        }
    }
    hone_canvas_line(c, at(128, 24), at(128, 44), 3, l.hair_light);
    eye(c, 88, 146, &l);
    eye(c, 168, 146, &l);
    arc(c, 87, 131, 21, 14, 210, 320, 5.5, l.brow);
    arc(c, 169, 131, 21, 14, 220, 330, 5.5, l.brow);
    arc(c, 128, 166, 8, 7, 30, 150, 3.5, 0xFF9C6543);
    mouth(c, &l, false);
}

bool write_face(const char *path, int which)
{
    static uint32_t pixels[SIDE * SIDE];
    memset(pixels, 0, sizeof pixels);
    hone_surface surface = {pixels, SIDE, SIDE, SIDE * 4, HONE_PIXEL_ARGB8888, 0, 0};
    hone_canvas canvas = hone_canvas_on(surface);
    if (which == 0) {
        first_face(&canvas);
    } else {
        second_face(&canvas);
    }
    return hone_image_write_png(path, &surface, NULL) == HONE_OK;
}
