// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies with colliders of any shape for the scenes. As in scene.h, what the engine refuses ends the test.

#ifndef BELAY_TESTS_SUPPORT_PARTS_H
#define BELAY_TESTS_SUPPORT_PARTS_H

#include "support/scene.h"

// The pose at a place, not turned; and turned by `angle` about the unit `axis`.
belay_pose part_at(double x, double y, double z);
belay_pose part_turned(belay_vec3 position, belay_vec3 axis, double angle);

// A body of the type with one collider of a solid shape, of `mass` kg evenly spread where it is dynamic.
belay_body_id part_add(belay_world* world, belay_body_type type, belay_pose pose, const belay_collider_def* def,
                       double mass);
// A body that is not dynamic, with one collider of any shape.
belay_body_id part_fixed(belay_world* world, belay_body_type type, belay_pose pose, const belay_collider_def* def);
// A dynamic box.
belay_body_id part_box(belay_world* world, belay_vec3 position, belay_vec3 size, double mass, belay_material material);
// A dynamic ball.
belay_body_id part_ball(belay_world* world, belay_vec3 position, double radius, double mass, belay_material material);

// Another collider on a body.
belay_collider_id part_collide(belay_world* world, belay_body_id body, const belay_collider_def* def);
// The first collider of a body.
belay_collider_id part_collider(const belay_world* world, belay_body_id body);

bool part_is_awake(const belay_world* world, belay_body_id body);
// The sum of the normal impulses of the last step's contacts of a body, N s.
double part_normal_impulse(const belay_world* world, belay_body_id body);
// The largest speed of a centre of mass among the bodies, m/s.
double part_fastest(const belay_world* world, const belay_body_id* bodies, int count);

// A number in [0, 1) by the linear congruence 1664525, 1013904223.
double part_random(uint32_t* state);

#endif
