// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/contact_candidate.h"

#include <float.h>
#include <stddef.h>

typedef struct bend {
    belay_vec3 tangent;
    double along, across; // curvatures
} bend;

static bool is_face(const bl_side* s)
{
    return isinf(s->radius_along) && isinf(s->radius_across);
}

static bool is_straight(const bl_side* s)
{
    return isinf(s->radius_along);
}

// Bent the same in all directions.
static bool is_ball(const bl_side* s)
{
    return s->radius_along == s->radius_across && !isinf(s->radius_along);
}

// 1 / q of a sum of radii. Where the centres of curvature meet there is no second order, nor where sharp corners or
// edges overlap; of solids that are apart the sum is negative in a hollow.
static double curvature_of(double q, double distance)
{
    bool is_sound = q > DBL_MIN || (q < -DBL_MIN && distance > 0.0);
    return is_sound ? 1.0 / q : 0.0;
}

static belay_vec3 in_plane(belay_vec3 along, belay_vec3 normal)
{
    return v3_normalize_or(v3_add_scaled(along, -v3_dot(along, normal), normal), v3_any_orthogonal(normal));
}

// The radius of curvature's part in S along the tangent v, of the directions that are not straight.
static double finite_radius(const bl_side* s, belay_vec3 v)
{
    double c = v3_dot(s->along, v);
    double along = isinf(s->radius_along) ? 0.0 : s->radius_along;
    return along * c * c + s->radius_across * (1.0 - c * c);
}

// One side is straight along u, or both are along nearly the same direction.
static bend bend_across(const bl_contact_candidate* p, belay_vec3 u)
{
    bend r = {in_plane(u, p->normal), 0.0, 0.0};
    belay_vec3 v = v3_cross(p->normal, r.tangent);
    r.across = curvature_of(finite_radius(&p->side_a, v) + finite_radius(&p->side_b, v) + p->distance, p->distance);
    return r;
}

// Neither is straight: the inverse of a symmetric matrix by its principal values.
static bend bend_of_both(const bl_contact_candidate* p)
{
    const bl_side *a = &p->side_a, *b = &p->side_b;
    bool any = is_ball(a) && is_ball(b);
    belay_vec3 t = any ? v3_any_orthogonal(p->normal) : in_plane(is_ball(a) ? b->along : a->along, p->normal);
    belay_vec3 s = v3_cross(p->normal, t);
    double tt = finite_radius(a, t) + finite_radius(b, t) + p->distance;
    double ss = finite_radius(a, s) + finite_radius(b, s) + p->distance;
    double ts = (a->radius_along - a->radius_across) * v3_dot(a->along, t) * v3_dot(a->along, s) +
                (b->radius_along - b->radius_across) * v3_dot(b->along, t) * v3_dot(b->along, s);
    double angle = ts != 0.0 ? 0.5 * belay_atan2(2.0 * ts, tt - ss) : 0.0;
    double c, n;
    belay_sin_cos(angle, &n, &c);
    bend r = {v3_add_scaled(v3_scale(c, t), n, s),
              curvature_of(c * c * tt + 2.0 * c * n * ts + n * n * ss, p->distance),
              curvature_of(n * n * tt - 2.0 * c * n * ts + c * c * ss, p->distance)};
    return r;
}

static bend bend_of(const bl_contact_candidate* p)
{
    bool straight_a = is_straight(&p->side_a), straight_b = is_straight(&p->side_b);
    bool is_flat = is_face(&p->side_a) || is_face(&p->side_b);
    if (is_flat || (straight_a && straight_b)) {
        bend flat = {v3_any_orthogonal(p->normal), 0.0, 0.0};
        return flat;
    }
    if (straight_a) return bend_across(p, p->side_a.along);
    if (straight_b) return bend_across(p, p->side_b.along);
    return bend_of_both(p);
}

