// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Everything that the simulated device can get wrong, on the tick it was told to.

#include "belay/vec.h"
#include "haptics/simulated.h"

#include <math.h>

static const double T = 1e-3;

// A device that goes along x at 0.1 m/s: at tick i it is at 1e-4 i.
static belay_haptic_simulation_def moving_steadily(void)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.velocity = v3(0.1, 0.0, 0.0);
    return def;
}

static double place(int64_t tick)
{
    return 1e-4 * (double)tick;
}

static belay_haptic_status tick(const simulated* s, belay_haptic_input* input)
{
    belay_haptic_status status = simulated_read(s, input);
    simulated_pass(s, 1, T);
    return status;
}

Test(device_faults, without_any_every_tick_is_good)
{
    belay_haptic_simulation_def def = moving_steadily();
    simulated s = simulated_begin(&def);
    for (int i = 0; i < 100; i++) {
        belay_haptic_input input;
        cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_OK);
        cr_assert_float_eq(input.position.x, place(i), 1e-12);
        cr_assert_float_eq(input.time, i * T, 1e-12);
    }
    simulated_end(&s);
}

Test(device_faults, dropped_frames_leave_the_last_one)
{
    belay_haptic_simulation_def def = moving_steadily();
    def.faults.drop_chance = 0.2;
    simulated s = simulated_begin(&def);
    belay_haptic_input last = {.rotation = {1.0, 0.0, 0.0, 0.0}};
    int dropped = 0;
    for (int i = 0; i < 10000; i++) {
        belay_haptic_input input;
        if (tick(&s, &input) == BELAY_HAPTIC_OK) {
            cr_assert_float_eq(input.position.x, place(i), 1e-9);
            last = input;
        } else {
            dropped++;
            cr_assert_eq(input.position.x, last.position.x);
            cr_assert_eq(input.time, last.time);
            cr_assert_eq(input.rotation.w, 1.0);
        }
    }
    // Four standard deviations of 10000 draws with chance 0.2.
    cr_assert_leq(abs(dropped - 2000), 160, "%d of 10000", dropped);
    simulated_end(&s);
}

Test(device_faults, frozen_pose_stays_while_time_goes_on)
{
    belay_haptic_simulation_def def = moving_steadily();
    def.faults.freeze_tick = 20;
    def.faults.freeze_count = 30;
    simulated s = simulated_begin(&def);
    for (int i = 0; i < 100; i++) {
        belay_haptic_input input;
        cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_OK);
        cr_assert_float_eq(input.position.x, place(i >= 20 && i < 50 ? 19 : i), 1e-12);
        cr_assert_float_eq(input.time, i * T, 1e-12);
    }
    simulated_end(&s);
}

Test(device_faults, unplugged_device_is_lost_until_it_is_found_again)
{
    belay_haptic_simulation_def def = moving_steadily();
    def.faults.unplug_tick = 10;
    simulated s = simulated_begin(&def);
    belay_haptic_input input;
    for (int i = 0; i < 10; i++) {
        cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_OK);
        cr_assert_eq(simulated_push(&s, 1.0, 0.0, 0.0), BELAY_HAPTIC_OK);
    }
    cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_LOST);
    cr_assert_eq(simulated_state(&s).force.x, 0.0);
    belay_vec3 last = input.position;
    cr_assert_eq(simulated_push(&s, 1.0, 0.0, 0.0), BELAY_HAPTIC_LOST);
    cr_assert_eq(simulated_state(&s).writes, 10);
    cr_assert_eq(simulated_state(&s).writes_when_lost, 1);

    char why[128] = "";
    cr_assert_eq(s.driver.ops->probe(s.driver.driver, &s.info, 1, why, sizeof why), 0);
    cr_assert(strstr(why, "unplugged"), "%s", why);

    // The plug alone does not bring back what was opened before it.
    belay_haptic_simulation_plug(s.simulation, true);
    cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_LOST);
    cr_assert_eq(input.position.x, last.x);
    s.driver.ops->close(s.device);
    simulated_open(&s);
    for (int i = 0; i < 20; i++) {
        cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_OK);
        cr_assert_eq(simulated_push(&s, 1.0, 0.0, 0.0), BELAY_HAPTIC_OK);
    }
    cr_assert_eq(simulated_state(&s).force.x, 1.0);
    simulated_end(&s);
}

