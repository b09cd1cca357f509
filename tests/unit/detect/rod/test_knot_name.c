// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Jones polynomial and the names of knots, of closed braids and of knots as ropes are tied, against the tables.

#include "belay/quat.h"
#include "scenes/knot_name.h"
#include "scenes/knot_type.h"
#include "scenes/rod_shapes.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { MOST = 800, PARTS = 6 };

static const char* name_of(const belay_vec3* points, int count)
{
    static char name[80];
    knot_polynomial jones;
    if (!knot_jones_of(points, count, &jones)) return "not told";
    return knot_name(&jones, name, sizeof name) ? name : "no name";
}

// Closed round the z axis: letter i lets the strands i and i + 1, counted from the axis, change places; where it is
// positive the one that goes outwards goes over. Returns how many points; all strands are to be one curve.
static int close_braid(const int* word, int letters, belay_vec3* points)
{
    int strand = 1, count = 0;
    do {
        for (int m = 0; m < letters; m++) {
            int k = abs(word[m]), sign = word[m] > 0 ? 1 : -1;
            int to = strand == k ? k + 1 : strand == k + 1 ? k : strand;
            for (int p = 0; p < PARTS; p++) {
                double u = (double)p / PARTS, t = 2.0 * PI * (m + u) / letters, r = 3.0 + strand + u * (to - strand);
                double z = 0.4 * (to - strand) * sign * sin(PI * u);
                cr_assert_lt(count, MOST);
                points[count++] = v3(r * cos(t), r * sin(t), z);
            }
            strand = to;
        }
    } while (strand != 1);
    return count;
}

static const char* braid_name(const int* word)
{
    belay_vec3 points[MOST];
    int letters = 0;
    while (word[letters] != 0)
        letters++;
    return name_of(points, close_braid(word, letters, points));
}

static void expect_name(const int* word, const char* right)
{
    const char* name = braid_name(word);
    cr_expect_str_eq(name, right, "%s, not %s", name, right);
}

// Words as in tables of knots as braids.
Test(knot_name, closed_braids)
{
    expect_name((int[]){1, 0}, "none");
    expect_name((int[]){1, -2, 3, 0}, "none");
    expect_name((int[]){1, -2, 1, -2, 0}, "figure of eight 4_1");
    expect_name((int[]){1, 1, -2, 1, -2, -2, 0}, "bowline 6_3");
}

// Of a knot and its mirror image one has the star.
static void expect_both(const int* word, const char* plain)
{
    int mirror[16] = {0};
    char name[80], other[80], star[80];
    for (int i = 0; word[i] != 0; i++)
        mirror[i] = -word[i];
    snprintf(name, sizeof name, "%s", braid_name(word));
    snprintf(other, sizeof other, "%s", braid_name(mirror));
    snprintf(star, sizeof star, "%s*", plain);
    bool are_right = (strcmp(name, plain) == 0 && strcmp(other, star) == 0) ||
                     (strcmp(other, plain) == 0 && strcmp(name, star) == 0);
    cr_expect(are_right, "%s and %s, not %s", name, other, plain);
}

Test(knot_name, closed_braids_and_their_mirror_images)
{
    expect_both((int[]){1, 1, 1, 0}, "trefoil 3_1");
    expect_both((int[]){1, 1, 1, 1, 1, 0}, "5_1");
    expect_both((int[]){1, 1, 1, 2, -1, 2, 0}, "5_2");
    expect_both((int[]){1, 1, 2, -1, -3, 2, -3, 0}, "6_1");
    expect_both((int[]){1, 1, 1, -2, 1, -2, 0}, "6_2");
    expect_both((int[]){1, 1, 1, 1, 1, 1, 1, 0}, "7_1");
    expect_both((int[]){1, 1, 1, -2, -1, -1, -1, -2, 0}, "bowline 8_20");
}

// Square and granny have the determinant 9, and so has 8_20.
Test(knot_name, two_trefoils_in_one_rope)
{
    expect_name((int[]){1, 1, 1, -2, -2, -2, 0}, "square 3_1 # 3_1*");
    const char* name = braid_name((int[]){1, 1, 1, 2, 2, 2, 0});
    cr_expect(strcmp(name, "granny 3_1 # 3_1") == 0 || strcmp(name, "granny 3_1* # 3_1*") == 0, "%s", name);
}

// T(3, 4) is 8_19: it has no name here.
Test(knot_name, what_is_not_in_the_list_has_no_name)
{
    expect_name((int[]){1, 2, 1, 2, 1, 2, 1, 2, 0}, "no name");
}

// ---------------------------------------------------------------------------------------------------------------------
// A bowline
// ---------------------------------------------------------------------------------------------------------------------

