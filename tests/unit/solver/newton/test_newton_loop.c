// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The loops that the Newton methods share, on equations of one unknown: how steps are halved, what becomes of an
// iterate that no step improves, how it ends, and how the share of a proximal term follows.

#include "solver/newton/newton_loop.h"

#include <criterion/criterion.h>
#include <math.h>

// x^2 - 2 or atan x, by Newton's method; the merit is f^2.
typedef struct equation {
    bool is_arctangent, is_flat; // flat: steps change nothing
    double x, next, direction;
    bl_newton_refusal refusal;
    int directions, trials, accepted, refused, stop_after;
    double last_step;
} equation;

static double value(const equation* e, double x)
{
    return e->is_arctangent ? atan(x) : x * x - 2.0;
}

static bool find_direction(void* context, double merit)
{
    equation* e = context;
    double slope = e->is_arctangent ? 1.0 / (1.0 + e->x * e->x) : 2.0 * e->x;
    cr_assert_eq(merit, value(e, e->x) * value(e, e->x), "the merit is that of the iterate");
    e->directions++;
    e->direction = e->is_flat ? 0.0 : -value(e, e->x) / slope;
    return slope != 0.0;
}

// Of what is above `most` it returns no merit, but some number that is above it too.
static double try_step(void* context, double t, double most)
{
    equation* e = context;
    e->trials++;
    e->next = e->x + t * e->direction;
    double merit = value(e, e->next) * value(e, e->next);
    return merit > most ? 1.0 + 7.0 * most : merit;
}

static bool accept(void* context, double merit, double step)
{
    equation* e = context;
    cr_assert_eq(merit, value(e, e->next) * value(e, e->next), "the step tried last is taken");
    e->x = e->next;
    e->last_step = step;
    return ++e->accepted == e->stop_after;
}

static bl_newton_refusal refuse(void* context)
{
    equation* e = context;
    e->refused++;
    return e->refusal;
}

static bl_newton_end run(equation* e, const bl_newton_rules* rules, double goal, int64_t* left)
{
    bl_newton_operator op = {e, find_direction, try_step, accept, refuse, NULL};
    double merit = value(e, e->x) * value(e, e->x);
    bl_newton_end end = bl_newton_run(&op, rules, goal, &merit, left);
    cr_assert_eq(merit, value(e, e->x) * value(e, e->x));
    return end;
}

static const bl_newton_rules usual = {.shortest_step = 1.0 / 64.0, .decrease = 1e-3, .highest_leap = HUGE_VAL};

Test(newton_loop, full_steps_arrive_fast)
{
    equation e = {.x = 1.0};
    int64_t left = 50;
    cr_assert_eq(run(&e, &usual, 1e-28, &left), BL_NEWTON_ARRIVED);
    cr_assert_float_eq(e.x, sqrt(2.0), 1e-13);
    cr_assert_eq(50 - left, e.directions);
    cr_assert(e.directions <= 6 && e.trials == e.directions && e.refused == 0);
}

// From x = 3 Newton's full steps on atan lead away for good.
Test(newton_loop, halved_steps_keep_it_from_running_away)
{
    equation e = {.is_arctangent = true, .x = 3.0};
    int64_t left = 50;
    cr_assert_eq(run(&e, &usual, 1e-24, &left), BL_NEWTON_ARRIVED);
    cr_assert_float_eq(e.x, 0.0, 1e-12);
    cr_assert_gt(e.trials, e.directions);
    equation full = {.is_arctangent = true, .x = 3.0, .refusal = BL_NEWTON_LEAPS};
    bl_newton_rules rules = usual;
    rules.shortest_step = 1.0;
    rules.leap_to = 1.0; // of at most (pi/2)^2 that the merit can have
    rules.highest_leap = 0.0;
    left = 50;
    cr_assert_eq(run(&full, &rules, 1e-24, &left), BL_NEWTON_FAILED, "a leap that leads too high is not taken");
    cr_assert_eq(full.x, 3.0);
}

Test(newton_loop, does_as_it_is_told_where_nothing_leads_downhill)
{
    static const bl_newton_refusal refusals[3] = {BL_NEWTON_GIVES_UP, BL_NEWTON_LEAPS, BL_NEWTON_RETRIES};
    static const bl_newton_end ends[3] = {BL_NEWTON_FAILED, BL_NEWTON_PAUSED, BL_NEWTON_PAUSED};
    static const int accepted[3] = {0, 10, 0};
    for (int k = 0; k < 3; k++) {
        equation e = {.x = 1.0, .is_flat = true, .refusal = refusals[k]};
        int64_t left = 10;
        cr_assert_eq(run(&e, &usual, 1e-28, &left), ends[k]);
        cr_assert_eq(e.accepted, accepted[k]);
        cr_assert_eq(left, k == 0 ? 9 : 0);
    }
    bl_newton_rules rules = usual;
    rules.circle = 1e-3;
    equation e = {.x = 1.0, .is_flat = true, .refusal = BL_NEWTON_LEAPS};
    int64_t left = 10;
    cr_assert_eq(run(&e, &rules, 1e-28, &left), BL_NEWTON_FAILED, "a circle is noticed");
    cr_assert_eq(e.accepted, 1);
}

Test(newton_loop, ends_by_the_caller_and_by_a_singular_matrix)
{
    equation e = {.x = 1.0, .stop_after = 2};
    int64_t left = 50;
    cr_assert_eq(run(&e, &usual, 0.0, &left), BL_NEWTON_STOPPED);
    cr_assert_eq(e.accepted, 2);
    equation singular = {.x = 0.0};
    cr_assert_eq(run(&singular, &usual, 0.0, &left), BL_NEWTON_FAILED);
    equation bad = {.x = NAN};
    bl_newton_operator op = {&bad, find_direction, try_step, accept, refuse, NULL};
    double merit = NAN;
    cr_assert_eq(bl_newton_run(&op, &usual, 0.0, &merit, &left), BL_NEWTON_FAILED);
    cr_assert_eq(bad.directions, 0);
}

static bl_newton_end tell(void* context, double share, int64_t* iterations)
{
    const int* story = *(int**)context; // iterations of a point that is found; -1: it is not
    (void)share;
    *iterations = *story;
    ++*(int**)context;
    return *story < 0 ? BL_NEWTON_FAILED : BL_NEWTON_ARRIVED;
}

Test(newton_loop, the_share_follows_how_points_are_found)
{
    static const bl_proximal_rules rules = {3, 0.5, 0.25, 0.125, 0.75, 16.0, 1.0 / 64.0, 8.0};
    static const double shares[] = {0.5, 0.125, 2.0, 1.5, 0.1875, 3.0, 8.0};
    int story[] = {3, 4, -1, 4, 2, -1, -1}, *at = story;
    bl_proximal_operator op = {&at, tell};
    bl_proximal_state state = {.share = 1.0};
    for (int k = 0; k < 7; k++) {
        bl_proximal_point(&op, &rules, &state);
        cr_assert_eq(state.share, shares[k], "point %d: %g", k, state.share);
        cr_assert_eq(state.has_failed, k >= 2);
    }
}
