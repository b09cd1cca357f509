// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/guard/step_finite.h"

#include "core/alloc.h"
#include "core/assert.h"
#include "step/assemble/step_assemble.h"
#include "step/assemble/step_rod_rows.h"
#include "step/energy/step_island_energy.h"
#include "step/guard/guard_tolerances.h"
#include "step/motion/step_fault.h"
#include "step/solve/step_islands.h"
#include "step/solve/step_residual.h"
#include "store/rods.h"

#include <float.h>
#include <string.h>

belay_result bl_step_reserve_faults(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    uint32_t bodies = bl_body_count(world);
    bool ok = true;
    BL_ARRAY_RESERVE(world->scratch.motion.faults, bodies, allocator, &ok);
    BL_ARRAY_RESERVE(world->published.fault_events, bodies + bl_rod_count(world), allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u bodies", bodies);
    if (bodies > 0) memset(world->scratch.motion.faults, 0, bodies * sizeof *world->scratch.motion.faults);
    arrsetlen(world->published.fault_events, 0);
    return BELAY_OK;
}

belay_result bl_step_check_start(belay_world* world)
{
    for (ptrdiff_t k = 0; k < arrlen(world->roster.indices); k++) {
        uint32_t i = world->roster.indices[k];
        const belay_body_state* s = &bl_body_states(world)[i];
        const bl_body* body = &bl_bodies(world)[i];
        if (bl_step_is_pose(s->pose) && v3_is_finite(s->linear_velocity) && v3_is_finite(s->angular_velocity) &&
            v3_is_finite(body->force) && v3_is_finite(body->torque))
            continue;
        return bl_fail(world, BELAY_ERROR_VALUE,
                       "belay_world_step: the state of body %llu is not finite: position (%g, %g, %g), velocity "
                       "(%g, %g, %g)",
                       (unsigned long long)body->id, s->pose.position.x, s->pose.position.y, s->pose.position.z,
                       s->linear_velocity.x, s->linear_velocity.y, s->linear_velocity.z);
    }
    return BELAY_OK;
}

static void stand_still(bl_motion_scratch* motion, uint32_t index)
{
    bl_velocity still = {v3_zero(), v3_zero()};
    bl_step_body* s = &motion->bodies[index];
    s->came = s->before = s->free = motion->velocities[index] = still;
    s->euler = v3_zero();
    s->turn = belay_quat_identity();
    bl_step_blame(motion, index, BELAY_FAULT_HELD);
}

void bl_step_check_bodies(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    for (ptrdiff_t k = 0; k < arrlen(world->roster.indices); k++) {
        uint32_t i = world->roster.indices[k];
        bl_step_body* b = &s->motion.bodies[i];
        const bl_response* r = &s->motion.responses[i];
        if (bl_step_is_pose(b->mid) && v3_is_finite(b->center) && bl_step_is_motion(&b->before) &&
            bl_step_is_motion(&b->free) && v3_is_finite(b->euler) && isfinite(r->inverse_mass) &&
            m3_is_finite(r->inverse_inertia))
            continue;
        b->mid = bl_body_states(world)[i].pose;
        b->center = pose_apply(b->mid, bl_bodies(world)[i].mass.center_of_mass);
        s->motion.responses[i] = (bl_response){0.0, m3_zero()};
        stand_still(&s->motion, i);
    }
}

static bool is_contact(const bl_step_contact* c)
{
    const bl_manifold_point* p = &c->point;
    return isfinite(p->gap) && v3_is_finite(p->point) && v3_is_finite(p->normal) && v3_is_finite(p->tangent1) &&
           v3_is_finite(p->tangent2) && v3_is_finite(p->reference) && v3_is_finite(p->reference_b) &&
           v3_is_finite(p->twist_a) && v3_is_finite(p->twist_b) && isfinite(p->kappa1) && isfinite(p->kappa2) &&
           isfinite(p->geodesic1) && v3_is_finite(c->tangential_offset);
}

void bl_step_check_contacts(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    ptrdiff_t kept = 0, count = arrlen(s->detect.contacts);
    for (ptrdiff_t i = 0; i < count; i++) {
        const bl_step_contact* c = &s->detect.contacts[i];
        if (is_contact(c)) {
            if (kept != i) s->detect.contacts[kept] = *c;
            kept++;
            continue;
        }
        bl_roster_add(&world->roster, c->body_a);
        bl_roster_add(&world->roster, c->body_b);
        bl_step_blame(&world->scratch.motion, c->body_a, BELAY_FAULT_CONTACTS_DROPPED);
        bl_step_blame(&world->scratch.motion, c->body_b, BELAY_FAULT_CONTACTS_DROPPED);
    }
    world->stats.dropped_contacts += (int32_t)(count - kept);
    arrsetlen(s->detect.contacts, (size_t)kept);
}

// ---------------------------------------------------------------------------------------------------------------------
// Islands
// ---------------------------------------------------------------------------------------------------------------------

typedef void visit_body(bl_motion_scratch* motion, uint32_t index);

static void visit_bodies(const bl_motion_parts* p, uint32_t island, visit_body* visit)
{
    bl_step_scratch* s = p->s;
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[k]];
        if (pair.a_moves && pair.a < bl_body_count_of(p->entities)) visit(&s->motion, pair.a);
        if (pair.b_moves && pair.b < bl_body_count_of(p->entities)) visit(&s->motion, pair.b);
    }
}

