// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The super-helix that goes through given points. Unknown are the direction in which it begins and the rotation vector
// x of each element, by which the frame turns from its beginning to its end; lengths follow afterwards, from how far
// the points are apart. Element i leads in the direction of R_i V(x_i) e, R_i made of all x before. Through N + 1
// points there is a curve for every first direction, but all save a few of them swing from side to side: a tangent that
// is wrong by an angle on one side of a point is wrong by as much on the other. So we look for the least
//     sum_i |direction_i - that of the points|^2 + w sum_i |l (u_i+1 - u_i)|^2,      u = x / l,
// by the method of Levenberg and Marquardt. Straight lines, arcs and helices make it zero, smooth curves nearly so (the
// second sum is small of second order), and at corners it finds a compromise. How an element twists is given, or, where
// the section has no axes of its own, unknown too, as a helix asks for torsion.

#include "models/rod/super_helix/rod_super_helix_fit.h"

#include "belay/elementary.h"
#include "belay/quat.h"
#include "math/dense_cholesky.h"
#include "math/pi.h"
#include "models/model_tolerances.h"

#include <float.h>
#include <string.h>

#define BASE 2

typedef struct search {
    const bl_helix_fit* fit;
    uint32_t n, base, each, size; // unknowns: of the base, of an element, in all
    double damping;
    double* matrix;   // [size size] upper triangle of J^T J
    double* gradient; // [size] J^T r
    double* row;      // [3 size] of one residual
    belay_vec3* turn; // [3 n] how what lies beyond an element turns with its x, world
    belay_vec3* kept; // [n] x before the step
} search;

// ---------------------------------------------------------------------------------------------------------------------
// Residuals
// ---------------------------------------------------------------------------------------------------------------------

static double element_length(const bl_helix_fit* fit, uint32_t e)
{
    if (fit->length != NULL) return fit->length[e];
    bl_helix h = bl_helix_at(fit->x[e], 1.0);
    double chord = v3_length(bl_helix_position(&h));
    return v3_distance(fit->points[e], fit->points[e + 1]) / (chord > 0.0 ? chord : 1.0);
}

static belay_vec3 unit_displacement(const belay_vec3* points, uint32_t e)
{
    return v3_normalize_or(v3_sub(points[e + 1], points[e]), v3(0.0, 0.0, 1.0));
}

// J^T J += w J^T J and J^T r += w J^T r for the three rows of one residual, which begin at unknown `from`.
static void add_residual(search* s, double weight, belay_vec3 residual, uint32_t from, uint32_t to)
{
    const double *x = s->row, *y = x + s->size, *z = y + s->size;
    for (uint32_t i = from; i < to; i++) {
        double wx = weight * x[i], wy = weight * y[i], wz = weight * z[i];
        s->gradient[i] += wx * residual.x + wy * residual.y + wz * residual.z;
        double* matrix = s->matrix + (size_t)i * s->size;
        for (uint32_t k = i; k < to; k++)
            matrix[k] += wx * x[k] + wy * y[k] + wz * z[k];
    }
}

static void put_column(search* s, uint32_t at, belay_vec3 v)
{
    s->row[at] = v.x, s->row[s->size + at] = v.y, s->row[2 * s->size + at] = v.z;
}

// The direction of element e: D = R V(x) e over its length; dD across it, likewise.
static double add_direction(search* s, uint32_t e, const belay_mat33* r, const bl_helix* h)
{
    belay_vec3 displacement = m3_mul_v3(*r, bl_helix_position(h)), gradient[3];
    double inverse = 1.0 / fmax(v3_length(displacement), DBL_MIN);
    belay_vec3 d = v3_scale(inverse, displacement), residual = v3_sub(d, unit_displacement(s->fit->points, e));
    if (s->matrix == NULL) return v3_dot(residual, residual);
    for (uint32_t k = 0; k < s->base; k++)
        put_column(s, k, v3_cross(m3_column(*s->fit->base, (int)k), d));
    for (uint32_t j = 0; j < e; j++)
        for (uint32_t k = 0; k < s->each; k++)
            put_column(s, s->base + s->each * j + k, v3_cross(s->turn[3 * j + k], d));
    bl_helix_gradient(h, gradient);
    for (uint32_t k = 0; k < s->each; k++) {
        belay_vec3 g = v3_scale(inverse, m3_mul_v3(*r, gradient[k]));
        put_column(s, s->base + s->each * e + k, v3_add_scaled(g, -v3_dot(g, d), d));
    }
    add_residual(s, 1.0, residual, 0, s->base + s->each * (e + 1));
    return v3_dot(residual, residual);
}

