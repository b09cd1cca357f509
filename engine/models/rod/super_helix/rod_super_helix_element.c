// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The integrals are taken by Gauss's rule with 8 places. The integrands are made of cosines and sines of up to twice
// the angle |u| s, times powers of s up to 4; over a panel of at most 2 rad the error is below 1e-12 of their size.
// (Closed forms exist, but their terms cancel to the ninth power of a small |u|, and there are forty of them.)

#include "models/rod/super_helix/rod_super_helix_element.h"

#include "models/model_tolerances.h"

#define PLACES 8

static const double place_at[PLACES] = {0.019855071751231884, 0.10166676129318664, 0.2372337950418355,
                                        0.4082826787521751,   0.5917173212478249,  0.7627662049581645,
                                        0.8983332387068134,   0.9801449282487681};
static const double place_weight[PLACES] = {0.05061426814518813, 0.11119051722668724, 0.15685332293894363,
                                            0.18134189168918100, 0.18134189168918100, 0.15685332293894363,
                                            0.11119051722668724, 0.05061426814518813};

// Places s of the rule, one after the other.
typedef struct gauss_rule {
    double width; // of a panel
    uint32_t count;
} gauss_rule;

static gauss_rule rule_of(const bl_helix_shape* shape)
{
    double angle = v3_length(shape->u) * shape->length / BL_HELIX_PANEL_ANGLE;
    uint32_t panels = angle < BL_HELIX_MAX_PANELS - 1 ? 1 + (uint32_t)angle : BL_HELIX_MAX_PANELS;
    gauss_rule r = {shape->length / panels, panels * PLACES};
    return r;
}

static double rule_place(const gauss_rule* r, uint32_t i)
{
    return r->width * (i / PLACES + place_at[i % PLACES]);
}

static double rule_weight(const gauss_rule* r, uint32_t i)
{
    return r->width * place_weight[i % PLACES];
}

// ---------------------------------------------------------------------------------------------------------------------
// Mass
// ---------------------------------------------------------------------------------------------------------------------

// Adds w a a^T to the upper triangle.
static void add_square(belay_mat33* m, double w, belay_vec3 a)
{
    belay_vec3 wa = v3_scale(w, a);
    m->m[0] += wa.x * a.x, m->m[1] += wa.x * a.y, m->m[2] += wa.x * a.z;
    m->m[4] += wa.y * a.y, m->m[5] += wa.y * a.z;
    m->m[8] += wa.z * a.z;
}

static void add_products(belay_mat33* m, double w, const belay_vec3 g[3])
{
    m->m[0] += w * v3_dot(g[0], g[0]), m->m[1] += w * v3_dot(g[0], g[1]), m->m[2] += w * v3_dot(g[0], g[2]);
    m->m[4] += w * v3_dot(g[1], g[1]), m->m[5] += w * v3_dot(g[1], g[2]);
    m->m[8] += w * v3_dot(g[2], g[2]);
}

static void mirror(belay_mat33* m)
{
    m->m[3] = m->m[1], m->m[6] = m->m[2], m->m[7] = m->m[5];
}

static void add_mass(bl_helix_mass* out, const bl_helix* h, double dm, double di)
{
    belay_vec3 r = bl_helix_position(h), d = bl_helix_tangent(h), g[3];
    bl_helix_gradient(h, g);
    out->first = v3_add_scaled(out->first, dm, r);
    add_square(&out->second, dm, r);
    add_square(&out->spin, di, d);
    const double along[3] = {di * r.x, di * r.y, di * r.z};
    for (int k = 0; k < 3; k++) {
        out->shift[k] = v3_add_scaled(out->shift[k], dm, g[k]);
        belay_vec3 swing = v3_add_scaled(out->swing[k], dm, v3_cross(r, g[k]));
        out->swing[k] = v3_add_scaled(swing, along[k], d);
    }
    add_products(&out->own, dm, g);
    add_square(&out->own, di, r);
}

bl_helix_mass bl_helix_mass_of(const bl_helix_shape* shape)
{
    bl_helix_mass out = {.mass = shape->line_mass * shape->length};
    gauss_rule rule = rule_of(shape);
    for (uint32_t i = 0; i < rule.count; i++) {
        bl_helix h = bl_helix_at(shape->u, rule_place(&rule, i));
        double ds = rule_weight(&rule, i);
        add_mass(&out, &h, ds * shape->line_mass, ds * shape->spin);
    }
    mirror(&out.second), mirror(&out.spin), mirror(&out.own);
    return out;
}

