// SPDX-License-Identifier: MIT
//
// Choosing a palette: statistics of colours, then boxes, then k-means.
//
// The histogram keeps exact colours as long as they fit; when there are too many it gives up the
// lowest bit of each channel, as often as needed, but keeps sums, so that the mean of a bin stays
// exact. Per bin a majority vote (Boyer and Moore: each colour votes for itself, against another)
// finds the colour that prevails, if one does.
//
// Boxes: all bins are one box; the box with the largest sum of squared errors is cut across the
// channel and at the value that lower the error most (the criterion of Wu, Graphics Gems II, found
// by adding up per channel value instead of by cumulative moments), until there are enough boxes.
// The means then move by k-means steps. Last, a colour that makes up at least half of its cluster
// replaces the mean, so that flat areas keep exactly their colour.
#include "format/image/gif.h"

#include <string.h>

enum {
    VALUES = 256, // of a channel
    CHANNELS = 3,
    MEANS_STEPS = 4
};

bool color_histogram_begin(color_histogram *histogram)
{
    const size_t bytes = COLOR_BINS * sizeof *histogram->bins;
    if (histogram->bins == NULL) {
        histogram->bins = memory_new(histogram->allocator, COLOR_BINS, sizeof *histogram->bins);
        histogram->spare = memory_new(histogram->allocator, COLOR_BINS, sizeof *histogram->spare);
        if (histogram->bins == NULL || histogram->spare == NULL) {
            color_histogram_free(histogram);
            return false;
        }
        memset(histogram->spare, 0, bytes);
    }
    memset(histogram->bins, 0, bytes);
    histogram->used = 0;
    histogram->shift = 0;
    return true;
}

void color_histogram_free(color_histogram *histogram)
{
    memory_delete(histogram->allocator, histogram->bins, COLOR_BINS, sizeof *histogram->bins);
    memory_delete(histogram->allocator, histogram->spare, COLOR_BINS, sizeof *histogram->spare);
    histogram->bins = NULL;
    histogram->spare = NULL;
}

static uint32_t key_of(const color_histogram *histogram, uint32_t color)
{
    uint32_t kept = 0xFFu << histogram->shift & 0xFF;
    return color & (0xFF000000u | kept << 16 | kept << 8 | kept);
}

static color_bin *bin_of(color_bin *bins, uint32_t key)
{
    uint32_t slot = key * 0x9E3779B1u >> 17;
    while (bins[slot].key != 0 && bins[slot].key != key) {
        slot = (slot + 1) % COLOR_BINS;
    }
    return &bins[slot];
}

static void merge(color_bin *into, const color_bin *from)
{
    into->count += from->count;
    into->red += from->red;
    into->green += from->green;
    into->blue += from->blue;
    if (into->candidate == from->candidate) {
        into->votes =
            from->votes > UINT32_MAX - into->votes ? UINT32_MAX : into->votes + from->votes;
    } else if (from->votes > into->votes) {
        into->candidate = from->candidate;
        into->votes = from->votes - into->votes;
    } else {
        into->votes -= from->votes;
    }
}

// Gives up one more bit: all bins move to the other table under their new keys.
static void coarsen(color_histogram *histogram)
{
    color_bin *old = histogram->bins;
    histogram->bins = histogram->spare;
    histogram->spare = old;
    histogram->shift++;
    histogram->used = 0;
    for (uint32_t i = 0; i < COLOR_BINS; i++) {
        if (old[i].key == 0) {
            continue;
        }
        uint32_t key = key_of(histogram, old[i].key);
        color_bin *bin = bin_of(histogram->bins, key);
        if (bin->key == 0) {
            *bin = old[i];
            bin->key = key;
            histogram->used++;
        } else {
            merge(bin, &old[i]);
        }
    }
    memset(old, 0, COLOR_BINS * sizeof *old);
}

