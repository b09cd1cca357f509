// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "solver/sweep/load_forest.h"

#include "core/alloc.h"
#include "core/assert.h"

#include <string.h>

void bl_load_forest_fini(bl_load_forest* f)
{
    arrfree(f->strongest);
    arrfree(f->neighbour);
    arrfree(f->parent);
    arrfree(f->number);
    arrfree(f->tree_of);
    arrfree(f->elements);
    arrfree(f->begin);
}

bool bl_load_forest_grow_like(bl_load_forest* f, const bl_load_forest* other, const belay_allocator* allocator)
{
    bool ok = true;
    BL_ARRAY_RESERVE(f->strongest, arrcap(other->strongest), allocator, &ok);
    BL_ARRAY_RESERVE(f->neighbour, arrcap(other->neighbour), allocator, &ok);
    BL_ARRAY_RESERVE(f->parent, arrcap(other->parent), allocator, &ok);
    BL_ARRAY_RESERVE(f->number, arrcap(other->number), allocator, &ok);
    BL_ARRAY_RESERVE(f->tree_of, arrcap(other->tree_of), allocator, &ok);
    BL_ARRAY_RESERVE(f->elements, arrcap(other->elements), allocator, &ok);
    BL_ARRAY_RESERVE(f->begin, arrcap(other->begin), allocator, &ok);
    return ok;
}

static bool reserve(bl_load_forest* f, uint32_t count, uint32_t bodies)
{
    bool ok = true;
    BL_ARRAY_RESERVE(f->strongest, bodies, f->allocator, &ok);
    BL_ARRAY_RESERVE(f->neighbour, bodies, f->allocator, &ok);
    BL_ARRAY_RESERVE(f->parent, bodies, f->allocator, &ok);
    BL_ARRAY_RESERVE(f->number, bodies, f->allocator, &ok);
    BL_ARRAY_RESERVE(f->tree_of, count, f->allocator, &ok);
    BL_ARRAY_RESERVE(f->elements, count, f->allocator, &ok);
    BL_ARRAY_RESERVE(f->begin, count + 1, f->allocator, &ok);
    return ok;
}

// The contacts of one pair: indices [begin, end).
typedef struct pair_run {
    uint32_t begin, end;
    const bl_contact_row* first;
    double load;
} pair_run;

static pair_run run_at(const bl_row_set* set, const uint32_t* order, uint32_t count, uint32_t begin)
{
    BELAY_ASSERT(begin < count);
    pair_run run = {begin, begin, &set->rows[order[begin]], 0.0};
    for (; run.end < count; run.end++) {
        const bl_contact_row* row = &set->rows[order[run.end]];
        if (row->body_a != run.first->body_a || row->body_b != run.first->body_b) break;
        run.load += row->r[0];
    }
    return run;
}

// Of equally strong ones the first counts, so that there is no circle of them.
static void find_strongest(bl_load_forest* f, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    for (uint32_t k = 0; k < count;) {
        pair_run run = run_at(set, order, count, k);
        const uint32_t bodies[2] = {run.first->body_a, run.first->body_b};
        for (int i = 0; i < 2; i++) {
            if (!(run.load > f->strongest[bodies[i]])) continue;
            f->strongest[bodies[i]] = run.load;
            f->neighbour[bodies[i]] = run.begin;
        }
        k = run.end;
    }
}

static uint32_t find_root(uint32_t* parent, uint32_t x)
{
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

// A body of the pair that can move when the pair belongs to a tree; UINT32_MAX when it does not.
static uint32_t join(bl_load_forest* f, const pair_run* run, const bl_response* responses)
{
    uint32_t a = run->first->body_a, b = run->first->body_b;
    bool a_moves = responses[a].inverse_mass > 0.0, b_moves = responses[b].inverse_mass > 0.0;
    if (!(run->load > 0.0)) return UINT32_MAX;
    if (!a_moves) return b;
    if (!b_moves) return a;
    if (f->neighbour[a] != run->begin && f->neighbour[b] != run->begin) return UINT32_MAX;
    uint32_t root_a = find_root(f->parent, a), root_b = find_root(f->parent, b);
    f->parent[root_a > root_b ? root_a : root_b] = root_a > root_b ? root_b : root_a;
    return a;
}

static void join_pairs(bl_load_forest* f, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    double all = 0.0, in_trees = 0.0;
    for (uint32_t k = 0; k < count;) {
        pair_run run = run_at(set, order, count, k);
        uint32_t body = join(f, &run, set->responses);
        all += run.load;
        if (body != UINT32_MAX) in_trees += run.load;
        for (; k < run.end; k++)
            f->tree_of[k] = body;
    }
    f->load_share = all > 0.0 ? in_trees / all : 1.0;
}

// From bodies to trees, numbered by their first contacts; then a counting sort.
static void group(bl_load_forest* f, const uint32_t* order, uint32_t count)
{
    f->count = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (f->tree_of[k] == UINT32_MAX) continue;
        uint32_t root = find_root(f->parent, f->tree_of[k]);
        if (f->number[root] == UINT32_MAX) {
            f->begin[f->count] = 0;
            f->number[root] = f->count++;
        }
        f->tree_of[k] = f->number[root];
        f->begin[f->tree_of[k]]++;
    }
    uint32_t sum = 0;
    for (uint32_t t = 0; t < f->count; t++) {
        sum += f->begin[t];
        f->begin[t] = sum;
    }
    f->begin[f->count] = sum;
    for (uint32_t k = count; k-- > 0;)
        if (f->tree_of[k] != UINT32_MAX) f->elements[--f->begin[f->tree_of[k]]] = order[k];
}

bool bl_load_forest_make(bl_load_forest* f, const bl_row_set* set, const uint32_t* order, uint32_t count)
{
    uint32_t bodies = bl_row_set_body_limit(set, order, count);
    if (!reserve(f, count, bodies)) return false;
    for (uint32_t i = 0; i < bodies; i++) {
        f->strongest[i] = 0.0;
        f->neighbour[i] = f->number[i] = UINT32_MAX;
        f->parent[i] = i;
    }
    find_strongest(f, set, order, count);
    join_pairs(f, set, order, count);
    group(f, order, count);
    return true;
}
