// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The law as a mixed complementarity problem, which is how the PATH solver takes it (renouf2005, secs. 5.2 and 7), and
// a damped Newton method like PATH's on Fischer's function: steps that are watched rather than checked, a nonmonotone
// line search from the last good point when they lead nowhere, bounds kept by projection, a perturbed matrix where it
// is singular.
//
// With the sliding speed as a further unknown l, the conditions of one contact are
//     0 <= r_N       complementary to   u_N >= 0,
//     r_T free                          a u_T + l w r_T = 0,   a = mu w r_N,
//     0 <= l         complementary to   s = a - w |r_T| + (l - |u_T|) >= 0.
// The friction cone is round, there are no facets. The textbook form has s = a - w |r_T|, which leaves l without an
// equation at open contacts (r = 0, any l). The further part of s is zero at every solution with r_N > 0: there l w r_T
// = -a u_T, so that for l > 0, s = 0 reads (a - w |r_T|) (1 + l / a) = 0, and for l = 0, u_T = 0. At r_N = 0 it makes l
// = |u_T|. The tangential equation is divided by a + l: a mean of u_T and w r_T, in the unit of velocity.

#include "solver/library/sparse_newton.h"
#include "solver/newton/newton_loop.h"

#include "math/cone.h"
#include "solver/library/method_tolerances.h"

#include <math.h>
#include <string.h>

typedef struct mcp {
    bl_solve* solve;
    bl_sparse_newton newton;
    double *r, *l, *u; // the iterate: r_N >= 0, l >= 0
    double *next, *next_l, *next_u;
    double *good, *good_l; // the last iterate that was checked
    double *dr, *dl;
    double merit, good_merit;
    double recent[BL_MCP_MEMORY];
    int64_t recorded;
    double shift;
} mcp;

// The conditions of one contact and what their derivatives have in common.
typedef struct conditions {
    double normal;     // Fischer's function of (w r_N, u_N)
    double tangent[2]; // (a u_T + l w r_T) / (a + l)
    double slip;       // Fischer's function of (l, s)
    double a, s;
} conditions;

// a + b - |(a, b)|, without cancellation where both are positive.
static double fischer(double a, double b)
{
    double h = hypot(a, b);
    return a > 0.0 && b > 0.0 ? 2.0 * a * b / (a + b + h) : a + b - h;
}

// Its derivatives; at a = b = 0 the element of the direction (1, 1).
static void fischer_derivatives(double a, double b, double d[2])
{
    double h = hypot(a, b);
    d[0] = 1.0 - (h > 0.0 ? a / h : sqrt(0.5));
    d[1] = 1.0 - (h > 0.0 ? b / h : sqrt(0.5));
}

static void evaluate(double w, double mu, const double r[3], const double u[3], double l, conditions* c)
{
    memset(c, 0, sizeof *c);
    c->normal = fischer(w * r[0], u[0]);
    c->a = mu * w * r[0];
    double sum = c->a + l;
    for (int i = 0; i < 2; i++)
        c->tangent[i] = sum > 0.0 ? (c->a * u[1 + i] + l * w * r[1 + i]) / sum : w * r[1 + i];
    if (!(mu > 0.0)) return; // no friction: l stays 0, and w r_T = 0
    c->s = c->a - w * bl_tangent_length(r) + l - bl_tangent_length(u);
    c->slip = fischer(l, c->s);
}

static double find_merit(const mcp* m, const double* r, const double* u, const double* l)
{
    double sum = 0.0;
    for (int32_t a = 0; a < m->solve->n; a++) {
        conditions c;
        evaluate(m->newton.scale[a], m->solve->problem->mu[a], r + 3 * (size_t)a, u + 3 * (size_t)a, l[a], &c);
        sum += c.normal * c.normal + c.tangent[0] * c.tangent[0] + c.tangent[1] * c.tangent[1] + c.slip * c.slip;
    }
    return 0.5 * sum;
}

static void unit_tangent(const double x[3], double t[2])
{
    double length = bl_tangent_length(x);
    t[0] = length > 0.0 ? x[1] / length : 0.0;
    t[1] = length > 0.0 ? x[2] / length : 0.0;
}

// The linearised slip condition, p_l dl + p_s ds = -slip, gives
//     dl = -(slip + p_s (mu w dr_N - w t . dr_T - v . du_T)) / (p_l + p_s),   t = r_T / |r_T|, v = u_T / |u_T|;
// Fischer's derivatives keep p_l + p_s >= 2 - sqrt(2). dl = constant + by_r . dr + by_u . du.
typedef struct slip_step {
    double constant, by_r[3], by_u[3];
} slip_step;

