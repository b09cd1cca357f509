// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "core/alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// What stands before every array block: who made it, and how large it is without this header. 16-byte multiple, so that
// the block behind it keeps its alignment.
typedef struct block_header {
    belay_allocator allocator;
    size_t size;
    size_t unused;
} block_header;

static void* reallocate_libc(void* context, void* block, size_t old_size, size_t new_size)
{
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

belay_allocator bl_allocator_default(void)
{
    belay_allocator a = {reallocate_libc, NULL};
    return a;
}

static void* refuse(void* context, void* block, size_t old_size, size_t new_size)
{
    (void)context, (void)block, (void)old_size, (void)new_size;
    return NULL;
}

const belay_allocator* bl_allocator_none(void)
{
    static const belay_allocator none = {.reallocate = refuse};
    return &none;
}

void* bl_allocate(const belay_allocator* allocator, size_t size)
{
    void* block = allocator->reallocate(allocator->context, NULL, 0, size);
    if (block != NULL) memset(block, 0, size);
    return block;
}

void bl_free(const belay_allocator* allocator, void* block, size_t size)
{
    if (block != NULL) allocator->reallocate(allocator->context, block, size, 0);
}

static void* block_reallocate(const belay_allocator* allocator, void* block, size_t size)
{
    block_header* old = block != NULL ? (block_header*)block - 1 : NULL;
    size_t old_total = old != NULL ? old->size + sizeof(block_header) : 0;
    block_header* h = allocator->reallocate(allocator->context, old, old_total, size + sizeof(block_header));
    if (h == NULL) return NULL;
    h->allocator = *allocator;
    h->size = size;
    h->unused = 0;
    return h + 1;
}

void bl_array_block_free(void* block)
{
    if (block == NULL) return;
    block_header* h = (block_header*)block - 1;
    belay_allocator allocator = h->allocator;
    allocator.reallocate(allocator.context, h, h->size + sizeof(block_header), 0);
}

static void* grow(void* array, size_t element_size, size_t count, const belay_allocator* allocator, bool is_zeroed,
                  bool* ok)
{
    size_t capacity = array != NULL ? stbds_header(array)->capacity : 0;
    if (count <= capacity && array != NULL) return array;
    size_t wanted = count > 2 * capacity ? count : 2 * capacity;
    if (wanted < 4) wanted = 4;
    if (wanted > (SIZE_MAX / 2 - sizeof(stbds_array_header)) / element_size) {
        *ok = false;
        return array;
    }
    void* old = array != NULL ? stbds_header(array) : NULL;
    stbds_array_header* h = block_reallocate(allocator, old, wanted * element_size + sizeof(stbds_array_header));
    if (h == NULL) {
        *ok = false;
        return array;
    }
    if (array == NULL) memset(h, 0, sizeof *h);
    h->capacity = wanted;
    unsigned char* data = (unsigned char*)(h + 1);
    if (is_zeroed) memset(data + capacity * element_size, 0, (wanted - capacity) * element_size);
    return data;
}

void* bl_array_grow(void* array, size_t element_size, size_t count, const belay_allocator* allocator, bool* ok)
{
    return grow(array, element_size, count, allocator, true, ok);
}

void* bl_array_grow_raw(void* array, size_t element_size, size_t count, const belay_allocator* allocator, bool* ok)
{
    return grow(array, element_size, count, allocator, false, ok);
}

void* bl_array_grow_by(void* array, size_t element_size, size_t added, size_t count)
{
    belay_allocator allocator = bl_allocator_default();
    if (array != NULL) allocator = ((block_header*)(void*)stbds_header(array) - 1)->allocator;
    bool ok = true;
    size_t needed = (size_t)arrlenu(array) + added;
    array = bl_array_grow(array, element_size, needed > count ? needed : count, &allocator, &ok);
    if (!ok) abort();
    return array;
}