// A program may write before it reads: then the write finds out, and is not counted as sent to a lost device.
Test(device_faults, write_finds_out_about_the_plug)
{
    belay_haptic_simulation_def def = moving_steadily();
    simulated s = simulated_begin(&def);
    belay_haptic_simulation_plug(s.simulation, false);
    cr_assert_eq(simulated_push(&s, 1.0, 0.0, 0.0), BELAY_HAPTIC_LOST);
    cr_assert_eq(simulated_state(&s).writes_when_lost, 0);
    cr_assert_eq(simulated_push(&s, 1.0, 0.0, 0.0), BELAY_HAPTIC_LOST);
    cr_assert_eq(simulated_state(&s).writes_when_lost, 1);
    cr_assert_eq(simulated_state(&s).writes, 0);
    simulated_end(&s);
}

Test(device_faults, opens_once_at_a_time_and_only_what_is_there)
{
    belay_haptic_simulation_def def = moving_steadily();
    simulated s = simulated_begin(&def);
    void* other = NULL;
    belay_error error;
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &s.info, &other, &error), BELAY_ERROR_STATE);
    belay_haptic_device_info unknown = s.info;
    unknown.id[0] = '7';
    cr_assert_eq(s.driver.ops->open(s.driver.driver, &unknown, &other, &error), BELAY_ERROR_HANDLE);
    cr_assert(strstr(error.message, "'7'"), "%s", error.message);
    simulated_end(&s);
}

Test(device_faults, pose_that_is_no_number_lasts_as_long_as_told)
{
    belay_haptic_simulation_def def = moving_steadily();
    def.faults.nan_tick = 5;
    def.faults.nan_count = 2;
    simulated s = simulated_begin(&def);
    for (int i = 0; i < 20; i++) {
        belay_haptic_input input;
        cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_OK);
        bool is_bad = i == 5 || i == 6;
        cr_assert_eq((bool)isnan(input.position.x), is_bad);
        cr_assert_eq((bool)isnan(input.rotation.w), is_bad);
    }
    simulated_end(&s);
}

Test(device_faults, jump_moves_the_pose_off_and_back)
{
    belay_haptic_simulation_def def = moving_steadily();
    def.faults.jump_tick = 5;
    def.faults.jump_count = 3;
    def.faults.jump = v3(0.01, -0.02, 0.03);
    simulated s = simulated_begin(&def);
    for (int i = 0; i < 20; i++) {
        belay_haptic_input input;
        tick(&s, &input);
        bool is_off = i >= 5 && i < 8;
        cr_assert_float_eq(input.position.x, place(i) + (is_off ? 0.01 : 0.0), 1e-12);
        cr_assert_float_eq(input.position.z, is_off ? 0.03 : 0.0, 1e-12);
    }
    simulated_end(&s);
}

Test(device_faults, late_poses_are_those_of_before)
{
    const int late[] = {1, 7, 250};
    for (int k = 0; k < 3; k++) {
        belay_haptic_simulation_def def = moving_steadily();
        def.faults.latency = late[k] * T;
        simulated s = simulated_begin(&def);
        for (int i = 0; i < 600; i++) {
            belay_haptic_input input;
            cr_assert_eq(tick(&s, &input), BELAY_HAPTIC_OK);
            cr_assert_float_eq(input.position.x, place(i < late[k] ? 0 : i - late[k]), 1e-12, "late %d, tick %d",
                               late[k], i);
        }
        simulated_end(&s);
    }
}

Test(device_faults, slow_device_has_a_frame_so_often_only)
{
    belay_haptic_simulation_def def = moving_steadily();
    def.faults.rate = 250.0;
    def.faults.rate_tick = 10;
    simulated s = simulated_begin(&def);
    int good = 0;
    for (int i = 0; i < 10 + 400; i++) {
        belay_haptic_input input;
        bool is_good = tick(&s, &input) == BELAY_HAPTIC_OK;
        // The last frame before it slowed down was that of tick 9.
        cr_assert_eq(is_good, i < 10 || (i - 9) % 4 == 0, "tick %d", i);
        good += is_good;
    }
    cr_assert_eq(good, 110);
    simulated_end(&s);
}

