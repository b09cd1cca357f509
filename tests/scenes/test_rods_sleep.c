// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Sleep of rods: when they fall asleep, that not one bit of them moves and that they cost nothing then, what wakes
// them, and that waking is felt by nobody.

#include "support/parts.h"
#include "support/rod_scene.h"
#include "support/saved.h"

#include <criterion/criterion.h>
#include <string.h>

#define H (1.0 / 240.0)
#define RADIUS 0.01
#define LENGTH 0.5

static bool is_awake(const belay_world* world, belay_rod_id rod)
{
    bool awake = false;
    cr_assert(belay_rod_get_is_awake(world, rod, &awake) == BELAY_OK);
    return awake;
}

static int count_sleep_events(const belay_world* world, belay_rod_id rod, bool awake)
{
    int32_t count;
    const belay_sleep_event* events = belay_world_get_sleep_events(world, &count);
    int found = 0;
    for (int32_t i = 0; i < count; i++) {
        cr_assert((events[i].body.value == 0) != (events[i].rod.value == 0), "a body or a rod");
        found += events[i].rod.value == rod.value && events[i].is_awake == awake;
    }
    return found;
}

static belay_body_id add_floor(belay_world* world)
{
    belay_collider_def def = belay_collider_def_box(v3(10.0, 10.0, 1.0));
    return part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.5), &def);
}

// A straight rod along x around (0, y, z).
static belay_rod_def rod_at(belay_rod_model model, double y, double z)
{
    belay_rod_def def = rod_of(0.1, 1e3, 0.01, RADIUS);
    def.model = model;
    def.element_count = model == BELAY_ROD_SUPER_HELIX ? 4 : 8;
    def.length = LENGTH;
    def.start = v3(-0.5 * LENGTH, y, z);
    return def;
}

// A rod that lies on the ground with a box on it, all asleep; pinned at its start to the world.
typedef struct sleepers {
    belay_world* world;
    belay_body_id ground, box;
    belay_rod_id rod;
    int pin;
} sleepers;

static sleepers put_to_sleep(void)
{
    sleepers s = {.world = scene_world(H)};
    s.ground = add_floor(s.world);
    belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, RADIUS);
    s.rod = rod_make(s.world, &def);
    s.pin = rod_hold(s.world, s.rod, BELAY_ROD_PIN, 0.0, the_world);
    // Wide enough to lean on the ground with one edge.
    s.box = part_box(s.world, v3(0.1, 0.0, 2.0 * RADIUS + 0.05), v3(0.1, 0.1, 0.1), 0.2, belay_material_default());
    for (int i = 0; i < 1200 && is_awake(s.world, s.rod); i++)
        scene_steps(s.world, 1);
    cr_assert(!is_awake(s.world, s.rod) && !part_is_awake(s.world, s.box), "an island sleeps as one");
    scene_steps(s.world, 1);
    return s;
}

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
        add_floor(world);
        belay_rod_def def = rod_at((belay_rod_model)model, 0.0, RADIUS);
        belay_rod_id rod = rod_make(world, &def);
        int steps = 0, events = 0;
        while (is_awake(world, rod) && steps < 1000) {
            scene_steps(world, 1);
            cr_assert_eq(belay_world_get_stats(world)->rods_awake, is_awake(world, rod) ? 1 : 0);
            steps++;
            events += count_sleep_events(world, rod, false);
        }
        // A rod that is laid on the ground exactly has nothing to settle.
        scene_check_near(steps * H, seconds[model], 1.01 * H, "time of falling asleep");
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
    sleepers s = put_to_sleep();
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
    belay_world* world = scene_world(H);
    belay_material smooth = {0.0, 0.0};
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, smooth);
    belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, RADIUS);
    def.material = smooth;
    belay_rod_id rod = rod_make(world, &def);
    belay_vec3 creep[9];
    for (int i = 0; i < 9; i++)
        creep[i] = v3(0.0, 2e-4, 0.0);
    cr_assert(belay_rod_set_velocities(world, rod, creep, 9) == BELAY_OK);
    scene_steps(world, 480);
    cr_expect(is_awake(world, rod));
    scene_check_near(rod_node(world, rod, 4).y, 2.0 * 2e-4, 1e-9, "way of the creeping one");
    belay_world_destroy(world);
}

