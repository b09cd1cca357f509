// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Drives one engine through one scene and times its step call alone.

#include "belay/timer.h"
#include "belay/vec.h"
#include "bench.h"
#include "rigid/bench_rigid.h"

#include <stdlib.h>
#include <string.h>

#define ABSURD_SPEED 300.0 // m/s

bool rigid_run_begin(rigid_run* run, const rigid_scene* scene, rigid_engine engine, const rigid_settings* settings)
{
    memset(run, 0, sizeof *run);
    run->scene = scene;
    run->calls = rigid_engine_calls(engine);
    run->world = run->calls->create(scene, settings);
    if (run->world == NULL) return false;
    run->theta = run->calls->get_theta(run->world);
    return true;
}

void rigid_run_end(rigid_run* run)
{
    if (run->world != NULL) run->calls->destroy(run->world);
    free(run->cpu);
    free(run->wall);
    memset(run, 0, sizeof *run);
}

static bool reserve(rigid_run* run)
{
    if (run->step < run->capacity) return true;
    int capacity = run->capacity > 0 ? 2 * run->capacity : 1024;
    double* cpu = realloc(run->cpu, (size_t)capacity * sizeof *cpu);
    if (cpu != NULL) run->cpu = cpu;
    double* wall = realloc(run->wall, (size_t)capacity * sizeof *wall);
    if (wall != NULL) run->wall = wall;
    if (cpu == NULL || wall == NULL) return false;
    run->capacity = capacity;
    return true;
}

static void take_account(rigid_run* run)
{
    rigid_account now = {0};
    rigid_summary* a = &run->account;
    run->calls->get_account(run->world, &now);
    a->steps++;
    a->worst_residual = fmax(a->worst_residual, now.residual);
    a->mean_sweeps += (now.sweeps - a->mean_sweeps) / a->steps;
    a->mean_newton += (now.newton_iterations - a->mean_newton) / a->steps;
    a->mean_contacts += (now.contacts - a->mean_contacts) / a->steps;
    if (now.sweeps > a->max_sweeps) a->max_sweeps = now.sweeps;
    if (now.newton_iterations > a->max_newton) a->max_newton = now.newton_iterations;
    if (now.contacts > a->max_contacts) a->max_contacts = now.contacts;
    a->converged += now.has_converged;
    a->out_of_budget += now.is_budget_exhausted;
    a->out_of_work += now.is_work_exhausted;
}

// The speed of the fastest body, m/s; endless when one is nowhere.
static double fastest(const rigid_run* run)
{
    double most = 0.0;
    for (int i = 0; i < run->scene->body_count; i++) {
        double speed = v3_length(rigid_run_state(run, i).linear_velocity);
        most = isfinite(speed) ? fmax(most, speed) : HUGE_VAL;
    }
    return most;
}

// Nothing falls deep enough here to be that fast: the engine has blown up, and may want all the memory there is.
static bool is_sane(const rigid_run* run)
{
    double speed = fastest(run);
    if (speed < ABSURD_SPEED) return true;
    fprintf(stderr, "bench: %s has a body at %.3g m/s in step %d and is given up\n", run->calls->name, speed,
            run->step);
    return false;
}

bool rigid_run_step(rigid_run* run)
{
    if (!reserve(run)) return false;
    double wall = belay_timer_seconds(), cpu = bench_cpu_seconds();
    bool is_done = run->calls->step(run->world);
    run->cpu[run->step] = bench_cpu_seconds() - cpu;
    run->wall[run->step] = belay_timer_seconds() - wall;
    if (run->calls->get_account != NULL && run->step >= run->account_from) take_account(run);
    run->step++;
    return is_done && is_sane(run);
}

rigid_state rigid_run_state(const rigid_run* run, int body)
{
    rigid_state state;
    run->calls->get_state(run->world, body, &state);
    return state;
}

double rigid_run_time(const rigid_run* run)
{
    return run->step * run->scene->h;
}

int rigid_run_steps(const rigid_run* run, double seconds)
{
    return (int)lround(seconds / run->scene->h);
}

static int compare(const void* a, const void* b)
{
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

rigid_times rigid_run_times(const rigid_run* run, int first, int end)
{
    rigid_times t = {0.0, 0.0, 0.0, 0.0, 0.0};
    if (end > run->step) end = run->step;
    if (first >= end) return t;
    size_t count = (size_t)(end - first);
    double* sorted = malloc(count * sizeof *sorted);
    if (sorted == NULL) return t;
    memcpy(sorted, run->cpu + first, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare);
    for (size_t i = 0; i < count; i++) {
        t.mean += sorted[i] / (double)count;
        t.wall += run->wall[(size_t)first + i] / (double)count;
    }
    t.median = sorted[count / 2];
    t.p99 = sorted[(size_t)(0.99 * (double)(count - 1))];
    t.worst = sorted[count - 1];
    free(sorted);
    return t;
}
