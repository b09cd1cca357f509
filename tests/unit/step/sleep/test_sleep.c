// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sleep: when bodies fall asleep, that they cost nothing then, what wakes them, and that waking is felt by nobody.

#include "support/parts.h"

#include <criterion/criterion.h>

#define H (1.0 / 240.0)
#define EDGE 0.2

static belay_body_id add_floor(belay_world* world, belay_body_type type)
{
    belay_collider_def def = belay_collider_def_box(v3(10.0, 10.0, 1.0));
    return part_fixed(world, type, part_at(0.0, 0.0, -0.5), &def);
}

static belay_body_id add_cube(belay_world* world, double x, double z)
{
    return part_box(world, v3(x, 0.0, z), v3(EDGE, EDGE, EDGE), 1.0, belay_material_default());
}

static int count_sleep_events(const belay_world* world, bool is_awake)
{
    int32_t count;
    const belay_sleep_event* events = belay_world_get_sleep_events(world, &count);
    int found = 0;
    for (int32_t i = 0; i < count; i++)
        found += events[i].is_awake == is_awake ? 1 : 0;
    return found;
}

// Two cubes, one on the other, and asleep.
typedef struct sleepers {
    belay_world* world;
    belay_body_id ground, lower, upper;
} sleepers;

static sleepers put_to_sleep(belay_body_type ground)
{
    sleepers s = {.world = scene_world(H)};
    s.ground = add_floor(s.world, ground);
    s.lower = add_cube(s.world, 0.0, 0.5 * EDGE);
    s.upper = add_cube(s.world, 0.0, 1.5 * EDGE);
    scene_steps(s.world, 180);
    cr_assert(!part_is_awake(s.world, s.lower) && !part_is_awake(s.world, s.upper));
    cr_assert(belay_world_get_stats(s.world)->bodies_awake == 0 && belay_world_get_stats(s.world)->contacts == 0);
    return s;
}

// ---------------------------------------------------------------------------------------------------------------------
// Falling asleep
// ---------------------------------------------------------------------------------------------------------------------

Test(sleep, comes_after_the_time_set)
{
    const double seconds[] = {0.1, 0.5, 1.25};
    for (int i = 0; i < 3; i++) {
        belay_world_def def = belay_world_def_default();
        def.sleep_seconds = seconds[i];
        belay_world* world = scene_world_of(&def);
        add_floor(world, BELAY_BODY_STATIC);
        belay_body_id cube = add_cube(world, 0.0, 0.5 * EDGE);
        int steps = 0, events = 0;
        while (part_is_awake(world, cube) && steps < 1000) {
            scene_steps(world, 1);
            steps++;
            events += count_sleep_events(world, false);
        }
        scene_check_near(steps * H, seconds[i], 1.01 * H, "time of falling asleep");
        cr_expect_eq(events, 1);
        scene_steps(world, 1);
        cr_expect_eq(count_sleep_events(world, false) + count_sleep_events(world, true), 0);
        belay_world_destroy(world);
    }
}

Test(sleep, costs_no_contacts_and_moves_nothing)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_body_state lower = scene_state(s.world, s.lower), upper = scene_state(s.world, s.upper);
    for (int i = 0; i < 240; i++) {
        scene_steps(s.world, 1);
        const belay_step_stats* stats = belay_world_get_stats(s.world);
        cr_assert(stats->contacts == 0 && stats->bodies_awake == 0 && stats->iterations == 0);
        int32_t count;
        belay_world_get_contact_events(s.world, &count);
        cr_assert_eq(count, 0, "what sleeps goes on touching");
    }
    cr_expect(scene_is_same_pose(lower.pose, scene_state(s.world, s.lower).pose));
    cr_expect(scene_is_same_pose(upper.pose, scene_state(s.world, s.upper).pose));
    cr_expect(v3_length(upper.linear_velocity) == 0.0 && v3_length(upper.angular_velocity) == 0.0);
    belay_world_destroy(s.world);
}