static belay_vec3 gradient_along(const bl_helix* h, belay_vec3 rate)
{
    belay_vec3 g[3];
    bl_helix_gradient(h, g);
    return v3_add_scaled(v3_add_scaled(v3_scale(rate.x, g[0]), rate.y, g[1]), rate.z, g[2]);
}

bl_helix_flow bl_helix_flow_of(const bl_helix_shape* shape, belay_vec3 rate)
{
    bl_helix_flow out = {.mass = shape->line_mass * shape->length};
    gauss_rule rule = rule_of(shape);
    for (uint32_t i = 0; i < rule.count; i++) {
        bl_helix h = bl_helix_at(shape->u, rule_place(&rule, i));
        double ds = rule_weight(&rule, i), dm = ds * shape->line_mass, di = ds * shape->spin;
        belay_vec3 r = bl_helix_position(&h), d = bl_helix_tangent(&h), v = gradient_along(&h, rate);
        double spin = v3_dot(r, rate);
        out.first = v3_add_scaled(out.first, dm, r);
        add_square(&out.second, dm, r);
        add_square(&out.spin, di, d);
        out.shift = v3_add_scaled(out.shift, dm, v);
        out.swing = v3_add_scaled(v3_add_scaled(out.swing, dm, v3_cross(r, v)), di * spin, d);
        out.own += dm * v3_dot(v, v) + di * spin * spin;
    }
    mirror(&out.second), mirror(&out.spin);
    return out;
}

