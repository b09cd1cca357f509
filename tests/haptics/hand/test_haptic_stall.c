// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Physics that stops (haptics 7.6), and what is bounded whatever happens: a heavy blow (section 5, no. 10) and a far
// pull (no. 19).

#include "haptics/two_rates.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static const double rates[] = {60.0, 125.0, 250.0};

// ---------------------------------------------------------------------------------------------------------------------
// 7.6
// ---------------------------------------------------------------------------------------------------------------------

// Pressed, then physics stops for 100 ms while the hand goes up by 30 mm.
typedef struct stall_feel {
    double largest_jump;  // N, in the stall and 50 ms after it
    double clear_force;   // N, largest while the device is 2 mm and more above the wall
    double largest_force; // N
    double energy_lowest; // J
} stall_feel;

static void see(stall_feel* f, const two_rates* s, double height, belay_vec3* last)
{
    belay_vec3 force = s->output.device.force;
    f->largest_jump = fmax(f->largest_jump, v3_distance(force, *last));
    f->largest_force = fmax(f->largest_force, v3_length(force));
    if (height > TWO_RATES_RADIUS + 0.002) f->clear_force = fmax(f->clear_force, v3_length(force));
    *last = force;
}

#define WAY 0.03    // m, that the hand leaves by
#define LEAVING 100 // ticks, in which it does

// From 0 to 1 within LEAVING ticks, without a jolt of the hand's own: its speed grows within a fifth of them, stays,
// and falls.
static double share_of_way(int tick)
{
    double t = fmin((double)tick / LEAVING, 1.0), early = 0.2, top = 1.0 / (1.0 - early);
    if (t < early) return 0.5 * top * t * t / early;
    if (t > 1.0 - early) return 1.0 - 0.5 * top * (1.0 - t) * (1.0 - t) / early;
    return top * (t - 0.5 * early);
}

// A rod in a stall answers as linearised in its last step. By what its end is moved in one step h, stiffness,
// damping and inertia act together: k (1 + damping_time / h) + m / h^2, with m a third of its mass at its end.
static double stiffness_in_stall(double h)
{
    double k = 120.0, m = 0.03 * 0.1 / 3.0, damping_time = 0.01, rod = k * (1.0 + damping_time / h) + m / (h * h);
    return rod * 1000.0 / (rod + 1000.0); // behind the coupling
}

static void check_stall(two_rates_ground ground, double rate)
{
    two_rates_def def = {1.0 / rate, 0.3, ground, 3.0, false};
    two_rates s = two_rates_begin(&def);
    // Into the wall no further than the hand leaves again before it is fast; a rod that is held is let back by as much
    // as it was drawn.
    const double depths[] = {0.0095, 0.007, 0.007, -0.01};
    double deep = depths[ground];
    two_rates_move(&s, v3(0.0, 0.0, 0.02), v3(0.0, 0.0, deep), 1000);
    two_rates_move(&s, v3(0.0, 0.0, deep), v3(0.0, 0.0, deep), 500);
    stall_feel f = {0.0, 0.0, 0.0, 0.0};
    belay_vec3 last = s.output.device.force;
    s.is_stalled = true;
    double pull = v3_length(last);
    for (int i = 1; i <= LEAVING + 50; i++) {
        double z = deep + WAY * share_of_way(i);
        s.is_stalled = i <= LEAVING;
        two_rates_tick(&s, v3(0.0, 0.0, z));
        see(&f, &s, z, &last);
    }
    f.energy_lowest = belay_haptic_servo_get_report(s.servo)->energy_lowest;
    cr_assert_leq(f.largest_jump, 0.15, "%g Hz, ground %d: %g N", rate, (int)ground, f.largest_jump);
    // What is touched lets go, so the force only falls. What is held pulls, then pushes, no harder than the stale rod.
    double push = ground == TWO_RATES_HELD ? WAY * stiffness_in_stall(1.0 / rate) - pull : 0.0;
    cr_assert_leq(f.largest_force, fmax(pull, 1.05 * push) + 0.15, "%g Hz, ground %d: %g N for %g", rate, (int)ground,
                  f.largest_force, fmax(pull, push));
    if (ground == TWO_RATES_WALL) cr_assert_eq(f.clear_force, 0.0, "%g Hz: %g N", rate, f.clear_force);
    cr_assert_geq(f.energy_lowest, -1e-4, "%g Hz, ground %d: %g J", rate, (int)ground, f.energy_lowest);
    two_rates_end(&s);
}

Test(haptic_stall, stall_while_the_hand_leaves_7_6_5_13)
{
    for (int ground = TWO_RATES_WALL; ground <= TWO_RATES_HELD; ground++)
        for (int k = 0; k < 3; k++)
            check_stall((two_rates_ground)ground, rates[k]);
}

static bool has(const two_rates* s, belay_haptic_reason reason)
{
    return (s->output.reasons & belay_haptic_reason_bit(reason)) != 0;
}

