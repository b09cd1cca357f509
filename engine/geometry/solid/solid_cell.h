// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What of a solid lies in a cell, a box along the axes: the mesh's triangles cut to the cell, as polygons, and those
// corners of the cell that are in the solid. The convex hull of the solid in the cell is that of these points: what
// reaches furthest in any direction is a corner of the solid, a place where an edge of it crosses the cell's surface or
// an edge of the cell the solid's, or a corner of the cell within it.

#ifndef BELAY_ENGINE_GEOMETRY_SOLID_SOLID_CELL_H
#define BELAY_ENGINE_GEOMETRY_SOLID_SOLID_CELL_H

#include "belay/base.h"
#include "belay/shape.h"
#include "belay/vec.h"

#include <stdbool.h>

// A mesh that bounds a solid.
typedef struct bl_closed_mesh {
    const belay_mesh* mesh;
    const belay_allocator* allocator;
    belay_vec3 lower, upper;
    double volume;
    double* hollow[3]; // stb_ds arrays, sorted: along each axis, where corners of edges are at which it is hollow
    bool has_memory;   // false once there was none: results mean nothing then
} bl_closed_mesh;

typedef struct bl_solid_cell {
    belay_vec3 lower, upper;
    belay_vec3* points; // stb_ds arrays: the polygons one behind the other,
    int32_t* ends;      // and where each ends
    bool has_corner[8]; // of the cell, in the solid; bit k of the number: at the upper end of axis k
    double volume;      // of the solid in it
    double hull_volume; // of its convex hull, 0: it is flat
    bool is_whole;      // no plane cuts it
} bl_solid_cell;

// Part `k` of a vector.
static inline double bl_solid_part(belay_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// All of the mesh. bl_solid_cell_free frees what a cell has.
void bl_solid_cell_all(bl_closed_mesh* solid, bl_solid_cell* cell);
void bl_solid_cell_free(bl_solid_cell* cell);
// The parts of a cell on both sides of a plane across `axis`: polygons, corners and hulls. Volumes are left at 0.
void bl_solid_cell_cut(bl_closed_mesh* solid, const bl_solid_cell* cell, int axis, double at, bl_solid_cell sides[2]);
// The volume of the solid in a cell.
double bl_solid_cell_volume(const bl_closed_mesh* solid, const bl_solid_cell* cell);
// Appends to `points`, a stb_ds array, all that the hull is made of.
void bl_solid_cell_collect(bl_closed_mesh* solid, const bl_solid_cell* cell, belay_vec3** points);

#endif
