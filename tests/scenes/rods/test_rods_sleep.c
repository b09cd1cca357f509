// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sleep of rods: when they fall asleep, that not one bit of them moves and that they cost nothing then, and what is
// told of it.

#include "support/parts.h"
#include "support/rods/rod_scene.h"
#include "support/rods/rod_sleepers.h"
#include "support/saved.h"

#include <criterion/criterion.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// Falling asleep
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_sleep, comes_after_the_time_set_to_every_model)
{
    const double seconds[BELAY_ROD_MODEL_COUNT] = {0.5, 0.1, 0.25, 1.25};
    for (int model = 0; model < BELAY_ROD_MODEL_COUNT; model++) {
        belay_world_def world_def = belay_world_def_default();
        world_def.sleep_seconds = seconds[model];
        belay_world* world = scene_world_of(&world_def);
        sleepers_floor(world);
        belay_rod_def def = sleepers_rod((belay_rod_model)model, 0.0, SLEEPERS_RADIUS);
        belay_rod_id rod = rod_make(world, &def);
        int steps = 0, events = 0;
        while (rod_is_awake(world, rod) && steps < 1000) {
            scene_steps(world, 1);
            cr_assert_eq(belay_world_get_stats(world)->rods_awake, rod_is_awake(world, rod) ? 1 : 0);
            steps++;
            events += rod_sleep_events(world, rod, false);
        }
        // A rod that is laid on the ground exactly has nothing to settle.
        scene_check_near(steps * SLEEPERS_H, seconds[model], 1.01 * SLEEPERS_H, "time of falling asleep");
        cr_expect_eq(events, 1);
        scene_steps(world, 1);
        int32_t count;
        belay_world_get_sleep_events(world, &count);
        cr_expect_eq(count, 0);
        belay_world_destroy(world);
    }
}

#define MAX_NUMBERS 4096

// All that can be asked of a rod, as bytes.
static size_t take_state(const belay_world* world, belay_rod_id rod, double numbers[MAX_NUMBERS])
{
    double* at = numbers;
    belay_rod_info info;
    cr_assert(belay_rod_get_info(world, rod, &info) == BELAY_OK);
    int n = info.node_count;
    cr_assert_lt(14 * n, MAX_NUMBERS);
    cr_assert(belay_rod_get_nodes(world, rod, (belay_vec3*)(void*)at, (belay_vec3*)(void*)(at + 3 * n), n, NULL) ==
              BELAY_OK);
    cr_assert(belay_rod_get_frames(world, rod, (belay_quat*)(void*)(at + 6 * n), n - 1, NULL) == BELAY_OK);
    at += 10 * n - 4;
    belay_rod_attachment_state held = rod_held(world, rod, 0);
    memcpy(at, &held.force, sizeof held.force);
    return (size_t)(at - numbers) * sizeof *numbers + sizeof held.force;
}

Test(rod_sleep, moves_not_one_bit_and_costs_nothing)
{
    static double before[MAX_NUMBERS], after[MAX_NUMBERS];
    sleepers s = sleepers_make();
    belay_body_state box = scene_state(s.world, s.box);
    size_t size = take_state(s.world, s.rod, before);
    cr_expect_gt(v3_length(rod_held(s.world, s.rod, s.pin).force), 0.0, "it goes on being held");
    for (int i = 0; i < 240; i++) {
        scene_steps(s.world, 1);
        const belay_step_stats* stats = belay_world_get_stats(s.world);
        cr_assert(stats->rod_contacts == 0 && stats->contacts == 0 && stats->rods_awake == 0 &&
                  stats->bodies_awake == 0 && stats->iterations == 0 && stats->work == 0);
        int32_t count;
        belay_world_get_rod_contact_events(s.world, &count);
        cr_assert_eq(count, 0, "what sleeps goes on touching");
        belay_world_get_sleep_events(s.world, &count);
        cr_assert_eq(count, 0);
    }
    cr_expect_eq(take_state(s.world, s.rod, after), size);
    cr_expect(memcmp(before, after, size) == 0);
    cr_expect(scene_is_same_pose(box.pose, scene_state(s.world, s.box).pose));
    cr_expect_eq(rod_fastest(s.world, s.rod), 0.0);
    belay_world_destroy(s.world);
}

