// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where rods touch each other and themselves. A rod is a polyline whose segments are capsules. Every segment that comes
// within the cutoff of another gets one contact with it, at their closest points; contacts at a node that two
// neighbours share are merged into one. Of near-parallel segments, whose closest points are everywhere and nowhere, the
// places move continuously from end to end as the angle passes through zero.

#ifndef BELAY_ENGINE_CONTACT_ROD_CONTACT_H
#define BELAY_ENGINE_CONTACT_ROD_CONTACT_H

#include "belay/base.h"
#include "belay/math.h"

#include <stdbool.h>
#include <stdint.h>

// A rod as contact sees it, at the contact instant.
typedef struct bl_rod_chain {
    const belay_vec3* nodes;  // segment_count + 1
    const belay_vec3* travel; // m, of each node, in the step to come without contacts (h v_free)
    uint32_t segment_count;
    double radius;         // m
    double segment_length; // m, the mean one at rest
} bl_rod_chain;

// Two places that touch or nearly do. Chains may be the same. The normal points from B's axis to A's.
typedef struct bl_rod_contact {
    uint32_t segment_a, segment_b;
    double s, t;       // on A and on B, 0 to 1
    belay_vec3 normal; // unit
    double gap;        // m, < 0 when overlapping: distance of the axes less the radii
} bl_rod_contact;

// Work space that keeps its memory. A zeroed one with the allocator set is valid.
typedef struct bl_rod_collider {
    const belay_allocator* allocator;
    bl_rod_contact* contacts; // stb_ds array: the result, ordered by (segment_a, s, segment_b, t)
    // further stb_ds arrays, private
    struct bl_rod_box* boxes;
    struct bl_rod_box* other_boxes;
} bl_rod_collider;

void bl_rod_collider_fini(bl_rod_collider* collider);

// Contacts of a rod with itself: pairs of places at least `exclusion` apart along the rod (m of its length at rest).
// The cutoff of a pair is `margin` + what both travel towards each other. False: no memory.
bool bl_collide_rod_self(bl_rod_collider* collider, const bl_rod_chain* chain, double exclusion, double margin);

// Contacts of two rods.
bool bl_collide_rods(bl_rod_collider* collider, const bl_rod_chain* a, const bl_rod_chain* b, double margin);

// Whether, and when, two segments that move evenly from (a0, a1) by (da0, da1) and from (b0, b1) by (db0, db1) pass
// through each other: the first time in (0, 1] at which their axes meet. Fills place, and the normal that the pair had
// just before (from B to A). For finding what a step would let through (a rod pulled fast through itself).
typedef struct bl_rod_crossing {
    double time, s, t;
    belay_vec3 normal;
} bl_rod_crossing;
bool bl_segments_cross(const belay_vec3 a[2], const belay_vec3 da[2], const belay_vec3 b[2], const belay_vec3 db[2],
                       bl_rod_crossing* crossing);

// Pairs of segments of two chains (or of one, given twice: then at least `exclusion` apart) whose axes pass through
// each other when every node moves by its `travel`. Fills collider->contacts: place and normal as just before they
// meet, and the gap that the two places have at the contact instant along that normal.
bool bl_find_crossings(bl_rod_collider* collider, const bl_rod_chain* a, const bl_rod_chain* b, double exclusion);

#endif
