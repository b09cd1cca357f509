// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Who meets whom, at the public door: balls that overlap, sleepers, and filters that change.

#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>

static bool has_contact(const belay_world* world, belay_collider_id a, belay_collider_id b)
{
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    for (int32_t i = 0; i < count; i++) {
        uint64_t ca = contacts[i].collider_a.value, cb = contacts[i].collider_b.value;
        if ((ca == a.value && cb == b.value) || (ca == b.value && cb == a.value)) return true;
    }
    return false;
}

// Random balls that neither move nor fall: those that overlap are in contact, those further apart than the margin
// are not.
Test(world_meeting, every_overlapping_pair_of_balls_is_in_contact)
{
    enum { COUNT = 120 };
    uint64_t lot = 8;
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    def.solver.max_iterations = 1;
    belay_world* world = scene_world_of(&def);
    belay_vec3 centers[COUNT];
    double radii[COUNT];
    belay_collider_id ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        scene_ball ball = scene_ball_default();
        ball.position = centers[i] = chance_vector(&lot, 0.5);
        ball.radius = radii[i] = chance_between(&lot, 0.02, 0.15);
        belay_body_id body = scene_add_ball(world, &ball);
        int count;
        cr_assert(belay_body_get_colliders(world, body, &ids[i], 1, &count) == BELAY_OK && count == 1);
    }
    scene_steps(world, 1);
    int overlaps = 0;
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < i; j++) {
            double gap = v3_distance(centers[i], centers[j]) - radii[i] - radii[j];
            if (gap < 0.0) cr_assert(has_contact(world, ids[i], ids[j]), "balls %d and %d overlap by %g", i, j, -gap);
            if (gap > def.contact_margin) cr_assert_not(has_contact(world, ids[i], ids[j]));
            overlaps += gap < 0.0;
        }
    }
    cr_expect_gt(overlaps, COUNT);
    belay_world_destroy(world);
}

Test(world_meeting, a_sleeper_is_left_alone_until_something_comes)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position.z = ball.radius;
    belay_body_id sleeper = scene_add_ball(world, &ball);
    bool is_awake = true;
    for (int i = 0; i < 1000 && is_awake; i++) {
        scene_steps(world, 1);
        cr_assert(belay_body_get_is_awake(world, sleeper, &is_awake) == BELAY_OK);
    }
    cr_assert_not(is_awake);
    scene_steps(world, 1);
    cr_expect_eq(belay_world_get_stats(world)->contacts, 0);
    ball.position.z = 0.3;
    scene_add_ball(world, &ball);
    int steps = 0;
    for (; steps < 240 && !is_awake; steps++) {
        scene_steps(world, 1);
        cr_assert(belay_body_get_is_awake(world, sleeper, &is_awake) == BELAY_OK);
    }
    double fall = sqrt(2.0 * (0.3 - 3.0 * ball.radius) / SCENE_G);
    scene_check_near(steps / 240.0, fall, 2.0 / 240.0, "time of waking");
    belay_world_destroy(world);
}

// A filter that is changed while the two lie on each other.
Test(world_meeting, a_filter_takes_effect_at_once)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_collider_id floor = scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_def still = belay_body_def_default();
    still.type = BELAY_BODY_STATIC;
    belay_body_id table;
    belay_collider_def top = belay_collider_def_box(v3(1.0, 1.0, 0.2));
    belay_collider_id board, ball_collider;
    cr_assert(belay_body_create(world, &still, &table) == BELAY_OK);
    cr_assert(belay_collider_create(world, table, &top, &board) == BELAY_OK);
    scene_ball ball = scene_ball_default();
    ball.position.z = 0.1 + ball.radius;
    belay_body_id body = scene_add_ball(world, &ball);
    int count;
    cr_assert(belay_body_get_colliders(world, body, &ball_collider, 1, &count) == BELAY_OK);
    scene_steps(world, 10);
    cr_expect(has_contact(world, board, ball_collider));
    belay_filter none = {1u, 0u, 0};
    cr_assert(belay_collider_set_filter(world, board, none) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect_not(has_contact(world, board, ball_collider));
    scene_steps(world, 120);
    cr_expect(has_contact(world, floor, ball_collider));
    cr_assert(belay_collider_set_filter(world, board, belay_filter_default()) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect(has_contact(world, board, ball_collider));
    belay_world_destroy(world);
}
