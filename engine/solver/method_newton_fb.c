// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A global damped Newton method on the modified Fischer-Burmeister function of all contacts (daviet2011, secs. 5.2 and
// appendix A, where it is a local solver). |F|^2 / 2 is continuously differentiable but for the kink of |u_T|, so that
// its gradient leads on where Newton's direction fails. The line search is Armijo's against the largest of the last few
// values, which keeps the full steps of the end.

#include "solver/sparse_newton.h"

#if defined(BELAY_HAVE_SUITESPARSE)

#include "solver/residual.h"

#include <math.h>
#include <string.h>

#define SMALLEST_SHIFT 1e-12
#define LARGEST_SHIFT 1e-2
#define SMALLEST_ROOT 1e-7 // of the ratio of the two eigenvalues of z: below it the Jacobian is that of a nearby point
#define ARMIJO 1e-4
#define MAX_HALVINGS 12
#define MEMORY 8        // values that a new one is compared with
#define MAX_ESCAPES 100 // steps without descent since the last new best iterate

typedef struct newton_fb {
    bl_solve* solve;
    bl_sparse_newton newton;
    double *r, *u; // the iterate, not projected
    double *next, *next_u;
    double *direction, *gradient;
    double merit; // |F|^2 / 2 at r
    double recent[MEMORY];
    int64_t recorded;
} newton_fb;

// ---------------------------------------------------------------------------------------------------------------------
// The Jacobian of one contact
// ---------------------------------------------------------------------------------------------------------------------

// f = a + b - h, h = |(a, b)|, a = w r_N, b = u_N; at a = b = 0 the element of the direction (1, 1).
static void set_frictionless(double w, const double r[3], const double u[3], bl_newton_term* term)
{
    double a = w * r[0], b = u[0], h = hypot(a, b);
    memset(term->a, 0, sizeof term->a);
    memset(term->b, 0, sizeof term->b);
    term->a[0] = 1.0 - (h > 0.0 ? b / h : sqrt(0.5));
    term->b[0] = w * (1.0 - (h > 0.0 ? a / h : sqrt(0.5)));
    term->b[4] = term->b[8] = w;
}

// The inverse of L_s, s = z^(1/2), z = x o x + y o y, where L_s y = s o y:
//     L_s^-1 = 1/d | s_N    -s_T^T                |     d = det s = s_N^2 - |s_T|^2 = (l+ l-)^(1/2).
//                  | -s_T   (d 1 + s_T s_T^T)/s_N |
// From s o s = z follows L_s ds = L_x dx + L_y dy. False when z = 0.
static bool invert_root(const double x[3], const double y[3], double m[9])
{
    double z[3] = {0.0, 2.0 * (x[0] * x[1] + y[0] * y[1]), 2.0 * (x[0] * x[2] + y[0] * y[2])};
    for (int i = 0; i < 3; i++)
        z[0] += x[i] * x[i] + y[i] * y[i];
    double t = bl_tangent_length(z), large = sqrt(z[0] + t);
    if (!(large > 0.0)) return false;
    double small = fmax(sqrt(fmax(0.0, z[0] - t)), SMALLEST_ROOT * large);
    double k = t > 0.0 ? 0.5 * (large - small) / t : 0.0;
    double s[3] = {0.5 * (large + small), k * z[1], k * z[2]}, d = large * small;
    m[0] = s[0] / d;
    for (int i = 1; i < 3; i++) {
        m[i] = m[3 * i] = -s[i] / d;
        for (int j = 1; j < 3; j++)
            m[3 * i + j] = ((i == j ? 1.0 : 0.0) + s[i] * s[j] / d) / s[0];
    }
    return true;
}

// c = 1 - m L_x, the derivative of x + y - z^(1/2) by x.
static void subtract_product(const double m[9], const double x[3], double c[9])
{
    double l[9] = {x[0], x[1], x[2], x[1], x[0], 0.0, x[2], 0.0, x[0]};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c[3 * i + j] = (i == j ? 1.0 : 0.0) - (m[3 * i] * l[j] + m[3 * i + 1] * l[3 + j] + m[3 * i + 2] * l[6 + j]);
}

// x = w (mu r_N, r_T), y = (u_N + mu |u_T|, mu u_T).
static void set_cone(double w, double mu, const double r[3], const double u[3], bl_newton_term* term)
{
    double t = bl_tangent_length(u), d[3] = {0.0, t > 0.0 ? u[1] / t : 0.0, t > 0.0 ? u[2] / t : 0.0};
    double x[3] = {w * mu * r[0], w * r[1], w * r[2]}, y[3] = {u[0] + mu * t, mu * u[1], mu * u[2]};
    double m[9], fx[9], fy[9];
    bool is_regular = invert_root(x, y, m);
    if (is_regular) {
        subtract_product(m, x, fx);
        subtract_product(m, y, fy);
    }
    for (int i = 0; i < 9 && !is_regular; i++)
        fx[i] = fy[i] = i % 4 == 0 ? 1.0 - sqrt(0.5) : 0.0; // the element of x = y = (1, 0, 0)
    for (int i = 0; i < 9; i += 3) {
        term->a[i] = fy[i];
        term->b[i] = w * mu * fx[i];
        for (int j = 1; j < 3; j++) {
            term->a[i + j] = mu * (fy[i] * d[j] + fy[i + j]);
            term->b[i + j] = w * fx[i + j];
        }
    }
}

