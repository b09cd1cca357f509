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

#ifdef __cplusplus
}
#endif

#endif
