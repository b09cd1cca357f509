// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The two halves of the motion: to the contact instant with the old velocity, from it with the new one.

#include "belay/mat.h"
#include "core/alloc.h"
#include "core/assert.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_motion.h"
#include "step/motion/step_ways.h"
#include "store/parts/query_index.h"
#include "store/state.h"

#define BODIES_PER_RANGE 32

// ---------------------------------------------------------------------------------------------------------------------
// To the contact instant
// ---------------------------------------------------------------------------------------------------------------------

typedef struct tally {
    int32_t fallbacks, stiffened; // bodies
    uint32_t fresh;
} tally;

typedef struct to_mid {
    belay_world* world;
    double seconds;
    tally tallies[BL_MAX_WORKERS]; // by worker
} to_mid;

// v_free = v- + h M^-1 f, with the inertia at the contact instant: what free motion does itself, the flow to that
// instant and from it has in it.
static void set_free_velocity(const belay_world* world, const bl_body* body, const bl_response* response,
                              belay_vec3 spin, bl_step_body* s)
{
    double h = world->def.step_seconds;
    belay_vec3 acceleration = v3_scale(body->gravity_scale, world->def.gravity);
    acceleration = v3_add_scaled(acceleration, response->inverse_mass, body->force);
    s->free.linear = v3_add_scaled(s->before.linear, h, acceleration);
    s->free.angular = v3_add(spin, m3_mul_v3(response->inverse_inertia, v3_scale(h, body->torque)));
    s->torque = body->torque;
}

// What neither forces nor impulses move: it goes on as it goes.
static void carry_to_mid(belay_world* world, uint32_t i)
{
    world->scratch.motion.bodies[i].euler = v3_zero();
    world->scratch.motion.responses[i] = (bl_response){0.0, m3_zero()};
    world->scratch.motion.velocities[i] = world->scratch.motion.bodies[i].free;
}

static void answer_at_mid(belay_world* world, uint32_t i, bool moves, tally* t)
{
    bl_step_body* s = &world->scratch.motion.bodies[i];
    const bl_body* body = &bl_bodies(world)[i];
    belay_quat principal = q_mul(s->mid.rotation, body->mass.principal_rotation);
    bl_rigid_mass mass;
    belay_vec3 spin = s->before.angular;
    t->stiffened += bl_step_stiffened_mass(world, i, principal, &mass, &spin);
    bl_response* response = &world->scratch.motion.responses[i];
    response->inverse_mass = body->mass.inverse_mass;
    response->inverse_inertia = bl_rigid_spin_response(&mass, principal);
    if (moves) set_free_velocity(world, body, response, spin, s);
    s->euler = bl_rigid_free_acceleration(&body->mass, principal, s->before.angular);
    world->scratch.motion.velocities[i] = s->free;
}

static void integrate_body_to_mid(belay_world* world, uint32_t i, double seconds, tally* t)
{
    BELAY_ASSERT(i < bl_body_count(world) && seconds >= 0.0);
    bl_step_body* s = &world->scratch.motion.bodies[i];
    const bl_body* body = &bl_bodies(world)[i];
    const belay_body_state* state = &bl_body_states(world)[i];
    s->before.linear = state->linear_velocity;
    s->before.angular = state->angular_velocity;
    bool moves = body->type != BELAY_BODY_STATIC && !(body->flags & BL_BODY_ASLEEP), is_plain = false;
    s->mid = moves ? bl_body_flow(body, state->pose, &s->before, seconds, &is_plain) : state->pose;
    t->fallbacks += is_plain;
    s->center = pose_apply(s->mid, body->mass.center_of_mass);
    s->free = s->before;
    s->turn = q_exp(v3_scale(world->def.step_seconds, s->before.angular));
    s->torque = v3_zero();
    world->scratch.motion.shares[i] = BL_NOT_FRESH;
    t->fresh += bl_step_is_fresh(bl_bodies(world), bl_body_states(world), i);
    if (body->type == BELAY_BODY_DYNAMIC)
        answer_at_mid(world, i, moves, t);
    else
        carry_to_mid(world, i);
}

static void integrate_range_to_mid(void* context, uint32_t begin, uint32_t end, int worker)
{
    to_mid* m = context;
    tally t = {0};
    for (uint32_t k = begin; k < end; k++)
        integrate_body_to_mid(m->world, m->world->roster.places[k], m->seconds, &t);
    m->tallies[worker].fallbacks += t.fallbacks;
    m->tallies[worker].stiffened += t.stiffened;
    m->tallies[worker].fresh += t.fresh;
}

