// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Each worker has a share of a loop's ranges, one after the other, and takes of the others' where its own is done: what
// a loop writes lies in the cache of who worked on its neighbours in the loop before. The ranges of a share that nobody
// has taken yet are counted down in `left`, and taking one is taking one off it. Who took one reads what the loop is
// after that: it cannot change before the range is done, as the next loop waits for `undone`. A thread that comes late
// finds nothing left and has touched nothing.

#include "core/workers.h"

#include "belay/result.h"
#include "belay/timer.h"
#include "core/alloc.h"
#include "core/assert.h"
#include "core/atomic.h"
#include "core/core_tolerances.h"
#include "core/workers_thread.h"

typedef struct seat {
    bl_workers* workers;
    int number;
    bl_thread_start start;
    bl_thread thread;
} seat;

// Not beside anything that others write.
typedef struct share {
    bl_atomic left; // ranges
    unsigned char apart[64 - sizeof(bl_atomic)];
} share;

struct bl_workers {
    belay_allocator allocator;
    belay_task_system tasks; // start null: threads of its own
    int count, begun;        // workers; threads among them that run
    bool is_running;         // inside a loop
    // The loop.
    bl_workers_fn* fn;
    void* context;
    uint32_t total, grain, range_count;
    unsigned char apart[64]; // what all write is not beside what all read
    bl_atomic undone;        // ranges
    bl_atomic sleepers;      // threads that wait for work, changed under the lock
    bl_atomic ends;          // 1: no more work will come
    bl_mutex mutex;
    bl_condition work, done;
    share shares[BL_MAX_WORKERS]; // by worker
    seat seats[];
};

// ---------------------------------------------------------------------------------------------------------------------
// Working
// ---------------------------------------------------------------------------------------------------------------------

// Where the share of a worker begins.
static uint32_t first_range(const bl_workers* w, int number)
{
    return (uint32_t)((uint64_t)w->range_count * (uint32_t)number / (uint32_t)w->count);
}

static bool take_of(bl_workers* w, int owner, uint32_t* range)
{
    bl_atomic* shared = &w->shares[owner].left;
    uint32_t left = bl_atomic_load(shared);
    while (left > 0) {
        if (!bl_atomic_replace(shared, &left, left - 1)) continue;
        *range = first_range(w, owner + 1) - left;
        return true;
    }
    return false;
}

// Takes the next range of the worker's own, or of who follows it; false when none is left.
static bool take(bl_workers* w, int number, uint32_t* range)
{
    for (int i = 0; i < w->count; i++)
        if (take_of(w, (number + i) % w->count, range)) return true;
    return false;
}

static void do_range(bl_workers* w, uint32_t range, int number)
{
    BELAY_ASSERT(range < w->range_count);
    uint32_t begin = range * w->grain;
    uint32_t end = w->total - begin > w->grain ? begin + w->grain : w->total;
    w->fn(w->context, begin, end, number);
    if (bl_atomic_add(&w->undone, UINT32_MAX) > 1) return;
    // The last range: the caller may sleep.
    if (number == 0 || w->tasks.start != NULL) return;
    bl_mutex_lock(&w->mutex);
    bl_condition_signal(&w->done);
    bl_mutex_unlock(&w->mutex);
}

static void work(bl_workers* w, int number)
{
    uint32_t range;
    while (take(w, number, &range))
        do_range(w, range, number);
}

// ---------------------------------------------------------------------------------------------------------------------
// Waiting
// ---------------------------------------------------------------------------------------------------------------------

static bool has_work(bl_workers* w)
{
    for (int i = 0; i < w->count; i++)
        if (bl_atomic_load(&w->shares[i].left) > 0) return true;
    return bl_atomic_load(&w->ends) != 0;
}

static bool is_done(bl_workers* w)
{
    return bl_atomic_load(&w->undone) == 0;
}

// Looks for a while whether something has become true.
static bool look(bl_workers* w, bool (*is_true)(bl_workers*))
{
    double end = belay_timer_seconds() + BL_WORKERS_LOOK_SECONDS;
    do {
        for (int i = 0; i < BL_WORKERS_LOOKS_PER_CLOCK; i++) {
            if (is_true(w)) return true;
            bl_thread_pause();
        }
    } while (belay_timer_seconds() < end);
    return false;
}

// Those who bring work write `shares` and read `sleepers`; here it is the other way round, so that one sees the other.
// May return without work. Then, unless by a signal, there is one sleeper too many in the count: that costs a signal.
static void sleep_until_work(bl_workers* w)
{
    bl_mutex_lock(&w->mutex);
    bl_atomic_add(&w->sleepers, 1);
    if (has_work(w))
        bl_atomic_add(&w->sleepers, UINT32_MAX);
    else
        bl_condition_wait(&w->work, &w->mutex);
    bl_mutex_unlock(&w->mutex);
}

