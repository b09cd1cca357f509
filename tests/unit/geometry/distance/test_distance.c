// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The distance of convex solids: against exact enumeration of features for polytopes, against certificates for round
// ones, by symmetry, and where solids touch, lie in one plane or share a centre.

#include "geometry/distance/distance.h"
#include "geometry/distance/gjk_pair.h"
#include "support/chance.h"
#include "support/shapes/polytopes.h"
#include "support/shapes/solids.h"

#include <criterion/criterion.h>
#include <string.h>

static const belay_vec3 axis_z = {0.0, 0.0, 1.0};

static belay_pose at(double x, double y, double z)
{
    return (belay_pose){v3(x, y, z), belay_quat_identity()};
}

static bool is_round(bl_convex_kind kind)
{
    return kind >= BL_CONVEX_CYLINDER;
}

// The points are on the surfaces and the normal leads from one to the other.
static void check_points(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b,
                         const bl_distance* d, double tolerance)
{
    belay_vec3 way = v3_sub(v3_sub(d->point_a, d->point_b), v3_scale(d->distance, d->normal));
    cr_assert(fabs(v3_length(d->normal) - 1.0) < 1e-14);
    cr_assert(v3_length(way) < tolerance, "points are off the normal by %g", v3_length(way));
    bl_convex core_a = *a, core_b = *b;
    core_a.radius = core_b.radius = 0.0;
    belay_vec3 in_a = v3_add_scaled(d->point_a, a->radius, d->normal);
    belay_vec3 in_b = v3_add_scaled(d->point_b, -b->radius, d->normal);
    double out_a = solid_outside(&core_a, pose_apply_inverse(pose_a, in_a));
    double out_b = solid_outside(&core_b, pose_apply_inverse(pose_b, in_b));
    cr_assert(out_a < tolerance, "%d, %d: point of A outside by %g", (int)a->kind, (int)b->kind, out_a);
    cr_assert(out_b < tolerance, "%d, %d: point of B outside by %g", (int)a->kind, (int)b->kind, out_b);
}

// A pair whose points are in the solids is no closer than the distance, and one that a slab separates is no further.
static void check_certificate(const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b,
                              const bl_distance* d)
{
    double lower = solid_gap_along(a, pose_a, b, pose_b, d->normal);
    check_points(a, pose_a, b, pose_b, d, 1e-12);
    cr_assert(fabs(lower - d->distance) < 1e-12, "%d, %d: distance %.17g, but %g less along the normal", (int)a->kind,
              (int)b->kind, d->distance, d->distance - lower);
}

// Calls check for pairs of all kinds, with radii and without, whose poses are within `spread` of each other.
typedef void check_pair(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b);

static void for_all_pairs(uint64_t seed, int count, double spread, bool with_radius, check_pair* check)
{
    uint64_t lot = seed;
    for (int i = 0; i < SOLID_KINDS; i++) {
        for (int j = 0; j < SOLID_KINDS; j++) {
            for (int k = 0; k < count; k++) {
                double radius_a = with_radius ? chance_between(&lot, 0.05, 0.4) : 0.0;
                double radius_b = with_radius ? chance_between(&lot, 0.05, 0.4) : 0.0;
                bl_convex a = solid_random_make(&lot, (bl_convex_kind)i, radius_a);
                bl_convex b = solid_random_make(&lot, (bl_convex_kind)j, radius_b);
                belay_pose pose_a = solid_random_pose(&lot, 0.5 * spread),
                           pose_b = solid_random_pose(&lot, 0.5 * spread);
                check(&lot, &a, pose_a, &b, pose_b);
                solid_fini(&a);
                solid_fini(&b);
            }
        }
    }
}

static void check_against_enumeration(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b,
                                      belay_pose pose_b)
{
    (void)lot;
    if (is_round(a->kind) || is_round(b->kind)) return;
    polytope p = polytope_make(a, pose_a), q = polytope_make(b, pose_b);
    bl_distance d = bl_convex_distance(a, pose_a, b, pose_b);
    double apart = polytope_separation(&p, &q), core = d.distance + a->radius + b->radius;
    bool is_thin = p.triangle_count + q.triangle_count == 0; // random ones never meet
    double exact = is_thin || apart > 0.0 ? polytope_distance(&p, &q) : apart;
    cr_assert(fabs(core - exact) < 1e-13, "%d, %d: %.17g, not %.17g", (int)a->kind, (int)b->kind, core, exact);
}

