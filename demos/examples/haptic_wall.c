// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: haptics. A scripted device goes down to 2 mm below a floor. Its tool stays on the floor, and what the hand
// feels is the spring between the two: k x.

#include "example.h"

#include <belay/haptic_own_loop.h>
#include <belay/haptic_simulation.h>

static const double RADIUS = 0.01, DEPTH = 0.002; // m: of the tool's tip; below the floor

static belay_body_id add_scene(belay_world* world)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    belay_body_id ground, tool;
    CHECK(belay_body_create(world, &def, &ground));
    belay_collider_def floor = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    CHECK(belay_collider_create(world, ground, &floor, NULL));
    def = belay_body_def_default();
    def.mass = 0.05;
    def.inertia = belay_inertia_sphere(def.mass, RADIUS);
    def.pose.position.z = 0.02;
    def.gravity_scale = 0.0; // a tool without weight
    CHECK(belay_body_create(world, &def, &tool));
    belay_collider_def tip = belay_collider_def_sphere(RADIUS);
    CHECK(belay_collider_create(world, tool, &tip, NULL));
    return tool;
}

// A hand that gives way to nothing leads the device down in half a second. Any other driver stands in its place.
static belay_haptic_simulation* make_device(belay_world* world)
{
    belay_haptic_simulation_def def = belay_haptic_simulation_def_default();
    def.is_self_clocked = true; // a millisecond passes with each tick
    def.hand = (belay_hand){.mass = 0.1, .damping = 200.0, .stiffness = 1e6};
    def.motion.kind = BELAY_HAND_PRESS;
    def.motion.start = def.position = (belay_vec3){0.0, 0.0, 0.02};
    def.motion.end = (belay_vec3){0.0, 0.0, RADIUS - DEPTH};
    def.motion.duration = 0.5;
    belay_haptic_simulation* device = NULL;
    CHECK(belay_haptic_simulation_create(&def, &device, NULL));
    return device;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_haptics();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    belay_body_id tool = add_scene(world);

    belay_haptic_simulation* device = make_device(world);
    belay_haptic_driver driver = belay_haptic_simulation_driver(device);
    belay_haptic_device_info info;
    char why[160];
    if (driver.ops->probe(driver.driver, &info, 1, why, sizeof why) < 1) return 1;
    belay_haptic_loop_def def = belay_haptic_loop_def_default(driver, &info);
    def.servo.stiffness = 400.0; // N/m, k
    belay_haptic_own_loop* loop;
    CHECK(belay_haptic_own_loop_create(&def, world, tool, &loop, NULL));

    for (int i = 0; i < 2000; i++) { // as many steps as ticks
        CHECK(belay_haptic_own_loop_before_step(loop));
        CHECK(belay_world_step(world));
        CHECK(belay_haptic_own_loop_after_step(loop));
        belay_haptic_own_loop_tick(loop, 1e-3);
    }
    belay_haptic_servo_output output;
    belay_haptic_own_loop_get_state(loop, &output, NULL);
    printf("the tool is at z = %.6f m, the hand at %.6f m\n", output.tool.position.z, output.target.position.z);
    printf("2 mm into the floor, with 400 N/m: force = %.5f N\n", output.device.force.z);
    belay_haptic_own_loop_destroy(loop);
    belay_haptic_simulation_destroy(device);
    CHECK(belay_world_destroy(world));
    return 0;
}
