// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo_tool.h"

#include "solver/rows/joint_cap.h"

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
// Without contacts: where the tool would go, and what it gives way by
// ---------------------------------------------------------------------------------------------------------------------

// d = (translation, turn). `free` is where the tool would be without contacts, from the reference; `slid` where it was
// at the last tick.
typedef struct motion {
    double linear_yield;       // S, m/N
    belay_mat33 angular_yield; // S, rad/(N m)
    double free[6], slid[6], device[6];
    double velocity[6];                   // of the device
    double lead, angular_lead;            // s: B/K
    belay_vec3 free_linear, free_angular; // with mass: velocities without contacts
    bool is_coupled;                      // S is coupled_yield, as the tool holds something
    double coupled_yield[6][6];
} motion;

static double dot6(const double a[6], const double b[6])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

// How far the device is in a surface, as far as the coupling and not the other side gives way.
static double depth_of(const bl_servo_contacts* contacts, const double device[6], const motion* m)
{
    double deepest = 0.0;
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_surface* s = &contacts->contact[i].now;
        if (contacts->contact[i].law != BELAY_LOCAL_TOUCHES) continue;
        double gap = s->gap - contacts->contact[i].height + dot6(s->jacobian[0], device);
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

// S of a wrench: a row of J, or a load.
static void yielding(const motion* m, const double row[6], double out[6])
{
    if (m->is_coupled) {
        for (int k = 0; k < 6; k++)
            out[k] = dot6(m->coupled_yield[k], row);
        return;
    }
    belay_vec3 turn = m3_mul_v3(m->angular_yield, v3(row[3], row[4], row[5]));
    set_six(out, v3_scale(m->linear_yield, v3(row[0], row[1], row[2])), turn);
}

static void move_massless(const bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_target* target,
                          motion* m)
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
    double sag[6];
    const double load[6] = {contacts->load.x,        contacts->load.y,        contacts->load.z,
                            contacts->load_torque.x, contacts->load_torque.y, contacts->load_torque.z};
    yielding(m, load, sag);
    for (int k = 0; k < 6; k++)
        m->free[k] = m->device[k] + (k < 3 ? m->lead : m->angular_lead) * v[k] + sag[k];
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

static bool turns_freely(const bl_servo_tool* tool)
{
    return tool->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC && !(tool->settings.angular_stiffness > 0.0);
}

// With something in hand, where all is coupled. What is taken up has not moved with the tool: the momentum stays, so
// that nothing is made of it. What is let go of takes its own along.
static void move_coupled(const bl_servo_tool* tool, const bl_servo_contacts* contacts, belay_mat33 inertia,
                         belay_vec3 pull, belay_vec3 twist, double dt, motion* m)
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
                           double dt, motion* m)
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
    belay_vec3 way = q_log(q_mul(target->pose.rotation, q_conjugate(tool->pose.rotation)));
    belay_vec3 twist = v3_add(v3_scale(s->angular_stiffness, way),
                              v3_add_scaled(contacts->load_torque, s->angular_damping, target->angular));
    m->free_angular = m3_mul_v3(inverse, v3_add_scaled(m3_mul_v3(inertia, tool->angular), dt, twist));
    if (contacts->held.mass > 0.0 && !turns_freely(tool)) move_coupled(tool, contacts, inertia, pull, twist, dt, m);
    double step[6];
    set_six(step, v3_scale(dt, m->free_linear), v3_scale(dt, m->free_angular));
    for (int k = 0; k < 6; k++)
        m->free[k] = m->slid[k] + step[k];
}

static void find_motion(bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_target* target,
                        double dt, motion* m)
{
    memset(m, 0, sizeof *m);
    bl_servo_contacts_distance(contacts, target->pose, m->device);
    bl_servo_contacts_distance(contacts, tool->pose, m->slid);
    if (tool->settings.kind != BELAY_HAPTIC_TOOL_DYNAMIC) {
        move_massless(tool, contacts, target, m);
        return;
    }
    move_with_mass(tool, contacts, target, dt, m);
    if (!turns_freely(tool)) return;
    // Without a coupling of the turns the tool turns with the device.
    m->angular_yield = m3_zero();
    memcpy(&m->free[3], &m->device[3], 3 * sizeof m->free[3]);
}

