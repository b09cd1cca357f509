// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The pairs of colliders that a step looks at, against all pairs there are, through random lives of worlds: things come
// and go, are carried away, change their type and their filters, sleep and wake, and snapshots are restored.

#include "core/alloc.h"
#include "support/chance.h"
#include "support/pairs.h"
#include "support/scene.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static int random_below(uint64_t* lot, int count)
{
    return (int)(chance_next(lot) * count);
}

static belay_pose random_pose(uint64_t* lot, double size)
{
    belay_quat q = {chance_next(lot) + 0.1, chance_next(lot), chance_next(lot), chance_next(lot)};
    belay_pose pose = {chance_vector(lot, size), q_normalize(q)};
    return pose;
}

// ---------------------------------------------------------------------------------------------------------------------
// A world with a life
// ---------------------------------------------------------------------------------------------------------------------

enum { MOST_BODIES = 30 };
#define SPREAD 0.6

typedef struct life {
    uint64_t lot;
    belay_world* world;
    belay_body_id bodies[MOST_BODIES];
    int body_count;
    unsigned char* snapshot;
    size_t capacity, size; // size 0: none was taken
    belay_body_id old_bodies[MOST_BODIES];
    int old_body_count;
} life;

static belay_shape random_shape(uint64_t* lot, bool may_be_still, belay_vec3 tube[3], double heights[9])
{
    double size = chance_between(lot, 0.02, 0.15);
    for (int i = 0; i < 3; i++)
        tube[i] = v3(0.3 * (i - 1), chance_between(lot, -0.1, 0.1), chance_between(lot, -0.1, 0.1));
    for (int i = 0; i < 9; i++)
        heights[i] = chance_between(lot, -0.05, 0.05);
    switch (random_below(lot, may_be_still ? 8 : 5)) {
    case 0:
        return belay_collider_def_box(v3(size, 2.0 * size, 1.5 * size)).shape;
    case 1:
        return belay_collider_def_capsule(2.0 * size, 0.5 * size).shape;
    case 2:
        return belay_collider_def_cylinder(size, size).shape;
    case 3:
        return belay_collider_def_cone(size, size).shape;
    case 5:
        return belay_collider_def_plane(chance_vector(lot, 1.0), chance_between(lot, -0.8, 0.0)).shape;
    case 6:
        return belay_collider_def_tube(tube, 3, false, 0.02).shape;
    case 7:
        return belay_collider_def_height_field(heights, 3, 3, 0.2, 0.2).shape;
    default:
        return belay_collider_def_sphere(size).shape;
    }
}

static belay_filter random_filter(uint64_t* lot)
{
    belay_filter f = belay_filter_default();
    if (chance_next(lot) < 0.3) f.group = random_below(lot, 5) - 2;
    if (chance_next(lot) < 0.2) f.category = 1u << random_below(lot, 3);
    if (chance_next(lot) < 0.2) f.mask = (uint32_t)random_below(lot, 8);
    return f;
}

static void add_collider(life* l, belay_body_id body)
{
    belay_body_type type;
    cr_assert(belay_body_get_type(l->world, body, &type) == BELAY_OK);
    belay_vec3 tube[3];
    double heights[9];
    belay_shape shape = random_shape(&l->lot, type != BELAY_BODY_DYNAMIC, tube, heights);
    belay_collider_def def = belay_collider_def_default(shape);
    def.pose = random_pose(&l->lot, 0.1);
    def.filter = random_filter(&l->lot);
    def.is_sensor = chance_next(&l->lot) < 0.15;
    cr_assert(belay_collider_create(l->world, body, &def, NULL) == BELAY_OK, "%s", belay_world_last_error(l->world));
}

