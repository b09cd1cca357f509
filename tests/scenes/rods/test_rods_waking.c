// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What wakes sleeping rods, what does not, and that waking is felt by nobody.

#include "support/parts.h"
#include "support/rods/rod_scene.h"
#include "support/rods/rod_sleepers.h"
#include "support/saved.h"

#include <criterion/criterion.h>

typedef void change(sleepers* s);

static void push(sleepers* s)
{
    rod_push(s->world, s->rod, 0.4, v3(0.0, 0.0, 1e-3));
}

static void set_velocities(sleepers* s)
{
    belay_vec3 v[9] = {{0.0, 0.0, 0.0}};
    cr_assert(belay_rod_set_velocities(s->world, s->rod, v, 9) == BELAY_OK);
}

static void attach(sleepers* s)
{
    rod_hold(s->world, s->rod, BELAY_ROD_GRIP, SLEEPERS_LENGTH, the_world);
}

static void detach(sleepers* s)
{
    cr_assert(belay_rod_detach(s->world, s->rod, s->pin) == BELAY_OK);
}

static void move_hold(sleepers* s)
{
    belay_pose frame = part_at(-0.5 * SLEEPERS_LENGTH - 1e-4, 0.0, SLEEPERS_RADIUS);
    cr_assert(belay_rod_move_attachment(s->world, s->rod, s->pin, frame) == BELAY_OK);
}

static void set_damping(sleepers* s)
{
    cr_assert(belay_rod_set_damping(s->world, s->rod, 0.1, 0.1) == BELAY_OK);
}

static void set_material(sleepers* s)
{
    cr_assert(belay_rod_set_material(s->world, s->rod, (belay_material){0.0, 0.0}) == BELAY_OK);
}

static void set_filter(sleepers* s)
{
    cr_assert(belay_rod_set_filter(s->world, s->rod, (belay_filter){1u, 0u, 0}) == BELAY_OK);
}

static void set_awake(sleepers* s)
{
    cr_assert(belay_rod_set_awake(s->world, s->rod, true) == BELAY_OK);
}

static void set_gravity(sleepers* s)
{
    cr_assert(belay_world_set_gravity(s->world, v3(0.0, 0.1, -SCENE_G)) == BELAY_OK);
}

static void forbid_sleep(sleepers* s)
{
    cr_assert(belay_world_set_sleep(s->world, false) == BELAY_OK);
}

static void push_box(sleepers* s)
{
    scene_push(s->world, s->box, v3(1e-3, 0.0, 0.0));
}

static void destroy_box(sleepers* s)
{
    cr_assert(belay_body_destroy(s->world, s->box) == BELAY_OK);
}

static void destroy_ground(sleepers* s)
{
    cr_assert(belay_body_destroy(s->world, s->ground) == BELAY_OK);
}

static void change_ground(sleepers* s)
{
    cr_assert(belay_collider_set_material(s->world, part_collider(s->world, s->ground), (belay_material){0.0, 0.0}) ==
              BELAY_OK);
}

static void move_ground(sleepers* s)
{
    cr_assert(belay_body_set_pose(s->world, s->ground, part_at(0.0, 0.0, -0.6)) == BELAY_OK);
}

static void drop_rod(sleepers* s)
{
    belay_rod_def def = sleepers_rod(BELAY_ROD_SUPER_HELIX, 0.0, 3.0 * SLEEPERS_RADIUS + 1e-3);
    def.start = v3(-0.1, -0.5 * SLEEPERS_LENGTH, def.start.z);
    def.direction = v3(0.0, 1.0, 0.0);
    rod_make(s->world, &def);
    scene_steps(s->world, 10);
}

