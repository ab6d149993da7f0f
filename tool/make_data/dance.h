// SPDX-License-Identifier: MIT
//
// A dance as controls over time, and the figure that dances it. Lengths in centimetres, angles in
// degrees, time in beats (half a second each). x to the dancer's left, y up, z to the audience.
#ifndef MAKE_DATA_DANCE_H
#define MAKE_DATA_DANCE_H

#include "curve.h"

#include "hone/hone.h"

enum { LEFT, RIGHT, SIDES };

enum {
    DANCE_FRAMES = 960, // 24 s at 40 frames a second
    FRAMES_A_SECOND = 40,
    MOST_STEPS = 64
};

// Where an arm is: the upper arm's direction in the chest's frame (azimuth 0 = to the side, 90 =
// forward; elevation from the horizontal), the elbow's bend, the turn of the forearm's plane about
// the upper arm (0 = bends forward and a little up), the wrist (positive = hand up).
typedef struct arm_controls {
    curve azimuth, elevation, bend, swivel, wrist;
    curve reach;                     // 0..1: how far the hand goes to the reach target instead
    curve reach_x, reach_y, reach_z; // in the chest's frame, x outward
    curve touch;                     // the same for a place on the floor's axes: a partner's hand
    curve touch_x, touch_y, touch_z;
} arm_controls;

typedef enum step_kind {
    STEP_FLIGHT,
    STEP_ROUND, // a flight round the other foot, as far as the yaw turns
    STEP_PIVOT, // no flight: the foot turns on its ball
    STEP_JUMP   // a flight of both feet at once
} step_kind;

// From lift to land the foot goes to a new place of its ball on the floor.
typedef struct step {
    step_kind kind;
    double lift, land;
    double x, z, yaw, height;
    double toe;          // degrees that the toes point down at the height of the flight
    double out_x, out_z; // how far from the straight way at the height of the flight: a kick
} step;

typedef struct leg_controls {
    int step_count;
    step steps[MOST_STEPS];
    curve heel; // degrees that the heel is raised while the ball stands
} leg_controls;

typedef struct dance {
    curve shift_x, shift_z;  // of the hips from where the weight is
    curve drop;              // of the hips from standing
    curve yaw, pitch, roll;  // of the hips
    curve bend, side, twist; // of the spine: forward, to the left, to the left
    curve nod, tilt, look;   // of the head: down, to the left, to the left
    curve groove;            // 0..1: how deep the knees follow the beat
    curve weight;            // -1 on the right foot .. 1 on the left
    curve fly;               // height of a jump
    arm_controls arms[SIDES];
    leg_controls legs[SIDES];
} dance;

typedef struct proportions {
    double scale;      // of everything
    double legs, arms; // of these on top
    double shoulders;  // of their width
    double head;       // of its size
} proportions;

enum {
    HIPS,
    SPINE,
    CHEST,
    NECK,
    HEAD,
    LEFT_SHOULDER,
    LEFT_ARM,
    LEFT_FORE_ARM,
    LEFT_HAND,
    RIGHT_SHOULDER,
    RIGHT_ARM,
    RIGHT_FORE_ARM,
    RIGHT_HAND,
    LEFT_UP_LEG,
    LEFT_LEG,
    LEFT_FOOT,
    LEFT_TOE,
    RIGHT_UP_LEG,
    RIGHT_LEG,
    RIGHT_FOOT,
    RIGHT_TOE,
    JOINTS
};

typedef struct figure {
    hone_vec3 offset[JOINTS];
    hone_vec3 end[JOINTS]; // of the joints that end a chain
    int parent[JOINTS];
    bool has_end[JOINTS];
} figure;

extern const char *const joint_names[JOINTS];

figure make_figure(const proportions *p);

// One moment: the place of the hips and every joint's rotation in its parent's frame.
typedef struct moment {
    hone_vec3 place;
    hone_quat local[JOINTS];
} moment;

// The figure's moment at a beat. place_x shifts the whole dance on the floor.
moment dance_moment(const dance *d, const figure *f, double beat, double place_x);

// The two scores: who leads, and who answers. How far apart the two stand is part of them.
#define BETWEEN_DANCERS 144.0
void compose_first(dance *d);
void compose_second(dance *d);

// Writes the dance as BVH; false when the file cannot be written.
bool write_dance(const char *path, const dance *d, const figure *f, double place_x);

bool write_small(const char *path);
bool write_face(const char *path, int which);

#endif
