// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a tool without mass holds resists acceleration: with m a as far as the device's rating lets it, and without
// making energy on any device, in a hand and in none.

#include "haptics/hand_world.h"

#include <criterion/criterion.h>
#include <string.h>

#define TIP_MASS 0.05 // kg
#define HEIGHT 0.3    // m
#define PI 3.14159265358979323846

typedef struct shaken_def {
    belay_haptic_simulation_def device;
    belay_haptic_tool_kind kind;
    double mass;    // kg, held; 0: nothing
    belay_vec3 arm; // m, of its centre from the tip
    bool has_weight, is_off;
} shaken_def;

static shaken_def def_of(belay_haptic_simulation_def device, belay_haptic_tool_kind kind, double mass)
{
    shaken_def def;
    memset(&def, 0, sizeof def);
    def.device = device;
    def.device.motion.kind = BELAY_HAND_TARGET;
    def.device.position = v3(0.0, 0.0, HEIGHT);
    def.kind = kind;
    def.mass = mass;
    return def;
}

static shaken_def preset_of(belay_haptic_preset preset, belay_haptic_tool_kind kind, double mass)
{
    return def_of(belay_haptic_simulation_def_preset(preset), kind, mass);
}

static void make_tool(hand_world* w, const shaken_def* def)
{
    belay_vec3 at = def->device.position;
    belay_body_def tip = belay_body_def_default();
    tip.pose.position = at;
    tip.mass = TIP_MASS;
    tip.inertia = belay_inertia_sphere(TIP_MASS, 0.008);
    tip.gravity_scale = 0.0;
    cr_assert(belay_body_create(w->world, &tip, &w->tool) == BELAY_OK);
    if (def->mass == 0.0) return;
    belay_body_id held =
        part_box(w->world, v3_add(at, def->arm), v3(0.03, 0.03, 0.03), def->mass, (belay_material){0.5, 0.0});
    belay_joint_def joint;
    cr_assert(belay_joint_def_at(w->world, BELAY_JOINT_FIXED, w->tool, held, at, v3(1.0, 0.0, 0.0), &joint) ==
              BELAY_OK);
    cr_assert(belay_joint_create(w->world, &joint, NULL) == BELAY_OK);
}

static hand_world begin(const shaken_def* def)
{
    hand_world w = hand_world_begin(250.0);
    if (!def->has_weight) cr_assert(belay_world_set_gravity(w.world, v3_zero()) == BELAY_OK);
    make_tool(&w, def);
    belay_haptic_servo_config c = hand_world_config(&def->device, def->kind, TIP_MASS);
    c.enable_inertia = !def->is_off;
    hand_world_hold(&w, &def->device, &c);
    return w;
}

// The part of a signal that goes as sin(w t), over whole periods: its size and phase.
typedef struct wave {
    double c, s;
} wave;

static void add(wave* w, double x, double phase, double weight)
{
    w->c += 2.0 * weight * x * cos(phase);
    w->s += 2.0 * weight * x * sin(phase);
}

static double size_of(const wave* w)
{
    return sqrt(w->c * w->c + w->s * w->s);
}

typedef struct shaken {
    wave way, force, turn, torque;
    double largest; // N
    belay_haptic_servo_report report;
} shaken;

// Along z by `size` and about y by `angle`, `hz` times a second; the third to the sixth second count.
static shaken shake(const shaken_def* def, double hz, double size, double angle)
{
    hand_world w = begin(def);
    shaken s;
    memset(&s, 0, sizeof s);
    int counted = (int)lround(4.0 / w.r.period), all = counted + (int)lround(2.0 / w.r.period);
    for (int i = 0; i < all; i++) {
        double phase = 2.0 * PI * hz * i * w.r.period, grown = fmin(1.0, i * w.r.period);
        belay_pose target = {v3(0.0, 0.0, HEIGHT + grown * size * sin(phase)),
                             q_exp(v3(0.0, grown * angle * sin(phase), 0.0))};
        hand_world_tick_to(&w, target, v3(0.0, 0.0, 2.0 * PI * hz * grown * size * cos(phase)));
        s.largest = fmax(s.largest, v3_length(w.r.output.device.force));
        if (i < all - counted) continue;
        add(&s.way, w.r.last.position.z, phase, 1.0 / counted);
        add(&s.turn, q_log(w.r.last.rotation).y, phase, 1.0 / counted);
        add(&s.force, w.r.output.device.force.z, phase, 1.0 / counted);
        add(&s.torque, w.r.output.device.torque.y, phase, 1.0 / counted);
    }
    s.report = *rig_report(&w.r);
    hand_world_end(&w);
    return s;
}

