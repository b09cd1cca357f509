// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Ways through half a step: the first way of a body, and the new way of one that is thrown.
//
// The first way of a body. From one contact instant to the next every motion is followed (step_cast.c). But a body
// that is new, or was given another place or velocity, first goes from where it is to the contact instant: behind a
// thin plate, or deep into a thick one, before anything is looked at. Such a body is stopped early at the first touch,
// and the contact is found there; it comes late by less than half a step, once.
//
// The others are taken to stand where they are at the contact instant: then the touch is one in that instant. Two that
// are shot through each other within their first half step pass unseen.
//
// The same is done for a body that a blow throws another way: its motion is followed as it was before the blow, and
// what it then meets within the step, as in a corner, was not looked at. It is stopped early at that on its way to the
// end of the step, and after that goes a first way anew.

#include "step/detect/step_cast.h"

#include "core/alloc.h"
#include "step/detect/detect_tolerances.h"
#include "step/motion/step_motion.h"
#include "step/motion/step_path.h"
#include "store/joints.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// One pair
// ---------------------------------------------------------------------------------------------------------------------

bl_motion bl_step_motion_to_mid(const bl_detect_parts* d, uint32_t collider)
{
    uint32_t index = d->s->detect.proxies[collider].body;
    const belay_body_state* state = &bl_body_states_of(d->entities)[index];
    double seconds = d->def->step_seconds * (1.0 - d->def->theta);
    bl_motion m = {pose_compose(state->pose, bl_colliders_of(d->entities)[collider].pose),
                   pose_apply(state->pose, bl_bodies_of(d->entities)[index].mass.center_of_mass),
                   v3_scale(seconds, state->linear_velocity), v3_scale(seconds, state->angular_velocity)};
    return m;
}

// The collider as it is at the contact instant.
static bl_motion standing(const bl_detect_scratch* detect, uint32_t collider)
{
    bl_motion m = {detect->proxies[collider].pose, v3_zero(), v3_zero(), v3_zero()};
    return m;
}

// What ends not far in, and by the same way as it went in, is well seen at the contact instant.
static double share_before(const belay_world_def* def, const bl_collider_store* shapes, bl_pair_cast* s,
                           const bl_collider* b)
{
    double time, when;
    if (!bl_pair_cast_first_hit(shapes, s, b, &time)) return 1.0;
    if (bl_pair_cast_distance(s, 0.0).distance < -def->overlap_slop || !bl_pair_cast_goes_deep(s, time, &when))
        return 1.0;
    return bl_pair_cast_is_seen_at_end(def, s, bl_pair_cast_distance(s, when).normal) ? 1.0 : time;
}

// The share of their ways that colliders `a` and `b` can go without passing each other.
static double free_share(const bl_detect_parts* d, uint32_t a, uint32_t b, bl_motion motion_a, bl_motion motion_b)
{
    const bl_collider *ca = &bl_colliders_of(d->entities)[a], *cb = &bl_colliders_of(d->entities)[b];
    if ((ca->flags | cb->flags) & BL_COLLIDER_SENSOR || bl_joint_forbids_contact(d->entities, ca->body, cb->body))
        return 1.0;
    bl_pair_cast s = {.a = bl_collider_convex(d->shapes, ca),
                      .motion_a = motion_a,
                      .motion_b = motion_b,
                      .frame_b = motion_b,
                      .graze = BL_CAST_GRAZE * d->def->contact_margin};
    if (!(bl_pair_cast_longest_path(&s) > d->def->contact_margin)) return 1.0;
    return share_before(d->def, d->shapes, &s, cb);
}

// ---------------------------------------------------------------------------------------------------------------------
// The bodies of a step
// ---------------------------------------------------------------------------------------------------------------------

// The body of collider `a` on its first way.
static void hold(const bl_detect_parts* d, uint32_t a, uint32_t b)
{
    double* share = &d->s->motion.shares[d->s->detect.proxies[a].body];
    const bl_collider* cb = &bl_colliders_of(d->entities)[b];
    // What is not convex has no way of its own that it could be held on, and is the second of its pair.
    if (*share == BL_NOT_FRESH || !bl_collider_is_convex(&bl_colliders_of(d->entities)[a]) ||
        bl_collider_family(cb) == BL_FAMILY_TUBE)
        return;
    *share = fmin(*share, free_share(d, a, b, bl_step_motion_to_mid(d, a), standing(&d->s->detect, b)));
}

