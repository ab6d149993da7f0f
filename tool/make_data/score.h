// SPDX-License-Identifier: MIT
//
// The verbs that a choreography is written with. A dance is written as seen by someone whose
// partner stands to the left; a writer with sign -1 exchanges left and right.
#ifndef MAKE_DATA_SCORE_H
#define MAKE_DATA_SCORE_H

#include "dance.h"

typedef struct writer {
    dance *d;
    double sign;
    double origin; // where the own place is now, x
    double turned; // full turns already danced, in degrees
    double lane;   // z of the way on which this one passes the partner
    double delay;  // beats
    int passing;   // the arm that is towards the partner in passing
} writer;

// Keys of one arm; see arm_controls for the angles.
void arm(const writer *w, int side, double beat, double azimuth, double elevation, double bend,
         double swivel);
void both_arms(const writer *w, double beat, double azimuth, double elevation, double bend,
               double swivel);
void wrist(const writer *w, int side, double beat, double angle);

// The hand is at a place in the chest's frame from one beat to another; it takes `before` beats to
// get there and `after` to leave.
void reach(const writer *w, int side, double from, double to, double x, double y, double z,
           double before, double after);
void reach_key(const writer *w, int side, double beat, double x, double y, double z);

// The wrist is at a place on the floor's axes.
void touch(const writer *w, int side, double from, double to, double x, double y, double z,
           double before, double after);

// A step; gives what can be changed in it.
step *step_to(const writer *w, int side, double lift, double land, double x, double z, double yaw,
              double height, double toe);
void pivot(const writer *w, int side, double from, double to, double yaw);

void hips(const writer *w, double beat, double drop, double roll, double pitch);
void spine(const writer *w, double beat, double bend, double side, double twist);
void head(const writer *w, double beat, double nod, double tilt, double look);
void yaw(const writer *w, double beat, double degrees);
void groove(const writer *w, double beat, double depth);
void weight(const writer *w, double beat, double on_left);

// Puts the steps in order, moves the weight from foot to foot, and smooths all curves.
void finish_dance(dance *d);

#endif