belay_vec3 bl_helix_first_second(const bl_helix_shape* shape, belay_vec3 rate)
{
    belay_vec3 sum = v3_zero();
    gauss_rule rule = rule_of(shape);
    for (uint32_t i = 0; i < rule.count; i++) {
        bl_helix h = bl_helix_at(shape->u, rule_place(&rule, i));
        double dm = rule_weight(&rule, i) * shape->line_mass;
        sum = v3_add_scaled(sum, dm, bl_helix_second(&h, v3_scale(h.s, rate)));
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------------------
// Inertial forces
// ---------------------------------------------------------------------------------------------------------------------

// Of a place: a + alpha x r + w x (w x r) + 2 w x r' + r''.
static belay_vec3 acceleration_of(const bl_helix_motion* f, belay_vec3 r, belay_vec3 v, belay_vec3 second)
{
    belay_vec3 centripetal_coriolis = v3_add(v3_cross(f->angular, r), v3_scale(2.0, v));
    belay_vec3 sum = v3_add(v3_add(f->acceleration, second), v3_cross(f->angular_acceleration, r));
    return v3_add(sum, v3_cross(f->angular, centripetal_coriolis));
}

// The angular velocity and acceleration of the section there: W = w + V y, alpha + w x V y + V' y.
static void turn_of(const bl_helix_motion* f, const bl_helix* h, belay_vec3 rate, belay_vec3* angular,
                    belay_vec3* acceleration)
{
    belay_vec3 y = v3_scale(h->s, rate), turn = bl_helix_turn(h, y);
    *angular = v3_add(f->angular, turn);
    belay_vec3 sum = v3_add(f->angular_acceleration, bl_helix_turn_second(h, y));
    *acceleration = v3_add(sum, v3_cross(f->angular, turn));
}

// What turns a section whose angular momentum is di (W.d) d: di ((A.d) d + (W.d) W x d), as W.(W x d) = 0.
static void add_spin_effort(bl_helix_effort* out, const bl_helix_motion* f, const bl_helix* h, belay_vec3 rate,
                            double di)
{
    belay_vec3 w, a, d = bl_helix_tangent(h), turn[3];
    turn_of(f, h, rate, &w, &a);
    belay_vec3 moment = v3_add_scaled(v3_scale(v3_dot(a, d), d), v3_dot(w, d), v3_cross(w, d));
    out->moment = v3_add_scaled(out->moment, di, moment);
    bl_helix_turn_gradient(h, turn);
    for (int k = 0; k < 3; k++)
        out->own[k] += di * v3_dot(turn[k], moment);
}

bl_helix_effort bl_helix_effort_of(const bl_helix_shape* shape, belay_vec3 rate, const bl_helix_motion* motion)
{
    bl_helix_effort out = {.own = {0.0, 0.0, 0.0}};
    gauss_rule rule = rule_of(shape);
    for (uint32_t i = 0; i < rule.count; i++) {
        bl_helix h = bl_helix_at(shape->u, rule_place(&rule, i));
        double ds = rule_weight(&rule, i);
        belay_vec3 r = bl_helix_position(&h), g[3];
        bl_helix_gradient(&h, g);
        belay_vec3 v = v3_add_scaled(v3_add_scaled(v3_scale(rate.x, g[0]), rate.y, g[1]), rate.z, g[2]);
        belay_vec3 a = acceleration_of(motion, r, v, bl_helix_second(&h, v3_scale(h.s, rate)));
        belay_vec3 force = v3_scale(ds * shape->line_mass, a);
        out.force = v3_add(out.force, force);
        out.moment = v3_add(out.moment, v3_cross(r, force));
        for (int k = 0; k < 3; k++)
            out.own[k] += v3_dot(g[k], force);
        if (shape->spin > 0.0) add_spin_effort(&out, motion, &h, rate, ds * shape->spin);
    }
    return out;
}

// Of the section at `at` as it was, seen from the first frame then: velocity, and angular momentum per di.
static void momentum_before(const bl_helix_motion* f, const bl_helix* at, belay_vec3 rate, belay_vec3* velocity,
                            belay_vec3* spin)
{
    belay_vec3 r = bl_helix_position(at), d = bl_helix_tangent(at);
    *velocity = v3_add(v3_add(f->velocity, v3_cross(f->angular, r)), gradient_along(at, rate));
    *spin = v3_scale(v3_dot(f->angular, d) + v3_dot(r, rate), d);
}

bl_helix_effort bl_helix_carry_of(const bl_helix_shape* before, belay_vec3 rate, const bl_helix_motion* motion,
                                  const belay_mat33* turn, const bl_helix_shape* now)
{
    bl_helix_effort out = {.own = {0.0, 0.0, 0.0}};
    gauss_rule rule = rule_of(now);
    for (uint32_t i = 0; i < rule.count; i++) {
        double s = rule_place(&rule, i), ds = rule_weight(&rule, i);
        bl_helix then = bl_helix_at(before->u, s), h = bl_helix_at(now->u, s);
        belay_vec3 velocity, spin, g[3], w[3];
        momentum_before(motion, &then, rate, &velocity, &spin);
        belay_vec3 momentum = v3_scale(ds * now->line_mass, m3_mul_v3(*turn, velocity));
        spin = v3_scale(ds * now->spin, m3_mul_v3(*turn, spin));
        bl_helix_gradient(&h, g);
        bl_helix_turn_gradient(&h, w);
        out.force = v3_add(out.force, momentum);
        out.moment = v3_add(out.moment, v3_add(v3_cross(bl_helix_position(&h), momentum), spin));
        for (int k = 0; k < 3; k++)
            out.own[k] += v3_dot(g[k], momentum) + v3_dot(w[k], spin);
    }
    return out;
}

bl_helix_motion bl_helix_motion_at_end(const bl_helix_shape* shape, belay_vec3 rate, const bl_helix_motion* motion)
{
    bl_helix h = bl_helix_at(shape->u, shape->length);
    belay_vec3 r = bl_helix_position(&h), v = gradient_along(&h, rate);
    belay_mat33 turned = bl_helix_rotation(&h);
    belay_vec3 a = acceleration_of(motion, r, v, bl_helix_second(&h, v3_scale(h.s, rate)));
    belay_vec3 angular, angular_acceleration;
    turn_of(motion, &h, rate, &angular, &angular_acceleration);
    belay_vec3 velocity = v3_add(v3_add(motion->velocity, v3_cross(motion->angular, r)), v);
    bl_helix_motion end = {m3_mul_transposed_v3(turned, velocity), m3_mul_transposed_v3(turned, angular),
                           m3_mul_transposed_v3(turned, angular_acceleration), m3_mul_transposed_v3(turned, a)};
    return end;
}
