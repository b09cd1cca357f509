// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The least value that something takes along a curve: branch and bound over its spans and ever shorter pieces of them.
// A piece is known by its chord and by its sag, how far it can be from the chord at most, which falls with the square
// of the length; so where the value has one clear minimum only a few pieces of every length are looked at.

#ifndef BELAY_ENGINE_GEOMETRY_CURVE_CURVE_SEARCH_H
#define BELAY_ENGINE_GEOMETRY_CURVE_CURVE_SEARCH_H

#include "geometry/curve/curve.h"

typedef struct bl_curve_piece {
    belay_vec3 a, b; // ends
    double sag;      // m, of the curve between them from a + s (b - a), at the s of its own parameter
} bl_curve_piece;

typedef struct bl_curve_search {
    // Not above any value on the curve inside a box; not above any on a piece, and where on the chord (0 to 1) to try;
    // the value at a point. All may be infinite.
    double (*bound_box)(void* context, const bl_curve_node* box);
    double (*bound_piece)(void* context, const bl_curve_piece* piece, double* at);
    double (*value)(void* context, belay_vec3 point);
    void* context;
    double limit;     // only values below count
    double stop;      // a value not above it will do
    double least_sag; // m: pieces with less are not divided
    double margin;    // of values: how far the one found may be from the least, once many pieces were looked at
} bl_curve_search;

// Writes the least value and where it is. False when none is below the limit.
bool bl_curve_search_run(const bl_curve* curve, const bl_curve_search* search, double* value, belay_vec3* point);

#endif