static void wake(bl_workers* w, uint32_t wanted)
{
    if (bl_atomic_load(&w->sleepers) == 0) return;
    bl_mutex_lock(&w->mutex);
    uint32_t sleepers = bl_atomic_load(&w->sleepers);
    if (wanted > sleepers) wanted = sleepers;
    bl_atomic_store(&w->sleepers, sleepers - wanted);
    bl_mutex_unlock(&w->mutex);
    while (wanted-- > 0)
        bl_condition_signal(&w->work);
}

static void wait_until_done(bl_workers* w)
{
    if (look(w, is_done)) return;
    bl_mutex_lock(&w->mutex);
    while (!is_done(w))
        bl_condition_wait(&w->done, &w->mutex);
    bl_mutex_unlock(&w->mutex);
}

static void run_thread(void* context)
{
    seat* s = context;
    bl_workers* w = s->workers;
    while (bl_atomic_load(&w->ends) == 0) {
        work(w, s->number);
        if (!look(w, has_work)) sleep_until_work(w);
    }
}

static void work_as_task(void* data, int number)
{
    work(data, number);
}

// Who comes when all is done finds nothing left.
static void run_by_tasks(bl_workers* w)
{
    uint32_t others = w->range_count - 1 < (uint32_t)w->count - 1 ? w->range_count - 1 : (uint32_t)w->count - 1;
    void* started = w->tasks.start(work_as_task, w, (int)others, w->tasks.context);
    work(w, 0);
    w->tasks.finish(started, w->tasks.context);
    BELAY_ASSERT(is_done(w));
}

static void run_by_threads(bl_workers* w)
{
    wake(w, w->range_count - 1);
    work(w, 0);
    wait_until_done(w);
}

bool bl_workers_run(bl_workers* w, uint32_t count, uint32_t grain, bl_workers_fn* fn, void* context)
{
    if (w != NULL && w->is_running) return false;
    if (count == 0) return true;
    if (grain == 0) grain = 1;
    uint32_t range_count = (count - 1) / grain + 1;
    if (w == NULL) {
        fn(context, 0, count, 0);
        return true;
    }
    w->is_running = true;
    bool has_others = w->begun > 0 || (w->tasks.start != NULL && w->count > 1);
    if (!has_others || range_count == 1) {
        fn(context, 0, count, 0);
    } else {
        w->fn = fn;
        w->context = context;
        w->total = count;
        w->grain = grain;
        w->range_count = range_count;
        bl_atomic_store(&w->undone, range_count);
        for (int i = 0; i < w->count; i++)
            bl_atomic_store(&w->shares[i].left, first_range(w, i + 1) - first_range(w, i));
        (w->tasks.start != NULL ? run_by_tasks : run_by_threads)(w);
    }
    w->is_running = false;
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Coming and going
// ---------------------------------------------------------------------------------------------------------------------

static size_t size_of(int count)
{
    return sizeof(bl_workers) + (size_t)(count - 1) * sizeof(seat);
}

int bl_workers_count(const bl_workers* w)
{
    return w != NULL ? w->count : 1;
}

static bool init_waiting(bl_workers* w)
{
    if (!bl_mutex_init(&w->mutex)) return false;
    if (bl_condition_init(&w->work)) {
        if (bl_condition_init(&w->done)) return true;
        bl_condition_fini(&w->work);
    }
    bl_mutex_fini(&w->mutex);
    return false;
}

static bool begin_threads(bl_workers* w)
{
    for (int i = 1; w->tasks.start == NULL && i < w->count; i++) {
        seat* s = &w->seats[i - 1];
        s->workers = w;
        s->number = i;
        s->start = (bl_thread_start){run_thread, s};
        if (!bl_thread_begin(&s->thread, &s->start)) return false;
        w->begun++;
    }
    return true;
}

belay_result bl_workers_create(int count, const belay_task_system* tasks, const belay_allocator* allocator,
                               bl_workers** workers, belay_error* error)
{
    bl_workers* w = bl_allocate(allocator, size_of(count));
    if (w == NULL) return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory for %d workers", count);
    w->allocator = *allocator;
    w->count = count;
    if (tasks != NULL) w->tasks = *tasks;
    if (!init_waiting(w)) {
        bl_free(allocator, w, size_of(count));
        return belay_error_set(error, BELAY_ERROR_STATE, "the system gives no lock for %d workers", count);
    }
    if (!begin_threads(w)) {
        int begun = w->begun;
        bl_workers_destroy(w);
        return belay_error_set(error, BELAY_ERROR_STATE, "the system gives %d threads; %d workers need %d", begun,
                               count, count - 1);
    }
    *workers = w;
    return BELAY_OK;
}

void bl_workers_destroy(bl_workers* w)
{
    if (w == NULL) return;
    bl_mutex_lock(&w->mutex);
    bl_atomic_store(&w->ends, 1);
    bl_condition_broadcast(&w->work);
    bl_mutex_unlock(&w->mutex);
    for (int i = 0; i < w->begun; i++)
        bl_thread_join(&w->seats[i].thread);
    bl_condition_fini(&w->done);
    bl_condition_fini(&w->work);
    bl_mutex_fini(&w->mutex);
    belay_allocator allocator = w->allocator;
    bl_free(&allocator, w, size_of(w->count));
}