Test(distance, polytopes_agree_with_enumeration)
{
    for_all_pairs(11, 150, 4.0, false, check_against_enumeration);
    for_all_pairs(12, 150, 1.5, false, check_against_enumeration);
}

static void check_any(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    (void)lot;
    bl_distance d = bl_convex_distance(a, pose_a, b, pose_b);
    check_certificate(a, pose_a, b, pose_b, &d);
}

Test(distance, points_and_normal_prove_the_distance)
{
    for_all_pairs(21, 150, 4.0, false, check_any);
    for_all_pairs(22, 150, 1.0, false, check_any);
    for_all_pairs(23, 150, 2.0, true, check_any);
}

// The depth along a normal is least at the true one; a search from many directions finds no smaller.
static double search_depth(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    belay_vec3 best = axis_z;
    double least = INFINITY;
    for (int i = 0; i < 2000; i++) {
        belay_vec3 n = solid_random_direction(lot);
        double depth = -solid_gap_along(a, pose_a, b, pose_b, n);
        if (depth < least) best = n;
        least = fmin(least, depth);
    }
    for (double step = 0.1; step > 1e-10; step *= 0.97) {
        belay_vec3 n = v3_add_scaled(best, step, solid_random_direction(lot));
        n = v3_scale(1.0 / v3_length(n), n);
        double depth = -solid_gap_along(a, pose_a, b, pose_b, n);
        if (!(depth < least)) continue;
        best = n;
        least = depth;
        step *= 1.2;
    }
    return least;
}

static void check_depth(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    if (!is_round(a->kind) && !is_round(b->kind)) return;
    bl_distance d = bl_convex_distance(a, pose_a, b, pose_b);
    if (d.distance >= 0.0) return;
    double found = search_depth(lot, a, pose_a, b, pose_b);
    cr_assert(-d.distance <= found + 1e-6, "%d, %d: depth %.17g, but %.17g suffices", (int)a->kind, (int)b->kind,
              -d.distance, found);
}

Test(distance, no_direction_separates_round_solids_sooner)
{
    for_all_pairs(31, 12, 1.0, false, check_depth);
}

static void check_questions(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    double distance = bl_convex_distance(a, pose_a, b, pose_b).distance;
    for (int i = 0; i < 4; i++) {
        double depth = i == 0 ? 0.0 : i == 1 ? 0.999 * fabs(distance) : chance_between(lot, 0.0, 1.5 * fabs(distance));
        if (fabs(distance + depth) < 1e-9) continue;
        cr_assert_eq(bl_convex_is_deeper(a, pose_a, b, pose_b, depth), distance < -depth, "%d, %d: %g, asked %g",
                     (int)a->kind, (int)b->kind, distance, depth);
    }
    bl_pair pair = bl_pair_make(a, pose_a, b, pose_b);
    bl_core_distance cores = bl_pair_distance(&pair, NULL), within;
    double limit = chance_between(lot, 0.0, 2.0 * fabs(cores.distance));
    if (!bl_pair_distance_within(&pair, limit, &within))
        cr_assert_gt(cores.distance, limit - 1e-12);
    else
        cr_assert_eq(memcmp(&within, &cores, sizeof cores), 0);
    cr_assert(bl_pair_distance_within(&pair, fmax(cores.distance, 0.0) + 1e-12, &within));
}

Test(distance, questions_are_answered_as_the_distance_does)
{
    for_all_pairs(31, 60, 3.0, false, check_questions);
    for_all_pairs(32, 60, 3.0, true, check_questions);
    for_all_pairs(33, 60, 0.8, false, check_questions);
}

static void check_swap(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    (void)lot;
    bl_distance d = bl_convex_distance(a, pose_a, b, pose_b), e = bl_convex_distance(b, pose_b, a, pose_a);
    cr_assert(fabs(d.distance - e.distance) < 1e-12, "%d, %d: %.17g and %.17g", (int)a->kind, (int)b->kind, d.distance,
              e.distance);
    if (d.distance + a->radius + b->radius > 0.01) cr_assert(v3_length(v3_add(d.normal, e.normal)) < 1e-6);
}

