// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods: what a step costs by model and number of elements, where its time goes, and what the solver needs. A rod swings
// from a pin; an overhand knot is pulled tight and pulled on, with few contacts and with many; a plectoneme is wound
// on. One thread. The words choose among the scenes: free, knot, tight, plectoneme, and violent (bench_rods_violent.c).

#include "bench_rods.h"
#include "belay/timer.h"
#include "bench.h"
#include "bench_rods_violent.h"
#include "step/assemble/step_rod_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEASURED 400 // steps
#define REPEATS 5
#define SAMPLE_EVERY 8 // steps between measurements of W
#define PATIENCE 60.0  // s; a case that has not come to its end then is given up

typedef struct rods_result {
    bench_times step;
    double median, parts[BELAY_STEP_PART_COUNT], w; // s; parts and w: mean
    double contacts, sweeps, newton, worst_residual;
    int unconverged;
    bool is_knot_kept;
    int given_up_after; // steps, those of the warm-up too; 0: it came to its end
    double last_step;   // s, of one given up
} rods_result;

// ---------------------------------------------------------------------------------------------------------------------
// Measurement
// ---------------------------------------------------------------------------------------------------------------------

// Rows and Delassus operator of the last step once more: all that they are made of is still in the world's scratch, and
// nothing of what is written is read by the next step.
static double time_of_w(belay_world* world)
{
    double start = belay_timer_seconds();
    bl_step_rods_rows(world);
    return belay_timer_seconds() - start;
}

// The quietest of all runs of each step, because other programs only ever add time.
typedef struct rods_times {
    double seconds[MEASURED], parts[MEASURED][BELAY_STEP_PART_COUNT], w[MEASURED];
} rods_times;

static void add_times(rods_times* t, int i, belay_world* world)
{
    const belay_step_stats* s = belay_world_get_stats(world);
    if (s->seconds < t->seconds[i]) {
        t->seconds[i] = s->seconds;
        memcpy(t->parts[i], s->part_seconds, sizeof s->part_seconds);
    }
    if (i % SAMPLE_EVERY == 0) t->w[i] = fmin(t->w[i], time_of_w(world));
}

static void add_stats(rods_result* r, const belay_step_stats* s)
{
    r->contacts += (double)s->rod_contacts / MEASURED;
    r->sweeps += (double)s->iterations / MEASURED;
    r->newton += (double)s->newton_iterations / MEASURED;
    r->worst_residual = fmax(r->worst_residual, s->residual.natural);
    if (!s->has_converged) r->unconverged++;
}

static belay_result run_once(const rods_kind* kind, const rods_case* c, rods_scene* scene, rods_times* t,
                             rods_result* r)
{
    int warm_up = (int)lround(kind->warm_up / c->h);
    unsigned knot = rods_knot_of(scene);
    double start = belay_timer_seconds();
    for (int k = 0; k < warm_up + MEASURED; k++) {
        kind->act(c, scene, k);
        belay_result result = belay_world_step(scene->world);
        if (result != BELAY_OK) return result;
        if (belay_timer_seconds() - start > PATIENCE) {
            const belay_step_stats* s = belay_world_get_stats(scene->world);
            *r = (rods_result){.given_up_after = k + 1,
                               .last_step = s->seconds,
                               .contacts = s->rod_contacts,
                               .worst_residual = s->residual.natural};
            return BELAY_OK;
        }
        if (k < warm_up) continue;
        add_stats(r, belay_world_get_stats(scene->world));
        add_times(t, k - warm_up, scene->world);
    }
    r->is_knot_kept = rods_knot_of(scene) == knot;
    return BELAY_OK;
}

static void sum_up(rods_times* t, rods_result* r)
{
    for (int i = 0; i < MEASURED; i++)
        for (int p = 0; p < BELAY_STEP_PART_COUNT; p++)
            r->parts[p] += t->parts[i][p] / MEASURED;
    for (int i = 0; i < MEASURED; i += SAMPLE_EVERY)
        r->w += t->w[i] * SAMPLE_EVERY / MEASURED;
    r->step = bench_summarize(t->seconds, MEASURED);
    r->median = t->seconds[MEASURED / 2];
}

// Runs the case up to so many times, with no new run after 3 s.
static belay_result measure(const rods_kind* kind, const rods_case* c, rods_scene* scene, rods_result* r)
{
    rods_times t;
    belay_result result = BELAY_OK;
    double start = belay_timer_seconds();
    for (int i = 0; i < MEASURED; i++)
        t.seconds[i] = t.w[i] = HUGE_VAL;
    for (int run = 0; run < REPEATS && result == BELAY_OK && (run == 0 || belay_timer_seconds() - start < 3.0); run++) {
        *r = (rods_result){.contacts = 0.0};
        belay_world_destroy(scene->world);
        *scene = (rods_scene){.world = NULL};
        result = kind->create(c, scene);
        if (result == BELAY_OK) result = run_once(kind, c, scene, &t, r);
    }
    if (result == BELAY_OK && r->given_up_after == 0) sum_up(&t, r);
    return result;
}

// ---------------------------------------------------------------------------------------------------------------------
// Tables
// ---------------------------------------------------------------------------------------------------------------------

static void print_head(const rods_kind* kind)
{
    printf("\n%s: %s\n", kind->name, kind->what);
    printf("                         |--------- step, us --------|   us per    |--- share of the mean, %% ---|   "
           "|- mean -|  worst     not  target\n");
    printf("model        N   h ms      median     mean      p99  contact   n  mid narrow rows+W solve rest  sweeps "
           "Newton  residual conv.  us\n");
}