Test(sleep, does_not_come_to_what_creeps)
{
    belay_world* world = scene_world(H);
    belay_material smooth = {0.0, 0.0};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, smooth);
    belay_body_id creeping = part_box(world, v3(0.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, smooth);
    belay_body_id turning = part_box(world, v3(1.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, smooth);
    scene_set_velocity(world, creeping, v3(2e-4, 0.0, 0.0), v3_zero());
    scene_set_velocity(world, turning, v3_zero(), v3(0.0, 0.0, 1e-2));
    scene_steps(world, 480);
    cr_expect(part_is_awake(world, creeping) && part_is_awake(world, turning));
    scene_check_near(scene_state(world, creeping).pose.position.x, 2.0 * 2e-4, 1e-9, "path of the creeping one");
    belay_world_destroy(world);
}

Test(sleep, does_not_come_to_the_kept_awake_nor_to_their_island)
{
    belay_world* world = scene_world(H);
    add_floor(world, BELAY_BODY_STATIC);
    belay_body_def def = belay_body_def_default();
    def.pose.position = v3(0.0, 0.0, 0.5 * EDGE);
    def.is_kept_awake = true;
    belay_body_id kept;
    cr_assert(belay_body_create(world, &def, &kept) == BELAY_OK);
    belay_collider_def box = belay_collider_def_box(v3(EDGE, EDGE, EDGE));
    part_collide(world, kept, &box);
    belay_body_id above = add_cube(world, 0.0, 1.5 * EDGE), beside = add_cube(world, 1.0, 0.5 * EDGE);
    scene_steps(world, 240);
    cr_expect(part_is_awake(world, kept) && part_is_awake(world, above));
    cr_expect(!part_is_awake(world, beside), "another island");
    belay_world_destroy(world);
}

Test(sleep, does_not_come_to_what_is_carried)
{
    belay_world* world = scene_world(H);
    belay_body_id slab = add_floor(world, BELAY_BODY_KINEMATIC);
    belay_body_id cube = add_cube(world, 0.0, 0.5 * EDGE);
    scene_set_velocity(world, slab, v3(5e-5, 0.0, 0.0), v3_zero());
    scene_steps(world, 480);
    cr_expect(part_is_awake(world, cube));
    scene_check_near(scene_state(world, cube).pose.position.x, 1e-4, 1e-6, "path of the cube");
    belay_world_destroy(world);
}

Test(sleep, may_be_there_from_the_start)
{
    // A ball in the air sleeps until it is hit; then both go on by the laws of impact (e = 1: speeds are swapped).
    belay_world* world = scene_world(H);
    cr_assert(belay_world_set_gravity(world, v3_zero()) == BELAY_OK);
    belay_material lively = {0.0, 1.0};
    belay_body_def def = belay_body_def_default();
    def.starts_asleep = true;
    def.inertia = belay_inertia_sphere(1.0, 0.1);
    belay_body_id asleep;
    cr_assert(belay_body_create(world, &def, &asleep) == BELAY_OK);
    belay_collider_def ball = belay_collider_def_sphere(0.1);
    ball.material = lively;
    part_collide(world, asleep, &ball);
    cr_expect(belay_body_set_awake(world, asleep, false) == BELAY_OK);
    scene_steps(world, 10);
    cr_expect(!part_is_awake(world, asleep));
    belay_body_id other = part_ball(world, v3(-0.5, 0.0, 0.0), 0.1, 1.0, lively);
    scene_set_velocity(world, other, v3(1.0, 0.0, 0.0), v3_zero());
    scene_steps(world, 120);
    cr_expect(part_is_awake(world, asleep));
    scene_check_near(scene_state(world, asleep).linear_velocity.x, 1.0, 1e-9, "speed of the sleeper");
    scene_check_near(scene_state(world, other).linear_velocity.x, 0.0, 1e-9, "speed of the other");
    belay_world_destroy(world);
}

Test(sleep, may_be_switched_off)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_world_set_sleep(s.world, false) == BELAY_OK);
    cr_expect(part_is_awake(s.world, s.lower) && part_is_awake(s.world, s.upper));
    scene_steps(s.world, 240);
    cr_expect(part_is_awake(s.world, s.lower) && part_is_awake(s.world, s.upper));
    cr_assert(belay_world_set_sleep(s.world, true) == BELAY_OK);
    scene_steps(s.world, 180);
    cr_expect(!part_is_awake(s.world, s.lower) && !part_is_awake(s.world, s.upper));
    belay_world_destroy(s.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Waking
// ---------------------------------------------------------------------------------------------------------------------

// Both are awake now or after the step, and say so once.
static void check_woken(sleepers* s)
{
    scene_steps(s->world, 1);
    cr_expect(part_is_awake(s->world, s->lower) && part_is_awake(s->world, s->upper));
    cr_expect_eq(count_sleep_events(s->world, true), 2);
    scene_steps(s->world, 1);
    cr_expect_eq(count_sleep_events(s->world, true), 0);
    belay_world_destroy(s->world);
}

Test(wake, by_force)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    scene_push(s.world, s.upper, v3(1.0, 0.0, 0.0));
    check_woken(&s);
}

