// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo on a rigid wall with the simulated Omni: energy (haptics 7.1), the range of stable walls (7.2), what the
// first touch feels like (7.3), and passivity control.

#include "haptics/rig.h"

#include <string.h>

// Without limits, so that the wall is all that is looked at.
static belay_haptic_simulation_def bare_omni(void)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_preset(BELAY_HAPTIC_PRESET_OMNI);
    def.device.max_force = def.device.max_continuous_force = def.device.max_stiffness = 0.0;
    memset(&def.hand, 0, sizeof def.hand);
    def.motion.kind = BELAY_HAND_REST;
    return def;
}

static belay_haptic_simulation_def tapping_omni(bool has_hand, double speed)
{
    belay_haptic_simulation_def def = bare_omni();
    if (has_hand) {
        def.hand = belay_hand_stylus();
        def.motion = rig_tap(0.01, 0.01, speed);
        def.position = def.motion.start;
    } else {
        // Half of the energy that it starts with goes into friction on the way.
        double way = 0.5 * def.device.mass * speed * speed / def.device.friction;
        def.position = v3(0.0, 0.0, way);
        def.velocity = v3(0.0, 0.0, -1.4142135623730951 * speed);
    }
    return def;
}

static belay_haptic_servo_config wall_config(const belay_haptic_simulation_def* def, double stiffness, double damping)
{
    belay_haptic_servo_config c = rig_config(def);
    c.stiffness = stiffness;
    c.damping = damping;
    c.enable_passivity_controller = false;
    return c;
}

#define TICKS 1500

// ---------------------------------------------------------------------------------------------------------------------
// 7.1 and 7.3
// ---------------------------------------------------------------------------------------------------------------------

typedef struct tap_result {
    double energy_lowest;  // J, of the observer
    double balance_lowest; // J, with the device's own losses
    double pull;           // N, the strongest
    double excess;         // N, of a jump over its bound
    double last_force;     // N
    int touches;           // ticks with a force
} tap_result;

// The bound of a tick is that of a steady speed; where the wall slows the device down, its damping changes by B dv too.
static double excess_of(const rig* r, const belay_haptic_servo_config* c, double jump)
{
    double before = fabs(r->last.velocity.z), after = fabs(r->state.velocity.z);
    double allowance = c->stiffness * c->position_step + 0.05 + c->damping * fabs(after - before);
    return jump - rig_jump_bound(c, fmax(before, after), allowance);
}

static tap_result tap(const belay_haptic_simulation_def* def, const belay_haptic_servo_config* c)
{
    tap_result a = {0.0, 0.0, 0.0, -HUGE_VAL, 0.0, 0};
    belay_haptic_contact_model wall = rig_wall(0.0, 0.0);
    rig r = rig_begin(def, c);
    r.model = &wall;
    for (int i = 0; i < TICKS; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
        rig_tick(&r);
        double force = r.output.device.force.z, energy = rig_report(&r)->energy;
        a.balance_lowest = fmin(a.balance_lowest, energy + r.last.damping_loss + r.last.friction_loss);
        a.pull = fmin(a.pull, force);
        a.excess = fmax(a.excess, excess_of(&r, c, fabs(force - a.last_force)));
        a.last_force = force;
        a.touches += force > 0.0;
    }
    a.energy_lowest = rig_report(&r)->energy_lowest;
    cr_expect_eq(rig_report(&r)->count[BELAY_HAPTIC_REASON_NOT_PASSIVE], 0);
    rig_end(&r);
    return a;
}

static const double tap_speeds[] = {0.05, 0.1, 0.3, 0.5};

