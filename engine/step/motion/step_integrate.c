// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The two halves of the motion: to the contact instant with the old velocity, from it with the new one.

#include "belay/mat.h"
#include "core/alloc.h"
#include "core/assert.h"
#include "step/motion/step_damping.h"
#include "step/motion/step_fault.h"
#include "step/motion/step_motion.h"
#include "step/motion/step_path.h"
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
    const belay_world_def* def;
    const bl_entity_store* entities;
    const uint32_t* indices; // of the bodies
    bl_motion_scratch* motion;
    double seconds;
    tally tallies[BL_MAX_WORKERS]; // by worker
} to_mid;

// v_free = v- + h M^-1 f, with the inertia at the contact instant: what free motion does itself, the flow to that
// instant and from it has in it.
static void set_free_velocity(const belay_world_def* def, const bl_body* body, const bl_response* response,
                              belay_vec3 spin, bl_step_body* s)
{
    double h = def->step_seconds;
    belay_vec3 acceleration = v3_scale(body->gravity_scale, def->gravity);
    acceleration = v3_add_scaled(acceleration, response->inverse_mass, body->force);
    s->free.linear = v3_add_scaled(s->before.linear, h, acceleration);
    s->free.angular = v3_add(spin, m3_mul_v3(response->inverse_inertia, v3_scale(h, body->torque)));
    s->torque = body->torque;
}

// What neither forces nor impulses move: it goes on as it goes.
static void carry_to_mid(bl_motion_scratch* motion, uint32_t i)
{
    motion->bodies[i].euler = v3_zero();
    motion->responses[i] = (bl_response){0.0, m3_zero()};
    motion->velocities[i] = motion->bodies[i].free;
}

static void answer_at_mid(const belay_world_def* def, const bl_body* body, bl_motion_scratch* motion, uint32_t i,
                          bool moves, tally* t)
{
    bl_step_body* s = &motion->bodies[i];
    belay_quat principal = q_mul(s->mid.rotation, body->mass.principal_rotation);
    bl_rigid_mass mass;
    belay_vec3 spin = s->before.angular;
    t->stiffened += bl_step_stiffened_mass(body, motion->stiffness[i], def->step_seconds, principal, &mass, &spin);
    bl_response* response = &motion->responses[i];
    response->inverse_mass = body->mass.inverse_mass;
    response->inverse_inertia = bl_rigid_spin_response(&mass, principal);
    if (moves) set_free_velocity(def, body, response, spin, s);
    s->euler = bl_rigid_free_acceleration(&body->mass, principal, s->before.angular);
    motion->velocities[i] = s->free;
}

static void integrate_body_to_mid(const belay_world_def* def, const bl_entity_store* entities,
                                  bl_motion_scratch* motion, uint32_t i, double seconds, tally* t)
{
    BELAY_ASSERT(i < bl_body_count_of(entities) && seconds >= 0.0);
    bl_step_body* s = &motion->bodies[i];
    const bl_body* body = &bl_bodies_of(entities)[i];
    const belay_body_state* state = &bl_body_states_of(entities)[i];
    s->id = body->id;
    s->before = (bl_velocity){state->linear_velocity, state->angular_velocity};
    bool moves = body->type != BELAY_BODY_STATIC && !(body->flags & BL_BODY_ASLEEP), is_plain = false;
    s->mid = moves ? bl_body_flow(body, state->pose, &s->before, seconds, &is_plain) : state->pose;
    s->came = s->before; // as it turned on the way
    if (moves) bl_step_damp(body, def->step_seconds, &s->before);
    t->fallbacks += is_plain;
    s->center = pose_apply(s->mid, body->mass.center_of_mass);
    s->free = s->before;
    s->turn = q_exp(v3_scale(def->step_seconds, s->before.angular));
    s->is_set = moves && bl_step_is_set(bl_bodies_of(entities), bl_body_states_of(entities), i);
    s->torque = v3_zero();
    motion->shares[i] = BL_NOT_FRESH;
    t->fresh += bl_step_is_fresh(bl_bodies_of(entities), bl_body_states_of(entities), i);
    if (body->type == BELAY_BODY_DYNAMIC)
        answer_at_mid(def, body, motion, i, moves, t);
    else
        carry_to_mid(motion, i);
}

static void integrate_range_to_mid(void* context, uint32_t begin, uint32_t end, int worker)
{
    to_mid* m = context;
    tally t = {0};
    for (uint32_t k = begin; k < end; k++)
        integrate_body_to_mid(m->def, m->entities, m->motion, m->indices[k], m->seconds, &t);
    m->tallies[worker].fallbacks += t.fallbacks;
    m->tallies[worker].stiffened += t.stiffened;
    m->tallies[worker].fresh += t.fresh;
}

