// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Points for tests of solids: random ones from a state that the test keeps, and those of well-known bodies.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_POINTS_H
#define BELAY_TESTS_SUPPORT_SHAPES_POINTS_H

#include "belay/quat.h"
#include "support/chance.h"

#include <stdint.h>

static inline int points_random_below(uint64_t* state, int count)
{
    return (int)chance_between(state, 0.0, (double)count);
}

static inline belay_vec3 points_random_direction(uint64_t* state)
{
    double z = chance_between(state, -1.0, 1.0), a = chance_between(state, 0.0, 6.283185307179586);
    double r = sqrt(1.0 - z * z);
    return v3(r * cos(a), r * sin(a), z);
}

static inline belay_pose points_random_pose(uint64_t* state, double distance)
{
    belay_vec3 turn = chance_vector(state, 3.0);
    belay_pose pose = {chance_vector(state, distance), q_exp(turn)};
    return pose;
}

// The 8 corners of a box about the origin.
static inline int points_box(belay_vec3* points, belay_vec3 size)
{
    for (int i = 0; i < 8; i++)
        points[i] = v3(size.x * ((i & 1) - 0.5), size.y * ((i >> 1 & 1) - 0.5), size.z * ((i >> 2 & 1) - 0.5));
    return 8;
}

// The 12 corners of an icosahedron with edges of length 2.
static inline int points_icosahedron(belay_vec3* points)
{
    const double g = 0.5 * (1.0 + sqrt(5.0));
    for (int i = 0; i < 4; i++) {
        double a = i & 1 ? 1.0 : -1.0, b = i & 2 ? g : -g;
        points[3 * i] = v3(0.0, a, b);
        points[3 * i + 1] = v3(a, b, 0.0);
        points[3 * i + 2] = v3(b, 0.0, a);
    }
    return 12;
}

// The 20 corners of a dodecahedron with edges of length 2 / g = sqrt(5) - 1.
static inline int points_dodecahedron(belay_vec3* points)
{
    const double g = 0.5 * (1.0 + sqrt(5.0));
    int count = points_box(points, v3(2.0, 2.0, 2.0));
    for (int i = 0; i < 4; i++) {
        double a = i & 1 ? g : -g, b = i & 2 ? 1.0 / g : -1.0 / g;
        points[count++] = v3(0.0, b, a);
        points[count++] = v3(b, a, 0.0);
        points[count++] = v3(a, 0.0, b);
    }
    return count;
}

// A prism over a regular polygon with `sides` corners on a circle of radius 1, from z = 0 to `height`.
static inline int points_prism(belay_vec3* points, int sides, double height)
{
    for (int i = 0; i < sides; i++) {
        double a = 6.283185307179586 * i / sides;
        points[2 * i] = v3(cos(a), sin(a), 0.0);
        points[2 * i + 1] = v3(cos(a), sin(a), height);
    }
    return 2 * sides;
}

// The 8 corners of stone `index` of a round arch of `count`, between the radii 2 and 2.5, 1 deep.
static inline int points_voussoir(belay_vec3* points, int index, int count)
{
    for (int i = 0; i < 8; i++) {
        double a = 3.14159265358979323846 * (index + (i & 1)) / count, r = i & 2 ? 2.5 : 2.0;
        points[i] = v3(r * cos(a), i & 4 ? 1.0 : 0.0, r * sin(a));
    }
    return 8;
}

static inline void points_place(belay_vec3* points, int count, belay_pose pose)
{
    for (int i = 0; i < count; i++)
        points[i] = pose_apply(pose, points[i]);
}

static inline void points_shuffle(belay_vec3* points, int count, uint64_t* state)
{
    for (int i = count - 1; i > 0; i--) {
        int j = points_random_below(state, i + 1);
        belay_vec3 p = points[i];
        points[i] = points[j];
        points[j] = p;
    }
}

#endif