static void print_result(const rods_case* c, const rods_result* r)
{
    if (r->given_up_after > 0) {
        printf(
            "%-11s %3d  %4.1f  given up after %d steps and %g s; the last took %.0f us, %.0f contacts, residual %.1e\n",
            belay_rod_model_name(c->model), c->elements, 1e3 * c->h, r->given_up_after, PATIENCE, 1e6 * r->last_step,
            r->contacts, r->worst_residual);
        return;
    }
    double mean = r->step.mean, share = 100.0 / mean;
    double mid = r->parts[BELAY_STEP_INTEGRATE_TO_MID], solve = r->parts[BELAY_STEP_SOLVE];
    // The rows are made within the narrow phase.
    double narrow = fmax(0.0, r->parts[BELAY_STEP_NARROW_PHASE] - r->w), rest = mean - mid - narrow - r->w - solve;
    printf("%-11s %3d  %4.1f  %9.1f %8.1f %8.1f", belay_rod_model_name(c->model), c->elements, 1e3 * c->h,
           1e6 * r->median, 1e6 * mean, 1e6 * r->step.p99);
    printf(r->contacts > 0.0 ? " %8.1f %4.0f" : "        - %4.0f", r->contacts > 0.0 ? 1e6 * mean / r->contacts : 0.0,
           r->contacts);
    printf(" %4.0f %6.0f %6.0f %5.0f %4.0f  %6.1f %6.2f  %8.1e %5d", share * mid, share * narrow, share * r->w,
           share * solve, share * rest, r->sweeps, r->newton, r->worst_residual, r->unconverged);
    if (c->target > 0.0) printf(" %5.0f%s", 1e6 * c->target, r->median <= c->target ? "" : "  MISSED");
    printf("%s\n", r->is_knot_kept ? "" : "  KNOT CHANGED");
    fflush(stdout);
}

static int run_case(const rods_kind* kind, const rods_case* c)
{
    rods_scene scene = {.world = NULL};
    rods_result r;
    belay_result result = measure(kind, c, &scene, &r);
    if (result == BELAY_OK)
        print_result(c, &r);
    else if (result == BELAY_ERROR_SHAPE)
        printf("%-11s %3d  cannot be made: %s\n", belay_rod_model_name(c->model), c->elements,
               belay_world_last_error(scene.world));
    else
        fprintf(stderr, "bench: %s, %s, %d elements: %s\n", kind->name, belay_rod_model_name(c->model), c->elements,
                scene.world != NULL ? belay_world_last_error(scene.world) : "no world");
    belay_world_destroy(scene.world);
    return result != BELAY_OK && result != BELAY_ERROR_SHAPE;
}

static double target_of(const rods_kind* kind, belay_rod_model model, int elements, double h)
{
    static const rods_case targets[] = {{BELAY_ROD_NODAL, 60, 1e-3, 0.4e-3},
                                        {BELAY_ROD_NODAL, 300, 2.5e-3, 2.5e-3},
                                        {BELAY_ROD_SUPER_HELIX, 20, 1e-3, 0.5e-3}};
    for (size_t i = 0; kind->is_knot && i < sizeof targets / sizeof targets[0]; i++)
        if (targets[i].model == model && targets[i].elements == elements && targets[i].h == h) return targets[i].target;
    return 0.0;
}

static int run_kind(const rods_kind* kind)
{
    static const int elements[] = {10, 20, 40, 60, 100, RODS_MAX_ELEMENTS};
    int failed = 0;
    print_head(kind);
    for (int m = 0; m < BELAY_ROD_MODEL_COUNT; m++) {
        if (kind->needs_twist && m == BELAY_ROD_MASS_SPRING) continue;
        for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++) {
            int n = elements[i];
            if (kind->is_nodal && (m != BELAY_ROD_NODAL || n == 100)) continue;
            if (n < kind->least || (m == BELAY_ROD_SUPER_HELIX && n > 40)) continue;
            double h = n < 100 ? kind->h : kind->h_long;
            rods_case c = {(belay_rod_model)m, n, h, target_of(kind, (belay_rod_model)m, n, h)};
            failed |= run_case(kind, &c);
            if (m != BELAY_ROD_NODAL || n != 60 || kind->is_nodal || kind->h == kind->h_long) continue;
            rods_case longer = {BELAY_ROD_NODAL, n, kind->h_long, 0.0};
            failed |= run_case(kind, &longer);
        }
    }
    return failed;
}

static bool is_chosen(const char* name, int argc, char** argv)
{
    for (int i = 0; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return argc == 0;
}

int bench_rods(int argc, char** argv)
{
    int failed = 0, run = 0;
    bench_print_machine();
    printf(
        "rods: %d steps, each the quietest of up to %d runs, one thread. rows+W: rows of H and the Delassus operator, "
        "formed once more to be measured\n",
        MEASURED, REPEATS);
    for (int i = 0; i < RODS_KINDS; i++)
        if (is_chosen(rods_kinds[i].name, argc, argv)) {
            failed |= run_kind(&rods_kinds[i]);
            run++;
        }
    if (is_chosen("violent", argc, argv)) {
        failed |= bench_rods_violent();
        run++;
    }
    if (run == 0) {
        fprintf(stderr, "usage: bench rods [free] [knot] [tight] [plectoneme] [violent]\n");
        return 2;
    }
    printf("\nasked for: the targets shown; without contacts, nodal rods in proportion to n; rows+W never over 60 %%.\n"
           "Quoted by others, on other machines: 4.7 ms a step for 61 nodes at 2.5 ms (a fully implicit code for rods "
           "in contact);\n3.2 ms for a chain of 60 capsules (MuJoCo); 33 ms (bertails2011, table I).\n");
    return failed;
}
