// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact of what no special routine knows: one place, that of the distance function. One of the two is smooth, so
// there is no other. What the surface of the other is like there is told by a point a little above the place, which is
// nearest to it: a face, whose normal is then taken, an edge or a corner.

#include "detect/contact_tolerance.h"
#include "detect/convex/nearest.h"
#include "detect/convex/pair_contact.h"
#include "detect/convex/smooth.h"
#include "geometry/distance/distance.h"

// One of the pair, in the frame of the pair.
typedef struct placed {
    const bl_convex* convex;
    belay_mat33 rotation;
    belay_vec3 origin;
} placed;

// The nearest part of a core's surface to a point of the pair's frame.
static bl_surface_nearest nearest_to(const placed* p, belay_vec3 x)
{
    bl_surface_nearest n = bl_convex_nearest(p->convex, m3_mul_transposed_v3(p->rotation, v3_sub(x, p->origin)));
    n.point = v3_add(p->origin, m3_mul_v3(p->rotation, n.point));
    n.normal = m3_mul_v3(p->rotation, n.normal);
    n.side.along = m3_mul_v3(p->rotation, n.side.along);
    n.side.twist = m3_mul_v3(p->rotation, n.side.twist);
    return n;
}

// Where the solid's outward normal is `outward`, whether the other one is smooth or not.
static bl_surface_nearest surface_at(const placed* p, belay_vec3 point, belay_vec3 outward, double above)
{
    if (!bl_is_smooth(p->convex)) return nearest_to(p, v3_add_scaled(point, above, outward));
    bl_smooth_point at = bl_smooth_point_at(p->convex, &p->rotation, outward);
    return (bl_surface_nearest){v3_add(p->origin, at.point), outward, 0.0, at.side, BL_PART_SMOOTH, 0};
}

// A face is known with its normal to the last digit; the place is where the smooth one comes nearest to it then.
static void settle_on_face(const bl_surface_nearest* face, const placed* smooth, bool of_a,
                           bl_contact_candidate* candidate)
{
    bl_smooth_point at = bl_smooth_point_at(smooth->convex, &smooth->rotation, v3_neg(face->normal));
    belay_vec3 lowest = v3_add(smooth->origin, at.point);
    candidate->normal = of_a ? v3_neg(face->normal) : face->normal;
    candidate->distance = v3_dot(face->normal, v3_sub(lowest, face->point));
    belay_vec3 foot = v3_add_scaled(lowest, -candidate->distance, face->normal);
    candidate->on_a = of_a ? foot : lowest;
    candidate->on_b = of_a ? lowest : foot;
    candidate->side_a = of_a ? bl_side_face() : at.side;
    candidate->side_b = of_a ? at.side : bl_side_face();
}

void bl_collide_by_distance(const bl_convex_pair* pair, bl_manifold* manifold)
{
    bl_convex bare_a = *pair->a, bare_b = *pair->b;
    bare_a.radius = bare_b.radius = 0.0;
    bl_distance d = bl_convex_distance(&bare_a, belay_pose_identity(), &bare_b, pair->b_in_a);
    if (!(d.distance <= bl_candidate_cutoff(&pair->frame))) return;
    placed a = {pair->a, m3_identity(), v3_zero()}, b = {pair->b, pair->rotation, pair->b_in_a.position};
    double above = BL_CONTACT_ABOVE * bl_convex_bounding_radius(bl_is_smooth(pair->b) ? pair->b : pair->a, v3_zero());
    bl_surface_nearest on_a = surface_at(&a, d.point_a, v3_neg(d.normal), above);
    bl_surface_nearest on_b = surface_at(&b, d.point_b, d.normal, above);
    bl_contact_candidate candidate = {.normal = d.normal, .distance = d.distance, .on_a = d.point_a, .on_b = d.point_b};
    candidate.side_a = on_a.side;
    candidate.side_b = on_b.side;
    if (on_a.part == BL_PART_FACE && bl_is_smooth(pair->b)) settle_on_face(&on_a, &b, true, &candidate);
    if (on_b.part == BL_PART_FACE && bl_is_smooth(pair->a)) settle_on_face(&on_b, &a, false, &candidate);
    bl_candidate_add(&pair->frame, &candidate, manifold);
}
