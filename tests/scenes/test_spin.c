// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Free spin: bodies that turn over, bodies that do not, a precessing top, and what must be constant meanwhile.

#include "support/scene.h"

#include <criterion/criterion.h>

static belay_world* weightless_world(void)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    def.gravity = v3_zero();
    return scene_world_of(&def);
}

static belay_body_id add_body(belay_world* world, const belay_body_def* def)
{
    belay_body_id body;
    cr_assert(belay_body_create(world, def, &body) == BELAY_OK, "%s", belay_world_last_error(world));
    return body;
}

static double rotation_energy(const belay_world* world)
{
    return belay_world_get_energy(world).rotation;
}

static belay_vec3 momentum_of(const belay_world* world, belay_body_id body)
{
    belay_vec3 l;
    cr_assert(belay_body_get_angular_momentum(world, body, &l) == BELAY_OK);
    return l;
}

// The angular velocity in the body frame.
static belay_vec3 body_spin(const belay_world* world, belay_body_id body)
{
    belay_body_state s = scene_state(world, body);
    return q_rotate_inverse(s.pose.rotation, s.angular_velocity);
}

static double angle_between(belay_vec3 a, belay_vec3 b)
{
    return atan2(v3_length(v3_cross(a, b)), v3_dot(a, b));
}

// Least and greatest of what was seen.
typedef struct range {
    double low, high;
} range;

static range range_empty(void)
{
    range r = {HUGE_VAL, -HUGE_VAL};
    return r;
}

static void range_add(range* r, double x)
{
    r->low = fmin(r->low, x);
    r->high = fmax(r->high, x);
}

// ---------------------------------------------------------------------------------------------------------------------
// F1: tennis racket
// ---------------------------------------------------------------------------------------------------------------------

// The box of F1: 1.2 kg, 0.3 x 0.2 x 0.1 m, I = (0.005, 0.010, 0.013).
static belay_body_def racket(belay_vec3 spin)
{
    belay_body_def def = belay_body_def_default();
    def.mass = 1.2;
    def.inertia = belay_inertia_box(1.2, v3(0.3, 0.2, 0.1));
    def.angular_velocity = spin;
    return def;
}

Test(scene_F1, racket_turns_over_on_time)
{
    // Euler's equations from (0.01, 5, 0), integrated: omega_2 changes sign at 3.105 s and every 6.209 s.
    belay_world* world = weightless_world();
    belay_body_def def = racket(v3(0.01, 5.0, 0.0));
    belay_body_id body = add_body(world, &def);
    double before = 5.0, h = 1.0 / 240.0;
    int flips = 0;
    for (int i = 0; i < 4800 && flips < 3; i++) {
        scene_steps(world, 1);
        double now = body_spin(world, body).y;
        if ((before > 0.0) != (now > 0.0)) {
            double time = belay_world_get_time(world) - h * now / (now - before), right = 3.105 + 6.209 * flips;
            cr_expect_leq(fabs(time / right - 1.0), 0.02, "flip %d at %g s, not %g", flips, time, right);
            cr_log_info("F1: flip %d at %.4f s (%.4f)", flips + 1, time, right);
            flips++;
        }
        before = now;
    }
    cr_expect_eq(flips, 3);
    belay_world_destroy(world);
}

Test(scene_F1, racket_keeps_momentum_and_energy)
{
    // |L| = I_2 5 = 0.05, E = (0.005 0.01^2 + 0.010 5^2)/2; without friction inside neither changes.
    belay_world* world = weightless_world();
    belay_body_def def = racket(v3(0.01, 5.0, 0.0));
    belay_body_id body = add_body(world, &def);
    belay_vec3 start = momentum_of(world, body);
    range first = range_empty(), last = range_empty();
    double turned = 0.0, grown = 0.0;
    for (int i = 0; i < 14400; i++) {
        scene_steps(world, 1);
        belay_vec3 l = momentum_of(world, body);
        turned = fmax(turned, angle_between(l, start));
        grown = fmax(grown, fabs(v3_length(l) / v3_length(start) - 1.0));
        range_add(i < 7200 ? &first : &last, rotation_energy(world));
    }
    // To the rounding of 14400 steps.
    cr_expect_leq(turned, 1e-10);
    cr_expect_leq(grown, 1e-10);
    cr_expect_leq(fmax(first.high, last.high), 0.12500025 * (1.0 + 1e-10));
    cr_expect_geq(fmin(first.low, last.low), 0.12500025 * (1.0 - 1e-10));
    cr_log_info("F1: L turned %.3g rad, |L| off %.3g; E from %.8f to %.8f, then %.8f to %.8f", turned, grown, first.low,
                first.high, last.low, last.high);
    belay_world_destroy(world);
}

