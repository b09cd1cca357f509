// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "snapshot/world_validate.h"

#include "core/alloc.h"
#include "math/cone.h"
#include "snapshot/snapshot_check.h"
#include "snapshot/snapshot_tolerances.h"
#include "store/checks.h"
#include "store/joints.h"
#include "store/public_contacts.h"
#include "store/rods.h"

#include <math.h>
#include <string.h>

static belay_result wrong(belay_error* error, const char* what, uint64_t number)
{
    return belay_error_set(error, BELAY_ERROR_STATE, "%s %llu", what, (unsigned long long)number);
}

// Returns from the calling function, naming `what` and a number, unless the claim holds.
#define CLAIM(claim, what, number)                                                                                     \
    do {                                                                                                               \
        if (!(claim)) return wrong(error, what, (uint64_t)(number));                                                   \
    } while (0)

// ---------------------------------------------------------------------------------------------------------------------
// Sleep
// ---------------------------------------------------------------------------------------------------------------------

static bool is_asleep(const bl_body* body)
{
    return (body->flags & BL_BODY_ASLEEP) != 0;
}

static belay_result check_sleepers(const belay_world* w, belay_error* error)
{
    for (uint32_t i = 0; i < bl_body_count(w); i++) {
        const bl_body* b = &bl_bodies(w)[i];
        if (!is_asleep(b)) continue;
        const belay_body_state* s = &bl_body_states(w)[i];
        CLAIM(b->type == BELAY_BODY_DYNAMIC, "sleep of a body that is not dynamic,", i);
        bool moves = v3_length_squared(s->linear_velocity) > 0.0 || v3_length_squared(s->angular_velocity) > 0.0;
        CLAIM(!moves, "velocity of the sleeping body", i);
    }
    return BELAY_OK;
}

