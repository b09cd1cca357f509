// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#define _POSIX_C_SOURCE 200112L

#include "support/readers.h"

#include "belay/belay.h"
#include "belay/timer.h"
#include "core/atomic.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#define STEP_SECONDS 1e-3
#define FORCE 1.0 // N, of each queued command

typedef struct shared {
    readers_run* run;
    belay_world* world;
    belay_body_id* bodies;
    belay_body_id pushed;
    bl_atomic is_over;
    readers_report reports[2]; // by reader
    // Of the thread that queues.
    uint64_t queued;
    // Of the thread that steps.
    uint64_t carried_out, out_of_order;
    bool is_bad;
} shared;

typedef struct reader {
    shared* s;
    readers_report* report;
    bool is_fast;
} reader;

// To a moment that many seconds after `*at`.
static void wait_until(struct timespec* at, long nanoseconds)
{
    at->tv_nsec += nanoseconds;
    if (at->tv_nsec >= 1000000000) {
        at->tv_nsec -= 1000000000;
        at->tv_sec++;
    }
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, at, NULL) != 0)
        continue;
}

// ---------------------------------------------------------------------------------------------------------------------
// Who reads
// ---------------------------------------------------------------------------------------------------------------------

static bool is_of_one_moment(const belay_view* view, belay_body_id pushed)
{
    double k = (double)view->step;
    for (int32_t i = 0; i < view->body_count; i++) {
        const belay_view_body* b = &view->bodies[i];
        if (b->body.value == pushed.value) continue;
        belay_quat q = b->state.pose.rotation;
        double half = 0.5e-3 * k;
        bool is_turned = fabs(q.w - cos(half)) < 1e-6 && fabs(q.z - sin(half)) < 1e-6;
        if (b->state.pose.position.x != k || !is_turned) return false;
    }
    return true;
}

static bool is_norm_kept(const belay_view* view)
{
    for (int32_t i = 0; i < view->body_count; i++) {
        belay_quat q = view->bodies[i].state.pose.rotation;
        double norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
        if (!(fabs(norm - 1.0) <= 1e-6)) return false;
    }
    return true;
}

static void judge(readers_report* r, const belay_view* view, uint64_t* last, belay_body_id pushed)
{
    r->reads++;
    r->mixed += !is_of_one_moment(view, pushed);
    r->off_norm += !is_norm_kept(view);
    r->backward += view->step < *last;
    r->steps += view->step != *last;
    *last = view->step;
}

static void keep_wait(readers_run* run, size_t room, double seconds)
{
    if (run->waits != NULL && run->wait_count < room) run->waits[run->wait_count++] = seconds;
}

