// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "character/character_push.h"

#include "character/character_tolerances.h"
#include "store/checks.h"

typedef struct push {
    uint32_t body; // place
    belay_vec3 point, force;
} push;

// The speed at which a place of a body goes in a direction.
static double speed_at(const belay_world* world, uint32_t place, belay_vec3 point, belay_vec3 direction)
{
    const belay_body_state* s = &bl_body_states(world)[place];
    belay_vec3 center = pose_apply(s->pose, bl_bodies(world)[place].mass.center_of_mass);
    return v3_dot(direction, v3_add(s->linear_velocity, v3_cross(s->angular_velocity, v3_sub(point, center))));
}

// Level, into the body, no harder than it may and no more than makes the body as fast as the character goes.
static bool push_of(const bl_mover* m, const belay_overlap* place, belay_vec3 velocity, push* out)
{
    const belay_world* world = m->world;
    out->body = bl_index_of(&world->entities, BL_TABLE_BODY, place->body.value);
    const bl_body* body = &bl_bodies(world)[out->body];
    belay_vec3 into = v3_normalize_or(v3_neg(bl_mover_level(m, place->normal)), v3_zero());
    double wanted = v3_dot(velocity, into), is = speed_at(world, out->body, place->point, into);
    if (body->type != BELAY_BODY_DYNAMIC || -place->depth > m->def->skin + BL_CHARACTER_TOUCHES || !(wanted > is))
        return false;
    double force = fmin(m->def->push_force, body->mass.mass * (wanted - is) / world->def.step_seconds);
    out->point = place->point;
    out->force = v3_scale(force, into);
    return force > 0.0;
}

// All together no harder than one.
static belay_result push_bodies(bl_mover* m, belay_vec3 velocity, double share)
{
    push pushes[BL_MOST_PLACES];
    int count = 0;
    bl_mover_look(m, 0.0);
    for (int i = 0; i < m->count; i++)
        if (!m->is_walkable[i] && push_of(m, &m->places[i], velocity, &pushes[count])) count++;
    for (int i = 0; i < count; i++) {
        belay_body_id body = {bl_bodies(m->world)[pushes[i].body].id};
        BL_TRY(belay_body_apply_force_at(m->world, body, v3_scale(share / count, pushes[i].force), pushes[i].point));
    }
    return BELAY_OK;
}

static belay_result press_on_ground(bl_mover* m, double share)
{
    if (!m->has_ground || m->def->weight == 0.0) return BELAY_OK;
    uint32_t ground = bl_index_of(&m->world->entities, BL_TABLE_BODY, m->ground.body.value);
    if (bl_bodies(m->world)[ground].type != BELAY_BODY_DYNAMIC) return BELAY_OK;
    belay_vec3 force = v3_scale(-share * m->def->weight, m->up);
    return belay_body_apply_force_at(m->world, m->ground.body, force, m->ground.point);
}

belay_result bl_character_push(bl_mover* m, belay_vec3 velocity, double seconds)
{
    // What is applied between two steps adds up: each of several moves has its part of the step.
    double share = fmin(1.0, seconds / m->world->def.step_seconds);
    BL_TRY(push_bodies(m, velocity, share));
    return press_on_ground(m, share);
}
