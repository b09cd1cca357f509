// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Coordinates of joints and their gradients, against finite differences; springs against the exact oscillator; the rows
// of limits and motors.

#include "models/joint_constraints.h"
#include "models/joint_motion.h"
#include "models/joint_spring.h"
#include "support/chance.h"

#include <criterion/criterion.h>
#include <string.h>

#define PI 3.14159265358979323846

static belay_quat random_quat(uint64_t* state)
{
    belay_quat q;
    do {
        belay_vec3 v = chance_vector(state, 1.0);
        q = (belay_quat){chance_between(state, -1.0, 1.0), v.x, v.y, v.z};
    } while (q_length(q) > 1.0 || q_length(q) < 0.1);
    return q_normalize(q);
}

// How far apart two rotations are, rad.
static double turn_between(belay_quat a, belay_quat b)
{
    return v3_length(q_log(q_mul(q_conjugate(a), b)));
}

// ---------------------------------------------------------------------------------------------------------------------
// Twist and swing
// ---------------------------------------------------------------------------------------------------------------------

Test(joint_motion, twist_and_swing_make_up_the_rotation)
{
    uint64_t state = 1;
    for (int k = 0; k < 2000; k++) {
        belay_quat q = random_quat(&state);
        bl_joint_turn t = bl_joint_turn_of(q);
        cr_assert(fabs(t.twist) <= PI && t.swing >= 0.0 && t.swing <= PI);
        cr_assert_float_eq(v3_length(t.axis), 1.0, 1e-14);
        cr_assert_eq(t.axis.x, 0.0);
        belay_quat again =
            bl_joint_turn_rotation(t.twist, bl_joint_turn_coordinate(&t, 4), bl_joint_turn_coordinate(&t, 5));
        cr_assert_leq(turn_between(q, again), 1e-12);
        // The swing carries x to B's x axis by the shortest way.
        cr_assert_float_eq(cos(t.swing), q_rotate(q, v3(1.0, 0.0, 0.0)).x, 1e-14);
    }
}

Test(joint_motion, coordinates_are_those_that_made_the_rotation)
{
    uint64_t state = 2;
    for (int k = 0; k < 2000; k++) {
        double twist = chance_between(&state, -3.1, 3.1), swing = chance_between(&state, 0.0, 3.1),
               phi = chance_between(&state, -PI, PI);
        belay_quat q = bl_joint_turn_rotation(twist, swing * cos(phi), swing * sin(phi));
        if (k % 2) q = (belay_quat){-q.w, -q.x, -q.y, -q.z};
        bl_joint_turn t = bl_joint_turn_of(q);
        cr_assert_float_eq(t.twist, twist, 1e-12 / cos(0.5 * swing));
        cr_assert_float_eq(bl_joint_turn_coordinate(&t, 4), swing * cos(phi), 1e-12 / cos(0.5 * swing));
        cr_assert_float_eq(bl_joint_turn_coordinate(&t, 5), swing * sin(phi), 1e-12 / cos(0.5 * swing));
    }
}

Test(joint_motion, identity_and_half_turns_are_finite)
{
    const belay_quat special[] = {{1, 0, 0, 0}, {0, 1, 0, 0},  {0, 0, 1, 0},
                                  {0, 0, 0, 1}, {-1, 0, 0, 0}, {0, 0, 0.6, 0.8}};
    for (int k = 0; k < 6; k++) {
        bl_joint_turn t = bl_joint_turn_of(special[k]);
        cr_expect(isfinite(t.twist) && isfinite(t.swing) && v3_is_finite(t.axis));
        for (int i = 3; i < 6; i++)
            cr_expect(v3_is_finite(bl_joint_rotation_gradient(&t, i)), "rotation %d coordinate %d", k, i);
    }
    bl_joint_turn none = bl_joint_turn_of(belay_quat_identity());
    for (int i = 3; i < 6; i++)
        cr_expect_leq(v3_distance(bl_joint_rotation_gradient(&none, i), bl_joint_unit(i - 3)), 1e-15);
}