static void linearise_slip(double w, double mu, const double r[3], const double u[3], double l, const conditions* c,
                           slip_step* step)
{
    double p[2], t[2], v[2];
    fischer_derivatives(l, c->s, p);
    unit_tangent(r, t);
    unit_tangent(u, v);
    double k = p[1] / (p[0] + p[1]);
    step->constant = -c->slip / (p[0] + p[1]);
    step->by_r[0] = -k * mu * w;
    step->by_u[0] = 0.0;
    for (int i = 0; i < 2; i++) {
        step->by_r[1 + i] = k * w * t[i];
        step->by_u[1 + i] = k * v[i];
    }
}

// The tangential rows, G = (a u_T + l w r_T) / (a + l), with dl put in:
//     (a + l) dG = a du_T + l w dr_T + (u_T - G) mu w dr_N + (w r_T - G) dl.
static void set_tangent(double w, double mu, const double r[3], const double u[3], double l, const conditions* c,
                        bl_newton_term* term)
{
    slip_step step;
    linearise_slip(w, mu, r, u, l, c, &step);
    double inverse = 1.0 / (c->a + l);
    for (int i = 0; i < 2; i++) {
        double by_l = (w * r[1 + i] - c->tangent[i]) * inverse;
        double *a = term->a + 3 * (1 + i), *b = term->b + 3 * (1 + i);
        term->f[1 + i] = c->tangent[i] + by_l * step.constant;
        for (int j = 0; j < 3; j++) {
            a[j] = by_l * step.by_u[j];
            b[j] = by_l * step.by_r[j];
        }
        a[1 + i] += c->a * inverse;
        b[1 + i] += l * w * inverse;
        b[0] += (u[1 + i] - c->tangent[i]) * mu * w * inverse;
    }
}

static void set_term(double w, double mu, const double r[3], const double u[3], double l, bl_newton_term* term)
{
    conditions c;
    double p[2];
    evaluate(w, mu, r, u, l, &c);
    memset(term, 0, sizeof *term);
    fischer_derivatives(w * r[0], u[0], p);
    term->f[0] = c.normal;
    term->a[0] = p[1];
    term->b[0] = p[0] * w;
    if (c.a + l > 0.0) {
        set_tangent(w, mu, r, u, l, &c, term);
        return;
    }
    for (int i = 1; i < 3; i++) {
        term->f[i] = w * r[i];
        term->b[4 * i] = w;
    }
}

static bool begin(mcp* m, bl_solve* solve, const double* r)
{
    size_t n = (size_t)solve->n;
    memset(m, 0, sizeof *m);
    m->solve = solve;
    m->shift = BL_METHOD_LEAST_SHIFT;
    double** vectors[] = {&m->r, &m->u, &m->next, &m->next_u, &m->good, &m->dr};
    double** numbers[] = {&m->l, &m->next_l, &m->good_l, &m->dl};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = bl_solve_allocate(solve, 3 * n * sizeof(double));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = bl_solve_allocate(solve, n * sizeof(double));
    if (!bl_sparse_newton_init(&m->newton, solve) || solve->is_out_of_memory) return false;
    memcpy(m->r, r, 3 * n * sizeof(double));
    return true;
}

// dl from dr, and du = W dr.
static void find_slip_steps(mcp* m)
{
    for (int32_t a = 0; a < m->solve->n; a++) {
        double w = m->newton.scale[a], mu = m->solve->problem->mu[a], du[3];
        const double *r = m->r + 3 * (size_t)a, *u = m->u + 3 * (size_t)a;
        m->dl[a] = 0.0;
        if (!(mu > 0.0)) continue;
        bl_problem_multiply_row(m->solve->problem, a, m->dr, du);
        conditions c;
        slip_step step;
        evaluate(w, mu, r, u, m->l[a], &c);
        linearise_slip(w, mu, r, u, m->l[a], &c, &step);
        m->dl[a] = step.constant;
        for (int i = 0; i < 3; i++)
            m->dl[a] += step.by_r[i] * m->dr[3 * a + i] + step.by_u[i] * (du[i] - m->solve->problem->q[3 * a + i]);
    }
}

// The matrix is perturbed by a part that falls like the error, and more and more until it is regular.
static bool find_direction(mcp* m)
{
    double first = fmax(m->shift, BL_METHOD_SHIFT_PER_ERROR * sqrt(2.0 * m->merit) / m->solve->q_norm);
    for (int32_t a = 0; a < m->solve->n; a++)
        set_term(m->newton.scale[a], m->solve->problem->mu[a], m->r + 3 * (size_t)a, m->u + 3 * (size_t)a, m->l[a],
                 &m->newton.terms[a]);
    for (double shift = fmin(BL_METHOD_MOST_SHIFT, first); shift <= BL_METHOD_MOST_SHIFT;
         shift *= BL_METHOD_SHIFT_GROWTH) {
        if (!bl_sparse_newton_direction(&m->newton, shift, m->dr)) continue;
        find_slip_steps(m);
        return true;
    }
    return false;
}

