// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Friction in the servo (haptics 7.4): a point tool dragged over a wall, stuck on it, and let slip.

#include "haptics/rig.h"

#include <string.h>

#define T 1e-3
#define K 1000.0
#define NORMAL_FORCE 2.0 // N

// A servo that is given poses; no device, so that forces have their exact values.
typedef struct hand {
    belay_haptic_servo* servo;
    belay_haptic_contact_model wall;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
} hand;

static void move_to(hand* h, double x, double y, double z)
{
    h->input.model = &h->wall;
    h->input.device.position = v3(x, y, z);
    belay_haptic_servo_tick(h->servo, &h->input, &h->output);
    h->input.commands = 0;
}

// Pressed into the wall at the origin, at rest.
static hand hand_begin(double mu, double static_ratio, double damping)
{
    hand h;
    memset(&h, 0, sizeof h);
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    c.stiffness = K;
    c.max_force = 100.0;
    c.damping = damping;
    c.static_friction_ratio = static_ratio;
    c.start_seconds = 0.0;
    c.stale_seconds = 60.0;
    c.enable_passivity_controller = false;
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(&c, &h.servo, &error), BELAY_OK, "%s", error.message);
    h.wall = rig_wall(0.0, mu);
    h.input.dt = T;
    h.input.commands = BELAY_HAPTIC_START;
    h.input.device.rotation = belay_quat_identity();
    for (int i = 0; i <= 100; i++)
        move_to(&h, 0.0, 0.0, 1e-3 - i * (1e-3 + NORMAL_FORCE / K) / 100.0);
    for (int i = 0; i < 200; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&h.wall);
        move_to(&h, 0.0, 0.0, -NORMAL_FORCE / K);
    }
    cr_assert_float_eq(h.output.device.force.z, NORMAL_FORCE, 1e-9);
    return h;
}

static void hand_end(hand* h)
{
    belay_haptic_servo_destroy(h->servo);
}

static double tangential(const hand* h)
{
    return sqrt(h->output.device.force.x * h->output.device.force.x +
                h->output.device.force.y * h->output.device.force.y);
}

// Seconds at full speed, which is reached within 0.1 s.
static double way(double t)
{
    return t < 0.1 ? 5.0 * t * t : t - 0.05;
}

Test(haptic_friction, sliding_force_is_mu_times_normal_force_7_4)
{
    const double mus[] = {0.0, 0.1, 0.5, 1.2};
    for (int k = 0; k < 4; k++) {
        hand h = hand_begin(mus[k], 1.0, 3.0);
        double sum = 0.0, last = 0.0;
        for (int i = 1; i <= 1000; i++) {
            double s = 0.02 * way(i * T); // to 20 mm/s, askew
            move_to(&h, 0.6 * s, 0.8 * s, -NORMAL_FORCE / K);
            double f = tangential(&h), n = h.output.device.force.z;
            cr_assert_leq(f, mus[k] * n * (1.0 + 1e-6) + 1e-15, "mu %g, tick %d: %g", mus[k], i, f);
            cr_assert_leq(fabs(f - last), 0.05, "mu %g, tick %d", mus[k], i);
            last = f;
            cr_assert_float_eq(h.output.normal_force, n, 1e-12);
            cr_assert_float_eq(h.output.friction_force, f, 1e-12);
            if (i > 500) sum += f / 500.0;
        }
        cr_assert_float_eq(sum, mus[k] * NORMAL_FORCE, 0.01 * mus[k] * NORMAL_FORCE + 1e-12, "mu %g: %g", mus[k], sum);
        cr_assert_leq(h.output.device.force.x * 0.8 - h.output.device.force.y * 0.6, 1e-9);
        hand_end(&h);
    }
}

// Without damping a drag of constant speed changes the force by K v T a tick and no more.
Test(haptic_friction, jumps_stay_small_7_4)
{
    hand h = hand_begin(0.5, 1.0, 0.0);
    double last = 0.0;
    for (int i = 1; i <= 2000; i++) {
        double s = i <= 1000 ? 0.02 * i * T : 0.02 * (2000 - i) * T; // and back
        move_to(&h, s, 0.0, -NORMAL_FORCE / K);
        cr_assert_leq(fabs(h.output.device.force.x - last), 0.05);
        last = h.output.device.force.x;
    }
    cr_assert_float_eq(last, 0.5 * NORMAL_FORCE, 1e-9); // now the other way
    hand_end(&h);
}

