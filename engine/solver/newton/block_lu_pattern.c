// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The pattern of the factors, for the order found: rows of L by climbing the elimination tree, columns by transposing.

#include "solver/newton/block_lu_pattern.h"

#include "core/alloc.h"
#include "core/assert.h"

#include <string.h>

#define NONE UINT32_MAX

// ---------------------------------------------------------------------------------------------------------------------
// The links
// ---------------------------------------------------------------------------------------------------------------------

static bool are_sorted(const bl_block_link* links, uint32_t count)
{
    for (uint32_t k = 1; k < count; k++) {
        const bl_block_link *l = &links[k - 1], *m = &links[k];
        if (l->a > m->a || (l->a == m->a && l->b >= m->b)) return false;
    }
    return true;
}

static uint32_t end_of_link(const bl_block_link* link, bool first)
{
    return first ? link->a : link->b;
}

// A counting sort by one of the ends, stable.
static void sort_by_end(uint32_t n, const bl_block_link* from, uint32_t count, bool first, bl_block_link* to,
                        uint32_t* place)
{
    memset(place, 0, ((size_t)n + 1) * sizeof *place);
    for (uint32_t k = 0; k < count; k++)
        place[end_of_link(&from[k], first) + 1]++;
    for (uint32_t v = 0; v < n; v++)
        place[v + 1] += place[v];
    for (uint32_t k = 0; k < count; k++)
        to[place[end_of_link(&from[k], first)]++] = from[k];
}

static uint32_t drop_doubles(bl_block_link* links, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++)
        if (kept == 0 || links[k].a != links[kept - 1].a || links[k].b != links[kept - 1].b) links[kept++] = links[k];
    return kept;
}

static bool sort_links(bl_block_lu* f, uint32_t n, bl_block_link* links, uint32_t* count,
                       const belay_allocator* allocator)
{
    bool ok = true;
    if (are_sorted(links, *count)) return true;
    BL_ARRAY_RESERVE(f->half_sorted, *count, allocator, &ok);
    BL_ARRAY_RESERVE(f->scratch, (size_t)n + 1, allocator, &ok);
    if (!ok) return false;
    sort_by_end(n, links, *count, false, f->half_sorted, f->scratch);
    sort_by_end(n, f->half_sorted, *count, true, links, f->scratch);
    *count = drop_doubles(links, *count);
    return true;
}

static bool are_known(const bl_block_lu* f, uint32_t size, uint32_t n, const bl_block_link* links, uint32_t count)
{
    return size == f->size && n == f->n && count == arrlenu(f->links) &&
           (count == 0 || memcmp(links, f->links, count * sizeof *links) == 0);
}

