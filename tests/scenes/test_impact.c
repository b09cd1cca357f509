// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Impacts: bounce ladder, slow and oblique rebounds, a row of balls, and an elastic column that keeps its energy.

#include "support/scene.h"

#include <criterion/criterion.h>

static belay_world* world_of(double h, belay_vec3 gravity)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.step_seconds = h;
    def.gravity = gravity;
    return scene_world_of(&def);
}

static double total_energy(const belay_world* world)
{
    belay_energy e = belay_world_get_energy(world);
    return e.translation + e.rotation + e.potential;
}

// ---------------------------------------------------------------------------------------------------------------------
// E1: bounce ladder
// ---------------------------------------------------------------------------------------------------------------------

#define LADDER_RADIUS 0.1
#define LADDER_MAX 64

// Drops a ball from a gap of 1 m on the floor at `place` (x, y).
static belay_body_id drop_ball(belay_world* world, double x, double e)
{
    scene_ball ball = scene_ball_default();
    ball.radius = LADDER_RADIUS;
    ball.position = v3(x, 0.0, 1.0 + LADDER_RADIUS);
    ball.material.restitution = e;
    return scene_add_ball(world, &ball);
}

static belay_world* ladder_world(double e)
{
    belay_world* world = scene_world(1e-3);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.5, e});
    return world;
}

static double gap_of(const belay_world* world, belay_body_id ball)
{
    return scene_state(world, ball).pose.position.z - LADDER_RADIUS;
}

// Steps until `count` rises have turned into falls; writes the highest gap of each.
static void find_apexes(belay_world* world, belay_body_id ball, int count, double apexes[LADDER_MAX])
{
    double highest = 0.0;
    bool was_rising = false;
    for (int n = 0, steps = 0; n < count; steps++) {
        cr_assert(steps < 100000, "only %d apexes", n);
        scene_steps(world, 1);
        bool is_rising = scene_state(world, ball).linear_velocity.z > 0.0;
        if (is_rising && !was_rising) highest = 0.0;
        highest = fmax(highest, gap_of(world, ball));
        if (was_rising && !is_rising) apexes[n++] = highest;
        was_rising = is_rising;
    }
}

// Least-squares slope of y against 0, 1, 2...
static double slope(const double* y, int n)
{
    double mean_x = 0.5 * (n - 1), mean_y = 0.0, xy = 0.0, xx = 0.0;
    for (int i = 0; i < n; i++)
        mean_y += y[i] / n;
    for (int i = 0; i < n; i++) {
        xy += (i - mean_x) * (y[i] - mean_y);
        xx += (i - mean_x) * (i - mean_x);
    }
    return xy / xx;
}

Test(scene_E1, bounce_ladder_elastic)
{
    // e = 1 turns v into -v, so every apex is v^2/(2g) = 1 m again.
    belay_world* world = ladder_world(1.0);
    belay_body_id ball = drop_ball(world, 0.0, 1.0);
    double apexes[LADDER_MAX];
    find_apexes(world, ball, 50, apexes);
    for (int n = 0; n < 50; n++) {
        cr_expect_float_eq(apexes[n], 1.0, 0.01, "apex %d: %.9g", n, apexes[n]);
        cr_expect(apexes[n] <= 1.01);
    }
    cr_expect_leq(fabs(slope(apexes, 50)), 0.0002, "%g a bounce", slope(apexes, 50));
    cr_log_info("E1 e=1: apex 1 %.9f, apex 50 %.9f, slope %.3g per bounce", apexes[0], apexes[49], slope(apexes, 50));
    belay_world_destroy(world);
}

Test(scene_E1, bounce_ladder_elastic_keeps_its_energy)
{
    // Between impacts the mid-point states lie on the exact parabola and e = 1 turns v into -v: E is constant.
    belay_world* world = ladder_world(1.0);
    drop_ball(world, 0.0, 1.0);
    double start = total_energy(world), worst = 0.0;
    for (int i = 0; i < 45000; i++) {
        scene_steps(world, 1);
        worst = fmax(worst, fabs(total_energy(world) / start - 1.0));
    }
    cr_expect_leq(worst, 1e-10, "energy off by %g", worst);
    cr_log_info("E1 e=1: energy off by %.3g", worst);
    belay_world_destroy(world);
}