Test(rod_sleep, does_not_come_to_what_creeps_or_turns)
{
    // Without friction it slides for ever, well below what anyone sees but above the sleep speed of 1e-4 m/s.
    belay_world* world = scene_world(SLEEPERS_H);
    belay_material smooth = {0.0, 0.0};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, smooth);
    belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, SLEEPERS_RADIUS);
    def.material = smooth;
    belay_rod_id rod = rod_make(world, &def);
    belay_vec3 creep[9];
    for (int i = 0; i < 9; i++)
        creep[i] = v3(0.0, 2e-4, 0.0);
    cr_assert(belay_rod_set_velocities(world, rod, creep, 9) == BELAY_OK);
    scene_steps(world, 480);
    cr_expect(rod_is_awake(world, rod));
    scene_check_near(rod_node(world, rod, 4).y, 2.0 * 2e-4, 1e-9, "path of the creeping one");
    belay_world_destroy(world);
}

Test(rod_sleep, does_not_come_to_the_kept_awake_nor_to_their_island)
{
    belay_world* world = scene_world(SLEEPERS_H);
    sleepers_floor(world);
    belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, SLEEPERS_RADIUS);
    def.is_kept_awake = true;
    belay_rod_id kept = rod_make(world, &def);
    def = sleepers_rod(BELAY_ROD_NODAL, 2.0 * SLEEPERS_RADIUS, SLEEPERS_RADIUS); // beside it
    belay_rod_id other = rod_make(world, &def);
    rod_hold(world, other, BELAY_ROD_PIN, 0.25, the_world);
    belay_body_id ball = rod_weight(world, 0.1, v3(0.0, 0.0, 0.5));
    int grip = rod_hold(world, kept, BELAY_ROD_PIN, 0.25, ball);
    def = sleepers_rod(BELAY_ROD_NODAL, 1.0, SLEEPERS_RADIUS);
    belay_rod_id beside = rod_make(world, &def);
    scene_steps(world, 240);
    cr_expect(rod_is_awake(world, kept) && part_is_awake(world, ball), "what hangs on it");
    cr_expect(!rod_is_awake(world, beside), "another island");
    cr_expect(rod_held(world, kept, grip).is_held);
    belay_world_destroy(world);
}

Test(rod_sleep, comes_beside_what_is_awake_but_does_not_touch)
{
    // A ball that hovers a millimetre above it, within the margin in which contacts are looked for.
    belay_world* world = scene_world(SLEEPERS_H);
    sleepers_floor(world);
    belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, SLEEPERS_RADIUS);
    belay_rod_id rod = rod_make(world, &def);
    belay_body_def ball_def = belay_body_def_default();
    ball_def.pose.position = v3(0.0, 0.0, 2.0 * SLEEPERS_RADIUS + 0.02 + 1e-3);
    ball_def.is_kept_awake = true;
    ball_def.gravity_scale = 0.0;
    belay_body_id ball;
    cr_assert(belay_body_create(world, &ball_def, &ball) == BELAY_OK);
    belay_collider_def shape = belay_collider_def_sphere(0.02);
    part_collide(world, ball, &shape);
    scene_steps(world, 60);
    cr_assert(rod_is_awake(world, rod) && belay_world_get_stats(world)->rod_contacts > 0);
    scene_steps(world, 120);
    cr_expect(!rod_is_awake(world, rod) && part_is_awake(world, ball));
    scene_set_velocity(world, ball, v3(0.0, 0.0, -0.1), v3_zero());
    scene_steps(world, 6);
    cr_expect(rod_is_awake(world, rod), "it is touched");
    belay_world_destroy(world);
}

