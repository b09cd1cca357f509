// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: restitution. In Newton's cradle the ball at the other end leaves with the speed of the first. The balls hang
// a little apart, so that one impact comes after the other: balls that touch are one impact of all of them, which
// Newton's law of restitution answers in another way.

#include "example.h"

#include <math.h>

enum { BALLS = 5 };

static const double RADIUS = 0.05, GAP = 0.001, LENGTH = 1.0; // m
static const double START = 0.2;                              // rad, by which the first ball is drawn back

static belay_body_id add_ball(belay_world* world, double x, double angle)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = (belay_vec3){x - LENGTH * sin(angle), 0.0, -LENGTH * cos(angle)};
    def.is_rotation_locked = true;
    belay_body_id ball;
    CHECK(belay_body_create(world, &def, &ball));
    belay_collider_def sphere = belay_collider_def_sphere(RADIUS);
    sphere.material = (belay_material){.friction = 0.0, .restitution = 1.0}; // of the pair: the greater of the two
    CHECK(belay_collider_create(world, ball, &sphere, NULL));
    belay_joint_def string = belay_joint_def_default(BELAY_JOINT_DISTANCE); // as long as it is when made
    string.body_a = ball;
    string.frame_b.position.x = x; // in the world
    CHECK(belay_joint_create(world, &string, NULL));
    return ball;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = 1.0 / 2000.0; // at 0.6 m/s a ball goes less than GAP in a step
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_id last = {0};
    for (int i = 0; i < BALLS; i++)
        last = add_ball(world, i * (2.0 * RADIUS + GAP), i == 0 ? START : 0.0);

    double highest = 0.0;
    belay_body_state state;
    for (int i = 0; i < 2200; i++) { // half a swing
        CHECK(belay_world_step(world));
        CHECK(belay_body_get_state(world, last, &state));
        if (state.pose.position.z + LENGTH > highest) highest = state.pose.position.z + LENGTH;
    }
    printf("the first ball was let go %.6f m up\n", LENGTH * (1.0 - cos(START)));
    printf("the last ball comes up by = %.6f m\n", highest);
    CHECK(belay_world_destroy(world));
    return 0;
}