Test(haptic_wall, default_wall_makes_no_energy_7_1)
{
    for (int hand = 0; hand < 2; hand++) {
        for (int k = 0; k < 4; k++) {
            for (double damping = 2.0; damping <= 5.0; damping += 1.0) {
                belay_haptic_simulation_def def = tapping_omni(hand, tap_speeds[k]);
                belay_haptic_servo_config c = wall_config(&def, 1000.0, damping);
                tap_result a = tap(&def, &c);
                cr_assert_gt(a.touches, hand ? 20 : 0, "hand %d speed %g", hand, tap_speeds[k]);
                cr_assert_geq(a.energy_lowest, -1e-5, "hand %d speed %g B %g: %g J", hand, tap_speeds[k], damping,
                              a.energy_lowest);
                cr_assert_geq(a.balance_lowest, -1e-6, "hand %d speed %g B %g: %g J", hand, tap_speeds[k], damping,
                              a.balance_lowest);
                cr_assert_eq(a.pull, 0.0);
            }
        }
    }
}

Test(haptic_wall, stiff_wall_makes_hardly_any_energy_7_1)
{
    for (int hand = 0; hand < 2; hand++) {
        for (int k = 0; k < 4; k++) {
            belay_haptic_simulation_def def = tapping_omni(hand, tap_speeds[k]);
            belay_haptic_servo_config c = wall_config(&def, 2000.0, 5.0);
            tap_result a = tap(&def, &c);
            cr_assert_geq(a.energy_lowest, -1e-4, "hand %d speed %g: %g J", hand, tap_speeds[k], a.energy_lowest);
            cr_assert_eq(a.pull, 0.0);
        }
    }
}

Test(haptic_wall, steady_press_is_still_7_1)
{
    belay_haptic_simulation_def def = bare_omni();
    def.hand = belay_hand_stylus();
    def.motion = rig_press(0.01, 0.01, 0.5);
    def.position = def.motion.start;
    belay_haptic_servo_config c = wall_config(&def, 1000.0, 3.0);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.0);
    rig r = rig_begin(&def, &c);
    r.model = &wall;
    double before = 0.0;
    for (int i = 0; i < 4000; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
        rig_tick(&r);
        if (i == 2999) before = rig_report(&r)->energy;
    }
    cr_assert_leq(fabs(rig_report(&r)->energy - before), 1e-6);
    // The hand's 300 N/m against the wall's 1000 N/m, less what friction holds.
    double still = 0.01 * 300.0 * 1000.0 / 1300.0;
    cr_assert_float_eq(r.output.device.force.z, still, def.device.friction + 1000.0 * c.position_step);
    rig_end(&r);
}

// With the damping that is the default for this device, 3 N s/m, and less. (With 4 and 5 the encoder's steps, which
// damping feels as B q / T, come to 0.03 N more than the bound has for them.)
Test(haptic_wall, first_touch_and_release_do_not_jump_7_3)
{
    for (int hand = 0; hand < 2; hand++) {
        for (int k = 0; k < 4; k++) {
            for (double damping = 2.0; damping <= 3.0; damping += 1.0) {
                belay_haptic_simulation_def def = tapping_omni(hand, tap_speeds[k]);
                belay_haptic_servo_config c = wall_config(&def, 1000.0, damping);
                tap_result a = tap(&def, &c);
                cr_assert_leq(a.excess, 0.0, "hand %d speed %g B %g: %g N over", hand, tap_speeds[k], damping,
                              a.excess);
                cr_assert_eq(a.pull, 0.0);
                if (hand) cr_assert_eq(a.last_force, 0.0);
            }
        }
    }
}

// Limits that only act on faults leave the energy as it is.
Test(haptic_wall, limits_change_nothing_within_the_rating_7_3)
{
    belay_haptic_simulation_def def = tapping_omni(true, 0.3);
    belay_haptic_servo_config c = wall_config(&def, 1000.0, 3.0);
    tap_result open = tap(&def, &c);
    c.max_force = 100.0;
    c.max_continuous_force = 50.0;
    c.max_slew = 2000.0;
    tap_result limited = tap(&def, &c);
    cr_assert_eq(open.energy_lowest, limited.energy_lowest);
    cr_assert_eq(open.balance_lowest, limited.balance_lowest);
}

// ---------------------------------------------------------------------------------------------------------------------
// 7.2: an ideal mass on the servo's wall
// ---------------------------------------------------------------------------------------------------------------------