// Of sorted links, the neighbours come out ascending: those below v by the links (a, v), a ascending, and after all of
// them those above by the links (v, b).
static void graph_build(bl_block_graph* graph, const bl_block_link* links, uint32_t count)
{
    BELAY_ASSERT(are_sorted(links, count));
    uint32_t n = graph->n, *start = graph->start;
    memset(start, 0, ((size_t)n + 1) * sizeof *start);
    for (uint32_t k = 0; k < count; k++) {
        start[links[k].a]++;
        start[links[k].b]++;
    }
    for (uint32_t v = 0; v < n; v++)
        start[v + 1] += start[v];
    for (uint32_t k = count; k-- > 0;) {
        graph->neighbour[--start[links[k].a]] = links[k].b;
        graph->neighbour[--start[links[k].b]] = links[k].a;
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The factors
// ---------------------------------------------------------------------------------------------------------------------

// Row i of L has a block in column k when a neighbour of i, itself before i, leads to k on its way up the elimination
// tree (the parent of k is the first row below k that has a block in column k). `mark` tells what row i has already;
// the parents of the rows before i are known, and those that i is the parent of are found on the way. Returns how many
// there are.
static uint32_t find_row(const bl_block_lu* f, const bl_block_graph* graph, uint32_t i, uint32_t* parent,
                         uint32_t* mark, uint32_t* columns)
{
    uint32_t v = f->order[i], count = 0;
    mark[i] = i;
    parent[i] = NONE;
    for (uint32_t e = graph->start[v]; e < graph->start[v + 1]; e++) {
        uint32_t k = f->step[graph->neighbour[e]];
        while (k < i && mark[k] != i) {
            if (parent[k] == NONE) parent[k] = i;
            columns[count++] = k;
            mark[k] = i;
            k = parent[k];
        }
    }
    return count;
}

static void find_rows(bl_block_lu* f, const bl_block_graph* graph, uint32_t* parent, uint32_t* mark)
{
    f->row_start[0] = 0;
    for (uint32_t i = 0; i < graph->n; i++) {
        uint32_t first = f->row_start[i];
        f->row_start[i + 1] = first + find_row(f, graph, i, parent, mark, f->row_column + first);
    }
}

static void transpose(bl_block_lu* f, uint32_t n, uint32_t* next)
{
    BELAY_ASSERT(f->row_start[0] == 0);
    memset(f->column_start, 0, ((size_t)n + 1) * sizeof *f->column_start);
    for (uint32_t e = 0; e < f->row_start[n]; e++)
        f->column_start[f->row_column[e] + 1]++;
    for (uint32_t k = 0; k < n; k++) {
        f->column_start[k + 1] += f->column_start[k];
        next[k] = f->column_start[k];
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t e = f->row_start[i]; e < f->row_start[i + 1]; e++) {
            uint32_t at = next[f->row_column[e]]++;
            f->row_at[e] = at;
            f->column_row[at] = i;
        }
    }
}

static bool reserve_for_nodes(bl_block_lu* f, size_t n, size_t link_count, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(f->is_skipped, n, allocator, &ok);
    BL_ARRAY_RESERVE(f->links, link_count, allocator, &ok);
    BL_ARRAY_RESERVE(f->order, n, allocator, &ok);
    BL_ARRAY_RESERVE(f->step, n, allocator, &ok);
    BL_ARRAY_RESERVE(f->column_start, n + 1, allocator, &ok);
    BL_ARRAY_RESERVE(f->row_start, n + 1, allocator, &ok);
    BL_ARRAY_RESERVE(f->pivots, f->size * n, allocator, &ok);
    BL_ARRAY_RESERVE(f->work, f->size * n, allocator, &ok);
    BL_ARRAY_RESERVE(f->scratch, (BL_BLOCK_ORDER_WORK + 1) * n + 1 + 4 * link_count, allocator, &ok);
    return ok;
}

static bool reserve_for_blocks(bl_block_lu* f, size_t n, size_t blocks, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(f->column_row, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(f->row_column, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(f->row_at, blocks, allocator, &ok);
    BL_ARRAY_RESERVE(f->values, (size_t)f->size * f->size * (n + 2 * blocks), allocator, &ok);
    return ok;
}

static void keep_links(bl_block_lu* f, uint32_t n, const bl_block_link* links, uint32_t count)
{
    f->n = n;
    if (count > 0) memcpy(f->links, links, count * sizeof *links);
    arrsetlen(f->links, count);
}

// Lays out the scratch array as: start of the graph's lists, the lists, a copy of them for the order to destroy, work.
static bl_block_lu_status find_pattern(bl_block_lu* f, uint32_t n, const bl_block_link* links, uint32_t count,
                                       double max_flops, const belay_allocator* allocator)
{
    if (count > INT32_MAX || !reserve_for_nodes(f, n, count, allocator)) return BL_BLOCK_LU_NO_MEMORY;
    uint32_t* lists = f->scratch + n + 1;
    uint32_t* work = lists + 4 * (size_t)count;
    bl_block_graph graph = {n, f->scratch, lists}, shrinking = {n, f->scratch, lists + 2 * (size_t)count};
    graph_build(&graph, links, count);
    memcpy(shrinking.neighbour, graph.neighbour, 2 * (size_t)count * sizeof *lists);
    memset(work, 0, BL_BLOCK_ORDER_WORK * (size_t)n * sizeof *work);
    bl_block_cost cost;
    if (!bl_block_order(&shrinking, f->size, f->order, work, &f->members, max_flops, &cost, allocator))
        return BL_BLOCK_LU_NO_MEMORY;
    f->flops = cost.flops;
    f->is_cut = cost.flops > max_flops;
    if (f->is_cut) return BL_BLOCK_LU_TOO_COSTLY;
    if (cost.blocks > INT32_MAX || !reserve_for_blocks(f, n, (size_t)cost.blocks, allocator))
        return BL_BLOCK_LU_NO_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        f->step[f->order[i]] = i;
    find_rows(f, &graph, work, work + n);
    transpose(f, n, work);
    return BL_BLOCK_LU_READY;
}

bl_block_lu_status bl_block_lu_analyse(bl_block_lu* f, uint32_t size, uint32_t n, bl_block_link* links,
                                       uint32_t link_count, double max_flops, const belay_allocator* allocator)
{
    BELAY_ASSERT(size == 3 || size == 4 || size == 6);
    if (!sort_links(f, n, links, &link_count, allocator)) return BL_BLOCK_LU_NO_MEMORY;
    bool is_known = are_known(f, size, n, links, link_count);
    if (is_known && f->flops > max_flops) return BL_BLOCK_LU_TOO_COSTLY;
    if (is_known && !f->is_cut) return BL_BLOCK_LU_READY;
    keep_links(f, 0, NULL, 0);
    f->size = size;
    f->flops = 0.0;
    f->is_cut = false;
    bl_block_lu_status status = find_pattern(f, n, links, link_count, max_flops, allocator);
    if (status != BL_BLOCK_LU_NO_MEMORY) keep_links(f, n, links, link_count);
    return status;
}

void bl_block_lu_fini(bl_block_lu* f)
{
    arrfree(f->links);
    arrfree(f->order);
    arrfree(f->step);
    arrfree(f->column_start);
    arrfree(f->column_row);
    arrfree(f->row_start);
    arrfree(f->row_column);
    arrfree(f->row_at);
    arrfree(f->values);
    arrfree(f->pivots);
    arrfree(f->is_skipped);
    arrfree(f->scratch);
    arrfree(f->half_sorted);
    arrfree(f->members);
    arrfree(f->work);
    memset(f, 0, sizeof *f);
}

bool bl_block_lu_grow_like(bl_block_lu* f, const bl_block_lu* other, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(f->links, arrcap(other->links), allocator, &ok);
    BL_ARRAY_RESERVE(f->order, arrcap(other->order), allocator, &ok);
    BL_ARRAY_RESERVE(f->step, arrcap(other->step), allocator, &ok);
    BL_ARRAY_RESERVE(f->column_start, arrcap(other->column_start), allocator, &ok);
    BL_ARRAY_RESERVE(f->column_row, arrcap(other->column_row), allocator, &ok);
    BL_ARRAY_RESERVE(f->row_start, arrcap(other->row_start), allocator, &ok);
    BL_ARRAY_RESERVE(f->row_column, arrcap(other->row_column), allocator, &ok);
    BL_ARRAY_RESERVE(f->row_at, arrcap(other->row_at), allocator, &ok);
    BL_ARRAY_RESERVE(f->values, arrcap(other->values), allocator, &ok);
    BL_ARRAY_RESERVE(f->pivots, arrcap(other->pivots), allocator, &ok);
    BL_ARRAY_RESERVE(f->is_skipped, arrcap(other->is_skipped), allocator, &ok);
    BL_ARRAY_RESERVE(f->scratch, arrcap(other->scratch), allocator, &ok);
    BL_ARRAY_RESERVE(f->half_sorted, arrcap(other->half_sorted), allocator, &ok);
    BL_ARRAY_RESERVE(f->members, arrcap(other->members), allocator, &ok);
    BL_ARRAY_RESERVE(f->work, arrcap(other->work), allocator, &ok);
    return ok;
}
