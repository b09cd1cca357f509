// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/pair_scale.h"

#include "core/alloc.h"
#include "math/cone.h"

#include <math.h>

void bl_pair_scale_fini(bl_pair_scale* s)
{
    arrfree(s->pushes);
    arrfree(s->changes);
}

bool bl_pair_scale_grow_like(bl_pair_scale* s, const bl_pair_scale* other, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(s->pushes, arrcap(other->pushes), allocator, &ok);
    BL_ARRAY_RESERVE(s->changes, arrcap(other->changes), allocator, &ok);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

static bool reserve(bl_pair_scale* s, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    bool ok = true;
    BL_ARRAY_RESERVE(s->pushes, count, s->allocator, &ok);
    BL_ARRAY_RESERVE(s->changes, bl_row_set_body_limit(set, order, count), s->allocator, &ok);
    return ok;
}

// What is on the edge of the cone slides, up to rounding.
static bool slides(const bl_contact_row* row)
{
    double limit = row->block.mu * row->r[0];
    return row->r[1] * row->r[1] + row->r[2] * row->r[2] >= (1.0 - 1e-9) * limit * limit;
}

static void add_row(bl_pair_push* p, const bl_contact_row* row, const bl_response* responses,
                    const bl_velocity* velocities)
{
    const bl_contact_geometry* at = &row->at;
    double u[3];
    bl_contact_row_velocity(row, velocities, u);
    bl_contact_row_shift(row, u);
    p->gradient += row->r[0] * u[0];
    if (!slides(row)) p->gradient += row->r[1] * u[1] + row->r[2] * u[2];
    belay_vec3 push = bl_contact_impulse(at, row->r);
    p->spin_a = v3_add(p->spin_a, m3_mul_v3(responses[row->body_a].inverse_inertia, v3_cross(at->arm_a, push)));
    p->spin_b = v3_add(p->spin_b, m3_mul_v3(responses[row->body_b].inverse_inertia, v3_cross(at->arm_b, push)));
    p->linear = v3_add(p->linear, push);
    p->along_a = v3_add(p->along_a, v3_cross(at->arm_a, push));
    p->along_b = v3_add(p->along_b, v3_cross(at->arm_b, push));
}

// Writes the pairs that have impulses and returns their number.
static uint32_t collect(bl_pair_scale* s, const bl_row_set* set, const uint32_t* order, uint32_t count,
                        const bl_velocity* velocities)
{
    uint32_t pairs = 0;
    for (uint32_t k = 0, end; k < count; k = end) {
        const bl_contact_row* first = &set->rows[order[k]];
        bl_pair_push p = {.body_a = first->body_a,
                          .body_b = first->body_b,
                          .begin = k,
                          .inverse_mass_a = set->responses[first->body_a].inverse_mass,
                          .inverse_mass_b = set->responses[first->body_b].inverse_mass};
        bool any = false;
        for (end = k; end < count; end++) {
            const bl_contact_row* row = &set->rows[order[end]];
            if (row->body_a != p.body_a || row->body_b != p.body_b) break;
            if (row->r[0] == 0.0) continue;
            add_row(&p, row, set->responses, velocities);
            any = true;
        }
        p.end = end;
        p.diagonal = (p.inverse_mass_a + p.inverse_mass_b) * v3_dot(p.linear, p.linear) + v3_dot(p.along_a, p.spin_a) +
                     v3_dot(p.along_b, p.spin_b);
        if (any && p.diagonal > 0.0) s->pushes[pairs++] = p;
    }
    return pairs;
}

// ---------------------------------------------------------------------------------------------------------------------
// Conjugate gradient
// ---------------------------------------------------------------------------------------------------------------------

static void clear(bl_pair_scale* s, uint32_t pairs)
{
    const bl_velocity none = {v3_zero(), v3_zero()};
    for (uint32_t k = 0; k < pairs; k++)
        s->changes[s->pushes[k].body_a] = s->changes[s->pushes[k].body_b] = none;
}

// The image A d of the directions. What cannot be moved has an inverse mass of zero and spins of zero.
static void multiply(bl_pair_scale* s, uint32_t pairs)
{
    clear(s, pairs);
    for (uint32_t k = 0; k < pairs; k++) {
        const bl_pair_push* p = &s->pushes[k];
        bl_velocity *a = &s->changes[p->body_a], *b = &s->changes[p->body_b];
        a->linear = v3_add_scaled(a->linear, p->direction * p->inverse_mass_a, p->linear);
        a->angular = v3_add_scaled(a->angular, p->direction, p->spin_a);
        b->linear = v3_add_scaled(b->linear, -p->direction * p->inverse_mass_b, p->linear);
        b->angular = v3_add_scaled(b->angular, -p->direction, p->spin_b);
    }
    for (uint32_t k = 0; k < pairs; k++) {
        bl_pair_push* p = &s->pushes[k];
        const bl_velocity *a = &s->changes[p->body_a], *b = &s->changes[p->body_b];
        p->image = v3_dot(p->linear, v3_sub(a->linear, b->linear)) + v3_dot(p->along_a, a->angular) -
                   v3_dot(p->along_b, b->angular);
    }
}

// Preconditioned by the diagonal. Ends early where the matrix shows no curvature.
static void conjugate_gradient(bl_pair_scale* s, uint32_t pairs, int iterations)
{
    double rho = 0.0;
    for (uint32_t k = 0; k < pairs; k++) {
        bl_pair_push* p = &s->pushes[k];
        p->x = 0.0;
        p->residual = -p->gradient;
        p->direction = p->residual / p->diagonal;
        rho += p->residual * p->direction;
    }
    for (int i = 0; i < iterations && rho > 0.0; i++) {
        multiply(s, pairs);
        double curvature = 0.0, next = 0.0;
        for (uint32_t k = 0; k < pairs; k++)
            curvature += s->pushes[k].direction * s->pushes[k].image;
        if (!(curvature > 0.0)) return;
        double step = rho / curvature;
        for (uint32_t k = 0; k < pairs; k++) {
            bl_pair_push* p = &s->pushes[k];
            p->x += step * p->direction;
            p->residual -= step * p->image;
            next += p->residual * p->residual / p->diagonal;
        }
        for (uint32_t k = 0; k < pairs; k++) {
            bl_pair_push* p = &s->pushes[k];
            p->direction = p->residual / p->diagonal + next / rho * p->direction;
        }
        rho = next;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The step
// ---------------------------------------------------------------------------------------------------------------------

// The part of x, cut off at the bound, that lowers the objective most along it; 0: none does.
static double length_of(bl_pair_scale* s, uint32_t pairs)
{
    double slope = 0.0, curvature = 0.0;
    for (uint32_t k = 0; k < pairs; k++) {
        bl_pair_push* p = &s->pushes[k];
        p->direction = p->x = fmax(-1.0, p->x);
        slope += p->gradient * p->x;
    }
    multiply(s, pairs);
    for (uint32_t k = 0; k < pairs; k++)
        curvature += s->pushes[k].x * s->pushes[k].image;
    if (!(slope < 0.0)) return 0.0;
    return curvature > -slope ? -slope / curvature : 1.0;
}

static void take(const bl_pair_scale* s, const bl_row_set* set, const uint32_t* order, uint32_t pairs, double length,
                 bl_velocity* velocities)
{
    for (uint32_t k = 0; k < pairs; k++) {
        const bl_pair_push* p = &s->pushes[k];
        for (uint32_t i = p->begin; i < p->end; i++) {
            bl_contact_row* row = &set->rows[order[i]];
            if (row->r[0] == 0.0) continue;
            double dr[3], scaled[3], old[3], factor = fmax(0.0, 1.0 + length * p->x);
            for (int j = 0; j < 3; j++) {
                old[j] = row->r[j];
                scaled[j] = factor * old[j];
            }
            bl_cone_project(row->block.mu, scaled, row->r); // rounding alone puts it outside
            for (int j = 0; j < 3; j++)
                dr[j] = row->r[j] - old[j];
            bl_contact_row_apply(row, dr, set->responses, velocities);
        }
    }
}

bool bl_pair_scale_apply(bl_pair_scale* s, const bl_row_set* set, const uint32_t* order, uint32_t count,
                         bl_velocity* velocities, int iterations, uint32_t* pairs)
{
    *pairs = 0;
    if (!reserve(s, set, order, count)) return false;
    *pairs = collect(s, set, order, count, velocities);
    conjugate_gradient(s, *pairs, iterations);
    double length = length_of(s, *pairs);
    if (length > 0.0) take(s, set, order, *pairs, length, velocities);
    return true;
}
