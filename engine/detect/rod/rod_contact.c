// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/rod/rod_contact.h"

#include "core/alloc.h"
#include "detect/rod/rod_contact_closest.h"
#include "detect/rod/rod_contact_list.h"
#include "detect/rod/rod_contact_tree.h"
#include "detect/rod/rod_detect_tolerances.h"

// A segment as the search sees it.
typedef struct bl_rod_span {
    belay_vec3 middle;
    double half;  // m, its length
    double share; // m, of the largest distance of axes that counts
} bl_rod_span;

typedef struct search {
    bl_rod_collider* collider;
    const bl_rod_chain *a, *b;
    bl_rod_tree tree; // over b
    belay_vec3 drift; // m, the mean travel of all nodes, which brings nothing together
    double margin;    // m
    double exclusion; // m; < 0: chains that are not the same
} search;

static double smaller(double x, double y)
{
    return x < y ? x : y;
}

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static belay_vec3 travel_sum(const bl_rod_chain* chain)
{
    belay_vec3 sum = v3_zero();
    for (uint32_t i = 0; i <= chain->segment_count && chain->travel != NULL; i++)
        sum = v3_add(sum, chain->travel[i]);
    return sum;
}

static belay_vec3 travel_of(const bl_rod_chain* chain, uint32_t node)
{
    return chain->travel != NULL ? chain->travel[node] : v3_zero();
}

// How far a node goes beside the drift, squared.
static double reach_of(const search* s, const bl_rod_chain* chain, uint32_t node)
{
    return v3_length_squared(v3_sub(travel_of(chain, node), s->drift));
}

// A segment's share of a pair's cutoff is its radius, half the margin and what its nodes travel.
static bl_rod_span span_of(const search* s, const bl_rod_chain* chain, uint32_t i)
{
    belay_vec3 p = chain->nodes[i], q = chain->nodes[i + 1];
    double travel = sqrt(larger(reach_of(s, chain, i), reach_of(s, chain, i + 1)));
    bl_rod_span span = {v3_scale(0.5, v3_add(p, q)), 0.5 * v3_distance(p, q), chain->radius + 0.5 * s->margin + travel};
    return span;
}

// Boxes of pairs within their cutoffs overlap.
static bl_box box_of(const bl_rod_chain* chain, uint32_t i, const bl_rod_span* span)
{
    bl_box begin = {chain->nodes[i], chain->nodes[i]}, end = {chain->nodes[i + 1], chain->nodes[i + 1]};
    bl_box box = bl_box_join(&begin, &end);
    return bl_box_widen(&box, span->share);
}

// By the balls about their middles.
static bool are_far_apart(const bl_rod_span* a, const bl_rod_span* b)
{
    double radii = a->half + a->share + b->half + b->share;
    return v3_length_squared(v3_sub(a->middle, b->middle)) > radii * radii;
}

// The direction separates the segments by their distance now, and by that less this at all times of the step.
static double approach(const search* s, uint32_t i, uint32_t j, belay_vec3 normal)
{
    double a0 = v3_dot(normal, travel_of(s->a, i)), a1 = v3_dot(normal, travel_of(s->a, i + 1));
    double b0 = v3_dot(normal, travel_of(s->b, j)), b1 = v3_dot(normal, travel_of(s->b, j + 1));
    return larger(0.0, larger(b0, b1) - smaller(a0, a1));
}

// What t - s must be at least so that places on segments i and j are `exclusion` apart.
static double apart_of(const search* s, uint32_t i, uint32_t j)
{
    if (s->exclusion < 0.0) return BL_ROD_ANY_APART;
    return s->exclusion / s->a->segment_length - ((double)j - (double)i);
}

static int32_t step_of(double s)
{
    return s < BL_ROD_AT_NODE ? -1 : (s > 1.0 - BL_ROD_AT_NODE ? 1 : 0);
}

// Whether places so near to an end of their segments may have been drawn in from it.
static bool is_beside_node(const bl_rod_closest_points* p)
{
    return fabs(p->s - 0.5) > 0.5 - BL_ROD_BESIDE_NODE || fabs(p->t - 0.5) > 0.5 - BL_ROD_BESIDE_NODE;
}

