// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What joints with free directions hang on the tool, or tie it to: pendulums, doors, drawers, cords. The hand feels
// what the joint holds, at once and no more than that.

#include "belay/haptic_navigation.h"
#include "haptics/hand_world.h"
#include "haptics/led.h"
#include "support/parts.h"

#include <criterion/criterion.h>

#define MASS 0.2   // kg, of a pendulum's bob
#define LENGTH 0.1 // m
#define TICKS 4000

static belay_world* world_at(double hz)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / hz;
    def.contact_margin = 0.01;
    return scene_world_of(&def);
}

static belay_body_id make_body(belay_world* world, belay_vec3 at, double mass, double gravity_scale)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    def.mass = mass;
    def.inertia = belay_inertia_sphere(mass, 0.01);
    def.gravity_scale = gravity_scale;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    return body;
}

static belay_body_id make_tip(belay_world* world)
{
    belay_body_id tip = make_body(world, v3_zero(), 0.05, 0.0);
    belay_collider_def ball = belay_collider_def_sphere(0.005);
    part_collide(world, tip, &ball);
    return tip;
}

static void join(belay_world* world, belay_joint_type type, belay_body_id a, belay_body_id b, belay_vec3 at,
                 belay_vec3 axis)
{
    belay_joint_def def;
    cr_assert(belay_joint_def_at(world, type, a, b, at, axis, &def) == BELAY_OK);
    cr_assert(belay_joint_create(world, &def, NULL) == BELAY_OK, "%s", belay_world_last_error(world));
}

static const belay_haptic_tool_kind kinds[] = {BELAY_HAPTIC_TOOL_POINT, BELAY_HAPTIC_TOOL_POSE,
                                               BELAY_HAPTIC_TOOL_DYNAMIC};

static void tick(led* l, int* ticks, belay_vec3 at)
{
    int per_step = (int)(belay_world_get_def(l->world)->step_seconds / LED_T + 0.5);
    if ((*ticks)++ % per_step == 0) {
        led_before_step(l);
        scene_steps(l->world, 1);
        led_after_step(l);
    }
    led_tick(l, at);
}

