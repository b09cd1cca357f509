// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Faceted friction cones as linear complementarity problems, solved by Lemke's pivoting (renouf2005, sec. 5.1). The
// disk |r_T| <= mu r_N is replaced by a regular polygon with `facets` sides: inscribed (inner, eqs. 31 and 32), or
// circumscribed (outer, eqs. 26 to 30), which the impulse may leave the round cone in.
//
// Both are solved in the form of eq. 32. With the vertices d_1 ... d_k of the polygon of radius mu r_N, r_T = mu sum_j
// beta_j d_j, and with l >= 0 playing the speed of slip,
//     0 <= r_N     perpendicular to  u_N >= 0,
//     0 <= beta_j  perpendicular to  mu l + mu d_j . u_T >= 0,
//     0 <= l       perpendicular to  mu (r_N - sum_j beta_j) >= 0,
// says that r_T lies in the polygon and dissipates most in it, -u_T in N_C(r_T). That statement is about the set C, not
// about its description by sides or vertices, so the outer polygon needs no form of its own: it is the inner one of
// radius mu / cos(pi / k), and the free r_T of eq. 30, which could only be eliminated with a regular W_TT, never
// appears. With W positive semidefinite the matrix is copositive (z.M z = r.W r + mu l r_N): Lemke's path ends at a
// solution wherever the impulses cannot jam. Contacts without friction have r_N alone.
//
// Scaling: r'_a = sqrt(w_a) r_a and velocities divided by sqrt(w_a), then by |q|: the path does not depend on units.
// Contacts with w_a = 0 get no impulse: none moves them.
//
// An iteration is one pivot. The solution of the faceted law is judged by the round one, so it normally ends as STALLED
// with the error of the facets, of the order of 1 / facets^2.

#include "math/cone.h"
#include "math/pi.h"
#include "solver/library/lemke.h"
#include "solver/library/method_tolerances.h"
#include "solver/library/solve.h"

#include <math.h>

typedef struct faceted {
    bl_solve* solve;
    int32_t facets;
    double vertex[16][2]; // of the polygon for mu = 1
    bool is_outer;
    int32_t* start; // [n + 1] first unknown of each contact; its block is r_N, beta_1 ..., l
    double* scale;  // [n] w_a^(-1/2), 0 where w_a = 0
    double* m;
    double* q;
} faceted;

static int32_t unknowns(const faceted* f, int32_t a)
{
    return f->start[a + 1] - f->start[a];
}

static bool lay_out(faceted* f)
{
    bl_solve* solve = f->solve;
    f->start = bl_solve_allocate(solve, ((size_t)solve->n + 1) * sizeof(int32_t));
    f->scale = bl_solve_allocate(solve, (size_t)solve->n * sizeof(double));
    if (solve->is_out_of_memory) return false;
    for (int32_t a = 0; a < solve->n; a++) {
        bool is_fixed = !(solve->weight[a] > 0.0);
        int32_t size = is_fixed ? 0 : (solve->problem->mu[a] > 0.0 ? f->facets + 2 : 1);
        f->start[a + 1] = f->start[a] + size;
        f->scale[a] = is_fixed ? 0.0 : 1.0 / sqrt(solve->weight[a]);
        if (f->start[a + 1] > BL_LEMKE_MAX_UNKNOWNS) return false;
    }
    size_t size = (size_t)f->start[solve->n];
    f->m = bl_solve_allocate(solve, size * size * sizeof(double));
    f->q = bl_solve_allocate(solve, size * sizeof(double));
    return !solve->is_out_of_memory;
}

// The polygon inscribed in the unit circle, or circumscribed to it; turned by half a step, so that no vertex is on an
// axis of the frame by construction.
static void set_vertices(faceted* f)
{
    double radius = f->is_outer ? 1.0 / cos(BL_PI / f->facets) : 1.0;
    for (int32_t k = 0; k < f->facets; k++) {
        double angle = 2.0 * BL_PI * (k + 0.5) / f->facets;
        f->vertex[k][0] = radius * cos(angle);
        f->vertex[k][1] = radius * sin(angle);
    }
}

// The impulse that unknown k of contact a stands for: e_N, or mu d_j. False for l, which is none.
static bool direction(const faceted* f, int32_t a, int32_t k, double x[3])
{
    double mu = f->solve->problem->mu[a];
    x[0] = k == 0 ? 1.0 : 0.0, x[1] = x[2] = 0.0;
    if (k == 0) return true;
    if (k > f->facets) return false;
    x[1] = mu * f->vertex[k - 1][0], x[2] = mu * f->vertex[k - 1][1];
    return true;
}

// The rows and columns of contacts a and b: directions' images under the scaled block.
static void fill_block(faceted* f, int32_t a, int32_t b, const double* w)
{
    size_t size = (size_t)f->start[f->solve->n];
    double s = f->scale[a] * f->scale[b];
    for (int32_t i = 0; i < unknowns(f, a); i++) {
        double x[3];
        if (!direction(f, a, i, x)) continue;
        double xw[3];
        for (int k = 0; k < 3; k++)
            xw[k] = s * (x[0] * w[k] + x[1] * w[3 + k] + x[2] * w[6 + k]);
        for (int32_t j = 0; j < unknowns(f, b); j++) {
            double y[3];
            if (!direction(f, b, j, y)) continue;
            f->m[(size_t)(f->start[a] + i) * size + (size_t)(f->start[b] + j)] =
                xw[0] * y[0] + xw[1] * y[1] + xw[2] * y[2];
        }
    }
}

