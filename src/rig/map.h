// SPDX-License-Identifier: MIT
//
// Affine maps and boxes as the frame path needs them, four floats at once where the machine has
// vectors of four; the plain form does the same operations in the same order, so both give the same
// bits.
//
// A box is [x0, y0, -x1, -y1] in whole pixels: the union of two is the smaller of each number, and
// it touches another one, turned about to [x1, y1, -x0, -y0], when no number is greater.
#ifndef HONE_RIG_MAP_H
#define HONE_RIG_MAP_H

#include "math/angle16.h"
#include "math/lanes.h"
#include "rig/rig.h"

enum {
    RIG_BOX_NOTHING = INT16_MAX, // all four: holds nothing, touches nothing
    RIG_BOX_FAR = INT16_MAX - 1  // what lies beyond is taken to be here
};

#if defined(HONE_LANES_SSE2)

typedef struct rig_map {
    __m128 linear; // a b c d
    __m128 place;  // tx ty 0 0
} rig_map;

static inline rig_map rig_map_load(const hone_affine2 *m)
{
    return (rig_map){_mm_loadu_ps(&m->a),
                     _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)&m->tx))};
}

static inline void rig_map_store(hone_affine2 *out, rig_map m)
{
    _mm_storeu_ps(&out->a, m.linear);
    _mm_storel_epi64((__m128i *)(void *)&out->tx, _mm_castps_si128(m.place));
}

static inline rig_map rig_map_mul(rig_map a, rig_map b)
{
    __m128 x_axis = _mm_movelh_ps(a.linear, a.linear);
    __m128 y_axis = _mm_movehl_ps(a.linear, a.linear);
    __m128 x = _mm_shuffle_ps(b.linear, b.linear, _MM_SHUFFLE(2, 2, 0, 0));
    __m128 y = _mm_shuffle_ps(b.linear, b.linear, _MM_SHUFFLE(3, 3, 1, 1));
    __m128 px = _mm_shuffle_ps(b.place, b.place, _MM_SHUFFLE(0, 0, 0, 0));
    __m128 py = _mm_shuffle_ps(b.place, b.place, _MM_SHUFFLE(1, 1, 1, 1));
    return (rig_map){
        _mm_add_ps(_mm_mul_ps(x_axis, x), _mm_mul_ps(y_axis, y)),
        _mm_add_ps(_mm_add_ps(_mm_mul_ps(x_axis, px), _mm_mul_ps(y_axis, py)), a.place)};
}

// cos, sin, -sin, cos of an angle in units of 2^-22: as sincos16() does it, both at once.
static inline __m128 rig_axes(int16_t angle)
{
    static const uint32_t signs[4][4] = {{0, 0, 1u << 31, 0},
                                         {1u << 31, 0, 1u << 31, 1u << 31},
                                         {1u << 31, 1u << 31, 0, 1u << 31},
                                         {0, 1u << 31, 0, 0}};
    uint32_t q = quarter_of(angle);
    int32_t from_start, from_end;
    memcpy(&from_start, &angle16_quarter_wave[q >> 6], sizeof from_start);
    memcpy(&from_end, &angle16_quarter_wave[(0x4000 - q) >> 6], sizeof from_end);
    __m128i entries =
        _mm_unpacklo_epi32(_mm_cvtsi32_si128(from_start), _mm_cvtsi32_si128(from_end));
    // q and 0x4000 - q
    __m128i place = _mm_shuffle_epi32(_mm_cvtsi32_si128((int32_t)q), 0);
    place = _mm_add_epi32(_mm_xor_si128(place, _mm_set_epi32(0, 0, -1, 0)),
                          _mm_set_epi32(0, 0, 0x4001, 0));
    __m128i f = _mm_and_si128(place, _mm_set1_epi32(63));
    __m128i weights = _mm_add_epi32(_mm_sub_epi32(_mm_slli_epi32(f, 16), f), _mm_set1_epi32(64));
    __m128i sines = _mm_add_epi32(_mm_madd_epi16(entries, weights), _mm_slli_epi32(place, 8));
    __m128 axes = _mm_cvtepi32_ps(_mm_shuffle_epi32(sines, _MM_SHUFFLE(1, 0, 0, 1)));
    return _mm_xor_ps(axes,
                      _mm_loadu_ps((const float *)(const void *)signs[(uint16_t)angle >> 14]));
}

