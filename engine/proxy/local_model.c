// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The local model of a tool. Its contacts are detected once more at the contact instant: the step keeps only those that
// may act in it, and a tool that follows a hand may get to the others before the next step.

#include "belay/local_model.h"

#include "core/alloc.h"
#include "proxy/local_contacts.h"
#include "proxy/local_holds.h"
#include "proxy/local_joints.h"
#include "proxy/local_response.h"
#include "step/motion/step_rods.h"
#include "store/checks.h"
#include "store/joints.h"
#include "store/rods.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Whether the step's arrays still speak of what is there
// ---------------------------------------------------------------------------------------------------------------------

static bool is_collider_current(const belay_world* world, uint32_t collider)
{
    if (collider >= bl_collider_count(world) || collider >= arrcap(world->scratch.detect.proxies)) return false;
    const bl_proxy* p = &world->scratch.detect.proxies[collider];
    const bl_collider* c = &bl_colliders(world)[collider];
    return p->id == c->id && p->body < bl_body_count(world) && bl_bodies(world)[p->body].id == c->body;
}

static bool are_joints_current(const belay_world* world)
{
    for (uint32_t i = 0; i < world->scratch.joints.block_count; i++) {
        const bl_joint_block* block = &world->scratch.joints.set.blocks[i];
        if (block->owner >= bl_joint_count(world)) return false;
        const bl_joint* j = &bl_joints(world)[block->owner];
        if (bl_joint_body_index(&world->entities, j->body_a) != block->body_a ||
            bl_joint_body_index(&world->entities, j->body_b) != block->body_b)
            return false;
    }
    return true;
}

// Whether the tool's colliders are those that the step has seen.
static bool is_part_current(const belay_world* world, uint32_t part)
{
    uint32_t next = bl_bodies(world)[part].first_collider;
    while (next != 0) {
        uint32_t index = bl_table_find(&world->entities.tables[BL_TABLE_COLLIDER], next - 1);
        if (!is_collider_current(world, index) || world->scratch.detect.proxies[index].body != part) return false;
        next = bl_colliders(world)[index].next;
    }
    return true;
}

static bool is_tool_current(const belay_world* world, const bl_local_tool* tool)
{
    for (int i = 0; i < tool->count; i++)
        if (!is_part_current(world, tool->part[i])) return false;
    return true;
}

