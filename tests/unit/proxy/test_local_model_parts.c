// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Local models of tools that hold something: what is locked to the tool is part of it, what hangs on it with a free
// direction is not.

#include "belay/local_model.h"
#include "support/parts.h"
#include "support/rods/rod_scene.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <string.h>

#define H 4e-3
#define TIP_MASS 0.05 // kg, without weight

// A hand never rests, so what it holds never sleeps.
static belay_world* awake_world(bool has_weight)
{
    belay_world_def def = belay_world_def_default();
    if (!has_weight) def.gravity = v3_zero();
    def.step_seconds = H;
    def.enable_sleep = false;
    return scene_world_of(&def);
}

static belay_local_model model_of(belay_world* world, belay_body_id tool)
{
    belay_local_model model;
    cr_assert(belay_world_get_local_model(world, tool, &model) == BELAY_OK, "%s", belay_world_last_error(world));
    return model;
}

static belay_body_id tip(belay_world* world, belay_vec3 at)
{
    belay_body_def def = belay_body_def_default();
    def.pose.position = at;
    def.mass = TIP_MASS;
    def.inertia = belay_inertia_sphere(TIP_MASS, 0.005);
    def.gravity_scale = 0.0;
    belay_body_id body;
    cr_assert(belay_body_create(world, &def, &body) == BELAY_OK);
    belay_collider_def ball = belay_collider_def_sphere(0.005);
    part_collide(world, body, &ball);
    return body;
}

static belay_body_id box(belay_world* world, belay_vec3 at, double mass)
{
    return part_box(world, at, v3(0.04, 0.04, 0.04), mass, (belay_material){0.5, 0.0});
}

static belay_joint_id join(belay_world* world, belay_joint_type type, belay_body_id a, belay_body_id b, belay_vec3 at,
                           bool is_limited)
{
    belay_joint_def def;
    belay_joint_id joint;
    cr_assert(belay_joint_def_at(world, type, a, b, at, v3(1.0, 0.0, 0.0), &def) == BELAY_OK);
    for (int k = 0; k < 6; k++)
        def.axis[k].limit.is_enabled = is_limited;
    cr_assert(belay_joint_create(world, &def, &joint) == BELAY_OK, "%s", belay_world_last_error(world));
    return joint;
}

// Held in the air by a spring to the tip, as a hand would.
static void hold(belay_world* world, belay_body_id tool, belay_vec3 at)
{
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_KINEMATIC;
    def.pose.position = at;
    belay_body_id hand;
    cr_assert(belay_body_create(world, &def, &hand) == BELAY_OK);
    belay_joint_def joint = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    joint.body_a = tool;
    joint.body_b = hand;
    for (int k = 0; k < 6; k++)
        joint.axis[k].spring = (belay_joint_spring){true, 0.0, k < 3 ? 2000.0 : 20.0, k < 3 ? 20.0 : 0.2, HUGE_VAL};
    cr_assert(belay_joint_create(world, &joint, NULL) == BELAY_OK);
}

// A box of `mass` under the tip, whose lower face is `gap` above the floor.
typedef struct held_box {
    belay_world* world;
    belay_body_id tool, box;
    belay_vec3 arm; // of the box's centre from the tip
} held_box;

static held_box make_held(belay_joint_type type, bool is_limited, double mass, double gap)
{
    held_box s = {.world = awake_world(true), .arm = v3(0.01, 0.0, -0.03)};
    scene_plane(s.world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){0.5, 0.0});
    belay_vec3 at = v3(0.2, 0.1, 0.05 + gap);
    s.tool = tip(s.world, at);
    s.box = box(s.world, v3_add(at, s.arm), mass);
    join(s.world, type, s.tool, s.box, at, is_limited);
    hold(s.world, s.tool, at);
    return s;
}

