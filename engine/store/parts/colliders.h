// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Colliders as the world keeps them: component BL_TABLE_COLLIDER of their entities, and what goes with them. Written by
// objects/ alone, but for BL_COLLIDER_ARRIVED, which is the step's too.

#ifndef BELAY_ENGINE_STORE_PARTS_COLLIDERS_H
#define BELAY_ENGINE_STORE_PARTS_COLLIDERS_H

#include "belay/collider.h"
#include "geometry/convex/shape_ops.h"

enum {
    BL_COLLIDER_SENSOR = 1,
    BL_COLLIDER_PERSIST_EVENTS = 2,
    // It was made, or its body put where it is, since the last step: whom it meets there, asleep or not, is asked once.
    BL_COLLIDER_ARRIVED = 4,
};

typedef struct bl_collider {
    uint64_t id;
    uint64_t body;
    uint64_t shape_at, shape_size; // hull, curve or mesh: offset and bytes in shape_bytes; size 0: none
    belay_pose pose;               // the shape's frame on the body; a sphere's centre is in it
    belay_vec3 half;               // as in bl_convex; plane: unit normal, body frame
    double radius;                 // as in bl_convex; tube: radius; plane: offset, body frame
    double bounding_radius;        // greatest distance of a point from the shape's frame; HUGE_VAL: a plane
    belay_material material;
    double density;
    belay_vec3 surface_velocity;
    belay_filter filter;
    belay_shape_type type;
    uint32_t flags;
    uint32_t next; // slot + 1 of the body's next collider
} bl_collider;

// A pair of colliders or rods with a material of its own; a < b.
typedef struct bl_pair_material {
    uint64_t a, b;
    belay_material material;
} bl_pair_material;

typedef struct bl_collider_store {
    unsigned char* shape_bytes; // stb_ds array: hulls, curves and meshes one behind the other, each at a multiple of 8
    bl_pair_material* pair_materials; // stb_ds array, sorted by (a, b)
} bl_collider_store;

#endif
