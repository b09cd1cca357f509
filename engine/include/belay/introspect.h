// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What can be read of a world beyond states: what colliders are made of, where bodies were a step ago, who touches
// whom, and how full the world's arrays are. For drawing, saving in a format of one's own, and tools.
//
// Threads: the world's thread. Nothing here changes the world, and none but the warm-up of a world allocates (contacts:
// as belay_world_get_contacts does).

#ifndef BELAY_INTROSPECT_H
#define BELAY_INTROSPECT_H

#include "belay/world.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Colliders. A collider is the shape that belay_collider_get_shape tells, standing at the pose that
// belay_collider_get_pose tells on its body. Made again of the two, and of its points, it is the same one, to rounding.

// The shape, but for its arrays: pointers are null, counts (of a tube, hull, mesh or height field) are what the calls
// below give. A ball's centre is the origin of its pose; a plane's normal is unit. Errors: HANDLE, COMPONENT, VALUE
// (null).
belay_result belay_collider_get_shape(const belay_world* world, belay_collider_id collider, belay_shape* shape);
// The shape's frame on the body; of a plane the body's. Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_collider_get_pose(const belay_world* world, belay_collider_id collider, belay_pose* pose);
// The points of a hull (its corners, sorted by x, y, z) or a tube (those that it goes through), m, shape's frame: at
// most `capacity` (>= 0); *count is how many there are. Errors: HANDLE, COMPONENT (neither hull nor tube), VALUE.
belay_result belay_collider_get_points(const belay_world* world, belay_collider_id collider, belay_vec3* points,
                                       int capacity, int* count);
// The triangles of a hull, mesh or height field: corners[3 i] to corners[3 i + 2], m, shape's frame, anticlockwise seen
// from outside. At most `capacity` (>= 0) triangles, so 3 capacity corners; *count is how many there are. Those of a
// mesh are in an order of its own, without those that it dropped. Errors: HANDLE, COMPONENT (no such shape), VALUE.
belay_result belay_collider_get_triangles(const belay_world* world, belay_collider_id collider, belay_vec3* corners,
                                          int capacity, int* count);
// The heights of a height field as belay_height_field has them, m. At most `capacity` (>= 0); *count is how many there
// are. Errors: HANDLE, COMPONENT (no height field), VALUE.
belay_result belay_collider_get_heights(const belay_world* world, belay_collider_id collider, double* heights,
                                        int capacity, int* count);

// ---------------------------------------------------------------------------------------------------------------------
// Bodies on their way

// Where the body was at the beginning of the last step; where it is if it was made or put there since, or rests.
// Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_body_get_previous_pose(const belay_world* world, belay_body_id body, belay_pose* pose);
// Between that (alpha 0) and where it is (alpha 1): the centre of mass goes straight, the body turns about it evenly by
// the shorter way. For drawing between two steps, with belay_advance_report.blend. Errors: HANDLE, COMPONENT, VALUE
// (null; alpha not from 0 to 1).
belay_result belay_body_get_blended_pose(const belay_world* world, belay_body_id body, double alpha, belay_pose* pose);

// ---------------------------------------------------------------------------------------------------------------------
// Contacts

// The contacts of the last step that a body has, as places in belay_world_get_contacts, ascending: at most `capacity`
// (>= 0); *count is how many there are. Errors: HANDLE, COMPONENT, VALUE, MEMORY (for the public form of all of them).
// Cost: O(contacts of the world).
belay_result belay_body_get_contacts(const belay_world* world, belay_body_id body, int32_t* contacts, int capacity,
                                     int* count);
// The same of a collider.
belay_result belay_collider_get_contacts(const belay_world* world, belay_collider_id collider, int32_t* contacts,
                                         int capacity, int* count);

// ---------------------------------------------------------------------------------------------------------------------
// Room

// Of an array of the world. Arrays grow when a call or a step finds them full, and never shrink.
typedef struct belay_usage {
    uint64_t used; // elements
    uint64_t held; // elements that there is memory for, >= used
} belay_usage;

// How full a world is.
typedef struct belay_world_usage {
    belay_usage entities;      // slots, those of destroyed entities included until they are used again
    belay_usage bodies;        // of all types
    belay_usage colliders;     // on them
    belay_usage joints;        // between them
    belay_usage rods;          // all
    belay_usage shape_bytes;   // bytes of hulls, tubes, meshes and height fields
    belay_usage pairs;         // of colliders near each other, in the last step
    belay_usage contacts;      // in the last step; held: also what is found and takes no part
    belay_usage rod_contacts;  // likewise
    belay_usage warm_contacts; // impulses that are kept for the next step
    belay_usage touches;       // pairs that touch
} belay_world_usage;

// How full a world is. Errors: HANDLE, BUSY, VALUE (null). Cost: O(1).
belay_result belay_world_get_usage(const belay_world* world, belay_world_usage* usage);

#ifdef __cplusplus
}
#endif

#endif