Test(local_model_parts, contacts_of_what_is_locked_are_the_tools)
{
    const struct {
        belay_joint_type type;
        bool is_limited;
    } locks[] = {
        {BELAY_JOINT_FIXED, false}, {BELAY_JOINT_HINGE, true}, {BELAY_JOINT_SLIDER, true}, {BELAY_JOINT_SIX_DOF, true}};
    for (int k = 0; k < 4; k++) {
        held_box s = make_held(locks[k].type, locks[k].is_limited, 0.3, 2e-3);
        scene_steps(s.world, 1);
        belay_local_model m = model_of(s.world, s.tool);
        belay_collider_id collider = part_collider(s.world, s.box);
        cr_assert_eq(m.count, 4, "joint %d: %d contacts", k, m.count);
        for (int i = 0; i < 4; i++) {
            const belay_local_contact* c = &m.contacts[i];
            cr_expect_eq(c->tool_collider, collider.value);
            cr_expect_float_eq(c->gap, 2e-3, 3e-4); // it has begun to sag
            belay_vec3 arm = v3_sub(c->point, m.pose.position);
            belay_vec3 turn = v3_cross(arm, c->normal);
            cr_expect_float_eq(arm.z, -0.05, 1e-5);
            cr_expect_float_eq(v3_distance(turn, v3(c->jacobian[0][3], c->jacobian[0][4], c->jacobian[0][5])), 0.0,
                               1e-12);
        }
        belay_world_destroy(s.world);
    }
}

// The weight stays a load, at the place where it acts; mass, centre and inertia are there beside it.
Test(local_model_parts, what_is_locked_weighs_and_has_mass)
{
    const double mass = 0.3;
    held_box s = make_held(BELAY_JOINT_FIXED, false, mass, 0.1);
    scene_steps(s.world, 200);
    belay_local_model m = model_of(s.world, s.tool);
    belay_vec3 weight = v3(0.0, 0.0, -mass * SCENE_G);
    cr_expect_eq(m.held_bodies, 1);
    cr_expect_float_eq(m.held_mass, mass, 1e-15);
    belay_vec3 arm = q_rotate(m.pose.rotation, s.arm);
    cr_expect_float_eq(v3_distance(m.held_center, arm), 0.0, 1e-9);
    cr_expect_float_eq(v3_distance(m.load, weight), 0.0, 1e-9);
    cr_expect_float_eq(v3_distance(m.load_torque, v3_cross(arm, weight)), 0.0, 1e-9);
    double own = mass * (0.04 * 0.04 + 0.04 * 0.04) / 12.0;
    cr_expect_float_eq(m.held_inertia.m[4], own + mass * (arm.x * arm.x + arm.z * arm.z), 1e-9);
    cr_expect_float_eq(m.held_inertia.m[2], -mass * arm.x * arm.z, 1e-9);
    belay_world_destroy(s.world);
}

// On the floor it leaves the load as it is: what the floor does to it is in the contacts.
Test(local_model_parts, floor_under_what_is_locked_is_no_load)
{
    const double mass = 0.3;
    held_box s = make_held(BELAY_JOINT_FIXED, false, mass, -2e-4);
    scene_steps(s.world, 400);
    belay_local_model m = model_of(s.world, s.tool);
    double floor = 0.0;
    for (int i = 0; i < m.count; i++)
        floor += m.contacts[i].impulse[0] / H;
    cr_expect_float_eq(m.load.z, -mass * SCENE_G, 1e-9);
    cr_expect_gt(floor, 0.5 * mass * SCENE_G);
    belay_world_destroy(s.world);
}

// Two boxes in a row on the tip, whose own contact with each other is none of the model's, and a third on a ball joint.
Test(local_model_parts, chains_of_locks_are_one_and_end_at_a_free_direction)
{
    belay_world* world = awake_world(true);
    belay_vec3 at = v3(0.0, 0.0, 0.3);
    belay_body_id tool = tip(world, at), boxes[3];
    for (int i = 0; i < 3; i++)
        boxes[i] = box(world, v3(0.0, 0.0, 0.3 - 0.025 - 0.04 * i), 0.1);
    join(world, BELAY_JOINT_FIXED, tool, boxes[0], at, false);
    belay_joint_def def;
    cr_assert(belay_joint_def_at(world, BELAY_JOINT_FIXED, boxes[1], boxes[0], v3(0.0, 0.0, 0.255), v3(1.0, 0.0, 0.0),
                                 &def) == BELAY_OK);
    def.collides = true;
    cr_assert(belay_joint_create(world, &def, NULL) == BELAY_OK);
    join(world, BELAY_JOINT_BALL, boxes[1], boxes[2], v3(0.0, 0.0, 0.215), false);
    hold(world, tool, at);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.3 - 0.025 - 0.1 - 1e-3, (belay_material){0.5, 0.0}); // under the third
    scene_steps(world, 300);
    belay_local_model m = model_of(world, tool);
    cr_expect_eq(m.held_bodies, 2);
    cr_expect_float_eq(m.held_mass, 0.2, 1e-15);
    cr_assert_eq(m.count, 1, "%d contacts", m.count); // the ball joint
    cr_expect_eq(m.contacts[0].law, BELAY_LOCAL_BILATERAL);
    cr_expect_float_eq(m.load.z, -0.2 * SCENE_G, 1e-9);
    double carried = -m.contacts[0].impulse[2] / (H * SCENE_G); // the third, as far as the floor does not bear it
    cr_expect(carried > 0.0 && carried < 0.1 + 1e-9, "%g kg", carried);
    belay_world_destroy(world);
}