static void set_terms(newton_fb* m)
{
    for (int32_t a = 0; a < m->solve->n; a++) {
        double w = m->newton.scale[a], mu = m->solve->problem->mu[a];
        const double *r = m->r + 3 * (size_t)a, *u = m->u + 3 * (size_t)a;
        bl_newton_term* term = &m->newton.terms[a];
        bl_fischer_burmeister(w, mu, r, u, term->f);
        term->is_open = false;
        if (mu > 0.0)
            set_cone(w, mu, r, u, term);
        else
            set_frictionless(w, r, u, term);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Newton
// ---------------------------------------------------------------------------------------------------------------------

static bool begin(newton_fb* m, bl_solve* solve, const double* r)
{
    size_t size = 3 * (size_t)solve->n * sizeof(double);
    memset(m, 0, sizeof *m);
    m->solve = solve;
    m->r = bl_solve_allocate(solve, size);
    m->u = bl_solve_allocate(solve, size);
    m->next = bl_solve_allocate(solve, size);
    m->next_u = bl_solve_allocate(solve, size);
    m->direction = bl_solve_allocate(solve, size);
    m->gradient = bl_solve_allocate(solve, size);
    if (!bl_sparse_newton_init(&m->newton, solve) || solve->is_out_of_memory) return false;
    memcpy(m->r, r, size);
    return true;
}

static double find_merit(const newton_fb* m, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < m->solve->n; a++) {
        double f[3];
        bl_fischer_burmeister(m->newton.scale[a], m->solve->problem->mu[a], r + 3 * (size_t)a, u + 3 * (size_t)a, f);
        sum += f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    }
    return 0.5 * sum;
}

static bool find_direction(newton_fb* m)
{
    set_terms(m);
    for (double shift = SMALLEST_SHIFT; shift <= LARGEST_SHIFT; shift *= 100.0)
        if (bl_sparse_newton_direction(&m->newton, shift, m->direction)) return true;
    return false;
}

static double try_step(newton_fb* m, double t)
{
    for (int32_t i = 0; i < 3 * m->solve->n; i++)
        m->next[i] = m->r[i] + t * m->direction[i];
    bl_problem_multiply(m->solve->problem, m->next, m->next_u);
    return find_merit(m, m->next, m->next_u);
}

// The largest of the last values.
static double reference(const newton_fb* m)
{
    double largest = m->merit;
    for (int64_t i = 0; i < m->recorded && i < MEMORY; i++)
        largest = fmax(largest, m->recent[i]);
    return largest;
}

// The first of the steps t = first, first / 2, ... with merit(t) <= top - ARMIJO t fall.
static bool line_search(newton_fb* m, double top, double fall, double first)
{
    double t = first;
    for (int k = 0; k < MAX_HALVINGS; k++, t *= 0.5) {
        double after = try_step(m, t);
        if (!(after <= top - ARMIJO * t * fall)) continue;
        m->merit = after;
        return true;
    }
    return false;
}

// Against the gradient g, in the unknowns w r where all have one unit: dr = -g / w^2, so that the merit falls by g . dr
// per step. A step of length 1 / 4 is at most as long as that of a lone contact whose F grows twice as fast as w r.
static bool search_gradient(newton_fb* m)
{
    double fall = 0.0;
    bl_sparse_newton_gradient(&m->newton, m->gradient);
    for (int32_t i = 0; i < 3 * m->solve->n; i++) {
        double w = m->newton.scale[i / 3];
        m->direction[i] = -m->gradient[i] / (w * w);
        fall -= m->gradient[i] * m->direction[i];
    }
    return line_search(m, m->merit, fall, 0.25);
}

// One step; false when nothing led downhill and the full Newton step was taken. Nothing is taken when there is none.
static bool step(newton_fb* m)
{
    bool has_direction = find_direction(m);
    if (has_direction && line_search(m, reference(m), 2.0 * m->merit, 1.0)) return true;
    if (search_gradient(m)) return true;
    if (has_direction && bl_sparse_newton_direction(&m->newton, SMALLEST_SHIFT, m->direction))
        m->merit = try_step(m, 1.0);
    return false;
}

static void accept(newton_fb* m)
{
    size_t size = 3 * (size_t)m->solve->n * sizeof(double);
    memcpy(m->r, m->next, size);
    memcpy(m->u, m->next_u, size);
    bl_problem_project(m->solve->problem, m->next);
    m->recent[m->recorded++ % MEMORY] = m->merit;
}

static void iterate(newton_fb* m)
{
    bl_problem_multiply(m->solve->problem, m->r, m->u);
    m->merit = find_merit(m, m->r, m->u);
    int escapes = 0;
    while (m->merit > 0.0 && escapes < MAX_ESCAPES) {
        double before = m->solve->best_natural;
        bool is_lower = step(m);
        if (!isfinite(m->merit)) return;
        accept(m);
        if (bl_solve_observe(m->solve, m->next)) return;
        if (m->solve->best_natural < before)
            escapes = 0;
        else if (!is_lower)
            escapes++;
    }
}

belay_solve_status bl_method_newton_fb(bl_solve* solve, double* r)
{
    newton_fb m;
    if (begin(&m, solve, r)) iterate(&m);
    bl_sparse_newton_fini(&m.newton);
    return solve->best_natural <= solve->options->tolerance ? BELAY_SOLVE_SOLVED : BELAY_SOLVE_STALLED;
}

#else

typedef int bl_method_newton_fb_is_not_in_this_build; // a translation unit is not empty

#endif
