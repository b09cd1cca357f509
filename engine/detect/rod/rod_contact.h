// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where rods touch each other and themselves. A rod is a polyline whose segments are capsules. Every segment that comes
// within the cutoff of another gets one contact with it, at their closest points. What is only the end of a segment
// whose neighbour is nearer is no contact, and what two neighbours report of the node they share, or within a fiftieth
// of their lengths about it, is one.
//
// Of near-parallel segments the closest points are everywhere and nowhere, so a little is added to the squared distance
// for places away from the segments' middles (detect/rod/rod_contact_closest.h): the places move continuously from end
// to end as the angle passes through zero, and strands that run alongside each other touch in the middle of each
// stretch in which two segments face each other. The gap is then larger than the least one by up to a thousandth of the
// radii's sum; above 17 degrees it is the least one exactly.
//
// Same input, same bits. Nothing allocates once the collider's arrays have reached their largest size. Cost: 6 to 15 us
// for a rod of 60 segments with itself, 30 to 100 us for 300 with up to 300 contacts; crossings 7 and 40 us, of which
// each that is found takes 7.

#ifndef BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_H
#define BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_H

#include "belay/base.h"
#include "belay/math.h"

#include <stdbool.h>
#include <stdint.h>

// A rod as contact sees it, at the contact instant.
typedef struct bl_rod_chain {
    const belay_vec3* nodes;  // segment_count + 1
    const belay_vec3* travel; // m, of each node, in the step to come without contacts (h v_free); null: none
    uint32_t segment_count;
    double radius;         // m
    double segment_length; // m, the mean one at rest
} bl_rod_chain;

// Two places that touch or nearly do. Chains may be the same; segment_a < segment_b then, or the same segment when both
// places are at the ends of one. A place at a node within the rod is named by the segment before it (s = 1). The normal
// points from B's axis to A's and is the direction in which the two places are apart, so that the gap changes by the
// normal part of their relative velocity; of axes that meet, a normal to both.
typedef struct bl_rod_contact {
    uint32_t segment_a, segment_b;
    double s, t;       // on A and on B, 0 to 1
    belay_vec3 normal; // unit
    double gap;        // m, < 0 when overlapping: distance of the places less the radii
} bl_rod_contact;

// Work space that keeps its memory. A zeroed one with the allocator set is valid.
typedef struct bl_rod_collider {
    const belay_allocator* allocator;
    bl_rod_contact* contacts; // stb_ds array: the result, ordered by (segment_a, s, segment_b, t)
    // further stb_ds arrays, private
    struct bl_box* boxes;          // a tree over one chain (detect/rod/rod_contact_tree.h)
    struct bl_rod_span* spans;     // its segments
    uint32_t* found;               // segments near one
    struct bl_rod_report* reports; // contacts as pairs of segments have them (detect/rod/rod_contact_list.h)
    uint32_t* rows;                // where the reports of each segment begin
} bl_rod_collider;

void bl_rod_collider_fini(bl_rod_collider* collider);

// Contacts of a rod with itself: pairs of places at least `exclusion` apart along the rod (m of its length at rest). Of
// two segments that are in part nearer than that along the rod, the closest places are taken among the others. So that
// no bend touches itself, exclusion is to be pi radii + margin or more: that is the half circle whose sides touch.
//
// The cutoff of a pair is `margin` + what both travel towards each other along the normal: a pair with a larger gap
// keeps it above margin for the whole step, since the normal's direction separates the two segments by that much all
// the way. False: no memory.
bool bl_collide_rod_self(bl_rod_collider* collider, const bl_rod_chain* chain, double exclusion, double margin);

// Contacts of two rods.
bool bl_collide_rods(bl_rod_collider* collider, const bl_rod_chain* a, const bl_rod_chain* b, double margin);

// Whether, and when, two segments that move evenly from (a0, a1) by (da0, da1) and from (b0, b1) by (db0, db1) pass
// through each other: the first time in (0, 1] at which their axes meet, to within 2^-45 of the motion. Fills place,
// and the normal that the pair had just before (from B to A). For finding what a step would let through (a rod pulled
// fast through itself).
//
// Nothing that meets is missed, also of parallel, coplanar or vanishing segments: a time is passed over only where some
// fixed direction separates the segments, or where their ends are in one plane at no time. In turn what comes within
// 1e-14 of the size of the motion counts as meeting (1e-8, where they turn through parallel just then). Segments that
// meet at the start have no side to come from: false.
typedef struct bl_rod_crossing {
    double time, s, t;
    belay_vec3 normal;
} bl_rod_crossing;
bool bl_segments_cross(const belay_vec3 a[2], const belay_vec3 da[2], const belay_vec3 b[2], const belay_vec3 db[2],
                       bl_rod_crossing* crossing);

// On which side of B the segment A passes: the signed distance of their lines times the sine of their angle (m). Its
// sign is that of the normal of a contact on the line (a1 - a0) x (b1 - b0), the same after exchanging A and B. It
// changes sign when one strand passes through the other, but also when their directions turn through parallel, or when
// the lines cross beyond the segments' ends. So of a pair of strands that touched with the normal n in the last step:
// they may have changed sides when the side of the same two segments has changed its sign, and have done so when
// bl_segments_cross says it of the motion from the last nodes to these; then n, not the normal found now, tells where
// they belong.
double bl_segments_side(const belay_vec3 a[2], const belay_vec3 b[2]);

// Pairs of segments of two chains (or of one, given twice: then at least `exclusion` apart) whose axes pass through
// each other when every node moves by its `travel`. Fills collider->contacts: place and normal as just before they
// meet, and the gap that the two places have at the contact instant along that normal. False: no memory.
bool bl_find_crossings(bl_rod_collider* collider, const bl_rod_chain* a, const bl_rod_chain* b, double exclusion);

#endif
