// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: the velocity of a surface. A box is put on a belt that runs at 2 m/s and slides on it until it goes along.

#include "example.h"

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_def belt_def = belay_body_def_default();
    belt_def.type = BELAY_BODY_STATIC;
    belt_def.pose.position = (belay_vec3){5.0, 0.0, -0.1};
    belay_body_id belt;
    CHECK(belay_body_create(world, &belt_def, &belt));
    belay_collider_def surface = belay_collider_def_box((belay_vec3){14.0, 1.0, 0.2});
    surface.surface_velocity = (belay_vec3){2.0, 0.0, 0.0}; // the body stands, its surface runs
    CHECK(belay_collider_create(world, belt, &surface, NULL));

    belay_body_def box_def = belay_body_def_default();
    box_def.pose.position.z = 0.25;
    belay_body_id box;
    belay_collider_def cube = belay_collider_def_box((belay_vec3){0.5, 0.5, 0.5}); // mu = 0.5 by default
    CHECK(belay_body_create_solid(world, &box_def, &cube, &box));

    for (int i = 0; i < 480; i++)
        CHECK(belay_world_step(world));

    belay_body_state state;
    CHECK(belay_body_get_state(world, box, &state));
    double belt_displacement = 2.0 * belay_world_get_time(world);
    printf("the box goes along with %.6f m/s\n", state.linear_velocity.x);
    printf("until then it slid on the belt by v^2 / (2 mu g) = %.5f m\n", belt_displacement - state.pose.position.x);
    CHECK(belay_world_destroy(world));
    return 0;
}