static void check_inertia_refused(belay_mat33 inertia, const char* value)
{
    belay_world *world = weightless_world(), *control = weightless_world();
    belay_body_def def = racket(v3(0.01, 5.0, 0.0));
    add_body(world, &def);
    add_body(control, &def);
    def.inertia = inertia;
    belay_body_id id;
    uint64_t hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_body_create(world, &def, &id), BELAY_ERROR_VALUE, "inertia", value);
    scene_check_same_course(world, control, 100);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(scene_F1, bad_inertia_is_refused)
{
    check_inertia_refused(m3_diagonal(v3(0.001, 0.001, 0.01)), "0.01"); // no body: 0.001 + 0.001 < 0.01
    check_inertia_refused(m3_diagonal(v3(0.005, 0.0, 0.005)), "0");
    check_inertia_refused(m3_diagonal(v3(0.005, -0.01, 0.005)), "-0.01");
    belay_mat33 unsymmetric = m3_diagonal(v3(0.005, 0.01, 0.013));
    unsymmetric.m[1] = 0.001;
    check_inertia_refused(unsymmetric, "0.001");
}

// ---------------------------------------------------------------------------------------------------------------------
// F2: stable axes stay stable, no speed caps
// ---------------------------------------------------------------------------------------------------------------------

static void check_stable(belay_vec3 spin, belay_vec3 axis)
{
    // About the axes of least and greatest inertia the angle to L is periodic: it stays below its first maximum. The
    // slower of the two periods is 2 pi/(8 sqrt(0.6)) = 1.02 s.
    belay_world* world = weightless_world();
    belay_body_def def = racket(spin);
    belay_body_id body = add_body(world, &def);
    double first = 0.0, later = 0.0, energy = rotation_energy(world), off = 0.0;
    for (int i = 0; i < 72000; i++) {
        scene_steps(world, 1);
        belay_vec3 e = q_rotate(scene_state(world, body).pose.rotation, axis);
        double angle = angle_between(momentum_of(world, body), e);
        if (i < 480) first = fmax(first, angle);
        later = fmax(later, angle);
        off = fmax(off, fabs(rotation_energy(world) / energy - 1.0));
    }
    cr_expect_leq(later, first + scene_radians(0.5), "angle %g, at first %g", later, first);
    cr_expect_leq(off, 0.002, "energy off by %g", off);
    cr_log_info("F2 a: angle %.6f rad, at first %.6f; energy off %.3g", later, first, off);
    belay_world_destroy(world);
}

Test(scene_F2, greatest_axis_stays_stable)
{
    check_stable(v3(0.3, 0.0, 8.0), v3(0.0, 0.0, 1.0));
}

Test(scene_F2, least_axis_stays_stable)
{
    check_stable(v3(8.0, 0.0, 0.3), v3(1.0, 0.0, 0.0));
}

Test(scene_F2, ball_keeps_600_rad_per_s)
{
    // The momentum of a ball is along its spin, so nothing turns it.
    belay_world* world = weightless_world();
    scene_ball ball = scene_ball_default();
    ball.radius = 0.028575;
    ball.angular = v3_scale(600.0 / 3.0, v3(1.0, 2.0, -2.0));
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 2400);
    double off = v3_distance(scene_state(world, body).angular_velocity, ball.angular) / 600.0;
    cr_expect_leq(off, 1e-9);
    cr_log_info("F2 b: omega off %.3g", off);
    belay_world_destroy(world);
}

