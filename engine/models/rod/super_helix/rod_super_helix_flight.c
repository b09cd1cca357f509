// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Between two contact instants a rod flies: its u grow evenly, and a free end 0 moves such that momentum and angular
// momentum are what they were (a pinned one turns such that the angular momentum about the pin is). So both are kept
// to rounding, whatever the shape does, and what prepare solves for are the impulses of one instant.

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

// A shape that changes much in one step may leave little inertia about the rod's axis (a bent rod that becomes
// straight), and the spin that would then keep the angular momentum makes energy of nothing. In truth forces would not
// have let it come so far: the change is limited.
static belay_vec3 limited_change(belay_vec3 from, belay_vec3 to, double seconds)
{
    belay_vec3 change = v3_sub(to, from);
    double turn = fabs(seconds) * v3_length(change);
    return turn > BL_SUPER_HELIX_MOST_CHANGE ? v3_add_scaled(from, BL_SUPER_HELIX_MOST_CHANGE / turn, change) : to;
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
static void fly_free(const bl_super_helix* rod, double seconds, bool is_pinned)
{
    static const bl_helix_twist still = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    bl_helix_twist base = {is_pinned ? v3_zero() : vector_at(rod->v), vector_at(rod->v + 3)};
    carriage whole = carriage_of(rod, base);
    belay_vec3 centre = centre_of(&whole, is_pinned);
    keep kept = {is_pinned, whole.momentum.linear, angular_about(&whole.momentum, centre)};

    belay_quat from = *rod->rotation;
    grow(rod, 0.5 * seconds);
    turn_to(rod, from, v3_scale(0.5 * seconds, base.angular));
    whole = carriage_of(rod, still);
    belay_vec3 angular = limited_change(base.angular, base_angular(&whole, &kept), seconds);
    grow(rod, 0.5 * seconds);
    turn_to(rod, from, v3_scale(seconds, angular));
    whole = carriage_of(rod, still);
    angular = limited_change(base.angular, base_angular(&whole, &kept), seconds);
    put_vector(rod->v + 3, angular);
    if (is_pinned) return;

    belay_vec3 end = centre_of(&whole, false);
    belay_vec3 own = v3_sub(kept.momentum, whole.momentum.linear);
    put_vector(rod->v, v3_sub(v3_scale(1.0 / whole.body.mass, own), v3_cross(angular, end)));
    belay_vec3 displacement = v3_add_scaled(v3_sub(centre, end), seconds / whole.body.mass, kept.momentum);
    *rod->origin = v3_add(*rod->origin, displacement);
}

void bl_super_helix_fly(const bl_super_helix* rod, double seconds)
{
    uint32_t held = bl_super_helix_held(rod->body);
    if (held < BL_SUPER_HELIX_BASE) {
        fly_free(rod, seconds, held > 0);
        return;
    }
    grow(rod, seconds);
    turn_to(rod, *rod->rotation, v3_scale(seconds, vector_at(rod->v + 3)));
}