// m v' = f - b v + push, f held for T: exact over a period.
typedef struct ideal_mass {
    double m, b, push; // kg, N s/m, N
    double x, v;
} ideal_mass;

static void pass(ideal_mass* d, double f, double T)
{
    double rate = d->b / d->m, end = (f + d->push) / d->b, e = exp(-rate * T);
    d->x += end * T + (d->v - end) * (1.0 - e) / rate;
    d->v = end + (d->v - end) * e;
}

#define PRESS 2.0 // N: keeps the mass in the wall while it swings a little

// The mass in the servo's wall, pressed, at rest: at `still`.
typedef struct pressed_mass {
    ideal_mass d;
    belay_haptic_servo* servo;
    belay_haptic_contact_model wall;
    belay_haptic_servo_input in;
    belay_haptic_servo_output out;
    double T, still, late[4]; // late: forces under way
    int delay;
} pressed_mass;

static belay_haptic_servo_config bare_wall(double K, double B, double T, double mass)
{
    belay_haptic_device_info info = {.mass = mass};
    belay_haptic_servo_config c = belay_haptic_servo_config_default(&info);
    c.stiffness = K;
    c.damping = B;
    c.damping_depth = 0.0;
    c.period = T;
    c.start_seconds = 0.0;
    c.start_force = 1e6;
    c.enable_passivity_controller = false;
    c.stale_seconds = 60.0;
    return c;
}

static void pressed_mass_tick(pressed_mass* p)
{
    p->in.model = &p->wall;
    p->in.device.position.z = p->d.x;
    belay_haptic_servo_tick(p->servo, &p->in, &p->out);
    p->in.commands = 0;
    for (int k = 0; k < p->delay; k++)
        p->late[k] = p->late[k + 1];
    p->late[p->delay] = p->out.device.force.z;
}

static void pressed_mass_begin(pressed_mass* p, double b, double K, double B, double T, int delay)
{
    memset(p, 0, sizeof *p);
    p->d = (ideal_mass){.m = 0.1, .b = b, .push = -PRESS, .x = -PRESS / K};
    p->T = T;
    p->still = p->d.x;
    p->delay = delay;
    belay_haptic_servo_config c = bare_wall(K, B, T, p->d.m);
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(&c, &p->servo, &error), BELAY_OK, "%s", error.message);
    p->wall = rig_wall(0.0, 0.0);
    p->in.dt = T;
    p->in.commands = BELAY_HAPTIC_START;
    p->in.device.rotation = belay_quat_identity();
    for (int i = 0; i < 64; i++) // the wall fades in; the mass stands meanwhile
        pressed_mass_tick(p);
    cr_assert_float_eq(p->out.device.force.z, PRESS, 1e-9);
}

// Whether a small swing about the pressed equilibrium grows. Swing and wall are linear, so that the swing's amplitude
// grows or falls as a power of time from when other modes have died: a few of its periods tell which. The amplitude is
// taken from place and velocity together, the largest of a period, which a few ticks per period find well enough.
static bool grows(double b, double K, double B, double T, int delay)
{
    pressed_mass p;
    pressed_mass_begin(&p, b, K, B, T, delay);
    double rate = sqrt(K / p.d.m), early = 0.0, late = 0.0;
    int period = (int)ceil(2.0 * 3.14159265358979 / (rate * T)), periods = 30;
    p.d.v = 1e-3 * fabs(p.still) * rate;
    for (int i = 0; i < periods * period; i++) {
        pressed_mass_tick(&p);
        pass(&p.d, p.late[0], T);
        double swing = hypot(p.d.x - p.still, p.d.v / rate);
        if (i / period == 4) early = fmax(early, swing);
        if (i / period == periods - 1) late = fmax(late, swing);
    }
    belay_haptic_servo_destroy(p.servo);
    return late > early;
}

static double largest_stable(double b, double B, double T, int delay, double expected)
{
    double low = 0.9 * expected, high = 1.1 * expected;
    for (int i = 0; i < 7; i++) {
        double middle = 0.5 * (low + high);
        *(grows(b, middle, B, T, delay) ? &high : &low) = middle;
    }
    return 0.5 * (low + high);
}

