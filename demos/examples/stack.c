// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: many bodies of one kind, and reading the contacts of a step: what the floor carries of a stack of ten boxes.

#include "example.h"

enum { BOXES = 10 };

static belay_body_id add_box(belay_world* world, double z, double edge)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position.z = z;
    belay_body_id box;
    belay_collider_def cube = belay_collider_def_box((belay_vec3){edge, edge, edge});
    CHECK(belay_body_create_solid(world, &def, &cube, &box)); // 1000 kg/m^3
    return box;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_id floor, top = {0};
    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, &floor));
    for (int i = 0; i < BOXES; i++)
        top = add_box(world, 0.5 * (i + 0.5), 0.5);

    for (int i = 0; i < 60; i++)
        CHECK(belay_world_step(world));

    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    double impulse = 0.0;
    for (int32_t i = 0; i < count; i++)
        if (contacts[i].body_b.value == floor.value) impulse += contacts[i].impulse[0]; // along the normal
    belay_body_state state;
    CHECK(belay_body_get_state(world, top, &state));
    printf("%d contacts; the uppermost box is at z = %.6f m\n", (int)count, state.pose.position.z);
    printf("%d boxes of 125 kg: the floor carries = %.3f N\n", BOXES, impulse / world_def.step_seconds);
    CHECK(belay_world_destroy(world));
    return 0;
}