Test(distance, swapping_the_solids_turns_the_normal)
{
    for_all_pairs(41, 100, 3.0, false, check_swap);
    for_all_pairs(42, 100, 1.0, true, check_swap);
}

static void check_motion(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    belay_pose move = solid_random_pose(lot, 1000.0);
    bl_distance d = bl_convex_distance(a, pose_a, b, pose_b);
    bl_distance e = bl_convex_distance(a, pose_compose(move, pose_a), b, pose_compose(move, pose_b));
    cr_assert(fabs(d.distance - e.distance) < 3e-12, "%d, %d: %.17g and %.17g", (int)a->kind, (int)b->kind, d.distance,
              e.distance);
}

Test(distance, does_not_depend_on_the_frame)
{
    for_all_pairs(51, 100, 3.0, false, check_motion);
    for_all_pairs(52, 100, 1.0, true, check_motion);
}

static void check_scale(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    double scale = exp(chance_between(lot, -9.0, 9.0));
    bl_convex c = solid_scale(a, scale), d = solid_scale(b, scale);
    belay_pose pose_c = pose_a, pose_d = pose_b;
    pose_c.position = v3_scale(scale, pose_a.position);
    pose_d.position = v3_scale(scale, pose_b.position);
    double before = bl_convex_distance(a, pose_a, b, pose_b).distance;
    double after = bl_convex_distance(&c, pose_c, &d, pose_d).distance / scale;
    cr_assert(fabs(before - after) < 1e-12, "%d, %d, scale %g: %.17g and %.17g", (int)a->kind, (int)b->kind, scale,
              before, after);
    solid_fini(&c);
    solid_fini(&d);
}

Test(distance, scales_with_the_scene)
{
    for_all_pairs(61, 60, 3.0, false, check_scale);
    for_all_pairs(62, 60, 1.0, true, check_scale);
}

static void check_radii(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    (void)lot;
    bl_convex thin_a = *a, thin_b = *b;
    thin_a.radius = thin_b.radius = 0.0;
    bl_distance d = bl_convex_distance(a, pose_a, b, pose_b), e = bl_convex_distance(&thin_a, pose_a, &thin_b, pose_b);
    cr_assert(fabs(d.distance - (e.distance - a->radius - b->radius)) < 1e-15);
    cr_assert_eq(memcmp(&d.normal, &e.normal, sizeof d.normal), 0);
}

Test(distance, radii_are_taken_off)
{
    for_all_pairs(71, 30, 1.5, true, check_radii);
}

static void check_bits(uint64_t* lot, const bl_convex* a, belay_pose pose_a, const bl_convex* b, belay_pose pose_b)
{
    bl_distance first = bl_convex_distance(a, pose_a, b, pose_b);
    bl_convex box = solid_random_make(lot, BL_CONVEX_BOX, 0.1);
    bl_convex_distance(&box, solid_random_pose(lot, 0.3), b, pose_b);
    bl_distance again = bl_convex_distance(a, pose_a, b, pose_b);
    cr_assert_eq(memcmp(&first, &again, sizeof first), 0);
}

Test(distance, bits_do_not_depend_on_earlier_calls)
{
    for_all_pairs(81, 20, 1.0, false, check_bits);
}

Test(distance, of_balls)
{
    bl_convex a = solid_make(BL_CONVEX_POINT, 0.5, v3_zero()), b = solid_make(BL_CONVEX_POINT, 0.25, v3_zero());
    bl_distance d = bl_convex_distance(&a, at(0.0, 0.0, 3.0), &b, at(0.0, 4.0, 0.0));
    cr_assert_float_eq(d.distance, 4.25, 1e-15);
    cr_assert_lt(v3_distance(d.normal, v3(0.0, -0.8, 0.6)), 1e-15);
    cr_assert_lt(v3_distance(d.point_a, v3(0.0, 0.4, 2.7)), 1e-15);
    cr_assert_lt(v3_distance(d.point_b, v3(0.0, 3.8, 0.15)), 1e-15);
}

