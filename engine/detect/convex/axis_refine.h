// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The direction along which two solids are furthest apart, or least deep in each other, to the last digits, from a
// rough one. The distance along n is that of the pieces of surface that face each other: a corner, a straight line
// (an edge, a side of a cylinder or a cone), to which n is held at a fixed angle, or a rim. Given the pieces it is a
// smooth function of n, and Newton's method on the sphere, or on the circle that a line leaves, finds its maximum.
// Which pieces they are the rough direction leaves open; the choice that gives the largest distance of the whole solids
// is the right one.

#ifndef BELAY_ENGINE_DETECT_CONVEX_AXIS_REFINE_H
#define BELAY_ENGINE_DETECT_CONVEX_AXIS_REFINE_H

#include "detect/convex/axisymmetric.h"
#include "detect/convex/polytope.h"

typedef enum bl_piece_kind { BL_PIECE_CORNER, BL_PIECE_EDGE, BL_PIECE_SIDE, BL_PIECE_RIM } bl_piece_kind;

typedef struct bl_piece {
    bl_piece_kind kind;
    uint32_t index; // CORNER: its number; EDGE: its name; RIM: 0 lower, 1 upper
    belay_vec3
        point;       // CORNER: it; EDGE: its start; SIDE: the middle of a cylinder, the apex of a cone; RIM: its middle
    belay_vec3 axis; // EDGE: its unit direction; SIDE, RIM: the solid's axis
    double held;     // EDGE, SIDE: the outward normal's part along the axis
    double radius;   // SIDE of a cylinder, RIM; else 0
} bl_piece;

// One of the two solids: a polytope or, when that is null, a round solid.
typedef struct bl_body_shape {
    const bl_polytope* polytope;
    const bl_axisymmetric* axisymmetric;
} bl_body_shape;

// The extent of a solid along a direction: the least v.x over its points.
double bl_body_lowest(const bl_body_shape* body, belay_vec3 v);

typedef struct bl_refined {
    belay_vec3 normal; // unit, from B to A
    double distance;   // m, of the solids along it
    bl_piece a, b;
} bl_refined;

// `rough` is unit, off by no more than about 0.005 rad; `distance` is the distance of the solids that it came with, and
// `size` that of the solids together.
bl_refined bl_axis_refine(const bl_body_shape* a, const bl_body_shape* b, belay_vec3 rough, double distance,
                          double size);

// The piece's point that is furthest along the outward normal (of a line, any).
belay_vec3 bl_piece_support(const bl_piece* piece, belay_vec3 outward);

#endif
