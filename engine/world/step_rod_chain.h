// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods in a step as contact sees them.

#ifndef BELAY_ENGINE_WORLD_STEP_ROD_CHAIN_H
#define BELAY_ENGINE_WORLD_STEP_ROD_CHAIN_H

#include "contact/mesh_contact.h"
#include "world/step_rods.h"

// A rod with its nodes in an array by node, travelling as scratch.rods.travel says.
bl_rod_chain bl_step_rod_chain(const belay_world* world, uint32_t rod, const belay_vec3* nodes);

// Tangents across the normal, the first along rod a as far as it lies across.
void bl_step_rod_set_tangents(const belay_world* world, bl_step_rod_contact* contact);

// The contacts of one segment with a collider whose body stands at `body`: capsule first. Returns how many manifolds
// were written (room: BL_MESH_MAX_MANIFOLDS).
int bl_step_rod_collide_segment(const belay_world* world, const bl_rod_chain* chain, uint32_t segment,
                                uint32_t collider, belay_pose body, double cutoff, bl_manifold* manifolds);

// Segments [begin, end) of a rod.
typedef struct bl_rod_range {
    uint32_t begin, end;
} bl_rod_range;

// Those that do not touch a body, as the body holds the rod there (step_rod_exempt.c).
typedef struct bl_rod_exempt {
    int count;
    bl_rod_range ranges[BELAY_ROD_MAX_ATTACHMENTS];
} bl_rod_exempt;

// Of the body at a place of its table; both at the contact instant.
bl_rod_exempt bl_step_rod_exempt(const belay_world* world, uint32_t rod, uint32_t body, const bl_rod_chain* chain);

static inline bool bl_rod_is_exempt(const bl_rod_exempt* exempt, uint32_t segment)
{
    for (int k = 0; k < exempt->count; k++)
        if (segment >= exempt->ranges[k].begin && segment < exempt->ranges[k].end) return true;
    return false;
}

#endif
