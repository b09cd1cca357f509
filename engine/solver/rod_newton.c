// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/rod_newton.h"

#include "core/alloc.h"
#include "solver/residual.h"

#include <string.h>

#define STRIDE 4 // rows of matrices begin at multiples of it and are gone through in fours
#define MAX_HALVINGS 8
#define MAX_LEAPS 3 // steps taken although they do not lower the residual, per proximal step

// The arrays in newton->numbers. Vectors have `stride` entries, matrices rows x stride. Of a hold A = W + softness.
typedef struct problem {
    uint32_t n, stride, group_count;
    const bl_newton_group* groups;
    double *a, *j;                            // A, and the matrix of a Newton step
    double *b, *alpha, *center;               // s at r = 0; proximal weights and r_k
    double *r, *s, *f, *next, *next_s, *best; // iterates
    double* x;                                // of the contacts that are not open
    bool* is_open;                            // by group
} problem;

enum { MATRICES = 2, VECTORS = 10 };

static problem problem_of(const bl_rod_newton* newton)
{
    problem p = {.n = newton->rows, .stride = newton->stride, .groups = newton->groups};
    p.group_count = newton->group_count;
    p.is_open = newton->is_open;
    double* at = newton->numbers;
    double** matrices[MATRICES] = {&p.a, &p.j};
    double** vectors[VECTORS] = {&p.b, &p.alpha, &p.center, &p.r, &p.s, &p.f, &p.next, &p.next_s, &p.best, &p.x};
    for (int k = 0; k < MATRICES; k++, at += (size_t)p.n * p.stride)
        *matrices[k] = at;
    for (int k = 0; k < VECTORS; k++, at += p.stride)
        *vectors[k] = at;
    return p;
}

static void copy(const problem* p, double* to, const double* from)
{
    memcpy(to, from, p->stride * sizeof *to);
}

// ---------------------------------------------------------------------------------------------------------------------
// Setting up
// ---------------------------------------------------------------------------------------------------------------------

void bl_rod_newton_fini(bl_rod_newton* newton)
{
    arrfree(newton->groups);
    arrfree(newton->is_open);
    arrfree(newton->numbers);
}

static bl_newton_group rod_group(const bl_rod_element* e)
{
    bl_newton_group g = {.law = e->law, .count = e->count, .mu = e->mu, .weight = e->weight, .cap = e->cap};
    double trace = 0.0, softness = 0.0;
    for (uint32_t i = 0; i < e->count; i++) {
        trace += e->w[i * e->count + i];
        softness += e->softness[i];
    }
    g.scale = trace > 0.0 ? (trace - softness) / trace : 1.0;
    return g;
}

static bl_newton_group contact_group(const bl_contact_row* row)
{
    bl_newton_group g = {.law = BL_ROD_TOUCHES, .count = 3, .mu = row->block.mu, .weight = row->block.weight};
    return g;
}

static uint32_t count_rows(const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t rows = 0;
    for (uint32_t k = 0; k < count; k++) {
        bool is_rod = bl_row_set_is_rod(set, order[k]);
        if (!is_rod && order[k] >= set->contact_count) return UINT32_MAX;
        rows += is_rod ? set->rods.elements[order[k] - set->rod_first].count : 3;
        if (rows > BL_ROD_NEWTON_MAX_ROWS) return UINT32_MAX;
    }
    return rows;
}

bool bl_rod_newton_begin(bl_rod_newton* newton, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    newton->rows = count_rows(set, order, count);
    if (newton->rows == UINT32_MAX) return false;
    newton->stride = (newton->rows + STRIDE - 1) / STRIDE * STRIDE;
    newton->group_count = count;
    bool ok = true;
    BL_ARRAY_RESERVE(newton->groups, count, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->is_open, count, newton->allocator, &ok);
    BL_ARRAY_RESERVE(newton->numbers, (MATRICES * newton->rows + VECTORS) * (size_t)newton->stride, newton->allocator,
                     &ok);
    newton->is_out_of_memory = newton->is_out_of_memory || !ok;
    if (!ok) return false;
    uint32_t first = 0;
    for (uint32_t k = 0; k < count; k++) {
        bl_newton_group* g = &newton->groups[k];
        *g = bl_row_set_is_rod(set, order[k]) ? rod_group(&set->rods.elements[order[k] - set->rod_first])
                                              : contact_group(&set->rows[order[k]]);
        g->element = order[k];
        g->first = first;
        first += g->count;
    }
    return true;
}

