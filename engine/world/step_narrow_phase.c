// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// From pairs of colliders to contacts: detection at the contact instant, and the pair's material.

#include "world/step.h"

#include "contact/sphere_contact.h"
#include "core/alloc.h"

// The ball is always first (see the broad phase).
static void collide(const belay_world* world, const bl_collider* a, const bl_collider* b, const bl_proxy* pa,
                    const bl_proxy* pb, bl_manifold* manifold)
{
    const bl_step_body* bodies = world->scratch.bodies;
    belay_pose pose_a = bodies[pa->body].mid, pose_b = bodies[pb->body].mid;
    belay_vec3 center = pose_apply(pose_a, a->center);
    double cutoff = pa->margin + pb->margin - world->def.contact_margin; // both margins hold the contact margin
    switch (b->type) {
    case BELAY_SHAPE_SPHERE:
        bl_collide_sphere_sphere(center, a->radius, pose_apply(pose_b, b->center), b->radius, cutoff, manifold);
        return;
    case BELAY_SHAPE_PLANE: {
        belay_vec3 normal = q_rotate(pose_b.rotation, b->center);
        double offset = b->radius + v3_dot(normal, pose_b.position);
        bl_collide_sphere_plane(center, a->radius, normal, offset, cutoff, manifold);
        return;
    }
    case BELAY_SHAPE_TUBE:
        bl_collide_sphere_tube(center, a->radius, bl_collider_curve(world, b), pose_b, b->radius, cutoff, manifold);
        return;
    case BELAY_SHAPE_TYPE_COUNT:
        break;
    }
    manifold->count = 0;
}

static void add_contacts(belay_world* world, const bl_key_pair* pair, const bl_manifold* manifold)
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
                             .friction = material.friction,
                             .restitution = material.restitution};
        arrput(world->scratch.contacts, c);
    }
}

belay_result bl_step_narrow_phase(belay_world* world)
{
    arrsetlen(world->scratch.contacts, 0);
    for (ptrdiff_t i = 0; i < arrlen(world->scratch.pairs); i++) {
        bl_key_pair pair = world->scratch.pairs[i];
        bl_manifold manifold;
        collide(world, &bl_colliders(world)[pair.first], &bl_colliders(world)[pair.second],
                &world->scratch.proxies[pair.first], &world->scratch.proxies[pair.second], &manifold);
        if (manifold.count == 0) continue;
        belay_result result =
            bl_step_reserve_contacts(world, (uint32_t)(arrlen(world->scratch.contacts) + manifold.count));
        if (result != BELAY_OK) return result;
        add_contacts(world, &pair, &manifold);
    }
    return BELAY_OK;
}
