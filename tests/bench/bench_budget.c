// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Time budget (scene K1): 2000 boxes fall into a pit while each step of 1/60 s has 4 ms, half a millisecond, or as long
// as it wants. What a step takes, of that what cannot be cut short (all but solve), and what came of it. Fails when a
// call was not one step, when something flew off, or when a cut was not told of. `bench budget 20` takes the 20 s of
// the scene; without a budget a twentieth of it.

#include "belay/timer.h"
#include "belay/vec.h"
#include "bench.h"

#include "belay/belay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROW = 14, LAYERS = 10, MOST_STEPS = 6000 };

#define BOXES 2000
#define H (1.0 / 60.0)
#define SIDE 0.2     // m
#define APART 0.28   // m, from box to box
#define PIT 2.0      // m, half its width
#define LAYER 0.4    // m, from layer to layer
#define GRAVITY 9.81 // m/s^2

typedef struct pit {
    belay_world* world;
    belay_body_id boxes[BOXES];
    double highest; // m
} pit;

static bool add_box(pit* p, int i)
{
    int layer = i / (ROW * ROW), row = i / ROW % ROW, column = i % ROW;
    double shift = 0.02 * (layer % 3); // so that they fall over each other
    belay_body_def def = belay_body_def_default();
    def.mass = 1000.0 * SIDE * SIDE * SIDE;
    def.inertia = belay_inertia_box(def.mass, v3(SIDE, SIDE, SIDE));
    def.pose.position =
        v3(APART * (column - 0.5 * (ROW - 1)) + shift, APART * (row - 0.5 * (ROW - 1)) - shift, SIDE + LAYER * layer);
    p->highest = fmax(p->highest, def.pose.position.z);
    belay_collider_def box = belay_collider_def_box(v3(SIDE, SIDE, SIDE));
    return belay_body_create(p->world, &def, &p->boxes[i]) == BELAY_OK &&
           belay_collider_create(p->world, p->boxes[i], &box, NULL) == BELAY_OK;
}

static bool make_pit(pit* p, double budget)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = H;
    def.solver.budget_seconds = budget;
    p->world = NULL;
    p->highest = 0.0;
    if (belay_world_create(&def, &p->world, NULL) != BELAY_OK) return false;
    const belay_vec3 inward[5] = {
        {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, -1.0, 0.0}};
    belay_body_def still = belay_body_def_default();
    still.type = BELAY_BODY_STATIC;
    belay_body_id wall;
    bool is_good = belay_body_create(p->world, &still, &wall) == BELAY_OK;
    for (int k = 0; k < 5 && is_good; k++) {
        belay_collider_def plane = belay_collider_def_plane(inward[k], k == 0 ? 0.0 : -PIT);
        is_good = belay_collider_create(p->world, wall, &plane, NULL) == BELAY_OK;
    }
    for (int i = 0; i < BOXES && is_good; i++)
        is_good = add_box(p, i);
    return is_good;
}

static double fastest(const pit* p)
{
    double most = 0.0;
    for (int i = 0; i < BOXES; i++) {
        belay_body_state s;
        belay_body_get_state(p->world, p->boxes[i], &s);
        double speed = v3_length(s.linear_velocity);
        most = speed <= HUGE_VAL ? fmax(most, speed) : HUGE_VAL; // NaN too
    }
    return most;
}

typedef struct account {
    double seconds[MOST_STEPS], fixed[MOST_STEPS];
    double speed, overlap, residual, last_residual; // residual: worst
    int cut, untold;                                // steps
} account;

static bool run(pit* p, int steps, account* a)
{
    a->speed = a->overlap = a->residual = 0.0;
    a->cut = a->untold = 0;
    for (int i = 0; i < steps; i++) {
        double begin = belay_timer_seconds();
        if (belay_world_step(p->world) != BELAY_OK) return false;
        a->seconds[i] = belay_timer_seconds() - begin;
        const belay_step_stats* s = belay_world_get_stats(p->world);
        a->fixed[i] = s->seconds - s->part_seconds[BELAY_STEP_SOLVE];
        a->cut += s->is_budget_exhausted;
        a->untold += !s->has_converged && !s->is_budget_exhausted;
        a->speed = fmax(a->speed, fastest(p));
        a->overlap = fmax(a->overlap, s->max_overlap);
        a->residual = fmax(a->residual, s->residual.natural);
        a->last_residual = s->residual.natural;
        if (belay_world_get_step_count(p->world) != (uint64_t)i + 1) return false;
    }
    return fabs(belay_world_get_time(p->world) - steps * H) < 1e-9 * steps;
}

static int run_case(double budget, int steps)
{
    static pit p;
    static account a;
    bool is_good = make_pit(&p, budget) && run(&p, steps, &a);
    if (is_good) {
        double most = 1.1 * sqrt(2.0 * GRAVITY * p.highest);
        bench_times whole = bench_summarize(a.seconds, (size_t)steps), fixed = bench_summarize(a.fixed, (size_t)steps);
        printf("%6.1f  %6d   %8.2f %8.2f   %8.2f %8.2f   %6d   %8.1e %8.1e   %6.2f   %5.2f of %.2f\n", 1e3 * budget,
               steps, 1e3 * whole.mean, 1e3 * whole.p99, 1e3 * fixed.mean, 1e3 * fixed.p99, a.cut, a.residual,
               a.last_residual, 1e3 * a.overlap, a.speed, most);
        is_good = a.speed <= most && (budget == 0.0 || a.untold == 0);
    }
    if (!is_good) fprintf(stderr, "bench: %s\n", belay_world_last_error(p.world));
    belay_world_destroy(p.world);
    return is_good ? 0 : 1;
}

int bench_budget(int argc, char** argv)
{
    int seconds = argc > 0 ? atoi(argv[0]) : 2;
    if (argc > 1 || seconds < 1 || seconds > 100) {
        fprintf(stderr, "usage: bench budget [SECONDS], 1 to 100; default 2\n");
        return 2;
    }
    bench_print_machine();
    printf("%d boxes fall into a pit, steps of 1/60 s; ms of wall time\n", BOXES);
    printf("budget   steps       mean     99 %%      fixed     99 %%      cut   residual: worst, last   overlap mm   "
           "speed\n");
    int failed = run_case(4e-3, 60 * seconds);
    failed |= run_case(0.5e-3, 60 * seconds);
    return failed | run_case(0.0, 3 * seconds);
}
