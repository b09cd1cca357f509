// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Conjugate projected gradient (renouf2005, sec. 6.3). The law is read as a "quasi-optimisation" problem: r minimises
// 1/2 r.W r + q.r over r_N >= 0, |r_T| <= c, with the radii c = mu r_N of the friction disks taken from the iterate
// itself. The gradient and the last direction are projected on the active constraints and then conjugated. There is no
// proof of convergence: disks that change break the conjugacy. The method starts afresh when it loses ground and ends
// as STALLED when that no longer helps.
//
// Everything happens in x_a = sqrt(w_a) r_a, w_a = tr(W_aa) / 3, where the operator A = D W D, D = diag(w_a^(-1/2)),
// has diagonal blocks of trace 3. Each contact is scaled as a whole, so the disks keep their shape, and the iterates do
// not depend on units: W -> s W, q -> t q gives x -> t s^(-1/2) x. Contacts with w_a = 0 keep r_a = 0: no impulse moves
// them.
//
// Two things are added to the scheme as printed, without which it stalls at e = 1e-2 to 1e-3 on most problems that
// slide. First, the edge of a disk is curved. Sliding at |x_T| = c while the gradient presses outward with
// l = g_T.x_T / |x_T| > 0, a step d along the tangent has l |d|^2 / (2 c) taken from its gain when it is projected
// back, so the second derivative along the edge is d.A d + (l / c) |d|^2. Without that term the steps are too long by
// a factor of 1 + l / c, and the direction of slip overshoots for ever where slip is fast and the impulse small. It
// enters the curvature p.(A + C) p, and its inverse preconditions the tangents. Second, such contacts stay on the edge
// when their disk grows, and the product that the step length is taken from (A p) may know it: p_T + mu p_N x_T / |x_T|
// in place of p_T (`foresees_disks`). That is the better choice on most problems and cycles on a few, so it changes
// with every fresh start.

#include "math/cone.h"
#include "solver/library/cpg.h"
#include "solver/library/method_tolerances.h"

#include <math.h>
#include <string.h>

typedef struct cpg {
    bl_solve* solve;
    double* scale; // [n] w_a^(-1/2), 0 where w_a = 0
    double* x;     // [3n] scaled impulses, in the cones
    double* r;     // [3n] the impulses, D x
    double* u;     // [3n] W r + q
    double* g;     // [3n] -D u, the steepest descent in x
    double* w;     // [3n] g projected on the tangent cone
    double* p;     // [3n] direction
    double* ap;    // [3n] (A + C) p, C the curvature of the edges
    double* curve; // [n] l / c where the contact slides and is pressed outward, else 0
    bool foresees_disks;
    belay_problem homogeneous; // the same with q = 0, for W p without cancellation
} cpg;

typedef struct cpg_progress {
    double goal; // the residual to better by a tenth
    int tries;   // iterations since it was
    int starts;  // fresh starts since it was
} cpg_progress;

static bool allocate(cpg* c, bl_solve* solve)
{
    size_t n = (size_t)solve->n;
    double** vectors[] = {&c->x, &c->r, &c->u, &c->g, &c->w, &c->p, &c->ap};
    c->solve = solve;
    c->scale = bl_solve_allocate(solve, n * sizeof(double));
    c->curve = bl_solve_allocate(solve, n * sizeof(double));
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = bl_solve_allocate(solve, 3 * n * sizeof(double));
    c->homogeneous = *solve->problem;
    c->homogeneous.q = bl_solve_allocate(solve, 3 * n * sizeof(double));
    if (solve->is_out_of_memory) return false;
    for (size_t a = 0; a < n; a++)
        c->scale[a] = solve->weight[a] > 0.0 ? 1.0 / sqrt(solve->weight[a]) : 0.0;
    return true;
}

