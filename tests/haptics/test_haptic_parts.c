// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts that need no device: the triple buffer between two threads (haptics 7.9), the ring, the histogram, the
// velocity estimator, the crossfade of contacts, tools of six degrees of freedom and with mass.

#include "haptic_histogram.h"
#include "haptic_ring.h"
#include "haptic_triple_buffer.h"
#include "haptics/rig.h"
#include "math/quat.h"
#include "servo_velocity.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

#define T 1e-3

static double next_random(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

// ---------------------------------------------------------------------------------------------------------------------
// The triple buffer
// ---------------------------------------------------------------------------------------------------------------------

#define SWAPS 1000000
#define WORDS 24

typedef struct snapshot {
    uint64_t number, word[WORDS], sum;
} snapshot;

static void fill(snapshot* s, uint64_t number)
{
    s->number = s->sum = number;
    for (int i = 0; i < WORDS; i++) {
        s->word[i] = number * 0x9E3779B97F4A7C15u + (uint64_t)i;
        s->sum += s->word[i];
    }
}

static bool is_whole(const snapshot* s)
{
    uint64_t sum = s->number;
    for (int i = 0; i < WORDS; i++)
        sum += s->word[i];
    return sum == s->sum;
}

typedef struct exchange {
    bl_triple_buffer buffer;
    snapshot slots[3];
} exchange;

static int write_all(void* context)
{
    exchange* e = context;
    for (uint64_t i = 1; i <= SWAPS; i++) {
        fill(bl_triple_buffer_back(&e->buffer), i);
        bl_triple_buffer_publish(&e->buffer);
    }
    return 0;
}

// A million swaps, none torn, none out of order, and the last one arrives.
Test(haptic_parts, triple_buffer_gives_whole_snapshots_in_order_7_9_5_7)
{
    exchange* e = calloc(1, sizeof *e);
    bl_triple_buffer_init(&e->buffer, &e->slots[0], &e->slots[1], &e->slots[2]);
    SDL_Thread* writer = SDL_CreateThread(write_all, "writer", e);
    uint64_t last = 0, taken = 0;
    while (last < SWAPS) {
        if (!bl_triple_buffer_take(&e->buffer)) continue;
        const snapshot* s = bl_triple_buffer_front(&e->buffer);
        cr_assert(is_whole(s), "number %llu", (unsigned long long)s->number);
        cr_assert_gt(s->number, last);
        last = s->number;
        taken++;
    }
    SDL_WaitThread(writer, NULL);
    cr_assert_gt(taken, 0);
    cr_assert_not(bl_triple_buffer_take(&e->buffer));
    free(e);
}

Test(haptic_parts, triple_buffer_gives_the_newest_once)
{
    int slots[3] = {0, 0, 0};
    bl_triple_buffer b;
    bl_triple_buffer_init(&b, &slots[0], &slots[1], &slots[2]);
    cr_assert_not(bl_triple_buffer_take(&b));
    for (int i = 1; i <= 5; i++) {
        *(int*)bl_triple_buffer_back(&b) = i;
        bl_triple_buffer_publish(&b);
    }
    cr_assert(bl_triple_buffer_take(&b));
    cr_assert_eq(*(const int*)bl_triple_buffer_front(&b), 5);
    cr_assert_not(bl_triple_buffer_take(&b));
    cr_assert_eq(*(const int*)bl_triple_buffer_front(&b), 5);
}

// ---------------------------------------------------------------------------------------------------------------------
// The ring
// ---------------------------------------------------------------------------------------------------------------------

typedef struct stream {
    bl_ring ring;
    unsigned char bytes[256];
    uint64_t written;
} stream;

#define STREAM_BYTES 200000u

static int write_stream(void* context)
{
    stream* s = context;
    uint64_t seed = 3;
    while (s->written < STREAM_BYTES) {
        size_t size = 1 + (size_t)(next_random(&seed) * 100.0);
        if (!bl_ring_begin(&s->ring, size)) continue;
        for (size_t i = 0; i < size; i++) {
            unsigned char byte = (unsigned char)((s->written + i) * 31u);
            bl_ring_add(&s->ring, &byte, 1);
        }
        bl_ring_end(&s->ring);
        s->written += size;
    }
    return 0;
}

Test(haptic_parts, ring_passes_bytes_in_order)
{
    stream* s = calloc(1, sizeof *s);
    bl_ring_init(&s->ring, s->bytes, sizeof s->bytes);
    SDL_Thread* writer = SDL_CreateThread(write_stream, "writer", s);
    uint64_t read = 0;
    while (read < STREAM_BYTES) {
        size_t size;
        const unsigned char* bytes = bl_ring_peek(&s->ring, &size);
        for (size_t i = 0; i < size; i++)
            cr_assert_eq(bytes[i], (unsigned char)((read + i) * 31u));
        bl_ring_skip(&s->ring, size);
        read += size;
    }
    SDL_WaitThread(writer, NULL);
    free(s);
}

Test(haptic_parts, ring_takes_all_or_nothing)
{
    unsigned char bytes[16];
    const unsigned char text[16] = "0123456789abcde";
    bl_ring ring;
    bl_ring_init(&ring, bytes, sizeof bytes);
    cr_assert(bl_ring_begin(&ring, 10));
    bl_ring_add(&ring, text, 10);
    bl_ring_end(&ring);
    cr_assert_not(bl_ring_begin(&ring, 7));
    cr_assert(bl_ring_begin(&ring, 6));
    size_t size;
    bl_ring_peek(&ring, &size);
    cr_assert_eq(size, 10); // what was begun and not ended is not there
    bl_ring_skip(&ring, 4);
    cr_assert(bl_ring_begin(&ring, 10));
    bl_ring_add(&ring, text, 10); // round the end
    bl_ring_end(&ring);
    cr_assert_eq(memcmp(bl_ring_peek(&ring, &size), "456789012345", size), 0);
    cr_assert_eq(size, 12);
    bl_ring_skip(&ring, size);
    cr_assert_eq(memcmp(bl_ring_peek(&ring, &size), "6789", 4), 0);
    cr_assert_eq(size, 4);
}

// ---------------------------------------------------------------------------------------------------------------------
// The histogram
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_parts, histogram_quantiles_are_within_an_eighth)
{
    bl_histogram* h = calloc(1, sizeof *h);
    for (int i = 1; i <= 10000; i++)
        bl_histogram_add(h, 1e-6 * i); // 1 us to 10 ms
    belay_haptic_times t = bl_histogram_read(h);
    cr_assert_eq(t.count, 10000);
    cr_assert_float_eq(t.p50, 5e-3, 5e-3 / 8.0);
    cr_assert_float_eq(t.p99, 9.9e-3, 9.9e-3 / 8.0);
    cr_assert_float_eq(t.p999, 9.99e-3, 9.99e-3 / 8.0);
    cr_assert_float_eq(t.max, 1e-2, 1e-8);
    cr_assert(t.p50 <= t.p99 && t.p99 <= t.p999 && t.p999 <= t.max);
    bl_histogram_clear(h);
    const double odd[] = {-1.0, 0.0, 1e-9, 1e6, NAN};
    for (int i = 0; i < 5; i++)
        bl_histogram_add(h, odd[i]);
    cr_assert_eq(bl_histogram_read(h).count, 5);
    free(h);
}

