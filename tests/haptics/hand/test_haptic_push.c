// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene K4: a simulated device pushed with 4 N against a wall of a world, for 5 s; let go; physics stalled, paused,
// gone.

#include "belay/haptic_coupling.h"
#include "haptics/rig.h"
#include "support/scene.h"

#include <string.h>

#define T 1e-3
#define K 800.0
#define PUSH 4.0    // N
#define F_MAX 6.0   // N
#define SLEW 400.0  // N/s
#define RADIUS 0.01 // m

typedef struct push {
    rig r;
    belay_world* world;
    belay_body_id tool;
    belay_haptic_coupling coupling;
    belay_haptic_contact_model model;
    double h, next_step;
    bool is_stalled;
    double largest_step; // N, from tick to tick
    belay_vec3 last;
} push;

static belay_haptic_simulation_def device_def(void)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.device.damping = 0.5;
    def.device.max_force = F_MAX;
    def.hand.stiffness = 0.5; // 8 m away: 4 N wherever the device is
    def.motion.kind = BELAY_HAND_REST;
    def.motion.start = v3(0.0, 0.0, -PUSH / 0.5);
    def.position = v3(0.0, 0.0, RADIUS + 1e-4);
    return def;
}

static belay_haptic_servo_config config_of(const belay_haptic_simulation_def* def)
{
    belay_haptic_servo_config c = rig_config(def);
    c.stiffness = K;
    c.damping = 0.0;
    c.max_slew = SLEW;
    c.stale_seconds = c.stale_fade = 0.05;
    return c;
}

static void make_world(push* p, double h)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.gravity = v3_zero();
    def.contact_margin = 0.02;
    p->world = scene_world_of(&def);
    p->h = h;
    scene_plane(p->world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball b = scene_ball_default();
    b.radius = RADIUS;
    b.mass = 0.05;
    b.position = v3(0.0, 0.0, RADIUS + 1e-4);
    p->tool = scene_add_ball(p->world, &b);
}

static void step(push* p)
{
    cr_assert_eq(belay_haptic_coupling_pull(p->world, &p->coupling, p->r.output.target), BELAY_OK);
    scene_steps(p->world, 1);
    cr_assert_eq(belay_world_get_local_model(p->world, p->tool, &p->model.local), BELAY_OK);
    belay_haptic_contact_model_seal(&p->model, p->model.sequence + 1);
    p->r.model = &p->model;
}

static void push_begin(push* p, double h)
{
    memset(p, 0, sizeof *p);
    belay_haptic_simulation_def def = device_def();
    belay_haptic_servo_config c = config_of(&def);
    make_world(p, h);
    p->r = rig_begin(&def, &c);
    p->r.output.target.position = def.position;
    p->r.output.target.rotation = belay_quat_identity();
    belay_haptic_coupling_def coupling = belay_haptic_coupling_def_default(&c);
    coupling.damping = 3.0;
    cr_assert_eq(belay_haptic_coupling_create(p->world, p->tool, &coupling, &p->coupling), BELAY_OK);
}

static void push_end(push* p)
{
    rig_end(&p->r);
    if (p->world != NULL) belay_world_destroy(p->world);
}

static void push_tick(push* p)
{
    if (p->r.ticks * T >= p->next_step - 1e-9) {
        p->next_step += p->h;
        if (!p->is_stalled && p->world != NULL) step(p);
    }
    rig_tick(&p->r);
    belay_vec3 sent = p->r.output.device.force;
    p->largest_step = fmax(p->largest_step, v3_distance(sent, p->last));
    cr_assert_leq(v3_length(sent), F_MAX);
    cr_assert_geq(sent.z, 0.0);
    p->last = sent;
}

static void push_ticks(push* p, int count)
{
    for (int i = 0; i < count; i++)
        push_tick(p);
}

// Root mean square of what lies between two frequencies (Hz) in a second of samples. Hann's window keeps out what lies
// below: the push still swings a little at the 14 Hz of 0.1 kg on 800 N/m.
static double rms_between(const double* samples, int low, int high)
{
    double power = 0.0;
    for (int f = low; f <= high; f++) {
        double a = 0.0, b = 0.0;
        for (int i = 0; i < 1000; i++) {
            double x = (1.0 - cos(2.0 * SCENE_PI * i / 1000.0)) * samples[i] / 500.0;
            a += x * cos(2.0 * SCENE_PI * f * i / 1000.0);
            b += x * sin(2.0 * SCENE_PI * f * i / 1000.0);
        }
        power += 0.5 * (a * a + b * b) / 1.5;
    }
    return sqrt(power);
}

