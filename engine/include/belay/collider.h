// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Shapes on bodies. A body may carry any number of colliders; those of one body never touch each other, nor do those of
// two bodies of which neither is dynamic.

#ifndef BELAY_COLLIDER_H
#define BELAY_COLLIDER_H

#include "belay/body.h"
#include "belay/material.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum belay_shape_type {
    BELAY_SHAPE_SPHERE, // on any body
    BELAY_SHAPE_PLANE,  // a half-space, on static and kinematic bodies
    BELAY_SHAPE_TUBE,   // a rail, on static and kinematic bodies
    BELAY_SHAPE_TYPE_COUNT
} belay_shape_type;

// A ball of `radius` (m, > 0) about `center` (m, body frame).
typedef struct belay_sphere {
    belay_vec3 center;
    double radius;
} belay_sphere;

// The solid half-space normal . x <= offset, body frame. The normal need not be unit, it is normalised; zero is
// refused.
typedef struct belay_plane {
    belay_vec3 normal;
    double offset; // m, along the unit normal
} belay_plane;

// A circle of `radius` swept along a smooth curve through `points` (body frame, m): the interpolating twice
// continuously differentiable spline, so that neither the normal nor the curvature jumps and a ball rolls over the
// points without feeling them. Two points make a straight rail. An open rail ends in half-spheres. Refused: fewer than
// 2 points (3 when closed), two successive equal points, a curve that bends more sharply than the tube is thick.
typedef struct belay_tube {
    const belay_vec3* points; // copied
    int point_count;
    bool is_closed; // the last point joins the first, which is not repeated
    double radius;  // m, > 0
} belay_tube;

typedef struct belay_collider_def {
    belay_shape_type type;
    union {
        belay_sphere sphere;
        belay_plane plane;
        belay_tube tube;
    } shape;
    belay_material material;
} belay_collider_def;

// A ball about the body's origin, radius in m, with the default material; likewise below.
belay_collider_def belay_collider_def_sphere(double radius);
// The half-space normal . x <= offset (m).
belay_collider_def belay_collider_def_plane(belay_vec3 normal, double offset);
// A rail; `points` must stay good until the collider is created.
belay_collider_def belay_collider_def_tube(const belay_vec3* points, int point_count, bool is_closed, double radius);

// Puts a shape on a body. Errors: HANDLE, COMPONENT (not a body), VALUE, SHAPE (degenerate), STATE (the shape needs a
// static or kinematic body, or a query is open), CAPACITY, MEMORY. Cost of a tube: O(points log points).
belay_result belay_collider_create(belay_world* world, belay_body_id body, const belay_collider_def* def,
                                   belay_collider_id* id);

// Takes a shape off its body. Errors: HANDLE, COMPONENT, STATE (a query is open).
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

#ifdef __cplusplus
}
#endif

#endif
