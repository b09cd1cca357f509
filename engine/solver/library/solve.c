// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/solve.h"

#include "belay/result.h"
#include "belay/timer.h"
#include "core/alloc.h"
#include "core/assert.h"
#include "solver/law/residual.h"
#include "solver/library/method_tolerances.h"

#include <math.h>
#include <string.h>

belay_solve_options belay_solve_options_default(void)
{
    belay_solve_options o = {.tolerance = 1e-8,
                             .max_iterations = 100000,
                             .seed = 1,
                             .local = BELAY_LOCAL_EXACT,
                             .order = BELAY_SWEEP_FORWARD,
                             .relaxation = 1.0,
                             .facets = 8};
    return o;
}

// ------------------------------------------------------------------------------------------------------------------
// Products
// ------------------------------------------------------------------------------------------------------------------

void bl_problem_multiply_row(const belay_problem* problem, int32_t a, const double* r, double u[3])
{
    BELAY_ASSERT(a >= 0 && a < problem->contact_count);
    double u0 = problem->q[3 * a], u1 = problem->q[3 * a + 1], u2 = problem->q[3 * a + 2];
    for (int32_t k = problem->row_start[a]; k < problem->row_start[a + 1]; k++) {
        const double* w = problem->blocks + 9 * (size_t)k;
        const double* x = r + 3 * (size_t)problem->column[k];
        u0 += w[0] * x[0] + w[1] * x[1] + w[2] * x[2];
        u1 += w[3] * x[0] + w[4] * x[1] + w[5] * x[2];
        u2 += w[6] * x[0] + w[7] * x[1] + w[8] * x[2];
    }
    u[0] = u0;
    u[1] = u1;
    u[2] = u2;
}

void bl_problem_multiply(const belay_problem* problem, const double* r, double* u)
{
    for (int32_t a = 0; a < problem->contact_count; a++)
        bl_problem_multiply_row(problem, a, r, u + 3 * (size_t)a);
}

void bl_problem_project(const belay_problem* problem, double* r)
{
    for (int32_t a = 0; a < problem->contact_count; a++)
        bl_cone_project(problem->mu[a], r + 3 * (size_t)a, r + 3 * (size_t)a);
}

// ------------------------------------------------------------------------------------------------------------------
// Watching
// ------------------------------------------------------------------------------------------------------------------