static const double hs[] = {1.0 / 1000.0, 1.0 / 250.0};

Test(haptic_push, steady_push_is_4_n_and_5_mm_k4)
{
    for (int k = 0; k < 2; k++) {
        push p;
        push_begin(&p, hs[k]);
        push_ticks(&p, 4000);
        double samples[1000], mean = 0.0, way = 0.0;
        for (int i = 0; i < 1000; i++) {
            push_tick(&p);
            samples[i] = p.last.z;
            mean += p.last.z / 1000.0;
            way += (scene_state(p.world, p.tool).pose.position.z - p.r.state.position.z) / 1000.0;
        }
        cr_assert_float_eq(mean, PUSH, 0.01 * PUSH, "h %g: %g N", hs[k], mean);
        cr_assert_float_eq(way, PUSH / K, 0.01 * PUSH / K, "h %g: %g m", hs[k], way);
        double noise = rms_between(samples, 20, 400);
        cr_assert_leq(noise, 0.02, "h %g: %g N", hs[k], noise);
        cr_assert_leq(p.largest_step, SLEW * T + 1e-12);
        push_end(&p);
    }
}

// What the coupling has stored is all that the device leaves with.
Test(haptic_push, energy_falls_after_release_k4)
{
    for (int k = 0; k < 2; k++) {
        push p;
        push_begin(&p, hs[k]);
        push_ticks(&p, 5000);
        belay_hand none;
        memset(&none, 0, sizeof none);
        double stored = 0.5 * p.last.z * p.last.z / K + p.r.state.kinetic_energy, before = stored;
        cr_assert_eq(belay_haptic_simulation_set_hand(p.r.device.simulation, &none), BELAY_OK);
        for (int i = 0; i < 500; i++) {
            push_tick(&p);
            double energy = 0.5 * p.last.z * p.last.z / K + p.r.state.kinetic_energy;
            // One tick's force is held while the spring gives way: K v T times the way.
            cr_assert_leq(energy, before + 1e-9 + 0.02 * stored, "tick %d", i);
            if (i > 50) cr_assert_leq(energy, before + 1e-12, "tick %d", i);
            before = energy;
        }
        cr_assert_eq(p.last.z, 0.0);
        cr_assert_leq(p.r.state.kinetic_energy, stored);
        double balance = rig_report(&p.r)->energy_lowest + p.r.state.damping_loss;
        cr_assert_geq(balance, -1e-6, "%g J", balance);
        push_end(&p);
    }
}

Test(haptic_push, stall_of_200_ms_reaches_zero_in_100_k4)
{
    push p;
    push_begin(&p, hs[1]);
    push_ticks(&p, 3000);
    p.is_stalled = true;
    for (int i = 0; i < 200; i++) {
        push_tick(&p);
        if (i >= 104) cr_assert_eq(p.last.z, 0.0, "%d ms: %g N", i, p.last.z);
    }
    cr_assert_leq(p.largest_step, SLEW * T + 1e-12);
    cr_assert_eq(rig_report(&p.r)->ticks, 3200);
    p.is_stalled = false;
    push_ticks(&p, 2000);
    cr_assert_leq(p.largest_step, SLEW * T + 1e-12);
    push_end(&p);
}

Test(haptic_push, last_force_is_zero_when_physics_is_paused_or_gone_k4)
{
    for (int gone = 0; gone < 2; gone++) {
        push p;
        push_begin(&p, hs[0]);
        push_ticks(&p, 2000);
        p.is_stalled = true;
        if (gone) {
            belay_world_destroy(p.world);
            p.world = NULL;
        }
        push_ticks(&p, 300);
        cr_assert_eq(v3_length(p.last), 0.0);
        cr_assert(p.r.output.reasons & belay_haptic_reason_bit(BELAY_HAPTIC_REASON_STALE));
        push_end(&p);
    }
}
