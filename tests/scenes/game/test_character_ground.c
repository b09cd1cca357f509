// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a character stands on, where that is put away, lowered or restored, and what it does to it and to what is beside
// it.

#include "support/saved.h"
#include "support/walker.h"

#include <criterion/criterion.h>
#include <string.h>

static const belay_vec3 lift_size = {4.0, 4.0, 0.5};

// A character that stands on a kinematic lift, whose upper face is at z = 0.25.
static belay_world* on_lift(const belay_character_def* def, belay_body_id* lift, belay_character* c)
{
    belay_world* world = scene_world(WALKER_H);
    *lift = walker_add_box(world, BELAY_BODY_KINEMATIC, v3_zero(), lift_size, belay_quat_identity());
    *c = belay_character_at(v3(1.0, 0.5, 0.25 + WALKER_HALF + WALKER_SKIN));
    walker_move(world, def, c, v3(0.0, 0.0, -0.1));
    cr_assert_eq(c->ground.value, lift->value);
    return world;
}

Test(character_ground, a_lift_that_is_put_away_carries_nobody)
{
    // At 300 m it takes the character along, as that is no more than a way may be.
    const double far[] = {299.0, 301.0, 1e6, 1e9};
    belay_character_def def = belay_character_def_default();
    for (int i = 0; i < 4; i++) {
        belay_body_id lift;
        belay_character c;
        belay_world* world = on_lift(&def, &lift, &c);
        belay_pose pose = {v3(far[i], 0.0, 0.0), belay_quat_identity()};
        cr_assert_eq(belay_body_set_pose(world, lift, pose), BELAY_OK);
        walker_move(world, &def, &c, v3(0.0, 0.0, -3.0));
        bool is_carried = i == 0;
        cr_expect_eq(c.is_grounded, is_carried);
        scene_check_near(c.position.x, is_carried ? 300.0 : 1.0, 1e-6, "m");
        scene_check_near(c.position.z, 0.25 + WALKER_HALF + WALKER_SKIN - (is_carried ? 0.0 : 3.0 * WALKER_H), 1e-6,
                         "m");
        belay_world_destroy(world);
    }
}

Test(character_ground, what_cannot_be_stood_on_carries_nobody)
{
    belay_character_def def = belay_character_def_default();
    for (int i = 0; i < 3; i++) {
        belay_body_id lift;
        belay_character c;
        belay_world* world = on_lift(&def, &lift, &c);
        belay_vec3 stood = c.position;
        if (i == 0) c.on_ground = v3(HUGE_VAL, 0.0, 0.0);
        if (i == 1) c.ground_normal = v3(1e200, 0.0, 1e-200);
        if (i == 2) c.ground_rotation = (belay_quat){(double)NAN, 0.0, 0.0, 0.0};
        walker_move(world, &def, &c, v3(0.6, 0.0, -0.1));
        scene_check_near(v3_distance(c.position, v3_add(stood, v3(0.6 * WALKER_H, 0.0, 0.0))), 0.0, 1e-9, "m");
        cr_expect(c.turned == 0.0);
        cr_expect_eq(c.ground.value, lift.value, "it stands there again");
        belay_world_destroy(world);
    }
}

