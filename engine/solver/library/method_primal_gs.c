// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nodal Gauss-Seidel in the velocities (li2018, secs. 4.2, 4.3 and 6). Nodes are visited in turn with all others held:
// a free node i gets v_i = M_ii^-1 g_i, g_i = f_i + its impulses - sum_j M_ij v_j. A contact c at node i solves
//     M_ii v_i = g_i + E^T r,   u = E v_i + offset,   (r, u) in the law,
// which li2018 treats in u (eq. 11) by Newton. With W = E M_ii^-1 E^T it is the ordinary one-contact problem u = W r +
// b, b = E M_ii^-1 g_i + offset, and solved exactly. In self-contact of nodes i and j both move at once: W = D K^-1 D^T
// with K the 6x6 block of M that belongs to both and D = (E, -E). (li2018 turns the pair by eq. 9 and visits relative
// and mean velocity one after the other.)
//
// A node of several contacts: li2018, sec. 6, splits it into p copies pinned together, each with M_ii / p and one
// contact, and lets the pin forces lag. Copy c, after elimination of the pins, solves M_ii v = g_i + p E^T (r_c - old
// r_c) with all old impulses in g_i. The factor p makes the p steps of one sweep safe to take all at once. Here they
// are taken in turn, each seeing the last, so it is left out: g_i holds the newest impulses of the node's other
// contacts. The fixed points are the same.
//
// The same sweeps serve W, q, mu where W is regular: then u = W r + q is W^-1 u = W^-1 q + r, and contacts are nodes.

#include "belay/nodal.h"
#include "belay/result.h"
#include "belay/timer.h"
#include "core/alloc.h"
#include "math/gauss.h"
#include "solver/law/residual.h"
#include "solver/library/contact_lu.h"
#include "solver/library/method_tolerances.h"
#include "solver/library/solve.h"

#include <math.h>
#include <string.h>

// One contact and the nodes that it moves.
typedef struct unit {
    bl_local_block block; // W
    double inverse[36];   // K^-1, row-major; of one node only its first 9 numbers are used, as 3x3
} unit;

typedef struct nodal {
    belay_nodal_problem p;
    unit* units;       // [contacts]
    double* inverse;   // [9 nodes] M_ii^-1
    double* impulse;   // [3 nodes] sum of E^T r at each node
    bool* has_contact; // [nodes]
    double* v;         // [3 nodes]
    double* r;         // [3 contacts]
    double* best_v;    // [3 nodes]
    double* best_r;    // [3 contacts]
    double scale;      // what residuals are divided by
} nodal;

// ---------------------------------------------------------------------------------------------------------------------
// Set-up
// ---------------------------------------------------------------------------------------------------------------------

// All arrays lie in one block. With a null base only their size is counted.
typedef struct arena {
    char* base;
    size_t used;
} arena;

static void* take(arena* memory, size_t count, size_t size)
{
    void* array = memory->base != NULL ? memory->base + memory->used : NULL;
    memory->used += (count * size + 15) / 16 * 16;
    return array;
}

static size_t lay_out(nodal* s, char* base)
{
    arena memory = {base, 0};
    size_t nodes = (size_t)s->p.node_count, contacts = (size_t)s->p.contact_count;
    s->units = take(&memory, contacts, sizeof *s->units);
    s->inverse = take(&memory, 9 * nodes, sizeof *s->inverse);
    s->impulse = take(&memory, 3 * nodes, sizeof *s->impulse);
    s->v = take(&memory, 3 * nodes, sizeof *s->v);
    s->r = take(&memory, 3 * contacts, sizeof *s->r);
    s->best_v = take(&memory, 3 * nodes, sizeof *s->best_v);
    s->best_r = take(&memory, 3 * contacts, sizeof *s->best_r);
    s->has_contact = take(&memory, nodes, sizeof *s->has_contact);
    return memory.used + 16;
}

// The block (i, j) of M, null when there is none.
static const double* find_block(const belay_nodal_problem* p, int32_t i, int32_t j)
{
    for (int32_t k = p->row_start[i]; k < p->row_start[i + 1]; k++)
        if (p->column[k] == j) return p->blocks + 9 * (size_t)k;
    return NULL;
}

