// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A program's own task system: every index once, each number for one call at a time, and the bits of one thread,
// whether it calls at once, as late as it may, or from threads.

#include "belay/belay.h"
#include "core/alloc.h"
#include "core/atomic.h"
#include "core/workers.h"
#include "support/ball_bin.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

enum { MOST = 8, ROOM = 3000 };

typedef struct asked {
    belay_task* run;
    void* data;
    int count;
    bool is_open;
    int loops; // so far
    pthread_t threads[MOST];
    struct call {
        struct asked* asked;
        int number;
    } calls[MOST];
} asked;

static void* open_loop(belay_task* run, void* data, int count, asked* a)
{
    cr_assert(!a->is_open && count >= 1 && count < MOST);
    *a = (asked){.run = run, .data = data, .count = count, .is_open = true, .loops = a->loops + 1};
    return a;
}

static void close_loop(void* started, asked* a)
{
    cr_assert(started == a && a->is_open);
    a->is_open = false;
}

// Within `start`.
static void* call_at_once(belay_task* run, void* data, int count, void* context)
{
    void* started = open_loop(run, data, count, context);
    for (int i = 1; i <= count; i++)
        run(data, i);
    return started;
}

static void finish_nothing(void* started, void* context)
{
    close_loop(started, context);
}

// Within `finish`, when all is done, the last number first.
static void* call_later(belay_task* run, void* data, int count, void* context)
{
    return open_loop(run, data, count, context);
}

static void finish_calls(void* started, void* context)
{
    asked* a = context;
    for (int i = a->count; i >= 1; i--)
        a->run(a->data, i);
    close_loop(started, context);
}

static void* run_call(void* context)
{
    struct call* c = context;
    c->asked->run(c->asked->data, c->number);
    return NULL;
}

static void* call_from_threads(belay_task* run, void* data, int count, void* context)
{
    asked* a = open_loop(run, data, count, context);
    for (int i = 1; i <= count; i++) {
        a->calls[i] = (struct call){a, i};
        cr_assert_eq(pthread_create(&a->threads[i], NULL, run_call, &a->calls[i]), 0);
    }
    return a;
}

static void join_threads(void* started, void* context)
{
    asked* a = context;
    for (int i = 1; i <= a->count; i++)
        pthread_join(a->threads[i], NULL);
    close_loop(started, context);
}

static const belay_task_system systems[] = {
    {call_at_once, finish_nothing, NULL}, {call_later, finish_calls, NULL}, {call_from_threads, join_threads, NULL}};
enum { SYSTEMS = 3 };

static belay_task_system system_of(int kind, asked* context)
{
    belay_task_system s = systems[kind];
    s.context = context;
    memset(context, 0, sizeof *context);
    return s;
}

typedef struct tally {
    unsigned char hits[ROOM];
    bl_atomic busy[MOST], wrong;
} tally;

static void count_hits(void* context, uint32_t begin, uint32_t end, int worker)
{
    tally* t = context;
    if (worker < 0 || worker >= MOST || bl_atomic_add(&t->busy[worker], 1) != 0) bl_atomic_add(&t->wrong, 1);
    for (uint32_t i = begin; i < end; i++)
        t->hits[i]++;
    if (worker >= 0 && worker < MOST) bl_atomic_add(&t->busy[worker], UINT32_MAX);
}

Test(tasks, do_every_index_once)
{
    static tally t;
    static asked context;
    belay_allocator allocator = bl_allocator_default();
    for (int kind = 0; kind < SYSTEMS; kind++)
        for (int n = 1; n <= MOST; n++) {
            bl_workers* workers = NULL;
            belay_task_system system = system_of(kind, &context);
            cr_assert_eq(bl_workers_create(n, &system, &allocator, &workers, NULL), BELAY_OK);
            memset(&t, 0, sizeof t);
            cr_assert(bl_workers_run(workers, ROOM, 7, count_hits, &t));
            cr_assert_eq(bl_atomic_load(&t.wrong), 0, "system %d, %d workers", kind, n);
            for (int i = 0; i < ROOM; i++)
                cr_assert_eq(t.hits[i], 1, "system %d, %d workers: index %d was done %d times", kind, n, i, t.hits[i]);
            cr_assert_eq(context.loops, n > 1, "system %d, %d workers: %d loops", kind, n, context.loops);
            bl_workers_destroy(workers);
        }
}

static uint64_t hash_of(int workers, const belay_task_system* tasks)
{
    belay_world_def def = belay_world_def_default();
    def.worker_count = workers;
    if (tasks != NULL) def.tasks = *tasks;
    belay_world* world = scene_world_of(&def);
    ball_bin_add_walls(world);
    ball_bin_add_balls(world, 100, 0.0);
    scene_steps(world, 120);
    uint64_t hash = belay_world_hash(world);
    belay_world_destroy(world);
    return hash;
}

Test(tasks, of_a_world_give_the_bits_of_one_thread)
{
    static asked context;
    uint64_t alone = hash_of(1, NULL);
    for (int kind = 0; kind < SYSTEMS; kind++) {
        belay_task_system system = system_of(kind, &context);
        cr_expect_eq(hash_of(4, &system), alone, "system %d", kind);
        cr_expect_gt(context.loops, 0, "system %d was not asked", kind);
        cr_expect(!context.is_open);
    }
}

Test(tasks, are_refused_without_the_one_or_the_other)
{
    static asked context;
    for (int missing = 0; missing < 2; missing++) {
        belay_world_def def = belay_world_def_default();
        belay_world* world = NULL;
        belay_error error;
        def.tasks = system_of(0, &context);
        if (missing == 0)
            def.tasks.start = NULL;
        else
            def.tasks.finish = NULL;
        cr_expect_eq(belay_world_create(&def, &world, &error), BELAY_ERROR_VALUE);
        cr_expect_not_null(strstr(error.message, missing == 0 ? "tasks.start" : "tasks.finish"), "%s", error.message);
        cr_expect_null(world);
    }
}
