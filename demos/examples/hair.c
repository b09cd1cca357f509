// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a strand of hair as a super-helix: few elements, each an exact helix. It sticks out of a clamp and bends
// under its weight.

#include "example.h"

#include <math.h>

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_rod_def def = belay_rod_def_default(); // along x from the origin
    def.model = BELAY_ROD_SUPER_HELIX;
    def.element_count = 20;
    def.radius = 4e-5;       // m
    def.density = 1300.0;    // kg/m^3
    def.young_modulus = 3e9; // Pa
    def.drag = 10.0;         // 1/s, so that it comes to rest soon
    // As long as makes density A g L^3 / (E I) = 10, with I / A = radius^2 / 4.
    def.length = cbrt(10.0 * def.young_modulus * 0.25 * def.radius * def.radius / (def.density * 9.81));
    belay_rod_id hair;
    CHECK(belay_rod_create(world, &def, &hair));
    belay_rod_attachment_def clamp;
    CHECK(belay_rod_attachment_def_at(world, hair, BELAY_ROD_CLAMP, 0.0, (belay_body_id){0}, &clamp));
    CHECK(belay_rod_attach(world, hair, &clamp, NULL));

    for (int i = 0; i < 1200; i++)
        CHECK(belay_world_step(world));

    belay_vec3 nodes[257];
    int count;
    CHECK(belay_rod_get_nodes(world, hair, nodes, NULL, 257, &count));
    belay_vec3 tip = nodes[count - 1];
    printf("a hair of %.4f m: its tip is %.5f of that out, %.5f to the side\n", def.length, tip.x / def.length,
           tip.y / def.length);
    printf("of its length the tip hangs down by = %.6f\n", -tip.z / def.length);
    CHECK(belay_world_destroy(world));
    return 0;
}
