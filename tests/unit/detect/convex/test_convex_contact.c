// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Manifolds of all pairs of convex solids: nothing missed, gaps that are distances, places that are on both surfaces,
// and the invariances: exchange of the solids, rigid motion, repetition.

#include "detect/convex/convex_contact.h"
#include "geometry/distance/distance.h"
#include "support/chance.h"
#include "support/shapes/manifolds.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <string.h>

#define CUTOFF 0.1

typedef struct pair {
    bl_convex a, b;
    belay_pose pose_a, pose_b;
} pair;

static bool is_thick(bl_convex_kind kind)
{
    return kind == BL_CONVEX_POINT || kind == BL_CONVEX_SEGMENT;
}

static pair random_pair(uint64_t* lot, bl_convex_kind kind_a, bl_convex_kind kind_b, double apart)
{
    pair p;
    p.a = solid_random_make(lot, kind_a, is_thick(kind_a) ? chance_between(lot, 0.1, 0.5) : 0.0);
    p.b = solid_random_make(lot, kind_b, is_thick(kind_b) ? chance_between(lot, 0.1, 0.5) : 0.0);
    p.pose_a = solid_random_pose(lot, apart);
    p.pose_b = solid_random_pose(lot, apart);
    return p;
}

// Moved along the direction of their distance until it is `gap`.
static void set_gap(pair* p, double gap)
{
    bl_distance d = bl_convex_distance(&p->a, p->pose_a, &p->b, p->pose_b);
    p->pose_a.position = v3_add_scaled(p->pose_a.position, gap - d.distance, d.normal);
}

static void pair_fini(pair* p)
{
    solid_fini(&p->a);
    solid_fini(&p->b);
}

static bl_manifold collide(const pair* p, double cutoff)
{
    bl_manifold m;
    memset(&m, 0xff, sizeof m);
    bl_collide_convex(&p->a, p->pose_a, &p->b, p->pose_b, cutoff, &m);
    return m;
}

typedef void check_fn(pair* p);

