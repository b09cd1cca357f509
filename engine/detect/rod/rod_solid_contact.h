// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The contacts of one rod with one solid, from those of its segments. Each segment is collided by itself, as a capsule,
// and where two of them meet both tell of their common end: of these one contact is made, so that a rod on a floor has
// one at each node, and one around a drum one on each segment.

#ifndef BELAY_ENGINE_DETECT_ROD_ROD_SOLID_CONTACT_H
#define BELAY_ENGINE_DETECT_ROD_ROD_SOLID_CONTACT_H

#include "belay/base.h"
#include "detect/manifold.h"

// A place of the rod that touches, or nearly does. The rod is A: the normal points from the solid to it.
typedef struct bl_rod_solid_contact {
    uint32_t segment; // a place at a node within the rod is named by the segment before it (s = 1)
    uint32_t unused;  // 0
    double s;         // 0 to 1 along the segment
    bl_manifold_point at;
} bl_rod_solid_contact;

// Keeps its memory. A zeroed one with the allocator set is valid.
typedef struct bl_rod_solid_list {
    const belay_allocator* allocator;
    bl_rod_solid_contact* contacts; // stb_ds array: the result, in order along the rod
} bl_rod_solid_list;

void bl_rod_solid_fini(bl_rod_solid_list* list);

// An empty list.
void bl_rod_solid_begin(bl_rod_solid_list* list);

// Adds the contacts of a segment from `start` to `end`: a manifold in which its capsule is A (bl_manifold_mirror, when
// it was B). A segment may have several. False: no memory.
bool bl_rod_solid_add(bl_rod_solid_list* list, uint32_t segment, belay_vec3 start, belay_vec3 end,
                      const bl_manifold* manifold);

// Makes one of those contacts that are at one node, or within a fiftieth of a segment's length about it, and whose
// normals are within 15 degrees of each other: the one with the smaller gap, under the name that the earlier segment
// gives it (its feature). Where the normals differ by more, as in a corner, they stay apart. Same input, same bits.
void bl_rod_solid_finish(bl_rod_solid_list* list);

#endif