// The world of a bone: its local pose in its parent's world (NULL for roots).
static inline void rig_place(const hone_rig_local *local, const hone_affine2 *parent,
                             hone_affine2 *out)
{
    __m128 axes = rig_axes(local->rot_y);
    if (local->rot_x != local->rot_y) {
        axes = _mm_shuffle_ps(axes, rig_axes(local->rot_x), _MM_SHUFFLE(3, 2, 1, 0));
    }
    int32_t scales;
    memcpy(&scales, &local->scale_x, sizeof scales);
    __m128i pair = _mm_cvtsi32_si128(scales);
    pair = _mm_srai_epi32(_mm_unpacklo_epi16(pair, pair), 16);
    __m128 scale =
        _mm_mul_ps(_mm_cvtepi32_ps(_mm_unpacklo_epi32(pair, pair)), _mm_set1_ps(0x1p-34f));
    rig_map map = {_mm_mul_ps(axes, scale),
                   _mm_castsi128_ps(_mm_loadl_epi64((const __m128i *)(const void *)&local->x))};
    if (parent != NULL) {
        map = rig_map_mul(rig_map_load(parent), map);
    }
    rig_map_store(out, map);
}

static inline void rig_multiply(const hone_affine2 *a, const hone_affine2 *b, hone_affine2 *out)
{
    rig_map_store(out, rig_map_mul(rig_map_load(a), rig_map_load(b)));
}

// out = a b c
static inline void rig_multiply_twice(const hone_affine2 *a, const hone_affine2 *b,
                                      const hone_affine2 *c, hone_affine2 *out)
{
    rig_map ab = rig_map_mul(rig_map_load(a), rig_map_load(b));
    rig_map_store(out, rig_map_mul(ab, rig_map_load(c)));
}

// The attachment's place in its texture, widened.
static inline void rig_source(const hone_rig_attachment *shown, hone_rect *out)
{
    __m128i four = _mm_loadl_epi64((const __m128i *)(const void *)&shown->source_x);
    _mm_storeu_si128((__m128i *)(void *)out, _mm_srai_epi32(_mm_unpacklo_epi16(four, four), 16));
}

typedef __m128i rig_lanes; // a box in the low half

static inline rig_lanes rig_lanes_nothing(void)
{
    return _mm_set1_epi16(RIG_BOX_NOTHING);
}

static inline rig_lanes rig_lanes_load(const rig_box *box)
{
    return _mm_loadl_epi64((const __m128i *)(const void *)box);
}

static inline void rig_lanes_store(rig_box *out, rig_lanes box)
{
    double eight_bytes = _mm_cvtsd_f64(_mm_castsi128_pd(box));
    memcpy(out, &eight_bytes, sizeof *out);
}

static inline rig_lanes rig_lanes_union(rig_lanes a, rig_lanes b)
{
    return _mm_min_epi16(a, b);
}

// b is turned about.
static inline bool rig_lanes_touch(rig_lanes a, rig_lanes b)
{
    return (_mm_movemask_epi8(_mm_cmpgt_epi16(a, b)) & 0xFF) == 0;
}