Test(joint_motion, gradients_are_the_derivatives)
{
    // Central differences with a step of 1e-5: exact to about 1e-9 while the third derivative is moderate.
    uint64_t state = 3;
    double worst = 0.0;
    for (int k = 0; k < 2000; k++) {
        belay_vec3 v = chance_vector(&state, 1.6);
        belay_quat q = bl_joint_turn_rotation(v.x, v.y, v.z);
        belay_vec3 w = chance_vector(&state, 1.0);
        bl_joint_turn t = bl_joint_turn_of(q);
        bl_joint_turn before = bl_joint_turn_of(q_mul(q_exp(v3_scale(-1e-5, w)), q));
        bl_joint_turn after = bl_joint_turn_of(q_mul(q_exp(v3_scale(1e-5, w)), q));
        for (int i = 3; i < 6; i++) {
            double rate = (bl_joint_turn_coordinate(&after, i) - bl_joint_turn_coordinate(&before, i)) / 2e-5;
            worst = fmax(worst, fabs(rate - v3_dot(bl_joint_rotation_gradient(&t, i), w)));
        }
    }
    cr_expect_leq(worst, 1e-7, "off by %g", worst);
}

Test(joint_motion, gradients_of_small_swings_are_the_derivatives)
{
    uint64_t state = 5;
    for (int k = 0; k < 2000; k++) {
        double swing = pow(10.0, chance_between(&state, -9.0, -1.0)), phi = chance_between(&state, -PI, PI);
        belay_quat q = bl_joint_turn_rotation(chance_between(&state, -2.5, 2.5), swing * cos(phi), swing * sin(phi));
        belay_vec3 w = chance_vector(&state, 1.0);
        bl_joint_turn t = bl_joint_turn_of(q);
        bl_joint_turn before = bl_joint_turn_of(q_mul(q_exp(v3_scale(-1e-5, w)), q));
        bl_joint_turn after = bl_joint_turn_of(q_mul(q_exp(v3_scale(1e-5, w)), q));
        for (int i = 3; i < 6; i++) {
            double rate = (bl_joint_turn_coordinate(&after, i) - bl_joint_turn_coordinate(&before, i)) / 2e-5;
            cr_assert_float_eq(rate, v3_dot(bl_joint_rotation_gradient(&t, i), w), 1e-9, "swing %g", swing);
        }
    }
}

Test(joint_motion, nearest_turn_is_the_same_rotation)
{
    uint64_t state = 4;
    for (int k = 0; k < 500; k++) {
        belay_vec3 v = chance_vector(&state, 1.8), near = chance_vector(&state, 4.0);
        belay_vec3 n = bl_joint_nearest_turn(v, near);
        cr_assert_leq(turn_between(q_exp(v), q_exp(n)), 1e-12);
        cr_assert_leq(v3_distance(n, near), v3_distance(v, near));
    }
    belay_vec3 past = bl_joint_nearest_turn(v3(0.0, -3.1, 0.0), v3(0.0, 3.0, 0.0));
    cr_expect_float_eq(past.y, 2.0 * PI - 3.1, 1e-14);
    cr_expect_float_eq(bl_joint_wrap(4.0), 4.0 - 2.0 * PI, 1e-15);
    cr_expect_float_eq(bl_joint_wrap(-10.0), -10.0 + 4.0 * PI, 1e-14);
}

// ---------------------------------------------------------------------------------------------------------------------
// Springs
// ---------------------------------------------------------------------------------------------------------------------

// One coordinate of inverse mass w on a spring about zero, from x and u (of the interval to come); n steps.
static void swing_spring(double k, double d, double w_true, double w_known, double h, int n, double* x, double* u)
{
    bl_joint_spring s = bl_joint_spring_fit(k, d, w_known, h);
    for (int i = 0; i < n; i++) {
        *x += h * *u;
        *u = (*u - h * w_true * (k * *x + s.q * *u)) / (1.0 + h * w_true * s.p);
    }
}

Test(joint_spring, damping_takes_exactly_what_it_should)
{
    // The amplitude goes with exp(-d w t / 2) while the spring swings. Two solutions span the space; their determinant
    // goes with exp(-d w h) per step.
    const double ks[] = {1.0, 40.0, 900.0, 3e4}, ds[] = {0.0, 0.1, 3.0, 50.0};
    const double h = 0.01, w = 0.5;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double x[2] = {1.0, 0.0}, u[2] = {0.0, 1.0};
            for (int c = 0; c < 2; c++)
                swing_spring(ks[i], ds[j], w, w, h, 3, &x[c], &u[c]);
            double kept = x[0] * u[1] - x[1] * u[0];
            cr_expect_float_eq(kept, exp(-3.0 * h * w * ds[j]), 1e-13, "k %g d %g: %g", ks[i], ds[j], kept);
        }
}

