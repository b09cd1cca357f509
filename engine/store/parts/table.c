// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/parts/table.h"

#include "core/alloc.h"
#include "core/assert.h"

#include <string.h>

void bl_table_init(bl_table* table, const char* name, size_t element_size)
{
    memset(table, 0, sizeof *table);
    strncpy(table->name, name, BL_TABLE_NAME_SIZE - 1);
    table->element_size = (uint32_t)element_size;
}

void bl_table_fini(bl_table* table)
{
    arrfree(table->data);
    arrfree(table->slots);
    arrfree(table->indices);
}

bool bl_table_reserve(bl_table* table, uint32_t slot, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(table->data, ((size_t)table->count + 1) * table->element_size, allocator, &ok);
    BL_ARRAY_RESERVE(table->slots, table->count + 1, allocator, &ok);
    BL_ARRAY_RESERVE(table->indices, (size_t)slot + 1, allocator, &ok);
    return ok;
}

void* bl_table_add(bl_table* table, uint32_t slot, const void* initial)
{
    BELAY_ASSERT(bl_table_find(table, slot) == BL_NO_INDEX);
    BELAY_ASSERT(arrcap(table->slots) > table->count);
    uint32_t index = table->count++;
    arrsetlen(table->data, (size_t)table->count * table->element_size);
    arrput(table->slots, slot);
    while ((size_t)arrlen(table->indices) <= slot)
        arrput(table->indices, 0);
    table->indices[slot] = index + 1;
    void* element = bl_table_at(table, index);
    if (initial != NULL)
        memcpy(element, initial, table->element_size);
    else
        memset(element, 0, table->element_size);
    return element;
}

void bl_table_remove(bl_table* table, uint32_t slot)
{
    BELAY_ASSERT(bl_table_find(table, slot) < table->count);
    BELAY_ASSERT(table->slots[bl_table_find(table, slot)] == slot);
    uint32_t index = bl_table_find(table, slot);
    uint32_t last = --table->count;
    if (index != last) {
        memcpy(bl_table_at(table, index), bl_table_at(table, last), table->element_size);
        table->slots[index] = table->slots[last];
        table->indices[table->slots[index]] = index + 1;
    }
    table->indices[slot] = 0;
    arrsetlen(table->slots, last);
    arrsetlen(table->data, (size_t)last * table->element_size);
}

uint32_t bl_table_find(const bl_table* table, uint32_t slot)
{
    return slot < (size_t)arrlen(table->indices) ? table->indices[slot] - 1 : BL_NO_INDEX; // 0 - 1 wraps to BL_NO_INDEX
}
