// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers that bodies, joints and rods move by: each with its unit or what it is a part of, why it is what it is,
// and what changes with it. Those that belong to the description of a function stand beside it (joint_constraints.h,
// rigid.h, rod_super_helix_internal.h).

#ifndef BELAY_ENGINE_MODELS_MODEL_TOLERANCES_H
#define BELAY_ENGINE_MODELS_MODEL_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Bodies
// ---------------------------------------------------------------------------------------------------------------------

// Part of the inertia: what a tensor may be off being symmetric, and its largest moment above the sum of the others, by
// the rounding of what it was computed or read from.
#define BL_RIGID_INERTIA_ROUNDING 1e-9

// Moments that differ by no more than this part are taken as equal: what that leaves out of the energy is below it.
#define BL_RIGID_EQUAL_MOMENTS 1e-14

// Rad that a body turns in one piece of a step: a longer piece needs more iterations, and may have no solution. Then
// there are so many pieces for one.
#define BL_RIGID_TURN_PER_PIECE 0.5
#define BL_RIGID_MAX_ITERATIONS 16
#define BL_RIGID_FINER 8

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

// Rad: beyond this swing the twist turns ever faster with what the bodies do, and its rate leads nowhere.
#define BL_JOINT_LARGEST_SWING 2.5
// The same as 1 + cosine of the swing, which is divided by, and as the sine of one beyond a right angle.
#define BL_JOINT_LEAST_SWING_COSINE 1e-4
#define BL_JOINT_LEAST_SWING_SINE 1e-2
// Rad: below it the angle over its sine is the beginning of its series, to rounding.
#define BL_JOINT_SMALL_SWING 1e-4

// Rad: turns further from a limit than this, beyond what the bodies may turn in a step, leave the limit out. Smaller
// ones let a joint be turned through its limit by a blow.
#define BL_JOINT_TURN_MARGIN 0.05

// Rad in a step: faster than this bodies turn stretches round, and no straight way says what they were.
#define BL_JOINT_STRAIGHT 0.5

// Stiffness and damping of a spring over what the step makes of inertia: below it the exact gain and the stable one
// agree with 1 to their first order, and the difference from 1 would be lost.
#define BL_JOINT_SLOW_SPRING 1e-6

// ---------------------------------------------------------------------------------------------------------------------
// Rods of all models
// ---------------------------------------------------------------------------------------------------------------------

// 1 + cosine of the turn at which two neighbours lie on each other: they have no direction in common, and are refused.
#define BL_ROD_FOLD 1e-9

// The same as |t- + t+| of two unit vectors, where they are to be joined, cut or bent.
#define BL_ROD_OPPOSITE 1e-3

// Square of the sine between two frames' third axes, or of what is across of all, below which an angle about them is
// rounding.
#define BL_ROD_ACROSS_SQUARED 1e-18

// Part of an element's length at rest: what a collapsed edge is divided by.
#define BL_ROD_COLLAPSED 1e-6

// A rod without rotary inertia whose ends are free to turn could spin at any rate. This part of the stiffness of an
// element against twist decides that it does not, in what is solved but not in what the rod has of momentum and energy;
// the error in a twist that settles is some 1e-6 of it. A larger part would hold what is to turn.
#define BL_ROD_SPIN_FLOOR 1e-9

// A step is settled when it misses so little of the energy of motion, or of what strains linearly take up: parts that
// nobody needs to know of. Smaller ones cost iterations.
#define BL_ROD_LITTLE 1e-7
#define BL_ROD_LITTLE_OF_STRAIN 1e-8

// Up to here, of the energy of motion, what a step misses is put into the equations with the matrix that it has: the
// next solve has few things to find, and no matrix is made. With 1e-4 forces on a held rod at rest differ by 4e-5 N
// from those of a full step.
#define BL_ROD_NEARLY_SETTLED 1e-5

// ---------------------------------------------------------------------------------------------------------------------
// Nodal rods
// ---------------------------------------------------------------------------------------------------------------------

