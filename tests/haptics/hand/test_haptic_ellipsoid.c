// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An ellipsoid in the hand, as a pebble or a fingertip: it meets a plane where its surface is, however it lies.

#include "haptics/led.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>

#define MASS 0.05 // kg, without weight
#define MU 0.4
#define STIFFNESS 1000.0 // N/m, as led_config has it
#define DEPTH 1e-3       // m
#define TICKS 2000
#define MEASURED 500 // ticks, the last

static const double axes[] = {0.012, 0.008, 0.005}; // m

typedef struct pebble {
    belay_world* world;
    led l;
    double height;    // m, of its centre when it touches the plane z = 0
    double next_step; // s
    int ticks;
} pebble;

// The farthest point of an ellipsoid along n is at sqrt(sum (a_i n_i)^2), n in its own axes.
static double reach_down(belay_quat rotation)
{
    belay_vec3 n = q_rotate(q_conjugate(rotation), v3(0.0, 0.0, 1.0));
    return sqrt(axes[0] * axes[0] * n.x * n.x + axes[1] * axes[1] * n.y * n.y + axes[2] * axes[2] * n.z * n.z);
}

// Lies on the body turned by `rotation`, at physics' rate `hz`.
static pebble begin(double hz, belay_haptic_tool_kind kind, belay_quat rotation)
{
    pebble p = {.height = reach_down(rotation)};
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = 1.0 / hz;
    world_def.contact_margin = 0.02;
    p.world = scene_world_of(&world_def);
    scene_plane(p.world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){MU, 0.0});
    belay_body_def def = belay_body_def_default();
    def.pose.position = v3(0.0, 0.0, p.height + 2e-3);
    def.mass = MASS;
    def.inertia = belay_inertia_sphere(MASS, 0.01);
    def.gravity_scale = 0.0;
    belay_body_id tool;
    cr_assert(belay_body_create(p.world, &def, &tool) == BELAY_OK);
    belay_collider_def solid = belay_collider_def_ellipsoid(v3(axes[0], axes[1], axes[2]));
    solid.pose.rotation = rotation;
    solid.material.friction = MU;
    cr_assert(belay_collider_create(p.world, tool, &solid, NULL) == BELAY_OK);
    belay_haptic_servo_config c = led_config(kind);
    p.l = led_begin(p.world, tool, &c);
    return p;
}

static void end(pebble* p)
{
    led_end(&p->l);
    belay_world_destroy(p->world);
}

static void tick(pebble* p, belay_vec3 device)
{
    if (p->ticks++ * LED_T >= p->next_step - 1e-9) {
        p->next_step += belay_world_get_def(p->world)->step_seconds;
        led_before_step(&p->l);
        scene_steps(p->world, 1);
        led_after_step(&p->l);
    }
    led_tick(&p->l, device);
}

// Goes down to DEPTH below the touch at 10 mm/s, and then along x at `speed`; the mean force at the end.
static belay_vec3 press(pebble* p, double speed)
{
    belay_vec3 sum = v3_zero();
    for (int i = 0; i < TICKS; i++) {
        double down = fmin(0.01 * i * LED_T, 2e-3 + DEPTH), along = speed * fmax(0.0, i * LED_T - 0.5);
        tick(p, v3(along, 0.0, p->height + 2e-3 - down));
        if (i >= TICKS - MEASURED) sum = v3_add(sum, p->l.output.device.force);
    }
    return v3_scale(1.0 / MEASURED, sum);
}

static const double rates[] = {60.0, 250.0, 1000.0};

// On each of its axes and in between.
static belay_quat lying(int i)
{
    static const belay_vec3 turns[] = {
        {0.0, 0.0, 0.0}, {0.5 * SCENE_PI, 0.0, 0.0}, {0.0, 0.5 * SCENE_PI, 0.0}, {0.7, -0.4, 1.1}};
    return q_exp(turns[i]);
}

// Aside it draws by arm times height over 1 m^2, as physics holds the turns of a point tool hard, and not rigidly.
Test(haptic_ellipsoid, pressed_on_a_plane_it_gives_k_times_the_depth)
{
    for (int i = 0; i < 12; i++) {
        pebble p = begin(rates[i % 3], BELAY_HAPTIC_TOOL_POINT, lying(i / 3));
        const double right = STIFFNESS * DEPTH;
        belay_vec3 force = press(&p, 0.0);
        cr_expect_float_eq(force.z, right, 0.01 * right, "%g Hz, lying %d: %g N", rates[i % 3], i / 3, force.z);
        double aside = hypot(force.x, force.y);
        cr_expect_leq(aside, right * axes[0] * axes[0], "%g Hz, lying %d: %g N aside", rates[i % 3], i / 3, aside);
        end(&p);
    }
}

// Rubbed along the plane it does not roll, as the device holds how it is turned.
Test(haptic_ellipsoid, drawn_along_a_plane_it_rubs_with_mu)
{
    for (int i = 0; i < 12; i++) {
        pebble p = begin(rates[i % 3], BELAY_HAPTIC_TOOL_POINT, lying(i / 3));
        belay_vec3 force = press(&p, 0.02);
        cr_expect_float_eq(force.z, STIFFNESS * DEPTH, 0.01 * STIFFNESS * DEPTH, "%g Hz, lying %d: %g N", rates[i % 3],
                           i / 3, force.z);
        cr_expect_float_eq(-force.x, MU * force.z, 0.01 * MU * force.z, "%g Hz, lying %d: %g of %g N", rates[i % 3],
                           i / 3, force.x, force.z);
        end(&p);
    }
}

// A device with torques feels that it lies aslant, by r x F of all that the plane does at the touching point r: the
// tool turns a little by it, so that it lies less deep, and sticks where it touches first. By the springs of turn and
// way F / K + x^2 F / K_turn = depth.
Test(haptic_ellipsoid, pressed_aslant_it_twists_the_hand)
{
    const double slant = 0.6, turn_stiffness = 2.5;
    pebble p = begin(250.0, BELAY_HAPTIC_TOOL_POSE, q_exp(v3(0.0, slant, 0.0)));
    belay_vec3 force = press(&p, 0.0), torque = p.l.output.device.torque;
    double x = (axes[0] * axes[0] - axes[2] * axes[2]) * sin(slant) * cos(slant) / p.height;
    double twist = -p.height * force.x - x * force.z, right = DEPTH / (1.0 / STIFFNESS + x * x / turn_stiffness);
    cr_expect_float_eq(torque.y, twist, 0.01 * fabs(twist), "%g N m, not %g", torque.y, twist);
    cr_expect_leq(fabs(torque.x) + fabs(torque.z), 1e-6);
    cr_expect_float_eq(force.z, right, 0.01 * right, "%g N, not %g", force.z, right);
    end(&p);
}