static void end(led* l)
{
    belay_world* world = l->world;
    led_end(l);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A pendulum
// ---------------------------------------------------------------------------------------------------------------------

// m (g cos + L w^2) along the arm, for where the bob is and how fast.
static belay_vec3 tension(const led* l, belay_body_id bob)
{
    belay_body_state b = scene_state(l->world, bob), t = scene_state(l->world, l->tool);
    belay_vec3 arm = v3_sub(b.pose.position, t.pose.position), v = v3_sub(b.linear_velocity, t.linear_velocity);
    double length = v3_length(arm);
    belay_vec3 out = v3_scale(1.0 / length, arm);
    double across = v3_length_squared(v3_sub(v, v3_scale(v3_dot(v, out), out)));
    return v3_scale(MASS * (across / length - SCENE_G * out.z), out);
}

typedef struct swing {
    double apart;     // N, rms of what is felt from the tension
    double mean;      // N, upwards
    double jump;      // N, largest change between two ticks
    double amplitude; // N, rms of the tension from the weight
} swing;

// Let go of at 45 degrees, in a vice.
static swing swing_at(double hz, belay_haptic_tool_kind kind, belay_joint_type type)
{
    belay_world* world = world_at(hz);
    belay_body_id tip = make_tip(world);
    belay_body_id bob = make_body(world, v3(LENGTH * sqrt(0.5), 0.0, -LENGTH * sqrt(0.5)), MASS, 1.0);
    join(world, type, tip, bob, v3_zero(), v3(0.0, 1.0, 0.0));
    belay_haptic_servo_config c = led_config(kind);
    if (kind == BELAY_HAPTIC_TOOL_DYNAMIC) c.tool_mass = 0.05;
    led l = led_begin(world, tip, &c);
    swing s = {.apart = 0.0};
    belay_vec3 last = v3_zero();
    for (int i = 0, ticks = 0; i < TICKS; i++) {
        tick(&l, &ticks, v3_zero());
        belay_vec3 f = l.output.device.force, right = tension(&l, bob);
        if (i > TICKS / 4) {
            s.jump = fmax(s.jump, v3_distance(f, last));
            s.apart += v3_length_squared(v3_sub(f, right));
            s.amplitude += v3_length_squared(v3_add(right, v3(0.0, 0.0, MASS * SCENE_G)));
            s.mean += f.z / (TICKS * 3 / 4 - 1);
        }
        last = f;
    }
    end(&l);
    s.apart = sqrt(s.apart / (TICKS * 3 / 4 - 1));
    s.amplitude = sqrt(s.amplitude / (TICKS * 3 / 4 - 1));
    return s;
}

Test(haptic_hung, a_pendulum_is_felt_by_its_tension)
{
    const double rates[] = {60.0, 250.0, 1000.0};
    const belay_joint_type types[] = {BELAY_JOINT_HINGE, BELAY_JOINT_BALL};
    for (int i = 0; i < 18; i++) {
        double hz = rates[i / 6];
        swing s = swing_at(hz, kinds[i % 3], types[i / 3 % 2]);
        const char* where = types[i / 3 % 2] == BELAY_JOINT_HINGE ? "hinge" : "ball";
        // At 60 Hz a step is a sixth of the swing's faster part, and the arm's chord a bit shorter than its arc.
        cr_expect_lt(s.apart, (hz < 100.0 ? 0.25 : 0.1) * s.amplitude, "%g Hz, tool %d, %s: %g N of %g", hz, i % 3,
                     where, s.apart, s.amplitude);
        cr_expect_float_eq(s.mean, -MASS * SCENE_G, 0.02 * MASS * SCENE_G, "%g Hz, tool %d, %s: %g N", hz, i % 3, where,
                           s.mean);
        cr_expect_lt(s.jump, 0.05, "%g Hz, tool %d, %s: %g N", hz, i % 3, where, s.jump);
    }
}

// A weight that is let go of goes within the 50 ms of a load, and not in a tick.
Test(haptic_hung, what_breaks_off_is_let_go_of_without_a_jump)
{
    const double rates[] = {60.0, 250.0, 1000.0};
    for (int i = 0; i < 9; i++) {
        belay_world* world = world_at(rates[i / 3]);
        belay_body_id tip = make_tip(world), bob = make_body(world, v3(0.0, 0.0, -LENGTH), MASS, 1.0);
        join(world, BELAY_JOINT_BALL, tip, bob, v3_zero(), v3(0.0, 1.0, 0.0));
        belay_haptic_servo_config c = led_config(kinds[i % 3]);
        if (kinds[i % 3] == BELAY_HAPTIC_TOOL_DYNAMIC) c.tool_mass = 0.05;
        led l = led_begin(world, tip, &c);
        int ticks = 0;
        for (int k = 0; k < 1500; k++)
            tick(&l, &ticks, v3_zero());
        double last = l.output.device.force.z, jump = 0.0;
        cr_assert_float_eq(last, -MASS * SCENE_G, 0.01 * MASS * SCENE_G);
        cr_assert_eq(belay_body_destroy(world, bob), BELAY_OK); // and its joint
        for (int k = 0; k < 500; k++) {
            tick(&l, &ticks, v3_zero());
            jump = fmax(jump, fabs(l.output.device.force.z - last));
            last = l.output.device.force.z;
        }
        cr_expect_lt(jump, 0.06, "%g Hz, tool %d: %g N", rates[i / 3], i % 3, jump);
        cr_expect_lt(fabs(last), 1e-3, "%g Hz, tool %d: %g N", rates[i / 3], i % 3, last);
        end(&l);
    }
}

// A clutch relaxes what presses and not what hangs: held for a second, it neither lets the weight down nor lifts it.
Test(haptic_hung, a_clutch_does_not_let_down_what_hangs)
{
    for (int i = 0; i < 3; i++) {
        belay_world* world = world_at(250.0);
        belay_body_id tip = make_tip(world), bob = make_body(world, v3(0.0, 0.0, -LENGTH), MASS, 1.0);
        join(world, BELAY_JOINT_BALL, tip, bob, v3_zero(), v3(0.0, 1.0, 0.0));
        belay_haptic_servo_config c = led_config(kinds[i]);
        if (kinds[i] == BELAY_HAPTIC_TOOL_DYNAMIC) c.tool_mass = 0.05;
        led l = led_begin(world, tip, &c);
        belay_haptic_navigation_config clutch = belay_haptic_navigation_config_default();
        clutch.clutch_buttons = 1;
        belay_error error;
        cr_assert_eq(belay_haptic_servo_set_navigation(l.servo, &clutch, &error), BELAY_OK, "%s", error.message);
        int ticks = 0;
        for (int k = 0; k < 3000; k++) {
            l.input.device.buttons = k >= 1000 && k < 2000;
            tick(&l, &ticks, v3_zero());
        }
        cr_expect_float_eq(l.output.device.force.z, -MASS * SCENE_G, 0.02 * MASS * SCENE_G, "%g N",
                           l.output.device.force.z);
        cr_expect_lt(v3_length(l.output.target.position), 1e-3, "tool %d: %g m", i, l.output.target.position.z);
        end(&l);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Doors and drawers: what is tied to the world
// ---------------------------------------------------------------------------------------------------------------------

#define WIDTH 0.3

// The tip holds the edge of a door of 1 kg, by a ball or fast, and the door hangs on hinges, 0.3 m away.
static led door_in_hand(double hz, belay_haptic_tool_kind kind, belay_joint_type grip)
{
    belay_world* world = world_at(hz);
    belay_body_id tip = make_tip(world);
    belay_body_def def = belay_body_def_default();
    def.pose.position = v3(-0.5 * WIDTH, 0.0, 0.0);
    def.mass = 1.0;
    def.inertia = belay_inertia_box(1.0, v3(WIDTH, 0.01, 0.1));
    belay_body_id door;
    cr_assert(belay_body_create(world, &def, &door) == BELAY_OK);
    join(world, BELAY_JOINT_HINGE, door, (belay_body_id){0}, v3(-WIDTH, 0.0, 0.0), v3(0.0, 0.0, 1.0));
    join(world, grip, tip, door, v3_zero(), v3(0.0, 0.0, 1.0));
    belay_haptic_servo_config c = led_config(kind);
    if (kind == BELAY_HAPTIC_TOOL_DYNAMIC) c.tool_mass = 0.05;
    return led_begin(world, tip, &c);
}

// Drawn outwards the hinge holds, and the hand feels the coupling: K times the way. Sideways nothing holds.
Test(haptic_hung, a_door_gives_way_about_its_hinge_alone)
{
    const double rates[] = {60.0, 250.0, 1000.0}, way = 4e-3;
    const belay_joint_type grips[] = {BELAY_JOINT_FIXED, BELAY_JOINT_BALL};
    for (int i = 0; i < 18; i++) {
        led l = door_in_hand(rates[i / 6], kinds[i % 3], grips[i / 3 % 2]);
        int ticks = 0;
        double jump = 0.0, last = 0.0;
        for (int k = 0; k < 2000; k++) {
            tick(&l, &ticks, v3(way * fmin(1.0, k / 500.0), 0.0, 0.0));
            jump = fmax(jump, fabs(l.output.device.force.x - last));
            last = l.output.device.force.x;
        }
        belay_vec3 f = l.output.device.force;
        double right = -led_config(kinds[i % 3]).stiffness * way;
        cr_expect_float_eq(f.x, right, 1e-6, "%g Hz, tool %d: %g N, not %g", rates[i / 6], i % 3, f.x, right);
        cr_expect_lt(fabs(f.y) + fabs(f.z), 1e-5, "%g Hz, tool %d: %g %g N", rates[i / 6], i % 3, f.y, f.z);
        cr_expect_lt(jump, 0.033, "%g Hz, tool %d: %g N", rates[i / 6], i % 3, jump); // K v T + B v
        end(&l);
    }
}

// A drawer of 1 kg that is speeded up: along it its inertia, across it what holds.
Test(haptic_hung, a_drawer_slides_and_is_held_across)
{
    const double rates[] = {60.0, 250.0, 1000.0}, a = 0.5, aside = 3e-3;
    for (int i = 0; i < 9; i++) {
        belay_world* world = world_at(rates[i / 3]);
        belay_body_id tip = make_tip(world), drawer = make_body(world, v3(0.1, 0.0, 0.0), 1.0, 0.0);
        join(world, BELAY_JOINT_SLIDER, drawer, (belay_body_id){0}, v3(0.1, 0.0, 0.0), v3(1.0, 0.0, 0.0));
        join(world, BELAY_JOINT_BALL, tip, drawer, v3_zero(), v3(0.0, 0.0, 1.0));
        belay_haptic_servo_config c = led_config(kinds[i % 3]);
        if (kinds[i % 3] == BELAY_HAPTIC_TOOL_DYNAMIC) c.tool_mass = 1e-3;
        led l = led_begin(world, tip, &c);
        belay_vec3 mean = v3_zero();
        for (int k = 0, ticks = 0; k < 2400; k++) {
            double t = k * LED_T, began = fmax(0.0, t - 0.2);
            tick(&l, &ticks, v3(0.5 * a * began * began, aside * fmin(1.0, t / 0.2), 0.0));
            // Two periods of 1 kg on 1000 N/m, which still swings a little from the start.
            if (k >= 2003) mean = v3_add_scaled(mean, 1.0 / 397.0, l.output.device.force);
        }
        // With the tip's 50 g. Within a step all is taken to go on as it goes, which it does not by up to a h^2.
        double right = -1.05 * a, tolerance = 0.02 * a + 0.6 * c.stiffness * a / (rates[i / 3] * rates[i / 3]);
        cr_expect_float_eq(mean.x, right, tolerance, "%g Hz, tool %d: %g N", rates[i / 3], i % 3, mean.x);
        cr_expect_float_eq(mean.y, -c.stiffness * aside, 2e-3, "%g Hz, tool %d: %g N", rates[i / 3], i % 3, mean.y);
        end(&l);
    }
}

// Pulled at by a hand, on devices of all kinds: the door gives no energy, and comes to rest. As a load that comes late
// it swung up to the rating of a Falcon, and gave 18 J.
Test(haptic_hung, a_door_pulled_at_makes_no_energy)
{
    for (int preset = 0; preset < BELAY_HAPTIC_PRESET_COUNT; preset++)
        for (int k = 0; k < 3; k++) {
            hand_world w = hand_world_begin(k == 0 ? 60.0 : 250.0);
            belay_vec3 at = v3(0.0, 0.0, 0.5);
            w.tool = make_body(w.world, at, 0.05, 0.0);
            belay_body_id door = make_body(w.world, v3_add(at, v3(-0.5 * WIDTH, 0.0, 0.0)), 1.0, 0.0);
            join(w.world, BELAY_JOINT_HINGE, door, (belay_body_id){0}, v3_add(at, v3(-WIDTH, 0.0, 0.0)),
                 v3(0.0, 0.0, 1.0));
            join(w.world, k == 2 ? BELAY_JOINT_FIXED : BELAY_JOINT_BALL, w.tool, door, at, v3(0.0, 0.0, 1.0));
            belay_haptic_simulation_def def = hand_world_device((belay_haptic_preset)preset, at);
            belay_haptic_servo_config c = hand_world_config(&def, BELAY_HAPTIC_TOOL_POINT, 0.05);
            hand_world_hold(&w, &def, &c);
            double energy = 0.0, least = 0.0, low = HUGE_VAL, high = -HUGE_VAL;
            belay_vec3 last = at, force = v3_zero();
            for (int i = 0; i < 2500; i++) {
                hand_world_tick(&w, v3_add(at, v3(5e-3 * fmin(1.0, i / 400.0), 0.0, 0.0)), v3_zero());
                energy -= v3_dot(force, v3_sub(w.r.last.position, last));
                last = w.r.last.position;
                force = w.r.output.device.force;
                least = fmin(least, energy);
                if (i < 2000) continue;
                low = fmin(low, force.x);
                high = fmax(high, force.x);
            }
            cr_expect_gt(least, -1e-3, "device %d, %d: %g J", preset, k, least);
            cr_expect_lt(high - low, 0.02, "device %d, %d: %g to %g N", preset, k, low, high);
            cr_expect_lt(high, -0.1, "device %d, %d: %g N", preset, k, high);
            hand_world_end(&w);
        }
}

// A cord of 50 mm from the world, and a drawer fast to the tip that stops after 50 mm: nothing until there, then a
// wall.
static double beyond_the_end(double hz, bool is_cord, double* before, double* jump)
{
    belay_world* world = world_at(hz);
    belay_body_id tip = make_tip(world);
    belay_joint_def def;
    belay_joint_type type = is_cord ? BELAY_JOINT_DISTANCE : BELAY_JOINT_SLIDER;
    cr_assert(belay_joint_def_at(world, type, tip, (belay_body_id){0}, v3_zero(), v3(1.0, 0.0, 0.0), &def) == BELAY_OK);
    def.axis[0].limit.is_enabled = true;
    def.axis[0].limit.min = is_cord ? 0.0 : -0.05;
    def.axis[0].limit.max = 0.05;
    cr_assert(belay_joint_create(world, &def, NULL) == BELAY_OK, "%s", belay_world_last_error(world));
    belay_haptic_servo_config c = led_config(BELAY_HAPTIC_TOOL_POINT);
    led l = led_begin(world, tip, &c);
    double last = 0.0;
    *before = *jump = 0.0;
    for (int i = 0, ticks = 0; i < 2000; i++) {
        tick(&l, &ticks, v3(fmin(0.054, 0.04 * i * LED_T), 0.0, 0.0));
        double force = l.output.device.force.x;
        if (i * LED_T * 0.04 < 0.0495) *before = fmax(*before, fabs(force));
        *jump = fmax(*jump, fabs(force - last));
        last = force;
    }
    end(&l);
    return last;
}

Test(haptic_hung, cords_and_stops_hold_where_they_end)
{
    const double rates[] = {60.0, 250.0, 1000.0};
    for (int i = 0; i < 6; i++) {
        double before, jump, force = beyond_the_end(rates[i / 2], i % 2 == 0, &before, &jump);
        cr_expect_float_eq(force, -4.0, 0.01, "%g Hz, %d: %g N", rates[i / 2], i % 2, force);
        cr_expect_lt(before, 0.02, "%g Hz, %d: %g N", rates[i / 2], i % 2, before);
        cr_expect_lt(jump, 0.15, "%g Hz, %d: %g N", rates[i / 2], i % 2, jump);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Springs and motors
// ---------------------------------------------------------------------------------------------------------------------

static void tie_by_springs(belay_world* world, belay_body_id tip, belay_vec3 at, double stiffness)
{
    belay_joint_def def;
    cr_assert(belay_joint_def_at(world, BELAY_JOINT_SIX_DOF, tip, (belay_body_id){0}, at, v3(1.0, 0.0, 0.0), &def) ==
              BELAY_OK);
    for (int k = 0; k < 3; k++)
        def.axis[k].spring = (belay_joint_spring){true, 0.0, stiffness, 0.01 * stiffness, HUGE_VAL};
    cr_assert(belay_joint_create(world, &def, NULL) == BELAY_OK, "%s", belay_world_last_error(world));
}

// The coupling and the spring in a row.
Test(haptic_hung, a_spring_is_felt_by_its_stiffness)
{
    const double rates[] = {60.0, 250.0, 1000.0}, stiff[] = {50.0, 500.0, 5e4}, way = 4e-3;
    for (int i = 0; i < 27; i++) {
        belay_world* world = world_at(rates[i / 9]);
        belay_body_id tip = make_tip(world);
        tie_by_springs(world, tip, v3_zero(), stiff[i / 3 % 3]);
        belay_haptic_servo_config c = led_config(kinds[i % 3]);
        if (kinds[i % 3] == BELAY_HAPTIC_TOOL_DYNAMIC) c.tool_mass = 0.05;
        led l = led_begin(world, tip, &c);
        double jump = 0.0, last = 0.0;
        for (int k = 0, ticks = 0; k < 2000; k++) {
            tick(&l, &ticks, v3(way * fmin(1.0, k / 500.0), 0.0, 0.0));
            jump = fmax(jump, fabs(l.output.device.force.x - last));
            last = l.output.device.force.x;
        }
        double right = -way / (1.0 / c.stiffness + 1.0 / stiff[i / 3 % 3]);
        cr_expect_float_eq(last, right, 1e-3 * way * c.stiffness, "%g Hz, %g N/m, tool %d: %g N, not %g", rates[i / 9],
                           stiff[i / 3 % 3], i % 3, last, right);
        cr_expect_lt(jump, 0.05, "%g Hz, %g N/m, tool %d: %g N", rates[i / 9], stiff[i / 3 % 3], i % 3, jump);
        end(&l);
    }
}

// Also stiff ones, and any device: as a load that came late 20 kN/m swung an omega.3 and a sigma.7 up to their ratings.
Test(haptic_hung, a_stiff_spring_makes_no_energy)
{
    for (int i = 0; i < 2 * BELAY_HAPTIC_PRESET_COUNT; i++) {
        hand_world w = hand_world_begin(i % 2 == 0 ? 60.0 : 250.0);
        belay_vec3 at = v3(0.0, 0.0, 0.5);
        w.tool = make_body(w.world, at, 0.05, 0.0);
        tie_by_springs(w.world, w.tool, at, 2e4);
        belay_haptic_simulation_def def = hand_world_device((belay_haptic_preset)(i / 2), at);
        belay_haptic_servo_config c = hand_world_config(&def, BELAY_HAPTIC_TOOL_POINT, 0.05);
        hand_world_hold(&w, &def, &c);
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (int k = 0; k < 2500; k++) {
            hand_world_tick(&w, v3_add(at, v3(5e-3 * fmin(1.0, k / 400.0), 0.0, 0.0)), v3_zero());
            if (k < 2000) continue;
            low = fmin(low, w.r.output.device.force.x);
            high = fmax(high, w.r.output.device.force.x);
        }
        cr_expect_gt(rig_report(&w.r)->energy_lowest, -1e-3, "%d: %g J", i, rig_report(&w.r)->energy_lowest);
        cr_expect_lt(high - low, 0.02, "%d: %g to %g N", i, low, high);
        cr_expect_lt(high, -0.1, "%d: %g N", i, high);
        hand_world_end(&w);
    }
}
