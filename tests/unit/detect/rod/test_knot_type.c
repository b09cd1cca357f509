// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The knot determinant against the known values of knots, and that it changes only where strands pass through each
// other.

#include "belay/quat.h"
#include "core/alloc.h"
#include "detect/rod/rod_contact.h"
#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <string.h>

#define PI 3.14159265358979323846

static uint64_t determinant(const belay_vec3* points, int count, bool is_closed)
{
    return knot_type_of(points, count, is_closed).determinant;
}

// Winds p times about z and q times about the torus' circle.
static void torus_knot(int p, int q, belay_vec3* points, int count)
{
    for (int i = 0; i < count; i++) {
        double t = 2.0 * PI * i / count, r = 2.0 + cos(q * t);
        points[i] = v3(r * cos(p * t), r * sin(p * t), sin(q * t));
    }
}

static void figure_eight(belay_vec3* points, int count)
{
    for (int i = 0; i < count; i++) {
        double t = 2.0 * PI * i / count, r = 2.0 + cos(2.0 * t);
        points[i] = v3(r * cos(3.0 * t), r * sin(3.0 * t), sin(4.0 * t));
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Known values
// ---------------------------------------------------------------------------------------------------------------------

Test(knot_type, what_is_no_knot_has_one)
{
    belay_vec3 points[300];
    rod_shape_ring(1.0, 2.0 * PI, points, 100);
    cr_assert_eq(determinant(points, 100, true), 1);
    rod_shape_straight(v3(0.0, 0.0, 0.0), v3(1.0, 2.0, 3.0), points, 100);
    cr_assert_eq(determinant(points, 100, false), 1);
    rod_shape_helix(1.0, 0.3, 8.0, points, 300);
    cr_assert_eq(determinant(points, 300, false), 1);
    torus_knot(1, 7, points, 300);
    cr_assert_eq(determinant(points, 300, true), 1);
    torus_knot(7, 1, points, 300);
    cr_assert_eq(determinant(points, 300, true), 1);
    rod_shape_drum(1.0, 0.1, 2.0, 3.0, points, 100);
    cr_assert_eq(determinant(points, 100, false), 1);
}

// T(2, q) has |q|; T(3, 4) has 3, T(3, 5) 1 though it is knotted.
Test(knot_type, torus_knots)
{
    belay_vec3 points[400];
    for (int q = 3; q <= 61; q += 2) {
        torus_knot(2, q, points, 400);
        cr_assert_eq(determinant(points, 400, true), (uint64_t)q, "T(2, %d)", q);
    }
    torus_knot(3, 4, points, 400);
    cr_assert_eq(determinant(points, 400, true), 3);
    torus_knot(3, 5, points, 400);
    cr_assert_eq(determinant(points, 400, true), 1);
}

Test(knot_type, figure_eight_has_five)
{
    belay_vec3 points[200];
    figure_eight(points, 200);
    knot_type type = knot_type_of(points, 200, true);
    cr_assert_eq(type.determinant, 5);
    cr_assert_geq(type.crossings, 4);
}

// Closed plaits of three strands, the braids (s1 / s2)^n: 2, 4 and 5 are the knots 4_1, 8_18 and 10_123. One strand
// goes from side to side and up and down, three times round.
Test(knot_type, plaits)
{
    const int turns[3] = {2, 4, 5};
    const uint64_t known[3] = {5, 45, 121};
    belay_vec3 points[600];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 600; i++) {
            double t = 3.0 * 2.0 * PI * i / 600, phase = turns[k] * t / 3.0;
            double r = cos(phase), z = 0.5 * sin(2.0 * phase);
            points[i] = v3((3.0 + r) * cos(t), (3.0 + r) * sin(t), z);
        }
        cr_assert_eq(determinant(points, 600, true), known[k], "%d", turns[k]);
    }
}

Test(knot_type, overhand_knots_in_one_rope_multiply)
{
    belay_vec3 points[4 * 100];
    uint64_t expected = 1;
    for (int k = 0; k < 4; k++) {
        rod_shape_overhand(0.005, points + 100 * k, 100);
        for (int i = 0; i < 100 && k % 2 == 1; i++)
            points[100 * k + i].z = -points[100 * k + i].z; // its mirror image
        for (int i = 0; i < 100; i++) {
            belay_vec3 x = points[100 * k + i];
            points[100 * k + i] = v3(x.x, x.z, -x.y); // ends to the sides, not through the next
            points[100 * k + i].x += 0.25 * k;
        }
        expected *= 3;
        cr_assert_eq(determinant(points, 100 * (k + 1), false), expected, "%d knots", k + 1);
    }
}

