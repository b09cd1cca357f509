// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Snapshots whose checksum is right and whose content no world wrote: each is refused with a word on what is wrong, and
// changes nothing. What is changed is found in the bytes by its value, which nothing else has.

#include "support/saved.h"
#include "support/scene.h"

#include "belay/hash.h"
#include "store/joints.h"

#include <criterion/criterion.h>
#include <string.h>

// Numbers that stand once in a snapshot.
#define FORCE_X 1234.5
#define CORNER_Z 0.0371
#define ROD_S 0.4321
#define DAMPING 0.0077
#define DENSITY 1777.0
#define STIFFNESS 321.25
#define SEMI_AXIS 0.0613
#define OFFSET 7.3125
#define PULLEY_RATIO 1.8125

static void add_couplings(belay_world* world, belay_body_id body)
{
    belay_body_id other = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(3.0, 0.0, 3.0));
    belay_joint_def screw = belay_joint_def_default(BELAY_JOINT_SCREW);
    screw.body_a = other;
    screw.offset = OFFSET;
    cr_assert(belay_joint_create(world, &screw, NULL) == BELAY_OK);
    belay_joint_def pulley = belay_joint_def_default(BELAY_JOINT_PULLEY);
    pulley.body_a = other;
    pulley.body_b = body;
    pulley.ratio = PULLEY_RATIO;
    cr_assert(belay_joint_create(world, &pulley, NULL) == BELAY_OK);
}

static belay_world* marked_world(void)
{
    static const belay_vec3 points[] = {{0.2, 0.0, CORNER_Z}, {-0.2, 0.1, 0.0}, {0.0, -0.2, 0.0}, {0.0, 0.1, 0.3}};
    belay_world* world = scene_world(0.01);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 3.0));
    belay_collider_def hull = belay_collider_def_hull(points, 4);
    hull.density = DENSITY;
    cr_assert(belay_collider_create(world, body, &hull, NULL) == BELAY_OK);
    belay_collider_def egg = belay_collider_def_ellipsoid(v3(0.05, SEMI_AXIS, 0.08));
    cr_assert(belay_collider_create(world, body, &egg, NULL) == BELAY_OK);
    cr_assert(belay_body_apply_force(world, body, v3(FORCE_X, 0.0, 0.0)) == BELAY_OK);
    belay_joint_def joint = belay_joint_def_default(BELAY_JOINT_SLIDER);
    joint.body_a = body;
    joint.axis[0].spring = (belay_joint_spring){true, 0.0, STIFFNESS, 0.0, HUGE_VAL};
    cr_assert(belay_joint_create(world, &joint, NULL) == BELAY_OK);
    add_couplings(world, body);
    belay_rod_def rod = belay_rod_def_default();
    belay_rod_id rope;
    rod.element_count = 4;
    rod.start.x = 0.1;
    rod.damping_time = DAMPING;
    cr_assert(belay_rod_create(world, &rod, &rope) == BELAY_OK);
    belay_rod_attachment_def hold;
    cr_assert(belay_rod_attachment_def_at(world, rope, BELAY_ROD_PIN, ROD_S, body, &hold) == BELAY_OK);
    cr_assert(belay_rod_attach(world, rope, &hold, NULL) == BELAY_OK);
    return world;
}

static size_t find_once(const saved* s, const void* value)
{
    size_t found = 0;
    for (size_t at = 32; at + 8 <= s->size; at += 8)
        if (memcmp(s->bytes + at, value, 8) == 0) {
            cr_assert_eq(found, 0, "%g stands there twice", *(const double*)value);
            found = at;
        }
    cr_assert(found != 0, "the value does not stand there");
    return found;
}

// Puts a word in place of another, makes the checksum fit, and tries.
static void check_refused(const void* value, const void* other, const char* word)
{
    belay_world *source = marked_world(), *target = marked_world();
    saved s = saved_of(source);
    memcpy(s.bytes + find_once(&s, value), other, 8);
    uint64_t sum = belay_hash_bytes(BELAY_HASH_SEED, s.bytes + 32, s.size - 32), before = belay_world_hash(target);
    memcpy(s.bytes + 24, &sum, 8);
    cr_expect_eq(belay_world_restore(target, s.bytes, s.size), BELAY_ERROR_VERSION, "%s", word);
    cr_expect(strstr(belay_world_last_error(target), word) != NULL, "%s: %s", word, belay_world_last_error(target));
    cr_expect_eq(belay_world_hash(target), before);
    scene_check_same_course(source, target, 20);
    saved_fini(&s);
    belay_world_destroy(source);
    belay_world_destroy(target);
}