Test(wake, by_force_at_a_point_and_torque)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_body_apply_force_at(s.world, s.lower, v3(1.0, 0.0, 0.0), v3(0.0, 0.0, 0.1)) == BELAY_OK);
    check_woken(&s);
    s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_body_apply_torque(s.world, s.lower, v3(0.0, 0.0, 0.1)) == BELAY_OK);
    check_woken(&s);
}

Test(wake, by_impulse)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_body_apply_impulse_at(s.world, s.upper, v3(0.1, 0.0, 0.0), v3(0.0, 0.0, 0.3)) == BELAY_OK);
    check_woken(&s);
}

Test(wake, by_velocity)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    scene_set_velocity(s.world, s.upper, v3(0.1, 0.0, 0.0), v3_zero());
    check_woken(&s);
}

Test(wake, by_teleport)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_body_set_pose(s.world, s.upper, part_at(1.0, 0.0, 2.0)) == BELAY_OK);
    check_woken(&s);
}

Test(wake, by_touch)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    add_cube(s.world, 0.0, 2.5 * EDGE + 0.1);
    int steps = 0;
    while (!part_is_awake(s.world, s.lower) && steps < 100) {
        scene_steps(s.world, 1);
        steps++;
    }
    // sqrt(2 * 0.1 / g) = 0.1428 s.
    scene_check_near(steps * H, sqrt(0.2 / SCENE_G), 2.0 * H, "time of waking");
    cr_expect(part_is_awake(s.world, s.upper));
    cr_expect_eq(count_sleep_events(s.world, true), 2);
    belay_world_destroy(s.world);
}

Test(wake, not_by_what_passes_near)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_body_id ball = part_ball(s.world, v3(-1.0, 0.0, 2.0 * EDGE + 0.052), 0.05, 1.0, belay_material_default());
    cr_assert(belay_body_set_type(s.world, ball, BELAY_BODY_KINEMATIC) == BELAY_OK);
    scene_set_velocity(s.world, ball, v3(4.0, 0.0, 0.0), v3_zero());
    for (int i = 0; i < 120; i++) {
        scene_steps(s.world, 1);
        cr_assert(!part_is_awake(s.world, s.upper), "step %d", i);
    }
    belay_world_destroy(s.world);
}

Test(wake, by_loss_of_support)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_body_destroy(s.world, s.ground) == BELAY_OK);
    check_woken(&s);
    s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_collider_destroy(s.world, part_collider(s.world, s.ground)) == BELAY_OK);
    check_woken(&s);
    s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_body_set_pose(s.world, s.ground, part_at(0.0, 0.0, -1.0)) == BELAY_OK);
    check_woken(&s);
}

Test(wake, by_a_support_that_sinks)
{
    // It sinks slower than things fall: what stands on it goes along.
    sleepers s = put_to_sleep(BELAY_BODY_KINEMATIC);
    scene_set_velocity(s.world, s.ground, v3(0.0, 0.0, -0.01), v3_zero());
    scene_steps(s.world, 240);
    cr_expect(part_is_awake(s.world, s.lower) && part_is_awake(s.world, s.upper));
    scene_check_near(scene_state(s.world, s.lower).pose.position.z, 0.5 * EDGE - 0.01, 1e-5, "height of the lower");
    scene_check_near(scene_state(s.world, s.upper).pose.position.z, 1.5 * EDGE - 0.01, 1e-5, "height of the upper");
    belay_world_destroy(s.world);
}

Test(wake, by_a_support_that_is_pulled_away_fast)
{
    sleepers s = put_to_sleep(BELAY_BODY_KINEMATIC);
    scene_set_velocity(s.world, s.ground, v3(0.0, 0.0, -100.0), v3_zero());
    scene_steps(s.world, 60);
    double fallen = 0.5 * SCENE_G * 0.25 * 0.25;
    scene_check_near(scene_state(s.world, s.upper).pose.position.z, 1.5 * EDGE - fallen, 0.02 * fallen, "height");
    belay_world_destroy(s.world);
}

Test(wake, by_a_support_that_slides)
{
    sleepers s = put_to_sleep(BELAY_BODY_KINEMATIC);
    scene_set_velocity(s.world, s.ground, v3(0.01, 0.0, 0.0), v3_zero());
    scene_steps(s.world, 240);
    scene_check_near(scene_state(s.world, s.upper).linear_velocity.x, 0.01, 1e-8, "speed of the upper");
    scene_check_near(scene_state(s.world, s.upper).pose.position.x, 0.01, 1e-4, "path of the upper");
    belay_world_destroy(s.world);
}

