// SPDX-License-Identifier: MIT
//
// A timeline while it grows, key by key, and the choice of easings that play a tween.
#ifndef HONE_FORMAT_DRAGONBONES_FIT_H
#define HONE_FORMAT_DRAGONBONES_FIT_H

#include "format/dragonbones/build.h"

// Room for an animation's curves; one more is needed while a new one is tried.
enum { FIT_MAX_CURVES = 253 };

typedef struct channel_rule {
    hone_rig_channel channel;
    bool interpolates;
    double neutral;   // when all values are, the track does nothing (NaN = never)
    double tolerance; // in the value's unit
} channel_rule;

// A timeline while it grows.
typedef struct growing {
    db_builder *b;
    const channel_rule *rule;
    uint16_t *frames;
    uint8_t *easings;
    double (*values)[2];
    int32_t count, capacity;
    hone_rig_curve *curves; // of the animation
    uint16_t *curve_count;
    int32_t slot;             // for displays: place in the file
    const db_transform *bind; // for bones
} growing;

// Part of a key's way, from p0 to p1 of its easing.
typedef struct piece {
    int32_t tick0, tick1;
    double p0, p1;
    int depth;
} piece;

bool fit_key(growing *g, int32_t tick, const double value[2], uint8_t easing);

// Adds the keys of [tick0, tick1) of a tween from key to `to`, the part from p0 to p1 of it.
bool fit_tween(growing *g, const db_key *key, const double to[2], piece whole);

// The exact value of a tween at p from 0 to 1.
void fit_value(const db_key *key, const double to[2], double p, double out[2]);

// How far the values run between two keys. Rotation keys hold rotation and skew; what is
// interpolated are the two axes.
double fit_way(const growing *g, const double from[2], const double to[2]);

#endif
