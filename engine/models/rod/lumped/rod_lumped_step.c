// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "models/model_tolerances.h"
#include "models/rod/lumped/rod_lumped.h"

#include <string.h>

typedef struct step {
    double h, drag;
    double mass;            // of M in Mhat
    bl_lumped_weights past; // of E', Ks v-, Kb v-
    bl_lumped_weights next; // of Ks and Kb in Mhat
} step;

static step step_of(const bl_rod_body* body, double h)
{
    const bl_rod_section* s = &body->section;
    double theta = body->theta, damping = h * s->damping_time, d = 1.0 - theta;
    step p = {.h = h, .drag = h * s->drag, .mass = 1.0 + h * theta * s->drag};
    p.past = (bl_lumped_weights){h, h * h + damping, h * h * (2.0 * theta - 1.0) + damping};
    p.next = (bl_lumped_weights){0.0, h * h + damping, h * h * (theta * theta + d) + theta * damping};
    return p;
}

static double spin_mass(const bl_lumped* r, const step* p, uint32_t element)
{
    double floor = BL_ROD_SPIN_FLOOR * p->h * p->h * r->body->section.twist / r->length[element];
    return fmax(p->mass * bl_lumped_spin_inertia(r, element), floor);
}

static void add_inertia(const bl_lumped* r, const step* p)
{
    for (uint32_t i = 0; i <= r->n; i++) {
        uint32_t at = i * r->stride;
        double mass = p->mass * bl_lumped_node_mass(r, i);
        for (uint32_t k = at; k < at + 3; k++)
            *bl_band_at(&r->band, k, k) += mass;
        if (i == r->n || r->stride == 3) continue;
        double spin = spin_mass(r, p, i);
        for (uint32_t k = at + 3; k < at + 6; k++)
            *bl_band_at(&r->band, k, k) += spin;
    }
}

// Gravity, what is applied, drag.
static void load_outside(const bl_lumped* r, const step* p, belay_vec3 gravity, const double* applied)
{
    for (uint32_t i = 0; i <= r->n; i++) {
        size_t at = (size_t)i * r->stride;
        double mass = bl_lumped_node_mass(r, i);
        belay_vec3 f = v3_scale(mass, v3_add_scaled(v3_scale(p->h, gravity), -p->drag, bl_lumped_get(r->v, at)));
        if (applied != NULL) f = v3_add_scaled(f, p->h, bl_lumped_get(applied, 3 * (size_t)i));
        bl_lumped_set(r->load, at, f);
        if (i == r->n || r->stride == 3) continue;
        double spin = bl_lumped_spin_inertia(r, i);
        bl_lumped_set(r->load, at + 3, v3_scale(-p->drag * spin, bl_lumped_get(r->v, at + 3)));
    }
}

static size_t end_at(const bl_lumped* r, int end)
{
    return end == 0 ? 0 : (size_t)r->n * r->stride;
}

static bool is_end_held(const bl_lumped* r, int end)
{
    return r->body->ends[end].hold != BL_ROD_FREE;
}

// A clamp that turns is taken to have turned so before: only what theta < 1 leaves of the difference between two
// intervals is lost.
static void load_inside(const bl_lumped* r, const step* p)
{
    belay_vec3 clamp_turn[2];
    for (int end = 0; end < 2; end++)
        clamp_turn[end] = r->body->ends[end].hold == BL_ROD_CLAMPED ? r->body->ends[end].angular : v3_zero();
    r->model->unload(r, p->past, r->v, clamp_turn, r->load);
}

// The length after h of moving evenly beyond the linear prediction.
static double excess(belay_vec3 e, belay_vec3 rate, double h)
{
    belay_vec3 travel = v3_scale(h, rate);
    double length = v3_length(e), sum = v3_length(v3_add(e, travel)) + length;
    if (!(length > 0.0)) return 0.0;
    // after - length - t . travel, of numbers that are nearly equal: after^2 - length^2 over their sum.
    double along = v3_dot(e, travel);
    return fmin((2.0 * along + v3_length_squared(travel)) / sum - along / length, BL_LUMPED_EXCESS_CAP * length);
}

// What v makes of the elements' lengths beyond what is known goes to the right-hand side. Returns the energy of that
// stretch, J.
static double load_excess(const bl_lumped* r, const double* v, double h)
{
    double energy = 0.0;
    for (uint32_t i = 0; i < r->n; i++) {
        belay_vec3 e = v3_sub(r->x[i + 1], r->x[i]);
        double beyond = excess(e, bl_lumped_edge_rate(r, v, i), h), missed = beyond - r->beyond[i];
        double tension = r->body->section.stretch / r->length[i] * missed;
        r->beyond[i] = beyond;
        bl_lumped_unload_edge(r, i, v3_scale(h * tension, v3_normalize_or(e, v3_zero())), r->load);
        energy += 0.5 * tension * missed;
    }
    return energy;
}

// What the change of a held node's velocity does to the others, and to what pulls at it, goes to the right-hand side.
static void load_held(const bl_lumped* r)
{
    for (int end = 0; end < 2; end++) {
        if (!is_end_held(r, end)) continue;
        uint32_t at = (uint32_t)end_at(r, end);
        belay_vec3 change = v3_sub(r->body->ends[end].velocity, bl_lumped_get(r->v, at));
        bl_band_add_column(&r->band, at, -change.x, r->load);
        bl_band_add_column(&r->band, at + 1, -change.y, r->load);
        bl_band_add_column(&r->band, at + 2, -change.z, r->load);
    }
}