Test(rod_sleep, does_not_come_to_what_is_carried)
{
    // Slower than the sleep speed: by a kinematic body, and by a frame that is moved step by step.
    for (int k = 0; k < 2; k++) {
        belay_world* world = scene_world(SLEEPERS_H);
        sleepers_floor(world);
        belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, 0.3);
        belay_rod_id rod = rod_make(world, &def);
        belay_collider_def shape = belay_collider_def_sphere(0.01);
        belay_body_id holder = part_fixed(world, BELAY_BODY_KINEMATIC, part_at(-0.25, 0.0, 0.3), &shape);
        belay_filter none = {1u, 0u, 0};
        cr_assert(belay_collider_set_filter(world, part_collider(world, holder), none) == BELAY_OK);
        int hold = rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, k == 0 ? holder : the_world);
        if (k == 0) scene_set_velocity(world, holder, v3(0.0, 0.0, 2e-5), v3_zero());
        belay_pose frame = part_at(-0.25, 0.0, 0.3);
        belay_rod_attachment_def at;
        cr_assert(belay_rod_attachment_def_at(world, rod, BELAY_ROD_CLAMP, 0.0, the_world, &at) == BELAY_OK);
        frame.rotation = at.frame.rotation;
        cr_assert(belay_rod_set_damping(world, rod, 0.1, 5.0) == BELAY_OK);
        for (int i = 0; i < 1200; i++) {
            frame.position.z += 2e-5 * SLEEPERS_H;
            if (k == 1) cr_assert(belay_rod_move_attachment(world, rod, hold, frame) == BELAY_OK);
            scene_steps(world, 1);
            cr_assert(rod_is_awake(world, rod));
        }
        cr_expect_lt(rod_fastest(world, rod), 1e-4, "it is slow enough");
        scene_check_near(rod_node(world, rod, 0).z, 0.3 + 5.0 * 2e-5, 1e-9, "path of the end");
        // Once it stands it sleeps, also when a hand says over and over that it is to be where it is.
        if (k == 0) scene_set_velocity(world, holder, v3_zero(), v3_zero());
        for (int i = 0; i < 240; i++) {
            if (k == 1) cr_assert(belay_rod_move_attachment(world, rod, hold, frame) == BELAY_OK);
            scene_steps(world, 1);
        }
        cr_expect(!rod_is_awake(world, rod));
        belay_world_destroy(world);
    }
}

Test(rod_sleep, comes_to_a_coil_and_a_hanging_loop)
{
    // Both swing and settle by the friction inside.
    belay_world* world = scene_world(SLEEPERS_H);
    sleepers_floor(world);
    belay_vec3 coil[25];
    for (int i = 0; i < 25; i++) {
        double a = i * 0.5;
        coil[i] = v3(0.08 * cos(a), 0.08 * sin(a), 0.03 + 0.005 * a);
    }
    belay_rod_def def = rod_of(0.1, 1e3, 1e-4, 0.005);
    def.element_count = 24;
    def.nodes = coil;
    def.damping_time = 0.05;
    belay_rod_id on_floor = rod_make(world, &def);
    def = sleepers_rod(BELAY_ROD_NODAL, 2.0, 1.0);
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-3;
    def.damping_time = 0.1;
    def.drag = 4.0;
    belay_rod_id hanging = rod_make(world, &def);
    rod_hold(world, hanging, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(world, hanging, BELAY_ROD_CLAMP, SLEEPERS_LENGTH, the_world);
    for (int i = 0; i < 2400 && (rod_is_awake(world, on_floor) || rod_is_awake(world, hanging)); i++)
        scene_steps(world, 1);
    cr_expect(!rod_is_awake(world, on_floor) && !rod_is_awake(world, hanging));
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Events and snapshots of sleepers
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_sleep, contacts_and_visits_of_sleepers_last_and_have_their_end)
{
    belay_world* world = scene_world(SLEEPERS_H);
    belay_body_id ground = sleepers_floor(world);
    belay_collider_def gate = belay_collider_def_box(v3(1.0, 1.0, 1.0));
    gate.is_sensor = true;
    part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, 0.0), &gate);
    belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, SLEEPERS_RADIUS);
    belay_rod_id rod = rod_make(world, &def);
    int32_t touches, visits;
    scene_steps(world, 1);
    belay_world_get_rod_contact_events(world, &touches);
    belay_world_get_sensor_events(world, &visits);
    cr_assert(touches == 1 && visits == 1);
    for (int i = 0; i < 240; i++) {
        scene_steps(world, 1);
        belay_world_get_rod_contact_events(world, &touches);
        belay_world_get_sensor_events(world, &visits);
        cr_assert(touches == 0 && visits == 0);
    }
    cr_assert(!rod_is_awake(world, rod));
    cr_assert(belay_rod_destroy(world, rod) == BELAY_OK);
    scene_steps(world, 1);
    const belay_rod_contact_event* touch = belay_world_get_rod_contact_events(world, &touches);
    const belay_sensor_event* visit = belay_world_get_sensor_events(world, &visits);
    cr_assert(touches == 1 && visits == 1);
    cr_expect(touch->type == BELAY_CONTACT_END && touch->is_destroyed && touch->body_b.value == ground.value);
    cr_expect(!visit->is_begin && visit->is_destroyed && visit->visitor_rod.value == rod.value);
    belay_world_destroy(world);
}

