// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From pairs of colliders to contacts: detection at the contact instant, and the pair's material.

#include "world/step.h"

#include "contact/convex_contact.h"
#include "contact/mesh_contact.h"
#include "contact/sphere_contact.h"
#include "core/alloc.h"
#include "world/step_collide.h"
#include "world/step_joints.h"
#include "world/step_proxies.h"

int bl_step_collide_convex(const belay_world* world, const bl_convex* convex, belay_pose pose_a, uint32_t place_b,
                           belay_pose body_b, double cutoff, bl_manifold* manifolds)
{
    const bl_collider* b = &bl_colliders(world)[place_b];
    belay_pose pose_b = pose_compose(body_b, b->pose);
    bool is_ball = convex->kind == BL_CONVEX_POINT;
    bl_manifold* m = manifolds;
    m->count = 0;
    if (b->type == BELAY_SHAPE_PLANE) {
        belay_vec3 normal;
        double offset;
        bl_collider_plane(b, body_b, &normal, &offset);
        if (is_ball)
            bl_collide_sphere_plane(pose_a.position, convex->radius, normal, offset, cutoff, m);
        else
            bl_collide_convex_plane(convex, pose_a, normal, offset, cutoff, m);
    } else if (b->type == BELAY_SHAPE_TUBE) {
        if (is_ball)
            bl_collide_sphere_tube(pose_a.position, convex->radius, bl_collider_curve(world, b), pose_b, b->radius,
                                   cutoff, m);
        else
            bl_collide_convex_tube(convex, pose_a, bl_collider_curve(world, b), pose_b, b->radius, cutoff, m);
    } else if (b->type == BELAY_SHAPE_MESH || b->type == BELAY_SHAPE_HEIGHT_FIELD) {
        return bl_collide_convex_mesh(convex, pose_a, bl_collider_mesh(world, b), pose_b, cutoff, manifolds);
    } else if (is_ball && b->type == BELAY_SHAPE_SPHERE) {
        bl_collide_sphere_sphere(pose_a.position, convex->radius, pose_b.position, b->radius, cutoff, m);
    } else {
        bl_convex other = bl_collider_convex(world, b);
        bl_collide_convex(convex, pose_a, &other, pose_b, cutoff, m);
    }
    return m->count > 0;
}

int bl_step_collide(const belay_world* world, uint32_t place_a, belay_pose pose_a, uint32_t place_b, belay_pose body_b,
                    double cutoff, bl_manifold* manifolds)
{
    bl_convex convex = bl_collider_convex(world, &bl_colliders(world)[place_a]);
    return bl_step_collide_convex(world, &convex, pose_a, place_b, body_b, cutoff, manifolds);
}

// How far the two can come towards each other in a step. What travels together counts as well: in a falling column the
// lower one may be stopped in this very step.
static double closing_travel(const belay_world* world, const bl_key_pair* pair)
{
    const bl_proxy *a = &world->scratch.proxies[pair->first], *b = &world->scratch.proxies[pair->second];
    if (bl_colliders(world)[pair->second].type != BELAY_SHAPE_PLANE) return a->travel + b->travel;
    return a->travel + bl_step_plane_travel(world, pair->second, pair->first);
}

static void add_contacts(belay_world* world, const bl_key_pair* pair, const bl_manifold* manifold, bool is_swept,
                         const belay_vec3* lags)
{
    const bl_collider* a = &bl_colliders(world)[pair->first];
    const bl_collider* b = &bl_colliders(world)[pair->second];
    belay_material material = bl_pair_material_of(world, a, b);
    for (int i = 0; i < manifold->count; i++) {
        bl_step_contact c = {.point = manifold->points[i],
                             .a = a->id,
                             .b = b->id,
                             .body_a = world->scratch.proxies[pair->first].body,
                             .body_b = world->scratch.proxies[pair->second].body,
                             .collider_a = pair->first,
                             .collider_b = pair->second,
                             .friction = material.friction,
                             .restitution = material.restitution,
                             .lag = is_swept ? lags[i] : v3_zero(),
                             .is_swept = is_swept};
        arrput(world->scratch.contacts, c);
    }
}

// A sensor notices a visitor that it overlaps.
static belay_result notice(belay_world* world, const bl_key_pair* pair, const bl_manifold* manifolds, int count)
{
    bool overlaps = false;
    for (int k = 0; k < count; k++)
        for (int i = 0; i < manifolds[k].count; i++)
            overlaps = overlaps || manifolds[k].points[i].gap <= 0.0;
    if (!overlaps) return BELAY_OK;
    bool ok = true;
    BL_ARRAY_RESERVE(world->scratch.sensed, arrlen(world->scratch.sensed) + 1, &world->def.allocator, &ok);
    if (!ok) return bl_fail(world, BELAY_ERROR_MEMORY, "belay_world_step: no memory for another visitor of a sensor");
    arrput(world->scratch.sensed, *pair);
    return BELAY_OK;
}

static belay_result collide_pair(belay_world* world, bl_key_pair pair)
{
    const bl_collider *a = &bl_colliders(world)[pair.first], *b = &bl_colliders(world)[pair.second];
    const bl_proxy *pa = &world->scratch.proxies[pair.first], *pb = &world->scratch.proxies[pair.second];
    bool is_sensor = (a->flags | b->flags) & BL_COLLIDER_SENSOR;
    if (bl_joint_forbids_contact(world, a->body, b->body)) return BELAY_OK;
    bl_manifold manifolds[BL_MESH_MAX_MANIFOLDS];
    double travel = is_sensor ? 0.0 : closing_travel(world, &pair);
    double cutoff = is_sensor ? 0.0 : travel + world->def.contact_margin;
    int count = bl_step_collide(world, pair.first, pa->pose, pair.second, world->scratch.bodies[pb->body].mid, cutoff,
                                manifolds);
    if (count == 0) return BELAY_OK;
    if (is_sensor) return notice(world, &pair, manifolds, count);
    belay_vec3 lags[BL_MANIFOLD_MAX_POINTS] = {{0.0, 0.0, 0.0}};
    bl_sweep_verdict verdict =
        world->def.enable_continuous ? bl_step_sweep(world, &pair, manifolds, count, lags) : BL_SWEEP_AS_IT_IS;
    if (verdict == BL_SWEEP_MISS) return BELAY_OK;
    if (verdict == BL_SWEEP_HIT) count = 1;
    for (int k = 0; k < count; k++) {
        uint32_t total = (uint32_t)(arrlen(world->scratch.contacts) + manifolds[k].count);
        belay_result result = bl_step_reserve_contacts(world, total);
        if (result != BELAY_OK) return result;
        add_contacts(world, &pair, &manifolds[k], verdict != BL_SWEEP_AS_IT_IS, lags);
    }
    return BELAY_OK;
}

belay_result bl_step_narrow_phase(belay_world* world)
{
    arrsetlen(world->scratch.contacts, 0);
    arrsetlen(world->scratch.sensed, 0);
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.pairs); i++) {
        belay_result result = collide_pair(world, world->scratch.pairs[i]);
        if (result != BELAY_OK) return result;
    }
    return BELAY_OK;
}
