// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Memory through the world's allocator, and the growing arrays made from it. The arrays are stb_ds arrays (arrlen,
// arrpush... work on them), but they grow through bl_array_grow alone: stb_ds knows neither a per-world allocator nor
// failure, and here growth may fail and every array remembers the allocator that made it.

#ifndef BELAY_ENGINE_CORE_ALLOC_H
#define BELAY_ENGINE_CORE_ALLOC_H

#include "belay/base.h"

#include <stdbool.h>
#include <stddef.h>

#define STBDS_REALLOC(context, block, size) bl_array_block_reallocate(block, size)
#define STBDS_FREE(context, block) bl_array_block_free(block)
void* bl_array_block_reallocate(void* block, size_t size);
void bl_array_block_free(void* block);
#include <stb/stb_ds.h>

// The C library's allocator.
belay_allocator bl_allocator_default(void);

// A zeroed block, or null.
void* bl_allocate(const belay_allocator* allocator, size_t size);
void bl_free(const belay_allocator* allocator, void* block, size_t size);

// Returns `array` with room for at least `count` elements; new room is zeroed. When memory runs out, returns it
// unchanged and clears *ok. Grows by doubling, so that pushing is O(1) on average.
void* bl_array_grow(void* array, size_t element_size, size_t count, const belay_allocator* allocator, bool* ok);

// Makes room for `count` elements in `array`; clears *ok when memory runs out.
#define BL_ARRAY_RESERVE(array, count, allocator, ok)                                                                  \
    ((array) = bl_array_grow((array), sizeof *(array), (size_t)(count), (allocator), (ok)))

#endif
