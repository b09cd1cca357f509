// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints that close loops. In a tree of joints every locked direction can be obeyed by itself; round a loop (a bridge
// of hinged planks between two banks) some are there twice, and as soon as the parts stand a rounding error or a turn
// of the second order out of line, they contradict each other: no velocities obey them all, and impulses would grow
// against each other without bound. So the locked rows of a loop yield a little: by a softness of LOOP_SOFTNESS of what
// the two bodies yield by their masses. A plank then sags by some 1e-11 m under its weight, and contradictions
// end in the least compromise.

#include "world/step_joints.h"

#include "world/joint_internal.h"

#define LOOP_SOFTNESS 2e-8

static uint32_t find_root(uint32_t* parent, uint32_t x)
{
    while (parent[x] != x)
        x = parent[x] = parent[parent[x]];
    return x;
}

// What cannot be moved is one with the world, the place behind the last body.
static uint32_t node_of(const belay_world* world, uint32_t place)
{
    uint32_t ground = bl_body_count(world);
    return place < ground && bl_bodies(world)[place].type == BELAY_BODY_DYNAMIC ? place : ground;
}

static void soften(belay_world* world, uint32_t block)
{
    bl_step_scratch* s = &world->scratch;
    const bl_joint_block* b = &s->joint_set.blocks[block];
    for (uint32_t i = 0; i < b->count; i++) {
        bl_joint_row* row = &s->joint_set.rows[b->first + i];
        if (row->lower > -HUGE_VAL || row->upper < HUGE_VAL || row->softness > 0.0) continue;
        row->softness = LOOP_SOFTNESS * s->joint_set.matrices[b->at + i * (b->count + 1)];
    }
    bl_joint_block_init(&s->joint_set, block, &s->responses[b->body_a], &s->responses[b->body_b]);
}

void bl_step_soften_loops(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t* parent = s->island_parent;
    uint32_t* has_loop = s->island_number;
    for (uint32_t i = 0; i <= bl_body_count(world); i++) {
        parent[i] = i;
        has_loop[i] = 0;
    }
    for (uint32_t k = 0; k < s->joint_block_count; k++) {
        const bl_joint_block* b = &s->joint_set.blocks[k];
        uint32_t a = find_root(parent, node_of(world, b->body_a)), c = find_root(parent, node_of(world, b->body_b));
        uint32_t loop = has_loop[a] | has_loop[c] | (a == c);
        parent[a < c ? c : a] = a < c ? a : c;
        has_loop[a < c ? a : c] = loop;
    }
    for (uint32_t k = 0; k < s->joint_block_count; k++) {
        const bl_joint_block* b = &s->joint_set.blocks[k];
        if (has_loop[find_root(parent, node_of(world, b->body_a))]) soften(world, k);
    }
}
