// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the steps of violent scenes cost, the worst of them above all, and what they leave: residual, energy that was
// gained, and what passed through what. CPU time, one thread.

#include "bench_rods_violent.h"

#include "bench.h"
#include "core/alloc.h"
#include "detect/rod/rod_contact.h"
#include "step/motion/step_rods.h"

#include <math.h>
#include <stdio.h>

#define MAX_STEPS 512
#define MAX_NODES 128

typedef struct violent_result {
    double seconds[MAX_STEPS];
    double newton, worst_residual, worst_gain; // gain: part of the energy before and after
    int worst_solves, worst_newton, unconverged, limited, damped, crossings;
} violent_result;

// Nodes at the contact instant to come, half a step ahead: between two of them they go along straight lines.
static int take_mid(const violent_scene* scene, int rod, double h, belay_vec3* mid)
{
    belay_vec3 v[MAX_NODES];
    int count = 0;
    if (belay_rod_get_nodes(scene->world, scene->rods[rod], mid, v, MAX_NODES, &count) != BELAY_OK) return 0;
    for (int i = 0; i < count; i++)
        mid[i] = v3_add_scaled(mid[i], 0.5 * h, v[i]);
    return count;
}

// Pairs of segments of one rod, or of it and the axis of a peg, that passed through each other in a step. The segment
// of an end that is led is left out: where the hand turns within the step, no velocity tells where the end goes.
static int crossings_of(const violent_scene* scene, int rod, const belay_vec3* from, const belay_vec3* to, int count)
{
    const belay_vec3 axis[2] = {{0.0, 0.0, -0.5}, {0.0, 0.0, 0.5}}, still[2] = {v3_zero(), v3_zero()};
    belay_vec3 travel[MAX_NODES];
    belay_rod_info info;
    if (belay_rod_get_info(scene->world, scene->rods[rod], &info) != BELAY_OK || count < 2) return 0;
    for (int i = 0; i < count; i++)
        travel[i] = v3_sub(to[i], from[i]);
    uint32_t segments = (uint32_t)count - 1;
    bl_rod_chain chain = {from, travel, segments, info.contact_radius, info.length / segments};
    bl_rod_collider collider = {.allocator = &belay_world_get_def(scene->world)->allocator};
    double exclusion = fmax(6.0 * info.contact_radius, info.length / info.element_count);
    int found = 0, all = bl_find_crossings(&collider, &chain, &chain, exclusion) ? (int)arrlen(collider.contacts) : 0;
    for (int i = 0; i < all; i++)
        found += !scene->is_led || (collider.contacts[i].segment_a > 0 && collider.contacts[i].segment_b > 0);
    bl_rod_collider_fini(&collider);
    bl_rod_crossing at;
    for (uint32_t i = 0; i < segments && scene->has_axis; i++)
        found += bl_segments_cross(from + i, travel + i, axis, still, &at);
    return found;
}

static void add_stats(violent_result* r, belay_world* world)
{
    const belay_step_stats* s = belay_world_get_stats(world);
    const belay_energy_report* e = &s->energy;
    double gain = e->normal + e->friction + e->joints + e->rods + e->limits + e->left_over;
    r->newton += s->newton_iterations;
    r->worst_newton = s->newton_iterations > r->worst_newton ? s->newton_iterations : r->worst_newton;
    r->worst_residual = fmax(r->worst_residual, s->residual.natural);
    r->worst_gain = fmax(r->worst_gain, gain / fmax(1e-12, fabs(e->before) + fabs(e->after)));
    r->unconverged += !s->has_converged;
    r->limited += s->step_limited_rods;
    r->damped += s->damped_rods;
    r->worst_solves = world->scratch.rods.solves > r->worst_solves ? world->scratch.rods.solves : r->worst_solves;
}

static belay_result run(const violent_kind* kind, violent_scene* scene, violent_result* r)
{
    static belay_vec3 mid[VIOLENT_MAX_RODS][MAX_NODES];
    belay_vec3 next[MAX_NODES];
    for (int k = 0; k < scene->rod_count; k++)
        take_mid(scene, k, kind->h, mid[k]);
    for (int i = 0; i < kind->steps; i++) {
        kind->act(scene, kind->h, i);
        double start = bench_cpu_seconds();
        belay_result result = belay_world_step(scene->world);
        r->seconds[i] = bench_cpu_seconds() - start;
        if (result != BELAY_OK) return result;
        add_stats(r, scene->world);
        for (int k = 0; k < scene->rod_count; k++) {
            int count = take_mid(scene, k, kind->h, next);
            r->crossings += crossings_of(scene, k, mid[k], next, count);
            for (int j = 0; j < count; j++)
                mid[k][j] = next[j];
        }
    }
    return BELAY_OK;
}

static void print_result(const violent_kind* kind, violent_result* r)
{
    bench_times t = bench_summarize(r->seconds, (size_t)kind->steps);
    printf("%-7s %5.2f %5d  %7.2f %7.2f %7.2f  %6d  %7.1f %6d  %8.1e %5.0f %%  %8.1e  %5d %5d  %5d\n", kind->name,
           1e3 * kind->h, kind->steps, 1e3 * t.mean, 1e3 * t.p99, 1e3 * t.worst, r->worst_solves,
           r->newton / kind->steps, r->worst_newton, r->worst_residual, 100.0 * r->unconverged / kind->steps,
           r->worst_gain, r->limited, r->damped, r->crossings);
    fflush(stdout);
}

int bench_rods_violent(void)
{
    int failed = 0;
    printf("\nviolent: rods of 60 elements in all, each step once\n");
    for (int i = 0; i < VIOLENT_KINDS; i++)
        printf("  %-7s %5.2f ms  %s\n", violent_kinds[i].name, 1e3 * violent_kinds[i].h, violent_kinds[i].what);
    printf("                     |-- a step, ms of CPU --|  solves  |-- Newton --|    worst    not     worst   "
           "|- times -|  passed\n"
           "scene    h ms steps     mean     p99   worst   worst     mean  worst  residual  conv.      gain  "
           "limit  damp  through\n");
    for (int i = 0; i < VIOLENT_KINDS; i++) {
        violent_scene scene = {.world = NULL};
        violent_result r = {.newton = 0.0};
        belay_result result = violent_kinds[i].create(&scene, violent_kinds[i].h);
        if (result == BELAY_OK) result = run(&violent_kinds[i], &scene, &r);
        if (result == BELAY_OK)
            print_result(&violent_kinds[i], &r);
        else
            fprintf(stderr, "bench: %s: %s\n", violent_kinds[i].name,
                    scene.world != NULL ? belay_world_last_error(scene.world) : "no world");
        failed |= result != BELAY_OK;
        belay_world_destroy(scene.world);
    }
    return failed;
}
