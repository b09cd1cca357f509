// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: the pre-solve hook. A ball is thrown up through a platform that carries only what comes from above.

#include "example.h"

// Keeps a contact only where the ball is above the platform and does not go up.
static bool is_from_above(belay_pre_solve_contact* contact, void* context)
{
    const belay_body_id* ball = context;
    double side = contact->body_a.value == ball->value ? 1.0 : -1.0; // the normal points from b to a
    return side * contact->normal.z > 0.5 && side * contact->velocity.z <= 0.0 && contact->gap > -0.02;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_def platform_def = belay_body_def_default();
    platform_def.type = BELAY_BODY_STATIC;
    platform_def.pose.position.z = 1.0;
    belay_body_id platform, ball;
    CHECK(belay_body_create(world, &platform_def, &platform));
    belay_collider_def board = belay_collider_def_box((belay_vec3){2.0, 2.0, 0.1}); // its top is at z = 1.05
    CHECK(belay_collider_create(world, platform, &board, NULL));

    belay_body_def ball_def = belay_body_def_default();
    ball_def.linear_velocity.z = 6.0; // up to z = 1.83
    CHECK(belay_body_create(world, &ball_def, &ball));
    belay_collider_def sphere = belay_collider_def_sphere(0.25);
    CHECK(belay_collider_create(world, ball, &sphere, NULL));
    CHECK(belay_world_set_pre_solve(world, is_from_above, &ball)); // `ball` outlives the world

    belay_body_state state;
    double highest = 0.0;
    for (int i = 0; i < 480; i++) {
        CHECK(belay_world_step(world));
        CHECK(belay_body_get_state(world, ball, &state));
        if (state.pose.position.z > highest) highest = state.pose.position.z;
    }
    printf("the ball goes through the platform, up to %.3f m\n", highest);
    printf("it comes to rest on top, with its middle at z = %.6f m\n", state.pose.position.z);
    CHECK(belay_world_destroy(world));
    return 0;
}