// In steady contact: 100 ms of patience, 100 ms of fading, and a ramp when physics is back.
Test(haptic_stall, long_stall_fades_and_comes_back_7_6)
{
    two_rates_def def = {1.0 / 125.0, 0.3, TWO_RATES_WALL, 3.0, false};
    two_rates s = two_rates_begin(&def);
    belay_vec3 deep = v3(0.0, 0.0, 0.007);
    two_rates_move(&s, v3(0.0, 0.0, 0.02), deep, 1000);
    two_rates_move(&s, deep, deep, 504);
    s.is_stalled = true;
    double last = s.output.device.force.z;
    cr_assert_float_eq(last, 3.0, 1e-6);
    for (int i = 1; i <= 300; i++) {
        two_rates_tick(&s, deep);
        double force = s.output.device.force.z;
        cr_assert_leq(fabs(force - last), 0.031, "tick %d", i);
        if (i <= 90) cr_assert_float_eq(force, 3.0, 1e-6);
        if (i > 110) cr_assert(has(&s, BELAY_HAPTIC_REASON_STALE));
        if (i > 210) cr_assert_eq(force, 0.0);
        last = force;
    }
    s.is_stalled = false;
    for (int i = 1; i <= 300; i++) {
        two_rates_tick(&s, deep);
        cr_assert_leq(fabs(s.output.device.force.z - last), 0.15, "tick %d", i);
        if (i > 20 && i < 100) cr_assert(has(&s, BELAY_HAPTIC_REASON_RECOVERING), "tick %d", i);
        last = s.output.device.force.z;
    }
    cr_assert_float_eq(last, 3.0, 1e-3);
    two_rates_end(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Bounded whatever happens
// ---------------------------------------------------------------------------------------------------------------------

#define FALL 0.05 // m, down to the tool

static void drop_block(two_rates* s, double speed)
{
    belay_body_def def = belay_body_def_default();
    def.mass = 50.0;
    def.inertia = belay_inertia_box(def.mass, v3(0.2, 0.2, 0.1));
    def.pose.position = v3(0.0, 0.0, 0.05 + FALL + 0.025);
    def.linear_velocity.z = -speed;
    def.is_rotation_locked = true; // it would tip over the tool
    belay_collider_def shape = belay_collider_def_box(v3(0.2, 0.2, 0.1));
    belay_body_id block;
    cr_assert_eq(belay_world_set_gravity(s->world, v3(0.0, 0.0, -SCENE_G)), BELAY_OK);
    cr_assert_eq(belay_body_create(s->world, &def, &block), BELAY_OK);
    cr_assert_eq(belay_collider_create(s->world, block, &shape, NULL), BELAY_OK);
}

// 50 kg fall on the tool, 5 mm above the floor, at 1.4 m/s (section 5, no. 10): physics stops them with an impulse of
// 50 N s, 12500 N in a step of 4 ms. The hand feels no more than the coupling: that of the way by which the tool is
// pushed down and, until a step has found that the floor stops it, of the way that the block would go in one; with
// jumps as of a wall that comes at that speed.
Test(haptic_stall, heavy_block_on_the_tool_is_felt_through_the_coupling_5_10)
{
    for (int k = 0; k < 3; k++) {
        two_rates_def def = {1.0 / rates[k], 0.3, TWO_RATES_WALL, 0.5, false};
        two_rates s = two_rates_begin(&def);
        belay_vec3 place = v3(0.0, 0.0, 0.015);
        two_rates_move(&s, v3(0.0, 0.0, 0.02), place, 200);
        drop_block(&s, 1.0);
        belay_vec3 last = v3_zero();
        double largest = 0.0, speed = sqrt(1.0 + 2.0 * SCENE_G * FALL);
        for (int i = 0; i < 500; i++) {
            two_rates_tick(&s, place);
            belay_vec3 force = s.output.device.force;
            double jump = v3_distance(force, last), bound = 1000.0 * speed * TWO_RATES_T + 0.5 * speed + 0.05;
            cr_assert_leq(jump, bound, "%g Hz, tick %d: %g N", rates[k], i, jump);
            largest = fmax(largest, v3_length(force));
            last = force;
        }
        cr_expect_float_eq(last.z, -1000.0 * 0.005, 0.05, "%g Hz: 5 mm of the coupling, not %g N", rates[k], last.z);
        cr_expect_leq(largest, 1000.0 * (0.005 + speed * def.h) + 0.5 * speed, "%g Hz: %g N", rates[k], largest);
        two_rates_end(&s);
    }
}

// Two-hand pull (section 5, no. 19): the mass on its spring drawn far, bounded and without end to the numbers.
Test(haptic_stall, far_pull_stays_bounded_5_19)
{
    two_rates_def def = {1.0 / 60.0, 0.8, TWO_RATES_VERTEX, 3.0, false};
    two_rates s = two_rates_begin(&def);
    two_rates_move(&s, v3(0.0, 0.0, 0.02), v3(0.0, 0.0, -0.01), 500);
    two_rates_move(&s, v3(0.0, 0.0, -0.01), v3(0.3, 0.0, -0.3), 500);
    two_rates_move(&s, v3(0.3, 0.0, -0.3), v3(-0.3, 0.2, 0.1), 1000);
    cr_assert(v3_is_finite(s.output.device.force));
    cr_assert_leq(v3_length(scene_state(s.world, s.other).pose.position), 1.0);
    cr_assert_leq(belay_haptic_servo_get_report(s.servo)->largest_force, 40.0);
    two_rates_end(&s);
}

// The rod itself, to three times its length: 0.2 m of 120 N/m, behind the coupling.
Test(haptic_stall, rod_pulled_to_three_times_its_length_5_19)
{
    for (int k = 0; k < 3; k++) {
        two_rates_def def = {1.0 / rates[k], 0.3, TWO_RATES_HELD, 3.0, false};
        two_rates s = two_rates_begin(&def);
        belay_vec3 far = v3(0.0, 0.0, 0.12 - 0.1 - 0.2 - 0.2 * 120.0 / 1000.0);
        two_rates_move(&s, v3(0.0, 0.0, 0.02), far, 1000);
        two_rates_move(&s, far, far, 1000);
        cr_assert_float_eq(s.output.device.force.z, 0.2 * 120.0, 0.01 * 0.2 * 120.0, "%g Hz: %g", rates[k],
                           s.output.device.force.z);
        cr_assert_leq(belay_haptic_servo_get_report(s.servo)->largest_force, 1.1 * 0.2 * 120.0);
        two_rates_end(&s);
    }
}
