// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Clutch, rate control and bubble, on a servo that is given poses over a wall at z = 0.

#include "belay/haptic_navigation.h"
#include "belay/quat.h"
#include "haptics/posed.h"

#include <criterion/criterion.h>

#define PI 3.14159265358979323846
#define LARGEST_JUMP 0.15 // N, from tick to tick
#define CLUTCH 2u

static belay_haptic_navigation_config clutch(void)
{
    belay_haptic_navigation_config n = belay_haptic_navigation_config_default();
    n.clutch_buttons = CLUTCH;
    return n;
}

static belay_haptic_navigation_config rate(void)
{
    belay_haptic_navigation_config n = belay_haptic_navigation_config_default();
    n.radius = 0.02;
    n.drift_depth = 0.02;
    n.drift_speed = 0.1;
    return n;
}

static belay_haptic_navigation_config bubble(void)
{
    belay_haptic_navigation_config n = rate();
    n.exponent = 3.0;
    n.stiffness = 100.0;
    return n;
}

static bench navigating(const belay_haptic_servo_config* config, const belay_haptic_navigation_config* navigation,
                        belay_vec3 at)
{
    bench b = bench_begin(config);
    belay_error error;
    cr_assert_eq(belay_haptic_servo_set_navigation(b.servo, navigation, &error), BELAY_OK, "%s", error.message);
    b.input.device.position = at;
    stay(&b, 20);
    return b;
}

// The largest change of the force in it goes to *jump.
static void move_by(bench* b, belay_vec3 way, int ticks, double* jump)
{
    for (int i = 0; i < ticks; i++) {
        belay_vec3 last = b->output.device.force;
        b->input.device.position = v3_add_scaled(b->input.device.position, 1.0 / ticks, way);
        tick(b);
        *jump = fmax(*jump, v3_distance(b->output.device.force, last));
    }
}

static belay_vec3 target_of(const bench* b)
{
    return b->output.target.position;
}

Test(haptic_navigation, a_clutch_in_the_air_lets_the_device_go_and_the_tool_stay)
{
    belay_haptic_servo_config c = plain_config();
    belay_haptic_navigation_config n = clutch();
    bench b = navigating(&c, &n, v3(0.0, 0.0, 0.1));
    double jump = 0.0;
    b.input.device.buttons = CLUTCH | 1u;
    stay(&b, 101);
    cr_assert(has(&b, BELAY_HAPTIC_REASON_CLUTCHED));
    belay_vec3 held = target_of(&b);
    move_by(&b, v3(0.04, -0.03, 0.02), 200, &jump);
    cr_assert_lt(v3_distance(target_of(&b), held), 1e-12);
    cr_assert_eq(v3_length(b.output.linear_velocity), 0.0);
    b.input.device.buttons = 1u;
    stay(&b, 101);
    cr_assert_not(has(&b, BELAY_HAPTIC_REASON_CLUTCHED));
    cr_assert_lt(v3_distance(target_of(&b), held), 1e-12);
    move_by(&b, v3(-0.04, 0.03, -0.02), 200, &jump);
    cr_assert_lt(v3_distance(v3_sub(target_of(&b), held), v3(-0.04, 0.03, -0.02)), 1e-12);
    cr_assert_eq(jump, 0.0);
    bench_end(&b);
}

// Pressed with 2.5 N and on the move, with damping and friction: to no force and back, and no tick with a step.
Test(haptic_navigation, a_clutch_in_contact_has_no_steps_and_lets_go_of_the_surface)
{
    belay_haptic_servo_config c = plain_config();
    c.damping = 2.0;
    belay_haptic_navigation_config n = clutch();
    bench b = navigating(&c, &n, v3(0.0, 0.0, 1e-3));
    double jump = 0.0;
    press(&b, -2.5e-3);
    move_by(&b, v3(5e-3, 0.0, 0.0), 100, &jump); // slides at 0.05 m/s
    jump = 0.0;
    b.input.device.buttons = CLUTCH;
    move_by(&b, v3(0.01, 0.0, -0.005), 200, &jump); // on, and deeper
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    belay_vec3 tool = b.output.tool.position;
    cr_assert_float_eq(tool.z, 0.0, 1e-12);
    move_by(&b, v3(-0.03, 0.02, 0.04), 300, &jump);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    cr_assert_lt(v3_distance(b.output.tool.position, tool), 2e-5);
    b.input.device.buttons = 0;
    move_by(&b, v3_zero(), 150, &jump);
    cr_assert_lt(v3_length(b.output.device.force), 0.01); // nothing presses
    cr_assert_leq(jump, LARGEST_JUMP, "%g N", jump);
    move_by(&b, v3(0.0, 0.0, -1e-3), 100, &jump);
    stay(&b, 30);
    cr_assert_float_eq(b.output.device.force.z, 1.0, 0.01, "%g N", b.output.device.force.z);
    bench_end(&b);
}

