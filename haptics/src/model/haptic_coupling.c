// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "belay/haptic_coupling.h"

#include "belay/ecs.h"
#include "belay/quat.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

belay_haptic_coupling_def belay_haptic_coupling_def_default(const belay_haptic_servo_config* config)
{
    belay_haptic_coupling_def def;
    const belay_haptic_servo_config plain = belay_haptic_servo_config_default(NULL);
    if (config == NULL) config = &plain;
    bool turns = config->tool != BELAY_HAPTIC_TOOL_POINT && config->angular_stiffness > 0.0;
    def.stiffness = config->stiffness;
    if (config->max_stiffness > 0.0) def.stiffness = fmin(def.stiffness, config->max_stiffness / config->scale);
    def.damping = config->damping;
    def.angular_stiffness = turns ? config->angular_stiffness : def.stiffness * BL_COUPLING_REACH * BL_COUPLING_REACH;
    def.angular_damping = turns ? config->angular_damping : 0.01 * def.angular_stiffness;
    def.max_force = config->max_force > 0.0 ? BL_COUPLING_FORCE_FACTOR * config->max_force : HUGE_VAL;
    def.max_torque = config->max_torque > 0.0 && turns ? BL_COUPLING_FORCE_FACTOR * config->max_torque : HUGE_VAL;
    def.max_way = 0.1;
    return def;
}

static bool is_in_range(const belay_haptic_coupling_def* d)
{
    bool springs = d->stiffness > 0.0 && d->stiffness <= 1e9 && d->damping >= 0.0 && d->damping <= 1e9;
    bool turns = d->angular_stiffness >= 0.0 && d->angular_stiffness <= 1e9 && d->angular_damping >= 0.0 &&
                 d->angular_damping <= 1e9;
    return springs && turns && d->max_force > 0.0 && d->max_torque > 0.0 && d->max_way > 0.0 && d->max_way <= 1e6;
}

// ---------------------------------------------------------------------------------------------------------------------
// Springs
// ---------------------------------------------------------------------------------------------------------------------

static belay_joint_axis axis_of(const belay_haptic_coupling_def* d, int axis, bool is_enabled)
{
    belay_joint_axis a = belay_joint_def_default(BELAY_JOINT_SIX_DOF).axis[axis];
    bool turns = axis >= 3;
    double stiffness = turns ? d->angular_stiffness : d->stiffness, damping = turns ? d->angular_damping : d->damping;
    a.spring.is_enabled = is_enabled && stiffness + damping > 0.0;
    a.spring.target = 0.0;
    a.spring.stiffness = stiffness;
    a.spring.damping = damping;
    a.spring.max_force = turns ? d->max_torque : d->max_force;
    return a;
}

static belay_result set_springs(belay_world* world, belay_haptic_coupling* c, bool is_enabled)
{
    if (c->is_attached == is_enabled) return BELAY_OK;
    for (int i = 0; i < 6; i++) {
        belay_joint_axis axis = axis_of(&c->def, i, is_enabled);
        belay_result result = belay_joint_set_axis(world, c->joint, i, &axis);
        if (result != BELAY_OK) return result;
    }
    c->is_attached = is_enabled;
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Making and letting go
// ---------------------------------------------------------------------------------------------------------------------

static belay_result make_hand(belay_world* world, belay_pose pose, belay_body_id* hand)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_KINEMATIC;
    def.pose = pose;
    return belay_body_create(world, &def, hand);
}

static belay_result make_joint(belay_world* world, belay_haptic_coupling* c)
{
    belay_joint_def def = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    def.body_a = c->tool;
    def.body_b = c->hand;
    for (int i = 0; i < 6; i++)
        def.axis[i] = axis_of(&c->def, i, false);
    return belay_joint_create(world, &def, &c->joint);
}

