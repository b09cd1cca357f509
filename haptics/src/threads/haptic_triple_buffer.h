// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The newest of a stream of values from one thread to another, without waiting: of three slots the writer owns one, the
// reader one, and the third lies between them. Publishing and taking are one atomic exchange each; the writer's stores
// are seen by the reader (release, acquire). Values that the reader does not come for are overwritten.

#ifndef BELAY_HAPTICS_THREADS_HAPTIC_TRIPLE_BUFFER_H
#define BELAY_HAPTICS_THREADS_HAPTIC_TRIPLE_BUFFER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct bl_triple_buffer {
    void* slots[3];
    atomic_uint middle; // number of the slot between, and whether it is fresh: not taken yet
    unsigned back;      // the writer's
    unsigned front;     // the reader's
} bl_triple_buffer;

// The slots belong to the caller, and are alike.
void bl_triple_buffer_init(bl_triple_buffer* buffer, void* first, void* second, void* third);

// The writer's slot, to be filled; whatever was in it.
void* bl_triple_buffer_back(bl_triple_buffer* buffer);
// Hands the writer's slot over and gives it another.
void bl_triple_buffer_publish(bl_triple_buffer* buffer);

// Takes the newest value, if there is one that has not been taken; whether there was.
bool bl_triple_buffer_take(bl_triple_buffer* buffer);
// The reader's slot: what was taken last. Good until the next take.
const void* bl_triple_buffer_front(const bl_triple_buffer* buffer);

#endif
