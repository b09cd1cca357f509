// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Questions about where things are: rays, moving shapes, regions. Against the placements at the end of the last step;
// changes made since by the program (creation, belay_body_set_pose) are seen. Nothing of the simulation changes: a step
// after a query gives the same bits as without it.
//
// Threads: the world's thread. No allocation but for the first query after colliders came or moved.

#ifndef BELAY_QUERY_H
#define BELAY_QUERY_H

#include "belay/collider.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which colliders a query sees: those for which `filter` and the collider's filter accept each other (sensors: only
// with `sees_sensors`), and whose body is not `ignored`.
typedef struct belay_query_filter {
    belay_filter filter;   // as if the query were a collider; default: everything
    bool sees_sensors;     // default false
    belay_body_id ignored; // null: none
    // Casts of shapes: what the shape touches or overlaps at the start blocks it only where the way leads into it, not
    // where it leads away or along; default false: always, with fraction 0. (A tube that is left so is not met again.)
    bool may_leave;
} belay_query_filter;

// Everything but sensors.
belay_query_filter belay_query_filter_default(void);

// Where a ray meets a collider.
typedef struct belay_ray_hit {
    belay_collider_id collider; // that is hit
    belay_body_id body;         // that it is on
    belay_vec3 point;           // m, world, on the surface
    belay_vec3 normal;          // unit, out of the surface; against the ray where it starts inside (then fraction is 0)
    double fraction;            // of the way from origin to origin + way, 0 to 1
} belay_ray_hit;

// The first hit of the ray from `origin` (m) along `displacement` (m, not zero). *is_hit tells whether there is one;
// `filter` null: the default. Errors: VALUE, MEMORY.
belay_result belay_world_cast_ray(belay_world* world, belay_vec3 origin, belay_vec3 displacement,
                                  const belay_query_filter* filter, belay_ray_hit* hit, bool* is_hit);

// All hits along the ray, one per collider, nearest first (ties by handle): at most `capacity` of them; *count is how
// many there are. Errors: VALUE, MEMORY.
belay_result belay_world_cast_ray_all(belay_world* world, belay_vec3 origin, belay_vec3 displacement,
                                      const belay_query_filter* filter, belay_ray_hit* hits, int capacity, int* count);

// The first hit of a convex shape (sphere, capsule, box, cylinder, cone or hull) that starts at `pose` and moves along
// `displacement` (m) without turning. One that touches or overlaps at the start has fraction 0 (but see may_leave).
// Errors: VALUE, SHAPE (not convex, degenerate), MEMORY.
belay_result belay_world_cast_shape(belay_world* world, const belay_shape* shape, belay_pose pose,
                                    belay_vec3 displacement, const belay_query_filter* filter, belay_ray_hit* hit,
                                    bool* is_hit);

// The colliders that overlap a convex shape at `pose`, by handle: at most `capacity`; *count is how many there are.
// Errors: VALUE, SHAPE, MEMORY.
belay_result belay_world_overlap_shape(belay_world* world, const belay_shape* shape, belay_pose pose,
                                       const belay_query_filter* filter, belay_collider_id* colliders, int capacity,
                                       int* count);

// Where a shape and a collider are in each other, or near.
typedef struct belay_overlap {
    belay_collider_id collider; // that it is in, or near to
    belay_body_id body;         // that it is on
    belay_vec3 point;           // m, world, halfway between the surfaces
    belay_vec3 normal; // unit, world, out of the collider: moved along it by the depth, the shape leaves it there
    double depth;      // m, of the overlap at this place; negative: the gap
} belay_overlap;

// The places where a convex shape at `pose` overlaps colliders, or comes nearer to them than `margin` (m, >= 0), as
// contacts are found: up to 4 for faces, one for what is round, by handle. At most `capacity`; *count is how many there
// are, of at most 512 colliders. Errors: VALUE, SHAPE, MEMORY, CAPACITY (more colliders are near).
belay_result belay_world_find_overlaps(belay_world* world, const belay_shape* shape, belay_pose pose, double margin,
                                       const belay_query_filter* filter, belay_overlap* overlaps, int capacity,
                                       int* count);

// The colliders that overlap an axis-aligned box, by their own bounding boxes (cheap, may find too much). Planes are
// never found. Errors: VALUE (not lower <= upper), MEMORY.
belay_result belay_world_overlap_box(belay_world* world, belay_vec3 lower, belay_vec3 upper,
                                     const belay_query_filter* filter, belay_collider_id* colliders, int capacity,
                                     int* count);

// The point of a collider's surface or inside that is nearest to `point` (m, world), and its distance (0: the point is
// inside; *nearest is then `point`). Errors: HANDLE, COMPONENT, VALUE.
belay_result belay_collider_closest_point(belay_world* world, belay_collider_id collider, belay_vec3 point,
                                          belay_vec3* nearest, double* distance);

// The axis-aligned bounding box in the world, m; infinite for a plane. Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_collider_get_bounds(belay_world* world, belay_collider_id collider, belay_vec3* lower,
                                       belay_vec3* upper);

#ifdef __cplusplus
}
#endif

#endif
