// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Falling asleep. An island sleeps when none of its points has moved for a while; then it is left alone, impulses and
// all, until something that is awake would press on it (step_wake.c).
//
// As contacts are exact, rest is rest: the speed below which a body counts as resting can be far below what anybody
// sees, and nothing that still creeps is put to sleep.

#include "step/sleep/step_sleep.h"
#include "core/alloc.h"
#include "core/assert.h"
#include "step/energy/step_body_energy.h"
#include "step/energy/step_rod_energy.h"
#include "step/motion/step_path.h"
#include "step/motion/step_rods.h"
#include "step/sleep/step_rod_sleep.h"
#include "store/checks.h"

#include <string.h>

// How far a body reaches by its inertia: twice its greatest radius of gyration.
static double radius_by_inertia(const bl_rigid_mass* m)
{
    double largest = fmax(m->moments.x, fmax(m->moments.y, m->moments.z));
    return m->mass > 0.0 ? 2.0 * sqrt(largest / m->mass) : 0.0;
}

// Of a body with its colliders, from its centre of mass.
static double bounding_radius_of(const bl_entity_store* entities, const bl_step_scratch* s, uint32_t index)
{
    const bl_body* body = &bl_bodies_of(entities)[index];
    double radius = radius_by_inertia(&body->mass);
    for (uint32_t next = body->first_collider; next != 0;) {
        uint32_t collider = bl_table_find(&entities->tables[BL_TABLE_COLLIDER], next - 1);
        belay_vec3 position = s->detect.proxies[collider].pose.position;
        double r = v3_distance(position, s->motion.bodies[index].center);
        radius = fmax(radius, r + bl_colliders_of(entities)[collider].bounding_radius);
        next = bl_colliders_of(entities)[collider].next;
    }
    return radius;
}

// Whether none of its points moved faster than the sleep speed.
static bool rests(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* s, uint32_t index)
{
    const belay_body_state* state = &bl_body_states_of(entities)[index];
    double speed = v3_length(state->linear_velocity), most = def->sleep_speed;
    if (bl_bodies_of(entities)[index].flags & BL_BODY_KEPT_AWAKE || !(speed <= most)) return false;
    return speed + bounding_radius_of(entities, s, index) * v3_length(state->angular_velocity) <= most;
}

// Sets for how long each body has been at rest.
static void measure_rest(const belay_world_def* def, const bl_entity_store* entities, const bl_step_scratch* s)
{
    const uint32_t* places = s->sleep.sleepy;
    for (ptrdiff_t k = 0; k < arrlen(places); k++) {
        bl_body* body = &bl_bodies_of(entities)[places[k]];
        if (body->type != BELAY_BODY_DYNAMIC || body->flags & BL_BODY_ASLEEP) continue;
        body->rest_seconds = rests(def, entities, s, places[k]) ? body->rest_seconds + def->step_seconds : 0.0;
    }
}

// The world itself stands behind the last body.
static bool is_ready(const belay_world_def* def, const bl_entity_store* entities, uint32_t index)
{
    uint32_t bodies = bl_body_count_of(entities);
    if (index == bodies) return true;
    if (index > bodies) return bl_step_rod_is_ready(def, &bl_rods_of(entities)[index - bodies - 1]);
    const bl_body* body = &bl_bodies_of(entities)[index];
    if (body->type == BELAY_BODY_DYNAMIC) return body->rest_seconds >= def->sleep_seconds;
    return !bl_body_is_active(body, &bl_body_states_of(entities)[index]); // a thing that is carried stays awake
}

// What it still moved with is lost.
static void book_rest(belay_step_stats* stats, double kinetic)
{
    stats->energy.after -= kinetic;
    stats->energy.limits -= kinetic;
}

static void fall_asleep(belay_world* world, uint32_t index, uint32_t number)
{
    if (index == bl_body_count(world)) return;
    if (index > bl_body_count(world)) {
        uint32_t rod = index - bl_rod_island_node(&world->entities, 0);
        bl_motion_parts parts = bl_motion_parts_of(world);
        if (bl_rod_is_awake(&bl_rods(world)[rod])) book_rest(&world->stats, bl_step_rod_kinetic(&parts, rod));
        bl_put_rod_to_sleep(world, rod, number);
        return;
    }
    if (bl_step_takes_part(&bl_bodies(world)[index]))
        book_rest(&world->stats, bl_step_kinetic_now(&world->entities, index));
    bl_put_body_to_sleep(world, index, number);
}

static bool is_island_ready(const belay_world_def* def, const bl_entity_store* entities, const bl_islands* islands,
                            const bl_body_pair* pairs, uint32_t island)
{
    for (uint32_t k = islands->begin[island]; k < islands->begin[island + 1]; k++) {
        bl_body_pair pair = pairs[islands->order[k]];
        if (!is_ready(def, entities, pair.a) || !is_ready(def, entities, pair.b)) return false;
    }
    return true;
}

static void try_island(belay_world* world, const bl_islands* islands, const bl_body_pair* pairs, uint32_t island)
{
    if (!is_island_ready(&world->def, &world->entities, islands, pairs, island)) return;
    uint32_t number = ++world->sleep_islands;
    for (uint32_t k = islands->begin[island]; k < islands->begin[island + 1]; k++) {
        bl_body_pair pair = pairs[islands->order[k]];
        fall_asleep(world, pair.a, number);
        fall_asleep(world, pair.b, number);
    }
}

