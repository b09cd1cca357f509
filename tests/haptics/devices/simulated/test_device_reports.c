// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the simulated device tells, that it tells the same bits again, and how it is defined.

#include "belay/quat.h"
#include "belay/vec.h"
#include "haptics/simulated.h"
#include "support/chance.h"

#include <math.h>
#include <string.h>

static const double T = 1e-3;

// ---------------------------------------------------------------------------------------------------------------------
// What is reported
// ---------------------------------------------------------------------------------------------------------------------

Test(device_reports, pose_is_told_in_encoder_steps)
{
    belay_haptic_simulation_def def = simulated_turning_def();
    def.device.position_step = 55e-6;
    def.rotation.step = 1e-3;
    def.velocity = v3(0.0123, -0.2, 0.07);
    simulated s = simulated_begin(&def);
    belay_haptic_output output = {{0.0, 0.0, 0.0}, {1e-4, -2e-4, 5e-5}, 0.0};
    s.driver.ops->write(s.device, &output);
    int changes = 0;
    double last = 0.0;
    for (int i = 0; i < 300; i++) {
        simulated_pass(&s, 1, T);
        belay_haptic_input input;
        simulated_read(&s, &input);
        belay_haptic_simulation_state state = simulated_state(&s);
        double steps = input.position.x / 55e-6;
        cr_assert_float_eq(steps, round(steps), 1e-9);
        cr_assert_leq(fabs(input.position.x - state.position.x), 0.5 * 55e-6 + 1e-15);
        cr_assert_leq(fabs(input.position.y - state.position.y), 0.5 * 55e-6 + 1e-15);
        belay_vec3 off = v3_sub(q_log(input.rotation), q_log(state.rotation));
        cr_assert_leq(fmax(fabs(off.x), fmax(fabs(off.y), fabs(off.z))), 0.5e-3 + 1e-12);
        cr_assert_lt(v3_distance(input.linear_velocity, state.velocity), 1e-15);
        changes += input.position.x != last;
        last = input.position.x;
    }
    // 0.3 s at 12.3 mm/s are 67 steps.
    cr_assert_eq(changes, 67);
    simulated_end(&s);
}

Test(device_reports, mount_turns_and_scales_what_the_device_says)
{
    uint64_t random = 5;
    for (int round = 0; round < 20; round++) {
        belay_haptic_simulation_def def = simulated_turning_def();
        def.mount.position = chance_vector(&random, 0.5);
        def.mount.rotation = q_exp(chance_vector(&random, 2.0));
        def.mount_scale = chance_between(&random, 0.2, 5.0);
        def.position = chance_vector(&random, 0.1);
        def.velocity = chance_vector(&random, 0.1);
        def.motion.rotation = q_exp(chance_vector(&random, 1.0));
        simulated s = simulated_begin(&def);
        belay_haptic_output output = {chance_vector(&random, 2.0), chance_vector(&random, 0.01), 0.0};
        s.driver.ops->write(s.device, &output);
        simulated_pass(&s, 50, T);
        belay_haptic_input input;
        simulated_read(&s, &input);
        belay_haptic_simulation_state state = simulated_state(&s);

        belay_vec3 p = v3_scale(def.mount_scale, q_rotate(def.mount.rotation, input.position));
        cr_assert_lt(v3_distance(v3_add(def.mount.position, p), state.position), 1e-12);
        // The forces turn without the scale: their power is that of the device's, times the scale.
        double power = v3_dot(output.force, input.linear_velocity) * def.mount_scale;
        cr_assert_float_eq(power, v3_dot(state.force, state.velocity), 1e-12);
        double turning = v3_dot(output.torque, input.angular_velocity);
        cr_assert_float_eq(turning, v3_dot(state.torque, state.angular_velocity), 1e-12);
        belay_quat rotation = q_mul(def.mount.rotation, input.rotation);
        cr_assert_lt(v3_length(q_log(q_mul(rotation, q_conjugate(state.rotation)))), 1e-9);
        simulated_end(&s);
    }
}

Test(device_reports, clocks_itself_when_told_to)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMEGA_3);
    def.is_self_clocked = true;
    simulated s = simulated_begin(&def);
    belay_haptic_input input;
    for (int i = 0; i < 100; i++) {
        cr_assert_eq(simulated_read(&s, &input), BELAY_HAPTIC_OK);
        cr_assert_float_eq(input.time, i / 4000.0, 1e-12);
    }
    simulated_end(&s);
}

