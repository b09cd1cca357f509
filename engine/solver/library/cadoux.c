// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/cadoux.h"

#include "core/assert.h"
#include "math/cone.h"
#include "solver/library/contact_lu.h"
#include "solver/library/method_tolerances.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// The program
// ---------------------------------------------------------------------------------------------------------------------

static double* new_vector(bl_solve* solve, size_t per_contact)
{
    return bl_solve_allocate(solve, per_contact * (size_t)solve->n * sizeof(double));
}

bool bl_cone_program_init(bl_cone_program* program, bl_solve* solve)
{
    memset(program, 0, sizeof *program);
    program->solve = solve;
    program->homogeneous = *solve->problem;
    program->homogeneous.q = new_vector(solve, 3);
    program->d = new_vector(solve, 1);
    program->s = new_vector(solve, 1);
    program->b = new_vector(solve, 3);
    program->block = new_vector(solve, 9);
    program->unit = new_vector(solve, 3);
    program->rhs = new_vector(solve, 3);
    if (solve->is_out_of_memory || !bl_contact_lu_analyse(&program->lu, solve)) return false;
    double largest = 0.0;
    for (int32_t a = 0; a < solve->n; a++)
        largest = fmax(largest, solve->weight[a]);
    for (int32_t a = 0; a < solve->n; a++)
        program->d[a] = solve->weight[a] > 0.0 ? solve->weight[a] : largest;
    memcpy(program->b, solve->problem->q, 3 * (size_t)solve->n * sizeof(double));
    return largest > 0.0;
}

void bl_cone_program_fini(bl_cone_program* program)
{
    bl_block_lu_fini(&program->lu);
}

static void add_shift(const bl_cone_program* program, int32_t a, int32_t b, double block[9])
{
    for (int i = 0; i < 9 && a == b; i++)
        block[i] += program->block[9 * (size_t)a + (size_t)i];
}

static void set_units(bl_cone_program* program, int32_t a, const double w[9])
{
    double block[9];
    memcpy(block, w, sizeof block);
    add_shift(program, a, a, block);
    for (int i = 0; i < 3; i++)
        program->unit[3 * a + i] = block[4 * i] > 0.0 ? 1.0 / sqrt(block[4 * i]) : 1.0;
}

static void load_block(bl_cone_program* program, int32_t a, int32_t b, const double w[9])
{
    double block[9];
    memcpy(block, w, sizeof block);
    add_shift(program, a, b, block);
    for (int i = 0; i < 9; i++)
        block[i] *= program->unit[3 * a + i / 3] * program->unit[3 * b + i % 3];
    bl_block_lu_add(&program->lu, (uint32_t)a, (uint32_t)b, block);
}