Test(haptic_friction, stuck_tool_does_not_creep_7_4)
{
    hand h = hand_begin(0.5, 1.0, 3.0);
    double x = 0.9 * 0.5 * NORMAL_FORCE / K;
    for (int i = 1; i <= 100; i++)
        move_to(&h, x * i / 100.0, 0.0, -NORMAL_FORCE / K);
    for (int i = 0; i < 100; i++)
        move_to(&h, x, 0.0, -NORMAL_FORCE / K);
    belay_vec3 before = h.output.tool.position;
    for (int i = 0; i < 10000; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) rig_renew(&h.wall);
        move_to(&h, x, 0.0, -NORMAL_FORCE / K);
    }
    cr_assert_lt(v3_distance(h.output.tool.position, before), 1e-6);
    cr_assert_float_eq(tangential(&h), 0.9 * 0.5 * NORMAL_FORCE, 1e-6);
    hand_end(&h);
}

// The reference pose and the tangents of the models turn and wander; a stuck tool does not notice.
Test(haptic_friction, stuck_tool_does_not_notice_new_models)
{
    hand h = hand_begin(0.5, 1.0, 3.0);
    for (int i = 1; i <= 100; i++)
        move_to(&h, 3e-4 * i / 100.0, 4e-4 * i / 100.0, -NORMAL_FORCE / K);
    for (int i = 0; i < 100; i++)
        move_to(&h, 3e-4, 4e-4, -NORMAL_FORCE / K);
    belay_vec3 force = h.output.device.force, tool = h.output.tool.position;
    for (int i = 0; i < 4000; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) {
            belay_local_contact* c = &h.wall.local.contacts[0];
            double a = 0.3 * i;
            c->tangent1 = v3(cos(a), sin(a), 0.0);
            c->tangent2 = v3(-sin(a), cos(a), 0.0);
            h.wall.local.pose.position = v3(1e-3 * sin(0.1 * i), 2e-3 * cos(0.17 * i), 1e-4 * sin(0.01 * i));
            c->gap = h.wall.local.pose.position.z;
            c->point = h.wall.local.pose.position;
            const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
            for (int k = 0; k < 3; k++) {
                c->jacobian[k][0] = frame[k].x;
                c->jacobian[k][1] = frame[k].y;
                c->jacobian[k][2] = frame[k].z;
            }
            rig_renew(&h.wall);
        }
        move_to(&h, 3e-4, 4e-4, -NORMAL_FORCE / K);
        cr_assert_lt(v3_distance(h.output.device.force, force), 1e-9, "tick %d", i);
        cr_assert_lt(v3_distance(h.output.tool.position, tool), 1e-12, "tick %d", i);
    }
    hand_end(&h);
}

// mu 0.8 at rest, 0.4 in motion.
Test(haptic_friction, slip_begins_at_static_and_goes_on_at_kinetic_friction_7_4)
{
    hand h = hand_begin(0.4, 2.0, 0.0);
    double peak = 0.0, last = 0.0, drop = 0.0;
    for (int i = 1; i <= 1000; i++) {
        move_to(&h, 0.02 * i * T, 0.0, -NORMAL_FORCE / K);
        double f = tangential(&h);
        peak = fmax(peak, f);
        drop = fmax(drop, last - f);
        last = f;
    }
    cr_assert_float_eq(peak, 0.8 * NORMAL_FORCE, 0.02 * 0.8 * NORMAL_FORCE);
    cr_assert_float_eq(last, 0.4 * NORMAL_FORCE, 1e-3);
    cr_assert_leq(drop, 0.05);
    // At rest it gains its hold again.
    for (int i = 0; i < 5; i++)
        move_to(&h, 0.02 - 1e-4, 0.0, -NORMAL_FORCE / K);
    peak = 0.0;
    for (int i = 1; i <= 1000; i++) {
        move_to(&h, 0.02 - 1e-4 + 0.02 * i * T, 0.0, -NORMAL_FORCE / K);
        peak = fmax(peak, tangential(&h));
    }
    cr_assert_float_eq(peak, 0.8 * NORMAL_FORCE, 0.02 * 0.8 * NORMAL_FORCE);
    hand_end(&h);
}

// A belt drags a tool that is held still, by mu N.
Test(haptic_friction, moving_ground_drags_the_tool)
{
    hand h = hand_begin(0.5, 1.0, 0.0);
    for (int i = 0; i < 2000; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) {
            h.wall.local.contacts[0].free_velocity[1] = 0.03;
            rig_renew(&h.wall);
        }
        move_to(&h, 0.0, 0.0, -NORMAL_FORCE / K);
        if (i == 20) cr_assert_float_eq(h.output.device.force.x, K * 0.03 * 16.0 * T, 0.2);
    }
    cr_assert_float_eq(h.output.device.force.x, 0.5 * NORMAL_FORCE, 1e-9);
    hand_end(&h);
}
