// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "contact/convex_contact.h"

#include "contact/pair_contact.h"
#include "contact/polytope.h"
#include "contact/round.h"

// ------------------------------------------------------------------------------------------------------------------
// Far apart
// ------------------------------------------------------------------------------------------------------------------

// The box about a core, in its own frame.
typedef struct core_box {
    belay_vec3 center, half;
} core_box;

static core_box box_between(belay_vec3 lower, belay_vec3 upper)
{
    core_box box = {v3_scale(0.5, v3_add(lower, upper)), v3_scale(0.5, v3_sub(upper, lower))};
    return box;
}

static core_box box_of(const bl_convex* c)
{
    core_box box = {v3_zero(), c->half};
    belay_vec3 lower, upper;
    switch (c->kind) {
    case BL_CONVEX_BOX:
        break;
    case BL_CONVEX_POINT:
        box.half = v3_zero();
        break;
    case BL_CONVEX_SEGMENT:
        box.half = v3(0.0, 0.0, c->half.z);
        break;
    case BL_CONVEX_CYLINDER:
    case BL_CONVEX_CONE:
        box.half = v3(c->half.x, c->half.x, c->half.z);
        break;
    case BL_CONVEX_HULL:
        return box_between(c->hull->lower, c->hull->upper);
    case BL_CONVEX_TRIANGLE:
        lower = upper = c->corners[0];
        for (int i = 1; i < 3; i++) {
            lower = v3(fmin(lower.x, c->corners[i].x), fmin(lower.y, c->corners[i].y), fmin(lower.z, c->corners[i].z));
            upper = v3(fmax(upper.x, c->corners[i].x), fmax(upper.y, c->corners[i].y), fmax(upper.z, c->corners[i].z));
        }
        return box_between(lower, upper);
    }
    return box;
}

// Whether one of the boxes' face normals shows the solids to be out of reach: r takes B's directions to A's, and
// `between` goes from A's middle to B's, in A's frame.
static bool are_apart(belay_vec3 half_a, belay_vec3 half_b, const belay_mat33* r, belay_vec3 between, double reach)
{
    const double* m = r->m;
    const double a[3] = {half_a.x, half_a.y, half_a.z}, b[3] = {half_b.x, half_b.y, half_b.z};
    const double d[3] = {between.x, between.y, between.z};
    for (int i = 0; i < 3; i++) {
        double other = fabs(m[3 * i]) * b[0] + fabs(m[3 * i + 1]) * b[1] + fabs(m[3 * i + 2]) * b[2];
        if (fabs(d[i]) > a[i] + other + reach) return true;
    }
    for (int j = 0; j < 3; j++) {
        double other = fabs(m[j]) * a[0] + fabs(m[3 + j]) * a[1] + fabs(m[6 + j]) * a[2];
        double along = m[j] * d[0] + m[3 + j] * d[1] + m[6 + j] * d[2];
        if (fabs(along) > b[j] + other + reach) return true;
    }
    return false;
}

static bool is_out_of_reach(const bl_convex_pair* pair)
{
    core_box a = box_of(pair->a), b = box_of(pair->b);
    belay_vec3 between = v3_sub(v3_add(pair->b_in_a.position, m3_mul_v3(pair->rotation, b.center)), a.center);
    return are_apart(a.half, b.half, &pair->rotation, between, bl_place_reach(&pair->frame));
}

// ------------------------------------------------------------------------------------------------------------------
// The choice
// ------------------------------------------------------------------------------------------------------------------

// A pair is given in the order polytope, round solid, capsule, ball.
static int rank_of(const bl_convex* c)
{
    if (c->kind == BL_CONVEX_POINT) return 3;
    if (c->kind == BL_CONVEX_SEGMENT) return c->half.z > 0.0 ? 2 : 3; // without length it is a ball
    return bl_is_round(c->kind) ? 1 : 0;
}

// Of polytopes all pairs of edges may have to be looked at.
#define FEW_EDGE_PAIRS 1000

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
    return a > 0 && b > 0 && (a / 2) * (b / 2) <= FEW_EDGE_PAIRS;
}

static void collide_ordered(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff,
                            bl_manifold* manifold)
{
    bl_convex_pair pair;
    pair.a = a;
    pair.b = b;
    pair.frame = bl_place_frame_make(pose_a, a->radius, b->radius, cutoff);
    pair.b_in_a.position = m3_mul_transposed_v3(pair.frame.rotation, v3_sub(pose_b.position, pose_a.position));
    pair.b_in_a.rotation = q_mul(q_conjugate(pose_a.rotation), pose_b.rotation);
    pair.rotation = q_to_m3(pair.b_in_a.rotation);
    if (is_out_of_reach(&pair)) return;
    switch (rank_of(b)) {
    case 0:
    case 1:
        if (has_few_edges(&pair))
            bl_collide_polytopes(&pair, manifold);
        else
            bl_collide_generally(&pair, manifold);
        return;
    case 2:
        bl_collide_with_segment(&pair, manifold);
        return;
    default:
        bl_collide_with_ball(&pair, manifold);
    }
}

void bl_collide_convex(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b, double cutoff,
                       bl_manifold* manifold)
{
    manifold->count = 0;
    if (rank_of(a) <= rank_of(b)) {
        collide_ordered(a, pose_a, b, pose_b, cutoff, manifold);
    } else {
        collide_ordered(b, pose_b, a, pose_a, cutoff, manifold);
        bl_manifold_mirror(manifold);
    }
}