// ---------------------------------------------------------------------------------------------------------------------
// The velocity estimator
// ---------------------------------------------------------------------------------------------------------------------

static void add(bl_velocity_estimator* e, double x)
{
    const double all[BL_VELOCITY_AXES] = {x, -x, 0.0, 0.0, 2.0 * x, 0.0};
    bl_velocity_add(e, all, T);
}

Test(haptic_parts, velocity_of_exact_samples_is_the_last_difference)
{
    bl_velocity_estimator e;
    bl_velocity_reset(&e);
    add(&e, 0.0);
    cr_assert_eq(bl_velocity_of(&e, 0, 0.0, 16), 0.0);
    for (int i = 1; i < 50; i++) {
        double x = sin(0.1 * i), before = sin(0.1 * (i - 1));
        add(&e, x);
        cr_assert_float_eq(bl_velocity_of(&e, 0, 0.0, 16), (x - before) / T, 1e-9);
        cr_assert_float_eq(bl_velocity_of(&e, 1, 0.0, 16), (before - x) / T, 1e-9);
        cr_assert_float_eq(bl_velocity_of(&e, 4, 0.0, 16), 2.0 * (x - before) / T, 1e-9);
    }
}

// Slow motion in steps of 55 um: one sample's difference is off by up to 55 mm/s, the window by a few.
Test(haptic_parts, velocity_in_encoder_steps_is_averaged_over_the_window)
{
    const double q = 55e-6, speeds[] = {0.003, 0.02, 0.1, -0.4};
    for (int k = 0; k < 4; k++) {
        bl_velocity_estimator e;
        bl_velocity_reset(&e);
        double worst = 0.0, worst_raw = 0.0;
        for (int i = 0; i < 400; i++) {
            add(&e, round(speeds[k] * i * T / q) * q);
            if (i < 20) continue;
            worst = fmax(worst, fabs(bl_velocity_of(&e, 0, q, 16) - speeds[k]));
            worst_raw = fmax(worst_raw, fabs(bl_velocity_of(&e, 0, q, 1) - speeds[k]));
        }
        cr_assert_leq(worst, 8e-3, "%g m/s: %g", speeds[k], worst);
        cr_assert_lt(worst, worst_raw);
    }
}

// A stop from 0.3 m/s is seen within some samples, not within the window.
Test(haptic_parts, velocity_follows_a_stop_quickly)
{
    const double q = 55e-6;
    bl_velocity_estimator e;
    bl_velocity_reset(&e);
    double x = 0.0;
    for (int i = 0; i < 100; i++)
        add(&e, round((x += 0.3 * T) / q) * q);
    cr_assert_float_eq(bl_velocity_of(&e, 0, q, 16), 0.3, 0.01);
    for (int i = 0; i < 3; i++)
        add(&e, round(x / q) * q);
    cr_assert_float_eq(bl_velocity_of(&e, 0, q, 16), 0.0, 0.03);
}

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
Test(haptic_parts, contacts_come_and_go_without_a_jump)
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
Test(haptic_parts, moving_surface_is_faded_from_model_to_model)
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
Test(haptic_parts, plate_feels_force_and_torque)
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
Test(haptic_parts, plate_turns_when_friction_gives_way)
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
Test(haptic_parts, tool_with_mass_has_inertia_and_presses)
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

Test(haptic_parts, same_inputs_give_same_bits_5_15)
{
    belay_haptic_servo_config c = config_of(BELAY_HAPTIC_TOOL_POSE);
    c.damping = 2.0;
    c.position_step = 55e-6;
    bench b[2] = {bench_begin(&c), bench_begin(&c)};
    belay_haptic_contact_model model = plate_on_floor(0.4);
    uint64_t seed = 11;
    for (int i = 0; i < 500; i++) {
        belay_vec3 at = v3(2e-3 * sin(0.05 * i), 1e-3 * cos(0.03 * i), -1e-3 - 1e-3 * sin(0.02 * i));
        belay_quat turn = q_exp(v3(0.01 * sin(0.01 * i), 0.01 * next_random(&seed), 0.0));
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
