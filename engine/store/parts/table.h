// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One component type: its data in a dense array, the owners in a parallel one, and a sparse array that leads from an
// entity's slot to its index. Removal moves the last element into the hole.

#ifndef BELAY_ENGINE_STORE_PARTS_TABLE_H
#define BELAY_ENGINE_STORE_PARTS_TABLE_H

#include "belay/base.h"
#include "belay/id.h"

#define BL_TABLE_NAME_SIZE 32
#define BL_NO_INDEX UINT32_MAX

typedef struct bl_table {
    char name[BL_TABLE_NAME_SIZE];
    uint32_t element_size;
    uint32_t count;
    unsigned char* data; // stb_ds array of count * element_size bytes
    uint32_t* slots;     // stb_ds array: entity slot of each element
    uint32_t* indices;   // stb_ds array by entity slot: index + 1, 0 for none
} bl_table;

void bl_table_init(bl_table* table, const char* name, size_t element_size);
void bl_table_fini(bl_table* table);

// Makes room so that the next bl_table_add for `slot` cannot fail. False when memory runs out.
bool bl_table_reserve(bl_table* table, uint32_t slot, const belay_allocator* allocator);
// Adds an element for the slot, copied from `initial` or zeroed; returns it. Needs a bl_table_reserve before it.
void* bl_table_add(bl_table* table, uint32_t slot, const void* initial);
void bl_table_remove(bl_table* table, uint32_t slot);

// The index of the slot's element, or BL_NO_INDEX.
uint32_t bl_table_find(const bl_table* table, uint32_t slot);

static inline void* bl_table_at(const bl_table* table, uint32_t index)
{
    return table->data + (size_t)index * table->element_size;
}

#endif
