// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A spring and damper on one coordinate x, implicit, so that it is stable at any stiffness, damping and step. With u-
// and u+ the velocities of x in the intervals before and after the contact instant, its impulse is
//     r = -h (k (x - x0) + p u+ + q u-).
// At rest only k counts. Alone on a free coordinate of inverse mass w, u+ = u- + w r, and with K = h^2 w k, D = h w d
// the places at the contact instants obey
//     A x(+1) - (A + c A - K) x + c A x(-1) = 0,        A = 1 + h w p,     c = (1 - h w q) / A.
// c is the square of what the amplitude keeps in a step. The exact solution, exp(-D/2 +- i phi) for the roots, would
// ask for  c = exp(-D)  and  A = K / (1 - 2 exp(-D/2) cos phi + c).  Kept is
//   - c = exp(-D): without damping no energy is lost, with damping it goes as it should. A spring that would swing more
//     than once in four steps (sqrt(K) > pi/2) cannot be shown and is damped by the excess, D >= 2 (sqrt(K) - pi/2);
//   - of A the larger of the exact value and
//         A = (1 + K/4) 2 / (1 + c),
//     the least for which the roots stay within the unit circle whatever the true inverse mass is: other springs on the
//     same body may make it larger than w. For small K that is the rule of the average acceleration: the frequency is
//     too low by the part (h omega)^2 / 12. Overdamped springs follow the exact solution of a free coordinate, and what
//     is much stiffer than the step can show comes to its target within one.

#ifndef BELAY_ENGINE_MODELS_JOINT_SPRING_H
#define BELAY_ENGINE_MODELS_JOINT_SPRING_H

typedef struct bl_joint_spring {
    double p, q; // N s/m, or N m s/rad
} bl_joint_spring;

// k, d >= 0, not both 0; w >= 0 (0: nothing to move, the limit of the formulas); h > 0. p > 0.
bl_joint_spring bl_joint_spring_fit(double k, double d, double w, double h);

#endif
