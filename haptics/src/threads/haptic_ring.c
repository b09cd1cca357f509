// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "threads/haptic_ring.h"

#include <string.h>

void bl_ring_init(bl_ring* ring, unsigned char* bytes, size_t size)
{
    ring->bytes = bytes;
    ring->size = size;
    atomic_init(&ring->head, 0);
    atomic_init(&ring->tail, 0);
    ring->pending = 0;
}

bool bl_ring_begin(bl_ring* ring, size_t size)
{
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
    ring->pending = head;
    return size <= ring->size - (size_t)(head - tail);
}

void bl_ring_add(bl_ring* ring, const void* bytes, size_t size)
{
    size_t at = (size_t)ring->pending & (ring->size - 1), first = ring->size - at;
    if (first > size) first = size;
    memcpy(ring->bytes + at, bytes, first);
    memcpy(ring->bytes, (const unsigned char*)bytes + first, size - first);
    ring->pending += size;
}

void bl_ring_end(bl_ring* ring)
{
    atomic_store_explicit(&ring->head, ring->pending, memory_order_release);
}

const unsigned char* bl_ring_peek(const bl_ring* ring, size_t* size)
{
    uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    size_t at = (size_t)tail & (ring->size - 1), left = (size_t)(head - tail);
    *size = left < ring->size - at ? left : ring->size - at;
    return ring->bytes + at;
}

void bl_ring_skip(bl_ring* ring, size_t size)
{
    uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    atomic_store_explicit(&ring->tail, tail + size, memory_order_release);
}
