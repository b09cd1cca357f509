// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact with a ball: one place, where the solid is nearest to its centre.

#include "detect/convex/nearest.h"
#include "detect/convex/pair_contact.h"

void bl_collide_with_ball(const bl_convex_pair* pair, bl_manifold* manifold)
{
    bl_surface_nearest at = bl_convex_nearest(pair->a, pair->b_in_a.position);
    bl_contact_candidate candidate = {.distance = at.distance, .on_a = at.point, .on_b = pair->b_in_a.position};
    candidate.normal = v3_neg(at.normal);
    candidate.side_a = at.side;
    candidate.side_b = bl_side_ball(0.0);
    bl_candidate_add(&pair->frame, &candidate, manifold);
}
