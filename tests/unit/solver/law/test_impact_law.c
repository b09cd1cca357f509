// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a contact is asked for: rest, impact, bounces that end within the step, thresholds, and curved tracks.

#include "solver/law/impact_law.h"

#include <criterion/criterion.h>
#include <math.h>

static const bl_impact_settings usual = {.h = 1.0 / 240.0, .theta = 0.5, .touch_tolerance = 1e-9};

// The target, or NaN when the contact takes no part.
static double target_of(const bl_impact_settings* settings, bl_impact_input in)
{
    double target = 12345.0;
    return bl_impact_target(settings, &in, &target) ? target : (double)NAN;
}

static double target(bl_impact_input in)
{
    return target_of(&usual, in);
}

static void check_near(double x, double right)
{
    cr_expect_leq(fabs(x - right), 1e-15 * (1.0 + fabs(right)), "%.17g, not %.17g", x, right);
}

// ---------------------------------------------------------------------------------------------------------------------
// Curved tracks
// ---------------------------------------------------------------------------------------------------------------------

Test(impact_law, gap_term_is_exact_on_circles)
{
    // Sliding along the tangent: from R to sqrt(R^2 + t^2) outside; inside the wall comes closer by R - sqrt(R^2 -
    // t^2).
    for (int i = -40; i <= 20; i++) {
        long double radius = powl(10.0L, 0.1L * i);
        for (int k = 0; k < 200; k++) {
            long double t = radius * powl(10.0L, -0.05L * k) * 0.999L, root = sqrtl(radius * radius + t * t);
            long double opens = t * t / (root + radius), wall = sqrtl(radius * radius - t * t);
            long double closes = t * t / (wall + radius);
            double kappa = (double)(1.0L / radius), travel = (double)t;
            cr_assert_leq(fabs(bl_curved_gap_term(kappa, travel) / (double)opens - 1.0), 2e-15);
            cr_assert_leq(fabs(bl_curved_gap_term(-kappa, travel) / -(double)closes - 1.0), 1e-13);
        }
    }
}

Test(impact_law, gap_term_is_even_and_of_second_order)
{
    check_near(bl_curved_gap_term(0.0, 3.0), 0.0);
    cr_expect(bl_curved_gap_term(5.0, 0.01) == bl_curved_gap_term(5.0, -0.01));
    cr_expect(bl_curved_gap_term(-5.0, 0.01) == bl_curved_gap_term(-5.0, -0.01));
    for (int sign = -1; sign <= 1; sign += 2) {
        double kappa = sign * 7.0, t = 1e-6;
        cr_expect_leq(fabs(bl_curved_gap_term(kappa, t) / (0.5 * kappa * t * t) - 1.0), 1e-9);
    }
}

Test(impact_law, gap_term_never_closes_by_more_than_the_radius)
{
    // Beyond the wall of a concave circle there is none to come closer.
    for (double t = 0.5; t < 100.0; t *= 1.25) {
        double tolerance = bl_curved_gap_term(-2.0, t);
        cr_expect(tolerance <= 0.0);
        cr_assert_geq(tolerance, -0.5 * (1.0 + 1e-15), "closes by %g on a circle of radius 0.5", -tolerance);
    }
}

Test(impact_law, curvature_of_parallel_circles)
{
    // Both have one centre: R becomes R + d outside and R - d inside.
    for (double radius = 0.01; radius < 100.0; radius *= 1.7) {
        for (double d = -0.8 * radius; d <= 0.8 * radius; d += 0.1 * radius) {
            cr_expect_leq(fabs(bl_curvature_at(1.0 / radius, d) * (radius + d) - 1.0), 1e-13);
            cr_expect_leq(fabs(bl_curvature_at(-1.0 / radius, d) * (radius - d) + 1.0), 1e-13);
        }
    }
    cr_expect(bl_curvature_at(0.0, 5.0) == 0.0);
    cr_expect(isfinite(bl_curvature_at(1.0, -1.0)) && isfinite(bl_curvature_at(1.0, -2.0)));
}

