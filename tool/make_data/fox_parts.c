// SPDX-License-Identifier: MIT
//
// The parts of the fox: flat shapes with a dark outline, each on a picture of its own.
#include "fox.h"

#include <stdlib.h>

static const hone_color outline = 0xFF3A2230, fur = 0xFFF08A3C, fur_dark = 0xFFC9622A,
                        cream = 0xFFFFEBCF, dark = 0xFF5A3440, tunic = 0xFF2F8F7C,
                        tunic_dark = 0xFF216B60, scarf = 0xFFD8443F, scarf_dark = 0xFFA82E35,
                        belt = 0xFF7A4A2A, metal = 0xFF56505E, gold = 0xFFFFC94A;

typedef struct drawing {
    hone_canvas canvas;
    fox_part *part;
} drawing;

static hone_vec2 at(double x, double y)
{
    return (hone_vec2){(float)x, (float)y};
}

static drawing begin(fox_part *parts, int *count, const char *name, int width, int height,
                     double pivot_x, double pivot_y)
{
    fox_part *part = &parts[(*count)++];
    *part = (fox_part){
        .name = name, .width = width, .height = height, .pivot_x = pivot_x, .pivot_y = pivot_y};
    part->pixels = calloc((size_t)width * (size_t)height, sizeof(uint32_t));
    hone_surface surface = {part->pixels, width, height, width * 4, HONE_PIXEL_ARGB8888, 0, 0};
    return (drawing){hone_canvas_on(surface), part};
}

static void disc(drawing *d, double x, double y, double rx, double ry, double degrees,
                 hone_color color)
{
    hone_canvas_state before = d->canvas.state;
    double sine, cosine;
    hone_sincos_deg(degrees, &sine, &cosine);
    hone_affine2 m = {(float)(cosine * rx), (float)(sine * rx), (float)(-sine * ry),
                      (float)(cosine * ry), (float)x,           (float)y};
    hone_canvas_transform(&d->canvas, m);
    hone_canvas_fill_circle(&d->canvas, at(0, 0), 1.0f, color);
    d->canvas.state = before;
}

static void outlined_disc(drawing *d, double x, double y, double rx, double ry, double degrees,
                          hone_color color)
{
    disc(d, x, y, rx + 2.5, ry + 2.5, degrees, outline);
    disc(d, x, y, rx, ry, degrees, color);
}

static void shape(drawing *d, const hone_vec2 *points, int count, hone_color color)
{
    hone_canvas_polyline(&d->canvas, points, count, true, 5.0f, outline);
    hone_canvas_fill_convex(&d->canvas, points, count, color);
}

static void stroke(drawing *d, const hone_vec2 *points, int count, double width, hone_color color)
{
    hone_canvas_polyline(&d->canvas, points, count, false, (float)width, color);
}

// A limb that tapers from one end to the other.
static void limb(drawing *d, double x0, double y0, double r0, double x1, double y1, double r1,
                 hone_color color)
{
    for (int pass = 0; pass < 2; pass++) {
        double grow = pass == 0 ? 2.5 : 0.0;
        for (int i = 0; i <= 24; i++) {
            double t = i / 24.0;
            disc(d, x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, r0 + (r1 - r0) * t + grow,
                 r0 + (r1 - r0) * t + grow, 0.0, pass == 0 ? outline : color);
        }
    }
}

