// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is slow against a step of a game keeps its energy, with backward Euler (theta = 1) too; what vibrates faster
// than the step ends.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

static const double h = 1.0 / 60.0;

// The largest |x| of a body in so many steps.
static double swing_of(belay_world* world, belay_body_id body, int steps)
{
    double most = 0.0;
    for (int i = 0; i < steps; i++) {
        scene_steps(world, 1);
        most = fmax(most, fabs(scene_state(world, body).pose.position.x));
    }
    return most;
}

// A load of 0.75 kg on a rope of 4 m, let go at 5 degrees. A period is 2 pi sqrt(L / g) = 4.01 s, 240 steps. Backward
// Euler as such takes exp(-(2 pi / 4.01 s)^2 h t / 2), 0.68 of the amplitude in 56 s.
static void check_load(int elements, double stretch, double line_mass)
{
    const double start = 5.0 * SCENE_PI / 180.0, length = 4.0;
    belay_world* world = scene_world(h);
    belay_rod_def def = rod_of(line_mass, stretch, 1e-4, 0.003);
    def.element_count = elements;
    def.direction = v3(sin(start), 0.0, -cos(start));
    def.length = length;
    def.is_kept_awake = true;
    belay_rod_id rope = rod_make(world, &def);
    belay_body_id load = rod_weight(world, 0.75, v3_scale(length, def.direction));
    rod_hold(world, rope, BELAY_ROD_PIN, 0.0, the_world);
    rod_hold(world, rope, BELAY_ROD_PIN, length, load);
    double first = swing_of(world, load, 246);
    swing_of(world, load, 3108);
    double last = swing_of(world, load, 246);
    cr_expect(last > 0.98 * first && last < 1.001 * first, "%d elements, E A = %g N, %g kg/m: %g of the amplitude",
              elements, stretch, line_mass, last / first);
    belay_world_destroy(world);
}

Test(rods_slow, loads_on_ropes_swing_for_a_minute)
{
    check_load(5, 28e3, 0.026);
    check_load(20, 28e3, 0.026);
    check_load(80, 28e3, 0.026);
    check_load(20, 1e3, 0.026);
    check_load(20, 28e3, 0.002); // a thread
}

static double kinetic_energy(const belay_world* world, belay_rod_id rod)
{
    belay_rod_energies e;
    cr_assert(belay_rod_get_energies(world, rod, &e) == BELAY_OK);
    return e.kinetic;
}

// A limp rope of 1 m and 50 g that turns about its middle in free space: nothing acts on it.
static void check_spin(double speed, double seconds)
{
    belay_world* world = scene_world(h);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = rod_of(0.05, 1e4, 1e-6, 0.002);
    def.element_count = 20;
    def.start = v3(-0.5, 0.0, 0.0);
    def.is_kept_awake = true;
    belay_rod_id rope = rod_make(world, &def);
    belay_vec3 v[21];
    for (int i = 0; i <= 20; i++)
        v[i] = v3(0.0, speed * (0.05 * i - 0.5), 0.0);
    cr_assert(belay_rod_set_velocities(world, rope, v, 21) == BELAY_OK);
    scene_steps(world, 20); // it gets its tension: without any the first step leads straight on
    double first = kinetic_energy(world, rope);
    scene_steps(world, (int)(seconds / h));
    double last = kinetic_energy(world, rope);
    cr_expect(last > 0.98 * first && last < 1.001 * first, "%g rad/s: %g of the energy after %g s", speed, last / first,
              seconds);
    belay_world_destroy(world);
}

Test(rods_slow, limp_ropes_spin_on)
{
    check_spin(2.0, 60.0);
    check_spin(2.0 * SCENE_PI, 60.0);
    check_spin(20.0, 1.0); // 19 steps a turn
}

// A taut string of 1 m, 50 N and 2 g/m: its fundamental, 79 Hz, is faster than a step, and all that is plucked of it is
// gone in half a second.
Test(rods_slow, what_vibrates_faster_than_the_step_ends)
{
    belay_world* world = scene_world(h);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_def def = rod_of(0.002, 5e3, 1e-6, 0.0005);
    def.element_count = 20;
    def.is_kept_awake = true;
    belay_rod_id string = rod_make(world, &def);
    rod_hold(world, string, BELAY_ROD_PIN, 0.0, the_world);
    int end = rod_hold(world, string, BELAY_ROD_PIN, 1.0, the_world);
    belay_pose there = {v3(1.01, 0.0, 0.0), belay_quat_identity()};
    cr_assert(belay_rod_move_attachment(world, string, end, there) == BELAY_OK);
    scene_steps(world, 60);
    for (int i = 0; i < 3; i++) {
        rod_push(world, string, 0.3, v3(0.0, 5.0, 0.0));
        scene_steps(world, 1);
    }
    double plucked = rod_node(world, string, 6).y;
    scene_steps(world, 30);
    double left = 0.0;
    for (int i = 0; i <= 20; i++)
        left = fmax(left, fabs(rod_node(world, string, i).y));
    cr_expect_gt(plucked, 0.005);
    cr_expect_lt(left, 1e-3 * plucked, "%g of %g m are left", left, plucked);
    belay_world_destroy(world);
}
