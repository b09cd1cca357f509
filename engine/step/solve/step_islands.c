// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What acts on what: the islands of a step.

#include "step/solve/step_islands.h"
#include "core/alloc.h"
#include "step/motion/step_rods.h"
#include "store/rods.h"

static bl_body_pair body_pair(const bl_entity_store* entities, uint32_t a, uint32_t b)
{
    bl_body_pair pair = {a, b, bl_is_dynamic_at(entities, a), bl_is_dynamic_at(entities, b)};
    return pair;
}

// Rods are nodes behind the world's.
static bl_body_pair rod_pair(const bl_entity_store* entities, const bl_rod_element* e)
{
    uint32_t a = bl_rod_island_node(entities, e->side[0].rod);
    bl_body_pair pair = {a, e->body, bl_rod_is_awake(&bl_rods_of(entities)[e->side[0].rod]),
                         bl_is_dynamic_at(entities, e->body)};
    if (e->side[1].rod == BL_NO_ROD) return pair;
    pair.b = bl_rod_island_node(entities, e->side[1].rod);
    pair.b_moves = bl_rod_is_awake(&bl_rods_of(entities)[e->side[1].rod]);
    return pair;
}

// Those that nothing acts on are asked for their island too (proxy/). Bodies that are not on the roster stand alone
// since the last step in which they were.
static void begin_alone(const bl_entity_store* entities, const bl_roster* roster, bl_solve_scratch* s)
{
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++)
        bl_islands_set_alone(&s->islands, roster->indices[k]);
    for (uint32_t i = bl_body_count_of(entities); i < bl_rod_island_node(entities, bl_rod_count_of(entities)); i++)
        bl_islands_set_alone(&s->islands, i);
}

void bl_step_islands(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t contacts = (uint32_t)arrlen(s->solve.contacts), rod_first = contacts + s->joints.block_count;
    uint32_t count = rod_first + s->rods.set.count;
    for (uint32_t i = 0; i < contacts; i++)
        s->solve.body_pairs[i] = body_pair(&world->entities, s->solve.rows[i].body_a, s->solve.rows[i].body_b);
    for (uint32_t i = rod_first; i < count; i++)
        s->solve.body_pairs[i] = rod_pair(&world->entities, &s->rods.set.elements[i - rod_first]);
    for (uint32_t i = contacts; i < rod_first; i++) {
        const bl_joint_block* j = &s->joints.set.blocks[i - contacts];
        s->solve.body_pairs[i] = body_pair(&world->entities, j->body_a, j->body_b);
    }
    bl_islands islands = {s->solve.island_parent, s->solve.island_number, s->solve.island_of_contact,
                          s->solve.island_begin,  s->solve.island_order,  0};
    s->solve.islands = islands;
    begin_alone(&world->entities, &world->roster, &s->solve);
    bl_islands_build(&s->solve.islands, s->solve.body_pairs, count);
    world->stats.contacts = (int32_t)contacts;
    world->stats.joints = (int32_t)s->joints.block_count;
    world->stats.rods = (int32_t)bl_rod_count(world);
    world->stats.rod_contacts = (int32_t)arrlen(s->rods.contacts);
    world->stats.islands = (int32_t)s->solve.islands.count;
}

uint32_t bl_step_island_contacts(const bl_step_scratch* s, uint32_t island)
{
    uint32_t begin = s->solve.islands.begin[island], count = s->solve.islands.begin[island + 1] - begin;
    while (count > 0 && s->solve.islands.order[begin + count - 1] >= (uint32_t)arrlen(s->solve.contacts))
        count--;
    return count;
}