Test(knot_type, shapes_that_rods_begin_with)
{
    belay_vec3 points[301];
    for (int count = 60; count <= 300; count += 60) {
        rod_shape_overhand(0.005, points, count);
        cr_assert_eq(determinant(points, count, false), 3);
        rod_shape_knot knot = {0.05, 0.004, 1, 0.25};
        for (knot.k = 0; knot.k <= (count < 180 ? 1 : 3); knot.k++) { // T(2, 2k + 1); tight braids take more points
            rod_shape_loose_knot(&knot, points, count);
            cr_assert_eq(determinant(points, count, false), (uint64_t)(2 * knot.k + 1), "k %d of %d", knot.k, count);
        }
        rod_shape_plectoneme wound = {0.003, 0.4, 6.0, 0.012, 0.15};
        rod_shape_wind_plectoneme(&wound, points, count);
        cr_assert_eq(determinant(points, count, false), 1);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// What does not change it, and what does
// ---------------------------------------------------------------------------------------------------------------------

Test(knot_type, is_the_same_moved_scaled_mirrored_and_reversed)
{
    uint64_t state = 1;
    belay_vec3 points[80], moved[80];
    rod_shape_overhand(0.005, points, 80);
    for (int k = 0; k < 100; k++) {
        belay_quat q = belay_quat_from_axis_angle(chance_vector(&state, 1.0), chance_between(&state, 0.0, 6.0));
        belay_vec3 offset = chance_vector(&state, 10.0);
        double scale = pow(10.0, chance_between(&state, -3.0, 3.0));
        for (int i = 0; i < 80; i++) {
            belay_vec3 x = k % 2 == 0 ? points[i] : points[79 - i];
            if (k % 3 == 0) x.y = -x.y;
            moved[i] = v3_add(offset, q_rotate(q, v3_scale(scale, x)));
        }
        cr_assert_eq(determinant(moved, 80, false), 3, "case %d", k);
    }
}

static int crossing_count(belay_vec3* from, belay_vec3* way, uint32_t nodes)
{
    bl_rod_chain chain = {from, way, nodes - 1, 0.001, 0.01};
    belay_allocator allocator = bl_allocator_default();
    bl_rod_collider collider;
    memset(&collider, 0, sizeof collider);
    collider.allocator = &allocator;
    cr_assert(bl_find_crossings(&collider, &chain, &chain, 0.0));
    int count = (int)arrlen(collider.contacts);
    bl_rod_collider_fini(&collider);
    return count;
}

// The rope is shaken at random; moves in which a strand would pass through another are not made. After hundreds of
// moves by much of the strands' distance the shape is another, the knot is the same.
Test(knot_type, wiggles_without_crossings_keep_it)
{
    uint64_t state = 2;
    enum { N = 60 };
    belay_vec3 points[N], way[N];
    rod_shape_overhand(0.005, points, N);
    int made = 0, refused = 0;
    for (int k = 0; k < 600; k++) {
        for (int i = 0; i < N; i++)
            way[i] = i == 0 || i == N - 1 ? v3_zero() : chance_vector(&state, 0.004);
        if (crossing_count(points, way, N) > 0) {
            refused++;
            continue;
        }
        made++;
        for (int i = 0; i < N; i++)
            points[i] = v3_add(points[i], way[i]);
        if (made % 10 == 0) cr_assert_eq(determinant(points, N, false), 3, "move %d", k);
    }
    cr_assert(made > 100 && refused > 20, "%d made, %d refused", made, refused);
}

// One strand of a clasp goes through the other: what was a knot is none, and the sweep saw it.
Test(knot_type, strand_that_passes_through_unties_it)
{
    enum { N = 121 };
    belay_vec3 points[N], way[N];
    rod_shape_knot knot = {0.05, 0.006, 1, 0.25};
    rod_shape_loose_knot(&knot, points, N);
    cr_assert_eq(determinant(points, N, false), 3);
    // In the middle of the braid the two strands, both along x, are above each other in z: exchange them there.
    int count = 0;
    for (int i = 0; i < N; i++) {
        bool is_braid = fabs(points[i].x) < 0.012 && points[i].y < 0.02;
        way[i] = is_braid ? v3(0.0, 0.0, -3.0 * points[i].z) : v3_zero();
        count += is_braid;
    }
    cr_assert_gt(count, 4);
    cr_assert_geq(crossing_count(points, way, N), 1);
    for (int i = 0; i < N; i++)
        points[i] = v3_add(points[i], way[i]);
    cr_assert_eq(determinant(points, N, false), 1);
}

// ---------------------------------------------------------------------------------------------------------------------
// Degenerate input
// ---------------------------------------------------------------------------------------------------------------------

Test(knot_type, repeated_points_count_once)
{
    belay_vec3 points[100], repeated[300];
    torus_knot(2, 3, points, 100);
    for (int i = 0; i < 300; i++)
        repeated[i] = points[i / 3];
    cr_assert_eq(determinant(repeated, 300, true), 3);
    repeated[299] = repeated[0];
    cr_assert_eq(determinant(repeated, 300, true), 3);
}

Test(knot_type, few_points_are_no_knot)
{
    belay_vec3 points[4] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    cr_assert_eq(determinant(points, 0, false), 0);
    for (int count = 1; count <= 4; count++) {
        cr_assert_eq(determinant(points, count, false), 1, "%d", count);
        cr_assert_eq(determinant(points, count, true), 1, "%d", count);
    }
}

Test(knot_type, curves_that_meet_themselves_are_not_told)
{
    belay_vec3 points[64];
    for (int i = 0; i < 64; i++) {
        double t = 2.0 * PI * (i + 0.3) / 64;
        points[i] = v3(sin(t), sin(2.0 * t), 0.0); // an eight in a plane
    }
    cr_assert_eq(determinant(points, 64, true), 0);
    points[5].x = NAN;
    cr_assert_eq(determinant(points, 64, true), 0);
    points[5].x = INFINITY;
    cr_assert_eq(determinant(points, 64, true), 0);
}
