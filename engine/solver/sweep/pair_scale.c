// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/pair_scale.h"

#include "core/alloc.h"
#include "math/cone.h"

#include <math.h>
#include <string.h>

void bl_pair_scale_fini(bl_pair_scale* s)
{
    arrfree(s->pushes);
    arrfree(s->changes);
    arrfree(s->terms);
    arrfree(s->local);
    arrfree(s->first_push);
    arrfree(s->pushes_of);
}

bool bl_pair_scale_grow_like(bl_pair_scale* s, const bl_pair_scale* other, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(s->pushes, arrcap(other->pushes), allocator, &ok);
    BL_ARRAY_RESERVE(s->changes, arrcap(other->changes), allocator, &ok);
    BL_ARRAY_RESERVE(s->terms, arrcap(other->terms), allocator, &ok);
    BL_ARRAY_RESERVE(s->local, arrcap(other->local), allocator, &ok);
    return ok;
}

// ---------------------------------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------------------------------

static bool reserve(bl_pair_scale* s, const bl_row_set* set, const uint32_t* order, uint32_t count, bool is_shared)
{
    bool ok = true;
    uint32_t body_limit = bl_row_set_body_limit(set, order, count);
    BL_ARRAY_RESERVE(s->pushes, count, s->allocator, &ok);
    BL_ARRAY_RESERVE(s->changes, body_limit, s->allocator, &ok);
    BL_ARRAY_RESERVE(s->terms, count, s->allocator, &ok);
    BL_ARRAY_RESERVE(s->local, body_limit, s->allocator, &ok);
    if (is_shared) BL_ARRAY_RESERVE(s->first_push, body_limit + 1, s->allocator, &ok);
    if (is_shared) BL_ARRAY_RESERVE(s->pushes_of, 2 * (size_t)count, s->allocator, &ok);
    if (ok) memset(s->local, 0, body_limit * sizeof *s->local);
    s->body_count = 0;
    return ok;
}

// The body's index among the changes.
static uint32_t local_of(bl_pair_scale* s, uint32_t body)
{
    if (s->local[body] == 0) s->local[body] = ++s->body_count;
    return s->local[body] - 1;
}

