// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/convex_contact.h"
#include "detect/convex/pair_contact.h"
#include "detect/convex/sphere_contact.h"
#include "detect/tube/tube_scan.h"
#include "geometry/curve/curve_internal.h"

// Beyond an end of an open curve, which is round.
static bool is_beyond_end(const bl_curve* curve, const bl_tube_candidate* p)
{
    bool is_end = (p->span == 0 && p->t == 0.0) || (p->span == curve->span_count - 1 && p->t == 1.0);
    return is_end && !curve->is_closed && fabs(p->slope) > 1e-9;
}

// The centre line to a solid on the side of the normal: bent with the radius -1 / k.n, sharp across.
static bl_side curve_side(const bl_curve_station* at, belay_vec3 normal, bool is_end)
{
    double bend = v3_dot(at->curvature, normal);
    if (is_end) return bl_side_ball(0.0);
    return bl_side_make(at->tangent, bend != 0.0 ? -1.0 / bend : INFINITY, 0.0, 0.0);
}

// A ball that moves along the tube follows its bends (detect/convex/sphere_contact.c).
static void set_geodesic(const bl_curve_station* at, belay_vec3 normal, belay_quat rotation, bl_manifold_point* p)
{
    double bend_n = v3_dot(at->curvature, normal), bend_t = v3_dot(q_rotate(rotation, at->curvature), p->tangent2);
    p->geodesic1 = bend_n != 0.0 ? -p->kappa1 * bend_t / bend_n : bend_t;
}

// `rotation` turns the curve's frame to the world, `own` the solid's to the curve's.
static void add_place(const bl_curve* curve, const bl_tube_candidate* p, const belay_mat33* own,
                      const bl_candidate_frame* frame, belay_quat rotation, bl_manifold* manifold)
{
    bl_curve_station at = bl_curve_station_at(curve, p->span, p->t);
    bool is_end = is_beyond_end(curve, p);
    bl_contact_candidate candidate = {.distance = p->near.distance, .on_b = p->point, .side_a = p->near.side};
    candidate.side_a.along = m3_mul_v3(*own, p->near.side.along);
    candidate.side_a.twist = m3_mul_v3(*own, p->near.side.twist);
    candidate.normal = v3_neg(m3_mul_v3(*own, p->near.normal));
    candidate.on_a = v3_add_scaled(p->point, candidate.distance, candidate.normal);
    candidate.side_b = curve_side(&at, candidate.normal, is_end);
    int before = manifold->count;
    bl_candidate_add(frame, &candidate, manifold);
    if (manifold->count == before) return;
    manifold->points[before].arc = bl_curve_wrap(curve, at.s);
    bool is_ball =
        candidate.side_a.radius_along == candidate.side_a.radius_across && !isinf(candidate.side_a.radius_along);
    if (is_ball && !is_end) set_geodesic(&at, candidate.normal, rotation, &manifold->points[before]);
}

void bl_collide_convex_tube(const bl_convex* a, belay_pose pose_a, const bl_curve* curve, belay_pose pose_b,
                            double tube_radius, double cutoff, bl_manifold* manifold)
{
    bl_tube_candidate places[BL_TUBE_MAX_CANDIDATES];
    if (bl_class_of(a) == BL_CORE_POINT) {
        bl_collide_sphere_tube(pose_a.position, a->radius, curve, pose_b, tube_radius, cutoff, manifold);
        return;
    }
    belay_pose a_in_b = {pose_apply_inverse(pose_b, pose_a.position),
                         q_mul(q_conjugate(pose_b.rotation), pose_a.rotation)};
    belay_mat33 own = q_to_m3(a_in_b.rotation);
    bl_candidate_frame frame = bl_candidate_frame_make(pose_b, a->radius, tube_radius, cutoff);
    int count = bl_tube_scan(curve, a, a_in_b, bl_candidate_cutoff(&frame), places);
    manifold->count = 0;
    for (int i = 0; i < count; i++)
        add_place(curve, &places[i], &own, &frame, pose_b.rotation, manifold);
}