// `farthest`: the largest distance of the axes that can be within the cutoff.
static bool collide_pair(const search* s, uint32_t i, uint32_t j, double farthest)
{
    const belay_vec3 *a = &s->a->nodes[i], *b = &s->b->nodes[j];
    double thickness = s->a->radius + s->b->radius, apart = apart_of(s, i, j);
    bl_rod_closest_points p;
    if (!bl_rod_closest(a, b, thickness, apart, &p) || p.distance > farthest) return true;
    bl_rod_report report = {{i, j, p.s, p.t, bl_rod_normal(a, b, &p), p.distance - thickness}, 0, 0};
    if (!(report.contact.gap <= s->margin + approach(s, i, j, report.contact.normal))) return true;
    if (is_beside_node(&p) && !bl_rod_closest(a, b, 0.0, apart, &p)) return true;
    report.step_a = step_of(p.s);
    report.step_b = step_of(p.t);
    return bl_rod_list_report(s->collider, &report);
}

// The first segment that can have a place far enough from one on segment i.
static uint32_t first_partner(const search* s, uint32_t i)
{
    if (s->exclusion < 0.0) return 0;
    double segments = ceil(s->exclusion / s->a->segment_length) - 1.0;
    return segments < s->b->segment_count ? i + (segments > 1.0 ? (uint32_t)segments : 1) : s->b->segment_count;
}

static bool collide_segment(const search* s, uint32_t i)
{
    const bl_rod_span *spans = s->collider->spans, own = span_of(s, s->a, i);
    bl_box box = box_of(s->a, i, &own);
    uint32_t* found = s->collider->found;
    uint32_t count = bl_rod_tree_find(&s->tree, &box, first_partner(s, i), found);
    for (uint32_t k = 0; k < count; k++) {
        const bl_rod_span* other = &spans[found[k]];
        if (are_far_apart(&own, other)) continue;
        if (!collide_pair(s, i, found[k], own.share + other->share)) return false;
    }
    return true;
}

static bool set_up(search* s)
{
    bl_rod_collider* c = s->collider;
    uint32_t count = s->b->segment_count;
    double nodes = (double)s->a->segment_count + (double)count + 2.0;
    bool ok = true;
    BL_ARRAY_RESERVE(c->spans, count, c->allocator, &ok);
    if (!ok || !bl_rod_tree_init(&s->tree, &c->boxes, count, c->allocator)) return false;
    s->drift = v3_scale(1.0 / nodes, v3_add(travel_sum(s->a), travel_sum(s->b)));
    for (uint32_t j = 0; j < count; j++) {
        c->spans[j] = span_of(s, s->b, j);
        *bl_rod_tree_segment(&s->tree, j) = box_of(s->b, j, &c->spans[j]);
    }
    bl_rod_tree_build(&s->tree, count);
    return true;
}

static bool collide(search* s)
{
    bl_rod_collider* c = s->collider;
    if (!bl_rod_list_begin(c, s->a, s->b) || !set_up(s)) return false;
    for (uint32_t i = 0; i < s->a->segment_count; i++) {
        bl_rod_list_begin_row(c, i);
        if (!collide_segment(s, i)) return false;
    }
    bl_rod_list_begin_row(c, s->a->segment_count);
    if (!bl_rod_list_take_reports(c, s->a->radius + s->b->radius)) return false;
    bl_rod_list_finish(c);
    return true;
}

bool bl_collide_rod_self(bl_rod_collider* collider, const bl_rod_chain* chain, double exclusion, double margin)
{
    search s = {.collider = collider, .a = chain, .b = chain, .margin = margin, .exclusion = larger(0.0, exclusion)};
    return collide(&s);
}

bool bl_collide_rods(bl_rod_collider* collider, const bl_rod_chain* a, const bl_rod_chain* b, double margin)
{
    search s = {.collider = collider, .a = a, .b = b, .margin = margin, .exclusion = -1.0};
    return collide(&s);
}
