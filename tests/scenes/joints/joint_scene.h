// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small helpers to set scenes with joints. What the engine refuses ends the test.

#ifndef BELAY_TESTS_SCENES_JOINTS_JOINT_SCENE_H
#define BELAY_TESTS_SCENES_JOINTS_JOINT_SCENE_H

#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>

static const belay_body_id the_world = {0};

static inline belay_world* joint_world(double h, bool has_gravity)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.step_seconds = h;
    def.enable_sleep = false;
    if (!has_gravity) def.gravity = v3_zero();
    return scene_world_of(&def);
}

static inline belay_body_id joint_add_body(belay_world* world, const belay_body_def* def)
{
    belay_body_id body;
    cr_assert(belay_body_create(world, def, &body) == BELAY_OK, "%s", belay_world_last_error(world));
    return body;
}

// A body without colliders: a solid ball, so that its inertia is the same about every axis.
static inline belay_body_id joint_add_ball(belay_world* world, double mass, double radius, belay_vec3 position)
{
    belay_body_def def = belay_body_def_default();
    def.mass = mass;
    def.inertia = belay_inertia_sphere(mass, radius);
    def.pose.position = position;
    return joint_add_body(world, &def);
}

static inline belay_body_id joint_add_static(belay_world* world)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    return joint_add_body(world, &def);
}

static inline belay_joint_def joint_at(belay_world* world, belay_joint_type type, belay_body_id a, belay_body_id b,
                                       belay_vec3 anchor, belay_vec3 axis)
{
    belay_joint_def def;
    cr_assert(belay_joint_def_at(world, type, a, b, anchor, axis, &def) == BELAY_OK, "%s",
              belay_world_last_error(world));
    return def;
}

static inline belay_joint_id joint_make(belay_world* world, const belay_joint_def* def)
{
    belay_joint_id joint;
    cr_assert(belay_joint_create(world, def, &joint) == BELAY_OK, "%s", belay_world_last_error(world));
    return joint;
}

static inline belay_joint_state joint_state(const belay_world* world, belay_joint_id joint)
{
    belay_joint_state state;
    cr_assert(belay_joint_get_state(world, joint, &state) == BELAY_OK, "%s", belay_world_last_error(world));
    return state;
}

static inline double joint_energy(const belay_world* world)
{
    belay_energy e = belay_world_get_energy(world);
    return e.translation + e.rotation + e.potential;
}

// ---------------------------------------------------------------------------------------------------------------------
// Random numbers
// ---------------------------------------------------------------------------------------------------------------------

static inline belay_quat joint_random_turn(uint64_t* state)
{
    return q_exp(v3_scale(3.0, chance_vector(state, 1.0)));
}

// A box of random size, place and motion, its centre of mass off its origin.
static inline belay_body_id joint_add_random_body(belay_world* world, uint64_t* state)
{
    belay_body_def def = belay_body_def_default();
    def.mass = chance_between(state, 0.5, 4.0);
    belay_vec3 size = v3_add(v3(0.6, 0.6, 0.6), chance_vector(state, 0.3));
    def.inertia = belay_inertia_box(def.mass, size);
    def.pose.position = chance_vector(state, 1.0);
    def.pose.rotation = joint_random_turn(state);
    def.center_of_mass = chance_vector(state, 0.1);
    def.linear_velocity = chance_vector(state, 1.0);
    def.angular_velocity = chance_vector(state, 2.0);
    return joint_add_body(world, &def);
}

#endif
