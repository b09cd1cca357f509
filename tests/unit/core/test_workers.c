// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Workers: every index once, the same bits whatever their number, no harm in coming, going, sleeping and failing.

#define _GNU_SOURCE // setresuid
#include "core/workers.h"

#include "belay/belay.h"
#include "core/alloc.h"
#include "core/atomic.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MOST 8 // workers
#define ROOM 5000

static bl_workers* make(int count)
{
    belay_allocator allocator = bl_allocator_default();
    bl_workers* workers = NULL;
    belay_error error;
    cr_assert(bl_workers_create(count, NULL, &allocator, &workers, &error) == BELAY_OK, "%s", error.message);
    cr_assert_eq(bl_workers_count(workers), count);
    return workers;
}

// ---------------------------------------------------------------------------------------------------------------------
// Every index once
// ---------------------------------------------------------------------------------------------------------------------

typedef struct tally {
    uint32_t count, grain;
    int workers;
    unsigned char hits[ROOM];
    uint32_t by_worker[BL_MAX_WORKERS];
    bl_atomic wrong; // ranges that should not be
} tally;

// Plain counters by worker: one number is never at work twice at a time.
static void count_hits(void* context, uint32_t begin, uint32_t end, int worker)
{
    tally* t = context;
    bool is_whole = begin == 0 && end == t->count;
    bool is_range = begin % t->grain == 0 && (end - begin == t->grain || (end - begin < t->grain && end == t->count));
    if (begin >= end || end > t->count || !(is_whole || is_range) || worker < 0 || worker >= t->workers)
        bl_atomic_add(&t->wrong, 1);
    for (uint32_t i = begin; i < end; i++)
        t->hits[i]++;
    t->by_worker[worker] += end - begin;
}

static void check_tally(bl_workers* workers, uint32_t count, uint32_t grain)
{
    static tally t;
    memset(&t, 0, sizeof t);
    t.count = count;
    t.grain = grain;
    t.workers = bl_workers_count(workers);
    cr_assert(bl_workers_run(workers, count, grain, count_hits, &t));
    cr_assert_eq(bl_atomic_load(&t.wrong), 0);
    uint32_t sum = 0;
    for (int i = 0; i < BL_MAX_WORKERS; i++)
        sum += t.by_worker[i];
    cr_assert_eq(sum, count);
    for (uint32_t i = 0; i < ROOM; i++)
        cr_assert_eq(t.hits[i], i < count, "index %u of %u was done %d times", i, count, t.hits[i]);
}

static void check_tallies(bl_workers* workers)
{
    static const uint32_t counts[] = {0, 1, 2, 7, 8, 64, 1000, ROOM}, grains[] = {1, 3, 8, 100, ROOM};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (size_t g = 0; g < sizeof grains / sizeof *grains; g++)
            check_tally(workers, counts[k], grains[g]);
}

Test(workers, do_every_index_once)
{
    for (int n = 1; n <= MOST; n++) {
        bl_workers* workers = make(n);
        check_tallies(workers);
        bl_workers_destroy(workers);
    }
}

Test(workers, null_is_the_calling_thread)
{
    cr_expect_eq(bl_workers_count(NULL), 1);
    check_tallies(NULL);
    bl_workers_destroy(NULL);
}

// ---------------------------------------------------------------------------------------------------------------------
// The same bits
// ---------------------------------------------------------------------------------------------------------------------

typedef struct series {
    double in[ROOM], out[ROOM];
    int terms;
} series;

static void sum_series(void* context, uint32_t begin, uint32_t end, int worker)
{
    series* s = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        double sum = 0.0;
        for (int k = 1; k <= s->terms; k++)
            sum += s->in[i] / (k * k + s->in[i]);
        s->out[i] = sum;
    }
}

static void fill(series* s)
{
    uint32_t state = 7;
    for (int i = 0; i < ROOM; i++) {
        state = state * 1664525u + 1013904223u;
        s->in[i] = 1.0 + (double)(state >> 8) / 16777216.0;
    }
    s->terms = 40;
}

