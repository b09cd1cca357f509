// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: wheels. A car at 20 m/s locks its four wheels and slides until it stands.

#include "example.h"

#include <math.h>

static const double RADIUS = 0.35, SPEED = 20.0; // m, m/s

static belay_body_id add_body(belay_world* world, belay_vec3 at, belay_collider_def collider, double spin)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    def.linear_velocity.y = SPEED;
    def.angular_velocity.x = spin;
    belay_body_id body;
    CHECK(belay_body_create_solid(world, &def, &collider, &body));
    return body;
}

static belay_joint_id add_wheel(belay_world* world, belay_body_id chassis, belay_vec3 center)
{
    belay_collider_def tyre = belay_collider_def_cylinder(0.2, RADIUS); // about z: turned onto the x axis
    tyre.pose.rotation = belay_quat_from_axis_angle((belay_vec3){0.0, 1.0, 0.0}, 0.5 * BELAY_PI);
    tyre.material.friction = 0.8;
    tyre.density = 250.0;
    belay_wheel_def def = belay_wheel_def_default();
    def.chassis = chassis;
    def.wheel = add_body(world, center, tyre, -SPEED / RADIUS); // it rolls
    def.center = center;
    def.load = 0.25 * 1000.0 * 9.81; // what the spring carries where the wheel is
    belay_joint_id wheel;
    CHECK(belay_wheel_create(world, &def, &wheel));
    return wheel;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    ground.material.friction = 0.8;
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, NULL));

    belay_collider_def body = belay_collider_def_box((belay_vec3){1.6, 4.0, 0.5}); // 1000 kg
    body.density = 1000.0 / (1.6 * 4.0 * 0.5);
    belay_body_id chassis = add_body(world, (belay_vec3){0.0, 0.0, 0.6}, body, 0.0);
    for (int i = 0; i < 4; i++) {
        belay_vec3 center = {i % 2 == 0 ? -0.95 : 0.95, i < 2 ? 1.4 : -1.4, RADIUS};
        CHECK(belay_wheel_brake(world, add_wheel(world, chassis, center), HUGE_VAL));
    }

    for (int i = 0; i < 1200; i++)
        CHECK(belay_world_step(world));
    belay_body_state state;
    CHECK(belay_body_get_state(world, chassis, &state));
    printf("after %.1f s the car goes with %.4f m/s\n", belay_world_get_time(world), state.linear_velocity.y);
    printf("from 20 m/s with mu = 0.8 it stops after v^2 / (2 mu g) = %.3f m\n", state.pose.position.y);
    CHECK(belay_world_destroy(world));
    return 0;
}
