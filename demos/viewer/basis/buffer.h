// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A growable byte buffer. It keeps its memory when reset, so that a frame allocates nothing after the first few.
// A failed growth leaves the buffer as it was and gives NULL; callers drop what they wanted to add.

#ifndef BELAY_VIEWER_BASIS_BUFFER_H
#define BELAY_VIEWER_BASIS_BUFFER_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct vw_buffer {
    unsigned char* data;
    size_t size, capacity; // bytes
} vw_buffer;

// Room for `bytes` more at the end, uninitialised. The pointer is good until the next push.
static inline void* vw_buffer_push(vw_buffer* b, size_t bytes)
{
    if (b->size + bytes > b->capacity) {
        size_t capacity = b->capacity ? b->capacity : 1024;
        while (capacity < b->size + bytes)
            capacity *= 2;
        unsigned char* data = realloc(b->data, capacity);
        if (!data) return NULL;
        b->data = data;
        b->capacity = capacity;
    }
    void* p = b->data + b->size;
    b->size += bytes;
    return p;
}

// Appends a copy of `bytes` bytes. Returns the copy or NULL.
static inline void* vw_buffer_append(vw_buffer* b, const void* source, size_t bytes)
{
    void* p = vw_buffer_push(b, bytes);
    if (p && bytes) memcpy(p, source, bytes);
    return p;
}

// Empties it and keeps its memory.
static inline void vw_buffer_reset(vw_buffer* b)
{
    b->size = 0;
}

// Frees its memory; it is empty then.
static inline void vw_buffer_fini(vw_buffer* b)
{
    free(b->data);
    b->data = NULL;
    b->size = b->capacity = 0;
}

#endif
