// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts that the servo solves against: the newest model, faded in linearly over one period of physics, together
// with what the servo itself remembers of each contact.
//
// A tool at the distance d = (translation, rotation vector) from the reference pose has, with forces f on it,
//     gap      = gap_0 + J_n d + (C f)_n,          C = h^2 times the model's Delassus operator, m/N,
// where gap_0 is what the gap will be at the end of the fade: at the next contact instant if the other side moves
// freely, gap - h y'_free, and theta h further by its velocity y'. Physics leads the tool to where the device is now at
// the end of its step, and at the contact instant it is theta h behind; so what both push along is shown that much
// ahead, or the hand would feel K theta h y' too much. The other side's surface goes tangentially by its free way less
// (C f)_t; of that way only the increments from tick to tick count. Between two models the free way is known from the
// older one: h (y'_free,new - C_old r_old).

#ifndef BELAY_HAPTICS_SERVO_CONTACTS_SERVO_CONTACTS_H
#define BELAY_HAPTICS_SERVO_CONTACTS_SERVO_CONTACTS_H

#include "belay/haptic_model.h"
#include "servo/contacts/servo_skin.h"
#include "tolerances/haptic_tolerances.h"

#include <stdbool.h>

#define BL_SERVO_CONTACTS BELAY_LOCAL_MODEL_CONTACTS
#define BL_SERVO_ROWS BELAY_LOCAL_MODEL_ROWS

// What is faded: linear in everything.
typedef struct bl_servo_surface {
    double gap;            // m, at d = 0
    double aside[2];       // m, at d = 0: of a hold the offsets along the tangents
    double yield[3];       // m/N, of a hold
    double cap;            // N, of a hold
    double presence;       // of a hold: 0 when it begins, then 1
    double jacobian[3][6]; // J
    double velocity[3];    // m/s, of the other side, as physics left it
    double friction;       // mu
} bl_servo_surface;

typedef struct bl_servo_span {
    double low, high;
} bl_servo_span;

typedef struct bl_servo_contact {
    uint64_t tool_collider, other;
    uint32_t feature;
    belay_local_law law;
    bool is_leaving;     // no longer in the model; fades out
    belay_vec3 frame[3]; // of the model: normal, tangents
    belay_vec3 arm;      // m, from the tool's origin
    double unloading[2]; // m, h (C r)_t of the model: what the surface comes back by without the tool's impulses
    bl_servo_surface from, to, now;
    bl_servo_skin skin_from, skin_to; // of the other side, for textures
    belay_vec3 arm_from;              // m, the place on the tool that fades to `arm`
    double way[2];                    // m, the free tangential way over the fade
    double step[2];                   // m, the part of it in this tick
    // Beside these: by what the place it sticks at is drawn to that of physics (servo_anchor.h).
    double pull[2], gain[2];               // m, over the fade, and N, what its friction comes to change by
    double pulled[2];                      // m, in this tick
    bl_servo_span felt[2], felt_before[2]; // N, friction since the model came, and while the one before was in use
    // The servo's own.
    double force[3];   // N, of the last tick
    double yielded[2]; // m, (C f)_t of the last tick, and what the coupling's damping adds (servo_tool.c)
    double rest;       // 1: at rest, 0: slides for long; where friction at rest is larger
    double height;     // m, <= 0: of a texture, here (servo_surface.h)
    belay_vec3 slope;  // its gradient, world
} bl_servo_contact;

// What is locked to the tool, about the tool's origin, world axes. Linear in what it is made of, so it fades as the
// surfaces do.
typedef struct bl_servo_held {
    double mass;         // kg
    belay_vec3 moment;   // kg m, mass times centre
    belay_mat33 inertia; // kg m^2
} bl_servo_held;

typedef struct bl_servo_contacts {
    belay_pose reference; // tool pose
    bl_servo_held held_from, held_to, held;
    // N, N m about the tool's origin: what else acts on it, by the model, and how much of it has come by now.
    belay_vec3 load_to, load_torque_to, load_now, load_torque_now;
    belay_vec3 load, load_torque; // what is felt: that, and the inertia of what is held (servo_inertia.h)
    double alpha, fade;           // share of the fade that is over; its length, s
    uint64_t step;                // of the model
    double step_seconds;
    bool has_changed; // since the solver looked last
    int count;
    bl_servo_contact contact[BL_SERVO_CONTACTS];
    double compliance_from[BL_SERVO_ROWS][BL_SERVO_ROWS]; // m/N
    double compliance_to[BL_SERVO_ROWS][BL_SERVO_ROWS];
    double compliance[BL_SERVO_ROWS][BL_SERVO_ROWS]; // now
} bl_servo_contacts;

void bl_servo_contacts_reset(bl_servo_contacts* contacts);
// Begins to fade to a model that has been checked. `at` is where the tool feels (a tool without mass: where the device
// holds it); the fade takes `fade` seconds. A contact that is new and already overlaps begins as a touch, and a hold
// without a pull; one that is gone fades out.
void bl_servo_contacts_take(bl_servo_contacts* contacts, const belay_local_model* model, belay_pose at, double fade);
// Goes on by dt. What share of the fade that is.
double bl_servo_contacts_advance(bl_servo_contacts* contacts, double dt);
// The distance d of a pose from the reference.
void bl_servo_contacts_distance(const bl_servo_contacts* contacts, belay_pose pose, double d[6]);
// Forgets forces and ways, so that friction starts anew where the tool is.
void bl_servo_contacts_forget(bl_servo_contacts* contacts);

static inline double bl_servo_dot6(const double a[6], const double b[6])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

#endif
