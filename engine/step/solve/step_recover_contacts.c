// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/solve/step_recover_contacts.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "solver/sweep/colouring.h"
#include "step/solve/solve_tolerances.h"

#define CONTACTS_PER_RANGE 128

// ---------------------------------------------------------------------------------------------------------------------
// What is asked
// ---------------------------------------------------------------------------------------------------------------------

// The gap at the next contact instant with the new velocities.
static double next_gap(const bl_step_scratch* s, uint32_t contact, double h)
{
    double speed = bl_contact_row_normal_velocity(&s->solve.rows[contact], s->motion.velocities);
    return s->solve.contacts[contact].gap + h * speed + s->solve.contacts[contact].gap_term_after;
}

// The speed that is asked of a contact; none above 0: only that it does not come closer; -HUGE_VAL: nothing at all.
static double target_of(const belay_world_def* def, const bl_step_scratch* s, uint32_t contact)
{
    const bl_active_contact* c = &s->solve.contacts[contact];
    double gap = next_gap(s, contact, def->step_seconds), excess = -gap - def->overlap_slop;
    if (c->is_missed && c->gap > 0.0) return -HUGE_VAL; // the normal at hand does not tell where the two will be
    if (!(excess > BL_RECOVERY_NEGLIGIBLE_EXCESS * def->overlap_slop))
        return -fmax(gap, 0.0) / def->step_seconds; // may close, not overlap
    return fmin(def->overlap_recovery * excess / def->step_seconds, def->overlap_max_speed);
}

typedef struct targets {
    const belay_world_def* def;
    bl_step_scratch* s;
} targets;

static void set_targets(void* context, uint32_t begin, uint32_t end, int worker)
{
    const targets* t = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++)
        t->s->solve.recovery_targets[i] = target_of(t->def, t->s, i);
}

void bl_step_recovery_targets(const belay_world_def* def, bl_step_scratch* s, bl_workers* workers)
{
    targets t = {def, s};
    bl_workers_run(workers, (uint32_t)arrlen(s->solve.contacts), CONTACTS_PER_RANGE, set_targets, &t);
}

double bl_step_recovery_fastest(const bl_step_scratch* s, const uint32_t* order, uint32_t count)
{
    double fastest = 0.0;
    for (uint32_t k = 0; k < count; k++)
        fastest = fmax(fastest, s->solve.recovery_targets[order[k]]);
    return fastest;
}

// ---------------------------------------------------------------------------------------------------------------------
// Sweeps
// ---------------------------------------------------------------------------------------------------------------------

static double softness_of(const bl_step_scratch* s, const bl_contact_row* row)
{
    if (s->joints.block_count == 0) return 0.0;
    uint32_t group = s->joints.group[row->body_a];
    return group != 0 && group == s->joints.group[row->body_b] ? row->w[0] : 0.0;
}

typedef struct rows_of {
    bl_step_scratch* s;
    const bl_recovery_island* island;
} rows_of;

// What cannot be moved has no inverse inertia either.
static void set_end(const bl_response* response, belay_vec3 arm, belay_vec3 n, belay_vec3* turn, belay_vec3* spin)
{
    *turn = v3_cross(arm, n);
    *spin = m3_mul_v3(response->inverse_inertia, *turn);
}

static void set_rows(void* context, uint32_t begin, uint32_t end, int worker)
{
    const rows_of* r = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++) {
        uint32_t contact = r->island->order[k];
        BELAY_ASSERT(contact < (uint32_t)arrlen(r->s->solve.contacts));
        const bl_contact_row* row = &r->s->solve.rows[contact];
        bl_recovery_row* to = &r->island->rows[k];
        to->body_a = row->body_a;
        to->body_b = row->body_b;
        to->n = row->at.n;
        set_end(&r->s->motion.responses[row->body_a], row->at.arm_a, row->at.n, &to->turn_a, &to->spin_a);
        set_end(&r->s->motion.responses[row->body_b], row->at.arm_b, row->at.n, &to->turn_b, &to->spin_b);
        to->inverse_mass_a = r->s->motion.responses[row->body_a].inverse_mass;
        to->inverse_mass_b = r->s->motion.responses[row->body_b].inverse_mass;
        to->w = row->w[0];
        to->softness = softness_of(r->s, row);
        to->target = r->s->solve.recovery_targets[contact];
        to->impulse = 0.0;
    }
}

void bl_step_recovery_begin(bl_step_scratch* s, const bl_recovery_island* island, bl_workers* workers)
{
    rows_of r = {s, island};
    bl_workers_run(workers, island->count, CONTACTS_PER_RANGE, set_rows, &r);
}

static inline double normal_velocity(const bl_recovery_row* row, const bl_velocity* a, const bl_velocity* b)
{
    return v3_dot(row->n, v3_sub(a->linear, b->linear)) + v3_dot(row->turn_a, a->angular) -
           v3_dot(row->turn_b, b->angular);
}

// What cannot be moved is not written to, as several workers may share it.
static inline void push(bl_velocity* v, double linear, belay_vec3 n, double angular, belay_vec3 spin)
{
    if (linear == 0.0) return;
    v->linear = v3_add_scaled(v->linear, linear, n);
    v->angular = v3_add_scaled(v->angular, angular, spin);
}

// Returns the change, as a velocity.
static double solve_row(bl_recovery_row* row, bl_velocity* velocities)
{
    bl_velocity *a = &velocities[row->body_a], *b = &velocities[row->body_b];
    double old = row->impulse;
    if (!(row->w > 0.0)) return 0.0;
    double missing = row->target - normal_velocity(row, a, b) - row->softness * old;
    if (old == 0.0 && !(missing > 0.0)) return 0.0; // most of them
    double next = fmax(0.0, old + missing / (row->w + row->softness));
    if (next == old) return 0.0;
    row->impulse = next;
    double p = next - old;
    push(a, p * row->inverse_mass_a, row->n, p, row->spin_a);
    push(b, -p * row->inverse_mass_b, row->n, -p, row->spin_b);
    return fabs(next - old) * row->w;
}

// Rows stand in the order of the island, so that a sweep reads them one after the other.
static void sweep_contacts(void* context, const uint32_t* contacts, uint32_t count, bl_sweep_part* part)
{
    const rows_of* r = context;
    bl_recovery_row* rows = r->island->rows + (contacts - r->island->order);
    for (uint32_t k = 0; k < count; k++)
        part->largest = fmax(part->largest, solve_row(&rows[k], r->s->solve.recovery));
}

double bl_step_recovery_sweep(bl_step_scratch* s, const bl_recovery_island* island, bl_workers* workers)
{
    rows_of r = {s, island};
    bl_sweep_part part = {0.0, 0.0, 0};
    if (island->colouring == NULL)
        sweep_contacts(&r, island->order, island->count, &part);
    else
        part = bl_colouring_sweep(island->colouring, sweep_contacts, &r, workers);
    return part.largest;
}