void bl_step_body_to_mid(belay_world* world, uint32_t place, double share)
{
    tally t = {0};
    integrate_body_to_mid(world, place, world->def.step_seconds * (1.0 - world->def.theta) * share, &t);
}

void bl_step_integrate_to_mid(belay_world* world)
{
    to_mid m = {.world = world, .seconds = world->def.step_seconds * (1.0 - world->def.theta)};
    uint32_t count = bl_body_count(world);
    bl_roster_order(&world->roster);
    bl_step_find_stiffness(world);
    bl_workers_run(world->workers, (uint32_t)arrlen(world->roster.places), BODIES_PER_RANGE, integrate_range_to_mid,
                   &m);
    world->stats.stiffened_bodies = 0;
    world->scratch.motion.fresh_bodies = 0;
    for (int k = 0; k < bl_workers_count(world->workers); k++) {
        world->stats.gyroscopic_fallbacks += m.tallies[k].fallbacks;
        world->stats.stiffened_bodies += m.tallies[k].stiffened;
        world->scratch.motion.fresh_bodies += m.tallies[k].fresh;
    }
    world->scratch.motion.velocities[count] = (bl_velocity){v3_zero(), v3_zero()};
    world->scratch.motion.responses[count] = (bl_response){0.0, m3_zero()};
}

// ---------------------------------------------------------------------------------------------------------------------
// From it
// ---------------------------------------------------------------------------------------------------------------------

// A body that is turned to be put right keeps its kinetic energy, and its angular momentum but for a factor near 1.
static belay_vec3 spin_when_turned(const bl_rigid_mass* mass, belay_quat from, belay_quat to, belay_vec3 w)
{
    if (mass->inverse_moments.x == 0.0) return w;
    belay_quat principal_from = q_mul(from, mass->principal_rotation);
    belay_quat principal_to = q_mul(to, mass->principal_rotation);
    double energy = bl_rigid_spin_energy(mass, principal_from, w);
    belay_vec3 l = m3_mul_v3(bl_rigid_tensor(principal_from, mass->moments), w);
    belay_vec3 turned = m3_mul_v3(bl_rigid_tensor(principal_to, mass->inverse_moments), l);
    double energy_turned = bl_rigid_spin_energy(mass, principal_to, turned);
    return energy_turned > 0.0 ? v3_scale(sqrt(energy / energy_turned), turned) : w;
}

static void integrate_body(belay_world* world, uint32_t i)
{
    BELAY_ASSERT(i < bl_body_count(world));
    double h = world->def.step_seconds;
    bl_body* body = &bl_bodies(world)[i];
    if (body->type == BELAY_BODY_STATIC || body->flags & BL_BODY_ASLEEP) return;
    bl_velocity v = bl_step_final_velocity(&world->scratch, i);
    belay_body_state* state = &bl_body_states(world)[i];
    belay_pose before = state->pose, mid = world->scratch.motion.bodies[i].mid;
    double seconds = h * world->def.theta * bl_step_share_from_mid(&world->scratch.motion, i);
    bool is_plain; // counted on the way to the contact instant
    if (!bl_step_stays(&world->scratch.motion, i)) state->pose = bl_body_flow(body, mid, &v, seconds, &is_plain);
    state->linear_velocity = v.linear;
    state->angular_velocity = v.angular;
    if (world->stats.overlap_iterations > 0 && body->type == BELAY_BODY_DYNAMIC) {
        const bl_velocity* w = &world->scratch.solve.recovery[i];
        belay_quat from = state->pose.rotation;
        // The turn is meant for the next contact instant, and turns with the body on the way there.
        belay_quat back = q_exp(v3_scale(-h * (1.0 - world->def.theta), state->angular_velocity));
        state->pose = bl_rigid_move(&body->mass, state->pose, w->linear, q_rotate(back, w->angular), h);
        state->angular_velocity = spin_when_turned(&body->mass, from, state->pose.rotation, state->angular_velocity);
    }
    bl_step_check_state(world, i, before);
    body->flags &= ~(uint32_t)BL_BODY_IS_LED;
    body->moved = v.linear;
    body->turned = v.angular;
    body->state_mark =
        bl_state_mark(state) ^ (bl_step_is_turned(&world->scratch.motion, i) ? 1u : 0u); // as one that is new
    body->force = body->torque = v3_zero();
}

static void integrate_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    belay_world* world = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++)
        integrate_body(world, world->roster.places[k]);
}

void bl_step_integrate(belay_world* world)
{
    bl_workers_run(world->workers, (uint32_t)arrlen(world->roster.places), BODIES_PER_RANGE, integrate_range, world);
    bl_step_keep_stiffness(world);
    bl_query_index_spoil(&world->query_index);
}