// Of lengths and of strains: what rounding leaves in them.
#define BL_NODAL_ROUNDING 1e-12

// cos(phi/2) of a vertex that is folded back is taken for this: its strain stays finite and so large that it opens.
#define BL_NODAL_FOLD 1e-3

// cos(phi/2) of the turn from one direction to its opposite, which has no axis of its own.
#define BL_NODAL_OPPOSITE 1e-7

// Sine: a wanted direction that is this nearly along the rod says nothing of its turn.
#define BL_NODAL_PARALLEL 1e-9

// Of a segment's mass: what tension does across counts by no more than leaves half of the kinetic energy of the
// turning.
#define BL_NODAL_MOST_ACROSS 0.5

// Of a segment's own inertia: what keeps it from turning over in long steps (rod_nodal_matrix.c) is left out below it,
// as short ones do not need it.
#define BL_NODAL_LITTLE_INERTIA 1e-3

// How the direction of a segment's tension is weighted (rod_nodal_step.c): share of the latest one in a slack segment,
// and h^2 tension / (length mass) at which a segment is taut.
#define BL_NODAL_LATEST_DIRECTION 0.05
#define BL_NODAL_TAUT 2.0

// c^2 of what turns slowly (rod_nodal_slow.c): waves of a taut rope with more than 2 pi c steps a period keep half of
// what backward Euler takes, or more. From 25 to 1000 a load of 0.75 kg on a rope of 4 m loses 0.03 to 0.06 % of its
// amplitude in a minute at 1/60 s. With 0 all is kept: strings vibrate on, and clothes lines do not come to rest.
#define BL_NODAL_SLOW 100.0

// Part of its length: a segment folded back within the step has no mean direction below it, and keeps the one it had.
#define BL_NODAL_LEAST_MEAN 0.1

// What the last step's motion says of this one is taken where it is of second order. A radian, or the length of the
// element, is none: when a held end is jerked past its neighbour, v- has the end's velocity and not that of the rod,
// and the fold that it leads to would be a stress without bound.
#define BL_NODAL_MOST_BEYOND 1.0

// Rounds of correcting a step until it settles; a direction that has come to lie this far (rad) from the one in the
// matrix is put into it.
#define BL_NODAL_SETTLE_ROUNDS 6
#define BL_NODAL_OTHER_DIRECTION 0.02

// A rod that would turn by radians within the step, as a steel wire that snaps back does, goes further than any
// linearisation is good for. Then strains change more slowly by this factor, so many times at most, as if the rod were
// more viscous: that takes energy out, and neither momentum.
#define BL_NODAL_DAMPING_FACTOR 6.0
#define BL_NODAL_DAMPING_TRIES 5

// A shape at rest that gravity does not bend: rounds of solving, of which later ones take away what the floor on spin
// left over; part of the weight that may be left; steps of differences, of a cell and in rad; and how exactly the
// lowest eigenvalue is found, relative.
#define BL_NODAL_REST_ROUNDS 4
#define BL_NODAL_REST_HOLDS 1e-9
#define BL_NODAL_REST_DIFFERENCE 1e-5
#define BL_NODAL_REST_BISECTION 1e-10

// ---------------------------------------------------------------------------------------------------------------------
// Lumped rods
// ---------------------------------------------------------------------------------------------------------------------

// 1 + cosine of the turn from one direction to its opposite, which has no axis of its own.
#define BL_LUMPED_OPPOSITE 1e-14

// Sine below which the axis of an angle is rounding.
#define BL_LUMPED_STRAIGHT 1e-12

// Half of the length, which takes a turn by a radian: nothing beyond it is a small correction.
#define BL_LUMPED_EXCESS_CAP 0.5

// CORDE: the tie of frames to edges, in bending stiffnesses over the square of an edge: frames turn against edges by
// hundredth parts of the error of the elements' size (rod_corde.c). A stiffer one makes the matrix worse.
#define BL_CORDE_TIE_OF_BENDING 100.0

