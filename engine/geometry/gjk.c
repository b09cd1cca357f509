// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/gjk.h"

// Every round brings the nearest point v closer, so nothing but rounding can make it loop; round cores converge
// linearly and polytopes end after a few rounds.
static const int max_rounds = 100;
// With w the support point against v, v . w / |v| <= distance <= |v|. It is done when the two agree to this part of the
// distance or of the size of what was met.
static const double distance_rounding = 1e-14;
static const double size_rounding = 4e-16;
// Cores closer than this part of their size overlap: the direction of v would be rounding.
static const double touching = 1e-14;
// With round cores the facet is polished once the gap is this part of the size, and again after so much progress.
static const double first_polish_gap = 1e-3;
static const double next_polish_gap = 1e-3;
static const double polished_rounding = 1e-14;

// Lists the corners that carry the nearest point and returns a slot that is free.
static int list_corners(const bl_nearest* nearest, int index[4])
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

// |v| minus the lower bound that the support point w gives.
static double find_gap(const bl_gjk* gjk, belay_vec3 w)
{
    double distance = v3_length(gjk->nearest.point);
    return distance - v3_dot(gjk->nearest.point, w) / distance;
}

static bool is_optimal(const bl_gjk* gjk, belay_vec3 w)
{
    double distance = v3_length(gjk->nearest.point), gap = find_gap(gjk, w);
    return gap <= distance_rounding * distance + size_rounding * gjk->size || is_corner(gjk, w);
}

static void make_facet(bl_gjk* gjk)
{
    double distance = v3_length(gjk->nearest.point);
    gjk->facet.normal = v3_scale(-1.0 / distance, gjk->nearest.point);
    gjk->facet.offset = -distance;
    gjk->facet.count = gjk->nearest.count;
    for (int i = 0; i < gjk->nearest.count; i++) {
        gjk->facet.points[i] = gjk->points[gjk->nearest.index[i]];
        gjk->facet.weights[i] = gjk->nearest.weight[i];
    }
}

// Adds the support point to the simplex. False when that brings the nearest point no nearer.
static bool advance(bl_gjk* gjk, const bl_pair_point* p)
{
    bl_nearest next;
    int index[4], count = gjk->nearest.count, slot = list_corners(&gjk->nearest, index);
    gjk->points[slot] = *p;
    gjk->w[slot] = p->w;
    index[count] = slot;
    bl_nearest_on_simplex(gjk->w, index, count + 1, &next);
    double before = v3_length_squared(gjk->nearest.point), after = v3_length_squared(next.point);
    gjk->has_overlap = next.count == 4 || sqrt(after) <= touching * gjk->size;
    if (!gjk->has_overlap && count > 0 && after >= before) return false;
    gjk->nearest = next;
    return true;
}

static bool try_polish(const bl_pair* pair, bl_gjk* gjk)
{
    make_facet(gjk);
    return bl_facet_polish(pair, polished_rounding * gjk->size, &gjk->facet);
}

void bl_gjk_run(const bl_pair* pair, belay_vec3 guess, bl_gjk* gjk)
{
    double polish_gap = bl_pair_is_round(pair) ? first_polish_gap : 0.0;
    gjk->nearest.count = 0;
    gjk->nearest.point = guess;
    gjk->size = 0.0;
    gjk->has_overlap = false;
    for (int round = 0; round < max_rounds; round++) {
        bl_pair_point p = bl_pair_support(pair, v3_neg(gjk->nearest.point));
        gjk->size = fmax(gjk->size, v3_length(p.w));
        if (round > 0 && is_optimal(gjk, p.w)) break;
        if (round > 0 && find_gap(gjk, p.w) < polish_gap * gjk->size) {
            if (try_polish(pair, gjk)) return;
            polish_gap *= next_polish_gap;
        }
        if (!advance(gjk, &p)) break;
        if (gjk->has_overlap) return;
    }
    make_facet(gjk);
    if (bl_pair_is_round(pair)) bl_facet_polish(pair, polished_rounding * gjk->size, &gjk->facet);
}
