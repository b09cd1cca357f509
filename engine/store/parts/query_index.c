// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "store/parts/query_index.h"

#include "core/alloc.h"

#include <string.h>

void bl_query_index_fini(bl_query_index* index)
{
    bl_box_tree_fini(&index->tree);
    arrfree(index->entries);
    arrfree(index->planes);
    memset(index, 0, sizeof *index);
}

void bl_query_index_forget(bl_query_index* index)
{
    for (ptrdiff_t i = 0; i < arrlen(index->entries); i++)
        index->entries[i].id = 0;
    index->is_current = false;
}
