// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Memory through the world's allocator, and the growing arrays made from it. The arrays are stb_ds arrays (arrlen,
// arrpush... work on them), but they grow through bl_array_grow alone: stb_ds knows neither a per-world allocator nor
// failure, and here growth may fail and every array remembers the allocator that made it.
//
// Of stb_ds these are the macros. The one function that they call is ours and has a name of ours, so that a program
// that links the engine may have its own stb_ds, of any version.

#ifndef BELAY_ENGINE_CORE_ALLOC_H
#define BELAY_ENGINE_CORE_ALLOC_H

#include "belay/base.h"

#include <stdbool.h>
#include <stddef.h>

#define stbds_arrgrowf bl_array_grow_by
#define STBDS_REALLOC(context, block, size) NULL // stb_ds wants both; its functions, which are not here, would call it
#define STBDS_FREE(context, block) bl_array_block_free(block)
void bl_array_block_free(void* block);
#include <stb/stb_ds.h>

// What pushing and setting the length call where there is no room: makes it, for at least `added` elements more and for
// `count` in all. Ends the program when memory runs out, as the macros know no failure: reserve room first.
void* bl_array_grow_by(void* array, size_t element_size, size_t added, size_t count);

// The C library's allocator.
belay_allocator bl_allocator_default(void);

// One that has no memory: of who may not allocate.
const belay_allocator* bl_allocator_none(void);

// A zeroed block, or null.
void* bl_allocate(const belay_allocator* allocator, size_t size);
void bl_free(const belay_allocator* allocator, void* block, size_t size);

// Returns `array` with room for at least `count` elements; new room is zeroed. When memory runs out, returns it
// unchanged and clears *ok. Grows by doubling, so that pushing is O(1) on average.
void* bl_array_grow(void* array, size_t element_size, size_t count, const belay_allocator* allocator, bool* ok);

// The same with room as the allocator gives it, for elements that are written whole before they are read: what nobody
// ever writes costs an operating system no memory.
void* bl_array_grow_raw(void* array, size_t element_size, size_t count, const belay_allocator* allocator, bool* ok);

// Makes room for `count` elements in `array`; clears *ok when memory runs out.
#define BL_ARRAY_RESERVE(array, count, allocator, ok)                                                                  \
    ((array) = bl_array_grow((array), sizeof *(array), (size_t)(count), (allocator), (ok)))
#define BL_ARRAY_RESERVE_RAW(array, count, allocator, ok)                                                              \
    ((array) = bl_array_grow_raw((array), sizeof *(array), (size_t)(count), (allocator), (ok)))

#endif
