// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Views: whole, of one moment, unchanged while they are held, and no part of the simulation. Scene K3.

#include "support/readers.h"
#include "support/rods/rod_scene.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

static belay_world* world_of(int readers)
{
    belay_world_def def = belay_world_def_default();
    def.view_readers = readers;
    def.command_capacity = 16;
    return scene_world_of(&def);
}

static belay_body_id add_ball(belay_world* world, double x, double height)
{
    scene_ball ball = scene_ball_default();
    ball.position = v3(x, 0.0, height);
    return scene_add_ball(world, &ball);
}

static belay_view acquire(const belay_world* world)
{
    belay_view view;
    cr_assert(belay_world_acquire_view(world, &view) == BELAY_OK);
    return view;
}

// ---------------------------------------------------------------------------------------------------------------------
// What is in a view
// ---------------------------------------------------------------------------------------------------------------------

static void check_bodies(const belay_world* world, const belay_view* view, const belay_body_id* bodies, int count)
{
    cr_assert_eq(view->body_count, count);
    for (int i = 0; i < count; i++) {
        const belay_view_body* found = belay_view_find(view, bodies[i]);
        cr_assert(found != NULL && found->body.value == bodies[i].value);
        belay_body_state state = scene_state(world, bodies[i]);
        cr_expect_eq(memcmp(&found->state, &state, sizeof state), 0, "body %d", i);
        bool is_awake;
        cr_assert(belay_body_get_is_awake(world, bodies[i], &is_awake) == BELAY_OK);
        cr_expect_eq(found->is_awake, is_awake);
    }
}

Test(view, shows_what_the_step_left)
{
    belay_world* world = world_of(1);
    belay_body_id bodies[4];
    for (int i = 0; i < 3; i++)
        bodies[i] = add_ball(world, i, 1.0 + i);
    belay_body_def ground = belay_body_def_default();
    ground.type = BELAY_BODY_STATIC;
    cr_assert(belay_body_create(world, &ground, &bodies[3]) == BELAY_OK);
    cr_assert(belay_body_set_awake(world, bodies[1], false) == BELAY_OK);
    scene_steps(world, 5);
    belay_view view = acquire(world);
    cr_expect_eq(view.number, 5);
    cr_expect_eq(view.step, 5);
    cr_expect_eq(view.time, belay_world_get_time(world));
    cr_expect_eq(view.step_seconds, 1.0 / 240.0);
    check_bodies(world, &view, bodies, 4);
    belay_world_release_view(world, &view);
    cr_expect(view.bodies == NULL && view.body_count == 0, "what was let go of is empty");
    belay_world_destroy(world);
}

Test(view, shows_rods_by_their_nodes)
{
    belay_world* world = world_of(1);
    belay_rod_def def = rod_of(0.1, 1e4, 1e-3, 2e-3);
    belay_rod_id rods[2];
    for (int i = 0; i < 2; i++)
        rods[i] = rod_make(world, &def);
    scene_steps(world, 3);
    belay_view view = acquire(world);
    cr_assert_eq(view.rod_count, 2);
    for (int i = 0; i < 2; i++) {
        belay_vec3 nodes[ROD_MAX_NODES];
        int count = rod_nodes(world, rods[i], nodes);
        cr_expect_eq(view.rods[i].rod.value, rods[i].value);
        cr_assert_eq(view.rods[i].node_count, count);
        cr_expect_eq(memcmp(&view.nodes[view.rods[i].first_node], nodes, (size_t)count * sizeof *nodes), 0);
    }
    cr_expect_eq(view.node_count, view.rods[0].node_count + view.rods[1].node_count);
    belay_world_release_view(world, &view);
    belay_world_destroy(world);
}

Test(view, is_empty_before_the_first_step)
{
    belay_world* world = world_of(1);
    belay_body_id ball = add_ball(world, 0.0, 1.0);
    belay_view view = acquire(world);
    cr_expect(view.number == 0 && view.body_count == 0 && belay_view_find(&view, ball) == NULL);
    belay_world_release_view(world, &view);
    cr_assert(belay_world_publish_view(world) == BELAY_OK);
    view = acquire(world);
    cr_expect(view.number == 1 && view.step == 0 && belay_view_find(&view, ball) != NULL);
    belay_world_release_view(world, &view);
    belay_world_destroy(world);
}

