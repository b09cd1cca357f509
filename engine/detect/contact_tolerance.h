// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The tolerances of detection between convex solids. Lengths are parts of the solids' sizes together: the tests of what
// is inside an outline, of what is as near, and of which face is the better one, all take what is within it as the
// same, so that rounding does not make choices. A larger one lets a corner that is beside a face by that much count as
// above it; with one near 1e-15 features would flicker.

#ifndef BELAY_ENGINE_DETECT_CONTACT_TOLERANCE_H
#define BELAY_ENGINE_DETECT_CONTACT_TOLERANCE_H

#define BL_CONTACT_ROUNDING 1e-9

// Something other than the best face must be less deep by this part of the face's depth: faces have more places, and
// resting ones must not turn into edges by their little overlap.
#define BL_CONTACT_FACE_PREFERENCE 1e-3

// Angle (rad, and its cosine) up to which directions are nearly the same: a face that is so to the nearest place's
// normal gives its other places too, since a solid may be about to lie flat on it; lines are alongside, sides look at
// each other.
#define BL_CONTACT_NEARLY_ANGLE 0.01
#define BL_CONTACT_NEARLY_COSINE 0.99995

// How well, relatively, the cores' distance above such a face must agree with that of the nearest place.
#define BL_CONTACT_NEARLY_AGREEMENT 1e-3

// Slope up to which a line is level: the far end of a line that rises more steeply from the nearest place is not on its
// outside.
#define BL_CONTACT_LEVEL_SLOPE 0.1

// ---------------------------------------------------------------------------------------------------------------------
// Directions and slopes of convex solids
// ---------------------------------------------------------------------------------------------------------------------

// Sine of the angle below which two lines are parallel: their nearest places are then ends, not a crossing. Near
// rounding, as a crossing that is found is right whatever the angle.
#define BL_CONTACT_PARALLEL_SINE 1e-9

// Sine of the tilt above which a disc is seen as the line under its lowest point, and not as a flat face; of a capsule
// above which its upper end has no surface towards the ground; and of a rim above which it is no place to rest on. A
// larger one gives a tumbling solid places that carry nothing; a smaller one lets what rocks slowly rest on one place.
#define BL_CONTACT_MOST_TILT 0.2
#define BL_CONTACT_STEEPEST_SEGMENT 0.1
#define BL_CONTACT_STEEPEST_RIM 0.1

// Cosine: faces that look down by at least this count with all their corners; of steeper ones a corner that is near the
// plane is above one that is nearer.
#define BL_CONTACT_LOOKS_DOWN 0.5

// Sine: lines to which the rough direction is this nearly at the right angle may be what touches. A larger one costs
// trials, a smaller one misses edges where the rough direction is poor.
#define BL_CONTACT_NEARLY_RIGHT 0.01

// Newton's method on the axis between two solids: rad that it may turn in a step, the last step (it leaves an error of
// its square), its steps, and, of the size, by how much distances along directions that are one up to rounding differ.
#define BL_CONTACT_MOST_TURN 0.05
#define BL_CONTACT_LAST_STEP 1e-9
#define BL_CONTACT_MAX_STEPS 10
#define BL_CONTACT_AXIS_ROUNDING 1e-12

// A slope of the distance along a segment that is none. Where the segment lies on a face or along an edge, this is off
// by less than rounding; elsewhere the distance is off by its square.
#define BL_CONTACT_LEVEL_DISTANCE_SLOPE 1e-11

// ---------------------------------------------------------------------------------------------------------------------
// Places of convex solids that are one
// ---------------------------------------------------------------------------------------------------------------------

// Of a line: ends within this part beyond it are at its end, as the ends of two equal lines beside each other are one
// place. The middle of two crossing lines counts beside their ends when it is nearer than they by more than this part.
// Of the lines' lengths and radii: what two places may differ by and be one.
#define BL_CONTACT_SAME_END 1e-9
#define BL_CONTACT_NEARER 1e-9
#define BL_CONTACT_SAME_POINT 1e-14

// Distances along a segment that are the same differ by less than this part of the tolerance that they were found to.
#define BL_CONTACT_SAME_DISTANCE 1e-3

// Of the radii: centres closer than this are one, and any direction is as good.
#define BL_CONTACT_SAME_CENTER 1e-13

// Radii of curvature that differ by less than this part are one: there are no principal directions then.
#define BL_CONTACT_SAME_RADIUS 1e-12

// Of the size: a place that is further out of the solids than this is none.
#define BL_CONTACT_SOUND 1e-8

// How far above a place its surface is looked at, in parts of the smooth solid's size.
#define BL_CONTACT_ABOVE 0.5

// ---------------------------------------------------------------------------------------------------------------------
// How much is tried
// ---------------------------------------------------------------------------------------------------------------------

// Polytopes with more faces are not tried face by face, and those with more pairs of edges not pair by pair: the
// distance function finds what touches then. More places than the last are thinned out before they are chosen from.
#define BL_CONTACT_MANY_FACES 32
#define BL_CONTACT_FEW_EDGE_PAIRS 1000
#define BL_CONTACT_MANY_POINTS 10