Test(rod_sleep, does_not_come_to_the_kept_awake_nor_to_their_island)
{
    belay_world* world = scene_world(H);
    add_floor(world);
    belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, RADIUS);
    def.is_kept_awake = true;
    belay_rod_id kept = rod_make(world, &def);
    def = rod_at(BELAY_ROD_NODAL, 2.0 * RADIUS, RADIUS); // beside it
    belay_rod_id other = rod_make(world, &def);
    rod_hold(world, other, BELAY_ROD_PIN, 0.25, the_world);
    belay_body_id ball = rod_weight(world, 0.1, v3(0.0, 0.0, 0.5));
    int grip = rod_hold(world, kept, BELAY_ROD_PIN, 0.25, ball);
    def = rod_at(BELAY_ROD_NODAL, 1.0, RADIUS);
    belay_rod_id beside = rod_make(world, &def);
    scene_steps(world, 240);
    cr_expect(is_awake(world, kept) && part_is_awake(world, ball), "what hangs on it");
    cr_expect(!is_awake(world, beside), "another island");
    cr_expect(rod_held(world, kept, grip).is_held);
    belay_world_destroy(world);
}

Test(rod_sleep, comes_beside_what_is_awake_but_does_not_touch)
{
    // A ball that hovers a millimetre above it, within the margin in which contacts are looked for.
    belay_world* world = scene_world(H);
    add_floor(world);
    belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, RADIUS);
    belay_rod_id rod = rod_make(world, &def);
    belay_body_def ball_def = belay_body_def_default();
    ball_def.pose.position = v3(0.0, 0.0, 2.0 * RADIUS + 0.02 + 1e-3);
    ball_def.is_kept_awake = true;
    ball_def.gravity_scale = 0.0;
    belay_body_id ball;
    cr_assert(belay_body_create(world, &ball_def, &ball) == BELAY_OK);
    belay_collider_def shape = belay_collider_def_sphere(0.02);
    part_collide(world, ball, &shape);
    scene_steps(world, 60);
    cr_assert(is_awake(world, rod) && belay_world_get_stats(world)->rod_contacts > 0);
    scene_steps(world, 120);
    cr_expect(!is_awake(world, rod) && part_is_awake(world, ball));
    scene_set_velocity(world, ball, v3(0.0, 0.0, -0.1), v3_zero());
    scene_steps(world, 6);
    cr_expect(is_awake(world, rod), "it is touched");
    belay_world_destroy(world);
}

Test(rod_sleep, does_not_come_to_what_is_carried)
{
    // Slower than the sleep speed: by a kinematic body, and by a frame that is moved step by step.
    for (int k = 0; k < 2; k++) {
        belay_world* world = scene_world(H);
        add_floor(world);
        belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, 0.3);
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
            frame.position.z += 2e-5 * H;
            if (k == 1) cr_assert(belay_rod_move_attachment(world, rod, hold, frame) == BELAY_OK);
            scene_steps(world, 1);
            cr_assert(is_awake(world, rod));
        }
        cr_expect_lt(rod_fastest(world, rod), 1e-4, "it is slow enough");
        scene_check_near(rod_node(world, rod, 0).z, 0.3 + 5.0 * 2e-5, 1e-9, "way of the end");
        // Once it stands it sleeps, also when a hand says over and over that it is to be where it is.
        if (k == 0) scene_set_velocity(world, holder, v3_zero(), v3_zero());
        for (int i = 0; i < 240; i++) {
            if (k == 1) cr_assert(belay_rod_move_attachment(world, rod, hold, frame) == BELAY_OK);
            scene_steps(world, 1);
        }
        cr_expect(!is_awake(world, rod));
        belay_world_destroy(world);
    }
}