// The step t, cut off at the bounds; returns its merit.
static double try_step(mcp* m, double t)
{
    for (int32_t i = 0; i < 3 * m->solve->n; i++)
        m->next[i] = m->r[i] + t * m->dr[i];
    for (int32_t a = 0; a < m->solve->n; a++) {
        m->next[3 * a] = fmax(0.0, m->next[3 * a]);
        m->next_l[a] = fmax(0.0, m->l[a] + t * m->dl[a]);
    }
    bl_problem_multiply(m->solve->problem, m->next, m->next_u);
    return find_merit(m, m->next, m->next_u, m->next_l);
}

// Goes to next; true: the solve says stop.
static bool accept(mcp* m, double merit)
{
    size_t n = (size_t)m->solve->n;
    memcpy(m->r, m->next, 3 * n * sizeof(double));
    memcpy(m->u, m->next_u, 3 * n * sizeof(double));
    memcpy(m->l, m->next_l, n * sizeof(double));
    m->merit = merit;
    bl_problem_project(m->solve->problem, m->next);
    return bl_solve_observe(m->solve, m->next);
}

static void remember(mcp* m)
{
    size_t n = (size_t)m->solve->n;
    memcpy(m->good, m->r, 3 * n * sizeof(double));
    memcpy(m->good_l, m->l, n * sizeof(double));
    m->good_merit = m->merit;
    m->recent[m->recorded++ % BL_MCP_MEMORY] = m->merit;
}

static void go_back(mcp* m)
{
    size_t n = (size_t)m->solve->n;
    memcpy(m->r, m->good, 3 * n * sizeof(double));
    memcpy(m->l, m->good_l, n * sizeof(double));
    bl_problem_multiply(m->solve->problem, m->r, m->u);
    m->merit = m->good_merit;
}

static double reference(const mcp* m)
{
    double largest = m->good_merit;
    for (int64_t i = 0; i < m->recorded && i < BL_MCP_MEMORY; i++)
        largest = fmax(largest, m->recent[i]);
    return largest;
}

static double try_direction(void* m, double t, double most)
{
    (void)most;
    return try_step(m, t);
}

// The first of the steps 1/2, 1/4, ... below the last values; negative: none.
static double line_search(mcp* m)
{
    bl_newton_operator op = {.context = m, .try_step = try_direction};
    return bl_newton_backtrack(&op, 0.5, BL_MCP_SHORTEST_STEP, reference(m), 2.0 * BL_METHOD_DECREASE * m->merit, NULL);
}

// From the last good iterate, with more and more perturbation. False: nothing leads on.
static bool search_from_good(mcp* m, bool* stop)
{
    go_back(m);
    for (double shift = m->shift; shift <= BL_METHOD_MOST_SHIFT; shift *= BL_METHOD_SHIFT_GROWTH) {
        *stop = bl_solve_is_over(m->solve);
        if (*stop) return false;
        m->shift = shift;
        if (!find_direction(m)) return false;
        double merit = line_search(m);
        if (!(merit >= 0.0)) continue;
        *stop = accept(m, merit);
        remember(m);
        return true;
    }
    return false;
}

static void iterate(mcp* m)
{
    bl_problem_multiply(m->solve->problem, m->r, m->u);
    for (int32_t a = 0; a < m->solve->n; a++)
        m->l[a] = m->solve->problem->mu[a] > 0.0 ? bl_tangent_length(m->u + 3 * (size_t)a) : 0.0;
    m->merit = find_merit(m, m->r, m->u, m->l);
    remember(m);
    bool stop = false;
    int64_t improved = m->solve->iterations;
    double best = m->solve->best_natural;
    for (int watched = 0; !stop && m->merit > 0.0 && m->solve->iterations - improved < BL_METHOD_PATIENCE;) {
        if (m->solve->best_natural < BL_METHOD_PROGRESS * best) {
            best = m->solve->best_natural;
            improved = m->solve->iterations;
        }
        bool has_direction = find_direction(m);
        double merit = has_direction ? try_step(m, 1.0) : HUGE_VAL;
        if (merit <= (1.0 - 2.0 * BL_METHOD_DECREASE) * reference(m)) {
            stop = accept(m, merit);
            remember(m);
            m->shift = fmax(BL_METHOD_LEAST_SHIFT, m->shift / BL_METHOD_SHIFT_GROWTH);
            watched = 0;
        } else if (watched < BL_MCP_WATCHED_STEPS && isfinite(merit)) {
            stop = accept(m, merit);
            watched++;
        } else {
            watched = 0;
            if (!search_from_good(m, &stop)) return;
        }
    }
}

belay_solve_status bl_method_mcp(bl_solve* solve, double* r)
{
    mcp m;
    if (begin(&m, solve, r)) iterate(&m);
    bl_sparse_newton_fini(&m.newton);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}
