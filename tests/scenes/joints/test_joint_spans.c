// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Many joints in one island, with the defaults of a game's world: a bridge of planks that boxes fall on and a net hold
// together, and what is joined sleeps together also while the joint holds nothing.

#include "scenes/joints/joint_scene.h"
#include "support/parts.h"

#define H (1.0 / 60.0)

static double largest_error(const belay_world* world, const belay_joint_id* joints, int count)
{
    double most = 0.0;
    for (int i = 0; i < count; i++) {
        belay_joint_state state;
        cr_assert(belay_joint_get_state(world, joints[i], &state) == BELAY_OK);
        most = fmax(most, state.error);
    }
    return most;
}

static belay_joint_id join(belay_world* world, belay_joint_type type, belay_body_id a, belay_body_id b, belay_vec3 at)
{
    belay_joint_def def = joint_at(world, type, a, b, at, v3(0.0, 1.0, 0.0));
    return joint_make(world, &def);
}

// ---------------------------------------------------------------------------------------------------------------------
// A bridge
// ---------------------------------------------------------------------------------------------------------------------

#define PLANKS 80
#define PITCH 0.4
#define SAG 0.15 // slope of the ends of the parabola along which the planks are laid

static belay_vec3 node(int k)
{
    double x = 2.0 * k / PLANKS - 1.0; // -1 to 1
    return v3(0.5 * PITCH * PLANKS * x, 0.0, 0.5 * SAG * 0.5 * PITCH * PLANKS * x * x);
}

// Planks from node to node, hinged there.
static void lay_planks(belay_world* world, belay_body_id planks[PLANKS], belay_joint_id hinges[PLANKS + 1])
{
    for (int i = 0; i < PLANKS; i++) {
        belay_vec3 a = node(i), b = node(i + 1), way = v3_sub(b, a), size = v3(0.95 * PITCH, 1.2, 0.06);
        belay_collider_def box = belay_collider_def_box(size);
        belay_body_def def = belay_body_def_default();
        def.mass = 15.0;
        def.inertia = belay_inertia_box(def.mass, size);
        def.pose = part_turned(v3_scale(0.5, v3_add(a, b)), v3(0.0, 1.0, 0.0), -atan2(way.z, way.x));
        planks[i] = joint_add_body(world, &def);
        part_collide(world, planks[i], &box);
        hinges[i] = join(world, BELAY_JOINT_HINGE, planks[i], i > 0 ? planks[i - 1] : the_world, a);
    }
    hinges[PLANKS] = join(world, BELAY_JOINT_HINGE, planks[PLANKS - 1], the_world, node(PLANKS));
}

Test(scene_joint_spans, a_bridge_carries_boxes_that_fall_on_it)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = H;
    belay_world* world = scene_world_of(&world_def);
    belay_body_id planks[PLANKS], boxes[16];
    belay_joint_id hinges[PLANKS + 1];
    lay_planks(world, planks, hinges);
    for (int i = 0; i < 16; i++) {
        belay_vec3 at = v3_add(node(PLANKS / 4 + i * PLANKS / 32), v3(0.0, 0.0, 1.3));
        boxes[i] = part_box(world, at, v3(0.5, 0.5, 0.5), 40.0, belay_material_default());
    }
    double worst = 0.0, fastest = 0.0;
    for (int k = 0; k < 180; k++) {
        scene_steps(world, 1);
        worst = fmax(worst, largest_error(world, hinges, PLANKS + 1));
        fastest = fmax(fastest, part_fastest(world, planks, PLANKS));
    }
    // Boxes meet the planks at 4.4 m/s and weigh more than they do: none can be thrown faster than twice that.
    cr_expect_leq(worst, 0.003, "a hinge opened by %g m", worst);
    cr_expect_leq(fastest, 9.0, "a plank moved at %g m/s", fastest);
    for (int i = 0; i < 16; i++) {
        belay_vec3 at = scene_state(world, boxes[i]).pose.position;
        cr_expect(at.z > node(PLANKS / 2).z - 1.5 && fabs(at.y) < 1.0, "box %d is at %g, %g", i, at.y, at.z);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A net
// ---------------------------------------------------------------------------------------------------------------------

#define SIDE 40

Test(scene_joint_spans, a_net_hangs_by_its_upper_edge)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = H;
    belay_world* world = scene_world_of(&world_def);
    static belay_body_id balls[SIDE][SIDE];
    static belay_joint_id joints[2 * SIDE * SIDE];
    int count = 0;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++) {
            balls[i][j] = joint_add_ball(world, 1.0, 0.4, v3(j, 0.0, -i));
            if (j > 0)
                joints[count++] = join(world, BELAY_JOINT_BALL, balls[i][j], balls[i][j - 1], v3(j - 0.5, 0, -i));
            belay_body_id above = i > 0 ? balls[i - 1][j] : the_world;
            joints[count++] = join(world, BELAY_JOINT_BALL, balls[i][j], above, v3(j, 0.0, 0.5 - i));
        }
    double worst = 0.0;
    for (int k = 0; k < 60; k++) {
        scene_steps(world, 1);
        worst = fmax(worst, largest_error(world, joints, count));
    }
    cr_expect_leq(worst, 0.018, "a joint opened by %g m", worst);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Sleep
// ---------------------------------------------------------------------------------------------------------------------

// A slack rope between a box at rest and one that slides: it holds nothing, and neither sleeps before both rest.
Test(scene_joint_spans, a_slack_rope_joins_what_sleeps)
{
    belay_world_def world_def = belay_world_def_default();
    world_def.step_seconds = H;
    belay_world* world = scene_world_of(&world_def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id still = part_box(world, v3(0.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    belay_body_id slides = part_box(world, v3(0.0, 1.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    belay_joint_def rope = joint_at(world, BELAY_JOINT_DISTANCE, still, slides, v3_zero(), v3(1.0, 0.0, 0.0));
    rope.frame_a = rope.frame_b = belay_pose_identity();
    rope.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = 0.0, .max = 20.0};
    joint_make(world, &rope);
    scene_set_velocity(world, slides, v3(6.0, 0.0, 0.0), v3_zero());
    int together = 0;
    for (int k = 0; k < 180; k++) {
        scene_steps(world, 1);
        bool is_awake = part_is_awake(world, still);
        cr_assert_eq(is_awake, part_is_awake(world, slides), "step %d: one of them sleeps", k);
        together += is_awake ? 0 : 1;
    }
    cr_expect_gt(together, 10, "they sleep at last");
    belay_world_destroy(world);
}