static double add_jump(search* s, uint32_t e)
{
    double a = element_length(s->fit, e), b = element_length(s->fit, e + 1), mean = 0.5 * (a + b);
    belay_vec3 jump = v3_sub(v3_scale(mean / b, s->fit->x[e + 1]), v3_scale(mean / a, s->fit->x[e]));
    if (s->each == 2) jump.z = 0.0;
    if (s->matrix == NULL) return BL_HELIX_JUMP_WEIGHT * v3_dot(jump, jump);
    uint32_t from = s->base + s->each * e;
    for (uint32_t k = 0; k < s->each; k++) {
        belay_vec3 axis = v3(k == 0, k == 1, k == 2);
        put_column(s, from + k, v3_scale(-mean / a, axis));
        put_column(s, from + s->each + k, v3_scale(mean / b, axis));
    }
    add_residual(s, BL_HELIX_JUMP_WEIGHT, jump, from, from + 2 * s->each);
    return BL_HELIX_JUMP_WEIGHT * v3_dot(jump, jump);
}

// The sum of squares, and unless s->matrix is null, its derivatives.
static double evaluate(search* s)
{
    double sum = 0.0;
    belay_mat33 r = *s->fit->base;
    for (uint32_t e = 0; e < s->n; e++) {
        bl_helix h = bl_helix_at(s->fit->x[e], 1.0);
        sum += add_direction(s, e, &r, &h);
        if (e + 1 < s->n) sum += add_jump(s, e);
        belay_vec3* turn = s->turn + 3 * e;
        bl_helix_turn_gradient(&h, turn);
        for (int k = 0; k < 3; k++)
            turn[k] = m3_mul_v3(r, turn[k]);
        r = m3_mul(r, bl_helix_rotation(&h));
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// Steps
// ---------------------------------------------------------------------------------------------------------------------

static double step_by(search* s, const double* step)
{
    double largest = 0.0;
    for (uint32_t k = 0; k < s->size; k++)
        largest = fmax(largest, fabs(step[k]));
    if (s->base > 0) {
        belay_quat turn = q_exp(v3(-step[0], -step[1], 0.0));
        *s->fit->base = m3_mul(*s->fit->base, q_to_m3(turn));
    }
    for (uint32_t e = 0; e < s->n; e++) {
        const double* own = step + s->base + s->each * e;
        belay_vec3 change = v3(own[0], own[1], s->each == 3 ? own[2] : 0.0);
        s->fit->x[e] = v3_sub(s->fit->x[e], change);
    }
    return largest;
}

static double evaluate_without_derivatives(search* s)
{
    double* matrix = s->matrix;
    s->matrix = NULL;
    double sum = evaluate(s);
    s->matrix = matrix;
    return sum;
}

// One step downhill from where the sum is *sum. False at the end.
static bool improve(search* s, double* sum)
{
    memset(s->matrix, 0, (size_t)s->size * s->size * sizeof *s->matrix);
    memset(s->gradient, 0, s->size * sizeof *s->gradient);
    evaluate(s);
    for (uint32_t k = 0; k < s->size; k++)
        s->matrix[(size_t)k * (s->size + 1)] += s->damping;
    if (!bl_dense_cholesky_factor(s->matrix, s->size, s->size)) {
        s->damping *= 100.0;
        return true;
    }
    bl_dense_cholesky_solve(s->matrix, s->size, s->size, s->gradient, 1);
    belay_mat33 base = *s->fit->base;
    memcpy(s->kept, s->fit->x, s->n * sizeof *s->kept);
    double largest = step_by(s, s->gradient), after = evaluate_without_derivatives(s);
    if (after <= *sum) {
        s->damping = fmax(0.1 * s->damping, BL_HELIX_LEAST_DAMPING);
        *sum = after;
        return largest > BL_HELIX_LAST_STEP && after > BL_HELIX_LEAST_GAIN * s->n;
    }
    *s->fit->base = base;
    memcpy(s->fit->x, s->kept, s->n * sizeof *s->kept);
    s->damping *= 10.0;
    return largest > BL_HELIX_LAST_STEP && s->damping < BL_HELIX_MOST_DAMPING;
}

// ---------------------------------------------------------------------------------------------------------------------
// Where to begin
// ---------------------------------------------------------------------------------------------------------------------

// The tangent halfway between neighbouring directions; at the ends as on an arc.
static belay_vec3 tangent_at(const bl_helix_fit* fit, uint32_t vertex)
{
    uint32_t n = fit->count, inner = vertex == 0 ? 1 : (vertex == n ? n - 1 : vertex);
    belay_vec3 before = unit_displacement(fit->points, inner - 1), after = unit_displacement(fit->points, inner);
    belay_vec3 t = v3_normalize_or(v3_add(before, after), after);
    if (vertex == inner) return t;
    belay_vec3 displacement = vertex == 0 ? before : after;
    return v3_add_scaled(v3_neg(t), 2.0 * v3_dot(displacement, t), displacement);
}

// The rotation vector of the smallest rotation from a to b, unit vectors.
static belay_vec3 smallest_turn(belay_vec3 a, belay_vec3 b)
{
    belay_vec3 axis = v3_cross(a, b);
    belay_quat q = {1.0 + v3_dot(a, b), axis.x, axis.y, axis.z};
    if (!(q.w > BL_HELIX_HALF_TURN)) return v3_scale(BL_PI, v3_any_orthogonal(a));
    return q_log(q_normalize(q));
}

// The mean torsion times length: angles between the planes of neighbouring pairs of directions, weighted by how much
// these turn. What folds back says nothing of torsion.
static double mean_torsion(const bl_helix_fit* fit)
{
    double sum = 0.0, weights = 0.0;
    for (uint32_t e = 1; e + 1 < fit->count; e++) {
        belay_vec3 displacement = unit_displacement(fit->points, e);
        belay_vec3 a = v3_cross(unit_displacement(fit->points, e - 1), displacement),
                   b = v3_cross(displacement, unit_displacement(fit->points, e + 1));
        double cosine = v3_dot(a, b), sine = v3_dot(v3_cross(a, b), displacement);
        if (!(cosine > 0.0)) continue;
        sum += cosine * belay_atan2(sine, cosine), weights += cosine;
    }
    return weights > 0.0 ? sum / weights : 0.0;
}

static void guess(const bl_helix_fit* fit, bool is_base_free)
{
    belay_vec3 t = is_base_free ? tangent_at(fit, 0) : m3_column(*fit->base, 2);
    if (is_base_free) {
        belay_vec3 d1 = v3_any_orthogonal(t);
        *fit->base = m3_transpose(m3_rows(d1, v3_cross(t, d1), t));
    }
    double torsion = fit->is_twist_free ? mean_torsion(fit) : 0.0;
    belay_mat33 r = *fit->base;
    for (uint32_t e = 0; e < fit->count; e++) {
        belay_vec3 next = tangent_at(fit, e + 1), turn = m3_mul_transposed_v3(r, smallest_turn(t, next));
        fit->x[e] = v3(turn.x, turn.y, fit->is_twist_free ? torsion : fit->x[e].z);
        bl_helix h = bl_helix_at(fit->x[e], 1.0);
        r = m3_mul(r, bl_helix_rotation(&h));
        t = m3_column(r, 2);
    }
}

void bl_helix_fit_run(const bl_helix_fit* fit, double* work)
{
    search s = {.fit = fit, .n = fit->count, .damping = BL_HELIX_FIRST_DAMPING};
    s.base = fit->is_base_free ? BASE : 0;
    s.each = fit->is_twist_free ? 3 : 2;
    s.size = s.base + s.each * s.n;
    s.matrix = work;
    s.gradient = s.matrix + (size_t)s.size * s.size;
    s.row = s.gradient + s.size;
    s.turn = (belay_vec3*)(s.row + 3 * (size_t)s.size);
    s.kept = s.turn + 3 * (size_t)s.n;
    guess(fit, fit->is_base_free);
    double sum = evaluate_without_derivatives(&s);
    for (int i = 0; i < BL_HELIX_FIT_STEPS && improve(&s, &sum); i++) {
    }
}

double bl_helix_fit_length(const bl_helix_fit* fit, uint32_t element)
{
    return element_length(fit, element);
}