belay_result belay_haptic_coupling_create(belay_world* world, belay_body_id tool, const belay_haptic_coupling_def* def,
                                          belay_haptic_coupling* coupling)
{
    if (def == NULL || coupling == NULL || !is_in_range(def)) return BELAY_ERROR_VALUE;
    belay_body_state state;
    belay_result result = belay_body_get_state(world, tool, &state);
    if (result != BELAY_OK) return result;
    belay_haptic_coupling c;
    memset(&c, 0, sizeof c);
    c.tool = tool;
    c.def = *def;
    result = make_hand(world, state.pose, &c.hand);
    if (result != BELAY_OK) return result;
    result = make_joint(world, &c);
    if (result != BELAY_OK) {
        belay_body_destroy(world, c.hand);
        return result;
    }
    *coupling = c;
    return BELAY_OK;
}

void belay_haptic_coupling_destroy(belay_world* world, belay_haptic_coupling* coupling)
{
    if (world == NULL || coupling == NULL) return;
    if (coupling->hand.value != 0) belay_body_destroy(world, coupling->hand); // the joint goes with it
    memset(coupling, 0, sizeof *coupling);
}

// ---------------------------------------------------------------------------------------------------------------------
// From step to step
// ---------------------------------------------------------------------------------------------------------------------

static belay_pose within_reach(const belay_haptic_coupling* c, belay_pose tool, belay_pose target)
{
    belay_vec3 displacement = v3_sub(target.position, tool.position);
    double length = v3_length(displacement);
    if (length > c->def.max_way) target.position = v3_add_scaled(tool.position, c->def.max_way / length, displacement);
    return target;
}

static belay_result wake(belay_world* world, belay_body_id tool)
{
    bool is_awake = true;
    belay_result result = belay_body_get_is_awake(world, tool, &is_awake);
    return result == BELAY_OK && !is_awake ? belay_body_set_awake(world, tool, true) : result;
}

static belay_result place_hand(belay_world* world, belay_haptic_coupling* c, belay_pose target)
{
    if (c->is_attached) return belay_body_move_kinematic(world, c->hand, target);
    belay_result result = belay_body_set_pose(world, c->hand, target);
    if (result == BELAY_OK) result = belay_body_set_velocity(world, c->hand, v3_zero(), v3_zero());
    return result == BELAY_OK ? set_springs(world, c, true) : result;
}

belay_result belay_haptic_coupling_pull(belay_world* world, belay_haptic_coupling* coupling, belay_pose target)
{
    if (coupling == NULL) return BELAY_ERROR_VALUE;
    belay_body_state tool;
    belay_result result = belay_body_get_state(world, coupling->tool, &tool);
    if (result != BELAY_OK) return result;
    if (!v3_is_finite(target.position) || !q_is_finite(target.rotation)) {
        belay_body_set_velocity(world, coupling->hand, v3_zero(), v3_zero());
        return BELAY_ERROR_VALUE;
    }
    result = place_hand(world, coupling, within_reach(coupling, tool.pose, target));
    return result == BELAY_OK ? wake(world, coupling->tool) : result;
}

belay_result belay_haptic_coupling_release(belay_world* world, belay_haptic_coupling* coupling)
{
    if (coupling == NULL) return BELAY_ERROR_VALUE;
    if (!coupling->is_attached) return BELAY_OK;
    belay_result result = belay_body_set_velocity(world, coupling->hand, v3_zero(), v3_zero());
    return result == BELAY_OK ? set_springs(world, coupling, false) : result;
}

belay_result belay_haptic_coupling_get_force(const belay_world* world, const belay_haptic_coupling* coupling,
                                             belay_vec3* force, belay_vec3* torque)
{
    if (coupling == NULL) return BELAY_ERROR_VALUE;
    belay_joint_state state;
    belay_result result = belay_joint_get_state(world, coupling->joint, &state);
    if (result != BELAY_OK) return result;
    *force = state.force;
    *torque = state.torque;
    return BELAY_OK;
}
