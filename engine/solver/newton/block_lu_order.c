// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Approximate minimum degree (Amestoy, Davis, Duff, SIAM J. Matrix Anal. Appl. 17, 1996). What is left of the graph
// after some eliminations is kept as a quotient graph: a node taken out becomes an element, the clique of the nodes it
// leaves joined. A node's list holds elements first, then the nodes joined to it otherwise; it never grows, since each
// new element takes the place of a node or of an element that it swallows. Nodes with equal lists (twins) are taken
// out together, and stand for one node with a weight until then.
//
// The degree is bounded from above: nodes in several elements count once for each.

#include "core/alloc.h"

#include "core/assert.h"
#include "solver/newton/block_lu_pattern.h"

#define NONE UINT32_MAX

typedef struct elimination {
    uint32_t n, left;   // nodes, and those not taken out
    uint32_t* list;     // all lists
    uint32_t* start;    // of the list of each node
    uint32_t* length;   // of the list
    uint32_t* elements; // how many of the list are elements
    uint32_t* weight;   // of a node; 0 when it is taken out or merged into its twin
    uint32_t* degree;   // weight of its neighbours, or more
    uint32_t* size;     // weight of an element; 0 when swallowed, or no element

    // members[member_start[e]] ... are those of element e.
    uint32_t *member_start, *member_count;
    uint32_t* members;
    uint32_t member_total;

    // Nodes by degree, linked both ways.
    uint32_t *head, *next, *previous;
    uint32_t lowest; // no degree below it occurs

    // Twins hang on to each other.
    uint32_t *chain_next, *chain_last;

    // Valid during one elimination, `round`.
    uint32_t round;
    uint32_t* joined;         // round in which a node was last a member
    uint32_t *outside, *seen; // weight of an element outside of the new one, and the round it is of
    uint32_t* hash;           // of a member's list
    uint32_t pivot_weight;
    uint32_t look, *mark; // to compare two lists
} elimination;

// ---------------------------------------------------------------------------------------------------------------------
// Nodes by degree
// ---------------------------------------------------------------------------------------------------------------------

static void degree_insert(elimination* e, uint32_t v)
{
    BELAY_ASSERT(e->weight[v] > 0 && e->degree[v] <= e->n);
    uint32_t d = e->degree[v], after = e->head[d];
    e->next[v] = after;
    e->previous[v] = NONE;
    if (after != NONE) e->previous[after] = v;
    e->head[d] = v;
    if (d < e->lowest) e->lowest = d;
}

static void degree_remove(elimination* e, uint32_t v)
{
    uint32_t before = e->previous[v], after = e->next[v];
    if (after != NONE) e->previous[after] = before;
    if (before != NONE)
        e->next[before] = after;
    else
        e->head[e->degree[v]] = after;
}

static uint32_t take_lowest(elimination* e)
{
    BELAY_ASSERT(e->left > 0);
    while (e->head[e->lowest] == NONE)
        e->lowest++;
    uint32_t v = e->head[e->lowest];
    degree_remove(e, v);
    return v;
}

// ---------------------------------------------------------------------------------------------------------------------
// One elimination
// ---------------------------------------------------------------------------------------------------------------------

static void join(elimination* e, uint32_t v)
{
    if (e->weight[v] == 0 || e->joined[v] == e->round) return;
    e->joined[v] = e->round;
    e->members[e->member_total++] = v;
    degree_remove(e, v);
}

// Node p becomes an element: its members are the nodes next to it and those of its elements, which it swallows.
static void become_element(elimination* e, uint32_t p)
{
    BELAY_ASSERT(e->weight[p] > 0);
    const uint32_t* list = e->list + e->start[p];
    e->pivot_weight = e->weight[p];
    e->weight[p] = 0;
    e->member_start[p] = e->member_total;
    for (uint32_t k = 0; k < e->elements[p]; k++) {
        uint32_t swallowed = list[k], first = e->member_start[swallowed];
        for (uint32_t m = first; m < first + e->member_count[swallowed]; m++)
            join(e, e->members[m]);
        e->size[swallowed] = 0;
    }
    for (uint32_t k = e->elements[p]; k < e->length[p]; k++)
        join(e, list[k]);
    e->member_count[p] = e->member_total - e->member_start[p];
}

// Of each element that shares members with p, the weight of those that it does not share.
static void measure_outside(elimination* e, uint32_t p)
{
    const uint32_t* members = e->members + e->member_start[p];
    for (uint32_t m = 0; m < e->member_count[p]; m++) {
        uint32_t v = members[m];
        const uint32_t* list = e->list + e->start[v];
        for (uint32_t k = 0; k < e->elements[v]; k++) {
            uint32_t other = list[k];
            if (e->seen[other] != e->round) e->outside[other] = e->size[other];
            e->seen[other] = e->round;
            if (e->size[other] > 0) e->outside[other] -= e->weight[v];
        }
    }
}

// Takes from member v's list what element p covers - members, swallowed elements and those wholly inside of p - and
// puts p in. Returns the weight of what is left beyond p.
static uint32_t prune(elimination* e, uint32_t p, uint32_t v)
{
    uint32_t *list = e->list + e->start[v], kept = 0, beyond = 0, hash = 0;
    for (uint32_t k = 0; k < e->elements[v]; k++) {
        uint32_t other = list[k];
        if (e->outside[other] == 0) {
            e->size[other] = 0;
            continue;
        }
        list[kept++] = other;
        beyond += e->outside[other];
        hash += other;
    }
    uint32_t first_node = kept;
    for (uint32_t k = e->elements[v]; k < e->length[v]; k++) {
        uint32_t other = list[k];
        if (e->weight[other] == 0 || e->joined[other] == e->round) continue;
        list[kept++] = other;
        beyond += e->weight[other];
        hash += other;
    }
    list[kept] = list[first_node];
    list[first_node] = p;
    e->elements[v] = first_node + 1;
    e->length[v] = kept + 1;
    e->hash[v] = hash;
    return beyond;
}

