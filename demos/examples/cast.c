// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: casting a shape. How far a ball can be let down onto a slope of 30 degrees before it touches.

#include "example.h"

#include <math.h>

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.5, 0.0, sqrt(0.75)}, 0.0);
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, NULL));

    belay_shape ball = belay_collider_def_sphere(0.3).shape;
    belay_pose start = belay_pose_identity();
    start.position.z = 5.0;
    belay_vec3 displacement = {0.0, 0.0, -10.0};
    belay_ray_hit hit;
    bool is_hit;
    CHECK(belay_world_cast_shape(world, &ball, start, displacement, NULL, &hit, &is_hit));
    if (!is_hit) {
        fprintf(stderr, "the ball hits nothing\n");
        return 1;
    }
    printf("it touches at (%.4f, %.4f, %.4f)\n", hit.point.x, hit.point.y, hit.point.z);
    printf("a ball of 0.3 m from 5 m above the slope goes h - r / cos a = %.9f m\n", -hit.fraction * displacement.z);
    CHECK(belay_world_destroy(world));
    return 0;
}
