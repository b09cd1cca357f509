// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene J1 with one large island that moves: cubes that fall into a heap, overlap and part again. All workers share its
// sweeps, its towers, its sums and what takes overlap back, and give the bits of one.

#include "core/alloc.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>

enum { SIDE = 6, LAYERS = 7, STEPS = 50 };

static belay_world* make_heap(int workers)
{
    belay_world_def def = belay_world_def_default();
    def.worker_count = workers;
    def.step_seconds = 1.0 / 60.0;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < SIDE * SIDE * LAYERS; i++) {
        double x = 0.22 * (i % SIDE), y = 0.22 * (i / SIDE % SIDE), z = 0.3 + 0.23 * (i / (SIDE * SIDE));
        scene_solid cube = scene_box(v3(0.2, 0.2, 0.2), v3(x + 0.04 * (i % 3), y + 0.03 * (i % 5), z));
        belay_body_id body = scene_add_solid(world, &cube);
        cr_assert(belay_body_set_velocity(world, body, v3(0.5, 0.0, -3.0), v3(0.1 * (i % 7), 0.0, 0.3)) == BELAY_OK);
    }
    return world;
}

Test(scene_J1, a_heap_that_falls_with_any_number_of_workers)
{
    static const int counts[] = {1, 2, 5};
    belay_world* worlds[3];
    int32_t most = 0, recoveries = 0, newton = 0;
    for (int k = 0; k < 3; k++)
        worlds[k] = make_heap(counts[k]);
    for (int i = 0; i < STEPS; i++) {
        scene_steps(worlds[0], 1);
        const belay_step_stats* one = belay_world_get_stats(worlds[0]);
        most = one->contacts > most ? one->contacts : most;
        recoveries += one->overlap_iterations > 0;
        newton += one->newton_iterations > 0;
        uint64_t hash = belay_world_hash(worlds[0]);
        for (int k = 1; k < 3; k++) {
            scene_steps(worlds[k], 1);
            cr_assert_eq(belay_world_hash(worlds[k]), hash, "%d workers, step %d", counts[k], i + 1);
            const belay_step_stats* many = belay_world_get_stats(worlds[k]);
            cr_assert_eq(many->residual.natural, one->residual.natural, "%d workers, step %d", counts[k], i + 1);
            cr_assert_eq(many->energy.friction, one->energy.friction, "%d workers, step %d", counts[k], i + 1);
            cr_assert_eq(many->work, one->work, "%d workers, step %d", counts[k], i + 1);
        }
    }
    cr_expect_gt(most, 1000, "%d contacts", most);
    cr_expect_gt(recoveries, 20);
    cr_expect_gt(newton, 20, "towers are solved");
    for (int k = 0; k < 3; k++)
        belay_world_destroy(worlds[k]);
}