double bl_solve_natural(const bl_solve* solve, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < solve->n; a++) {
        double e[3];
        bl_natural_map(solve->weight[a], solve->problem->mu[a], r + 3 * (size_t)a, u + 3 * (size_t)a, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return sqrt(sum) / solve->q_norm;
}

bool bl_solve_is_over(const bl_solve* solve)
{
    return solve->is_out_of_memory || solve->iterations >= solve->options->max_iterations ||
           (solve->deadline > 0.0 && belay_timer_seconds() >= solve->deadline);
}

bool bl_solve_count(bl_solve* solve)
{
    solve->iterations++;
    return bl_solve_is_over(solve);
}

static void keep(bl_solve* solve, const double* r, double natural)
{
    const belay_solve_options* o = solve->options;
    if (o->history != NULL && solve->history_count < o->history_capacity) o->history[solve->history_count++] = natural;
    if (!(natural < solve->best_natural)) return; // also for NaN
    solve->best_natural = natural;
    memcpy(solve->best, r, 3 * (size_t)solve->n * sizeof *r);
}

bool bl_solve_observe_with_velocity(bl_solve* solve, const double* r, const double* u)
{
    BELAY_ASSERT(solve->n == solve->problem->contact_count);
    keep(solve, r, bl_solve_natural(solve, r, u));
    return bl_solve_count(solve) || solve->best_natural <= solve->options->tolerance;
}

bool bl_solve_observe(bl_solve* solve, const double* r)
{
    double sum = 0.0;
    for (int32_t a = 0; a < solve->n; a++) {
        double u[3], e[3];
        bl_problem_multiply_row(solve->problem, a, r, u);
        bl_natural_map(solve->weight[a], solve->problem->mu[a], r + 3 * (size_t)a, u, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    keep(solve, r, sqrt(sum) / solve->q_norm);
    return bl_solve_count(solve) || solve->best_natural <= solve->options->tolerance;
}

// ------------------------------------------------------------------------------------------------------------------
// Memory
// ------------------------------------------------------------------------------------------------------------------

#define MEMORY_BLOCKS 32 // room in the list to begin with: more than most methods ask for

static bool reserve_memory(bl_solve* solve, ptrdiff_t blocks)
{
    bool ok = true;
    BL_ARRAY_RESERVE(solve->memory, blocks, &solve->problem->allocator, &ok);
    BL_ARRAY_RESERVE(solve->memory_size, blocks, &solve->problem->allocator, &ok);
    return ok;
}

void* bl_solve_allocate(bl_solve* solve, size_t size)
{
    bool ok = reserve_memory(solve, arrlen(solve->memory) + 1);
    if (size == 0) size = 16;
    void* block = ok ? bl_allocate(&solve->problem->allocator, size) : NULL;
    if (block == NULL) {
        solve->is_out_of_memory = true;
        return NULL;
    }
    arrput(solve->memory, block);
    arrput(solve->memory_size, size);
    return block;
}

static void free_memory(bl_solve* solve)
{
    for (ptrdiff_t i = 0; i < arrlen(solve->memory); i++)
        bl_free(&solve->problem->allocator, solve->memory[i], solve->memory_size[i]);
    arrfree(solve->memory);
    arrfree(solve->memory_size);
}

// ------------------------------------------------------------------------------------------------------------------
// The call
// ------------------------------------------------------------------------------------------------------------------

belay_result bl_solve_check_limits(const belay_solve_options* o, belay_error* error)
{
    if (!(o->tolerance > 0.0 && o->tolerance < 1.0))
        return belay_error_set(error, BELAY_ERROR_VALUE, "tolerance is %g; it must be above 0 and below 1",
                               o->tolerance);
    if (o->max_iterations < 1)
        return belay_error_set(error, BELAY_ERROR_VALUE, "max_iterations is %lld; it must be at least 1",
                               (long long)o->max_iterations);
    if (!(o->budget_seconds >= 0.0 && isfinite(o->budget_seconds)))
        return belay_error_set(error, BELAY_ERROR_VALUE, "budget_seconds is %g; it must be finite and at least 0",
                               o->budget_seconds);
    if (o->history_capacity < 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "history_capacity is %d; it must be at least 0",
                               o->history_capacity);
    return BELAY_OK;
}

static belay_result check_options(const belay_solve_options* o, belay_error* error)
{
    belay_result limits = bl_solve_check_limits(o, error);
    if (limits != BELAY_OK) return limits;
    if ((unsigned)o->local >= BELAY_LOCAL_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE, "local is %d; it must be a belay_local_method", (int)o->local);
    if ((unsigned)o->order >= BELAY_SWEEP_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE, "order is %d; it must be an order of sweeps", (int)o->order);
    if (!(o->relaxation > 0.0 && o->relaxation < 2.0))
        return belay_error_set(error, BELAY_ERROR_VALUE, "relaxation is %g; it must be above 0 and below 2",
                               o->relaxation);
    if (o->facets < 3 || o->facets > 16)
        return belay_error_set(error, BELAY_ERROR_VALUE, "facets is %d; it must be 3 to 16", o->facets);
    return BELAY_OK;
}

static belay_result check_guess(const belay_problem* problem, const double* r, belay_error* error)
{
    if (r == NULL) return belay_error_set(error, BELAY_ERROR_VALUE, "r is null; it must be given");
    for (int32_t i = 0; i < 3 * problem->contact_count; i++)
        if (!isfinite(r[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "r[%d] is %g; it must be finite", i, r[i]);
    return BELAY_OK;
}

static void find_diagonal(bl_solve* solve)
{
    const belay_problem* p = solve->problem;
    for (int32_t a = 0; a < solve->n; a++) {
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            if (p->column[k] == a) solve->diagonal[a] = k;
        const double* w = p->blocks + 9 * (size_t)solve->diagonal[a];
        solve->weight[a] = fmax(0.0, (w[0] + w[4] + w[8]) / 3.0);
    }
}

// Sets up a solve; false when memory runs out.
static bool begin(bl_solve* solve, const belay_problem* problem, const belay_solve_options* options)
{
    memset(solve, 0, sizeof *solve);
    solve->problem = problem;
    solve->options = options;
    solve->n = problem->contact_count;
    solve->start = belay_timer_seconds();
    solve->deadline = options->budget_seconds > 0.0 ? solve->start + options->budget_seconds : 0.0;
    solve->best_natural = HUGE_VAL;
    size_t n = (size_t)solve->n;
    solve->is_out_of_memory = !reserve_memory(solve, MEMORY_BLOCKS);
    solve->weight = bl_solve_allocate(solve, n * sizeof(double));
    solve->diagonal = bl_solve_allocate(solve, n * sizeof(int32_t));
    solve->best = bl_solve_allocate(solve, 3 * n * sizeof(double));
    if (solve->is_out_of_memory) return false;
    find_diagonal(solve);
    double q2 = 0.0;
    for (size_t i = 0; i < 3 * n; i++)
        q2 += problem->q[i] * problem->q[i];
    solve->q_norm = q2 > 0.0 ? sqrt(q2) : 1.0;
    return true;
}

static bool is_admissible(const belay_problem* problem, const double* r)
{
    for (int32_t a = 0; a < problem->contact_count; a++) {
        const double* x = r + 3 * (size_t)a;
        // Rounding of a projection may leave the last bit outside, and squares of what is next to nothing lose theirs.
        bool is_nothing = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2]))) < BL_SOLVE_LEAST_WITH_SQUARE;
        double slope[3] = {x[0] * (1.0 + BL_SOLVE_EDGE_ROUNDING), x[1], x[2]};
        if (!is_nothing && !bl_cone_contains(problem->mu[a], slope)) return false;
    }
    return true;
}

// All residuals of the impulses returned, from velocities formed anew.
static void report_residuals(const bl_solve* solve, belay_solve_report* report)
{
    double plain = 0.0, plain_worst = 0.0;
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    for (int32_t a = 0; a < solve->n; a++) {
        const double *r = solve->best + 3 * (size_t)a, *q = solve->problem->q + 3 * (size_t)a;
        double u[3], e[3];
        bl_problem_multiply_row(solve->problem, a, solve->best, u);
        bl_residual_sum_add(&sum, a, solve->weight[a], solve->problem->mu[a], r, u, q);
        bl_natural_map(1.0, solve->problem->mu[a], r, u, e);
        double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
        plain += square;
        plain_worst = fmax(plain_worst, square);
    }
    report->residual = bl_residual_sum_finish(&sum);
    report->plain_natural = sqrt(plain) / solve->q_norm;
    report->plain_natural_max = sqrt(plain_worst) / solve->q_norm;
}

static void finish(bl_solve* solve, belay_solve_status ended, belay_solve_report* report)
{
    memset(report, 0, sizeof *report);
    report->seconds = belay_timer_seconds() - solve->start;
    report->iterations = solve->iterations;
    report->history_count = solve->history_count;
    report_residuals(solve, report);
    report->is_admissible = is_admissible(solve->problem, solve->best);
    if (report->residual.natural <= solve->options->tolerance)
        report->status = BELAY_SOLVE_SOLVED;
    else if (solve->deadline > 0.0 && solve->start + report->seconds >= solve->deadline)
        report->status = BELAY_SOLVE_BUDGET;
    else if (solve->iterations >= solve->options->max_iterations)
        report->status = BELAY_SOLVE_ITERATIONS;
    else
        report->status = ended == BELAY_SOLVE_NO_SOLUTION ? BELAY_SOLVE_NO_SOLUTION : BELAY_SOLVE_STALLED;
}

bl_method_fn* bl_method_function(belay_method method);

// The guess is put into the cones and observed first; so is r = 0, which is better than a bad guess and whose velocity
// is known. Returns whether that is enough; r is then where the method starts.
static bool choose_start(bl_solve* solve, double* r)
{
    const double* q = solve->problem->q;
    size_t size = 3 * (size_t)solve->n * sizeof *r;
    double* guess = bl_solve_allocate(solve, size);
    double* start = bl_solve_allocate(solve, size); // zero
    if (solve->is_out_of_memory) return true;
    memcpy(guess, r, size);
    bl_problem_project(solve->problem, guess);
    bool is_zero = true;
    for (int32_t i = 0; i < 3 * solve->n; i++)
        is_zero = is_zero && guess[i] == 0.0;
    bl_solve_observe_with_velocity(solve, start, q);
    double zero_natural = solve->best_natural;
    if (!is_zero) bl_solve_observe(solve, guess);
    memcpy(r, solve->best_natural < zero_natural ? guess : start, size);
    solve->iterations = 0; // looking at the guesses is no iteration
    return solve->best_natural <= solve->options->tolerance;
}

static belay_result check_call(const belay_problem* problem, belay_method method, const belay_solve_options* options,
                               const double* r, const belay_solve_report* report, belay_error* error)
{
    if (problem == NULL || options == NULL || report == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_problem_solve: %s is null; it must be given",
                               problem == NULL ? "problem" : (options == NULL ? "options" : "report"));
    const char* why = NULL;
    if ((unsigned)method >= BELAY_METHOD_COUNT)
        return belay_error_set(error, BELAY_ERROR_VALUE, "method is %d; it must be a belay_method", (int)method);
    if (!belay_method_is_available(method, &why))
        return belay_error_set(error, BELAY_ERROR_STATE, "method '%s' is not in this build: %s",
                               belay_method_name(method), why);
    belay_result result = check_options(options, error);
    if (result == BELAY_OK) result = belay_problem_check(problem, error);
    if (result == BELAY_OK) result = check_guess(problem, r, error);
    return result;
}

belay_result belay_problem_solve(const belay_problem* problem, belay_method method, const belay_solve_options* options,
                                 double* r, belay_solve_report* report, belay_error* error)
{
    belay_result result = check_call(problem, method, options, r, report, error);
    if (result != BELAY_OK) return result;
    bl_solve solve;
    if (!begin(&solve, problem, options)) {
        free_memory(&solve);
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to solve %d contacts", problem->contact_count);
    }
    double* iterate = bl_solve_allocate(&solve, 3 * (size_t)solve.n * sizeof *r);
    belay_solve_status ended = BELAY_SOLVE_STALLED;
    if (iterate != NULL) {
        memcpy(iterate, r, 3 * (size_t)solve.n * sizeof *r);
        if (!choose_start(&solve, iterate)) ended = bl_method_function(method)(&solve, iterate);
    }
    if (solve.is_out_of_memory) {
        free_memory(&solve);
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to solve %d contacts", problem->contact_count);
    }
    finish(&solve, ended, report);
    memcpy(r, solve.best, 3 * (size_t)solve.n * sizeof *r);
    free_memory(&solve);
    if (error != NULL) memset(error, 0, sizeof *error);
    return BELAY_OK;
}

belay_residual belay_problem_residual(const belay_problem* problem, const double* r)
{
    const belay_residual nothing = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, -1};
    if (belay_problem_check(problem, NULL) != BELAY_OK || (r == NULL && problem->contact_count > 0)) return nothing;
    for (size_t i = 0; i < 3 * (size_t)problem->contact_count; i++)
        if (!isfinite(r[i])) return nothing;
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    for (int32_t a = 0; a < problem->contact_count; a++) {
        double u[3], weight = 0.0;
        bl_problem_multiply_row(problem, a, r, u);
        for (int32_t k = problem->row_start[a]; k < problem->row_start[a + 1]; k++) {
            const double* w = problem->blocks + 9 * (size_t)k;
            if (problem->column[k] == a) weight = fmax(0.0, (w[0] + w[4] + w[8]) / 3.0);
        }
        bl_residual_sum_add(&sum, a, weight, problem->mu[a], r + 3 * (size_t)a, u, problem->q + 3 * (size_t)a);
    }
    return bl_residual_sum_finish(&sum);
}
