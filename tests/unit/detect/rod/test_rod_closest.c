// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The closest places of two segments, also as they turn through parallel.

#include "belay/quat.h"
#include "support/chance.h"
#include "support/rods/rope.h"

#include <criterion/criterion.h>

static bl_rod_closest_points closest(const belay_vec3* a, const belay_vec3* b, double thickness)
{
    bl_rod_closest_points p;
    cr_assert(bl_rod_closest(a, b, thickness, BL_ROD_ANY_APART, &p));
    cr_assert(p.s >= 0.0 && p.s <= 1.0 && p.t >= 0.0 && p.t <= 1.0);
    cr_assert_leq(v3_distance(p.between, v3_sub(bl_rod_point(a, p.s), bl_rod_point(b, p.t))), 1e-15);
    return p;
}

static double sine_between(const belay_vec3* a, const belay_vec3* b)
{
    belay_vec3 u = v3_sub(a[1], a[0]), v = v3_sub(b[1], b[0]);
    return v3_length(v3_cross(u, v)) / (v3_length(u) * v3_length(v));
}

// Random segments, of any angle or nearly parallel, apart by more than the thickness.
static void random_segments(uint64_t* state, double turn, belay_vec3 a[2], belay_vec3 b[2])
{
    belay_vec3 along = chance_vector(state, 1.0);
    a[0] = chance_vector(state, 1.0);
    a[1] = v3_add(a[0], along);
    b[0] = v3_add(a[0], chance_vector(state, 0.5));
    b[1] = v3_add_scaled(b[0], chance_between(state, -2.0, 2.0), v3_add(along, chance_vector(state, turn)));
}

Test(rod_closest, crossing_segments_have_the_least_distance)
{
    uint64_t state = 1;
    for (int k = 0; k < 5000; k++) {
        belay_vec3 a[2], b[2];
        random_segments(&state, 3.0, a, b);
        double thickness = chance_between(&state, 0.0, 0.2), least = rope_least_distance(a, b);
        bl_rod_closest_points exact = closest(a, b, 0.0), p = closest(a, b, thickness);
        cr_assert_float_eq(exact.distance, least, 1e-9, "case %d: %g %g", k, exact.distance, least);
        if (sine_between(a, b) > 0.3) cr_assert_float_eq(p.distance, exact.distance, 1e-14);
    }
}

Test(rod_closest, near_parallel_segments_exceed_it_by_little)
{
    uint64_t state = 2;
    double worst = 0.0;
    for (int k = 0; k < 20000; k++) {
        belay_vec3 a[2], b[2];
        random_segments(&state, pow(10.0, chance_between(&state, -6.0, 0.0)), a, b);
        double least = closest(a, b, 0.0).distance, thickness = chance_between(&state, 0.1, 1.0) * least;
        double excess = (closest(a, b, thickness).distance - least) / thickness;
        cr_assert(excess >= -1e-12 && excess <= ROPE_EXCESS, "case %d: %g", k, excess);
        worst = fmax(worst, excess);
    }
    cr_assert_gt(worst, 0.1 * ROPE_EXCESS); // the bound is one
}

Test(rod_closest, parallel_segments_meet_in_the_middle_of_the_facing_part)
{
    const belay_vec3 a[2] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    for (int k = -8; k <= 8; k++) {
        double shift = 0.1 * k, low = fmax(0.0, shift), high = fmin(1.0, 1.0 + shift);
        const belay_vec3 b[2] = {{shift, 0.0, 0.3}, {1.0 + shift, 0.0, 0.3}}, c[2] = {b[1], b[0]};
        bl_rod_closest_points p = closest(a, b, 0.2), q = closest(a, c, 0.2);
        cr_assert_float_eq(p.s, 0.5 * (low + high), 1e-3);
        cr_assert_float_eq(p.t, 0.5 * (low + high) - shift, 1e-3);
        cr_assert_float_eq(p.distance, 0.3, 1e-6);
        cr_assert_float_eq(q.s, p.s, 1e-12);
        cr_assert_float_eq(q.t, 1.0 - p.t, 1e-12);
    }
}

