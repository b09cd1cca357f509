// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/library/contact_lu.h"

#include "solver/library/method_tolerances.h"

// Contacts that are coupled, each pair once and sorted. Null: no memory.
static bl_block_link* find_links(bl_solve* solve, uint32_t* count)
{
    const belay_problem* p = solve->problem;
    bl_block_link* links = bl_solve_allocate(solve, ((size_t)p->block_count / 2 + 1) * sizeof *links);
    *count = 0;
    for (int32_t a = 0; links != NULL && a < p->contact_count; a++)
        for (int32_t k = p->row_start[a]; k < p->row_start[a + 1]; k++)
            if (p->column[k] > a) links[(*count)++] = (bl_block_link){(uint32_t)a, (uint32_t)p->column[k]};
    return links;
}

bool bl_contact_lu_analyse(bl_block_lu* lu, bl_solve* solve)
{
    uint32_t count;
    bl_block_link* links = find_links(solve, &count);
    if (links == NULL) return false;
    bl_block_lu_status status =
        bl_block_lu_analyse(lu, 3, (uint32_t)solve->n, links, count, BL_SOLVE_MAX_FLOPS, &solve->problem->allocator);
    solve->is_out_of_memory = solve->is_out_of_memory || status == BL_BLOCK_LU_NO_MEMORY;
    return status == BL_BLOCK_LU_READY;
}

static bool is_over(const void* solve)
{
    return bl_solve_is_over(solve);
}

bool bl_contact_lu_run(bl_block_lu* lu, const bl_solve* solve, const bool* is_skipped, double least_pivot)
{
    bl_block_lu_part part = {is_skipped, least_pivot, is_over, solve};
    return bl_block_lu_run_part(lu, &part);
}
