// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contact with a capsule, by its segment. The distance of a convex solid is a convex function along the segment, so it
// is least where its slope, which is that of the nearest place's normal along the segment, changes sign. Of the
// nearest place it is asked whether it is flat ground on which the segment lies, or an edge alongside which it is;
// otherwise the place itself touches, and the segment's ends where they are near.

#include "detect/contact_tolerance.h"
#include "detect/convex/edge_edge.h"
#include "detect/convex/face_clip.h"
#include "detect/convex/nearest.h"
#include "detect/convex/pair_contact.h"
#include "detect/convex/slope_root.h"
#include "geometry/distance/distance.h"

typedef struct context {
    const bl_convex_pair* pair;
    bl_polytope polytope;                  // A, when it is one
    bl_axisymmetric axisymmetric;          // A, when it is one
    belay_vec3 start, displacement, along; // of the segment; along: unit
    double tolerance;
    bl_manifold* manifold;
} context;

static belay_vec3 at(const context* c, double t)
{
    return v3_add_scaled(c->start, t, c->displacement);
}

static bl_surface_nearest nearest_at(const context* c, double t)
{
    bl_convex_kind kind = c->pair->a->kind;
    if (kind == BL_CONVEX_HULL || kind == BL_CONVEX_TRIANGLE) return bl_polytope_nearest(&c->polytope, at(c, t));
    return bl_convex_nearest(c->pair->a, at(c, t));
}

static double slope_of(const context* c, const bl_surface_nearest* n)
{
    return v3_dot(n->normal, c->along);
}

// ------------------------------------------------------------------------------------------------------------------
// The nearest point of the segment
// ------------------------------------------------------------------------------------------------------------------

static double slope_at(const void* c, double t)
{
    bl_surface_nearest n = nearest_at(c, t);
    return slope_of(c, &n);
}

static double find_nearest(const context* c)
{
    bl_slope_bracket b = {0.0, slope_at(c, 0.0), 1.0, slope_at(c, 1.0)};
    if (!(b.slope0 < -BL_CONTACT_LEVEL_DISTANCE_SLOPE)) return 0.0;
    if (!(b.slope1 > BL_CONTACT_LEVEL_DISTANCE_SLOPE)) return 1.0;
    return bl_slope_root(slope_at, c, b, BL_CONTACT_LEVEL_DISTANCE_SLOPE, 1e-14);
}

// ------------------------------------------------------------------------------------------------------------------
// Lying on a face
// ------------------------------------------------------------------------------------------------------------------

// The face of A that looks most along the direction; false when none does nearly.
static bool find_ground(const context* c, belay_vec3 direction, bl_clip_ground* ground)
{
    if (bl_has_rims(c->pair->a->kind)) {
        double cosine = v3_dot(c->axisymmetric.axis, direction);
        bool is_cap = fabs(cosine) >= BL_CONTACT_NEARLY_COSINE && !(c->axisymmetric.is_cone && cosine > 0.0);
        if (is_cap) bl_clip_ground_cap(ground, &c->axisymmetric, cosine > 0.0 ? 1 : 0, c->along, true, c->tolerance);
        return is_cap;
    }
    uint32_t face = bl_polytope_face_along(&c->polytope, direction);
    if (!(v3_dot(c->polytope.faces[face].normal, direction) >= BL_CONTACT_NEARLY_COSINE)) return false;
    bl_clip_ground_face(ground, &c->polytope, face, true, c->tolerance);
    return true;
}

// What of the segment is above the ground that looks along the direction; false when there is no such ground.
static bool cut_above(const context* c, belay_vec3 out, bl_clip_ground* ground, bl_clip_list* list)
{
    bl_clip_shape line;
    if (!find_ground(c, out, ground)) return false;
    bl_clip_segment_above(ground, c->start, at(c, 1.0), &line);
    bl_clip_cut(ground, &line, list);
    bl_clip_reduce(list, bl_candidate_cutoff(&c->pair->frame));
    return true;
}

static bool take_flat(const context* c, belay_vec3 out, double distance)
{
    bl_clip_ground ground;
    bl_clip_list list;
    if (!cut_above(c, out, &ground, &list)) return false;
    // On a level stretch the place that was found may be a little higher than its end.
    if (!(list.lowest <= distance + BL_CONTACT_SAME_DISTANCE * c->tolerance && list.lowest >= distance - c->tolerance))
        return false;
    bl_clip_emit(&ground, &list, &c->pair->frame, c->manifold);
    return true;
}

// As for polytopes (detect/convex/polytope_contact.c): beside the place that is nearest, of the feature, the others
// above a face that is nearly along its normal.
static bool add_nearly_flat(const context* c, const bl_surface_nearest* n, uint32_t feature)
{
    bl_clip_ground ground;
    bl_clip_list list;
    if (!cut_above(c, n->normal, &ground, &list)) return false;
    if (!(fabs(list.lowest - n->distance) <= BL_CONTACT_NEARLY_AGREEMENT * n->distance)) return false;
    bl_clip_drop(&list, feature);
    bl_clip_emit(&ground, &list, &c->pair->frame, c->manifold);
    return true;
}

// ------------------------------------------------------------------------------------------------------------------
// Alongside an edge
// ------------------------------------------------------------------------------------------------------------------

// The straight line of A's surface on which the place is.
static bl_edge_line line_under(const context* c, const bl_surface_nearest* n)
{
    if (bl_has_rims(c->pair->a->kind)) return bl_edge_line_of_side(&c->axisymmetric, n->normal);
    return bl_edge_line_of_edge(&c->polytope, n->index);
}