// The box round the map of a rectangle at the origin, grown by half a unit on each side. A bound is
// the integer nearest to half a pixel below it (the even one of two): the next below or one less.
// What is not a number or beyond 31 bits makes the box reach as far as boxes do.
static inline rig_lanes rig_lanes_round(rig_map m, __m128 half_size)
{
    const __m128 magnitude = _mm_castsi128_ps(_mm_set1_epi32(INT32_MAX));
    const __m128 turned = _mm_castsi128_ps(_mm_set_epi32(INT32_MIN, INT32_MIN, 0, 0));
    const __m128 half = _mm_set1_ps(0.5f);
    __m128 edges = _mm_mul_ps(m.linear, half_size);
    __m128 grown = _mm_mul_ps(m.linear, _mm_add_ps(half_size, half));
    grown = _mm_and_ps(grown, magnitude);
    __m128 across = _mm_add_ps(edges, _mm_movehl_ps(edges, edges));
    __m128 reach = _mm_add_ps(grown, _mm_movehl_ps(grown, grown));
    __m128 centre = _mm_add_ps(m.place, across);
    centre = _mm_xor_ps(_mm_movelh_ps(centre, centre), turned);
    __m128 bound = _mm_sub_ps(centre, _mm_movelh_ps(reach, reach));
    __m128i whole = _mm_cvtps_epi32(_mm_sub_ps(bound, half));
    return _mm_min_epi16(_mm_packs_epi32(whole, whole), _mm_set1_epi16(RIG_BOX_FAR));
}

static inline rig_lanes rig_lanes_rect(const hone_affine2 *m, float width, float height)
{
    __m128 size = _mm_set_ps(height, height, width, width);
    return rig_lanes_round(rig_map_load(m), _mm_mul_ps(size, _mm_set1_ps(0.5f)));
}

// Half a unit is what a filtered picture reaches beyond its rectangle.
static inline rig_lanes rig_lanes_slot(const hone_affine2 *world, const hone_rig_attachment *shown)
{
    int32_t sizes;
    memcpy(&sizes, &shown->source_width, sizeof sizes);
    __m128i pair = _mm_cvtsi32_si128(sizes);
    pair = _mm_srai_epi32(_mm_unpacklo_epi16(pair, pair), 16);
    __m128 size = _mm_cvtepi32_ps(_mm_unpacklo_epi32(pair, pair));
    rig_map map = rig_map_mul(rig_map_load(world), rig_map_load(&shown->local));
    return rig_lanes_round(map, _mm_mul_ps(size, _mm_set1_ps(0.5f)));
}

#else

typedef rig_box rig_lanes;

void rig_place(const hone_rig_local *local, const hone_affine2 *parent, hone_affine2 *out);
void rig_multiply(const hone_affine2 *a, const hone_affine2 *b, hone_affine2 *out);
rig_lanes rig_lanes_union(rig_lanes a, rig_lanes b);
bool rig_lanes_touch(rig_lanes a, rig_lanes b);
rig_lanes rig_lanes_rect(const hone_affine2 *m, float width, float height);
rig_lanes rig_lanes_slot(const hone_affine2 *world, const hone_rig_attachment *shown);

static inline void rig_multiply_twice(const hone_affine2 *a, const hone_affine2 *b,
                                      const hone_affine2 *c, hone_affine2 *out)
{
    hone_affine2 ab;
    rig_multiply(a, b, &ab);
    rig_multiply(&ab, c, out);
}

static inline void rig_source(const hone_rig_attachment *shown, hone_rect *out)
{
    *out = (hone_rect){shown->source_x, shown->source_y, shown->source_width, shown->source_height};
}

static inline rig_lanes rig_lanes_nothing(void)
{
    return (rig_box){{RIG_BOX_NOTHING, RIG_BOX_NOTHING, RIG_BOX_NOTHING, RIG_BOX_NOTHING}};
}

static inline rig_lanes rig_lanes_load(const rig_box *box)
{
    return *box;
}

static inline void rig_lanes_store(rig_box *out, rig_lanes box)
{
    *out = box;
}

#endif

// The box of what a slot with this attachment shows.
static inline rig_lanes rig_slot_lanes(const hone_armature *armature, uint32_t slot,
                                       int32_t attachment, const hone_affine2 *world)
{
    const hone_rig_slot *data = &armature->slots[slot];
    if (attachment < 0 || data->attachments[attachment].texture == NULL) {
        return rig_lanes_nothing();
    }
    return rig_lanes_slot(&world[data->bone], &data->attachments[attachment]);
}

#endif
