// SPDX-License-Identifier: MIT
//
// Pictures before they are stored: cut out, resampled, turned, trimmed.
//
// All filters work on premultiplied colours, so clear pixels have no colour to bleed. A filter with
// negative lobes can leave the range; the result is cut to 0 <= colour <= alpha <= 255.
//
// Scaling is separable: a target texel's centre lies at (x + 1/2) / scale in the source, and its
// weights are Lanczos' kernel stretched by 1 / scale when the picture shrinks, over the texels that
// exist, brought to the sum 1, so that edges stay as sharp as they were.
#include "format/csource/csource.h"

#include <string.h>

map2 map2_mul(map2 o, map2 i)
{
    return (map2){o.a * i.a + o.c * i.b,          o.b * i.a + o.d * i.b,
                  o.a * i.c + o.c * i.d,          o.b * i.c + o.d * i.d,
                  o.a * i.tx + o.c * i.ty + o.tx, o.b * i.tx + o.d * i.ty + o.ty};
}

static int32_t floor_to_int(double value)
{
    int32_t whole = (int32_t)value;
    return (double)whole > value ? whole - 1 : whole;
}

static int32_t ceil_to_int(double value)
{
    return -floor_to_int(-value);
}

bool picture_cut(arena *a, const hone_texture *texture, hone_rect rect, picture *out)
{
    out->width = rect.width;
    out->height = rect.height;
    out->to_source = (map2){1.0, 0.0, 0.0, 1.0, 0.0, 0.0};
    out->pixels = arena_new(a, (size_t)rect.width * (size_t)rect.height, sizeof *out->pixels);
    if (out->pixels == NULL) {
        return false;
    }
    for (int32_t y = 0; y < rect.height; y++) {
        const uint8_t *row =
            (const uint8_t *)texture->pixels + (ptrdiff_t)(rect.y + y) * texture->stride;
        memcpy(out->pixels + (ptrdiff_t)y * rect.width, row + (ptrdiff_t)rect.x * 4,
               (size_t)rect.width * 4);
    }
    return true;
}

void picture_clear_key(picture *p, hone_color key)
{
    size_t count = (size_t)p->width * (size_t)p->height;
    for (size_t i = 0; i < count; i++) {
        if (p->pixels[i] == (key | 0xFF000000u)) {
            p->pixels[i] = 0;
        }
    }
}

// ---- filters

static uint32_t channel(double value, double most)
{
    value = value < 0.0 ? 0.0 : value > most ? most : value;
    return (uint32_t)(value + 0.5);
}

// Four channels, alpha first.
typedef struct sum4 {
    double v[4];
} sum4;

static void add(sum4 *sum, uint32_t pixel, double weight)
{
    for (int i = 0; i < 4; i++) {
        sum->v[i] += weight * (double)(pixel >> (24 - 8 * i) & 255);
    }
}

static uint32_t pixel_of(const sum4 *sum)
{
    uint32_t alpha = channel(sum->v[0], 255.0);
    uint32_t pixel = alpha << 24;
    for (int i = 1; i < 4; i++) {
        pixel |= channel(sum->v[i], (double)alpha) << (24 - 8 * i);
    }
    return pixel;
}

static double lanczos(double x)
{
    if (x < 0.0) {
        x = -x;
    }
    if (x < 1e-9) {
        return 1.0;
    }
    if (x >= 3.0) {
        return 0.0;
    }
    const double pi = 3.14159265358979323846;
    double sine, sine_third, cosine;
    hone_sincos_deg(x * 180.0, &sine, &cosine);
    hone_sincos_deg(x * 60.0, &sine_third, &cosine);
    return 3.0 * sine * sine_third / (pi * pi * x * x);
}

// The weights of one axis: for each target texel the first source texel and `taps` weights.
typedef struct axis {
    int32_t taps;
    int32_t *first;
    double *weights;
} axis;

