// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The velocity with which a body comes to the contact instant: that of its free motion, before damping acts there.

#include "store/state.h"
#include "support/scene.h"

#include <criterion/criterion.h>

// A body with three moments of inertia tumbles: its angular velocity changes on the way to the instant.
static belay_body_id add_tumbling(belay_world* world, double damping)
{
    belay_body_def def = belay_body_def_default();
    def.inertia = belay_inertia_box(1.0, v3(1.0, 0.5, 0.2));
    def.angular_velocity = v3(3.0, 5.0, 1.0);
    def.linear_velocity = v3(1.0, 0.0, 0.0);
    def.linear_damping = def.angular_damping = damping;
    belay_body_id body;
    cr_assert_eq(belay_body_create(world, &def, &body), BELAY_OK);
    return body;
}

Test(step_integrate, damping_alone_is_what_a_body_came_with_more)
{
    const double h = 1.0 / 60.0, damping = 2.0;
    belay_world* world = scene_world(h);
    belay_world_set_gravity(world, v3_zero());
    add_tumbling(world, 0.0);
    add_tumbling(world, damping);
    scene_steps(world, 30);
    const bl_step_body *plain = &world->scratch.motion.bodies[0], *damped = &world->scratch.motion.bodies[1];
    cr_expect(scene_is_same_vector(plain->came.angular, plain->before.angular), "free motion is taken for damping");
    cr_expect(scene_is_same_vector(plain->came.linear, plain->before.linear));
    double left = exp(-damping * h);
    scene_check_near(v3_distance(damped->before.angular, v3_scale(left, damped->came.angular)), 0.0, 1e-14, "rad/s");
    scene_check_near(v3_distance(damped->before.linear, v3_scale(left, damped->came.linear)), 0.0, 1e-15, "m/s");
    belay_world_destroy(world);
}
