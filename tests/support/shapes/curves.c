// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/shapes/curves.h"

#include "belay/vec.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#define TURN (2.0 * 3.14159265358979323846)

bl_curve* curve_of(const belay_vec3* points, int count, bool is_closed, double radius)
{
    belay_error error = {BELAY_OK, ""};
    bl_curve* curve = malloc(bl_curve_storage_size(count, is_closed));
    belay_result result = bl_curve_build(curve, points, count, is_closed, radius, &error);
    cr_assert(result == BELAY_OK, "%s", error.message);
    cr_assert_leq(curve->storage_size, bl_curve_storage_size(count, is_closed));
    return curve;
}

bl_curve* curve_circle(int count, double radius, double tube_radius)
{
    belay_vec3 points[CURVES_MAX_POINTS];
    for (int i = 0; i < count; i++)
        points[i] = v3(radius * cos(TURN * i / count), radius * sin(TURN * i / count), 0.0);
    return curve_of(points, count, true, tube_radius);
}

belay_vec3 curve_knot_point(int i, int count)
{
    double a = TURN * i / count + 0.02 * sin(7.0 * i), reach = 2.0 + cos(3.0 * a);
    return v3(reach * cos(2.0 * a), reach * sin(2.0 * a), sin(3.0 * a));
}

bl_curve* curve_knot(int count, double radius)
{
    belay_vec3 points[CURVES_MAX_POINTS];
    for (int i = 0; i < count; i++)
        points[i] = curve_knot_point(i, count);
    return curve_of(points, count, true, radius);
}