// ---------------------------------------------------------------------------------------------------------------------
// Rest
// ---------------------------------------------------------------------------------------------------------------------

Test(impact_law, open_plastic_contact_closes_exactly)
{
    // g + h u_N+ = 0 at the next contact instant.
    check_near(target((bl_impact_input){.gap = 0.001, .before = -3.0}), -0.001 * 240.0);
    check_near(target((bl_impact_input){.gap = 0.001, .before = 3.0}), -0.001 * 240.0);
    check_near(target((bl_impact_input){.gap = 0.5, .before = 0.0}), -0.5 * 240.0);
}

Test(impact_law, overlap_is_kept_not_reversed)
{
    check_near(target((bl_impact_input){.gap = -0.01, .before = -3.0}), 0.0);
    check_near(target((bl_impact_input){.gap = 0.0, .before = -3.0}), 0.0);
}

Test(impact_law, gap_within_the_touch_tolerance_is_none)
{
    check_near(target((bl_impact_input){.gap = 1e-9, .before = -3.0}), 0.0);
    check_near(target((bl_impact_input){.gap = 1.001e-9, .before = -3.0}), -1.001e-9 * 240.0);
}

Test(impact_law, lasting_contact_follows_the_curve)
{
    // U+ = u_N+ + s+/h = 0: on a convex track the reference dips by s+ in a step, in a concave one it rises; in steady
    // sliding it has come with u_N- = s-/h.
    check_near(target((bl_impact_input){.gap_term_before = 1e-4, .gap_term_after = 2e-4}), -2e-4 * 240.0);
    check_near(target((bl_impact_input){.before = -2e-4 * 240.0, .gap_term_before = -2e-4, .gap_term_after = -2e-4}),
               2e-4 * 240.0);
    check_near(target((bl_impact_input){.gap = 1e-3, .gap_term_after = 2e-4}), -1.2e-3 * 240.0);
}

Test(impact_law, second_order_terms_make_no_energy)
{
    // r (u- + u+)/2 <= 0: into a bend from the flat, and where the bend seems sharper than it was.
    check_near(target((bl_impact_input){.gap_term_after = -2e-4}), 0.0);
    check_near(target((bl_impact_input){.before = -1e-4 * 240.0, .gap_term_before = -1e-4, .gap_term_after = -5e-4}),
               1e-4 * 240.0);
    check_near(target((bl_impact_input){.before = -1.0, .gap_term_after = -0.5, .restitution = 0.5}), 1.0);
}

// ---------------------------------------------------------------------------------------------------------------------
// Impact
// ---------------------------------------------------------------------------------------------------------------------

Test(impact_law, impact_reverses_the_approach)
{
    for (double e = 0.1; e < 1.05; e += 0.1) {
        double bound = fmin(e, 1.0);
        check_near(target((bl_impact_input){.before = -2.0, .restitution = bound}), 2.0 * bound);
        check_near(target((bl_impact_input){.gap = -0.01, .before = -2.0, .restitution = bound}), 2.0 * bound);
    }
}

Test(impact_law, impact_happens_when_the_predicted_gap_is_closed)
{
    // g~ = g + theta h U-: at theta = 1/2 and 2 m/s the reach is h = 1/240 m, at theta = 1 twice that.
    bl_impact_settings late = usual;
    late.theta = 1.0;
    bl_impact_input in = {.before = -2.0, .restitution = 0.5};
    in.gap = 0.999 / 240.0;
    check_near(target(in), 1.0);
    in.gap = 1.001 / 240.0;
    cr_expect(isnan(target(in)), "not yet");
    check_near(target_of(&late, in), 1.0);
    in.gap = 2.001 / 240.0;
    cr_expect(isnan(target_of(&late, in)));
}