// Each kind of core about the same middle as each other: all answers are numbers, and the normal separates as deep as
// the distance says.
Test(distance, of_solids_about_one_centre)
{
    uint64_t lot = 91;
    for (int i = 0; i < SOLID_KINDS * SOLID_KINDS; i++) {
        bl_convex a = solid_random_make(&lot, (bl_convex_kind)(i / SOLID_KINDS), 0.1);
        bl_convex b = solid_random_make(&lot, (bl_convex_kind)(i % SOLID_KINDS), 0.2);
        belay_pose pose_a = at(0.0, 0.0, 0.0), pose_b = at(0.0, 0.0, 0.0);
        pose_a.position = v3_sub(v3(1.0, 2.0, 3.0), bl_convex_middle(&a));
        pose_b.position = v3_sub(v3(1.0, 2.0, 3.0), bl_convex_middle(&b));
        bl_distance d = bl_convex_distance(&a, pose_a, &b, pose_b);
        cr_assert(d.distance <= -0.3 + 1e-12);
        check_certificate(&a, pose_a, &b, pose_b, &d);
        solid_fini(&a);
        solid_fini(&b);
    }
}

Test(distance, of_a_solid_with_itself)
{
    uint64_t lot = 92;
    for (int k = 0; k < 20 * SOLID_KINDS; k++) {
        bl_convex a = solid_random_make(&lot, (bl_convex_kind)(k % SOLID_KINDS), 0.0);
        belay_pose pose = solid_random_pose(&lot, 1.0);
        bl_distance d = bl_convex_distance(&a, pose, &a, pose);
        cr_assert(d.distance <= 1e-14);
        check_certificate(&a, pose, &a, pose, &d);
        solid_fini(&a);
    }
}

// Two unit boxes, axes alike: face to face, edge to edge, corner to corner, with all kinds of shifts along the face.
Test(distance, of_boxes_that_just_touch)
{
    bl_convex box = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.5, 0.5));
    const double shifts[5] = {0.0, 0.25, 0.5, 1.0, 1e-3};
    for (int i = 0; i < 25; i++) {
        belay_pose pose = at(shifts[i / 5], shifts[i % 5], 1.0);
        bl_distance d = bl_convex_distance(&box, pose, &box, at(0.0, 0.0, 0.0));
        cr_assert(fabs(d.distance) < 1e-14, "%d: %g", i, d.distance);
        check_certificate(&box, pose, &box, at(0.0, 0.0, 0.0), &d);
        if (i / 5 != 3 && i % 5 != 3) cr_assert(v3_distance(d.normal, axis_z) < 1e-12);
    }
}

// A box over another, from far above to deep inside: distance and normal to rounding, however close.
Test(distance, of_stacked_boxes_at_all_gaps)
{
    bl_convex a = solid_make(BL_CONVEX_BOX, 0.0, v3(0.5, 0.4, 0.3)),
              b = solid_make(BL_CONVEX_BOX, 0.0, v3(2.0, 2.0, 0.1));
    uint64_t lot = 93;
    for (int k = 0; k < 400; k++) {
        double gap = pow(10.0, -(double)(k % 14)) * (k % 2 ? -0.02 : 1.0);
        belay_quat spin = q_exp(v3(0.0, 0.0, k % 3 ? chance_between(&lot, 0.0, 6.0) : 0.0));
        double x = k % 5 ? chance_between(&lot, -1.0, 1.0) : 0.0;
        belay_pose pose_a = {v3(x, 0.0, 0.4 + gap), spin};
        bl_distance d = bl_convex_distance(&a, pose_a, &b, at(0.0, 0.0, 0.0));
        cr_assert(fabs(d.distance - gap) < 2e-15, "gap %g: %g off", gap, d.distance - gap);
        cr_assert(v3_distance(d.normal, axis_z) < 1e-9 || gap < 1e-12, "gap %g: %g off", gap,
                  v3_distance(d.normal, axis_z));
    }
}