// 5 % up to 0.13 c / m Hz with c the device's rated damping, 4 to 30 N s/m: about 1 Hz of 0.5 kg on the weakest.
Test(haptic_inertia, half_a_kilogram_shaken_feels_m_a)
{
    const double mass = 0.5;
    for (int p = 0; p < BELAY_HAPTIC_PRESET_COUNT; p++) {
        shaken_def def = preset_of((belay_haptic_preset)p, BELAY_HAPTIC_TOOL_POINT, mass);
        def.device.hand = belay_hand_arm();
        for (int hz = 1; hz <= (def.device.device.max_damping >= 20.0 ? 2 : 1); hz++) {
            shaken s = shake(&def, hz, 0.02, 0.0);
            double right = mass * 4.0 * PI * PI * hz * hz * size_of(&s.way), ratio = size_of(&s.force) / right;
            cr_expect_float_eq(ratio, 1.0, 0.05, "%s, %d Hz: %g of m a", def.device.device.name, hz, ratio);
            cr_expect_geq(s.report.energy_lowest, -1e-9, "%s: %g J", def.device.device.name, s.report.energy_lowest);
            cr_expect_eq(s.report.count[BELAY_HAPTIC_REASON_NOT_PASSIVE], 0);
        }
    }
}

// Against the acceleration, and late by what the low-pass turns it: less than a quarter of a period.
Test(haptic_inertia, force_is_against_the_acceleration)
{
    shaken_def def = preset_of(BELAY_HAPTIC_PRESET_OMEGA_3, BELAY_HAPTIC_TOOL_POINT, 0.5);
    shaken s = shake(&def, 1.0, 0.02, 0.0);
    double along = (s.force.s * s.way.s + s.force.c * s.way.c) / (size_of(&s.force) * size_of(&s.way));
    cr_expect_gt(along, cos(15.0 * PI / 180.0), "cosine %g", along); // -m a is along the way
}

// Turned about its own centre and at the end of an arm, where weight and size of the moment are known.
Test(haptic_inertia, turned_it_resists_by_its_moment)
{
    const double mass = 0.2, side = 0.03, arms[] = {0.0, 0.04};
    for (int k = 0; k < 2; k++) {
        shaken_def def = preset_of(BELAY_HAPTIC_PRESET_SIGMA_7, BELAY_HAPTIC_TOOL_POSE, mass);
        def.arm = v3(arms[k], 0.0, 0.0);
        shaken s = shake(&def, 1.0, 0.0, 0.3);
        double moment = mass * (side * side / 6.0 + arms[k] * arms[k]);
        double right = moment * 4.0 * PI * PI * size_of(&s.turn);
        cr_expect_float_eq(size_of(&s.torque), right, 0.05 * right, "arm %g: %g N m, not %g", arms[k],
                           size_of(&s.torque), right);
        double tangential = mass * arms[k] * 4.0 * PI * PI * size_of(&s.turn);
        double all = size_of(&s.force) - mass * 4.0 * PI * PI * size_of(&s.way); // the hand gives way a little
        cr_expect_leq(fabs(fabs(all) - tangential), 0.1 * tangential + 1e-3, "arm %g: %g N, not %g", arms[k], all,
                      tangential);
    }
}

Test(haptic_inertia, tip_that_holds_nothing_has_none)
{
    shaken_def def = preset_of(BELAY_HAPTIC_PRESET_TOUCH_X, BELAY_HAPTIC_TOOL_POINT, 0.0);
    cr_expect_eq(shake(&def, 2.0, 0.02, 0.0).largest, 0.0);
    def.mass = 0.5;
    def.is_off = true;
    cr_expect_eq(shake(&def, 2.0, 0.02, 0.0).largest, 0.0);
    def.is_off = false;
    cr_expect_gt(shake(&def, 2.0, 0.02, 0.0).largest, 0.5);
}