static void add_body(life* l)
{
    if (l->body_count == MOST_BODIES) return;
    belay_body_def def = belay_body_def_default();
    def.type = (belay_body_type)random_below(&l->lot, BELAY_BODY_TYPE_COUNT);
    if (chance_next(&l->lot) < 0.4) def.type = BELAY_BODY_DYNAMIC;
    def.pose = random_pose(&l->lot, SPREAD);
    def.center_of_mass = chance_vector(&l->lot, 0.05);
    def.starts_asleep = chance_next(&l->lot) < 0.3;
    if (chance_next(&l->lot) < 0.5) def.linear_velocity = chance_vector(&l->lot, 2.0);
    if (chance_next(&l->lot) < 0.3) def.angular_velocity = chance_vector(&l->lot, 5.0);
    belay_body_id body;
    cr_assert(belay_body_create(l->world, &def, &body) == BELAY_OK);
    l->bodies[l->body_count++] = body;
    for (int i = random_below(&l->lot, 4); i > 0; i--)
        add_collider(l, body);
}

static life* life_create(uint64_t seed)
{
    life* l = calloc(1, sizeof *l);
    l->lot = seed;
    belay_world_def def = belay_world_def_default();
    def.solver.max_iterations = 5;
    def.sleep_seconds = 0.02;
    def.sleep_speed = 0.05;
    l->world = scene_world_of(&def);
    l->capacity = (size_t)1 << 20;
    l->snapshot = malloc(l->capacity);
    for (int i = 0; i < MOST_BODIES / 2; i++)
        add_body(l);
    return l;
}

static void life_destroy(life* l)
{
    belay_world_destroy(l->world);
    free(l->snapshot);
    free(l);
}

static void take_snapshot(life* l)
{
    cr_assert(belay_world_snapshot(l->world, l->snapshot, l->capacity, &l->size) == BELAY_OK);
    memcpy(l->old_bodies, l->bodies, sizeof l->bodies);
    l->old_body_count = l->body_count;
}

static void restore_snapshot(life* l)
{
    if (l->size == 0) return;
    cr_assert(belay_world_restore(l->world, l->snapshot, l->size) == BELAY_OK);
    memcpy(l->bodies, l->old_bodies, sizeof l->bodies);
    l->body_count = l->old_body_count;
}

static void change_collider(life* l, belay_body_id body, bool destroys)
{
    belay_collider_id colliders[64];
    int count;
    cr_assert(belay_body_get_colliders(l->world, body, colliders, 64, &count) == BELAY_OK);
    if (count == 0 || count > 64) return;
    belay_collider_id c = colliders[random_below(&l->lot, count)];
    belay_result result =
        destroys ? belay_collider_destroy(l->world, c) : belay_collider_set_filter(l->world, c, random_filter(&l->lot));
    cr_assert(result == BELAY_OK);
}

// Some of these are refused: a static body has no velocity, what carries a plane cannot be dynamic.
static void change_body(life* l, int which)
{
    uint64_t* lot = &l->lot;
    belay_body_id body = l->bodies[which];
    switch (random_below(lot, 10)) {
    case 0:
        cr_assert(belay_body_destroy(l->world, body) == BELAY_OK);
        l->bodies[which] = l->bodies[--l->body_count];
        break;
    case 1:
    case 2:
        cr_assert(belay_body_set_pose(l->world, body, random_pose(lot, SPREAD)) == BELAY_OK);
        break;
    case 3:
        belay_body_set_type(l->world, body, (belay_body_type)random_below(lot, BELAY_BODY_TYPE_COUNT));
        break;
    case 4:
        belay_body_set_awake(l->world, body, chance_next(lot) < 0.5);
        break;
    case 5:
        belay_body_set_velocity(l->world, body, chance_vector(lot, 2.0), chance_vector(lot, 5.0));
        break;
    case 6:
        belay_body_set_velocity(l->world, body, v3_zero(), v3_zero());
        break;
    case 7:
        add_collider(l, body);
        break;
    default:
        change_collider(l, body, chance_next(lot) < 0.4);
        break;
    }
}

static void live(life* l)
{
    double what = chance_next(&l->lot);
    if (what < 0.03)
        take_snapshot(l);
    else if (what < 0.06)
        restore_snapshot(l);
    else if (what < 0.15)
        add_body(l);
    else if (l->body_count > 0)
        change_body(l, random_below(&l->lot, l->body_count));
}