Test(scene_F2, ball_rolls_on_at_350_rad_per_s)
{
    // Pure rolling needs no friction: omega = v/r = 10/0.028575 stays.
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.radius = 0.028575;
    ball.position = v3(0.0, 0.0, 0.028575);
    ball.linear = v3(10.0, 0.0, 0.0);
    ball.angular = v3(0.0, 10.0 / 0.028575, 0.0);
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 480);
    belay_body_state s = scene_state(world, body);
    double off = v3_distance(s.angular_velocity, ball.angular) / ball.angular.y;
    cr_expect_leq(off, 1e-6);
    cr_expect_leq(v3_distance(s.linear_velocity, ball.linear) / 10.0, 1e-6);
    cr_log_info("F2 c: omega %.6f (349.956), off %.3g", s.angular_velocity.y, off);
    belay_world_destroy(world);
}

Test(scene_F2, absurd_spin_is_refused)
{
    belay_world *world = weightless_world(), *control = weightless_world();
    belay_body_def def = racket(v3(0.01, 5.0, 0.0));
    belay_body_id body = add_body(world, &def);
    add_body(control, &def);
    uint64_t hash = belay_world_hash(world);
    belay_result answer = belay_body_set_velocity(world, body, v3_zero(), v3(0.0, 1e300, 0.0));
    scene_check_refused(world, hash, answer, BELAY_ERROR_VALUE, "angular", "1e+300");
    scene_check_same_course(world, control, 100);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(scene_F2, absurdly_fast_spin_stays_finite)
{
    // Momentum and energy stay, so |w| stays below |L|/I_1 = 2.6 of its start at most. Beyond BL_RIGID_MAX_TURN per
    // half step the body turns about its momentum alone, and the step says so.
    const double speeds[] = {1e3, 1e4, 1e6, BELAY_MAX_SPIN};
    for (int k = 0; k < 4; k++) {
        belay_world* world = weightless_world();
        double w = speeds[k] / sqrt(3.0);
        belay_body_def def = racket(v3(w, w, -w));
        belay_body_id body = add_body(world, &def);
        int fallbacks = 0;
        for (int i = 0; i < 1000; i++) {
            scene_steps(world, 1);
            fallbacks += belay_world_get_stats(world)->gyroscopic_fallbacks;
            belay_body_state s = scene_state(world, body);
            cr_assert(v3_is_finite(s.angular_velocity) && q_is_finite(s.pose.rotation), "%g rad/s", speeds[k]);
            cr_assert_leq(v3_length(s.angular_velocity), 2.7 * speeds[k], "step %d", i);
        }
        cr_expect(speeds[k] < 1e5 || fallbacks > 0, "no fall-back at %g rad/s", speeds[k]);
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// F3: precessing top on a smooth floor
// ---------------------------------------------------------------------------------------------------------------------

#define TOP_TILT 20.0
#define TOP_WEIGHT 0.981

typedef struct top {
    belay_world* world;
    belay_body_id body;
} top;

static top top_make(double spin, double rate)
{
    top t = {scene_world(1e-3), {0}};
    belay_material smooth = {0.0, 0.0};
    scene_plane(t.world, v3(0.0, 0.0, 1.0), 0.0, smooth);
    double tilt = scene_radians(TOP_TILT);
    belay_vec3 axis = v3(sin(tilt), 0.0, cos(tilt));
    belay_body_def def = belay_body_def_default();
    def.pose.position = v3(0.0, 0.0, 0.03);
    def.pose.rotation = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), tilt);
    def.center_of_mass = v3(0.0, 0.0, 0.02);
    def.mass = 0.1;
    def.inertia = m3_diagonal(v3(3e-5, 3e-5, 4e-5));
    def.angular_velocity = v3_add_scaled(v3(0.0, 0.0, rate), spin - rate * cos(tilt), axis);
    t.body = add_body(t.world, &def);
    belay_collider_def ball = belay_collider_def_sphere(0.03);
    ball.material = smooth;
    cr_assert(belay_collider_create(t.world, t.body, &ball, NULL) == BELAY_OK);
    return t;
}

static belay_vec3 top_center(const top* t)
{
    belay_vec3 c;
    cr_assert(belay_body_get_center_of_mass(t->world, t->body, &c) == BELAY_OK);
    return c;
}

static double wrap(double angle)
{
    return angle - 2.0 * SCENE_PI * floor(angle / (2.0 * SCENE_PI) + 0.5);
}

typedef struct top_course {
    range tilt;   // rad
    range force;  // N
    double rate;  // rad/s
    double drift; // m, horizontal, of the centre of mass
    range height; // m, of the centre of mass
} top_course;

static double floor_force(const belay_world* world)
{
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    return count == 1 ? contacts[0].impulse[0] / 1e-3 : 0.0;
}

static top_course run_top(double spin, double rate)
{
    top t = top_make(spin, rate);
    top_course c = {range_empty(), range_empty(), 0.0, 0.0, range_empty()};
    belay_vec3 start = top_center(&t);
    double heading = 0.0, turned = 0.0;
    for (int i = 0; i < 10000; i++) {
        scene_steps(t.world, 1);
        belay_vec3 axis = q_rotate(scene_state(t.world, t.body).pose.rotation, v3(0.0, 0.0, 1.0));
        belay_vec3 away = v3_sub(top_center(&t), start);
        double now = atan2(axis.y, axis.x);
        turned += wrap(now - heading);
        heading = now;
        range_add(&c.tilt, acos(axis.z));
        range_add(&c.force, floor_force(t.world));
        range_add(&c.height, away.z + start.z);
        c.drift = fmax(c.drift, hypot(away.x, away.y));
    }
    c.rate = turned / 10.0;
    belay_world_destroy(t.world);
    return c;
}

static void check_top(double spin, double rate)
{
    // Steady precession: the torque m g l sin t about the centre of mass turns L with Omega, which gives
    // I1 cos t Omega^2 - I3 w3 Omega + m g l = 0; no horizontal force, so the centre of mass stays.
    top_course c = run_top(spin, rate);
    cr_log_info("F3 w3 %g: rate %.5f (%.5f), tilt %.4f to %.4f deg, drift %.3g m, N %.6f to %.6f, height %.6f", spin,
                c.rate, rate, c.tilt.low * 180.0 / SCENE_PI, c.tilt.high * 180.0 / SCENE_PI, c.drift, c.force.low,
                c.force.high, c.height.low);
    cr_expect_leq(fabs(c.rate / rate - 1.0), 0.01, "rate %g, not %g", c.rate, rate);
    cr_expect_leq(c.tilt.high, scene_radians(TOP_TILT + 0.5));
    cr_expect_geq(c.tilt.low, scene_radians(TOP_TILT - 0.5));
    cr_expect_leq(c.drift, 2e-4, "drift of %g m", c.drift);
    cr_expect_leq(c.force.high, 1.01 * TOP_WEIGHT);
    cr_expect_geq(c.force.low, 0.99 * TOP_WEIGHT);
    // 0.03 + 0.02 cos t; half a degree of tilt is 0.06 mm.
    cr_expect_float_eq(c.height.low, 0.048794, 1e-4);
    cr_expect_float_eq(c.height.high, 0.048794, 1e-4);
}

Test(scene_F3, fast_top_precesses)
{
    check_top(150.0, 3.32185);
}

Test(scene_F3, slow_top_precesses)
{
    check_top(60.0, 9.16072);
}

Test(scene_F3, center_of_mass_is_checked_but_may_lie_outside)
{
    top t = top_make(150.0, 3.32185), control = top_make(150.0, 3.32185);
    belay_body_def def = belay_body_def_default();
    def.center_of_mass = v3(0.0, (double)NAN, 0.0);
    belay_body_id id;
    uint64_t hash = belay_world_hash(t.world);
    scene_check_refused(t.world, hash, belay_body_create(t.world, &def, &id), BELAY_ERROR_VALUE, "center_of_mass",
                        "nan");
    scene_check_same_course(t.world, control.world, 100);
    def.center_of_mass = v3(0.0, 7.0, 0.0);
    cr_expect(belay_body_create(t.world, &def, &id) == BELAY_OK);
    belay_world_destroy(t.world);
    belay_world_destroy(control.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// T-handle and rotated tensors
// ---------------------------------------------------------------------------------------------------------------------

// Moments of a solid cylinder about its centre: along its axis, and across.
static double cylinder_along(double m, double r)
{
    return 0.5 * m * r * r;
}

static double cylinder_across(double m, double r, double length)
{
    return m * (3.0 * r * r + length * length) / 12.0;
}

// Two aluminium cylinders: a bar of 100 mm along x about the origin, and a stem of 60 mm that stands on it along y. All
// three moments differ, the middle one is that about y.
static belay_body_def t_handle(void)
{
    const double bar_r = 0.010, bar_l = 0.1, stem_r = 0.008, stem_l = 0.06, rho = 2700.0;
    double bar = rho * SCENE_PI * bar_r * bar_r * bar_l, stem = rho * SCENE_PI * stem_r * stem_r * stem_l;
    double y = bar_r + 0.5 * stem_l, center = stem * y / (bar + stem);
    double steiner = bar * center * center + stem * (y - center) * (y - center);
    belay_body_def def = belay_body_def_default();
    def.mass = bar + stem;
    def.center_of_mass = v3(0.0, center, 0.0);
    double across = cylinder_across(bar, bar_r, bar_l), stem_across = cylinder_across(stem, stem_r, stem_l);
    def.inertia = m3_diagonal(v3(cylinder_along(bar, bar_r) + stem_across + steiner,
                                 across + cylinder_along(stem, stem_r), across + stem_across + steiner));
    return def;
}

Test(t_handle, keeps_momentum_and_energy_for_a_minute)
{
    // Free motion keeps both to rounding.
    belay_world* world = weightless_world();
    belay_body_def def = t_handle();
    def.angular_velocity = v3(0.01, 8.0, 0.02);
    belay_body_id body = add_body(world, &def);
    belay_vec3 start = momentum_of(world, body);
    double energy = rotation_energy(world), off = 0.0, before = 8.0;
    range first = range_empty(), last = range_empty();
    int flips = 0;
    for (int i = 0; i < 14400; i++) {
        scene_steps(world, 1);
        off = fmax(off, v3_distance(momentum_of(world, body), start) / v3_length(start));
        range_add(i < 7200 ? &first : &last, rotation_energy(world) / energy - 1.0);
        double now = body_spin(world, body).y;
        flips += (now > 0.0) != (before > 0.0);
        before = now;
    }
    const double bound = 1e-10;
    cr_expect_leq(off, 1e-10, "momentum off by %g", off);
    cr_expect_leq(fmax(first.high, last.high), bound);
    cr_expect_geq(fmin(first.low, last.low), -bound);
    cr_expect_geq(flips, 10);
    cr_log_info("T-handle: L off %.3g, E/E0 - 1 from %.4g to %.4g, then %.4g to %.4g, bound %.4g, %d flips", off,
                first.low, first.high, last.low, last.high, bound, flips);
    belay_world_destroy(world);
}

Test(t_handle, center_of_mass_stays)
{
    // No force: the centre of mass goes straight whatever the frame's origin does.
    belay_world* world = weightless_world();
    belay_body_def def = t_handle();
    def.angular_velocity = v3(0.01, 8.0, 0.02);
    def.linear_velocity = v3(0.1, -0.2, 0.3);
    belay_body_id body = add_body(world, &def);
    belay_vec3 start, end;
    cr_assert(belay_body_get_center_of_mass(world, body, &start) == BELAY_OK);
    scene_steps(world, 14400);
    cr_assert(belay_body_get_center_of_mass(world, body, &end) == BELAY_OK);
    cr_expect_leq(v3_distance(end, v3_add_scaled(start, 60.0, def.linear_velocity)), 1e-11);
    belay_world_destroy(world);
}

// Two descriptions of one body: frame turned by `turn`, so that x_b = turn x_a.
static void make_twins(belay_world* world, belay_quat turn, belay_vec3 spin, belay_body_id* a, belay_body_id* b)
{
    belay_body_def def = racket(spin);
    def.pose.rotation = belay_quat_from_axis_angle(v3(1.0, -2.0, 0.5), 0.7);
    def.center_of_mass = v3(0.02, -0.01, 0.03);
    *a = add_body(world, &def);
    belay_mat33 r = q_to_m3(turn);
    def.inertia = m3_mul(m3_mul(r, def.inertia), m3_transpose(r));
    def.center_of_mass = q_rotate(turn, def.center_of_mass);
    def.pose.rotation = q_mul(def.pose.rotation, q_conjugate(turn));
    *b = add_body(world, &def);
}

static void check_twins_agree(const belay_world* world, belay_quat turn, belay_body_id a, belay_body_id b,
                              double tolerance)
{
    belay_body_state sa = scene_state(world, a), sb = scene_state(world, b);
    belay_quat q = q_mul(q_mul(sb.pose.rotation, turn), q_conjugate(sa.pose.rotation));
    cr_assert_leq(v3_length(v3(q.x, q.y, q.z)), tolerance);
    cr_assert_leq(v3_distance(sa.pose.position, sb.pose.position), tolerance);
    cr_assert_leq(v3_distance(sa.angular_velocity, sb.angular_velocity), tolerance);
    cr_assert_leq(v3_distance(sa.linear_velocity, sb.linear_velocity), tolerance);
}

Test(tensor, rotated_tensor_behaves_as_the_diagonal_one)
{
    // I_b = R I_a R^T in a frame turned by R is the same body.
    belay_world* world = weightless_world();
    belay_quat turn = belay_quat_from_axis_angle(v3(0.3, 0.8, -0.5), 1.1);
    belay_body_id a, b;
    make_twins(world, turn, v3(0.3, 0.2, 6.0), &a, &b);
    for (int i = 0; i < 2400; i++) {
        scene_steps(world, 1);
        check_twins_agree(world, turn, a, b, 1e-10);
    }
    belay_world_destroy(world);
}

Test(tensor, rotated_tensor_is_pushed_as_the_diagonal_one)
{
    belay_world* world = weightless_world();
    belay_quat turn = belay_quat_from_axis_angle(v3(-1.0, 0.2, 0.4), 2.3);
    belay_body_id bodies[2];
    make_twins(world, turn, v3(0.3, 0.2, 6.0), &bodies[0], &bodies[1]);
    for (int k = 0; k < 2; k++) {
        belay_vec3 point = v3(0.1, 0.05, -0.02), push = v3(0.2, -0.3, 0.1);
        cr_assert(belay_body_apply_impulse_at(world, bodies[k], push, point) == BELAY_OK);
        cr_assert(belay_body_apply_force_at(world, bodies[k], push, v3(-0.1, 0.0, 0.2)) == BELAY_OK);
        cr_assert(belay_body_apply_torque(world, bodies[k], v3(0.02, 0.01, 0.05)) == BELAY_OK);
    }
    scene_steps(world, 10);
    check_twins_agree(world, turn, bodies[0], bodies[1], 1e-12);
    belay_world_destroy(world);
}

Test(tensor, torque_changes_momentum_by_its_impulse)
{
    // dL = h T and dP = h F in each step, whatever the spin.
    belay_world* world = weightless_world();
    belay_body_def def = racket(v3(1.0, 3.0, -2.0));
    belay_body_id body = add_body(world, &def);
    for (int i = 0; i < 240; i++) {
        belay_vec3 torque = v3(0.01 * sin(0.1 * i), 0.02, -0.01), force = v3(0.5, -0.2 * i, 0.1);
        belay_vec3 l = momentum_of(world, body), v = scene_state(world, body).linear_velocity;
        cr_assert(belay_body_apply_torque(world, body, torque) == BELAY_OK);
        scene_push(world, body, force);
        scene_steps(world, 1);
        belay_vec3 dl = v3_sub(momentum_of(world, body), l), dv = v3_sub(scene_state(world, body).linear_velocity, v);
        cr_assert_leq(v3_distance(dl, v3_scale(1.0 / 240.0, torque)), 1e-15);
        cr_assert_leq(v3_distance(dv, v3_scale(1.0 / (240.0 * 1.2), force)), 1e-14 * (1.0 + i));
    }
    belay_world_destroy(world);
}
