// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "servo/tool/servo_problem.h"

#include "servo/tool/servo_locks.h"

#include "belay/law.h"

#include <string.h>

static void form_matrix(bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_motion* m)
{
    int n = 3 * contacts->count;
    for (int i = 0; i < n; i++) {
        double y[6];
        bl_servo_motion_yield(m, contacts->contact[i / 3].now.jacobian[i % 3], y);
        for (int j = 0; j <= i; j++)
            tool->a[i][j] = tool->a[j][i] =
                bl_servo_dot6(y, contacts->contact[j / 3].now.jacobian[j % 3]) + contacts->compliance[i][j];
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
        if (contacts->contact[i].law != BELAY_LOCAL_UNILATERAL) continue;
        double w[9];
        for (int a = 0; a < 3; a++)
            memcpy(&w[3 * a], &tool->a[3 * i + a][3 * i], 3 * sizeof w[0]);
        belay_law_block_init(&tool->blocks[i], w, 0.0);
    }
}

// The matrix is the same from tick to tick unless contacts fade or the tool has mass.
static void form(bl_servo_tool* tool, bl_servo_contacts* contacts, const bl_servo_motion* m)
{
    if (contacts->has_changed || tool->settings.kind == BELAY_HAPTIC_TOOL_DYNAMIC) {
        form_matrix(tool, contacts, m);
        form_blocks(tool, contacts);
        bl_servo_locks_factor(tool, contacts);
        contacts->has_changed = false;
    }
    for (int i = 0; i < contacts->count; i++)
        tool->blocks[i].mu = friction_now(&tool->settings, &contacts->contact[i]);
}

// Of a hold the offsets without forces, with a damping of its own, which has come in when the hold has.
static void form_b_of_hold(const bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_motion* m,
                           int i, double b[3])
{
    const bl_servo_surface* s = &contacts->contact[i].now;
    const double offset[3] = {s->gap, s->aside[0], s->aside[1]};
    bool is_place = contacts->contact[i].law == BELAY_LOCAL_BILATERAL;
    double lead = is_place ? s->presence * tool->settings.damping / tool->settings.stiffness : 0.0;
    for (int k = 0; k < 3; k++)
        b[k] = offset[k] + bl_servo_dot6(s->jacobian[k], m->device) + bl_servo_dot6(s->jacobian[k], m->sag) +
               lead * (bl_servo_dot6(s->jacobian[k], m->velocity) - s->velocity[k]);
}

static void form_b_of_mass(const bl_servo_contacts* contacts, const bl_servo_motion* m, int i, double b[3])
{
    const bl_servo_surface* s = &contacts->contact[i].now;
    const double offset[3] = {s->gap, s->aside[0], s->aside[1]};
    for (int k = 0; k < 3; k++)
        b[k] = offset[k] + bl_servo_dot6(s->jacobian[k], m->free);
}

// How fast the texture rises under the device, m/s: the damping is of the way into it.
static double climb_of(const bl_servo_contact* c, const bl_servo_motion* m)
{
    belay_vec3 turn = v3(m->velocity[3], m->velocity[4], m->velocity[5]);
    belay_vec3 linear = v3(m->velocity[0], m->velocity[1], m->velocity[2]);
    return v3_dot(c->slope, v3_add(linear, v3_cross(turn, c->arm)));
}

// In the normal the gap without forces; in the tangents the slip since the last tick without forces, other side
// included. The lead of the damping counts against the other side, which so seems ahead by as much.
static void form_b_of_touch(const bl_servo_contacts* contacts, const bl_servo_motion* m, int i, double b[3])
{
    const bl_servo_contact* c = &contacts->contact[i];
    b[0] = c->now.gap - c->height + bl_servo_dot6(c->now.jacobian[0], m->free) -
           m->lead * (c->now.velocity[0] + climb_of(c, m));
    for (int k = 1; k < 3; k++)
        b[k] = bl_servo_dot6(c->now.jacobian[k], m->free) - bl_servo_dot6(c->now.jacobian[k], m->slid) -
               c->step[k - 1] - c->yielded[k - 1] - m->lead * c->now.velocity[k];
}

static void form_b(bl_servo_tool* tool, const bl_servo_contacts* contacts, const bl_servo_motion* m)
{
    for (int i = 0; i < contacts->count; i++) {
        if (contacts->contact[i].law == BELAY_LOCAL_UNILATERAL)
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
    if (a.m[0] > 0.0 && a.m[4] > 0.0 && a.m[8] > 0.0)
        r = belay_law_solve_capped(a, v3(-b[0], -b[1], -b[2]), c->now.cap);
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
    if (c->law != BELAY_LOCAL_UNILATERAL)
        solve_hold(tool, c, i, b, &tool->f[3 * i]);
    else
        belay_law_solve(&tool->blocks[i], b, &tool->f[3 * i]);
}

static void sweep(bl_servo_tool* tool, const bl_servo_contacts* contacts)
{
    const bl_servo_locks* locks = &tool->locks;
    bool is_direct = contacts->count == 1 || locks->count == 3 * contacts->count;
    int sweeps = is_direct ? 1 : tool->settings.sweeps;
    for (int k = 0; k < sweeps; k++) {
        if (locks->count > 0) bl_servo_locks_solve(tool, 3 * contacts->count);
        for (int i = 0; i < contacts->count; i++)
            if (!bl_servo_locks_have(locks, i)) visit(tool, &contacts->contact[i], i, 3 * contacts->count);
    }
}

static void start_warm(bl_servo_tool* tool, const bl_servo_contacts* contacts)
{
    for (int i = 0; i < contacts->count; i++)
        memcpy(&tool->f[3 * i], contacts->contact[i].force, 3 * sizeof tool->f[0]);
}

void bl_servo_problem_solve(bl_servo_tool* tool, bl_servo_contacts* contacts, const bl_servo_motion* motion)
{
    form(tool, contacts, motion);
    form_b(tool, contacts, motion);
    start_warm(tool, contacts);
    sweep(tool, contacts);
}
