// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Islands with joints and with rods by the methods of the solver library, against the world's own method. Each step
// begins from the same state, so that what differs is one solve. Velocities are compared, as impulses are open where
// more contacts or joints carry a load than are needed, and in scenes whose velocities the law leaves no choice of.

#include "scenes/library/library_scenes.h"
#include "support/parts.h"
#include "support/rods/rod_scene.h"
#include "support/saved.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <criterion/logging.h>

static void ask_library(belay_world_def* def, belay_method method)
{
    for (int i = 0; i < BELAY_ISLAND_CLASS_COUNT; i++)
        def->solver.islands[i] = (belay_island_solver){true, method, BELAY_LOCAL_EXACT};
}

// ---------------------------------------------------------------------------------------------------------------------
// Both ways
// ---------------------------------------------------------------------------------------------------------------------

typedef struct outcome {
    int steps, converged;
    double worst; // m/s, of steps in which both have converged
} outcome;

// `other` goes on from where `own` is; settings are in snapshots.
static void compare_step(belay_world* own, belay_world* other, const library_things* t, const belay_world_def* def,
                         outcome* o)
{
    saved state = saved_of(own);
    saved_restore(&state, other);
    saved_fini(&state);
    cr_assert(belay_world_set_solver(other, &def->solver) == BELAY_OK, "%s", belay_world_last_error(other));
    scene_steps(own, 1);
    scene_steps(other, 1);
    const belay_step_stats *a = belay_world_get_stats(own), *b = belay_world_get_stats(other);
    cr_assert(a->library_islands == 0 && a->library_fallbacks == 0);
    cr_assert(b->library_islands == b->islands && b->library_fallbacks == 0, "%d of %d", b->library_islands,
              b->islands);
    cr_assert(!b->has_converged || b->residual.natural <= def->solver.tolerance, "claims %g", b->residual.natural);
    o->steps++;
    if (!a->has_converged || !b->has_converged) return;
    o->converged++;
    o->worst = fmax(o->worst, library_scene_difference(own, other, t));
}

static outcome compare(const library_scene* scene, belay_method method)
{
    belay_world_def own_def = library_scene_def(), def = own_def;
    library_things t = {.body_count = 0}, same = t;
    outcome o = {0, 0, 0.0};
    ask_library(&def, method);
    belay_world *own = scene->make(&own_def, &t), *other = scene->make(&own_def, &same);
    for (int k = 0; k < scene->steps; k++)
        compare_step(own, other, &t, &def, &o);
    belay_world_destroy(own);
    belay_world_destroy(other);
    cr_log_info("%s, %s: %d of %d converged, %.2g m/s", scene->name, belay_method_name(method), o.converged, o.steps,
                o.worst);
    return o;
}

// The part of steps that a method is to solve. Gauss-Seidel alone is slow where more contacts than are needed carry a
// chain; methods on faceted cones solve what sticks or falls, and nodal Gauss-Seidel what has nodes of its own.
static double least_share(belay_method method)
{
    switch (method) {
    case BELAY_METHOD_NSGS:
        return 0.25;
    case BELAY_METHOD_NEWTON_FB:
        return 0.75;
    case BELAY_METHOD_LEMKE_INNER:
    case BELAY_METHOD_LEMKE_OUTER:
    case BELAY_METHOD_PRIMAL_GS:
        return 0.0;
    default:
        return 0.9;
    }
}

static void check_scene(const char* name)
{
    for (int s = 0; s < LIBRARY_SCENES; s++) {
        if (strcmp(library_scenes[s].name, name) != 0) continue;
        for (int m = 0; m < BELAY_METHOD_COUNT; m++) {
            if (!belay_method_is_available((belay_method)m, NULL)) continue;
            outcome o = compare(&library_scenes[s], (belay_method)m);
            const char* method = belay_method_name((belay_method)m);
            cr_expect(o.converged >= least_share((belay_method)m) * o.steps, "%s, %s: %d of %d", name, method,
                      o.converged, o.steps);
            cr_expect(o.worst <= 1e-6, "%s, %s: %g m/s apart", name, method, o.worst);
        }
        return;
    }
    cr_assert_fail("there is no scene '%s'", name);
}

