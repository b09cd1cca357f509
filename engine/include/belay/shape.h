// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Shapes. Each stands in its own frame, which a collider places on its body. Lengths in m. Sizes of a solid that are
// not 0 are from 1e-9 to 1e9, coordinates of points at most 1e9.

#ifndef BELAY_SHAPE_H
#define BELAY_SHAPE_H

#include "belay/math.h"
#include "belay/result.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The kinds of shapes.
typedef enum belay_shape_type {
    BELAY_SHAPE_SPHERE, // on any body, as all others unless said otherwise
    BELAY_SHAPE_PLANE,  // a half-space, on static and kinematic bodies
    BELAY_SHAPE_TUBE,   // a rail, on static and kinematic bodies
    BELAY_SHAPE_CAPSULE,
    BELAY_SHAPE_BOX,
    BELAY_SHAPE_CYLINDER,
    BELAY_SHAPE_CONE,
    BELAY_SHAPE_HULL,
    BELAY_SHAPE_MESH,         // on static and kinematic bodies
    BELAY_SHAPE_HEIGHT_FIELD, // on static and kinematic bodies
    BELAY_SHAPE_ELLIPSOID,
    BELAY_SHAPE_TYPE_COUNT
} belay_shape_type;

// The name of a type, for messages and tables; never null. Any thread.
const char* belay_shape_type_name(belay_shape_type type);

// A ball of `radius` about `center`.
typedef struct belay_sphere {
    belay_vec3 center; // m
    double radius;     // m, > 0
} belay_sphere;

// The solid half-space normal . x <= offset. The normal need not be unit, it is normalised; zero is refused.
typedef struct belay_plane {
    belay_vec3 normal; // finite, not zero
    double offset;     // m, finite, along the unit normal
} belay_plane;

// A circle of `radius` swept along a smooth curve through `points`: the interpolating twice continuously differentiable
// spline, so that neither the normal nor the curvature jumps and a ball rolls over the points without feeling them. Two
// points make a straight rail. An open rail ends in half-spheres. Refused: fewer than 2 points (3 when closed), two
// successive equal points, a curve that bends more sharply than the tube is thick.
typedef struct belay_tube {
    const belay_vec3* points; // m, copied
    int point_count;          // >= 2; >= 3 when closed
    bool is_closed;           // the last point joins the first, which is not repeated
    double radius;            // m, > 0
} belay_tube;

// All points within `radius` of the segment of length `length` on the z axis about the origin.
typedef struct belay_capsule {
    double length; // m, >= 0; 0 makes a ball
    double radius; // m, > 0
} belay_capsule;

// A box about the origin with the full edge lengths `size`.
typedef struct belay_box {
    belay_vec3 size; // m, each > 0
} belay_box;

// About the z axis and the origin: `height` along z, `radius` across. Its round side is round, not facets.
typedef struct belay_cylinder {
    double height; // m, > 0
    double radius; // m, > 0
} belay_cylinder;

// About the z axis: base of `radius` at z = -height/2, apex at z = height/2. Its side is round.
typedef struct belay_cone {
    double height; // m, > 0
    double radius; // m, > 0
} belay_cone;

#define BELAY_MAX_HULL_VERTICES 255
// The most triangles between them: 2 V - 4, by Euler's formula.
#define BELAY_MAX_HULL_TRIANGLES (2 * BELAY_MAX_HULL_VERTICES - 4)

// The convex hull of points in any order, doubled or inside ones allowed. What sticks out of it by about 1e-10 of the
// extent (the diagonal of the box around the points) may be left out, so that faces are whole polygons although their
// corners are rounded. Refused: fewer than 4 points, not finite, all in one plane within 1e-9 of the extent, or more
// than BELAY_MAX_HULL_VERTICES corners of the hull (belay_hull_simplify chooses fewer).
typedef struct belay_hull {
    const belay_vec3* points; // m, copied
    int point_count;          // >= 4
} belay_hull;

// Triangles with shared corners: a surface without thickness that is touched from both sides, and leaves a body on the
// side on which its middle is. Triangles with an area below 1e-12 of the square of the extent are dropped. A body rolls
// and slides over inner edges as if they were not there. Refused: no (good) triangle, an index out of range, a corner
// that is not finite.
typedef struct belay_mesh {
    const belay_vec3* vertices; // m, copied
    int vertex_count;           // >= 3
    const int32_t* indices;     // 3 per triangle, anticlockwise seen from outside; copied
    int triangle_count;         // >= 1
} belay_mesh;

