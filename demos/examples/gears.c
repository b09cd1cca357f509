// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: gears. A motor turns a wheel of 20 teeth, which drives one of 60 teeth the other way, three times as slowly
// and with three times the torque.

#include "example.h"

static const double RADIUS[2] = {0.1, 0.3}; // m, of the pitch circles: they touch

// A wheel that turns about y, held by a hinge to the world; axis[0] of the hinge is its angle.
static belay_body_id add_wheel(belay_world* world, double x, double radius, const belay_joint_motor* motor,
                               belay_joint_id* hinge)
{
    belay_vec3 axis = {0.0, 1.0, 0.0};
    belay_body_def def = belay_body_def_default();
    def.pose.position.x = x;
    def.inertia = belay_inertia_sphere(def.mass, radius);
    belay_body_id wheel;
    CHECK(belay_body_create(world, &def, &wheel));
    belay_joint_def joint;
    CHECK(belay_joint_def_at(world, BELAY_JOINT_HINGE, (belay_body_id){0}, wheel, def.pose.position, axis, &joint));
    if (motor != NULL) joint.axis[0].motor = *motor;
    CHECK(belay_joint_create(world, &joint, hinge));
    return wheel;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_joint_motor motor = {.is_enabled = true, .speed = 6.0, .max_force = 10.0}; // rad/s, N m
    belay_joint_id hinge_a, hinge_b, gear;
    belay_body_id a = add_wheel(world, 0.0, RADIUS[0], &motor, &hinge_a);
    belay_body_id b = add_wheel(world, RADIUS[0] + RADIUS[1], RADIUS[1], NULL, &hinge_b);
    belay_joint_def def;
    CHECK(belay_joint_def_gear(world, a, b, (belay_vec3){0.0, 0.0, 0.0}, (belay_vec3){0.4, 0.0, 0.0},
                               (belay_vec3){0.0, 1.0, 0.0}, -20.0 / 60.0, &def)); // negative: teeth outside of both
    CHECK(belay_joint_create(world, &def, &gear));

    belay_joint_state state_a, state_b;
    for (int i = 0; i < 480; i++) {
        CHECK(belay_body_apply_torque(world, b, (belay_vec3){0.0, 12.0, 0.0})); // against which it turns
        CHECK(belay_world_step(world));
    }
    CHECK(belay_joint_get_state(world, hinge_a, &state_a));
    CHECK(belay_joint_get_state(world, hinge_b, &state_b));
    printf("the motor gives %.4f N m and goes with %.4f rad/s\n", state_a.torque.y, state_a.speed[0]);
    printf("for each turn of 20 teeth the wheel of 60 teeth turns by = %.9f\n",
           state_b.position[0] / state_a.position[0]);
    CHECK(belay_world_destroy(world));
    return 0;
}