Test(scene_E1, bounce_ladder_lossy)
{
    // Each impact leaves e v, so apex n is e^(2n) times 1 m.
    belay_world* world = ladder_world(0.8);
    belay_body_id ball = drop_ball(world, 0.0, 0.8);
    double apexes[LADDER_MAX];
    find_apexes(world, ball, 5, apexes);
    double right = 1.0;
    for (int n = 0; n < 5; n++) {
        right *= 0.64;
        cr_expect_leq(fabs(apexes[n] - right), fmax(0.02 * right, 0.005), "apex %d: %.6g, not %.6g", n, apexes[n],
                      right);
        cr_log_info("E1 e=0.8: apex %d %.6f (%.6f)", n + 1, apexes[n], right);
    }
    belay_world_destroy(world);
}

Test(scene_E1, bounce_ladder_comes_to_rest)
{
    // Fall t1 = sqrt(2/g), then flights 2 t1 e^n: together t1 (1 + e)/(1 - e) = 9 t1 = 4.0637 s.
    belay_world* world = ladder_world(0.8);
    belay_body_id ball = drop_ball(world, 0.0, 0.8);
    double rest = 0.0;
    for (int i = 0; i < 6000; i++) {
        scene_steps(world, 1);
        double speed = v3_length(scene_state(world, ball).linear_velocity);
        if (speed > 1e-6) rest = belay_world_get_time(world);
    }
    cr_expect_float_eq(rest, 4.0637, 0.1, "at rest from %g s", rest);
    cr_expect_leq(fabs(gap_of(world, ball)), 1e-4);
    cr_log_info("E1 e=0.8: at rest from %.4f s (4.0637), gap %.3g", rest, gap_of(world, ball));
    belay_world_destroy(world);
}

Test(scene_E1, bounce_ladder_plastic)
{
    // e = 0: U+ = 0 after the first touch at sqrt(2/g) = 0.4515 s.
    belay_world* world = ladder_world(0.0);
    belay_body_id ball = drop_ball(world, 0.0, 0.0);
    double highest = 0.0;
    for (int i = 0; i < 2000; i++) {
        scene_steps(world, 1);
        if (belay_world_get_time(world) > 0.453) highest = fmax(highest, fabs(gap_of(world, ball)));
    }
    cr_expect_leq(highest, 1e-4, "rebound of %g m", highest);
    cr_log_info("E1 e=0: highest gap after touching %.3g", highest);
    belay_world_destroy(world);
}

Test(scene_E1, two_balls_side_by_side_bounce_alike)
{
    // Two balls on one plane that do not touch are two copies of one problem.
    belay_world* world = ladder_world(0.8);
    belay_body_id a = drop_ball(world, -0.15, 0.8), b = drop_ball(world, 0.15, 0.8);
    for (int i = 0; i < 3000; i++) {
        scene_steps(world, 1);
        belay_body_state sa = scene_state(world, a), sb = scene_state(world, b);
        cr_assert(sa.pose.position.z == sb.pose.position.z && sa.linear_velocity.z == sb.linear_velocity.z);
    }
    belay_world_destroy(world);
}

