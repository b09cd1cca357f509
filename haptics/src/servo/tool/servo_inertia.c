// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/tool/servo_inertia.h"

#include "belay/quat.h"
#include "tolerances/haptic_tolerances.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// What the device bears
// ---------------------------------------------------------------------------------------------------------------------

static bl_inertia_limits way_limits(const belay_haptic_servo_config* c, const bl_servo_tool_settings* tool)
{
    double mass = c->device_mass > 0.0 ? c->device_mass : BL_UNKNOWN_MASS;
    bl_inertia_limits l;
    l.damping = c->max_damping > 0.0 ? c->max_damping / c->scale : tool->damping;
    l.stiffness = tool->stiffness;
    if (c->position_step > 0.0) l.stiffness = fmin(l.stiffness, BL_ENCODER_GRAIN / (c->position_step * c->scale));
    l.mass = mass / c->scale;
    l.delay = fmax(c->delay, c->period) + c->period; // and of it, half in the displacement, half in the force held
    return l;
}

// Half is for the turns themselves, half for ways at the end of an arm.
static bl_inertia_limits turn_limits(const belay_haptic_servo_config* c, const bl_servo_tool_settings* tool)
{
    bl_inertia_limits l = way_limits(c, tool);
    l.damping = 0.5 * tool->angular_damping;
    l.stiffness = 0.5 * tool->angular_stiffness;
    l.mass = 0.5 * BL_HANDLE_INERTIA;
    return l;
}

void bl_servo_inertia_init(bl_servo_inertia* inertia, const belay_haptic_servo_config* config,
                           const bl_servo_tool_settings* tool)
{
    memset(inertia, 0, sizeof *inertia);
    inertia->is_enabled = config->enable_inertia && tool->kind != BELAY_HAPTIC_TOOL_DYNAMIC;
    inertia->turns = tool->kind == BELAY_HAPTIC_TOOL_POSE && tool->angular_stiffness > 0.0;
    inertia->ways = way_limits(config, tool);
    inertia->turn_ways = turn_limits(config, tool);
    inertia->scale = config->scale;
    inertia->last = belay_pose_identity();
}

static double in_a_row(double a, double b, double arm_squared)
{
    return a > 0.0 && (b > 0.0 || arm_squared == 0.0) ? 1.0 / (1.0 / a + (arm_squared > 0.0 ? arm_squared / b : 0.0))
                                                      : 0.0;
}

// At the end of an arm the device gives way by turning too.
static bl_inertia_limits limits_at(const bl_servo_inertia* inertia, double arm_squared)
{
    const bl_inertia_limits *way = &inertia->ways, *turn = &inertia->turn_ways;
    bl_inertia_limits l = *way;
    l.damping = in_a_row(way->damping, turn->damping, arm_squared);
    l.stiffness = in_a_row(way->stiffness, turn->stiffness, arm_squared);
    l.mass = in_a_row(way->mass, turn->mass, arm_squared);
    return l;
}

// The largest c with its smallest k (servo_inertia.h).
static void choose(const bl_inertia_limits* l, double mass, bl_inertia_chain* chain)
{
    double share = fmax(BL_INERTIA_FLAT / mass, BL_INERTIA_SWING / l->mass); // k / c^2
    chain->damping = fmin(fmin(l->damping, 0.5 * l->mass / l->delay), sqrt(l->stiffness / share));
    chain->stiffness = share * chain->damping * chain->damping;
}

// ---------------------------------------------------------------------------------------------------------------------
// A tick
// ---------------------------------------------------------------------------------------------------------------------

void bl_servo_inertia_seat(bl_servo_inertia* inertia, const bl_servo_target* target)
{
    inertia->last = target->pose;
    memset(&inertia->way, 0, sizeof inertia->way);
    memset(&inertia->turn, 0, sizeof inertia->turn);
    inertia->force = inertia->torque = v3_zero();
    inertia->lost = 0.0;
    inertia->is_seated = true;
}

// The force that the spring would have if what is held went on as it does.
static belay_vec3 stretched(const bl_inertia_chain* chain, belay_vec3 displacement, double dt)
{
    belay_vec3 ahead = v3_sub(v3_scale(dt, chain->velocity), displacement);
    return v3_add_scaled(chain->force, chain->stiffness, ahead);
}

// With nothing behind it the spring relaxes through the damper.
static void relax(bl_inertia_chain* chain, double dt)
{
    if (!(chain->damping > 0.0)) return;
    chain->force = v3_scale(1.0 / (1.0 + dt * chain->stiffness / chain->damping), chain->force);
    if (v3_length(chain->force) < 1e-9) memset(chain, 0, sizeof *chain);
}

// F+ = F + k (dt v+ - displacement - dt F+ / c),     v+ = v - dt F+ / m
static void pull_mass(bl_inertia_chain* chain, double mass, belay_vec3 displacement, double dt)
{
    double k = chain->stiffness, c = chain->damping;
    belay_vec3 force = stretched(chain, displacement, dt);
    chain->force = v3_scale(1.0 / (1.0 + dt * k / c + dt * dt * k / mass), force);
    chain->velocity = v3_add_scaled(chain->velocity, -dt / mass, chain->force);
}

