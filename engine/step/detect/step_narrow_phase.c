// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From pairs of colliders to contacts: detection at the contact instant, and the pair's material.
//
// Pairs are independent of each other. Whoever works on one takes room for its contacts off the end of a common array;
// what several workers put there is brought into the order of the pairs afterwards.

#include "core/alloc.h"
#include "core/atomic.h"
#include "detect/convex/convex_contact.h"
#include "detect/convex/sphere_contact.h"
#include "detect/mesh/mesh_contact.h"
#include "objects/pair_material.h"
#include "step/detect/step_cast.h"
#include "step/detect/step_collide.h"
#include "step/detect/step_detect.h"
#include "step/detect/step_far_pairs.h"
#include "step/detect/step_proxies.h"
#include "step/detect/step_sensors.h"
#include "step/detect/step_velocity_bounds.h"
#include "store/checks.h"
#include "store/joints.h"

#include <string.h>

int bl_step_collide_convex(const bl_collider_store* shapes, const bl_convex* convex, belay_pose pose_a,
                           const bl_collider* b, belay_pose body_b, double cutoff, bl_manifold* manifolds)
{
    belay_pose pose_b = pose_compose(body_b, b->pose);
    bool is_ball = convex->kind == BL_CONVEX_POINT;
    bl_manifold* m = manifolds;
    m->count = 0;
    bl_shape_family family = bl_collider_family(b);
    if (family == BL_FAMILY_PLANE) {
        belay_vec3 normal;
        double offset;
        bl_collider_plane(b, body_b, &normal, &offset);
        if (is_ball)
            bl_collide_sphere_plane(pose_a.position, convex->radius, normal, offset, cutoff, m);
        else
            bl_collide_convex_plane(convex, pose_a, normal, offset, cutoff, m);
    } else if (family == BL_FAMILY_TUBE) {
        if (is_ball)
            bl_collide_sphere_tube(pose_a.position, convex->radius, bl_collider_curve(shapes, b), pose_b, b->radius,
                                   cutoff, m);
        else
            bl_collide_convex_tube(convex, pose_a, bl_collider_curve(shapes, b), pose_b, b->radius, cutoff, m);
    } else if (family == BL_FAMILY_MESH) {
        return bl_collide_convex_mesh(convex, pose_a, bl_collider_mesh(shapes, b), pose_b, cutoff, manifolds);
    } else if (is_ball && b->type == BELAY_SHAPE_SPHERE) {
        bl_collide_sphere_sphere(pose_a.position, convex->radius, pose_b.position, b->radius, cutoff, m);
    } else {
        bl_convex other = bl_collider_convex(shapes, b);
        bl_collide_convex(convex, pose_a, &other, pose_b, cutoff, m);
    }
    return m->count > 0;
}

int bl_step_collide(const bl_collider_store* shapes, const bl_collider* a, belay_pose pose_a, const bl_collider* b,
                    belay_pose body_b, double cutoff, bl_manifold* manifolds)
{
    bl_convex convex = bl_collider_convex(shapes, a);
    return bl_step_collide_convex(shapes, &convex, pose_a, b, body_b, cutoff, manifolds);
}

// How far the two can come towards each other in a step; negative: not near enough to touch.
static double approach_travel(const bl_detect_parts* d, const bl_key_pair* pair)
{
    if (bl_collider_family(&bl_colliders_of(d->entities)[pair->second]) != BL_FAMILY_PLANE)
        return bl_step_approach_travel(d->def, &d->s->detect, pair);
    const bl_proxy* a = &d->s->detect.proxies[pair->first];
    return a->travel + bl_step_plane_travel(d, pair->second, pair->first);
}

// ---------------------------------------------------------------------------------------------------------------------
// Of one pair
// ---------------------------------------------------------------------------------------------------------------------

typedef struct detection {
    bl_detect_parts parts;
    uint32_t capacity; // contacts that there is room for
    bl_atomic used;    // room that was asked for
    bool is_another;   // pass: over the pairs for which there was no capacity in the first
} detection;

typedef struct contact_kind {
    const belay_vec3* offsets; // by point; null: none
    bool is_cast, is_later, is_missed;
} contact_kind;

