// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: cutting a rope. A weight hangs on it, then falls with the lower half of the rope.

#include "example.h"

enum { ELEMENTS = 20, NODES = ELEMENTS / 2 + 1 };

// The height of what falls: of the middle of the masses of weight and rope, whose end nodes are half as heavy.
static double height(belay_world* world, belay_body_id weight, belay_rod_id rope)
{
    belay_body_state state;
    belay_mass mass;
    belay_rod_info info;
    belay_vec3 nodes[NODES];
    CHECK(belay_body_get_state(world, weight, &state));
    CHECK(belay_body_get_mass(world, weight, &mass));
    CHECK(belay_rod_get_info(world, rope, &info));
    CHECK(belay_rod_get_nodes(world, rope, nodes, NULL, NODES, NULL));
    double node = info.line_mass * info.length / (NODES - 1);
    double total = mass.mass, moment = mass.mass * state.pose.position.z;
    for (int i = 0; i < NODES; i++) {
        double part = i == 0 || i == NODES - 1 ? 0.5 * node : node;
        total += part;
        moment += part * nodes[i].z;
    }
    return moment / total;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_def weight_def = belay_body_def_default(); // 1 kg
    weight_def.pose.position.z = -1.0;
    belay_body_id weight;
    CHECK(belay_body_create(world, &weight_def, &weight));

    belay_rod_def rope_def = belay_rod_def_default(); // 1 m, from the origin
    rope_def.direction = (belay_vec3){0.0, 0.0, -1.0};
    rope_def.element_count = ELEMENTS;
    rope_def.damping_time = 0.01; // s, so that the weight soon hangs still
    belay_rod_id rope, tail;
    CHECK(belay_rod_create(world, &rope_def, &rope));
    belay_rod_attachment_def hold;
    CHECK(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, 0.0, (belay_body_id){0}, &hold));
    CHECK(belay_rod_attach(world, rope, &hold, NULL)); // to the world
    CHECK(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, rope_def.length, weight, &hold));
    CHECK(belay_rod_attach(world, rope, &hold, NULL));

    for (int i = 0; i < 960; i++)
        CHECK(belay_world_step(world));
    double tensions[ELEMENTS];
    CHECK(belay_rod_get_tensions(world, rope, tensions, ELEMENTS, NULL));
    printf("the rope carries %.4f N at its upper end\n", tensions[0]);

    CHECK(belay_rod_cut(world, rope, 0.5 * rope_def.length, &tail)); // `rope` stays above
    double start = height(world, weight, tail);
    for (int i = 0; i < 240; i++)
        CHECK(belay_world_step(world));
    printf("in a second weight and rope fall by g t^2 / 2 = %.6f m\n", start - height(world, weight, tail));
    CHECK(belay_world_destroy(world));
    return 0;
}
