// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Memory through the allocator hook: none during steps, all of it given back. (What there is without any:
// test_out_of_memory.c.)

#include "support/ledger.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void add_track(belay_world* world, belay_material m)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, m);
    scene_plane(world, v3(1.0, 0.0, 0.0), -1.0, m);
    scene_plane(world, v3(-1.0, 0.0, 0.0), -1.0, m);
    scene_plane(world, v3(0.0, 1.0, 0.0), -1.0, m);
    scene_plane(world, v3(0.0, -1.0, 0.0), -1.0, m);
    for (int side = -1; side <= 1; side += 2) {
        belay_vec3 ring[24];
        for (int i = 0; i < 24; i++) {
            double a = 2.0 * SCENE_PI * i / 24.0;
            ring[i] = v3((0.6 + 0.03 * side) * cos(a), (0.6 + 0.03 * side) * sin(a), 0.4 + 0.1 * cos(2.0 * a));
        }
        scene_rail(world, ring, 24, true, 0.01, m);
    }
}

// Balls that bounce about and balls that roll round on the pair of rails.
static void add_movers(belay_world* world)
{
    for (int i = 0; i < 24; i++) {
        double a = 2.0 * SCENE_PI * i / 24.0;
        scene_ball ball = scene_ball_default();
        ball.radius = 0.04;
        bool rolls = i % 3 == 0;
        ball.material = (belay_material){0.4, rolls ? 0.0 : 1.0};
        ball.position = rolls ? v3(0.6 * cos(a), 0.6 * sin(a), 0.46 + 0.1 * cos(2.0 * a))
                              : v3(0.3 * cos(a), 0.3 * sin(a), 0.3 + 0.05 * i);
        ball.linear = rolls ? v3_zero() : v3(sin(7.0 * i), cos(5.0 * i), 0.0);
        scene_add_ball(world, &ball);
    }
}

// One step with all balls in one place, on a rail and near the others: more pairs and contacts than ever after. Then
// back to the start.
static void warm_up(belay_world* world)
{
    static unsigned char start[1 << 17];
    static belay_body_id balls[64];
    size_t size, count = 0;
    cr_assert(belay_world_snapshot(world, start, sizeof start, &size) == BELAY_OK);
    belay_iterator q;
    cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &q) == BELAY_OK);
    while (belay_iterator_next(&q) && count < 64)
        balls[count++].value = q.entity.value;
    belay_iterator_end(&q);
    belay_solver_settings hasty = {.tolerance = 1e-2, .max_iterations = 1};
    cr_assert(belay_world_set_solver(world, &hasty) == BELAY_OK);
    for (size_t i = 0; i < count; i++) {
        belay_body_type type;
        cr_assert(belay_body_get_type(world, balls[i], &type) == BELAY_OK);
        belay_pose pose = {{0.6, 1e-4 * (double)i, 0.53}, {1.0, 0.0, 0.0, 0.0}};
        if (type == BELAY_BODY_DYNAMIC) cr_assert(belay_body_set_pose(world, balls[i], pose) == BELAY_OK);
    }
    scene_steps(world, 1);
    cr_assert_geq(belay_world_get_stats(world)->contacts, 24 * 23 / 2);
    // And some with all of them side by side on the floor, in one island that is solved to the end.
    cr_assert(belay_world_restore(world, start, size) == BELAY_OK);
    for (size_t i = 0, k = 0; i < count; i++) {
        belay_body_type type;
        cr_assert(belay_body_get_type(world, balls[i], &type) == BELAY_OK);
        if (type != BELAY_BODY_DYNAMIC) continue;
        belay_pose pose = {{0.08 * (double)(k % 6) - 0.2, 0.08 * (double)(k / 6) - 0.2, 0.04}, {1.0, 0.0, 0.0, 0.0}};
        cr_assert(belay_body_set_pose(world, balls[i], pose) == BELAY_OK);
        k++;
    }
    scene_steps(world, 20);
    cr_assert(belay_world_restore(world, start, size) == BELAY_OK);
}

