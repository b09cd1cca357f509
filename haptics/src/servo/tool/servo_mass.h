// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tool with mass that holds something: six directions that are coupled, as what is held has its centre of mass off
// the tool's origin. With x' = (v, w) of that origin and p = (momentum, angular momentum about it),
//     p = M x',     M = ( m 1     -[m c] )
//                       ( [m c]    I     )
// of tool and what is held together; forces of rotation (w x p) are left out, as for the tool alone.

#ifndef BELAY_HAPTICS_SERVO_TOOL_SERVO_MASS_H
#define BELAY_HAPTICS_SERVO_TOOL_SERVO_MASS_H

#include "servo/contacts/servo_contacts.h"

typedef struct bl_servo_mass {
    double m[6][6]; // kg, kg m, kg m^2
} bl_servo_mass;

// Of a tool of its own mass and inertia (world axes, about its origin) with what it holds.
bl_servo_mass bl_servo_mass_of(double mass, belay_mat33 inertia, const bl_servo_held* held);

// An implicit step under the coupling.
typedef struct bl_servo_mass_step {
    double seconds;
    double linear, angular; // T B + T^2 K of the coupling: kg, kg m^2
    double velocity[6];     // (v, w), before and then after it
    double force[6];        // (N, N m), that acts besides contacts and what (linear, angular) stand for
    double yield[6][6];     // out: S = T^2 (M + diag(linear, angular))^-1
} bl_servo_mass_step;

// (M + diag(linear, angular)) v+ = M_before v + T force. False, and nothing is written: M has no inverse.
bool bl_servo_mass_go(const bl_servo_mass* mass, const bl_servo_mass* before, bl_servo_mass_step* step);

#endif
