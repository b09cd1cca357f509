// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "threads/haptic_triple_buffer.h"

#define FRESH 4u
#define SLOT 3u

void bl_triple_buffer_init(bl_triple_buffer* buffer, void* first, void* second, void* third)
{
    buffer->slots[0] = first;
    buffer->slots[1] = second;
    buffer->slots[2] = third;
    buffer->back = 0;
    atomic_init(&buffer->middle, 1u);
    buffer->front = 2;
}

void* bl_triple_buffer_back(bl_triple_buffer* buffer)
{
    return buffer->slots[buffer->back];
}

void bl_triple_buffer_publish(bl_triple_buffer* buffer)
{
    buffer->back = atomic_exchange_explicit(&buffer->middle, buffer->back | FRESH, memory_order_acq_rel) & SLOT;
}

bool bl_triple_buffer_take(bl_triple_buffer* buffer)
{
    if (!(atomic_load_explicit(&buffer->middle, memory_order_relaxed) & FRESH)) return false;
    buffer->front = atomic_exchange_explicit(&buffer->middle, buffer->front, memory_order_acq_rel) & SLOT;
    return true;
}

const void* bl_triple_buffer_front(const bl_triple_buffer* buffer)
{
    return buffer->slots[buffer->front];
}