Test(wake, by_a_pusher_at_its_speed)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_collider_def def = belay_collider_def_box(v3(0.2, 1.0, 0.2));
    belay_body_id pusher = part_fixed(s.world, BELAY_BODY_KINEMATIC, part_at(-0.3, 0.0, 0.15), &def);
    scene_set_velocity(s.world, pusher, v3(0.2, 0.0, 0.0), v3_zero());
    scene_steps(s.world, 480);
    // Its front goes from -0.2 to 0.2, the faces of the cubes were at -0.1.
    scene_check_near(scene_state(s.world, s.lower).pose.position.x, 0.3, 1e-4, "place of the lower");
    belay_world_destroy(s.world);
}

Test(wake, by_material_filter_and_belt)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_collider_set_material(s.world, part_collider(s.world, s.ground), (belay_material){0.1, 0.0}) ==
              BELAY_OK);
    check_woken(&s);
    s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_collider_set_filter(s.world, part_collider(s.world, s.ground), (belay_filter){1u, 0u, 0}) ==
              BELAY_OK);
    check_woken(&s);
    s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_collider_set_surface_velocity(s.world, part_collider(s.world, s.ground), v3(0.1, 0.0, 0.0)) ==
              BELAY_OK);
    check_woken(&s);
}

Test(wake, by_a_material_of_the_pair)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_collider_id a = part_collider(s.world, s.ground), b = part_collider(s.world, s.lower);
    cr_assert(belay_pair_set_material(s.world, a, b, (belay_material){0.0, 0.0}) == BELAY_OK);
    check_woken(&s);
}

Test(wake, by_another_gravity)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_world_set_gravity(s.world, v3(9.81, 0.0, 0.0)) == BELAY_OK);
    check_woken(&s);
}

Test(wake, by_mass_and_type)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_mass mass;
    cr_assert(belay_body_get_mass(s.world, s.upper, &mass) == BELAY_OK);
    mass.mass = 3.0;
    cr_assert(belay_body_set_mass(s.world, s.upper, &mass) == BELAY_OK);
    check_woken(&s);
    s = put_to_sleep(BELAY_BODY_STATIC);
    cr_assert(belay_body_set_type(s.world, s.lower, BELAY_BODY_KINEMATIC) == BELAY_OK);
    scene_steps(s.world, 1);
    cr_expect(part_is_awake(s.world, s.upper));
    belay_world_destroy(s.world);
}