Test(distance, of_parallel_capsules_is_in_the_middle_of_the_facing_part)
{
    bl_convex a = solid_make(BL_CONVEX_SEGMENT, 0.1, v3(0.0, 0.0, 1.0));
    bl_convex b = solid_make(BL_CONVEX_SEGMENT, 0.2, v3(0.0, 0.0, 0.5));
    bl_distance d = bl_convex_distance(&a, at(1.0, 0.0, 0.0), &b, at(0.0, 0.0, 0.75));
    cr_assert_float_eq(d.distance, 0.7, 1e-15);
    cr_assert_float_eq(d.point_a.z, 0.625, 1e-15); // facing from 0.25 to 1
    cr_assert_float_eq(d.point_b.z, 0.625, 1e-15);
    belay_pose upside_down = {v3(0.0, 0.0, 0.75), q_exp(v3(3.14159265358979323846, 0.0, 0.0))};
    d = bl_convex_distance(&a, at(1.0, 0.0, 0.0), &b, upside_down);
    cr_assert_float_eq(d.point_a.z, 0.625, 1e-15);
    d = bl_convex_distance(&a, at(1.0, 0.0, 0.0), &b, at(1.0, 0.0, 2.5));
    cr_assert_float_eq(d.distance, 0.7, 1e-15);
    cr_assert_float_eq(d.normal.z, -1.0, 1e-15);
}

// Axes that differ by any angle from 1 down to rounding.
Test(distance, of_nearly_parallel_solids)
{
    uint64_t lot = 96;
    for (int k = 0; k < 4000; k++) {
        bl_convex a = solid_random_make(&lot, k % 2 ? BL_CONVEX_SEGMENT : BL_CONVEX_BOX, 0.0);
        bl_convex b = solid_random_make(&lot, k % 4 > 1 ? BL_CONVEX_SEGMENT : BL_CONVEX_BOX, 0.0);
        belay_quat tilt = q_exp(v3_scale(pow(10.0, -17.0 * chance_next(&lot)), solid_random_direction(&lot)));
        belay_pose pose_a = solid_random_pose(&lot, 1.5), pose_b = {v3_zero(), q_mul(tilt, pose_a.rotation)};
        bl_distance d = bl_convex_distance(&a, pose_a, &b, pose_b);
        double lower = solid_gap_along(&a, pose_a, &b, pose_b, d.normal);
        check_points(&a, pose_a, &b, pose_b, &d, 1e-12);
        cr_assert(fabs(lower - d.distance) < 4e-12, "%d: %.17g, but %g less along the normal", k, d.distance,
                  d.distance - lower);
    }
}

Test(distance, of_crossing_capsules_is_square_to_both)
{
    bl_convex a = solid_make(BL_CONVEX_SEGMENT, 0.1, v3(0.0, 0.0, 1.0)), b = a;
    belay_pose along_x = {v3(0.0, 0.0, 0.0), q_exp(v3(0.0, 0.5 * 3.14159265358979323846, 0.0))};
    bl_distance d = bl_convex_distance(&a, at(0.0, 0.0, 0.0), &b, along_x);
    cr_assert_float_eq(d.distance, -0.2, 1e-15);
    cr_assert_float_eq(fabs(d.normal.y), 1.0, 1e-15);
    for (int k = 1; k < 17; k++) { // closer and closer, from either side
        double y = (k % 2 ? 1.0 : -1.0) * pow(10.0, -(double)k);
        d = bl_convex_distance(&a, at(0.0, y, 0.0), &b, along_x);
        cr_assert_float_eq(d.distance, fabs(y) - 0.2, 1e-15);
        if (fabs(y) > 1e-14) cr_assert_float_eq(d.normal.y, y > 0.0 ? 1.0 : -1.0, 1e-15);
    }
    d = bl_convex_distance(&a, at(0.0, 0.0, 0.0), &b, at(0.0, 0.0, 0.5));
    cr_assert_float_eq(d.distance, -0.2, 1e-15);
    cr_assert_float_eq(d.normal.z, 0.0, 1e-15);
}

Test(distance, of_triangles_in_one_plane_takes_its_normal)
{
    uint64_t lot = 94;
    for (int k = 0; k < 200; k++) {
        bl_convex a = solid_make(BL_CONVEX_TRIANGLE, 0.0, v3_zero()), b = a;
        for (int i = 0; i < 3; i++) {
            a.corners[i] = v3(cos(2.1 * i), sin(2.1 * i), 0.0);
            b.corners[i] = v3(0.2 + cos(0.3 * k + 2.1 * i), sin(0.3 * k + 2.1 * i), 0.0);
        }
        belay_pose pose = solid_random_pose(&lot, 1.0);
        bl_distance d = bl_convex_distance(&a, pose, &b, pose);
        cr_assert(fabs(d.distance) < 1e-14);
        cr_assert(fabs(v3_dot(d.normal, q_rotate(pose.rotation, axis_z))) > 1.0 - 1e-12);
    }
}

