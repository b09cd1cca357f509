// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Layers of rods that lie across each other: far more contacts than what they can press independently. Each step is
// solved, at any size, and the floor carries what lies on it.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

static const double side = 0.1, radius = 1e-3, mu = 0.3;

static belay_rod_id lay(belay_world* world, int elements, belay_vec3 start, belay_vec3 direction)
{
    belay_rod_def def = belay_rod_def_default();
    belay_rod_id rod;
    def.element_count = elements;
    def.length = side;
    def.radius = radius;
    def.young_modulus = 1e7;
    def.material.friction = mu;
    def.damping_time = 1e-3;
    def.start = start;
    def.direction = direction;
    cr_assert(belay_rod_create(world, &def, &rod) == BELAY_OK);
    return rod;
}

static belay_world* make_floor(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 240.0;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){mu, 0.0});
    return world;
}

// `count` rods along x on the floor, as many along y 0.1 mm above them.
static belay_world* make_grid(int count)
{
    belay_world* world = make_floor();
    for (int i = 0; i < count; i++) {
        double place = (i + 0.5) * side / count;
        lay(world, 10, v3(2e-4 * i, place, radius), v3(1.0, 0.0, 0.0));
        lay(world, 10, v3(place, 3e-4 * i, 3.1 * radius), v3(0.0, 1.0, 0.0));
    }
    return world;
}

// Upward force of the floor on all rods, N.
static double force_of_floor(const belay_world* world)
{
    int32_t count = 0;
    const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
    double sum = 0.0;
    for (int32_t i = 0; i < count; i++)
        if (c[i].rod_b.value == 0)
            sum +=
                c[i].impulse[0] * c[i].normal.z + c[i].impulse[1] * c[i].tangent1.z + c[i].impulse[2] * c[i].tangent2.z;
    return 240.0 * sum;
}

Test(rods_crossing, every_step_is_solved_at_any_size)
{
    static const int counts[] = {8, 14, 19};
    for (int k = 0; k < 3; k++) {
        belay_world* world = make_grid(counts[k]);
        for (int step = 1; step <= 12; step++) {
            cr_assert(belay_world_step(world) == BELAY_OK);
            const belay_step_stats* stats = belay_world_get_stats(world);
            cr_expect(stats->has_converged, "%d x %d, step %d: residual %g", counts[k], counts[k], step,
                      stats->residual.natural);
        }
        belay_world_destroy(world);
    }
}

Test(rods_crossing, floor_carries_all)
{
    belay_world* world = make_grid(14);
    scene_steps(world, 24);
    double mass = 28.0 * 1000.0 * SCENE_PI * radius * radius * side; // of the default density
    cr_expect_float_eq(force_of_floor(world), 9.81 * mass, 1e-3 * 9.81 * mass);
    belay_world_destroy(world);
}

// Four layers of 12, nearly parallel in each: an island of hundreds of contacts that come and go.
Test(rods_crossing, every_step_of_a_heap_is_solved)
{
    belay_world* world = make_floor();
    for (int i = 0; i < 48; i++) {
        int layer = i / 12;
        double across = 8e-3 * (i % 12), z = 1.01e-3 + 2.02e-3 * layer, heading = 0.06 * sin(7.0 * i);
        if (layer % 2 == 0)
            lay(world, 8, v3(0.0, across, z), v3(cos(heading), sin(heading), 0.0));
        else
            lay(world, 8, v3(across, 0.0, z), v3(sin(heading), cos(heading), 0.0));
    }
    int converged = 0, contacts = 0;
    for (int step = 0; step < 12; step++) {
        cr_assert(belay_world_step(world) == BELAY_OK);
        const belay_step_stats* stats = belay_world_get_stats(world);
        converged += stats->has_converged;
        contacts = stats->rod_contacts > contacts ? stats->rod_contacts : contacts;
        cr_expect(stats->residual.natural < 1e-5, "step %d: residual %g", step + 1, stats->residual.natural);
    }
    cr_expect(contacts > 350, "%d contacts", contacts);
    cr_expect(converged >= 11, "%d of 12 steps converged", converged);
    belay_world_destroy(world);
}