Test(wake, by_call_is_felt_by_nobody)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_pose lower = scene_state(s.world, s.lower).pose, upper = scene_state(s.world, s.upper).pose;
    cr_assert(belay_body_set_awake(s.world, s.lower, true) == BELAY_OK);
    cr_expect(part_is_awake(s.world, s.upper), "an island wakes as one");
    for (int i = 0; i < 60; i++) {
        scene_steps(s.world, 1);
        belay_body_id both[] = {s.lower, s.upper};
        cr_assert_leq(part_fastest(s.world, both, 2), 1e-9, "step %d", i);
    }
    cr_expect_leq(v3_distance(scene_state(s.world, s.lower).pose.position, lower.position), 1e-9);
    cr_expect_leq(v3_distance(scene_state(s.world, s.upper).pose.position, upper.position), 1e-9);
    cr_expect_float_eq(part_normal_impulse(s.world, s.upper), SCENE_G * H, 1e-9);
    belay_world_destroy(s.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What comes to stand in a sleeper
// ---------------------------------------------------------------------------------------------------------------------

// Two cubes asleep side by side, 1 m apart; by `change` something that stands still comes 50 mm deep into the side of
// the first. That one is pushed out; the other sleeps on.
typedef enum arrival { MADE_STATIC, MADE_KINEMATIC, ADDED, MOVED, TURNED_STATIC, ARRIVALS } arrival;

static void let_arrive(belay_world* world, arrival what, belay_body_id ground, belay_body_id spare)
{
    belay_collider_def cube = belay_collider_def_box(v3(EDGE, EDGE, EDGE));
    belay_pose to = part_at(EDGE - 0.05, 0.0, 0.5 * EDGE);
    if (what == MADE_STATIC || what == MADE_KINEMATIC) {
        part_fixed(world, what == MADE_STATIC ? BELAY_BODY_STATIC : BELAY_BODY_KINEMATIC, to, &cube);
    } else if (what == ADDED) {
        cube.pose = part_at(to.position.x, 0.0, to.position.z + 0.5); // the floor's middle is half a metre down
        part_collide(world, ground, &cube);
    } else {
        cr_assert(belay_body_set_pose(world, spare, to) == BELAY_OK);
        if (what == TURNED_STATIC) cr_assert(belay_body_set_type(world, spare, BELAY_BODY_STATIC) == BELAY_OK);
    }
}

Test(wake, by_what_comes_to_stand_in_a_sleeper)
{
    for (int what = 0; what < ARRIVALS; what++) {
        belay_world* world = scene_world(H);
        belay_body_id ground = add_floor(world, BELAY_BODY_STATIC);
        belay_body_id cube = add_cube(world, 0.0, 0.5 * EDGE), other = add_cube(world, -1.0, 0.5 * EDGE);
        belay_collider_def def = belay_collider_def_box(v3(EDGE, EDGE, EDGE));
        belay_body_type type = what == TURNED_STATIC ? BELAY_BODY_KINEMATIC : BELAY_BODY_STATIC;
        belay_body_id spare = part_fixed(world, type, part_at(3.0, 0.0, 0.5 * EDGE), &def);
        scene_steps(world, 240);
        cr_assert(!part_is_awake(world, cube) && !part_is_awake(world, other));
        let_arrive(world, (arrival)what, ground, spare);
        scene_steps(world, 240);
        scene_check_near(scene_state(world, cube).pose.position.x, -0.05, 1e-3, "place of the cube");
        cr_expect(!part_is_awake(world, other) && scene_state(world, other).pose.position.x == -1.0);
        int32_t count;
        belay_world_get_contact_events(world, &count);
        scene_steps(world, 240);
        cr_expect(!part_is_awake(world, cube), "it sleeps again, arrival %d", what);
        belay_world_destroy(world);
    }
}

// A collider that a world's floor is given far away wakes nobody, and a restored world goes the same way.
Test(wake, not_by_what_comes_to_stand_elsewhere)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_collider_def cube = belay_collider_def_box(v3(EDGE, EDGE, EDGE));
    cube.pose = part_at(2.0, 0.0, 0.6);
    part_collide(s.world, s.ground, &cube);
    for (int i = 0; i < 3; i++) {
        scene_steps(s.world, 1);
        cr_expect(!part_is_awake(s.world, s.lower) && !part_is_awake(s.world, s.upper));
        int32_t count;
        belay_world_get_contact_events(s.world, &count);
        cr_expect_eq(count, 0);
    }
    belay_world_destroy(s.world);
}

Test(wake, of_one_island_leaves_the_others_asleep)
{
    sleepers s = put_to_sleep(BELAY_BODY_STATIC);
    belay_body_id other = add_cube(s.world, 1.0, 0.5 * EDGE);
    scene_steps(s.world, 180);
    cr_assert(!part_is_awake(s.world, other) && !part_is_awake(s.world, s.upper));
    scene_push(s.world, s.upper, v3(0.0, 0.0, 1.0));
    scene_steps(s.world, 1);
    cr_expect(part_is_awake(s.world, s.upper) && !part_is_awake(s.world, other));
    belay_world_destroy(s.world);
}