// The block of A between two elements of rods: over the rods and the body that they share.
static void couple_rods(const bl_rod_set* set, const bl_rod_element* e, const bl_rod_element* f, double* block,
                        size_t stride)
{
    for (uint32_t i = 0; i < e->count; i++)
        for (uint32_t j = 0; j < f->count; j++)
            block[i * stride + j] = e->body != f->body ? 0.0
                                                       : e->inverse_mass * v3_dot(e->linear[i], f->linear[j]) +
                                                             v3_dot(e->angular[i], f->response[j]);
    for (int s = 0; s < 2 && e->side[s].rod != BL_NO_ROD; s++)
        for (int t = 0; t < 2 && f->side[t].rod != BL_NO_ROD; t++) {
            if (e->side[s].rod != f->side[t].rod) continue;
            const bl_rod_coupling* c = &set->couplings[e->side[s].rod];
            for (uint32_t i = 0; i < e->count; i++)
                for (uint32_t j = 0; j < f->count; j++)
                    block[i * stride + j] += c->w[(size_t)(e->side[s].at + i) * c->stride + f->side[t].at + j];
        }
}

// u of the rod's element by the impulses of a contact of rigid bodies: -(linear . dv + angular . dw) of its body B.
static void couple_rod_and_contact(const bl_rod_element* e, const bl_contact_row* row, double* block, size_t stride)
{
    for (uint32_t i = 0; i < e->count; i++)
        for (uint32_t j = 0; j < 3; j++) {
            double sum = 0.0;
            if (e->inverse_mass > 0.0 && row->body_a == e->body)
                sum -= row->inverse_mass_a * v3_dot(e->linear[i], row->f[j]) + v3_dot(e->angular[i], row->ia[j]);
            if (e->inverse_mass > 0.0 && row->body_b == e->body)
                sum += row->inverse_mass_b * v3_dot(e->linear[i], row->f[j]) + v3_dot(e->angular[i], row->ib[j]);
            block[i * stride + j] = sum;
        }
}

// And u of the contact by the impulses of the rod's element.
static void couple_contact_and_rod(const bl_contact_row* row, const bl_rod_element* e, double* block, size_t stride)
{
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < e->count; j++) {
            double sum = 0.0;
            if (e->inverse_mass > 0.0 && row->body_a == e->body)
                sum -= e->inverse_mass * v3_dot(row->g[i], e->linear[j]) + v3_dot(row->ga[i], e->response[j]);
            if (e->inverse_mass > 0.0 && row->body_b == e->body)
                sum += e->inverse_mass * v3_dot(row->g[i], e->linear[j]) + v3_dot(row->gb[i], e->response[j]);
            block[i * stride + j] = sum;
        }
}

static void couple(const bl_row_set* set, const bl_newton_group* g, const bl_newton_group* k, double* block,
                   size_t stride)
{
    const bl_rod_element* elements = set->rods.elements;
    bool g_rod = bl_row_set_is_rod(set, g->element), k_rod = bl_row_set_is_rod(set, k->element);
    if (g_rod && k_rod) {
        couple_rods(&set->rods, &elements[g->element - set->rod_first], &elements[k->element - set->rod_first], block,
                    stride);
    } else if (g_rod) {
        couple_rod_and_contact(&elements[g->element - set->rod_first], &set->rows[k->element], block, stride);
    } else if (k_rod) {
        couple_contact_and_rod(&set->rows[g->element], &elements[k->element - set->rod_first], block, stride);
    } else {
        double w[9];
        bl_contact_row_coupling(&set->rows[g->element], &set->rows[k->element], w);
        for (int i = 0; i < 3; i++)
            memcpy(block + (size_t)i * stride, w + 3 * i, 3 * sizeof *w);
    }
}

static void read_group(const bl_row_set* set, const bl_newton_group* g, const bl_velocity* velocities, double* r,
                       double* s)
{
    if (bl_row_set_is_rod(set, g->element)) {
        const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
        bl_rod_element_velocity(&set->rods, e, velocities, s);
        for (uint32_t i = 0; i < g->count; i++) {
            r[i] = e->r[i];
            s[i] += e->softness[i] * e->r[i] - e->target[i];
        }
    } else {
        const bl_contact_row* row = &set->rows[g->element];
        memcpy(r, row->r, sizeof row->r);
        bl_contact_row_velocity(row, velocities, s);
        bl_contact_row_shift(row, s);
    }
}

