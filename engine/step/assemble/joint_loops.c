// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What hangs together by joints, and what its locked rows ask for.
//
// A row asks for a share of -u- (models/joint_constraints.h). In a tree of joints every locked direction can be obeyed
// by itself, and each joint has a share of its own for its ways, and one for its turns. Round a loop (four hinges in a
// parallelogram, a bridge of hinged planks between two banks) some directions are locked twice. What their rows ask for
// must not contradict: -s u- of all rows is what the velocities -s v- of the bodies give, when s is one number for all
// that hangs together. Then there are velocities that obey every row, and the impulses that are left to choose have no
// cause to be large. They are the smallest (in the measure of the rows' own responses) because the locked rows of a
// loop yield a little, by BL_LOOP_SOFTNESS of what the two bodies yield by their masses. What is asked of rows that
// depend on each other agrees to rounding, and rounding over BL_LOOP_SOFTNESS is nothing against a load; a plank sags
// by some 1e-11 m under its weight, which is taken back with other errors of position.

#include "step/assemble/step_joints.h"

#include "core/alloc.h"
#include "step/assemble/assemble_tolerances.h"
#include "store/joints.h"

static uint32_t find_root(uint32_t* parent, uint32_t x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

// ---------------------------------------------------------------------------------------------------------------------
// What hangs together
// ---------------------------------------------------------------------------------------------------------------------

// In the number of an assembly: its joints to what cannot be moved, and those between two that hung together already.
// A loop is closed by one of these or by two of those.
#define ANCHOR 1u
#define CYCLE 0x10000u

static bool is_anchored(uint32_t ties)
{
    return ties % CYCLE != 0;
}

static bool has_loop(uint32_t ties)
{
    return ties >= CYCLE || ties % CYCLE > 1;
}

static void join(const bl_entity_store* entities, bl_solve_scratch* solve, const bl_joint_block* b)
{
    uint32_t *parent = solve->island_parent, *ties = solve->island_number;
    bool a_moves = bl_is_dynamic_at(entities, b->body_a), b_moves = bl_is_dynamic_at(entities, b->body_b);
    uint32_t a = find_root(parent, a_moves ? b->body_a : b->body_b);
    uint32_t c = find_root(parent, b_moves ? b->body_b : b->body_a);
    if (!a_moves || !b_moves) {
        ties[a] += ANCHOR;
    } else if (a == c) {
        ties[a] += CYCLE;
    } else {
        parent[a < c ? c : a] = a < c ? a : c;
        ties[a < c ? a : c] += ties[a < c ? c : a];
    }
}

static uint32_t root_of(const bl_entity_store* entities, const bl_solve_scratch* solve, const bl_joint_block* b)
{
    return find_root(solve->island_parent, bl_is_dynamic_at(entities, b->body_a) ? b->body_a : b->body_b);
}

static void forget_body(bl_step_scratch* s, uint32_t index)
{
    s->solve.island_parent[index] = index;
    s->solve.island_number[index] = 0;
    s->joints.lock_sizes[index] = (bl_lock_sizes){0.0, 0.0, 0.0, 0.0};
}

static void find_assemblies(const bl_entity_store* entities, bl_step_scratch* s)
{
    for (uint32_t k = 0; k < s->joints.block_count; k++) {
        forget_body(s, s->joints.set.blocks[k].body_a);
        forget_body(s, s->joints.set.blocks[k].body_b);
    }
    for (uint32_t k = 0; k < s->joints.block_count; k++)
        join(entities, &s->solve, &s->joints.set.blocks[k]);
}

// What is anchored has the number of what cannot be moved.
static void number_assemblies(const bl_entity_store* entities, const bl_roster* roster, bl_step_scratch* s)
{
    uint32_t ground = bl_body_count_of(entities) + 1;
    for (ptrdiff_t k = 0; k < arrlen(roster->indices); k++) // all that contacts may ask for are on it
        s->joints.group[roster->indices[k]] = bl_is_dynamic_at(entities, roster->indices[k]) ? 0 : ground;
    s->joints.group[bl_body_count_of(entities)] = ground;
    for (uint32_t k = 0; k < s->joints.block_count; k++) {
        const bl_joint_block* b = &s->joints.set.blocks[k];
        uint32_t root = root_of(entities, &s->solve, b),
                 group = is_anchored(s->solve.island_number[root]) ? ground : root + 1;
        if (bl_is_dynamic_at(entities, b->body_a)) s->joints.group[b->body_a] = group;
        if (bl_is_dynamic_at(entities, b->body_b)) s->joints.group[b->body_b] = group;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What is asked for
// ---------------------------------------------------------------------------------------------------------------------

static void add_sizes(const bl_joint_set* set, const bl_joint_block* b, bool ways, bl_lock_sizes* sizes)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const bl_joint_row* row = &set->rows[b->first + i];
        double w = set->matrices[b->at + i * (b->count + 1)];
        if (row->kind != BL_JOINT_KIND_LOCK || bl_step_row_is_translation(row) != ways || !(w > 0.0)) continue;
        sizes->before += row->before * row->before / w;
        sizes->chord += row->chord * row->chord / w;
        sizes->both += row->before * row->chord / w;
        sizes->work += row->r * row->before;
    }
}

static void ask_for(const bl_joint_set* set, const bl_joint_block* b, bool ways, const bl_lock_sizes* sizes)
{
    double share = bl_joint_share_kept(sizes->before, sizes->chord, sizes->both, sizes->work);
    for (uint32_t i = 0; i < b->count; i++) {
        bl_joint_row* row = &set->rows[b->first + i];
        if (row->kind == BL_JOINT_KIND_LOCK && bl_step_row_is_translation(row) == ways)
            row->target = -share * row->before - row->lead;
    }
}

// A joint of a tree.
static void ask_alone(const bl_joint_set* set, const bl_joint_block* b)
{
    for (int ways = 0; ways < 2; ways++) {
        bl_lock_sizes sizes = {0.0, 0.0, 0.0, 0.0};
        add_sizes(set, b, ways, &sizes);
        ask_for(set, b, ways, &sizes);
    }
}

static void soften(bl_step_scratch* s, uint32_t block)
{
    const bl_joint_block* b = &s->joints.set.blocks[block];
    for (uint32_t i = 0; i < b->count; i++) {
        bl_joint_row* row = &s->joints.set.rows[b->first + i];
        if (row->kind == BL_JOINT_KIND_LOCK)
            row->softness = BL_LOOP_SOFTNESS * s->joints.set.matrices[b->at + i * (b->count + 1)];
    }
    bl_joint_block_init(&s->joints.set, block, &s->motion.responses[b->body_a], &s->motion.responses[b->body_b]);
}

// One of a loop, with the sizes of all that hang together.
static void ask_together(bl_step_scratch* scratch, uint32_t block, const bl_lock_sizes* sizes)
{
    const bl_joint_set* set = &scratch->joints.set;
    for (int ways = 0; ways < 2; ways++)
        ask_for(set, &set->blocks[block], ways, sizes);
    soften(scratch, block);
}

void bl_step_ask_of_locks(const bl_entity_store* entities, const bl_roster* roster, bl_step_scratch* s)
{
    find_assemblies(entities, s);
    number_assemblies(entities, roster, s);
    for (uint32_t k = 0; k < s->joints.block_count; k++) {
        const bl_joint_block* b = &s->joints.set.blocks[k];
        for (int ways = 0; ways < 2; ways++)
            add_sizes(&s->joints.set, b, ways, &s->joints.lock_sizes[root_of(entities, &s->solve, b)]);
    }
    for (uint32_t k = 0; k < s->joints.block_count; k++) {
        const bl_joint_block* b = &s->joints.set.blocks[k];
        uint32_t root = root_of(entities, &s->solve, b);
        if (has_loop(s->solve.island_number[root]))
            ask_together(s, k, &s->joints.lock_sizes[root]);
        else
            ask_alone(&s->joints.set, b);
    }
}
