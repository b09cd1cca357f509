// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A solid at a mesh, as the files of that contact share it.

#ifndef BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_SOLID_H
#define BELAY_ENGINE_DETECT_MESH_MESH_CONTACT_SOLID_H

#include "detect/convex/face_clip.h"
#include "detect/mesh/mesh_contact_internal.h"
#include "detect/mesh/mesh_contact_patch.h"

typedef enum bl_plane_state {
    BL_PLANE_FAR,    // nothing of it can be touched
    BL_PLANE_WHOLE,  // done
    BL_PLANE_PART,   // triangles at the outline remain
    BL_PLANE_HIDDEN, // the same; the solid is on the other side of the sheet
} bl_plane_state;

#define BL_SOLID_MAX_PLANES 16

typedef struct bl_mesh_solid {
    const bl_convex* a;
    const bl_mesh* mesh;
    belay_pose pose_a, pose_b;
    belay_pose in_mesh; // of A, in the mesh's frame
    belay_vec3 middle;  // of A, in the mesh's frame
    double cutoff, size;
    belay_mat33 rotation;    // of in_mesh
    belay_vec3 lower, upper; // of A in its own frame, with the cutoff around it
    bool is_moved;           // A as a polytope in the mesh's frame is made when it is asked for
    bl_polytope polytope;
    bl_polytope_store store;
    // Which sheet the middle is beside, and on which side, is not looked up for the first face: alone it is taken to be
    // before A. What is found later may prove that wrong.
    bool knows_side, is_misled;
    uint32_t sheet;
    double side;
    int first_face; // -1: none so far
    double first_side;
    int plane_count;
    uint32_t planes[BL_SOLID_MAX_PLANES];
    bl_plane_state states[BL_SOLID_MAX_PLANES];
    bl_mesh_facet deepest; // the face of the deepest overlap, and how deep; should nothing else be found
    double deepest_gap;
    bl_patches patches;
} bl_mesh_solid;

// A face as A sees it.
typedef struct bl_seen_face {
    bl_mesh_facet facet;
    double side;       // on which A is, 1 outside or -1
    belay_vec3 normal; // towards A, in the mesh's frame
    double offset;     // normal . x on it
    double gap;        // of A to the plane of the face
} bl_seen_face;

bl_seen_face bl_see_face(const bl_mesh_solid* s, const bl_mesh_facet* facet);

// Whether A is on the same side of the face as it is of the sheet.
bool bl_is_before_face(bl_mesh_solid* s, const bl_seen_face* face);

// Finds, or looks at, the plane of a triangle that has one; what is done is left out by the cursor. False when it is
// too small to count, or there are too many to remember.
bool bl_find_plane(bl_mesh_solid* s, bl_mesh_cursor* cursor, const bl_mesh_facet* facet, bl_plane_state* state);

// Whether all around the triangle there are others of its plane.
bool bl_is_inside_plane(const bl_mesh* mesh, const bl_mesh_facet* facet);

// The places of A along the face's plane, were it endless.
void bl_collide_face_plane(const bl_mesh_solid* s, const bl_seen_face* face, bl_manifold* m);

// The foot of a contact point on the mesh's side, in its frame.
belay_vec3 bl_foot_of(const bl_mesh_solid* s, const bl_manifold_point* point);

// Whether A is level with a neighbour that the triangle is wholly behind, nearly at a right angle: then it lies upon
// that one, and does not touch this.
bool bl_is_topped(const bl_mesh_solid* s, const bl_seen_face* face);

typedef enum bl_verdict {
    BL_VERDICT_TOUCHED, // the surface has this normal there, at an edge or a vertex
    BL_VERDICT_LEFT,    // a neighbour has it, which is looked at by itself
    BL_VERDICT_FACE,    // it is the face's own, or none that the surface has
} bl_verdict;

// What to think of a direction from the triangle to A along which they are said to touch. `bend` is the angle by which
// the surface turns there.
bl_verdict bl_judge_normal(const bl_mesh_solid* s, const bl_seen_face* face, belay_vec3 direction, double* bend);

// Whether the triangle can be touched along any normal but its own: at an edge that is not flat nor hollow.
bool bl_has_outline(const bl_mesh_solid* s, const bl_seen_face* face);

// What bl_collide_convex finds between A and the triangle, and the least of its gaps.
double bl_collide_triangle(const bl_mesh_solid* s, const bl_mesh_facet* facet, bl_manifold* m);

// Adds what of A is over the triangle, or has sunk in beside it, along the triangle's normal. `gap` is the least along
// other normals, or NAN where it is not known; what is much deeper is beside the triangle and left out. False when
// nothing is over it.
bool bl_touch_face(bl_mesh_solid* s, const bl_seen_face* face, double gap);

uint32_t bl_mix_features(uint32_t of_mesh, uint32_t of_solid);

// Adds a point with a feature made of the mesh's and its own.
void bl_solid_add_point(bl_mesh_solid* s, const bl_manifold_point* point, uint32_t of_mesh);

#endif