Test(allocation, none_in_steps_after_warming_up)
{
    ledger l = {0};
    belay_world_def def = ledger_world_def(&l);
    def.solver.tolerance = 1e-6;
    belay_world* world = scene_world_of(&def);
    add_track(world, (belay_material){0.4, 0.0});
    add_movers(world);
    warm_up(world);
    int most = 0;
    for (int i = 0; i < 5000; i++) {
        long before = l.calls;
        scene_steps(world, 1);
        int contacts = belay_world_get_stats(world)->contacts;
        most = contacts > most ? contacts : most;
        cr_assert_eq(l.calls, before, "step %d asked for memory", i);
    }
    cr_expect_gt(most, 8, "something happened: up to %d contacts", most);
    cr_log_info("allocation: 0 calls in 5000 steps with up to %d contacts; %zu bytes in %ld blocks", most, l.bytes,
                l.live);
    belay_world_destroy(world);
    ledger_check_settled(&l);
}

// Views and commands have their room too, whichever views are held meanwhile.
Test(allocation, none_for_other_threads_after_warming_up)
{
    ledger l = {0};
    belay_world_def def = ledger_world_def(&l);
    def.view_readers = 3;
    def.command_capacity = 8;
    belay_world* world = scene_world_of(&def);
    scene_ball ball = scene_ball_default();
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 2);
    long before = l.calls;
    belay_view views[3];
    for (int i = 0; i < 30; i++) {
        if (i > 2) belay_world_release_view(world, &views[i % 3]);
        cr_assert(belay_world_acquire_view(world, &views[i % 3]) == BELAY_OK);
        cr_assert(belay_body_queue_force(world, body, v3(1.0, 0.0, 0.0)) == BELAY_OK);
        scene_steps(world, 1);
        cr_expect_eq(l.calls, before, "step %d asked for memory", i);
    }
    for (int i = 0; i < 3; i++)
        belay_world_release_view(world, &views[i]);
    belay_world_destroy(world);
    ledger_check_settled(&l);
}

static void check_second_course(int workers)
{
    ledger l = {0};
    belay_world_def def = ledger_world_def(&l);
    def.worker_count = workers;
    def.solver.tolerance = 1e-6;
    belay_world* world = scene_world_of(&def);
    add_track(world, (belay_material){0.4, 0.0});
    add_movers(world);
    static unsigned char start[1 << 17];
    size_t size;
    cr_assert(belay_world_snapshot(world, start, sizeof start, &size) == BELAY_OK);
    scene_steps(world, 1000);
    cr_assert(belay_world_restore(world, start, size) == BELAY_OK);
    long before = l.calls;
    scene_steps(world, 1000);
    cr_expect_eq(l.calls, before, "%d workers", workers);
    belay_world_destroy(world);
    ledger_check_settled(&l);
}

Test(allocation, none_in_a_course_that_was_run_before)
{
    check_second_course(1);
}

// Chance, that is who does what, decides nothing here either.
Test(allocation, none_in_a_course_that_was_run_before_by_any_number_of_workers)
{
    for (int workers = 2; workers <= 8; workers += 3)
        check_second_course(workers);
}

Test(allocation, room_of_destroyed_things_is_used_again)
{
    ledger l = {0};
    belay_world_def def = ledger_world_def(&l);
    belay_world* world = scene_world_of(&def);
    scene_ball ball = scene_ball_default();
    for (int i = 0; i < 8; i++)
        scene_add_ball(world, &ball);
    belay_body_id last = scene_add_ball(world, &ball);
    long before = l.calls;
    for (int i = 0; i < 1000; i++) {
        cr_assert(belay_body_destroy(world, last) == BELAY_OK);
        last = scene_add_ball(world, &ball);
    }
    cr_expect_eq(l.calls, before);
    belay_world_destroy(world);
    ledger_check_settled(&l);
}

Test(allocation, empty_world_gives_all_back)
{
    ledger l = {0};
    belay_world_def def = ledger_world_def(&l);
    belay_world* world = scene_world_of(&def);
    cr_expect_gt(l.live, 0);
    belay_world_destroy(world);
    ledger_check_settled(&l);
}
