// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The centre lines with which rods begin: even spacing, lengths, and strands that do not touch.

#include "belay/vec.h"
#include "scenes/rod_shapes.h"

#include <criterion/criterion.h>

#define PI 3.14159265358979323846
#define COUNT 401

static belay_vec3 points[COUNT];

// The spread of the spacing: longest over shortest, less 1.
static double unevenness(int count)
{
    double low = INFINITY, high = 0.0;
    for (int i = 1; i < count; i++) {
        double d = v3_distance(points[i - 1], points[i]);
        low = fmin(low, d);
        high = fmax(high, d);
    }
    return high / low - 1.0;
}

static double sharpest_turn(int count)
{
    double sharpest = 0.0;
    for (int i = 2; i < count; i++) {
        belay_vec3 a = v3_sub(points[i - 1], points[i - 2]), b = v3_sub(points[i], points[i - 1]);
        sharpest = fmax(sharpest, atan2(v3_length(v3_cross(a, b)), v3_dot(a, b)));
    }
    return sharpest;
}

// The least distance of points that are further apart along the curve than `way`.
static double strand_distance(int count, double length, double way)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (length * (j - i) / (count - 1) > way) least = fmin(least, v3_distance(points[i], points[j]));
    return least;
}

Test(rod_shapes, straight)
{
    rod_shape_straight(v3(1.0, 2.0, 3.0), v3(1.0, 2.0, 7.0), points, 5);
    for (int i = 0; i < 5; i++)
        cr_assert_float_eq(v3_distance(points[i], v3(1.0, 2.0, 3.0 + i)), 0.0, 1e-15);
}

Test(rod_shapes, ring_and_helix)
{
    cr_assert_float_eq(rod_shape_ring(0.5, 2.0 * PI, points, 41), PI, 1e-12);
    cr_assert_eq(v3_distance(points[0], points[40]), 0.0);
    cr_assert_leq(unevenness(41), 1e-12);
    cr_assert_float_eq(v3_distance(points[0], points[1]), sin(PI / 40.0), 1e-12);
    cr_assert_float_eq(rod_shape_helix(0.5, 0.2, 3.0, points, 91), 3.0 * hypot(PI, 0.2), 1e-12);
    cr_assert_leq(unevenness(91), 1e-12);
    cr_assert_float_eq(points[90].z, 0.6, 1e-12);
    for (int i = 0; i < 91; i++)
        cr_assert_float_eq(hypot(points[i].x, points[i].y), 0.5, 1e-12);
}

Test(rod_shapes, drum_touches_where_it_lies_and_hangs_straight)
{
    double length = rod_shape_drum(0.05, 0.002, 0.4, 0.3, points, COUNT);
    cr_assert_float_eq(length, 0.7 + PI * 0.052, 1e-12);
    cr_assert_float_eq(v3_distance(points[0], v3(-0.052, 0.0, -0.4)), 0.0, 1e-12);
    cr_assert_float_eq(v3_distance(points[COUNT - 1], v3(0.052, 0.0, -0.3)), 0.0, 1e-12);
    for (int i = 0; i < COUNT; i++) {
        const belay_vec3* p = &points[i];
        cr_assert_float_eq(p->z > 0.0 ? hypot(p->x, p->z) : fabs(p->x), 0.052, 1e-12);
    }
    cr_assert_leq(unevenness(COUNT), 1e-3);
}

// 0.787 m; the strands at t = 1.914 and -0.576 are nearest, 6.80 mm apart (found by a finer search).
Test(rod_shapes, overhand_has_its_length_and_distance)
{
    double length = rod_shape_overhand(0.005, points, COUNT);
    cr_assert_float_eq(length, 0.787, 5e-4);
    cr_assert_leq(unevenness(COUNT), pow(sharpest_turn(COUNT), 2.0) / 20.0); // chords: kappa^2 l^2 / 24
    double distance = strand_distance(COUNT, length, 0.1);
    cr_assert_float_eq(distance, 6.80e-3, 1e-4, "%g", distance);
    cr_assert_float_eq(points[0].x, 0.02 * (-2.2 * 2.2 * 2.2 + 6.6), 1e-12);
}

Test(rod_shapes, loose_knot_has_its_loop_tails_and_distance)
{
    for (int k = 1; k <= 2; k++) {
        rod_shape_knot knot = {0.2, 0.0012, k, 1.0};
        double length = rod_shape_loose_knot(&knot, points, COUNT);
        cr_assert_float_eq(length, 2.0 + 2.0 * PI * 0.2, 0.02, "%g", length); // and little for the braid
        cr_assert_leq(unevenness(COUNT), 0.02);
        cr_assert_leq(sharpest_turn(COUNT), 0.8);
        cr_assert_geq(strand_distance(COUNT, length, 0.1), 0.0011);
        cr_assert_eq(points[0].x, -1.0);
        cr_assert_float_eq(points[COUNT - 1].x, 1.0, 1e-12);
        double top = 0.0;
        for (int i = 0; i < COUNT; i++)
            top = fmax(top, points[i].y);
        cr_assert_float_eq(top, 0.4, 1e-4);
    }
}

Test(rod_shapes, plectoneme_is_wound_as_it_says)
{
    rod_shape_plectoneme shape = {0.003, 0.4, 6.0, 0.012, 0.15};
    for (int hand = 0; hand < 2; hand++, shape.turns = -shape.turns) {
        double length = rod_shape_wind_plectoneme(&shape, points, COUNT), turn = 0.0;
        cr_assert_leq(unevenness(COUNT), 0.02);
        cr_assert_leq(sharpest_turn(COUNT), 0.3);
        cr_assert_geq(strand_distance(COUNT, length, 0.06), 0.0059, "%g", strand_distance(COUNT, length, 0.06));
        for (int i = 1; i < COUNT / 2; i++) { // of one strand about the y axis: right-handed as it goes up
            const belay_vec3 *a = &points[i - 1], *b = &points[i];
            turn += atan2(a->z * b->x - a->x * b->z, a->x * b->x + a->z * b->z);
        }
        cr_assert_float_eq(turn, 2.0 * PI * shape.turns, 0.3, "%g", turn);
        cr_assert_leq(v3_distance(points[0], v3(-points[COUNT - 1].x, 0.0, 0.0)), 1e-12);
    }
}