// Drawn along by the hand and let go of while it moves: it goes on slower and slower, and gives back no more than the
// hand put in.
static void throw(const shaken_def* def, double seconds)
{
    hand_world w = begin(def);
    int drawn = (int)lround(0.3 / w.r.period), flown = (int)lround(seconds / w.r.period);
    for (int i = 0; i < drawn; i++) {
        double t = i * w.r.period;
        hand_world_tick(&w, v3(0.0, 0.0, HEIGHT + 0.25 * t * t), v3(0.0, 0.0, 0.5 * t));
    }
    belay_hand none;
    memset(&none, 0, sizeof none);
    cr_assert(belay_haptic_simulation_set_hand(w.r.device.simulation, &none) == BELAY_OK);
    double began = v3_length(w.r.state.velocity), fastest = 0.0, largest = 0.0, swing = 0.0;
    for (int i = 0; i < flown; i++) {
        hand_world_tick(&w, v3_zero(), v3_zero());
        fastest = fmax(fastest, v3_length(w.r.state.velocity));
        largest = fmax(largest, v3_length(w.r.output.device.force));
        if (i > 2 * flown / 3) swing = fmax(swing, v3_length(w.r.output.device.force));
    }
    const belay_haptic_servo_report* r = rig_report(&w.r);
    // A light device on a spring to a heavy mass may go at up to twice its speed.
    cr_expect_leq(fastest, 2.0 * began, "%s, %g kg: %g m/s", def->device.device.name, def->mass, fastest);
    cr_expect_leq(swing, 0.1 * largest, "%s, %g kg: %g N at the end, %g at most", def->device.device.name, def->mass,
                  swing, largest);
    cr_expect_geq(r->energy_lowest, -1e-6, "%s, %g kg: %g J", def->device.device.name, def->mass, r->energy_lowest);
    cr_expect_eq(r->count[BELAY_HAPTIC_REASON_NOT_PASSIVE], 0);
    hand_world_end(&w);
}

static const double masses[] = {0.1, 0.5, 5.0};

Test(haptic_inertia, no_device_swings_when_the_hand_lets_go)
{
    for (int i = 0; i < 3 * BELAY_HAPTIC_PRESET_COUNT; i++) {
        shaken_def def = preset_of((belay_haptic_preset)(i / 3), BELAY_HAPTIC_TOOL_POINT, masses[i % 3]);
        throw(&def, 3.0);
        if (def.device.device.max_torque == 0.0) continue;
        def.kind = BELAY_HAPTIC_TOOL_POSE;
        def.arm = v3(0.05, 0.02, 0.0);
        throw(&def, 3.0);
    }
}

// Without friction, damping or rating, and a tick late: what is left is what the servo does. The slowest swing, of
// 0.3 kg on 2 N/m, comes down to 1/e within 1.9 s.
Test(haptic_inertia, no_bare_mass_swings)
{
    const double devices[] = {0.045, 0.1, 0.3};
    for (int i = 0; i < 9; i++) {
        belay_haptic_simulation_def device = belay_haptic_simulation_def_default();
        device.device.mass = devices[i / 3];
        device.device.delay = 1e-3;
        device.hand = belay_hand_stylus();
        shaken_def def = def_of(device, BELAY_HAPTIC_TOOL_POINT, masses[i % 3]);
        throw(&def, 9.0);
        def.device.device.max_damping = 30.0; // as much as there is, which the device's mass then limits
        def.device.device.max_stiffness = 2000.0;
        throw(&def, 9.0);
    }
}

// Weights set down hard, at 0.3 m/s: the floor takes them, and nothing swings on.
Test(haptic_inertia, no_device_swings_on_a_floor)
{
    for (int i = 0; i < 3 * BELAY_HAPTIC_PRESET_COUNT; i++) {
        shaken_def def = preset_of((belay_haptic_preset)(i / 3), BELAY_HAPTIC_TOOL_POINT, masses[i % 3]);
        def.has_weight = true;
        def.device.position.z = 0.05;
        hand_world w = begin(&def);
        double z = 0.05, moved = 0.0;
        int ticks = (int)lround(2.0 / w.r.period);
        for (int k = 0; k < ticks; k++) {
            double t = k * w.r.period;
            bool goes = t > 0.5 && z > 0.012;
            if (goes) z -= 0.3 * w.r.period;
            hand_world_tick(&w, v3(0.0, 0.0, z), v3(0.0, 0.0, goes ? -0.3 : 0.0));
            if (t > 1.5) moved = fmax(moved, v3_length(w.r.state.velocity));
        }
        cr_expect_leq(moved, 2e-3, "%s, %g kg: %g m/s", def.device.device.name, def.mass, moved);
        hand_world_end(&w);
    }
}