// Straight up from 2 N, at that speed: what the hand gains, J; *acted: ticks on which the controller took some of it.
static double gain_of_retreat(bool is_clutched, double speed, uint64_t* acted)
{
    belay_haptic_servo_config c = plain_config();
    belay_haptic_navigation_config n = clutch();
    bench b = navigating(&c, &n, v3(0.0, 0.0, 1e-3));
    press(&b, -2e-3);
    double gained = 0.0;
    b.input.device.buttons = is_clutched ? CLUTCH : 0;
    for (int i = 0; i < 300; i++) {
        belay_vec3 last = b.output.device.force;
        b.input.device.position.z += speed * T;
        tick(&b);
        gained += 0.5 * (last.z + b.output.device.force.z) * speed * T; // the trapezoid is exact for a spring
    }
    *acted = count_of(&b, BELAY_HAPTIC_REASON_PASSIVITY);
    bench_end(&b);
    return gained;
}

// A hand that retreats while the clutch comes gets no more than without one, which is what the coupling has stored.
Test(haptic_navigation, a_clutch_gives_a_retreating_hand_nothing)
{
    for (double speed = 0.01; speed < 0.5; speed *= 2.0) {
        uint64_t acted, acted_without;
        double stored = 0.5 * 2.0 * 2.0 / 1000.0;
        double gained = gain_of_retreat(true, speed, &acted), without = gain_of_retreat(false, speed, &acted_without);
        cr_assert_leq(gained, stored + 1e-9, "%g m/s: %g J", speed, gained);
        cr_assert_leq(gained, without + 1e-9, "%g m/s: %g J, without %g J", speed, gained, without);
        cr_assert_gt(gained, 0.1 * stored);
        // Faster than 0.3 m/s the hold of a tick makes some with and without.
        if (acted_without == 0) cr_assert_eq(acted, 0, "%g m/s: %d ticks", speed, (int)acted);
    }
}

// A tool that turns stays turned as it is.
Test(haptic_navigation, a_clutch_holds_turns_too)
{
    belay_haptic_servo_config c = plain_config();
    c.tool = BELAY_HAPTIC_TOOL_POSE;
    c.mount.rotation = q_exp(v3(0.3, -0.2, 0.5));
    belay_haptic_navigation_config n = clutch();
    bench b = navigating(&c, &n, v3(0.0, 0.0, 0.1));
    b.input.device.buttons = CLUTCH;
    stay(&b, 101);
    belay_quat held = b.output.target.rotation;
    for (int i = 1; i <= 200; i++) {
        b.input.device.rotation = q_exp(v3(4e-3 * i, 2e-3 * i, -1e-3 * i));
        tick(&b);
    }
    cr_assert_lt(v3_length(q_log(q_mul(b.output.target.rotation, q_conjugate(held)))), 1e-9);
    b.input.device.buttons = 0;
    stay(&b, 101);
    belay_quat before = b.input.device.rotation, turned = q_exp(v3(0.0, 0.02, 0.0));
    b.input.device.rotation = q_mul(turned, before);
    tick(&b);
    // The device's turn, in the world.
    belay_vec3 way = q_log(q_mul(b.output.target.rotation, q_conjugate(held)));
    cr_assert_lt(v3_distance(way, q_rotate(c.mount.rotation, v3(0.0, 0.02, 0.0))), 1e-9);
    bench_end(&b);
}

// The speed is that of the formula, times the scale, along the deflection as the mount turns it.
static void check_drift(const belay_haptic_navigation_config* n, double beyond, double share)
{
    belay_haptic_servo_config c = plain_config();
    c.scale = 2.0;
    c.mount.rotation = q_exp(v3(0.0, 0.0, 0.5 * PI)); // the device's x is the world's y
    bench b = navigating(&c, n, v3(n->radius + beyond, 0.0, 0.0));
    b.is_without_model = true;
    stay(&b, 200);
    belay_vec3 from = target_of(&b), speed = b.output.linear_velocity;
    stay(&b, 1000);
    belay_vec3 way = v3_sub(target_of(&b), from), right = v3(0.0, 2.0 * share * n->drift_speed, 0.0);
    cr_assert_lt(v3_distance(way, right), 1e-9, "%g m in 1 s, not %g", way.y, right.y);
    cr_assert_lt(v3_distance(speed, right), 1e-12);
    bench_end(&b);
}

