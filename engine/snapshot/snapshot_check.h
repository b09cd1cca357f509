// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whether what a world consists of (what a snapshot holds of it) is a world that a step can go on from.

#ifndef BELAY_ENGINE_SNAPSHOT_SNAPSHOT_CHECK_H
#define BELAY_ENGINE_SNAPSHOT_SNAPSHOT_CHECK_H

#include "store/state.h"

// `world`: tables, arrays, clock and settings as they were read, handles with the world's tag. Every index, count and
// offset must be within its bounds, every list end, every handle that is followed without a look be that of a living
// thing of its kind, and every number finite, or infinite where that means something. VERSION, and what is not so with
// its number; MEMORY when there is none to look with.
// O(size of the world).
//
// First that tables are as long as they say, which all else goes by; then the rest.
belay_result bl_snapshot_check_sizes(const belay_world* world, belay_error* error);
belay_result bl_snapshot_check(const belay_world* world, belay_error* error);
// A part of it: bodies, colliders, joints and the lists that hang them together. Handles and tables have been looked
// at.
belay_result bl_snapshot_check_bodies(const belay_world* world, belay_error* error);

#endif
