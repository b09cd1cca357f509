// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Between two contact instants a rod flies: its u grow evenly, and a free end 0 moves such that momentum and angular
// momentum are what they were (a pinned one turns such that the angular momentum about the pin is). So both are kept
// to rounding, whatever the shape does, and what prepare solves for are the impulses of one instant.
//
// Equations of motion are M dv/dt + A(v) = Q, A quadratic in v. In flight only the base accelerates, at
// -M_bb^-1 A_b; that much of the rod's inertial forces is taken care of, and to the rates of u remains
//     A_u - M_ub M_bb^-1 A_b.
// A itself comes from accelerations passed from end 0 to the tip, and forces passed back.

#include "dynamics/rod_super_helix_internal.h"
#include "math/dense_cholesky.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Inertial forces
// ---------------------------------------------------------------------------------------------------------------------

static belay_vec3 vector_at(const double* x)
{
    return v3(x[0], x[1], x[2]);
}

static void put_vector(double* x, belay_vec3 v)
{
    x[0] = v.x, x[1] = v.y, x[2] = v.z;
}

// The own part of each element's forces to `bias`; what moves each as a whole, world axes, to the work space.
static void pass_out(const bl_super_helix* rod, const double* v, double* bias)
{
    belay_vec3 angular = m3_mul_transposed_v3(rod->frames[0].rotation, vector_at(v + 3));
    bl_helix_motion motion = {angular, v3_zero(), v3_zero()};
    for (uint32_t e = 0; e < rod->n; e++) {
        bl_helix_shape shape = bl_super_helix_shape(rod, e);
        belay_vec3 rate = bl_super_helix_rate(v, e);
        bl_helix_effort effort = bl_helix_effort_of(&shape, rate, &motion);
        memcpy(bias + BL_SUPER_HELIX_BASE + 3 * (size_t)e, effort.own, sizeof effort.own);
        const bl_helix_frame* frame = &rod->frames[e];
        belay_vec3 force = m3_mul_v3(frame->rotation, effort.force);
        belay_vec3 moment = v3_add(m3_mul_v3(frame->rotation, effort.moment), v3_cross(frame->position, force));
        put_vector(rod->work + 6 * (size_t)e, force);
        put_vector(rod->work + 6 * (size_t)e + 3, moment);
        motion = bl_helix_motion_at_end(&shape, rate, &motion);
    }
}

static void pass_back(const bl_super_helix* rod, double* bias)
{
    bl_helix_twist beyond = {v3_zero(), v3_zero()};
    for (uint32_t e = rod->n; e-- > 0;) {
        for (uint32_t k = 3 * e; k < 3 * e + 3; k++)
            bias[BL_SUPER_HELIX_BASE + k] += bl_helix_twist_dot(rod->twists[k], beyond);
        const double* effort = rod->work + 6 * (size_t)e;
        beyond = bl_helix_twist_add(beyond, (bl_helix_twist){vector_at(effort), vector_at(effort + 3)});
    }
    put_vector(bias, beyond.linear);
    put_vector(bias + 3, beyond.angular);
}

// The base accelerates so that its free part of the forces is nought.
static void let_base_go(const bl_super_helix* rod, uint32_t held, double* bias)
{
    uint32_t count = BL_SUPER_HELIX_BASE - held;
    double block[BL_SUPER_HELIX_BASE * BL_SUPER_HELIX_BASE], acceleration[BL_SUPER_HELIX_BASE];
    for (uint32_t i = 0; i < count; i++) {
        acceleration[i] = bias[held + i];
        for (uint32_t k = 0; k < count; k++)
            block[i * count + k] = rod->mass[(size_t)(held + i) * rod->m + held + k];
    }
    if (!bl_dense_cholesky_factor(block, count, count)) return;
    bl_dense_cholesky_solve(block, count, count, acceleration, 1);
    for (uint32_t i = 0; i < count; i++) {
        const double* row = rod->mass + (size_t)(held + i) * rod->m;
        for (uint32_t k = BL_SUPER_HELIX_BASE; k < rod->m; k++)
            bias[k] -= row[k] * acceleration[i];
        for (uint32_t k = 0; k < held; k++)
            bias[k] -= rod->mass[k * rod->m + held + i] * acceleration[i];
        bias[held + i] = 0.0;
    }
}

void bl_super_helix_find_bias(const bl_super_helix* rod, const double* v, double* bias)
{
    uint32_t held = bl_super_helix_held(rod->body);
    pass_out(rod, v, bias);
    pass_back(rod, bias);
    if (held < BL_SUPER_HELIX_BASE) let_base_go(rod, held, bias);
}

// ---------------------------------------------------------------------------------------------------------------------
// Flight
// ---------------------------------------------------------------------------------------------------------------------

// A rod whose frame at vertex 0 moves with `at`.
typedef struct carriage {
    bl_helix_body body;
    bl_helix_twist momentum; // linear, and angular about vertex 0
    double energy;           // kinetic
} carriage;