// What is on the edge of the cone slides, up to rounding.
static bool slides(const bl_contact_row* row)
{
    double limit = row->mu * row->r[0];
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

// Of contacts from `begin` on that have the same bodies; sets its end. Whether any has an impulse.
static bool add_rows(bl_pair_push* p, const bl_row_set* set, const uint32_t* order, uint32_t count,
                     const bl_velocity* velocities)
{
    const bl_contact_row* first = &set->rows[order[p->begin]];
    bool any = false;
    for (p->end = p->begin; p->end < count; p->end++) {
        const bl_contact_row* row = &set->rows[order[p->end]];
        if (row->body_a != first->body_a || row->body_b != first->body_b) break;
        if (row->r[0] == 0.0) continue;
        add_row(p, row, set->responses, velocities);
        any = true;
    }
    return any;
}

// Writes the pairs that have impulses and returns their number.
static uint32_t collect(bl_pair_scale* s, const bl_row_set* set, const uint32_t* order, uint32_t count,
                        const bl_velocity* velocities)
{
    uint32_t pairs = 0;
    for (uint32_t k = 0; k < count;) {
        const bl_contact_row* first = &set->rows[order[k]];
        bl_pair_push p = {.begin = k,
                          .inverse_mass_a = set->responses[first->body_a].inverse_mass,
                          .inverse_mass_b = set->responses[first->body_b].inverse_mass};
        bool any = add_rows(&p, set, order, count, velocities);
        k = p.end;
        p.diagonal = (p.inverse_mass_a + p.inverse_mass_b) * v3_dot(p.linear, p.linear) + v3_dot(p.along_a, p.spin_a) +
                     v3_dot(p.along_b, p.spin_b);
        if (!any || !(p.diagonal > 0.0)) continue;
        p.a = local_of(s, first->body_a);
        p.b = local_of(s, first->body_b);
        s->pushes[pairs++] = p;
    }
    return pairs;
}

// Lists the pushes of each body: a counting sort.
static void list_by_body(bl_pair_scale* s, uint32_t pairs)
{
    memset(s->first_push, 0, (s->body_count + 1) * sizeof *s->first_push);
    for (uint32_t k = 0; k < pairs; k++) {
        s->first_push[s->pushes[k].a]++;
        s->first_push[s->pushes[k].b]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= s->body_count; i++) {
        sum += i < s->body_count ? s->first_push[i] : 0;
        s->first_push[i] = sum;
    }
    for (uint32_t k = pairs; k-- > 0;) {
        s->pushes_of[--s->first_push[s->pushes[k].b]] = 2 * k + 1;
        s->pushes_of[--s->first_push[s->pushes[k].a]] = 2 * k;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Conjugate gradient
// ---------------------------------------------------------------------------------------------------------------------

// Pairs and bodies are gone over by all workers. What sums over pairs is written pair by pair and added up by the
// calling thread, and what sums over the pairs of a body is added up in their order, by body or by pair: the bits are
// the same.
typedef struct scaling {
    bl_pair_scale* s;
    uint32_t pairs;
    double factor; // of the loop at hand
    bl_workers* workers;
} scaling;

#define PAIRS_PER_RANGE 128
#define BODIES_PER_RANGE 64

static double sum_over_pairs(scaling* c, double factor, bl_workers_fn* fn)
{
    c->factor = factor;
    bl_workers_run(c->workers, c->pairs, PAIRS_PER_RANGE, fn, c);
    double sum = 0.0;
    for (uint32_t k = 0; k < c->pairs; k++)
        sum += c->s->terms[k];
    return sum;
}

static inline void add_scaled(bl_velocity* v, double of_linear, belay_vec3 linear, double of_spin, belay_vec3 spin)
{
    bl_velocity sum = {v3_add_scaled(v->linear, of_linear, linear), v3_add_scaled(v->angular, of_spin, spin)};
    *v = sum;
}

// What the pair's direction adds to the velocities of A and of B. What cannot be moved has an inverse mass of zero and
// spins of zero.
static inline void push_a(const bl_pair_push* p, bl_velocity* change)
{
    add_scaled(change, p->direction * p->inverse_mass_a, p->linear, p->direction, p->spin_a);
}

static inline void push_b(const bl_pair_push* p, bl_velocity* change)
{
    add_scaled(change, -p->direction * p->inverse_mass_b, p->linear, -p->direction, p->spin_b);
}

static void gather_changes(void* context, uint32_t begin, uint32_t end, int worker)
{
    const scaling* c = context;
    const bl_pair_scale* s = c->s;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        bl_velocity change = {v3_zero(), v3_zero()};
        for (uint32_t k = s->first_push[i]; k < s->first_push[i + 1]; k++)
            (s->pushes_of[k] % 2 == 0 ? push_a : push_b)(&s->pushes[s->pushes_of[k] / 2], &change);
        s->changes[i] = change;
    }
}

// What the directions do to the bodies.
static void spread(scaling* c)
{
    bl_pair_scale* s = c->s;
    if (c->workers != NULL) {
        bl_workers_run(c->workers, s->body_count, BODIES_PER_RANGE, gather_changes, c);
        return;
    }
    memset(s->changes, 0, s->body_count * sizeof *s->changes);
    for (uint32_t k = 0; k < c->pairs; k++) {
        push_a(&s->pushes[k], &s->changes[s->pushes[k].a]);
        push_b(&s->pushes[k], &s->changes[s->pushes[k].b]);
    }
}

// The pair's part of the image A d of the directions, which have been spread.
static inline double image_of(const bl_pair_push* p, const bl_velocity* changes)
{
    const bl_velocity *a = &changes[p->a], *b = &changes[p->b];
    return v3_dot(p->linear, v3_sub(a->linear, b->linear)) + v3_dot(p->along_a, a->angular) -
           v3_dot(p->along_b, b->angular);
}

// The terms are those of the preconditioned residual's square.
static void begin_directions(void* context, uint32_t begin, uint32_t end, int worker)
{
    const scaling* c = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++) {
        bl_pair_push* p = &c->s->pushes[k];
        p->x = 0.0;
        p->residual = -p->gradient;
        p->direction = p->residual / p->diagonal;
        c->s->terms[k] = p->residual * p->direction;
    }
}

// By `factor` of the directions before.
static void turn_directions(void* context, uint32_t begin, uint32_t end, int worker)
{
    const scaling* c = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++) {
        bl_pair_push* p = &c->s->pushes[k];
        p->direction = p->residual / p->diagonal + c->factor * p->direction;
    }
}