// Random pairs of all kinds: far and near, and with small gaps and small overlaps.
static void for_all_pairs(check_fn* check, int trials)
{
    const double gaps[4] = {1e-3, 1e-5, -1e-5, -1e-3};
    for (int ka = 0; ka < SOLID_KINDS; ka++)
        for (int kb = 0; kb < SOLID_KINDS; kb++) {
            uint64_t lot = (uint64_t)(1000 + 10 * ka + kb);
            for (int i = 0; i < trials; i++) {
                pair p = random_pair(&lot, (bl_convex_kind)ka, (bl_convex_kind)kb, 0.9);
                if (i % 2 == 1) set_gap(&p, gaps[i / 2 % 4]);
                check(&p);
                pair_fini(&p);
            }
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// Gaps
// ---------------------------------------------------------------------------------------------------------------------

static void check_reach(pair* p)
{
    bl_distance d = bl_convex_distance(&p->a, p->pose_a, &p->b, p->pose_b);
    bl_manifold m = collide(p, CUTOFF);
    if (d.distance < CUTOFF - 1e-9) cr_assert(m.count > 0, "%d, %d: missed at %g", p->a.kind, p->b.kind, d.distance);
    if (d.distance > CUTOFF + 1e-9) cr_assert(m.count == 0, "%d, %d: seen at %g", p->a.kind, p->b.kind, d.distance);
    for (int i = 0; i < m.count; i++)
        cr_assert(m.points[i].gap <= CUTOFF);
}

Test(convex_contact, nothing_within_the_cutoff_is_missed_and_nothing_beyond_it_seen)
{
    for_all_pairs(check_reach, 200);
}

// Of faces that are nearly parallel the gap is taken along a face's normal, which may change it by a thousandth.
static void check_distance(pair* p)
{
    bl_distance d = bl_convex_distance(&p->a, p->pose_a, &p->b, p->pose_b);
    bl_manifold m = collide(p, CUTOFF);
    double cores = d.distance + p->a.radius + p->b.radius;
    if (m.count == 0 || cores < 1e-12) return;
    bool is_exact = is_thick(p->a.kind) || is_thick(p->b.kind);
    double gap = m.points[manifold_lowest(&m)].gap, tolerance = is_exact ? 1e-11 : 2e-8;
    cr_assert_float_eq(gap, d.distance, tolerance, "%d, %d: %.15g %.15g", p->a.kind, p->b.kind, gap, d.distance);
}

Test(convex_contact, the_least_gap_of_solids_with_cores_apart_is_their_distance)
{
    for_all_pairs(check_distance, 200);
}

// No deeper than the general depth, but for the thousandth by which faces are preferred to edges; and going that way
// parts the solids, of which the separation along the normal is proof, or another look at them moved apart.
static void check_depth(pair* p)
{
    bl_distance d = bl_convex_distance(&p->a, p->pose_a, &p->b, p->pose_b);
    if (d.distance + p->a.radius + p->b.radius > -1e-12) return;
    bl_manifold m = collide(p, CUTOFF);
    cr_assert(m.count > 0);
    const bl_manifold_point* deepest = &m.points[manifold_lowest(&m)];
    double tolerance = 2e-8 + 2e-3 * fabs(deepest->gap);
    cr_assert_geq(deepest->gap, d.distance - tolerance, "%d, %d: %.12g %.12g", p->a.kind, p->b.kind, deepest->gap,
                  d.distance);
    if (solid_gap_along(&p->a, p->pose_a, &p->b, p->pose_b, deepest->normal) >= deepest->gap - tolerance) return;
    pair moved = *p;
    moved.pose_a.position = v3_add_scaled(p->pose_a.position, -deepest->gap, deepest->normal);
    d = bl_convex_distance(&moved.a, moved.pose_a, &moved.b, moved.pose_b);
    cr_assert_geq(d.distance, -tolerance, "%d, %d: still %g", p->a.kind, p->b.kind, d.distance);
}

Test(convex_contact, overlapping_cores_part_by_the_deepest_gap)
{
    for_all_pairs(check_depth, 200);
}

// ---------------------------------------------------------------------------------------------------------------------
// Places
// ---------------------------------------------------------------------------------------------------------------------

static void check_frame(const bl_manifold_point* p)
{
    cr_assert(v3_is_finite(p->point) && v3_is_finite(p->reference) && v3_is_finite(p->reference_b));
    cr_assert(isfinite(p->kappa1) && isfinite(p->kappa2) && isfinite(p->geodesic1) && isfinite(p->gap));
    cr_assert_float_eq(v3_length(p->normal), 1.0, 1e-14);
    cr_assert_float_eq(v3_length(p->tangent1), 1.0, 1e-14);
    cr_assert(v3_distance(v3_cross(p->normal, p->tangent1), p->tangent2) < 1e-14);
    cr_assert(fabs(v3_dot(p->normal, p->tangent1)) < 1e-14);
}

// Halfway between the surfaces, which are met going half the gap either way. A deep capsule is met along its segment.
static void check_places(pair* p)
{
    bl_manifold m = collide(p, CUTOFF);
    for (int i = 0; i < m.count; i++) {
        const bl_manifold_point* q = &m.points[i];
        check_frame(q);
        belay_vec3 on_a = v3_add_scaled(q->point, 0.5 * q->gap, q->normal);
        belay_vec3 on_b = v3_add_scaled(q->point, -0.5 * q->gap, q->normal);
        double out_a = solid_outside(&p->a, pose_apply_inverse(p->pose_a, on_a));
        double out_b = solid_outside(&p->b, pose_apply_inverse(p->pose_b, on_b));
        cr_assert(out_a < 1e-7 && out_b < 1e-7, "%d, %d: %g %g of %d, gap %g", p->a.kind, p->b.kind, out_a, out_b,
                  m.count, q->gap);
        if (fabs(q->gap) > 1e-3) continue;
        cr_assert(out_a > -1e-7 - 2e-3 && out_b > -1e-7 - 2e-3, "%d, %d: inside %g %g", p->a.kind, p->b.kind, out_a,
                  out_b);
    }
}

Test(convex_contact, places_are_on_both_surfaces)
{
    for_all_pairs(check_places, 200);
}

// ---------------------------------------------------------------------------------------------------------------------
// Invariances
// ---------------------------------------------------------------------------------------------------------------------

static bool is_same_place(const bl_manifold_point* p, const bl_manifold_point* q, double tolerance)
{
    return v3_distance(p->point, q->point) < tolerance && fabs(p->gap - q->gap) < tolerance &&
           v3_distance(p->normal, q->normal) < tolerance;
}

static bool has_place(const bl_manifold* m, const bl_manifold_point* p, double tolerance)
{
    for (int i = 0; i < m->count; i++)
        if (is_same_place(&m->points[i], p, tolerance)) return true;
    return false;
}

// Different directions between which rounding may choose: the solids are as far apart along both.
static bool is_tie(const pair* p, belay_vec3 n, belay_vec3 other)
{
    if (v3_distance(n, other) < 1e-6) return false;
    double along = solid_gap_along(&p->a, p->pose_a, &p->b, p->pose_b, n);
    return fabs(along - solid_gap_along(&p->a, p->pose_a, &p->b, p->pose_b, other)) < 2e-8;
}

static void check_same_places(const pair* p, const bl_manifold* m, const bl_manifold* n)
{
    cr_assert_eq(m->count > 0, n->count > 0, "%d, %d: %d %d", p->a.kind, p->b.kind, m->count, n->count);
    for (int i = 0; i < m->count; i++) {
        const bl_manifold_point* q = &m->points[i];
        cr_assert(has_place(n, q, 1e-6) || is_tie(p, q->normal, n->points[manifold_lowest(n)].normal),
                  "%d, %d: place %d of %d", p->a.kind, p->b.kind, i, m->count);
    }
}

static void check_mirror(pair* p)
{
    pair q = {p->b, p->a, p->pose_b, p->pose_a};
    bl_manifold m = collide(p, CUTOFF), n = collide(&q, CUTOFF);
    for (int i = 0; i < n.count; i++)
        n.points[i].normal = v3_neg(n.points[i].normal);
    check_same_places(p, &m, &n);
    check_same_places(p, &n, &m);
}

Test(convex_contact, solids_exchanged_give_the_mirrored_manifold)
{
    for_all_pairs(check_mirror, 100);
}

// Different kinds are put in order first, so that the mirror is exact in all parts.
static void check_exact_mirror(pair* p)
{
    if (p->a.kind == p->b.kind) return;
    bool same_rank =
        (p->a.kind <= BL_CONVEX_HULL && p->b.kind <= BL_CONVEX_HULL && !is_thick(p->a.kind) && !is_thick(p->b.kind)) ||
        (p->a.kind >= BL_CONVEX_CYLINDER && p->b.kind >= BL_CONVEX_CYLINDER);
    if (same_rank) return;
    pair q = {p->b, p->a, p->pose_b, p->pose_a};
    bl_manifold m = collide(p, CUTOFF), n = collide(&q, CUTOFF);
    cr_assert_eq(m.count, n.count);
    for (int i = 0; i < m.count; i++) {
        const bl_manifold_point *s = &m.points[i], *t = &n.points[i];
        cr_assert(s->gap == t->gap && s->kappa1 == t->kappa1 && s->kappa2 == t->kappa2 && s->feature == t->feature);
        cr_assert(v3_distance(s->reference, t->reference_b) == 0.0 && v3_distance(s->reference_b, t->reference) == 0.0);
        cr_assert(v3_distance(s->normal, v3_neg(t->normal)) == 0.0 && v3_distance(s->point, t->point) == 0.0);
        cr_assert((s->surface_owner == BL_SURFACE_OWNER_NONE) == (t->surface_owner == BL_SURFACE_OWNER_NONE));
        cr_assert((s->surface_owner == BL_SURFACE_OWNER_A) == (t->surface_owner == BL_SURFACE_OWNER_B));
        cr_assert(v3_distance(v3_cross(t->normal, t->tangent1), t->tangent2) < 1e-14);
    }
}

Test(convex_contact, the_mirror_of_different_kinds_is_exact)
{
    for_all_pairs(check_exact_mirror, 50);
}

static bl_manifold_point moved_back(belay_pose motion, const bl_manifold_point* p)
{
    bl_manifold_point r = *p;
    r.point = pose_apply_inverse(motion, p->point);
    r.reference = pose_apply_inverse(motion, p->reference);
    r.reference_b = pose_apply_inverse(motion, p->reference_b);
    r.normal = q_rotate_inverse(motion.rotation, p->normal);
    return r;
}

// Two round solids have their rims' points in directions fixed to the world, so they are not turned.
static void check_motion(pair* p)
{
    uint64_t lot = 77;
    belay_pose motion = solid_random_pose(&lot, 3.0);
    if (p->a.kind >= BL_CONVEX_CYLINDER && p->b.kind >= BL_CONVEX_CYLINDER) motion.rotation = belay_quat_identity();
    pair q = {p->a, p->b, pose_compose(motion, p->pose_a), pose_compose(motion, p->pose_b)};
    bl_manifold m = collide(p, CUTOFF), n = collide(&q, CUTOFF);
    cr_assert_eq(m.count > 0, n.count > 0);
    for (int i = 0; i < n.count; i++)
        n.points[i] = moved_back(motion, &n.points[i]);
    if (m.count == 0 || is_tie(p, m.points[0].normal, n.points[0].normal)) {
        check_same_places(p, &m, &n);
        return;
    }
    cr_assert_eq(m.count, n.count);
    for (int i = 0; i < m.count; i++) {
        const bl_manifold_point *s = &m.points[i], *t = &n.points[i];
        cr_assert(is_same_place(s, t, 1e-6), "%d, %d", p->a.kind, p->b.kind);
        cr_assert(v3_distance(s->reference, t->reference) < 1e-6);
        cr_assert(v3_distance(s->reference_b, t->reference_b) < 1e-6);
        cr_assert_eq(s->feature, t->feature);
        cr_assert_eq(s->surface_owner, t->surface_owner);
    }
}

Test(convex_contact, a_rigid_motion_moves_the_manifold)
{
    for_all_pairs(check_motion, 100);
}

static void check_repetition(pair* p)
{
    bl_manifold m, n;
    memset(&m, 0x11, sizeof m);
    memset(&n, 0x77, sizeof n);
    bl_collide_convex(&p->a, p->pose_a, &p->b, p->pose_b, CUTOFF, &m);
    bl_collide_convex(&p->a, p->pose_a, &p->b, p->pose_b, CUTOFF, &n);
    cr_assert_eq(m.count, n.count);
    cr_assert_eq(memcmp(m.points, n.points, (size_t)m.count * sizeof m.points[0]), 0);
}

Test(convex_contact, the_same_input_gives_the_same_bits)
{
    for_all_pairs(check_repetition, 20);
}

// Features tell places of one manifold apart.
static void check_features(pair* p)
{
    bl_manifold m = collide(p, CUTOFF);
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < i; k++)
            cr_assert_neq(m.points[i].feature, m.points[k].feature, "%d, %d: %x", p->a.kind, p->b.kind,
                          m.points[i].feature);
}

Test(convex_contact, features_of_a_manifold_differ)
{
    for_all_pairs(check_features, 200);
}

// ---------------------------------------------------------------------------------------------------------------------
// Degenerate places
// ---------------------------------------------------------------------------------------------------------------------

Test(convex_contact, solids_in_one_place_part_along_a_fixed_normal)
{
    for (int kind = 0; kind < SOLID_KINDS; kind++) {
        uint64_t lot = (uint64_t)kind;
        pair p = random_pair(&lot, (bl_convex_kind)kind, (bl_convex_kind)kind, 0.0);
        bl_convex other = p.b;
        p.b = p.a;
        p.pose_a = p.pose_b;
        bl_manifold m = collide(&p, CUTOFF), n = collide(&p, CUTOFF);
        cr_assert(m.count > 0, "kind %d", kind);
        for (int i = 0; i < m.count; i++)
            check_frame(&m.points[i]);
        cr_assert_eq(memcmp(m.points, n.points, (size_t)m.count * sizeof m.points[0]), 0);
        solid_fini(&p.a);
        solid_fini(&other);
    }
}

// Aligned and centred in all ways: no direction is better than another, and none may come out as no number.
Test(convex_contact, aligned_solids_have_sound_manifolds)
{
    const belay_vec3 half = {0.5, 0.5, 0.5};
    const double offsets[5] = {0.0, 0.5, 1.0, 1.0 + 1e-16, 1.05};
    for (int ka = 0; ka < SOLID_KINDS; ka++)
        for (int kb = 0; kb < SOLID_KINDS; kb++) {
            if (ka == BL_CONVEX_HULL || kb == BL_CONVEX_HULL) continue;
            bl_convex a = solid_make((bl_convex_kind)ka, is_thick((bl_convex_kind)ka) ? 0.5 : 0.0, half);
            bl_convex b = solid_make((bl_convex_kind)kb, is_thick((bl_convex_kind)kb) ? 0.5 : 0.0, half);
            a.corners[0] = b.corners[0] = v3(-0.5, -0.5, 0.0);
            a.corners[1] = b.corners[1] = v3(0.5, -0.5, 0.0);
            a.corners[2] = b.corners[2] = v3(0.0, 0.5, 0.0);
            for (int i = 0; i < 125; i++) {
                belay_vec3 x = v3(offsets[i % 5], offsets[i / 5 % 5], offsets[i / 25]);
                bl_manifold m;
                bl_collide_convex(&a, (belay_pose){x, belay_quat_identity()}, &b, belay_pose_identity(), CUTOFF, &m);
                for (int k = 0; k < m.count; k++)
                    check_frame(&m.points[k]);
            }
        }
}