// A body or rod that touches nothing sleeps when nothing moves it.
static void try_lonely(belay_world* world)
{
    const bl_step_scratch* s = &world->scratch;
    for (ptrdiff_t k = 0; k < arrlen(s->sleep.sleepy); k++) {
        uint32_t i = s->sleep.sleepy[k];
        const bl_body* body = &bl_bodies(world)[i];
        if (body->type != BELAY_BODY_DYNAMIC || body->flags & BL_BODY_ASLEEP || s->sleep.is_in_island[i]) continue;
        if (is_ready(&world->def, &world->entities, i)) fall_asleep(world, i, ++world->sleep_islands);
    }
    for (uint32_t i = 0; i < bl_rod_count(world); i++) {
        uint32_t node = bl_rod_island_node(&world->entities, i);
        if (bl_rod_is_awake(&bl_rods(world)[i]) && !s->sleep.is_in_island[node] &&
            is_ready(&world->def, &world->entities, node))
            fall_asleep(world, node, ++world->sleep_islands);
    }
}

// `nodes`: bodies, the world and rods.
static void mark_islands(bool* is_in_island, uint32_t nodes, const bl_islands* islands, const bl_body_pair* pairs)
{
    memset(is_in_island, 0, nodes * sizeof *is_in_island);
    uint32_t elements = islands->count > 0 ? islands->begin[islands->count] : 0;
    for (uint32_t i = 0; i < elements; i++)
        is_in_island[pairs[i].a] = is_in_island[pairs[i].b] = true;
}

// What changed since the last step, whoever changed it.
static void report_bodies(bl_body* bodies, const uint32_t* sleepy, belay_step_stats* stats, bl_published* published)
{
    arrsetlen(published->sleep_events, 0);
    for (ptrdiff_t k = 0; k < arrlen(sleepy); k++) {
        bl_body* body = &bodies[sleepy[k]];
        bool is_asleep = (body->flags & BL_BODY_ASLEEP) != 0, was_asleep = (body->flags & BL_BODY_WAS_ASLEEP) != 0;
        if (body->type == BELAY_BODY_DYNAMIC && !is_asleep) stats->bodies_awake++;
        if (is_asleep == was_asleep) continue;
        body->flags ^= BL_BODY_WAS_ASLEEP;
        belay_sleep_event event;
        memset(&event, 0, sizeof event);
        event.body.value = body->id;
        event.is_awake = !is_asleep;
        arrput(published->sleep_events, event);
    }
}

belay_result bl_step_reserve_sleep(belay_world* world)
{
    const belay_allocator* allocator = &world->def.allocator;
    uint32_t bodies = bl_body_count(world);
    bool ok = true;
    BL_ARRAY_RESERVE(world->published.sleep_events, bodies + bl_rod_count(world), allocator, &ok);
    BL_ARRAY_RESERVE(world->scratch.sleep.sleepy, bodies, allocator, &ok);
    BL_ARRAY_RESERVE(world->scratch.sleep.is_in_island, bodies + 1 + bl_rod_count(world), allocator, &ok);
    return ok ? BELAY_OK : bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for %u bodies", bodies);
}

// Whom they meet has been asked.
static void settle_arrivals(const bl_entity_store* entities, bl_body* body)
{
    body->flags &= ~(uint32_t)BL_BODY_ARRIVED;
    for (uint32_t next = body->first_collider; next != 0;) {
        bl_collider* c = &bl_colliders_of(entities)[bl_table_find(&entities->tables[BL_TABLE_COLLIDER], next - 1)];
        c->flags &= ~(uint32_t)BL_COLLIDER_ARRIVED;
        next = c->next;
    }
}

// Those that sleep, have slept or may: of many bodies that stand these are few.
static void list_sleepy(const bl_entity_store* entities, const bl_roster* roster, bl_sleep_scratch* sleep)
{
    const uint32_t slept = BL_BODY_ASLEEP | BL_BODY_WAS_ASLEEP;
    arrsetlen(sleep->sleepy, 0);
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++) {
        uint32_t i = roster->indices[k];
        bl_body* body = &bl_bodies_of(entities)[i];
        if (body->flags & BL_BODY_ARRIVED) settle_arrivals(entities, body);
        if (body->type == BELAY_BODY_DYNAMIC || body->flags & slept) arrput(sleep->sleepy, i);
    }
}

// Those that nothing was done to, and nothing touched, since the last step.
static void strike_off(const bl_entity_store* entities, bl_roster* roster)
{
    const bl_body* bodies = bl_bodies_of(entities);
    const belay_body_state* states = bl_body_states_of(entities);
    size_t kept = 0;
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++) {
        uint32_t i = roster->indices[k];
        bool is_asking = bl_body_is_asking(&bodies[i], &states[i]);
        roster->left[i] = is_asking ? BL_ROSTER_STEPS : (uint8_t)(roster->left[i] - 1);
        if (roster->left[i] != 0) roster->indices[kept++] = i;
    }
    if (roster->indices != NULL) arrsetlen(roster->indices, kept);
}

void bl_step_sleep(belay_world* world)
{
    const belay_world_def* def = &world->def;
    const bl_entity_store* entities = &world->entities;
    bl_step_scratch* s = &world->scratch;
    list_sleepy(entities, &world->roster, &s->sleep);
    if (def->enable_sleep) {
        measure_rest(def, entities, s);
        bl_step_rods_measure_rest(def, entities, &s->rods);
        const bl_body_pair* pairs;
        bl_islands islands = bl_step_rods_rest_islands(def, s, &pairs);
        mark_islands(s->sleep.is_in_island, bl_rod_island_node(entities, bl_rod_count(world)), &islands, pairs);
        for (uint32_t k = 0; k < islands.count; k++)
            try_island(world, &islands, pairs, k);
        try_lonely(world);
    }
    report_bodies(bl_bodies(world), s->sleep.sleepy, &world->stats, &world->published);
    bl_step_rods_report_sleep(entities, &world->stats, &world->published);
    strike_off(entities, &world->roster);
}