Test(rod_sleep, futures_of_restored_sleepers_are_equal)
{
    sleepers s = sleepers_make();
    saved before = saved_of(s.world);
    uint64_t hashes[30];
    for (int k = 0; k < 2; k++) {
        saved_restore(&before, s.world);
        sleepers_drop_ball(&s);
        for (int i = 0; i < 30; i++) {
            scene_steps(s.world, 1);
            if (k == 0) hashes[i] = belay_world_hash(s.world);
            cr_assert_eq(belay_world_hash(s.world), hashes[i], "step %d", i);
        }
    }
    saved_fini(&before);
    belay_world_destroy(s.world);
}

Test(rod_sleep, bad_input_is_refused)
{
    sleepers s = sleepers_make();
    bool awake = true;
    uint64_t hash = belay_world_hash(s.world);
    scene_check_refused(s.world, hash, belay_rod_get_is_awake(s.world, s.rod, NULL), BELAY_ERROR_VALUE, "is_awake",
                        "null");
    belay_rod_id none = {0};
    cr_expect(belay_rod_get_is_awake(s.world, none, &awake) == BELAY_ERROR_HANDLE && awake);
    cr_expect(belay_rod_set_awake(s.world, none, true) == BELAY_ERROR_HANDLE);
    cr_expect(belay_rod_set_awake(s.world, (belay_rod_id){s.box.value}, true) == BELAY_ERROR_COMPONENT);
    cr_expect(belay_rod_set_awake(s.world, s.rod, false) == BELAY_OK);
    cr_expect_eq(belay_world_hash(s.world), hash, "it sleeps already");
    belay_world_destroy(s.world);
}

Test(rod_sleep, may_be_ordered)
{
    belay_world* world = scene_world(SLEEPERS_H);
    belay_rod_def def = sleepers_rod(BELAY_ROD_NODAL, 0.0, 1.0);
    belay_rod_id rod = rod_make(world, &def);
    scene_steps(world, 10);
    cr_assert(belay_rod_set_awake(world, rod, false) == BELAY_OK);
    cr_expect_eq(rod_fastest(world, rod), 0.0);
    belay_vec3 place = rod_node(world, rod, 3);
    scene_steps(world, 50);
    cr_expect(!rod_is_awake(world, rod) && scene_is_same_vector(place, rod_node(world, rod, 3)), "in the air");
    cr_assert(belay_rod_set_awake(world, rod, true) == BELAY_OK);
    scene_steps(world, 24);
    scene_check_near(rod_node(world, rod, 3).z, place.z - 0.5 * SCENE_G * 0.1 * 0.1, SCENE_G * 0.1 * SLEEPERS_H,
                     "it falls");
    belay_world_destroy(world);
}