Test(character_ground, a_world_of_another_tag_carries_it_on)
{
    belay_character_def def = belay_character_def_default();
    belay_world_def world_def = belay_world_def_default();
    belay_body_id lift;
    belay_character c;
    belay_world* world = on_lift(&def, &lift, &c);
    world_def.step_seconds = WALKER_H;
    world_def.tag = 9;
    belay_world* other = scene_world_of(&world_def);
    cr_assert_eq(belay_body_set_velocity(world, lift, v3(0.4, 0.2, 1.0), v3(0.0, 0.0, 0.5)), BELAY_OK);
    scene_steps(world, 10);
    saved s = saved_of(world);
    cr_assert_eq(belay_world_restore(other, s.bytes, s.size), BELAY_OK, "%s", belay_world_last_error(other));
    belay_character restored = c;
    for (int i = 0; i < 30; i++) {
        walker_move(world, &def, &c, v3(0.1, 0.0, -0.1));
        walker_move(other, &def, &restored, v3(0.1, 0.0, -0.1));
        cr_assert_eq(restored.ground.value >> 56, 9);
        cr_assert_eq(restored.ground.value << 8, c.ground.value << 8);
        cr_assert(scene_is_same_vector(restored.position, c.position), "move %d", i);
        scene_steps(world, 1);
        scene_steps(other, 1);
    }
    cr_expect_gt(c.position.z, 1.5, "carried up");
    saved_fini(&s);
    belay_world_destroy(other);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Forces
// ---------------------------------------------------------------------------------------------------------------------

static double mass_of(const belay_world* world, belay_body_id body)
{
    belay_mass mass;
    cr_assert_eq(belay_body_get_mass(world, body, &mass), BELAY_OK);
    return mass.mass;
}

// What a body comes to in a step in which the character is moved so many times; along what it is pushed.
static double speed_after_moves(const belay_character_def* def, belay_vec3 box_at, belay_vec3 velocity, int moves,
                                double* mass)
{
    belay_world* world = scene_world(WALKER_H);
    cr_assert_eq(belay_world_set_gravity(world, v3_zero()), BELAY_OK);
    belay_body_id box = walker_add_box(world, BELAY_BODY_DYNAMIC, box_at, v3(2.0, 2.0, 2.0), belay_quat_identity());
    belay_character c = belay_character_at(v3_zero());
    for (int i = 0; i < moves; i++)
        cr_assert_eq(belay_character_move(world, def, &c, velocity, WALKER_H / moves), BELAY_OK);
    scene_steps(world, 1);
    double speed = v3_dot(scene_state(world, box).linear_velocity, v3_normalize_or(velocity, v3_zero()));
    *mass = mass_of(world, box);
    belay_world_destroy(world);
    return speed;
}

Test(character_forces, do_not_grow_with_moves_between_two_steps)
{
    belay_character_def def = belay_character_def_default();
    def.weight = 700.0;
    for (int moves = 1; moves <= 4; moves++) {
        double mass, beside = 1.0 + def.radius + def.skin, below = 1.0 + WALKER_HALF + def.skin;
        double pushed = speed_after_moves(&def, v3(beside, 0.0, 0.0), v3(1.0, 0.0, 0.0), moves, &mass);
        scene_check_near(pushed * mass, def.push_force * WALKER_H, 1e-9, "N s");
        double pressed = speed_after_moves(&def, v3(0.0, 0.0, -below), v3(0.0, 0.0, -1.0), moves, &mass);
        scene_check_near(pressed * mass, def.weight * WALKER_H, 1e-9, "N s");
    }
}

Test(character_forces, more_than_a_body_takes_is_told)
{
    belay_world* world = scene_world(WALKER_H);
    belay_character_def def = belay_character_def_default();
    def.weight = BELAY_MAX_FORCE;
    belay_vec3 at = v3(0.0, 0.0, -1.0 - WALKER_HALF - def.skin);
    belay_body_id box = walker_add_box(world, BELAY_BODY_DYNAMIC, at, v3(2.0, 2.0, 2.0), belay_quat_identity());
    cr_assert_eq(belay_body_apply_force(world, box, v3(0.0, 0.0, -BELAY_MAX_FORCE)), BELAY_OK);
    belay_character c = belay_character_at(v3_zero()), before = c;
    cr_expect_eq(belay_character_move(world, &def, &c, v3(0.0, 0.0, -1.0), WALKER_H), BELAY_ERROR_VALUE);
    cr_expect(memcmp(&c, &before, sizeof c) == 0, "it is as it was");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Heights
// ---------------------------------------------------------------------------------------------------------------------

Test(character_heights, as_far_down_as_is_allowed_is_gone)
{
    // Off the edge of a tower as high as what it keeps to; and a step as high is climbed.
    belay_character_def def = belay_character_def_default();
    double most = 32.0 * def.radius, foot = WALKER_HALF + WALKER_SKIN;
    def.snap_height = most;
    belay_world* world = walker_flat();
    walker_add_static(world, v3(-5.0, 0.0, 0.5 * (most - 0.01)), v3(10.0, 10.0, most - 0.01));
    belay_character c = belay_character_at(v3(-0.5, 0.0, most - 0.01 + foot));
    walker_move(world, &def, &c, v3(0.0, 0.0, -0.1));
    cr_assert(c.is_grounded);
    for (int i = 0; i < 30; i++) {
        walker_move(world, &def, &c, v3(3.0, 0.0, -0.1));
        cr_assert(c.is_grounded, "after %d moves", i);
    }
    scene_check_near(c.position.z, foot, 1e-6, "m: down at once");
    def.step_height = most;
    for (int i = 0; i < 60 && c.position.x > -0.4; i++)
        walker_move(world, &def, &c, v3(-3.0, 0.0, -0.1));
    scene_check_near(c.position.z, most - 0.01 + foot, 1e-6, "m: up at once");
    belay_world_destroy(world);
}

Test(character_heights, more_is_refused)
{
    belay_world* world = walker_flat();
    belay_character c = belay_character_at(v3(0.0, 0.0, 2.0)), before = c;
    for (int i = 0; i < 2; i++) {
        belay_character_def def = belay_character_def_default();
        *(i == 0 ? &def.step_height : &def.snap_height) = 32.01 * def.radius;
        cr_expect_eq(belay_character_move(world, &def, &c, v3_zero(), WALKER_H), BELAY_ERROR_VALUE);
        cr_expect(strstr(belay_world_last_error(world), i == 0 ? "step_height" : "snap_height") != NULL);
        cr_expect(strstr(belay_world_last_error(world), "belay_character_move: ") == belay_world_last_error(world));
        cr_expect(strstr(belay_world_last_error(world), "9.6") != NULL, "%s", belay_world_last_error(world));
    }
    cr_expect(memcmp(&c, &before, sizeof c) == 0);
    belay_world_destroy(world);
}