Test(joint_spring, overdamped_spring_is_exact)
{
    // x = exp(-a t) with the slow exponent a is a solution at any step.
    const double ks[] = {10.0, 1e3, 1e5}, hs[] = {1e-3, 1e-2, 0.1};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double w = 0.7, h = hs[j], d = 1.2 * 2.0 * sqrt(ks[i] / w), half = 0.5 * d * w;
            double a = half - sqrt(half * half - ks[i] * w);
            double x = exp(a * h), u = (1.0 - x) / h; // from x(-h) to x(0) = 1
            swing_spring(ks[i], d, w, w, h, 5, &x, &u);
            cr_expect_float_eq(x, exp(-4.0 * a * h), 1e-11, "k %g h %g: %g", ks[i], h, x);
        }
}

Test(joint_spring, undamped_frequency_is_that_of_the_average_acceleration)
{
    // (2/h) atan(omega h / 2): a period of 2 pi / it brings x back.
    const double w = 1.0, h = 0.01, k = 100.0;
    double numeric = 2.0 / h * atan(0.5 * h * sqrt(k * w));
    int n = 1000;
    double x = cos(-numeric * h), u = (1.0 - x) / h;
    swing_spring(k, 0.0, w, w, h, n + 1, &x, &u);
    cr_expect_float_eq(x, cos(numeric * h * n), 1e-9);
    cr_expect_leq(fabs(numeric / sqrt(k) - 1.0), 1.001 * k * w * h * h / 12.0);
}

Test(joint_spring, stays_bounded_at_any_stiffness_and_mass)
{
    // Held at x = 1 for a step and then let go. What the average acceleration keeps, u^2/w + k (mean x)^2, bounds the
    // amplitude by sqrt(1 + h^2 w k / 4); damping can but lower it.
    const double h = 1.0 / 240.0;
    for (int i = -6; i <= 12; i++)
        for (int j = -6; j <= 12; j++)
            for (double off = 1e-3; off <= 1e3; off *= 10.0) {
                double x = 1.0, u = 0.0, k = pow(10.0, i), d = j == -6 ? 0.0 : pow(10.0, j), largest = 0.0;
                for (int n = 0; n < 300; n++) {
                    swing_spring(k, d, off, 1.0, h, 1, &x, &u);
                    largest = fmax(largest, fabs(x));
                }
                double bound = sqrt(1.0 + 0.25 * h * h * off * k);
                cr_assert_leq(largest, bound * (1.0 + 1e-9), "k 1e%d d 1e%d true mass %g: %g", i, j, off, largest);
            }
}

Test(joint_spring, stiff_and_damped_comes_to_rest_at_once)
{
    double x = 1.0, u = -1000.0, h = 1.0 / 240.0;
    swing_spring(1e12, 2e6, 1.0, 1.0, h, 3, &x, &u);
    cr_expect_leq(fabs(x), 1e-9);
    cr_expect_leq(fabs(u), 1e-6);
}

Test(joint_spring, swings_too_fast_to_show_die_out)
{
    // Without damping of its own: h omega = 6 loses exp(-2 (6 - pi/2)/2) of the amplitude in a step, h omega = 1
    // nothing.
    double x = 1.0, u = 0.0, slow_x = 1.0, slow_u = 0.0, h = 0.01;
    swing_spring(36.0 / (h * h), 0.0, 1.0, 1.0, h, 8, &x, &u);
    cr_expect_leq(fabs(x), 1e-10);
    double largest = 0.0;
    for (int k = 0; k < 100000; k++) {
        swing_spring(1.0 / (h * h), 0.0, 1.0, 1.0, h, 1, &slow_x, &slow_u);
        if (k > 99000) largest = fmax(largest, fabs(slow_x));
    }
    cr_expect_geq(largest, 1.0);
    cr_expect_leq(largest, sqrt(1.25) + 1e-9);
}

Test(joint_spring, nothing_to_move_is_the_limit_of_little)
{
    bl_joint_spring none = bl_joint_spring_fit(30.0, 2.0, 0.0, 0.01),
                    little = bl_joint_spring_fit(30.0, 2.0, 1e-9, 0.01);
    cr_expect_float_eq(none.p, little.p, 1e-6);
    cr_expect_float_eq(none.q, little.q, 1e-6);
}

// ---------------------------------------------------------------------------------------------------------------------
// Rows
// ---------------------------------------------------------------------------------------------------------------------

