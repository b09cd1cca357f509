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
// Nesterov and Todd's scaling is that of interior_cone.h, the symmetric G with G x = G^-1 y = l: there W, with our y as
// its x and our x as its z. G^2 = beta^2 (2 h h^T - J), J = diag(1, -1, -1).
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

bool bl_cone_primal_init(bl_cone_primal* primal, bl_cone_program* program)
{
    bl_solve* solve = program->solve;
    double** vectors[] = {&primal->r,  &primal->v,   &primal->defect, &primal->dr,
                          &primal->dv, &primal->rhs, &primal->target};
    primal->program = program;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = bl_cone_program_vector(solve, 3);
    primal->cones = bl_solve_allocate(solve, (size_t)solve->n * sizeof *primal->cones);
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

// The block (w / mu) T G^2 T of a contact.
static void set_block(const bl_cone_program* p, int32_t a, const bl_interior_cone* cone)
{
    double mu = p->solve->problem->mu[a], square[9], *block = p->block + 9 * (size_t)a;
    const double t[3] = {mu > 0.0 ? mu : 1.0, 1.0, 1.0};
    bl_interior_cone_square(cone, square);
    for (int i = 0; i < 9; i++)
        block[i] = mu > 0.0 || i == 0 ? p->d[a] / t[0] * t[i / 3] * t[i % 3] * square[i] : 0.0;
    if (mu > 0.0) return;
    block[4] = BL_CADOUX_RIGID * p->d[a];
    block[8] = BL_CADOUX_RIGID * p->d[a];
}

// The scalings, the blocks, and the mean of x.y; NaN where rounding has brought one to an edge.
static double find_scalings(bl_cone_primal* primal)
{
    bl_cone_program* p = primal->program;
    double sum = 0.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        bl_interior_cone* cone = &primal->cones[a];
        cone->size = 3;
        to_cone(p, a, primal->r, primal->v, cone->z, cone->x);
        if (!bl_interior_cone_scale(cone)) return NAN;
        bl_interior_cone_norm(cone);
        sum += bl_cone_dot(cone->z, cone->x);
        set_block(p, a, cone);
    }
    return sum / p->solve->n;
}

// dr and dv for given targets t.
static bool solve_step(bl_cone_primal* primal)
{
    bl_cone_program* p = primal->program;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double mu = p->solve->problem->mu[a], t[3];
        bl_interior_cone_apply(&primal->cones[a], primal->target + 3 * (size_t)a, t);
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

static double step_length(const bl_cone_primal* primal)
{
    const bl_cone_program* p = primal->program;
    double s = 1.0;
    for (int32_t a = 0; a < p->solve->n; a++) {
        double x[3], y[3], dx[3], dy[3];
        to_cone(p, a, primal->r, primal->v, x, y);
        to_cone(p, a, primal->dr, primal->dv, dx, dy);
        s = fmin(s, fmin(bl_interior_longest(3, x, dx), bl_interior_longest(3, y, dy)));
    }
    return s;
}

// Targets of the predictor, l o t = -l o l.
static void aim_at_solution(bl_cone_primal* primal)
{
    for (int32_t a = 0; a < primal->program->solve->n; a++)
        for (int i = 0; i < 3; i++)
            primal->target[3 * a + i] = -primal->cones[a].lambda[i];
}

// Targets of the corrector, with the second-order term of the predictor that dr and dv hold.
static void aim_at_path(bl_cone_primal* primal, double m)
{
    for (int32_t a = 0; a < primal->program->solve->n; a++) {
        const bl_interior_cone* cone = &primal->cones[a];
        double dx[3], dy[3], second[3], w[3];
        to_cone(primal->program, a, primal->dr, primal->dv, dx, dy);
        bl_interior_cone_apply(cone, dx, dx);
        bl_interior_cone_apply_inverse(cone, dy, dy);
        bl_interior_product(3, dx, dy, second);
        bl_interior_product(3, cone->lambda, cone->lambda, w);
        for (int i = 0; i < 3; i++)
            w[i] = (i == 0 ? m : 0.0) - w[i] - second[i];
        bl_interior_cone_divide(cone, w, primal->target + 3 * (size_t)a);
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
        if (!(bl_interior_depth(3, x) > 0.0 && bl_interior_depth(3, y) > 0.0)) return false;
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
