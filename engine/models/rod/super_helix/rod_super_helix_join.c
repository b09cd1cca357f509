// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Two super-helices in one. Their curve has no corners and cannot stretch, so what is between the two ends is taken up
// thus:
//
// - The turn K from the last frame of the first to the first of the second goes, half and half, into the two elements
//   beside the joint, which are then turned by exp(x) with x = l u + y:
//       exp(xa + y) exp(xb + y) = exp(xa) K exp(xb).
//   All frames but that at the joint stay.
// - The way between them is closed by moving both as they are, the lighter one farther.
// - The velocities are those whose field is nearest to that of the two rods (rod_super_helix_inertia.c). That is an
//   inelastic impact: momenta are kept and energy does not grow. What bends more finely than the elements has hardly
//   any inertia, and would be found by dividing rounding by rounding; so in the search for the change of velocity some
//   stiffness is added to the inertia, as if the impact lasted a tenth of the time in which an element swings.

#include "belay/result.h"
#include "math/dense_cholesky.h"
#include "models/model_tolerances.h"
#include "models/rod/rod_reverse.h"
#include "models/rod/super_helix/rod_super_helix_internal.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Turning round
// ---------------------------------------------------------------------------------------------------------------------

// Node 0 becomes the last; the base moves as the tip did. A tip is not held by the model.
void bl_super_helix_reverse(const bl_rod* body)
{
    bl_super_helix rod = bl_super_helix_view(body);
    bl_helix_twist motion = {v3(rod.v[0], rod.v[1], rod.v[2]), v3(rod.v[3], rod.v[4], rod.v[5])};
    for (uint32_t e = 0; e < rod.n; e++)
        motion = bl_super_helix_advance(&rod, e, rod.v, motion);
    *rod.origin = v3_add(*rod.origin, rod.frames[rod.n].position);
    *rod.rotation = bl_rod_turn_frame(bl_helix_quat(&rod.frames[rod.n].rotation));
    bl_rod_reverse_blocks(rod.length, rod.n, 1);
    bl_rod_reverse_strains(rod.u, rod.n);
    bl_rod_reverse_strains(rod.rest, rod.n);
    bl_rod_reverse_strains((belay_vec3*)(void*)(rod.v + BL_SUPER_HELIX_BASE), rod.n);
    bl_rod_reverse_blocks(rod.tension, rod.n, 1);
    const double v[BL_SUPER_HELIX_BASE] = {motion.linear.x,  motion.linear.y,  motion.linear.z,
                                           motion.angular.x, motion.angular.y, motion.angular.z};
    memcpy(rod.v, v, sizeof v);
    *rod.pull = v3_zero();
    bl_super_helix_place(&rod);
    bl_rod_reverse_ends(body->body);
    body->body->ends[1].hold = BL_ROD_FREE;
}

// ---------------------------------------------------------------------------------------------------------------------
// Shape
// ---------------------------------------------------------------------------------------------------------------------

static void lay_behind_each_other(const bl_super_helix* a, const bl_super_helix* b, const bl_super_helix* r)
{
    *r->origin = *a->origin;
    *r->rotation = *a->rotation;
    memcpy(r->length, a->length, a->n * sizeof *r->length);
    memcpy(r->length + a->n, b->length, b->n * sizeof *r->length);
    memcpy(r->u, a->u, a->n * sizeof *r->u);
    memcpy(r->u + a->n, b->u, b->n * sizeof *r->u);
    memcpy(r->rest, a->rest, a->n * sizeof *r->rest);
    memcpy(r->rest + a->n, b->rest, b->n * sizeof *r->rest);
    memcpy(r->tension, a->tension, a->n * sizeof *r->tension);
    memcpy(r->tension + a->n, b->tension, b->n * sizeof *r->tension);
    memcpy(r->v, a->v, a->m * sizeof *r->v);
    memcpy(r->v + a->m, b->v + BL_SUPER_HELIX_BASE, 3 * (size_t)b->n * sizeof *r->v);
}

// y, by the two elements' own turns and the one between. False: not found.
static bool share_turn(belay_vec3 xa, belay_quat between, belay_vec3 xb, belay_vec3* y)
{
    belay_quat wanted = q_mul(q_mul(q_exp(xa), between), q_exp(xb));
    *y = v3_zero();
    for (int i = 0; i < BL_HELIX_JOIN_STEPS; i++) {
        belay_quat now = q_mul(q_exp(v3_add(xa, *y)), q_exp(v3_add(xb, *y)));
        belay_vec3 missing = q_log(q_mul(q_conjugate(now), wanted));
        if (v3_length(missing) < BL_HELIX_TURN_ROUNDING) return true;
        *y = v3_add_scaled(*y, 0.5, missing);
    }
    return false;
}

