// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/tool/servo_tool.h"

#include "servo/tool/servo_problem.h"

#include <string.h>

void bl_servo_tool_init(bl_servo_tool* tool, const bl_servo_tool_settings* settings)
{
    memset(tool, 0, sizeof *tool);
    tool->settings = *settings;
    tool->pose = belay_pose_identity();
}

void bl_servo_tool_seat(bl_servo_tool* tool, const bl_servo_target* target)
{
    tool->pose = target->pose;
    tool->linear = target->linear;
    tool->angular = target->angular;
    tool->is_seated = true;
}

// ---------------------------------------------------------------------------------------------------------------------
// What comes of a tick
// ---------------------------------------------------------------------------------------------------------------------

// On the edge of the cone, to the rounding of the local solver.
static bool slides(const double f[3], double mu)
{
    return f[0] > 0.0 && sqrt(f[1] * f[1] + f[2] * f[2]) >= mu * f[0] * (1.0 - 1e-9);
}

static void keep(bl_servo_tool* tool, bl_servo_contacts* contacts, const bl_servo_motion* m, double dt)
{
    int n = 3 * contacts->count;
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        bool is_sliding = c->law == BELAY_LOCAL_UNILATERAL && slides(&tool->f[3 * i], tool->blocks[i].mu);
        double fall = tool->settings.static_seconds / (tool->settings.static_seconds + dt);
        c->rest = is_sliding ? fall * c->rest : 1.0;
        memcpy(c->force, &tool->f[3 * i], sizeof c->force);
        for (int k = 1; k < 3 && c->law == BELAY_LOCAL_UNILATERAL; k++) {
            double sum = -m->lead * c->now.velocity[k];
            for (int j = 0; j < n; j++)
                sum += contacts->compliance[3 * i + k][j] * tool->f[j];
            c->yielded[k - 1] = sum;
        }
    }
}

static void sum_forces(bl_servo_tool* tool, const bl_servo_contacts* contacts, double wrench[6])
{
    double hung[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    memset(wrench, 0, 6 * sizeof wrench[0]);
    for (int i = 0; i < 3 * contacts->count; i++)
        for (int k = 0; k < 6; k++) {
            double force = tool->f[i] * contacts->contact[i / 3].now.jacobian[i % 3][k];
            wrench[k] += force;
            if (contacts->contact[i / 3].law != BELAY_LOCAL_UNILATERAL) hung[k] += force;
        }
    tool->hung = v3(hung[0], hung[1], hung[2]);
    tool->hung_torque = v3(hung[3], hung[4], hung[5]);
}

// -f grad h: on a tool with mass it acts as the contacts do; without, on the hand alone, as h is that under the device.
static void relieve(bl_servo_tool* tool, const bl_servo_contacts* contacts, double wrench[6])
{
    belay_vec3 force = v3_zero(), torque = v3_zero();
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_contact* c = &contacts->contact[i];
        if (c->law != BELAY_LOCAL_UNILATERAL || v3_length_squared(c->slope) == 0.0) continue;
        belay_vec3 f = v3_scale(-c->force[0], c->slope);
        force = v3_add(force, f);
        torque = v3_add(torque, v3_cross(c->arm, f));
    }
    bool has_mass = tool->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC;
    bool turns = tool->settings.kind == BELAY_HAPTIC_TOOL_POSE && tool->settings.angular_stiffness > 0.0;
    tool->relief = has_mass ? v3_zero() : force;
    tool->relief_torque = turns ? torque : v3_zero();
    const double all[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
    for (int k = 0; k < 6 && has_mass; k++)
        wrench[k] += all[k];
}

static void move_tool(bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_motion* m,
                      const double wrench[6])
{
    double displacement[6];
    bl_servo_motion_yield(m, wrench, displacement);
    belay_vec3 turn = v3(m->free[3] + displacement[3], m->free[4] + displacement[4], m->free[5] + displacement[5]);
    belay_vec3 point = v3(m->free[0] + displacement[0], m->free[1] + displacement[1], m->free[2] + displacement[2]);
    tool->pose.position = v3_add(contacts->reference.position, point);
    tool->pose.rotation = q_normalize(q_mul(q_exp(turn), contacts->reference.rotation));
}

// The hand feels the coupling: without mass that is what the contacts and the load give.
static void feel_massless(bl_servo_tool* tool, const bl_servo_contacts* contacts, const double wrench[6])
{
    tool->force = v3_add(v3(wrench[0], wrench[1], wrench[2]), contacts->load);
    bool turns = tool->settings.kind == BELAY_HAPTIC_TOOL_POSE && tool->settings.angular_stiffness > 0.0;
    tool->torque = turns ? v3_add(v3(wrench[3], wrench[4], wrench[5]), contacts->load_torque) : v3_zero();
}

static void feel_with_mass(bl_servo_tool* tool, const bl_servo_target* target, const bl_servo_motion* m,
                           const double wrench[6], double dt)
{
    const bl_servo_tool_settings* s = &tool->settings;
    belay_vec3 push = v3(wrench[0], wrench[1], wrench[2]), twist = v3(wrench[3], wrench[4], wrench[5]);
    tool->linear = v3_add_scaled(m->free_linear, m->linear_yield / dt, push);
    tool->angular = v3_add(m->free_angular, v3_scale(1.0 / dt, m3_mul_v3(m->angular_yield, twist)));
    if (m->is_coupled) {
        double displacement[6];
        bl_servo_motion_yield(m, wrench, displacement);
        tool->linear = v3_add_scaled(m->free_linear, 1.0 / dt, v3(displacement[0], displacement[1], displacement[2]));
        tool->angular = v3_add_scaled(m->free_angular, 1.0 / dt, v3(displacement[3], displacement[4], displacement[5]));
    }
    belay_vec3 stretch = v3_sub(tool->pose.position, target->pose.position);
    tool->force = v3_add(v3_scale(s->stiffness, stretch), v3_scale(s->damping, v3_sub(tool->linear, target->linear)));
    if (bl_servo_motion_turns_freely(tool)) {
        tool->angular = target->angular;
        tool->torque = v3_zero();
        return;
    }
    belay_vec3 turn = q_log(q_mul(tool->pose.rotation, q_conjugate(target->pose.rotation)));
    tool->torque = v3_add(v3_scale(s->angular_stiffness, turn),
                          v3_scale(s->angular_damping, v3_sub(tool->angular, target->angular)));
}

static bool acts(const bl_servo_contact* c)
{
    bool any = c->force[0] != 0.0 || c->force[1] != 0.0 || c->force[2] != 0.0;
    return c->law == BELAY_LOCAL_UNILATERAL ? c->force[0] > 0.0 : any;
}

void bl_servo_tool_solve(bl_servo_tool* tool, bl_servo_contacts* contacts, const bl_servo_target* target, double dt)
{
    if (!tool->is_seated) bl_servo_tool_seat(tool, target);
    bl_servo_motion m;
    double wrench[6];
    bl_servo_motion_find(tool, contacts, target, dt, &m);
    bl_servo_problem_solve(tool, contacts, &m);
    keep(tool, contacts, &m, dt);
    sum_forces(tool, contacts, wrench);
    relieve(tool, contacts, wrench);
    move_tool(tool, contacts, &m, wrench);
    if (tool->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC)
        feel_with_mass(tool, target, &m, wrench, dt);
    else
        feel_massless(tool, contacts, wrench);
    tool->held = contacts->held;
    tool->is_in_contact = false;
    for (int i = 0; i < contacts->count; i++)
        tool->is_in_contact = tool->is_in_contact || acts(&contacts->contact[i]);
}
