// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Corners and faces of a hull in another frame, x -> rotation x + offset. The three coordinates at once where the
// machine can (core/wide.h), with the bits of one after the other.

#ifndef BELAY_ENGINE_GEOMETRY_HULL_MOVED_H
#define BELAY_ENGINE_GEOMETRY_HULL_MOVED_H

#include "belay/mat.h"
#include "geometry/hull/hull.h"

// They may be moved where they are.
void bl_move_points(const belay_vec3* points, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                    belay_vec3* moved);
void bl_move_faces(const bl_hull_face* faces, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                   bl_hull_face* moved);

// What these do without vectors.
void bl_move_points_narrow(const belay_vec3* points, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                           belay_vec3* moved);
void bl_move_faces_narrow(const bl_hull_face* faces, uint32_t count, const belay_mat33* rotation, belay_vec3 offset,
                          bl_hull_face* moved);

#endif