static belay_result turn_elements(const bl_super_helix* a, const bl_super_helix* b, bool as_it_lies,
                                  const bl_super_helix* r, belay_error* error)
{
    belay_quat tip = bl_helix_quat(&a->frames[a->n].rotation), between = q_mul(q_conjugate(tip), *b->rotation);
    double turn = v3_length(q_log(between));
    uint32_t last = a->n - 1;
    belay_vec3 y, xa = v3_scale(a->length[last], a->u[last]), xb = v3_scale(b->length[0], b->u[0]);
    if (!(turn <= BL_HELIX_MOST_JOINED_TURN) || !share_turn(xa, between, xb, &y))
        return belay_error_set(error, BELAY_ERROR_SHAPE,
                               "the ends' frames are turned by %g rad against each other; it must be at most %g", turn,
                               BL_HELIX_MOST_JOINED_TURN);
    for (uint32_t e = last; e < last + 2; e++) {
        belay_vec3 change = v3_scale(1.0 / r->length[e], y);
        r->u[e] = v3_add(r->u[e], change);
        if (as_it_lies) r->rest[e] = v3_add(r->rest[e], change);
    }
    return BELAY_OK;
}

static double length_of(const bl_super_helix* rod)
{
    double sum = 0.0;
    for (uint32_t e = 0; e < rod->n; e++)
        sum += rod->length[e];
    return sum;
}

// From where the second's first element ends to where it did, shared.
static void close_gap(const bl_super_helix* a, const bl_super_helix* b, const bl_super_helix* r)
{
    if (bl_super_helix_held(r->body) > 0) return;
    belay_vec3 was = v3_add(*b->origin, b->frames[1].position), is = v3_add(*r->origin, r->frames[a->n + 1].position);
    double of_a = length_of(a), of_b = length_of(b);
    *r->origin = v3_add_scaled(*r->origin, of_b / (of_a + of_b), v3_sub(was, is));
}

// ---------------------------------------------------------------------------------------------------------------------
// Velocities
// ---------------------------------------------------------------------------------------------------------------------

// momenta -= M v
static void subtract_own(const bl_super_helix* r, double* momenta)
{
    for (uint32_t i = 0; i < r->m; i++)
        for (uint32_t k = 0; k < r->m; k++)
            momenta[i] -= r->mass[i <= k ? (size_t)i * r->m + k : (size_t)k * r->m + i] * r->v[k];
}

static void add_stiffness(const bl_super_helix* r)
{
    const bl_rod_section* section = &r->body->section;
    double mean = length_of(r) / r->n, least = fmin(fmin(section->bend[0], section->bend[1]), section->twist);
    double swing = section->line_mass * mean * mean * mean * mean / least;
    for (uint32_t e = 0; e < r->n; e++) {
        belay_vec3 k = v3_scale(BL_HELIX_JOIN_IMPACT * swing, bl_super_helix_stiffness(r, e));
        double* at = r->factor + (BL_SUPER_HELIX_BASE + 3 * (size_t)e) * (r->m + 1);
        at[0] += k.x, at[r->m + 1] += k.y, at[2 * ((size_t)r->m + 1)] += k.z;
    }
}

static void set_velocities(const bl_super_helix* a, const bl_super_helix* b, const bl_super_helix* r)
{
    uint32_t held = bl_super_helix_held(r->body);
    double* change = r->momentum;
    bl_super_helix_find_mass(r);
    bl_super_helix_carry(r, 0, a, change);
    bl_super_helix_carry(r, a->n, b, change);
    bl_super_helix_pass_back(r, change);
    subtract_own(r, change);
    memcpy(r->factor, r->mass, (size_t)r->m * r->m * sizeof *r->factor);
    add_stiffness(r);
    double* block = r->factor + (size_t)held * (r->m + 1);
    if (!bl_dense_cholesky_factor(block, r->m, r->m - held)) return;
    bl_dense_cholesky_solve(block, r->m, r->m - held, change + held, 1);
    for (uint32_t k = held; k < r->m; k++)
        r->v[k] += change[k];
}

// ---------------------------------------------------------------------------------------------------------------------

belay_result bl_super_helix_join(const bl_rod* first, const bl_rod* second, bool as_it_lies, const bl_rod* joined,
                                 belay_error* error)
{
    bl_super_helix a = bl_super_helix_view(first), b = bl_super_helix_view(second), r = bl_super_helix_view(joined);
    memset(joined->state, 0, bl_rod_state_size(&bl_rod_super_helix, r.n) * sizeof(double));
    lay_behind_each_other(&a, &b, &r);
    belay_result result = turn_elements(&a, &b, as_it_lies, &r, error);
    if (result != BELAY_OK) return result;
    bl_super_helix_place(&r);
    close_gap(&a, &b, &r);
    set_velocities(&a, &b, &r);
    bl_super_helix_set_length(&r, joined->body);
    return BELAY_OK;
}
