// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What building and measuring scenes takes beside <belay/vec.h>.

#ifndef BELAY_DEMOS_SCENES_VEC_H
#define BELAY_DEMOS_SCENES_VEC_H

#include <belay/vec.h>

#define SCENE_PI 3.14159265358979323846

// a / |a|, a not zero.
static inline belay_vec3 vec_unit(belay_vec3 a)
{
    return v3_scale(1.0 / v3_length(a), a);
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
