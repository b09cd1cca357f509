// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints from their making to their end: what they die with, what they wake, and that snapshots go on with them.

#include "scenes/joints/joint_scene.h"
#include "support/chance.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Lives
// ---------------------------------------------------------------------------------------------------------------------

static bool is_alive(const belay_world* world, belay_joint_id joint)
{
    return belay_entity_is_alive(world, belay_joint_entity(joint));
}

Test(joint_lives, joints_die_with_either_body)
{
    for (int way = 0; way < 3; way++) {
        belay_world* world = joint_world(0.01, true);
        belay_body_id bodies[4];
        belay_joint_id joints[6];
        for (int i = 0; i < 4; i++)
            bodies[i] = joint_add_ball(world, 1.0, 0.1, v3(i, 0.0, 0.0));
        int n = 0;
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < i; j++) {
                belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DISTANCE);
                def.body_a = bodies[way == 1 ? j : i];
                def.body_b = bodies[way == 1 ? i : j];
                joints[n++] = joint_make(world, &def);
            }
        scene_steps(world, 3);
        if (way < 2)
            cr_assert(belay_body_destroy(world, bodies[2]) == BELAY_OK);
        else
            cr_assert(belay_entity_destroy(world, belay_body_entity(bodies[2])) == BELAY_OK);
        // In order (1,0) (2,0) (2,1) (3,0) (3,1) (3,2).
        const bool expected[6] = {true, false, false, true, true, false};
        for (int k = 0; k < 6; k++)
            cr_expect_eq(is_alive(world, joints[k]), expected[k], "joint %d", k);
        scene_steps(world, 10);
        cr_expect_eq(belay_world_get_stats(world)->joints, 3);
        belay_world_destroy(world);
    }
}

Test(joint_lives, destroyed_joints_let_go_in_any_order)
{
    // A random history of making and destroying; a joint acts exactly while it is alive.
    uint64_t state = 5;
    belay_world* world = joint_world(0.01, false);
    belay_body_id bodies[8];
    belay_joint_id joints[40];
    bool alive[40] = {false};
    for (int i = 0; i < 8; i++)
        bodies[i] = joint_add_ball(world, 1.0, 0.1, v3(i, 0.0, 0.0));
    for (int k = 0; k < 2000; k++) {
        int j = (int)chance_between(&state, 0.0, 40.0), a = (int)chance_between(&state, 0.0, 8.0);
        if (alive[j]) {
            cr_assert(k % 2 ? belay_joint_destroy(world, joints[j]) == BELAY_OK
                            : belay_entity_destroy(world, belay_joint_entity(joints[j])) == BELAY_OK);
            cr_assert_eq(belay_joint_destroy(world, joints[j]), BELAY_ERROR_HANDLE);
        } else {
            belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DISTANCE);
            def.body_a = bodies[a];
            def.body_b = k % 5 ? bodies[(a + 1 + k % 7) % 8] : the_world;
            joints[j] = joint_make(world, &def);
        }
        alive[j] = !alive[j];
        int count = 0;
        for (int i = 0; i < 40; i++) {
            count += alive[i];
            cr_assert_eq(alive[i], is_alive(world, joints[i]));
        }
        if (k % 50) continue;
        scene_steps(world, 1);
        cr_assert_eq(belay_world_get_stats(world)->joints, count);
    }
    belay_world_destroy(world);
}

