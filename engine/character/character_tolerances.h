// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What capsules that walk, and what moves them out of what they overlap, go by.

#ifndef BELAY_ENGINE_CHARACTER_CHARACTER_TOLERANCES_H
#define BELAY_ENGINE_CHARACTER_CHARACTER_TOLERANCES_H

// m: nearer than this beyond its skin a capsule stands on, or touches, what is there. It comes to rest where less than
// BL_MOVER_STILL of the way down is left, so this is to be more. Measured: from 1e-9 to 3e-4 all tests of characters
// hold. At 5e-10 it is not on the ground now and then in a valley of triangles, at 3e-10 on stairs and after long drops
// too. At 1e-3 it stands up to 0.8 mm above a step, at 1e-2 up to 8 mm.
#define BL_MOVER_STANDS 1e-8
// m: a shorter way is none. Far below what anybody sees, far above rounding; with less the last way goes in circles.
#define BL_MOVER_STILL 1e-9
// Cosine to up below which a normal counts as level: no ground and no ceiling. With more, steep walls lift.
#define BL_MOVER_LEVEL 1e-3
// By so much a slope may be beyond the limit and still be climbed (cosines): one that is made at the limit is.
#define BL_MOVER_SLOPE_ROUNDING 1e-9
// Ways along what stopped the last one: a corner takes two, a corner with a floor three.
#define BL_MOVER_TRIES 4
// Steps down onto the ground beyond the pieces of the way, as planes of edges and of round things are found again on
// the way down. With fewer it is not on the ground. Measured over the 107630 descents to ground of the tests: 421 take
// one and more; stairs up to 3, a step up 4, down along a slope of 46 degrees 21. With 2 the test on stairs fails.
#define BL_MOVER_DESCENTS 64
// Of the radius: how far behind an edge its surface is looked for, from so far above to so far below. With less, edges
// of bumps count as slopes; with more, what lies behind another edge is found.
#define BL_MOVER_EDGE_IN 0.02
#define BL_MOVER_EDGE_ABOVE 0.05
#define BL_MOVER_EDGE_BELOW 0.05

// Half-spaces that a point is moved out of: m by which it may miss them, or this part of how far away it is; the sine
// of the angle below which a normal lies in the span of others; pushes to and fro, and rounds beside one for each
// half-space. Doubles know normals to 1e-16 and places to 1e-16 of their size; with less they go on for ever.
#define BL_HALF_SPACE_ROUNDING 1e-12
#define BL_HALF_SPACE_DIGITS 1e-14
#define BL_HALF_SPACE_PARALLEL 1e-13
#define BL_HALF_SPACE_PUSHES 64
#define BL_HALF_SPACE_ROUNDS 16

// Radii that one call may lead a capsule: each piece of the way is a cast. With more a call takes too long.
#define BL_CHARACTER_MOST_RADII 1000.0
// m by which a step upward must lead further; cosine to up that it may end on at least, less than that of the steepest
// ground. With more it stumbles at low steps; with less it climbs what it slides off again.
#define BL_CHARACTER_LEAST_GAIN 1e-6
#define BL_CHARACTER_LEAST_UP 0.05
// What the length of a normal or a rotation may be off 1: what single precision leaves of one. With more it scales
// ways.
#define BL_CHARACTER_UNIT 1e-6
// m beyond the skin: what is nearer is pushed. The skin is where it stops; with less it pushes every other step.
#define BL_CHARACTER_TOUCHES 1e-4

#endif