// A turns through the direction of B in their common plane: its place goes from the one end to the other, by steps that
// are in proportion to those of the angle.
Test(rod_closest, places_move_continuously_through_parallel)
{
    const belay_vec3 b[2] = {{0.0, 0.0, 0.0}, {0.02, 0.0, 0.0}};
    const double thickness = 0.01, limit = 4.0 * ROPE_EXCESS * thickness / 0.02; // at which the end is reached
    const int steps = 4000;
    double last = 1.0;
    for (int k = 0; k <= steps; k++) {
        double angle = 1.2 * limit * (2.0 * k / steps - 1.0);
        const belay_vec3 a[2] = {{0.0, 0.0, 0.01 - 0.01 * angle}, {0.02, 0.0, 0.01 + 0.01 * angle}};
        bl_rod_closest_points p = closest(a, b, thickness);
        double bound = 1.01 * 2.4 * limit / steps / (2.0 * limit); // the slope d s / d angle = 1 / (2 limit)
        cr_assert(last - p.s >= -1e-12 && last - p.s <= bound, "step %d: %g", k, last - p.s);
        cr_assert_float_eq(p.s, p.t, 1e-3);
        if (k == 0) cr_assert_eq(p.s, 1.0);
        last = p.s;
    }
    cr_assert_eq(last, 0.0);
}

// The same for any near-parallel pair: a small change of the segments changes the places by no more than what the
// softness lets through.
Test(rod_closest, places_change_little_with_the_segments)
{
    uint64_t state = 3;
    const double change = 1e-9, length = 0.02, thickness = 0.01;
    double worst = 0.0;
    for (int k = 0; k < 20000; k++) {
        belay_vec3 u = v3_normalize_or(chance_vector(&state, 1.0), v3(1.0, 0.0, 0.0));
        belay_vec3 across = v3_any_orthogonal(u), a[2] = {v3_zero(), v3_scale(length, u)}, b[2], c[2];
        belay_vec3 turn = chance_vector(&state, pow(10.0, chance_between(&state, -6.0, -0.5)));
        b[0] = v3_add_scaled(v3_scale(chance_between(&state, -length, length), u), thickness, across);
        b[1] = v3_add_scaled(b[0], length, v3_add(u, turn));
        for (int i = 0; i < 2; i++)
            c[i] = v3_add(b[i], chance_vector(&state, change));
        bl_rod_closest_points p = closest(a, b, thickness), q = closest(a, c, thickness);
        worst = fmax(worst, fmax(fabs(p.s - q.s), fabs(p.t - q.t)));
    }
    // The gradient changes by some change * 3 (length + thickness), the softness is 4 h (thickness / length)^2.
    double slope = 6.0 * (length + thickness) / (4.0 * ROPE_EXCESS * thickness * thickness);
    cr_assert_leq(worst, slope * change, "%g > %g", worst, slope * change);
}

Test(rod_closest, closest_places_are_the_same_when_exchanged_and_moved)
{
    uint64_t state = 4;
    for (int k = 0; k < 5000; k++) {
        belay_vec3 a[2], b[2], ra[2], rb[2];
        random_segments(&state, pow(10.0, chance_between(&state, -4.0, 0.5)), a, b);
        belay_quat q = belay_quat_from_axis_angle(chance_vector(&state, 1.0), chance_between(&state, 0.0, 6.0));
        belay_vec3 offset = chance_vector(&state, 2.0);
        for (int i = 0; i < 2; i++) {
            ra[i] = v3_add(offset, q_rotate(q, a[i]));
            rb[i] = v3_add(offset, q_rotate(q, b[i]));
        }
        bl_rod_closest_points p = closest(a, b, 0.3), swapped = closest(b, a, 0.3), moved = closest(ra, rb, 0.3);
        cr_assert_float_eq(p.distance, swapped.distance, 1e-12);
        cr_assert_float_eq(p.distance, moved.distance, 1e-12);
        cr_assert(fabs(p.s - swapped.t) < 1e-9 && fabs(p.t - swapped.s) < 1e-9);
        cr_assert(fabs(p.s - moved.s) < 1e-8 && fabs(p.t - moved.t) < 1e-8);
        belay_vec3 n = bl_rod_normal(a, b, &p), m = bl_rod_normal(b, a, &swapped);
        cr_assert_leq(v3_length(v3_add(n, m)), 1e-8);
        cr_assert_leq(v3_distance(bl_rod_normal(ra, rb, &moved), q_rotate(q, n)), 1e-7);
    }
}