Test(joint_lives, joined_bodies_touch_only_if_they_are_told_to)
{
    for (int collides = 0; collides < 2; collides++) {
        belay_world* world = joint_world(0.01, false);
        scene_ball ball = scene_ball_default();
        belay_body_id a = scene_add_ball(world, &ball);
        ball.position = v3(0.09, 0.0, 0.0); // 1 cm into each other
        belay_body_id b = scene_add_ball(world, &ball);
        ball.position = v3(0.0, 0.099, 0.0);
        belay_body_id c = scene_add_ball(world, &ball);
        belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, b, a, v3_zero(), v3(1.0, 0.0, 0.0));
        def.collides = collides;
        belay_joint_id joint = joint_make(world, &def);
        scene_steps(world, 1);
        cr_expect_eq(belay_world_get_stats(world)->contacts, 1 + collides);
        cr_assert(belay_joint_destroy(world, joint) == BELAY_OK);
        scene_steps(world, 1);
        cr_expect_eq(belay_world_get_stats(world)->contacts, 2);
        (void)c;
        belay_world_destroy(world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Sleep
// ---------------------------------------------------------------------------------------------------------------------

static bool is_awake(const belay_world* world, belay_body_id body)
{
    bool awake;
    cr_assert(belay_body_get_is_awake(world, body, &awake) == BELAY_OK);
    return awake;
}

typedef struct hanging {
    belay_world* world;
    belay_body_id upper, lower;
    belay_joint_id top, middle;
} hanging;

// Two balls that hang from the world, and have fallen asleep.
static hanging make_hanging(void)
{
    hanging s = {.world = scene_world(1.0 / 240.0)};
    s.upper = joint_add_ball(s.world, 1.0, 0.1, v3(0.0, 0.0, -1.0));
    s.lower = joint_add_ball(s.world, 2.0, 0.1, v3(0.0, 0.0, -2.0));
    belay_joint_def def = joint_at(s.world, BELAY_JOINT_BALL, s.upper, the_world, v3_zero(), v3(1.0, 0.0, 0.0));
    s.top = joint_make(s.world, &def);
    def = joint_at(s.world, BELAY_JOINT_BALL, s.lower, s.upper, v3(0.0, 0.0, -1.0), v3(1.0, 0.0, 0.0));
    s.middle = joint_make(s.world, &def);
    scene_steps(s.world, 240);
    cr_assert(!is_awake(s.world, s.upper) && !is_awake(s.world, s.lower));
    return s;
}

Test(joint_lives, what_hangs_still_falls_asleep_and_keeps_its_load)
{
    hanging s = make_hanging();
    scene_steps(s.world, 100);
    cr_expect_float_eq(joint_state(s.world, s.top).force.z, 3.0 * SCENE_G, 1e-9);
    cr_expect_float_eq(joint_state(s.world, s.middle).force.z, 2.0 * SCENE_G, 1e-9);
    cr_expect_eq(belay_world_get_stats(s.world)->joints, 0);
    belay_world_destroy(s.world);
}

Test(joint_lives, waking_one_wakes_what_it_is_joined_to)
{
    for (int how = 0; how < 5; how++) {
        hanging s = make_hanging();
        belay_joint_def def = belay_joint_def_default(BELAY_JOINT_DRAG);
        def.body_a = s.lower;
        if (how == 0) scene_push(s.world, s.lower, v3(1.0, 0.0, 0.0));
        if (how == 1) cr_assert(belay_joint_destroy(s.world, s.top) == BELAY_OK);
        if (how == 2) joint_make(s.world, &def);
        if (how == 3) cr_assert(belay_body_destroy(s.world, s.upper) == BELAY_OK);
        if (how == 4) scene_set_velocity(s.world, s.lower, v3(1.0, 0.0, 0.0), v3_zero());
        scene_steps(s.world, 5);
        cr_expect(is_awake(s.world, s.lower), "way %d", how);
        if (how != 3) cr_expect(is_awake(s.world, s.upper), "way %d", how);
        double fallen = scene_state(s.world, s.lower).pose.position.z + 2.0;
        cr_expect_eq(fallen < -1e-5, how == 1 || how == 3, "way %d: %g", how, fallen);
        belay_world_destroy(s.world);
    }
}

Test(joint_lives, a_body_put_to_sleep_wakes_when_its_partner_moves)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_world_set_gravity(world, v3_zero());
    belay_body_id a = joint_add_ball(world, 1.0, 0.1, v3_zero()),
                  b = joint_add_ball(world, 1.0, 0.1, v3(1.0, 0.0, 0.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, a, b, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 240);
    cr_assert(!is_awake(world, a) && !is_awake(world, b));
    scene_set_velocity(world, a, v3(0.0, 1.0, 0.0), v3_zero());
    cr_assert(belay_body_set_awake(world, b, false) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect(is_awake(world, b));
    cr_expect_leq(joint_state(world, joint).error, 1e-2);
    belay_vec3 p = v3_add(scene_state(world, a).linear_velocity, scene_state(world, b).linear_velocity);
    cr_expect_leq(v3_distance(p, v3(0.0, 1.0, 0.0)), 1e-12);
    belay_world_destroy(world);
}

Test(joint_lives, a_motor_that_is_switched_on_wakes_its_wheel)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id wheel = joint_add_ball(world, 1.0, 0.5, v3_zero());
    belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, wheel, the_world, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 240);
    cr_assert_not(is_awake(world, wheel));
    belay_joint_axis axis = def.axis[0];
    axis.motor = (belay_joint_motor){true, 3.0, 10.0};
    cr_assert(belay_joint_set_axis(world, joint, 0, &axis) == BELAY_OK);
    scene_steps(world, 240);
    cr_expect_float_eq(joint_state(world, joint).speed[0], 3.0, 1e-9);
    cr_expect_float_eq(scene_state(world, wheel).angular_velocity.x, -3.0, 1e-9); // the world turns against A
    belay_world_destroy(world);
}

Test(joint_lives, a_kinematic_body_that_starts_wakes_what_it_carries)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_def crane_def = belay_body_def_default();
    crane_def.type = BELAY_BODY_KINEMATIC;
    belay_body_id crane = joint_add_body(world, &crane_def), load = joint_add_ball(world, 1.0, 0.1, v3(0.0, 0.0, -1.0));
    belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, load, crane, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_joint_id joint = joint_make(world, &def);
    scene_steps(world, 240);
    cr_assert_not(is_awake(world, load));
    scene_set_velocity(world, crane, v3(0.0, 0.0, 0.5), v3_zero());
    scene_steps(world, 240);
    cr_expect_float_eq(scene_state(world, load).pose.position.z, -0.5, 1e-9);
    cr_expect_leq(joint_state(world, joint).error, 1e-9);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Snapshots
// ---------------------------------------------------------------------------------------------------------------------

// One joint of every type with all that it can have, boxes that fly, and one joint that will break.
static void fill(belay_world* world)
{
    uint64_t state = 12;
    belay_body_id last = joint_add_static(world);
    for (int k = 0; k < 16; k++) {
        int type = k % BELAY_JOINT_TYPE_COUNT;
        belay_body_id body = joint_add_random_body(world, &state);
        belay_vec3 anchor = chance_vector(&state, 0.5), axis = chance_vector(&state, 1.0);
        belay_joint_def def =
            joint_at(world, (belay_joint_type)type, body, type == BELAY_JOINT_DRAG ? the_world : last, anchor, axis);
        def.cone_angle = 0.5;
        def.drag_max_force = 100.0;
        for (int i = 0; i < 6; i++) {
            def.axis[i].limit = (belay_joint_limit){true, 0.0, i % 3 ? 0.3 : 0.0, i == 5 ? 100.0 : 0.0, 1.0};
            def.axis[i].motor = (belay_joint_motor){i % 2 == 1, 1.0, 2.0};
            def.axis[i].spring = (belay_joint_spring){i % 2 == 0, 0.1, 20.0, 0.3, 10.0};
        }
        if (k == 3) def.break_force = 150.0;
        joint_make(world, &def);
        last = body;
    }
}

Test(joint_lives, snapshots_go_on_bit_for_bit)
{
    static unsigned char bytes[1 << 20];
    static uint64_t hashes[200];
    belay_world* world = joint_world(1.0 / 240.0, true);
    fill(world);
    scene_steps(world, 20);
    size_t size;
    cr_assert(belay_world_snapshot(world, bytes, sizeof bytes, &size) == BELAY_OK);
    for (int i = 0; i < 200; i++) {
        scene_steps(world, 1);
        hashes[i] = belay_world_hash(world);
    }
    cr_assert(belay_world_restore(world, bytes, size) == BELAY_OK);
    belay_world* other = joint_world(1.0 / 100.0, true);
    cr_assert(belay_world_restore(other, bytes, size) == BELAY_OK);
    for (int i = 0; i < 200; i++) {
        scene_steps(world, 1);
        scene_steps(other, 1);
        cr_assert_eq(belay_world_hash(world), hashes[i], "step %d", i);
        cr_assert_eq(belay_world_hash(other), hashes[i], "other world, step %d", i);
    }
    belay_world_destroy(world);
    belay_world_destroy(other);
}

Test(joint_lives, restored_joints_belong_to_their_new_world)
{
    static unsigned char bytes[1 << 20];
    hanging s = make_hanging();
    size_t size;
    cr_assert(belay_world_snapshot(s.world, bytes, sizeof bytes, &size) == BELAY_OK);
    belay_world_def def = belay_world_def_default();
    def.tag = 9;
    belay_world* other = scene_world_of(&def);
    cr_assert(belay_world_restore(other, bytes, size) == BELAY_OK);
    uint64_t tag = (uint64_t)9 << 56, mask = ~((uint64_t)0xFF << 56);
    belay_joint_id joint = {(s.middle.value & mask) | tag};
    belay_joint_def got;
    cr_assert(belay_joint_get_def(other, joint, &got) == BELAY_OK);
    cr_expect_eq(got.body_a.value, (s.lower.value & mask) | tag);
    cr_expect_eq(got.body_b.value, (s.upper.value & mask) | tag);
    cr_expect_eq(belay_joint_get_def(other, s.middle, &got), BELAY_ERROR_HANDLE);
    belay_joint_id top = {(s.top.value & mask) | tag};
    cr_assert(belay_joint_get_def(other, top, &got) == BELAY_OK);
    cr_expect_eq(got.body_b.value, 0);
    // The lists of joints are whole: destroying a body takes both.
    cr_assert(belay_body_destroy(other, (belay_body_id){(s.upper.value & mask) | tag}) == BELAY_OK);
    cr_expect(!is_alive(other, joint) && !is_alive(other, top));
    scene_steps(other, 10);
    belay_world_destroy(other);
    belay_world_destroy(s.world);
}

Test(joint_lives, same_history_same_bits)
{
    belay_world *one = joint_world(1.0 / 240.0, true), *two = joint_world(1.0 / 240.0, true);
    fill(one);
    fill(two);
    scene_check_same_course(one, two, 200);
    belay_world_destroy(one);
    belay_world_destroy(two);
}