Test(library_islands, a_chain_of_balls)
{
    check_scene("chain of balls");
}

Test(library_islands, limits_are_contacts_without_friction)
{
    check_scene("chain with limits");
}

Test(library_islands, a_cart)
{
    check_scene("cart");
}

Test(library_islands, a_loop_of_hinges_that_locks_twice)
{
    check_scene("loop of hinges");
}

Test(library_islands, springs_are_soft_rows)
{
    check_scene("springs");
}

Test(library_islands, a_rope_over_a_box)
{
    check_scene("rope over a box");
}

Test(library_islands, crossing_ropes)
{
    check_scene("crossing ropes");
}

Test(library_islands, a_rope_of_too_many_contacts_for_a_matrix)
{
    check_scene("long rope");
}

Test(library_islands, ropes_and_joints_in_one_island)
{
    check_scene("rope to a bar");
}

// ---------------------------------------------------------------------------------------------------------------------
// Forces of joints
// ---------------------------------------------------------------------------------------------------------------------

// Three balls of 2 kg hang one below the other, without any contact: joints carry 6, 4 and 2 kg g.
Test(library_islands, joints_carry_the_weight)
{
    belay_world_def def = library_scene_def();
    ask_library(&def, BELAY_METHOD_AUTO);
    belay_world* world = scene_world_of(&def);
    belay_body_id last = {0};
    belay_joint_id joints[3];
    for (int i = 0; i < 3; i++) {
        belay_body_id ball = part_ball(world, v3(0.0, 0.0, -0.5 - i), 0.1, 2.0, belay_material_default());
        belay_joint_def joint;
        cr_assert(belay_joint_def_at(world, BELAY_JOINT_BALL, ball, last, v3(0.0, 0.0, -(double)i), v3(1.0, 0.0, 0.0),
                                     &joint) == BELAY_OK);
        cr_assert(belay_joint_create(world, &joint, &joints[i]) == BELAY_OK, "%s", belay_world_last_error(world));
        last = ball;
    }
    scene_steps(world, 30);
    cr_expect_eq(belay_world_get_stats(world)->library_islands, 1);
    for (int i = 0; i < 3; i++) {
        belay_joint_state state;
        cr_assert(belay_joint_get_state(world, joints[i], &state) == BELAY_OK);
        scene_check_near(state.force.z, 2.0 * (3 - i) * SCENE_G, 1e-9, "N up");
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What the library does not know
// ---------------------------------------------------------------------------------------------------------------------

// A wheel with a motor on a box, and beside it a plain hinge on another.
static belay_world* make_driven(const belay_world_def* def, belay_body_id* wheel)
{
    belay_world* world = scene_world_of(def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < 2; i++) {
        belay_body_id box = part_box(world, v3(0.0, 2.0 * i, 0.1), v3(0.4, 0.2, 0.2), 3.0, belay_material_default());
        belay_body_id other = part_ball(world, v3(0.4, 2.0 * i, 0.1), 0.1, 1.0, belay_material_default());
        belay_joint_def joint;
        cr_assert(belay_joint_def_at(world, BELAY_JOINT_HINGE, box, other, v3(0.4, 2.0 * i, 0.1), v3(0.0, 1.0, 0.0),
                                     &joint) == BELAY_OK);
        if (i == 0) joint.axis[0].motor = (belay_joint_motor){true, 5.0, 0.2};
        cr_assert(belay_joint_create(world, &joint, NULL) == BELAY_OK, "%s", belay_world_last_error(world));
        if (i == 0) *wheel = other;
    }
    return world;
}

Test(library_islands, a_motor_is_left_to_the_worlds_own_method)
{
    belay_world_def own_def = library_scene_def(), def = own_def;
    belay_body_id wheel, same;
    ask_library(&def, BELAY_METHOD_AUTO);
    belay_world *own = make_driven(&own_def, &wheel), *other = make_driven(&def, &same);
    for (int k = 0; k < 30; k++) {
        scene_steps(own, 1);
        scene_steps(other, 1);
        const belay_step_stats* stats = belay_world_get_stats(other);
        cr_assert(stats->islands == 2 && stats->library_islands == 1 && stats->library_fallbacks == 1,
                  "%d islands, %d by the library, %d not", stats->islands, stats->library_islands,
                  stats->library_fallbacks);
        cr_assert(scene_is_same_pose(scene_state(own, wheel).pose, scene_state(other, same).pose), "the same bits");
    }
    belay_world_destroy(own);
    belay_world_destroy(other);
}

Test(library_islands, a_capped_grip_is_left_to_the_worlds_own_method)
{
    belay_world_def def = library_scene_def();
    ask_library(&def, BELAY_METHOD_PROXIMAL);
    belay_world* world = scene_world_of(&def);
    belay_rod_def rope = rod_of(0.05, 2e3, 1e-3, 0.01);
    rope.element_count = 6;
    rope.length = 0.5;
    belay_rod_id rod = rod_make(world, &rope);
    belay_rod_attachment_def grip;
    cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_GRIP, 0.0, the_world, &grip) == BELAY_OK);
    grip.max_force = 0.2; // N, of a rope that weighs 0.25 N
    cr_assert(belay_rod_attach(world, rod, &grip, NULL) == BELAY_OK, "%s", belay_world_last_error(world));
    scene_steps(world, 3);
    const belay_step_stats* stats = belay_world_get_stats(world);
    cr_expect(stats->islands == 1 && stats->library_islands == 0 && stats->library_fallbacks == 1);
    scene_check_converged(world);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bits and memory
// ---------------------------------------------------------------------------------------------------------------------

Test(library_islands, any_number_of_workers_gives_the_same_bits)
{
    for (int s = 0; s < LIBRARY_SCENES; s++) {
        belay_world_def def = library_scene_def();
        library_things t = {.body_count = 0}, same = t;
        ask_library(&def, BELAY_METHOD_AUTO);
        belay_world* one = library_scenes[s].make(&def, &t);
        def.worker_count = 3;
        belay_world* three = library_scenes[s].make(&def, &same);
        for (int k = 0; k < 20; k++) {
            scene_steps(one, 1);
            scene_steps(three, 1);
            cr_assert_eq(library_scene_difference(one, three, &t), 0.0, "%s, step %d", library_scenes[s].name, k);
        }
        belay_world_destroy(one);
        belay_world_destroy(three);
    }
}

// What a solve takes it gives back: blocks and bytes stay what they are from step to step, and where memory runs out
// the step says so and the world goes on.
Test(library_islands, memory_is_given_back)
{
    for (int s = 0; s < LIBRARY_SCENES; s++) {
        tracking_allocator memory = {.calls = 0};
        belay_world_def def = library_scene_def();
        library_things t = {.body_count = 0};
        def.allocator = tracking_allocator_hooks(&memory);
        ask_library(&def, BELAY_METHOD_PROXIMAL);
        belay_world* world = library_scenes[s].make(&def, &t);
        scene_steps(world, 5);
        long live = memory.live, before = memory.calls;
        scene_steps(world, 1);
        long of_step = memory.calls - before;
        cr_expect(of_step > 0 && memory.live == live, "%s: %ld blocks, then %ld", library_scenes[s].name, live,
                  memory.live);
        for (long k = 1; k <= of_step; k++) {
            memory.fail_at = memory.calls + k;
            belay_result result = belay_world_step(world);
            memory.fail_at = 0;
            cr_assert(result == BELAY_OK || result == BELAY_ERROR_MEMORY, "%s", belay_world_last_error(world));
            scene_steps(world, 1);
        }
        belay_world_destroy(world);
        cr_expect(memory.live == 0 && memory.bytes == 0 && !memory.is_wrong, "%s", library_scenes[s].name);
    }
}
