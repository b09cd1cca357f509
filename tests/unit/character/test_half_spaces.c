// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The nearest point of a set of half-spaces against all points that it can be: the wanted one, its foot on each plane
// and on the line of each two, and the corner of each three.

#include "belay/mat.h"
#include "character/half_spaces.h"
#include "support/chance.h"

#include <criterion/criterion.h>

#define MOST 10
#define MET 1e-11    // m: missed by rounding
#define INSIDE 1e-13 // m: by which what is tried is inside of all, so that it is in them whatever its own rounding

static double most_missed(const bl_half_space* s, int count, belay_vec3 x)
{
    double most = -HUGE_VAL;
    for (int i = 0; i < count; i++)
        most = fmax(most, s[i].least - v3_dot(s[i].n, x));
    return most;
}

static belay_vec3 foot_on_plane(const bl_half_space* p, belay_vec3 w)
{
    return v3_add_scaled(w, p->least - v3_dot(p->n, w), p->n);
}

static bool foot_on_line(const bl_half_space* p, const bl_half_space* q, belay_vec3 w, belay_vec3* x)
{
    double c = v3_dot(p->n, q->n);
    belay_vec3 across = v3_add_scaled(q->n, -c, p->n), on = foot_on_plane(p, w);
    if (v3_length(across) < 1e-12) return false;
    *x = v3_add_scaled(on, (q->least - v3_dot(q->n, on)) / v3_dot(across, q->n), across);
    return true;
}

static bool corner_of(const bl_half_space* p, const bl_half_space* q, const bl_half_space* r, belay_vec3* x)
{
    belay_vec3 along = v3_cross(p->n, q->n), on;
    if (v3_length(along) < 1e-12 || !foot_on_line(p, q, v3_zero(), &on)) return false;
    along = v3_normalize_or(along, along);
    double slope = v3_dot(r->n, along);
    if (fabs(slope) < 1e-12) return false;
    *x = v3_add_scaled(on, (r->least - v3_dot(r->n, on)) / slope, along);
    return true;
}

// The distance of the nearest of these points that is in all and no further than 100 m away; HUGE_VAL: there is none.
static double nearest_by_trying(const bl_half_space* spaces, int count, belay_vec3 w)
{
    double best = HUGE_VAL;
    belay_vec3 x;
    bl_half_space s[MOST];
    for (int i = 0; i < count; i++)
        s[i] = (bl_half_space){spaces[i].n, spaces[i].least + INSIDE};
#define TRY(found)                                                                                                     \
    if ((found) && v3_length(x) < 100.0 && most_missed(s, count, x) <= INSIDE) best = fmin(best, v3_distance(x, w))
    x = w;
    TRY(true);
    for (int i = 0; i < count; i++) {
        x = foot_on_plane(&s[i], w);
        TRY(true);
        for (int j = 0; j < count; j++) {
            TRY(i != j && foot_on_line(&s[i], &s[j], w, &x));
            for (int k = 0; k < j; k++)
                TRY(i != j && i != k && corner_of(&s[i], &s[j], &s[k], &x));
        }
    }
#undef TRY
    return best;
}

// Whether there was a point.
static bool check(const bl_half_space* s, int count, belay_vec3 w)
{
    belay_vec3 x;
    double best = nearest_by_trying(s, count, w);
    bool is_found = bl_half_spaces_nearest(s, count, w, &x);
    cr_assert(v3_is_finite(x));
    if (best < HUGE_VAL) {
        cr_assert(is_found, "a point %g m away is in all", best);
        cr_assert_leq(v3_distance(x, w), best + 1e-9, "%g m, and %g m do", v3_distance(x, w), best);
    }
    if (is_found) cr_assert_leq(most_missed(s, count, x), MET * fmax(1.0, v3_length(x)));
    return is_found;
}

static belay_vec3 unit_at_random(uint64_t* state)
{
    belay_vec3 n;
    do
        n = chance_vector(state, 1.0);
    while (v3_length(n) < 0.1 || v3_length(n) > 1.0);
    return v3_scale(1.0 / v3_length(n), n);
}