Test(view, finds_bodies_by_handles_of_its_own_moment)
{
    belay_world* world = world_of(1);
    belay_body_id old = add_ball(world, 0.0, 1.0), other = add_ball(world, 1.0, 1.0);
    scene_steps(world, 1);
    belay_view view = acquire(world);
    cr_assert(belay_body_destroy(world, old) == BELAY_OK);
    belay_body_id fresh = add_ball(world, 2.0, 1.0); // in the slot of the old one
    cr_expect(belay_view_find(&view, old) != NULL && belay_view_find(&view, fresh) == NULL);
    belay_world_release_view(world, &view);
    scene_steps(world, 1);
    view = acquire(world);
    cr_expect(belay_view_find(&view, old) == NULL && belay_view_find(&view, fresh) != NULL);
    cr_expect(belay_view_find(&view, other) != NULL);
    cr_expect(belay_view_find(&view, (belay_body_id){0}) == NULL);
    cr_expect(belay_view_find(NULL, other) == NULL);
    belay_world_release_view(world, &view);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// How long it is good, and how many there are
// ---------------------------------------------------------------------------------------------------------------------

Test(view, stays_as_it_is_while_it_is_held)
{
    belay_world* world = world_of(2);
    add_ball(world, 0.0, 100.0);
    scene_steps(world, 1);
    belay_view first = acquire(world);
    belay_view_body copy = first.bodies[0];
    scene_steps(world, 3);
    belay_view second = acquire(world);
    for (int i = 0; i < 20; i++) {
        add_ball(world, 1.0 + i, 100.0); // what grows does so elsewhere
        scene_steps(world, 1);
    }
    cr_expect(first.step == 1 && second.step == 4);
    cr_expect_eq(memcmp(&first.bodies[0], &copy, sizeof copy), 0);
    cr_expect_lt(second.bodies[0].state.pose.position.z, copy.state.pose.position.z);
    belay_world_release_view(world, &first);
    belay_world_release_view(world, &second);
    belay_view newest = acquire(world);
    cr_expect(newest.step == 24 && newest.body_count == 21);
    belay_world_release_view(world, &newest);
    belay_world_destroy(world);
}

Test(view, no_more_are_held_than_was_said)
{
    belay_world* world = world_of(2);
    scene_steps(world, 1);
    belay_view a = acquire(world), b = acquire(world), c;
    memset(&c, 0, sizeof c);
    cr_expect_eq(belay_world_acquire_view(world, &c), BELAY_ERROR_CAPACITY);
    cr_expect_eq(belay_world_destroy(world), BELAY_ERROR_STATE, "views are held");
    belay_world_release_view(world, &a);
    c = acquire(world);
    cr_expect_eq(c.step, 1);
    belay_world_release_view(world, &b);
    belay_world_release_view(world, &c);
    belay_world_release_view(world, &c); // nothing
    cr_expect_eq(belay_world_acquire_view(world, NULL), BELAY_ERROR_VALUE);
    cr_expect_eq(belay_world_acquire_view(NULL, &a), BELAY_ERROR_HANDLE);
    cr_expect_eq(belay_world_destroy(world), BELAY_OK);
}

// More takings of one view than its count can tell: only differences are used.
Test(view, is_taken_any_number_of_times)
{
    belay_world* world = world_of(1);
    scene_steps(world, 1);
    for (uint32_t i = 0; i < 3 * 65536 + 1; i++) {
        belay_view view = acquire(world);
        belay_world_release_view(world, &view);
    }
    for (uint64_t step = 2; step < 10; step++) {
        scene_steps(world, 1);
        belay_view view = acquire(world);
        cr_expect_eq(view.step, step);
        belay_world_release_view(world, &view);
    }
    belay_world_destroy(world);
}

Test(view, numbers_never_go_back)
{
    static unsigned char bytes[1 << 16];
    size_t size;
    belay_world* world = world_of(1);
    add_ball(world, 0.0, 1.0);
    cr_assert(belay_world_snapshot(world, bytes, sizeof bytes, &size) == BELAY_OK);
    scene_steps(world, 7);
    cr_assert(belay_world_restore(world, bytes, size) == BELAY_OK);
    cr_assert(belay_world_publish_view(world) == BELAY_OK);
    belay_view view = acquire(world);
    cr_expect(view.number == 8 && view.step == 0);
    belay_world_release_view(world, &view);
    belay_world_destroy(world);
}

Test(view, takes_no_part_in_the_simulation)
{
    belay_world *with = world_of(3), *without = world_of(0);
    scene_plane(with, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_plane(without, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < 6; i++) {
        add_ball(with, 0.02 * i, 0.1 + 0.12 * i);
        add_ball(without, 0.02 * i, 0.1 + 0.12 * i);
    }
    belay_view view = acquire(with);
    scene_check_same_course(with, without, 200);
    belay_world_release_view(with, &view);
    cr_expect_eq(belay_world_acquire_view(without, &view), BELAY_ERROR_CAPACITY);
    cr_expect_eq(belay_world_publish_view(without), BELAY_ERROR_STATE);
    belay_world_destroy(with);
    belay_world_destroy(without);
}

Test(view, wrong_numbers_are_refused)
{
    for (int i = 0; i < 4; i++) {
        belay_world_def def = belay_world_def_default();
        if (i < 2)
            def.view_readers = i == 0 ? -1 : 63;
        else
            def.command_capacity = i == 2 ? -1 : 65537;
        belay_world* world = NULL;
        belay_error error;
        cr_expect_eq(belay_world_create(&def, &world, &error), BELAY_ERROR_VALUE);
        cr_expect(world == NULL && strstr(error.message, i < 2 ? "view_readers" : "command_capacity") != NULL);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// K3: readers while the world runs
// ---------------------------------------------------------------------------------------------------------------------

// The scene asks for 20 s; `bench threads` runs it for as long, also under the thread sanitizer. How long readers wait
// is measured there: here nothing is timed.
Test(scene_K3, every_read_shows_one_moment_and_commands_keep_their_order)
{
    readers_run run = {.bodies = 500, .steps = 400};
    readers_report r;
    cr_assert(readers_read(&run, &r));
    cr_expect_not(r.is_bad);
    cr_expect_gt(r.reads, 0);
    cr_expect_eq(r.mixed, 0);
    cr_expect_eq(r.off_norm, 0);
    cr_expect_eq(r.backward, 0);
    cr_expect_eq(r.refused, 0);
    cr_expect_gt(r.queued, 0);
    cr_expect_eq(r.carried_out, r.queued);
    cr_expect_eq(r.out_of_order, 0);
    // Each force acts in one step, none is lost: momentum is their sum, but for the rounding of so many.
    cr_expect_float_eq(r.momentum, r.push, 1e-9 * r.push);
    cr_log_info("K3: %llu reads of %llu moments, %llu commands", (unsigned long long)r.reads,
                (unsigned long long)r.steps, (unsigned long long)r.carried_out);
}