void color_histogram_add(color_histogram *histogram, uint32_t color, uint32_t count)
{
    const color_bin added = {.key = key_of(histogram, color),
                             .candidate = color,
                             .votes = count,
                             .count = count,
                             .red = (uint64_t)(color >> 16 & 0xFF) * count,
                             .green = (uint64_t)(color >> 8 & 0xFF) * count,
                             .blue = (uint64_t)(color & 0xFF) * count};
    color_bin *bin = bin_of(histogram->bins, added.key);
    if (bin->key != 0) {
        merge(bin, &added);
        return;
    }
    *bin = added;
    histogram->used++;
    while (histogram->used > COLOR_BINS_MOST) {
        coarsen(histogram);
    }
}

void color_histogram_add_changes(color_histogram *histogram, const uint32_t *pixels,
                                 const uint32_t *before, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint32_t color = pixels[i];
        if (color == 0 || (before != NULL && before[i] == color)) {
            i++;
            continue;
        }
        uint32_t run = 0;
        while (i < count && pixels[i] == color && (before == NULL || before[i] != color)) {
            run++;
            i++;
        }
        color_histogram_add(histogram, color, run);
    }
}

// A bin as the boxes see it.
typedef struct color_point {
    uint8_t channels[CHANNELS];
    uint32_t candidate;
    uint32_t votes;
    double weight;
} color_point;

typedef struct color_sum {
    double weight, sums[CHANNELS];
} color_sum;

// Points [begin, end) and how to cut them best.
typedef struct color_box {
    uint32_t begin, end;
    color_sum sum;
    double gain; // by how much the cut lowers the squared error; 0 = cannot be cut
    int32_t channel, value;
} color_box;

static const double channel_weight[CHANNELS] = {1, 2, 1};

static void add_point(color_sum *sum, const color_point *point)
{
    sum->weight += point->weight;
    for (int32_t c = 0; c < CHANNELS; c++) {
        sum->sums[c] += point->weight * point->channels[c];
    }
}

// What a group's mean explains: the larger, the smaller the squared error that stays.
static double explained(const color_sum *sum)
{
    double total = 0;
    for (int32_t c = 0; c < CHANNELS; c++) {
        total += channel_weight[c] * sum->sums[c] * sum->sums[c];
    }
    return sum->weight > 0 ? total / sum->weight : 0;
}

// Finds the best cut: points with channels[channel] <= value go to the first half.
static void plan_cut(color_box *box, const color_point *points)
{
    box->sum = (color_sum){0};
    for (uint32_t i = box->begin; i < box->end; i++) {
        add_point(&box->sum, &points[i]);
    }
    box->gain = 0;
    const double whole = explained(&box->sum);
    for (int32_t channel = 0; channel < CHANNELS; channel++) {
        color_sum values[VALUES];
        memset(values, 0, sizeof values);
        int32_t lowest = VALUES;
        int32_t highest = -1;
        for (uint32_t i = box->begin; i < box->end; i++) {
            int32_t value = points[i].channels[channel];
            add_point(&values[value], &points[i]);
            lowest = value < lowest ? value : lowest;
            highest = value > highest ? value : highest;
        }
        color_sum low = {0};
        for (int32_t value = lowest; value < highest; value++) {
            color_sum high = box->sum;
            low.weight += values[value].weight;
            high.weight -= low.weight;
            for (int32_t c = 0; c < CHANNELS; c++) {
                low.sums[c] += values[value].sums[c];
                high.sums[c] -= low.sums[c];
            }
            double gain = explained(&low) + explained(&high) - whole;
            if (gain > box->gain) {
                box->gain = gain;
                box->channel = channel;
                box->value = value;
            }
        }
    }
}

// Cuts the box as planned; returns the second half.
static color_box cut(color_box *box, color_point *points)
{
    uint32_t low = box->begin;
    uint32_t high = box->end;
    while (low < high) {
        if (points[low].channels[box->channel] <= box->value) {
            low++;
        } else {
            color_point moved = points[low];
            points[low] = points[--high];
            points[high] = moved;
        }
    }
    color_box second = {.begin = low, .end = box->end};
    box->end = low;
    plan_cut(box, points);
    plan_cut(&second, points);
    return second;
}