Test(scene_E1, bad_restitution_is_refused)
{
    belay_world *world = ladder_world(0.8), *control = ladder_world(0.8);
    belay_body_id ball = drop_ball(world, 0.0, 0.8);
    drop_ball(control, 0.0, 0.8);
    belay_collider_def def = belay_collider_def_sphere(0.1);
    const double bad[] = {-0.1, 1.5, (double)NAN};
    const char* text[] = {"-0.1", "1.5", "nan"};
    for (int i = 0; i < 3; i++) {
        uint64_t hash = belay_world_hash(world);
        def.material.restitution = bad[i];
        scene_check_refused(world, hash, belay_collider_create(world, ball, &def, NULL), BELAY_ERROR_VALUE,
                            "restitution", text[i]);
    }
    scene_check_same_course(world, control, 100);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

// ---------------------------------------------------------------------------------------------------------------------
// E2: slow and oblique rebounds
// ---------------------------------------------------------------------------------------------------------------------

static void check_head_on(double speed)
{
    // Newton's law: v+ = -e v- = 0.9 v, at any speed.
    belay_world* world = world_of(1e-3, v3_zero());
    belay_material material = {0.5, 0.9};
    scene_plane(world, v3(1.0, 0.0, 0.0), 0.0, material);
    scene_ball ball = {.radius = 0.05, .mass = 0.17, .material = material};
    ball.position = v3(0.05 + 2e-4, 0.0, 0.0);
    ball.linear = v3(-speed, 0.0, 0.0);
    belay_body_id body = scene_add_ball(world, &ball);
    double impulse = 0.0;
    for (int i = 0; i < 100; i++) {
        scene_steps(world, 1);
        int32_t count;
        const belay_contact* contacts = belay_world_get_contacts(world, &count);
        for (int32_t k = 0; k < count; k++)
            impulse += contacts[k].impulse[0];
    }
    double after = scene_state(world, body).linear_velocity.x;
    cr_expect_leq(fabs(after / (0.9 * speed) - 1.0), 0.002, "%g m/s, not %g", after, 0.9 * speed);
    cr_expect_leq(fabs(impulse / (0.17 * 1.9 * speed) - 1.0), 0.01, "impulse %g N s", impulse);
    cr_log_info("E2 a: %g m/s -> %.12g (%g), impulse %.9g", speed, after, 0.9 * speed, impulse);
    belay_world_destroy(world);
}

Test(scene_E2, slow_rebounds_have_no_threshold)
{
    check_head_on(2.0);
    check_head_on(0.2);
    check_head_on(0.01);
}

static void check_oblique_from(double gap, double heading, double mu, double speed_after, double spin_after)
{
    belay_world* world = world_of(1e-3, v3_zero());
    belay_material material = {mu, 0.6};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, material);
    belay_vec3 along = v3(cos(heading), sin(heading), 0.0), across = v3(-sin(heading), cos(heading), 0.0);
    scene_ball ball = {.radius = 0.028575, .mass = 0.17, .material = material};
    ball.position = v3(0.0, 0.0, 0.028575 + gap);
    ball.linear = v3_add(v3_scale(3.0, along), v3(0.0, 0.0, -4.0));
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 20);
    belay_body_state s = scene_state(world, body);
    belay_vec3 v = v3_add(v3_scale(speed_after, along), v3(0.0, 0.0, 2.4)), w = v3_scale(spin_after, across);
    if (heading == 0.0)
        cr_log_info("E2 b mu %g gap %g: v (%.6f, %.6f, %.6f), w_y %.4f", mu, gap, s.linear_velocity.x,
                    s.linear_velocity.y, s.linear_velocity.z, s.angular_velocity.y);
    cr_assert_leq(v3_distance(s.linear_velocity, v), 0.002 * v3_length(v), "gap %g: speed along %g, not %g", gap,
                  v3_dot(s.linear_velocity, along), speed_after);
    cr_assert_leq(v3_distance(s.angular_velocity, w), 0.002 * v3_length(w), "gap %g: spin %g, not %g", gap,
                  v3_dot(s.angular_velocity, across), spin_after);
    belay_world_destroy(world);
}

// The outcome must not depend on where between two contact instants the surfaces meet, so several gaps are tried.
static void check_oblique(double mu, double speed_after, double spin_after)
{
    const double gaps[] = {0.0, 0.001, 0.002, 0.0035};
    for (int k = 0; k < 12; k++)
        for (int i = 0; i < 4; i++)
            check_oblique_from(gaps[i], scene_radians(30.0 * k + (k > 5 ? 7.0 : 0.0)), mu, speed_after, spin_after);
}

