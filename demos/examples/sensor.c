// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: sensors and their events. A ball falls through a gate: how long it is in it.

#include "example.h"

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_def gate_def = belay_body_def_default();
    gate_def.type = BELAY_BODY_STATIC;
    gate_def.pose.position.z = 1.5;
    belay_body_id gate;
    CHECK(belay_body_create(world, &gate_def, &gate));
    belay_collider_def opening = belay_collider_def_box((belay_vec3){2.0, 2.0, 1.0}); // from z = 1 to z = 2
    opening.is_sensor = true;
    CHECK(belay_collider_create(world, gate, &opening, NULL));

    belay_body_def ball_def = belay_body_def_default();
    ball_def.pose.position.z = 5.0;
    belay_body_id ball;
    CHECK(belay_body_create(world, &ball_def, &ball));
    belay_collider_def sphere = belay_collider_def_sphere(0.1);
    CHECK(belay_collider_create(world, ball, &sphere, NULL));

    double begin = 0.0, end = 0.0;
    for (int i = 0; i < 300; i++) {
        CHECK(belay_world_step(world));
        int32_t count;
        const belay_sensor_event* events = belay_world_get_sensor_events(world, &count);
        for (int32_t k = 0; k < count; k++) {
            *(events[k].is_begin ? &begin : &end) = belay_world_get_time(world);
            printf("%.4f s: the ball %s\n", belay_world_get_time(world), events[k].is_begin ? "comes in" : "goes out");
        }
    }
    printf("a ball that falls from 5 m is in the gate for t = %.4f s\n", end - begin);
    CHECK(belay_world_destroy(world));
    return 0;
}
