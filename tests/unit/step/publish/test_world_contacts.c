// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts of a world and the materials that they have.

#include "support/scene.h"

#include <criterion/criterion.h>

// ---------------------------------------------------------------------------------------------------------------------
// Materials
// ---------------------------------------------------------------------------------------------------------------------

typedef struct meeting {
    belay_world* world;
    belay_collider_id a, b;
} meeting;

// Two balls in touch, of which one is held.
static meeting meet(belay_material a, belay_material b)
{
    meeting m = {scene_world(1.0 / 240.0), {0}, {0}};
    m.a = scene_add_sphere(m.world, scene_add_body(m.world, BELAY_BODY_STATIC, v3_zero()), 0.1, a);
    m.b = scene_add_sphere(m.world, scene_add_body(m.world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 0.2)), 0.1, b);
    return m;
}

// Steps once and ends the test unless there is one contact with this material.
static void check_met(const meeting* m, double friction, double restitution)
{
    scene_steps(m->world, 1);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(m->world, &count);
    cr_assert_eq(count, 1);
    cr_assert_leq(fabs(c->friction - friction), 1e-15);
    cr_assert(c->restitution == restitution);
}

Test(material, combination_is_root_of_product_and_maximum)
{
    meeting m = meet((belay_material){0.9, 0.3}, (belay_material){0.4, 0.0});
    check_met(&m, 0.6, 0.3);
    cr_assert(belay_collider_set_material(m.world, m.a, (belay_material){0.0, 0.0}) == BELAY_OK);
    check_met(&m, 0.0, 0.0);
    belay_world_destroy(m.world);
}

Test(material, pair_material_replaces_the_combination)
{
    meeting m = meet((belay_material){0.9, 0.0}, (belay_material){0.4, 0.0});
    cr_assert(belay_pair_set_material(m.world, m.b, m.a, (belay_material){1.25, 0.0}) == BELAY_OK);
    check_met(&m, 1.25, 0.0);
    cr_assert(belay_pair_set_material(m.world, m.a, m.b, (belay_material){0.125, 0.0}) == BELAY_OK);
    check_met(&m, 0.125, 0.0);
    cr_assert(belay_pair_clear_material(m.world, m.b, m.a) == BELAY_OK);
    check_met(&m, 0.6, 0.0);
    cr_expect(belay_pair_clear_material(m.world, m.b, m.a) == BELAY_OK, "clearing nothing does nothing");
    belay_world_destroy(m.world);
}

Test(material, many_pairs_are_kept_apart)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id held = scene_add_body(world, BELAY_BODY_STATIC, v3_zero());
    enum { COUNT = 12 };
    belay_collider_id below[COUNT], above[COUNT];
    for (int i = 0; i < COUNT; i++) {
        belay_collider_def def = belay_collider_def_sphere(0.1);
        def.shape.sphere.center = v3(i, 0.0, 0.0);
        cr_assert(belay_collider_create(world, held, &def, &below[i]) == BELAY_OK);
        belay_body_id ball = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(i, 0.0, 0.2));
        above[i] = scene_add_sphere(world, ball, 0.1, belay_material_default());
    }
    for (int k = 0; k < COUNT; k++) {
        int i = 5 * k % COUNT;
        cr_assert(belay_pair_set_material(world, above[i], below[i], (belay_material){0.01 * i, 0.0}) == BELAY_OK);
    }
    cr_assert(belay_collider_destroy(world, below[3]) == BELAY_OK);
    cr_assert(belay_pair_clear_material(world, below[7], above[7]) == BELAY_OK);
    scene_steps(world, 1);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, COUNT - 1);
    for (int32_t k = 0; k < count; k++) {
        int i = (int)(c[k].point.x + 0.5);
        cr_expect(c[k].friction == (i == 7 ? 0.5 : 0.01 * i), "pair %d has %g", i, c[k].friction);
    }
    belay_world_destroy(world);
}

Test(material, pair_needs_two_living_colliders)
{
    meeting m = meet(belay_material_default(), belay_material_default());
    belay_material material = belay_material_default();
    belay_collider_id none = {0};
    cr_expect(belay_pair_set_material(m.world, m.a, m.a, material) == BELAY_ERROR_VALUE);
    cr_expect(belay_pair_set_material(m.world, m.a, none, material) == BELAY_ERROR_HANDLE);
    cr_expect(belay_pair_clear_material(m.world, none, m.b) == BELAY_ERROR_HANDLE);
    cr_assert(belay_pair_set_material(m.world, m.a, m.b, material) == BELAY_OK);
    cr_assert(belay_collider_destroy(m.world, m.b) == BELAY_OK);
    cr_expect(belay_pair_set_material(m.world, m.a, m.b, material) == BELAY_ERROR_HANDLE);
    belay_world_destroy(m.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

Test(contacts, resting_ball_is_carried)
{
    // r_N = m g h, at rest, stuck.
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.05);
    belay_body_id body = scene_add_ball(world, &ball);
    scene_steps(world, 10);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 1);
    cr_expect_eq(c->body_a.value, body.value, "the ball is a");
    cr_expect_leq(v3_distance(c->normal, v3(0.0, 0.0, 1.0)), 1e-15, "the normal points from b to a");
    cr_expect_leq(v3_distance(v3_cross(c->normal, c->tangent1), c->tangent2), 1e-15);
    cr_expect_leq(fabs(c->impulse[0] - SCENE_G / 240.0), 1e-14);
    cr_expect(c->status == BELAY_CONTACT_STICK);
    cr_expect_leq(fabs(c->gap), 1e-15);
    cr_expect_leq(fabs(c->velocity[0]), 1e-15);
    belay_world_destroy(world);
}