// The rows of l and the columns of l at contact a.
static void fill_slip(faceted* f, int32_t a)
{
    if (unknowns(f, a) < 3) return;
    size_t size = (size_t)f->start[f->solve->n], first = (size_t)f->start[a], last = first + (size_t)f->facets + 1;
    double mu = f->solve->problem->mu[a];
    f->m[last * size + first] = mu;
    for (size_t j = first + 1; j < last; j++) {
        f->m[j * size + last] = mu;
        f->m[last * size + j] = -mu;
    }
}

static void fill(faceted* f)
{
    const belay_problem* p = f->solve->problem;
    for (int32_t a = 0; a < f->solve->n && !bl_solve_is_over(f->solve); a++) {
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            fill_block(f, a, p->column[k], p->blocks + 9 * (size_t)k);
        fill_slip(f, a);
        for (int32_t i = 0; i < unknowns(f, a); i++) {
            double x[3];
            const double* q = p->q + 3 * (size_t)a;
            if (direction(f, a, i, x)) f->q[f->start[a] + i] = f->scale[a] * (x[0] * q[0] + x[1] * q[1] + x[2] * q[2]);
        }
    }
    double largest = 0.0;
    for (int32_t i = 0; i < f->start[f->solve->n]; i++)
        largest = fmax(largest, fabs(f->q[i]));
    for (int32_t i = 0; i < f->start[f->solve->n] && largest > 0.0; i++)
        f->q[i] /= largest;
    for (int32_t a = 0; a < f->solve->n; a++) // what turns z back into impulses
        f->scale[a] *= largest;
}

// Impulses that leave the round cone by rounding alone are put back; those that the outer polygon lets out stay.
static void settle(const faceted* f, int32_t a, double largest, double r[3])
{
    double mu = f->solve->problem->mu[a];
    if (!f->is_outer || bl_tangent_length(r) - mu * r[0] <= BL_LEMKE_EDGE_ROUNDING * f->scale[a] * largest)
        bl_cone_project(mu, r, r);
}

static void read_impulses(const faceted* f, const double* z, double* r)
{
    double largest = 0.0;
    for (int32_t i = 0; i < f->start[f->solve->n]; i++)
        largest = fmax(largest, z[i]);
    for (int32_t a = 0; a < f->solve->n; a++) {
        double* ra = r + 3 * (size_t)a;
        ra[0] = ra[1] = ra[2] = 0.0;
        for (int32_t i = 0; i < unknowns(f, a); i++) {
            double x[3];
            if (!direction(f, a, i, x)) continue;
            for (int k = 0; k < 3; k++)
                ra[k] += f->scale[a] * z[f->start[a] + i] * x[k];
        }
        settle(f, a, largest, ra);
    }
}

// Stops one short of the cap, as looking at the result counts for the last pivot.
static bool watch(void* context)
{
    bl_solve* solve = context;
    return solve->iterations + 1 >= solve->options->max_iterations || bl_solve_count(solve);
}

static bool is_over(void* context)
{
    return bl_solve_is_over(context);
}

static bool allocate_dictionary(bl_solve* solve, bl_lemke* l, int32_t n)
{
    size_t size = (size_t)n;
    l->n = n;
    l->table = bl_solve_allocate(solve, size * (size + 1) * sizeof(double));
    l->constant = bl_solve_allocate(solve, size * sizeof(double));
    l->basic = bl_solve_allocate(solve, size * sizeof(int32_t));
    l->nonbasic = bl_solve_allocate(solve, (size + 1) * sizeof(int32_t));
    l->place = bl_solve_allocate(solve, (2 * size + 1) * sizeof(int32_t));
    l->was_basic = bl_solve_allocate(solve, (2 * size + 1) * sizeof(bool));
    l->z = bl_solve_allocate(solve, size * sizeof(double));
    l->watch = watch;
    l->is_over = is_over;
    l->context = solve;
    return !solve->is_out_of_memory;
}

// Lemke's path does not start from a guess.
static belay_solve_status solve_faceted(bl_solve* solve, double* r, bool is_outer)
{
    faceted f = {.solve = solve, .facets = solve->options->facets, .is_outer = is_outer};
    bl_lemke lemke = {0};
    if (!lay_out(&f) || !allocate_dictionary(solve, &lemke, f.start[solve->n])) return BELAY_SOLVE_STALLED;
    set_vertices(&f);
    fill(&f);
    if (bl_solve_is_over(solve)) return BELAY_SOLVE_STALLED;
    lemke.m = f.m;
    lemke.q = f.q;
    bl_lemke_status status = bl_lemke_solve(&lemke);
    read_impulses(&f, lemke.z, r);
    bl_solve_observe(solve, r);
    return status == BL_LEMKE_RAY ? BELAY_SOLVE_NO_SOLUTION : BELAY_SOLVE_STALLED;
}

belay_solve_status bl_method_lemke_outer(bl_solve* solve, double* r)
{
    return solve_faceted(solve, r, true);
}

belay_solve_status bl_method_lemke_inner(bl_solve* solve, double* r)
{
    return solve_faceted(solve, r, false);
}