static void add_flow(carriage* whole, const bl_super_helix* rod, uint32_t e, belay_vec3 rate, bl_helix_twist at)
{
    bl_helix_shape shape = bl_super_helix_shape(rod, e);
    bl_helix_flow flow = bl_helix_flow_of(&shape, rate);
    const bl_helix_frame* frame = &rod->frames[e];
    bl_helix_body body;
    memset(&body, 0, sizeof body);
    bl_helix_body_add(&body, frame, flow.mass, flow.first, &flow.second, &flow.spin);
    bl_helix_twist twist = {v3_add(at.linear, v3_cross(frame->position, at.angular)), at.angular};
    bl_helix_twist rigid = bl_helix_body_momentum(&body, twist);
    belay_vec3 shift = m3_mul_v3(frame->rotation, flow.shift);
    belay_vec3 swing = v3_add(m3_mul_v3(frame->rotation, flow.swing), v3_cross(frame->position, shift));
    bl_helix_twist own = {shift, swing};
    bl_helix_body_join(&whole->body, &body);
    whole->momentum = bl_helix_twist_add(whole->momentum, bl_helix_twist_add(rigid, own));
    whole->energy += 0.5 * (bl_helix_twist_dot(twist, rigid) + flow.own) + bl_helix_twist_dot(twist, own);
}

static carriage carriage_of(const bl_super_helix* rod, bl_helix_twist at)
{
    carriage whole;
    memset(&whole, 0, sizeof whole);
    for (uint32_t e = 0; e < rod->n; e++) {
        add_flow(&whole, rod, e, bl_super_helix_rate(rod->v, e), at);
        at = bl_super_helix_advance(rod, e, rod->v, at);
    }
    return whole;
}

double bl_super_helix_kinetic_energy(const bl_super_helix* rod)
{
    bl_helix_twist at = {vector_at(rod->v), vector_at(rod->v + 3)};
    return carriage_of(rod, at).energy;
}

// What is kept: momentum, and angular momentum about the centre, which is that of mass or, with end 0 held, vertex 0.
typedef struct keep {
    bool is_pinned;
    belay_vec3 momentum, angular;
} keep;

static belay_vec3 centre_of(const carriage* whole, bool is_pinned)
{
    return is_pinned ? v3_zero() : v3_scale(1.0 / whole->body.mass, whole->body.first);
}

static belay_vec3 angular_about(const bl_helix_twist* momentum, belay_vec3 centre)
{
    return v3_sub(momentum->angular, v3_cross(centre, momentum->linear));
}

// The angular velocity of the base, from J w = what is kept less what the rates of u make. J about the centre.
static belay_vec3 base_angular(const carriage* still, const keep* kept)
{
    belay_vec3 c = centre_of(still, kept->is_pinned);
    belay_mat33 j = bl_helix_body_inertia(&still->body);
    double m = still->body.mass, cc = v3_dot(c, c);
    belay_mat33 shift = m3_rows(v3_scale(m * c.x, c), v3_scale(m * c.y, c), v3_scale(m * c.z, c));
    j = m3_add(j, m3_sub(shift, m3_diagonal(v3(m * cc, m * cc, m * cc))));
    belay_vec3 rest = v3_sub(kept->angular, angular_about(&still->momentum, c));
    double x[3] = {rest.x, rest.y, rest.z};
    if (!bl_dense_cholesky_factor(j.m, 3, 3)) return v3_zero();
    bl_dense_cholesky_solve(j.m, 3, 3, x, 1);
    return vector_at(x);
}

static void grow(const bl_super_helix* rod, double seconds)
{
    for (uint32_t e = 0; e < rod->n; e++)
        rod->u[e] = v3_add_scaled(rod->u[e], seconds, bl_super_helix_rate(rod->v, e));
}

static void turn_to(const bl_super_helix* rod, belay_quat from, belay_vec3 rotation)
{
    *rod->rotation = q_normalize(q_mul(q_exp(rotation), from));
    bl_super_helix_place(rod);
}

// The middle's angular velocity carries the frame over the whole interval.
void bl_super_helix_fly(const bl_super_helix* rod, double seconds)
{
    static const bl_helix_twist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    bool is_pinned = bl_super_helix_held(rod->body) > 0;
    bl_helix_twist base = {is_pinned ? v3_zero() : vector_at(rod->v), vector_at(rod->v + 3)};
    carriage whole = carriage_of(rod, base);
    belay_vec3 centre = centre_of(&whole, is_pinned);
    keep kept = {is_pinned, whole.momentum.linear, angular_about(&whole.momentum, centre)};

    belay_quat from = *rod->rotation;
    grow(rod, 0.5 * seconds);
    turn_to(rod, from, v3_scale(0.5 * seconds, base.angular));
    whole = carriage_of(rod, still);
    belay_vec3 angular = base_angular(&whole, &kept);
    grow(rod, 0.5 * seconds);
    turn_to(rod, from, v3_scale(seconds, angular));
    whole = carriage_of(rod, still);
    angular = base_angular(&whole, &kept);
    put_vector(rod->v + 3, angular);
    if (is_pinned) return;

    belay_vec3 end = centre_of(&whole, false);
    belay_vec3 own = v3_sub(kept.momentum, whole.momentum.linear);
    put_vector(rod->v, v3_sub(v3_scale(1.0 / whole.body.mass, own), v3_cross(angular, end)));
    belay_vec3 way = v3_add_scaled(v3_sub(centre, end), seconds / whole.body.mass, kept.momentum);
    *rod->origin = v3_add(*rod->origin, way);
}
