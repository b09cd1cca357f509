// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact points from many triangles, gathered into patches: points with one normal, and in one plane of the mesh or of
// the solid (a face of the solid that lies on many peaks). All in the world frame.

#ifndef BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_PATCH_H
#define BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_PATCH_H

#include "detect/mesh/mesh_contact.h"

#define BL_PATCH_POINTS 128 // of all patches together; when there are more, patches are reduced at once

typedef struct bl_patch {
    belay_vec3 normal;
    double on_a, on_b; // normal . x of the surfaces where it was begun
    double deepest;    // the least gap
    bool is_whole;     // the contacts with the plane; nothing can be added
} bl_patch;

typedef struct bl_patches {
    double offset_tolerance; // m, up to which surfaces are one plane
    double point_tolerance;  // m, up to which points are one
    int count, point_count;
    bl_patch patches[BL_MESH_MAX_MANIFOLDS];
    bl_manifold_point points[BL_PATCH_POINTS];
    int owners[BL_PATCH_POINTS]; // the patch of each point
} bl_patches;

// `size` is the solid's.
void bl_patches_init(bl_patches* patches, double size);

// Adds a point to the patch it belongs to, or a new one.
void bl_patches_add(bl_patches* patches, const bl_manifold_point* point);

// Adds all contacts with a plane as a patch of its own.
void bl_patches_add_whole(bl_patches* patches, const bl_manifold* manifold);

// Removes a point; those behind it move up.
void bl_patches_remove(bl_patches* patches, int point);

// Reduces every patch to at most four points and writes the patches as manifolds, with features made unique.
int bl_patches_finish(bl_patches* patches, bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS]);

#endif
