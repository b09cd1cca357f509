// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: the time that a step may take, and what the statistics say of it: which steps were cut short, which are
// exact. A pile of balls is stepped with a second for each step, and then with a microsecond, which no step can keep.

#include "example.h"

enum { STEPS = 60 };

static void add_balls(belay_world* world)
{
    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, NULL));
    belay_body_def def = belay_body_def_default();
    belay_collider_def sphere = belay_collider_def_sphere(0.25);
    for (int i = 0; i < 48; i++) {
        def.pose.position = (belay_vec3){0.45 * (i % 4) + 0.01 * i, 0.45 * (i / 4 % 4), 0.25 + 0.5 * (i / 16)};
        CHECK(belay_body_create_solid(world, &def, &sphere, NULL));
    }
}

// How many of the steps the budget has cut short.
static int run(belay_world* world, double budget)
{
    belay_solver_settings solver = belay_world_get_def(world)->solver;
    solver.budget_seconds = budget;
    CHECK(belay_world_set_solver(world, &solver));
    int cut = 0, exact = 0, late = 0;
    double worst = 0.0;
    for (int i = 0; i < STEPS; i++) {
        CHECK(belay_world_step(world));
        const belay_step_stats* stats = belay_world_get_stats(world);
        cut += stats->is_budget_exhausted;
        exact += stats->has_converged;
        late += stats->seconds > budget;
        if (stats->residual.natural > worst) worst = stats->residual.natural;
    }
    printf("%g s a step: %d late, %d cut short, %d exact; worst residual %.1e\n", budget, late, cut, exact, worst);
    return cut;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    add_balls(world);

    int with_time = run(world, 1.0), without = run(world, 1e-6);
    if (with_time != 0) return 1;
    printf("of %d steps of a microsecond, those that say that the budget was over = %d\n", STEPS, without);
    CHECK(belay_world_destroy(world));
    return 0;
}