Test(scene_E2, oblique_rebound_sticks)
{
    // Normal impulse/m (1 + e) 4 = 6.4; stopping the slip takes (2/7) 3 = 0.857 < 0.15 * 6.4, so it rolls off:
    // v = 3 - 0.857, w = v/r.
    check_oblique(0.15, 2.14286, 74.991);
}

Test(scene_E2, oblique_rebound_slides)
{
    // The limit 0.10 * 6.4 = 0.64 is below 0.857: v = 3 - 0.64, w = (5/2) 0.64/r.
    check_oblique(0.10, 2.36, 55.993);
}

Test(scene_E2, restitution_threshold_reads_back_what_is_in_force)
{
    belay_world* world = scene_world(1e-3);
    cr_assert(belay_world_set_restitution_threshold(world, 0.25) == BELAY_OK);
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_world_set_restitution_threshold(world, -1.0), BELAY_ERROR_VALUE,
                        "restitution_threshold", "-1");
    scene_check_refused(world, hash, belay_world_set_restitution_threshold(world, (double)NAN), BELAY_ERROR_VALUE,
                        "restitution_threshold", "nan");
    cr_expect(belay_world_get_def(world)->restitution_threshold == 0.25);
    belay_world_destroy(world);
}

Test(scene_E2, threshold_stops_slow_rebounds_only)
{
    // Approaches slower than the setting do not bounce; faster ones bounce with the full e.
    const double speeds[] = {0.2, 0.3};
    for (int i = 0; i < 2; i++) {
        belay_world* world = world_of(1e-3, v3_zero());
        cr_assert(belay_world_set_restitution_threshold(world, 0.25) == BELAY_OK);
        belay_material material = {0.0, 0.9};
        scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, material);
        scene_ball ball = scene_ball_default();
        ball.material = material;
        ball.position = v3(0.0, 0.0, 0.051);
        ball.linear = v3(0.0, 0.0, -speeds[i]);
        belay_body_id body = scene_add_ball(world, &ball);
        scene_steps(world, 50);
        double right = i == 0 ? 0.0 : 0.9 * speeds[i];
        cr_expect_leq(fabs(scene_state(world, body).linear_velocity.z - right), 1e-12);
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// E3: row of five
// ---------------------------------------------------------------------------------------------------------------------

#define ROW 5

// Five frictionless balls along x with the start speeds, `gap` apart; their speeds after 0.5 s.
static void run_row(double gap, double e, const double start[ROW], double after[ROW])
{
    belay_world* world = world_of(1e-3, v3_zero());
    belay_body_id bodies[ROW];
    for (int i = 0; i < ROW; i++) {
        scene_ball ball = {.radius = 0.05, .mass = 1.0, .material = {0.0, e}};
        ball.position = v3((i - 2) * (0.1 + gap), 0.0, 0.0);
        ball.linear = v3(start[i], 0.0, 0.0);
        bodies[i] = scene_add_ball(world, &ball);
    }
    scene_steps(world, 490);
    for (int i = 0; i < ROW; i++)
        after[i] = scene_state(world, bodies[i]).linear_velocity.x;
    belay_world_destroy(world);
}

static void check_row(const double after[ROW], const double right[ROW], const char* what)
{
    for (int i = 0; i < ROW; i++)
        cr_expect_leq(fabs(after[i] - right[i]), 0.001 * fmax(fabs(right[i]), 1e-3), "%s: ball %d has %.9g, not %.9g",
                      what, i, after[i], right[i]);
    cr_log_info("E3 %s: %.9g %.9g %.9g %.9g %.9g", what, after[0], after[1], after[2], after[3], after[4]);
}

static double momentum(const double v[ROW])
{
    return v[0] + v[1] + v[2] + v[3] + v[4];
}

static double energy(const double v[ROW])
{
    double sum = 0.0;
    for (int i = 0; i < ROW; i++)
        sum += 0.5 * v[i] * v[i];
    return sum;
}

static const double from_left[ROW] = {1.0, 0.0, 0.0, 0.0, 0.0};

Test(scene_E3, row_with_gaps_hands_the_speed_on)
{
    // Equal masses, e = 1: each pair swaps its speeds.
    const double right[ROW] = {0.0, 0.0, 0.0, 0.0, 1.0};
    double after[ROW];
    run_row(0.005, 1.0, from_left, after);
    check_row(after, right, "gaps, e = 1");
    cr_expect_leq(fabs(momentum(after) - 1.0), 1e-12);
    cr_expect_leq(fabs(energy(after) - 0.5), 1e-12);
}

Test(scene_E3, row_with_gaps_lossy)
{
    // Each pair leaves (1 - e)/2 of the speed with the first and (1 + e)/2 with the second; those left behind keep
    // distance, since each is slower than the next.
    const double right[ROW] = {0.05, 0.0475, 0.045125, 0.042869, 0.814506};
    double after[ROW];
    run_row(0.005, 0.9, from_left, after);
    check_row(after, right, "gaps, e = 0.9");
    cr_expect_leq(fabs(momentum(after) - 1.0), 1e-12);
}

Test(scene_E3, touching_row_has_newtons_simultaneous_outcome)
{
    // All contacts at once: u+ = 1 at the first, 0 at the others, so v = (a, b, b, b, b) with b - a = 1, a + 4 b = 1.
    const double right[ROW] = {-0.6, 0.4, 0.4, 0.4, 0.4};
    double after[ROW];
    run_row(0.0, 1.0, from_left, after);
    check_row(after, right, "touching, e = 1");
    cr_expect_leq(fabs(momentum(after) - 1.0), 1e-12);
    cr_expect_leq(fabs(energy(after) - 0.5), 1e-9, "energy %.12g", energy(after));
}

Test(scene_E3, symmetric_start_stays_symmetric)
{
    // Mirroring x maps the start on itself, so v_i = -v_(4 - i) for ever.
    const double start[ROW] = {1.0, 0.0, 0.0, 0.0, -1.0};
    const double gaps[] = {0.005, 0.0, 0.02}, es[] = {1.0, 0.9, 0.3};
    for (int g = 0; g < 3; g++) {
        for (int k = 0; k < 3; k++) {
            double after[ROW];
            run_row(gaps[g], es[k], start, after);
            for (int i = 0; i < ROW; i++)
                cr_expect_leq(fabs(after[i] + after[ROW - 1 - i]), 1e-9, "gap %g, e %g: %.12g and %.12g", gaps[g],
                              es[k], after[i], after[ROW - 1 - i]);
        }
    }
}

Test(scene_E3, one_ball_too_many_is_refused_alone)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.max_entities = 2 * ROW; // a body and a collider each
    belay_world *world = scene_world_of(&def), *control = scene_world_of(&def);
    for (int i = 0; i < ROW; i++) {
        scene_ball ball = scene_ball_default();
        ball.position = v3(0.2 * i, 0.0, 0.0);
        scene_add_ball(world, &ball);
        scene_add_ball(control, &ball);
    }
    belay_body_def body = belay_body_def_default();
    belay_body_id id = {0};
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_body_create(world, &body, &id), BELAY_ERROR_CAPACITY, "belay_body_create",
                        "10");
    cr_expect(id.value == 0);
    scene_check_same_course(world, control, 100);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

