// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Triangles about a cloud of points, for drawing convex solids that are given by their corners.

#ifndef BELAY_VIEWER_HULL_H
#define BELAY_VIEWER_HULL_H

#include "viewer/basis/buffer.h"

#include "belay/math.h"

#include <stdbool.h>

// Anticlockwise seen from outside; `normal` unit, normal . x = offset on the triangle's plane.
typedef struct vw_hull_face {
    int corner[3]; // indices of points
    belay_vec3 normal;
    double offset;
    bool is_hidden; // of no use any more: removed before the hull is handed out
} vw_hull_face;

// Appends the faces of the hull of `count` points (vw_hull_face) to an empty buffer. False when the points lie in a
// plane or memory runs out. Cost O(count * faces).
bool vw_hull_build(vw_buffer* faces, const belay_vec3* points, int count);

#endif
