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
#include "step/detect/step_closing.h"
#include "step/detect/step_collide.h"
#include "step/detect/step_detect.h"
#include "step/detect/step_proxies.h"
#include "step/detect/step_sweep.h"
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
static double closing_travel(belay_world* world, const bl_key_pair* pair)
{
    if (bl_collider_family(&bl_colliders(world)[pair->second]) != BL_FAMILY_PLANE)
        return bl_step_closing_travel(&world->def, &world->scratch.detect, pair);
    const bl_proxy* a = &world->scratch.detect.proxies[pair->first];
    bl_detect_parts parts = bl_detect_parts_of(world);
    return a->travel + bl_step_plane_travel(&parts, pair->second, pair->first);
}

// ---------------------------------------------------------------------------------------------------------------------
// Of one pair
// ---------------------------------------------------------------------------------------------------------------------

typedef struct detection {
    belay_world* world;
    uint32_t room;   // contacts that there is room for
    bl_atomic used;  // room that was asked for
    bool is_another; // pass: over the pairs that found no room in the first
} detection;

typedef struct contact_kind {
    const belay_vec3* lags; // by point; null: none
    bool is_swept, is_later, is_missed;
} contact_kind;

static void write_contacts(const belay_world* world, const bl_key_pair* pair, const bl_manifold* manifold,
                           contact_kind kind, bl_step_contact* out)
{
    const bl_collider* a = &bl_colliders(world)[pair->first];
    const bl_collider* b = &bl_colliders(world)[pair->second];
    belay_material material = bl_pair_material_of(&world->colliders, a, b);
    for (int i = 0; i < manifold->count; i++) {
        bl_step_contact c = {.point = manifold->points[i],
                             .a = a->id,
                             .b = b->id,
                             .body_a = world->scratch.detect.proxies[pair->first].body,
                             .body_b = world->scratch.detect.proxies[pair->second].body,
                             .collider_a = pair->first,
                             .collider_b = pair->second,
                             .friction = material.friction,
                             .restitution = kind.is_missed ? 0.0 : material.restitution,
                             .lag = kind.lags != NULL ? kind.lags[i] : v3_zero(),
                             .is_swept = kind.is_swept,
                             .is_later = kind.is_later,
                             .is_missed = kind.is_missed};
        out[i] = c;
    }
}

static void add_contacts(detection* d, const bl_key_pair* pair, const bl_manifold* manifolds, bl_sweep_verdict verdict,
                         const bl_sweep_finding* swept, bl_pair_finding* finding)
{
    int count = swept->count;
    for (int k = 0; k < count; k++)
        finding->count += (uint32_t)manifolds[k].count;
    uint32_t at = bl_atomic_add(&d->used, finding->count);
    bool is_room = at <= d->room && finding->count <= d->room - at;
    finding->begin = is_room ? at : BL_NO_INDEX;
    for (int k = 0; is_room && k < count; k++) {
        contact_kind kind = {k < swept->hits ? swept->lags[k] : NULL, verdict == BL_SWEEP_LAST || k < swept->hits,
                             swept->is_later[k], verdict == BL_SWEEP_NEAR_MISS};
        write_contacts(d->world, pair, &manifolds[k], kind, &d->world->scratch.detect.contacts[at]);
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

static void collide_pair(detection* d, const bl_key_pair* pair, bl_pair_finding* finding)
{
    const belay_world* world = d->world;
    const bl_collider *a = &bl_colliders(world)[pair->first], *b = &bl_colliders(world)[pair->second];
    const bl_proxy *pa = &world->scratch.detect.proxies[pair->first],
                   *pb = &world->scratch.detect.proxies[pair->second];
    bool is_sensor = (a->flags | b->flags) & BL_COLLIDER_SENSOR;
    if (!bl_pair_is_looked_at(&world->entities, &world->scratch.detect, pair->first, pair->second)) return;
    if (bl_joint_forbids_contact(&world->entities, a->body, b->body)) return;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    double travel = is_sensor ? 0.0 : closing_travel(d->world, pair);
    if (travel < 0.0) return;
    double cutoff = is_sensor ? 0.0 : travel + world->def.contact_margin;
    int count = bl_step_collide(&world->colliders, a, pa->pose, b, world->scratch.motion.bodies[pb->body].mid, cutoff,
                                manifolds);
    if (is_sensor) {
        bl_detect_parts parts = bl_detect_parts_of(d->world);
        finding->is_of_sensor = true;
        finding->is_overlap = is_overlap(manifolds, count);
        finding->is_passed =
            !finding->is_overlap && world->def.enable_continuous && bl_step_passes_to_mid(&parts, pair);
        return;
    }
    if (count == 0) return;
    bl_detect_parts parts = bl_detect_parts_of(d->world);
    bl_sweep_finding swept = {.count = count};
    bl_sweep_verdict verdict =
        world->def.enable_continuous ? bl_step_sweep(&parts, pair, manifolds, &swept) : BL_SWEEP_AS_IT_IS;
    if (verdict == BL_SWEEP_MISS) return;
    add_contacts(d, pair, manifolds, verdict, &swept, finding);
}

// ---------------------------------------------------------------------------------------------------------------------
// Of all pairs
// ---------------------------------------------------------------------------------------------------------------------

#define PAIRS_PER_RANGE 16

static void collide_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    detection* d = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        bl_pair_finding* finding = &d->world->scratch.detect.findings[i];
        if (d->is_another && finding->begin != BL_NO_INDEX) continue;
        *finding = (bl_pair_finding){0};
        collide_pair(d, &d->world->scratch.detect.pairs[i], finding);
    }
}