static bool make_axis(arena *a, int32_t from, int32_t to, axis *out)
{
    double step = (double)from / (double)to;
    double stretch = step > 1.0 ? step : 1.0;
    out->taps = ceil_to_int(6.0 * stretch) + 1;
    out->taps = out->taps > from ? from : out->taps;
    out->first = arena_new(a, (size_t)to, sizeof *out->first);
    out->weights = arena_new(a, (size_t)to * (size_t)out->taps, sizeof *out->weights);
    if (out->first == NULL || out->weights == NULL) {
        return false;
    }
    for (int32_t i = 0; i < to; i++) {
        double centre = ((double)i + 0.5) * step - 0.5;
        int32_t first = ceil_to_int(centre - 3.0 * stretch);
        first = first > from - out->taps ? from - out->taps : first;
        first = first < 0 ? 0 : first;
        double *weights = out->weights + (ptrdiff_t)i * out->taps;
        double sum = 0.0;
        for (int32_t t = 0; t < out->taps; t++) {
            weights[t] = lanczos(((double)(first + t) - centre) / stretch);
            sum += weights[t];
        }
        for (int32_t t = 0; t < out->taps; t++) {
            weights[t] /= sum;
        }
        out->first[i] = first;
    }
    return true;
}

static int32_t scaled_side(int32_t side, double scale)
{
    int32_t scaled = floor_to_int((double)side * scale + 0.5);
    return scaled < 1 ? 1 : scaled;
}

bool picture_scale(arena *a, double scale, picture *p)
{
    int32_t width = scaled_side(p->width, scale);
    int32_t height = scaled_side(p->height, scale);
    if (p->width == 0 || p->height == 0 || (width == p->width && height == p->height)) {
        return true;
    }
    axis across, down;
    sum4 *rows = arena_new(a, (size_t)width * (size_t)p->height, sizeof *rows);
    uint32_t *pixels = arena_new(a, (size_t)width * (size_t)height, sizeof *pixels);
    if (rows == NULL || pixels == NULL || !make_axis(a, p->width, width, &across) ||
        !make_axis(a, p->height, height, &down)) {
        return false;
    }
    for (int32_t y = 0; y < p->height; y++) {
        const uint32_t *row = p->pixels + (ptrdiff_t)y * p->width;
        for (int32_t x = 0; x < width; x++) {
            sum4 *sum = &rows[(ptrdiff_t)y * width + x];
            for (int32_t t = 0; t < across.taps; t++) {
                add(sum, row[across.first[x] + t], across.weights[(ptrdiff_t)x * across.taps + t]);
            }
        }
    }
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            sum4 sum = {{0.0, 0.0, 0.0, 0.0}};
            for (int32_t t = 0; t < down.taps; t++) {
                const sum4 *from = &rows[(ptrdiff_t)(down.first[y] + t) * width + x];
                for (int i = 0; i < 4; i++) {
                    sum.v[i] += down.weights[(ptrdiff_t)y * down.taps + t] * from->v[i];
                }
            }
            pixels[(ptrdiff_t)y * width + x] = pixel_of(&sum);
        }
    }
    map2 back = {(double)p->width / (double)width,   0.0, 0.0,
                 (double)p->height / (double)height, 0.0, 0.0};
    *p = (picture){pixels, width, height, map2_mul(p->to_source, back)};
    return true;
}

// ---- turning

// The weights of four texels at a fraction between the middle two (Catmull and Rom 1974).
static void cubic_weights(double t, double w[4])
{
    w[0] = ((-0.5 * t + 1.0) * t - 0.5) * t;
    w[1] = (1.5 * t - 2.5) * t * t + 1.0;
    w[2] = ((-1.5 * t + 2.0) * t + 0.5) * t;
    w[3] = (0.5 * t - 0.5) * t * t;
}

static uint32_t sample(const picture *p, double x, double y)
{
    double wx[4], wy[4];
    int32_t x0 = floor_to_int(x - 0.5);
    int32_t y0 = floor_to_int(y - 0.5);
    cubic_weights(x - 0.5 - (double)x0, wx);
    cubic_weights(y - 0.5 - (double)y0, wy);
    sum4 sum = {{0.0, 0.0, 0.0, 0.0}};
    for (int32_t j = 0; j < 4; j++) {
        for (int32_t i = 0; i < 4; i++) {
            int32_t u = x0 - 1 + i;
            int32_t v = y0 - 1 + j;
            if (u >= 0 && v >= 0 && u < p->width && v < p->height) {
                add(&sum, p->pixels[(ptrdiff_t)v * p->width + u], wx[i] * wy[j]);
            }
        }
    }
    // Faint ringing outside of the picture would undo what trimming gains.
    return sum.v[0] < 2.0 ? 0 : pixel_of(&sum);
}

