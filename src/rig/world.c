// SPDX-License-Identifier: MIT
//
// World transforms. A local pose is the matrix
//     a = cos(rot_y) sx   c = -sin(rot_x) sy   tx = x
//     b = sin(rot_y) sx   d =  cos(rot_x) sy   ty = y
// and the world is parent * local. Bones that do not inherit everything follow DragonBones' rules,
// which speak of the parent's rotation P, the direction of its x axis. Directions are kept as unit
// vectors (cos, sin), so that adding angles is a complex product and no arc function is needed:
//     no rotation:          both axes are turned back by P before the parent's matrix turns them
//     no scale:             axes at P + rot_y and P + rot_x, of the local lengths
//     no scale, mirrored parent (determinant < 0): axes at P - rot_y and P + rot_x - 2 rot_y, the
//                           second one reversed when reflection is inherited
#include "rig/rig.h"

#include "math/angle16.h"

typedef struct direction {
    float cosine, sine;
} direction;

static direction turn_by(direction a, direction b)
{
    return (direction){a.cosine * b.cosine - a.sine * b.sine,
                       a.sine * b.cosine + a.cosine * b.sine};
}

static direction turn_back(direction a, direction b)
{
    return turn_by(a, (direction){b.cosine, -b.sine});
}

static direction direction_of(hone_angle16 angle)
{
    const float unit = 1.0f / (float)SINE16_ONE;
    float sine, cosine;
    sincos16(angle, &sine, &cosine);
    return (direction){cosine * unit, sine * unit};
}

static direction x_axis_of(const hone_affine2 *m)
{
    float length = hone_sqrt(m->a * m->a + m->b * m->b);
    if (!(length > 0.0f)) {
        return (direction){1.0f, 0.0f};
    }
    return (direction){m->a / length, m->b / length};
}

static void set_axes(hone_affine2 *m, direction x_axis, direction y_axis,
                     const hone_rig_local *local)
{
    const float unit = 1.0f / (float)HONE_SCALE16_ONE;
    float scale_x = (float)local->scale_x * unit;
    float scale_y = (float)local->scale_y * unit;
    m->a = x_axis.cosine * scale_x;
    m->b = x_axis.sine * scale_x;
    m->c = -y_axis.sine * scale_y;
    m->d = y_axis.cosine * scale_y;
}

static void multiply_axes(hone_affine2 *m, const hone_affine2 *parent)
{
    float a = m->a, b = m->b, c = m->c, d = m->d;
    m->a = parent->a * a + parent->c * b;
    m->b = parent->b * a + parent->d * b;
    m->c = parent->a * c + parent->c * d;
    m->d = parent->b * c + parent->d * d;
}

static void set_linear(hone_affine2 *m, const hone_rig_local *local, uint8_t flags,
                       const hone_affine2 *parent, bool flipped, uint8_t parent_flags)
{
    direction x_axis = direction_of(local->rot_y);
    direction y_axis = direction_of(local->rot_x);
    direction turn = x_axis_of(parent);
    bool turns = (flags & HONE_RIG_NO_ROTATION) == 0;
    if ((flags & HONE_RIG_NO_SCALE) == 0) {
        if (!turns) {
            // The runtime's rotation of a parent with a negative x scale points the other way.
            if (flipped && ((parent_flags & HONE_RIG_NO_SCALE) != 0 || parent->a < 0.0f)) {
                turn = (direction){-turn.cosine, -turn.sine};
            }
            x_axis = turn_back(x_axis, turn);
            y_axis = turn_back(y_axis, turn);
        }
        set_axes(m, x_axis, y_axis, local);
        multiply_axes(m, parent);
        return;
    }
    if (turns) {
        bool mirrored = parent->a * parent->d - parent->b * parent->c < 0.0f;
        if (mirrored) {
            direction doubled = turn_by(x_axis, x_axis);
            y_axis = turn_back(y_axis, doubled);
            x_axis = (direction){x_axis.cosine, -x_axis.sine};
            if ((flags & HONE_RIG_NO_REFLECTION) == 0) {
                y_axis = (direction){-y_axis.cosine, -y_axis.sine};
            }
        }
        x_axis = turn_by(turn, x_axis);
        y_axis = turn_by(turn, y_axis);
    }
    set_axes(m, x_axis, y_axis, local);
}

void rig_partly_inherit(const hone_rig_local *local, uint8_t flags, const hone_affine2 *parent,
                        bool flipped, uint8_t parent_flags, hone_affine2 *out)
{
    hone_affine2 m;
    set_linear(&m, local, flags, parent, flipped, parent_flags);
    m.tx = local->x;
    m.ty = local->y;
    if ((flags & HONE_RIG_NO_TRANSLATION) == 0) {
        m.tx = (parent->a * local->x + parent->c * local->y) + parent->tx;
        m.ty = (parent->b * local->x + parent->d * local->y) + parent->ty;
    }
    *out = m;
}