static double dot(const cpg* c, const double* a, const double* b)
{
    double sum = 0.0;
    for (int32_t i = 0; i < 3 * c->solve->n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void set_impulses(cpg* c, const double* r)
{
    for (int32_t a = 0; a < c->solve->n; a++)
        for (int i = 3 * a; i < 3 * a + 3; i++)
            c->x[i] = c->scale[a] > 0.0 ? r[i] / c->scale[a] : 0.0;
}

// The projection of renouf2005's fig. 2: r_N >= 0 first, then r_T on the disk of radius mu r_N.
static void project_radially(double mu, double x[3])
{
    x[0] = fmax(0.0, x[0]);
    bl_disk_project(mu * x[0], x + 1, x + 1);
}

// r = D x, u and g.
static void evaluate(cpg* c)
{
    int32_t n = c->solve->n;
    const double* mu = c->solve->problem->mu;
    for (int32_t a = 0; a < n; a++) {
        double* r = c->r + 3 * (size_t)a;
        for (int i = 0; i < 3; i++)
            r[i] = c->scale[a] * c->x[3 * a + i];
        bl_cone_project(mu[a], r, r); // the last bit
    }
    bl_problem_multiply(c->solve->problem, c->r, c->u);
    for (int32_t a = 0; a < n; a++)
        for (int i = 3 * a; i < 3 * a + 3; i++)
            c->g[i] = -c->scale[a] * c->u[i];
}

// w_T = g_T without its part along x_T when that would push the impulse out of its disk; the same part is taken from
// the old direction z, which belongs to the constraints that are active now. Returns l / c.
static double project_sliding(const double x[3], const double g[3], double w[3], double z[3])
{
    double square = x[1] * x[1] + x[2] * x[2];
    double outward = g[1] * x[1] + g[2] * x[2];
    if (!(outward > 0.0 && square > 0.0 && isfinite(outward / square))) return 0.0;
    double curve = outward / square, t = (z[1] * x[1] + z[2] * x[2]) / square;
    w[1] = (w[1] - curve * x[1]) / (1.0 + curve), w[2] = (w[2] - curve * x[2]) / (1.0 + curve);
    z[1] -= t * x[1], z[2] -= t * x[2];
    return curve;
}

// w = projection of g on the tangent cone at x, z = projection of z on the face that w lies in (step 4 of the scheme).
static void project_directions(cpg* c, double* z)
{
    for (int32_t a = 0; a < c->solve->n; a++) {
        double mu = c->solve->problem->mu[a];
        const double *x = c->x + 3 * (size_t)a, *g = c->g + 3 * (size_t)a;
        double *w = c->w + 3 * (size_t)a, *za = z + 3 * (size_t)a;
        memcpy(w, g, 3 * sizeof *w);
        c->curve[a] = 0.0;
        if (mu == 0.0) w[1] = w[2] = za[1] = za[2] = 0.0;
        if (x[0] <= 0.0) { // open: the disk is a point; closing again has to begin with the normal
            w[0] = fmax(0.0, g[0]);
            w[1] = w[2] = za[1] = za[2] = 0.0;
            if (w[0] == 0.0) za[0] = 0.0;
        } else if (bl_tangent_length(x) >= mu * x[0] * (1.0 - BL_GRADIENT_EDGE)) {
            c->curve[a] = project_sliding(x, g, w, za);
        }
    }
}

// ap = (A + C) p, and the growth of the disks where they are foreseen.
static void multiply_direction(cpg* c, double* scratch)
{
    const belay_problem* problem = c->solve->problem;
    for (int32_t a = 0; a < c->solve->n; a++) {
        const double* x = c->x + 3 * (size_t)a;
        double growth = 0.0;
        if (c->foresees_disks && c->curve[a] > 0.0) growth = problem->mu[a] * c->p[3 * a] / bl_tangent_length(x);
        for (int i = 0; i < 3; i++)
            scratch[3 * a + i] = c->scale[a] * (c->p[3 * a + i] + (i > 0 ? growth * x[i] : 0.0));
    }
    for (int32_t a = 0; a < c->solve->n; a++) {
        double* ap = c->ap + 3 * (size_t)a;
        bl_problem_multiply_row(&c->homogeneous, a, scratch, ap);
        for (int i = 0; i < 3; i++)
            ap[i] = c->scale[a] * ap[i] + (i > 0 ? c->curve[a] * c->p[3 * a + i] : 0.0);
    }
}

// p = w: a step of projected gradient, which forgets the past.
static void begin_afresh(cpg* c)
{
    memset(c->p, 0, 3 * (size_t)c->solve->n * sizeof *c->p);
    project_directions(c, c->p);
    memcpy(c->p, c->w, 3 * (size_t)c->solve->n * sizeof *c->p);
}

// Puts a sliding contact on the edge of its disk.
static void follow_disk(double mu, double x[3])
{
    double t = bl_tangent_length(x);
    if (!(t > 0.0 && x[0] > 0.0)) return;
    double s = mu * x[0] / t;
    x[1] *= s, x[2] *= s;
}

// g.p without the parts of g that p is orthogonal to, which may be far larger than what remains.
static double find_descent(const cpg* c)
{
    double sum = 0.0;
    for (int32_t a = 0; a < c->solve->n; a++) {
        const double *w = c->w + 3 * (size_t)a, *p = c->p + 3 * (size_t)a;
        sum += w[0] * p[0] + (1.0 + c->curve[a]) * (w[1] * p[1] + w[2] * p[2]);
    }
    return sum;
}

// x = P(x + alpha p), alpha = (g.p) / (p.(A + C) p). False when the direction is of no use: it does not descend, or W
// does not feel it.
static bool step(cpg* c, double* curvature)
{
    multiply_direction(c, c->r);
    double descent = find_descent(c);
    *curvature = dot(c, c->p, c->ap);
    if (!(descent > 0.0 && *curvature > BL_GRADIENT_LEAST_CURVATURE * dot(c, c->p, c->p))) return false;
    double alpha = descent / *curvature;
    for (int32_t a = 0; a < c->solve->n; a++) {
        double* x = c->x + 3 * (size_t)a;
        for (int i = 0; i < 3; i++)
            x[i] += alpha * c->p[3 * a + i];
        if (c->curve[a] > 0.0) follow_disk(c->solve->problem->mu[a], x);
        project_radially(c->solve->problem->mu[a], x);
    }
    return true;
}

// p = w + beta z, beta = -(w.(A + C) p) / (p.(A + C) p), with ap and curvature of the last direction: A-orthogonal to
// it as long as the projections leave it alone.
static void conjugate(cpg* c, double curvature)
{
    project_directions(c, c->p);
    double beta = -dot(c, c->w, c->ap) / curvature;
    for (int32_t i = 0; i < 3 * c->solve->n; i++)
        c->p[i] = c->w[i] + beta * c->p[i];
}

// Keeps count of progress. True: time for a fresh start.
static bool has_lost_ground(const bl_solve* solve, cpg_progress* progress)
{
    if (solve->best_natural < BL_METHOD_PROGRESS * progress->goal) {
        progress->goal = solve->best_natural;
        progress->tries = progress->starts = 0;
        return false;
    }
    if (++progress->tries < BL_GRADIENT_PATIENCE) return false;
    progress->tries = 0;
    progress->starts++;
    return true;
}

bool bl_cpg_improve(bl_solve* solve, double* r, int64_t max_iterations)
{
    cpg c;
    if (!allocate(&c, solve)) return true;
    c.foresees_disks = true;
    set_impulses(&c, r);
    evaluate(&c);
    begin_afresh(&c);
    bool is_afresh = true, stops = false;
    cpg_progress progress = {solve->best_natural, 0, 0};
    while (progress.starts < BL_GRADIENT_MAX_FRESH_STARTS && max_iterations > 0 && !stops) {
        double curvature;
        if (!step(&c, &curvature)) {
            if (is_afresh) break;
            begin_afresh(&c);
            is_afresh = true;
            continue;
        }
        max_iterations--;
        evaluate(&c);
        stops = bl_solve_observe_with_velocity(solve, c.r, c.u);
        is_afresh = has_lost_ground(solve, &progress);
        if (is_afresh) {
            c.foresees_disks = !c.foresees_disks;
            begin_afresh(&c);
        } else {
            conjugate(&c, curvature);
        }
    }
    memcpy(r, c.r, 3 * (size_t)solve->n * sizeof *r);
    return stops;
}

belay_solve_status bl_method_cpg(bl_solve* solve, double* r)
{
    bl_cpg_improve(solve, r, INT64_MAX);
    return BELAY_SOLVE_STALLED;
}
