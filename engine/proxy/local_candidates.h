// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where a tool touches, or may come to touch before the next step: detected once more at the contact instant.

#ifndef BELAY_ENGINE_PROXY_LOCAL_CANDIDATES_H
#define BELAY_ENGINE_PROXY_LOCAL_CANDIDATES_H

#include "detect/manifold.h"
#include "proxy/local_rods.h"
#include "proxy/local_tool.h"

// One point where the tool is, or may come to be, in contact.
typedef struct bl_local_candidate {
    bl_manifold_point point;
    uint32_t tool_collider, other_collider; // indices; other_collider BL_NO_INDEX: a rod
    bool tool_is_a;
    bl_local_rod_point rod;
} bl_local_candidate;

typedef struct bl_local_candidates {
    bl_local_candidate at[BELAY_LOCAL_MODEL_CONTACTS];
    int count, left_out;
    int capacity; // that holds leave
} bl_local_candidates;

// Fills a list that is empty but for its room: the narrowest gaps, in the order of detection; those for which there is
// no room are counted. The arrays of the step are current. False: no memory.
bool bl_local_detect(belay_world* world, const bl_local_tool* tool, bl_local_candidates* list);

#endif