// Heights over a grid in the xy plane, solid below: heights[i + column_count * j] at (i spacing_x, j spacing_y). Each
// cell is two triangles; the diagonal goes from (i, j) to (i + 1, j + 1). Refused: fewer than 2 columns or rows, a
// height that is not finite, a spacing <= 0.
typedef struct belay_height_field {
    const double* heights;       // m, copied
    int column_count, row_count; // along x and along y, >= 2 each
    double spacing_x, spacing_y; // m, > 0
} belay_height_field;

// The longest semi-axis over the shortest, at most.
#define BELAY_MAX_ELLIPSOID_RATIO 100.0

// An ellipsoid about the origin with the semi-axes `semi_axes` along x, y and z. Refused: a longest one of more than
// BELAY_MAX_ELLIPSOID_RATIO times the shortest.
typedef struct belay_ellipsoid {
    belay_vec3 semi_axes; // m, each > 0
} belay_ellipsoid;

// A shape of any type.
typedef struct belay_shape {
    belay_shape_type type; // which of these it is
    union {
        belay_sphere sphere;
        belay_plane plane;
        belay_tube tube;
        belay_capsule capsule;
        belay_box box;
        belay_cylinder cylinder;
        belay_cone cone;
        belay_hull hull;
        belay_mesh mesh;
        belay_height_field height_field;
        belay_ellipsoid ellipsoid;
    };
} belay_shape;

// What a solid weighs.
typedef struct belay_mass {
    double mass;               // kg
    belay_vec3 center_of_mass; // m
    belay_mat33 inertia;       // kg m^2, about the centre of mass, along the axes of the frame
} belay_mass;

// The mass of a solid shape of even density (kg/m^3, > 0), in the shape's frame; `error` may be null. Errors: VALUE,
// SHAPE (degenerate, a size outside 1e-9 to 1e9, or a plane, tube, mesh or height field, which have none), MEMORY (a
// hull is built meanwhile, in memory of the C library). Any thread. Cost of a hull: O(points log points) as a rule,
// O(points^2) at worst.
belay_result belay_shape_mass(const belay_shape* shape, double density, belay_mass* mass, belay_error* error);

// The same of a solid of so much mass (kg, > 0) in all, whatever its density.
belay_result belay_shape_mass_of(const belay_shape* shape, double whole, belay_mass* mass, belay_error* error);

// Two solids as one: both in the same frame.
belay_mass belay_mass_add(belay_mass a, belay_mass b);
// The mass seen from a frame in which its own frame stands at `pose`.
belay_mass belay_mass_transform(belay_mass mass, belay_pose pose);

// Chooses at most `max_count` (4 to BELAY_MAX_HULL_VERTICES) of the points whose hull is close to that of all, by
// writing them to `chosen` (room for max_count), sorted by x, then y, then z; the rest of the hull reaches out of the
// chosen one by at most *excess (may be null), m. When the hull has no more corners than that, all are chosen. Errors:
// VALUE, SHAPE (flat), MEMORY (it works in memory of the C library). Deterministic. Any thread.
belay_result belay_hull_simplify(const belay_hull* hull, int max_count, belay_vec3* chosen, int* chosen_count,
                                 double* excess, belay_error* error);

// The surface of a hull as triangles, as a collider made of it has it: corners[3 i] to corners[3 i + 2] are indices of
// hull->points, anticlockwise seen from outside; of doubled points the first is named, and those that are no corners
// are in none. Faces with more than three corners are cut into fans. Writes at most `capacity` (>= 0) triangles to
// `corners` (room for 3 capacity numbers, the caller's; may be null when capacity is 0); *count is how many there are,
// at most BELAY_MAX_HULL_TRIANGLES. They are in an order that does not depend on that of the points. Errors: VALUE,
// SHAPE (see belay_hull), MEMORY (it works in memory of the C library); nothing is written then. `error` may be null.
// Deterministic. Any thread. Cost as that of belay_shape_mass.
belay_result belay_hull_triangles(const belay_hull* hull, int32_t* corners, int capacity, int* count,
                                  belay_error* error);