static double dot(const double* restrict x, const double* restrict y, uint32_t stride)
{
    double s0 = 0.0, s1 = 0.0, s2 = 0.0, s3 = 0.0;
    for (uint32_t i = 0; i < stride; i += STRIDE) {
        s0 += x[i] * y[i];
        s1 += x[i + 1] * y[i + 1];
        s2 += x[i + 2] * y[i + 2];
        s3 += x[i + 3] * y[i + 3];
    }
    return (s0 + s1) + (s2 + s3);
}

// s = A r + b + alpha (r - center)
static void multiply(const problem* p, const double* r, double* s)
{
    for (uint32_t i = 0; i < p->n; i++)
        s[i] = p->b[i] + p->alpha[i] * (r[i] - p->center[i]) + dot(p->a + (size_t)i * p->stride, r, p->stride);
}

static void assemble(const problem* p, const bl_row_set* set, const bl_velocity* velocities)
{
    memset(p->a, 0, (MATRICES * p->n + VECTORS) * (size_t)p->stride * sizeof(double));
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        for (uint32_t l = 0; l < p->group_count; l++)
            couple(set, g, &p->groups[l], p->a + (size_t)g->first * p->stride + p->groups[l].first, p->stride);
        if (bl_row_set_is_rod(set, g->element)) {
            const bl_rod_element* e = &set->rods.elements[g->element - set->rod_first];
            for (uint32_t i = 0; i < g->count; i++)
                p->a[(size_t)(g->first + i) * p->stride + g->first + i] += e->softness[i];
        }
        read_group(set, g, velocities, p->r + g->first, p->s + g->first);
    }
    for (uint32_t i = 0; i < p->n; i++)
        p->b[i] = p->s[i] - dot(p->a + (size_t)i * p->stride, p->r, p->stride);
}

// ---------------------------------------------------------------------------------------------------------------------
// The natural map, and its active sets
// ---------------------------------------------------------------------------------------------------------------------

static double hold_squared(const bl_newton_group* g, const double* r, const double* s)
{
    double x[BL_ROD_MAX_ROWS], length = 0.0, sum = 0.0;
    for (uint32_t i = 0; i < g->count; i++) {
        x[i] = g->weight * r[i] - g->scale * s[i];
        length += x[i] * x[i];
    }
    length = sqrt(length);
    double limit = g->weight * g->cap, share = length > limit ? limit / length : 1.0;
    for (uint32_t i = 0; i < g->count; i++) {
        double left = g->weight * r[i] - share * x[i];
        sum += left * left;
    }
    return sum;
}

static double natural_squared(const problem* p, const double* r, const double* s)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        if (g->law != BL_ROD_TOUCHES) {
            sum += hold_squared(g, r + g->first, s + g->first);
            continue;
        }
        double e[3];
        bl_natural_map(g->weight, g->mu, r + g->first, s + g->first, e);
        sum += e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
    }
    return sum;
}

static void set_equal(const problem* p, uint32_t row, const double* s)
{
    memcpy(p->j + (size_t)row * p->stride, p->a + (size_t)row * p->stride, p->stride * sizeof(double));
    p->j[(size_t)row * p->stride + row] += p->alpha[row];
    p->f[row] = -s[row];
}

// Rows of a slide (dense_newton.c has the derivation), or of a pull at its cap: F = w r - R d, with y = w r - s over
// the rows from `first` on, d = y / |y|, R = mu y_N or w cap.
static void set_on_edge(const problem* p, const bl_newton_group* g, const double* y, const double* r)
{
    uint32_t first = g->law == BL_ROD_TOUCHES ? 1 : 0;
    double w = g->weight, mu = first == 1 ? g->mu : 0.0, length = 0.0, d[3] = {0.0};
    for (uint32_t i = first; i < 3; i++)
        length += y[i] * y[i];
    length = sqrt(length);
    double radius = first == 1 ? mu * y[0] : w * g->cap;
    for (uint32_t i = first; i < 3; i++)
        d[i] = y[i] / length;
    for (uint32_t c = 0; c < p->stride; c++) {
        double step[3], along = 0.0;
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t row = g->first + i;
            step[i] = (c == row ? w - p->alpha[row] : 0.0) - p->a[(size_t)row * p->stride + c];
            if (i >= first) along += d[i] * step[i];
        }
        for (uint32_t i = first; i < 3; i++) {
            uint32_t row = g->first + i;
            double own = c == row ? w : 0.0;
            p->j[(size_t)row * p->stride + c] = own - mu * d[i] * step[0] - radius / length * (step[i] - d[i] * along);
        }
    }
    for (uint32_t i = first; i < 3; i++)
        p->f[g->first + i] = -(w * r[g->first + i] - radius * d[i]);
}