// The same with a tensor, for y = I^-1 F+: ((1 + dt k / c) I + dt^2 k) y = ...
static void pull_inertia(bl_inertia_chain* chain, belay_mat33 inertia, belay_vec3 displacement, double dt)
{
    double k = chain->stiffness, c = chain->damping, extra = dt * dt * k;
    belay_mat33 a = m3_add(m3_scale(1.0 + dt * k / c, inertia), m3_diagonal(v3(extra, extra, extra))), inverse;
    if (!m3_invert(a, 0.0, &inverse)) return;
    belay_vec3 y = m3_mul_v3(inverse, stretched(chain, displacement, dt));
    chain->force = m3_mul_v3(inertia, y);
    chain->velocity = v3_add_scaled(chain->velocity, -dt, y);
}

static double lost_in(const bl_inertia_chain* chain, double dt)
{
    return chain->damping > 0.0 ? dt * v3_length_squared(chain->force) / chain->damping : 0.0;
}

// About the centre of mass.
static belay_mat33 own_inertia(const bl_servo_held* held, belay_vec3 c)
{
    belay_mat33 inertia = held->inertia;
    const double arm[3] = {c.x, c.y, c.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inertia.m[3 * i + j] -= held->mass * ((i == j ? v3_length_squared(c) : 0.0) - arm[i] * arm[j]);
    return inertia;
}

// No more than the smallest moment, and a third of it at least: det / (sum of the minors of the diagonal) is
// 1 / (1/a + 1/b + 1/c). 0: it is none.
static double smallest_moment(belay_mat33 a)
{
    const double* m = a.m;
    double yz = m[4] * m[8] - m[5] * m[7], xz = m[0] * m[8] - m[2] * m[6], xy = m[0] * m[4] - m[1] * m[3];
    double det = m[0] * yz - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
    return det > 0.0 && yz + xz + xy > 0.0 ? det / (yz + xz + xy) : 0.0;
}

static void tick_way(bl_servo_inertia* inertia, const bl_servo_held* held, const bl_servo_target* target,
                     belay_vec3 arm, belay_vec3 turn, double lever_squared, double dt)
{
    bl_inertia_chain* way = &inertia->way;
    bool begins = way->damping == 0.0;
    if (!(held->mass > 0.0)) {
        relax(way, dt);
        return;
    }
    bl_inertia_limits limits = limits_at(inertia, lever_squared);
    choose(&limits, held->mass, way);
    if (!(way->damping > 0.0)) return;
    if (begins) way->velocity = v3_add(target->linear, v3_cross(target->angular, arm));
    belay_vec3 moved = v3_sub(target->pose.position, inertia->last.position);
    pull_mass(way, held->mass, v3_add(moved, v3_cross(turn, arm)), dt);
}

static void tick_turn(bl_servo_inertia* inertia, const bl_servo_held* held, const bl_servo_target* target,
                      belay_vec3 arm, belay_vec3 turned, double dt)
{
    bl_inertia_chain* turn = &inertia->turn;
    bool begins = turn->damping == 0.0;
    belay_mat33 own = own_inertia(held, arm);
    double smallest = inertia->turns && held->mass > 0.0 ? smallest_moment(own) : 0.0;
    if (!(smallest > 0.0)) {
        relax(turn, dt);
        return;
    }
    choose(&inertia->turn_ways, smallest, turn);
    if (!(turn->damping > 0.0)) return;
    if (begins) turn->velocity = target->angular;
    pull_inertia(turn, own, turned, dt);
}

// Where no torques are felt, what is held is taken to be where the tool is: at the end of an arm, turns would do work
// that nothing gives back.
void bl_servo_inertia_tick(bl_servo_inertia* inertia, const bl_servo_held* held, const bl_servo_target* target,
                           belay_vec3 lever, double dt)
{
    if (!inertia->is_enabled) return;
    if (!inertia->is_seated) bl_servo_inertia_seat(inertia, target);
    belay_vec3 turned = q_log(q_mul(target->pose.rotation, q_conjugate(inertia->last.rotation))), arm = v3_zero();
    if (inertia->turns && held->mass > 0.0) arm = v3_scale(1.0 / held->mass, held->moment);
    double lever_squared = inertia->turns ? v3_length_squared(v3_add(lever, arm)) : 0.0;
    tick_way(inertia, held, target, arm, turned, lever_squared, dt);
    tick_turn(inertia, held, target, arm, turned, dt);
    inertia->last = target->pose;
    inertia->lost = lost_in(&inertia->way, dt) / inertia->scale + lost_in(&inertia->turn, dt);
    inertia->force = inertia->way.force;
    inertia->torque = v3_add(inertia->turn.force, v3_cross(arm, inertia->way.force));
}
