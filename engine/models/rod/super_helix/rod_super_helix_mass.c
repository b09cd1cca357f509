// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The mass matrix, in O(N^2) after O(N) integrals: seen from an element, all that lies beyond it is one rigid body, and
// all before it moves it as one. Let F_k be the momentum of the whole rod (linear, and angular about vertex 0) per
// rate of dof k. What lies beyond element j moves by its twists S_j as a rigid body, so
//     M_jk = S_j . F_k   for k of an element beyond j,     F_k itself for the base,
// and within an element the elements' own integrals come in.

#include "models/rod/super_helix/rod_super_helix_internal.h"

#include <string.h>

static void find_twists(const bl_super_helix* rod, uint32_t e)
{
    const belay_mat33* r = &rod->frames[e].rotation;
    bl_helix h = bl_helix_at(rod->u[e], rod->length[e]);
    belay_vec3 gradient[3], turn[3];
    bl_helix_gradient(&h, gradient);
    bl_helix_turn_gradient(&h, turn);
    for (int k = 0; k < 3; k++) {
        bl_helix_twist* s = &rod->twists[3 * e + (uint32_t)k];
        s->angular = m3_mul_v3(*r, turn[k]);
        belay_vec3 back = v3_cross(rod->frames[e + 1].position, s->angular);
        s->linear = v3_add(m3_mul_v3(*r, gradient[k]), back);
    }
}

// Momenta of the element's dofs and their block of M.
static void find_own(const bl_super_helix* rod, uint32_t e, const bl_helix_body* beyond, const bl_helix_mass* element)
{
    const belay_mat33* r = &rod->frames[e].rotation;
    const bl_helix_twist* s = &rod->twists[3 * e];
    uint32_t at = BL_SUPER_HELIX_BASE + 3 * e;
    for (uint32_t k = 0; k < 3; k++) {
        bl_helix_twist momentum = bl_helix_body_momentum(beyond, s[k]);
        for (uint32_t i = 0; i <= k; i++)
            rod->mass[(size_t)(at + i) * rod->m + at + k] =
                element->own.m[3 * i + k] + bl_helix_twist_dot(s[i], momentum);
        belay_vec3 shift = m3_mul_v3(*r, element->shift[k]);
        belay_vec3 swing = m3_mul_v3(*r, element->swing[k]);
        momentum.linear = v3_add(momentum.linear, shift);
        momentum.angular = v3_add(momentum.angular, v3_add(swing, v3_cross(rod->frames[e].position, shift)));
        rod->momenta[3 * e + k] = momentum;
    }
}

static void put(double* x, belay_vec3 v, size_t step)
{
    x[0] = v.x, x[step] = v.y, x[2 * step] = v.z;
}

static void find_base(const bl_super_helix* rod, const bl_helix_body* whole)
{
    for (uint32_t k = 0; k < BL_SUPER_HELIX_BASE; k++) {
        bl_helix_twist unit = {v3(k == 0, k == 1, k == 2), v3(k == 3, k == 4, k == 5)};
        bl_helix_twist momentum = bl_helix_body_momentum(whole, unit);
        put(rod->mass + k, momentum.linear, rod->m);
        put(rod->mass + 3 * (size_t)rod->m + k, momentum.angular, rod->m);
    }
    for (uint32_t k = 0; k < 3 * rod->n; k++) {
        put(rod->mass + BL_SUPER_HELIX_BASE + k, rod->momenta[k].linear, rod->m);
        put(rod->mass + 3 * (size_t)rod->m + BL_SUPER_HELIX_BASE + k, rod->momenta[k].angular, rod->m);
    }
}

static void find_couplings(const bl_super_helix* rod)
{
    uint32_t count = 3 * rod->n;
    for (uint32_t j = 0; j < count; j++) {
        double* row = rod->mass + (size_t)(BL_SUPER_HELIX_BASE + j) * rod->m + BL_SUPER_HELIX_BASE;
        for (uint32_t k = 3 * (j / 3 + 1); k < count; k++)
            row[k] = bl_helix_twist_dot(rod->twists[j], rod->momenta[k]);
    }
}

bl_helix_body bl_super_helix_find_mass(const bl_super_helix* rod)
{
    bl_helix_body beyond;
    memset(&beyond, 0, sizeof beyond);
    for (uint32_t e = rod->n; e-- > 0;) {
        bl_helix_shape shape = bl_super_helix_shape(rod, e);
        bl_helix_mass mass = bl_helix_mass_of(&shape);
        find_twists(rod, e);
        find_own(rod, e, &beyond, &mass);
        bl_helix_body_add(&beyond, &rod->frames[e], mass.mass, mass.first, &mass.second, &mass.spin);
    }
    find_base(rod, &beyond);
    find_couplings(rod);
    return beyond;
}

// V = -int dm g.r, so that the force is g times the momentum per rate.
void bl_super_helix_add_gravity(const bl_super_helix* rod, const bl_helix_body* whole, belay_vec3 gravity,
                                double* force)
{
    belay_vec3 linear = v3_scale(whole->mass, gravity), moment = v3_cross(whole->first, gravity);
    force[0] += linear.x, force[1] += linear.y, force[2] += linear.z;
    force[3] += moment.x, force[4] += moment.y, force[5] += moment.z;
    for (uint32_t k = 0; k < 3 * rod->n; k++)
        force[BL_SUPER_HELIX_BASE + k] += v3_dot(gravity, rod->momenta[k].linear);
}