// ---------------------------------------------------------------------------------------------------------------------
// Meshes as solids: whether one bounds a solid at all, what that weighs, and the convex parts that it is made of, so
// that it can move. (A belay_mesh as a collider is a surface, on bodies that stand.) All of it works in memory of the C
// library and is deterministic. Any thread. `error` may be null.
//
//     belay_mesh_parts* parts;
//     belay_decompose_options options = belay_decompose_options_default();
//     if (belay_mesh_decompose(&mesh, &options, &parts, &error) == BELAY_OK) {
//         for (int i = 0; i < parts->count; i++) ... belay_collider_create of parts->hulls[i] ...
//         belay_body_set_mass(world, body, &parts->mass);
//         belay_mesh_parts_destroy(parts);
//     }

// What can be told of a mesh. Corners at exactly equal places are one; edges are between such corners.
typedef struct belay_mesh_facts {
    belay_vec3 lower, upper;  // m, the box around its corners
    double area;              // m^2
    double volume;            // m^3, of the solid that it bounds; negative: triangles turn clockwise seen from outside.
                              // Means nothing unless is_closed
    int corner_count;         // places where there are corners
    int degenerate_triangles; // with an area below 1e-12 of the square of the extent, as a collider drops them
    int open_edges;           // of one triangle alone
    int reversed_edges;       // of others along which not as many triangles run to one side as to the other: some of
                              // them are turned over
    int crowded_edges;        // with more than two triangles, as where two solids meet in an edge
    bool is_closed;           // there are neither open nor reversed edges
} belay_mesh_facts;

// Looks at a mesh. Errors: VALUE (null; a number not finite), SHAPE (no triangle, an index out of range, a corner
// beyond 1e9 m), MEMORY. Cost: O(triangles log triangles).
belay_result belay_mesh_measure(const belay_mesh* mesh, belay_mesh_facts* facts, belay_error* error);

// The mass of the solid that a mesh bounds, of even density (kg/m^3, > 0): exact sums over its triangles, as of every
// polyhedron. Errors: those of belay_mesh_measure; VALUE (density), SHAPE (it is not closed, or its volume not above
// 0).
belay_result belay_mesh_mass(const belay_mesh* mesh, double density, belay_mass* mass, belay_error* error);

// How to take a solid apart. belay_decompose_options_default gives the values named here.
typedef struct belay_decompose_options {
    double max_excess; // > 0, of the solid's volume: by how much the volume of all parts may be larger; default 0.01
    int max_parts;     // 1 to 1024, default 64: it ends there, whatever the excess
    int candidates;    // 1 to 256, default 15: planes across each axis that are tried for a cut, beside those through
                       // corners at which the solid is hollow. Time grows with it
} belay_decompose_options;

// The values above.
belay_decompose_options belay_decompose_options_default(void);

// Convex parts of a solid. They lie beside one another, between planes across the axes of the mesh, without overlap.
typedef struct belay_mesh_parts {
    belay_hull* hulls; // `count` of them, each with at most BELAY_MAX_HULL_VERTICES points
    int count;
    belay_mass mass; // of the solid itself at density 1, not of its parts: scale mass and inertia
    double excess;   // m^3, the volume of all parts, with all their corners, less that of the solid
    double lost;     // m: a point of the solid may be this far outside of all parts; 0 unless a part had more corners
                     // than a hull may have
    belay_vec3* points; // what `hulls` point to
} belay_mesh_parts;

// Takes a solid apart: the part with the largest excess is cut by the plane across an axis that leaves the least of it,
// until the excess is small enough or there are enough parts. Each part is the convex hull of what of the solid lies
// between its planes, exactly, so that all parts together hold all of the solid (but for `lost`). What is convex is
// one part; a solid whose faces are across the axes ends with no excess at all. After Mamou and Ghorbel (2009), with
// planes through the solid itself in place of voxels. Errors: those of belay_mesh_mass; VALUE (an option); MEMORY;
// *parts is then as it was. Cost: max_parts times candidates times what the hull of a part costs.
belay_result belay_mesh_decompose(const belay_mesh* mesh, const belay_decompose_options* options,
                                  belay_mesh_parts** parts, belay_error* error);
// Frees them; null does nothing.
void belay_mesh_parts_destroy(belay_mesh_parts* parts);

#ifdef __cplusplus
}
#endif

#endif
