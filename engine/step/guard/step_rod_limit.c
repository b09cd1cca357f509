// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods, and islands with rods, make no energy, whatever their models did: once the step has been made and before
// anybody sees it, the energy of the rods and bodies of an island is held against what it was, with all work from
// outside. What is more is taken from the velocities of rods, or of all; where they have too little, the step is not
// made: all of the island keeps its place, at rest. A rod on which nothing acts keeps the velocity of its centre of
// mass where its model can tell it.

#include "step/motion/step_rods.h"

#include "core/alloc.h"
#include "step/energy/step_body_energy.h"
#include "step/energy/step_island_energy.h"
#include "step/energy/step_rod_energy.h"
#include "step/guard/guard_tolerances.h"
#include "step/guard/step_rod_guard.h"
#include "step/motion/step_fault.h"

#define ALONE UINT32_MAX // the mark of a rod in no island

typedef struct group {
    double before, after, kinetic, of_rods; // J; kinetic: after, and of that what rods have
    double work, overlap;                   // from outside, and of that by taking overlap back
    // Sums of magnitudes: of what there was before the step and what forces add in it, and of works, which are large of
    // rows that jam and cancel. What the step made is in neither: it would justify itself.
    double energy, size;
    double mass, pressing; // kg; J, of energy what presses: all but what bodies have by their own motion
} group;

// An island, or where it is ALONE a rod; and how often it and those before were looked at.
typedef struct limited {
    uint32_t island, rod, look;
} limited;

static void add_pressing(group* g, double energy)
{
    g->energy += energy;
    g->pressing += energy;
}

static void add_work(group* g, double work)
{
    g->work += work;
    g->size += fabs(work);
}

static void add_rod(const bl_motion_parts* p, uint32_t index, group* g)
{
    const bl_step_rod* r = &p->s->rods.rods[index];
    const bl_rod_record* record = &bl_rods_of(p->entities)[index];
    belay_vec3 gravity = bl_rod_gravity(record, p->def);
    bl_rod_energy after = r->ops->energy(&r->rod, gravity);
    g->before += r->energy.kinetic + r->energy.stretch + r->energy.bend + r->energy.twist + r->energy.potential;
    g->after += after.kinetic + after.stretch + after.bend + after.twist + after.potential;
    g->kinetic += after.kinetic;
    g->of_rods += after.kinetic;
    add_pressing(g, r->energy.kinetic + r->energy.stretch + r->energy.bend + r->energy.twist);
    double h = p->def->step_seconds, length = r->rod.body->length, mass = r->rod.body->section.line_mass * length;
    double fall = h * v3_length(gravity), least = BL_ROD_LIMIT_NO_PATH * length / h;
    add_pressing(g, mass * (fall * fall + least * least));
    g->mass += mass;
    add_work(g, bl_step_rod_applied_work(p, index));
    add_work(g, bl_step_rod_end_work(p, index));
    add_work(g, bl_step_rod_scheme_work(p, index));
}

static void add_body(const bl_motion_parts* p, uint32_t index, group* g)
{
    bl_body_energy e = bl_step_body_energy(p, index);
    g->before += e.before;
    g->after += e.after;
    g->kinetic += e.kinetic;
    const bl_body* body = &bl_bodies_of(p->entities)[index];
    const bl_step_body* b = &p->s->motion.bodies[index];
    g->energy += bl_step_kinetic(body, b->mid, &b->before);
    add_pressing(g, body->mass.mass * v3_length_squared(v3_sub(b->free.linear, b->before.linear)));
    g->mass += body->mass.mass;
    add_work(g, e.applied);
    if (!bl_step_is_still(&p->s->motion, index)) add_work(g, bl_step_scheme_work(p, index));
}

// Each rod once in a look: its mark becomes the island's number + 1.
static void add_rods_of(const bl_motion_parts* p, uint32_t element, const limited* what, group* g)
{
    const bl_rod_element* e = &p->s->rods.set.elements[element];
    for (int side = 0; side < 2 && e->side[side].rod != BL_NO_ROD; side++) {
        bl_step_rod* r = &p->s->rods.rods[e->side[side].rod];
        if (r->look == what->look || !bl_rod_is_awake(&bl_rods_of(p->entities)[e->side[side].rod]) ||
            bl_step_rod_is_still(r))
            continue;
        r->mark = what->island + 1;
        r->look = what->look;
        add_rod(p, e->side[side].rod, g);
    }
}

static group group_of_island(const bl_motion_parts* p, const limited* what)
{
    bl_step_scratch* s = p->s;
    uint32_t island = what->island;
    uint32_t rod_first = (uint32_t)arrlen(s->solve.contacts) + s->joints.block_count;
    double overlap = 0.0, driven = 0.0;
    group g = {.before = 0.0};
    for (uint32_t k = s->solve.islands.begin[island]; k < s->solve.islands.begin[island + 1]; k++) {
        if (s->solve.islands.order[k] < rod_first) continue;
        add_rods_of(p, s->solve.islands.order[k] - rod_first, what, &g);
        add_work(&g, bl_step_rod_element_drive(p, s->solve.islands.order[k] - rod_first, &overlap, &driven));
    }
    uint32_t count = bl_step_bodies_of_island(p, island);
    for (uint32_t k = 0; k < count; k++) {
        add_body(p, s->energy.island_bodies[k], &g);
        s->energy.island_marks[s->energy.island_bodies[k]] = 0;
    }
    add_work(&g, bl_step_island_drives(p, island));
    double speed = p->def->overlap_max_speed;
    driven = fmin(driven, BL_ROD_LIMIT_MOST_DRIVEN * 0.5 * g.mass * speed * speed);
    g.overlap = fmin(overlap, driven + BL_ROD_LIMIT_MOST_PRESSED * g.pressing);
    g.work += g.overlap;
    return g;
}

