// SPDX-License-Identifier: MIT
#include "hash/hash.h"

#include <string.h>

#include "hone/math.h"
#include "random.h"

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static hone_vec3 vector(random_state *random)
{
    float x = random_float(random, -4.0f, 4.0f);
    float y = random_float(random, -4.0f, 4.0f);
    return (hone_vec3){x, y, random_float(random, -4.0f, 4.0f)};
}

static hone_quat rotation(random_state *random)
{
    hone_vec3 v = vector(random);
    return hone_quat_normalize((hone_quat){v.x, v.y, v.z, random_float(random, -4.0f, 4.0f)});
}

static void hash_scalars(void)
{
    hash circle = hash_begin();
    hash root = hash_begin();
    for (uint32_t bits = 0; bits < 0x7f800000u; bits += 6007) {
        float x = float_of(bits);
        float out[2];
        hone_sincos((bits & 1u) != 0 ? x : -x, &out[0], &out[1]);
        hash_add(&circle, out, sizeof out);
        out[0] = hone_sqrt(x);
        hash_add(&root, out, sizeof out[0]);
    }
    hash_end(&circle, "math.sincos");
    hash_end(&root, "math.sqrt");
    random_state random = {1001};
    hash degrees = hash_begin();
    hash arc = hash_begin();
    for (int32_t i = 0; i < 100000; i++) {
        double wide[2];
        hone_sincos_deg(random_double(&random, -1000.0, 1000.0), &wide[0], &wide[1]);
        hash_add(&degrees, wide, sizeof wide);
        float y = random_float(&random, -1.0f, 1.0f);
        float x = random_float(&random, -1.0f, 1.0f);
        const float angles[2] = {hone_atan2(y, x), hone_asin(x)};
        hash_add(&arc, angles, sizeof angles);
    }
    hash_end(&degrees, "math.sincos_deg");
    hash_end(&arc, "math.arc");
}

static void hash_rotations(void)
{
    random_state random = {1002};
    hash turn = hash_begin();
    hash slerp = hash_begin();
    hash euler = hash_begin();
    for (int32_t i = 0; i < 50000; i++) {
        hone_quat a = rotation(&random);
        hone_quat b = rotation(&random);
        hone_vec3 v = vector(&random);
        hone_vec3 w = vector(&random);
        hone_quat product = hone_quat_mul(a, b);
        hone_vec3 moved = hone_quat_rotate(a, v);
        hone_quat between = hone_quat_between(v, w);
        hone_quat about = hone_quat_from_axis_angle(v, w.x);
        hash_add(&turn, &product, sizeof product);
        hash_add(&turn, &moved, sizeof moved);
        hash_add(&turn, &between, sizeof between);
        hash_add(&turn, &about, sizeof about);
        hone_quat middle = hone_quat_slerp(a, b, random_float(&random, 0.0f, 1.0f));
        hash_add(&slerp, &middle, sizeof middle);
        hone_euler_order order = (hone_euler_order)(i % 12);
        float angles[3] = {v.x, v.y, v.z};
        hone_quat q = hone_quat_from_euler(order, angles);
        hone_affine3 m = hone_affine3_from_euler(order, angles);
        hone_quat_to_euler(a, order, angles);
        hash_add(&euler, &q, sizeof q);
        hash_add(&euler, &m, sizeof m);
        hash_add(&euler, angles, sizeof angles);
    }
    hash_end(&turn, "math.quat");
    hash_end(&slerp, "math.slerp");
    hash_end(&euler, "math.euler");
}

static void hash_maps(void)
{
    random_state random = {1003};
    hash plane = hash_begin();
    hash space = hash_begin();
    for (int32_t i = 0; i < 50000; i++) {
        hone_vec2 from[3];
        hone_vec2 to[3];
        for (int32_t k = 0; k < 3; k++) {
            hone_vec3 v = vector(&random);
            hone_vec3 w = vector(&random);
            from[k] = (hone_vec2){v.x, v.y};
            to[k] = (hone_vec2){w.x, w.y};
        }
        hone_affine2 map = hone_affine2_rotation(from[0].x);
        (void)hone_affine2_from_points(from, to, &map);
        hone_affine2 inverse = map;
        (void)hone_affine2_invert(map, &inverse);
        hone_affine2 product = hone_affine2_mul(map, inverse);
        hash_add(&plane, &map, sizeof map);
        hash_add(&plane, &inverse, sizeof inverse);
        hash_add(&plane, &product, sizeof product);
        hone_transform t = {vector(&random), rotation(&random), vector(&random)};
        hone_affine3 local = hone_affine3_from_transform(&t);
        hone_affine3 back = local;
        (void)hone_affine3_invert(&local, &back);
        hone_affine3 both = hone_affine3_mul(&back, &local);
        hone_quat q = hone_quat_from_affine3(&local);
        hash_add(&space, &local, sizeof local);
        hash_add(&space, &back, sizeof back);
        hash_add(&space, &both, sizeof both);
        hash_add(&space, &q, sizeof q);
    }
    hash_end(&plane, "math.affine2");
    hash_end(&space, "math.affine3");
}

void hash_math(void)
{
    hash_scalars();
    hash_rotations();
    hash_maps();
}