// The rounder of the two is tracked over the other. Where both are edges, or rims, each is followed by the point of its
// own axis: neither turning about its axis moves the surfaces.
static bl_surface_owner surface_owner_of(const bl_contact_candidate* p)
{
    if (is_face(&p->side_b)) return BL_SURFACE_OWNER_B;
    if (is_face(&p->side_a)) return BL_SURFACE_OWNER_A;
    bool ball_a = is_ball(&p->side_a), ball_b = is_ball(&p->side_b);
    if (ball_a == ball_b) return BL_SURFACE_OWNER_NONE;
    return ball_a ? BL_SURFACE_OWNER_B : BL_SURFACE_OWNER_A;
}

// The points of a place whose normal and surface owner are set. A solid that carries shows its surface, one that is
// tracked its reference.
static void set_points(const bl_candidate_frame* f, const bl_contact_candidate* candidate, bl_manifold_point* p)
{
    double in_a = p->surface_owner == BL_SURFACE_OWNER_A ? -f->radius_a : candidate->side_a.depth;
    double in_b = p->surface_owner == BL_SURFACE_OWNER_B ? -f->radius_b : candidate->side_b.depth;
    belay_vec3 a = v3_add(f->origin, m3_mul_v3(f->rotation, candidate->on_a));
    belay_vec3 b = v3_add_scaled(a, -candidate->distance, p->normal);
    p->gap = candidate->distance - f->radius_a - f->radius_b;
    p->point = v3_add_scaled(a, -(f->radius_a + 0.5 * p->gap), p->normal);
    p->reference = v3_add_scaled(a, in_a, p->normal);
    p->reference_b = v3_add_scaled(b, -in_b, p->normal);
    // What carries shows its surface, which does not turn in its own eyes.
    p->twist_a = p->surface_owner == BL_SURFACE_OWNER_A ? v3_zero() : m3_mul_v3(f->rotation, candidate->side_a.twist);
    p->twist_b = p->surface_owner == BL_SURFACE_OWNER_B ? v3_zero() : m3_mul_v3(f->rotation, candidate->side_b.twist);
    p->feature = candidate->feature;
    p->geodesic1 = 0.0;
    p->arc = 0.0;
}

static bl_manifold_point* next_point(const bl_candidate_frame* frame, const bl_contact_candidate* candidate,
                                     bl_manifold* manifold)
{
    if (!(candidate->distance <= bl_candidate_cutoff(frame)) || manifold->count == BL_MANIFOLD_MAX_POINTS) return NULL;
    return &manifold->points[manifold->count++];
}

void bl_candidate_add(const bl_candidate_frame* frame, const bl_contact_candidate* candidate, bl_manifold* manifold)
{
    bl_manifold_point* p = next_point(frame, candidate, manifold);
    if (p == NULL) return;
    bend k = bend_of(candidate);
    p->surface_owner = surface_owner_of(candidate);
    p->normal = m3_mul_v3(frame->rotation, candidate->normal);
    p->tangent1 = m3_mul_v3(frame->rotation, k.tangent);
    p->tangent2 = v3_cross(p->normal, p->tangent1);
    p->kappa1 = k.along;
    p->kappa2 = k.across;
    set_points(frame, candidate, p);
}

void bl_candidate_add_beside(const bl_candidate_frame* frame, const bl_contact_candidate* candidate,
                             bl_manifold* manifold)
{
    bl_manifold_point* p = next_point(frame, candidate, manifold);
    if (p == NULL) return;
    *p = p[-1];
    set_points(frame, candidate, p);
}

static void mirror_point(bl_manifold_point* p)
{
    belay_vec3 reference = p->reference;
    p->reference = p->reference_b;
    p->reference_b = reference;
    belay_vec3 twist = p->twist_a;
    p->twist_a = p->twist_b;
    p->twist_b = twist;
    if (p->surface_owner != BL_SURFACE_OWNER_NONE)
        p->surface_owner = p->surface_owner == BL_SURFACE_OWNER_A ? BL_SURFACE_OWNER_B : BL_SURFACE_OWNER_A;
    p->normal = v3_neg(p->normal);
    p->tangent2 = v3_neg(p->tangent2);
    p->geodesic1 = -p->geodesic1;
}

void bl_manifold_mirror(bl_manifold* manifold)
{
    for (int i = 0; i < manifold->count; i++)
        mirror_point(&manifold->points[i]);
}