static bool is_finite_row(const bl_step_scratch* s, uint32_t e)
{
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts);
    if (e < contacts) {
        const double* r = s->solve.rows[e].r;
        return isfinite(r[0]) && isfinite(r[1]) && isfinite(r[2]);
    }
    if (e >= contacts + s->joints.block_count) return true; // of a rod: step_rods.c
    const bl_joint_block* block = &s->joints.set.blocks[e - contacts];
    for (uint32_t i = 0; i < block->count; i++)
        if (!isfinite(s->joints.set.rows[block->first + i].r)) return false;
    return true;
}

static bool is_finite_island(const bl_motion_parts* p, uint32_t island)
{
    const bl_step_scratch* s = p->s;
    uint32_t bodies = bl_body_count_of(p->entities);
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[k]];
        if (!is_finite_row(s, s->solve.islands.order[k])) return false;
        if (pair.a_moves && pair.a < bodies && !bl_step_is_motion(&s->motion.velocities[pair.a])) return false;
        if (pair.b_moves && pair.b < bodies && !bl_step_is_motion(&s->motion.velocities[pair.b])) return false;
    }
    return true;
}

static void forget_impulses(bl_step_scratch* s, uint32_t island)
{
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts), joints_end = contacts + s->joints.block_count;
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        uint32_t e = s->solve.islands.order[k];
        if (e < contacts) {
            s->solve.rows[e].r[0] = s->solve.rows[e].r[1] = s->solve.rows[e].r[2] = 0.0;
        } else if (e < joints_end) {
            const bl_joint_block* block = &s->joints.set.blocks[e - contacts];
            for (uint32_t i = 0; i < block->count; i++)
                s->joints.set.rows[block->first + i].r = 0.0;
        } else {
            bl_rod_element* element = &s->rods.set.elements[e - joints_end];
            memset(element->r, 0, sizeof element->r);
        }
    }
}

// Rods have velocities of their own that impulses have changed.
static void free_rods(const bl_motion_parts* p, uint32_t island)
{
    if (!bl_step_island_has_rods(p->s, island)) return;
    bl_step_reset_velocities(p->entities, p->roster, &p->s->motion);
    bl_step_rods_set_free(p->entities, p->s, p->def->step_seconds);
    bl_step_apply_impulses(p->entities, p->roster, p->s);
}

static void free_body(bl_motion_scratch* motion, uint32_t index)
{
    motion->velocities[index] = motion->bodies[index].free;
    bl_step_blame(motion, index, BELAY_FAULT_SOLVED_PLAINLY);
}

// Whether a solve ended further from the law than no impulses at all: where something is
// jammed between two unyielding bodies no impulses obey the law, and methods that solve for all at once may answer with
// any. A sweep only ever pushes as hard as what it finds asks for.
static bool is_worse_than_none(const bl_motion_parts* p, uint32_t island)
{
    if (p->s->solve.reports[island].has_converged) return false;
    bl_row_set set = bl_step_row_set(p->s);
    bl_natural_of_island n = bl_step_natural_of_island(p, &set, island);
    return !(n.squared <= BL_WORSE_THAN_NONE * BL_WORSE_THAN_NONE * n.scale.free_squared + n.scale.rounding_squared);
}

static void check_island(const bl_motion_parts* p, const bl_solve_parts* solve, uint32_t island)
{
    BELAY_ASSERT(island < p->s->solve.islands.count);
    bl_step_scratch* s = p->s;
    if (is_finite_island(p, island) && !is_worse_than_none(p, island)) return;
    p->stats->plain_islands++;
    forget_impulses(s, island);
    visit_bodies(p, island, free_body);
    free_rods(p, island);
    bl_step_solve_island(solve, island, true);
    s->solve.reports[island].has_converged = false;
    if (is_finite_island(p, island)) return;
    forget_impulses(s, island);
    visit_bodies(p, island, stand_still);
}