// ---------------------------------------------------------------------------------------------------------------------
// The contact problem
// ---------------------------------------------------------------------------------------------------------------------

static void form_matrix(bl_servo_tool* tool, const bl_servo_contacts* contacts, const motion* m)
{
    int n = 3 * contacts->count;
    for (int i = 0; i < n; i++) {
        double y[6];
        yielding(m, contacts->contact[i / 3].now.jacobian[i % 3], y);
        for (int j = 0; j <= i; j++)
            tool->a[i][j] = tool->a[j][i] =
                dot6(y, contacts->contact[j / 3].now.jacobian[j % 3]) + contacts->compliance[i][j];
        tool->a[i][i] += contacts->contact[i / 3].now.yield[i % 3];
    }
}

static double friction_now(const bl_servo_tool_settings* s, const bl_servo_contact* c)
{
    return c->now.friction * (1.0 + (s->static_ratio - 1.0) * c->rest);
}

static void form_blocks(bl_servo_tool* tool, const bl_servo_contacts* contacts)
{
    for (int i = 0; i < contacts->count; i++) {
        if (contacts->contact[i].law != BELAY_LOCAL_TOUCHES) continue;
        double w[9];
        for (int a = 0; a < 3; a++)
            memcpy(&w[3 * a], &tool->a[3 * i + a][3 * i], 3 * sizeof w[0]);
        bl_local_block_init(&tool->blocks[i], w, 0.0);
    }
}

// The matrix is the same from tick to tick unless contacts fade or the tool has mass.
static void form(bl_servo_tool* tool, bl_servo_contacts* contacts, const motion* m)
{
    if (contacts->has_changed || tool->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC) {
        form_matrix(tool, contacts, m);
        form_blocks(tool, contacts);
        contacts->has_changed = false;
    }
    for (int i = 0; i < contacts->count; i++)
        tool->blocks[i].mu = friction_now(&tool->settings, &contacts->contact[i]);
}

// Of a hold the offsets without forces, with a damping of its own, which has come in when the hold has.
static void form_b_of_hold(const bl_servo_tool* tool, const bl_servo_contacts* contacts, const motion* m, int i,
                           double b[3])
{
    const bl_servo_surface* s = &contacts->contact[i].now;
    const double offset[3] = {s->gap, s->aside[0], s->aside[1]};
    bool is_place = contacts->contact[i].law == BELAY_LOCAL_HOLDS;
    double lead = is_place ? s->presence * tool->settings.damping / tool->settings.stiffness : 0.0;
    for (int k = 0; k < 3; k++)
        b[k] =
            offset[k] + dot6(s->jacobian[k], m->device) + lead * (dot6(s->jacobian[k], m->velocity) - s->velocity[k]);
}

static void form_b_of_mass(const bl_servo_contacts* contacts, const motion* m, int i, double b[3])
{
    const bl_servo_surface* s = &contacts->contact[i].now;
    const double offset[3] = {s->gap, s->aside[0], s->aside[1]};
    for (int k = 0; k < 3; k++)
        b[k] = offset[k] + dot6(s->jacobian[k], m->free);
}

// How fast the texture rises under the device, m/s: the damping is of the way into it.
static double climb_of(const bl_servo_contact* c, const motion* m)
{
    belay_vec3 turn = v3(m->velocity[3], m->velocity[4], m->velocity[5]);
    belay_vec3 way = v3(m->velocity[0], m->velocity[1], m->velocity[2]);
    return v3_dot(c->slope, v3_add(way, v3_cross(turn, c->arm)));
}

