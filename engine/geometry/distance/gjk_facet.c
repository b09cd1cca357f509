// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "geometry/distance/gjk_facet.h"

bl_core_distance bl_facet_distance(const bl_facet* facet)
{
    belay_vec3 a = v3_zero();
    for (int i = 0; i < facet->count; i++)
        a = v3_add_scaled(a, facet->weights[i], facet->points[i].a);
    belay_vec3 b = v3_add_scaled(a, -facet->offset, facet->normal);
    return (bl_core_distance){-facet->offset, a, b, v3_neg(facet->normal)};
}

double bl_facet_excess(const bl_pair* pair, const bl_facet* facet)
{
    return v3_dot(facet->normal, bl_pair_support(pair, facet->normal).w) - facet->offset;
}