static const bl_joint_settings settings = {0.01, 1.0, 1e-6, 0.2, 0.005, 0.0, 0.0};

static bl_joint_body random_body(uint64_t* state)
{
    bl_joint_body b = {.inverse_mass = chance_between(state, 0.5, 2.0)};
    b.pose.position = chance_vector(state, 1.0);
    b.pose.rotation = random_quat(state);
    b.next = b.pose;
    b.center = v3_add(b.pose.position, chance_vector(state, 0.2));
    b.linear = chance_vector(state, 1.0);
    b.angular = chance_vector(state, 1.0);
    b.linear_before = b.linear;
    b.angular_before = b.angular;
    b.inverse_inertia = m3_diagonal(v3_add(v3(3.0, 3.0, 3.0), chance_vector(state, 2.0)));
    return b;
}

static bl_joint_data joint_of(belay_joint_type type)
{
    bl_joint_data joint;
    memset(&joint, 0, sizeof joint);
    joint.type = type;
    joint.frame_a = joint.frame_b = belay_pose_identity();
    joint.cone_angle = PI;
    joint.drag_frequency = 5.0;
    joint.drag_damping = 1.0;
    joint.drag_max_force = 100.0;
    return joint;
}

// Frames such that B stands in A at the given placement.
static void place(bl_joint_data* joint, const bl_joint_body* a, const bl_joint_body* b, belay_vec3 anchor,
                  belay_quat turn, uint64_t* state)
{
    belay_pose in_a, seen = {anchor, turn};
    in_a.position = chance_vector(state, 0.5);
    in_a.rotation = random_quat(state);
    belay_pose frame_b = pose_compose(pose_compose(a->pose, in_a), seen);
    joint->frame_a = in_a;
    joint->frame_b = pose_compose(pose_inverse(b->pose), frame_b);
}

static double rate_of(const bl_joint_constraint* c, const bl_joint_body* a, const bl_joint_body* b)
{
    return v3_dot(c->linear, v3_sub(a->linear, b->linear)) + v3_dot(c->angular_a, a->angular) -
           v3_dot(c->angular_b, b->angular);
}

Test(joint_rows, forces_on_the_two_bodies_cancel)
{
    // Equal and opposite along one line, wherever the anchors are: the moments about the origin cancel too.
    uint64_t state = 11;
    for (int type = 0; type < BELAY_JOINT_DRAG; type++)
        for (int k = 0; k < 100; k++) {
            bl_joint_body a = random_body(&state), b = random_body(&state);
            bl_joint_data joint = joint_of((belay_joint_type)type);
            belay_vec3 anchor = chance_vector(&state, 0.3);
            place(&joint, &a, &b, anchor, random_quat(&state), &state);
            joint.cone_angle = 0.3;
            for (int i = 0; i < 6; i++) {
                joint.axis[i].flags = BL_JOINT_LIMIT | BL_JOINT_SPRING;
                joint.axis[i].min = joint.axis[i].max = i % 2 ? 0.1 : 0.0;
                joint.axis[i].limit_stiffness = i == 5 ? 10.0 : 0.0;
                joint.axis[i].spring_stiffness = joint.axis[i].spring_max_force = 10.0;
            }
            bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS];
            double cap;
            uint32_t n = bl_joint_constraints(&joint, &a, &b, &settings, out, &cap);
            cr_assert(n >= 1 && n <= bl_joint_max_constraints((belay_joint_type)type), "%d: %u", type, n);
            cr_assert_eq(cap, HUGE_VAL);
            for (uint32_t i = 0; i < n; i++) {
                belay_vec3 on_a = v3_add(v3_cross(a.center, out[i].linear), out[i].angular_a);
                belay_vec3 on_b = v3_add(v3_cross(b.center, out[i].linear), out[i].angular_b);
                cr_assert_leq(v3_distance(on_a, on_b), 1e-13 * (1.0 + v3_length(on_a)), "type %d row %u", type, i);
            }
        }
}

