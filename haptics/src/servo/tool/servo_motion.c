// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/tool/servo_motion.h"

#include <string.h>

// How far the device is in a surface, as far as the coupling and not the other side gives way.
static double depth_of(const bl_servo_contacts* contacts, const double device[6], const bl_servo_motion* m)
{
    double deepest = 0.0;
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_surface* s = &contacts->contact[i].now;
        if (contacts->contact[i].law != BELAY_LOCAL_UNILATERAL) continue;
        double gap = s->gap - contacts->contact[i].height + bl_servo_dot6(s->jacobian[0], device);
        double behind = contacts->compliance[3 * i][3 * i];
        deepest = fmax(deepest, -gap * m->linear_yield / (m->linear_yield + behind));
    }
    return deepest;
}

static double ramp(double depth, double full)
{
    return full > 0.0 ? fmin(1.0, depth / full) : 1.0;
}

static void set_six(double out[6], belay_vec3 a, belay_vec3 b)
{
    const double all[6] = {a.x, a.y, a.z, b.x, b.y, b.z};
    memcpy(out, all, sizeof all);
}

void bl_servo_motion_yield(const bl_servo_motion* m, const double row[6], double out[6])
{
    if (m->is_coupled) {
        for (int k = 0; k < 6; k++)
            out[k] = bl_servo_dot6(m->coupled_yield[k], row);
        return;
    }
    belay_vec3 turn = m3_mul_v3(m->angular_yield, v3(row[3], row[4], row[5]));
    set_six(out, v3_scale(m->linear_yield, v3(row[0], row[1], row[2])), turn);
}

static void move_massless(const bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_target* target,
                          bl_servo_motion* m)
{
    const bl_servo_tool_settings* s = &tool->settings;
    m->linear_yield = 1.0 / s->stiffness;
    bool turns = s->kind == BELAY_HAPTIC_TOOL_POSE && s->angular_stiffness > 0.0;
    double yield = turns ? 1.0 / s->angular_stiffness : 0.0;
    m->angular_yield = m3_diagonal(v3(yield, yield, yield));
    double share = ramp(depth_of(contacts, m->device, m), s->damping_depth);
    m->lead = share * s->damping / s->stiffness;
    m->angular_lead = turns ? share * s->angular_damping / s->angular_stiffness : 0.0;
    const double v[6] = {target->linear.x,  target->linear.y,  target->linear.z,
                         target->angular.x, target->angular.y, target->angular.z};
    memcpy(m->velocity, v, sizeof v);
    const double load[6] = {contacts->load.x,        contacts->load.y,        contacts->load.z,
                            contacts->load_torque.x, contacts->load_torque.y, contacts->load_torque.z};
    bl_servo_motion_yield(m, load, m->sag);
    for (int k = 0; k < 6; k++)
        m->free[k] = m->device[k] + (k < 3 ? m->lead : m->angular_lead) * v[k] + m->sag[k];
}

static belay_mat33 inverse_of(belay_mat33 a)
{
    belay_mat33 inverse = m3_zero();
    m3_invert(a, 0.0, &inverse);
    return inverse;
}

static belay_mat33 turned_diagonal(belay_quat q, belay_vec3 moments)
{
    belay_mat33 r = q_to_m3(q);
    return m3_mul(m3_mul(r, m3_diagonal(moments)), m3_transpose(r));
}

bool bl_servo_motion_turns_freely(const bl_servo_tool* tool)
{
    return tool->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC && !(tool->settings.angular_stiffness > 0.0);
}

// With something in hand, where all is coupled. What is taken up has not moved with the tool: the momentum stays, so
// that nothing is made of it. What is let go of takes its own along.
static void move_coupled(const bl_servo_tool* tool, const bl_servo_contacts* contacts, belay_mat33 inertia,
                         belay_vec3 pull, belay_vec3 twist, double dt, bl_servo_motion* m)
{
    const bl_servo_tool_settings* s = &tool->settings;
    bl_servo_mass mass = bl_servo_mass_of(s->mass, inertia, &contacts->held), before = mass;
    if (tool->held.mass < contacts->held.mass) before = bl_servo_mass_of(s->mass, inertia, &tool->held);
    bl_servo_mass_step step = {.seconds = dt,
                               .linear = dt * s->damping + dt * dt * s->stiffness,
                               .angular = dt * s->angular_damping + dt * dt * s->angular_stiffness};
    set_six(step.velocity, tool->linear, tool->angular);
    set_six(step.force, pull, twist);
    m->is_coupled = bl_servo_mass_go(&mass, &before, &step);
    if (!m->is_coupled) return;
    memcpy(m->coupled_yield, step.yield, sizeof m->coupled_yield);
    m->free_linear = v3(step.velocity[0], step.velocity[1], step.velocity[2]);
    m->free_angular = v3(step.velocity[3], step.velocity[4], step.velocity[5]);
}

// (M + T B + T^2 K) v+ = M v + T (K (x_device - x) + B v_device), x+ = x + T v+
static void move_with_mass(const bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_target* target,
                           double dt, bl_servo_motion* m)
{
    const bl_servo_tool_settings* s = &tool->settings;
    double mass = s->mass + contacts->held.mass, kept = s->mass + fmin(tool->held.mass, contacts->held.mass);
    double mhat = mass + dt * s->damping + dt * dt * s->stiffness;
    m->linear_yield = dt * dt / mhat;
    belay_vec3 pull = v3_add(v3_scale(s->stiffness, v3_sub(target->pose.position, tool->pose.position)),
                             v3_add_scaled(contacts->load, s->damping, target->linear));
    m->free_linear = v3_scale(1.0 / mhat, v3_add_scaled(v3_scale(kept, tool->linear), dt, pull));
    belay_mat33 inertia = turned_diagonal(tool->pose.rotation, s->inertia);
    double stiff = dt * s->angular_damping + dt * dt * s->angular_stiffness;
    belay_mat33 inverse = inverse_of(m3_add(inertia, m3_diagonal(v3(stiff, stiff, stiff))));
    m->angular_yield = m3_scale(dt * dt, inverse);
    belay_vec3 turn = q_log(q_mul(target->pose.rotation, q_conjugate(tool->pose.rotation)));
    belay_vec3 twist = v3_add(v3_scale(s->angular_stiffness, turn),
                              v3_add_scaled(contacts->load_torque, s->angular_damping, target->angular));
    m->free_angular = m3_mul_v3(inverse, v3_add_scaled(m3_mul_v3(inertia, tool->angular), dt, twist));
    if (contacts->held.mass > 0.0 && !bl_servo_motion_turns_freely(tool))
        move_coupled(tool, contacts, inertia, pull, twist, dt, m);
    double step[6];
    set_six(step, v3_scale(dt, m->free_linear), v3_scale(dt, m->free_angular));
    for (int k = 0; k < 6; k++)
        m->free[k] = m->slid[k] + step[k];
}

void bl_servo_motion_find(const bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_target* target,
                          double dt, bl_servo_motion* m)
{
    memset(m, 0, sizeof *m);
    bl_servo_contacts_distance(contacts, target->pose, m->device);
    bl_servo_contacts_distance(contacts, tool->pose, m->slid);
    if (tool->settings.kind != BELAY_HAPTIC_TOOL_DYNAMIC) {
        move_massless(tool, contacts, target, m);
        return;
    }
    move_with_mass(tool, contacts, target, dt, m);
    if (!bl_servo_motion_turns_freely(tool)) return;
    // Without a coupling of the turns the tool turns with the device.
    m->angular_yield = m3_zero();
    memcpy(&m->free[3], &m->device[3], 3 * sizeof m->free[3]);
}
