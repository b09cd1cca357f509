// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "detect/convex/convex_contact.h"

#include "detect/contact_tolerance.h"
#include "detect/convex/axisymmetric.h"
#include "detect/convex/pair_contact.h"
#include "detect/convex/polytope.h"
#include "geometry/distance/gjk_pair.h"

// ------------------------------------------------------------------------------------------------------------------
// Far apart
// ------------------------------------------------------------------------------------------------------------------

// Whether one of the boxes' face normals shows that the solids are further apart than the cutoff: r takes B's
// directions to A's, and `between` goes from A's middle to B's, in A's frame.
static bool are_apart(belay_vec3 half_a, belay_vec3 half_b, const belay_mat33* r, belay_vec3 between, double cutoff)
{
    const double* m = r->m;
    const double a[3] = {half_a.x, half_a.y, half_a.z}, b[3] = {half_b.x, half_b.y, half_b.z};
    const double d[3] = {between.x, between.y, between.z};
    for (int i = 0; i < 3; i++) {
        double other = fabs(m[3 * i]) * b[0] + fabs(m[3 * i + 1]) * b[1] + fabs(m[3 * i + 2]) * b[2];
        if (fabs(d[i]) > a[i] + other + cutoff) return true;
    }
    for (int j = 0; j < 3; j++) {
        double other = fabs(m[j]) * a[0] + fabs(m[3 + j]) * a[1] + fabs(m[6 + j]) * a[2];
        double along = m[j] * d[0] + m[3 + j] * d[1] + m[6 + j] * d[2];
        if (fabs(along) > b[j] + other + cutoff) return true;
    }
    return false;
}

static bool is_out_of_reach(const bl_convex_pair* pair)
{
    belay_vec3 center_a, half_a, center_b, half_b;
    bl_core_of(pair->a)->box(pair->a, &center_a, &half_a);
    bl_core_of(pair->b)->box(pair->b, &center_b, &half_b);
    belay_vec3 between = v3_sub(v3_add(pair->b_in_a.position, m3_mul_v3(pair->rotation, center_b)), center_a);
    return are_apart(half_a, half_b, &pair->rotation, between, bl_candidate_cutoff(&pair->frame));
}

// A few rounds towards the point x of the difference set A - B that is nearest to the origin: it is beyond the plane
// across x through the support point w, so no nearer than x . w / |x|. Of two hulls whose boxes meet every other pair
// is seen to be further apart than the cutoff by that, before anything is moved into the frame of the other.
#define APART_ROUNDS 3

static bool is_surely_apart(const bl_convex_pair* pair)
{
    bl_pair p = {.a = pair->a, .b = pair->b, .b_to_pair = pair->rotation, .offset = pair->b_in_a.position};
    belay_vec3 x = bl_pair_guess(&p);
    double cutoff = bl_candidate_cutoff(&pair->frame);
    for (int round = 0; round < APART_ROUNDS; round++) {
        bl_pair_point support = bl_pair_support(&p, v3_neg(x));
        double length = v3_length(x), size = v3_length(support.a) + v3_length(support.b);
        if (v3_dot(x, support.w) > length * (cutoff + BL_CONTACT_ROUNDING * size)) return true;
        if (round > 0 && length <= cutoff) return false;
        belay_vec3 displacement = v3_sub(support.w, x);
        double square = v3_length_squared(displacement), share = square > 0.0 ? -v3_dot(x, displacement) / square : 0.0;
        if (round > 0 && !(share > 0.0)) return false;
        x = round > 0 && share < 1.0 ? v3_add_scaled(x, share, displacement) : support.w;
    }
    return false;
}

// ------------------------------------------------------------------------------------------------------------------
// Which routine takes a pair
// ------------------------------------------------------------------------------------------------------------------

// Directed edges; 0 of what is no polytope.
static uint32_t edge_count(const bl_convex* c)
{
    if (c->kind == BL_CONVEX_BOX) return 24;
    if (c->kind == BL_CONVEX_TRIANGLE) return 6;
    return c->kind == BL_CONVEX_HULL ? c->hull->edge_count : 0;
}

