// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How the places at which two bodies touch move from one contact instant to the next, to second order: what that does
// to gaps, to normals and to slip.
//
// The velocity of the reference as seen from the other body, as that of A against B, and the second-order change of the
// gap over a step beyond h times its normal part (impact_law.h): by curvature, and by turning. With the reference on X,
// r_X its place from X's centre of mass, w_X the velocity at the contact instant and w_X' the acceleration of free
// motion, it moves by
//     h w_X x r_X + D(h w_X) r_X + h^2/2 w_X' x r_X,    D(a) r = exp(a) r - r - a x r.
// Seen from a Y that turns with w_Y and carries its surface along, with rho the reference from Y's centre and v the
// relative velocity, there are also
//     - h^2 w_Y x v - D(h w_Y) rho - h^2/2 w_Y' x rho;
// a ball does not show its turning, so of a ball Y only the way of its centre counts. The interval before is the same
// with -h in place of h (and its velocities). What turns as one with Y keeps its gap: with d from Y's centre to X's,
// D(h w_X) r_X - D(h w_Y) rho is -D(h w_Y) d then, to the last digit, and v is none.
//
// These are the first terms of series in the angles h |w| by which the arms turn, and mean nothing where those are not
// small: what turns by radians in a step (a tossed coin) touches with another corner long before the step ends. So they
// fade out between BL_GAP_TERM_SMALL_TURN and BL_GAP_TERM_LARGE_TURN, and the law of first order is left.

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_STEP_CONTACT_MOTION_H
#define BELAY_ENGINE_STEP_ASSEMBLE_STEP_CONTACT_MOTION_H

#include "belay/world.h"
#include "store/parts/scratch.h"

typedef struct bl_reference_motion {
    belay_vec3 velocity;
    double centripetal; // m
} bl_reference_motion;

// All read the scratch's motion and contacts, and write nothing. `h`, s, below 0: for the interval before.

// Each body is touched on its own surface, so that the lever of friction is the same whether an impact is dealt with a
// little before or after the surfaces meet.
void bl_step_touching_points(const bl_step_contact* c, belay_vec3* point_a, belay_vec3* point_b);
// Whether the place pushed in the last step, or of a face any of its places did: it moves as one.
bool bl_step_has_pushed(const bl_step_scratch* s, const bl_step_contact* c);
// Of A against B, with velocities va and vb.
bl_reference_motion bl_step_contact_motion(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* va,
                                           const bl_velocity* vb, double h);
// Its velocity alone.
belay_vec3 bl_step_reference_velocity(const bl_step_scratch* s, const bl_step_contact* c, const bl_velocity* va,
                                      const bl_velocity* vb);
// The second-order change of the gap over a step, m; curvatures are those at the gap and this change of distance.
double bl_step_gap_term(const belay_world_def* def, const bl_manifold_point* p, const bl_reference_motion* g,
                        double change_of_distance);
// The normal halfway through the interval to come.
belay_vec3 bl_step_normal_halfway(const belay_world_def* def, const bl_manifold_point* p, const bl_reference_motion* g);
// What the references do beyond w x r, of A against B, m/s.
belay_vec3 bl_step_shift_by_arms(const bl_step_scratch* s, const bl_step_contact* c, double h);

#endif