static bool is_step_current(const belay_world* world, const bl_local_tool* tool)
{
    const bl_step_scratch* s = &world->scratch;
    if (world->stats.step == 0 || world->stats.step != world->clock.step_count) return false;
    if (world->changes != world->changes_seen) return false;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++)
        if (!is_collider_current(world, s->detect.pairs[i].first) ||
            !is_collider_current(world, s->detect.pairs[i].second))
            return false;
    return is_tool_current(world, tool) && are_joints_current(world) && bl_local_rods_are_current(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What lies behind
// ---------------------------------------------------------------------------------------------------------------------

static bl_local_row row_of_candidate(const bl_local_response* response, const bl_local_candidate* c,
                                     const belay_local_contact* contact, belay_vec3 direction)
{
    const belay_world* world = response->world;
    if (c->other_collider != BL_NO_INDEX)
        return bl_local_response_row(response, world->scratch.detect.proxies[c->other_collider].body, direction,
                                     bl_local_other_arm(world, c, contact));
    bl_rod_row row = {BL_NO_INDEX, c->rod, direction, v3_cross(bl_local_rod_arm(world, c, contact), direction)};
    return bl_local_response_rod_row(response, &row);
}

static bl_local_row row_of_hold(const bl_local_response* response, bl_local_rod_point at,
                                const belay_local_contact* contact, belay_vec3 direction)
{
    bool is_turn = contact->law == BELAY_LOCAL_ROTATION;
    bl_rod_row row = {BL_NO_INDEX, at, is_turn ? v3_zero() : direction, is_turn ? direction : v3_zero()};
    return bl_local_response_rod_row(response, &row);
}

// What holds the tool: rods and joints, whose contacts come first, in this order.
typedef struct holds {
    bl_local_rod_point rods[BELAY_LOCAL_MODEL_CONTACTS];
    bl_local_joint joints[BELAY_LOCAL_MODEL_CONTACTS];
    int rod_count, joint_count;
} holds;

static void add_members(bl_local_response* response, const holds* held, const bl_local_candidates* list)
{
    const belay_world* world = response->world;
    for (int i = 0; i < held->rod_count; i++) {
        const bl_local_rod_point* at = &held->rods[i];
        double arc = bl_rod_arc(&world->rods, &bl_rods(world)[at->rod], at->segment, at->at);
        bl_local_response_add(response, bl_rod_island_node(&world->entities, at->rod), arc);
    }
    for (int i = 0; i < held->joint_count; i++)
        bl_local_response_add(response, held->joints[i].body, 0.0);
    for (int i = 0; i < list->count; i++) {
        const bl_local_candidate* c = &list->at[i];
        if (c->other_collider == BL_NO_INDEX)
            bl_local_response_add(response, bl_rod_island_node(&world->entities, c->rod.rod), c->point.arc);
        else
            bl_local_response_add(response, world->scratch.detect.proxies[c->other_collider].body, 0.0);
    }
}

static bl_local_row row_of(const bl_local_response* response, const holds* held, const bl_local_candidates* list, int i,
                           const belay_local_contact* c, int k)
{
    const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
    int joint = i - held->rod_count, candidate_number = joint - held->joint_count;
    if (joint < 0) return row_of_hold(response, held->rods[i], c, frame[k]);
    if (candidate_number >= 0) return row_of_candidate(response, &list->at[candidate_number], c, frame[k]);
    const bl_local_joint* j = &held->joints[joint];
    return bl_local_response_joint_row(response, j->body, j->linear[k], j->angular[k]);
}

static bool set_compliance(belay_world* world, const bl_local_tool* tool, const holds* held,
                           const bl_local_candidates* list, belay_local_model* model)
{
    bl_local_response response;
    bl_local_row rows[BELAY_LOCAL_MODEL_ROWS];
    bl_local_response_init(&response, world, tool);
    add_members(&response, held, list);
    if (response.member_count == 0) return true;
    bl_local_response_close(&response);
    for (int i = 0; i < 3 * model->count; i++)
        rows[i] = row_of(&response, held, list, i / 3, &model->contacts[i / 3], i % 3);
    return bl_local_response_solve(&response, rows, 3 * model->count, model->compliance);
}

// y'_free = y' + C r
static void free_velocities(belay_local_model* model)
{
    for (int i = 0; i < 3 * model->count; i++)
        for (int j = 0; j < 3 * model->count; j++)
            model->contacts[i / 3].free_velocity[i % 3] +=
                model->compliance[i][j] * model->contacts[j / 3].impulse[j % 3];
}

static bool make_model(belay_world* world, const bl_local_tool* tool, belay_local_model* model)
{
    holds held;
    bl_local_tool_set(world, tool, model);
    if (!bl_local_holds(world, tool, model, held.rods)) return false;
    held.rod_count = model->count;
    held.joint_count = bl_local_joints(world, tool, model, held.joints);
    bl_local_candidates list = {.count = 0, .left_out = 0, .capacity = BELAY_LOCAL_MODEL_CONTACTS - model->count};
    if (!bl_local_detect(world, tool, &list) || !bl_local_set_contacts(world, &list, model)) return false;
    model->left_out += list.left_out;
    if (!set_compliance(world, tool, &held, &list, model)) return false;
    free_velocities(model);
    return true;
}

belay_result belay_world_get_local_model(belay_world* world, belay_body_id body, belay_local_model* model)
{
    uint32_t index;
    bl_local_tool tool;
    BL_TRY(bl_find_index(world, "belay_world_get_local_model", body.value, BL_TABLE_BODY, "body", &index));
    if (model == NULL)
        return bl_fail(world, BELAY_ERROR_VALUE, "belay_world_get_local_model: model is null; it must be given");
    bl_local_tool_find(world, index, &tool);
    if (!is_step_current(world, &tool))
        return bl_fail(world, BELAY_ERROR_STATE,
                       "belay_world_get_local_model: no step has been made, or the world was changed since");
    memset(model, 0, sizeof *model);
    if (!make_model(world, &tool, model))
        return bl_fail(world, BELAY_ERROR_MEMORY,
                       "belay_world_get_local_model: no memory for the rods behind the tool");
    return BELAY_OK;
}
