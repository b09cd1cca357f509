// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Physics slower than the servo (haptics 7.5): what the hand feels is that of 1 kHz. Physics that stops:
// test_haptic_stall.c.

#include "haptics/two_rates.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define TICKS 2500

// Down onto the ground within 0.6 s, then up and down by 2 mm and, where it sweeps, to and fro by 4 mm.
static belay_vec3 hand_at(double t, bool sweeps)
{
    double down = t < 0.6 ? 0.5 - 0.5 * cos(SCENE_PI * t / 0.6) : 1.0, late = t > 0.6 ? t - 0.6 : 0.0;
    double z = 0.02 - 0.013 * down - 0.001 * (1.0 - cos(2.0 * SCENE_PI * 1.5 * late));
    return v3(sweeps ? 0.002 * (1.0 - cos(2.0 * SCENE_PI * late)) : 0.0, 0.0, z);
}

typedef struct feel {
    belay_vec3 force[TICKS];
    double largest_jump; // N
    double excess;       // N, of a jump over the bound of formula 5
    double energy_lowest;
    uint64_t contact_ticks, fresh_ticks, changed_ticks;
} feel;

static double bound(const two_rates* s, double speed)
{
    double ramp = fmin(1.0, speed * TWO_RATES_T / s->config.damping_depth);
    return s->config.stiffness * speed * TWO_RATES_T + s->config.damping * speed * ramp;
}

static feel* feel_of(const two_rates_def* def, bool sweeps)
{
    feel* f = calloc(1, sizeof *f);
    two_rates s = two_rates_begin(def);
    belay_vec3 last = v3_zero(), place = hand_at(0.0, sweeps);
    double last_speed = 0.0;
    for (int i = 0; i < TICKS; i++) {
        belay_vec3 next = hand_at(i * TWO_RATES_T, sweeps);
        double speed = v3_distance(next, place) / TWO_RATES_T;
        place = next;
        two_rates_tick(&s, place);
        f->force[i] = s.output.device.force;
        double jump = v3_distance(f->force[i], last);
        f->largest_jump = fmax(f->largest_jump, jump);
        double turn = s.config.damping * fabs(speed - last_speed);
        f->excess = fmax(f->excess, jump - bound(&s, fmax(speed, last_speed)) - turn);
        if (s.output.is_in_contact && speed > 1e-4) f->changed_ticks += jump > 0.0;
        if (s.output.is_in_contact && speed > 1e-4) f->contact_ticks++;
        last = f->force[i];
        last_speed = speed;
    }
    f->fresh_ticks = belay_haptic_servo_get_report(s.servo)->fresh_ticks;
    f->energy_lowest = belay_haptic_servo_get_report(s.servo)->energy_lowest;
    two_rates_end(&s);
    return f;
}

static double rms_between(const feel* a, const feel* b)
{
    double sum = 0.0;
    for (int i = 0; i < TICKS; i++)
        sum += v3_length_squared(v3_sub(a->force[i], b->force[i]));
    return sqrt(sum / TICKS);
}

static const double rates[] = {60.0, 125.0, 250.0};

Test(haptic_two_rates, wall_is_as_smooth_as_at_1_khz_7_5)
{
    for (int sweeps = 0; sweeps < 2; sweeps++) {
        two_rates_def def = {TWO_RATES_T, 0.3, TWO_RATES_WALL, 3.0, false};
        feel* exact = feel_of(&def, sweeps);
        for (int k = 0; k < 3; k++) {
            def.h = 1.0 / rates[k];
            feel* f = feel_of(&def, sweeps);
            cr_assert_leq(f->excess, 0.01, "%g Hz, sweeps %d: %g N over", rates[k], sweeps, f->excess);
            cr_assert_leq(rms_between(f, exact), 1e-3, "%g Hz, sweeps %d", rates[k], sweeps);
            cr_assert_geq(f->energy_lowest, -1e-5);
            free(f);
        }
        free(exact);
    }
}

static void check_soft_ground(two_rates_ground ground, double jump)
{
    for (int sweeps = 0; sweeps < 2; sweeps++) {
        two_rates_def def = {TWO_RATES_T, 0.3, ground, 3.0, false};
        feel* exact = feel_of(&def, sweeps);
        feel* f[3];
        for (int k = 0; k < 3; k++) {
            def.h = 1.0 / rates[k];
            f[k] = feel_of(&def, sweeps);
            double rms = rms_between(f[k], exact);
            cr_assert_leq(f[k]->largest_jump, jump, "%g Hz, sweeps %d: %g N", rates[k], sweeps, f[k]->largest_jump);
            cr_assert_leq(rms, 0.06, "%g Hz, sweeps %d: %g N", rates[k], sweeps, rms);
        }
        cr_assert_leq(rms_between(f[0], f[2]), 0.05);
        for (int k = 0; k < 3; k++)
            free(f[k]);
        free(exact);
    }
}

