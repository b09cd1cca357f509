// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Hulls with fewer corners.

#include "core/alloc.h"
#include "geometry/hull/hull_internal.h"
#include "support/chance.h"
#include "support/shapes/hulls.h"
#include "support/shapes/points.h"

#include <criterion/criterion.h>
#include <string.h>

// The hull of the chosen points; the excess is what the support functions of the two differ by, at most.
static void check_simplified(const belay_vec3* points, int count, int max_count)
{
    belay_vec3 chosen[BELAY_MAX_HULL_VERTICES];
    int chosen_count = 0;
    double excess = -1.0, seen = 0.0;
    belay_hull all = {points, count};
    uint64_t state = 24;
    cr_assert_eq(belay_hull_simplify(&all, max_count, chosen, &chosen_count, &excess, NULL), BELAY_OK);
    cr_assert(chosen_count >= 4 && chosen_count <= max_count);
    bl_hull* h = hull_build(chosen, chosen_count);
    cr_assert_eq((int)h->vertex_count, chosen_count);
    for (int trial = 0; trial < 2000; trial++) {
        belay_vec3 d = points_random_direction(&state);
        if (trial < (int)h->face_count) d = bl_hull_faces(h)[trial].normal;
        double far = -HUGE_VAL, near = -HUGE_VAL;
        for (int i = 0; i < count; i++)
            far = fmax(far, v3_dot(points[i], d));
        for (int i = 0; i < chosen_count; i++)
            near = fmax(near, v3_dot(chosen[i], d));
        seen = fmax(seen, far - near);
    }
    cr_assert_leq(seen, excess + 1e-12);
    cr_assert_geq(seen, 0.9 * excess - 1e-9);
    hull_destroy(h);
}

Test(hull_simplify, ball_of_5000_points)
{
    static belay_vec3 points[5000];
    uint64_t state = 25;
    for (int i = 0; i < 5000; i++)
        points[i] = points_random_direction(&state);
    hull_check_refused(points, 5000, BELAY_ERROR_SHAPE, "5000 corners");
    check_simplified(points, 5000, 255);
    check_simplified(points, 5000, 32);
    check_simplified(points, 5000, 4);
}

// A net of n points on a ball leaves gaps of area 4 pi / n, and a flat piece of area A lies A / (2 pi) under its ball
// when it is round; a greedy choice is not worse by much.
Test(hull_simplify, ball_is_followed_evenly)
{
    static belay_vec3 points[5000], chosen[BELAY_MAX_HULL_VERTICES];
    uint64_t state = 26;
    for (int i = 0; i < 5000; i++)
        points[i] = points_random_direction(&state);
    belay_hull all = {points, 5000};
    for (int n = 32; n <= 255; n *= 2) {
        int count;
        double excess;
        cr_assert_eq(belay_hull_simplify(&all, n, chosen, &count, &excess, NULL), BELAY_OK);
        cr_assert_eq(count, n);
        cr_assert_lt(excess, 2.5 * 2.0 / n, "%d: %g", n, excess);
    }
}

Test(hull_simplify, few_corners_are_kept_as_they_are)
{
    static belay_vec3 points[HULLS_MAX_POINTS], chosen[BELAY_MAX_HULL_VERTICES];
    int count = hull_cube_grid(points, 8, true), chosen_count;
    double excess;
    belay_hull all = {points, count};
    cr_assert_eq(belay_hull_simplify(&all, 8, chosen, &chosen_count, &excess, NULL), BELAY_OK);
    cr_assert_eq(chosen_count, 8);
    cr_assert_eq(excess, 0.0);
    for (int i = 0; i < 8; i++)
        cr_assert(hull_is_corner_of_cube(chosen[i]));
}

// The one corner too many of a cube with a low roof is the top of the roof.
Test(hull_simplify, leaves_out_what_matters_least)
{
    belay_vec3 points[9], chosen[8];
    int count;
    double excess;
    points_box(points, v3(1.0, 1.0, 1.0));
    points[8] = v3(0.1, 0.0, 0.53125);
    belay_hull all = {points, 9};
    cr_assert_eq(belay_hull_simplify(&all, 8, chosen, &count, &excess, NULL), BELAY_OK);
    cr_assert_eq(count, 8);
    cr_assert_eq(excess, 0.03125);
}

Test(hull_simplify, order_of_the_points_does_not_matter)
{
    static belay_vec3 points[600], a[64], b[64];
    uint64_t state = 27;
    for (int i = 0; i < 600; i++)
        points[i] = points_random_direction(&state);
    int count_a, count_b;
    double excess_a, excess_b;
    belay_hull all = {points, 600};
    cr_assert_eq(belay_hull_simplify(&all, 64, a, &count_a, &excess_a, NULL), BELAY_OK);
    points_shuffle(points, 600, &state);
    cr_assert_eq(belay_hull_simplify(&all, 64, b, &count_b, &excess_b, NULL), BELAY_OK);
    cr_assert(count_a == count_b && excess_a == excess_b && memcmp(a, b, sizeof a) == 0);
}

static void check_not_simplified(const belay_hull* hull, int max_count, belay_vec3* chosen, int* count,
                                 belay_result code, const char* text)
{
    belay_error error = {BELAY_OK, ""};
    cr_assert_eq(belay_hull_simplify(hull, max_count, chosen, count, NULL, &error), code);
    cr_assert_not_null(strstr(error.message, text), "\"%s\" does not say \"%s\"", error.message, text);
}

Test(hull_simplify, refuses)
{
    belay_vec3 points[8], chosen[255];
    int count = 77;
    points_box(points, v3(1.0, 1.0, 1.0));
    belay_hull box = {points, 8}, none = {NULL, 8}, few = {points, 3}, flat = {points, 4};
    check_not_simplified(NULL, 8, chosen, &count, BELAY_ERROR_VALUE, "hull is null");
    check_not_simplified(&none, 8, chosen, &count, BELAY_ERROR_VALUE, "hull.points is null");
    check_not_simplified(&box, 8, NULL, &count, BELAY_ERROR_VALUE, "chosen is null");
    check_not_simplified(&box, 8, chosen, NULL, BELAY_ERROR_VALUE, "chosen_count is null");
    check_not_simplified(&box, 3, chosen, &count, BELAY_ERROR_VALUE, "max_count is 3");
    check_not_simplified(&box, 256, chosen, &count, BELAY_ERROR_VALUE, "max_count is 256");
    check_not_simplified(&few, 8, chosen, &count, BELAY_ERROR_SHAPE, "hull.point_count is 3");
    check_not_simplified(&flat, 8, chosen, &count, BELAY_ERROR_SHAPE, "one plane");
    cr_assert_eq(count, 77);
}
