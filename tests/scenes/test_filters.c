// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Filters: who may touch whom, by category and mask, by group, and after a change.

#include "support/parts.h"

#include <criterion/criterion.h>

#define H (1.0 / 240.0)

// Whether a ball with the one filter falls through a floor with the other.
static bool falls_through(belay_filter ball_filter, belay_filter floor_filter)
{
    belay_world* world = scene_world(H);
    belay_collider_def ground = belay_collider_def_box(v3(4.0, 4.0, 0.2)), ball = belay_collider_def_sphere(0.1);
    ground.filter = floor_filter;
    ball.filter = ball_filter;
    part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.1), &ground);
    belay_body_id body = part_add(world, BELAY_BODY_DYNAMIC, part_at(0.0, 0.0, 0.15), &ball, 1.0);
    scene_steps(world, 120);
    double z = scene_state(world, body).pose.position.z;
    belay_world_destroy(world);
    if (z > 0.0) cr_assert_float_eq(z, 0.1, 1e-5);
    if (z < 0.0) cr_assert_float_eq(z, 0.15 - 0.5 * SCENE_G * 0.25, 1e-9, "falls as if nothing were there");
    return z < 0.0;
}

Test(filter, each_must_accept_the_other)
{
    const belay_filter all = belay_filter_default();
    cr_expect(!falls_through(all, all));
    cr_expect(!falls_through((belay_filter){2u, 4u, 0}, (belay_filter){4u, 2u, 0}));
    cr_expect(falls_through((belay_filter){2u, 4u, 0}, (belay_filter){4u, 1u, 0}), "the floor does not want it");
    cr_expect(falls_through((belay_filter){2u, 1u, 0}, (belay_filter){4u, 2u, 0}), "the ball does not want it");
    cr_expect(falls_through((belay_filter){0u, UINT32_MAX, 0}, all), "of no category");
    cr_expect(falls_through((belay_filter){1u, 0u, 0}, all), "wants nothing");
    cr_expect(!falls_through((belay_filter){0x80000000u, 0x80000000u, 0}, (belay_filter){0xC0000000u, UINT32_MAX, 0}));
}

Test(filter, of_one_group_the_group_decides)
{
    cr_expect(falls_through((belay_filter){1u, UINT32_MAX, -5}, (belay_filter){1u, UINT32_MAX, -5}), "never");
    cr_expect(!falls_through((belay_filter){1u, 0u, 5}, (belay_filter){1u, 0u, 5}), "always");
    cr_expect(!falls_through((belay_filter){1u, UINT32_MAX, -5}, (belay_filter){1u, UINT32_MAX, -6}), "not the same");
    cr_expect(falls_through((belay_filter){1u, 0u, 5}, (belay_filter){1u, 0u, 6}), "not the same");
    cr_expect(falls_through((belay_filter){1u, 0u, 0}, (belay_filter){1u, 0u, 0}), "0 is no group");
    cr_expect(falls_through((belay_filter){1u, UINT32_MAX, INT32_MIN}, (belay_filter){1u, UINT32_MAX, INT32_MIN}));
}

Test(filter, may_change_while_touching)
{
    belay_world* world = scene_world(H);
    belay_collider_def ground = belay_collider_def_box(v3(4.0, 4.0, 0.2));
    part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.1), &ground);
    belay_body_id falls = part_box(world, v3(0.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    belay_body_id stays = part_box(world, v3(1.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    scene_steps(world, 180); // asleep
    belay_collider_id collider = part_collider(world, falls);
    belay_filter filter = belay_filter_default(), read;
    filter.group = 7;
    filter.mask = 0;
    cr_assert(belay_collider_set_filter(world, collider, filter) == BELAY_OK);
    cr_assert(belay_collider_get_filter(world, collider, &read) == BELAY_OK);
    cr_expect(read.category == 1u && read.mask == 0u && read.group == 7);
    double top = scene_state(world, falls).pose.position.z;
    scene_steps(world, 60);
    cr_expect_float_eq(top - scene_state(world, falls).pose.position.z, 0.5 * SCENE_G * 0.0625, 0.01);
    cr_expect_float_eq(scene_state(world, stays).pose.position.z, 0.1, 1e-5);
    belay_world_destroy(world);
}

Test(filter, of_one_collider_leaves_the_others_of_its_body)
{
    // A ball in a cage that touches nothing: the ball, lower by 0.02 m, carries both.
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id body = part_ball(world, v3(0.0, 0.0, 0.1), 0.1, 1.0, belay_material_default());
    belay_collider_def cage = belay_collider_def_box(v3(1.0, 1.0, 1.0));
    cage.filter.mask = 0;
    part_collide(world, body, &cage);
    scene_steps(world, 60);
    int32_t count;
    belay_world_get_contacts(world, &count);
    cr_expect_eq(count, 1);
    cr_expect_float_eq(scene_state(world, body).pose.position.z, 0.1, 1e-6);
    belay_world_destroy(world);
}

Test(filter, holds_for_sensors)
{
    belay_world* world = scene_world(H);
    belay_collider_def gate = belay_collider_def_box(v3(4.0, 4.0, 4.0));
    gate.is_sensor = true;
    gate.filter = (belay_filter){1u, 2u, 0};
    part_fixed(world, BELAY_BODY_STATIC, belay_pose_identity(), &gate);
    belay_collider_def ball = belay_collider_def_sphere(0.1);
    ball.filter.category = 2u;
    belay_body_id seen = part_add(world, BELAY_BODY_DYNAMIC, part_at(1.0, 0.0, 0.0), &ball, 1.0);
    ball.filter.category = 4u;
    part_add(world, BELAY_BODY_DYNAMIC, part_at(-1.0, 0.0, 0.0), &ball, 1.0);
    scene_steps(world, 1);
    int32_t count;
    const belay_sensor_event* events = belay_world_get_sensor_events(world, &count);
    cr_assert_eq(count, 1);
    cr_expect(events[0].visitor_body.value == seen.value && events[0].is_begin);
    belay_world_destroy(world);
}
