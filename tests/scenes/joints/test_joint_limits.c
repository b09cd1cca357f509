// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Limits of turns, also beyond half a turn and of many turns, against what mechanics says.

#include "scenes/joints/joint_scene.h"

#include <stdlib.h>

// An arm of 1 m and 1 kg on a hinge, thrown at 10 rad/s without gravity; B is the arm, so that its angle is positive.
typedef struct thrown {
    belay_world* world;
    belay_body_id arm;
    belay_joint_id joint;
} thrown;

static thrown throw_body(double h, double min, double max, double speed, double arm)
{
    thrown t = {.world = joint_world(h, false)};
    belay_body_id wall = joint_add_static(t.world);
    belay_body_def def = belay_body_def_default();
    def.mass = 1.0;
    def.inertia = belay_inertia_box(1.0, v3(1.0, 0.1, 0.1));
    def.pose.position = v3(arm, 0.0, 0.0);
    t.arm = joint_add_body(t.world, &def);
    belay_joint_def joint = joint_at(t.world, BELAY_JOINT_HINGE, wall, t.arm, v3_zero(), v3(0.0, 0.0, 1.0));
    joint.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = min, .max = max};
    t.joint = joint_make(t.world, &joint);
    scene_set_velocity(t.world, t.arm, v3(0.0, arm * speed, 0.0), v3(0.0, 0.0, speed));
    return t;
}

static thrown throw_arm(double h, double min, double max, double speed)
{
    return throw_body(h, min, max, speed, 0.5);
}

// It comes to rest within what it turns by in a seventh of a step.
static void check_stop(double degrees, double h, double speed, double arm)
{
    double limit = scene_radians(degrees), sign = speed < 0.0 ? -1.0 : 1.0;
    thrown t = throw_body(h, -limit, limit, speed, arm);
    int count = (int)ceil((limit / fabs(speed) + 0.5) / h);
    for (int i = 0; i < count; i++) {
        scene_steps(t.world, 1);
        belay_joint_state s = joint_state(t.world, t.joint);
        cr_assert_leq(sign * s.position[0], limit + 1e-3, "%g degrees: at %g", degrees, s.position[0]);
        cr_assert_geq(sign * s.speed[0], -1e-2 * fabs(speed), "%g degrees: back at %g rad/s", degrees, s.speed[0]);
    }
    belay_joint_state s = joint_state(t.world, t.joint);
    cr_expect_float_eq(sign * s.position[0], limit, 0.15 * fabs(speed) * h, "%g degrees: ends at %g", degrees,
                       s.position[0]);
    cr_expect_leq(fabs(s.speed[0]), 1e-2 * fabs(speed));
    belay_world_destroy(t.world);
}

Test(scene_joint_limits, a_thrown_arm_stops_at_its_limit)
{
    const double degrees[] = {90.0, 170.0, 178.0, 180.0, 182.0, 350.0, 360.0, 1000.0};
    for (int i = 0; i < 8; i++) {
        check_stop(degrees[i], 1.0 / 60.0, 10.0, 0.5);
        check_stop(degrees[i], 1.0 / 240.0, -10.0, 0.5);
    }
}

Test(scene_joint_limits, a_fast_wheel_is_stopped_after_its_turns)
{
    check_stop(20.0 * 360.0, 1.0 / 240.0, 300.0, 0.0); // 1.25 rad per step
}

Test(scene_joint_limits, turns_are_counted_without_limits_too)
{
    thrown t = throw_arm(1.0 / 240.0, -1e4, 1e4, 10.0);
    scene_steps(t.world, 2400);
    cr_expect_float_eq(joint_state(t.world, t.joint).position[0], 100.0, 0.5);
    belay_world_destroy(t.world);
}

Test(scene_joint_limits, turns_are_part_of_a_snapshot)
{
    // Two and a half turns of three, then back to one and a half of them: the limit is still where it was.
    double limit = 6.0 * SCENE_PI;
    thrown t = throw_arm(1.0 / 240.0, -limit, limit, 10.0);
    scene_steps(t.world, 226); // 9.4 rad
    size_t size;
    belay_world_snapshot(t.world, NULL, 0, &size);
    void* bytes = malloc(size);
    cr_assert(belay_world_snapshot(t.world, bytes, size, &size) == BELAY_OK);
    double turned = joint_state(t.world, t.joint).position[0];
    scene_steps(t.world, 200);
    uint64_t hash = belay_world_hash(t.world);
    cr_assert(belay_world_restore(t.world, bytes, size) == BELAY_OK);
    free(bytes);
    cr_expect_eq(joint_state(t.world, t.joint).position[0], turned);
    scene_steps(t.world, 200);
    cr_expect_eq(belay_world_hash(t.world), hash);
    scene_steps(t.world, 200);
    cr_expect_float_eq(joint_state(t.world, t.joint).position[0], limit, 1e-2);
    belay_world_destroy(t.world);
}