Test(joint_rows, what_turns_as_one_solid_goes_by_its_chords)
{
    // Both bodies turn about one point as one solid: they keep the joint exactly, although the anchors run round a
    // curve. So the velocity of every locked row along the chord to come is -chord, and nothing is to be taken back.
    uint64_t state = 12;
    for (int type = 0; type < BELAY_JOINT_DRAG; type++) {
        if (type == BELAY_JOINT_DISTANCE) continue;
        for (int k = 0; k < 50; k++) {
            bl_joint_body a = random_body(&state), b = random_body(&state);
            bl_joint_data joint = joint_of((belay_joint_type)type);
            place(&joint, &a, &b, v3_zero(), belay_quat_identity(), &state);
            for (int i = 0; i < 6; i++)
                joint.axis[i].flags = type == BELAY_JOINT_SIX_DOF ? BL_JOINT_LIMIT : 0;
            // The next placement of both: one turn about the origin. A centre travels straight to where it then is.
            belay_vec3 w = chance_vector(&state, 20.0);
            belay_quat turn = q_exp(v3_scale(settings.h, w));
            a.angular = b.angular = w;
            a.linear = v3_scale(1.0 / settings.h, v3_sub(q_rotate(turn, a.center), a.center));
            b.linear = v3_scale(1.0 / settings.h, v3_sub(q_rotate(turn, b.center), b.center));
            a.linear_before = a.linear;
            b.linear_before = b.linear;
            a.angular_before = b.angular_before = w;
            belay_pose moved = {v3_zero(), turn};
            a.next = pose_compose(moved, a.pose);
            b.next = pose_compose(moved, b.pose);
            bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS];
            double cap;
            uint32_t n = bl_joint_constraints(&joint, &a, &b, &settings, out, &cap);
            for (uint32_t i = 0; i < n; i++) {
                cr_assert_float_eq(rate_of(&out[i], &a, &b), -out[i].chord, 1e-11, "type %d row %u", type, i);
                cr_assert_eq(out[i].before, rate_of(&out[i], &a, &b));
                cr_assert_leq(fabs(out[i].error), 1e-12, "type %d row %u", type, i);
            }
        }
    }
}

Test(joint_rows, errors_are_how_far_the_frames_are_apart)
{
    uint64_t state = 13;
    for (int k = 0; k < 100; k++) {
        bl_joint_body a = random_body(&state), b = random_body(&state);
        a.linear = b.linear = a.angular = b.angular = v3_zero();
        bl_joint_data joint = joint_of(BELAY_JOINT_FIXED);
        belay_vec3 apart = v3_scale(3.0, chance_vector(&state, 1.0)), turned = chance_vector(&state, 1.7);
        place(&joint, &a, &b, apart, q_exp(turned), &state);
        bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS];
        double cap, ways = 0.0, turns = 0.0;
        cr_assert_eq(bl_joint_constraints(&joint, &a, &b, &settings, out, &cap), 6);
        for (int i = 0; i < 3; i++) {
            ways += out[i].error * out[i].error;
            turns += out[i + 3].error * out[i + 3].error;
        }
        cr_assert_float_eq(sqrt(ways), v3_length(apart), 1e-12);
        cr_assert_float_eq(sqrt(turns), v3_length(turned), 1e-10);
    }
}

typedef struct slider {
    bl_joint_body a, b;
    bl_joint_data joint;
    bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS];
    uint32_t count;
} slider;

// B at `x` on A's x axis, going at u; A does not move. The rows of the axis are those behind the first five.
static slider make_slider(double x, double u, const bl_joint_axis* axis)
{
    slider s;
    memset(&s, 0, sizeof s);
    s.a = bl_joint_body_world();
    s.b = bl_joint_body_world();
    s.b.pose.position = s.b.center = v3(x, 0.0, 0.0);
    s.b.linear = s.b.linear_before = v3(u, 0.0, 0.0);
    s.b.next = s.b.pose;
    s.b.next.position.x += settings.h * u;
    s.b.inverse_mass = 0.5;
    s.joint = joint_of(BELAY_JOINT_SLIDER);
    s.joint.axis[0] = *axis;
    double cap;
    s.count = bl_joint_constraints(&s.joint, &s.a, &s.b, &settings, s.out, &cap);
    return s;
}

Test(joint_rows, rigid_limit_lets_the_gap_close_and_no_more)
{
    bl_joint_axis axis = {.min = -1.0, .max = 2.0, .flags = BL_JOINT_LIMIT};
    slider at_max = make_slider(1.99, 3.0, &axis);
    cr_assert_eq(at_max.count, 6);
    cr_expect_float_eq(at_max.out[5].target, 1.0, 1e-12); // 0.01 m in 0.01 s
    cr_expect(at_max.out[5].lower == -HUGE_VAL && at_max.out[5].upper == 0.0);
    slider at_min = make_slider(-0.995, -3.0, &axis);
    cr_assert_eq(at_min.count, 6);
    cr_expect_float_eq(at_min.out[5].target, -0.5, 1e-12);
    cr_expect(at_min.out[5].lower == 0.0 && at_min.out[5].upper == HUGE_VAL);
    cr_expect_eq(make_slider(0.5, 3.0, &axis).count, 5);
    cr_expect_eq(make_slider(1.94, 3.0, &axis).count, 6); // 0.06 m off, 2 x 0.03 m of way and 5 mm margin
}