// ---------------------------------------------------------------------------------------------------------------------
// Elastic column of eight balls (renouf2005, sec. 8.1)
// ---------------------------------------------------------------------------------------------------------------------

#define COLUMN 8

static belay_world* column(double gap, double theta)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.theta = theta;
    def.solver.tolerance = 1e-14;
    def.solver.max_iterations = 100000;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.0, 1.0});
    for (int i = 0; i < COLUMN; i++) {
        scene_ball ball = {.radius = 0.05, .mass = 1.0, .material = {0.0, 1.0}};
        ball.position = v3(0.0, 0.0, 0.1 + 0.05 + i * (0.1 + gap));
        scene_add_ball(world, &ball);
    }
    return world;
}

// Sum of m v_z over the balls.
static double vertical_momentum(belay_world* world)
{
    belay_iterator iterator;
    double sum = 0.0;
    cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &iterator) == BELAY_OK);
    while (belay_iterator_next(&iterator))
        sum += ((const belay_body_state*)iterator.data[0])->linear_velocity.z;
    return sum;
}

typedef struct column_course {
    double drift;      // of the energy, relative
    double mean_drift; // of the invariant of theta, relative
    int iterations;    // most in a step
    int recoveries;    // steps with overlap recovery
    double overlap;
} column_course;

