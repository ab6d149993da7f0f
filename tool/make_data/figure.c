// SPDX-License-Identifier: MIT
//
// The figure in T-pose: bones along the axes, so that a rotation is easy to read.
#include "dance.h"

const char *const joint_names[JOINTS] = {
    "Hips",      "Spine",       "Chest",    "Neck",          "Head",     "LeftShoulder",
    "LeftArm",   "LeftForeArm", "LeftHand", "RightShoulder", "RightArm", "RightForeArm",
    "RightHand", "LeftUpLeg",   "LeftLeg",  "LeftFoot",      "LeftToe",  "RightUpLeg",
    "RightLeg",  "RightFoot",   "RightToe",
};

static hone_vec3 vec(double x, double y, double z)
{
    return (hone_vec3){(float)x, (float)y, (float)z};
}

figure make_figure(const proportions *p)
{
    static const int parents[JOINTS] = {
        HONE_NONE,      HIPS,      SPINE,         CHEST,    NECK,           CHEST,
        LEFT_SHOULDER,  LEFT_ARM,  LEFT_FORE_ARM, CHEST,    RIGHT_SHOULDER, RIGHT_ARM,
        RIGHT_FORE_ARM, HIPS,      LEFT_UP_LEG,   LEFT_LEG, LEFT_FOOT,      HIPS,
        RIGHT_UP_LEG,   RIGHT_LEG, RIGHT_FOOT};
    figure f = {0};
    double s = p->scale;
    double leg = s * p->legs;
    double arm = s * p->arms;
    for (int i = 0; i < JOINTS; i++) {
        f.parent[i] = parents[i];
    }
    f.offset[HIPS] = vec(0, 3.5 * s + 80.0 * leg + 8.0 * s, 0);
    f.offset[SPINE] = vec(0, 9 * s, -1 * s);
    f.offset[CHEST] = vec(0, 13 * s, -0.5 * s);
    f.offset[NECK] = vec(0, 22 * s, 0.5 * s);
    f.offset[HEAD] = vec(0, 8 * s, 1.5 * s);
    f.end[HEAD] = vec(0, 22 * s * p->head, 0);
    f.has_end[HEAD] = true;
    for (int side = LEFT; side < SIDES; side++) {
        double x = side == LEFT ? 1.0 : -1.0;
        int shoulder = side == LEFT ? LEFT_SHOULDER : RIGHT_SHOULDER;
        int hip = side == LEFT ? LEFT_UP_LEG : RIGHT_UP_LEG;
        f.offset[shoulder] = vec(x * 3 * s, 17.5 * s, 1 * s);
        f.offset[shoulder + 1] = vec(x * 13.5 * s * p->shoulders, 0, -1 * s);
        f.offset[shoulder + 2] = vec(x * 27 * arm, 0, 0);
        f.offset[shoulder + 3] = vec(x * 24 * arm, 0, 0);
        f.end[shoulder + 3] = vec(x * 16 * arm, 0, 0);
        f.has_end[shoulder + 3] = true;
        f.offset[hip] = vec(x * 8.5 * s, -3.5 * s, 0);
        f.offset[hip + 1] = vec(0, -41 * leg, 0);
        f.offset[hip + 2] = vec(0, -39 * leg, 0);
        f.offset[hip + 3] = vec(0, -6 * s, 13 * s);
        f.end[hip + 3] = vec(0, -0.5 * s, 7 * s);
        f.has_end[hip + 3] = true;
    }
    return f;
}