// What is joined sleeps together. (A change made since the last step wakes at the next one.)
static belay_result check_sleep_of_joints(const belay_world* w, belay_error* error)
{
    for (uint32_t i = 0; i < bl_joint_count(w); i++) {
        const bl_joint* j = &bl_joints(w)[i];
        if (j->body_b == 0) continue;
        const bl_body* a = &bl_bodies(w)[bl_joint_body_index(&w->entities, j->body_a)];
        const bl_body* b = &bl_bodies(w)[bl_joint_body_index(&w->entities, j->body_b)];
        if (a->type != BELAY_BODY_DYNAMIC || b->type != BELAY_BODY_DYNAMIC) continue;
        CLAIM(is_asleep(a) == is_asleep(b), "sleep of one of two bodies of joint", i);
    }
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// What the last step left
// ---------------------------------------------------------------------------------------------------------------------

static bool is_admissible(const bl_contact_row* row)
{
    double w = row->weight, normal = w * row->r[0], most = row->mu * normal * (1.0 + BL_VALIDATE_OUTSIDE);
    return isfinite(normal) && normal >= -BL_VALIDATE_OUTSIDE_SPEED &&
           w * bl_tangent_length(row->r) <= most + BL_VALIDATE_OUTSIDE_SPEED;
}

// Those that the next step does not look at stand where the last one that did left them.
static belay_result check_roster(const belay_world* w, belay_error* error)
{
    if (w->roster.is_all) return BELAY_OK;
    for (uint32_t i = 0; i < bl_body_count(w) && i < (uint32_t)arrlen(w->roster.left); i++) {
        if (bl_roster_has(&w->roster, i)) continue;
        const bl_step_body* s = &w->scratch.motion.bodies[i];
        CLAIM(!bl_body_is_asking(&bl_bodies(w)[i], &bl_body_states(w)[i]), "nobody looks at body", i);
        CLAIM(memcmp(&s->mid, &bl_body_states(w)[i].pose, sizeof s->mid) == 0, "kept place of body", i);
        CLAIM(memcmp(&s->free, &w->scratch.motion.velocities[i], sizeof s->free) == 0, "kept velocity of body", i);
    }
    const bl_proxy* proxies = w->scratch.detect.proxies;
    for (uint32_t i = 0; w->pair_finder.is_current && i < bl_collider_count(w); i++)
        CLAIM(proxies[i].id == bl_colliders(w)[i].id && bl_bodies(w)[proxies[i].body].id == bl_colliders(w)[i].body,
              "proxy of collider", i);
    return BELAY_OK;
}

// Whether the collider is that of the step, and on the body, which is too.
static bool is_of(const belay_world* w, uint32_t collider, uint32_t body)
{
    const bl_collider* c = &bl_colliders(w)[collider];
    return c->id == w->scratch.detect.proxies[collider].id && c->body == bl_bodies(w)[body].id &&
           c->body == w->scratch.motion.bodies[body].id;
}

// Whether its impulse stands where it is looked for.
static bool is_kept(const belay_world* w, const bl_active_contact* c, uint32_t i)
{
    return i < (uint32_t)arrlen(w->memory.warm) && w->memory.warm[i].a == bl_colliders(w)[c->collider_a].id &&
           w->memory.warm[i].b == bl_colliders(w)[c->collider_b].id;
}

static belay_result check_contacts(const belay_world* w, belay_error* error)
{
    const bl_step_scratch* s = &w->scratch;
    uint32_t bodies = bl_body_count(w), colliders = bl_collider_count(w);
    bool is_gathered = w->memory.is_gathered; // then they have other places
    CLAIM(bl_public_contact_count(w) == (uint32_t)arrlen(s->solve.contacts), "contacts of the step,",
          arrlen(s->solve.contacts));
    for (uint32_t i = 0; i < (uint32_t)arrlen(s->solve.contacts); i++) {
        const bl_active_contact* c = &s->solve.contacts[i];
        const bl_contact_row* row = &s->solve.rows[i];
        CLAIM(row->body_a < bodies && row->body_b < bodies && row->body_a != row->body_b, "bodies of contact", i);
        CLAIM(c->collider_a < colliders && c->collider_b < colliders, "colliders of contact", i);
        CLAIM(c->found < (uint32_t)arrlen(s->detect.contacts), "finding of contact", i);
        CLAIM(is_of(w, c->collider_a, row->body_a), "first collider of contact", i);
        CLAIM(is_of(w, c->collider_b, row->body_b), "second collider of contact", i);
        CLAIM(is_gathered || is_kept(w, c, i), "impulse kept of contact", i);
        CLAIM(is_admissible(row), "impulse out of its cone of contact", i);
    }
    return BELAY_OK;
}

static belay_result check_rod_contacts(const belay_world* w, belay_error* error)
{
    const bl_step_rods* s = &w->scratch.rods;
    for (uint32_t i = 0; i < (uint32_t)arrlen(s->contacts); i++) {
        const bl_step_rod_contact* c = &s->contacts[i];
        CLAIM(c->rod_a < bl_rod_count(w) && bl_rods(w)[c->rod_a].id == c->a, "rod of rod contact", i);
        if (c->rod_b != BL_NO_INDEX)
            CLAIM(c->rod_b < bl_rod_count(w) && bl_rods(w)[c->rod_b].id == c->b, "second rod of rod contact", i);
        else
            CLAIM(c->collider_b < bl_collider_count(w) && bl_colliders(w)[c->collider_b].id == c->b,
                  "collider of rod contact", i);
        CLAIM(isfinite(c->s_a) && isfinite(c->s_b) && v3_is_finite(c->impulse), "numbers of rod contact", i);
    }
    return BELAY_OK;
}

static belay_result check_joint_blocks(const belay_world* w, belay_error* error)
{
    const bl_joint_set* set = &w->scratch.joints.set;
    uint32_t capacity = (uint32_t)arrcap(set->rows), next = 0;
    for (uint32_t i = 0; i < w->scratch.joints.block_count; i++) {
        const bl_joint_block* b = &set->blocks[i];
        CLAIM(b->count <= BL_JOINT_MAX_ROWS && b->first == next, "rows of joint block", i);
        next += b->count;
        CLAIM(next <= capacity, "rows of joint block", i);
        CLAIM(b->body_a <= bl_body_count(w) && b->body_b <= bl_body_count(w), "bodies of joint block", i);
        for (uint32_t k = b->first; k < b->first + b->count; k++) {
            const bl_joint_row* row = &set->rows[k];
            CLAIM(isfinite(row->r) && row->lower <= row->upper, "impulse of joint row", k);
        }
    }
    return BELAY_OK;
}

// The islands are a partition of the constraints: each stands in one of them, once.
static belay_result check_islands(const belay_world* w, belay_error* error)
{
    const bl_islands* islands = &w->scratch.solve.islands;
    if (islands->count == 0) return BELAY_OK;
    CLAIM(islands->begin[0] == 0, "begin of island", 0);
    for (uint32_t i = 0; i < islands->count; i++) {
        CLAIM(islands->begin[i] < islands->begin[i + 1], "size of island", i);
        for (uint32_t k = islands->begin[i]; k < islands->begin[i + 1]; k++) {
            CLAIM(islands->order[k] < islands->begin[islands->count], "constraint of island", i);
            CLAIM(islands->of_contact[islands->order[k]] == i, "island of constraint", islands->order[k]);
            CLAIM(k == islands->begin[i] || islands->order[k - 1] < islands->order[k], "order of island", i);
        }
    }
    return BELAY_OK;
}

static belay_result check_step(const belay_world* w, belay_error* error)
{
    BL_TRY(check_sleep_of_joints(w, error));
    BL_TRY(check_roster(w, error));
    BL_TRY(check_contacts(w, error));
    BL_TRY(check_rod_contacts(w, error));
    BL_TRY(check_joint_blocks(w, error));
    return check_islands(w, error);
}

belay_result bl_world_validate(const belay_world* w, belay_error* error)
{
    belay_result result = bl_snapshot_check_sizes(w, error);
    if (result == BELAY_OK) result = bl_snapshot_check(w, error);
    if (result == BELAY_ERROR_VERSION) error->code = result = BELAY_ERROR_STATE;
    BL_TRY(result);
    BL_TRY(check_sleepers(w, error));
    bool is_of_last_step = w->changes == w->changes_seen && w->clock.step_count > 0 && !w->is_begun;
    return is_of_last_step && w->stats.step == w->clock.step_count ? check_step(w, error) : BELAY_OK;
}
