// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/epa_start.h"

static double distance_from_line(belay_vec3 x, belay_vec3 start, belay_vec3 unit)
{
    return v3_length(v3_cross(v3_sub(x, start), unit));
}

// The furthest of the support points along both senses of the axes from the first corner. False when none is off it.
static bool add_second(const bl_pair* pair, double rounding, bl_pair_point c[4])
{
    const belay_vec3 axes[3] = {v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0), v3(0.0, 0.0, 1.0)};
    double most = rounding;
    for (int i = 0; i < 6; i++) {
        bl_pair_point p = bl_pair_support(pair, i < 3 ? axes[i] : v3_neg(axes[i - 3]));
        double off = v3_distance(p.w, c[0].w);
        if (!(off > most)) continue;
        most = off;
        c[1] = p;
    }
    return most > rounding;
}

// The furthest from the line of the first two.
static bool add_third(const bl_pair* pair, double rounding, belay_vec3 unit, bl_pair_point c[4])
{
    belay_vec3 u = v3_any_orthogonal(unit), axes[2] = {u, v3_cross(unit, u)};
    double most = rounding;
    for (int i = 0; i < 4; i++) {
        bl_pair_point p = bl_pair_support(pair, i < 2 ? axes[i] : v3_neg(axes[i - 2]));
        double off = distance_from_line(p.w, c[0].w, unit);
        if (!(off > most)) continue;
        most = off;
        c[2] = p;
    }
    return most > rounding;
}

static bool add_fourth(const bl_pair* pair, double rounding, belay_vec3 normal, bl_pair_point c[4])
{
    bl_pair_point up = bl_pair_support(pair, normal), down = bl_pair_support(pair, v3_neg(normal));
    double above = v3_dot(normal, v3_sub(up.w, c[0].w)), below = v3_dot(normal, v3_sub(c[0].w, down.w));
    c[3] = above >= below ? up : down;
    return fmax(above, below) > rounding;
}

bool bl_epa_find_tetrahedron(const bl_pair* pair, const bl_gjk* gjk, double rounding, bl_pair_point c[4],
                             belay_vec3* flat_normal)
{
    int count = gjk->nearest.count;
    for (int i = 0; i < count; i++)
        c[i] = gjk->points[gjk->nearest.index[i]];
    *flat_normal = v3(0.0, 0.0, 1.0);
    if (count == 4) return true;
    if (count == 1 && !add_second(pair, rounding, c)) return false;
    belay_vec3 unit = v3_normalize_or(v3_sub(c[1].w, c[0].w), v3(1.0, 0.0, 0.0));
    *flat_normal = v3_any_orthogonal(unit);
    if (count <= 2 && !add_third(pair, rounding, unit, c)) return false;
    *flat_normal = v3_normalize_or(v3_cross(unit, v3_sub(c[2].w, c[0].w)), *flat_normal);
    return add_fourth(pair, rounding, *flat_normal, c);
}