static void chain(elimination* e, uint32_t v, uint32_t twin)
{
    BELAY_ASSERT(e->weight[twin] > 0 || e->chain_next[e->chain_last[v]] == NONE);
    e->chain_next[e->chain_last[v]] = twin;
    e->chain_last[v] = e->chain_last[twin];
    e->weight[twin] = 0;
}

// A member with no neighbour beyond p is taken out with p: it would have the lowest degree of all next.
static void prune_members(elimination* e, uint32_t p)
{
    const uint32_t* members = e->members + e->member_start[p];
    for (uint32_t m = 0; m < e->member_count[p]; m++) {
        uint32_t v = members[m], beyond = prune(e, p, v);
        if (beyond < e->degree[v]) e->degree[v] = beyond;
        if (beyond > 0) continue;
        e->pivot_weight += e->weight[v];
        chain(e, p, v);
    }
}

static bool are_twins(elimination* e, uint32_t a, uint32_t b)
{
    if (e->hash[a] != e->hash[b] || e->length[a] != e->length[b] || e->elements[a] != e->elements[b]) return false;
    e->look++;
    for (uint32_t k = 0; k < e->length[a]; k++)
        e->mark[e->list[e->start[a] + k]] = e->look;
    for (uint32_t k = 0; k < e->length[b]; k++)
        if (e->mark[e->list[e->start[b] + k]] != e->look) return false;
    return true;
}

static void merge_twins(elimination* e, uint32_t p)
{
    const uint32_t* members = e->members + e->member_start[p];
    for (uint32_t i = 0; i < e->member_count[p]; i++) {
        uint32_t a = members[i];
        for (uint32_t j = i + 1; j < e->member_count[p] && e->weight[a] > 0; j++) {
            uint32_t b = members[j];
            if (e->weight[b] == 0 || !are_twins(e, a, b)) continue;
            e->weight[a] += e->weight[b];
            chain(e, a, b);
        }
    }
}

// Leaves the living members, and tells them their degrees.
static void close_element(elimination* e, uint32_t p)
{
    uint32_t *members = e->members + e->member_start[p], kept = 0, size = 0;
    for (uint32_t m = 0; m < e->member_count[p]; m++) {
        if (e->weight[members[m]] == 0) continue;
        size += e->weight[members[m]];
        members[kept++] = members[m];
    }
    e->size[p] = size;
    e->member_count[p] = kept;
    e->member_total = e->member_start[p] + kept;
    for (uint32_t m = kept; m-- > 0;) {
        uint32_t v = members[m], degree = e->degree[v] + size - e->weight[v], most = e->left - e->weight[v];
        e->degree[v] = degree < most ? degree : most;
        degree_insert(e, v);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The order of elimination
// ---------------------------------------------------------------------------------------------------------------------

static void elimination_init(elimination* e, bl_block_graph* graph, uint32_t* work, uint32_t* members)
{
    uint32_t n = graph->n;
    uint32_t** arrays[BL_BLOCK_ORDER_WORK] = {
        &e->length,       &e->elements, &e->weight, &e->degree,     &e->size,       &e->member_start,
        &e->member_count, &e->head,     &e->next,   &e->previous,   &e->joined,     &e->outside,
        &e->seen,         &e->hash,     &e->mark,   &e->chain_next, &e->chain_last,
    };
    for (size_t k = 0; k < BL_BLOCK_ORDER_WORK; k++)
        *arrays[k] = work + k * n;
    e->n = e->left = e->lowest = n;
    e->list = graph->neighbour;
    e->start = graph->start;
    e->members = members;
    for (uint32_t v = 0; v < n; v++) {
        e->head[v] = e->chain_next[v] = NONE;
        e->chain_last[v] = v;
        e->weight[v] = 1;
        e->length[v] = e->degree[v] = graph->start[v + 1] - graph->start[v];
    }
    for (uint32_t v = n; v-- > 0;)
        degree_insert(e, v); // so that of equals the one with the lowest number comes first
}

// Puts p and those taken out with it behind the `count` nodes in `order`.
static void append(const elimination* e, uint32_t p, uint32_t* order, uint32_t count)
{
    for (uint32_t v = p; v != NONE; v = e->chain_next[v])
        order[count++] = v;
}

static void add_cost(const elimination* e, uint32_t size, uint32_t p, bl_block_cost* cost)
{
    for (uint32_t d = e->size[p] + e->pivot_weight; d-- > e->size[p];) {
        cost->flops += bl_block_lu_step_flops(size, d);
        cost->blocks += d;
    }
}

bool bl_block_order(bl_block_graph* graph, uint32_t size, uint32_t* order, uint32_t* work, uint32_t** members,
                    double max_flops, bl_block_cost* cost, const belay_allocator* allocator)
{
    elimination e = {0};
    elimination_init(&e, graph, work, *members);
    *cost = (bl_block_cost){0};
    while (e.left > 0 && cost->flops <= max_flops && cost->blocks <= INT32_MAX) {
        bool ok = true;
        uint32_t p = take_lowest(&e);
        e.members = BL_ARRAY_RESERVE(*members, e.member_total + e.degree[p], allocator, &ok);
        if (!ok) return false;
        e.round++;
        e.joined[p] = e.round;
        become_element(&e, p);
        measure_outside(&e, p);
        prune_members(&e, p);
        merge_twins(&e, p);
        append(&e, p, order, e.n - e.left);
        e.left -= e.pivot_weight;
        close_element(&e, p);
        add_cost(&e, size, p, cost);
    }
    return true;
}
