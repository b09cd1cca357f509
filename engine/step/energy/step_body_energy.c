// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/energy/step_body_energy.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_ways.h"

double bl_step_potential_at(const belay_world_def* def, const bl_body* body, belay_vec3 center)
{
    return -body->mass.mass * body->gravity_scale * v3_dot(def->gravity, center);
}

double bl_step_kinetic(const bl_body* body, belay_pose pose, const bl_velocity* v)
{
    belay_quat principal = q_mul(pose.rotation, body->mass.principal_rotation);
    return 0.5 * body->mass.mass * v3_length_squared(v->linear) +
           bl_rigid_spin_energy(&body->mass, principal, v->angular);
}

double bl_step_kinetic_now(const belay_world* world, uint32_t place)
{
    const belay_body_state* state = &bl_body_states(world)[place];
    bl_velocity v = {state->linear_velocity, state->angular_velocity};
    return bl_step_kinetic(&bl_bodies(world)[place], state->pose, &v);
}

// ---------------------------------------------------------------------------------------------------------------------
// Ways
// ---------------------------------------------------------------------------------------------------------------------

belay_vec3 bl_step_push_of(const belay_world* world, uint32_t i)
{
    const bl_step_body* s = &world->scratch.motion.bodies[i];
    return v3_scale(bl_bodies(world)[i].mass.mass, v3_sub(s->free.linear, s->before.linear));
}

belay_vec3 bl_step_twist_of(const belay_world* world, uint32_t i)
{
    return v3_scale(world->def.step_seconds, bl_bodies(world)[i].torque);
}

// The way of a body to the contact instant that it did not make, as it was held back (step_hold_back.c).
static belay_vec3 way_missing_before(const belay_world* world, uint32_t i)
{
    const bl_step_body* s = &world->scratch.motion.bodies[i];
    if (!bl_step_is_fresh(bl_bodies(world), bl_body_states(world), i)) return v3_zero(); // but for rounding
    belay_vec3 start = pose_apply(bl_body_states(world)[i].pose, bl_bodies(world)[i].mass.center_of_mass);
    double seconds = world->def.step_seconds * (1.0 - world->def.theta);
    return v3_sub(v3_scale(seconds, s->before.linear), v3_sub(s->center, start));
}

belay_vec3 bl_step_way_after(const belay_world* world, uint32_t i)
{
    return v3_scale(world->def.step_seconds * world->def.theta, world->scratch.motion.velocities[i].linear);
}

belay_vec3 bl_step_lowering(const belay_world* world, uint32_t i)
{
    return v3_sub(world->scratch.motion.velocities[i].linear, bl_step_final_velocity(&world->scratch, i).linear);
}

belay_vec3 bl_step_way_missing(const belay_world* world, uint32_t i)
{
    double share = bl_step_share_from_mid(&world->scratch.motion, i),
           seconds = world->def.step_seconds * world->def.theta;
    belay_vec3 held = v3_add_scaled(way_missing_before(world, i), 1.0 - share, bl_step_way_after(world, i));
    return v3_add_scaled(held, seconds * share, bl_step_lowering(world, i));
}

// ---------------------------------------------------------------------------------------------------------------------
// Energies and works
// ---------------------------------------------------------------------------------------------------------------------

double bl_step_applied_work(const belay_world* world, const bl_body* body, uint32_t i)
{
    if (bl_step_is_still(&world->scratch.motion, i)) return 0.0;
    const bl_step_body* s = &world->scratch.motion.bodies[i];
    double h = world->def.step_seconds;
    belay_vec3 way = v3_add_scaled(bl_step_way_after(world, i), h * (1.0 - world->def.theta), s->before.linear);
    belay_vec3 turn = v3_scale(0.5, v3_add(s->before.angular, bl_step_final_velocity(&world->scratch, i).angular));
    return v3_dot(body->force, v3_sub(way, bl_step_way_missing(world, i))) + v3_dot(bl_step_twist_of(world, i), turn);
}

bl_body_energy bl_step_body_energy(const belay_world* world, uint32_t place)
{
    const bl_body* body = &bl_bodies(world)[place];
    const bl_step_body* s = &world->scratch.motion.bodies[place];
    bl_velocity v = bl_step_final_velocity(&world->scratch, place);
    belay_vec3 start = pose_apply(bl_body_states(world)[place].pose, body->mass.center_of_mass);
    double share = bl_step_share_from_mid(&world->scratch.motion, place),
           seconds = world->def.step_seconds * world->def.theta;
    double potential = bl_step_potential_at(&world->def, body, start);
    bl_body_energy e = {.before = bl_step_kinetic(body, s->mid, &s->before) + potential, .after = potential};
    if (bl_step_is_still(&world->scratch.motion, place)) return e;
    e.kinetic = bl_step_kinetic(body, s->mid, &v);
    e.applied = bl_step_applied_work(world, body, place);
    e.after = e.kinetic + bl_step_potential_at(&world->def, body, v3_add_scaled(s->center, seconds * share, v.linear));
    return e;
}
