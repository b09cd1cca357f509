// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tool with mass that holds something: six directions that are coupled, as what is held has its centre of mass off
// the tool's origin. With x' = (v, w) of that origin and p = (momentum, angular momentum about it),
//     p = M x',     M = ( m 1     -[m c] )
//                       ( [m c]    I     )
// of tool and what is held together; forces of rotation (w x p) are left out, as for the tool alone.

#ifndef BELAY_HAPTICS_SERVO_MASS_H
#define BELAY_HAPTICS_SERVO_MASS_H

#include "servo_contacts.h"

typedef struct bl_servo_mass {
    double m[6][6]; // kg, kg m, kg m^2
} bl_servo_mass;

// Of a tool of its own mass and inertia (world axes, about its origin) with what it holds.
bl_servo_mass bl_servo_mass_of(double mass, belay_mat33 inertia, const bl_servo_held* held);
void bl_servo_mass_mul(const bl_servo_mass* mass, const double x[6], double out[6]);
// Inverts what is symmetric and positive definite: inverse of (M + diag(linear, angular)). False, and nothing is
// written: it is not.
bool bl_servo_mass_invert(const bl_servo_mass* mass, double linear, double angular, double out[6][6]);

#endif
