// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts from tick to tick. How they are taken from models: servo_contacts_take.c.

#include "servo/contacts/servo_contacts.h"

#include "belay/quat.h"
#include "tolerances/haptic_tolerances.h"

#include <string.h>

void bl_servo_contacts_reset(bl_servo_contacts* contacts)
{
    memset(contacts, 0, sizeof *contacts);
    contacts->reference = belay_pose_identity();
    contacts->alpha = 1.0;
}

void bl_servo_contacts_distance(const bl_servo_contacts* contacts, belay_pose pose, double d[6])
{
    belay_vec3 displacement = v3_sub(pose.position, contacts->reference.position);
    belay_vec3 turn = q_log(q_mul(pose.rotation, q_conjugate(contacts->reference.rotation)));
    const double all[6] = {displacement.x, displacement.y, displacement.z, turn.x, turn.y, turn.z};
    memcpy(d, all, sizeof all);
}

void bl_servo_contacts_forget(bl_servo_contacts* contacts)
{
    for (int i = 0; i < contacts->count; i++) {
        bl_servo_contact* c = &contacts->contact[i];
        memset(c->force, 0, sizeof c->force);
        memset(c->yielded, 0, sizeof c->yielded);
        memset(c->felt, 0, sizeof c->felt);
        memset(c->pull, 0, sizeof c->pull);
        c->rest = 1.0;
    }
}

static double between(double a, double b, double alpha)
{
    return a + alpha * (b - a);
}

static void fade_surface(bl_servo_contact* c, double alpha)
{
    c->now.gap = between(c->from.gap, c->to.gap, alpha);
    c->now.friction = between(c->from.friction, c->to.friction, alpha);
    c->now.cap = between(c->from.cap, c->to.cap, alpha);
    c->now.presence = between(c->from.presence, c->to.presence, alpha);
    for (int k = 0; k < 2; k++)
        c->now.aside[k] = between(c->from.aside[k], c->to.aside[k], alpha);
    for (int k = 0; k < 3; k++) {
        c->now.velocity[k] = between(c->from.velocity[k], c->to.velocity[k], alpha);
        c->now.yield[k] = between(c->from.yield[k], c->to.yield[k], alpha);
        for (int j = 0; j < 6; j++)
            c->now.jacobian[k][j] = between(c->from.jacobian[k][j], c->to.jacobian[k][j], alpha);
    }
}

static void fade_held(bl_servo_contacts* contacts)
{
    const bl_servo_held *from = &contacts->held_from, *to = &contacts->held_to;
    double alpha = contacts->alpha;
    contacts->held.mass = between(from->mass, to->mass, alpha);
    contacts->held.moment = v3_add_scaled(from->moment, alpha, v3_sub(to->moment, from->moment));
    for (int k = 0; k < 9; k++)
        contacts->held.inertia.m[k] = between(from->inertia.m[k], to->inertia.m[k], alpha);
}

static void fade_all(bl_servo_contacts* contacts)
{
    fade_held(contacts);
    for (int i = 0; i < contacts->count; i++)
        fade_surface(&contacts->contact[i], contacts->alpha);
    for (int i = 0; i < 3 * contacts->count; i++)
        for (int j = 0; j < 3 * contacts->count; j++)
            contacts->compliance[i][j] =
                between(contacts->compliance_from[i][j], contacts->compliance_to[i][j], contacts->alpha);
}

static belay_vec3 followed(belay_vec3 x, belay_vec3 to, double dt)
{
    return v3_add_scaled(x, dt / (BL_LOAD_SECONDS + dt), v3_sub(to, x));
}

double bl_servo_contacts_advance(bl_servo_contacts* contacts, double dt)
{
    contacts->load = contacts->load_now = followed(contacts->load_now, contacts->load_to, dt);
    contacts->load_torque = contacts->load_torque_now =
        followed(contacts->load_torque_now, contacts->load_torque_to, dt);
    double before = contacts->alpha;
    double alpha = contacts->fade > 0.0 ? fmin(1.0, before + dt / contacts->fade) : 1.0;
    bool moves = alpha != before || dt == 0.0;
    contacts->has_changed = contacts->has_changed || moves;
    contacts->alpha = alpha;
    for (int i = 0; i < contacts->count; i++)
        for (int k = 0; k < 2; k++)
            contacts->contact[i].step[k] = (alpha - before) * contacts->contact[i].way[k];
    if (moves) fade_all(contacts);
    return alpha - before;
}
