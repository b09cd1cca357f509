// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/gjk.h"

#include "geometry/geometry_tolerances.h"

// Lists the corners that carry the nearest point and returns a slot that is free.
static int list_corners(const bl_simplex_nearest* nearest, int index[4])
{
    bool is_taken[4] = {false, false, false, false};
    int slot = 0;
    for (int i = 0; i < nearest->count; i++) {
        index[i] = nearest->index[i];
        is_taken[index[i]] = true;
    }
    while (is_taken[slot])
        slot++;
    return slot;
}

static bool is_corner(const bl_gjk* gjk, belay_vec3 w)
{
    for (int i = 0; i < gjk->nearest.count; i++) {
        belay_vec3 c = gjk->w[gjk->nearest.index[i]];
        if (c.x == w.x && c.y == w.y && c.z == w.z) return true;
    }
    return false;
}

// How far the distance may be below |v|, as the support point w says.
static double find_gap(const bl_gjk* gjk, belay_vec3 w)
{
    return gjk->distance - v3_dot(gjk->nearest.point, w) / gjk->distance;
}

static void make_facet(bl_gjk* gjk)
{
    gjk->facet.normal = v3_scale(-1.0 / gjk->distance, gjk->nearest.point);
    gjk->facet.offset = -gjk->distance;
    gjk->facet.count = gjk->nearest.count;
    for (int i = 0; i < gjk->nearest.count; i++) {
        gjk->facet.points[i] = gjk->points[gjk->nearest.index[i]];
        gjk->facet.weights[i] = gjk->nearest.weight[i];
    }
}

// Adds the support point to the simplex. False when that brings the nearest point no nearer.
static bool advance(bl_gjk* gjk, const bl_pair_point* p)
{
    bl_simplex_nearest next;
    int index[4], count = gjk->nearest.count, slot = list_corners(&gjk->nearest, index);
    gjk->points[slot] = *p;
    gjk->w[slot] = p->w;
    index[count] = slot;
    bl_nearest_on_simplex(gjk->w, index, count + 1, &next);
    double distance = v3_length(next.point);
    gjk->has_overlap = next.count == 4 || distance <= BL_GJK_TOUCHING * gjk->size;
    if (!gjk->has_overlap && distance >= gjk->distance) return false;
    gjk->nearest = next;
    gjk->distance = distance;
    return true;
}

static double largest_coordinate(belay_vec3 x)
{
    double ax = fabs(x.x), ay = fabs(x.y), az = fabs(x.z), m = ax > ay ? ax : ay;
    return m > az ? m : az;
}

// Round cores are refined when the gap is small enough, which it then has to get.
static bool try_refine(const bl_pair* pair, double gap, double* wanted_gap, bl_gjk* gjk)
{
    if (!(gap < *wanted_gap * gjk->size)) return false;
    *wanted_gap *= BL_GJK_REFINE_GAP;
    make_facet(gjk);
    return bl_facet_refine(pair, BL_GJK_REFINED_ROUNDING * gjk->size, &gjk->facet);
}

static void begin(bl_gjk* gjk, belay_vec3 guess)
{
    gjk->nearest.count = 0;
    gjk->nearest.point = guess;
    gjk->distance = INFINITY;
    gjk->size = 0.0;
}

// The support point against the nearest point.
static bl_pair_point next_point(const bl_pair* pair, bl_gjk* gjk)
{
    bl_pair_point p = bl_pair_support(pair, v3_neg(gjk->nearest.point));
    double size = largest_coordinate(p.w);
    if (size > gjk->size) gjk->size = size;
    return p;
}

static bool is_done(const bl_gjk* gjk, belay_vec3 w, double gap)
{
    return gap <= BL_GJK_DISTANCE_ROUNDING * gjk->distance + BL_GJK_SIZE_ROUNDING * gjk->size || is_corner(gjk, w);
}

bool bl_gjk_overlap(const bl_pair* pair, belay_vec3 guess, bl_gjk* gjk)
{
    begin(gjk, guess);
    for (int round = 0; round < BL_GJK_MAX_ROUNDS; round++) {
        bl_pair_point p = next_point(pair, gjk);
        double apart = BL_GJK_CLEARLY_APART * gjk->size;
        if (v3_dot(gjk->nearest.point, p.w) > apart * v3_length(gjk->nearest.point)) return false;
        if (round > 0 && is_done(gjk, p.w, find_gap(gjk, p.w))) return false;
        if (!advance(gjk, &p)) return false;
        if (gjk->has_overlap) return true;
    }
    return false;
}

// Whether the plane across the nearest point through the support point against it has the cores further apart than
// that.
static bool is_beyond(const bl_gjk* gjk, belay_vec3 w, double limit)
{
    double along = v3_dot(gjk->nearest.point, w);
    return along > 0.0 && along > v3_length(gjk->nearest.point) * limit;
}

bool bl_gjk_run_within(const bl_pair* pair, belay_vec3 guess, double limit, bl_gjk* gjk)
{
    bool is_round = bl_pair_is_curved(pair);
    double refine_gap = BL_GJK_REFINE_GAP;
    begin(gjk, guess);
    for (int round = 0; round < BL_GJK_MAX_ROUNDS; round++) {
        bl_pair_point p = next_point(pair, gjk);
        if (limit < INFINITY && is_beyond(gjk, p.w, limit)) return false;
        if (round > 0) {
            double gap = find_gap(gjk, p.w);
            if (is_done(gjk, p.w, gap)) break;
            if (is_round && try_refine(pair, gap, &refine_gap, gjk)) return true;
        }
        if (!advance(gjk, &p)) break;
        if (gjk->has_overlap) return true;
    }
    make_facet(gjk);
    if (is_round) bl_facet_refine(pair, BL_GJK_REFINED_ROUNDING * gjk->size, &gjk->facet);
    return true;
}

void bl_gjk_run(const bl_pair* pair, belay_vec3 guess, bl_gjk* gjk)
{
    bl_gjk_run_within(pair, guess, INFINITY, gjk);
}
