// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of chains: those that pairs of segments report, and which of these are of the chains as a whole.

#ifndef BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_LIST_H
#define BELAY_ENGINE_DETECT_ROD_ROD_CONTACT_LIST_H

#include "detect/rod/rod_contact.h"

// What a pair of segments has. The steps lead to the segments that share the node at which, or very near to which, the
// closest places proper are: -1, 1, or 0 when they are within the segment.
typedef struct bl_rod_report {
    bl_rod_contact contact;
    int32_t step_a, step_b;
} bl_rod_report;

// Begins with no reports and no contacts, with room in `found` and `rows` for the chains. False: no memory.
bool bl_rod_list_begin(bl_rod_collider* collider, const bl_rod_chain* a, const bl_rod_chain* b);

// Reports are made by ascending (segment_a, segment_b), at most one of each pair. False: no memory.
bool bl_rod_list_report(bl_rod_collider* collider, const bl_rod_report* report);

// To be called before the reports of each segment of A, and once with the number of segments after the last.
void bl_rod_list_begin_row(bl_rod_collider* collider, uint32_t segment_a);

// Takes those reports that are contacts of the chains: not one at a node where going on along the chain leads to the
// place of a neighbouring pair that is nearer, or is at the same node. False: no memory.
//
// The distance is convex over each pair of segments; so where the nearest places of the neighbouring pair are others
// than the node, the node is not even a local minimum over both pairs.
bool bl_rod_list_take_reports(bl_rod_collider* collider, double thickness);

// Adds a contact as it is. False: no memory.
bool bl_rod_list_add(bl_rod_collider* collider, const bl_rod_contact* contact);

// Names places at inner nodes by the segment before, and sorts the contacts.
void bl_rod_list_finish(bl_rod_collider* collider);

#endif