Test(half_spaces, planes_that_lean_by_little_do_not_forget_others)
{
    // Two walls, a floor, and one that leans by 5e-10: its line with the floor is 7.5 cm away.
    double root = sqrt(0.5), lean = 5e-10;
    bl_half_space s[] = {{{-1.0, 0.0, 0.0}, 0.0},
                         {{0.0, 0.0, 1.0}, 0.0},
                         {{root, -root, 0.0}, -0.05 * root},
                         {{0.0, lean, 1.0}, 3.75e-11}};
    belay_vec3 x, wanted = v3(0.1, 0.1, -0.1);
    cr_assert(check(s, 4, wanted));
    cr_assert(bl_half_spaces_nearest(s, 4, wanted, &x));
    cr_expect_leq(x.x, MET);
    cr_expect_leq(v3_distance(x, v3(0.0, 0.05, 0.0)), 1e-9);
}

Test(half_spaces, floor_and_ceiling_that_lean_together_leave_room_on_one_side)
{
    // Where both are met, y <= -0.02 m; along x nothing asks for anything.
    double lean = 5e-10;
    bl_half_space s[] = {{{0.0, 0.0, 1.0}, 0.0}, {{0.0, -lean, -1.0}, lean * 0.02}};
    belay_vec3 x;
    cr_assert(check(s, 2, v3(0.1, 0.1, -0.1)));
    cr_assert(bl_half_spaces_nearest(s, 2, v3(0.1, 0.1, -0.1), &x));
    cr_expect_leq(fabs(x.x - 0.1), 1e-9);
    cr_expect_leq(x.y, -0.02 + 3e-3, "no more than is missed by rounding");
    cr_expect_geq(x.y, -0.02 - 1e-6);
}

Test(half_spaces, nothing_is_in_two_that_are_apart)
{
    bl_half_space s[] = {{{0.0, 0.0, 1.0}, 0.1}, {{0.0, 0.0, -1.0}, 0.1}};
    belay_vec3 x;
    cr_expect_not(bl_half_spaces_nearest(s, 2, v3(0.1, 0.1, -0.1), &x));
    cr_expect_leq(v3_length(x), 0.1, "it is between them");
}

Test(half_spaces, any_sets_give_the_nearest_of_all_points)
{
    uint64_t state = 7;
    int found = 0;
    for (int round = 0; round < 4000; round++) {
        bl_half_space s[MOST];
        int count = 1 + (int)chance_below(&state, MOST);
        for (int i = 0; i < count; i++) {
            belay_vec3 n = unit_at_random(&state);
            s[i] = (bl_half_space){n, chance_between(&state, -0.3, 0.1)};
        }
        found += check(s, count, chance_vector(&state, 1.0));
    }
    cr_expect(found > 1000 && found < 3900, "%d of 4000 sets have a point in all", found);
}

Test(half_spaces, sets_of_nearly_parallel_ones_too)
{
    uint64_t state = 11;
    int found = 0;
    for (int round = 0; round < 8000; round++) {
        bl_half_space s[MOST];
        belay_vec3 base[3];
        for (int i = 0; i < 3; i++)
            base[i] = unit_at_random(&state);
        int count = 3 + (int)chance_below(&state, MOST - 2);
        double lean = exp(-2.3 * chance_between(&state, 2.0, 12.0)); // 1e-2 to 1e-12
        for (int i = 0; i < count; i++) {
            belay_vec3 n = v3_add(base[chance_below(&state, 3)], chance_vector(&state, lean));
            double side = chance_below(&state, 4) == 0 ? -1.0 : 1.0, over = chance_between(&state, -0.2, 0.2) * lean;
            n = v3_scale(side / v3_length(n), n);
            s[i] = (bl_half_space){n, chance_below(&state, 3) == 0 ? over - 0.05 : over};
        }
        found += check(s, count, chance_vector(&state, 0.3));
    }
    cr_expect(found > 1000 && found < 7900, "%d of 8000 sets have a point in all", found);
}
