// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies that somebody forgot to weigh.

#ifndef BELAY_ENGINE_OBJECTS_UNWEIGHED_H
#define BELAY_ENGINE_OBJECTS_UNWEIGHED_H

#include "store/state.h"

// Tells the logger of the first body that has the default mass although its colliders weigh something else; once in the
// life of a world, as there may be as many of them as bodies. Cost: O(bodies and colliders), none without a logger.
void bl_warn_of_unweighed_body(belay_world* world);

#endif