Test(haptic_navigation, drift_has_the_speed_of_the_deflection)
{
    belay_haptic_navigation_config r = rate(), w = bubble();
    check_drift(&r, -1e-3, 0.0);
    check_drift(&r, 0.01, 0.5);
    check_drift(&r, 0.02, 1.0);
    check_drift(&r, 0.05, 1.0);
    check_drift(&w, 0.01, 0.125);
    check_drift(&w, 0.016, 0.512);
    w.exponent = 2.5;
    check_drift(&w, 0.005, pow(0.25, 2.5));
}

// Through the wall and back on a closed way, drifting all the while: the spring's force by its formula, none of the
// coupling, and no work but that of rounding.
Test(haptic_navigation, a_bubble_makes_no_energy_in_the_air)
{
    belay_haptic_servo_config c = plain_config();
    belay_haptic_navigation_config n = bubble();
    const belay_vec3 start = v3(0.0, 0.0, 0.019);
    bench b = navigating(&c, &n, start);
    b.is_without_model = true;
    double work = 0.0, largest = 0.0, jump = 0.0;
    for (int i = 1; i <= 4000; i++) {
        double a = 2.0 * PI * i / 4000.0;
        belay_vec3 last = b.output.device.force, from = b.input.device.position;
        b.input.device.position = v3(0.02 * sin(a), 0.015 * sin(2.0 * a), 0.019 + 0.012 * (1.0 - cos(a)));
        tick(&b);
        belay_vec3 force = b.output.device.force, x = b.input.device.position;
        double beyond = fmax(0.0, v3_length(x) - n.radius);
        cr_assert_lt(v3_distance(force, v3_scale(-100.0 * beyond / v3_length(x), x)), 1e-12, "tick %d", i);
        work += v3_dot(v3_scale(0.5, v3_add(last, force)), v3_sub(x, from));
        largest = fmax(largest, v3_length(force));
        jump = fmax(jump, v3_distance(last, force));
    }
    cr_assert_lt(fabs(work), 1e-7, "%g J", work);
    cr_assert_gt(largest, 1.0);
    cr_assert_leq(jump, LARGEST_JUMP);
    cr_assert_gt(v3_length(belay_haptic_servo_get_navigation(b.servo)->offset), 0.01); // it did drift
    bench_end(&b);
}

// Against a wall the drift ends as the coupling is stretched, without a step; back inside it is over.
Test(haptic_navigation, drift_into_a_surface_ends_at_the_largest_stretch)
{
    belay_haptic_servo_config c = plain_config();
    c.damping = 2.0;
    belay_haptic_navigation_config n = rate();
    n.centre.z = 0.05;
    bench b = navigating(&c, &n, v3(0.0, 0.0, 0.05));
    double jump = 0.0;
    move_by(&b, v3(0.0, 0.0, -0.04), 200, &jump); // at full speed: 0.1 m/s down
    move_by(&b, v3_zero(), 2000, &jump);
    cr_assert(b.output.is_in_contact);
    cr_assert_float_eq(b.output.device.force.z, 1000.0 * n.max_stretch, 0.02, "%g N", b.output.device.force.z);
    cr_assert_leq(jump, LARGEST_JUMP, "%g N", jump);
    move_by(&b, v3(0.0, 0.0, 0.035), 200, &jump);
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    belay_vec3 from = target_of(&b);
    stay(&b, 100);
    cr_assert_lt(v3_distance(target_of(&b), from), 1e-12);
    cr_assert_eq(count_of(&b, BELAY_HAPTIC_REASON_PASSIVITY), 0);
    bench_end(&b);
}

// A device that says nothing any more does not drift on.
Test(haptic_navigation, drift_stands_still_while_the_device_is_silent)
{
    belay_haptic_servo_config c = plain_config();
    belay_haptic_navigation_config n = rate();
    bench b = navigating(&c, &n, v3(0.0, 0.0, 0.05));
    stay(&b, 200);
    b.input.status = BELAY_HAPTIC_NOT_READY;
    stay(&b, 25);
    belay_vec3 from = target_of(&b);
    stay(&b, 500);
    cr_assert_eq(v3_distance(target_of(&b), from), 0.0);
    bench_end(&b);
}

