// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bytes from one thread to another without waiting: a bounded ring, one writer, one reader. A write is whole or not at
// all.

#ifndef BELAY_HAPTICS_THREADS_HAPTIC_RING_H
#define BELAY_HAPTICS_THREADS_HAPTIC_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct bl_ring {
    unsigned char* bytes;
    size_t size;               // a power of two
    atomic_uint_fast64_t head; // bytes written so far: the writer's
    atomic_uint_fast64_t tail; // bytes read so far: the reader's
    uint64_t pending;          // the writer's: head of the write under way
} bl_ring;

// `bytes` belongs to the caller; size a power of two.
void bl_ring_init(bl_ring* ring, unsigned char* bytes, size_t size);

// A write of several parts: begin tells whether there is room for all of it, end hands it over.
bool bl_ring_begin(bl_ring* ring, size_t size);
void bl_ring_add(bl_ring* ring, const void* bytes, size_t size);
void bl_ring_end(bl_ring* ring);

// The longest piece that can be read at once, and how long it is; to be given back with bl_ring_skip.
const unsigned char* bl_ring_peek(const bl_ring* ring, size_t* size);
void bl_ring_skip(bl_ring* ring, size_t size);

#endif
