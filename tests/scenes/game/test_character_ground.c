// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a character stands on, where that is put away, lowered or restored, and what it does to it.

#include "support/walker.h"

#include <criterion/criterion.h>

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
