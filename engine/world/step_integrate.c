// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The two halves of the motion: to the contact instant with the old velocity, from it with the new one.

#include "world/step.h"

#include "math/mat.h"

// v_free = v- + h M^-1 f; the angular part by the free-spin map, which has the gyroscopic term in it.
static void set_free_velocity(belay_world* world, const bl_body* body, const bl_rigid_mass* m, belay_quat principal,
                              belay_vec3 spin, bl_step_body* s)
{
    double h = world->def.step_seconds;
    belay_vec3 acceleration = v3_scale(body->gravity_scale, world->def.gravity);
    acceleration = v3_add_scaled(acceleration, m->inverse_mass, body->force);
    s->free.linear = v3_add_scaled(s->before.linear, h, acceleration);
    bool fell_back;
    s->free.angular = bl_rigid_free_spin(m, principal, spin, v3_scale(h, body->torque), h, &fell_back);
    world->stats.gyroscopic_fallbacks += fell_back;
}

static void integrate_body_to_mid(belay_world* world, uint32_t i, double seconds)
{
    bl_step_body* s = &world->scratch.bodies[i];
    const bl_body* body = &bl_bodies(world)[i];
    const belay_body_state* state = &bl_body_states(world)[i];
    s->before.linear = state->linear_velocity;
    s->before.angular = state->angular_velocity;
    bool moves = body->type != BELAY_BODY_STATIC && !(body->flags & BL_BODY_ASLEEP);
    s->mid =
        moves ? bl_rigid_move(&body->mass, state->pose, s->before.linear, s->before.angular, seconds) : state->pose;
    s->center = pose_apply(s->mid, body->mass.center_of_mass);
    s->free = s->before;
    belay_quat principal = q_mul(s->mid.rotation, body->mass.principal_rotation);
    bl_rigid_mass mass;
    belay_vec3 spin = s->before.angular;
    world->stats.stiffened_bodies += bl_step_stiffened_mass(world, i, principal, &mass, &spin);
    if (moves && body->type == BELAY_BODY_DYNAMIC) set_free_velocity(world, body, &mass, principal, spin, s);
    world->scratch.responses[i].inverse_mass = body->mass.inverse_mass;
    world->scratch.responses[i].inverse_inertia =
        bl_rigid_spin_response(&mass, principal, s->free.angular, world->def.step_seconds);
    world->scratch.velocities[i] = s->free;
}

void bl_step_integrate_to_mid(belay_world* world)
{
    double to_mid = world->def.step_seconds * (1.0 - world->def.theta);
    bl_step_find_stiffness(world);
    world->stats.stiffened_bodies = 0;
    for (uint32_t i = 0; i < bl_body_count(world); i++)
        integrate_body_to_mid(world, i, to_mid);
    world->scratch.velocities[bl_body_count(world)] = (bl_velocity){v3_zero(), v3_zero()};
    world->scratch.responses[bl_body_count(world)] = (bl_response){0.0, m3_zero()};
}

void bl_step_integrate(belay_world* world)
{
    double h = world->def.step_seconds, from_mid = h * world->def.theta;
    belay_body_state* states = bl_body_states(world);
    bl_body* bodies = bl_bodies(world);
    uint32_t count = bl_body_count(world);
    bool recovers = world->stats.overlap_iterations > 0;
    for (uint32_t i = 0; i < count; i++) {
        bl_body* body = &bodies[i];
        if (body->type == BELAY_BODY_STATIC || body->flags & BL_BODY_ASLEEP) continue;
        const bl_velocity* v = &world->scratch.velocities[i];
        belay_body_state* state = &states[i];
        state->pose = bl_rigid_move(&body->mass, world->scratch.bodies[i].mid, v->linear, v->angular, from_mid);
        if (recovers && body->type == BELAY_BODY_DYNAMIC) {
            const bl_velocity* w = &world->scratch.recovery[i];
            state->pose = bl_rigid_move(&body->mass, state->pose, w->linear, w->angular, h);
        }
        state->linear_velocity = v->linear;
        state->angular_velocity = v->angular;
        body->force = body->torque = v3_zero();
    }
    bl_step_keep_stiffness(world);
    bl_query_index_spoil(&world->query_index);
}
