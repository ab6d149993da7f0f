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
        arc(c, 128, 180, 24, 17, 25, 155, 4.5, l->lips);
    }
}

static void first_face(hone_canvas *c)
{
    const look l = {0xFFFFD9BC, 0x70FF8F8F, 0xFF5A3322, 0xFF7D4A30,
                    0xFF3F7FA8, 0xFFB04A52, 0xFF4A2A1C};
    // Hair behind, ears, face.
    ellipse(c, 128, 112, 112, 108, 0, l.hair);
    ellipse(c, 30, 150, 24, 54, 8, l.hair);
    ellipse(c, 226, 150, 24, 54, -8, l.hair);
    ellipse(c, 36, 146, 14, 20, 0, l.skin);
    ellipse(c, 220, 146, 14, 20, 0, l.skin);
    ellipse(c, 128, 142, 92, 104, 0, l.skin);
    ellipse(c, 68, 172, 19, 12, 0, l.blush);
    ellipse(c, 188, 172, 19, 12, 0, l.blush);
    // A fringe swept to one side.
    hone_vec2 fringe[] = {at(38, 118), at(44, 62),  at(84, 24),  at(140, 16),
                          at(190, 34), at(176, 62), at(120, 84), at(70, 108)};
    hone_canvas_fill_convex(c, fringe, 8, l.hair);
    hone_vec2 other[] = {at(168, 46), at(190, 34), at(214, 66), at(220, 116), at(200, 92)};
    hone_canvas_fill_convex(c, other, 5, l.hair);
    arc(c, 120, 96, 70, 64, 205, 292, 5, l.hair_light);
    arc(c, 112, 106, 58, 58, 210, 285, 4, l.hair_light);
    eye(c, 88, 138, &l);
    eye(c, 168, 138, &l);
    arc(c, 86, 124, 22, 16, 215, 318, 5, l.brow);
    arc(c, 170, 124, 22, 16, 222, 325, 5, l.brow);
    arc(c, 128, 158, 7, 8, 40, 140, 3.5, 0xFFD99A7C);
    mouth(c, &l, true);
}

static void second_face(hone_canvas *c)
{
    const look l = {0xFFC98F66, 0x60E0604A, 0xFF201A2A, 0xFF3D3450,
                    0xFF5A3A1E, 0xFF8E3A3C, 0xFF1A1420};
    // Two buns and a parting in the middle.
    ellipse(c, 52, 36, 34, 32, 0, l.hair);
    ellipse(c, 204, 36, 34, 32, 0, l.hair);
    arc(c, 52, 36, 22, 20, 190, 300, 4, l.hair_light);
    arc(c, 204, 36, 22, 20, 190, 300, 4, l.hair_light);
    ellipse(c, 128, 118, 106, 100, 0, l.hair);
    ellipse(c, 38, 150, 13, 19, 0, l.skin);
    ellipse(c, 218, 150, 13, 19, 0, l.skin);
    ellipse(c, 38, 172, 5, 5, 0, 0xFFFFCB3D);
    ellipse(c, 218, 172, 5, 5, 0, 0xFFFFCB3D);
    ellipse(c, 128, 148, 90, 98, 0, l.skin);
    hone_vec2 left[] = {at(34, 128), at(40, 78), at(74, 38), at(128, 26),
                        at(132, 40), at(96, 88), at(56, 116)};
    hone_vec2 right[] = {at(222, 128), at(216, 78), at(182, 38), at(128, 26),
                         at(124, 40),  at(160, 88), at(200, 116)};
    hone_canvas_fill_convex(c, left, 7, l.hair);
    hone_canvas_fill_convex(c, right, 7, l.hair);
    hone_canvas_line(c, at(128, 24), at(128, 48), 3, l.hair_light);
    ellipse(c, 68, 178, 19, 11, 0, l.blush);
    ellipse(c, 188, 178, 19, 11, 0, l.blush);
    eye(c, 88, 144, &l);
    eye(c, 168, 144, &l);
    arc(c, 88, 130, 21, 15, 212, 322, 5.5, l.brow);
    arc(c, 168, 130, 21, 15, 218, 328, 5.5, l.brow);
    arc(c, 128, 164, 8, 7, 30, 150, 3.5, 0xFF9C6543);
    mouth(c, &l, false);
    for (int i = 0; i < 3; i++) {
        ellipse(c, 76 + i * 9, 168 + (i == 1 ? 5 : 0), 1.8, 1.8, 0, 0xA07A4A30);
        ellipse(c, 162 + i * 9, 168 + (i == 1 ? 5 : 0), 1.8, 1.8, 0, 0xA07A4A30);
    }
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