// In the normal the gap without forces; in the tangents the slip since the last tick without forces, other side
// included. The lead of the damping counts against the other side, which so seems ahead by as much.
static void form_b_of_touch(const bl_servo_contacts* contacts, const motion* m, int i, double b[3])
{
    const bl_servo_contact* c = &contacts->contact[i];
    b[0] = c->now.gap - c->height + dot6(c->now.jacobian[0], m->free) - m->lead * (c->now.velocity[0] + climb_of(c, m));
    for (int k = 1; k < 3; k++)
        b[k] = dot6(c->now.jacobian[k], m->free) - dot6(c->now.jacobian[k], m->slid) - c->step[k - 1] -
               c->yielded[k - 1] - m->lead * c->now.velocity[k];
}

static void form_b(bl_servo_tool* tool, const bl_servo_contacts* contacts, const motion* m)
{
    for (int i = 0; i < contacts->count; i++) {
        if (contacts->contact[i].law == BELAY_LOCAL_TOUCHES)
            form_b_of_touch(contacts, m, i, &tool->b[3 * i]);
        else if (tool->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC)
            form_b_of_mass(contacts, m, i, &tool->b[3 * i]);
        else
            form_b_of_hold(tool, contacts, m, i, &tool->b[3 * i]);
    }
}

// What nothing gives way to (a turn that neither the tool nor a rod can make) is left alone.
static void solve_hold(const bl_servo_tool* tool, const bl_servo_contact* c, int i, const double b[3], double f[3])
{
    belay_mat33 a;
    for (int k = 0; k < 9; k++)
        a.m[k] = tool->a[3 * i + k / 3][3 * i + k % 3];
    belay_vec3 r = v3_zero();
    if (a.m[0] > 0.0 && a.m[4] > 0.0 && a.m[8] > 0.0) r = bl_joint_cap_solve(a, v3(-b[0], -b[1], -b[2]), c->now.cap);
    f[0] = r.x;
    f[1] = r.y;
    f[2] = r.z;
}

static void visit(bl_servo_tool* tool, const bl_servo_contact* c, int i, int n)
{
    double b[3];
    for (int a = 0; a < 3; a++) {
        const double* row = tool->a[3 * i + a];
        double sum = tool->b[3 * i + a];
        for (int j = 0; j < 3 * i; j++)
            sum += row[j] * tool->f[j];
        for (int j = 3 * i + 3; j < n; j++)
            sum += row[j] * tool->f[j];
        b[a] = sum;
    }
    if (c->law != BELAY_LOCAL_TOUCHES)
        solve_hold(tool, c, i, b, &tool->f[3 * i]);
    else
        bl_local_contact_solve(&tool->blocks[i], b, &tool->f[3 * i]);
}

static void sweep(bl_servo_tool* tool, const bl_servo_contacts* contacts)
{
    int sweeps = contacts->count == 1 ? 1 : tool->settings.sweeps;
    for (int k = 0; k < sweeps; k++)
        for (int i = 0; i < contacts->count; i++)
            visit(tool, &contacts->contact[i], i, 3 * contacts->count);
}

static void start_warm(bl_servo_tool* tool, const bl_servo_contacts* contacts)
{
    for (int i = 0; i < contacts->count; i++)
        memcpy(&tool->f[3 * i], contacts->contact[i].force, 3 * sizeof tool->f[0]);
}

// ---------------------------------------------------------------------------------------------------------------------
// What came of it
// ---------------------------------------------------------------------------------------------------------------------

// On the edge of the cone, to the rounding of the local solver.
static bool slides(const double f[3], double mu)
{
    return f[0] > 0.0 && sqrt(f[1] * f[1] + f[2] * f[2]) >= mu * f[0] * (1.0 - 1e-9);
}

static void keep(bl_servo_tool* tool, bl_servo_contacts* contacts, const motion* m, double dt)
{
    int n = 3 * contacts->count;
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        bool is_sliding = c->law == BELAY_LOCAL_TOUCHES && slides(&tool->f[3 * i], tool->blocks[i].mu);
        double fall = tool->settings.static_seconds / (tool->settings.static_seconds + dt);
        c->rest = is_sliding ? fall * c->rest : 1.0;
        memcpy(c->force, &tool->f[3 * i], sizeof c->force);
        for (int k = 1; k < 3 && c->law == BELAY_LOCAL_TOUCHES; k++) {
            double sum = -m->lead * c->now.velocity[k];
            for (int j = 0; j < n; j++)
                sum += contacts->compliance[3 * i + k][j] * tool->f[j];
            c->yielded[k - 1] = sum;
        }
    }
}