Test(contacts, sliding_ball_is_braked_and_the_work_is_accounted)
{
    // Locked against turning it slides: r_T = mu r_N against the motion; what is lost is the work of friction.
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.is_rotation_locked = true;
    ball.position = v3(0.0, 0.0, 0.05);
    ball.linear = v3(3.0, 4.0, 0.0);
    scene_add_ball(world, &ball);
    double work = 0.0, start = belay_world_get_energy(world).translation;
    for (int i = 0; i < 100; i++) {
        scene_steps(world, 1);
        const belay_contact* c = belay_world_get_contacts(world, NULL);
        cr_assert(c->status == BELAY_CONTACT_SLIDE);
        belay_vec3 r = scene_impulse(c), right = v3_scale(-0.5 * SCENE_G / 240.0, v3(0.6, 0.8, 0.0));
        right.z = SCENE_G / 240.0;
        cr_assert_leq(v3_distance(r, right), 1e-12);
        work += belay_world_get_stats(world)->friction_work;
    }
    cr_expect_leq(fabs(belay_world_get_energy(world).translation - start - work), 1e-12);
    belay_world_destroy(world);
}

Test(contacts, colliders_of_one_body_and_of_two_fixed_bodies_never_meet)
{
    belay_world* world = scene_world(1.0 / 240.0);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3_zero());
    scene_add_sphere(world, body, 0.1, belay_material_default());
    scene_add_sphere(world, body, 0.15, belay_material_default());
    belay_body_id a = scene_add_body(world, BELAY_BODY_STATIC, v3(5.0, 0.0, 0.0));
    belay_body_id b = scene_add_body(world, BELAY_BODY_KINEMATIC, v3(5.0, 0.0, 0.1));
    scene_add_sphere(world, a, 0.1, belay_material_default());
    scene_add_sphere(world, b, 0.1, belay_material_default());
    scene_steps(world, 2);
    int32_t count = -1;
    belay_world_get_contacts(world, &count);
    cr_expect_eq(count, 0);
    belay_world_destroy(world);
}

Test(contacts, features_stay_while_touching)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.05);
    ball.linear = v3(2.0, 0.0, 0.0);
    scene_add_ball(world, &ball);
    scene_steps(world, 1);
    uint32_t feature = belay_world_get_contacts(world, NULL)->feature;
    for (int i = 0; i < 200; i++) {
        scene_steps(world, 1);
        cr_assert_eq(belay_world_get_contacts(world, NULL)->feature, feature);
    }
    belay_world_destroy(world);
}

Test(contacts, two_balls_with_one_centre_come_apart)
{
    // Legal, if odd: pushed apart along z at no more than the recovery speed, and without a NaN.
    belay_world_def def = belay_world_def_default();
    def.gravity = v3_zero();
    belay_world* world = scene_world_of(&def);
    scene_ball ball = scene_ball_default();
    belay_body_id a = scene_add_ball(world, &ball), b = scene_add_ball(world, &ball);
    scene_steps(world, 480);
    belay_body_state sa = scene_state(world, a), sb = scene_state(world, b);
    cr_expect(v3_is_finite(sa.pose.position) && v3_is_finite(sb.pose.position));
    cr_expect_leq(fabs(v3_distance(sa.pose.position, sb.pose.position) - 0.1), 1e-4);
    cr_expect_leq(v3_length(sa.linear_velocity) + v3_length(sb.linear_velocity), 1e-12, "no energy was added");
    belay_world_destroy(world);
}

Test(contacts, time_budget_ends_the_step_and_says_so)
{
    // A budget that is over before it begins: the step still ends, whole and admissible, and what has met is stopped,
    // as a few sweeps are made however late it is.
    belay_world_def def = belay_world_def_default();
    def.solver.budget_seconds = 1e-30;
    belay_world* world = scene_world_of(&def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.05);
    scene_add_ball(world, &ball);
    scene_steps(world, 1);
    const belay_step_stats* s = belay_world_get_stats(world);
    cr_expect(s->is_budget_exhausted);
    cr_expect(s->iterations >= 1 && s->iterations <= 2);
    cr_expect_leq(s->residual.natural, 1e-9, "a residual of %g", s->residual.natural);
    cr_expect_eq(belay_world_get_step_count(world), 1);
    belay_world_destroy(world);
}
