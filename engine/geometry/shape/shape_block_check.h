// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whether the bytes of a hull, a curve or a mesh are what its builder could have written: for blocks that come from
// outside, in a snapshot. Every offset, count and index is within its bounds and every number finite, so that whatever
// reads the block stays in it and comes to an end. That a surface is closed, or convex, is not looked at.

#ifndef BELAY_ENGINE_GEOMETRY_SHAPE_SHAPE_BLOCK_CHECK_H
#define BELAY_ENGINE_GEOMETRY_SHAPE_SHAPE_BLOCK_CHECK_H

#include <stdbool.h>
#include <stddef.h>

// `block` is aligned to 8; `size` bytes are there. O(size).
bool bl_hull_block_is_whole(const void* block, size_t size);
bool bl_curve_block_is_whole(const void* block, size_t size);
// `is_grid`: of a height field.
bool bl_mesh_block_is_whole(const void* block, size_t size, bool is_grid);

#endif
