// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scene J2: a world as bytes and back. Equal bytes have equal futures; anything damaged is refused and changes nothing.

#include "support/ball_bin.h"
#include "support/saved.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define BALLS 100
#define SAVED_AT 90
#define COURSE 300

static belay_world* bin_world(uint8_t tag)
{
    belay_world_def def = belay_world_def_default();
    def.tag = tag;
    def.solver.tolerance = 1e-6; // equal bits do not need more
    belay_world* world = scene_world_of(&def);
    ball_bin_add_walls(world);
    ball_bin_add_balls(world, BALLS, 10.0);
    return world;
}

// The reference course: hashes of the steps after the snapshot.
typedef struct course {
    saved at_90;
    uint64_t hashes[COURSE];
} course;

static belay_world* run_reference(course* c)
{
    belay_world* world = bin_world(1);
    scene_steps(world, SAVED_AT);
    c->at_90 = saved_of(world);
    for (int i = 0; i < COURSE; i++) {
        scene_steps(world, 1);
        c->hashes[i] = belay_world_hash(world);
    }
    return world;
}

static void check_course(belay_world* world, const course* c, int count)
{
    for (int i = 0; i < count; i++) {
        scene_steps(world, 1);
        cr_assert_eq(belay_world_hash(world), c->hashes[i], "step %d", SAVED_AT + i + 1);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Equal futures
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_J2, futures_are_equal_in_place_and_twice)
{
    static course c;
    belay_world* world = run_reference(&c);
    scene_steps(world, 20);
    saved_restore(&c.at_90, world);
    check_course(world, &c, COURSE);
    saved_restore(&c.at_90, world);
    saved_restore(&c.at_90, world);
    check_course(world, &c, 100);
    belay_world_destroy(world);
    saved_fini(&c.at_90);
}

Test(scene_J2, futures_are_equal_in_a_fresh_world)
{
    static course c;
    belay_world_destroy(run_reference(&c));
    belay_world* fresh = scene_world(1.0); // settings come with the snapshot
    saved_restore(&c.at_90, fresh);
    cr_expect_eq(belay_world_get_step_count(fresh), SAVED_AT);
    check_course(fresh, &c, COURSE);
    belay_world_destroy(fresh);
    saved_fini(&c.at_90);
}

Test(scene_J2, snapshot_of_the_restored_is_the_same_bytes)
{
    belay_world *world = bin_world(1), *other = bin_world(1);
    scene_steps(world, SAVED_AT);
    saved a = saved_of(world);
    scene_steps(other, 30);
    saved_restore(&a, other);
    saved b = saved_of(other);
    cr_expect(a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0);
    belay_world_destroy(world);
    belay_world_destroy(other);
    saved_fini(&a);
    saved_fini(&b);
}

static void add_five(belay_world* world, uint64_t ids[5])
{
    for (int i = 0; i < 5; i++) {
        scene_ball ball = scene_ball_default();
        ball.position = v3(0.2 * (i - 2), 0.0, 2.0);
        ids[i] = scene_add_ball(world, &ball).value;
    }
}

Test(scene_J2, new_bodies_get_equal_ids)
{
    belay_world* world = bin_world(1);
    scene_steps(world, 20);
    uint64_t extra[5], first[5], second[5];
    add_five(world, extra);
    for (int i = 4; i > 0; i -= 2)
        cr_assert(belay_body_destroy(world, (belay_body_id){extra[i]}) == BELAY_OK);
    saved s = saved_of(world);
    add_five(world, first);
    scene_steps(world, 10);
    uint64_t hash = belay_world_hash(world);
    saved_restore(&s, world);
    for (int i = 0; i < 5; i++)
        cr_expect_not(belay_entity_is_alive(world, (belay_entity){first[i]}), "made after the snapshot");
    add_five(world, second);
    cr_expect_arr_eq(first, second, sizeof first);
    scene_steps(world, 10);
    cr_expect_eq(belay_world_hash(world), hash);
    belay_world_destroy(world);
    saved_fini(&s);
}

Test(scene_J2, components_and_pair_materials_come_along)
{
    belay_world *world = bin_world(1), *other = scene_world(1.0);
    belay_component_def def = {"mark", 12};
    belay_component_id mark;
    cr_assert(belay_component_register(world, &def, &mark) == BELAY_OK);
    cr_assert(belay_component_register(other, &def, &mark) == BELAY_OK);
    belay_entity e;
    cr_assert(belay_entity_create(world, &e) == BELAY_OK);
    cr_assert(belay_component_add(world, e, mark, "hello world", NULL) == BELAY_OK);
    saved s = saved_of(world);
    saved_restore(&s, other);
    cr_expect(belay_entity_is_alive(other, e));
    cr_expect_str_eq(belay_component_get(other, e, mark), "hello world");
    belay_world_destroy(world);
    belay_world_destroy(other);
    saved_fini(&s);
}

Test(scene_J2, contacts_and_account_are_those_of_no_step)
{
    belay_world* world = bin_world(1);
    scene_steps(world, SAVED_AT);
    saved s = saved_of(world);
    saved_restore(&s, world);
    int32_t count = -1;
    belay_world_get_contacts(world, &count);
    cr_expect_eq(count, 0);
    cr_expect_eq(belay_world_get_stats(world)->contacts, 0);
    belay_world_destroy(world);
    saved_fini(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Other tags
// ---------------------------------------------------------------------------------------------------------------------

static uint64_t retagged(uint64_t id, uint64_t tag)
{
    return (id & ~((uint64_t)0xFF << 56)) | tag << 56;
}

Test(retag, handles_become_those_of_the_world_restored_into)
{
    belay_world *world = bin_world(1), *other = bin_world(9);
    uint64_t ids[5];
    add_five(world, ids);
    scene_steps(world, SAVED_AT);
    saved s = saved_of(world);
    saved_restore(&s, other);
    for (int i = 0; i < 5; i++) {
        cr_expect_not(belay_entity_is_alive(other, (belay_entity){ids[i]}));
        belay_body_id id = {retagged(ids[i], 9)};
        belay_body_state a = scene_state(world, (belay_body_id){ids[i]}), b = scene_state(other, id);
        cr_expect(scene_is_same_pose(a.pose, b.pose));
    }
    belay_world_destroy(world);
    belay_world_destroy(other);
    saved_fini(&s);
}

Test(retag, futures_differ_in_the_tag_alone)
{
    belay_world *world = bin_world(1), *other = scene_world(1.0 / 240.0);
    belay_world_destroy(other);
    other = bin_world(9);
    scene_steps(world, SAVED_AT);
    saved s = saved_of(world);
    saved_restore(&s, other);
    scene_steps(world, 100);
    scene_steps(other, 100);
    saved after = saved_of(other);
    saved_restore(&after, world); // back to tag 1
    saved a = saved_of(world);
    saved_restore(&s, world);
    scene_steps(world, 100);
    saved b = saved_of(world);
    cr_expect(a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0);
    belay_world_destroy(world);
    belay_world_destroy(other);
    saved_fini(&s);
    saved_fini(&after);
    saved_fini(&a);
    saved_fini(&b);
}

Test(retag, pair_materials_and_contacts_follow)
{
    belay_world_def def = belay_world_def_default();
    belay_world* world = scene_world_of(&def);
    belay_collider_id plane = scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_def body_def = belay_body_def_default();
    body_def.pose.position.z = 0.1;
    belay_body_id body;
    belay_collider_id sphere;
    belay_collider_def ball = belay_collider_def_sphere(0.1);
    cr_assert(belay_body_create(world, &body_def, &body) == BELAY_OK);
    cr_assert(belay_collider_create(world, body, &ball, &sphere) == BELAY_OK);
    cr_assert(belay_pair_set_material(world, plane, sphere, (belay_material){0.125, 0.0}) == BELAY_OK);
    scene_steps(world, 2);
    saved s = saved_of(world);
    def.tag = 200;
    belay_world* other = scene_world_of(&def);
    saved_restore(&s, other);
    scene_steps(other, 1);
    int32_t count;
    const belay_contact* c = belay_world_get_contacts(other, &count);
    cr_assert_eq(count, 1);
    cr_expect(c->friction == 0.125);
    cr_expect_eq(c->collider_a.value, retagged(sphere.value, 200));
    cr_expect_eq(c->body_a.value, retagged(body.value, 200));
    cr_expect_eq(belay_world_get_stats(other)->iterations, 1, "the impulses of the last step were found again");
    belay_world_destroy(world);
    belay_world_destroy(other);
    saved_fini(&s);
}

// ---------------------------------------------------------------------------------------------------------------------
// Refused snapshots
// ---------------------------------------------------------------------------------------------------------------------

static belay_world* small_world(void)
{
    belay_world* world = scene_world(1.0 / 240.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    scene_ball ball = scene_ball_default();
    ball.position = v3(0.0, 0.0, 0.06);
    scene_add_ball(world, &ball);
    scene_steps(world, 20);
    return world;
}

// Ends the test unless the bytes are refused and the world is as it was.
static void check_refused(belay_world* world, const unsigned char* bytes, size_t size, uint64_t hash)
{
    cr_assert(belay_world_restore(world, bytes, size) == BELAY_ERROR_VERSION);
    cr_assert_eq(belay_world_hash(world), hash);
}

Test(scene_J2, every_flipped_byte_is_noticed)
{
    belay_world *world = small_world(), *control = small_world();
    saved s = saved_of(world);
    scene_steps(world, 5);
    scene_steps(control, 5);
    uint64_t hash = belay_world_hash(world);
    const unsigned char flips[] = {0x01, 0x80, 0xFF};
    for (size_t i = 0; i < s.size; i++) {
        for (int k = 0; k < 3; k++) {
            s.bytes[i] ^= flips[k];
            check_refused(world, s.bytes, s.size, hash);
            s.bytes[i] ^= flips[k];
        }
    }
    scene_check_same_course(world, control, 50);
    saved_restore(&s, world);
    cr_log_info("J2: small snapshot of %zu bytes, every byte flipped thrice: all refused", s.size);
    belay_world_destroy(world);
    belay_world_destroy(control);
    saved_fini(&s);
}

Test(scene_J2, every_truncation_is_noticed)
{
    belay_world *world = small_world(), *control = small_world();
    saved s = saved_of(world);
    uint64_t hash = belay_world_hash(world);
    for (size_t size = 0; size < s.size; size++) {
        unsigned char* shorter = malloc(size > 0 ? size : 1); // so that a reader past the end is seen
        memcpy(shorter, s.bytes, size);
        check_refused(world, shorter, size, hash);
        free(shorter);
    }
    unsigned char* longer = calloc(1, s.size + 8);
    memcpy(longer, s.bytes, s.size);
    check_refused(world, longer, s.size + 8, hash);
    check_refused(world, NULL, 0, hash);
    scene_check_same_course(world, control, 50);
    free(longer);
    saved_fini(&s);
    belay_world_destroy(world);
    belay_world_destroy(control);
}

Test(scene_J2, other_layouts_are_refused)
{
    const belay_component_def here[] = {{"mark", 8}, {"name", 32}};
    const belay_component_def there[][2] = {{{"mark", 8}, {NULL, 0}},     {{"mark", 8}, {"name", 33}},
                                            {{"name", 32}, {"mark", 8}},  {{"mark", 8}, {"nome", 32}},
                                            {{"mark", 12}, {"name", 32}}, {{NULL, 0}, {NULL, 0}}};
    belay_world* world = small_world();
    belay_component_id id;
    for (int i = 0; i < 2; i++)
        cr_assert(belay_component_register(world, &here[i], &id) == BELAY_OK);
    saved s = saved_of(world);
    for (int k = 0; k < 6; k++) {
        belay_world *other = small_world(), *control = small_world();
        for (int i = 0; i < 2 && there[k][i].name != NULL; i++) {
            cr_assert(belay_component_register(other, &there[k][i], &id) == BELAY_OK);
            cr_assert(belay_component_register(control, &there[k][i], &id) == BELAY_OK);
        }
        check_refused(other, s.bytes, s.size, belay_world_hash(other));
        scene_check_same_course(other, control, 20);
        belay_world_destroy(other);
        belay_world_destroy(control);
    }
    belay_world_destroy(world);
    saved_fini(&s);
}

Test(scene_J2, too_little_room_tells_the_size_and_writes_nothing)
{
    belay_world* world = small_world();
    saved s = saved_of(world);
    unsigned char* room = calloc(1, s.size);
    size_t size = 0;
    cr_expect(belay_world_snapshot(world, room, s.size - 1, &size) == BELAY_ERROR_VALUE);
    cr_expect_eq(size, s.size);
    for (size_t i = 0; i < s.size; i++)
        cr_assert_eq(room[i], 0);
    cr_expect(belay_world_snapshot(world, room, s.size, NULL) == BELAY_OK, "the size may be left out");
    belay_world_destroy(world);
    free(room);
    saved_fini(&s);
}

Test(scene_J2, snapshot_is_small)
{
    // At most 400 bytes a body and 200 a contact, the rails and a page apart.
    belay_world *world = bin_world(1), *rail_only = scene_world(1.0);
    ball_bin_add_walls(rail_only);
    scene_steps(world, 400);
    int32_t contacts;
    belay_world_get_contacts(world, &contacts);
    saved s = saved_of(world), fixed = saved_of(rail_only);
    size_t moving = s.size - fixed.size;
    cr_log_info("J2: %zu bytes, %zu of them for %d balls and %d contacts", s.size, moving, BALLS, contacts);
    cr_expect_leq(moving, (size_t)(400 * BALLS + 200 * contacts), "%zu bytes", moving);
    belay_world_destroy(world);
    belay_world_destroy(rail_only);
    saved_fini(&s);
    saved_fini(&fixed);
}
