// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The dual: proximal points and semismooth Newton.

#include "solver/library/cadoux_internal.h"

#include "math/cone.h"
#include "solver/library/method_tolerances.h"
#include "solver/newton/newton_loop.h"

#include <math.h>
#include <string.h>

bool bl_cone_dual_init(bl_cone_dual* dual, bl_cone_program* program, const double* r)
{
    bl_solve* solve = program->solve;
    double** vectors[] = {&dual->center, &dual->y,         &dual->wy, &dual->r,
                          &dual->g,      &dual->direction, &dual->wd, &dual->scratch};
    dual->program = program;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = bl_cone_program_vector(solve, 3);
    if (solve->is_out_of_memory) return false;
    memcpy(dual->r, r, 3 * (size_t)solve->n * sizeof *r);
    return true;
}

// r = P_K(z), z = c - (wy + b) / (alpha d), for given W y; returns the second term of psi.
static double project(const bl_cone_dual* dual, const double* wy, double* r)
{
    const bl_cone_program* p = dual->program;
    double sum = 0.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double stiffness = dual->alpha * p->d[a], z[3];
        for (int i = 0; i < 3; i++)
            z[i] = dual->center[3 * a + i] - (wy[3 * a + i] + p->b[3 * a + i]) / stiffness;
        bl_cone_project(p->solve->problem->mu[a], z, r + 3 * (size_t)a);
        sum += stiffness * bl_cone_dot(r + 3 * (size_t)a, r + 3 * (size_t)a);
    }
    return 0.5 * sum;
}

static double dot(const bl_cone_program* program, const double* a, const double* b)
{
    double sum = 0.0;
    for (int32_t i = 0; i < 3 * program->solve->n; i++)
        sum += a[i] * b[i];
    return sum;
}

double bl_cone_dual_error(const bl_cone_dual* dual)
{
    const bl_cone_program* p = dual->program;
    double sum = 0.0;
    for (int32_t a = 0; a < p->solve->n; a++)
        sum += p->d[a] * p->d[a] * bl_cone_dot(dual->g + 3 * (size_t)a, dual->g + 3 * (size_t)a);
    return sqrt(sum) / p->solve->q_norm;
}

// r, g and psi of the present y and W y.
static void refresh(bl_cone_dual* dual)
{
    const bl_cone_program* p = dual->program;
    double penalty = project(dual, dual->wy, dual->r);
    dual->psi = 0.5 * dot(p, dual->y, dual->wy) + penalty;
    for (int32_t i = 0; i < 3 * p->solve->n; i++)
        dual->g[i] = dual->y[i] - dual->r[i];
}

void bl_cone_dual_recenter(bl_cone_dual* dual, double alpha)
{
    size_t size = 3 * (size_t)dual->program->solve->n * sizeof(double);
    dual->alpha = alpha;
    memcpy(dual->center, dual->r, size);
    memcpy(dual->y, dual->r, size);
    bl_cone_program_multiply(dual->program, dual->y, dual->wy);
    refresh(dual);
}

// m = stiffness Pi^-1, Pi the derivative of P_K at z with its eigenvalues kept off 0. Inside of K it is 1, inside of
// the polar cone 0. Between them P_K(z) = p_N (1, mu t), t = z_T / |z_T|: Pi is 1 along (1, mu t), 0 along (-mu, t) and
// mu p_N / |z_T| along the tangent of the edge.
static void inverse_derivative(double mu, const double z[3], const double p[3], double stiffness, double m[9])
{
    double t = bl_tangent_length(z);
    memset(m, 0, 9 * sizeof *m);
    bool is_inside = z[0] >= 0.0 && t <= mu * z[0];
    if (is_inside || !(p[0] > 0.0)) {
        m[0] = m[4] = m[8] = stiffness / (is_inside ? 1.0 : BL_CADOUX_LEAST_EIGENVALUE);
        return;
    }
    double e1 = t > 0.0 ? z[1] / t : 1.0, e2 = t > 0.0 ? z[2] / t : 0.0, length = sqrt(1.0 + mu * mu);
    double along[3] = {1.0 / length, mu * e1 / length, mu * e2 / length};
    double across[3] = {-mu / length, e1 / length, e2 / length};
    double tangent[3] = {0.0, -e2, e1};
    double turn = t > 0.0 ? fmax(mu * p[0] / t, BL_CADOUX_LEAST_EIGENVALUE) : BL_CADOUX_LEAST_EIGENVALUE;
    bl_cone_add_dyad(stiffness, along, m);
    bl_cone_add_dyad(stiffness / BL_CADOUX_LEAST_EIGENVALUE, across, m);
    bl_cone_add_dyad(stiffness / turn, tangent, m);
}

// Newton on y - P_K(z(y)) = 0, whose derivative is 1 + Pi (alpha D)^-1 W:
//     d = -g + e,   (W + alpha D Pi^-1) e = W g.
static bool find_direction(bl_cone_dual* dual)
{
    bl_cone_program* p = dual->program;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double stiffness = dual->alpha * p->d[a], z[3];
        for (int i = 0; i < 3; i++)
            z[i] = dual->center[3 * a + i] - (dual->wy[3 * a + i] + p->b[3 * a + i]) / stiffness;
        inverse_derivative(p->solve->problem->mu[a], z, dual->r + 3 * (size_t)a, stiffness, p->block + 9 * (size_t)a);
    }
    if (!bl_cone_program_factor(p)) return false;
    bl_cone_program_multiply(p, dual->g, dual->scratch);
    bl_cone_program_solve(p, dual->scratch, dual->direction);
    for (int32_t i = 0; i < 3 * p->solve->n; i++) {
        dual->direction[i] -= dual->g[i];
        if (!isfinite(dual->direction[i])) return false;
    }
    bl_cone_program_multiply(p, dual->direction, dual->wd);
    return true;
}

static void move(bl_cone_dual* dual, double t)
{
    for (int32_t i = 0; i < 3 * dual->program->solve->n; i++) {
        dual->y[i] += t * dual->direction[i];
        dual->wy[i] += t * dual->wd[i];
    }
}

// A step is good that brings psi down as promised or, where rounding or the skew part of W spoils psi, the error.
typedef struct dual_search {
    bl_cone_dual* dual;
    double slope, psi, error; // of the iterate
    double moved;             // how far along the direction y is now
} dual_search;

// Its merit: 0 where it is good, 1 where it is not.
static double try_step(void* context, double t, double most)
{
    dual_search* search = context;
    bl_cone_dual* dual = search->dual;
    (void)most;
    move(dual, t - search->moved);
    search->moved = t;
    refresh(dual);
    bool has_descended = search->slope < 0.0 && dual->psi <= search->psi + BL_METHOD_DECREASE * t * search->slope;
    return has_descended || bl_cone_dual_error(dual) <= (1.0 - 0.5 * t) * search->error ? 0.0 : 1.0;
}

bool bl_cone_dual_step(bl_cone_dual* dual)
{
    const bl_cone_program* p = dual->program;
    if (!find_direction(dual)) return false;
    dual_search search = {dual, dot(p, dual->g, dual->wd), dual->psi, bl_cone_dual_error(dual), 0.0};
    bl_newton_operator op = {.context = &search, .try_step = try_step};
    bool is_good = bl_newton_backtrack(&op, 1.0, BL_CADOUX_SHORTEST_STEP, 0.0, 0.0, NULL) >= 0.0;
    if (!is_good) move(dual, -search.moved);
    bl_cone_program_multiply(p, dual->y, dual->wy);
    if (!is_good) refresh(dual);
    return is_good;
}
