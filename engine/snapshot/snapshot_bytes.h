// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The bytes of a snapshot, as one walk after the other passes over them: to measure, to write, or to read. Much of a
// world is zero (forces between steps, the offsets of simple shapes), so words of 8 bytes go in groups of up to 64: a
// mask of those that are not zero, then these.

#ifndef BELAY_ENGINE_SNAPSHOT_SNAPSHOT_BYTES_H
#define BELAY_ENGINE_SNAPSHOT_SNAPSHOT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Where a walk stands. Writing and reading stop moving data when the end is reached, and say so by `is_short`.
typedef struct bl_snapshot_walker {
    unsigned char* out;      // written to, unless null
    const unsigned char* in; // read from, unless null
    size_t at, size;
    bool is_short;
} bl_snapshot_walker;

// Measures or writes `size` bytes, or reads them into `data`.
void bl_snapshot_walk(bl_snapshot_walker* w, void* data, size_t size);
// Passes over the bytes of `size`.
void bl_snapshot_walk_over(bl_snapshot_walker* w, size_t size);

#endif