static void set_group(const problem* p, uint32_t group)
{
    const bl_newton_group* g = &p->groups[group];
    const double *r = p->r, *s = p->s;
    double y[BL_ROD_MAX_ROWS] = {0.0};
    for (uint32_t i = 0; i < g->count; i++)
        y[i] = g->weight * r[g->first + i] - s[g->first + i];
    bool touches = g->law == BL_ROD_TOUCHES, is_open = touches && y[0] <= 0.0 && g->weight > 0.0;
    p->is_open[group] = is_open;
    for (uint32_t i = 0; i < g->count; i++) {
        uint32_t row = g->first + i;
        if (is_open)
            p->f[row] = -g->weight * r[row];
        else
            set_equal(p, row, s);
    }
    if (touches && !is_open && sqrt(y[1] * y[1] + y[2] * y[2]) > g->mu * y[0]) set_on_edge(p, g, y, r);
    if (g->law == BL_ROD_PULLS && sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]) > g->weight * g->cap)
        set_on_edge(p, g, y, r);
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton
// ---------------------------------------------------------------------------------------------------------------------

// x -= m y, from the block of column `from` on.
static void subtract(double* restrict x, const double* restrict y, double m, uint32_t from, uint32_t stride)
{
    for (uint32_t c = from / STRIDE * STRIDE; c < stride; c += STRIDE) {
        x[c] -= m * y[c];
        x[c + 1] -= m * y[c + 1];
        x[c + 2] -= m * y[c + 2];
        x[c + 3] -= m * y[c + 3];
    }
}

static void exchange(double* x, double* y, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        double swap = x[i];
        x[i] = y[i];
        y[i] = swap;
    }
}

// Many contacts are open, and their impulses known: w x = f. They go to the right-hand side of the others, whose rows
// and columns are moved together; returns how many they are, and their numbers in `closed`.
static uint32_t leave_open_out(const problem* p, uint32_t closed[BL_ROD_NEWTON_MAX_ROWS])
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        for (uint32_t i = g->first; i < g->first + g->count; i++) {
            if (p->is_open[k])
                p->f[i] /= g->weight;
            else
                closed[n++] = i;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        const double* row = p->j + (size_t)closed[i] * p->stride;
        double known = 0.0;
        for (uint32_t k = 0; k < p->group_count; k++)
            for (uint32_t c = p->groups[k].first; p->is_open[k] && c < p->groups[k].first + p->groups[k].count; c++)
                known += row[c] * p->f[c];
        p->x[i] = p->f[closed[i]] - known;
        double* to = p->j + (size_t)i * p->stride;
        for (uint32_t c = 0; c < n; c++)
            to[c] = row[closed[c]];
        for (uint32_t c = n; c < p->stride; c++)
            to[c] = 0.0;
    }
    return n;
}

// Solves J x = x by elimination with row pivoting; n x n. What stands left of the diagonal is not kept. False when J is
// singular to working precision.
static bool eliminate(const problem* p, uint32_t n)
{
    size_t stride = p->stride;
    uint32_t end = (n + STRIDE - 1) / STRIDE * STRIDE;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t pivot = k;
        for (uint32_t i = k + 1; i < n; i++)
            if (fabs(p->j[i * stride + k]) > fabs(p->j[pivot * stride + k])) pivot = i;
        double* top = p->j + k * stride;
        if (!(fabs(p->j[pivot * stride + k]) > 0.0)) return false;
        if (pivot != k) {
            exchange(top, p->j + pivot * stride, n);
            exchange(&p->x[k], &p->x[pivot], 1);
        }
        for (uint32_t i = k + 1; i < n; i++) {
            double m = p->j[i * stride + k] / top[k];
            if (m == 0.0) continue;
            subtract(p->j + i * stride, top, m, k, end);
            p->x[i] -= m * p->x[k];
        }
    }
    for (uint32_t i = n; i-- > 0;) {
        double sum = p->x[i];
        for (uint32_t c = i + 1; c < n; c++)
            sum -= p->j[i * stride + c] * p->x[c];
        p->x[i] = sum / p->j[i * stride + i];
    }
    return true;
}

// The Newton step, in f.
static bool find_step(const problem* p)
{
    uint32_t closed[BL_ROD_NEWTON_MAX_ROWS];
    for (uint32_t k = 0; k < p->group_count; k++)
        set_group(p, k);
    uint32_t n = leave_open_out(p, closed);
    if (!eliminate(p, n)) return false;
    for (uint32_t i = 0; i < n; i++)
        p->f[closed[i]] = p->x[i];
    return true;
}