// Against a grid of places that are apart enough.
Test(rod_closest, places_too_near_along_the_rod_are_left_out)
{
    uint64_t state = 5;
    for (int k = 0; k < 300; k++) {
        belay_vec3 a[2], b[2];
        random_segments(&state, 3.0, a, b);
        double apart = chance_between(&state, -1.0, 1.0), least = INFINITY;
        bl_rod_closest_points p;
        cr_assert(bl_rod_closest(a, b, 0.0, apart, &p));
        cr_assert_geq(p.t - p.s, apart - 1e-12);
        for (int i = 0; i <= 100; i++)
            for (int j = 0; j <= 100; j++)
                if (j - i >= 100.0 * apart)
                    least = fmin(least, v3_distance(bl_rod_point(a, i / 100.0), bl_rod_point(b, j / 100.0)));
        cr_assert_leq(p.distance, least + 1e-12, "case %d", k);
        if (least < INFINITY) cr_assert_geq(p.distance, least - 0.05 * (v3_distance(a[0], a[1]) + 2.0), "case %d", k);
        cr_assert_not(bl_rod_closest(a, b, 0.0, 1.0 + 1e-9, &p));
    }
}

static void check_meeting(const belay_vec3* a, const belay_vec3* b)
{
    bl_rod_closest_points p = closest(a, b, 0.0);
    belay_vec3 n = bl_rod_normal(a, b, &p);
    cr_assert_leq(p.distance, 1e-15);
    cr_assert_float_eq(v3_length(n), 1.0, 1e-14);
    cr_assert_leq(fabs(v3_dot(n, v3_sub(a[1], a[0]))), 1e-14);
    cr_assert_leq(fabs(v3_dot(n, v3_sub(b[1], b[0]))), 1e-14);
}

Test(rod_closest, segments_that_meet_have_a_normal_to_both)
{
    const belay_vec3 x[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, y[2] = {{0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}};
    const belay_vec3 beyond[2] = {{1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}}, point[2] = {{0.5, 0.0, 0.0}, {0.5, 0.0, 0.0}};
    check_meeting(x, y);
    check_meeting(x, x);
    check_meeting(x, beyond);
    check_meeting(x, point);
    check_meeting(point, point);
}

Test(rod_closest, segment_without_length_is_a_point)
{
    const belay_vec3 point[2] = {{0.25, 0.0, 2.0}, {0.25, 0.0, 2.0}}, x[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    bl_rod_closest_points p = closest(point, x, 0.1);
    cr_assert_float_eq(p.distance, 2.0, 1e-15);
    cr_assert_float_eq(p.t, 0.625, 1e-15);
    cr_assert_float_eq(closest(point, point, 0.1).distance, 0.0, 0.0);
}

Test(rod_closest, bad_numbers_have_no_places)
{
    const belay_vec3 x[2] = {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, bad[2] = {{NAN, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    bl_rod_closest_points p;
    cr_assert_not(bl_rod_closest(x, bad, 0.1, BL_ROD_ANY_APART, &p));
    cr_assert_not(bl_rod_closest(bad, x, 0.1, 0.0, &p));
    cr_assert_not(bl_rod_closest(x, x, 0.1, NAN, &p));
}
