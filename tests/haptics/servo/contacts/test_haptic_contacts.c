// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The servo on contact models that change: contacts that come, move and go, tools with six degrees of freedom and with
// mass, and the same bits for the same inputs (haptics section 5, no. 15).

#include "belay/quat.h"
#include "haptics/rig.h"
#include "support/chance.h"

#include <string.h>

#define T 1e-3

// ---------------------------------------------------------------------------------------------------------------------
// Contacts that come and go
// ---------------------------------------------------------------------------------------------------------------------

typedef struct bench {
    belay_haptic_servo* servo;
    belay_haptic_servo_input input;
    belay_haptic_servo_output output;
} bench;

static bench bench_begin(const belay_haptic_servo_config* config)
{
    bench b;
    memset(&b, 0, sizeof b);
    belay_error error;
    cr_assert_eq(belay_haptic_servo_create(config, &b.servo, &error), BELAY_OK, "%s", error.message);
    b.input.dt = T;
    b.input.commands = BELAY_HAPTIC_START;
    b.input.device.rotation = belay_quat_identity();
    return b;
}

static void tick(bench* b, const belay_haptic_contact_model* model)
{
    b->input.model = model;
    belay_haptic_servo_tick(b->servo, &b->input, &b->output);
    b->input.commands = 0;
}

static belay_haptic_servo_config config_of(belay_haptic_tool_kind kind)
{
    belay_haptic_servo_config c = belay_haptic_servo_config_default(NULL);
    c.tool = kind;
    c.stiffness = 1000.0;
    c.damping = 0.0;
    c.angular_stiffness = 2.0;
    c.angular_damping = 0.0;
    c.start_seconds = 0.0;
    c.start_force = 1e6;
    c.stale_seconds = 60.0;
    c.enable_passivity_controller = false;
    return c;
}

// A surface is found when the device is 2 mm behind it, and lost again: the force comes and goes within a period.
Test(haptic_contacts, contacts_come_and_go_without_a_jump)
{
    belay_haptic_servo_config c = config_of(BELAY_HAPTIC_TOOL_POINT);
    bench b = bench_begin(&c);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.5), empty = wall;
    empty.local.count = 0;
    belay_haptic_contact_model_seal(&empty, 1);
    b.input.device.position.z = -2e-3;
    uint64_t sequence = 1;
    for (int i = 0; i < 48; i++) {
        if (i % RIG_TICKS_PER_MODEL == 0) {
            empty.local.step = ++sequence;
            belay_haptic_contact_model_seal(&empty, sequence);
        }
        tick(&b, &empty);
    }
    cr_assert_eq(v3_length(b.output.device.force), 0.0);
    for (int round = 0; round < 3; round++) {
        for (int there = 1; there >= 0; there--) {
            belay_haptic_contact_model* m = there ? &wall : &empty;
            double last = b.output.device.force.z;
            for (int i = 0; i < 40; i++) {
                if (i % RIG_TICKS_PER_MODEL == 0) {
                    m->local.step = ++sequence;
                    belay_haptic_contact_model_seal(m, sequence);
                }
                tick(&b, m);
                double jump = fabs(b.output.device.force.z - last);
                cr_assert_leq(jump, 1.01 * 3e-3 * 1000.0 / RIG_TICKS_PER_MODEL, "round %d there %d tick %d: %g", round,
                              there, i, jump);
                last = b.output.device.force.z;
            }
            cr_assert_float_eq(last, there ? 2.0 : 0.0, 1e-9);
        }
    }
    belay_haptic_servo_destroy(b.servo);
}

// A plane that tilts and rises as it is pressed: the force follows in steps no larger than its own way asks for.
Test(haptic_contacts, moving_surface_is_faded_from_model_to_model)
{
    belay_haptic_servo_config c = config_of(BELAY_HAPTIC_TOOL_POINT);
    bench b = bench_begin(&c);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.0);
    b.input.device.position.z = -2e-3;
    double last = 0.0, worst = 0.0;
    for (int i = 0; i < 1000; i++) {
        if (i % 16 == 0) {
            double rise = 1e-3 * sin(0.01 * i), speed = 1e-2 * cos(0.01 * i);
            wall.local.step_seconds = 16.0 * T;
            wall.local.contacts[0].gap = -rise;
            wall.local.contacts[0].free_velocity[0] = speed;
            rig_renew(&wall);
        }
        tick(&b, &wall);
        if (i > 64) worst = fmax(worst, fabs(b.output.device.force.z - last));
        last = b.output.device.force.z;
        // Within the two periods that the fade lags behind.
        if (i > 64) cr_assert_float_eq(last, 1000.0 * (2e-3 + 1e-3 * sin(0.01 * i)), 0.35, "tick %d: %g", i, last);
    }
    cr_assert_leq(worst, 1000.0 * 1e-2 * T * 1.2); // K v T
    belay_haptic_servo_destroy(b.servo);
}

// ---------------------------------------------------------------------------------------------------------------------
// Six degrees of freedom, and mass
// ---------------------------------------------------------------------------------------------------------------------

// A plate, 40 mm by 20 mm, that lies on a floor with its corners.
static belay_haptic_contact_model plate_on_floor(double mu)
{
    belay_haptic_contact_model model = rig_wall(0.0, mu);
    belay_local_model* m = &model.local;
    m->count = 4;
    for (int i = 0; i < 4; i++) {
        belay_local_contact* c = &m->contacts[i];
        *c = m->contacts[0];
        c->feature = (uint32_t)i;
        c->point = v3(i & 1 ? 0.02 : -0.02, i & 2 ? 0.01 : -0.01, 0.0);
        const belay_vec3 frame[3] = {c->normal, c->tangent1, c->tangent2};
        for (int k = 0; k < 3; k++) {
            belay_vec3 turn = v3_cross(c->point, frame[k]);
            c->jacobian[k][3] = turn.x;
            c->jacobian[k][4] = turn.y;
            c->jacobian[k][5] = turn.z;
        }
    }
    rig_renew(&model);
    return model;
}

