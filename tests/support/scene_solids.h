// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes, hulls and other shapes for scenes, beside the balls, planes and rails of scene.h, and what can be read of
// them: how they stand and what force their contacts pass.

#ifndef BELAY_TESTS_SUPPORT_SCENE_SOLIDS_H
#define BELAY_TESTS_SUPPORT_SCENE_SOLIDS_H

#include "belay/mat.h"
#include "support/scene.h"

typedef struct scene_solid {
    belay_shape shape;
    belay_body_type type;
    double mass; // kg, spread evenly through the shape; dynamic bodies only
    belay_pose pose;
    belay_vec3 linear, angular;
    belay_material material;
    belay_filter filter;
    belay_vec3 surface_velocity;
} scene_solid;

// Dynamic, 1 kg, at rest at `position`, the default material.
scene_solid scene_box(belay_vec3 size, belay_vec3 position);
// The same of any shape. Only of one with a mass unless the type is changed.
scene_solid scene_solid_of(belay_shape shape, belay_vec3 position);
// A body with that shape. Dynamic ones have the shape's centre of mass and inertia.
belay_body_id scene_add_solid(belay_world* world, const scene_solid* solid);

static inline belay_shape scene_shape_box(belay_vec3 size)
{
    belay_shape s = {.type = BELAY_SHAPE_BOX, .box = {size}};
    return s;
}

static inline belay_material scene_rough(double mu)
{
    belay_material m = {mu, 0.0};
    return m;
}

// The default world without sleep, so that what is at rest is at rest by the law alone.
belay_world* scene_sleepless_world(double h);

// ---------------------------------------------------------------------------------------------------------------------
// Readings

// The force of the contacts of the last step on `on`, by `by` (null: by all), N, mean over the step.
belay_vec3 scene_contact_force(const belay_world* world, belay_body_id on, belay_body_id by);
// The height of the lowest corner of a box of that size whose frame is in its middle.
double scene_lowest_corner(belay_pose pose, belay_vec3 size);
// The turn about z of a body that stands upright, rad.
double scene_yaw(belay_pose pose);
// How far the body's z axis is away from the world's, rad.
double scene_tilt(belay_pose pose);
// The speed of the fastest point of a ball of `reach` (m) about the body.
double scene_greatest_speed(const belay_body_state* state, double reach);

static inline double scene_degrees(double radians)
{
    return radians * (180.0 / SCENE_PI);
}

#endif