static void* read_views(void* context)
{
    reader* me = context;
    shared* s = me->s;
    size_t room = me->is_fast ? s->run->wait_count : 0;
    if (me->is_fast) s->run->wait_count = 0;
    uint64_t last = 0;
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    while (bl_atomic_load(&s->is_over) == 0) {
        belay_view view;
        double before = belay_timer_seconds();
        belay_result result = belay_world_acquire_view(s->world, &view);
        if (me->is_fast) keep_wait(s->run, room, belay_timer_seconds() - before);
        me->report->refused += result != BELAY_OK;
        if (result != BELAY_OK) continue;
        judge(me->report, &view, &last, s->pushed);
        belay_world_release_view(s->world, &view);
        if (!me->is_fast && s->run->is_paced) wait_until(&at, 1000000);
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// Who queues
// ---------------------------------------------------------------------------------------------------------------------

typedef struct numbered {
    shared* s;
    uint64_t number;
} numbered;

// Tells its number, so that the order in which commands are carried out can be seen.
static belay_result tell(belay_world* world, const void* data)
{
    (void)world;
    const numbered* n = data;
    n->s->out_of_order += n->number != n->s->carried_out;
    n->s->carried_out++;
    return BELAY_OK;
}

// Force, number, force, number, and when there is no room, later.
static void* queue_commands(void* context)
{
    shared* s = context;
    belay_vec3 force = {0.0, 0.0, FORCE};
    while (bl_atomic_load(&s->is_over) == 0) {
        while (belay_body_queue_force(s->world, s->pushed, force) == BELAY_ERROR_CAPACITY)
            sched_yield();
        numbered n = {s, s->queued};
        while (belay_world_queue_command(s->world, tell, &n, sizeof n) == BELAY_ERROR_CAPACITY)
            sched_yield();
        s->queued++;
        if (s->queued % 8 == 0) sched_yield();
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------------------------
// Who steps
// ---------------------------------------------------------------------------------------------------------------------

static bool make_world(shared* s)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = STEP_SECONDS;
    def.gravity = (belay_vec3){0.0, 0.0, 0.0};
    def.view_readers = 2;
    def.command_capacity = 64;
    if (belay_world_create(&def, &s->world, NULL) != BELAY_OK) return false;
    belay_body_def body = belay_body_def_default();
    if (belay_body_create(s->world, &body, &s->pushed) != BELAY_OK) return false;
    body.type = BELAY_BODY_KINEMATIC;
    for (int i = 0; i < s->run->bodies; i++)
        if (belay_body_create(s->world, &body, &s->bodies[i]) != BELAY_OK) return false;
    return belay_world_publish_view(s->world) == BELAY_OK;
}

static void step(shared* s, int k)
{
    belay_pose pose = {{(double)k, 0.0, 0.0}, {cos(0.5e-3 * k), 0.0, 0.0, sin(0.5e-3 * k)}};
    for (int i = 0; i < s->run->bodies; i++)
        s->is_bad = s->is_bad || belay_body_set_pose(s->world, s->bodies[i], pose) != BELAY_OK;
    s->is_bad = s->is_bad || belay_world_step(s->world) != BELAY_OK;
    s->is_bad = s->is_bad || belay_world_get_stats(s->world)->failed_commands != 0;
}

static void sum_up(shared* s, readers_report* report)
{
    memset(report, 0, sizeof *report);
    for (int i = 0; i < 2; i++) {
        const readers_report* r = &s->reports[i];
        report->reads += r->reads;
        report->steps += r->steps;
        report->mixed += r->mixed;
        report->off_norm += r->off_norm;
        report->backward += r->backward;
        report->refused += r->refused;
    }
    belay_body_state state;
    if (belay_body_get_state(s->world, s->pushed, &state) == BELAY_OK) report->momentum = state.linear_velocity.z;
    report->queued = s->queued;
    report->carried_out = s->carried_out;
    report->out_of_order = s->out_of_order;
    report->push = FORCE * STEP_SECONDS * (double)s->queued;
    report->is_bad = s->is_bad;
}

static bool run_threads(shared* s)
{
    reader readers[2] = {{s, &s->reports[0], true}, {s, &s->reports[1], false}};
    pthread_t threads[3];
    int count = 0;
    count += pthread_create(&threads[count], NULL, read_views, &readers[0]) == 0;
    count += pthread_create(&threads[count], NULL, read_views, &readers[1]) == 0;
    count += pthread_create(&threads[count], NULL, queue_commands, s) == 0;
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    for (int k = 1; k <= s->run->steps && count == 3; k++) {
        step(s, k);
        if (s->run->is_paced) wait_until(&at, 1000000);
    }
    bl_atomic_store(&s->is_over, 1);
    // Room for what the last thread may still want to queue.
    for (int k = 1; k <= 2; k++)
        step(s, s->run->steps + k);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    step(s, s->run->steps + 3);
    return count == 3;
}

bool readers_read(readers_run* run, readers_report* report)
{
    belay_body_id bodies[1024] = {{0}};
    shared s = {.run = run, .bodies = bodies};
    memset(report, 0, sizeof *report);
    if (run->bodies > 1024) return false;
    bool is_done = make_world(&s) && run_threads(&s);
    if (is_done) sum_up(&s, report);
    belay_world_destroy(s.world);
    return is_done;
}