static void check_number_refused(double value, double other, const char* word)
{
    check_refused(&value, &other, word);
}

Test(snapshot_content, numbers_that_are_none_are_refused)
{
    check_number_refused(FORCE_X, NAN, "force");
    check_number_refused(FORCE_X, INFINITY, "force");
    check_number_refused(DENSITY, -1.0, "material of collider");
    check_number_refused(CORNER_Z, NAN, "shape of collider");
    check_number_refused(SEMI_AXIS, -SEMI_AXIS, "size of collider");
    check_number_refused(SEMI_AXIS, 6.5, "size of collider"); // too long for the others
    check_number_refused(DAMPING, -INFINITY, "body of rod");
    check_number_refused(ROD_S, 2.0, "attachment of rod");
    check_number_refused(STIFFNESS, -1.0, "settings of joint");
    check_number_refused(OFFSET, (double)INFINITY, "coupling of joint");
    check_number_refused(PULLEY_RATIO, -1.0, "settings of joint");
}

// Saves a world whose joint has been written into, and tries.
static void check_joint_refused(belay_world* source, const char* word)
{
    belay_world* target = marked_world();
    saved s = saved_of(source);
    uint64_t before = belay_world_hash(target);
    cr_expect_eq(belay_world_restore(target, s.bytes, s.size), BELAY_ERROR_VERSION, "%s", word);
    cr_expect(strstr(belay_world_last_error(target), word) != NULL, "%s: %s", word, belay_world_last_error(target));
    cr_expect_eq(belay_world_hash(target), before);
    saved_fini(&s);
    belay_world_destroy(source);
    belay_world_destroy(target);
}

Test(snapshot_content, couplings_are_such_as_are_made)
{
    belay_world* world = marked_world();
    bl_joints(world)[1].center = 1.0; // a screw counts no such angle
    check_joint_refused(world, "turns of joint 1");
    world = marked_world();
    bl_joints(world)[1].data.offset = HUGE_VAL;
    check_joint_refused(world, "coupling of joint 1");
    world = marked_world();
    bl_joints(world)[2].body_b = 0; // a pulley has two bodies
    check_joint_refused(world, "bodies of joint 2");
}

static uint64_t body_handle(void)
{
    return (uint64_t)1 << 56 | (uint64_t)1 << 32 | 1; // of the first entity
}

// Settings, indices and handles are found by where they stand: the first of each kind.
Test(snapshot_content, every_word_may_be_anything)
{
    belay_world *source = marked_world(), *target = marked_world();
    saved s = saved_of(source);
    uint64_t before = belay_world_hash(target), words[] = {0, 1, UINT64_MAX, body_handle(), 0x7ff0000000000000u, 255};
    long refused = 0, tried = 0;
    for (size_t at = 32; at + 8 <= s.size; at += 8)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
            uint64_t was;
            memcpy(&was, s.bytes + at, 8);
            memcpy(s.bytes + at, &words[k], 8);
            uint64_t sum = belay_hash_bytes(BELAY_HASH_SEED, s.bytes + 32, s.size - 32);
            memcpy(s.bytes + 24, &sum, 8);
            belay_result result = belay_world_restore(target, s.bytes, s.size);
            tried++;
            refused += result != BELAY_OK;
            if (result != BELAY_OK) cr_assert_eq(belay_world_hash(target), before, "byte %zu, word %zu", at, k);
            memcpy(s.bytes + at, &was, 8);
            if (result != BELAY_OK) continue;
            sum = belay_hash_bytes(BELAY_HASH_SEED, s.bytes + 32, s.size - 32);
            memcpy(s.bytes + 24, &sum, 8);
            cr_assert(belay_world_restore(target, s.bytes, s.size) == BELAY_OK, "byte %zu, word %zu", at, k);
            cr_assert_eq(belay_world_hash(target), before);
        }
    cr_expect(refused > tried / 2, "%ld of %ld", refused, tried);
    saved_fini(&s);
    belay_world_destroy(source);
    belay_world_destroy(target);
}
