// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers that distances, rays, curves, trees and meshes go by: each with what it is a part of, why it is what it
// is, and what changes with it. Those of hulls, which belong together, are explained in hull/hull_internal.h; what a
// shape may be is in shape_check.h and curve/curve.h. Where nothing else is said a smaller number follows rounding, and
// a larger one loses digits.

#ifndef BELAY_ENGINE_GEOMETRY_GEOMETRY_TOLERANCES_H
#define BELAY_ENGINE_GEOMETRY_GEOMETRY_TOLERANCES_H

// Length of a unit normal, which one that comes from outside may be off 1 by.
#define BL_SHAPE_UNIT_ROUNDING 1e-6

// ---------------------------------------------------------------------------------------------------------------------
// Distances
// ---------------------------------------------------------------------------------------------------------------------

// Part of the size: nearer than this, the way between two closest points is rounding.
#define BL_DISTANCE_TOUCHING 1e-15

// Segments whose axes are turned by less than this (squared sine of the angle) are parallel: the middle of the facing
// part is then as close as any, to 1e-13 of their length. With more than the second the way between inner points is
// along the common normal, which is known better than a short way.
#define BL_SEGMENT_PARALLEL 1e-26
#define BL_SEGMENT_CROSSING 1e-6

// Every round brings the nearest point v closer, so nothing but rounding can make it loop; round cores converge
// linearly and polytopes end after a few rounds.
#define BL_GJK_MAX_ROUNDS 100
// With w the support point against v, v . w / |v| <= distance <= |v|. It is done when the two agree to this part of the
// distance or of the size of what was met.
#define BL_GJK_DISTANCE_ROUNDING 1e-14
#define BL_GJK_SIZE_ROUNDING 4e-16
// Cores closer than this part of their size overlap: the direction of v would be rounding.
#define BL_GJK_TOUCHING 1e-14
// Cores that some direction has apart by more than this part of their size overlap for nobody. Far above the last, and
// far below any depth that is asked for.
#define BL_GJK_CLEARLY_APART 1e-12
// With round cores the facet is refined once the gap is this part of the size, and again after so much progress: later
// refinement costs rounds, earlier one is done in vain. What it finds must agree with the bound to the second part.
#define BL_GJK_REFINE_GAP 1e-3
#define BL_GJK_REFINED_ROUNDING 1e-13

// Weights this far below zero, relative to their sum, are rounding: the origin then stands above an edge, and the plane
// of the triangle tells the direction of the nearest point exactly, the edge only to rounding over distance.
#define BL_GJK_WEIGHT_ROUNDING 1e-14
// A tetrahedron whose height is below this part of its edge is flat.
#define BL_GJK_FLATNESS 1e-14

// Newton's method on a facet with round cores doubles its digits. After a turn of the normal (rad) by less than the
// second the error, about its square, is rounding.
#define BL_REFINE_MAX_ROUNDS 8
#define BL_REFINE_LAST_TURN 1e-8
// A pivot below this part of the largest entry is zero.
#define BL_REFINE_OPEN_PIVOT 1e-10
// A circle seen along its axis within this angle (rad) has no support point worth the name; and the cosine of the angle
// within which a normal is taken to mean the axis.
#define BL_REFINE_LEAST_TILT 1e-7
#define BL_REFINE_LEAST_ALONG_AXIS (1.0 - 1e-6)

// Overlaps. Heights below this part of the size of the difference set mean nothing.
#define BL_EPA_HEIGHT_ROUNDING 4e-15
// The polytope has met the difference set where it is nearest when the support point is this close above the face, as
// a part of the size: rounding for polytopes. Round cores are refined from the first of the next, or else from closer;
// what is found must agree to the last.
#define BL_EPA_FLAT_TOLERANCE 2e-14
#define BL_EPA_ROUND_TOLERANCES                                                                                        \
    {                                                                                                                  \
        5e-7, 1e-9, 1e-11                                                                                              \
    }
#define BL_EPA_REFINED_ROUNDING 1e-12
// The cosine within which the normals of faces in one plane agree.
#define BL_EPA_SAME_PLANE 0.99

// When two meet. A contact is where the distance is within tolerance of the target: this part of the target and this
// part of the size of both. Steps go to halfway into the tolerance, so that they end after a few.
#define BL_MEETING_TARGET_TOLERANCE 1e-3
#define BL_MEETING_SIZE_TOLERANCE 1e-9
// Newton's method for the straight way ends after some 30 rounds at worst (when it grazes); turning solids after some
// 10, each of some evaluations. What is still going on after these is a contact.
#define BL_MEETING_MAX_ROUNDS 100
#define BL_MEETING_MAX_EVALUATIONS 4000

// The nearest place of an ellipsoid is a root that Newton's method doubles the digits of: some 6 rounds do.
#define BL_ELLIPSOID_MAX_ROUNDS 60

// Tubes, of the radius: sag of pieces that are not divided, and what a value may be off when the solid meets a long
// part of the tube at once. Advances of a cast towards a tube.
#define BL_TUBE_FINE 1e-10
#define BL_TUBE_COARSE 1e-6
#define BL_TUBE_MAX_ADVANCES 200

// ---------------------------------------------------------------------------------------------------------------------
// Rays
// ---------------------------------------------------------------------------------------------------------------------

// Newton's method on a rounded core ends after a few rounds, or some 30 when it grazes.
#define BL_RAY_MAX_ROUNDS 100
// A point this close to the surface, as a part of the solid's size, is on it; likewise of a tube's radius.
#define BL_RAY_SURFACE_ROUNDING 1e-14
// Tubes, of the ray's numbers: what boxes are widened by; and of the radius, what a hit may be off when the ray runs
// along the tube.
#define BL_RAY_TUBE_ROUNDING 1e-15
#define BL_RAY_TUBE_COARSE 1e-9

