// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: casting a ray, and that a query needs no step.

#include "example.h"

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_def ball_def = belay_body_def_default();
    belay_body_id ball;
    CHECK(belay_body_create(world, &ball_def, &ball));
    belay_collider_def sphere = belay_collider_def_sphere(0.5);
    CHECK(belay_collider_create(world, ball, &sphere, NULL));

    belay_vec3 origin = {-5.0, 0.0, 0.3}, displacement = {10.0, 0.0, 0.0};
    belay_ray_hit hit;
    bool is_hit;
    CHECK(belay_world_cast_ray(world, origin, displacement, NULL, &hit, &is_hit)); // null: everything but sensors
    if (!is_hit) {
        fprintf(stderr, "the ray hits nothing\n");
        return 1;
    }
    printf("hit at (%.3f, %.3f, %.3f), normal (%.3f, %.3f, %.3f)\n", hit.point.x, hit.point.y, hit.point.z,
           hit.normal.x, hit.normal.y, hit.normal.z);
    printf("from (-5, 0, 0.3) along x to the ball of 0.5 m: distance = %.9f m\n", hit.fraction * displacement.x);
    CHECK(belay_world_destroy(world));
    return 0;
}