// inverse = m^-1, size 3 or 6; m is destroyed. False when singular.
static bool invert(double* m, double* inverse, int size)
{
    for (int i = 0; i < size * size; i++)
        inverse[i] = i % (size + 1) == 0 ? 1.0 : 0.0;
    if (!bl_gauss_solve(m, (size_t)size, (uint32_t)size, inverse, (uint32_t)size)) return false;
    for (int i = 0; i < size * size; i++)
        if (!isfinite(inverse[i])) return false;
    return true;
}

// K, the blocks of M that belong to the nodes of a contact.
static int gather(const belay_nodal_problem* p, const belay_nodal_contact* c, double k[36])
{
    int32_t node[2] = {c->node, c->other};
    int count = c->other >= 0 ? 2 : 1, size = 3 * count;
    memset(k, 0, 36 * sizeof *k);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++) {
            const double* m = find_block(p, node[a], node[b]);
            for (int i = 0; i < 9 && m != NULL; i++)
                k[size * (3 * a + i / 3) + 3 * b + i % 3] = m[i];
        }
    return size;
}

// x = D^T r, the impulse on the node or on both.
static void spread(const belay_nodal_contact* c, const double r[3], double x[6])
{
    for (int i = 0; i < 3; i++) {
        x[i] = c->frame[i] * r[0] + c->frame[3 + i] * r[1] + c->frame[6 + i] * r[2];
        x[3 + i] = -x[i];
    }
}

// u = D v without the offset; v of one node or both.
static void measure(const belay_nodal_contact* c, const double v[6], double u[3])
{
    for (int i = 0; i < 3; i++) {
        u[i] = 0.0;
        for (int k = 0; k < 3; k++)
            u[i] += c->frame[3 * i + k] * (v[k] - (c->other >= 0 ? v[3 + k] : 0.0));
    }
}

static void multiply(const double* a, int size, const double* x, double* y)
{
    for (int i = 0; i < size; i++) {
        y[i] = 0.0;
        for (int j = 0; j < size; j++)
            y[i] += a[size * i + j] * x[j];
    }
}

// K^-1 and W = D K^-1 D^T.
static bool set_up_unit(const nodal* s, int32_t c)
{
    const belay_nodal_contact* contact = &s->p.contacts[c];
    unit* t = &s->units[c];
    double k[36], w[9];
    int size = gather(&s->p, contact, k);
    if (!invert(k, t->inverse, size)) return false;
    for (int j = 0; j < 3; j++) {
        double r[3] = {0.0, 0.0, 0.0}, x[6], y[6] = {0.0}, u[3];
        r[j] = 1.0;
        spread(contact, r, x);
        multiply(t->inverse, size, x, y);
        measure(contact, y, u);
        w[j] = u[0], w[3 + j] = u[1], w[6 + j] = u[2];
    }
    bl_local_block_init(&t->block, w, contact->mu);
    return true;
}

static void find_scale(nodal* s)
{
    double sum = 0.0;
    for (int32_t i = 0; i < s->p.node_count; i++) {
        double v[3];
        multiply(s->inverse + 9 * (size_t)i, 3, s->p.f + 3 * (size_t)i, v);
        sum += v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    }
    for (int32_t c = 0; c < s->p.contact_count; c++)
        for (int i = 0; i < 3; i++)
            sum += s->p.contacts[c].offset[i] * s->p.contacts[c].offset[i];
    s->scale = sum > 0.0 ? sqrt(sum) : 1.0;
}