Test(impact_law, separating_contact_is_left_alone)
{
    cr_expect(isnan(target((bl_impact_input){.gap = 1e-3, .before = 2.0, .restitution = 0.5})));
    // Still overlapping it takes part, but may go on separating at e of its speed: no impulse acts.
    double t = target((bl_impact_input){.gap = -0.1, .before = 2.0, .restitution = 0.5});
    check_near(t, -1.0);
}

Test(impact_law, impact_on_a_curve_is_that_of_the_gliding_frame)
{
    // U- = u_N- - s-/h, U+ = u_N+ + s+/h, U+ = -e U-.
    double h = usual.h, s0 = 1e-4, s1 = 3e-4;
    bl_impact_input in = {.before = -2.0, .gap_term_before = s0, .gap_term_after = s1, .restitution = 0.8};
    check_near(target(in), -s1 / h - 0.8 * (-2.0 - s0 / h));
}

Test(impact_law, elastic_impact_does_no_work)
{
    // r (u+ + u-)/2 = 0 for any approach.
    for (double v = 1e-9; v < 1e3; v *= 3.7)
        cr_expect(target((bl_impact_input){.gap = -1e-6, .before = -v, .restitution = 1.0}) == v);
}

// ---------------------------------------------------------------------------------------------------------------------
// Thresholds and bounces that end within the step
// ---------------------------------------------------------------------------------------------------------------------

Test(impact_law, threshold_is_the_only_one_there_is)
{
    bl_impact_settings s = usual;
    bl_impact_input in = {.before = -1e-12, .restitution = 0.9};
    check_near(target_of(&s, in), 0.9e-12);
    cr_expect_gt(target_of(&s, in), 0.0, "no hidden threshold");
    s.restitution_threshold = 0.5;
    in.before = -0.499;
    check_near(target_of(&s, in), 0.0);
    in.before = -0.5;
    check_near(target_of(&s, in), 0.45);
}

// The rest of a ball with e after an impact at `approach` under gravity a: bounces of 2 e^n w/a sum to
// 2 e w/(a (1 - e)).
static double time_of_bounces(double e, double approach, double a)
{
    return 2.0 * e * approach / (a * (1.0 - e));
}

Test(impact_law, bounces_shorter_than_the_step_are_over)
{
    const double a = 9.81, es[] = {0.1, 0.5, 0.9, 0.99};
    for (int i = 0; i < 4; i++) {
        double w = 0.5 * (1.0 - es[i]) * a * usual.h / es[i]; // they take the step exactly
        cr_expect_leq(fabs(time_of_bounces(es[i], w, a) / usual.h - 1.0), 1e-14);
        bl_impact_input in = {.pressing = a, .restitution = es[i]};
        in.before = -0.999 * w;
        check_near(target(in), 0.0);
        in.before = -1.001 * w;
        check_near(target(in), 1.001 * w * es[i]);
    }
}

Test(impact_law, bounces_never_end_without_pressing_or_loss)
{
    bl_impact_input in = {.before = -1e-6, .restitution = 0.5};
    check_near(target(in), 0.5e-6);
    in.pressing = -9.81;
    check_near(target(in), 0.5e-6);
    in.pressing = 9.81;
    in.restitution = 1.0;
    cr_expect(target(in) == 1e-6);
}

Test(impact_law, bounces_end_only_where_the_ground_is_in_reach)
{
    // Pressed through h from rest a body falls a h^2 between two contact instants.
    double a = 9.81, h = usual.h;
    bl_impact_input in = {.before = -1e-6, .pressing = a, .restitution = 0.5};
    in.gap = 0.99 * a * h * h;
    check_near(target(in), -in.gap / h);
    in.gap = 1.01 * a * h * h;
    cr_expect(isnan(target(in)));
}

Test(impact_law, is_a_pure_function)
{
    bl_impact_input in = {.gap = 1e-4, .before = -1.0, .gap_term_before = 1e-5, .pressing = 9.81, .restitution = 0.7};
    double first = target(in);
    for (int i = 0; i < 10; i++) {
        target((bl_impact_input){.gap = i, .before = -i, .restitution = 0.1 * i});
        cr_expect(target(in) == first);
    }
}
