// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The vector arithmetic that building and measuring scenes takes.

#ifndef BELAY_DEMOS_SCENES_VEC_H
#define BELAY_DEMOS_SCENES_VEC_H

#include <belay/math.h>

#include <math.h>

#define SCENE_PI 3.14159265358979323846

static inline belay_vec3 vec(double x, double y, double z)
{
    belay_vec3 r = {x, y, z};
    return r;
}

static inline belay_vec3 vec_add(belay_vec3 a, belay_vec3 b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline belay_vec3 vec_sub(belay_vec3 a, belay_vec3 b)
{
    return vec(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline belay_vec3 vec_scale(double s, belay_vec3 a)
{
    return vec(s * a.x, s * a.y, s * a.z);
}

// a + s b
static inline belay_vec3 vec_add_scaled(belay_vec3 a, double s, belay_vec3 b)
{
    return vec(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline double vec_dot(belay_vec3 a, belay_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline belay_vec3 vec_cross(belay_vec3 a, belay_vec3 b)
{
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static inline double vec_length(belay_vec3 a)
{
    return sqrt(vec_dot(a, a));
}

static inline double vec_distance(belay_vec3 a, belay_vec3 b)
{
    return vec_length(vec_sub(a, b));
}

// a / |a|, a not zero.
static inline belay_vec3 vec_unit(belay_vec3 a)
{
    return vec_scale(1.0 / vec_length(a), a);
}

// Of the part in the xy plane.
static inline double vec_length_xy(belay_vec3 a)
{
    return hypot(a.x, a.y);
}

static inline double degrees(double radians)
{
    return radians * (180.0 / SCENE_PI);
}

static inline double radians(double degrees)
{
    return degrees * (SCENE_PI / 180.0);
}

#endif