void bl_step_check_islands(belay_world* world, double deadline)
{
    bl_motion_parts parts = bl_motion_parts_of(world);
    bl_solve_parts solve = bl_solve_parts_of(world, deadline);
    for (uint32_t k = 0; k < world->scratch.solve.islands.count; k++)
        check_island(&parts, &solve, k);
}

// ---------------------------------------------------------------------------------------------------------------------
// Faults
// ---------------------------------------------------------------------------------------------------------------------

static int32_t island_of(const bl_step_scratch* s, uint32_t index)
{
    for (uint32_t k = 0; k < s->solve.islands.count; k++)
        for (uint32_t i = s->solve.islands.begin[k]; i < s->solve.islands.begin[k + 1]; i++) {
            bl_body_pair pair = s->solve.body_pairs[s->solve.islands.order[i]];
            if ((pair.a_moves && pair.a == index) || (pair.b_moves && pair.b == index)) return (int32_t)k;
        }
    return -1;
}

void bl_step_publish_faults(belay_world* world)
{
    for (ptrdiff_t k = 0; k < arrlen(world->roster.indices); k++) {
        uint32_t i = world->roster.indices[k];
        uint8_t f = bl_step_fault_of(&world->scratch.motion, i);
        if (f == 0 || bl_bodies(world)[i].type == BELAY_BODY_STATIC) continue;
        belay_fault_event event = {{bl_bodies(world)[i].id}, {0}, (belay_fault)(f - 1), island_of(&world->scratch, i)};
        arrput(world->published.fault_events, event);
        world->stats.held_bodies += bl_step_is_held(&world->scratch.motion, i);
    }
    if (world->stats.held_bodies > 0) world->stats.has_converged = false;
}

// ---------------------------------------------------------------------------------------------------------------------
// Statistics
// ---------------------------------------------------------------------------------------------------------------------

static void bound(double* number, double instead, bool* is_bounded)
{
    if (isfinite(*number)) return;
    *number = instead;
    *is_bounded = true;
}

// What rods that went out of bounds, and were kept still for it, were asked for. True: an event had such a number.
static bool check_events(bl_published* published)
{
    bool is_bounded = false;
    for (ptrdiff_t i = 0; i < arrlen(published->rod_contact_events); i++) {
        belay_rod_contact_event* e = &published->rod_contact_events[i];
        bound(&e->approach_speed, 0.0, &is_bounded);
        bound(&e->normal_impulse, 0.0, &is_bounded);
        bound(&e->sliding_speed, 0.0, &is_bounded);
    }
    for (ptrdiff_t i = 0; i < arrlen(published->contact_events); i++) {
        belay_contact_event* e = &published->contact_events[i];
        bound(&e->approach_speed, 0.0, &is_bounded);
        bound(&e->normal_impulse, 0.0, &is_bounded);
        bound(&e->sliding_speed, 0.0, &is_bounded);
    }
    return is_bounded;
}

void bl_step_check_stats(belay_world* world)
{
    belay_step_stats* s = &world->stats;
    if (check_events(&world->published)) s->has_converged = false;
    belay_residual* r = &s->residual;
    belay_energy_report* e = &s->energy;
    double* residuals[] = {&r->natural,     &r->alart_curnier,     &r->fischer_burmeister,
                           &r->natural_max, &r->alart_curnier_max, &r->fischer_burmeister_max};
    double* works[] = {&e->applied, &e->motors,  &e->springs,  &e->movers,      &e->hands,
                       &e->overlap, &e->normal,  &e->friction, &e->joints,      &e->rods,
                       &e->limits,  &e->damping, &e->scheme,   &s->normal_work, &s->friction_work};
    bool is_bounded = false;
    for (size_t i = 0; i < sizeof residuals / sizeof residuals[0]; i++)
        bound(residuals[i], DBL_MAX, &is_bounded);
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++)
        bound(works[i], 0.0, &is_bounded);
    bound(&e->before, 0.0, &is_bounded);
    bound(&e->after, 0.0, &is_bounded);
    if (!is_bounded) return;
    s->has_converged = false;
    e->left_over = e->after - (e->before + e->applied + e->motors + e->springs + e->movers + e->hands + e->overlap +
                               e->normal + e->friction + e->joints + e->rods + e->limits + e->damping + e->scheme);
    bound(&e->left_over, 0.0, &is_bounded);
}