bool bl_cone_program_factor(bl_cone_program* program)
{
    const belay_problem* p = program->solve->problem;
    for (int32_t a = 0; a < program->solve->n; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            if (p->column[k] == a) set_units(program, a, p->blocks + 9 * (size_t)k);
    bl_block_lu_clear(&program->lu);
    for (int32_t a = 0; a < program->solve->n; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            load_block(program, a, p->column[k], p->blocks + 9 * (size_t)k);
    return bl_contact_lu_run(&program->lu, program->solve, NULL, 0.0);
}

void bl_cone_program_solve(bl_cone_program* program, const double* b, double* x)
{
    for (int32_t i = 0; i < 3 * program->solve->n; i++)
        program->rhs[i] = program->unit[i] * b[i];
    bl_block_lu_solve(&program->lu, program->rhs, program->rhs);
    for (int32_t i = 0; i < 3 * program->solve->n; i++)
        x[i] = program->unit[i] * program->rhs[i];
}

void bl_cone_program_set_shift(bl_cone_program* program, const double* u)
{
    BELAY_ASSERT(program->lu.size == 3);
    const belay_problem* p = program->solve->problem;
    for (int32_t a = 0; a < program->solve->n; a++) {
        program->s[a] = p->mu[a] * bl_tangent_length(u + 3 * (size_t)a);
        program->b[3 * a] = p->q[3 * a] + program->s[a];
    }
}

double bl_cone_program_natural(const bl_cone_program* program, const double* r, const double* u)
{
    double sum = 0.0;
    for (int32_t a = 0; a < program->solve->n; a++) {
        double w = program->solve->weight[a], x[3];
        for (int i = 0; i < 3; i++)
            x[i] = w * r[3 * a + i] - u[3 * a + i] - (i == 0 ? program->s[a] : 0.0);
        bl_cone_project(program->solve->problem->mu[a], x, x);
        for (int i = 0; i < 3; i++)
            sum += (w * r[3 * a + i] - x[i]) * (w * r[3 * a + i] - x[i]);
    }
    return sqrt(sum) / program->solve->q_norm;
}

// y = W x
static void multiply(const bl_cone_program* program, const double* x, double* y)
{
    bl_problem_multiply(&program->homogeneous, x, y);
}

static double dot3(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// m += s v v^T
static void add_dyad(double s, const double v[3], double m[9])
{
    for (int i = 0; i < 9; i++)
        m[i] += s * v[i / 3] * v[i % 3];
}

// ---------------------------------------------------------------------------------------------------------------------
// The dual: proximal points and semismooth Newton
// ---------------------------------------------------------------------------------------------------------------------

bool bl_cone_dual_init(bl_cone_dual* dual, bl_cone_program* program, const double* r)
{
    bl_solve* solve = program->solve;
    double** vectors[] = {&dual->center, &dual->y,         &dual->wy, &dual->r,
                          &dual->g,      &dual->direction, &dual->wd, &dual->scratch};
    dual->program = program;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = new_vector(solve, 3);
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
        sum += stiffness * dot3(r + 3 * (size_t)a, r + 3 * (size_t)a);
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
        sum += p->d[a] * p->d[a] * dot3(dual->g + 3 * (size_t)a, dual->g + 3 * (size_t)a);
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
    multiply(dual->program, dual->y, dual->wy);
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
    add_dyad(stiffness, along, m);
    add_dyad(stiffness / BL_CADOUX_LEAST_EIGENVALUE, across, m);
    add_dyad(stiffness / turn, tangent, m);
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
    multiply(p, dual->g, dual->scratch);
    bl_cone_program_solve(p, dual->scratch, dual->direction);
    for (int32_t i = 0; i < 3 * p->solve->n; i++) {
        dual->direction[i] -= dual->g[i];
        if (!isfinite(dual->direction[i])) return false;
    }
    multiply(p, dual->direction, dual->wd);
    return true;
}

static void move(bl_cone_dual* dual, double t)
{
    for (int32_t i = 0; i < 3 * dual->program->solve->n; i++) {
        dual->y[i] += t * dual->direction[i];
        dual->wy[i] += t * dual->wd[i];
    }
}

// Accepts a step that brings psi down as promised or, where rounding or the skew part of W spoils psi, the error.
bool bl_cone_dual_step(bl_cone_dual* dual)
{
    const bl_cone_program* p = dual->program;
    if (!find_direction(dual)) return false;
    double slope = dot(p, dual->g, dual->wd), psi = dual->psi, error = bl_cone_dual_error(dual);
    double t = 1.0, moved = 0.0;
    for (int i = 0; i < BL_CADOUX_MAX_HALVINGS; i++, t *= 0.5) {
        move(dual, t - moved);
        moved = t;
        refresh(dual);
        bool has_descended = slope < 0.0 && dual->psi <= psi + BL_METHOD_DECREASE * t * slope;
        if (has_descended || bl_cone_dual_error(dual) <= (1.0 - 0.5 * t) * error) {
            multiply(p, dual->y, dual->wy);
            return true;
        }
    }
    move(dual, -moved);
    multiply(p, dual->y, dual->wy);
    refresh(dual);
    return false;
}

// ---------------------------------------------------------------------------------------------------------------------
// The primal: interior points
// ---------------------------------------------------------------------------------------------------------------------
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

// One contact's scaling: beta, the vectors v and h, and l.
enum { BETA = 0, POINT = 1, SQUARE = 4, LAMBDA = 7, SCALING_SIZE = 10 };

bool bl_cone_primal_init(bl_cone_primal* primal, bl_cone_program* program)
{
    bl_solve* solve = program->solve;
    double** vectors[] = {&primal->r,  &primal->v,   &primal->defect, &primal->dr,
                          &primal->dv, &primal->rhs, &primal->target};
    primal->program = program;
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
        *vectors[i] = new_vector(solve, 3);
    primal->scaling = new_vector(solve, SCALING_SIZE);
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
    double vx = 2.0 * dot3(v, x);
    y[0] = beta * (vx * v[0] - x[0]), y[1] = beta * (vx * v[1] + x[1]), y[2] = beta * (vx * v[2] + x[2]);
}

static void find_scaling(const double x[3], const double y[3], double* scaling)
{
    double dx = sqrt(determinant(x)), dy = sqrt(determinant(y)), h[3];
    double root = sqrt(2.0 * (1.0 + dot3(x, y) / (dx * dy)));
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
    double c0 = dot3(a, b), c1 = a[0] * b[1] + b[0] * a[1];
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
        sum += dot3(x, y);
        double t0 = mu > 0.0 ? mu : 1.0, square = p->d[a] / t0 * scaling[BETA] * scaling[BETA];
        double h[3] = {t0 * scaling[SQUARE], scaling[SQUARE + 1], scaling[SQUARE + 2]};
        memset(block, 0, 9 * sizeof *block);
        add_dyad(2.0 * square, h, block);
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
    multiply(p, primal->dr, primal->dv);
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
    multiply(p, primal->r, primal->defect);
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