// What is behind the contacts gives way by itself: a free ball beside the held box by its own mass, and the lock does
// not count as something that holds it.
Test(local_model_parts, what_a_held_box_touches_gives_way_by_its_own_mass)
{
    belay_world* world = awake_world(false);
    belay_body_id tool = tip(world, v3_zero());
    belay_body_id held = box(world, v3(0.0, 0.0, -0.025), 0.3);
    join(world, BELAY_JOINT_FIXED, tool, held, v3_zero(), false);
    part_ball(world, v3(0.04, 0.0, -0.025), 0.02, 0.05, (belay_material){0.0, 0.0});
    scene_steps(world, 1);
    belay_local_model m = model_of(world, tool);
    cr_assert_eq(m.count, 1);
    cr_expect_float_eq(m.contacts[0].normal.x, -1.0, 1e-9);
    cr_expect_float_eq(m.compliance[0][0], 1.0 / 0.05, 1e-6);
    belay_world_destroy(world);
}

// A rod on the box is held by the tool, and answers the same whichever of the two is asked about.
Test(local_model_parts, rods_on_what_is_locked_are_held_by_the_tool)
{
    belay_world* world = awake_world(false);
    belay_vec3 at = v3(0.0, 0.0, 0.025);
    belay_body_id tool = tip(world, at), held = box(world, v3_zero(), 0.3);
    join(world, BELAY_JOINT_FIXED, tool, held, at, false);
    belay_rod_def def = rod_of(0.03, 12.0, 4e-4, 0.003);
    def.element_count = 16;
    def.length = 0.1;
    def.start = v3(-0.12, 0.0, 0.0);
    def.direction = v3(1.0, 0.0, 0.0);
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(world, rod, BELAY_ROD_PIN, 0.1, held);
    scene_push(world, tool, v3(0.0, 0.0, 0.5));
    scene_steps(world, 3);
    belay_local_model by_tip = model_of(world, tool), by_box = model_of(world, held);
    cr_assert_eq(by_tip.contacts[0].law, BELAY_LOCAL_BILATERAL);
    cr_assert_eq(by_tip.count, by_box.count);
    cr_expect_eq(memcmp(by_tip.compliance, by_box.compliance, sizeof by_tip.compliance), 0);
    cr_expect_gt(by_tip.compliance[0][0], 0.0);
    const belay_local_contact *a = &by_tip.contacts[0], *b = &by_box.contacts[0];
    cr_expect_float_eq(v3_distance(a->point, b->point), 0.0, 1e-12);
    cr_expect_float_eq(a->gap, b->gap, 1e-12);
    cr_expect_float_eq(a->impulse[2], b->impulse[2], 1e-15);
    belay_vec3 turn = v3_cross(v3_sub(a->point, by_tip.pose.position), a->normal);
    cr_expect_float_eq(v3_distance(turn, v3(a->jacobian[0][3], a->jacobian[0][4], a->jacobian[0][5])), 0.0, 1e-12);
    cr_expect_float_eq(v3_length(by_tip.load), 0.0, 1e-12); // it is no load any more
    cr_expect_float_eq(by_tip.held_mass, 0.3, 1e-15);
    cr_expect_float_eq(by_box.held_mass, TIP_MASS, 1e-15);
    belay_world_destroy(world);
}

