// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/ball_bin.h"

#include "support/parts.h"

static const belay_material rough = {0.5, 0.3};

void ball_bin_add_walls(belay_world* world)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, rough);
    scene_plane(world, v3(1.0, 0.0, 0.1), -0.6, rough);
    scene_plane(world, v3(-1.0, 0.0, 0.1), -0.6, rough);
    scene_plane(world, v3(0.0, 1.0, 0.1), -0.6, rough);
    scene_plane(world, v3(0.0, -1.0, 0.1), -0.6, rough);
    belay_vec3 points[] = {{-0.6, 0.1, 0.5}, {0.0, 0.0, 0.35}, {0.6, -0.1, 0.5}};
    scene_rail(world, points, 3, false, 0.02, rough);
}

void ball_bin_add_balls(belay_world* world, int count, double spin)
{
    uint32_t state = 1;
    for (int i = 0; i < count; i++) {
        scene_ball ball = scene_ball_default();
        ball.material = rough;
        ball.radius = 0.03 + 0.03 * part_random(&state);
        ball.mass = 4000.0 * ball.radius * ball.radius * ball.radius;
        ball.position = v3(0.2 * (i % 5 - 2), 0.2 * (i / 5 % 5 - 2), 0.2 + 0.15 * (i / 25));
        ball.position.x += 0.02 * part_random(&state);
        ball.position.y += 0.02 * part_random(&state);
        if (spin > 0.0) ball.angular = v3(0.0, spin * part_random(&state), 0.0);
        scene_add_ball(world, &ball);
    }
}
