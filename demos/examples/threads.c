// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a game's own task system runs the loops of a step, with the bits of a world that has no threads. To be short
// it makes a thread for each loop; a game hands the work to threads that wait for some.

#include "example.h"

#include <pthread.h>

typedef struct job {
    pthread_t thread;
    bool has_thread;
    belay_task* run;
    void* data;
    int count;
    long calls; // since the program began
} job;

static void* work(void* context)
{
    job* j = context;
    for (int number = 1; number <= j->count; number++)
        j->run(j->data, number);
    j->calls += j->count;
    return NULL;
}

static void* start(belay_task* run, void* data, int count, void* context)
{
    job* j = context; // one is enough: each start is finished before the next
    j->run = run;
    j->data = data;
    j->count = count;
    j->has_thread = pthread_create(&j->thread, NULL, work, j) == 0;
    if (!j->has_thread) work(j);
    return j;
}

static void finish(void* started, void* context)
{
    (void)context;
    if (((job*)started)->has_thread) pthread_join(((job*)started)->thread, NULL);
}

// The hash of a world of falling balls after half a second; `tasks` null: one thread.
static uint64_t run(const belay_task_system* tasks)
{
    belay_world_def def = belay_world_def_default();
    if (tasks != NULL) def.tasks = *tasks;
    def.worker_count = tasks != NULL ? 2 : 1;
    belay_world* world = NULL;
    CHECK(belay_world_create(&def, &world, NULL));
    belay_body_def ball_def = belay_body_def_default();
    belay_collider_def sphere = belay_collider_def_sphere(0.25);
    belay_body_id ball;
    for (int i = 0; i < 256; i++) { // two streams that meet
        double side = i % 2 == 0 ? 1.0 : -1.0;
        ball_def.pose.position =
            (belay_vec3){0.6 * (i / 2 % 8), 0.6 * (i / 16 % 4) + 0.1 * side, side * (1.0 + i / 64)};
        ball_def.linear_velocity.z = -4.0 * side;
        CHECK(belay_body_create(world, &ball_def, &ball));
        CHECK(belay_collider_create(world, ball, &sphere, NULL));
    }
    for (int i = 0; i < 120; i++)
        CHECK(belay_world_step(world));
    uint64_t hash = belay_world_hash(world);
    CHECK(belay_world_destroy(world));
    return hash;
}

int main(void)
{
    job j = {.calls = 0};
    belay_task_system tasks = {.start = start, .finish = finish, .context = &j};
    uint64_t alone = run(NULL), shared = run(&tasks);
    printf("%ld calls by the task system; hash %016llx\n", j.calls, (unsigned long long)shared);
    printf("of the worlds with tasks, those with other bits = %d\n", alone != shared);
    return j.calls == 0;
}
