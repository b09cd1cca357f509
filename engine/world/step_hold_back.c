// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The first way of a body. From one contact instant to the next every motion is followed (step_sweep.c). But a body
// that is new, or was given another place or velocity, first goes from where it is to the contact instant: behind a
// thin plate, or deep into a thick one, before anything is looked at. Such a body is held back at the first touch, and
// the contact is found there; it comes late by less than half a step, once.
//
// The others are taken to stand where they are at the contact instant: then the touch is one in that instant. Two that
// are shot through each other within their first half step pass unseen.

#include "world/step_sweep.h"

#include "core/alloc.h"
#include "world/step_joints.h"

#include <string.h>

#define NOT_FRESH 2.0 // in the place of a share

uint32_t bl_state_mark(const belay_body_state* state)
{
    uint64_t words[sizeof *state / 8], sum = 0;
    memcpy(words, state, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        sum += (words[i] ^ words[i] >> 32) * (2 * i + 0x9E3779B97F4A7C15u);
    return (uint32_t)(sum ^ sum >> 32);
}

bool bl_step_is_fresh(const belay_world* world, uint32_t place)
{
    const bl_body* body = &bl_bodies(world)[place];
    return body->type == BELAY_BODY_DYNAMIC && !(body->flags & BL_BODY_ASLEEP) &&
           body->state_mark != bl_state_mark(&bl_body_states(world)[place]);
}

// ---------------------------------------------------------------------------------------------------------------------
// One pair
// ---------------------------------------------------------------------------------------------------------------------

static bl_motion way_to_mid(const belay_world* world, uint32_t collider)
{
    uint32_t place = world->scratch.proxies[collider].body;
    const belay_body_state* state = &bl_body_states(world)[place];
    double seconds = world->def.step_seconds * (1.0 - world->def.theta);
    bl_motion m = {pose_compose(state->pose, bl_colliders(world)[collider].pose),
                   pose_apply(state->pose, bl_bodies(world)[place].mass.center_of_mass),
                   v3_scale(seconds, state->linear_velocity), v3_scale(seconds, state->angular_velocity)};
    return m;
}

// The collider as it is at the contact instant.
static bl_motion standing(const belay_world* world, uint32_t collider)
{
    bl_motion m = {world->scratch.proxies[collider].pose, v3_zero(), v3_zero(), v3_zero()};
    return m;
}

static double gap_to_plane(const bl_sweep* s, double time, belay_vec3 normal, double offset)
{
    belay_pose pose = bl_motion_at(&s->motion_a, time);
    belay_vec3 lowest = bl_convex_support(&s->a, q_rotate_inverse(pose.rotation, v3_neg(normal)));
    return v3_dot(normal, pose_apply(pose, lowest)) - s->a.radius - offset;
}

#define BISECTIONS 40

static double share_before_plane(const belay_world* world, const bl_sweep* s, uint32_t plane)
{
    belay_vec3 normal;
    double offset, low = 0.0, high = 1.0;
    belay_pose body = world->scratch.bodies[world->scratch.proxies[plane].body].mid;
    bl_collider_plane(&bl_colliders(world)[plane], body, &normal, &offset);
    bool is_in = gap_to_plane(s, 0.0, normal, offset) < -world->def.overlap_slop;
    if (is_in || !(gap_to_plane(s, 1.0, normal, offset) < -world->def.contact_margin)) return 1.0;
    for (int k = 0; k < BISECTIONS; k++) {
        double middle = 0.5 * (low + high);
        if (gap_to_plane(s, middle, normal, offset) > 0.0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bl_distance distance_at(const bl_sweep* s, double time)
{
    return bl_convex_distance(&s->a, bl_motion_at(&s->motion_a, time), &s->b, bl_motion_at(&s->motion_b, time));
}

// What ends not far in, and by the same way as it went in, is well seen at the contact instant.
static double share_before(const belay_world* world, bl_sweep* s, const bl_collider* b)
{
    double time, when;
    if (!bl_sweep_first_hit(world, s, b, &time)) return 1.0;
    if (distance_at(s, 0.0).distance < -world->def.overlap_slop || !bl_sweep_goes_deep(s, time, &when)) return 1.0;
    bl_distance hit = distance_at(s, when), end = distance_at(s, 1.0);
    bool is_seen = end.distance < 0.0 && v3_dot(end.normal, hit.normal) > 0.5;
    return is_seen && end.distance >= -world->def.contact_margin ? 1.0 : time;
}

// The share of the way to the contact instant that collider `a` of a fresh body can go without passing `b`.
static double free_share(const belay_world* world, uint32_t a, uint32_t b)
{
    const bl_collider *ca = &bl_colliders(world)[a], *cb = &bl_colliders(world)[b];
    if ((ca->flags | cb->flags) & BL_COLLIDER_SENSOR || cb->type == BELAY_SHAPE_TUBE) return 1.0;
    if (bl_joint_forbids_contact(world, ca->body, cb->body)) return 1.0;
    bl_sweep s = {.a = bl_collider_convex(world, ca),
                  .motion_a = way_to_mid(world, a),
                  .motion_b = standing(world, b),
                  .graze = BL_SWEEP_GRAZE * world->def.contact_margin};
    double reach = v3_distance(s.motion_a.start.position, s.motion_a.center) + ca->reach;
    double way = v3_length(s.motion_a.way) + reach * v3_length(s.motion_a.turn);
    if (!(way > world->def.contact_margin)) return 1.0;
    return cb->type == BELAY_SHAPE_PLANE ? share_before_plane(world, &s, b) : share_before(world, &s, cb);
}

// ---------------------------------------------------------------------------------------------------------------------
// All
// ---------------------------------------------------------------------------------------------------------------------

static void hold(belay_world* world, uint32_t a, uint32_t b)
{
    double* share = &world->scratch.shares[world->scratch.proxies[a].body];
    if (*share != NOT_FRESH) *share = fmin(*share, free_share(world, a, b));
}

bool bl_step_hold_back(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    if (s->fresh_bodies == 0 || !world->def.enable_continuous || world->def.theta == 1.0) return false;
    for (uint32_t i = 0; i < bl_body_count(world); i++)
        s->shares[i] = bl_step_is_fresh(world, i) ? 1.0 : NOT_FRESH;
    for (ptrdiff_t i = 0; i < arrlen(s->pairs); i++) {
        hold(world, s->pairs[i].first, s->pairs[i].second);
        hold(world, s->pairs[i].second, s->pairs[i].first);
    }
    bool any = false;
    for (uint32_t i = 0; i < bl_body_count(world); i++) {
        if (!(s->shares[i] < 1.0)) continue;
        bl_step_body_to_mid(world, i, s->shares[i]);
        any = true;
    }
    return any;
}
