// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a knot that holds. A rope that is led into an overhand knot is drawn tight by its ends and let go: it
// springs open, unless there is friction enough.

#include "example.h"

#include <math.h>

enum { ELEMENTS = 64 };

static const double SIZE = 0.005, PIECE = 0.012; // m

// The open overhand knot as a polynomial curve, whose ends go up and down.
static belay_vec3 curve(double t)
{
    return (belay_vec3){SIZE * 4.0 * t * (t * t - 3.0), SIZE * 4.0 * t * t * (t * t - 4.0),
                        SIZE * t * (t * t * t * t - 10.0)};
}

static belay_rod_id add_rope(belay_world* world, double friction)
{
    belay_vec3 nodes[ELEMENTS + 1] = {0};
    double t = 0.0;
    for (int i = 1; i <= ELEMENTS / 2; i++) { // from the middle to both ends, in equal pieces
        belay_vec3 last = curve(t), next = last;
        while (hypot(hypot(next.x - last.x, next.y - last.y), next.z - last.z) < PIECE)
            next = curve(t += 1e-4);
        nodes[ELEMENTS / 2 + i] = next;
        nodes[ELEMENTS / 2 - i] = curve(-t);
    }
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.nodes = nodes;
    def.radius = 0.0015;
    def.young_modulus = 2.5e8; // Pa
    def.drag = 5.0;            // 1/s
    def.material.friction = friction;
    belay_rod_id rope;
    CHECK(belay_rod_create(world, &def, &rope));
    return rope;
}

// Makes steps in which the ends are pulled apart by a force, N. The energy of bending then, J.
static double pull(belay_world* world, belay_rod_id rope, double force, int steps)
{
    belay_rod_info info;
    CHECK(belay_rod_get_info(world, rope, &info));
    for (int i = 0; i < steps; i++) {
        CHECK(belay_rod_apply_force(world, rope, 0.0, (belay_vec3){0.0, 0.0, -force}));
        CHECK(belay_rod_apply_force(world, rope, info.length, (belay_vec3){0.0, 0.0, force}));
        CHECK(belay_world_step(world));
    }
    belay_rod_energies energies;
    CHECK(belay_rod_get_energies(world, rope, &energies));
    return energies.bend;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.gravity.z = 0.0;
    // A loose knot of radius R holds itself from mu = sqrt(a / R) / (2 * 0.4924) on (Audoly, Clauvelin and Neukirch
    // 2007), here some 0.2.
    const double friction[] = {0.0, 0.1, 0.3};
    int held = 0;
    for (int i = 0; i < 3; i++) {
        belay_world* world = NULL;
        CHECK(belay_world_create(&world_def, &world, NULL));
        belay_rod_id rope = add_rope(world, friction[i]);
        pull(world, rope, 0.5, 200);
        double tight = pull(world, rope, 3.0, 200), left = pull(world, rope, 0.0, 200);
        printf("mu = %.1f: the knot keeps %.1f %% of its energy\n", friction[i], 100.0 * left / tight);
        if (left > 0.5 * tight) held++;
        CHECK(belay_world_destroy(world));
    }
    printf("of mu = 0, 0.1, 0.3 those that hold the knot = %d\n", held);
    return 0;
}