// ---------------------------------------------------------------------------------------------------------------------
// Super-helices
// ---------------------------------------------------------------------------------------------------------------------

// Rotary inertia that a rod has at least when end 0 may turn, in parts of a solid round section's. A straight one would
// else spin about its axis without resistance, and its matrix be singular.
#define BL_HELIX_LEAST_SPIN 0.01

// 1 + a.t of a chord and a tangent: only a segment that is bent to a ring comes near.
#define BL_HELIX_LEAST_COSINE 1e-6

// Rad of a panel of the rule by which integrals are taken (rod_super_helix_element.c has the error), and the most
// panels: an element that winds more often is not followed any more.
#define BL_HELIX_PANEL_ANGLE 2.0
#define BL_HELIX_MAX_PANELS 64

// Through given points (rod_super_helix_fit.c): weight of jumps of curvature against directions that are missed; the
// damping of Levenberg and Marquardt's method at first, at least and at most; iterations; rad of the last step, and sum
// of squares per element below which nothing is gained; and the half-cosine of a turn that is half a turn.
#define BL_HELIX_JUMP_WEIGHT 0.01
#define BL_HELIX_FIRST_DAMPING 1e-6
#define BL_HELIX_LEAST_DAMPING 1e-12
#define BL_HELIX_MOST_DAMPING 1e6
#define BL_HELIX_FIT_STEPS 60
#define BL_HELIX_LAST_STEP 1e-14
#define BL_HELIX_LEAST_GAIN 1e-28
#define BL_HELIX_HALF_TURN 1e-12

// Joining two: rad between the ends that can be shared by two elements, what is rounding of it, and iterations of the
// search. Square of the impact's time in parts of that of an element's swing (rod_super_helix_join.c).
#define BL_HELIX_MOST_JOINED_TURN 1.0
#define BL_HELIX_TURN_ROUNDING 1e-13
#define BL_HELIX_JOIN_STEPS 200
#define BL_HELIX_JOIN_IMPACT 0.01

// Halvings of the search for the lowest eigenvalue at rest: all digits of a double.
#define BL_HELIX_BISECTIONS 60

// Rad of a frame in a step, from which on the field has a part in carrying momentum, and from which on it has all.
#define BL_HELIX_LITTLE_TURN 0.05
#define BL_HELIX_MUCH_TURN 0.2
// Rad of all elements together in a step, up to which bending is not resisted; the least resistance where there is to
// be some, and the most, in parts of inertia and stiffness; and solutions with more of it.
#define BL_HELIX_LITTLE_BEND 0.1
#define BL_HELIX_LEAST_RESISTANCE 1e-6
#define BL_HELIX_MOST_RESISTANCE 100.0
#define BL_HELIX_MOST_TRIALS 3

// Rad, by which a body may turn in a step and be integrated with its wobble (rigid.h). With more the rule's equation
// has solutions that are not found, and its work goes up; beyond it momentum and energy are kept and the wobble is not.
#define BL_RIGID_MAX_TURN 128.0

// rad, by which the turn of a super-helix' free base in a step may change for momentum's sake. Reached only when the
// rod changes its shape beyond recognition in one step; angular momentum is then kept in part.
#define BL_SUPER_HELIX_MOST_CHANGE 0.2

// bl_joint_share_kept: the part of a chord by which forces may make it longer or shorter within a step (with more,
// blows pass for chords); the most chords that are reversed of uneven motion; and the cosine of u- and the chord
// from which on one is opposed to the other (with less, what is beside it is stopped too).
#define BL_JOINT_UNEVEN 0.3
#define BL_JOINT_MOST 3.0
#define BL_JOINT_OPPOSED 0.9

// Of what a row gives way by alone: with less than this left, where other rows hold, it is held by them, and what is
// left is rounding.
#define BL_JOINT_HELD 1e-12

// m: the axes of two gears are at least so far apart. The angle of the line between them is a part of what a gear
// keeps; nearer ones are taken for one axis that was meant.
#define BL_JOINT_LEAST_CENTERS 1e-6

#endif
