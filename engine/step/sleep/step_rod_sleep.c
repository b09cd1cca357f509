// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How rods fall asleep and are woken in a step. They sleep with the island that they are in (step_sleep.c): while one
// node or one turning segment of an island moves, nobody of it sleeps.

#include "step/motion/step_rods.h"

#include "core/alloc.h"
#include "step/sleep/step_rod_sleep.h"

#include "core/assert.h"
#include "step/sleep/step_wake.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Waking
// ---------------------------------------------------------------------------------------------------------------------

// Of a rod with what it hangs on: wakes the one that sleeps while the other is awake.
static bool wake_held(belay_world* world, uint32_t rod, const bl_rod_attachment* a)
{
    uint32_t body = bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(a->body));
    bool is_awake = bl_rod_is_awake(&bl_rods(world)[rod]);
    if (!is_awake && bl_is_active_at(&world->entities, body)) {
        bl_wake_rod(world, rod);
        return true;
    }
    if (is_awake && bl_is_asleep_at(&world->entities, body)) {
        bl_wake_body(world, body);
        return true;
    }
    return false;
}

bool bl_step_rods_wake_held(belay_world* world)
{
    bool woke = false;
    for (uint32_t i = 0; i < bl_rod_count(world); i++)
        for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
            const bl_rod_attachment* a = &bl_rods(world)[i].attachments[k];
            if (a->type != BL_ATTACHMENT_NONE && a->body != 0) woke = wake_held(world, i, a) || woke;
        }
    return woke;
}

// m, how far the place on a rod goes freely in the step.
static belay_vec3 way_on(const bl_step_rods* s, uint32_t rod, uint32_t segment, double at)
{
    const belay_vec3* travel = s->travel + s->rods[rod].first_node + segment;
    return v3_add_scaled(travel[0], at, v3_sub(travel[1], travel[0]));
}

// Whether the contact will pass an impulse if the sleeper does not give way.
static bool presses(const belay_world_def* def, const bl_step_scratch* scratch, const bl_step_rod_contact* c)
{
    const bl_step_rods* s = &scratch->rods;
    belay_vec3 displacement = way_on(s, c->rod_a, c->at.segment_a, c->at.s);
    if (c->rod_b != BL_NO_INDEX) {
        displacement = v3_sub(displacement, way_on(s, c->rod_b, c->at.segment_b, c->at.t));
    } else {
        const bl_step_body* b = &scratch->motion.bodies[c->body_b];
        belay_vec3 v = v3_add(b->free.linear, v3_cross(b->free.angular, v3_sub(c->point, b->center)));
        displacement = v3_add_scaled(displacement, -def->step_seconds, v);
    }
    return c->at.gap + v3_dot(c->at.normal, displacement) <= def->touch_tolerance;
}

// Wakes the sleeper of a contact that presses on it.
static bool wake_between(belay_world* world, const bl_step_rod_contact* c)
{
    bool is_a_awake = bl_rod_is_awake(&bl_rods(world)[c->rod_a]), is_of_rods = c->rod_b != BL_NO_INDEX;
    bool is_b_awake = is_of_rods
                          ? bl_rod_is_awake(&bl_rods(world)[c->rod_b])
                          : bl_step_can_wake(&world->def, &world->entities, c->body_b, c->collider_b, c->at.gap, true);
    bool can_b_wake = is_of_rods || bl_is_asleep_at(&world->entities, c->body_b);
    if (is_a_awake == is_b_awake || (is_a_awake && !can_b_wake) || !presses(&world->def, &world->scratch, c))
        return false;
    if (!is_a_awake)
        bl_wake_rod(world, c->rod_a);
    else if (is_of_rods)
        bl_wake_rod(world, c->rod_b);
    else
        bl_wake_body(world, c->body_b);
    return true;
}

bool bl_step_rods_wake(belay_world* world)
{
    bool woke = false;
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.rods.contacts); i++)
        woke = wake_between(world, &world->scratch.rods.contacts[i]) || woke;
    return bl_step_rods_wake_held(world) || woke;
}

// Nothing that an impulse could move takes part in the contact.
static bool is_idle(const bl_entity_store* entities, const bl_step_rod_contact* c)
{
    if (bl_rod_is_awake(&bl_rods_of(entities)[c->rod_a])) return false;
    if (c->rod_b != BL_NO_INDEX) return !bl_rod_is_awake(&bl_rods_of(entities)[c->rod_b]);
    return bl_bodies_of(entities)[c->body_b].type != BELAY_BODY_DYNAMIC || bl_is_asleep_at(entities, c->body_b);
}

void bl_step_rods_drop_idle(belay_world* world)
{
    bl_step_rod_contact* contacts = world->scratch.rods.contacts;
    size_t kept = 0;
    for (ptrdiff_t i = 0; i < arrlen(contacts); i++)
        if (!is_idle(&world->entities, &contacts[i])) contacts[kept++] = contacts[i];
    if (contacts != NULL) arrsetlen(contacts, kept);
}

// ---------------------------------------------------------------------------------------------------------------------
// Falling asleep
// ---------------------------------------------------------------------------------------------------------------------