static void draw_head(fox_part *parts, int *count)
{
    drawing d = begin(parts, count, "ear_b", 44, 60, 22, 52);
    shape(&d, (hone_vec2[]){at(6, 50), at(20, 6), at(38, 48)}, 3, fur_dark);
    d = begin(parts, count, "ear_f", 52, 70, 26, 60);
    shape(&d, (hone_vec2[]){at(6, 58), at(22, 6), at(46, 54)}, 3, fur);
    hone_canvas_fill_convex(&d.canvas, (hone_vec2[]){at(15, 54), at(23, 20), at(38, 52)}, 3, dark);
    hone_canvas_fill_convex(&d.canvas, (hone_vec2[]){at(17, 22), at(22, 7), at(28, 20)}, 3, dark);
    d = begin(parts, count, "head", 124, 106, 58, 92);
    shape(&d, (hone_vec2[]){at(10, 58), at(24, 48), at(30, 84), at(4, 76)}, 4, cream);
    outlined_disc(&d, 60, 54, 50, 46, 0, fur);
    shape(&d, (hone_vec2[]){at(80, 58), at(104, 58), at(119, 69), at(112, 80), at(84, 90)}, 5,
          cream);
    disc(&d, 84, 68, 22, 20, 0, cream);
    disc(&d, 52, 84, 34, 14, -8, cream);
    disc(&d, 40, 72, 9, 6, 0, 0x60E8543C);
    disc(&d, 86, 73, 8, 5.5, 0, 0x50E8543C);
    // A tuft on the brow.
    hone_canvas_fill_convex(&d.canvas, (hone_vec2[]){at(52, 10), at(70, 26), at(60, 12)}, 3,
                            fur_dark);
    hone_canvas_fill_convex(&d.canvas, (hone_vec2[]){at(62, 9), at(84, 24), at(72, 10)}, 3,
                            fur_dark);
    d = begin(parts, count, "nose", 18, 16, 9, 8);
    disc(&d, 9, 8, 7, 6, 0, outline);
    disc(&d, 10.5, 6, 2.2, 1.6, 0, 0xC0FFFFFF);
    d = begin(parts, count, "eyes_open", 60, 32, 30, 16);
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? 14 : 46, r = i == 0 ? 8.5 : 7.5;
        disc(&d, x, 16, r + 1.5, r + 4.5, 0, outline);
        disc(&d, x + 0.5, 17, r, r + 3.0, 0, 0xFF4A2C20);
        disc(&d, x + 3, 12, 3.2, 3.6, 0, 0xFFFFFFFF);
        disc(&d, x - 2.5, 22, 1.6, 1.6, 0, 0xA0FFFFFF);
    }
    d = begin(parts, count, "eyes_closed", 60, 32, 30, 16);
    for (int i = 0; i < 2; i++) {
        double x = i == 0 ? 14 : 46, w = i == 0 ? 9 : 8;
        stroke(&d,
               (hone_vec2[]){at(x - w, 17), at(x - w / 2, 21), at(x + w / 2, 21), at(x + w, 17)}, 4,
               3.5, outline);
    }
    d = begin(parts, count, "mouth_smile", 30, 20, 15, 8);
    stroke(&d, (hone_vec2[]){at(5, 6), at(9, 10), at(15, 11), at(21, 9), at(25, 5)}, 5, 3, outline);
    d = begin(parts, count, "mouth_open", 30, 24, 15, 8);
    shape(&d, (hone_vec2[]){at(6, 6), at(24, 5), at(22, 14), at(15, 19), at(9, 15)}, 5, 0xFF8A2F3C);
    disc(&d, 15, 15.5, 5, 2.6, 0, 0xFFF08A90);
}

static void draw_body(fox_part *parts, int *count)
{
    drawing d = begin(parts, count, "torso", 72, 82, 36, 70);
    shape(&d, (hone_vec2[]){at(22, 8), at(50, 8), at(62, 42), at(60, 74), at(12, 74), at(10, 42)},
          6, tunic);
    hone_canvas_fill_convex(
        &d.canvas, (hone_vec2[]){at(12, 44), at(24, 12), at(24, 74), at(14, 74)}, 4, tunic_dark);
    hone_canvas_fill_rect(&d.canvas, 11, 58, 50, 9, belt);
    hone_canvas_fill_rect(&d.canvas, 40, 57, 11, 11, gold);
    hone_canvas_fill_rect(&d.canvas, 43, 60, 5, 5, belt);
    d = begin(parts, count, "skirt", 78, 40, 39, 8);
    shape(&d, (hone_vec2[]){at(14, 6), at(64, 6), at(72, 30), at(40, 35), at(6, 30)}, 5, tunic);
    hone_canvas_fill_convex(&d.canvas, (hone_vec2[]){at(14, 7), at(28, 7), at(24, 32), at(7, 29)},
                            4, tunic_dark);
    d = begin(parts, count, "collar", 68, 34, 34, 18);
    outlined_disc(&d, 34, 17, 28, 11, 0, scarf);
    stroke(&d, (hone_vec2[]){at(12, 18), at(26, 23), at(44, 22), at(58, 15)}, 4, 2.5, scarf_dark);
    d = begin(parts, count, "scarf_1", 48, 28, 42, 12);
    limb(&d, 40, 12, 8, 10, 15, 9, scarf);
    d = begin(parts, count, "scarf_2", 46, 28, 40, 13);
    limb(&d, 38, 13, 8.5, 10, 14, 10, scarf);
    d = begin(parts, count, "scarf_3", 46, 32, 40, 15);
    shape(&d, (hone_vec2[]){at(42, 8), at(6, 4), at(12, 15), at(4, 27), at(42, 22)}, 5, scarf);
    stroke(&d, (hone_vec2[]){at(14, 7), at(14, 25)}, 2, 3, scarf_dark);
    d = begin(parts, count, "tail_1", 60, 44, 52, 22);
    limb(&d, 50, 22, 9, 14, 22, 15, fur_dark);
    d = begin(parts, count, "tail_2", 66, 56, 56, 28);
    limb(&d, 52, 28, 15, 22, 28, 20, fur);
    d = begin(parts, count, "tail_3", 72, 56, 60, 28);
    limb(&d, 56, 28, 19, 10, 28, 4, fur);
    limb(&d, 32, 28, 11, 10, 28, 4, cream);
}

