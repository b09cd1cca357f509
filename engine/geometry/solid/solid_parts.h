// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the files of this folder share of a mesh that bounds a solid.

#ifndef BELAY_ENGINE_GEOMETRY_SOLID_SOLID_PARTS_H
#define BELAY_ENGINE_GEOMETRY_SOLID_SOLID_PARTS_H

#include "belay/shape.h"

// The corner that each vertex is: those at equal places are one. False: no memory.
bool bl_solid_weld(const belay_mesh* mesh, int32_t* corner_of, int* corner_count);
// Of the box around it.
belay_vec3 bl_solid_middle(const belay_mesh_facts* facts);

#endif