// The standing part comes from the left and makes the small loop, crossing over itself; the end makes the large loop,
// comes up through the small one, passes behind the standing part and goes down through the small loop again. `out`:
// the height at which it is led out of the large loop.
static int tie_bowline(double out, belay_vec3* points)
{
    const belay_vec3 way[] = {{-100, 0.01, 0}, {-3, 0, 0},       {0.5, 0.001, 0},  {1, 0.5, 0},     {0.4, 1, 0.5},
                              {-0.5, 0.9, 1},  {-0.52, -1, 1},   {3, -1.03, 0},    {5, 0, 0},       {3, 0.6, -1},
                              {1.3, 0.52, -1}, {0.3, 0.5, 2},    {-1.3, 0.47, 2},  {-1.5, 0.3, -1}, {-1.55, -0.51, -1},
                              {-1.2, -0.6, 2}, {-0.8, 0.1, 2},   {0, 0.2, 2},      {0.4, 0.21, 1},  {0.6, 0.22, -1},
                              {2, 0.23, -1},   {2.2, 0.24, out}, {100, 0.25, out}, {90, -200, 0},   {-110, -200, 0}};
    int count = sizeof way / sizeof way[0];
    memcpy(points, way, sizeof way);
    return count;
}

Test(knot_name, a_bowline_is_one_knot_of_two_as_its_end_is_led_out_of_the_loop)
{
    belay_vec3 points[64];
    int count = tie_bowline(50.0, points);
    cr_expect_str_eq(name_of(points, count), "bowline 6_3");
    count = tie_bowline(-50.0, points);
    const char* name = name_of(points, count);
    cr_expect_not_null(strstr(name, "bowline 8_20"), "%s", name);
}

// Without the way behind the standing part all comes open.
Test(knot_name, a_bowline_that_was_not_led_behind_the_standing_part_is_none)
{
    belay_vec3 points[64];
    int count = tie_bowline(50.0, points);
    points[13].z = points[14].z = 2.0;
    cr_expect_str_neq(name_of(points, count), "bowline 6_3");
}

// ---------------------------------------------------------------------------------------------------------------------
// What does not change the polynomial
// ---------------------------------------------------------------------------------------------------------------------

Test(knot_name, polynomials_are_the_same_however_the_curve_is_turned)
{
    uint64_t state = 7;
    belay_vec3 points[MOST], turned[MOST];
    int count = close_braid((int[]){1, 1, 1, -2, 1, -2}, 6, points);
    knot_polynomial first, other;
    cr_assert(knot_jones_of(points, count, &first));
    for (int k = 0; k < 30; k++) {
        belay_quat q = belay_quat_from_axis_angle(chance_vector(&state, 1.0), chance_between(&state, 0.0, 6.0));
        for (int i = 0; i < count; i++)
            turned[i] = belay_quat_rotate(q, points[i]);
        cr_assert(knot_jones_of(turned, count, &other), "turn %d", k);
        cr_assert(knot_polynomial_is_same(&first, &other), "turn %d", k);
        cr_assert_eq(knot_polynomial_determinant(&other), knot_type_of(turned, count, true).determinant);
    }
}

// At 1 it is 1, whatever the knot; and the third derivative there is not looked at, but the first is 0.
Test(knot_name, polynomials_are_one_at_one_and_flat_there)
{
    const int words[][10] = {{1, 1, 1, 0}, {1, -2, 1, -2, 0}, {1, 1, 2, -1, -3, 2, -3, 0}, {1, 2, 1, 2, 1, 2, 1, 2, 0}};
    for (int k = 0; k < 4; k++) {
        belay_vec3 points[MOST];
        knot_polynomial p;
        int letters = 0;
        while (words[k][letters] != 0)
            letters++;
        cr_assert(knot_jones_of(points, close_braid(words[k], letters, points), &p));
        int64_t value = 0, slope = 0;
        for (int i = 0; i < p.count; i++) {
            value += p.terms[i];
            slope += p.terms[i] * (p.low + i);
        }
        cr_expect_eq(value, 1);
        cr_expect_eq(slope, 0);
    }
}

Test(knot_name, a_picture_with_too_many_crossings_is_refused)
{
    knot_crossing crossings[KNOT_POLYNOMIAL_CROSSINGS + 1] = {{0}};
    knot_polynomial p;
    cr_expect_not(knot_jones(crossings, KNOT_POLYNOMIAL_CROSSINGS + 1, &p));
    cr_expect(knot_jones(crossings, 0, &p));
    cr_expect_eq(p.count, 1);
    cr_expect_eq(p.terms[0], 1);
}
