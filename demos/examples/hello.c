// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a world, a static floor, a dynamic box with the mass of its collider, steps, and reading a state.

#include "example.h"

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, NULL));

    belay_body_def box_def = belay_body_def_default();
    box_def.pose.position.z = 2.0;
    belay_body_id box;
    belay_collider_def cube = belay_collider_def_box((belay_vec3){1.0, 1.0, 1.0});
    CHECK(belay_body_create_solid(world, &box_def, &cube, &box));

    belay_body_state state;
    for (int i = 0; i <= 240; i++) {
        CHECK(belay_body_get_state(world, box, &state));
        if (i % 48 == 0) printf("%.1f s: z = %.4f m\n", belay_world_get_time(world), state.pose.position.z);
        CHECK(belay_world_step(world));
    }
    printf("a box of 1 m rests with its middle at z = %.7f m\n", state.pose.position.z);
    CHECK(belay_world_destroy(world));
    return 0;
}