// False when a block is singular; *where is the node.
static bool set_up(nodal* s, int32_t* where)
{
    for (int32_t i = 0; i < s->p.node_count; i++) {
        double m[9];
        const double* block = find_block(&s->p, i, i);
        *where = i;
        if (block == NULL) return false;
        memcpy(m, block, sizeof m);
        if (!invert(m, s->inverse + 9 * (size_t)i, 3)) return false;
    }
    for (int32_t c = 0; c < s->p.contact_count; c++) {
        const belay_nodal_contact* contact = &s->p.contacts[c];
        *where = contact->node;
        s->has_contact[contact->node] = true;
        if (contact->other >= 0) s->has_contact[contact->other] = true;
        if (!set_up_unit(s, c)) return false;
    }
    find_scale(s);
    return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sweeps
// ---------------------------------------------------------------------------------------------------------------------

static void add_impulse(nodal* s, const belay_nodal_contact* c, const double r[3], double sign)
{
    double x[6];
    spread(c, r, x);
    for (int i = 0; i < 3; i++) {
        s->impulse[3 * c->node + i] += sign * x[i];
        if (c->other >= 0) s->impulse[3 * c->other + i] += sign * x[3 + i];
    }
}

// Sums the impulses at each node, which takes away the rounding of the updates.
static void sum_impulses(nodal* s)
{
    memset(s->impulse, 0, 3 * (size_t)s->p.node_count * sizeof *s->impulse);
    for (int32_t c = 0; c < s->p.contact_count; c++)
        add_impulse(s, &s->p.contacts[c], s->r + 3 * (size_t)c, 1.0);
}

// g = f_i + impulses - sum over j other than i and `partner` of M_ij v_j.
static void gather_momentum(const nodal* s, int32_t i, int32_t partner, double g[3])
{
    const belay_nodal_problem* p = &s->p;
    for (int k = 0; k < 3; k++)
        g[k] = p->f[3 * i + k] + s->impulse[3 * i + k];
    for (int32_t b = p->row_start[i]; b < p->row_start[i + 1]; b++) {
        int32_t j = p->column[b];
        if (j == i || j == partner) continue;
        double x[3];
        multiply(p->blocks + 9 * (size_t)b, 3, s->v + 3 * (size_t)j, x);
        g[0] -= x[0], g[1] -= x[1], g[2] -= x[2];
    }
}

static void visit_contact(nodal* s, int32_t c)
{
    const belay_nodal_contact* contact = &s->p.contacts[c];
    const unit* t = &s->units[c];
    int size = contact->other >= 0 ? 6 : 3;
    double *r = s->r + 3 * (size_t)c, g[6], x[6], v[6] = {0.0}, b[3];
    add_impulse(s, contact, r, -1.0);
    gather_momentum(s, contact->node, contact->other, g);
    if (size == 6) gather_momentum(s, contact->other, contact->node, g + 3);
    multiply(t->inverse, size, g, v);
    measure(contact, v, b);
    for (int i = 0; i < 3; i++)
        b[i] += contact->offset[i];
    bl_local_contact_solve(&t->block, b, r);
    add_impulse(s, contact, r, 1.0);
    spread(contact, r, x);
    for (int i = 0; i < size; i++)
        g[i] += x[i];
    multiply(t->inverse, size, g, v);
    memcpy(s->v + 3 * (size_t)contact->node, v, 3 * sizeof *v);
    if (size == 6) memcpy(s->v + 3 * (size_t)contact->other, v + 3, 3 * sizeof *v);
}

static void sweep(nodal* s)
{
    sum_impulses(s);
    for (int32_t i = 0; i < s->p.node_count; i++) {
        if (s->has_contact[i]) continue;
        double g[3];
        gather_momentum(s, i, -1, g);
        multiply(s->inverse + 9 * (size_t)i, 3, g, s->v + 3 * (size_t)i);
    }
    for (int32_t c = 0; c < s->p.contact_count; c++)
        visit_contact(s, c);
}

// ---------------------------------------------------------------------------------------------------------------------
// Residual
// ---------------------------------------------------------------------------------------------------------------------

// Sum of |M_ii^-1 (M v - f - impulses)_i|^2.
static double momentum_defect(nodal* s)
{
    double sum = 0.0;
    sum_impulses(s);
    for (int32_t i = 0; i < s->p.node_count; i++) {
        double g[3], v[3];
        gather_momentum(s, i, -1, g);
        multiply(s->inverse + 9 * (size_t)i, 3, g, v);
        for (int k = 0; k < 3; k++)
            sum += (s->v[3 * i + k] - v[k]) * (s->v[3 * i + k] - v[k]);
    }
    return sum;
}

static belay_residual find_residual(nodal* s)
{
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    sum.q = s->scale * s->scale;
    for (int32_t c = 0; c < s->p.contact_count; c++) {
        const belay_nodal_contact* contact = &s->p.contacts[c];
        double v[6] = {0.0}, u[3], nothing[3] = {0.0, 0.0, 0.0};
        memcpy(v, s->v + 3 * (size_t)contact->node, 3 * sizeof *v);
        if (contact->other >= 0) memcpy(v + 3, s->v + 3 * (size_t)contact->other, 3 * sizeof *v);
        measure(contact, v, u);
        for (int i = 0; i < 3; i++)
            u[i] += contact->offset[i];
        bl_residual_sum_add(&sum, c, s->units[c].block.weight, contact->mu, s->r + 3 * (size_t)c, u, nothing);
    }
    sum.natural += momentum_defect(s);
    return bl_residual_sum_finish(&sum);
}

// ---------------------------------------------------------------------------------------------------------------------
// The nodal problem
// ---------------------------------------------------------------------------------------------------------------------

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
            return belay_error_set(error, BELAY_ERROR_VALUE, "contacts[%d].offset[%d] is %g", index, i, c->offset[i]);
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
            return belay_error_set(error, BELAY_ERROR_VALUE, "blocks[%d] is %g", i, p->blocks[i]);
    return BELAY_OK;
}