// The states are read (theta - 1/2) h v later than in the middle between two contact instants, where energies are
// exact: the invariant is the energy at x - (theta - 1/2) h v, that is, E - (theta - 1/2) h sum m g v_z.
static double invariant(belay_world* world, double theta)
{
    double h = belay_world_get_def(world)->step_seconds;
    return total_energy(world) - (theta - 0.5) * h * SCENE_G * vertical_momentum(world);
}

static column_course run_column(double gap, double theta)
{
    belay_world* world = column(gap, theta);
    column_course c = {0.0, 0.0, 0, 0, 0.0};
    double start = total_energy(world);
    for (int i = 0; i < 2400; i++) {
        scene_steps(world, 1);
        const belay_step_stats* stats = belay_world_get_stats(world);
        cr_assert(stats->has_converged, "step %d: residual %g", i, stats->residual.natural);
        c.drift = fmax(c.drift, fabs(total_energy(world) / start - 1.0));
        c.mean_drift = fmax(c.mean_drift, fabs(invariant(world, theta) / start - 1.0));
        c.iterations = stats->iterations > c.iterations ? stats->iterations : c.iterations;
        c.recoveries += stats->overlap_iterations > 0;
        c.overlap = fmax(c.overlap, stats->max_overlap);
    }
    belay_world_destroy(world);
    cr_log_info("column gap %g theta %g: energy %.3g, invariant %.3g, sweeps %d, recoveries %d, overlap %g", gap, theta,
                c.drift, c.mean_drift, c.iterations, c.recoveries, c.overlap);
    return c;
}

Test(elastic_column, keeps_its_energy)
{
    // theta = 1/2: the work of an impact is r (u+ + u-)/2 = 0 at e = 1, and gravity's closes with the mid-point states.
    column_course c = run_column(0.001, 0.5);
    cr_expect_leq(c.drift, 1e-10, "energy off by %g", c.drift);
}

Test(elastic_column, keeps_its_energy_when_touching)
{
    column_course c = run_column(0.0, 0.5);
    cr_expect_leq(c.drift, 1e-10, "energy off by %g", c.drift);
}

Test(elastic_column, at_theta_1_the_shifted_energy_is_kept)
{
    // The states are read h/2 v later: E itself swings by h/2 g |sum m v|, which is at most h/2 g sqrt(2 E_k M).
    column_course c = run_column(0.001, 1.0);
    cr_expect_leq(c.mean_drift, 1e-10, "invariant off by %g", c.mean_drift);
    double mass = COLUMN, fall = SCENE_G * mass * (0.1 + 0.0035), start = SCENE_G * (COLUMN * 0.15 + 28.0 * 0.101);
    double swing = 0.5 / 240.0 * SCENE_G * sqrt(2.0 * fall * mass) / start;
    cr_expect_leq(c.drift, swing * 1.001, "energy swings by %g, expected at most %g", c.drift, swing);
    cr_expect_geq(c.drift, 0.5 * swing, "energy swings by %g only", c.drift);
}