// The terms are those of d . A d.
static void find_images(void* context, uint32_t begin, uint32_t end, int worker)
{
    const scaling* c = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++) {
        bl_pair_push* p = &c->s->pushes[k];
        p->image = image_of(p, c->s->changes);
        c->s->terms[k] = p->direction * p->image;
    }
}

// By `factor`; the terms are those of the preconditioned residual's square.
static void go_along(void* context, uint32_t begin, uint32_t end, int worker)
{
    const scaling* c = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++) {
        bl_pair_push* p = &c->s->pushes[k];
        p->x += c->factor * p->direction;
        p->residual -= c->factor * p->image;
        c->s->terms[k] = p->residual * p->residual / p->diagonal;
    }
}

// Preconditioned by the diagonal. Ends early where the matrix shows no curvature.
static void conjugate_gradient(scaling* c, int iterations)
{
    double rho = sum_over_pairs(c, 0.0, begin_directions);
    for (int i = 0; i < iterations && rho > 0.0; i++) {
        spread(c);
        double curvature = sum_over_pairs(c, 0.0, find_images);
        if (!(curvature > 0.0)) return;
        double next = sum_over_pairs(c, rho / curvature, go_along);
        c->factor = next / rho;
        bl_workers_run(c->workers, c->pairs, PAIRS_PER_RANGE, turn_directions, c);
        rho = next;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The step
// ---------------------------------------------------------------------------------------------------------------------

// The terms are those of the slope along x, cut off at the bound.
static void cut_off(void* context, uint32_t begin, uint32_t end, int worker)
{
    const scaling* c = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++) {
        bl_pair_push* p = &c->s->pushes[k];
        p->direction = p->x = fmax(-1.0, p->x);
        c->s->terms[k] = p->gradient * p->x;
    }
}

// The part of x, cut off at the bound, that lowers the objective most along it; 0: none does.
static double length_of(scaling* c)
{
    double slope = sum_over_pairs(c, 0.0, cut_off);
    spread(c);
    double curvature = sum_over_pairs(c, 0.0, find_images);
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
            bl_cone_project(row->mu, scaled, row->r); // rounding alone puts it outside
            for (int j = 0; j < 3; j++)
                dr[j] = row->r[j] - old[j];
            bl_contact_row_apply(row, dr, set->responses, velocities);
        }
    }
}

bool bl_pair_scale_apply(bl_pair_scale* s, const bl_row_set* set, const uint32_t* order, uint32_t count,
                         bl_velocity* velocities, int iterations, bl_workers* workers, uint32_t* pairs)
{
    bool is_shared = bl_workers_count(workers) > 1;
    *pairs = 0;
    if (!reserve(s, set, order, count, is_shared)) return false;
    *pairs = collect(s, set, order, count, velocities);
    if (is_shared) list_by_body(s, *pairs);
    scaling c = {s, *pairs, 0.0, is_shared ? workers : NULL};
    conjugate_gradient(&c, iterations);
    double length = length_of(&c);
    if (length > 0.0) take(s, set, order, *pairs, length, velocities);
    return true;
}
