// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Islands, the contact problem, and its account.

#include "world/step.h"

#include "core/alloc.h"
#include "solver/nsgs.h"
#include "solver/residual.h"

void bl_step_islands(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t count = (uint32_t)arrlen(s->contacts);
    const bl_body* bodies = bl_bodies(world);
    for (uint32_t i = 0; i < count; i++) {
        const bl_step_contact* c = &s->contacts[i];
        bl_body_pair pair = {c->body_a, c->body_b, bodies[c->body_a].type == BELAY_BODY_DYNAMIC,
                             bodies[c->body_b].type == BELAY_BODY_DYNAMIC};
        s->body_pairs[i] = pair;
    }
    bl_islands islands = {s->island_parent, s->island_number, s->island_of_contact,
                          s->island_begin,  s->island_order,  0};
    s->islands = islands;
    bl_islands_build(&s->islands, bl_body_count(world), s->body_pairs, count);
    world->stats.contacts = (int32_t)count;
    world->stats.islands = (int32_t)s->islands.count;
}

static void add_report(belay_step_stats* stats, const bl_nsgs_report* report)
{
    if (report->iterations > stats->iterations) stats->iterations = report->iterations;
    stats->newton_iterations += report->newton_iterations;
    stats->contact_solves += report->contact_solves;
    stats->local_failures += report->local_failures;
    stats->has_converged = stats->has_converged && report->has_converged;
    stats->is_budget_exhausted = stats->is_budget_exhausted || report->is_out_of_time;
}

// The velocity that the impulse of a row works on: along the frame that it acts in.
static void worked_velocity(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* a,
                            const bl_velocity* b, double u[3])
{
    belay_vec3 point_a = v3_add_scaled(c->point.point, 0.5 * c->point.gap, c->point.normal);
    belay_vec3 point_b = v3_add_scaled(c->point.point, -0.5 * c->point.gap, c->point.normal);
    belay_vec3 at_a = v3_cross(a->angular, v3_sub(point_a, s->bodies[c->body_a].center));
    belay_vec3 at_b = v3_cross(b->angular, v3_sub(point_b, s->bodies[c->body_b].center));
    belay_vec3 v = v3_sub(v3_add(a->linear, at_a), v3_add(b->linear, at_b));
    u[0] = v3_dot(c->point.normal, v);
    u[1] = v3_dot(c->point.tangent1, v);
    u[2] = v3_dot(c->point.tangent2, v);
}

// The work that impulses r did while the velocity went from u- to u+ is r . (u- + u+) / 2: with the velocities of the
// interval before, it is what closes the balance of kinetic and potential energy at theta = 1/2.
static void add_work(const bl_step_scratch* s, uint32_t contact, belay_step_stats* stats)
{
    const bl_step_contact* c = &s->contacts[contact];
    const double* r = s->rows[contact].r;
    double before[3], after[3];
    worked_velocity(s, c, &s->bodies[c->body_a].before, &s->bodies[c->body_b].before, before);
    worked_velocity(s, c, &s->velocities[c->body_a], &s->velocities[c->body_b], after);
    stats->normal_work += 0.5 * r[0] * (before[0] + after[0]);
    for (int k = 1; k < 3; k++)
        stats->friction_work += 0.5 * r[k] * (before[k] + after[k]);
}

static void account(belay_world* world)
{
    const bl_step_scratch* s = &world->scratch;
    bl_residual_sum sum;
    bl_residual_sum_init(&sum);
    for (uint32_t i = 0; i < (uint32_t)arrlen(s->contacts); i++) {
        const bl_contact_row* row = &s->rows[i];
        double u[3];
        bl_contact_row_velocity(row, s->velocities, u);
        if (row->r[0] > 0.0) add_work(s, i, &world->stats);
        u[0] -= row->target;
        bl_residual_sum_add(&sum, (int)i, row->block.weight, row->block.mu, row->r, u, row->q);
        double overlap = -s->contacts[i].point.gap;
        if (overlap > world->stats.max_overlap) world->stats.max_overlap = overlap;
    }
    world->stats.residual = bl_residual_sum_finish(&sum);
}

void bl_step_solve(belay_world* world, double deadline)
{
    bl_step_scratch* s = &world->scratch;
    bl_nsgs_settings settings = {world->def.solver.tolerance, world->def.solver.max_iterations, deadline};
    world->stats.has_converged = true;
    for (uint32_t k = 0; k < s->islands.count; k++) {
        uint32_t begin = s->islands.begin[k], count = s->islands.begin[k + 1] - begin;
        bl_nsgs_report report = bl_nsgs_solve(s->rows, s->islands.order + begin, count, s->velocities, &settings);
        add_report(&world->stats, &report);
    }
    account(world);
}
