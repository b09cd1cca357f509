// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Islands with rods make no energy, whatever their models did: once the step has been made and before anybody sees it,
// the energy of the rods and bodies of an island is held against what it was, with all work from outside. What is more
// is taken from their velocities, all by the same part; where they have too little, the step is not made: all of the
// island keeps its place, at rest.

#include "world/step_rods.h"

#include "core/alloc.h"
#include "world/step.h"
#include "world/step_body_energy.h"
#include "world/step_finite.h"
#include "world/step_island_energy.h"

// Of the energies and works in the island, and of its energy as rounding. Nodal rods have an account of their own, with
// readings of elastic energy that tell more at one time and less at another (step_rod_account.c). Of what leads a rod
// from outside the works are not known as well: moments at ends that are clamped to what moves are not in them.
#define MOST_GAIN 2e-2
#define MOST_GAIN_NODAL 0.3
#define MOST_GAIN_LED 2.0 // also of what leads them
#define LEADS 1e-6        // part of its own energy: a smaller work is none
#define ROUNDING 1e-12
#define NO_WAY 1e-7 // of a rod's length, in a step: no motion to speak of

typedef struct group {
    double before, after, kinetic; // J; kinetic: after
    double work;                   // from outside
    // Sums of magnitudes: of what there was before the step and what forces add in it, of works, of those that lead.
    // What the step made is not in them: it would justify itself.
    double own, given, led;
    bool has_rods, has_nodal;
} group;

static void add_work(group* g, double work)
{
    g->work += work;
    g->given += fabs(work);
}

static void add_led(group* g, double work)
{
    add_work(g, work);
    g->led += fabs(work);
}

// Each rod once: `mark` is the island's number + 1, or UINT32_MAX alone.
static void add_rod(belay_world* world, uint32_t place, uint32_t mark, group* g)
{
    bl_step_rod* r = &world->scratch.rods.rods[place];
    bl_rod_record* record = &bl_rods(world)[place];
    if (r->mark == mark || !bl_rod_is_awake(world, place) || r->is_kept_still) return;
    r->mark = mark;
    g->has_rods = true;
    belay_vec3 gravity = v3_scale(record->gravity_scale, world->def.gravity);
    bl_rod old = {&record->body, bl_rod_state(world, record), r->rod.scratch, NULL};
    bl_rod_energy before = r->ops->energy(&old, gravity), after = r->ops->energy(&r->rod, gravity);
    double elastic_before = before.stretch + before.bend + before.twist;
    double elastic_after = after.stretch + after.bend + after.twist;
    g->before += before.kinetic + elastic_before + before.potential;
    g->after += after.kinetic + elastic_after + after.potential;
    g->kinetic += after.kinetic;
    g->own += before.kinetic + elastic_before;
    g->has_nodal = g->has_nodal || r->ops->account != NULL;
    double h = world->def.step_seconds, length = r->rod.body->length, mass = r->rod.body->section.line_mass * length;
    double fall = h * v3_length(gravity), least = NO_WAY * length / h;
    g->own += mass * (fall * fall + least * least);
    add_work(g, bl_step_rod_applied_work(world, place));
    add_led(g, bl_step_rod_end_work(world, place));
}

static void add_body(belay_world* world, uint32_t place, group* g)
{
    bl_body_energy e = bl_step_body_energy(world, place);
    g->before += e.before;
    g->after += e.after;
    g->kinetic += e.kinetic;
    const bl_body* body = &bl_bodies(world)[place];
    const bl_step_body* b = &world->scratch.bodies[place];
    g->own += bl_step_kinetic(body, b->mid, &b->before);
    g->own += body->mass.mass * v3_length_squared(v3_sub(b->free.linear, b->before.linear));
    add_work(g, e.applied);
}

static group group_of_island(belay_world* world, uint32_t island)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t rod_first = (uint32_t)arrlen(s->contacts) + s->joint_block_count;
    group g = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, false, false};
    for (uint32_t k = s->islands.begin[island]; k < s->islands.begin[island + 1]; k++) {
        if (s->islands.order[k] < rod_first) continue;
        uint32_t number = s->islands.order[k] - rod_first;
        const bl_rod_element* e = &s->rods.set.elements[number];
        for (int side = 0; side < 2 && e->side[side].rod != BL_NO_ROD; side++)
            add_rod(world, e->side[side].rod, island + 1, &g);
        add_led(&g, bl_step_rod_element_drive(world, number));
    }
    if (!g.has_rods) return g;
    uint32_t count = bl_step_bodies_of_island(world, island);
    for (uint32_t k = 0; k < count; k++) {
        add_body(world, s->island_bodies[k], &g);
        s->island_marks[s->island_bodies[k]] = 0;
    }
    add_work(&g, bl_step_island_drives(world, island));
    return g;
}

static void lower_rod(belay_world* world, uint32_t place, double share)
{
    bl_step_rod* r = &world->scratch.rods.rods[place];
    if (r->is_kept_still) return;
    bl_step_rod_lower(world, place, share);
    world->stats.slowed_rods += r->is_slowed ? 0 : 1;
    r->is_slowed = true;
}

static void lower_island(belay_world* world, uint32_t island, double share)
{
    bl_step_scratch* s = &world->scratch;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        if (s->rods.rods[i].mark == island + 1) lower_rod(world, i, share);
    uint32_t count = bl_step_bodies_of_island(world, island);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = s->island_bodies[k];
        s->slowing[i] = 1.0 - (1.0 - s->slowing[i]) * share;
        s->island_marks[i] = 0;
    }
}

static void hold_island(belay_world* world, uint32_t island)
{
    bl_step_scratch* s = &world->scratch;
    s->reports[island].is_held = true;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        if (s->rods.rods[i].mark == island + 1) s->rods.rods[i].is_kept_still = true;
    uint32_t count = bl_step_bodies_of_island(world, island);
    for (uint32_t k = 0; k < count; k++) {
        bl_step_hold_body(world, s->island_bodies[k]);
        s->island_marks[s->island_bodies[k]] = 0;
    }
}

// Lowering velocities changes where bodies get to in the rest of the step by little, and rods are there already.
static void limit(belay_world* world, uint32_t island)
{
    group g = group_of_island(world, island);
    double gain = g.after - g.before - g.work, size = g.own + g.given;
    double most = g.led > LEADS * g.own ? MOST_GAIN_LED : g.has_nodal ? MOST_GAIN_NODAL : MOST_GAIN;
    if (!g.has_rods || !(gain > most * size + ROUNDING * fabs(g.before))) return;
    world->stats.limited_islands++;
    if (gain < g.kinetic)
        lower_island(world, island, sqrt(1.0 - gain / g.kinetic));
    else
        hold_island(world, island);
}

void bl_step_rods_limit(belay_world* world)
{
    const bl_step_scratch* s = &world->scratch;
    if (s->rods.set.count == 0) return;
    for (uint32_t k = 0; k < s->islands.count; k++)
        limit(world, k);
}