// A second hand that holds the same box by another tool carries its half by the springs of its coupling, which are
// holds; those of the first hand's own are nothing.
Test(local_model_parts, second_hand_carries_its_half)
{
    const double mass = 0.4;
    belay_world* world = awake_world(true);
    belay_vec3 left = v3(-0.03, 0.0, 0.3), right = v3(0.03, 0.0, 0.3);
    belay_body_id tools[2] = {tip(world, left), tip(world, right)};
    belay_body_id held = box(world, v3(0.0, 0.0, 0.3), mass);
    join(world, BELAY_JOINT_FIXED, tools[0], held, left, false);
    join(world, BELAY_JOINT_FIXED, tools[1], held, right, false);
    hold(world, tools[0], left);
    hold(world, tools[1], right);
    scene_steps(world, 500);
    belay_local_model m = model_of(world, tools[0]);
    cr_expect_eq(m.held_bodies, 2);
    double carried = 0.0;
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < 3; k++)
            carried += m.contacts[i].impulse[k] * m.contacts[i].jacobian[k][2] / H;
    cr_expect_eq(m.count, 2); // ways and turns
    cr_expect_float_eq(m.load.z, -mass * SCENE_G, 1e-6);
    cr_expect_float_eq(carried, 0.5 * mass * SCENE_G, 1e-3 * mass * SCENE_G, "%g N", carried);
    belay_world_destroy(world);
}

// A body that cannot be moved is no part, and what holds on to it neither.
Test(local_model_parts, what_is_fixed_to_the_world_stays_the_worlds)
{
    belay_world* world = awake_world(true);
    belay_body_id tool = tip(world, v3(0.0, 0.0, 0.1));
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    belay_body_id ground;
    cr_assert(belay_body_create(world, &def, &ground) == BELAY_OK);
    belay_body_id other = box(world, v3(0.2, 0.0, 0.1), 0.1);
    join(world, BELAY_JOINT_FIXED, tool, ground, v3(0.0, 0.0, 0.1), false);
    join(world, BELAY_JOINT_FIXED, other, ground, v3(0.2, 0.0, 0.1), false);
    scene_steps(world, 2);
    belay_local_model m = model_of(world, tool);
    cr_expect_eq(m.held_bodies, 0);
    cr_expect_eq(m.held_mass, 0.0);
    belay_world_destroy(world);
}

// Forces and torques that a program applies to the tool or to what is locked to it are in the load, each where it acts,
// in the step that they act in and no longer.
Test(local_model_parts, applied_forces_and_torques_are_load)
{
    const belay_vec3 force = v3(0.3, -0.2, 0.4), torque = v3(0.01, 0.02, -0.03), off = v3(0.0, 0.01, 0.02);
    for (int k = 0; k < 6; k++) {
        held_box s = make_held(BELAY_JOINT_FIXED, false, 0.3, 0.1);
        scene_steps(s.world, 200);
        belay_local_model rest = model_of(s.world, s.tool);
        belay_body_id on = k % 2 == 0 ? s.tool : s.box;
        belay_vec3 at = v3_add(scene_state(s.world, on).pose.position, off), right, right_torque;
        if (k / 2 == 0) cr_assert(belay_body_apply_force(s.world, on, force) == BELAY_OK);
        if (k / 2 == 1) cr_assert(belay_body_apply_force_at(s.world, on, force, at) == BELAY_OK);
        if (k / 2 == 2) cr_assert(belay_body_apply_torque(s.world, on, torque) == BELAY_OK);
        scene_steps(s.world, 1);
        belay_local_model m = model_of(s.world, s.tool);
        belay_vec3 arm = k % 2 == 0 ? v3_zero() : s.arm;
        right = k / 2 == 2 ? v3_zero() : force;
        right_torque = k / 2 == 2 ? torque : v3_cross(k / 2 == 1 ? v3_add(arm, off) : arm, force);
        cr_expect_float_eq(v3_distance(v3_sub(m.load, rest.load), right), 0.0, 1e-9, "%d", k);
        cr_expect_float_eq(v3_distance(v3_sub(m.load_torque, rest.load_torque), right_torque), 0.0, 3e-5, "%d: %g", k,
                           v3_distance(v3_sub(m.load_torque, rest.load_torque), right_torque));
        scene_steps(s.world, 1);
        m = model_of(s.world, s.tool);
        cr_expect_float_eq(v3_distance(m.load, rest.load), 0.0, 1e-9, "%d", k);
        cr_expect_float_eq(v3_distance(m.load_torque, rest.load_torque), 0.0, 3e-5, "%d", k);
        belay_world_destroy(s.world);
    }
}