static void collide(detection* d, uint32_t used)
{
    bl_atomic_store(&d->used, used);
    d->room = d->world->scratch.detect.contact_room;
    bl_workers_run(d->world->workers, (uint32_t)arrlen(d->world->scratch.detect.pairs), PAIRS_PER_RANGE, collide_range,
                   d);
}

static belay_result reserve_spare(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    bool ok = true;
    BL_ARRAY_RESERVE(s->detect.findings, arrlen(s->detect.pairs), &world->def.allocator, &ok);
    if (bl_workers_count(world->workers) > 1)
        BL_ARRAY_RESERVE(s->detect.contacts_spare, s->detect.contact_room, &world->def.allocator, &ok);
    if (ok) return BELAY_OK;
    return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for what is found of %td pairs",
                   arrlen(s->detect.pairs));
}

// Where the contacts end that found room: before all that found none.
static uint32_t room_taken(const bl_step_scratch* s)
{
    uint32_t end = 0;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++) {
        const bl_pair_finding* f = &s->detect.findings[i];
        if (f->begin != BL_NO_INDEX && f->begin + f->count > end) end = f->begin + f->count;
    }
    return end;
}

// All of them, in whatever order.
static belay_result find_all(belay_world* world, uint32_t* total)
{
    detection d = {.world = world};
    collide(&d, 0);
    *total = bl_atomic_load(&d.used);
    if (*total <= d.room) return BELAY_OK;
    // A little more, so that it does not happen every time that there is one more.
    BL_TRY(bl_step_reserve_contacts(world, *total + *total / 8));
    BL_TRY(reserve_spare(world));
    d.is_another = true;
    collide(&d, room_taken(&world->scratch));
    return BELAY_OK;
}

// ---------------------------------------------------------------------------------------------------------------------
// Order
// ---------------------------------------------------------------------------------------------------------------------

// Says of each pair where its contacts come; true when they are there already.
static bool find_order(bl_step_scratch* s)
{
    uint32_t to = 0;
    bool is_ordered = true;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++) {
        bl_pair_finding* f = &s->detect.findings[i];
        f->to = to;
        to += f->count;
        is_ordered = is_ordered && (f->count == 0 || f->begin == f->to);
    }
    return is_ordered;
}

static void order_range(void* context, uint32_t begin, uint32_t end, int worker)
{
    bl_step_scratch* s = context;
    (void)worker;
    for (uint32_t i = begin; i < end; i++) {
        const bl_pair_finding* f = &s->detect.findings[i];
        if (f->count == 0) continue;
        memcpy(&s->detect.contacts_spare[f->to], &s->detect.contacts[f->begin], f->count * sizeof *s->detect.contacts);
    }
}

static void bring_into_order(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    if (find_order(s)) return;
    bl_workers_run(world->workers, (uint32_t)arrlen(s->detect.pairs), 8 * PAIRS_PER_RANGE, order_range, s);
    bl_step_contact* swap = s->detect.contacts;
    s->detect.contacts = s->detect.contacts_spare;
    s->detect.contacts_spare = swap;
}

static belay_result list_sensed(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    arrsetlen(s->detect.sensed, 0);
    bool ok = true;
    for (ptrdiff_t i = 0; i < arrlen(s->detect.pairs); i++) {
        if (!s->detect.findings[i].is_overlap) continue;
        BL_ARRAY_RESERVE(s->detect.sensed, arrlen(s->detect.sensed) + 1, &world->def.allocator, &ok);
        if (!ok)
            return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for another visitor of a sensor");
        arrput(s->detect.sensed, s->detect.pairs[i]);
    }
    return BELAY_OK;
}

belay_result bl_step_narrow_phase(belay_world* world)
{
    bl_step_scratch* s = &world->scratch;
    uint32_t total;
    arrsetlen(s->detect.contacts, 0);
    BL_TRY(reserve_spare(world));
    BL_TRY(bl_step_closing(world));
    BL_TRY(find_all(world, &total));
    bring_into_order(world);
    arrsetlen(s->detect.contacts, total);
    return list_sensed(world);
}
