// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small helpers to set scenes: a world, a static half-space, a rail, a ball, some steps. Everything here ends the test
// when the engine refuses it, so that a scene reads as a list of what is in it.

#ifndef BELAY_TESTS_SUPPORT_SCENE_H
#define BELAY_TESTS_SUPPORT_SCENE_H

#include "belay/belay.h"
#include "belay/quat.h"
#include "belay/vec.h"

#include <stdint.h>

#define SCENE_PI 3.14159265358979323846
#define SCENE_G 9.81 // m/s^2, the default gravity

static inline double scene_radians(double degrees)
{
    return degrees * (SCENE_PI / 180.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// The world and its clock

// A world with all defaults but the step, solved as exactly as closed forms are checked.
belay_world* scene_world(double h);
// A world of a definition.
belay_world* scene_world_of(const belay_world_def* def);
// Makes `count` steps.
void scene_steps(belay_world* world, int count);
// Ends the test unless the last step converged within the solver's tolerance.
void scene_check_converged(const belay_world* world);

// ---------------------------------------------------------------------------------------------------------------------
// What is in it. The friction and restitution given to every collider are those of the pair when the partner has the
// same: sqrt(mu mu) = mu exactly.

// A static body with the solid half-space normal . x <= offset.
belay_collider_id scene_plane(belay_world* world, belay_vec3 normal, double offset, belay_material material);
// A static body with a rail through the points.
belay_collider_id scene_rail(belay_world* world, const belay_vec3* points, int count, bool is_closed, double radius,
                             belay_material material);

typedef struct scene_ball {
    double radius, mass;
    belay_vec3 position, linear, angular;
    belay_material material;
    bool is_rotation_locked;
} scene_ball;

// 1 kg, radius 0.05 m, at rest at the origin, the default material, free to turn.
scene_ball scene_ball_default(void);
// A dynamic body with one sphere about its centre, and the inertia of a solid ball.
belay_body_id scene_add_ball(belay_world* world, const scene_ball* ball);
// A body without a shape, and a sphere about its origin.
belay_body_id scene_add_body(belay_world* world, belay_body_type type, belay_vec3 position);
belay_collider_id scene_add_sphere(belay_world* world, belay_body_id body, double radius, belay_material material);

// ---------------------------------------------------------------------------------------------------------------------
// What became of it

// Expects |value - right| <= tolerance, and logs the three (shown by --verbose). NaN is never near.
void scene_check_near(double value, double right, double tolerance, const char* what);

belay_body_state scene_state(const belay_world* world, belay_body_id body);
void scene_set_velocity(belay_world* world, belay_body_id body, belay_vec3 linear, belay_vec3 angular);
void scene_push(belay_world* world, belay_body_id body, belay_vec3 force);
// True when the two have the same bits.
bool scene_is_same_pose(belay_pose a, belay_pose b);
bool scene_is_same_vector(belay_vec3 a, belay_vec3 b);
// The whole impulse of a contact on its body a (the ball), N s, in the world frame.
belay_vec3 scene_impulse(const belay_contact* contact);

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost

// Ends the test unless the call that was just made on `world` answered `code`, left a message with `name` and `value`
// in it, and left the hash as it was. Messages of VALUE and SHAPE have the form of support/messages/message_form.h.
void scene_check_refused(const belay_world* world, uint64_t hash_before, belay_result answer, belay_result code,
                         const char* name, const char* value);
// Steps both worlds `count` times; ends the test unless their hashes agree before and after every step.
void scene_check_same_course(belay_world* world, belay_world* control, int count);

#endif