static void sum_forces(const bl_servo_tool* tool, const bl_servo_contacts* contacts, double wrench[6])
{
    memset(wrench, 0, 6 * sizeof wrench[0]);
    for (int i = 0; i < 3 * contacts->count; i++)
        for (int k = 0; k < 6; k++)
            wrench[k] += tool->f[i] * contacts->contact[i / 3].now.jacobian[i % 3][k];
}

// -f grad h: on a tool with mass it acts as the contacts do; without, on the hand alone, as h is that under the device.
static void relieve(bl_servo_tool* tool, const bl_servo_contacts* contacts, double wrench[6])
{
    belay_vec3 force = v3_zero(), torque = v3_zero();
    for (int i = 0; i < contacts->count; i++) {
        const bl_servo_contact* c = &contacts->contact[i];
        if (c->law != BELAY_LOCAL_TOUCHES || v3_length_squared(c->slope) == 0.0) continue;
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

static void move_tool(bl_servo_tool* tool, const bl_servo_contacts* contacts, const motion* m, const double wrench[6])
{
    double way[6];
    yielding(m, wrench, way);
    belay_vec3 turn = v3(m->free[3] + way[3], m->free[4] + way[4], m->free[5] + way[5]);
    belay_vec3 place = v3(m->free[0] + way[0], m->free[1] + way[1], m->free[2] + way[2]);
    tool->pose.position = v3_add(contacts->reference.position, place);
    tool->pose.rotation = q_normalize(q_mul(q_exp(turn), contacts->reference.rotation));
}

// The hand feels the coupling: without mass that is what the contacts and the load give.
static void feel_massless(bl_servo_tool* tool, const bl_servo_contacts* contacts, const double wrench[6])
{
    tool->force = v3_add(v3(wrench[0], wrench[1], wrench[2]), contacts->load);
    bool turns = tool->settings.kind == BELAY_HAPTIC_TOOL_POSE && tool->settings.angular_stiffness > 0.0;
    tool->torque = turns ? v3_add(v3(wrench[3], wrench[4], wrench[5]), contacts->load_torque) : v3_zero();
}

static void feel_with_mass(bl_servo_tool* tool, const bl_servo_target* target, const motion* m, const double wrench[6],
                           double dt)
{
    const bl_servo_tool_settings* s = &tool->settings;
    belay_vec3 push = v3(wrench[0], wrench[1], wrench[2]), twist = v3(wrench[3], wrench[4], wrench[5]);
    tool->linear = v3_add_scaled(m->free_linear, m->linear_yield / dt, push);
    tool->angular = v3_add(m->free_angular, v3_scale(1.0 / dt, m3_mul_v3(m->angular_yield, twist)));
    if (m->is_coupled) {
        double way[6];
        yielding(m, wrench, way);
        tool->linear = v3_add_scaled(m->free_linear, 1.0 / dt, v3(way[0], way[1], way[2]));
        tool->angular = v3_add_scaled(m->free_angular, 1.0 / dt, v3(way[3], way[4], way[5]));
    }
    belay_vec3 stretch = v3_sub(tool->pose.position, target->pose.position);
    tool->force = v3_add(v3_scale(s->stiffness, stretch), v3_scale(s->damping, v3_sub(tool->linear, target->linear)));
    if (turns_freely(tool)) {
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
    return c->law == BELAY_LOCAL_TOUCHES ? c->force[0] > 0.0 : any;
}

void bl_servo_tool_solve(bl_servo_tool* tool, bl_servo_contacts* contacts, const bl_servo_target* target, double dt)
{
    if (!tool->is_seated) bl_servo_tool_seat(tool, target);
    motion m;
    double wrench[6];
    find_motion(tool, contacts, target, dt, &m);
    form(tool, contacts, &m);
    form_b(tool, contacts, &m);
    start_warm(tool, contacts);
    sweep(tool, contacts);
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