// Lines and sides of A run on both sides of the place: rims and corners do not.
static bool is_straight(const bl_surface_nearest* n)
{
    return n->part == BL_PART_EDGE && isinf(n->side.radius_along);
}

static bool take_alongside(const context* c, const bl_surface_nearest* n)
{
    if (!is_straight(n) || !(fabs(v3_dot(n->side.along, c->along)) >= BL_CONTACT_NEARLY_COSINE)) return false;
    bl_edge_line own = line_under(c, n), segment = bl_edge_line_make(c->start, at(c, 1.0), 0, 1, 0);
    return bl_edge_edge_collide_at(&c->pair->frame, &own, &segment, v3_neg(n->normal), n->distance, c->tolerance,
                                   c->manifold);
}

// ------------------------------------------------------------------------------------------------------------------
// Single places
// ------------------------------------------------------------------------------------------------------------------

static uint32_t feature_of(const bl_surface_nearest* n, double t)
{
    if (t == 0.0 || t == 1.0) return bl_feature_corner_b(t == 0.0 ? 0 : 1);
    return n->part == BL_PART_CORNER ? bl_feature_corner_a(n->index) : bl_feature_edges(n->index, 0);
}

static void add(const context* c, const bl_surface_nearest* n, double t)
{
    bl_contact_candidate candidate = {
        .distance = n->distance, .on_a = n->point, .on_b = at(c, t), .feature = feature_of(n, t)};
    candidate.normal = v3_neg(n->normal);
    candidate.side_a = n->side;
    candidate.side_b = t == 0.0 || t == 1.0 ? bl_side_ball(0.0) : bl_side_edge(c->along);
    bl_candidate_add(&c->pair->frame, &candidate, c->manifold);
}

static void add_candidates(const context* c, const bl_surface_nearest* nearest, double t)
{
    const double same = 1e-6;
    bool is_flat = add_nearly_flat(c, nearest, feature_of(nearest, t));
    add(c, nearest, t);
    for (int end = 0; end < 2 && !is_flat; end++) {
        if (fabs(t - end) <= same) continue;
        bl_surface_nearest n = nearest_at(c, end);
        double inwards = end == 0 ? slope_of(c, &n) : -slope_of(c, &n);
        if (inwards >= -BL_CONTACT_LEVEL_SLOPE) add(c, &n, end); // steeper ones are not on the outside
    }
}

// The segment itself is in A: pushed out the shortest way.
static void take_deep(const context* c)
{
    bl_convex a = *c->pair->a, b = *c->pair->b;
    a.radius = b.radius = 0.0;
    bl_distance d = bl_convex_distance(&a, belay_pose_identity(), &b, c->pair->b_in_a);
    if (take_flat(c, v3_neg(d.normal), d.distance)) return;
    bl_contact_candidate candidate = {.normal = d.normal, .distance = d.distance, .on_a = d.point_a, .on_b = d.point_b};
    candidate.side_a = bl_side_face();
    candidate.side_b = bl_side_ball(0.0);
    candidate.feature = bl_feature_edges(0, 0);
    bl_candidate_add(&c->pair->frame, &candidate, c->manifold);
}

// ------------------------------------------------------------------------------------------------------------------
// Segments against each class
// ------------------------------------------------------------------------------------------------------------------

static bl_edge_line segment_line(const bl_convex* convex, belay_pose pose)
{
    belay_vec3 half = v3(0.0, 0.0, convex->half.z);
    return bl_edge_line_make(pose_apply(pose, v3_neg(half)), pose_apply(pose, half), 0, 1, 0);
}

static void collide_segments(const bl_convex_pair* pair, bl_manifold* manifold)
{
    bl_edge_line a = segment_line(pair->a, belay_pose_identity()), b = segment_line(pair->b, pair->b_in_a);
    belay_vec3 across = v3_cross(v3_sub(a.end, a.start), v3_sub(b.end, b.start));
    belay_vec3 fallback = v3_normalize_or(across, v3(1.0, 0.0, 0.0));
    bl_edge_edge_collide(&pair->frame, &a, &b, fallback, manifold);
}

static void collide(const context* c)
{
    double t = find_nearest(c);
    bl_surface_nearest n = nearest_at(c, t);
    if (!(n.distance <= bl_candidate_cutoff(&c->pair->frame))) return;
    if (!(n.distance > c->tolerance))
        take_deep(c);
    else if (!take_flat(c, n.normal, n.distance) && !take_alongside(c, &n))
        add_candidates(c, &n, t);
}

void bl_collide_with_segment(const bl_convex_pair* pair, bl_manifold* manifold)
{
    bl_polytope_store store;
    belay_mat33 own = m3_identity();
    context c;
    if (pair->a->kind == BL_CONVEX_SEGMENT) {
        collide_segments(pair, manifold);
        return;
    }
    bl_edge_line line = segment_line(pair->b, pair->b_in_a);
    c.pair = pair;
    c.start = line.start;
    c.displacement = v3_sub(line.end, line.start);
    c.along = v3_normalize_or(c.displacement, v3(0.0, 0.0, 1.0));
    c.manifold = manifold;
    c.tolerance = BL_CONTACT_ROUNDING * (bl_convex_bounding_radius(pair->a, v3_zero()) + pair->b->half.z);
    if (bl_has_rims(pair->a->kind))
        c.axisymmetric = bl_axisymmetric_moved(pair->a, &own, v3_zero());
    else
        c.polytope = bl_polytope_of(pair->a, &store);
    collide(&c);
}