Test(device_faults, times_are_off_by_no_more_than_told)
{
    belay_haptic_simulation_def def = moving_steadily();
    def.faults.time_jitter = 2e-4;
    simulated s = simulated_begin(&def);
    double low = 0.0, high = 0.0;
    for (int i = 0; i < 2000; i++) {
        belay_haptic_input input;
        tick(&s, &input);
        low = fmin(low, input.time - i * T);
        high = fmax(high, input.time - i * T);
    }
    cr_assert(low >= -2e-4 && low < -1.9e-4, "%g", low);
    cr_assert(high <= 2e-4 && high > 1.9e-4, "%g", high);
    simulated_end(&s);
}

// Twice the force that it can give for long: the heat reaches 1 after tau log(4/3) s, and 4 (1 - e^-(t/tau)) until
// then; afterwards the force comes down to what it can give for long.
Test(device_faults, hot_motors_give_less)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.mass = 1e6;
    def.device.max_force = 10.0;
    def.device.max_continuous_force = 4.0;
    def.thermal_time = 2.0;
    simulated s = simulated_begin(&def);
    simulated_push(&s, 0.0, 8.0, 0.0);
    double until = 2.0 * log(4.0 / 3.0);
    for (int i = 1; i <= 20000; i++) {
        simulated_pass(&s, 1, T);
        belay_haptic_simulation_state state = simulated_state(&s);
        if (i * T < until - T) {
            cr_assert_float_eq(state.heat, 4.0 * (1.0 - exp(-i * T / 2.0)), 1e-9);
            cr_assert_eq(state.force.y, 8.0);
        }
        cr_assert(state.force.y > 4.0 - 1e-12 && state.force.y <= 8.0);
        cr_assert_lt(state.heat, 1.1 + 1e-9);
    }
    // It settles where the heat that the force makes is the heat that lets it through: (f / 4)^2 = 1 + (10 - f) / 60.
    double f = simulated_state(&s).force.y;
    cr_assert_float_eq(f * f / 16.0, 1.0 + (10.0 - f) / 60.0, 1e-4);

    // Let go, it cools down and may do it all again.
    simulated_push(&s, 0.0, 0.0, 0.0);
    simulated_pass(&s, 10000, T);
    cr_assert_lt(simulated_state(&s).heat, 0.01);
    simulated_push(&s, 0.0, 8.0, 0.0);
    simulated_pass(&s, 1, T);
    cr_assert_eq(simulated_state(&s).force.y, 8.0);
    simulated_end(&s);
}

Test(device_faults, watchdog_lets_go_of_an_old_force)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.watchdog = 0.03;
    simulated s = simulated_begin(&def);
    for (int i = 0; i < 100; i++) {
        if (i <= 50) simulated_push(&s, 1.0, 0.0, 0.0);
        simulated_pass(&s, 1, T);
        // The last write came when 50 ms had passed.
        cr_assert_eq(simulated_state(&s).force.x, i < 80 ? 1.0 : 0.0, "after step %d", i);
    }
    simulated_push(&s, 2.0, 0.0, 0.0);
    simulated_pass(&s, 1, T);
    cr_assert_eq(simulated_state(&s).force.x, 2.0);
    simulated_end(&s);
}

Test(device_faults, bad_and_large_writes_are_counted)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.max_force = 5.0;
    simulated s = simulated_begin(&def);
    simulated_push(&s, NAN, 0.0, 0.0);
    simulated_pass(&s, 1, T);
    cr_assert_eq(simulated_state(&s).force.x, 0.0);
    simulated_push(&s, 0.0, INFINITY, 0.0);
    simulated_push(&s, 3.0, 0.0, 4.0);
    simulated_push(&s, 3.0, 0.0, 4.1);
    belay_haptic_simulation_state state = simulated_state(&s);
    cr_assert_eq(state.writes, 4);
    cr_assert_eq(state.bad_writes, 2);
    cr_assert_eq(state.limited_writes, 1);
    cr_assert_float_eq(state.largest_force, hypot(3.0, 4.1), 1e-12);
    simulated_end(&s);
}

Test(device_faults, closing_lets_go)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    simulated s = simulated_begin(&def);
    simulated_push(&s, 1.0, 0.0, 0.0);
    simulated_pass(&s, 1, T);
    cr_assert_eq(simulated_state(&s).force.x, 1.0);
    s.driver.ops->close(s.device);
    simulated_pass(&s, 1, T);
    cr_assert_eq(simulated_state(&s).force.x, 0.0);
    cr_assert(!simulated_state(&s).is_open);
    belay_haptic_simulation_destroy(s.simulation);
}
