// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/sphere_contact.h"

#include "detect/contact_tolerance.h"

// Puts a point with the surfaces of A (radius_a about the reference) and B facing each other along the normal. What B
// shows is its surface, which turns with it.
static bl_manifold_point* add_point(bl_manifold* m, belay_vec3 reference, double radius_a, belay_vec3 normal,
                                    double gap)
{
    bl_manifold_point* p = &m->points[m->count++];
    p->reference = reference;
    p->normal = normal;
    p->gap = gap;
    p->point = v3_add_scaled(reference, -(radius_a + 0.5 * gap), normal);
    p->arc = 0.0;
    p->kappa1 = p->kappa2 = p->geodesic1 = 0.0;
    p->twist_a = p->twist_b = v3_zero();
    p->reference_b = v3_add_scaled(reference, -(radius_a + gap), normal);
    p->surface_owner = BL_SURFACE_OWNER_B;
    p->feature = 0;
    return p;
}

static void set_any_tangents(bl_manifold_point* p)
{
    p->tangent1 = v3_any_orthogonal(p->normal);
    p->tangent2 = v3_cross(p->normal, p->tangent1);
}

void bl_collide_sphere_sphere(belay_vec3 center_a, double radius_a, belay_vec3 center_b, double radius_b, double cutoff,
                              bl_manifold* manifold)
{
    belay_vec3 d = v3_sub(center_a, center_b);
    double distance = v3_length(d);
    double gap = distance - radius_a - radius_b;
    manifold->count = 0;
    if (gap > cutoff) return;
    // Two balls with one centre are pushed apart along z: any direction does, but it must be the same every time.
    // Nearer than rounding the direction between them says nothing, and one over the distance may be no number.
    bool is_one_place = !(distance > BL_CONTACT_SAME_CENTER * (radius_a + radius_b));
    belay_vec3 normal = is_one_place ? v3(0.0, 0.0, 1.0) : v3_scale(1.0 / distance, d);
    bl_manifold_point* p = add_point(manifold, center_a, radius_a, normal, gap);
    set_any_tangents(p);
    p->reference_b = center_b;
    p->surface_owner = BL_SURFACE_OWNER_NONE;
    // The centre of A moves on a sphere of radius `distance` about that of B.
    if (!is_one_place) p->kappa1 = p->kappa2 = 1.0 / distance;
}

void bl_collide_sphere_plane(belay_vec3 center, double radius, belay_vec3 normal, double offset, double cutoff,
                             bl_manifold* manifold)
{
    double gap = v3_dot(normal, center) - offset - radius;
    manifold->count = 0;
    if (gap > cutoff) return;
    set_any_tangents(add_point(manifold, center, radius, normal, gap));
}

// The centre of A moves on a surface at constant distance from the curve: its principal directions are the curve's
// tangent and the one across it (geometry/curve/curve.h derives the curvatures).
static void add_tube_point(bl_manifold* m, const bl_curve_closest* c, belay_pose pose, belay_vec3 center, double radius,
                           double tube_radius)
{
    belay_vec3 normal = q_rotate(pose.rotation, c->normal);
    bl_manifold_point* p = add_point(m, center, radius, normal, c->distance - radius - tube_radius);
    bl_curve_bend bend = bl_curve_distance_bend(c);
    if (c->is_end) {
        set_any_tangents(p);
    } else {
        // Orthogonal to the normal already, up to rounding that grows where the distance is small; made exactly so.
        belay_vec3 t = q_rotate(pose.rotation, c->tangent);
        t = v3_add_scaled(t, -v3_dot(t, normal), normal);
        p->tangent1 = v3_normalize_or(t, v3_any_orthogonal(normal));
        p->tangent2 = v3_cross(normal, p->tangent1);
        // A line parallel to the curve at this distance is 1 - d k.n times as long and so bends by k / (1 - d k.n), of
        // which -kappa1 is the part along the normal. Where the curve is straight both are 0.
        double bend_n = v3_dot(c->curvature, c->normal),
               bend_t = v3_dot(q_rotate(pose.rotation, c->curvature), p->tangent2);
        p->geodesic1 = bend_n != 0.0 ? -bend.along * bend_t / bend_n : bend_t;
    }
    p->kappa1 = bend.along;
    p->kappa2 = bend.across;
    p->arc = c->s;
}

void bl_collide_sphere_tube(belay_vec3 center, double radius, const bl_curve* curve, belay_pose pose,
                            double tube_radius, double cutoff, bl_manifold* manifold)
{
    bl_curve_closest closest[BL_CURVE_MAX_CLOSEST];
    belay_vec3 local = pose_apply_inverse(pose, center);
    int count = bl_curve_closest_points(curve, local, cutoff + radius + tube_radius, closest);
    manifold->count = 0;
    for (int i = 0; i < count; i++)
        add_tube_point(manifold, &closest[i], pose, center, radius, tube_radius);
}