static bool has_few_edges(const bl_convex_pair* pair)
{
    uint32_t a = edge_count(pair->a), b = edge_count(pair->b);
    return a > 0 && b > 0 && (a / 2) * (b / 2) <= BL_CONTACT_FEW_EDGE_PAIRS;
}

static bool is_box_or_triangle(const bl_convex* c)
{
    return c->kind == BL_CONVEX_BOX || c->kind == BL_CONVEX_TRIANGLE;
}

static bool has_many_faces(const bl_convex* c)
{
    return c->kind == BL_CONVEX_HULL && c->hull->face_count > BL_CONTACT_MANY_FACES;
}

static void collide_with_faces(const bl_convex_pair* pair, bl_manifold* manifold)
{
    // Of boxes and triangles the routine itself is not much more, and most whose boxes meet are near.
    bool is_small = is_box_or_triangle(pair->a) && is_box_or_triangle(pair->b);
    bool has_few = has_few_edges(pair);
    if (!has_few && (has_many_faces(pair->a) || has_many_faces(pair->b)))
        bl_collide_many_faces(pair, manifold); // which begins with the distance
    else if (!is_small && is_surely_apart(pair))
        return;
    else if (has_few)
        bl_collide_polytopes(pair, manifold);
    else
        bl_collide_generally(pair, manifold);
}

typedef void collide_fn(const bl_convex_pair* pair, bl_manifold* manifold);

// By the class of A and of B, which is not before that of A; null: by distance.
static collide_fn* const routines[BL_CORE_CLASS_COUNT][BL_CORE_CLASS_COUNT] = {
    [BL_CORE_POLYTOPE] = {[BL_CORE_POLYTOPE] = collide_with_faces,
                          [BL_CORE_AXISYMMETRIC] = collide_with_faces,
                          [BL_CORE_SEGMENT] = bl_collide_with_segment,
                          [BL_CORE_POINT] = bl_collide_with_ball},
    [BL_CORE_AXISYMMETRIC] = {[BL_CORE_AXISYMMETRIC] = collide_with_faces,
                              [BL_CORE_SEGMENT] = bl_collide_with_segment,
                              [BL_CORE_POINT] = bl_collide_with_ball},
    [BL_CORE_SMOOTH] = {[BL_CORE_POINT] = bl_collide_with_ball},
    [BL_CORE_SEGMENT] = {[BL_CORE_SEGMENT] = bl_collide_with_segment, [BL_CORE_POINT] = bl_collide_with_ball},
    [BL_CORE_POINT] = {[BL_CORE_POINT] = bl_collide_with_ball},
};

static void collide_ordered(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff,
                            bl_manifold* manifold)
{
    bl_convex_pair pair;
    pair.a = a;
    pair.b = b;
    pair.frame = bl_candidate_frame_make(pose_a, a->radius, b->radius, cutoff);
    pair.b_in_a.position = m3_mul_transposed_v3(pair.frame.rotation, v3_sub(pose_b.position, pose_a.position));
    pair.b_in_a.rotation = q_mul(q_conjugate(pose_a.rotation), pose_b.rotation);
    pair.rotation = q_to_m3(pair.b_in_a.rotation);
    if (is_out_of_reach(&pair)) return;
    collide_fn* routine = routines[bl_class_of(a)][bl_class_of(b)];
    if (routine != NULL)
        routine(&pair, manifold);
    else
        bl_collide_by_distance(&pair, manifold);
}

void bl_collide_convex(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff,
                       bl_manifold* manifold)
{
    manifold->count = 0;
    if (bl_class_of(a) <= bl_class_of(b)) {
        collide_ordered(a, pose_a, b, pose_b, cutoff, manifold);
    } else {
        collide_ordered(b, pose_b, a, pose_a, cutoff, manifold);
        bl_manifold_mirror(manifold);
    }
}
