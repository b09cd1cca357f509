// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Teaches: a winch. A motor turns a drum; a rope that is tied to the drum winds onto it and lifts a weight.

#include "example.h"

static const double DRUM = 0.3, ROPE = 0.01, LENGTH = 2.5; // m: radii, and how much rope there is

// A drum about y at the origin, on a hinge to the world with a motor, which turns its right side upwards.
static belay_body_id add_drum(belay_world* world, belay_joint_id* hinge)
{
    belay_body_def def = belay_body_def_default();
    def.pose.rotation = belay_quat_from_axis_angle((belay_vec3){1.0, 0.0, 0.0}, 0.5 * BELAY_PI);
    belay_body_id drum;
    belay_collider_def cylinder = belay_collider_def_cylinder(0.4, DRUM);
    CHECK(belay_body_create_solid(world, &def, &cylinder, &drum));
    belay_joint_def joint;
    belay_vec3 center = {0.0, 0.0, 0.0}, axis = {0.0, -1.0, 0.0};
    CHECK(belay_joint_def_at(world, BELAY_JOINT_HINGE, (belay_body_id){0}, drum, center, axis, &joint));
    joint.axis[0].motor = (belay_joint_motor){.is_enabled = true, .speed = 2.0, .max_force = 60.0}; // rad/s, N m
    CHECK(belay_joint_create(world, &joint, hinge));
    return drum;
}

static belay_body_id add_weight(belay_world* world, belay_vec3 at)
{
    belay_body_def def = belay_body_def_default();
    def.mass = 10.0;
    def.pose.position = at;
    belay_body_id weight;
    CHECK(belay_body_create(world, &def, &weight));
    return weight;
}

int main(void)
{
    belay_world_def world_def = belay_world_def_default();
    belay_world* world = NULL;
    CHECK(belay_world_create(&world_def, &world, NULL));
    belay_joint_id hinge;
    belay_body_id drum = add_drum(world, &hinge);
    belay_body_id weight = add_weight(world, (belay_vec3){DRUM + ROPE, 0.0, -LENGTH});

    belay_rod_def def = belay_rod_def_default(); // hangs down from the right side of the drum
    def.start = (belay_vec3){DRUM + ROPE, 0.0, 0.0};
    def.direction = (belay_vec3){0.0, 0.0, -1.0};
    def.length = LENGTH;
    def.radius = ROPE;
    def.element_count = 60;
    def.young_modulus = 1e8;                              // Pa
    def.bend_stiffness[0] = def.bend_stiffness[1] = 1e-3; // N m^2: limp
    def.damping_time = 0.01;                              // s
    belay_rod_id rope;
    CHECK(belay_rod_create(world, &def, &rope));
    belay_rod_attachment_def hold;
    CHECK(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, 0.0, drum, &hold));
    CHECK(belay_rod_attach(world, rope, &hold, NULL));
    CHECK(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, LENGTH, weight, &hold));
    CHECK(belay_rod_attach(world, rope, &hold, NULL));

    belay_joint_state turn[2];
    belay_body_state state[2];
    for (int k = 0; k < 2; k++) { // from a turn of 1.6 to one of 4.6 rad
        for (int i = 0; i < (k == 0 ? 240 : 360); i++)
            CHECK(belay_world_step(world));
        CHECK(belay_joint_get_state(world, hinge, &turn[k]));
        CHECK(belay_body_get_state(world, weight, &state[k]));
        printf("turned by %.4f rad: height %.4f m, torque %.3f N m\n", turn[k].position[0], state[k].pose.position.z,
               turn[k].torque.y);
    }
    double lift = state[1].pose.position.z - state[0].pose.position.z;
    printf("for each rad the weight comes up by = %.5f m\n", lift / (turn[1].position[0] - turn[0].position[0]));
    CHECK(belay_world_destroy(world));
    return 0;
}