bool bl_step_limit_fractions(belay_world* world)
{
    bl_detect_parts d = bl_detect_parts_of(world);
    bl_step_scratch* s = d.s;
    if (s->motion.fresh_bodies == 0 || !world->def.enable_continuous || world->def.theta == 1.0) return false;
    const bl_body* bodies = bl_bodies(world);
    const belay_body_state* states = bl_body_states(world);
    const uint32_t* places = world->roster.indices; // the others have stood still
    for (ptrdiff_t k = 0; k < arrlen(places); k++)
        s->motion.shares[places[k]] = bl_step_is_fresh(bodies, states, places[k]) ? 1.0 : BL_NOT_FRESH;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++) {
        hold(&d, s->detect.pairs[i].first, s->detect.pairs[i].second);
        hold(&d, s->detect.pairs[i].second, s->detect.pairs[i].first);
    }
    bool any = false;
    for (ptrdiff_t k = 0; k < arrlen(places); k++) {
        double share = s->motion.shares[places[k]];
        if (!(share < 1.0)) continue;
        bl_step_body_to_mid(d.def, d.entities, &s->motion, places[k], share);
        s->motion.shares[places[k]] = share;
        any = true;
    }
    return any;
}

// ---------------------------------------------------------------------------------------------------------------------
// Thrown by a blow
// ---------------------------------------------------------------------------------------------------------------------

bl_motion bl_step_motion_from_mid(const bl_detect_parts* d, uint32_t collider)
{
    uint32_t index = d->s->detect.proxies[collider].body;
    const bl_velocity* v = &d->s->motion.velocities[index];
    double seconds = d->def->step_seconds * d->def->theta;
    bl_motion m = {d->s->detect.proxies[collider].pose, d->s->motion.bodies[index].center, v3_scale(seconds, v->linear),
                   v3_scale(seconds, v->angular)};
    return m;
}

// Whether impulses turned the motion of a body so much that it is elsewhere at the end of the step, by a part of its
// size: what goes less far is well seen at the next contact instant.
static bool is_thrown(const bl_detect_parts* d, uint32_t index, uint32_t collider, belay_vec3 point)
{
    const bl_step_scratch* s = d->s;
    if (bl_bodies_of(d->entities)[index].type != BELAY_BODY_DYNAMIC) return false;
    const bl_velocity *v = &s->motion.velocities[index], *free = &s->motion.bodies[index].free;
    double arm = v3_distance(point, s->motion.bodies[index].center);
    double change = v3_distance(v->linear, free->linear) + arm * v3_distance(v->angular, free->angular);
    double path = d->def->step_seconds * change;
    if (!(path > d->def->contact_margin)) return false;
    bl_convex solid =
        bl_collider_convex(d->shapes, &bl_colliders_of(d->entities)[collider]); // what is dynamic is convex
    return path > bl_least_half_extent(&solid);
}

static void list_turned(const bl_roster* roster, bl_motion_scratch* motion, uint32_t index)
{
    for (ptrdiff_t k = 0; !motion->has_turned && k < arrlen(roster->indices); k++)
        motion->shares[roster->indices[k]] = BL_NOT_FRESH;
    motion->has_turned = true;
    motion->shares[index] = 1.0;
}

static void find_turned(const bl_detect_parts* d, const bl_roster* roster)
{
    bl_step_scratch* s = d->s;
    s->motion.has_turned = false;
    if (!d->def->enable_continuous) return;
    for (ptrdiff_t i = 0; i < arrlen(s->solve.contacts); i++) {
        const bl_active_contact* c = &s->solve.contacts[i];
        const bl_contact_row* row = &s->solve.rows[i];
        if (!(row->r[0] > 0.0)) continue;
        if (is_thrown(d, row->body_a, c->collider_a, c->point)) list_turned(roster, &s->motion, row->body_a);
        if (is_thrown(d, row->body_b, c->collider_b, c->point)) list_turned(roster, &s->motion, row->body_b);
    }
}

void bl_step_limit_deflected(belay_world* world)
{
    bl_detect_parts d = bl_detect_parts_of(world);
    bl_step_scratch* s = d.s;
    find_turned(&d, &world->roster);
    for (ptrdiff_t i = 0; s->motion.has_turned && i < arrlen(s->detect.pairs); i++) {
        uint32_t a = s->detect.pairs[i].first, b = s->detect.pairs[i].second;
        double *share_a = &s->motion.shares[s->detect.proxies[a].body],
               *share_b = &s->motion.shares[s->detect.proxies[b].body];
        if (*share_a == BL_NOT_FRESH && *share_b == BL_NOT_FRESH) continue;
        double share = free_share(&d, a, b, bl_step_motion_from_mid(&d, a), bl_step_motion_from_mid(&d, b));
        if (*share_a != BL_NOT_FRESH) *share_a = fmin(*share_a, share);
        if (*share_b != BL_NOT_FRESH) *share_b = fmin(*share_b, share);
    }
}
