// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A nodal problem by itself (belay/nodal.h).

#include "belay/nodal.h"

#include "belay/result.h"
#include "belay/timer.h"
#include "core/alloc.h"
#include "math/cone.h"
#include "solver/library/method_tolerances.h"
#include "solver/library/nodal_sweep.h"
#include "solver/library/solve.h"

#include <math.h>
#include <string.h>

static belay_result check_contact(const belay_nodal_problem* p, int32_t index, belay_error* error)
{
    const belay_nodal_contact* c = &p->contacts[index];
    if (c->node < 0 || c->node >= p->node_count || c->other < -1 || c->other >= p->node_count || c->other == c->node)
        return belay_error_set(error, BELAY_ERROR_VALUE, "contacts[%d]: nodes %d and %d of %d", index, c->node,
                               c->other, p->node_count);
    if (!(c->mu >= 0.0 && isfinite(c->mu)))
        return belay_error_set(error, BELAY_ERROR_VALUE, "contacts[%d].mu is %g", index, c->mu);
    for (int i = 0; i < 9; i++) {
        const double *x = c->frame + 3 * (i / 3), *y = c->frame + 3 * (i % 3);
        double product = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
        if (!(fabs(product - (i % 4 == 0 ? 1.0 : 0.0)) <= BL_PRIMAL_FRAME_ROUNDING))
            return belay_error_set(error, BELAY_ERROR_VALUE, "contacts[%d].frame: rows %d and %d have the product %g",
                                   index, i / 3, i % 3, product);
    }
    for (int i = 0; i < 3; i++)
        if (!isfinite(c->offset[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "contacts[%d].offset[%d] is %g; it must be finite", index,
                                   i, c->offset[i]);
    return BELAY_OK;
}

static belay_result check_rows(const belay_nodal_problem* p, belay_error* error)
{
    if (p->row_start[0] != 0 || p->row_start[p->node_count] != p->block_count)
        return belay_error_set(error, BELAY_ERROR_VALUE,
                               "row_start goes from %d to %d; it must go from 0 to block_count", p->row_start[0],
                               p->row_start[p->node_count]);
    for (int32_t i = 0; i < p->node_count; i++) {
        if (p->row_start[i] > p->row_start[i + 1] || p->row_start[i + 1] > p->block_count)
            return belay_error_set(error, BELAY_ERROR_VALUE, "row_start[%d] is %d", i + 1, p->row_start[i + 1]);
        for (int32_t k = p->row_start[i], last = -1; k < p->row_start[i + 1]; last = p->column[k++])
            if (p->column[k] <= last || p->column[k] >= p->node_count)
                return belay_error_set(error, BELAY_ERROR_VALUE, "column[%d] is %d", k, p->column[k]);
    }
    for (int32_t i = 0; i < 9 * p->block_count; i++)
        if (!isfinite(p->blocks[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "blocks[%d] is %g; it must be finite", i, p->blocks[i]);
    return BELAY_OK;
}

static belay_result check_finite(const char* name, const double* x, int32_t count, belay_error* error)
{
    if (x == NULL && count > 0) return belay_error_set(error, BELAY_ERROR_VALUE, "%s is null; it must be given", name);
    for (int32_t i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%d] is %g; it must be finite", name, i, x[i]);
    return BELAY_OK;
}

static belay_result check(const belay_nodal_problem* p, const belay_solve_options* o, const double* v, const double* r,
                          belay_error* error)
{
    if (p->node_count < 0 || p->contact_count < 0 || p->block_count < 0)
        return belay_error_set(error, BELAY_ERROR_VALUE, "counts are %d nodes, %d blocks, %d contacts", p->node_count,
                               p->block_count, p->contact_count);
    if (p->row_start == NULL || (p->block_count > 0 && (p->column == NULL || p->blocks == NULL)) ||
        (p->contact_count > 0 && p->contacts == NULL))
        return belay_error_set(error, BELAY_ERROR_VALUE, "an array of the problem is null; it must be given");
    belay_result result = bl_solve_check_limits(o, error);
    if (result == BELAY_OK) result = check_rows(p, error);
    if (result == BELAY_OK) result = check_finite("f", p->f, 3 * p->node_count, error);
    if (result == BELAY_OK) result = check_finite("v", v, 3 * p->node_count, error);
    if (result == BELAY_OK) result = check_finite("r", r, 3 * p->contact_count, error);
    for (int32_t c = 0; c < p->contact_count && result == BELAY_OK; c++)
        result = check_contact(p, c, error);
    return result;
}

// Looks at the present iterate and keeps it if it is the best; true when it solves the problem.
static bool look(bl_nodal_gs* s, const belay_solve_options* o, belay_solve_report* report)
{
    belay_residual e = bl_nodal_gs_residual(s);
    if (o->history != NULL && report->history_count < o->history_capacity)
        o->history[report->history_count++] = e.natural;
    if (e.natural < report->residual.natural) {
        report->residual = e;
        memcpy(s->best_v, s->v, 3 * (size_t)s->p.node_count * sizeof *s->v);
        memcpy(s->best_r, s->r, 3 * (size_t)s->p.contact_count * sizeof *s->r);
    }
    return report->residual.natural <= o->tolerance;
}

static belay_solve_status iterate(bl_nodal_gs* s, const belay_solve_options* o, double deadline,
                                  belay_solve_report* report)
{
    report->residual.natural = HUGE_VAL;
    if (look(s, o, report)) return BELAY_SOLVE_SOLVED;
    while (report->iterations < o->max_iterations) {
        bl_nodal_gs_sweep(s);
        report->iterations++;
        if (look(s, o, report)) return BELAY_SOLVE_SOLVED;
        if (deadline > 0.0 && belay_timer_seconds() >= deadline) return BELAY_SOLVE_BUDGET;
    }
    return BELAY_SOLVE_ITERATIONS;
}

static void start_from(bl_nodal_gs* s, const double* v, const double* r)
{
    if (s->p.node_count > 0) memcpy(s->v, v, 3 * (size_t)s->p.node_count * sizeof *v);
    for (int32_t c = 0; c < s->p.contact_count; c++)
        bl_cone_project(s->p.contacts[c].mu, r + 3 * (size_t)c, s->r + 3 * (size_t)c);
    memcpy(s->best_v, s->v, 3 * (size_t)s->p.node_count * sizeof *v);
    memcpy(s->best_r, s->r, 3 * (size_t)s->p.contact_count * sizeof *r);
}

belay_result belay_nodal_solve(const belay_nodal_problem* problem, const belay_solve_options* options,
                               const belay_allocator* allocator, double* v, double* r, belay_solve_report* report,
                               belay_error* error)
{
    if (problem == NULL || options == NULL || report == NULL)
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_nodal_solve: %s is null; it must be given",
                               problem == NULL ? "problem" : (options == NULL ? "options" : "report"));
    belay_result result = check(problem, options, v, r, error);
    if (result != BELAY_OK) return result;
    double start = belay_timer_seconds();
    belay_allocator memory = allocator != NULL ? *allocator : bl_allocator_default();
    bl_nodal_gs s = {.p = *problem};
    size_t size = bl_nodal_gs_lay_out(&s, NULL);
    char* base = bl_allocate(&memory, size);
    if (base == NULL)
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to solve %d nodes", problem->node_count);
    bl_nodal_gs_lay_out(&s, base);
    int32_t where = 0;
    if (!bl_nodal_gs_set_up(&s, &where)) {
        bl_free(&memory, base, size);
        return belay_error_set(error, BELAY_ERROR_VALUE, "the diagonal block of node %d is missing or singular", where);
    }
    memset(report, 0, sizeof *report);
    start_from(&s, v, r);
    double deadline = options->budget_seconds > 0.0 ? start + options->budget_seconds : 0.0;
    report->status = iterate(&s, options, deadline, report);
    report->plain_natural = report->residual.natural;
    report->is_admissible = true;
    report->seconds = belay_timer_seconds() - start;
    if (problem->node_count > 0) memcpy(v, s.best_v, 3 * (size_t)problem->node_count * sizeof *v);
    if (problem->contact_count > 0) memcpy(r, s.best_r, 3 * (size_t)problem->contact_count * sizeof *r);
    bl_free(&memory, base, size);
    if (error != NULL) memset(error, 0, sizeof *error);
    return BELAY_OK;
}
