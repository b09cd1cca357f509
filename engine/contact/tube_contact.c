// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "contact/convex_contact.h"
#include "contact/sphere_contact.h"
#include "contact/tube_scan.h"
#include "geometry/curve_internal.h"

// Bending of the tube adds to what the place's sides say. A ball or corner of A glides on the curve's distance surface
// (geometry/curve.h). A straight line of A along u, at the angle phi to the curve, glides freely along u; moved across
// it by c, the curve's nearest place moves on by c / sin phi or less: the least of (c - x sin phi)^2 / 2 d - k.n x^2 /
// 2 over x is -k.n c^2 / 2 (sin^2 phi - d k.n).
static void set_ball_bend(const bl_curve_closest* c, belay_quat rotation, bl_manifold_point* p)
{
    bl_curve_bend bend = bl_curve_distance_bend(c);
    p->kappa1 = bend.along;
    p->kappa2 = bend.across;
    if (c->is_end) return;
    double bend_n = v3_dot(c->curvature, c->normal);
    double bend_t = v3_dot(q_rotate(rotation, c->curvature), p->tangent2);
    p->geodesic1 = bend_n != 0.0 ? -bend.along * bend_t / bend_n : bend_t;
}

static void set_line_bend(const bl_curve_closest* c, belay_vec3 along, double distance, bl_manifold_point* p)
{
    double kn = v3_dot(c->curvature, c->normal), cosine = v3_dot(c->tangent, along);
    double sine2 = fmax(1.0 - cosine * cosine, 0.0), q = sine2 - distance * kn;
    p->kappa1 = 0.0;
    p->kappa2 = q > 1e-6 ? -kn / q : 0.0;
}

static bl_curve_closest closest_of(const bl_curve_station* at, belay_vec3 normal, double distance, bool is_end)
{
    bl_curve_closest c = {at->u, at->s, at->point, at->tangent, normal, at->curvature, distance, at->span, is_end};
    return c;
}

// Beyond an end of an open curve, which is round.
static bool is_beyond_end(const bl_curve* curve, const bl_tube_place* p)
{
    bool is_end = (p->span == 0 && p->t == 0.0) || (p->span == curve->span_count - 1 && p->t == 1.0);
    return is_end && !curve->is_closed && fabs(p->slope) > 1e-9;
}

static void set_bend(const bl_curve_station* at, const bl_place* place, bool is_end, belay_quat rotation,
                     bl_manifold_point* p)
{
    const bl_side* side = &place->side_a;
    bool is_straight = isinf(side->radius_along), is_face = is_straight && isinf(side->radius_across);
    bl_curve_closest c = closest_of(at, place->normal, place->distance + side->depth, is_end);
    if (is_straight && !is_face && !is_end) {
        p->tangent1 = q_rotate(rotation, side->along);
        p->tangent2 = v3_cross(p->normal, p->tangent1);
        set_line_bend(&c, side->along, place->distance + side->radius_across, p);
    } else if (side->radius_along == side->radius_across && !is_face) {
        set_ball_bend(&c, rotation, p);
    }
}

// `rotation` turns the curve's frame to the world, `own` the solid's to the curve's.
static void add_place(const bl_curve* curve, const bl_tube_place* p, const belay_mat33* own,
                      const bl_place_frame* frame, belay_quat rotation, bl_manifold* manifold)
{
    bl_curve_station at = bl_curve_station_at(curve, p->span, p->t);
    bool is_end = is_beyond_end(curve, p);
    bl_place place = {.distance = p->near.distance, .on_b = p->point, .side_a = p->near.side};
    place.side_a.along = m3_mul_v3(*own, p->near.side.along);
    place.normal = v3_neg(m3_mul_v3(*own, p->near.normal));
    place.on_a = v3_add_scaled(p->point, place.distance, place.normal);
    place.side_b = is_end ? bl_side_ball(0.0) : bl_side_edge(at.tangent);
    int before = manifold->count;
    bl_place_add(frame, &place, manifold);
    if (manifold->count == before) return;
    manifold->points[before].arc = bl_curve_wrap(curve, at.s);
    set_bend(&at, &place, is_end, rotation, &manifold->points[before]);
}

void bl_collide_convex_tube(const bl_convex* a, belay_pose pose_a, const bl_curve* curve, belay_pose pose_b,
                            double tube_radius, double cutoff, bl_manifold* manifold)
{
    bl_tube_place places[BL_TUBE_MAX_PLACES];
    if (a->kind == BL_CONVEX_POINT || (a->kind == BL_CONVEX_SEGMENT && !(a->half.z > 0.0))) {
        bl_collide_sphere_tube(pose_a.position, a->radius, curve, pose_b, tube_radius, cutoff, manifold);
        return;
    }
    belay_pose a_in_b = {pose_apply_inverse(pose_b, pose_a.position),
                         q_mul(q_conjugate(pose_b.rotation), pose_a.rotation)};
    belay_mat33 own = q_to_m3(a_in_b.rotation);
    bl_place_frame frame = bl_place_frame_make(pose_b, a->radius, tube_radius, cutoff);
    int count = bl_tube_scan(curve, a, a_in_b, bl_place_reach(&frame), places);
    manifold->count = 0;
    for (int i = 0; i < count; i++)
        add_place(curve, &places[i], &own, &frame, pose_b.rotation, manifold);
}
