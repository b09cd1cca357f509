// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "proxy/local_tool.h"

#include "store/joints.h"

// ---------------------------------------------------------------------------------------------------------------------
// Its parts
// ---------------------------------------------------------------------------------------------------------------------

bool bl_local_tool_has(const bl_local_tool* tool, uint32_t index)
{
    for (int i = 0; i < tool->count; i++)
        if (tool->part[i] == index) return true;
    return false;
}

static void add_part(const belay_world* world, uint32_t index, bl_local_tool* tool)
{
    if (tool->count == BL_LOCAL_PARTS || index >= bl_body_count(world) || bl_local_tool_has(tool, index)) return;
    if (bl_bodies(world)[index].type == BELAY_BODY_DYNAMIC) tool->part[tool->count++] = index;
}

void bl_local_tool_find(const belay_world* world, uint32_t body, bl_local_tool* tool)
{
    tool->part[0] = body;
    tool->count = 1;
    for (int i = 0; i < tool->count; i++) {
        const bl_body* part = &bl_bodies(world)[tool->part[i]];
        for (uint32_t link = part->first_joint; link != 0;) {
            bl_joint* j = bl_joint_in_slot(&world->entities, link - 1);
            uint64_t other = j->body_a == part->id ? j->body_b : j->body_a;
            if (bl_joint_is_rigid(&j->data)) add_part(world, bl_joint_body_index(&world->entities, other), tool);
            link = *bl_joint_next_in(j, part->id);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Where it is
// ---------------------------------------------------------------------------------------------------------------------

static bool has_collider(const belay_world* world, const bl_local_tool* tool)
{
    for (int i = 0; i < tool->count; i++)
        if (bl_bodies(world)[tool->part[i]].first_collider != 0) return true;
    return false;
}

static void set_motion(const belay_world* world, const bl_local_tool* tool, belay_local_model* model)
{
    uint32_t index = tool->part[0];
    const bl_body* body = &bl_bodies(world)[index];
    const belay_body_state* state = &bl_body_states(world)[index];
    model->step = world->clock.step_count;
    model->body = body->id;
    model->step_seconds = world->def.step_seconds;
    model->theta = world->def.theta;
    model->pose = has_collider(world, tool) ? world->scratch.motion.bodies[index].mid : state->pose;
    belay_vec3 arm = v3_neg(q_rotate(state->pose.rotation, body->mass.center_of_mass));
    model->linear_velocity = v3_add(state->linear_velocity, v3_cross(state->angular_velocity, arm));
    model->angular_velocity = state->angular_velocity;
}

// From the tool's origin to the centre of mass of a part.
static belay_vec3 arm_of(const belay_world* world, uint32_t part, const belay_local_model* model)
{
    if (bl_bodies(world)[part].id == model->body)
        return q_rotate(model->pose.rotation, bl_bodies(world)[part].mass.center_of_mass);
    return v3_sub(world->scratch.motion.bodies[part].center, model->pose.position);
}

static belay_mat33 inertia_of(const belay_world* world, uint32_t part)
{
    const bl_rigid_mass* mass = &bl_bodies(world)[part].mass;
    return bl_rigid_tensor(q_mul(world->scratch.motion.bodies[part].mid.rotation, mass->principal_rotation),
                           mass->moments);
}

// ---------------------------------------------------------------------------------------------------------------------
// What else acts on it
// ---------------------------------------------------------------------------------------------------------------------

// Impulses on one part: N s, N m s about its centre of mass.
typedef struct part_load {
    belay_vec3 push, twist;
} part_load;

static bool is_hand(const belay_world* world, uint32_t index)
{
    if (index >= bl_body_count(world)) return false;
    const bl_body* body = &bl_bodies(world)[index];
    return body->type == BELAY_BODY_KINEMATIC && body->first_collider == 0;
}

static void add_joint(const belay_world* world, const bl_joint_block* block, bool is_a, part_load* load)
{
    for (uint32_t i = 0; i < block->count; i++) {
        const bl_joint_row* row = &world->scratch.joints.set.rows[block->first + i];
        belay_vec3 linear = is_a ? row->linear : v3_add(row->linear, row->beyond_b);
        load->push = v3_add_scaled(load->push, is_a ? row->r : -row->r, linear);
        load->twist = v3_add_scaled(load->twist, is_a ? row->r : -row->r, is_a ? row->angular_a : row->angular_b);
    }
}

// What lies between two parts is inside the tool, and the hand that leads the tool itself is what feels the load.
bool bl_local_tool_is_loaded_by(const belay_world* world, const bl_local_tool* tool, uint32_t part, uint32_t other)
{
    return !bl_local_tool_has(tool, other) && !(part == tool->part[0] && is_hand(world, other));
}

static void add_joints(const belay_world* world, const bl_local_tool* tool, uint32_t part, part_load* load)
{
    const bl_step_scratch* s = &world->scratch;
    for (uint32_t i = 0; i < s->joints.block_count; i++) {
        const bl_joint_block* block = &s->joints.set.blocks[i];
        bool is_a = block->body_a == part, is_b = block->body_b == part;
        if ((is_a && bl_local_tool_is_loaded_by(world, tool, part, block->body_b)) ||
            (is_b && bl_local_tool_is_loaded_by(world, tool, part, block->body_a)))
            add_joint(world, block, is_a, load);
    }
}

// Weight and applied forces.
static part_load given_to(const belay_world* world, uint32_t part)
{
    const bl_body* body = &bl_bodies(world)[part];
    const bl_step_body* s = &world->scratch.motion.bodies[part];
    part_load load = {.push = v3_zero(), .twist = v3_scale(world->def.step_seconds, s->torque)};
    if (body->flags & BL_BODY_ASLEEP)
        load.push = v3_scale(world->def.step_seconds * body->mass.mass * body->gravity_scale, world->def.gravity);
    else
        load.push = v3_scale(body->mass.mass, v3_sub(s->free.linear, s->before.linear));
    return load;
}

static void add_load(const belay_world* world, const bl_local_tool* tool, belay_local_model* model)
{
    belay_vec3 push = v3_zero(), twist = v3_zero();
    for (int i = 0; i < tool->count; i++) {
        part_load load = given_to(world, tool->part[i]);
        add_joints(world, tool, tool->part[i], &load);
        belay_vec3 arm = arm_of(world, tool->part[i], model);
        push = v3_add(push, load.push);
        twist = v3_add(twist, v3_add(load.twist, v3_cross(arm, load.push)));
    }
    model->load = v3_scale(1.0 / world->def.step_seconds, push);
    model->load_torque = v3_scale(1.0 / world->def.step_seconds, twist);
}

// ---------------------------------------------------------------------------------------------------------------------
// What it holds
// ---------------------------------------------------------------------------------------------------------------------

// About the tool's origin: I + m (|a|^2 1 - a a^T)
static belay_mat33 moved_inertia(belay_mat33 inertia, double mass, belay_vec3 a)
{
    double square = v3_length_squared(a);
    const double arm[3] = {a.x, a.y, a.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inertia.m[3 * i + j] += mass * ((i == j ? square : 0.0) - arm[i] * arm[j]);
    return inertia;
}

static void add_held(const belay_world* world, const bl_local_tool* tool, belay_local_model* model)
{
    belay_vec3 moment = v3_zero();
    model->held_inertia = m3_zero();
    for (int i = 1; i < tool->count; i++) {
        double mass = bl_bodies(world)[tool->part[i]].mass.mass;
        belay_vec3 arm = arm_of(world, tool->part[i], model);
        model->held_mass += mass;
        moment = v3_add_scaled(moment, mass, arm);
        model->held_inertia = m3_add(model->held_inertia, moved_inertia(inertia_of(world, tool->part[i]), mass, arm));
    }
    model->held_bodies = tool->count - 1;
    if (model->held_mass > 0.0) model->held_center = v3_scale(1.0 / model->held_mass, moment);
}

void bl_local_tool_set(const belay_world* world, const bl_local_tool* tool, belay_local_model* model)
{
    set_motion(world, tool, model);
    if (bl_bodies(world)[tool->part[0]].type != BELAY_BODY_DYNAMIC) return;
    add_load(world, tool, model);
    add_held(world, tool, model);
}
