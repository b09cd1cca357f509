// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Centre lines with which rods begin: points at equal arc length of a curve (the straight pieces between them are
// shorter than the arcs where the curve bends, by a part of kappa^2 l^2 / 24). Lengths in m, angles in rad. Every
// function fills points[0 .. count - 1], count >= 2; those that return a length return that of the curve.

#ifndef BELAY_DEMOS_SCENES_ROD_SHAPES_H
#define BELAY_DEMOS_SCENES_ROD_SHAPES_H

#include <belay/math.h>

// A curve x(u), u from u0 to u1: at equal arc length, found by 64 short chords for each piece.
typedef belay_vec3 rod_shape_curve(const void* context, double u);
double rod_shape_sample(rod_shape_curve* curve, const void* context, double u0, double u1, belay_vec3* points,
                        int count);

// Points at even distances from one place to another.
void rod_shape_straight(belay_vec3 from, belay_vec3 to, belay_vec3* points, int count);

// Part of a circle about z: from angle 0 (on x) to `angle`; 2 pi closes it, the last point being the first.
double rod_shape_ring(double radius, double angle, belay_vec3* points, int count);

// About z, from angle 0 and z = 0 on.
double rod_shape_helix(double radius, double pitch, double turns, belay_vec3* points, int count);

// Over a drum of the given radius about the y axis, `clearance` above its surface: down at x < 0 by `left`, down at
// x > 0 by `right`, half a turn between.
double rod_shape_drum(double radius, double clearance, double left, double right, belay_vec3* points, int count);

// The open overhand knot (trefoil) s (4 (t^3 - 3t), 4 (t^4 - 4t^2), t^5 - 10t), t = -2.2 .. 2.2; with s = 5 mm it is
// 0.787 m long and its strands' centre lines are 6.80 mm apart or more.
double rod_shape_overhand(double size, belay_vec3* points, int count);

// A loose knot with tails along x: a loop of the given radius above the x axis, and below it a braid in which its
// strands, `apart` from each other, wind about each other 2 k + 1 half turns (k = 1: overhand, k = 2: double overhand;
// k = 0: no knot). The tails are straight and reach to |x| = reach. The braid must be short against the loop.
typedef struct rod_shape_knot {
    double loop_radius;
    double apart; // of the strands' centre lines in the braid
    int k;
    double reach; // > 3 loop radii is sensible
} rod_shape_knot;
double rod_shape_loose_knot(const rod_shape_knot* knot, belay_vec3* points, int count);

// How a twisted rod has writhed: tails along x, two strands wound about the y axis as helices, a loop at the end.
typedef struct rod_shape_plectoneme {
    double radius; // of the helices; the strands' centre lines are about 2 cos(angle) radii apart or more
    double angle;  // of the strands against the axis
    double turns;  // of each strand; < 0 left-handed
    double loop;   // radius of the bends by which the loop opens and closes, > radius
    double tail;   // length of each tail
} rod_shape_plectoneme;
double rod_shape_wind_plectoneme(const rod_shape_plectoneme* plectoneme, belay_vec3* points, int count);

#endif
