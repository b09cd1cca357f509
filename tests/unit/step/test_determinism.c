// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene J1: the same inputs give the same bits, whatever else happens in the process and wherever memory lies.

#include "core/alloc.h"
#include "support/ball_bin.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define BALLS 100
#define STEPS 600

static belay_world* bin_world_with(belay_allocator allocator, int workers)
{
    belay_world_def def = belay_world_def_default();
    def.allocator = allocator;
    def.worker_count = workers;
    def.solver.tolerance = 1e-6; // equal bits do not need more
    belay_world* world = scene_world_of(&def);
    ball_bin_add_walls(world);
    ball_bin_add_balls(world, BALLS, 0.0);
    return world;
}

static belay_world* bin_world(belay_allocator allocator)
{
    return bin_world_with(allocator, 1);
}

static void run_bin(belay_allocator allocator, uint64_t hashes[STEPS])
{
    belay_world* world = bin_world(allocator);
    for (int i = 0; i < STEPS; i++) {
        scene_steps(world, 1);
        hashes[i] = belay_world_hash(world);
    }
    belay_world_destroy(world);
}

static uint64_t reference[STEPS], again[STEPS];

static void check_equal(void)
{
    for (int i = 0; i < STEPS; i++)
        cr_assert_eq(reference[i], again[i], "step %d", i + 1);
}

Test(scene_J1, twice)
{
    run_bin(bl_allocator_default(), reference);
    run_bin(bl_allocator_default(), again);
    check_equal();
    for (int i = 1; i < STEPS; i++)
        cr_assert_neq(reference[i], reference[i - 1], "the hash tells steps apart");
    cr_log_info("J1: hash after %d steps %016llx", STEPS, (unsigned long long)reference[STEPS - 1]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Other addresses, other contents of fresh memory
// ---------------------------------------------------------------------------------------------------------------------

// Blocks of malloc, moved on by a growing number of 16 bytes and filled with rubbish. Before each: the place that
// malloc gave.
typedef struct shifted_block {
    void* origin;
    size_t size;
} shifted_block;

static void* shifted_reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    unsigned* count = context;
    unsigned char* fresh = NULL;
    if (new_size > 0) {
        size_t shift = 16 * (1 + (*count)++ % 37);
        unsigned char* origin = malloc(new_size + shift);
        if (origin == NULL) return NULL;
        memset(origin, 0xA5, new_size + shift);
        fresh = origin + shift;
        shifted_block header = {origin, new_size};
        memcpy(fresh - sizeof header, &header, sizeof header);
    }
    if (block != NULL) {
        shifted_block header;
        memcpy(&header, (unsigned char*)block - sizeof header, sizeof header);
        cr_assert_eq(header.size, old_size);
        if (fresh != NULL) memcpy(fresh, block, old_size < new_size ? old_size : new_size);
        free(header.origin);
    }
    return fresh;
}

Test(scene_J1, with_other_addresses)
{
    unsigned count = 0;
    belay_allocator shifted = {shifted_reallocate, &count};
    run_bin(bl_allocator_default(), reference);
    run_bin(shifted, again);
    check_equal();
    cr_expect_gt(count, 10);
}

Test(scene_J1, with_another_world_stepping_in_between)
{
    run_bin(bl_allocator_default(), reference);
    belay_world *world = bin_world(bl_allocator_default()), *other = scene_world(1.0 / 100.0);
    ball_bin_add_walls(other);
    for (int i = 0; i < STEPS; i++) {
        if (i % 10 == 0) {
            scene_ball ball = scene_ball_default();
            ball.position = v3(0.001 * i, 0.0, 1.0);
            scene_add_ball(other, &ball);
        }
        scene_steps(other, i % 3);
        scene_steps(world, 1);
        again[i] = belay_world_hash(world);
    }
    check_equal();
    belay_world_destroy(world);
    belay_world_destroy(other);
}

Test(scene_J1, reading_changes_nothing)
{
    run_bin(bl_allocator_default(), reference);
    belay_world* world = bin_world(bl_allocator_default());
    static unsigned char bytes[1 << 20];
    for (int i = 0; i < STEPS; i++) {
        size_t size;
        belay_iterator q;
        cr_assert(belay_world_snapshot(world, bytes, sizeof bytes, &size) == BELAY_OK);
        cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &q) == BELAY_OK);
        while (belay_iterator_next(&q))
            (void)belay_component_get_const(world, q.entity, BELAY_COMPONENT_BODY_STATE);
        belay_world_get_energy(world);
        scene_steps(world, 1);
        again[i] = belay_world_hash(world);
    }
    check_equal();
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Workers
// ---------------------------------------------------------------------------------------------------------------------