Test(device_reports, buttons_are_told)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    simulated s = simulated_begin(&def);
    belay_haptic_input input;
    belay_haptic_simulation_set_buttons(s.simulation, 5);
    simulated_read(&s, &input);
    cr_assert_eq(input.buttons, 5);
    simulated_end(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Determinism, and the definition
// ---------------------------------------------------------------------------------------------------------------------

Test(device_reports, same_seed_same_bits)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_PREMIUM_1_5);
    def.motion = (belay_hand_motion){.kind = BELAY_HAND_DRAG,
                                     .end = {0.0, 0.0, -0.01},
                                     .along = {1.0, 0.5, 0.0},
                                     .duration = 0.1,
                                     .speed = 0.05,
                                     .reach = 0.03,
                                     .rotation = {1.0, 0.0, 0.0, 0.0}};
    def.faults = (belay_haptic_faults){.drop_chance = 0.1, .latency = 3e-3, .time_jitter = 1e-4};
    simulated a = simulated_begin(&def), b = simulated_begin(&def);
    def.seed = 2;
    simulated c = simulated_begin(&def);
    bool differs = false;
    uint64_t random = 9;
    for (int i = 0; i < 3000; i++) {
        belay_haptic_input x, y, z;
        belay_haptic_status sx = simulated_read(&a, &x), sy = simulated_read(&b, &y), sz = simulated_read(&c, &z);
        cr_assert_eq(sx, sy);
        cr_assert_arr_eq(&x.position, &y.position, sizeof x.position);
        cr_assert_arr_eq(&x.rotation, &y.rotation, sizeof x.rotation);
        cr_assert_arr_eq(&x.time, &y.time, sizeof x.time);
        differs = differs || sx != sz;
        belay_vec3 f = chance_vector(&random, 1.0);
        simulated_push(&a, f.x, f.y, f.z);
        simulated_push(&b, f.x, f.y, f.z);
        simulated_push(&c, f.x, f.y, f.z);
        simulated_pass(&a, 1, T);
        simulated_pass(&b, 1, T);
        simulated_pass(&c, 1, T);
    }
    cr_assert(differs);
    simulated_end(&a);
    simulated_end(&b);
    simulated_end(&c);
}

// The stiffness 2 c / q that friction and encoder allow, as known for three of them.
Test(device_reports, presets_are_those_of_the_table)
{
    const struct {
        belay_haptic_preset preset;
        double stiffness;
    } known[] = {{BELAY_HAPTIC_PRESET_OMNI, 9455.0},
                 {BELAY_HAPTIC_PRESET_TOUCH_X, 5217.0},
                 {BELAY_HAPTIC_PRESET_PREMIUM_1_5, 2667.0}};
    for (int i = 0; i < 3; i++) {
        belay_haptic_device_info d = belay_haptic_simulation_def_preset(known[i].preset).device;
        cr_assert_float_eq(2.0 * d.friction / d.position_step, known[i].stiffness, 0.5);
    }
    for (int m = 0; m < BELAY_HAPTIC_PRESET_COUNT; m++) {
        belay_haptic_simulation_def def = belay_haptic_simulation_def_preset((belay_haptic_preset)m);
        belay_haptic_device_info d = def.device;
        simulated s = simulated_begin(&def);
        cr_assert_eq(strncmp(s.info.name, belay_haptic_preset_name((belay_haptic_preset)m), 4), 0);
        cr_assert(d.max_continuous_force > 0.0 && d.max_continuous_force <= d.max_force);
        cr_assert(d.max_stiffness >= 400.0 && d.max_stiffness <= 5000.0);
        cr_assert_float_eq(d.delay * d.rate, 1.0, 1e-12);
        cr_assert(d.has_rotation || d.max_torque == 0.0);
        cr_assert(d.workspace_radius > 0.03 && d.workspace_radius < 0.3);
        simulated_end(&s);
    }
    cr_assert_str_eq(belay_haptic_preset_name(BELAY_HAPTIC_PRESET_COUNT), "unknown");
}

// Each of these is one wrong number in an otherwise good definition; the text names it.
Test(device_reports, wrong_numbers_are_refused_by_name)
{
    belay_haptic_simulation_def good = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_SIGMA_7);
    good.motion = (belay_hand_motion){.kind = BELAY_HAND_SPIRAL,
                                      .end = {0.0, 0.0, -0.01},
                                      .duration = 0.1,
                                      .speed = 0.05,
                                      .reach = 0.03,
                                      .growth = 0.01,
                                      .rotation = {1.0, 0.0, 0.0, 0.0}};
    belay_haptic_simulation_def bad[12];
    for (int i = 0; i < 12; i++)
        bad[i] = good;
    bad[0].device.mass = 0.0;
    bad[1].device.rate = NAN;
    bad[2].device.delay = 61.0 / good.device.rate;
    bad[3].rotation.inertia = 0.0;
    bad[4].hand.stiffness = -1.0;
    bad[5].motion.growth = 0.0;
    bad[6].motion.rotation.w = 0.0;
    bad[7].faults.drop_chance = 1.5;
    bad[8].mount_scale = 0.0;
    bad[9].position.y = INFINITY;
    bad[10].motion.kind = (belay_hand_motion_kind)99;
    bad[11].thermal_time = 1.0;
    bad[11].device.max_continuous_force = 0.0;
    const char* const names[] = {"device.mass",    "device.rate",   "device.delay",    "rotation.inertia",
                                 "hand.stiffness", "motion.growth", "motion.rotation", "faults.drop_chance",
                                 "mount_scale",    "position",      "motion.kind",     "max_continuous_force"};
    for (int i = 0; i < 12; i++) {
        belay_haptic_simulation* simulation = NULL;
        belay_error error;
        cr_assert_eq(belay_haptic_simulation_create(&bad[i], &simulation, &error), BELAY_ERROR_VALUE, "%s", names[i]);
        cr_assert(strstr(error.message, names[i]), "'%s' does not name %s", error.message, names[i]);
        cr_assert_null(simulation);
    }
}
