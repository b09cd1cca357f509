// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Shapes on bodies. A body may carry any number of colliders; those of one body never touch each other, nor do those of
// two bodies of which neither is dynamic.

#ifndef BELAY_COLLIDER_H
#define BELAY_COLLIDER_H

#include "belay/body.h"
#include "belay/material.h"
#include "belay/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

// Which colliders may touch: two do when each one's category is in the other's mask; but two of the same group other
// than 0 always do when it is positive and never when it is negative.
typedef struct belay_filter {
    uint32_t category; // bits, default 1
    uint32_t mask;     // bits, default all
    int32_t group;     // default 0
} belay_filter;

// category 1, mask all, group 0
static inline belay_filter belay_filter_default(void)
{
    belay_filter f = {1u, UINT32_MAX, 0};
    return f;
}

// What a collider is made of. belay_collider_def_default gives the values named here.
typedef struct belay_collider_def {
    belay_shape shape;       // what it points to must stay good until the collider is created
    belay_pose pose;         // the shape's frame on the body; default: the body's frame
    belay_material material; // default belay_material_default
    double density;          // kg/m^3, >= 0, for belay_body_set_mass_from_colliders; default 1000
    belay_filter filter;     // default belay_filter_default: touches everything
    bool is_sensor;          // notices (events.h) and never pushes; default false
    bool has_persist_events; // report BELAY_CONTACT_PERSIST too; default false
    // A conveyor belt: the velocity of the surface beyond that of the body, m/s, body frame; default zero. What it has
    // along a contact's normal does not count.
    belay_vec3 surface_velocity;
} belay_collider_def;

// The shape with the default pose, material, density and filter.
belay_collider_def belay_collider_def_default(belay_shape shape);
// A ball about the body's origin, radius in m, with the default material; likewise below.
belay_collider_def belay_collider_def_sphere(double radius);
// The half-space normal . x <= offset (m).
belay_collider_def belay_collider_def_plane(belay_vec3 normal, double offset);
// A rail; `points` must stay good until the collider is created.
belay_collider_def belay_collider_def_tube(const belay_vec3* points, int point_count, bool is_closed, double radius);
// A box of full edge lengths `size` (m).
belay_collider_def belay_collider_def_box(belay_vec3 size);
// About the z axis: the segment of `length`, thickened by `radius` (m).
belay_collider_def belay_collider_def_capsule(double length, double radius);
// About the z axis (m).
belay_collider_def belay_collider_def_cylinder(double height, double radius);
// About the z axis, base down (m).
belay_collider_def belay_collider_def_cone(double height, double radius);
// About the body's origin, semi-axes (m) along x, y and z.
belay_collider_def belay_collider_def_ellipsoid(belay_vec3 semi_axes);
// The hull of the points, which must stay good until the collider is created.
belay_collider_def belay_collider_def_hull(const belay_vec3* points, int point_count);
// Triangles; the arrays must stay good until the collider is created.
belay_collider_def belay_collider_def_mesh(const belay_vec3* vertices, int vertex_count, const int32_t* indices,
                                           int triangle_count);
// Heights over a grid; they must stay good until the collider is created.
belay_collider_def belay_collider_def_height_field(const double* heights, int column_count, int row_count,
                                                   double spacing_x, double spacing_y);

// Puts a shape on a body. Errors: HANDLE, COMPONENT (not a body), VALUE, SHAPE (degenerate), STATE (the shape needs a
// static or kinematic body, or an iterator is open), CAPACITY, MEMORY. Cost of a tube: O(points log points).
belay_result belay_collider_create(belay_world* world, belay_body_id body, const belay_collider_def* def,
                                   belay_collider_id* id);

// Makes a body with one collider: what belay_body_create, belay_collider_create and, for a dynamic one,
// belay_body_set_mass_from_colliders do. Mass, inertia and centre of mass of `def` are not looked at: a dynamic body
// has those of the collider, by its density. `id` may be null. Errors: VALUE, SHAPE (degenerate; a dynamic body and a
// collider without mass), STATE (the shape needs a static or kinematic body, or an iterator is open), CAPACITY (of two
// entities), MEMORY.
belay_result belay_body_create_solid(belay_world* world, const belay_body_def* def, const belay_collider_def* collider,
                                     belay_body_id* id);
// The same of a static body: ground and walls.
//     belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
//     belay_body_create_static(world, belay_pose_identity(), &ground, NULL);
belay_result belay_body_create_static(belay_world* world, belay_pose pose, const belay_collider_def* collider,
                                      belay_body_id* id);

// Takes a shape off its body. Errors: HANDLE, COMPONENT, STATE (an iterator is open).
belay_result belay_collider_destroy(belay_world* world, belay_collider_id collider);

// Changes what a collider is made of, from the next step on. Errors: HANDLE, COMPONENT, VALUE.
belay_result belay_collider_set_material(belay_world* world, belay_collider_id collider, belay_material material);
// What a collider is made of. Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_collider_get_material(const belay_world* world, belay_collider_id collider,
                                         belay_material* material);

// Gives a pair of colliders a material of its own, in place of the combination of theirs. The order of the two does
// not matter. Errors: HANDLE, COMPONENT, VALUE (also: both the same), MEMORY.
belay_result belay_pair_set_material(belay_world* world, belay_collider_id a, belay_collider_id b,
                                     belay_material material);
// Takes it away again, if there is one. Errors: HANDLE, COMPONENT, VALUE (both the same).
belay_result belay_pair_clear_material(belay_world* world, belay_collider_id a, belay_collider_id b);

// Changes which colliders a collider may touch, from the next step on. Errors: HANDLE, COMPONENT.
belay_result belay_collider_set_filter(belay_world* world, belay_collider_id collider, belay_filter filter);
// The filter. Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_collider_get_filter(const belay_world* world, belay_collider_id collider, belay_filter* filter);
// Sets the velocity of a conveyor belt's surface (m/s, body frame). Errors: HANDLE, COMPONENT, VALUE.
belay_result belay_collider_set_surface_velocity(belay_world* world, belay_collider_id collider, belay_vec3 velocity);
// The body that a collider is on. Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_collider_get_body(const belay_world* world, belay_collider_id collider, belay_body_id* body);
// The type of a collider's shape. Errors: HANDLE, COMPONENT, VALUE (null).
belay_result belay_collider_get_type(const belay_world* world, belay_collider_id collider, belay_shape_type* type);
// The colliders of a body, in the order of their creation: at most `capacity`; *count is how many there are. Errors:
// HANDLE, COMPONENT, VALUE.
belay_result belay_body_get_colliders(const belay_world* world, belay_body_id body, belay_collider_id* colliders,
                                      int capacity, int* count);
// Number of triangles that a mesh collider dropped because they were degenerate. Errors: HANDLE, COMPONENT (no mesh),
// VALUE (null).
belay_result belay_collider_get_dropped_triangles(const belay_world* world, belay_collider_id collider, int* count);

// Gives a dynamic body the mass, centre of mass and inertia of its colliders (sensors count nothing) by their
// densities. Errors: HANDLE, COMPONENT, STATE (not dynamic), SHAPE (no collider with mass), VALUE (too light or too
// heavy).
belay_result belay_body_set_mass_from_colliders(belay_world* world, belay_body_id body);

#ifdef __cplusplus
}
#endif

#endif