// Rounding of times along the ray, which are at most 1 where they matter.
#define BL_RAY_TIME_MARGIN 1e-12

// A quotient (bound - origin) / way carries three roundings; widened by more than both ends of an interval can be off.
#define BL_RAY_BOX_ROUNDING (8 * 0x1p-53)

// By how much a strip of a height field is widened so that rounding of the ray's place in it loses no cell: of the
// spacing, and of how far the ray reaches.
#define BL_RAY_STRIP_SPACING 1e-9
#define BL_RAY_STRIP_REACH 1e-12

// Cosine: how far off the one of a triangle's own normal may be from that of the plane that it shares. Well above what
// triangles of one plane differ by.
#define BL_MESH_ROUGH_COSINE 1e-3

// ---------------------------------------------------------------------------------------------------------------------
// Curves
// ---------------------------------------------------------------------------------------------------------------------

// Points closer than this part of the largest coordinate are the same point: their chord would be mostly rounding.
#define BL_CURVE_SAME_POINT 1e-12
// The curve stands still (a cusp) where its speed falls below this part of the chord's.
#define BL_CURVE_CUSP_SPEED 1e-6

// Largest ratio of chords by which the curvature is continued towards an end (w in curve_build.c): a long span before
// short ones would otherwise blow up what the short ones say.
#define BL_CURVE_MAX_CONTINUATION 2.0

// Minima nearer to each other than this part of a span, with distances equal up to rounding, are one: the maximum
// between them would be lower than rounding too, since it grows with the fourth power of their separation.
#define BL_CURVE_SAME_MINIMUM 1e-5

// The foot of a perpendicular, in parts of a span: a Newton step that leaves its bracket by less ends on its border; a
// step below the second leaves an error of its square, in brackets that are wider than the third.
#define BL_CURVE_BRACKET_MARGIN 1e-6
#define BL_CURVE_LAST_STEP 1e-8
#define BL_CURVE_WIDE_BRACKET 4e-8
// The place of an arc length, in parts of a span.
#define BL_CURVE_ARC_ROUNDING 1e-15

// Halvings of a span, beyond which its parameter has no digits left that count; and of a polynomial's interval: roots
// closer together are seen as one.
#define BL_CURVE_MAX_HALVINGS 40
#define BL_BERNSTEIN_MAX_DEPTH 30
// Pieces looked at without margin: about ten times what one minimum needs.
#define BL_CURVE_PATIENCE 512

// ---------------------------------------------------------------------------------------------------------------------
// Meshes and trees
// ---------------------------------------------------------------------------------------------------------------------

// Area of a triangle, of the square of the mesh's extent, below which it is dropped (belay_mesh).
#define BL_MESH_LEAST_AREA 1e-12

// Triangles in one plane: of the extent, how far a corner may be off the first triangle's plane; and how far the cosine
// may be off 1 (turned over is not the same plane). Larger ones make hills flat, smaller ones make seams in floors.
#define BL_MESH_PLANE_OFFSET 1e-9
#define BL_MESH_PLANE_NORMAL 1e-10

// Boxes are left out only when they are further by more than rounding, so that of triangles at one distance the first
// is found whatever the order.
#define BL_MESH_CLOSEST_MARGIN (1.0 + 1e-12)
// Square of the part of the extent up to which a triangle is at a place.
#define BL_MESH_SAME_POINT_SQUARED 1e-24

// Growth of a tree's surface by refitting, after which it is built anew: visits cost about in proportion.
#define BL_BOX_TREE_WORST_GROWTH 1.2

// What 1 - d k.n, which goes to 0 at the centre of curvature, is taken as at least (bl_curve_distance_bend). With less
// the bend of the distance is larger than anything can follow; with more what is well before the centre is blunted.
#define BL_CURVE_FOCAL_LIMIT 1e-6

// ---------------------------------------------------------------------------------------------------------------------
// Hulls (hull/hull_internal.h says how they go together)
// ---------------------------------------------------------------------------------------------------------------------

// Of the extent: what sticks out of a hull by less is not there. With more corners are lost, with less faces of points
// from a text file fall apart.
#define BL_HULL_TOLERANCE 1e-10
// DBL_EPSILONs of the largest coordinate, which the tolerance is not below either: rounding far from the origin.
#define BL_HULL_ROUNDING 16.0
// Of the extent, and in tolerances: a hull no thicker is flat, and refused. With less its mass and normals are
// rounding.
#define BL_HULL_THINNEST 1e-9
#define BL_HULL_THINNEST_TOLERANCE 4

// ---------------------------------------------------------------------------------------------------------------------
// Solids that are taken apart
// ---------------------------------------------------------------------------------------------------------------------

// Of the extent: places nearer to each other are one, an edge that is bent by less is flat, and a plane nearer to the
// end of a cell cuts nothing off. Ten times what a hull leaves out.
#define BL_SOLID_FLAT 1e-9
// How far the number of turns of a mesh about a point may be off 0 or 1; else the point is on the mesh. Then one tells
// that is this part of the way to the middle of its cell.
#define BL_SOLID_CLEARLY 1e-6
#define BL_SOLID_NUDGE 1e-7
// Of a hull's volume: what a plane through its end counts more than one through its middle. With more, cuts that leave
// less are missed; with less, rounding chooses among those that leave the same.
#define BL_SOLID_BALANCE 1e-3

#endif