Test(haptic_two_rates, vertex_on_a_spring_is_smooth_and_right_7_5)
{
    check_soft_ground(TWO_RATES_VERTEX, 0.15);
}

Test(haptic_two_rates, rod_under_the_tool_is_smooth_and_right_7_5)
{
    check_soft_ground(TWO_RATES_ROD, 0.2);
}

Test(haptic_two_rates, rod_pulled_by_its_end_is_smooth_and_right_7_5)
{
    check_soft_ground(TWO_RATES_HELD, 0.2);
}

// The force does not wait for physics (section 5, no. 5).
Test(haptic_two_rates, force_changes_on_every_tick_in_contact_5_5)
{
    two_rates_def def = {1.0 / 60.0, 0.3, TWO_RATES_WALL, 3.0, false};
    feel* f = feel_of(&def, false);
    cr_assert_gt(f->contact_ticks, 1000);
    cr_assert_geq((double)f->changed_ticks, 0.95 * (double)f->contact_ticks);
    cr_assert_geq(f->fresh_ticks, f->contact_ticks);
    free(f);
}

// A force in newtons, whatever the step (section 5, no. 6).
Test(haptic_two_rates, mean_force_does_not_depend_on_the_step_5_6)
{
    const double hs[] = {0.004, 0.008, 0.016};
    const two_rates_ground grounds[] = {TWO_RATES_WALL, TWO_RATES_VERTEX, TWO_RATES_HELD};
    // 4 mm of the coupling against a wall, or shared with the spring of 120 N/m; or 14 mm with a rod of 120 N/m.
    const double right[] = {4.0, 0.004 * 1000.0 * 120.0 / 1120.0, 0.014 * 1000.0 * 120.0 / 1120.0};
    for (int g = 0; g < 3; g++) {
        double mean[3] = {0.0, 0.0, 0.0};
        for (int k = 0; k < 3; k++) {
            two_rates_def def = {hs[k], 0.3, grounds[g], 3.0, false};
            two_rates s = two_rates_begin(&def);
            two_rates_move(&s, v3(0.0, 0.0, 0.02), v3(0.0, 0.0, 0.006), 500);
            two_rates_move(&s, v3(0.0, 0.0, 0.006), v3(0.0, 0.0, 0.006), 1000);
            for (int i = 0; i < 500; i++) {
                two_rates_tick(&s, v3(0.0, 0.0, 0.006));
                mean[k] += s.output.device.force.z / 500.0;
            }
            two_rates_end(&s);
        }
        for (int k = 0; k < 3; k++)
            cr_assert_float_eq(mean[k], right[g], 0.02 * right[g], "h %g: %g for %g", hs[k], mean[k], right[g]);
    }
}

// The world feels what the hand feels: the spring under the vertex carries the servo's force.
Test(haptic_two_rates, world_carries_the_hands_force)
{
    two_rates_def def = {1.0 / 60.0, 0.3, TWO_RATES_VERTEX, 3.0, false};
    two_rates s = two_rates_begin(&def);
    two_rates_move(&s, v3(0.0, 0.0, 0.02), v3(0.0, 0.0, 0.006), 500);
    two_rates_move(&s, v3(0.0, 0.0, 0.006), v3(0.0, 0.0, 0.006), 1500);
    double sunk = -0.01 - scene_state(s.world, s.other).pose.position.z;
    belay_vec3 force, torque;
    cr_assert_eq(belay_haptic_coupling_get_force(s.world, &s.coupling, &force, &torque), BELAY_OK);
    cr_assert_float_eq(120.0 * sunk, s.output.device.force.z, 1e-3);
    cr_assert_float_eq(-force.z, s.output.device.force.z, 1e-3);
    two_rates_end(&s);
}

// A rod that slept until the tool came near, beside one that never sleeps. (Holding one wakes it too: what hangs on an
// awake body is awake.)
Test(haptic_two_rates, rod_that_slept_is_as_soft_as_one_that_did_not)
{
    for (int k = 0; k < 3; k++) {
        two_rates_def def = {1.0 / rates[k], 0.3, TWO_RATES_ROD, 3.0, false};
        feel* awake = feel_of(&def, true);
        def.sleeps = true;
        feel* slept = feel_of(&def, true);
        cr_assert_gt(slept->contact_ticks, 1000);
        // What was put to sleep was still by itself only to the solver's tolerance. (Not woken: 1e-4 N.)
        cr_assert_leq(rms_between(awake, slept), 1e-6, "%g Hz: %g N", rates[k], rms_between(awake, slept));
        free(awake);
        free(slept);
    }
}