static void hold_ends(const bl_lumped* r)
{
    for (int end = 0; end < 2; end++)
        for (uint32_t k = 0; is_end_held(r, end) && k < 3; k++)
            bl_band_hold(&r->band, (uint32_t)end_at(r, end) + k);
}

// work = Mhat^-1 load, 0 for held ends; free = v- + D.
static void solve_free(const bl_lumped* r)
{
    memcpy(r->work, r->load, r->m * sizeof *r->work);
    bl_band_solve(&r->band, r->work);
    for (uint32_t k = 0; k < r->m; k++)
        r->free[k] = r->v[k] + r->work[k];
    for (int end = 0; end < 2; end++)
        if (is_end_held(r, end)) bl_lumped_set(r->free, end_at(r, end), r->body->ends[end].velocity);
}

// What of the load of a held node the rest of its equation does not use up, with `work` for what v_free changes by, is
// the impulse with which it pulls.
static void add_pull(const bl_lumped* r, const step* p)
{
    const belay_vec3 still[2] = {v3_zero(), v3_zero()};
    if (!is_end_held(r, 0) && !is_end_held(r, 1)) return;
    r->model->unload(r, p->next, r->work, still, r->load);
    for (int end = 0; end < 2; end++)
        if (is_end_held(r, end))
            r->pull[end] = v3_add_scaled(r->pull[end], 1.0 / p->h, bl_lumped_get(r->load, end_at(r, end)));
}

void bl_lumped_prepare(const bl_rod* rod, belay_vec3 gravity, const double* applied, double h)
{
    bl_lumped r = bl_lumped_view(rod);
    step p = step_of(r.body, h);
    r.model->measure(&r);
    bl_band_clear(&r.band);
    r.model->assemble(&r, p.next);
    add_inertia(&r, &p);
    load_outside(&r, &p, gravity, applied);
    load_inside(&r, &p);
    load_held(&r);
    hold_ends(&r);
    bl_band_factor(&r.band);
    solve_free(&r);
    memset(r.beyond, 0, r.n * sizeof *r.beyond);
    load_excess(&r, r.free, h);
    solve_free(&r);
    r.pull[0] = r.pull[1] = v3_zero();
    add_pull(&r, &p);
    *r.step = h;
}

static double kinetic_energy(const bl_lumped* r, const double* v)
{
    double sum = 0.0;
    for (uint32_t i = 0; i <= r->n; i++)
        sum += 0.5 * bl_lumped_node_mass(r, i) * v3_length_squared(bl_lumped_get(v, (size_t)i * r->stride));
    return sum;
}

static double stretch_energy(const bl_lumped* r)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < r->n; i++) {
        bl_lumped_edge edge = bl_lumped_edge_of(r, i);
        sum += 0.5 * edge.tension * edge.tension / edge.stiffness;
    }
    return sum;
}

bl_rod_miss bl_lumped_look(const bl_rod* rod, const double* v, double h)
{
    bl_lumped r = bl_lumped_view(rod);
    memset(r.load, 0, r.m * sizeof *r.load);
    double missed = load_excess(&r, v, h);
    double little = BL_ROD_LITTLE * kinetic_energy(&r, v) + BL_ROD_LITTLE_OF_STRAIN * stretch_energy(&r);
    return (bl_rod_miss){missed, !(missed <= little)};
}

bl_rod_refined bl_lumped_refine(const bl_rod* rod, const double* v, const bl_rod_miss* miss, bl_rod_renewal renewal,
                                belay_vec3 gravity, const double* applied, double h)
{
    (void)renewal, (void)gravity, (void)applied;
    if (miss == NULL) bl_lumped_look(rod, v, h);
    bl_lumped r = bl_lumped_view(rod);
    step p = step_of(rod->body, h);
    memcpy(r.work, r.load, r.m * sizeof *r.work);
    bl_band_solve(&r.band, r.work);
    for (int end = 0; end < 2; end++)
        if (is_end_held(&r, end)) bl_lumped_set(r.work, end_at(&r, end), v3_zero());
    for (uint32_t k = 0; k < r.m; k++)
        r.free[k] += r.work[k];
    add_pull(&r, &p);
    return BL_ROD_CORRECTED;
}

// Contacts make v+ another than v_free, and so the stresses.
belay_vec3 bl_lumped_end_force(const bl_rod* rod, int end)
{
    bl_lumped r = bl_lumped_view(rod);
    const belay_vec3 still[2] = {v3_zero(), v3_zero()};
    if (!is_end_held(&r, end)) return v3_zero();
    step p = step_of(r.body, *r.step);
    for (uint32_t k = 0; k < r.m; k++)
        r.work[k] = r.v[k] - r.free[k];
    memset(r.load, 0, r.m * sizeof *r.load);
    r.model->unload(&r, p.next, r.work, still, r.load);
    return v3_add_scaled(r.pull[end], 1.0 / p.h, bl_lumped_get(r.load, end_at(&r, end)));
}
