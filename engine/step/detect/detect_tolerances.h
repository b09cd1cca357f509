// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers by which contacts are looked for in a step: each with its unit or what it is a part of, why it is what it
// is, and what changes with it.

#ifndef BELAY_ENGINE_STEP_DETECT_DETECT_TOLERANCES_H
#define BELAY_ENGINE_STEP_DETECT_DETECT_TOLERANCES_H

// ---------------------------------------------------------------------------------------------------------------------
// Boxes and planes (step_proxies.c, step_broad_phase.c)
// ---------------------------------------------------------------------------------------------------------------------

// The width by which the tree's box of a mover is larger: a part of its least size, and so many times its way of a
// step. With more it leaves its box less often, and seems more often to meet others.
#define BL_SKIN_SIZE 0.03
#define BL_SKIN_TRAVELS 1.0

// Of the terms of a corner's distance from a plane: what rounding may take from their sum. It lets the narrow phase
// decide what is in reach; with less a pair could be lost there, with more a few are looked at in vain.
#define BL_PLANE_ROUNDING 1e-14

// ---------------------------------------------------------------------------------------------------------------------
// How far two can come towards each other (step_velocity_bounds.c)
// ---------------------------------------------------------------------------------------------------------------------

// Pairs: with fewer the sum of both ways does, as there is little that it finds too much.
#define BL_VELOCITY_BOUND_LEAST_PAIRS 200
// Passes over the pairs. Ranges that still grow then are not used, and the sum of both ways does.
#define BL_VELOCITY_BOUND_MAX_PASSES 16
// Of the contact margin, as a way in a step: growth of a range that is less is none, and is covered by the margin. A
// smaller one takes more passes.
#define BL_VELOCITY_BOUND_LEAST_GROWTH 0.02

// ---------------------------------------------------------------------------------------------------------------------
// What is far in a crowd (step_far_pairs.c)
// ---------------------------------------------------------------------------------------------------------------------

// Of the sum of half the least extents of two solids: what is nearer is looked at whatever it does. With half of it
// 1000 cubes in a drum have a quarter fewer contacts, and their deepest overlaps are 13 % deeper.
#define BL_FAR_THICKNESS 0.5
// Of the way that two close by themselves in a step. Less leaves out what impacts of the step still bring together.
#define BL_FAR_OWN_WAY 1.5

// ---------------------------------------------------------------------------------------------------------------------
// Ways that are followed (step_cast.c, step_cast_motion.c, step_fraction.c)
// ---------------------------------------------------------------------------------------------------------------------

// Of the contact margin: a hit that ends less deep is a graze, and is left to the next steps. A larger one lets what
// flies past a corner go in further before it is met; with a smaller one rounding makes hits.
#define BL_CAST_GRAZE 2e-3

// Looks at the rest of the way, for how deep a hit goes: what is deep between two of them alone passes as a graze. The
// first is so many grazes behind the hit, for thin things.
#define BL_CAST_LOOKS 4
#define BL_CAST_FIRST_LOOK 10.0
// Halvings of the way by which the place is found where a hit begins to be deep: to 1/1024 of it.
#define BL_CAST_HALVINGS 10

// Cosine: normals that are closer tell the same hit. Near rounding, so that two faces of a fine mesh are two.
#define BL_CAST_SAME_NORMAL (1.0 - 1e-9)
// Cosine between the normals of a hit and of the overlap at the end: an overlap that shows another way, by more than 60
// degrees, is of another side.
#define BL_CAST_SAME_DIRECTION 0.5
// Of the deepest overlap at the moment of a hit: what is as deep is hit too, as both sides of a groove are. With more
// one side of a groove is left out, with less what is merely near bounces.
#define BL_CAST_AS_DEEP 0.5
// Of half the least size of a solid: as deep as it may be in and still show on the side from which it came.
#define BL_CAST_SHALLOW 0.5

// Rad, of what moves along a tube in a step. What bounces is glad of the exact normal of its hit; what does not is to
// stay on a rail also at long steps.
#define BL_CAST_MOST_BEND 0.1
#define BL_CAST_MOST_BEND_PLASTIC 0.6

// ---------------------------------------------------------------------------------------------------------------------
// Contacts of rods
// ---------------------------------------------------------------------------------------------------------------------

// Part of the segment's length: what of it must lie across the normal to be the first tangent. Of less the direction is
// rounding.
#define BL_ROD_LEAST_ALONG 1e-6

// Of an element's length: how far along the rods a contact of the last step is looked for. A larger one takes over
// impulses of neighbours, a smaller one loses those of contacts that move along.
#define BL_ROD_MATCH_RANGE 1.5

// Of the radius: a piece of the rod as short is a place, by which a peg of the world is found to be in a body.
#define BL_ROD_POINT_LENGTH 1e-3

// Of the radius: how deep in a body the axis of a rod is, at least, that comes out of it from an attachment. With 0 a
// rope that is tied to a face and hangs along it, its axis on the face, is now in the body and now not: it is let into
// the face and pushed out again, without end. What lies less deep is near enough to the way out for `self_exclusion`.
#define BL_ROD_AXIS_DEPTH 1.0

// ---------------------------------------------------------------------------------------------------------------------
// What a rod does that runs on over a solid (step_rod_gap_terms.c)
// ---------------------------------------------------------------------------------------------------------------------

// Sine of the angle at which a contact comes in: what comes in more steeply than that hits, and does not last.
#define BL_ROD_GAP_TERM_FLAT 0.1
// Cosine between the normals of the two looks: they are at one contact. A larger one drops contacts on sharp drums.
#define BL_ROD_GAP_TERM_SAME_NORMAL 0.7
// Of the radius, in a step: what barely moves would have its noise fed back through the normals.
#define BL_ROD_GAP_TERM_NEGLIGIBLE_PATH 0.01
// Of the radius: a second-order gap term that is not used up is an overlap, and no more than this is risked.
#define BL_ROD_GAP_TERM_MOST 0.1
// How far along the rod the contact may be found ahead: so many times the way that it runs, and a part of an element.
#define BL_ROD_GAP_TERM_DISTANCE 1.5
#define BL_ROD_GAP_TERM_LEAST_DISTANCE 0.05

// ---------------------------------------------------------------------------------------------------------------------
// What rods would pass through (step_rod_crossings.c)
// ---------------------------------------------------------------------------------------------------------------------

// A contact stands against the motion at its place: segments that turn about that may cross at another. Part of a
// segment's length, and cosine between the normals, up to which it is the same one.
#define BL_ROD_SAME_POINT 0.05
#define BL_ROD_SAME_NORMAL 0.999
// The same of a contact with a solid, which is looked for along the way of the whole segment.
#define BL_ROD_SAME_POINT_ON_SOLID 0.25
#define BL_ROD_SAME_NORMAL_ON_SOLID 0.95

// The part of the sum of the radii by which strands may be in each other at the end of a step. A smaller one solves
// again for what the next step takes back by itself.
#define BL_ROD_OVERLAP_AHEAD 0.03

// Of the radius: as deep as a rod may be in a solid at any time of the step.
#define BL_ROD_DEEP 0.1
// Of the radius: by which a look goes on from where they touch; and the most looks along one way.
#define BL_ROD_LEAST_LOOK 0.25
#define BL_ROD_MOST_LOOKS 200

#endif