Test(joint_rows, beyond_a_limit_a_share_is_taken_back)
{
    bl_joint_axis axis = {.min = -1.0, .max = 2.0, .flags = BL_JOINT_LIMIT};
    cr_expect_float_eq(make_slider(2.001, 0.0, &axis).out[5].back, -0.2 * 0.001 / 0.01, 1e-12);
    cr_expect_float_eq(make_slider(2.4, 0.0, &axis).out[5].back, -1.0, 1e-12);         // no faster than max_speed
    cr_expect_float_eq(make_slider(-1.0 - 5e-7, 0.0, &axis).out[5].back, 5e-5, 1e-12); // within the slop: all of it
    // The velocity itself is stopped, and not turned round.
    cr_expect_eq(make_slider(2.001, 3.0, &axis).out[5].target, 0.0);
    cr_expect_eq(make_slider(2.4, -3.0, &axis).out[5].target, 0.0);
}

// A wheel turned by `angle` from A about x, with limits, in its first step.
static double first_twist(double angle, double min, double max)
{
    bl_joint_body a = bl_joint_body_world(), b = bl_joint_body_world();
    b.pose.rotation = q_exp(v3(bl_joint_wrap(angle), 0.0, 0.0));
    bl_joint_data joint = joint_of(BELAY_JOINT_HINGE);
    joint.axis[0] = (bl_joint_axis){.min = min, .max = max, .flags = BL_JOINT_LIMIT};
    return bl_joint_first_twist(&joint, &a, &b);
}

Test(joint_rows, a_twist_begins_within_its_limits)
{
    cr_expect_float_eq(first_twist(-1.0, -2.0, 2.0), -1.0, 1e-14);
    cr_expect_float_eq(first_twist(-1.0, 4.0, 8.0), 2.0 * PI - 1.0, 1e-14);
    cr_expect_float_eq(first_twist(0.5, -30.0, -20.0), 0.5 - 8.0 * PI, 1e-13);
    cr_expect_float_eq(first_twist(3.0, -3.3, -3.2), 3.0 - 2.0 * PI, 1e-14); // beside them: the nearest
}

Test(joint_rows, a_twist_is_counted_on_where_the_motion_leads)
{
    // A wheel at 500 rad/s turns by 5 rad in 0.01 s, which the placement alone cannot tell from -1.28 rad.
    bl_joint_body a = bl_joint_body_world(), b = bl_joint_body_world();
    bl_joint_data joint = joint_of(BELAY_JOINT_HINGE);
    double twist = 0.0;
    b.angular_before = v3(500.0, 0.0, 0.0);
    for (int k = 1; k <= 100; k++) {
        b.pose.rotation = q_exp(v3(bl_joint_wrap(5.0 * k), 0.0, 0.0));
        twist = bl_joint_count_twist(&joint, &a, &b, twist, settings.h);
        cr_assert_float_eq(twist, 5.0 * k, 1e-11);
    }
}

Test(joint_rows, motor_pushes_within_its_force)
{
    bl_joint_axis axis = {.motor_speed = 0.7, .motor_max_force = 30.0, .flags = BL_JOINT_MOTOR};
    slider s = make_slider(0.0, 0.0, &axis);
    cr_assert_eq(s.count, 6);
    cr_expect_eq(s.out[5].target, 0.7);
    cr_expect_float_eq(s.out[5].lower, -0.3, 1e-15);
    cr_expect_float_eq(s.out[5].upper, 0.3, 1e-15);
    axis.motor_max_force = 0.0;
    cr_expect_eq(make_slider(0.0, 0.0, &axis).count, 5);
}