// Pressed by 2 mm and turned by 0.1 rad about y: the coupling's force and torque, all on the corners at one end.
Test(haptic_contacts, plate_feels_force_and_torque)
{
    belay_haptic_servo_config c = config_of(BELAY_HAPTIC_TOOL_POSE);
    c.sweeps = 200;
    bench b = bench_begin(&c);
    belay_haptic_contact_model model = plate_on_floor(0.5);
    double w = 0.01;
    for (int i = 0; i <= 400; i++) {
        double share = fmin(1.0, i / 200.0);
        b.input.device.position.z = -2e-3 * share;
        b.input.device.rotation = q_exp(v3(0.0, w * share, 0.0));
        tick(&b, &model);
    }
    cr_assert_float_eq(b.output.device.force.z, 2.0, 1e-6);
    cr_assert_float_eq(b.output.device.torque.y, -2.0 * w, 1e-6);
    cr_assert_float_eq(b.output.device.torque.x, 0.0, 1e-6);
    // It lies flat, on the floor.
    cr_assert_float_eq(b.output.tool.position.z, 0.0, 1e-8);
    cr_assert_lt(v3_length(q_log(b.output.tool.rotation)), 1e-6);
    belay_haptic_servo_destroy(b.servo);
}

// Turned about z against friction: the torque grows to what the corners can hold and no further.
Test(haptic_contacts, plate_turns_when_friction_gives_way)
{
    belay_haptic_servo_config c = config_of(BELAY_HAPTIC_TOOL_POSE);
    c.sweeps = 100;
    bench b = bench_begin(&c);
    const double mu = 0.5, reach = sqrt(0.02 * 0.02 + 0.01 * 0.01);
    belay_haptic_contact_model model = plate_on_floor(mu);
    for (int i = 0; i <= 200; i++) {
        b.input.device.position.z = -2e-3 * i / 200.0;
        tick(&b, &model);
    }
    double held = 0.0;
    for (int i = 1; i <= 400; i++) {
        b.input.device.rotation = q_exp(v3(0.0, 0.0, 1e-4 * i));
        tick(&b, &model);
        if (i == 50) held = b.output.device.torque.z;
    }
    cr_assert_float_eq(held, -2.0 * 50e-4, 1e-6);
    cr_assert_float_eq(b.output.device.torque.z, -mu * 2.0 * reach, 0.02 * mu * 2.0 * reach);
    belay_haptic_servo_destroy(b.servo);
}

// A tool with mass on its coupling: dragged through the air the hand feels its inertia, in the end nothing; pressed on
// a wall it feels K times the way.
Test(haptic_contacts, tool_with_mass_has_inertia_and_presses)
{
    belay_haptic_servo_config c = config_of(BELAY_HAPTIC_TOOL_DYNAMIC);
    c.damping = 3.0;
    c.tool_mass = 0.2;
    bench b = bench_begin(&c);
    belay_haptic_contact_model wall = rig_wall(0.0, 0.3);
    double impulse = 0.0;
    b.input.device.position.z = 0.05;
    for (int i = 0; i < 400; i++) { // to 0.1 m/s
        b.input.device.position.x += 0.1 * fmin(1.0, i / 100.0) * T;
        tick(&b, &wall);
        impulse += -b.output.device.force.x * T;
    }
    cr_assert_float_eq(impulse, 0.2 * 0.1, 0.05 * 0.2 * 0.1);
    for (int i = 0; i < 400; i++) { // at rest again, then down
        b.input.device.position.z -= 0.0525 / 400.0;
        tick(&b, &wall);
    }
    for (int i = 0; i < 1500; i++)
        tick(&b, &wall);
    cr_assert_float_eq(b.output.device.force.z, 2.5, 1e-6);
    cr_assert_float_eq(b.output.tool.position.z, 0.0, 1e-9);
    belay_haptic_servo_destroy(b.servo);
}

Test(haptic_contacts, same_inputs_give_same_bits_5_15)
{
    belay_haptic_servo_config c = config_of(BELAY_HAPTIC_TOOL_POSE);
    c.damping = 2.0;
    c.position_step = 55e-6;
    bench b[2] = {bench_begin(&c), bench_begin(&c)};
    belay_haptic_contact_model model = plate_on_floor(0.4);
    uint64_t seed = 11;
    for (int i = 0; i < 500; i++) {
        belay_vec3 at = v3(2e-3 * sin(0.05 * i), 1e-3 * cos(0.03 * i), -1e-3 - 1e-3 * sin(0.02 * i));
        belay_quat turn = q_exp(v3(0.01 * sin(0.01 * i), 0.01 * chance_next(&seed), 0.0));
        if (i % 4 == 0) rig_renew(&model);
        for (int k = 0; k < 2; k++) {
            b[k].input.device.position = at;
            b[k].input.device.rotation = turn;
            tick(&b[k], &model);
        }
        cr_assert_eq(memcmp(&b[0].output, &b[1].output, sizeof b[0].output), 0, "tick %d", i);
    }
    for (int k = 0; k < 2; k++)
        belay_haptic_servo_destroy(b[k].servo);
}
