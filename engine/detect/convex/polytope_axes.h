// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Directions that separate two polytopes best (the separating axis theorem): normals of the faces of either, and common
// perpendiculars of two edges. Along the best of all, overlapping polytopes are least deep in each other; of polytopes
// that are apart it is the direction of the distance unless that is between two corners or a corner and an edge.

#ifndef BELAY_ENGINE_DETECT_CONVEX_POLYTOPE_AXES_H
#define BELAY_ENGINE_DETECT_CONVEX_POLYTOPE_AXES_H

#include "belay/quat.h"
#include "detect/convex/polytope.h"

// A polytope in the frame of the pair, which is that of A.
typedef struct bl_solid {
    bl_polytope p;
    bool is_box;
    belay_vec3 center, axes[3]; // of a box: axes as long as half its edges
    double size;                // m, the diagonal of its bounds
} bl_solid;

typedef struct bl_solid_pair {
    bl_solid a, b;
    double cutoff;    // m, the largest distance that counts
    double tolerance; // m, lengths below it are rounding
    bl_polytope_store store_a, store_b;
} bl_solid_pair;

// Not const: the polytopes may live in the pair's stores, so it must not be moved or copied.
// B is moved to x -> rotation x + offset.
void bl_solid_pair_init(bl_solid_pair* pair, const bl_convex* a, const bl_convex* b, const belay_mat33* rotation,
                        belay_vec3 offset, double cutoff);

typedef enum bl_axis_kind { BL_AXIS_FACE_A, BL_AXIS_FACE_B, BL_AXIS_EDGES } bl_axis_kind;

typedef struct bl_axis {
    bl_axis_kind kind;
    uint32_t a, b;         // the face of A or of B; the edges of both
    belay_vec3 normal;     // unit, from B to A
    double distance;       // m, between the polytopes along it; < 0 when they overlap
    belay_vec3 on_a, on_b; // EDGES: where they are nearest to each other
} bl_axis;

// The extent of a solid along a direction: the least v.x over its points.
double bl_solid_lowest(const bl_solid* solid, belay_vec3 v);

// The best face. False when a face shows that the polytopes are further apart than the cutoff. A's faces go before B's,
// and each solid's faces in their order, unless another is better by more than rounding.
bool bl_best_face_axis(const bl_solid_pair* pair, bl_axis* axis);

// The same for two boxes.
bool bl_best_box_face_axis(const bl_solid_pair* pair, bl_axis* axis);

// What pairs of edges say.
typedef struct bl_edge_axes {
    double bound; // m, the largest distance along any of their common perpendiculars; -INFINITY of none
    double floor; // m, given: pairs that are no further apart are no best
    bool found;   // a pair that passes each other within their lengths
    bl_axis best; // of those
} bl_edge_axes;

// Of the edges that come within `margin` of each other's solids. When the solids are apart but within the cutoff, or
// overlap but are less deep than the best face, those that show it are nearer than the cutoff, or than that depth.
void bl_find_edge_axes(const bl_solid_pair* pair, double margin, double floor, bl_edge_axes* axes);

// The same for two boxes: of each pair of directions the outermost edges. Once the bound is beyond the pair's cutoff
// nothing else is looked at; one that shows that the two overlap may be left out of it.
void bl_find_box_edge_axes(const bl_solid_pair* pair, double floor, bl_edge_axes* axes);

// Takes note of the edges (their names), whose common perpendicular is `normal`.
void bl_note_edges(const bl_solid_pair* pair, uint32_t edge_a, uint32_t edge_b, belay_vec3 normal, bl_edge_axes* axes);

#endif
