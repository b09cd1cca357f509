// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the colliders are, for finding which of them may meet.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_PROXIES_H
#define BELAY_ENGINE_STEP_DETECT_STEP_PROXIES_H

#include "step/detect/detect_parts.h"

// What a body does in this step, in pair_finder.mobility.
enum {
    BL_MOBILITY_KEPT,  // it is where it was in the last step, and not active
    BL_MOBILITY_STILL, // not active
    BL_MOBILITY_MOVING // active, or with colliders that have arrived
};

// scratch.motion.bodies, colliders -> scratch.detect.proxies, and the boxes, mobility and planes of the pair finder.
// False when memory runs out.
bool bl_step_proxies(const bl_detect_parts* d, const bl_roster* roster, bl_pair_finder* finder);

// How far the plane of a collider can come to the solid of another in a step.
double bl_step_plane_travel(const bl_detect_parts* d, uint32_t plane, uint32_t solid);

// Whether a collider asks whom it meets: its body is active, or it has arrived.
bool bl_collider_is_active(const bl_entity_store* entities, const bl_detect_scratch* detect, uint32_t index);
// Whether two colliders are looked at in this step: one of the bodies is active, or something has arrived, be it at a
// sleeper. Of two things that stand, neither notices that the other has come.
bool bl_pair_is_looked_at(const bl_entity_store* entities, const bl_detect_scratch* detect, uint32_t place_a,
                          uint32_t place_b);

#endif