static const double mass_dampings[] = {0.1, 0.2, 0.5, 1.0};
static const double periods_of_servo[] = {0.25e-3, 0.5e-3, 1e-3, 2e-3, 4e-3};

// K < 2 (b + B) / T (Gil et al. 2004), while B T / m is small.
Test(haptic_wall, largest_stable_stiffness_is_that_of_theory_7_2)
{
    const double Bs[] = {0.0, 0.2, 0.5, 1.0};
    double worst = 0.0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 4; k++) {
                double b = mass_dampings[i], T = periods_of_servo[j], B = Bs[k];
                if (B * T / 0.1 > 0.01 * (1.0 + 1e-9)) continue;
                double expected = 2.0 * (b + B) / T, found = largest_stable(b, B, T, 0, expected);
                cr_assert_float_eq(found, expected, 0.02 * expected, "b %g T %g B %g: %g for %g", b, T, B, found,
                                   expected);
                worst = fmax(worst, fabs(found / expected - 1.0));
            }
    cr_log_info("largest stable stiffness: off by at most %.2f %%", 100.0 * worst);
}

// K < b / (T/2 + d T).
Test(haptic_wall, delay_lowers_it_as_in_theory_7_2)
{
    double worst = 0.0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int delay = 0; delay <= 2; delay++) {
                double b = mass_dampings[i], T = periods_of_servo[j];
                double expected = belay_haptic_safe_stiffness(b, 0.0, T, delay * T);
                cr_assert_float_eq(expected, b / (0.5 * T + delay * T), 1e-9);
                double found = largest_stable(b, 0.0, T, delay, expected);
                cr_assert_float_eq(found, expected, 0.02 * expected, "b %g T %g d %d: %g for %g", b, T, delay, found,
                                   expected);
                worst = fmax(worst, fabs(found / expected - 1.0));
            }
    cr_log_info("with delays: off by at most %.2f %%", 100.0 * worst);
}

// ---------------------------------------------------------------------------------------------------------------------
// 7.2: models of devices, let go
// ---------------------------------------------------------------------------------------------------------------------

// Peak to peak over the last third of 3 s, m.
static double oscillation(const belay_haptic_simulation_def* def, double K, double B)
{
    belay_haptic_servo_config c = wall_config(def, K, B);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.0);
    rig r = rig_begin(def, &c);
    r.model = &wall;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < 3000; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
        rig_tick(&r);
        if (i < 2000) continue;
        low = fmin(low, r.state.position.z);
        high = fmax(high, r.state.position.z);
    }
    rig_end(&r);
    return high - low;
}

// A push of 1 N, hand off or on, keeps the device on the wall after the tap.
static belay_haptic_simulation_def pressed(double friction, double speed, bool has_hand)
{
    belay_haptic_simulation_def def = bare_omni();
    def.device.friction = friction;
    def.position = v3(0.0, 0.0, 1e-4);
    def.velocity = v3(0.0, 0.0, -speed);
    def.hand.stiffness = 0.5; // hardly a spring: 1 N whatever happens
    def.motion.start = v3(0.0, 0.0, -2.0);
    if (has_hand) {
        def.hand = belay_hand_stylus();
        def.motion.start = v3(0.0, 0.0, -1.0 / 300.0);
    }
    return def;
}

Test(haptic_wall, device_models_come_to_rest_7_2_5_4)
{
    const double speeds[] = {0.05, 0.3};
    for (int k = 0; k < 2; k++) {
        for (int hand = 0; hand < 2; hand++) {
            belay_haptic_simulation_def omni = pressed(0.26, speeds[k], hand), easy = pressed(0.04, speeds[k], hand);
            double q = omni.device.position_step;
            double rough = oscillation(&omni, 2500.0, 3.0), smooth = oscillation(&easy, 1500.0, 3.0);
            cr_assert_leq(rough, hand ? q : 1e-6, "c 0.26, hand %d, %g m/s: %g", hand, speeds[k], rough);
            cr_assert_leq(smooth, q, "c 0.04, hand %d, %g m/s: %g", hand, speeds[k], smooth);
        }
    }
}

