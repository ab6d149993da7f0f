// SPDX-License-Identifier: MIT
//
// A control of the dance over time: keys at beats, a smooth curve between them, repeated with the
// dance.
#ifndef MAKE_DATA_CURVE_H
#define MAKE_DATA_CURVE_H

enum { CURVE_KEYS = 160, DANCE_BEATS = 48 };

typedef struct curve {
    int count;
    double beat[CURVE_KEYS], value[CURVE_KEYS], slope[CURVE_KEYS];
    unsigned char fixed[CURVE_KEYS]; // the slope was given
} curve;

// Adds a key; keys may come in any order, a later one at the same beat replaces the earlier.
void curve_key(curve *c, double beat, double value);
void curve_key_with_slope(curve *c, double beat, double value, double slope_per_beat);

// Chooses the slopes that were not given, without overshoot (Fritsch and Carlson 1980). To be
// called once, after all keys.
void curve_finish(curve *c);

// The value at a beat; 0 without keys.
double curve_at(const curve *c, double beat);

// 0 before from, 1 after to, with zero first and second derivative at both ends.
double ease_between(double from, double to, double beat);

#endif
