// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the normal velocity of a contact must be at least after a step: the velocity Signorini condition with Moreau's
// impact law (renouf2005, eqs. 16 and 22), with the terms that keep a lasting contact closed on flat and curved ground.
//
// Between two contact instants the reference point of A moves by h v+, so the gap at the next instant is
//     g' = g + h u_N+ + s+,      s+ = what curvature and rotation add (bl_curved_gap_term; > 0 opens)
// and, seen backwards, the gap at the last instant was g - h u_N- + s-. In the velocities that a contact moving along
// at constant gap has as zero,
//     U+ = u_N+ + s+/h,          U- = u_N- - s-/h,
// the laws read:
//   lasting or plastic (rest):  U+ >= -max(g, 0)/h       closes an open gap exactly at the next instant. An overlap is
//                                                        kept, not reversed: pushing it out with a velocity would add
//                                                        energy (the overlap recovery takes it back instead). A gap
//                                                        within the touch tolerance is no gap: closing it would
//                                                        make contacts of one body ask for motions that contradict each
//                                                        other by as much as rounding.
//   impact:                     U+ >= -e U-              once the gap predicted for the end of the step,
//                                                        g~ = g + theta h u_N- + theta^2 s-, is closed (renouf2005,
//                                                        sec. 4.2): what a curved surface makes of the way to come
//                                                        opens a gap where it is convex, so that what passes a ridge
//                                                        does not hit it.
// At e = 1 the work r_N (u_N+ + u_N-)/2 of an impact is zero to rounding on flat ground, and that of a lasting contact
// on a curved track is zero to O(h^3): a velocity turned by d = v h / R per step keeps its length, where projecting it
// on the tangent would throw away d^2 of the energy in every step.
//
// What pushes does the work r_N (u_N- + u_N+) / 2. Second-order terms may ask for more than the law of first order (U =
// u) only up to -u_N-, where that work is zero: in steady motion u_N- = s-/h and u_N+ = -s+/h come to that, and where
// a track begins to bend, or the terms of two intervals differ by more than they mean, none of it makes energy.
//
// A bouncing contact with 0 < e < 1 that is pressed together by an acceleration a comes to rest after infinitely many
// bounces within the time 2 e w / (a (1 - e)), w the approach speed. Where that time is less than the step, the exact
// outcome of the law is rest, and that is what is asked for. This is no threshold: without a pressing acceleration, or
// with e = 1, it never applies.

#ifndef BELAY_ENGINE_SOLVER_LAW_IMPACT_LAW_H
#define BELAY_ENGINE_SOLVER_LAW_IMPACT_LAW_H

#include <stdbool.h>

typedef struct bl_impact_input {
    double gap;             // m, at the contact instant
    double before;          // m/s, u_N-: normal velocity before the step
    double gap_term_before; // m, s-
    double gap_term_after;  // m, s+
    double pressing;    // m/s^2, closing acceleration by the applied forces (and curvature), the largest of: relative,
                        // of A alone, of B alone
    double restitution; // e
} bl_impact_input;

typedef struct bl_impact_settings {
    double h, theta;
    double touch_tolerance;       // m
    double restitution_threshold; // m/s
} bl_impact_settings;

// Writes the target: the contact law is asked for with u_N+ - target in place of u_N+. False when the contact takes no
// part in this step (a bouncing contact that will not close in it).
bool bl_impact_target(const bl_impact_settings* settings, const bl_impact_input* in, double* target);

// The second-order change of a gap when the reference point moves by `travel` over a surface of curvature kappa, to
// all orders for a circle: on a convex circle of radius R = 1/kappa the gap opens to sqrt(R^2 + travel^2) - R, in a
// concave one it closes by R - sqrt(R^2 - travel^2) (never more than R). Both are kappa travel^2 / 2 for small travel.
double bl_curved_gap_term(double kappa, double travel);

// kappa at the distance where the shapes touch, from kappa at the present distance and the change of distance on the
// way there: parallel surfaces have the same centres of curvature.
double bl_curvature_at(double kappa, double change_of_distance);

#endif
