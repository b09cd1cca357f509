// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/pairs.h"

#include "core/alloc.h"
#include "step/detect/step_proxies.h"
#include "step/motion/step_motion.h"
#include "step/step_reserve.h"
#include "support/scene.h"

#include <criterion/criterion.h>

belay_result pairs_look(belay_world* world)
{
    belay_result result = bl_step_reserve(world);
    if (result != BELAY_OK) return result;
    bl_step_integrate_to_mid(world);
    return bl_step_broad_phase(world);
}

typedef struct subject {
    const bl_collider* collider;
    uint32_t body;
    const bl_step_body* step;
    belay_pose pose;
    double travel;
    bl_box box;
} subject;

static double speed_at(bl_velocity v, double reach)
{
    return v3_length(v.linear) + reach * v3_length(v.angular);
}

static subject subject_at(const belay_world* world, uint32_t place)
{
    subject s = {.collider = &bl_colliders(world)[place]};
    s.body = bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(s.collider->body));
    s.step = &world->scratch.motion.bodies[s.body];
    s.pose = pose_compose(s.step->mid, s.collider->pose);
    if (s.collider->type == BELAY_SHAPE_PLANE) return s;
    double reach = v3_distance(s.pose.position, s.step->center) + s.collider->bounding_radius;
    double speed = fmax(speed_at(s.step->before, reach), speed_at(s.step->free, reach));
    s.travel = world->def.step_seconds * speed;
    bl_collider_bounds(&world->colliders, s.collider, s.pose, &s.box.lower, &s.box.upper);
    s.box = bl_box_widen(&s.box, s.travel + world->def.contact_margin);
    return s;
}

static bool is_dynamic(const belay_world* world, uint32_t body)
{
    return bl_bodies(world)[body].type == BELAY_BODY_DYNAMIC;
}

// Whether a body is active, or something of it has arrived where it stands.
static bool asks(const belay_world* world, uint32_t body)
{
    return bl_body_is_active(&bl_bodies(world)[body], &bl_body_states(world)[body]) ||
           (bl_bodies(world)[body].flags & BL_BODY_ARRIVED) != 0;
}

static bool may_meet(const belay_world* world, const subject* a, const subject* b)
{
    bool senses_a = a->collider->flags & BL_COLLIDER_SENSOR, senses_b = b->collider->flags & BL_COLLIDER_SENSOR;
    if (a->body == b->body || (senses_a && senses_b)) return false;
    if (!bl_collider_is_convex(a->collider) && !bl_collider_is_convex(b->collider)) return false;
    if (!asks(world, a->body) && !asks(world, b->body)) return false;
    if (!senses_a && !senses_b && !is_dynamic(world, a->body) && !is_dynamic(world, b->body)) return false;
    return bl_filters_meet(&a->collider->filter, &b->collider->filter);
}

// How far the lowest corner of the box stands above a plane, less the way that the plane can go there in a step.
static double height_above(const belay_world* world, const subject* s, const subject* plane)
{
    belay_vec3 n;
    double offset, lowest = HUGE_VAL;
    bl_collider_plane(plane->collider, plane->step->mid, &n, &offset);
    for (int i = 0; i < 8; i++) {
        belay_vec3 corner = v3(i & 1 ? s->box.upper.x : s->box.lower.x, i & 2 ? s->box.upper.y : s->box.lower.y,
                               i & 4 ? s->box.upper.z : s->box.lower.z);
        lowest = fmin(lowest, v3_dot(n, corner) - offset);
    }
    double reach = v3_distance(s->pose.position, plane->step->center) + s->collider->bounding_radius + s->travel;
    return lowest - world->def.step_seconds * speed_at(plane->step->before, reach);
}

static bool is_finite(const subject* s)
{
    return v3_is_finite(s->box.lower) && v3_is_finite(s->box.upper);
}

typedef enum verdict { PAIR, NO_PAIR, EITHER } verdict;

static verdict judge(const belay_world* world, const subject* a, const subject* b)
{
    if (!may_meet(world, a, b)) return NO_PAIR;
    bool plane_a = a->collider->type == BELAY_SHAPE_PLANE, plane_b = b->collider->type == BELAY_SHAPE_PLANE;
    if (!plane_a && !plane_b) return is_finite(a) && is_finite(b) && bl_box_overlaps(&a->box, &b->box) ? PAIR : NO_PAIR;
    double height = plane_a ? height_above(world, b, a) : height_above(world, a, b);
    return height < -1e-9 ? PAIR : height > 1e-9 ? NO_PAIR : EITHER;
}

// A is the one whose contacts the narrow phase knows how to find on B.
static bool is_first(const bl_collider* a, const bl_collider* b)
{
    static const int ranks[BELAY_SHAPE_TYPE_COUNT] = {
        [BELAY_SHAPE_SPHERE] = 0,   [BELAY_SHAPE_CAPSULE] = 1,   [BELAY_SHAPE_BOX] = 2,         [BELAY_SHAPE_HULL] = 2,
        [BELAY_SHAPE_CYLINDER] = 3, [BELAY_SHAPE_ELLIPSOID] = 3, [BELAY_SHAPE_CONE] = 4,        [BELAY_SHAPE_PLANE] = 5,
        [BELAY_SHAPE_TUBE] = 6,     [BELAY_SHAPE_MESH] = 7,      [BELAY_SHAPE_HEIGHT_FIELD] = 8};
    int rank_a = ranks[a->type], rank_b = ranks[b->type];
    return rank_a != rank_b ? rank_a < rank_b : a->id < b->id;
}

static const bl_key_pair* find_pair(const belay_world* world, uint64_t a, uint64_t b)
{
    const bl_key_pair* pairs = world->scratch.detect.pairs;
    size_t low = 0, high = (size_t)arrlen(pairs);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const bl_key_pair* p = &pairs[middle];
        if (p->major == a && p->minor == b) return p;
        if (p->major < a || (p->major == a && p->minor < b))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

int pairs_check(const belay_world* world)
{
    const bl_key_pair* pairs = world->scratch.detect.pairs;
    ptrdiff_t found = 0;
    for (ptrdiff_t i = 1; i < arrlen(pairs); i++)
        cr_assert(pairs[i - 1].major < pairs[i].major ||
                  (pairs[i - 1].major == pairs[i].major && pairs[i - 1].minor < pairs[i].minor));
    for (uint32_t i = 0; i < bl_collider_count(world); i++) {
        subject a = subject_at(world, i);
        for (uint32_t j = 0; j < bl_collider_count(world); j++) {
            subject b = subject_at(world, j);
            if (i == j || !is_first(a.collider, b.collider)) continue;
            const bl_key_pair* pair = find_pair(world, a.collider->id, b.collider->id);
            verdict v = judge(world, &a, &b);
            cr_assert(v == EITHER || (v == PAIR) == (pair != NULL), "%s and %s: %s",
                      belay_shape_type_name(a.collider->type), belay_shape_type_name(b.collider->type),
                      pair != NULL ? "one too many" : "missing");
            if (pair == NULL) continue;
            cr_assert(pair->first == i && pair->second == j);
            found++;
        }
    }
    cr_assert_eq(found, arrlen(pairs));
    return (int)found;
}

void pairs_check_proxies(const belay_world* world)
{
    for (uint32_t i = 0; i < bl_collider_count(world); i++) {
        subject s = subject_at(world, i);
        const bl_proxy* proxy = &world->scratch.detect.proxies[i];
        cr_assert_eq(proxy->body, s.body);
        cr_assert(scene_is_same_pose(proxy->pose, s.pose));
        cr_assert_eq(proxy->travel, s.travel);
    }
}
