// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The primal: interior points.
//
// x = w (mu r_N, r_T) and y = (u~_N, mu u~_T) lie inside of the self-dual cone L (mu = 1) exactly when r and u~ lie
// inside of K and K*, and x.y = w mu r.u~ (daviet2011, eq. 12 with the weight w). Without friction only the normals
// remain: x = (w r_N, 0, 0), y = (u~_N, 0, 0), which is L's axis. The central path is x o y = m e, m -> 0, with the
// Jordan product x o y = (x.y, x_N y_T + y_N x_T) and e = (1, 0, 0).
//
// Nesterov and Todd's scaling point: G symmetric with G x = G^-1 y = l. With J = diag(1, -1, -1), det x = x.J x,
//     G = beta (2 v v^T - J),  beta = (det y / det x)^(1/4),  v = (h + e) / sqrt(2 (h_N + 1)),
//     h = (y' + J x') / sqrt(2 (1 + x'.y')),  x' = x / sqrt(det x),  y' = y / sqrt(det y),  G^2 = beta^2 (2 h h^T - J).
// In scaled terms the step obeys l o (G dx + G^-1 dy) = m e - l o l - (G dx_p) o (G^-1 dy_p), p: of the predictor. Call
// the solution of l o t = right side t. Then dy = G t - G^2 dx, and W dr - du~ = -defect becomes, with x = w T r, y =
// mu T^-1 u~, T = diag(mu, 1, 1),
//     (W + (w / mu) T G^2 T) dr = -defect + (1 / mu) T G t.
// The block that is added is positive definite: the matrix is one that bl_cone_program_factor takes.

#include "solver/library/cadoux_internal.h"

#include "math/cone.h"
#include "solver/library/method_tolerances.h"

#include <math.h>
#include <string.h>

// One contact's scaling: beta, the vectors v and h, and l.
enum { BETA = 0, POINT = 1, SQUARE = 4, LAMBDA = 7, SCALING_SIZE = 10 };

bool bl_cone_primal_init(bl_cone_primal* primal, bl_cone_program* program)
{
    bl_solve* solve = program->solve;
    double** vectors[] = {&primal->r,  &primal->v,   &primal->defect, &primal->dr,
                          &primal->dv, &primal->rhs, &primal->target};
    primal->program = program;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = bl_cone_program_vector(solve, 3);
    primal->scaling = bl_cone_program_vector(solve, SCALING_SIZE);
    return !solve->is_out_of_memory;
}

void bl_cone_primal_lift(bl_cone_primal* primal, double lift)
{
    const bl_cone_program* p = primal->program;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double mu = p->solve->problem->mu[a];
        primal->v[3 * a] += lift;
        primal->r[3 * a] += lift / (p->d[a] * (mu > 0.0 ? mu : 1.0));
    }
}

// x of dr or r, y of dv or v.
static void to_cone(const bl_cone_program* p, int32_t a, const double* r, const double* v, double x[3], double y[3])
{
    double mu = p->solve->problem->mu[a], d = p->d[a];
    r += 3 * (size_t)a, v += 3 * (size_t)a;
    x[0] = d * (mu > 0.0 ? mu : 1.0) * r[0], y[0] = v[0];
    for (int i = 1; i < 3; i++) {
        x[i] = mu > 0.0 ? d * r[i] : 0.0;
        y[i] = mu * v[i];
    }
}

static double determinant(const double x[3])
{
    double t = bl_tangent_length(x);
    return (x[0] - t) * (x[0] + t);
}

// y = G x, or G^-1 x: beta (2 v v^T - J) and its inverse (2 (J v) (J v)^T - J) / beta.
static void scale(const double* scaling, bool is_inverse, const double x[3], double y[3])
{
    double sign = is_inverse ? -1.0 : 1.0, beta = is_inverse ? 1.0 / scaling[BETA] : scaling[BETA];
    double v[3] = {scaling[POINT], sign * scaling[POINT + 1], sign * scaling[POINT + 2]};
    double vx = 2.0 * bl_cone_dot(v, x);
    y[0] = beta * (vx * v[0] - x[0]), y[1] = beta * (vx * v[1] + x[1]), y[2] = beta * (vx * v[2] + x[2]);
}

