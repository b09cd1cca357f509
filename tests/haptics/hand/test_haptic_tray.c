// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A tray in the hand with a box on it, off the middle: it weighs what it weighs. Where the hand feels no torques, the
// tray must not give way to one in physics, or the box would be lower there than it is for the servo, which has the
// tray turned as the device is.

#include "haptics/led.h"
#include "support/parts.h"
#include "support/scene.h"

#include <criterion/criterion.h>

#define TRAY 0.05 // kg, without weight
#define LOAD 0.06
#define TICKS 2500
#define MEASURED 500 // ticks, the last

static belay_body_id make_tray(belay_world* world, belay_vec3 at, belay_material material)
{
    belay_vec3 size = v3(0.16, 0.06, 0.006);
    belay_body_def def = belay_body_def_default();
    def.mass = TRAY;
    def.inertia = belay_inertia_box(TRAY, size);
    def.gravity_scale = 0.0;
    def.pose.position = at;
    belay_body_id tray;
    cr_assert(belay_body_create(world, &def, &tray) == BELAY_OK);
    belay_collider_def box = belay_collider_def_box(size);
    box.material = material;
    part_collide(world, tray, &box);
    return tray;
}

// As a share of the weight, after the tray was raised by 10 mm.
static double felt_share(double hz, const belay_haptic_servo_config* config, double off)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / hz;
    def.contact_margin = 0.02;
    belay_world* world = scene_world_of(&def);
    belay_vec3 at = v3(0.0, 0.0, 0.1);
    belay_material rough = {0.4, 0.0};
    belay_body_id tray = make_tray(world, at, rough);
    part_box(world, v3(off, 0.0, 0.113), v3(0.02, 0.02, 0.02), LOAD, rough);
    led l = led_begin(world, tray, config);
    double sum = 0.0, next_step = 0.0;
    for (int i = 0; i < TICKS; i++) {
        if (i * LED_T >= next_step - 1e-9) {
            next_step += def.step_seconds;
            led_before_step(&l);
            scene_steps(world, 1);
            led_after_step(&l);
        }
        double way = 0.02 * fmin(0.5, fmax(0.0, i * LED_T - 0.2));
        led_tick(&l, v3(0.0, 0.0, at.z + way));
        if (i >= TICKS - MEASURED) sum -= l.output.device.force.z;
    }
    led_end(&l);
    belay_world_destroy(world);
    return sum / MEASURED / (LOAD * SCENE_G);
}

static void weigh(const belay_haptic_servo_config* config, const char* name)
{
    const double rates[] = {60.0, 250.0, 1000.0}, offs[] = {0.0, 0.03, 0.065};
    for (int i = 0; i < 9; i++) {
        double share = felt_share(rates[i % 3], config, offs[i / 3]);
        cr_expect_float_eq(share, 1.0, 0.01, "%s, %g Hz, %g m off: %g of the weight", name, rates[i % 3], offs[i / 3],
                           share);
    }
}

Test(haptic_tray, weighs_no_more_with_a_load_off_its_middle)
{
    belay_haptic_servo_config c = led_config(BELAY_HAPTIC_TOOL_POINT);
    weigh(&c, "point");
    c = led_config(BELAY_HAPTIC_TOOL_POSE);
    weigh(&c, "pose");
    c.angular_stiffness = c.angular_damping = 0.0;
    weigh(&c, "pose without torques");
}
