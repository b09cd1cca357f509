// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: friction. On a slope of angle a, a box with mu = 0.5 holds while mu > tan a, and slides on a steeper one.

#include "example.h"

#include <math.h>

// How far a box goes down a slope in a second, m.
static double slide(double degrees)
{
    double angle = degrees * BELAY_PI / 180.0;
    belay_world_def world_def = belay_world_def_exact();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    belay_body_id slope, box;
    CHECK(belay_body_create(world, &def, &slope));
    belay_vec3 normal = {sin(angle), 0.0, cos(angle)};
    belay_collider_def ground = belay_collider_def_plane(normal, 0.0);
    ground.material.friction = 0.5; // of the pair: sqrt(mu_a mu_b)
    CHECK(belay_collider_create(world, slope, &ground, NULL));

    def.type = BELAY_BODY_DYNAMIC;
    def.pose.position = (belay_vec3){0.25 * normal.x, 0.0, 0.25 * normal.z};
    def.pose.rotation = belay_quat_from_axis_angle((belay_vec3){0.0, 1.0, 0.0}, angle);
    belay_collider_def cube = belay_collider_def_box((belay_vec3){0.5, 0.5, 0.5});
    cube.material.friction = 0.5;
    CHECK(belay_body_create_solid(world, &def, &cube, &box));

    for (int i = 0; i < 240; i++)
        CHECK(belay_world_step(world));
    belay_body_state state;
    CHECK(belay_body_get_state(world, box, &state));
    CHECK(belay_world_destroy(world));
    return (state.pose.position.x - def.pose.position.x) / cos(angle);
}

int main(void)
{
    double held = slide(26.0), slid = slide(30.0); // atan 0.5 is 26.57 degrees
    printf("at 26 degrees the box goes %.1e m in 1 s, at 30 degrees %.5f m\n", held, slid);
    printf("it slides farther where tan a > mu: by g (sin a - mu cos a) t^2 / 2 = %.6f m\n", slid - held);
    return 0;
}