// Corners, edges and faces of a box on a floor, by a cylinder that stands, lies or leans on it.
Test(distance, of_a_cylinder_on_a_floor)
{
    bl_convex floor = solid_make(BL_CONVEX_BOX, 0.0, v3(5.0, 5.0, 1.0));
    bl_convex wheel = solid_make(BL_CONVEX_CYLINDER, 0.0, v3(0.3, 0.3, 0.1));
    for (int k = 0; k <= 90; k++) {
        double lean = k * 3.14159265358979323846 / 180.0, low = 0.3 * sin(lean) + 0.1 * cos(lean);
        for (int g = 0; g < 6; g++) {
            const double gaps[6] = {0.1, 1e-3, 1e-6, 0.0, -1e-6, -1e-2};
            belay_pose pose = {v3(0.3, 0.2, low + gaps[g]),
                               q_mul(q_exp(v3(0.0, 0.0, 0.1 * k)), q_exp(v3(lean, 0.0, 0.0)))};
            bl_distance d = bl_convex_distance(&wheel, pose, &floor, at(0.0, 0.0, -1.0));
            cr_assert(fabs(d.distance - gaps[g]) < 1e-13, "lean %d: %g, not %g", k, d.distance, gaps[g]);
            cr_assert(v3_distance(d.normal, axis_z) < 1e-6, "lean %d, gap %g: normal off by %g", k, gaps[g],
                      v3_distance(d.normal, axis_z));
        }
    }
}

Test(distance, of_solids_without_size)
{
    bl_convex flat = solid_make(BL_CONVEX_TRIANGLE, 0.0, v3_zero()), line = flat;
    line.corners[1] = v3(1.0, 0.0, 0.0);
    line.corners[2] = v3(2.0, 0.0, 0.0);
    bl_convex speck = solid_make(BL_CONVEX_BOX, 0.0, v3_zero()), dot = solid_make(BL_CONVEX_POINT, 0.0, v3_zero());
    const bl_convex* solids[4] = {&flat, &line, &speck, &dot};
    for (int i = 0; i < 16; i++) {
        bl_distance d = bl_convex_distance(solids[i / 4], at(0.0, 0.0, 0.0), solids[i % 4], at(0.0, 3.0, 4.0));
        cr_assert_float_eq(d.distance, 5.0, 1e-14);
        d = bl_convex_distance(solids[i / 4], at(0.0, 0.0, 0.0), solids[i % 4], at(0.0, 0.0, 0.0));
        cr_assert_float_eq(d.distance, 0.0, 1e-14);
        cr_assert_float_eq(v3_length(d.normal), 1.0, 1e-14);
    }
}

// Boxes and prisms whose faces, edges and corners coincide in all ways: where polytopes that grow are in danger.
Test(distance, of_solids_on_a_grid)
{
    uint64_t lot = 95;
    const double quarter = 0.5 * 3.14159265358979323846;
    for (int k = 0; k < 4000; k++) {
        belay_vec3 half_a = v3(0.5 * (1 + k % 2), 0.5 * (1 + k % 3), 0.5), half_b = v3(0.5, 0.5 * (1 + k % 4), 1.0);
        bl_convex a = solid_make(BL_CONVEX_BOX, 0.0, half_a), b = solid_make(BL_CONVEX_BOX, 0.0, half_b);
        belay_vec3 cell = chance_vector(&lot, 4.0);
        belay_pose pose_a = at(0.0, 0.0, 0.0);
        belay_pose pose_b = {v3(0.5 * floor(cell.x), 0.5 * floor(cell.y), 0.5 * floor(cell.z)),
                             q_exp(v3(0.0, 0.0, 0.5 * quarter * (double)(k % 5)))};
        polytope p = polytope_make(&a, pose_a), q = polytope_make(&b, pose_b);
        double apart = polytope_separation(&p, &q);
        double exact = apart > 1e-12 ? polytope_distance(&p, &q) : apart;
        bl_distance d = bl_convex_distance(&a, pose_a, &b, pose_b);
        cr_assert(fabs(d.distance - exact) < 1e-13, "%d: %.17g, not %.17g", k, d.distance, exact);
        check_certificate(&a, pose_a, &b, pose_b, &d);
    }
}
