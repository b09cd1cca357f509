// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/shape/core_axisymmetric.h"

#include "geometry/shape_check.h"

#include <stdio.h>

void bl_axisymmetric_box(const bl_convex* core, belay_vec3* center, belay_vec3* half)
{
    *center = v3_zero();
    *half = v3(core->half.x, core->half.x, core->half.z);
}

// For axis i it is the length of that axis' part across local z.
belay_vec3 bl_disc_half_extents(const belay_mat33* rotation)
{
    const double* m = rotation->m;
    return v3(sqrt(m[0] * m[0] + m[1] * m[1]), sqrt(m[3] * m[3] + m[4] * m[4]), sqrt(m[6] * m[6] + m[7] * m[7]));
}

double bl_circle_bounding_radius(double radius, double z, belay_vec3 from)
{
    return v3_length(v3(sqrt(from.x * from.x + from.y * from.y) + radius, 0.0, z - from.z));
}

bl_core_nearest bl_profile_turn(belay_vec3 x, double across, bl_profile_nearest p)
{
    double ex = across > 0.0 ? x.x / across : 1.0, ey = across > 0.0 ? x.y / across : 0.0;
    return (bl_core_nearest){p.distance, v3(ex * p.across, ey * p.across, p.along),
                             v3(ex * p.normal_across, ey * p.normal_across, p.normal_along)};
}

bl_profile_nearest bl_profile_corner(double across, double along, double away_across, double away_along)
{
    double distance = sqrt(away_across * away_across + away_along * away_along);
    bool is_apex = across == 0.0;
    if (!(distance > 0.0)) return (bl_profile_nearest){0.0, across, along, is_apex ? 0.0 : 1.0, is_apex ? 1.0 : 0.0};
    return (bl_profile_nearest){distance, across, along, away_across / distance, away_along / distance};
}

bl_core_nearest bl_axisymmetric_nearest(const bl_convex* core, belay_vec3 x, bl_profile_fn* profile)
{
    double across = sqrt(x.x * x.x + x.y * x.y);
    return bl_profile_turn(x, across, profile(core->half, across, x.z));
}

belay_result bl_axisymmetric_check(belay_error* error, const char* name, double radius, double height)
{
    char field[32];
    snprintf(field, sizeof field, "%s.height", name);
    belay_result result = bl_check_size(error, field, height);
    if (result != BELAY_OK) return result;
    snprintf(field, sizeof field, "%s.radius", name);
    return bl_check_size(error, field, radius);
}

void bl_axisymmetric_measure(double radius, double height, bl_shape_numbers* numbers)
{
    numbers->half = v3(radius, radius, 0.5 * height);
}