Test(rod_sleep, comes_to_a_coil_and_a_hanging_loop)
{
    // Both swing and settle by the friction inside.
    belay_world* world = scene_world(H);
    add_floor(world);
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
    def = rod_at(BELAY_ROD_NODAL, 2.0, 1.0);
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-3;
    def.damping_time = 0.1;
    def.drag = 4.0;
    belay_rod_id hanging = rod_make(world, &def);
    rod_hold(world, hanging, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(world, hanging, BELAY_ROD_CLAMP, LENGTH, the_world);
    for (int i = 0; i < 2400 && (is_awake(world, on_floor) || is_awake(world, hanging)); i++)
        scene_steps(world, 1);
    cr_expect(!is_awake(world, on_floor) && !is_awake(world, hanging));
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Waking
// ---------------------------------------------------------------------------------------------------------------------

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
    rod_hold(s->world, s->rod, BELAY_ROD_GRIP, LENGTH, the_world);
}

static void detach(sleepers* s)
{
    cr_assert(belay_rod_detach(s->world, s->rod, s->pin) == BELAY_OK);
}

static void move_hold(sleepers* s)
{
    belay_pose frame = part_at(-0.5 * LENGTH - 1e-4, 0.0, RADIUS);
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

static void drop_ball(sleepers* s)
{
    part_ball(s->world, v3(-0.1, 0.0, 2.0 * RADIUS + 0.05 + 1e-3), 0.05, 0.1, belay_material_default());
    scene_steps(s->world, 10);
}

static void drop_rod(sleepers* s)
{
    belay_rod_def def = rod_at(BELAY_ROD_SUPER_HELIX, 0.0, 3.0 * RADIUS + 1e-3);
    def.start = v3(-0.1, -0.5 * LENGTH, def.start.z);
    def.direction = v3(0.0, 1.0, 0.0);
    rod_make(s->world, &def);
    scene_steps(s->world, 10);
}

Test(rod_sleep, ends_with_whatever_changes_it)
{
    change* const changes[] = {push,         set_velocities, attach,        detach,      move_hold,    set_damping,
                               set_material, set_filter,     set_awake,     set_gravity, forbid_sleep, push_box,
                               destroy_box,  destroy_ground, change_ground, move_ground, drop_ball,    drop_rod};
    sleepers s = put_to_sleep();
    saved before = saved_of(s.world);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        saved_restore(&before, s.world);
        cr_assert(!is_awake(s.world, s.rod));
        changes[i](&s);
        bool is_by_contact = changes[i] == drop_ball || changes[i] == drop_rod;
        if (is_by_contact) {
            cr_expect(is_awake(s.world, s.rod), "change %zu", i);
            cr_expect(part_is_awake(s.world, s.box), "with its island");
            continue;
        }
        scene_steps(s.world, 1);
        cr_expect(is_awake(s.world, s.rod), "change %zu", i);
        cr_expect_eq(count_sleep_events(s.world, s.rod, true), 1, "change %zu", i);
    }
    saved_fini(&before);
    belay_world_destroy(s.world);
}

Test(rod_sleep, goes_on_when_it_is_asked_or_passed_by)
{
    sleepers s = put_to_sleep();
    belay_pose frame = part_at(-0.5 * LENGTH, 0.0, RADIUS);
    belay_rod_attachment_def at;
    cr_assert(belay_rod_attachment_def_at(s.world, s.rod, BELAY_ROD_PIN, 0.0, the_world, &at) == BELAY_OK);
    (void)rod_energy(s.world, s.rod);
    (void)frame;
    belay_body_id ball = part_ball(s.world, v3(-0.5, 0.3, 0.2), 0.05, 0.1, belay_material_default());
    scene_set_velocity(s.world, ball, v3(3.0, 0.0, 1.0), v3_zero());
    scene_steps(s.world, 48);
    cr_expect(!is_awake(s.world, s.rod));
    // Refused calls wake nobody.
    cr_expect(belay_rod_set_damping(s.world, s.rod, -1.0, 0.0) == BELAY_ERROR_VALUE);
    cr_expect(belay_rod_apply_force(s.world, s.rod, 2.0 * LENGTH, v3_zero()) == BELAY_ERROR_VALUE);
    cr_expect(belay_rod_move_attachment(s.world, s.rod, 7, frame) == BELAY_ERROR_VALUE);
    cr_expect(!is_awake(s.world, s.rod));
    belay_world_destroy(s.world);
}

Test(rod_sleep, a_sleeper_that_is_hit_takes_its_share_of_the_momentum)
{
    // A ball against a sleeping rod, and against the same rod awake, in empty space: the outcome is the same.
    belay_vec3 ball_velocity[2], rod_velocity[2][9];
    for (int k = 0; k < 2; k++) {
        belay_world* world = scene_world(H);
        cr_assert(belay_world_set_gravity(world, v3_zero()) == BELAY_OK);
        belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, 0.0);
        def.starts_asleep = k == 0;
        def.is_kept_awake = k == 1;
        belay_rod_id rod = rod_make(world, &def);
        belay_body_id ball = part_ball(world, v3(0.0, 0.0, -0.2), 0.03, 0.1, belay_material_default());
        scene_set_velocity(world, ball, v3(0.0, 0.0, 1.0), v3_zero());
        cr_expect_eq(is_awake(world, rod), k == 1);
        scene_steps(world, 60);
        cr_expect(is_awake(world, rod));
        ball_velocity[k] = scene_state(world, ball).linear_velocity;
        cr_assert(belay_rod_get_nodes(world, rod, NULL, rod_velocity[k], 9, NULL) == BELAY_OK);
        double momentum = 0.1 * ball_velocity[k].z;
        for (int i = 0; i < 9; i++)
            momentum += (i == 0 || i == 8 ? 0.5 : 1.0) * 0.1 * LENGTH / 8.0 * rod_velocity[k][i].z;
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
    sleepers s = put_to_sleep();
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
        cr_expect_lt(v3_distance(before[i], after[i]), 60.0 * H * 1e-4);
    cr_expect_lt(v3_distance(box.pose.position, scene_state(s.world, s.box).pose.position), 60.0 * H * 1e-4);
    int32_t count;
    const belay_rod_contact_event* e = belay_world_get_rod_contact_events(s.world, &count);
    for (int32_t i = 0; i < count; i++)
        cr_expect_eq((int)e[i].type, (int)BELAY_CONTACT_PERSIST, "what touched goes on touching");
    belay_world_destroy(s.world);
}

Test(rod_sleep, a_pinned_rod_and_its_body_sleep_and_wake_together)
{
    belay_world* world = scene_world(H);
    add_floor(world);
    belay_body_id box = part_box(world, v3(0.0, 0.0, 0.05), v3(0.1, 0.1, 0.1), 1.0, belay_material_default());
    belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, RADIUS);
    def.start = v3(0.05 + RADIUS, 0.0, RADIUS);
    belay_rod_id rod = rod_make(world, &def);
    rod_hold(world, rod, BELAY_ROD_PIN, 0.0, box);
    scene_steps(world, 240);
    cr_assert(!is_awake(world, rod) && !part_is_awake(world, box));
    rod_push(world, rod, LENGTH, v3(0.0, 0.0, 1e-3));
    cr_expect(part_is_awake(world, box), "the rod wakes it at once");
    for (int i = 0; i < 480 && (is_awake(world, rod) || part_is_awake(world, box)); i++)
        scene_steps(world, 1);
    cr_assert(!is_awake(world, rod) && !part_is_awake(world, box));
    scene_push(world, box, v3(1e-3, 0.0, 0.0));
    cr_expect(is_awake(world, rod), "and it the rod");
    cr_assert(belay_body_destroy(world, box) == BELAY_OK);
    scene_steps(world, 1);
    cr_expect(is_awake(world, rod));
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Events and snapshots of sleepers
// ---------------------------------------------------------------------------------------------------------------------

Test(rod_sleep, contacts_and_visits_of_sleepers_last_and_have_their_end)
{
    belay_world* world = scene_world(H);
    belay_body_id ground = add_floor(world);
    belay_collider_def gate = belay_collider_def_box(v3(1.0, 1.0, 1.0));
    gate.is_sensor = true;
    part_fixed(world, BELAY_BODY_STATIC, part_at(0.0, 0.0, 0.0), &gate);
    belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, RADIUS);
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
    cr_assert(!is_awake(world, rod));
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
    sleepers s = put_to_sleep();
    saved before = saved_of(s.world);
    uint64_t hashes[30];
    for (int k = 0; k < 2; k++) {
        saved_restore(&before, s.world);
        drop_ball(&s);
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
    sleepers s = put_to_sleep();
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
    belay_world* world = scene_world(H);
    belay_rod_def def = rod_at(BELAY_ROD_NODAL, 0.0, 1.0);
    belay_rod_id rod = rod_make(world, &def);
    scene_steps(world, 10);
    cr_assert(belay_rod_set_awake(world, rod, false) == BELAY_OK);
    cr_expect_eq(rod_fastest(world, rod), 0.0);
    belay_vec3 place = rod_node(world, rod, 3);
    scene_steps(world, 50);
    cr_expect(!is_awake(world, rod) && scene_is_same_vector(place, rod_node(world, rod, 3)), "in the air");
    cr_assert(belay_rod_set_awake(world, rod, true) == BELAY_OK);
    scene_steps(world, 24);
    scene_check_near(rod_node(world, rod, 3).z, place.z - 0.5 * SCENE_G * 0.1 * 0.1, SCENE_G * 0.1 * H, "it falls");
    belay_world_destroy(world);
}
