// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: hinges between bodies and to the world. A chain of 20 bars between two points comes to rest in the shape of
// a hanging chain.

#include "example.h"

#include <math.h>

enum { LINKS = 20 };

static const double LINK = 0.25; // m; the chain is 5 m long and held at x = -2 and 2 m, z = 0

// A bar from `from` along its own x axis, turned about y by `angle`.
static belay_body_id add_link(belay_world* world, belay_vec3 from, double angle)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = (belay_vec3){from.x + 0.5 * LINK * cos(angle), 0.0, from.z - 0.5 * LINK * sin(angle)};
    def.pose.rotation = belay_quat_from_axis_angle((belay_vec3){0.0, 1.0, 0.0}, angle);
    def.inertia = belay_inertia_box(def.mass, (belay_vec3){LINK, 0.05, 0.05});
    def.linear_damping = def.angular_damping = 4.0; // 1/s, so that it comes to rest soon
    belay_body_id link;
    CHECK(belay_body_create(world, &def, &link));
    return link;
}

static void add_hinge(belay_world* world, belay_body_id a, belay_body_id b, belay_vec3 at)
{
    belay_joint_def def;
    CHECK(belay_joint_def_at(world, BELAY_JOINT_HINGE, a, b, at, (belay_vec3){0.0, 1.0, 0.0}, &def));
    CHECK(belay_joint_create(world, &def, NULL));
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));

    belay_body_id last = {0}, middle = {0}; // null: the world
    belay_vec3 at = {-2.0, 0.0, 0.0};
    for (int i = 0; i < LINKS; i++) { // a V: down to (0, -1.5) and up again
        double angle = i < LINKS / 2 ? acos(0.8) : -acos(0.8);
        belay_body_id link = add_link(world, at, angle);
        add_hinge(world, link, last, at);
        at.x += LINK * cos(angle);
        at.z -= LINK * sin(angle);
        last = link;
        if (i == LINKS / 2) middle = link;
    }
    add_hinge(world, last, (belay_body_id){0}, at);

    for (int i = 0; i < 1200; i++)
        CHECK(belay_world_step(world));

    belay_body_state state;
    CHECK(belay_body_get_state(world, middle, &state));
    belay_vec3 end = belay_quat_rotate(state.pose.rotation, (belay_vec3){-0.5 * LINK, 0.0, 0.0});
    printf("a chain of 5 m between points 4 m apart: sag = %.5f m\n", -(state.pose.position.z + end.z));
    CHECK(belay_world_destroy(world));
    return 0;
}