belay_result bl_step_rods_reserve_rest_islands(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    bl_step_rods* r = &s->rods;
    const belay_allocator* allocator = &world->def.allocator;
    size_t count = (size_t)arrlen(s->detect.contacts) + s->joints.block_count + s->joints.loose_count + r->set.count;
    size_t nodes = bl_rod_island_node(&world->entities, bl_rod_count(world));
    if (r->set.count == 0 && s->joints.loose_count == 0) return BELAY_OK;
    bool ok = true;
    BL_ARRAY_RESERVE(r->rest_pairs, count, allocator, &ok);
    BL_ARRAY_RESERVE(r->rest_parent, nodes, allocator, &ok);
    BL_ARRAY_RESERVE(r->rest_number, nodes, allocator, &ok);
    BL_ARRAY_RESERVE(r->rest_of, count, allocator, &ok);
    BL_ARRAY_RESERVE(r->rest_begin, count + 1, allocator, &ok);
    BL_ARRAY_RESERVE(r->rest_order, count, allocator, &ok);
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %zu elements", count);
}

static bool is_open(const belay_world_def* def, const bl_step_rods* r, uint32_t element)
{
    if (element < r->attachment_elements) return false;
    double limit = def->touch_tolerance + def->overlap_slop;
    return !(r->set.elements[element].r[0] > 0.0) && r->contacts[element - r->attachment_elements].at.gap > limit;
}

bl_islands bl_step_rods_rest_islands(const belay_world_def* def, bl_step_scratch* s, const bl_body_pair** pairs)
{
    bl_step_rods* r = &s->rods;
    *pairs = s->solve.body_pairs;
    if (r->set.count == 0 && s->joints.loose_count == 0) return s->solve.islands;
    uint32_t first = (uint32_t)arrlen(s->solve.contacts) + s->joints.block_count, count = first;
    memcpy(r->rest_pairs, s->solve.body_pairs, first * sizeof *r->rest_pairs);
    for (uint32_t i = 0; i < r->set.count; i++)
        if (!is_open(def, &s->rods, i)) r->rest_pairs[count++] = s->solve.body_pairs[first + i];
    for (uint32_t i = 0; i < s->joints.loose_count; i++)
        r->rest_pairs[count++] = s->joints.loose[i];
    bl_islands islands = {r->rest_parent, r->rest_number, r->rest_of, r->rest_begin, r->rest_order, 0};
    bl_islands_build(&islands, r->rest_pairs, count);
    *pairs = r->rest_pairs;
    return islands;
}

static bool is_carried(const bl_entity_store* entities, const bl_rod_record* record)
{
    for (int k = 0; k < BELAY_ROD_MAX_ATTACHMENTS; k++) {
        const bl_rod_attachment* a = &record->attachments[k];
        if (a->type == BL_ATTACHMENT_NONE || a->body == 0) continue;
        uint32_t body = bl_table_find(&entities->tables[BL_TABLE_BODY], bl_slot_of(a->body));
        if (bl_bodies_of(entities)[body].type != BELAY_BODY_DYNAMIC && bl_is_active_at(entities, body)) return true;
    }
    return false;
}

// Whether none of its points has more than the sleep speed: the nodes, and the surface of the segments beside them. One
// that was kept where it was is asked by its own model too: it may have velocities that carry energy
// (step_rod_lower.c).
static bool rests(const belay_world_def* def, const bl_entity_store* entities, bl_step_rods* s, uint32_t rod)
{
    BELAY_ASSERT(rod < bl_rod_count_of(entities));
    const bl_rod_record* record = &bl_rods_of(entities)[rod];
    if (record->flags & BL_ROD_KEPT_AWAKE || is_carried(entities, record)) return false;
    const bl_step_rod* r = &s->rods[rod];
    belay_vec3* speeds = s->ahead + r->first_node; // done with in this step
    const bl_rod_ops* ops = bl_rod_record_ops(record);
    const double* v = ops->velocity(&r->rod);
    double most = def->sleep_speed, radius = record->body.section.radius;
    ops->node_velocities(&r->rod, v, speeds);
    for (uint32_t i = 0; i < r->node_count; i++)
        if (!(v3_length(speeds[i]) <= most)) return false;
    for (uint32_t i = 0; i + 1 < r->node_count; i++) {
        double speed = fmax(v3_length(speeds[i]), v3_length(speeds[i + 1]));
        if (!(speed + radius * v3_length(ops->angular_velocity(&r->rod, i, v)) <= most)) return false;
    }
    return true;
}

void bl_step_rods_measure_rest(const belay_world_def* def, const bl_entity_store* entities, bl_step_rods* s)
{
    for (uint32_t i = 0; i < bl_rod_count_of(entities); i++) {
        bl_rod_record* record = &bl_rods_of(entities)[i];
        if (!bl_rod_is_awake(record)) continue;
        record->rest_seconds = rests(def, entities, s, i) ? record->rest_seconds + def->step_seconds : 0.0;
    }
}

bool bl_step_rod_is_ready(const belay_world_def* def, const bl_rod_record* record)
{
    return !bl_rod_is_awake(record) || record->rest_seconds >= def->sleep_seconds;
}

void bl_step_rods_report_sleep(const bl_entity_store* entities, belay_step_stats* stats, bl_published* published)
{
    for (uint32_t i = 0; i < bl_rod_count_of(entities); i++) {
        bl_rod_record* record = &bl_rods_of(entities)[i];
        bool is_asleep = !bl_rod_is_awake(record), was_asleep = (record->flags & BL_ROD_WAS_ASLEEP) != 0;
        stats->rods_awake += !is_asleep;
        if (is_asleep == was_asleep) continue;
        record->flags ^= BL_ROD_WAS_ASLEEP;
        belay_sleep_event event;
        memset(&event, 0, sizeof event);
        event.rod.value = record->id;
        event.is_awake = !is_asleep;
        arrput(published->sleep_events, event);
    }
}