void bl_step_body_to_mid(const belay_world_def* def, const bl_entity_store* entities, bl_motion_scratch* motion,
                         uint32_t index, double share)
{
    tally t = {0};
    integrate_body_to_mid(def, entities, motion, index, def->step_seconds * (1.0 - def->theta) * share, &t);
}

void bl_step_integrate_to_mid(belay_world* world)
{
    bl_motion_scratch* motion = &world->scratch.motion;
    bl_roster_order(&world->roster);
    bl_step_find_stiffness(&world->entities, &world->roster, motion);
    to_mid m = {.def = &world->def,
                .entities = &world->entities,
                .indices = world->roster.indices,
                .motion = motion,
                .seconds = world->def.step_seconds * (1.0 - world->def.theta)};
    bl_workers_run(world->workers, (uint32_t)arrlen(m.indices), BODIES_PER_RANGE, integrate_range_to_mid, &m);
    world->stats.stiffened_bodies = 0;
    motion->fresh_bodies = 0;
    for (int k = 0; k < bl_workers_count(world->workers); k++) {
        world->stats.gyroscopic_fallbacks += m.tallies[k].fallbacks;
        world->stats.stiffened_bodies += m.tallies[k].stiffened;
        motion->fresh_bodies += m.tallies[k].fresh;
    }
    uint32_t count = bl_body_count(world);
    motion->velocities[count] = (bl_velocity){v3_zero(), v3_zero()};
    motion->responses[count] = (bl_response){0.0, m3_zero()};
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

typedef struct from_mid {
    const belay_world_def* def;
    const bl_entity_store* entities;
    const uint32_t* indices; // of the bodies
    bl_step_scratch* s;
    bool recovers; // overlap was taken back in this step
} from_mid;

// Puts a body right by its pseudo-velocities.
static void put_right(const belay_world_def* def, const bl_rigid_mass* mass, const bl_velocity* w,
                      belay_body_state* state)
{
    belay_quat from = state->pose.rotation;
    double h = def->step_seconds;
    // The turn is meant for the next contact instant, and turns with the body on the way there.
    belay_quat back = q_exp(v3_scale(-h * (1.0 - def->theta), state->angular_velocity));
    state->pose = bl_rigid_move(mass, state->pose, w->linear, q_rotate(back, w->angular), h);
    state->angular_velocity = spin_when_turned(mass, from, state->pose.rotation, state->angular_velocity);
}

static void integrate_body(const from_mid* m, uint32_t i)
{
    BELAY_ASSERT(i < bl_body_count_of(m->entities));
    bl_step_scratch* s = m->s;
    bl_body* body = &bl_bodies_of(m->entities)[i];
    body->previous = bl_body_states_of(m->entities)[i].pose;
    if (body->type == BELAY_BODY_STATIC || body->flags & BL_BODY_ASLEEP) return;
    bl_velocity v = bl_step_final_velocity(s, i);
    belay_body_state* state = &bl_body_states_of(m->entities)[i];
    belay_pose before = state->pose;
    double seconds = m->def->step_seconds * m->def->theta * bl_step_share_from_mid(&s->motion, i);
    bool is_plain; // counted on the way to the contact instant
    if (!bl_step_stays(&s->motion, i))
        state->pose = bl_body_flow(body, s->motion.bodies[i].mid, &v, seconds, &is_plain);
    state->linear_velocity = v.linear;
    state->angular_velocity = v.angular;
    if (m->recovers && body->type == BELAY_BODY_DYNAMIC) put_right(m->def, &body->mass, &s->solve.recovery[i], state);
    bl_step_check_state(&s->motion, i, before, state);
    body->flags &= ~(uint32_t)BL_BODY_IS_LED;
    body->moved = v.linear;
    body->turned = v.angular;
    body->state_mark = bl_state_mark(state) ^ (bl_step_is_turned(&s->motion, i) ? 1u : 0u); // as one that is new
    body->force = body->torque = v3_zero();
}

static void integrate_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    const from_mid* m = context;
    (void)worker;
    for (uint32_t k = begin; k < end; k++)
        integrate_body(m, m->indices[k]);
}

void bl_step_integrate(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    from_mid m = {&world->def, &world->entities, world->roster.indices, s, world->stats.overlap_iterations > 0};
    bl_workers_run(world->workers, (uint32_t)arrlen(m.indices), BODIES_PER_RANGE, integrate_range, &m);
    bl_step_keep_stiffness(&world->roster, &s->motion, world->def.step_seconds, bl_bodies(world));
    bl_query_index_spoil(&world->query_index);
}