static void project(const problem* p, double* r)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        double* x = r + g->first;
        if (g->law == BL_ROD_TOUCHES) bl_cone_project(g->mu, x, x);
        if (g->law != BL_ROD_PULLS) continue;
        double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        for (int i = 0; i < 3 && length > g->cap; i++)
            x[i] *= g->cap / length;
    }
}

// r + t f, put back into the bounds; returns the square of its natural map.
static double try_step(const problem* p, double t)
{
    for (uint32_t i = 0; i < p->stride; i++)
        p->next[i] = p->r[i] + t * p->f[i];
    project(p, p->next);
    multiply(p, p->next, p->next_s);
    return natural_squared(p, p->next, p->next_s);
}

// The first of r + f, r + f/2, ... that lowers the natural map; its square, or a negative number when none does.
static double line_search(const problem* p, double before)
{
    double t = 1.0;
    for (int k = 0; k < MAX_HALVINGS; k++, t *= 0.5) {
        double after = try_step(p, t);
        if (after < before * (1.0 - 1e-3 * t)) return after;
    }
    return -1.0;
}

// Newton's method on the proximal problem as it stands. False when it stops far from `goal`.
static bool newton(const problem* p, double goal, int* left)
{
    multiply(p, p->r, p->s);
    double error = natural_squared(p, p->r, p->s);
    int leaps = 0;
    while (error > goal && *left > 0) {
        (*left)--;
        if (!find_step(p)) break;
        double after = line_search(p, error);
        if (!(after >= 0.0)) {
            // Caught in a kink between two active sets: a full step, uphill as it is, leads out of it.
            if (leaps++ == MAX_LEAPS) break;
            after = try_step(p, 1.0);
        }
        error = after;
        copy(p, p->r, p->next);
        copy(p, p->s, p->next_s);
    }
    return error <= 10.0 * goal;
}

static void set_proximal(const problem* p, double relative)
{
    for (uint32_t k = 0; k < p->group_count; k++)
        for (uint32_t i = 0; i < p->groups[k].count; i++)
            p->alpha[p->groups[k].first + i] =
                p->groups[k].law == BL_ROD_TOUCHES ? relative * p->groups[k].weight : 0.0;
    copy(p, p->center, p->r);
}

static void give_back(const problem* p, const bl_row_set* set, bl_velocity* velocities)
{
    for (uint32_t k = 0; k < p->group_count; k++) {
        const bl_newton_group* g = &p->groups[k];
        const double* r = p->best + g->first;
        double dr[BL_ROD_MAX_ROWS];
        bool is_rod = bl_row_set_is_rod(set, g->element);
        double* own = is_rod ? set->rods.elements[g->element - set->rod_first].r : set->rows[g->element].r;
        bool any = false;
        for (uint32_t i = 0; i < g->count; i++) {
            dr[i] = r[i] - own[i];
            own[i] = r[i];
            any = any || dr[i] != 0.0;
        }
        if (!any) continue;
        if (is_rod)
            bl_rod_element_apply(&set->rods, &set->rods.elements[g->element - set->rod_first], dr, velocities);
        else
            bl_contact_row_apply(&set->rows[g->element], dr, velocities);
    }
}

// As in dense_newton.c: proximal steps make the matrix regular, with alpha / w falling like the relative error.
bl_dense_newton_report bl_rod_newton_solve(bl_rod_newton* state, const bl_row_set* set, bl_velocity* velocities,
                                           double goal, int max_iterations)
{
    problem p = problem_of(state);
    assemble(&p, set, velocities);
    copy(&p, p.best, p.r);
    bl_dense_newton_report report = {0, natural_squared(&p, p.r, p.s)};
    double scale = 0.0, error = report.natural_squared, growth = 1.0;
    for (uint32_t i = 0; i < p.n; i++)
        scale += p.b[i] * p.b[i];
    int left = max_iterations;
    while (report.natural_squared > goal && left > 0) {
        double relative = scale > 0.0 ? sqrt(error / scale) : 1.0;
        set_proximal(&p, fmin(1.0, fmax(1e-13, growth * relative)));
        bool solved = newton(&p, 0.1 * goal, &left);
        memset(p.alpha, 0, p.stride * sizeof(double));
        multiply(&p, p.r, p.s);
        error = natural_squared(&p, p.r, p.s);
        if (error < report.natural_squared) {
            report.natural_squared = error;
            copy(&p, p.best, p.r);
        }
        growth = solved ? fmax(1.0, 0.1 * growth) : 10.0 * growth;
    }
    report.iterations = max_iterations - left;
    if (report.iterations > 0) give_back(&p, set, velocities);
    return report;
}