// Within the radius and without the button it is as if there were no navigation, to the bit.
Test(haptic_navigation, is_nothing_while_it_is_not_used)
{
    belay_haptic_servo_config c = plain_config();
    c.damping = 2.0;
    c.tool = BELAY_HAPTIC_TOOL_POSE;
    belay_haptic_navigation_config n = bubble();
    n.clutch_buttons = CLUTCH;
    bench a = navigating(&c, &n, v3(0.0, 0.0, 1e-3)), b = bench_begin(&c);
    b.input.device.position.z = 1e-3;
    stay(&b, 20);
    for (int i = 0; i < 500; i++) {
        a.input.device.position = b.input.device.position = v3(1e-5 * i, 0.0, -2e-3 * sin(0.02 * i));
        tick(&a);
        tick(&b);
        cr_assert_lt(v3_distance(a.output.device.force, b.output.device.force), 1e-15, "tick %d", i);
    }
    bench_end(&a);
    bench_end(&b);
}

Test(haptic_navigation, bad_configurations_are_refused)
{
    belay_haptic_servo_config c = plain_config();
    bench b = bench_begin(&c);
    belay_haptic_navigation navigation;
    belay_error error;
    belay_haptic_navigation_config good = bubble(), bad = bubble();
    cr_assert_eq(belay_haptic_servo_set_navigation(b.servo, &good, &error), BELAY_OK);
    bad.exponent = 0.5;
    cr_assert_eq(belay_haptic_servo_set_navigation(b.servo, &bad, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "exponent is 0.5"), "%s", error.message);
    cr_assert_eq(belay_haptic_servo_get_navigation(b.servo)->config.exponent, 3.0); // as before
    bad = good;
    bad.drift_depth = 0.0;
    cr_assert_eq(belay_haptic_navigation_init(&bad, &navigation, &error), BELAY_ERROR_VALUE);
    bad = good;
    bad.centre.y = NAN;
    cr_assert_eq(belay_haptic_navigation_init(&bad, &navigation, &error), BELAY_ERROR_VALUE);
    cr_assert(strstr(error.message, "centre.y"), "%s", error.message);
    cr_assert_eq(belay_haptic_navigation_init(NULL, &navigation, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_servo_set_navigation(NULL, &good, &error), BELAY_ERROR_VALUE);
    cr_assert_eq(belay_haptic_servo_set_navigation(b.servo, NULL, &error), BELAY_OK);
    cr_assert_null(belay_haptic_servo_get_navigation(b.servo));
    belay_haptic_device_info info;
    memset(&info, 0, sizeof info);
    info.workspace_radius = 0.06;
    info.max_continuous_force = 0.88;
    belay_haptic_navigation_config r = belay_haptic_navigation_config_rate(&info);
    belay_haptic_navigation_config w = belay_haptic_navigation_config_bubble(NULL);
    cr_assert_eq(belay_haptic_navigation_init(&r, &navigation, &error), BELAY_OK, "%s", error.message);
    cr_assert_eq(belay_haptic_navigation_init(&w, &navigation, &error), BELAY_OK, "%s", error.message);
    cr_assert_float_eq(r.radius + r.drift_depth, 0.06, 1e-12);
    w = belay_haptic_navigation_config_bubble(&info);
    cr_assert_float_eq(w.stiffness * w.drift_depth, 0.44, 1e-12);
    bench_end(&b);
}

// Nonsense in a tick changes nothing.
Test(haptic_navigation, input_that_is_not_finite_is_not_taken)
{
    belay_haptic_navigation_config n = bubble();
    belay_haptic_navigation navigation;
    belay_haptic_navigation_output output;
    cr_assert_eq(belay_haptic_navigation_init(&n, &navigation, NULL), BELAY_OK);
    belay_haptic_navigation_input input = {.device = {{0.05, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}, .dt = T};
    belay_haptic_navigation_update(&navigation, &input, &output);
    belay_haptic_navigation before = navigation;
    input.device.position.x = NAN;
    belay_haptic_navigation_update(&navigation, &input, &output);
    input.device.position.x = 0.06;
    input.dt = -1.0;
    belay_haptic_navigation_update(&navigation, &input, &output);
    cr_assert_eq(memcmp(&before, &navigation, sizeof before), 0);
    cr_assert(v3_is_finite(output.pose.position));
    belay_haptic_navigation_update(NULL, &input, &output);
}