static void draw_limbs(fox_part *parts, int *count)
{
    static const char *const names[2][6] = {
        {"arm_f_upper", "arm_f_lower", "hand_f", "leg_f_upper", "leg_f_lower", "foot_f"},
        {"arm_b_upper", "arm_b_lower", "hand_b", "leg_b_upper", "leg_b_lower", "foot_b"}};
    for (int side = 0; side < 2; side++) {
        hone_color sleeve = side == 0 ? tunic : tunic_dark;
        hone_color skin = side == 0 ? fur : fur_dark;
        hone_color sock = side == 0 ? dark : 0xFF46283A;
        drawing d = begin(parts, count, names[side][0], 32, 48, 16, 12);
        limb(&d, 16, 12, 9, 16, 36, 8, sleeve);
        d = begin(parts, count, names[side][1], 28, 46, 14, 10);
        limb(&d, 14, 10, 8, 14, 34, 7, skin);
        d = begin(parts, count, names[side][2], 30, 32, 15, 9);
        outlined_disc(&d, 15, 15, 10, 11, 0, sock);
        outlined_disc(&d, 22, 12, 3.5, 5, -20, sock);
        d = begin(parts, count, names[side][3], 36, 52, 18, 12);
        limb(&d, 18, 12, 11, 18, 40, 9, skin);
        d = begin(parts, count, names[side][4], 30, 48, 15, 10);
        limb(&d, 15, 10, 9, 15, 36, 7, side == 0 ? fur : fur_dark);
        limb(&d, 15, 24, 7, 15, 36, 7, sock);
        d = begin(parts, count, names[side][5], 48, 26, 14, 10);
        outlined_disc(&d, 16, 13, 11, 9, 0, sock);
        outlined_disc(&d, 30, 16, 13, 7, 0, sock);
        disc(&d, 18, 14, 9, 7, 0, sock);
    }
}

static void draw_lantern(fox_part *parts, int *count)
{
    drawing d = begin(parts, count, "lantern", 44, 66, 22, 6);
    stroke(&d, (hone_vec2[]){at(22, 6), at(12, 16), at(12, 22)}, 3, 3, metal);
    stroke(&d, (hone_vec2[]){at(22, 6), at(32, 16), at(32, 22)}, 3, 3, metal);
    shape(&d, (hone_vec2[]){at(10, 24), at(34, 24), at(37, 52), at(7, 52)}, 4, 0xFFFFE7A0);
    disc(&d, 22, 40, 7, 10, 0, 0xFFFFB52E);
    disc(&d, 22, 43, 4, 6, 0, 0xFFFFF6D8);
    shape(&d, (hone_vec2[]){at(8, 18), at(36, 18), at(38, 25), at(6, 25)}, 4, metal);
    shape(&d, (hone_vec2[]){at(6, 52), at(38, 52), at(36, 60), at(8, 60)}, 4, metal);
    d = begin(parts, count, "glow", 120, 120, 60, 60);
    for (int i = 0; i < 28; i++) {
        double r = 58.0 - 2.0 * i;
        disc(&d, 60, 60, r, r, 0, 0x09FFB040);
    }
}

int fox_draw_parts(fox_part parts[FOX_PARTS_MAX])
{
    int count = 0;
    draw_head(parts, &count);
    draw_body(parts, &count);
    draw_limbs(parts, &count);
    draw_lantern(parts, &count);
    return count;
}