static void write_contacts(const bl_detect_parts* d, const bl_key_pair* pair, const bl_manifold* manifold,
                           contact_kind kind, bl_step_contact* out)
{
    const bl_proxy* proxies = d->s->detect.proxies;
    const bl_collider* a = &bl_colliders_of(d->entities)[pair->first];
    const bl_collider* b = &bl_colliders_of(d->entities)[pair->second];
    belay_material material = bl_pair_material_of(d->shapes, a, b);
    for (int i = 0; i < manifold->count; i++) {
        bl_step_contact c = {.point = manifold->points[i],
                             .body_a = proxies[pair->first].body,
                             .body_b = proxies[pair->second].body,
                             .collider_a = pair->first,
                             .collider_b = pair->second,
                             .friction = material.friction,
                             .restitution = kind.is_missed ? 0.0 : material.restitution,
                             .tangential_offset = kind.offsets != NULL ? kind.offsets[i] : v3_zero(),
                             .is_cast = kind.is_cast,
                             .is_later = kind.is_later,
                             .is_missed = kind.is_missed};
        out[i] = c;
    }
}

static void add_contacts(detection* d, const bl_key_pair* pair, const bl_manifold* manifolds, bl_cast_verdict verdict,
                         const bl_cast_finding* cast, bl_pair_finding* finding)
{
    int count = cast->count;
    for (int k = 0; k < count; k++)
        finding->count += (uint32_t)manifolds[k].count;
    uint32_t at = bl_atomic_add(&d->used, finding->count);
    bool fits = at <= d->capacity && finding->count <= d->capacity - at;
    finding->begin = fits ? at : BL_NO_INDEX;
    for (int k = 0; fits && k < count; k++) {
        contact_kind kind = {k < cast->hits ? cast->offsets[k] : NULL, verdict == BL_CAST_LAST || k < cast->hits,
                             cast->is_later[k], verdict == BL_CAST_NEAR_MISS};
        write_contacts(&d->parts, pair, &manifolds[k], kind, &d->parts.s->detect.contacts[at]);
        at += (uint32_t)manifolds[k].count;
    }
}

// A sensor notices a visitor that it overlaps.
static bool is_overlap(const bl_manifold* manifolds, int count)
{
    bool overlaps = false;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < manifolds[k].count; i++)
            overlaps = overlaps || manifolds[k].points[i].gap <= 0.0;
    return overlaps;
}

static void sense(const bl_detect_parts* d, const bl_key_pair* pair, const bl_manifold* manifolds, int count,
                  bl_pair_finding* finding)
{
    finding->is_of_sensor = true;
    finding->is_overlap = is_overlap(manifolds, count);
    finding->is_passed = !finding->is_overlap && d->def->enable_continuous && bl_step_passes_to_mid(d, pair);
}

static void collide_pair(detection* work, const bl_key_pair* pair, bl_pair_finding* finding)
{
    const bl_detect_parts* d = &work->parts;
    const bl_collider* colliders = bl_colliders_of(d->entities);
    const bl_collider *a = &colliders[pair->first], *b = &colliders[pair->second];
    const bl_proxy *pa = &d->s->detect.proxies[pair->first], *pb = &d->s->detect.proxies[pair->second];
    bool is_sensor = (a->flags | b->flags) & BL_COLLIDER_SENSOR;
    if (!bl_pair_is_looked_at(d->entities, &d->s->detect, pair->first, pair->second)) return;
    if (bl_joint_forbids_contact(d->entities, a->body, b->body)) return;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    double travel = is_sensor ? 0.0 : approach_travel(d, pair);
    if (travel < 0.0) return;
    if (!is_sensor) travel = fmin(travel, bl_step_pair_reach(d, pair));
    double cutoff = is_sensor ? 0.0 : travel + d->def->contact_margin;
    int count = bl_step_collide(d->shapes, a, pa->pose, b, d->s->motion.bodies[pb->body].mid, cutoff, manifolds);
    if (is_sensor) {
        sense(d, pair, manifolds, count, finding);
        return;
    }
    count = bl_step_drop_far_contacts(d, pair, manifolds, count);
    if (count == 0) return;
    bl_cast_finding cast = {.count = count};
    bl_cast_verdict verdict = d->def->enable_continuous ? bl_step_cast(d, pair, manifolds, &cast) : BL_CAST_AS_IT_IS;
    if (verdict == BL_CAST_MISS) return;
    add_contacts(work, pair, manifolds, verdict, &cast, finding);
}

// ---------------------------------------------------------------------------------------------------------------------
// Of all pairs
// ---------------------------------------------------------------------------------------------------------------------

#define PAIRS_PER_RANGE 16

static void collide_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    detection* d = context;
    bl_detect_scratch* detect = &d->parts.s->detect;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        bl_pair_finding* finding = &detect->findings[i];
        if (d->is_another && finding->begin != BL_NO_INDEX) continue;
        *finding = (bl_pair_finding){0};
        collide_pair(d, &detect->pairs[i], finding);
    }
}