Test(rod_sleep, ends_with_whatever_changes_it)
{
    change* const changes[] = {push,         set_velocities,     attach,      detach,         move_hold,
                               set_damping,  set_material,       set_filter,  set_awake,      set_gravity,
                               forbid_sleep, push_box,           destroy_box, destroy_ground, change_ground,
                               move_ground,  sleepers_drop_ball, drop_rod};
    sleepers s = sleepers_make();
    saved before = saved_of(s.world);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        saved_restore(&before, s.world);
        cr_assert(!rod_is_awake(s.world, s.rod));
        changes[i](&s);
        bool is_by_contact = changes[i] == sleepers_drop_ball || changes[i] == drop_rod;
        if (is_by_contact) {
            cr_expect(rod_is_awake(s.world, s.rod), "change %zu", i);
            cr_expect(part_is_awake(s.world, s.box), "with its island");
            continue;
        }
        scene_steps(s.world, 1);
        cr_expect(rod_is_awake(s.world, s.rod), "change %zu", i);
        cr_expect_eq(rod_sleep_events(s.world, s.rod, true), 1, "change %zu", i);
    }
    saved_fini(&before);
    belay_world_destroy(s.world);
}

Test(rod_sleep, goes_on_when_it_is_asked_or_passed_by)
{
    sleepers s = sleepers_make();
    belay_pose frame = part_at(-0.5 * SLEEPERS_LENGTH, 0.0, SLEEPERS_RADIUS);
    belay_rod_attachment_def at;
    cr_assert(belay_rod_attachment_def_at(s.world, s.rod, BELAY_ROD_PIN, 0.0, the_world, &at) == BELAY_OK);
    (void)rod_energy(s.world, s.rod);
    (void)frame;
    belay_body_id ball = part_ball(s.world, v3(-0.5, 0.3, 0.2), 0.05, 0.1, belay_material_default());
    scene_set_velocity(s.world, ball, v3(3.0, 0.0, 1.0), v3_zero());
    scene_steps(s.world, 48);
    cr_expect(!rod_is_awake(s.world, s.rod));
    // Refused calls wake nobody.
    cr_expect(belay_rod_set_damping(s.world, s.rod, -1.0, 0.0) == BELAY_ERROR_VALUE);
    cr_expect(belay_rod_apply_force(s.world, s.rod, 2.0 * SLEEPERS_LENGTH, v3_zero()) == BELAY_ERROR_VALUE);
    cr_expect(belay_rod_move_attachment(s.world, s.rod, 7, frame) == BELAY_ERROR_VALUE);
    cr_expect(!rod_is_awake(s.world, s.rod));
    belay_world_destroy(s.world);
}

Test(rod_sleep, a_sleeper_that_is_hit_takes_its_share_of_the_momentum)
{
    // A ball against a sleeping rod, and against the same rod awake, in empty space: the outcome is the same.
    belay_vec3 ball_velocity[2], rod_velocity[2][9];
    for (int k = 0; k < 2; k++) {
        belay_world* world = scene_world(SLEEPERS_H);
        cr_assert(belay_world_set_gravity(world, v3_zero()) == BELAY_OK);
        belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, 0.0);
        def.starts_asleep = k == 0;
        def.is_kept_awake = k == 1;
        belay_rod_id rod = rod_make(world, &def);
        belay_body_id ball = part_ball(world, v3(0.0, 0.0, -0.2), 0.03, 0.1, belay_material_default());
        scene_set_velocity(world, ball, v3(0.0, 0.0, 1.0), v3_zero());
        cr_expect_eq(rod_is_awake(world, rod), k == 1);
        scene_steps(world, 60);
        cr_expect(rod_is_awake(world, rod));
        ball_velocity[k] = scene_state(world, ball).linear_velocity;
        cr_assert(belay_rod_get_nodes(world, rod, NULL, rod_velocity[k], 9, NULL) == BELAY_OK);
        double momentum = 0.1 * ball_velocity[k].z;
        for (int i = 0; i < 9; i++)
            momentum += (i == 0 || i == 8 ? 0.5 : 1.0) * 0.1 * SLEEPERS_LENGTH / 8.0 * rod_velocity[k][i].z;
        scene_check_near(momentum, 0.1, 1e-12, "momentum");
        belay_world_destroy(world);
    }
    // But for the rounding of the steps that the other one has made before.
    scene_check_near(v3_distance(ball_velocity[0], ball_velocity[1]), 0.0, 1e-12, "velocity of the ball");
    for (int i = 0; i < 9; i++)
        scene_check_near(v3_distance(rod_velocity[0][i], rod_velocity[1][i]), 0.0, 1e-12, "velocity of a node");
}

