// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods in a step as contact sees them.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_ROD_CHAIN_H
#define BELAY_ENGINE_STEP_DETECT_STEP_ROD_CHAIN_H

#include "detect/mesh/mesh_contact.h"
#include "step/detect/detect_parts.h"
#include "store/rods.h"

// A rod with its nodes in an array by node, travelling as scratch.rods.travel says.
bl_rod_chain bl_step_rod_chain(const bl_step_rods* rods, uint32_t rod, const belay_vec3* nodes);

// Tangents across the normal, the first along rod a as far as it lies across.
void bl_step_rod_set_tangents(const bl_step_rods* rods, bl_step_rod_contact* contact);

// The contacts of one segment with a collider whose body stands at `body`: capsule first. Returns how many manifolds
// were written (room: BL_MESH_MAX_MANIFOLDS).
int bl_step_rod_collide_segment(const bl_detect_parts* d, const bl_rod_chain* chain, uint32_t segment,
                                uint32_t collider, belay_pose body, double cutoff, bl_manifold* manifolds);

// Adds a contact of two rods (or of one with itself), or of a rod with a collider, to scratch.rods.contacts, behind the
// sorted ones and with no impulse. False: no memory.
bool bl_step_rod_add_with_rod(const bl_detect_parts* d, uint32_t a, uint32_t b, const bl_rod_contact* at);
bool bl_step_rod_add_with_solid(const bl_detect_parts* d, uint32_t rod, uint32_t collider,
                                const bl_rod_solid_contact* at);
// Sorts them by ids, then as they were added. False: no memory.
bool bl_step_rods_sort_contacts(const belay_allocator* allocator, bl_step_rods* rods);

// Whether two places were one before a cut and have not been apart since.
bool bl_step_rod_is_pair_excluded(const bl_detect_parts* d, uint32_t a, uint32_t b, const bl_rod_contact* at);
// Whether a rod and a collider may touch in this step: by filters, and by their boxes.
bool bl_step_rod_may_touch(const bl_entity_store* entities, const bl_step_scratch* scratch, uint32_t rod,
                           uint32_t collider);
// The same of one segment: by the box of it and its travel, so much wider.
bool bl_step_rod_segment_meets(const bl_rod_chain* chain, uint32_t segment, double around, const bl_proxy* proxy);

static inline bool bl_rod_boxes_meet(belay_vec3 la, belay_vec3 ua, belay_vec3 lb, belay_vec3 ub)
{
    return la.x <= ub.x && lb.x <= ua.x && la.y <= ub.y && lb.y <= ua.y && la.z <= ub.z && lb.z <= ua.z;
}

// Whether two rods (or one and itself) are to be looked at: by filters, sleep, and the boxes of their ways.
bool bl_step_rods_may_meet(const bl_rod_record* records, const bl_step_rods* rods, uint32_t a, uint32_t b);
// Sets *crosses where their axes pass through each other on their travel; the places are in scratch.rods.collider.
// False: no memory.
bool bl_step_rods_cross(const bl_detect_parts* d, uint32_t a, uint32_t b, bool* crosses);

// Segments [begin, end) of a rod.
typedef struct bl_rod_range {
    uint32_t begin, end;
} bl_rod_range;

// Those that do not touch a body, as the body holds the rod there (step_rod_excluded.c).
typedef struct bl_rod_excluded_ranges {
    int count;
    bl_rod_range ranges[BELAY_ROD_MAX_ATTACHMENTS];
} bl_rod_excluded_ranges;

// Of the body at an index of its table; both at the contact instant.
bl_rod_excluded_ranges bl_step_rod_excluded_ranges(const bl_detect_parts* d, uint32_t rod, uint32_t body,
                                                   const bl_rod_chain* chain);

static inline bool bl_rod_is_excluded(const bl_rod_excluded_ranges* excluded, uint32_t segment)
{
    for (int k = 0; k < excluded->count; k++)
        if (segment >= excluded->ranges[k].begin && segment < excluded->ranges[k].end) return true;
    return false;
}

#endif