Test(workers, give_the_same_bits_whatever_their_number)
{
    static series right, s;
    fill(&right);
    fill(&s);
    sum_series(&right, 0, ROOM, 0);
    for (int n = 1; n <= MOST; n++) {
        bl_workers* workers = make(n);
        memset(s.out, 0, sizeof s.out);
        cr_assert(bl_workers_run(workers, ROOM, 16, sum_series, &s));
        cr_expect_eq(memcmp(s.out, right.out, sizeof s.out), 0, "%d workers", n);
        bl_workers_destroy(workers);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Many loops, one upon the other
// ---------------------------------------------------------------------------------------------------------------------

// Every loop reads what the one before wrote, at other indices.
typedef struct wave {
    uint32_t now[256], next[256];
} wave;

static void add_neighbours(void* context, uint32_t begin, uint32_t end, int worker)
{
    wave* w = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++)
        w->next[i] = w->now[(i + 255) % 256] + 3 * w->now[(i + 1) % 256] + i;
}

static void keep(void* context, uint32_t begin, uint32_t end, int worker)
{
    wave* w = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++)
        w->now[255 - i] = w->next[i];
}

static wave run_wave(bl_workers* workers, int loops, long pause_every)
{
    wave w;
    memset(&w, 0, sizeof w);
    for (int k = 0; k < loops; k++) {
        cr_assert(bl_workers_run(workers, 256, 16, add_neighbours, &w));
        cr_assert(bl_workers_run(workers, 256, 32, keep, &w));
        struct timespec pause = {0, 300000};
        if (pause_every > 0 && k % pause_every == 0) nanosleep(&pause, NULL);
    }
    return w;
}

Test(workers, see_what_the_loop_before_wrote)
{
    for (int n = 2; n <= MOST; n++) {
        bl_workers* workers = make(n);
        wave right = run_wave(NULL, 3000, 0), w = run_wave(workers, 3000, 0);
        cr_expect_eq(memcmp(&w, &right, sizeof w), 0, "%d workers", n);
        bl_workers_destroy(workers);
    }
}

Test(workers, wake_after_they_slept)
{
    bl_workers* workers = make(3);
    wave right = run_wave(NULL, 300, 0), w = run_wave(workers, 300, 2);
    cr_expect_eq(memcmp(&w, &right, sizeof w), 0);
    bl_workers_destroy(workers);
}

// A range that takes long, done by whoever: the caller has to sleep until it is done.
static void dawdle(void* context, uint32_t begin, uint32_t end, int worker)
{
    bl_atomic* done = context;
    (void)worker;
    struct timespec pause = {0, 2000000};
    nanosleep(&pause, NULL);
    bl_atomic_add(done, end - begin);
}

Test(workers, are_waited_for)
{
    bl_workers* workers = make(4);
    for (uint32_t k = 0; k < 50; k++) {
        bl_atomic done;
        bl_atomic_store(&done, 0);
        cr_assert(bl_workers_run(workers, 4 + k % 3, 1, dawdle, &done));
        cr_assert_eq(bl_atomic_load(&done), 4 + k % 3);
    }
    bl_workers_destroy(workers);
}

Test(workers, share_the_work)
{
    bl_workers* workers = make(4);
    struct timespec before, after;
    bl_atomic done;
    bl_atomic_store(&done, 0);
    clock_gettime(CLOCK_MONOTONIC, &before);
    cr_assert(bl_workers_run(workers, 200, 1, dawdle, &done));
    clock_gettime(CLOCK_MONOTONIC, &after);
    double seconds = (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec);
    cr_expect_lt(seconds, 0.3, "200 pauses of 2 ms by 4 workers took %g s; one by one they take 0.4 s", seconds);
    bl_workers_destroy(workers);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------------------------------------------------

typedef struct nest {
    bl_workers* workers;
    bl_atomic refused, inner;
} nest;

static void inner(void* context, uint32_t begin, uint32_t end, int worker)
{
    nest* n = context;
    (void)worker;
    bl_atomic_add(&n->inner, end - begin);
}

static void outer(void* context, uint32_t begin, uint32_t end, int worker)
{
    nest* n = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++)
        if (!bl_workers_run(n->workers, 10, 1, inner, n)) bl_atomic_add(&n->refused, 1);
}

Test(workers, refuse_a_loop_inside_a_loop)
{
    for (int k = 1; k <= MOST; k++) {
        nest n = {.workers = make(k)};
        cr_assert(bl_workers_run(n.workers, 100, 1, outer, &n));
        cr_expect_eq(bl_atomic_load(&n.refused), 100);
        cr_expect_eq(bl_atomic_load(&n.inner), 0);
        cr_assert(bl_workers_run(n.workers, 10, 1, inner, &n));
        cr_expect_eq(bl_atomic_load(&n.inner), 10, "afterwards loops are done again");
        bl_workers_destroy(n.workers);
    }
}