static void lower_rod(const bl_motion_parts* p, uint32_t index, double share, bool keeps_momentum)
{
    bl_step_rod* r = &p->s->rods.rods[index];
    if (r->is_kept_still) return;
    bl_step_rod_lower(p, index, share, keeps_momentum);
    p->stats->damped_rods += r->is_damped ? 0 : 1;
    r->is_damped = true;
}

static void lower_rods(const bl_motion_parts* p, uint32_t island, double share)
{
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++)
        if (p->s->rods.rods[i].mark == island + 1) lower_rod(p, i, share, false);
}

static void lower_bodies(const bl_motion_parts* p, uint32_t island, double share)
{
    bl_step_scratch* s = p->s;
    uint32_t count = bl_step_bodies_of_island(p, island);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = s->energy.island_bodies[k];
        s->energy.lowered_part[i] = 1.0 - (1.0 - s->energy.lowered_part[i]) * share;
        s->energy.island_marks[i] = 0;
    }
}

static void keep_island(const bl_motion_parts* p, uint32_t island, bool is_fault)
{
    bl_step_scratch* s = p->s;
    s->solve.reports[island].is_held = true;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++)
        if (s->rods.rods[i].mark == island + 1)
            *(is_fault ? &s->rods.rods[i].is_kept_still : &s->rods.rods[i].stays) = true;
    uint32_t count = bl_step_bodies_of_island(p, island);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = s->energy.island_bodies[k];
        if (is_fault)
            bl_step_hold_body(&s->motion, i);
        else
            bl_step_let_stay(&s->motion, i);
        s->energy.island_marks[i] = 0;
    }
}

// All of an island, or a rod.
static void keep(const bl_motion_parts* p, const limited* what, bool is_fault)
{
    if (what->island != ALONE)
        keep_island(p, what->island, is_fault);
    else
        *(is_fault ? &p->s->rods.rods[what->rod].is_kept_still : &p->s->rods.rods[what->rod].stays) = true;
}

static double gain_of(const group* g)
{
    return g->after - g->before - g->work;
}

static bool gains(const group* g)
{
    return !(gain_of(g) <= BL_ROD_LIMIT_GAIN * (g->energy + fabs(g->before)) + BL_ROD_LIMIT_ROUNDING * g->size);
}

static group group_of_rod(const bl_motion_parts* p, uint32_t index)
{
    group g = {.before = 0.0};
    add_rod(p, index, &g);
    return g;
}

static group group_of(const bl_motion_parts* p, limited* what)
{
    what->look++;
    return what->island == ALONE ? group_of_rod(p, what->rod) : group_of_island(p, what);
}

static void lower(const bl_motion_parts* p, const limited* what, double share, bool has_bodies)
{
    if (what->island == ALONE) {
        lower_rod(p, what->rod, share, true);
        return;
    }
    lower_rods(p, what->island, share);
    if (has_bodies) lower_bodies(p, what->island, share);
}

// Lowers rods, or all, until nothing is gained; whether it comes to that. Taking velocities back also moves things: so
// what is left is looked at again, and `kinetic` (J) becomes what was taken of it over the part that was meant to be.
static bool take_back(const bl_motion_parts* p, limited* what, group* g, bool has_bodies)
{
    double kinetic = has_bodies ? g->kinetic : g->of_rods, most = has_bodies ? 1.0 : BL_ROD_LIMIT_MOST_OF_RODS;
    for (int i = 0; i < BL_ROD_LIMIT_MOST_LOWERINGS && gain_of(g) < most * kinetic; i++) {
        double before = gain_of(g), taken = before / kinetic;
        lower(p, what, sqrt(1.0 - taken), has_bodies);
        *g = group_of(p, what);
        if (!gains(g)) return true;
        kinetic = fmin(has_bodies ? g->kinetic : g->of_rods, (before - gain_of(g)) / taken);
    }
    return false;
}

// Rods whose velocities are lowered a little keep their place; bodies go less far, and those that fall slowly keep more
// height by that than they lose speed. So rods go first.
static bool is_limited(const bl_motion_parts* p, limited* what, group* g)
{
    if (!gains(g)) return true;
    p->stats->limited_islands++;
    return take_back(p, what, g, false) || (what->island != ALONE && take_back(p, what, g, true));
}

static void limit(const bl_motion_parts* p, limited* what)
{
    group g = group_of(p, what);
    if (is_limited(p, what, &g))
        p->s->rods.overlap += g.overlap;
    else
        keep(p, what, gain_of(&g) > BL_ROD_LIMIT_NO_FAULT * g.energy);
}

void bl_step_rods_limit(belay_world* world)
{
    const bl_motion_parts parts = bl_motion_parts_of(world), *p = &parts;
    bl_step_scratch* s = p->s;
    s->rods.overlap = 0.0;
    for (uint32_t i = 0; i < bl_rod_count_of(p->entities); i++)
        s->rods.rods[i].mark = s->rods.rods[i].look = 0;
    limited what = {0, 0, 0};
    for (; what.island < s->solve.islands.count && s->rods.set.count > 0; what.island++)
        limit(p, &what);
    what.island = ALONE;
    for (; what.rod < bl_rod_count_of(p->entities); what.rod++)
        if (s->rods.rods[what.rod].mark == 0 && bl_rod_is_awake(&bl_rods_of(p->entities)[what.rod]) &&
            !bl_step_rod_is_still(&s->rods.rods[what.rod]))
            limit(p, &what);
}