Test(sleep, snapshots_keep_it)
{
    static unsigned char bytes[1 << 16];
    sleepers s = put_to_sleep(BELAY_BODY_STATIC), t = put_to_sleep(BELAY_BODY_STATIC);
    size_t size;
    cr_assert(belay_world_snapshot(s.world, bytes, sizeof bytes, &size) == BELAY_OK);
    scene_push(s.world, s.upper, v3(5.0, 0.0, 0.0));
    scene_steps(s.world, 50);
    cr_assert(belay_world_restore(s.world, bytes, size) == BELAY_OK);
    cr_expect(!part_is_awake(s.world, s.upper));
    scene_push(s.world, s.upper, v3(2.0, 0.0, 0.0));
    scene_push(t.world, t.upper, v3(2.0, 0.0, 0.0));
    scene_check_same_course(s.world, t.world, 100);
    belay_world_destroy(s.world);
    belay_world_destroy(t.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// D3: the support of a sleeping tower changes
// ---------------------------------------------------------------------------------------------------------------------

#define TOWER 10

typedef struct tower {
    belay_world* world;
    belay_body_id cubes[TOWER];
} tower;

static tower sleeping_tower(void)
{
    tower t = {.world = scene_world(H)};
    scene_plane(t.world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < TOWER; i++)
        t.cubes[i] = add_cube(t.world, 0.0, (i + 0.5) * EDGE);
    scene_steps(t.world, 480);
    for (int i = 0; i < TOWER; i++)
        cr_assert(!part_is_awake(t.world, t.cubes[i]), "cube %d", i);
    return t;
}

Test(scene_D3, the_rest_falls_when_the_lowest_is_destroyed)
{
    tower t = sleeping_tower();
    cr_assert(belay_body_destroy(t.world, t.cubes[0]) == BELAY_OK);
    double top = scene_state(t.world, t.cubes[TOWER - 1]).pose.position.z;
    for (int k = 1; k <= 48; k++) { // 0.2 s; the ground is met after 0.2019 s
        scene_steps(t.world, 1);
        double time = k * H, fallen = top - scene_state(t.world, t.cubes[TOWER - 1]).pose.position.z;
        double right = 0.5 * SCENE_G * time * time;
        cr_assert_leq(fabs(fallen - right), fmax(0.005 * right, SCENE_G * time * H), "step %d: %g, not %g", k, fallen,
                      right);
        cr_assert_leq(part_fastest(t.world, t.cubes + 1, TOWER - 1), 1.05 * SCENE_G * H * k, "step %d", k);
    }
    belay_world_destroy(t.world);
}

Test(scene_D3, half_a_tower_set_aside_falls_and_the_other_stays)
{
    tower t = sleeping_tower();
    for (int i = TOWER / 2; i < TOWER; i++) {
        belay_pose pose = scene_state(t.world, t.cubes[i]).pose;
        pose.position.x += 1.0;
        cr_assert(belay_body_set_pose(t.world, t.cubes[i], pose) == BELAY_OK);
    }
    for (int k = 1; k <= 5; k++) {
        scene_steps(t.world, 1);
        cr_expect_leq(part_fastest(t.world, t.cubes, TOWER / 2), 1e-6, "the lower half, step %d", k);
        double fastest = part_fastest(t.world, t.cubes + TOWER / 2, TOWER / 2);
        cr_expect_leq(fabs(fastest / (SCENE_G * H * k) - 1.0), 0.05, "the upper half, step %d: %g m/s", k, fastest);
    }
    belay_world_destroy(t.world);
}

Test(scene_D3, a_shorter_step_moves_nothing)
{
    tower t = sleeping_tower();
    cr_assert(belay_world_set_step_seconds(t.world, 0.5 * H) == BELAY_OK);
    cr_assert(belay_body_set_awake(t.world, t.cubes[0], true) == BELAY_OK);
    for (int k = 0; k < 100; k++) {
        scene_steps(t.world, 1);
        cr_assert_leq(part_fastest(t.world, t.cubes, TOWER), 1e-6, "step %d", k);
    }
    double carried = part_normal_impulse(t.world, t.cubes[0]) / (0.5 * H);
    scene_check_near(carried, (10.0 + 9.0) * SCENE_G, 0.001 * 19.0 * SCENE_G, "force below and above the lowest");
    scene_steps(t.world, 380);
    cr_expect(!part_is_awake(t.world, t.cubes[0]), "asleep again");
    belay_world_destroy(t.world);
}

// Forces wait for one step. A body that is put to sleep before it is not pushed by them when it wakes.
Test(sleep, drops_forces_that_wait)
{
    belay_world* world = scene_world(H);
    belay_body_id cube = add_cube(world, 0.0, 5.0);
    cr_assert(belay_body_apply_force(world, cube, v3(3.0, 0.0, 0.0)) == BELAY_OK);
    cr_assert(belay_body_apply_force_at(world, cube, v3(0.0, 2.0, 0.0), v3(0.1, 0.0, 5.0)) == BELAY_OK);
    cr_assert(belay_body_set_awake(world, cube, false) == BELAY_OK);
    scene_steps(world, 1);
    cr_assert(belay_body_set_awake(world, cube, true) == BELAY_OK);
    scene_steps(world, 1);
    belay_body_state state = scene_state(world, cube);
    cr_expect(state.linear_velocity.x == 0.0 && state.linear_velocity.y == 0.0, "pushed after all: %g, %g m/s",
              state.linear_velocity.x, state.linear_velocity.y);
    cr_expect(v3_length(state.angular_velocity) == 0.0, "turned after all");
    cr_expect(state.linear_velocity.z < 0.0, "it falls");
    belay_world_destroy(world);
}