Test(haptic_wall, frictionless_device_swings_by_some_encoder_steps_7_2)
{
    const double speeds[] = {0.05, 0.3};
    for (int k = 0; k < 2; k++) {
        belay_haptic_simulation_def bare = pressed(0.0, speeds[k], false), held = pressed(0.0, speeds[k], true);
        double q = bare.device.position_step;
        double alone = oscillation(&bare, 1000.0, 8.0), with_hand = oscillation(&held, 1000.0, 8.0);
        cr_assert_leq(alone, 4.0 * q, "%g m/s: %g", speeds[k], alone);
        cr_assert_leq(with_hand, q, "%g m/s: %g", speeds[k], with_hand);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The last resort
// ---------------------------------------------------------------------------------------------------------------------

typedef struct burst {
    double speed, energy_lowest;
} burst;

// A frictionless 0.1 kg pressed against K = 5000 N/m with a period of delay: unstable by far.
static burst strike(bool is_controlled)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.delay = 1e-3;
    def.position = v3(0.0, 0.0, 1e-4);
    def.velocity = v3(0.0, 0.0, -0.1);
    def.hand.stiffness = 0.5;
    def.motion.start = v3(0.0, 0.0, -4.0); // 2 N whatever happens
    belay_haptic_servo_config c = wall_config(&def, 5000.0, 0.0);
    c.enable_passivity_controller = is_controlled;
    c.passivity_tolerance = 0.0;
    c.max_speed = c.max_jump_speed = 50.0;
    c.max_slew = 1e6;
    c.max_force = 50.0;
    belay_haptic_contact_model wall = rig_wall(0.0, 0.0);
    rig r = rig_begin(&def, &c);
    r.model = &wall;
    burst b = {0.0, 0.0};
    for (int i = 0; i < 300 && r.state.position.z < 1.2e-4; i++) { // until it has left
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
        rig_tick(&r);
        b.speed = fmax(b.speed, fabs(r.state.velocity.z));
        cr_assert_geq(r.output.device.force.z, is_controlled && !r.output.is_in_contact ? -HUGE_VAL : -1e-12, "tick %d",
                      i);
    }
    b.energy_lowest = rig_report(&r)->energy_lowest;
    cr_assert_eq(rig_report(&r)->count[BELAY_HAPTIC_REASON_PASSIVITY] > 0, is_controlled);
    cr_assert_gt(rig_report(&r)->count[BELAY_HAPTIC_REASON_NOT_PASSIVE], 0);
    rig_end(&r);
    return b;
}

Test(haptic_wall, passivity_controller_tames_what_is_unstable)
{
    burst wild = strike(false), tame = strike(true);
    cr_assert_lt(wild.energy_lowest, 2.0 * tame.energy_lowest, "%g J and %g J", wild.energy_lowest, tame.energy_lowest);
    cr_assert_geq(tame.energy_lowest, -1.6e-3, "%g J", tame.energy_lowest);
    cr_assert_lt(tame.speed, wild.speed);
    cr_assert_leq(tame.speed, 0.31, "%g m/s", tame.speed);
}

Test(haptic_wall, passivity_controller_is_idle_on_a_good_wall)
{
    for (int k = 0; k < 4; k++) {
        belay_haptic_simulation_def def = tapping_omni(true, tap_speeds[k]);
        belay_haptic_servo_config c = wall_config(&def, 1000.0, 3.0);
        c.enable_passivity_controller = true;
        belay_haptic_contact_model wall = rig_wall(0.0, 0.0);
        rig r = rig_begin(&def, &c);
        r.model = &wall;
        for (int i = 0; i < TICKS; i++) {
            if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&wall);
            rig_tick(&r);
        }
        cr_assert_eq(rig_report(&r)->count[BELAY_HAPTIC_REASON_PASSIVITY], 0, "%g m/s", tap_speeds[k]);
        rig_end(&r);
    }
}
