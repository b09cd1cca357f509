// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the axes of moving chains pass through each other.

#include "core/alloc.h"
#include "detect/rod/rod_contact.h"
#include "detect/rod/rod_contact_closest.h"
#include "detect/rod/rod_contact_list.h"
#include "detect/rod/rod_contact_tree.h"
#include "detect/rod/rod_detect_tolerances.h"

typedef struct sweep {
    bl_rod_collider* collider;
    const bl_rod_chain *a, *b;
    bl_rod_tree tree; // over b
    belay_vec3 drift; // m, the travel of A's first node, which all may have in common
    double exclusion; // m
} sweep;

static belay_vec3 travel_of(const bl_rod_chain* chain, uint32_t node)
{
    return chain->travel != NULL ? chain->travel[node] : v3_zero();
}

// Of a node, all the way that it goes beside the drift.
static bl_box node_box(const sweep* s, const bl_rod_chain* chain, uint32_t node)
{
    belay_vec3 p = chain->nodes[node], q = v3_add(p, v3_sub(travel_of(chain, node), s->drift));
    bl_box begin = {p, p}, end = {q, q};
    return bl_box_join(&begin, &end);
}

// Widened by far more than what rounding does to its sides.
static bl_box box_of(const sweep* s, const bl_rod_chain* chain, uint32_t i)
{
    bl_box begin = node_box(s, chain, i), end = node_box(s, chain, i + 1), box = bl_box_join(&begin, &end);
    return bl_box_widen(&box, 1e-9 * v3_distance(box.lower, box.upper) + 1e-12 * v3_length(box.upper));
}

static double at_node_or(double s)
{
    return s < BL_ROD_CROSSING_AT_NODE ? 0.0 : (s > 1.0 - BL_ROD_CROSSING_AT_NODE ? 1.0 : s);
}

// The distance of two places along the chain.
static double way_along(const sweep* s, uint32_t i, uint32_t j, const bl_rod_crossing* at)
{
    return s->a->segment_length * fabs(((double)j - (double)i) + (at->t - at->s));
}

static bool sweep_pair(const sweep* s, uint32_t i, uint32_t j)
{
    const belay_vec3 *a = &s->a->nodes[i], *b = &s->b->nodes[j];
    const belay_vec3 da[2] = {travel_of(s->a, i), travel_of(s->a, i + 1)};
    const belay_vec3 db[2] = {travel_of(s->b, j), travel_of(s->b, j + 1)};
    bl_rod_crossing at;
    if (!bl_segments_cross(a, da, b, db, &at)) return true;
    if (s->a == s->b && way_along(s, i, j, &at) < s->exclusion) return true;
    bl_rod_contact contact = {i, j, at_node_or(at.s), at_node_or(at.t), at.normal, 0.0};
    belay_vec3 between = v3_sub(bl_rod_point(a, contact.s), bl_rod_point(b, contact.t));
    contact.gap = v3_dot(at.normal, between) - (s->a->radius + s->b->radius);
    return bl_rod_list_add(s->collider, &contact);
}

static bool sweep_segment(const sweep* s, uint32_t i)
{
    bl_box box = box_of(s, s->a, i);
    uint32_t* found = s->collider->found;
    uint32_t count = bl_rod_tree_find(&s->tree, &box, s->a == s->b ? i + 1 : 0, found);
    for (uint32_t k = 0; k < count; k++)
        if (!sweep_pair(s, i, found[k])) return false;
    return true;
}

static bool is_same(const bl_rod_contact* x, const bl_rod_contact* y)
{
    return x->segment_a == y->segment_a && x->segment_b == y->segment_b &&
           fabs(x->s - y->s) <= BL_ROD_CROSSING_AT_NODE && fabs(x->t - y->t) <= BL_ROD_CROSSING_AT_NODE;
}

// Of a crossing at a node both its segments have told.
static void drop_doubles(bl_rod_collider* c)
{
    size_t kept = 0;
    for (size_t k = 0; k < arrlenu(c->contacts); k++)
        if (kept == 0 || !is_same(&c->contacts[kept - 1], &c->contacts[k])) c->contacts[kept++] = c->contacts[k];
    arrsetlen(c->contacts, kept);
}

bool bl_find_crossings(bl_rod_collider* c, const bl_rod_chain* a, const bl_rod_chain* b, double exclusion)
{
    sweep s = {.collider = c, .a = a, .b = b, .drift = travel_of(a, 0), .exclusion = exclusion};
    if (!bl_rod_list_begin(c, a, b)) return false;
    if (!bl_rod_tree_init(&s.tree, &c->boxes, b->segment_count, c->allocator)) return false;
    for (uint32_t j = 0; j < b->segment_count; j++)
        *bl_rod_tree_segment(&s.tree, j) = box_of(&s, b, j);
    bl_rod_tree_build(&s.tree, b->segment_count);
    for (uint32_t i = 0; i < a->segment_count; i++)
        if (!sweep_segment(&s, i)) return false;
    bl_rod_list_finish(c);
    drop_doubles(c);
    return true;
}
