// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rest shapes without sag (bertails2017, sec. 4.2): K (u - rest) = Q balances gravity's generalised force Q = -dV/du
// for rest = u - K^-1 Q. Whether the equilibrium is a stable one says the Hessian K + V''.
//
// V'' follows from the momenta: with G_k the linear momentum of the rod per rate of dof k, dV/du_k = -g.G_k. A dof of
// an element before turns all of G_k by its twist's rotation S_j, so V''_jk = -g.(S_j x G_k). Within an element the
// second derivatives of its own shape come in, by three axes and three pairs of them.

#include "belay/result.h"
#include "math/dense_cholesky.h"
#include "models/model_tolerances.h"
#include "models/rod/super_helix/rod_super_helix_internal.h"

#define BASE BL_SUPER_HELIX_BASE

// d^2/dt^2 of the rod's first moment, as du/dt of one element is `rate`; `beyond` is the first moment about its end of
// all that lies there, and `mass` how much that is.
static belay_vec3 first_second(const bl_super_helix* rod, uint32_t e, belay_vec3 rate, belay_vec3 beyond, double mass)
{
    const belay_mat33* r = &rod->frames[e].rotation;
    bl_helix_shape shape = bl_super_helix_shape(rod, e);
    bl_helix h = bl_helix_at(shape.u, shape.length);
    belay_vec3 y = v3_scale(shape.length, rate), arm = m3_mul_transposed_v3(*r, beyond);
    belay_vec3 w = bl_helix_turn(&h, y), a = bl_helix_turn_second(&h, y);
    belay_vec3 rotary_acceleration = v3_add(v3_cross(a, arm), v3_cross(w, v3_cross(w, arm)));
    belay_vec3 sum = v3_add_scaled(bl_helix_first_second(&shape, rate), mass, bl_helix_second(&h, y));
    return m3_mul_v3(*r, v3_add(sum, rotary_acceleration));
}

// Fills the 3x3 block of V'' of an element, in `hessian` [3 n x 3 n].
static void find_own(const bl_super_helix* rod, uint32_t e, belay_vec3 gravity, belay_vec3 beyond, double mass,
                     double* hessian)
{
    double along[3];
    size_t size = 3 * (size_t)rod->n;
    double* block = hessian + 3 * (size_t)e * (size + 1);
    for (uint32_t k = 0; k < 3; k++) {
        belay_vec3 axis = v3(k == 0, k == 1, k == 2);
        along[k] = -v3_dot(gravity, first_second(rod, e, axis, beyond, mass));
        block[k * (size + 1)] = along[k];
    }
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t k = i + 1; k < 3; k++) {
            belay_vec3 pair = v3(i == 0, k == 1 || i == 1, k == 2);
            double both = -v3_dot(gravity, first_second(rod, e, pair, beyond, mass));
            block[i * size + k] = 0.5 * (both - along[i] - along[k]);
        }
}

// The upper triangle of V'', after find_mass.
static void find_hessian(const bl_super_helix* rod, belay_vec3 gravity, double* hessian)
{
    uint32_t size = 3 * rod->n;
    for (uint32_t j = 0; j < size; j++)
        for (uint32_t k = 3 * (j / 3 + 1); k < size; k++) {
            belay_vec3 turned = v3_cross(rod->twists[j].angular, rod->momenta[k].linear);
            hessian[(size_t)j * size + k] = -v3_dot(gravity, turned);
        }
    double mass = 0.0;
    belay_vec3 beyond = v3_zero();
    for (uint32_t e = rod->n; e-- > 0;) {
        find_own(rod, e, gravity, beyond, mass, hessian);
        bl_helix_shape shape = bl_super_helix_shape(rod, e);
        bl_helix_flow flow = bl_helix_flow_of(&shape, v3_zero());
        belay_vec3 arm = v3_sub(rod->frames[e + 1].position, rod->frames[e].position);
        beyond = v3_add_scaled(beyond, mass, arm);
        beyond = v3_add(beyond, m3_mul_v3(rod->frames[e].rotation, flow.first));
        mass += flow.mass;
    }
}

static double entry(const double* upper, uint32_t size, uint32_t i, uint32_t k)
{
    return i <= k ? upper[(size_t)i * size + k] : upper[(size_t)k * size + i];
}

// No eigenvalue is further from zero than the largest sum of a row (Gershgorin).
static double largest_row(const double* upper, uint32_t size)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < size; i++) {
        double sum = 0.0;
        for (uint32_t k = 0; k < size; k++)
            sum += fabs(entry(upper, size, i, k));
        largest = fmax(largest, sum);
    }
    return largest;
}

// Whether all eigenvalues are above `shift`.
static bool is_above(const double* upper, uint32_t size, double shift, double* factor)
{
    for (uint32_t i = 0; i < size; i++) {
        for (uint32_t k = i; k < size; k++)
            factor[(size_t)i * size + k] = upper[(size_t)i * size + k];
        factor[(size_t)i * (size + 1)] -= shift;
    }
    return bl_dense_cholesky_factor(factor, size, size);
}

static double lowest_eigenvalue(const double* upper, uint32_t size, double* factor)
{
    double bound = largest_row(upper, size), low = -bound, high = bound;
    for (int i = 0; i < BL_HELIX_BISECTIONS; i++) {
        double middle = 0.5 * (low + high);
        if (is_above(upper, size, middle, factor))
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

// Of K^-1/2 (K + V'') K^-1/2.
static double lowest_relative(const bl_super_helix* rod, belay_vec3 gravity)
{
    uint32_t size = 3 * rod->n;
    double *hessian = rod->factor, *scale = rod->work;
    find_hessian(rod, gravity, hessian);
    for (uint32_t e = 0; e < rod->n; e++) {
        belay_vec3 k = bl_super_helix_stiffness(rod, e);
        scale[3 * e] = 1.0 / sqrt(k.x), scale[3 * e + 1] = 1.0 / sqrt(k.y), scale[3 * e + 2] = 1.0 / sqrt(k.z);
    }
    for (uint32_t i = 0; i < size; i++)
        for (uint32_t k = i; k < size; k++)
            hessian[(size_t)i * size + k] *= scale[i] * scale[k];
    return 1.0 + lowest_eigenvalue(hessian, size, rod->mass);
}

belay_result bl_super_helix_make_sag_free(const bl_rod* body, belay_vec3 gravity, double* lowest, belay_error* error)
{
    bl_super_helix rod = bl_super_helix_view(body);
    if (bl_super_helix_held(rod.body) < BASE)
        return belay_error_set(error, BELAY_ERROR_STATE,
                               "end 0 of a super-helix must be clamped for it to be in equilibrium under gravity");
    double* force = rod.rhs;
    for (uint32_t k = 0; k < rod.m; k++)
        force[k] = 0.0;
    bl_helix_body whole = bl_super_helix_find_mass(&rod);
    bl_super_helix_add_gravity(&rod, &whole, gravity, force);
    for (uint32_t e = 0; e < rod.n; e++) {
        const double* q = force + BASE + 3 * (size_t)e;
        belay_vec3 k = bl_super_helix_stiffness(&rod, e);
        rod.rest[e] = v3_sub(rod.u[e], v3(q[0] / k.x, q[1] / k.y, q[2] / k.z));
    }
    *lowest = lowest_relative(&rod, gravity);
    return BELAY_OK;
}