bool picture_turn(arena *a, double degrees, picture *p)
{
    double sine, cosine;
    hone_sincos_deg(degrees, &sine, &cosine);
    double wide = (double)p->width;
    double high = (double)p->height;
    double sine_size = sine < 0.0 ? -sine : sine;
    double cosine_size = cosine < 0.0 ? -cosine : cosine;
    int32_t width = ceil_to_int(wide * cosine_size + high * sine_size) + 2;
    int32_t height = ceil_to_int(wide * sine_size + high * cosine_size) + 2;
    uint32_t *pixels = arena_new(a, (size_t)width * (size_t)height, sizeof *pixels);
    if (pixels == NULL) {
        return false;
    }
    // Back to the source: the turn undone about both centres.
    map2 back = {cosine, -sine, sine, cosine, 0.0, 0.0};
    back.tx = 0.5 * wide - 0.5 * (back.a * (double)width + back.c * (double)height);
    back.ty = 0.5 * high - 0.5 * (back.b * (double)width + back.d * (double)height);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            double u = (double)x + 0.5;
            double v = (double)y + 0.5;
            pixels[(ptrdiff_t)y * width + x] =
                sample(p, back.a * u + back.c * v + back.tx, back.b * u + back.d * v + back.ty);
        }
    }
    *p = (picture){pixels, width, height, map2_mul(p->to_source, back)};
    return true;
}

// The corners of the first and last visible pixels of each row: their hull is that of all.
static int32_t visible_corners(const picture *p, int32_t (*points)[2])
{
    int32_t count = 0;
    for (int32_t y = 0; y < p->height; y++) {
        const uint32_t *row = p->pixels + (ptrdiff_t)y * p->width;
        int32_t left = 0;
        int32_t right = p->width;
        while (left < right && row[left] >> 24 == 0) {
            left++;
        }
        while (right > left && row[right - 1] >> 24 == 0) {
            right--;
        }
        if (left < right) {
            for (int32_t edge = 0; edge < 2; edge++) {
                points[count][0] = left;
                points[count++][1] = y + edge;
                points[count][0] = right;
                points[count++][1] = y + edge;
            }
        }
    }
    return count;
}

bool picture_best_turn(arena *a, const picture *p, double *degrees, double *gain)
{
    *degrees = *gain = 0.0;
    size_t most = (size_t)p->height * 4 + 4;
    int32_t(*points)[2] = arena_new(a, most, sizeof *points);
    int32_t(*hull)[2] = arena_new(a, most, sizeof *hull);
    if (points == NULL || hull == NULL) {
        return false;
    }
    int32_t corners = hull_of(points, visible_corners(p, points), hull);
    double upright = (double)p->width * (double)p->height;
    for (int32_t step = 1; step < 180 && corners >= 3 && upright > 0.0; step++) {
        double sine, cosine;
        double angle = 0.5 * (double)step;
        hone_sincos_deg(angle, &sine, &cosine);
        double low_x = 1e30, high_x = -1e30, low_y = 1e30, high_y = -1e30;
        for (int32_t i = 0; i < corners; i++) {
            double x = cosine * (double)hull[i][0] - sine * (double)hull[i][1];
            double y = sine * (double)hull[i][0] + cosine * (double)hull[i][1];
            low_x = x < low_x ? x : low_x;
            high_x = x > high_x ? x : high_x;
            low_y = y < low_y ? y : low_y;
            high_y = y > high_y ? y : high_y;
        }
        // What the soft edge adds on each side counts.
        double area = (high_x - low_x + 1.0) * (high_y - low_y + 1.0);
        double saved = 1.0 - area / upright;
        if (saved > *gain) {
            *gain = saved;
            *degrees = angle;
        }
    }
    return true;
}

// ---- trimming

bool picture_trim(arena *a, uint32_t least, picture *p)
{
    int32_t left = p->width, top = p->height, right = 0, bottom = 0;
    for (int32_t y = 0; y < p->height; y++) {
        for (int32_t x = 0; x < p->width; x++) {
            if (p->pixels[(ptrdiff_t)y * p->width + x] >> 24 >= least) {
                left = x < left ? x : left;
                right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
            }
        }
    }
    if (left >= right) {
        p->width = p->height = 0;
        return true;
    }
    const hone_texture all = {p->pixels, p->width, p->height, p->width * 4, HONE_PIXEL_ARGB8888};
    map2 before = p->to_source;
    const map2 moved = {1.0, 0.0, 0.0, 1.0, (double)left, (double)top};
    if (!picture_cut(a, &all, (hone_rect){left, top, right - left, bottom - top}, p)) {
        return false;
    }
    p->to_source = map2_mul(before, moved);
    return true;
}