Test(rod_sleep, waking_is_felt_by_nobody)
{
    // What rests goes on resting: impulses between sleepers have waited for their waking.
    sleepers s = sleepers_make();
    static belay_vec3 before[ROD_MAX_NODES], after[ROD_MAX_NODES];
    rod_nodes(s.world, s.rod, before);
    belay_body_state box = scene_state(s.world, s.box);
    cr_assert(belay_rod_set_awake(s.world, s.rod, true) == BELAY_OK);
    for (int i = 0; i < 60; i++) {
        scene_steps(s.world, 1);
        cr_assert_lt(rod_fastest(s.world, s.rod), 1e-4, "the sleep speed");
    }
    rod_nodes(s.world, s.rod, after);
    for (int i = 0; i < 9; i++)
        cr_expect_lt(v3_distance(before[i], after[i]), 60.0 * SLEEPERS_H * 1e-4);
    cr_expect_lt(v3_distance(box.pose.position, scene_state(s.world, s.box).pose.position), 60.0 * SLEEPERS_H * 1e-4);
    int32_t count;
    const belay_rod_contact_event* e = belay_world_get_rod_contact_events(s.world, &count);
    for (int32_t i = 0; i < count; i++)
        cr_expect_eq((int)e[i].type, (int)BELAY_CONTACT_PERSIST, "what touched goes on touching");
    belay_world_destroy(s.world);
}

Test(rod_sleep, a_pinned_rod_and_its_body_sleep_and_wake_together)
{
    belay_world* world = scene_world(SLEEPERS_H);
    sleepers_floor(world);
    belay_body_id box = part_box(world, v3(0.0, 0.0, 0.05), v3(0.1, 0.1, 0.1), 1.0, belay_material_default());
    belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, SLEEPERS_RADIUS);
    def.start = v3(0.05 + SLEEPERS_RADIUS, 0.0, SLEEPERS_RADIUS);
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_PIN, 0.0, box);
    scene_steps(world, 240);
    cr_assert(!rod_is_awake(world, rod) && !part_is_awake(world, box));
    rod_push(world, rod, SLEEPERS_LENGTH, v3(0.0, 0.0, 1e-3));
    cr_expect(part_is_awake(world, box), "the rod wakes it at once");
    for (int i = 0; i < 480 && (rod_is_awake(world, rod) || part_is_awake(world, box)); i++)
        scene_steps(world, 1);
    cr_assert(!rod_is_awake(world, rod) && !part_is_awake(world, box));
    scene_push(world, box, v3(1e-3, 0.0, 0.0));
    cr_expect(rod_is_awake(world, rod), "and it the rod");
    cr_assert(belay_body_destroy(world, box) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect(rod_is_awake(world, rod));
    belay_world_destroy(world);
}

// Something that stands still and is put where a rod sleeps: in the case of a rod, under its middle.
Test(rod_sleep, ends_with_what_comes_to_stand_in_it)
{
    for (int k = 0; k < 3; k++) {
        sleepers s = sleepers_make();
        belay_collider_def cube = belay_collider_def_box(v3(0.1, 0.1, 0.1));
        belay_pose to = part_at(0.1, 0.0, -0.05 + SLEEPERS_RADIUS), far = part_at(3.0, 0.0, 1.0);
        belay_body_id block = part_fixed(s.world, BELAY_BODY_STATIC, k == 1 ? to : far, &cube);
        scene_steps(s.world, 1);
        if (k == 0) cr_assert(belay_body_set_pose(s.world, block, to) == BELAY_OK);
        if (k == 2) cr_assert(!rod_is_awake(s.world, s.rod));
        scene_steps(s.world, 1);
        cr_expect(rod_is_awake(s.world, s.rod) == (k != 2), "k %d", k);
        belay_world_destroy(s.world);
    }
}