static void find_scaling(const double x[3], const double y[3], double* scaling)
{
    double dx = sqrt(determinant(x)), dy = sqrt(determinant(y)), h[3];
    double root = sqrt(2.0 * (1.0 + bl_cone_dot(x, y) / (dx * dy)));
    h[0] = (y[0] / dy + x[0] / dx) / root;
    h[1] = (y[1] / dy - x[1] / dx) / root, h[2] = (y[2] / dy - x[2] / dx) / root;
    h[0] = sqrt(1.0 + h[1] * h[1] + h[2] * h[2]); // det h = 1 to the last bit
    double length = sqrt(2.0 * (h[0] + 1.0));
    scaling[BETA] = sqrt(dy / dx);
    for (int i = 0; i < 3; i++) {
        scaling[POINT + i] = (h[i] + (i == 0 ? 1.0 : 0.0)) / length;
        scaling[SQUARE + i] = h[i];
    }
    scale(scaling, false, x, scaling + LAMBDA);
}

// t with l o t = w.
static void divide(const double l[3], const double w[3], double t[3])
{
    double t0 = (l[0] * w[0] - l[1] * w[1] - l[2] * w[2]) / determinant(l);
    t[1] = (w[1] - t0 * l[1]) / l[0], t[2] = (w[2] - t0 * l[2]) / l[0];
    t[0] = t0;
}

static void jordan(const double a[3], const double b[3], double c[3])
{
    double c0 = bl_cone_dot(a, b), c1 = a[0] * b[1] + b[0] * a[1];
    c[2] = a[0] * b[2] + b[0] * a[2];
    c[0] = c0, c[1] = c1;
}

// The scalings, the blocks (w / mu) T G^2 T, and the mean of x.y.
static double find_scalings(bl_cone_primal* primal)
{
    bl_cone_program* p = primal->program;
    double sum = 0.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double mu = p->solve->problem->mu[a], x[3], y[3], *scaling = primal->scaling + SCALING_SIZE * (size_t)a;
        double* block = p->block + 9 * (size_t)a;
        to_cone(p, a, primal->r, primal->v, x, y);
        find_scaling(x, y, scaling);
        sum += bl_cone_dot(x, y);
        double t0 = mu > 0.0 ? mu : 1.0, square = p->d[a] / t0 * scaling[BETA] * scaling[BETA];
        double h[3] = {t0 * scaling[SQUARE], scaling[SQUARE + 1], scaling[SQUARE + 2]};
        memset(block, 0, 9 * sizeof *block);
        bl_cone_add_dyad(2.0 * square, h, block);
        block[0] -= square * t0 * t0;
        block[4] = mu > 0.0 ? block[4] + square : BL_CADOUX_RIGID * p->d[a];
        block[8] = mu > 0.0 ? block[8] + square : BL_CADOUX_RIGID * p->d[a];
    }
    return sum / p->solve->n;
}

// dr and dv for given targets t.
static bool solve_step(bl_cone_primal* primal)
{
    bl_cone_program* p = primal->program;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double mu = p->solve->problem->mu[a], t[3];
        scale(primal->scaling + SCALING_SIZE * (size_t)a, false, primal->target + 3 * (size_t)a, t);
        for (int i = 0; i < 3; i++) {
            double factor = i == 0 ? 1.0 : (mu > 0.0 ? 1.0 / mu : 0.0);
            primal->rhs[3 * a + i] = factor * t[i] - primal->defect[3 * a + i];
        }
    }
    bl_cone_program_solve(p, primal->rhs, primal->dr);
    for (int32_t a = 0; a < p->solve->n; a++)
        if (p->solve->problem->mu[a] == 0.0) primal->dr[3 * a + 1] = primal->dr[3 * a + 2] = 0.0;
    bl_cone_program_multiply(p, primal->dr, primal->dv);
    for (int32_t i = 0; i < 3 * p->solve->n; i++) {
        primal->dv[i] += primal->defect[i];
        if (!isfinite(primal->dr[i]) || !isfinite(primal->dv[i])) return false;
    }
    return true;
}

// The largest s <= 1 with x + s dx in L: the smallest positive root of det(x + s dx) = 0, if any.
static double distance_to_edge(const double x[3], const double dx[3])
{
    double a = dx[0] * dx[0] - dx[1] * dx[1] - dx[2] * dx[2];
    double b = x[0] * dx[0] - x[1] * dx[1] - x[2] * dx[2], c = determinant(x);
    double disc = b * b - a * c;
    if (disc < 0.0) return 1.0; // a > 0: it never touches the double cone's edge
    // Of a s^2 + 2 b s + c = 0 with c > 0 the smallest positive root is c / (-b + sqrt(disc)), where that is positive.
    double q = -b + sqrt(disc);
    return q > c ? c / q : 1.0;
}

