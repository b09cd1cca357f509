// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "siconos.h"

#if !defined(BELAY_HAVE_SICONOS)

bool bench_siconos_is_available(void)
{
    return false;
}

bool bench_siconos_reach(const belay_problem* problem, double wanted, double cap_seconds, bench_siconos_result* result)
{
    (void)problem, (void)wanted, (void)cap_seconds;
    *result = (bench_siconos_result){.is_reached = false};
    return true;
}

double bench_siconos_sweep(const belay_problem* problem)
{
    (void)problem;
    return 0.0;
}

#else

#include "belay/method.h"
#include "belay/timer.h"
#include "bench.h"

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROBE_SWEEPS 20 // of the first look at what a sweep costs

// The problem in Siconos' form, room for its result, and its options.
typedef struct session {
    const belay_problem* ours;
    FrictionContactProblem* theirs;
    SolverOptions* options;
    double *r, *u;
} session;

bool bench_siconos_is_available(void)
{
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// The problem in its form. What it frees must come from malloc, block by block.
// ---------------------------------------------------------------------------------------------------------------------

static bool fill_pattern(SparseBlockStructuredMatrix* m, const belay_problem* p)
{
    size_t n = (size_t)p->contact_count, blocks = (size_t)p->block_count;
    m->blocknumber0 = m->blocknumber1 = (unsigned)n;
    m->nbblocks = (unsigned)blocks;
    m->filled1 = n + 1;
    m->filled2 = blocks;
    m->blocksize0 = malloc(n * sizeof *m->blocksize0);
    m->blocksize1 = malloc(n * sizeof *m->blocksize1);
    m->index1_data = malloc((n + 1) * sizeof *m->index1_data);
    m->index2_data = malloc(blocks * sizeof *m->index2_data);
    if (!m->blocksize0 || !m->blocksize1 || !m->index1_data || !m->index2_data) return false;
    for (size_t a = 0; a < n; a++)
        m->blocksize0[a] = m->blocksize1[a] = (unsigned)(3 * (a + 1)); // running sums
    for (size_t a = 0; a <= n; a++)
        m->index1_data[a] = (size_t)p->row_start[a];
    for (size_t k = 0; k < blocks; k++)
        m->index2_data[k] = (size_t)p->column[k];
    return true;
}

// By columns, as BLAS wants them.
static double* block_by_columns(const double* rows)
{
    double* block = malloc(9 * sizeof *block);
    for (int i = 0; block != NULL && i < 9; i++)
        block[i] = rows[3 * (i % 3) + i / 3];
    return block;
}

static SparseBlockStructuredMatrix* make_matrix(const belay_problem* p)
{
    SparseBlockStructuredMatrix* m = SBM_new();
    if (m == NULL) return NULL;
    bool ok = fill_pattern(m, p);
    m->block = calloc((size_t)p->block_count, sizeof *m->block);
    for (int32_t k = 0; m->block != NULL && k < p->block_count; k++) {
        m->block[k] = block_by_columns(p->blocks + 9 * (size_t)k);
        ok = ok && m->block[k] != NULL;
    }
    return ok && m->block != NULL ? m : NULL; // out of memory: the program ends anyway
}

static double* copy_of(const double* x, size_t count)
{
    double* copy = malloc(count * sizeof *copy);
    if (copy != NULL) memcpy(copy, x, count * sizeof *copy);
    return copy;
}

static bool session_begin(session* s, const belay_problem* p)
{
    int n = 3 * p->contact_count;
    memset(s, 0, sizeof *s);
    s->ours = p;
    SparseBlockStructuredMatrix* blocks = make_matrix(p);
    double *q = copy_of(p->q, (size_t)n), *mu = copy_of(p->mu, (size_t)p->contact_count);
    s->r = calloc((size_t)n, sizeof *s->r);
    s->u = calloc((size_t)n, sizeof *s->u);
    s->options = solver_options_create(SICONOS_FRICTION_3D_NSGS);
    if (!blocks || !q || !mu || !s->r || !s->u || !s->options) return false;
    int local = SICONOS_FRICTION_3D_ONECONTACT_NSN_GP_HYBRID; // its default, but said, should that ever change
    if (s->options->internalSolvers[0]->solverId != local) solver_options_update_internal(s->options, 0, local);
    NumericsMatrix* m = NM_new_SBM(n, n, blocks);
    s->theirs = frictionContactProblem_new_with_data(3, p->contact_count, m, q, mu);
    return s->theirs != NULL;
}

static void session_end(session* s)
{
    if (s->theirs != NULL) frictionContactProblem_free(s->theirs);
    if (s->options != NULL) solver_options_delete(s->options); // version 4.4 keeps the 120 bytes of the record itself
    free(s->r);
    free(s->u);
}

// ---------------------------------------------------------------------------------------------------------------------
// Runs
// ---------------------------------------------------------------------------------------------------------------------

// One call of the driver from r = 0; its time.
static double run(session* s, double tolerance, int sweeps)
{
    size_t size = 3 * (size_t)s->ours->contact_count * sizeof *s->r;
    memset(s->r, 0, size);
    memset(s->u, 0, size);
    s->options->iparam[SICONOS_IPARAM_MAX_ITER] = sweeps;
    s->options->dparam[SICONOS_DPARAM_TOL] = tolerance;
    double start = belay_timer_seconds();
    fc3d_driver(s->theirs, s->r, s->u, s->options);
    return belay_timer_seconds() - start;
}

// One call that makes `sweeps` sweeps, looking only at how much they change; its time.
static double run_sweeps(session* s, int sweeps)
{
    int* look = &s->options->iparam[SICONOS_FRICTION_3D_IPARAM_ERROR_EVALUATION];
    int usual = *look;
    *look = SICONOS_FRICTION_3D_NSGS_ERROR_EVALUATION_LIGHT;
    double seconds = run(s, 1e-300, sweeps);
    *look = usual;
    return seconds;
}

// How many sweeps fit into `seconds`.
static int sweeps_within(session* s, double seconds)
{
    double one = run_sweeps(s, PROBE_SWEEPS) / PROBE_SWEEPS;
    double count = seconds / one;
    return count < 1e6 ? (int)fmax(count, PROBE_SWEEPS) : 1000000;
}

static double natural_of(const session* s)
{
    for (int32_t i = 0; i < 3 * s->ours->contact_count; i++)
        if (!isfinite(s->r[i])) return HUGE_VAL;
    return belay_problem_residual(s->ours, s->r).natural;
}

static void time_it(session* s, double tolerance, int sweeps, bench_siconos_result* result)
{
    bench_watch watch = bench_watch_begin();
    while (bench_watch_wants_more(&watch))
        bench_watch_add(&watch, run(s, tolerance, sweeps));
    result->seconds = watch.quietest;
    result->iterations = s->options->iparam[SICONOS_IPARAM_ITER_DONE];
}

bool bench_siconos_reach(const belay_problem* problem, double wanted, double cap_seconds, bench_siconos_result* result)
{
    *result = (bench_siconos_result){.is_reached = false};
    session s;
    if (!session_begin(&s, problem)) return false;
    int sweeps = sweeps_within(&s, cap_seconds);
    for (int half_decades = 2; half_decades <= 32 && !result->is_reached; half_decades++) {
        double tolerance = pow(10.0, -0.5 * half_decades);
        double seconds = run(&s, tolerance, sweeps);
        result->natural = natural_of(&s);
        result->tolerance = tolerance;
        result->is_reached = result->natural <= wanted;
        if (!result->is_reached && seconds > 0.8 * cap_seconds) break;
    }
    if (result->is_reached) time_it(&s, result->tolerance, sweeps, result);
    session_end(&s);
    return true;
}

double bench_siconos_sweep(const belay_problem* problem)
{
    session s;
    double seconds = 0.0;
    const int few = 20, many = 120;
    if (session_begin(&s, problem)) {
        bench_watch a = bench_watch_begin(), b = a;
        while (bench_watch_wants_more(&a))
            bench_watch_add(&a, run_sweeps(&s, few));
        while (bench_watch_wants_more(&b))
            bench_watch_add(&b, run_sweeps(&s, many));
        int done = s.options->iparam[SICONOS_IPARAM_ITER_DONE];
        if (done > few) seconds = (b.quietest - a.quietest) / (done - few);
    }
    session_end(&s);
    return seconds;
}

#endif