// Worlds with different numbers of workers take turns.
Test(scene_J1, with_any_number_of_workers)
{
    static const int counts[] = {2, 3, 4, 8};
    belay_world* worlds[4];
    run_bin(bl_allocator_default(), reference);
    for (int k = 0; k < 4; k++)
        worlds[k] = bin_world_with(bl_allocator_default(), counts[k]);
    for (int i = 0; i < STEPS; i++) {
        for (int k = 0; k < 4; k++) {
            scene_steps(worlds[k], 1);
            cr_assert_eq(belay_world_hash(worlds[k]), reference[i], "%d workers, step %d", counts[k], i + 1);
        }
    }
    for (int k = 0; k < 4; k++)
        belay_world_destroy(worlds[k]);
}

static void* run_bin_of_two(void* context)
{
    uint64_t* hash = context;
    belay_world* world = bin_world_with(bl_allocator_default(), 2);
    scene_steps(world, STEPS);
    *hash = belay_world_hash(world);
    belay_world_destroy(world);
    return NULL;
}

// Each of two threads has a world, and each of these two workers.
Test(scene_J1, in_two_threads)
{
    uint64_t hashes[2];
    pthread_t threads[2];
    run_bin(bl_allocator_default(), reference);
    for (int k = 0; k < 2; k++)
        cr_assert_eq(pthread_create(&threads[k], NULL, run_bin_of_two, &hashes[k]), 0);
    for (int k = 0; k < 2; k++)
        pthread_join(threads[k], NULL);
    cr_expect_eq(hashes[0], reference[STEPS - 1]);
    cr_expect_eq(hashes[1], reference[STEPS - 1]);
}

// ---------------------------------------------------------------------------------------------------------------------
// J3: the step may change in between
// ---------------------------------------------------------------------------------------------------------------------

// `count` balls on each other, exactly touching.
static belay_world* resting_tower(int count, belay_body_id bodies[])
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < count; i++) {
        scene_ball ball = scene_ball_default();
        ball.position = v3(0.0, 0.0, 0.05 + 0.1 * i);
        bodies[i] = scene_add_ball(world, &ball);
    }
    return world;
}

static void check_no_kick(int count)
{
    // Impulses are forces times h: the guess for the new step is the old impulse times the ratio of the steps.
    belay_body_id bodies[8];
    belay_world* world = resting_tower(count, bodies);
    const double steps[] = {1.0 / 240.0, 1.0 / 480.0, 1.0 / 60.0, 1.0 / 1000.0, 1.0 / 61.0, 1.0 / 2000.0};
    double fastest = 0.0, off = 0.0;
    for (int k = 0; k < 60; k++) {
        double h = steps[k % 6];
        cr_assert(belay_world_set_step_seconds(world, h) == BELAY_OK);
        scene_steps(world, 1 + k % 4);
        for (int i = 0; i < count; i++) {
            belay_body_state s = scene_state(world, bodies[i]);
            fastest = fmax(fastest, v3_length(s.linear_velocity) + v3_length(s.angular_velocity));
            off = fmax(off, v3_distance(s.pose.position, v3(0.0, 0.0, 0.05 + 0.1 * i)));
        }
    }
    cr_expect_leq(fastest, 1e-5, "kicked to %g m/s", fastest);
    cr_expect_leq(off, 1e-7, "moved by %g m", off);
    cr_log_info("J3: %d balls at rest, fastest %.3g m/s, moved %.3g m", count, fastest, off);
    belay_world_destroy(world);
}

Test(scene_J3, changing_the_step_does_not_kick_a_resting_ball)
{
    check_no_kick(1);
}

Test(scene_J3, changing_the_step_does_not_kick_a_tower)
{
    check_no_kick(5);
}

Test(scene_J3, warm_start_is_rescaled_with_the_step)
{
    belay_body_id ball;
    belay_world* world = resting_tower(1, &ball);
    scene_steps(world, 5);
    cr_assert(belay_world_set_step_seconds(world, 1.0 / 60.0) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_leq(fabs(belay_world_get_contacts(world, NULL)->impulse[0] - SCENE_G / 60.0), 1e-13);
    cr_expect_eq(belay_world_get_stats(world)->iterations, 1);
    belay_world_destroy(world);
}