Test(joint_rows, motor_into_a_limit_is_one_row_with_it)
{
    // Its impulse may hold B at the limit with the motor's force and push it back without bound.
    bl_joint_axis axis = {
        .min = -1.0, .max = 2.0, .motor_speed = 5.0, .motor_max_force = 30.0, .flags = BL_JOINT_LIMIT | BL_JOINT_MOTOR};
    slider s = make_slider(2.0, 0.0, &axis);
    cr_assert_eq(s.count, 6);
    cr_expect_float_eq(s.out[5].upper, 0.3, 1e-15);
    cr_expect_eq(s.out[5].lower, -HUGE_VAL);
    cr_expect_eq(s.out[5].target, 0.0);
    axis.motor_speed = -5.0; // away from it: two rows
    cr_expect_eq(make_slider(2.0, 0.0, &axis).count, 7);
    slider at_min = make_slider(-1.0, 0.0, &axis);
    cr_assert_eq(at_min.count, 6);
    cr_expect_float_eq(at_min.out[5].lower, -0.3, 1e-15);
    cr_expect_eq(at_min.out[5].upper, HUGE_VAL);
}

Test(joint_rows, coincident_anchors_have_a_distance)
{
    uint64_t state = 14;
    bl_joint_axis axis = {.min = 0.0,
                          .max = 1.0,
                          .spring_stiffness = 10.0,
                          .spring_max_force = 5.0,
                          .flags = BL_JOINT_LIMIT | BL_JOINT_SPRING};
    for (int still = 0; still < 2; still++) {
        bl_joint_body a = random_body(&state), b = random_body(&state);
        bl_joint_data joint = joint_of(BELAY_JOINT_DISTANCE);
        joint.axis[0] = axis;
        place(&joint, &a, &b, v3_zero(), belay_quat_identity(), &state);
        b.pose.position = v3_sub(b.pose.position, v3_zero());
        if (still) a.linear = b.linear = a.angular = b.angular = v3_zero();
        bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS];
        double cap;
        uint32_t n = bl_joint_constraints(&joint, &a, &b, &settings, out, &cap);
        cr_assert_eq(n, 2);
        for (uint32_t i = 0; i < n; i++) {
            cr_expect_float_eq(v3_length(out[i].linear), 1.0, 1e-12);
            cr_expect(isfinite(out[i].target));
        }
        cr_expect_leq(bl_joint_measure(&joint, &a, &b, 0.0).position[0], 1e-14);
    }
}

Test(joint_rows, free_directions_have_no_rows)
{
    uint64_t state = 15;
    const uint32_t counts[] = {3, 5, 5, 6, 0, 3, 0, 3, 1, 1, 5, 0};
    for (int type = 0; type < BELAY_JOINT_TYPE_COUNT; type++) {
        bl_joint_body a = random_body(&state), b = random_body(&state);
        if (type == BELAY_JOINT_DRAG) b = bl_joint_body_world();
        bl_joint_data joint = joint_of((belay_joint_type)type);
        bl_joint_constraint out[BL_JOINT_MAX_CONSTRAINTS];
        double cap;
        cr_expect_eq(bl_joint_constraints(&joint, &a, &b, &settings, out, &cap), counts[type], "type %d", type);
        cr_expect_eq(cap, type == BELAY_JOINT_DRAG ? 1.0 : HUGE_VAL);
    }
}

Test(joint_rows, measures_agree_with_how_things_were_placed)
{
    uint64_t state = 16;
    for (int k = 0; k < 200; k++) {
        bl_joint_body a = random_body(&state), b = random_body(&state);
        bl_joint_data joint = joint_of(BELAY_JOINT_SIX_DOF);
        belay_vec3 x = chance_vector(&state, 1.0), t = chance_vector(&state, 1.5);
        place(&joint, &a, &b, x, bl_joint_turn_rotation(t.x, t.y, t.z), &state);
        bl_joint_measures m = bl_joint_measure(&joint, &a, &b, 0.0);
        const double expected[6] = {x.x, x.y, x.z, t.x, t.y, t.z};
        for (int i = 0; i < 6; i++)
            cr_assert_float_eq(m.position[i], expected[i], 1e-12, "case %d coordinate %d", k, i);
        cr_assert(m.error == 0.0 && m.angular_error == 0.0);
        joint.type = BELAY_JOINT_FIXED;
        m = bl_joint_measure(&joint, &a, &b, 0.0);
        cr_assert_float_eq(m.error, v3_length(x), 1e-12);
        cr_assert_float_eq(m.angular_error, v3_length(q_log(bl_joint_turn_rotation(t.x, t.y, t.z))), 1e-12);
    }
}