static void check_life(uint64_t seed, int rounds, int changes, int most_steps)
{
    life* l = life_create(seed);
    long pairs = 0;
    for (int i = 0; i < rounds; i++) {
        for (int k = random_below(&l->lot, changes + 1); k > 0; k--)
            live(l);
        cr_assert(pairs_look(l->world) == BELAY_OK);
        pairs += pairs_check(l->world);
        pairs_check_proxies(l->world);
        scene_steps(l->world, random_below(&l->lot, most_steps + 1));
    }
    cr_expect_gt(pairs, rounds, "the life must bring colliders together");
    life_destroy(l);
}

Test(world_broad_phase, pairs_are_those_of_the_definition_when_little_changes)
{
    check_life(1, 300, 1, 2);
    check_life(2, 300, 2, 1);
}

Test(world_broad_phase, pairs_are_those_of_the_definition_when_much_changes)
{
    check_life(3, 200, 20, 1);
    check_life(4, 200, 60, 1);
}

Test(world_broad_phase, pairs_are_those_of_the_definition_without_steps)
{
    check_life(5, 500, 3, 0);
}

// ---------------------------------------------------------------------------------------------------------------------
// No history
// ---------------------------------------------------------------------------------------------------------------------

// A world and one that was made from its snapshot alone find the same list, in the same places.
Test(world_broad_phase, pairs_do_not_depend_on_history)
{
    life* l = life_create(6);
    belay_world_def def = *belay_world_get_def(l->world);
    for (int i = 0; i < 60; i++) {
        for (int k = 0; k < 5; k++)
            live(l);
        scene_steps(l->world, 2);
        take_snapshot(l);
        belay_world* fresh = scene_world_of(&def);
        cr_assert(belay_world_restore(fresh, l->snapshot, l->size) == BELAY_OK);
        cr_assert(pairs_look(l->world) == BELAY_OK && pairs_look(fresh) == BELAY_OK);
        size_t count = (size_t)arrlen(fresh->scratch.detect.pairs);
        cr_assert_eq((size_t)arrlen(l->world->scratch.detect.pairs), count);
        cr_assert(count == 0 || memcmp(l->world->scratch.detect.pairs, fresh->scratch.detect.pairs,
                                       count * sizeof(bl_key_pair)) == 0);
        belay_world_destroy(fresh);
    }
    life_destroy(l);
}

static void add_still(belay_world* world, belay_body_id body, double x)
{
    belay_collider_def def = belay_collider_def_sphere(0.1);
    def.pose.position.x = x;
    cr_assert(belay_collider_create(world, body, &def, NULL) == BELAY_OK);
    cr_assert(pairs_look(world) == BELAY_OK);
    pairs_check_proxies(world);
}

// After a restore the same handles may be of other colliders, on bodies that stayed where they were.
Test(world_broad_phase, handles_that_are_given_out_again)
{
    belay_world* worlds[2];
    belay_body_id body;
    unsigned char bytes[2][4096];
    size_t size[2];
    belay_body_def def = belay_body_def_default();
    def.type = BELAY_BODY_STATIC;
    for (int k = 0; k < 2; k++) {
        worlds[k] = scene_world(0.01);
        cr_assert(belay_body_create(worlds[k], &def, &body) == BELAY_OK);
        add_still(worlds[k], body, 1.0 + k);
        cr_assert(belay_world_snapshot(worlds[k], bytes[k], sizeof bytes[k], &size[k]) == BELAY_OK);
    }
    add_still(worlds[0], body, 3.0);
    for (int k = 0; k < 2; k++) {
        cr_assert(belay_world_restore(worlds[0], bytes[k], size[k]) == BELAY_OK);
        cr_assert(pairs_look(worlds[0]) == BELAY_OK);
        pairs_check_proxies(worlds[0]);
        add_still(worlds[0], body, 4.0 + k);
    }
    belay_world_destroy(worlds[0]);
    belay_world_destroy(worlds[1]);
}

// Looking more often than the steps do leaves no trace in them.
Test(world_broad_phase, looking_twice_changes_nothing)
{
    belay_world* worlds[2];
    for (int k = 0; k < 2; k++) {
        life* l = life_create(7);
        for (int i = 0; i < 200; i++) {
            if (i % 3 == 0) live(l);
            if (k == 1) cr_assert(pairs_look(l->world) == BELAY_OK);
            scene_steps(l->world, 1);
        }
        worlds[k] = l->world;
        free(l->snapshot);
        free(l);
    }
    cr_expect_eq(belay_world_hash(worlds[0]), belay_world_hash(worlds[1]));
    belay_world_destroy(worlds[0]);
    belay_world_destroy(worlds[1]);
}

