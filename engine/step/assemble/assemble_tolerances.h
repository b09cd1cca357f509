// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which rows are made of contacts, joints and rods: each with its unit or what it is a part of, why it
// is what it is, and what changes with it.

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_ASSEMBLE_TOLERANCES_H
#define BELAY_ENGINE_STEP_ASSEMBLE_ASSEMBLE_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Second order of contacts (step_contact_motion.c)
// ---------------------------------------------------------------------------------------------------------------------

// Rad that an arm turns in a step: between these the terms of second order fade out. They are the first of series in
// that angle, and mean nothing where it is not small.
#define BL_GAP_TERM_SMALL_TURN 0.25
#define BL_GAP_TERM_LARGE_TURN 0.5

// Part of the larger: spins that differ by less are those of two bodies that turn as one. Faces that lie on each other
// turn as one but for sliding, also where they begin to turn and the spins are not the same yet.
#define BL_GAP_TERM_SAME_SPIN 0.01

// Rad, half the angle by which the track turns under a contact in a step: below it the track is taken as straight. That
// costs the square of it, no more than rounding, while tiny second-order terms of a body's contacts would contradict
// each other.
#define BL_GAP_TERM_NEGLIGIBLE_HALF_TURN 1e-8

// Places at which two colliders touch: so many are a face, and move as one.
#define BL_FACE_POINTS 3

// ---------------------------------------------------------------------------------------------------------------------
// The least-norm load (step_least_norm_load.c)
// ---------------------------------------------------------------------------------------------------------------------

// 1 - cosine between the normals up to which contacts are of one face: rounding.
#define BL_LEAST_NORM_SAME_NORMAL 1e-12
// Contacts of one face: fewer carry a load in one way only; more are not looked at together.
#define BL_LEAST_NORM_LEAST_POINTS 4
#define BL_LEAST_NORM_MAX_POINTS 64
// m: what is open as far has no part in the load.
#define BL_LEAST_NORM_CLOSED_GAP 1e-7
// Determinant of the moments of the places over the product of the lengths of its rows: below it they lie on a line.
#define BL_LEAST_NORM_LINE 1e-9

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

// Part of what the two bodies yield by their masses: by so much the locked rows of a loop yield (joint_loops.c). What
// is asked of rows that depend on each other agrees to rounding, and rounding over this is nothing against a load; a
// larger one lets bridges sag.
#define BL_LOOP_SOFTNESS 2e-8

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

// 1/(kg m^2): a row that turns nothing gets it to stand against.
#define BL_ROD_IDLE_SOFTNESS 1.0

// A node at the end of a segment that lies d deep in a collider keeps so many times d of its gap, and that part of the
// rod's radius at least (step_rod_elements.c).
#define BL_ROD_NODE_KEPT 2.0
#define BL_ROD_NODE_ON_SOLID 0.1

// Of the dofs behind the first that is touched: a smaller window of the factor is worth being made.
#define BL_ROD_WINDOW_WORTH 0.75

#endif