static void collide(detection* d, bl_workers* workers, uint32_t used)
{
    const bl_detect_scratch* detect = &d->parts.s->detect;
    bl_atomic_store(&d->used, used);
    d->capacity = detect->contact_capacity;
    bl_workers_run(workers, (uint32_t)arrlen(detect->pairs), PAIRS_PER_RANGE, collide_range, d);
}

static belay_result reserve_spare(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    bool ok = true;
    BL_ARRAY_RESERVE(s->detect.findings, arrlen(s->detect.pairs), &world->def.allocator, &ok);
    if (bl_workers_count(world->workers) > 1)
        BL_ARRAY_RESERVE_RAW(s->detect.contacts_spare, s->detect.contact_capacity, &world->def.allocator, &ok);
    if (ok) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for what is found of %td pairs",
                   arrlen(s->detect.pairs));
}

// Where the contacts end that were written: before all that had no capacity left.
static uint32_t contacts_written(const bl_detect_scratch* detect)
{
    uint32_t end = 0;
    for (ptrdiff_t i = 0; i < arrlen(detect->pairs); i++) {
        const bl_pair_finding* f = &detect->findings[i];
        if (f->begin != BL_NO_INDEX && f->begin + f->count > end) end = f->begin + f->count;
    }
    return end;
}

// All of them, in whatever order.
static belay_result find_all(belay_world* world, uint32_t* total)
{
    detection d = {.parts = bl_detect_parts_of(world)};
    collide(&d, world->workers, 0);
    *total = bl_atomic_load(&d.used);
    if (*total <= d.capacity) return BELAY_OK;
    // A little more, so that it does not happen every time that there is one more.
    BL_TRY(bl_step_reserve_contacts(world, *total + *total / 8));
    BL_TRY(reserve_spare(world));
    d.is_another = true;
    collide(&d, world->workers, contacts_written(&world->scratch.detect));
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Order
// ---------------------------------------------------------------------------------------------------------------------

// Says of each pair where its contacts come; true when they are there already.
static bool find_order(const bl_detect_scratch* detect)
{
    uint32_t to = 0;
    bool is_ordered = true;
    for (ptrdiff_t i = 0; i < arrlen(detect->pairs); i++) {
        bl_pair_finding* f = &detect->findings[i];
        f->to = to;
        to += f->count;
        is_ordered = is_ordered && (f->count == 0 || f->begin == f->to);
    }
    return is_ordered;
}

static void order_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    const bl_detect_scratch* detect = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        const bl_pair_finding* f = &detect->findings[i];
        if (f->count == 0) continue;
        memcpy(&detect->contacts_spare[f->to], &detect->contacts[f->begin], f->count * sizeof *detect->contacts);
    }
}

static void bring_into_order(bl_detect_scratch* detect, bl_workers* workers)
{
    if (find_order(detect)) return;
    bl_workers_run(workers, (uint32_t)arrlen(detect->pairs), 8 * PAIRS_PER_RANGE, order_range, detect);
    bl_step_contact* swap = detect->contacts;
    detect->contacts = detect->contacts_spare;
    detect->contacts_spare = swap;
}

// Returns false when memory runs out.
static bool list_sensed(bl_detect_scratch* detect, const belay_allocator* allocator)
{
    arrsetlen(detect->sensed, 0);
    bool ok = true;
    for (ptrdiff_t i = 0; i < arrlen(detect->pairs); i++) {
        if (!detect->findings[i].is_overlap) continue;
        BL_ARRAY_RESERVE(detect->sensed, arrlen(detect->sensed) + 1, allocator, &ok);
        if (!ok) return false;
        arrput(detect->sensed, detect->pairs[i]);
    }
    return true;
}

belay_result bl_step_narrow_phase(belay_world* world)
{
    bl_detect_scratch* detect = &world->scratch.detect;
    uint32_t total;
    arrsetlen(detect->contacts, 0);
    BL_TRY(reserve_spare(world));
    bl_detect_parts d = bl_detect_parts_of(world);
    bl_step_drop_far_pairs(&d, world->workers);
    BL_TRY(bl_step_velocity_bounds(world));
    BL_TRY(find_all(world, &total));
    bring_into_order(detect, world->workers);
    arrsetlen(detect->contacts, total);
    if (list_sensed(detect, &world->def.allocator)) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for another visitor of a sensor");
}