// It stays asleep while the tool is away, wakes when it is within the contact margin, and does not doze off in between.
Test(haptic_two_rates, rod_wakes_when_the_tool_comes_near_and_not_before)
{
    two_rates_def def = {1.0 / 125.0, 0.3, TWO_RATES_ROD, 3.0, true};
    two_rates s = two_rates_begin(&def);
    bool is_awake;
    two_rates_move(&s, v3(0.0, 0.0, 0.02), v3(0.0, 0.0, 0.1), 200);
    cr_assert_eq(belay_rod_set_awake(s.world, s.rod, false), BELAY_OK);
    two_rates_move(&s, v3(0.0, 0.0, 0.1), v3(0.0, 0.0, 0.1), 1000);
    belay_rod_get_is_awake(s.world, s.rod, &is_awake);
    cr_expect_not(is_awake);
    two_rates_move(&s, v3(0.0, 0.0, 0.1), v3(0.0, 0.0, 0.02), 400);
    for (int i = 0; i < 2000; i++) {
        two_rates_tick(&s, v3(0.0, 0.0, 0.02));
        belay_rod_get_is_awake(s.world, s.rod, &is_awake);
        cr_assert(is_awake, "tick %d", i);
    }
    two_rates_end(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// What the tool holds
// ---------------------------------------------------------------------------------------------------------------------

// What the tool held is taken from it: the pull fades over a period of physics.
Test(haptic_two_rates, rod_that_is_let_go_of_fades)
{
    for (int k = 0; k < 3; k++) {
        two_rates_def def = {1.0 / rates[k], 0.3, TWO_RATES_HELD, 3.0, false};
        two_rates s = two_rates_begin(&def);
        belay_vec3 deep = v3(0.0, 0.0, 0.006);
        two_rates_move(&s, v3(0.0, 0.0, 0.02), deep, 1000);
        two_rates_move(&s, deep, deep, 500);
        double last = s.output.device.force.z, pull = last;
        cr_assert_gt(pull, 1.4);
        belay_filter meets_nothing = belay_filter_default();
        meets_nothing.mask = 0; // its end is in the tool, which would push it out
        cr_assert_eq(belay_rod_set_filter(s.world, s.rod, meets_nothing), BELAY_OK);
        cr_assert_eq(belay_rod_detach(s.world, s.rod, 1), BELAY_OK);
        for (int i = 0; i < 100; i++) {
            two_rates_tick(&s, deep);
            cr_assert_leq(fabs(s.output.device.force.z - last), 1.1 * pull * rates[k] * TWO_RATES_T, "tick %d", i);
            last = s.output.device.force.z;
        }
        cr_assert_eq(last, 0.0);
        two_rates_end(&s);
    }
}

// A grip that slips at 0.8 N: the hand feels no more than that, however far it goes.
Test(haptic_two_rates, grip_gives_way_at_its_cap)
{
    two_rates_def def = {1.0 / 125.0, 0.3, TWO_RATES_HELD, 3.0, false};
    two_rates s = two_rates_begin(&def);
    belay_rod_attachment_def grip;
    cr_assert_eq(belay_rod_detach(s.world, s.rod, 1), BELAY_OK);
    cr_assert_eq(belay_rod_attachment_def_at(s.world, s.rod, BELAY_ROD_GRIP, 0.1, s.tool, &grip), BELAY_OK);
    grip.max_force = 0.8;
    cr_assert_eq(belay_rod_attach(s.world, s.rod, &grip, NULL), BELAY_OK);
    two_rates_move(&s, v3(0.0, 0.0, 0.02), v3(0.0, 0.0, 0.014), 500);
    double before = s.output.device.force.z, most = 0.0;
    cr_assert_float_eq(before, 0.006 * 1000.0 * 120.0 / 1120.0, 0.02);
    for (int i = 0; i < 1000; i++) {
        two_rates_tick(&s, v3(0.0, 0.0, 0.014 - 1e-5 * i));
        most = fmax(most, v3_length(s.output.device.force));
    }
    cr_assert_leq(most, 0.8 * (1.0 + 1e-9));
    cr_assert_geq(most, 0.8 * (1.0 - 1e-3));
    two_rates_end(&s);
}