static belay_result check_finite(const char* name, const double* x, int32_t count, belay_error* error)
{
    if (x == NULL && count > 0) return belay_error_set(error, BELAY_ERROR_VALUE, "%s is null", name);
    for (int32_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return belay_error_set(error, BELAY_ERROR_VALUE, "%s[%d] is %g", name, i, x[i]);
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
        return belay_error_set(error, BELAY_ERROR_VALUE, "an array of the problem is null");
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
static bool look(nodal* s, const belay_solve_options* o, belay_solve_report* report)
{
    belay_residual e = find_residual(s);
    if (o->history != NULL && report->history_count < o->history_capacity)
        o->history[report->history_count++] = e.natural;
    if (e.natural < report->residual.natural) {
        report->residual = e;
        memcpy(s->best_v, s->v, 3 * (size_t)s->p.node_count * sizeof *s->v);
        memcpy(s->best_r, s->r, 3 * (size_t)s->p.contact_count * sizeof *s->r);
    }
    return report->residual.natural <= o->tolerance;
}

static belay_solve_status iterate(nodal* s, const belay_solve_options* o, double deadline, belay_solve_report* report)
{
    report->residual.natural = HUGE_VAL;
    if (look(s, o, report)) return BELAY_SOLVE_SOLVED;
    while (report->iterations < o->max_iterations) {
        sweep(s);
        report->iterations++;
        if (look(s, o, report)) return BELAY_SOLVE_SOLVED;
        if (deadline > 0.0 && belay_timer_seconds() >= deadline) return BELAY_SOLVE_BUDGET;
    }
    return BELAY_SOLVE_ITERATIONS;
}

static void start_from(nodal* s, const double* v, const double* r)
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
        return belay_error_set(error, BELAY_ERROR_VALUE, "belay_nodal_solve: %s is null",
                               problem == NULL ? "problem" : (options == NULL ? "options" : "report"));
    belay_result result = check(problem, options, v, r, error);
    if (result != BELAY_OK) return result;
    double start = belay_timer_seconds();
    belay_allocator memory = allocator != NULL ? *allocator : bl_allocator_default();
    nodal s = {.p = *problem};
    size_t size = lay_out(&s, NULL);
    char* base = bl_allocate(&memory, size);
    if (base == NULL)
        return belay_error_set(error, BELAY_ERROR_MEMORY, "no memory to solve %d nodes", problem->node_count);
    lay_out(&s, base);
    int32_t where = 0;
    if (!set_up(&s, &where)) {
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

// ---------------------------------------------------------------------------------------------------------------------
// W, q, mu
// ---------------------------------------------------------------------------------------------------------------------

// The nodal problem M = W^-1, f = M q whose node velocities are the u of the contacts.
typedef struct condensed {
    bl_block_lu lu;
    int32_t* row_start;
    int32_t* column;
    double* blocks;
    double* f;
    double* image; // [3n] a column of W^-1
    belay_nodal_contact* contacts;
} condensed;

static bool allocate_condensed(bl_solve* solve, condensed* d)
{
    size_t n = (size_t)solve->n;
    d->row_start = bl_solve_allocate(solve, (n + 1) * sizeof *d->row_start);
    d->column = bl_solve_allocate(solve, n * n * sizeof *d->column);
    d->blocks = bl_solve_allocate(solve, 9 * n * n * sizeof *d->blocks);
    d->f = bl_solve_allocate(solve, 3 * n * sizeof *d->f);
    d->image = bl_solve_allocate(solve, 3 * n * sizeof *d->image);
    d->contacts = bl_solve_allocate(solve, n * sizeof *d->contacts);
    return !solve->is_out_of_memory;
}

static bool factor_operator(bl_solve* solve, condensed* d)
{
    const belay_problem* p = solve->problem;
    if (!bl_contact_lu_analyse(&d->lu, solve)) return false;
    bl_block_lu_clear(&d->lu);
    for (int32_t a = 0; a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            bl_block_lu_add(&d->lu, (uint32_t)a, (uint32_t)p->column[k], p->blocks + 9 * (size_t)k);
    return bl_contact_lu_run(&d->lu, solve, NULL, BL_PRIMAL_SINGULAR);
}

// Column by column. False when time runs out or W turns out to be singular.
static bool invert_operator(bl_solve* solve, condensed* d)
{
    size_t n = (size_t)solve->n;
    double trace = 0.0;
    for (size_t j = 0; j < 3 * n; j++) {
        if (bl_solve_is_over(solve)) return false;
        memset(d->image, 0, 3 * n * sizeof *d->image);
        d->image[j] = 1.0;
        bl_block_lu_solve(&d->lu, d->image, d->image);
        trace += fabs(d->image[j]) * solve->weight[j / 3];
        if (!(trace * BL_PRIMAL_SINGULAR < 1.0)) return false;
        for (size_t i = 0; i < 3 * n; i++)
            d->blocks[9 * (n * (i / 3) + j / 3) + 3 * (i % 3) + j % 3] = d->image[i];
    }
    return true;
}

static void fill_condensed(const bl_solve* solve, condensed* d)
{
    int32_t n = solve->n;
    for (int32_t a = 0; a < n; a++) {
        d->row_start[a + 1] = n * (a + 1);
        for (int32_t b = 0; b < n; b++)
            d->column[n * a + b] = b;
        belay_nodal_contact contact = {a, -1, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}, solve->problem->mu[a]};
        d->contacts[a] = contact;
    }
    bl_block_lu_solve(&d->lu, solve->problem->q, d->f);
}

static bool condense(bl_solve* solve, condensed* d)
{
    bool ok = allocate_condensed(solve, d) && factor_operator(solve, d) && invert_operator(solve, d);
    if (ok) fill_condensed(solve, d);
    bl_block_lu_fini(&d->lu);
    return ok;
}

// STALLED at once where W is singular (see BL_PRIMAL_SINGULAR), since then no masses are behind the
// contacts' velocities, or where W^-1 would be too large.
belay_solve_status bl_method_primal_gs(bl_solve* solve, double* r)
{
    condensed d = {0};
    if (solve->n > BL_PRIMAL_MAX_CONTACTS || !condense(solve, &d)) return BELAY_SOLVE_STALLED;
    nodal s = {.p = {solve->n, solve->n * solve->n, solve->n, d.row_start, d.column, d.blocks, d.f, d.contacts}};
    char* base = bl_solve_allocate(solve, lay_out(&s, NULL));
    if (base == NULL) return BELAY_SOLVE_STALLED;
    lay_out(&s, base);
    int32_t where = 0;
    if (!set_up(&s, &where)) return BELAY_SOLVE_STALLED;
    memcpy(s.r, r, 3 * (size_t)solve->n * sizeof *r);
    bl_problem_multiply(solve->problem, s.r, s.v);
    do
        sweep(&s);
    while (!bl_solve_observe(solve, s.r));
    return BELAY_SOLVE_STALLED;
}
