// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The ball in the double loop: what friction makes of it, that the motion converges with the step, and that it is the
// same every time.

#include "scenes/double_loop.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static double_loop make(double mu, double h)
{
    double_loop_def def = double_loop_def_default();
    def.mu = mu;
    def.h = h;
    double_loop scene;
    belay_error error = {0};
    cr_assert_eq(double_loop_create(&def, &scene, &error), BELAY_OK, "%s", error.message);
    return scene;
}

static double_loop run(double mu, double h, double seconds)
{
    double_loop scene = make(mu, h);
    for (long i = lround(seconds / h); i > 0; i--)
        cr_assert_eq(double_loop_step(&scene), BELAY_OK);
    return scene;
}

static belay_vec3 ball_position(const double_loop* scene)
{
    belay_body_state state;
    belay_body_get_state(scene->world, scene->ball, &state);
    return state.pose.position;
}

static double distance(belay_vec3 a, belay_vec3 b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// Without friction nothing turns the spin into speed: gravity and normal forces have no moment about the centre.
Test(double_loop, without_friction_the_ball_never_leaves)
{
    double_loop scene = run(0.0, 1e-3, 4.0);
    belay_body_state ball;
    belay_body_get_state(scene.world, scene.ball, &ball);
    cr_expect_lt(fabs(scene.record.progress), 1e-9);
    cr_expect_eq(ball.angular_velocity.y, scene.def.spin);
    cr_expect_lt(fabs(ball.linear_velocity.x), 1e-9);
    double_loop_destroy(&scene);
}

Test(double_loop, more_friction_goes_further)
{
    const double mu[] = {0.0, 0.05, 0.1, 0.15, 0.2, 0.3};
    double last = -1.0;
    for (size_t i = 0; i < sizeof mu / sizeof mu[0]; i++) {
        double_loop scene = run(mu[i], 1e-3, 4.0);
        cr_expect_gt(scene.record.distance, last, "mu %g came %g m, the one before %g m", mu[i], scene.record.distance,
                     last);
        last = scene.record.distance;
        double_loop_destroy(&scene);
    }
}

Test(double_loop, loops_completed)
{
    const struct {
        double mu;
        int loops;
    } expected[] = {{0.1, 0}, {0.2, 1}, {0.3, 2}, {0.5, 2}, {0.8, 2}};
    const double steps[] = {1e-3, 5e-3, 11e-3};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        for (size_t k = 0; k < 3; k++) {
            double_loop scene = run(expected[i].mu, steps[k], 4.0);
            cr_expect_eq(scene.record.loops, expected[i].loops, "mu %g, h %g: %d loops", expected[i].mu, steps[k],
                         scene.record.loops);
            double_loop_destroy(&scene);
        }
    }
}

// More friction, less sliding: the ball rolls the sooner the more friction there is. (Counted until it leaves the first
// loop; there the sideways shift makes the two rails' paths differ, and some sliding is geometry.)
Test(double_loop, more_friction_slides_less)
{
    const double mu[] = {0.5, 0.6, 0.8, 1.0};
    double last = HUGE_VAL;
    for (int i = 0; i < 4; i++) {
        double_loop scene = run(mu[i], 1e-3, 1.2);
        cr_expect_lt(scene.record.sliding_seconds, last, "mu %g", mu[i]);
        last = scene.record.sliding_seconds;
        double_loop_destroy(&scene);
    }
}

Test(double_loop, every_step_is_exact)
{
    const double steps[] = {1e-3, 5e-3, 11e-3};
    for (size_t k = 0; k < 3; k++) {
        double_loop scene = run(0.5, steps[k], 4.0);
        cr_expect(scene.record.has_always_converged);
        cr_expect_lt(scene.record.worst_residual, 1e-12, "h %g: residual %g", steps[k], scene.record.worst_residual);
        double_loop_destroy(&scene);
    }
}

// What the contacts report as dissipated is what the ball has lost: in 4 s at 1 ms to 1e-5 of the energy at the start,
// through two loops, the end of the rails and the fall to the floor.
Test(double_loop, energy_is_accounted_for)
{
    double_loop scene = run(0.5, 1e-3, 4.0);
    cr_expect_lt(scene.record.balance_error, 1e-5, "%g", scene.record.balance_error);
    double_loop_destroy(&scene);
}

// The error falls with h at least in the first order: it is never above its value at 8 ms taken down in proportion to
// h, until the ball has been through the first loop (0.96 s). (While the ball rolls it falls in the second order.)
Test(double_loop, converges_with_the_step)
{
    const double mu[] = {0.3, 0.5, 0.8};
    for (size_t i = 0; i < 3; i++) {
        double_loop fine = run(mu[i], 8e-3 / 512, 0.96);
        belay_vec3 reference = ball_position(&fine);
        cr_assert_gt(fine.record.progress, 1.5, "the reference must have been into the loop");
        double_loop_destroy(&fine);
        double error[6];
        for (int k = 0; k < 6; k++) {
            double_loop scene = run(mu[i], 8e-3 / (1 << k), 0.96);
            error[k] = distance(ball_position(&scene), reference);
            double_loop_destroy(&scene);
        }
        for (int k = 1; k < 6; k++)
            cr_expect_lt(error[k], error[0] / (1 << k), "mu %g: errors %g, %g", mu[i], error[0], error[k]);
        cr_expect_lt(error[3], 5e-5, "mu %g: %g m at 1 ms", mu[i], error[3]);
    }
}

Test(double_loop, repeats_bit_for_bit)
{
    double_loop a = make(0.3, 1e-3), b = make(0.3, 1e-3);
    for (int i = 0; i < 2500; i++) {
        double_loop_step(&a);
        if (i % 2 == 0) double_loop_step(&b); // b falls behind, so the two never do the same at the same time
        if (i % 2 == 0) cr_assert_eq(belay_world_get_step_count(b.world), (uint64_t)(i / 2 + 1));
    }
    for (int i = 0; i < 1250; i++)
        double_loop_step(&b);
    cr_expect_eq(belay_world_hash(a.world), belay_world_hash(b.world));
    double_loop_destroy(&a);
    double_loop_destroy(&b);
}

Test(double_loop, bad_input)
{
    const struct {
        const char* name;
        double mu, spin, h, theta;
    } bad[] = {
        {"friction", -0.1, 1.0, 1e-3, 0.5}, {"friction", NAN, 1.0, 1e-3, 0.5}, {"angular", 0.5, INFINITY, 1e-3, 0.5},
        {"step", 0.5, 1.0, 0.0, 0.5},       {"step", 0.5, 1.0, -1e-3, 0.5},    {"theta", 0.5, 1.0, 1e-3, 0.4},
        {"theta", 0.5, 1.0, 1e-3, 1.1},     {"theta", 0.5, 1.0, 1e-3, NAN},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double_loop_def def = {bad[i].mu, bad[i].spin, bad[i].h, bad[i].theta};
        double_loop scene;
        belay_error error = {0};
        cr_expect_eq(double_loop_create(&def, &scene, &error), BELAY_ERROR_VALUE);
        cr_expect_not_null(strstr(error.message, bad[i].name), "'%s' should name %s", error.message, bad[i].name);
        cr_expect_null(scene.world);
    }
}
