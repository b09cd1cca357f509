// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the momenta of the rates of u come from one contact instant to the next, in two ways.
//
// By inertial forces: M dv/dt + A(v) = Q with A quadratic in v, made of accelerations passed from end 0 to the tip and
// forces passed back. In flight only the base accelerates, at -M_bb^-1 A_b; that much is taken care of, and to the
// rates of u remains A_u - M_ub M_bb^-1 A_b.
//
// By the field: the rod's places keep their velocities, and the new rates are those whose field is nearest to it,
//     M v = int (dr/dv now)^T (velocity before) dm.
// The nearest field of a kind has no more energy than the field itself, so that nothing can grow, however fast the
// rod is; it loses that part of the field which bends away in a step.

#include "math/dense_cholesky.h"
#include "models/model_tolerances.h"
#include "models/rod/super_helix/rod_super_helix_internal.h"

#include <string.h>

static belay_vec3 vector_at(const double* x)
{
    return v3(x[0], x[1], x[2]);
}

static void put_vector(double* x, belay_vec3 v)
{
    x[0] = v.x, x[1] = v.y, x[2] = v.z;
}

// The own part of an element's effort to `out`; what moves it as a whole, world axes, to the work space.
static void keep_effort(const bl_super_helix* rod, uint32_t e, const bl_helix_effort* effort, double* out)
{
    memcpy(out + BL_SUPER_HELIX_BASE + 3 * (size_t)e, effort->own, sizeof effort->own);
    const bl_helix_frame* frame = &rod->frames[e];
    belay_vec3 force = m3_mul_v3(frame->rotation, effort->force);
    belay_vec3 moment = v3_add(m3_mul_v3(frame->rotation, effort->moment), v3_cross(frame->position, force));
    put_vector(rod->work + 6 * (size_t)e, force);
    put_vector(rod->work + 6 * (size_t)e + 3, moment);
}

// The efforts of all elements at velocities v, u' constant and end 0 not accelerated.
static void pass_out(const bl_super_helix* rod, const double* v, double* bias)
{
    belay_vec3 angular = m3_mul_transposed_v3(rod->frames[0].rotation, vector_at(v + 3));
    bl_helix_motion motion = {v3_zero(), angular, v3_zero(), v3_zero()};
    for (uint32_t e = 0; e < rod->n; e++) {
        bl_helix_shape shape = bl_super_helix_shape(rod, e);
        belay_vec3 rate = bl_super_helix_rate(v, e);
        bl_helix_effort effort = bl_helix_effort_of(&shape, rate, &motion);
        keep_effort(rod, e, &effort, bias);
        motion = bl_helix_motion_at_end(&shape, rate, &motion);
    }
}

void bl_super_helix_pass_back(const bl_super_helix* rod, double* out)
{
    bl_helix_twist beyond = {v3_zero(), v3_zero()};
    for (uint32_t e = rod->n; e-- > 0;) {
        for (uint32_t k = 3 * e; k < 3 * e + 3; k++)
            out[BL_SUPER_HELIX_BASE + k] += bl_helix_twist_dot(rod->twists[k], beyond);
        const double* effort = rod->work + 6 * (size_t)e;
        beyond = bl_helix_twist_add(beyond, (bl_helix_twist){vector_at(effort), vector_at(effort + 3)});
    }
    put_vector(out, beyond.linear);
    put_vector(out + 3, beyond.angular);
}

// ---------------------------------------------------------------------------------------------------------------------
// The free base
// ---------------------------------------------------------------------------------------------------------------------

// x = M_bb^-1 y of the free base dofs.
static void solve_base(const bl_super_helix* rod, uint32_t held, const double* y, double* x)
{
    uint32_t count = BL_SUPER_HELIX_BASE - held;
    double block[BL_SUPER_HELIX_BASE * BL_SUPER_HELIX_BASE];
    for (uint32_t i = 0; i < count; i++) {
        x[i] = y[held + i];
        for (uint32_t k = 0; k < count; k++)
            block[i * count + k] = rod->mass[(size_t)(held + i) * rod->m + held + k];
    }
    if (bl_dense_cholesky_factor(block, count, count))
        bl_dense_cholesky_solve(block, count, count, x, 1);
    else
        memset(x, 0, count * sizeof *x);
}

// y -= M x, x of the free base dofs.
static void subtract_base(const bl_super_helix* rod, uint32_t held, const double* x, double* y)
{
    for (uint32_t i = held; i < BL_SUPER_HELIX_BASE; i++) {
        const double* row = rod->mass + (size_t)i * rod->m;
        for (uint32_t k = 0; k < BL_SUPER_HELIX_BASE; k++)
            y[k] -= rod->mass[k * rod->m + i] * x[i - held];
        for (uint32_t k = BL_SUPER_HELIX_BASE; k < rod->m; k++)
            y[k] -= row[k] * x[i - held];
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Both ways
// ---------------------------------------------------------------------------------------------------------------------

void bl_super_helix_find_bias(const bl_super_helix* rod, const double* v, double* bias)
{
    uint32_t held = bl_super_helix_held(rod->body);
    pass_out(rod, v, bias);
    bl_super_helix_pass_back(rod, bias);
    if (held == BL_SUPER_HELIX_BASE) return;
    double acceleration[BL_SUPER_HELIX_BASE];
    solve_base(rod, held, bias, acceleration);
    subtract_base(rod, held, acceleration, bias);
}

void bl_super_helix_carry(const bl_super_helix* rod, uint32_t first, const bl_super_helix* before, double* momenta)
{
    bl_helix_twist at = {vector_at(before->v), vector_at(before->v + 3)};
    for (uint32_t e = 0; e < before->n; e++) {
        const belay_mat33* r = &before->frames[e].rotation;
        bl_helix_shape then = bl_super_helix_shape(before, e), now = bl_super_helix_shape(rod, first + e);
        bl_helix_motion motion = {.velocity = m3_mul_transposed_v3(*r, at.linear),
                                  .angular = m3_mul_transposed_v3(*r, at.angular)};
        belay_mat33 turn = m3_mul(m3_transpose(rod->frames[first + e].rotation), *r);
        bl_helix_effort effort = bl_helix_carry_of(&then, bl_super_helix_rate(before->v, e), &motion, &turn, &now);
        keep_effort(rod, first + e, &effort, momenta);
        at = bl_super_helix_advance(before, e, before->v, at);
    }
}

void bl_super_helix_find_carried(const bl_super_helix* rod, const bl_super_helix* before, double* momenta)
{
    bl_super_helix_carry(rod, 0, before, momenta);
    bl_super_helix_pass_back(rod, momenta);
}

// ---------------------------------------------------------------------------------------------------------------------
// Flight

void bl_super_helix_keep_base(const bl_super_helix* rod, const double* kept, double h, double* momenta)
{
    uint32_t held = bl_super_helix_held(rod->body), count = BL_SUPER_HELIX_BASE - held;
    if (count == 0) return;
    double excess[BL_SUPER_HELIX_BASE], x[BL_SUPER_HELIX_BASE];
    for (uint32_t k = 0; k < BL_SUPER_HELIX_BASE; k++)
        excess[k] = momenta[k] - kept[k];
    solve_base(rod, held, excess, x);
    double turn = h * v3_length(vector_at(x + count - 3));
    for (uint32_t i = 0; turn > BL_SUPER_HELIX_MOST_CHANGE && i < count; i++)
        x[i] *= BL_SUPER_HELIX_MOST_CHANGE / turn;
    subtract_base(rod, held, x, momenta);
}
