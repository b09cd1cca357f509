// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A collider of every type for queries, about the origin of its shape and of size 1 or so. The shapes are also written
// here as sets of points, beside the engine.

#ifndef BELAY_TESTS_SUPPORT_SHAPES_QUERY_STAND_H
#define BELAY_TESTS_SUPPORT_SHAPES_QUERY_STAND_H

#include "support/scene.h"

#include <stdbool.h>
#include <stdint.h>

belay_pose stand_random_pose(uint64_t* lot, double size);
extern const belay_vec3 stand_cube_corners[8];
extern const belay_vec3 stand_octahedron[6];
extern const belay_vec3 stand_rail[5];
belay_collider_def stand_shape(belay_shape_type type);
// The set of points that the shape takes up. The mesh is a closed one: inside the cube.
bool stand_shape_has(belay_shape_type type, belay_vec3 x);

typedef struct stand {
    belay_world* world;
    belay_body_id body;
    belay_collider_id collider;
    belay_pose pose; // of the shape in the world
} stand;

// Static.
belay_body_id stand_add_body(belay_world* world, belay_pose pose);
belay_collider_id stand_add_collider(belay_world* world, belay_body_id body, const belay_collider_def* def);
// The shape, turned and moved on its body, which is turned and moved too.
stand stand_create(belay_shape_type type, uint64_t seed);
bool stand_has(const stand* s, belay_shape_type type, belay_vec3 x);
// A point near the shape, in the world.
belay_vec3 stand_random_target(const stand* s, belay_shape_type type, uint64_t* lot);

#endif
