// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/energy/step_body_energy.h"
#include "belay/elementary.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_path.h"

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

double bl_step_kinetic_now(const bl_entity_store* entities, uint32_t index)
{
    const belay_body_state* state = &bl_body_states_of(entities)[index];
    bl_velocity v = {state->linear_velocity, state->angular_velocity};
    return bl_step_kinetic(&bl_bodies_of(entities)[index], state->pose, &v);
}

// ---------------------------------------------------------------------------------------------------------------------
// Ways
// ---------------------------------------------------------------------------------------------------------------------

belay_vec3 bl_step_push_of(const bl_motion_parts* p, uint32_t i)
{
    const bl_step_body* s = &p->s->motion.bodies[i];
    return v3_scale(bl_bodies_of(p->entities)[i].mass.mass, v3_sub(s->free.linear, s->before.linear));
}

belay_vec3 bl_step_twist_of(const bl_motion_parts* p, uint32_t i)
{
    return v3_scale(p->def->step_seconds, bl_bodies_of(p->entities)[i].torque);
}

// The way of a body to the contact instant that it did not make, as it was stopped early (step_fraction.c).
static belay_vec3 displacement_missing_before(const bl_motion_parts* p, uint32_t i)
{
    const bl_step_body* s = &p->s->motion.bodies[i];
    const bl_body* bodies = bl_bodies_of(p->entities);
    const belay_body_state* states = bl_body_states_of(p->entities);
    if (!bl_step_is_fresh(bodies, states, i)) return v3_zero(); // but for rounding
    belay_vec3 start = pose_apply(states[i].pose, bodies[i].mass.center_of_mass);
    double seconds = p->def->step_seconds * (1.0 - p->def->theta);
    return v3_sub(v3_scale(seconds, states[i].linear_velocity), v3_sub(s->center, start));
}

belay_vec3 bl_step_displacement_after(const bl_motion_parts* p, uint32_t i)
{
    return v3_scale(p->def->step_seconds * p->def->theta, p->s->motion.velocities[i].linear);
}

belay_vec3 bl_step_lowering(const bl_motion_parts* p, uint32_t i)
{
    return v3_sub(p->s->motion.velocities[i].linear, bl_step_final_velocity(p->s, i).linear);
}

belay_vec3 bl_step_displacement_missing(const bl_motion_parts* p, uint32_t i)
{
    double share = bl_step_share_from_mid(&p->s->motion, i), seconds = p->def->step_seconds * p->def->theta;
    belay_vec3 held = v3_add_scaled(displacement_missing_before(p, i), 1.0 - share, bl_step_displacement_after(p, i));
    return v3_add_scaled(held, seconds * share, bl_step_lowering(p, i));
}

// ---------------------------------------------------------------------------------------------------------------------
// Energies and works
// ---------------------------------------------------------------------------------------------------------------------

// Free motion to the contact instant keeps both parts of the kinetic energy of the state.
double bl_step_damping_work(const bl_motion_parts* p, uint32_t i)
{
    const bl_body* body = &bl_bodies_of(p->entities)[i];
    if (body->linear_damping == 0.0 && body->angular_damping == 0.0) return 0.0;
    const belay_body_state* state = &bl_body_states_of(p->entities)[i];
    double linear = 0.5 * body->mass.mass * v3_length_squared(state->linear_velocity);
    double turning = bl_step_kinetic_now(p->entities, i) - linear, h = p->def->step_seconds;
    return linear * belay_expm1(-2.0 * body->linear_damping * h) +
           fmax(0.0, turning) * belay_expm1(-2.0 * body->angular_damping * h);
}

double bl_step_applied_work(const bl_motion_parts* p, const bl_body* body, uint32_t i)
{
    if (bl_step_is_still(&p->s->motion, i)) return 0.0;
    const bl_step_body* s = &p->s->motion.bodies[i];
    double h = p->def->step_seconds;
    belay_vec3 behind = bl_body_states_of(p->entities)[i].linear_velocity; // not damped yet
    belay_vec3 displacement = v3_add_scaled(bl_step_displacement_after(p, i), h * (1.0 - p->def->theta), behind);
    belay_vec3 turn = v3_scale(0.5, v3_add(s->before.angular, bl_step_final_velocity(p->s, i).angular));
    return v3_dot(body->force, v3_sub(displacement, bl_step_displacement_missing(p, i))) +
           v3_dot(bl_step_twist_of(p, i), turn);
}

bl_body_energy bl_step_body_energy(const bl_motion_parts* p, uint32_t index)
{
    const bl_body* body = &bl_bodies_of(p->entities)[index];
    const bl_step_body* s = &p->s->motion.bodies[index];
    bl_velocity v = bl_step_final_velocity(p->s, index);
    belay_vec3 start = pose_apply(bl_body_states_of(p->entities)[index].pose, body->mass.center_of_mass);
    double share = bl_step_share_from_mid(&p->s->motion, index), seconds = p->def->step_seconds * p->def->theta;
    double potential = bl_step_potential_at(p->def, body, start);
    bl_body_energy e = {.before = bl_step_kinetic(body, s->mid, &s->before) + potential, .after = potential};
    if (bl_step_is_still(&p->s->motion, index)) return e;
    e.kinetic = bl_step_kinetic(body, s->mid, &v);
    e.applied = bl_step_applied_work(p, body, index);
    e.after = e.kinetic + bl_step_potential_at(p->def, body, v3_add_scaled(s->center, seconds * share, v.linear));
    return e;
}
