// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The engine's shapes made ready for drawing: each stands in its own frame as it does for the engine.

#ifndef BELAY_VIEWER_SOLID_H
#define BELAY_VIEWER_SOLID_H

#include "viewer/draw.h"

#include "belay/shape.h"

// A drawable shape. Good as long as its viewer.
typedef struct viewer_solid {
    belay_shape shape; // without its arrays
    viewer_mesh mesh;  // null where a built-in mesh serves
} viewer_solid;

// Prepares a shape; nothing of it need stay. Hulls are drawn with their edges broken a little, as boxes are; meshes and
// height fields smoothly; planes as a square of `VIEWER_PLANE_SIDE` about the point nearest to the origin of their
// frame. A shape that cannot be prepared (degenerate, no memory) is drawn as nothing.
#define VIEWER_PLANE_SIDE 4.0 // m
viewer_solid viewer_solid_create(viewer* v, const belay_shape* shape);

// Draws it placed at `pose`.
void viewer_solid_draw(viewer* v, const viewer_solid* solid, belay_pose pose, viewer_material material);

// Frees what it holds on the GPU, not within a frame that has drawn it.
void viewer_solid_destroy(viewer* v, viewer_solid* solid);

// Whether two shapes look alike, so that one solid serves for both.
bool viewer_solid_is_same(const belay_shape* a, const belay_shape* b);

#endif