// Along a rail: between two samples the curve turns by no more than this (rad), and goes no further than this part of
// the solid's size, in at most so many samples; a slope below the last is zero up to rounding. Coarser samples miss
// places where a solid touches a rail twice.
#define BL_CONTACT_SAMPLE_TURN 0.1
#define BL_CONTACT_SAMPLE_PART 0.25
#define BL_CONTACT_MAX_SAMPLES 64
#define BL_CONTACT_ZERO_SLOPE 1e-12

// Squared sine of the angle from which on segments of rods are no longer near-parallel (17 degrees). Towards it the
// softness fades out by which near-parallel ones touch in their middle, so that crossings are exact; and the spring
// between two that press on each other goes with 1 / sin^2 from there on (step_rod_geometric_stiffness.c). With less,
// near-parallel strands are held too stiffly; with more, those that cross turn back too far.
#define BL_CONTACT_CLEARLY_CROSSING 0.09

// Rods that cross: the shortest part of the motion looked at is 2^-45. Of pairs that turn in one plane, and pass by
// each other very near, many parts may be needed; what is not settled after so many counts as meeting.
#define BL_CONTACT_MAX_LEVEL 45
#define BL_CONTACT_MAX_PARTS 5000

// ---------------------------------------------------------------------------------------------------------------------
// Meshes
// ---------------------------------------------------------------------------------------------------------------------

// Directions closer than this (rad) are one, also as a cosine: what bends by less is flat to contact. With less a floor
// of many triangles is felt as many; with more flat edges are none.
#define BL_MESH_SAME_DIRECTION 1e-4
#define BL_MESH_SAME_COSINE (1.0 - 0.5 * BL_MESH_SAME_DIRECTION * BL_MESH_SAME_DIRECTION)

// An edge or vertex that turns by less than this (rad) is not followed round: a solid that moves on is soon over the
// next face, and the gap would be thought to open more than it does.
#define BL_MESH_LEAST_ROUND 0.2

// Of the mesh's extent, how far beside a triangle is still over it: rounding. With less a solid may fall between two.
#define BL_SOLID_COVER 1e-9

// Of the solid's size: lengths below it are rounding.
#define BL_MESH_ROUNDING 1e-9

// Rad, how far a neighbour may reach beyond a touch by rounding; and where a normal is that of a face of A on which the
// mesh lies all but flat: bl_collide_convex takes it for one that is up to 0.01 rad off. Smaller ones let inner edges
// catch what slides over them; larger ones hide real edges.
#define BL_MESH_AROUND 1e-6
#define BL_MESH_ALMOST_AROUND 0.012

// Cosine of 0.02 rad: faces that are level with each other; a normal as near to the triangle's own is taken for it.
#define BL_MESH_LEVEL_COSINE 0.9998
// Cosine of the angle from which on a direction is steep to a triangle.
#define BL_MESH_STEEP_COSINE 0.7

// Of the solid's size: what lies this close to the plane of a face is level with it, and overlaps below it are kept as
// they are.
#define BL_MESH_SHALLOW 5e-4
// Of the mesh's extent: how far a corner may be before a plane by rounding.
#define BL_MESH_BEHIND 1e-9

// A face is not touched when that is so many times deeper than the least motion that separates the solids, and also
// this part of the solid's size deep: then the triangle is beside what A lies on, not under it. And how much deeper
// than that motion what has sunk in beside a triangle may be.
#define BL_MESH_MOST_DEEPER 10.0
#define BL_MESH_DEEP 0.05
#define BL_MESH_MOST_SUNK 4.0
// Rad, half of the widest bend between triangles that a face may bridge.
#define BL_MESH_WIDEST_HALF_BEND 1.3

// Solids against triangles: sine of the angle between normals that stand aside of each other, part of the solid's size
// by which depths differ that are one, and cosine of the angle by which a normal may be turned to that of a face.
#define BL_MESH_LEAST_ASIDE 0.7
#define BL_MESH_SAME_DEPTH 1e-7
#define BL_MESH_LEAST_TURNED 0.5

// Triangles are one patch, and places one, up to these parts of the solid's size.
#define BL_MESH_SAME_OFFSET 1e-4
#define BL_MESH_SAME_POINT 1e-7

// Balls: rad, how far a neighbour may reach beyond by rounding, and what is at the right angle; of the radius, what is
// on an edge, and what lies so close to the plane of a touched face that it is level with it; radii below a one-sided
// surface up to which the nearest way out is looked for.
#define BL_MESH_BALL_AROUND 2e-5
#define BL_MESH_BALL_SQUARE 1e-6
#define BL_MESH_BALL_ON_EDGE 1e-13
#define BL_MESH_BALL_FLUSH 1e-6
#define BL_MESH_BALL_DEEPEST_SEARCH 4

// ---------------------------------------------------------------------------------------------------------------------
// Broad phase
// ---------------------------------------------------------------------------------------------------------------------

// Skins: a fat box that is larger than its box by more (the box shrank, or was a long one of a fast motion) makes false
// candidates, and is made anew. With fewer that is done too often.
#define BL_BROAD_PHASE_LARGEST_SKINS 4.0

#endif