static uint32_t mean_color(const color_sum *sum)
{
    uint32_t color = 0xFF;
    for (int32_t c = 0; c < CHANNELS; c++) {
        color = color << 8 | (uint32_t)(sum->sums[c] / sum->weight + 0.5);
    }
    return color;
}

static int32_t make_boxes(color_point *points, uint32_t count, int32_t most, color_box *boxes)
{
    int32_t box_count = 1;
    boxes[0] = (color_box){.begin = 0, .end = count};
    plan_cut(&boxes[0], points);
    while (box_count < most) {
        int32_t best = 0;
        for (int32_t i = 1; i < box_count; i++) {
            best = boxes[i].gain > boxes[best].gain ? i : best;
        }
        if (boxes[best].gain <= 0) {
            break;
        }
        boxes[box_count++] = cut(&boxes[best], points);
    }
    return box_count;
}

static uint32_t point_color(const color_point *point)
{
    return 0xFF000000u | (uint32_t)point->channels[0] << 16 | (uint32_t)point->channels[1] << 8 |
           point->channels[2];
}

// Moves each colour to the mean of the points nearest to it; the last time, to the one that
// prevails there.
static void improve(const color_point *points, uint32_t count, gif_palette *palette,
                    uint32_t *colors, int32_t color_count)
{
    for (int32_t step = 0; step <= MEANS_STEPS; step++) {
        color_sum sums[PALETTE_MOST + 1];
        const color_point *leaders[PALETTE_MOST + 1] = {NULL};
        memset(sums, 0, sizeof sums);
        // Two means may have met: then the palette holds one, and the other keeps no points.
        gif_palette_set(palette, colors, color_count);
        for (uint32_t i = 0; i < count; i++) {
            uint8_t index = gif_palette_search(palette, point_color(&points[i]));
            add_point(&sums[index], &points[i]);
            if (leaders[index] == NULL || points[i].votes > leaders[index]->votes) {
                leaders[index] = &points[i];
            }
        }
        for (int32_t i = 1; i <= color_count; i++) {
            if (sums[i].weight <= 0) {
                continue;
            }
            colors[i - 1] = mean_color(&sums[i]);
            if (step == MEANS_STEPS && 2.0 * leaders[i]->votes >= sums[i].weight) {
                colors[i - 1] = leaders[i]->candidate;
            }
        }
    }
}

static int32_t drop_doubles(uint32_t *colors, int32_t count)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        bool seen = false;
        for (int32_t j = 0; j < kept && !seen; j++) {
            seen = colors[j] == colors[i];
        }
        if (!seen) {
            colors[kept++] = colors[i];
        }
    }
    return kept;
}

static uint32_t take_points(const color_histogram *histogram, color_point *points)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < COLOR_BINS; i++) {
        const color_bin *bin = &histogram->bins[i];
        if (bin->key != 0) {
            uint64_t half = bin->count / 2;
            points[count++] =
                (color_point){.channels = {(uint8_t)((bin->red + half) / bin->count),
                                           (uint8_t)((bin->green + half) / bin->count),
                                           (uint8_t)((bin->blue + half) / bin->count)},
                              .candidate = bin->candidate,
                              .votes = bin->votes,
                              .weight = (double)bin->count};
        }
    }
    return count;
}

bool quantize(const color_histogram *histogram, int32_t most, uint32_t *colors, int32_t *count)
{
    const hone_allocator *allocator = histogram->allocator;
    uint32_t point_count = histogram->used;
    color_point *points = memory_new(allocator, point_count, sizeof *points);
    gif_palette *palette = gif_palette_new(allocator);
    if (points != NULL && palette != NULL) {
        (void)take_points(histogram, points);
        color_box boxes[PALETTE_MOST];
        *count = point_count == 0 ? 0 : make_boxes(points, point_count, most, boxes);
        for (int32_t i = 0; i < *count; i++) {
            colors[i] = mean_color(&boxes[i].sum);
        }
        improve(points, point_count, palette, colors, *count);
        *count = drop_doubles(colors, *count);
    }
    bool done = points != NULL && palette != NULL;
    gif_palette_free(palette, allocator);
    memory_delete(allocator, points, point_count, sizeof *points);
    return done;
}
