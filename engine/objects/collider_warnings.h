// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the logger is warned of when a collider is made: what is accepted, but is mostly a mistake.

#ifndef BELAY_ENGINE_OBJECTS_COLLIDER_WARNINGS_H
#define BELAY_ENGINE_OBJECTS_COLLIDER_WARNINGS_H

#include "store/state.h"

// Triangles without area, a closed mesh with its inside out, a dynamic body of the size of a town. `call` is named.
// Costs nothing without a logger.
void bl_warn_of_collider(const belay_world* world, const char* call, const bl_collider* c);

#endif
