// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Triangles of mesh files. They are read by Assimp, where it is: numbers have the 24 bits of its floats.

#ifndef BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_MESH_H
#define BELAY_ENGINE_TOOLS_BELAY_IMPORT_IMPORT_MESH_H

#include "belay/scene.h"
#include "import_options.h"

typedef struct import_mesh {
    belay_vec3* vertices; // m, z up
    int32_t* indices;
    int vertex_count, triangle_count;
} import_mesh;

// Whether the name is that of a mesh file that is known here.
bool import_mesh_is_name(const char* path);
// All triangles of a file, at their places in it, each corner of the file a vertex. `scale`: of its lengths, along its
// axes; `up`: which of them becomes z. False, with a message on stderr, when it cannot be read.
bool import_mesh_read(const char* path, belay_vec3 scale, import_up up, bool is_flipped, import_mesh* mesh);
void import_mesh_free(import_mesh* mesh);
belay_mesh import_mesh_view(const import_mesh* mesh);
// Says on stderr what looks wrong; `path` is named. False: it is no mesh at all.
bool import_mesh_check(const char* path, const import_mesh* mesh, belay_mesh_facts* facts);

// Adds a mesh as colliders, in the form that is asked for, to the body that was added last; `frame` is its place on it.
bool import_mesh_add(belay_scene* scene, const char* path, const import_mesh* mesh, import_form form,
                     const import_options* o, const belay_collider_def* like);
// What it weighs: its own mass where it bounds a solid, else that of its hull, which is said.
bool import_mesh_weigh(const char* path, const import_mesh* mesh, belay_mass* mass);

#endif
