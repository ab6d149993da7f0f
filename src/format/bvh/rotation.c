// SPDX-License-Identifier: MIT
//
// With s = +1 for an even order of axes (i, j, k) and -1 for an odd one, R = Ri(a) Rj(b) Rk(c) has
//
//     R[i][k] = s sin b,   R[i][i] = cos b cos c,   R[i][j] = -s cos b sin c,
//
// so c comes first, then b; a is what is left of R Rk(-c) Rj(-b). (a + 180, 180 - b, c + 180) turns
// alike. An angle is found from its sine and cosine by hone_atan2() and one Newton step with the
// sine and cosine of what that gave: the first has the precision of float, the step squares it.
#include "format/bvh/rotation.h"

static quat64 turn(quat64 q, int32_t axis, double angle_deg)
{
    double s;
    double c;
    hone_sincos_deg(angle_deg * 0.5, &s, &c);
    switch (axis) {
    case 0:
        return (quat64){q.x * c + q.w * s, q.y * c + q.z * s, q.z * c - q.y * s, q.w * c - q.x * s};
    case 1:
        return (quat64){q.x * c - q.z * s, q.y * c + q.w * s, q.z * c + q.x * s, q.w * c - q.y * s};
    default:
        return (quat64){q.x * c + q.y * s, q.y * c - q.x * s, q.z * c + q.w * s, q.w * c - q.z * s};
    }
}

quat64 rotation_turn_column(const hone_bvh *bvh, quat64 q, int32_t column, float angle_deg)
{
    hone_bvh_channel_kind kind = bvh->channels[column].kind;
    return channel_is_position(kind)
               ? q
               : turn(q, (int32_t)kind - HONE_BVH_X_ROTATION, (double)angle_deg);
}

quat64 rotation_of_row(const hone_bvh *bvh, int32_t first, int32_t count, const float *row)
{
    quat64 q = {0.0, 0.0, 0.0, 1.0};
    for (int32_t i = first; i < first + count; i++) {
        q = rotation_turn_column(bvh, q, i, row[i]);
    }
    return q;
}

static double absolute(double x)
{
    return x < 0.0 ? -x : x;
}

// The angle of the direction (cosine, sine), which has about unit length.
static double angle_of(double sine, double cosine)
{
    const double degrees = 57.295779513082320877;
    double angle = (double)hone_atan2((float)sine, (float)cosine) * degrees;
    double s;
    double c;
    hone_sincos_deg(angle, &s, &c);
    double along = cosine * c + sine * s;
    return along > 0.0 ? angle + (sine * c - cosine * s) / along * degrees : angle;
}

// The angle plus whole turns that is nearest to before.
static double nearest_turn(double angle, double before)
{
    const double most = 1e9; // whole turns that are worth following
    double turns = (before - angle) / 360.0;
    if (absolute(turns) > most) {
        return angle;
    }
    double whole = (double)(int64_t)(turns + (turns < 0.0 ? -0.5 : 0.5));
    return angle + 360.0 * whole;
}

static void matrix_of(quat64 q, double m[3][3])
{
    double n = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    double f = 2.0 / n;
    m[0][0] = 1.0 - f * (q.y * q.y + q.z * q.z);
    m[0][1] = f * (q.x * q.y - q.z * q.w);
    m[0][2] = f * (q.x * q.z + q.y * q.w);
    m[1][0] = f * (q.x * q.y + q.z * q.w);
    m[1][1] = 1.0 - f * (q.x * q.x + q.z * q.z);
    m[1][2] = f * (q.y * q.z - q.x * q.w);
    m[2][0] = f * (q.x * q.z - q.y * q.w);
    m[2][1] = f * (q.y * q.z + q.x * q.w);
    m[2][2] = 1.0 - f * (q.x * q.x + q.y * q.y);
}

void rotation_to_angles(quat64 q, const int32_t axes[3], const float *before, float angles_deg[3])
{
    const double flat = 1e-9; // below it the first and the last axis coincide
    int32_t i = axes[0];
    int32_t j = axes[1];
    int32_t k = axes[2];
    double sign = (j - i + 3) % 3 == 1 ? 1.0 : -1.0;
    double m[3][3];
    matrix_of(q, m);
    double across = absolute(m[i][i]) + absolute(m[i][j]);
    double c = before != NULL ? (double)before[2] : 0.0;
    if (across > flat) {
        c = angle_of(-sign * m[i][j] / across, m[i][i] / across);
    }
    double sc;
    double cc;
    hone_sincos_deg(c, &sc, &cc);
    double b = angle_of(sign * m[i][k], m[i][i] * cc - sign * m[i][j] * sc);
    // The column j of R Rk(-c): where Ri(a) Rj(b) takes the axis j, which Rj leaves alone.
    double a =
        angle_of(sign * (m[k][j] * cc + sign * m[k][i] * sc), m[j][j] * cc + sign * m[j][i] * sc);
    double best[3] = {a, b, c};
    if (before != NULL) {
        double other[3] = {a + 180.0, 180.0 - b, c + 180.0};
        double distance = 0.0;
        double other_distance = 0.0;
        for (int32_t n = 0; n < 3; n++) {
            best[n] = nearest_turn(best[n], (double)before[n]);
            other[n] = nearest_turn(other[n], (double)before[n]);
            distance += absolute(best[n] - (double)before[n]);
            other_distance += absolute(other[n] - (double)before[n]);
        }
        for (int32_t n = 0; n < 3 && other_distance < distance; n++) {
            best[n] = other[n];
        }
    }
    for (int32_t n = 0; n < 3; n++) {
        angles_deg[n] = (float)best[n];
    }
}