// ---------------------------------------------------------------------------------------------------------------------
// Limits
// ---------------------------------------------------------------------------------------------------------------------

Test(world_broad_phase, an_empty_world_has_no_pairs)
{
    belay_world* world = scene_world(0.01);
    cr_assert(pairs_look(world) == BELAY_OK);
    cr_expect_eq(arrlen(world->scratch.detect.pairs), 0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    cr_assert(pairs_look(world) == BELAY_OK);
    cr_expect_eq(arrlen(world->scratch.detect.pairs), 0);
    belay_world_destroy(world);
}

static bl_step_body* body_in_step(const belay_world* world, belay_body_id body)
{
    return &world->scratch.motion.bodies[bl_table_find(&world->entities.tables[BL_TABLE_BODY], bl_slot_of(body.value))];
}

// A body whose motion has left all numbers behind, as far as the broad phase is told, and comes back.
Test(world_broad_phase, what_has_gone_beyond_all_numbers_meets_nothing)
{
    belay_world* world = scene_world(0.01);
    scene_ball ball = scene_ball_default();
    belay_body_id balls[3];
    for (int i = 0; i < 3; i++) {
        ball.position.x = 0.05 * i;
        balls[i] = scene_add_ball(world, &ball);
    }
    const double strange[] = {NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++) {
        cr_assert(pairs_look(world) == BELAY_OK);
        cr_assert_eq(pairs_check(world), 3);
        belay_vec3* at = &body_in_step(world, balls[i])->mid.position;
        at->y = strange[i];
        cr_assert(bl_step_broad_phase(world) == BELAY_OK);
        cr_assert_eq(pairs_check(world), 1);
        *at = v3(strange[i], strange[i], strange[i]);
        cr_assert(bl_step_broad_phase(world) == BELAY_OK);
        cr_assert_eq(pairs_check(world), 1);
    }
    cr_assert(pairs_look(world) == BELAY_OK);
    body_in_step(world, balls[1])->free.linear.x = HUGE_VAL;
    cr_assert(bl_step_broad_phase(world) == BELAY_OK);
    cr_assert_eq(pairs_check(world), 1);
    cr_assert(pairs_look(world) == BELAY_OK);
    body_in_step(world, balls[0])->mid.position.y = NAN;
    cr_assert(bl_step_broad_phase(world) == BELAY_OK);
    cr_assert(belay_body_destroy(world, balls[0]) == BELAY_OK);
    cr_assert(pairs_look(world) == BELAY_OK);
    cr_expect_eq(pairs_check(world), 1);
    belay_world_destroy(world);
}

static void fill(belay_world* world)
{
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    const belay_vec3 rail[] = {{-1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    scene_rail(world, rail, 3, false, 0.01, belay_material_default());
    scene_ball ball = scene_ball_default();
    for (int i = 0; i < 27; i++) {
        ball.position = v3(0.08 * (i % 3), 0.08 * (i / 3 % 3), 0.05 + 0.08 * (i / 9)); // NOLINT: whole numbers
        scene_add_ball(world, &ball);
    }
}

// Whichever allocation fails, the next look finds what it should.
Test(world_broad_phase, memory)
{
    int failures = 0;
    for (int n = 1;; n++) {
        tracking_allocator m = {0};
        belay_world_def def = belay_world_def_default();
        def.allocator = tracking_allocator_hooks(&m);
        belay_world* world = scene_world_of(&def);
        fill(world);
        m.calls = 0;
        m.fail_at = n;
        belay_result result = pairs_look(world);
        bool is_over = m.calls < n;
        cr_assert(result == (is_over ? BELAY_OK : BELAY_ERROR_MEMORY));
        failures += result != BELAY_OK;
        cr_assert(result == BELAY_OK || pairs_look(world) == BELAY_OK);
        cr_assert_gt(pairs_check(world), 27 + 9 + 3);
        pairs_check_proxies(world);
        belay_world_destroy(world);
        if (is_over) break;
    }
    cr_expect_gt(failures, 20);
}