static double step_length(const bl_cone_primal* primal)
{
    const bl_cone_program* p = primal->program;
    double s = 1.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double x[3], y[3], dx[3], dy[3];
        to_cone(p, a, primal->r, primal->v, x, y);
        to_cone(p, a, primal->dr, primal->dv, dx, dy);
        s = fmin(s, fmin(distance_to_edge(x, dx), distance_to_edge(y, dy)));
    }
    return s;
}

// Targets of the predictor, l o t = -l o l.
static void aim_at_solution(bl_cone_primal* primal)
{
    for (int32_t a = 0; a < primal->program->solve->n; a++)
        for (int i = 0; i < 3; i++)
            primal->target[3 * a + i] = -primal->scaling[SCALING_SIZE * a + LAMBDA + i];
}

// Targets of the corrector, with the second-order term of the predictor that dr and dv hold.
static void aim_at_path(bl_cone_primal* primal, double m)
{
    for (int32_t a = 0; a < primal->program->solve->n; a++) {
        const double *scaling = primal->scaling + SCALING_SIZE * (size_t)a, *l = scaling + LAMBDA;
        double dx[3], dy[3], second[3], w[3];
        to_cone(primal->program, a, primal->dr, primal->dv, dx, dy);
        scale(scaling, false, dx, dx);
        scale(scaling, true, dy, dy);
        jordan(dx, dy, second);
        jordan(l, l, w);
        for (int i = 0; i < 3; i++)
            w[i] = (i == 0 ? m : 0.0) - w[i] - second[i];
        divide(l, w, primal->target + 3 * (size_t)a);
    }
}

static double mean_product_after(const bl_cone_primal* primal, double s)
{
    const bl_cone_program* p = primal->program;
    double sum = 0.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double x[3], y[3], dx[3], dy[3];
        to_cone(p, a, primal->r, primal->v, x, y);
        to_cone(p, a, primal->dr, primal->dv, dx, dy);
        for (int i = 0; i < 3; i++)
            sum += (x[i] + s * dx[i]) * (y[i] + s * dy[i]);
    }
    return sum / p->solve->n;
}

static bool is_inside(const bl_cone_primal* primal)
{
    const bl_cone_program* p = primal->program;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double x[3], y[3];
        to_cone(p, a, primal->r, primal->v, x, y);
        if (!(x[0] > 0.0 && y[0] > 0.0 && determinant(x) > 0.0 && determinant(y) > 0.0)) return false;
    }
    return true;
}

// Moves by s; back by half of it while rounding has put an iterate on the edge.
static bool advance(bl_cone_primal* primal, double s)
{
    int32_t size = 3 * primal->program->solve->n;
    for (int32_t i = 0; i < size; i++)
        primal->r[i] += s * primal->dr[i], primal->v[i] += s * primal->dv[i];
    for (int tries = 0; tries < 10 && !is_inside(primal); tries++) {
        s *= 0.5;
        for (int32_t i = 0; i < size; i++)
            primal->r[i] -= s * primal->dr[i], primal->v[i] -= s * primal->dv[i];
    }
    return is_inside(primal);
}

bool bl_cone_primal_step(bl_cone_primal* primal)
{
    bl_cone_program* p = primal->program;
    bl_cone_program_multiply(p, primal->r, primal->defect);
    for (int32_t i = 0; i < 3 * p->solve->n; i++)
        primal->defect[i] += p->b[i] - primal->v[i];
    double m = find_scalings(primal);
    if (!(m > 0.0) || !bl_cone_program_factor(p)) return false;
    aim_at_solution(primal);
    if (!solve_step(primal)) return false;
    double s = step_length(primal);
    double ratio = fmin(1.0, fmax(0.0, mean_product_after(primal, s) / m));
    aim_at_path(primal, ratio * ratio * ratio * m);
    if (!solve_step(primal)) return false;
    s = fmin(1.0, BL_CADOUX_STEP_PART * step_length(primal));
    return advance(primal, s);
}
