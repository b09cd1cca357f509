// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The stones of arches.

#include "scenes/experiments/voussoir.h"

// Corners with x along the radius through the middle of the stone, measured from the axis of the arch.
static void corners(double thickness, double half_length, belay_vec3 points[8])
{
    double half_angle = 0.5 * SCENE_PI / VOUSSOIR_COUNT;
    for (int i = 0; i < 8; i++) {
        double r = VOUSSOIR_RADIUS + (i & 1 ? 0.5 : -0.5) * thickness;
        double z = (i & 2 ? 1.0 : -1.0) * r * sin(half_angle), y = (i & 4 ? 1.0 : -1.0) * half_length;
        points[i] = v3(r * cos(half_angle), y, z);
    }
}

belay_body_id voussoir_build(experiment* e, double thickness, int index, double y0, double y1, const build_stuff* stuff)
{
    belay_vec3 points[8];
    belay_mass mass;
    corners(thickness, 0.5 * (y1 - y0), points);
    belay_shape hull = build_shape_hull(points, 8);
    if (!build_check(e, belay_shape_mass(&hull, stuff->density, &mass, NULL))) return (belay_body_id){0};
    double center = mass.center_of_mass.x, angle = SCENE_PI * (index + 0.5) / VOUSSOIR_COUNT;
    for (int i = 0; i < 8; i++)
        points[i].x -= center;
    belay_vec3 at = v3(center * cos(angle), 0.5 * (y0 + y1), center * sin(angle));
    return build_solid(e, &hull, build_turned(at, v3(0.0, -1.0, 0.0), angle), stuff);
}