static void* no_memory(void* context, void* block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)block;
    (void)old_size;
    (void)new_size;
    return NULL;
}

Test(workers, without_memory_there_are_none)
{
    belay_allocator allocator = {no_memory, NULL};
    bl_workers* workers = NULL;
    belay_error error;
    cr_expect(bl_workers_create(4, NULL, &allocator, &workers, &error) == BELAY_ERROR_MEMORY);
    cr_expect_null(workers);
    cr_expect_gt(strlen(error.message), 0);
}

#if defined(__linux__)
// Keeps account of the blocks that are out.
static void* counted(void* context, void* block, size_t old_size, size_t new_size)
{
    long* live = context;
    belay_allocator plain = bl_allocator_default();
    *live += (block == NULL) - (new_size == 0);
    return plain.reallocate(plain.context, block, old_size, new_size);
}

// What a process of an ordinary user may have: no more threads. Given back afterwards.
typedef struct poverty {
    struct rlimit before;
    bool was_root, is_poor;
} poverty;

static poverty become_poor(void)
{
    poverty p = {.was_root = geteuid() == 0};
    cr_assert_eq(getrlimit(RLIMIT_NPROC, &p.before), 0);
    struct rlimit none = {0, p.before.rlim_max};
    cr_assert_eq(setrlimit(RLIMIT_NPROC, &none), 0);
    p.is_poor = !p.was_root || setresuid(65534, 65534, 0) == 0;
    return p;
}

static void become_rich(const poverty* p)
{
    if (p->was_root && p->is_poor) cr_assert_eq(setresuid(0, 0, 0), 0);
    cr_assert_eq(setrlimit(RLIMIT_NPROC, &p->before), 0);
}

Test(workers, without_threads_there_are_none)
{
    long live = 0;
    belay_allocator allocator = {counted, &live};
    bl_workers* workers = NULL;
    belay_error error;
    poverty p = become_poor();
    belay_result four = bl_workers_create(4, NULL, &allocator, &workers, &error);
    cr_expect_null(workers);
    cr_expect_eq(live, 0);
    belay_result one = bl_workers_create(1, NULL, &allocator, &workers, NULL);
    become_rich(&p);
    if (!p.is_poor) SKIP_TEST("root cannot become another user");
    cr_expect(four == BELAY_ERROR_STATE, "%s", belay_result_text(four));
    cr_expect_gt(strlen(error.message), 0);
    cr_expect(one == BELAY_OK, "one needs no thread");
    bl_workers_destroy(workers);
    cr_expect_eq(live, 0);
}

// Of a world, the message says which setting asked for them.
Test(workers, without_threads_there_is_no_world)
{
    belay_world_def def = belay_world_def_default();
    belay_world* world = NULL;
    belay_error error;
    def.worker_count = 3;
    poverty p = become_poor();
    belay_result result = belay_world_create(&def, &world, &error);
    become_rich(&p);
    if (!p.is_poor) SKIP_TEST("root cannot become another user");
    cr_expect(result == BELAY_ERROR_STATE && error.code == result, "%s", belay_result_text(result));
    cr_expect_not_null(strstr(error.message, "worker_count is 3"), "%s", error.message);
    cr_expect_null(world);
    cr_assert(belay_world_create(&def, &world, &error) == BELAY_OK);
    belay_world_destroy(world);
}
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Coming and going
// ---------------------------------------------------------------------------------------------------------------------

Test(workers, come_and_go)
{
    for (int k = 0; k < 200; k++) {
        bl_workers* workers = make(1 + k % MOST);
        if (k % 3 > 0) check_tally(workers, 100, 5);
        bl_workers_destroy(workers);
    }
}

static void* run_waves(void* context)
{
    wave* w = context;
    bl_workers* workers = make(3);
    *w = run_wave(workers, 2000, 500);
    bl_workers_destroy(workers);
    return NULL;
}

Test(workers, of_two_threads_are_independent)
{
    static wave waves[2];
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, run_waves, &waves[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    wave right = run_wave(NULL, 2000, 0);
    for (int i = 0; i < 2; i++)
        cr_expect_eq(memcmp(&waves[i], &right, sizeof right), 0);
}
