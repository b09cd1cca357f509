// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a ragdoll. Capsules on ball joints and cone-twist joints with limits are thrown and come to rest.

#include "example.h"

static const double RADIUS = 0.07; // m, of all limbs, which are of 1000 kg/m^3

// A limb about z with its middle at `at`.
static belay_body_id add_limb(belay_world* world, belay_vec3 at, double length)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    def.linear_velocity = (belay_vec3){2.0, 0.5, 0.0};
    belay_body_id limb;
    belay_collider_def capsule = belay_collider_def_capsule(length, RADIUS);
    CHECK(belay_body_create_solid(world, &def, &capsule, &limb));
    return limb;
}

// Joins a limb to the one that carries it. A cone-twist joint lets it go half a radian to all sides of where it is.
static void join(belay_world* world, belay_joint_type type, belay_body_id trunk, belay_body_id limb, belay_vec3 at)
{
    belay_joint_def def;
    CHECK(belay_joint_def_at(world, type, trunk, limb, at, (belay_vec3){0.0, 0.0, 1.0}, &def));
    def.cone_angle = 0.5;
    def.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = -0.3, .max = 0.3}; // of the twist
    CHECK(belay_joint_create(world, &def, NULL));
}

static void add_doll(belay_world* world)
{
    belay_body_id trunk = add_limb(world, (belay_vec3){0.0, 0.0, 1.9}, 0.4);
    belay_body_id head = add_limb(world, (belay_vec3){0.0, 0.0, 2.35}, 0.1);
    join(world, BELAY_JOINT_CONE_TWIST, trunk, head, (belay_vec3){0.0, 0.0, 2.2});
    for (double side = -1.0; side <= 1.0; side += 2.0) {
        belay_body_id arm = add_limb(world, (belay_vec3){side * 0.2, 0.0, 1.9}, 0.3);
        belay_body_id leg = add_limb(world, (belay_vec3){side * 0.1, 0.0, 1.3}, 0.4);
        join(world, BELAY_JOINT_BALL, trunk, arm, (belay_vec3){side * 0.2, 0.0, 2.1});
        join(world, BELAY_JOINT_CONE_TWIST, trunk, leg, (belay_vec3){side * 0.1, 0.0, 1.6});
    }
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    belay_body_id floor;
    belay_collider_def ground = belay_collider_def_plane((belay_vec3){0.0, 0.0, 1.0}, 0.0);
    CHECK(belay_body_create_static(world, belay_pose_identity(), &ground, &floor));
    add_doll(world);

    const belay_step_stats* stats = belay_world_get_stats(world);
    for (int i = 0; i < 2400 && (i == 0 || stats->bodies_awake > 0); i++)
        CHECK(belay_world_step(world));
    belay_energy energy = belay_world_get_energy(world);
    printf("after %.2f s all limbs sleep; kinetic energy %g J, potential energy %.2f J\n", belay_world_get_time(world),
           energy.translation + energy.rotation, energy.potential);
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    double impulse = 0.0;
    for (int32_t i = 0; i < count; i++)
        if (contacts[i].body_b.value == floor.value) impulse += contacts[i].impulse[0];
    printf("the floor carries six limbs = %.3f N\n", impulse / world_def.step_seconds);
    CHECK(belay_world_destroy(world));
    return 0;
}
