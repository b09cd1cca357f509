// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A world that was left alone does not contradict itself, whatever stands in it; and each structure, broken on purpose,
// is reported with what is wrong and where.

#include "snapshot/world_validate.h"

#include "core/alloc.h"
#include "store/joints.h"
#include "store/rods.h"
#include "support/scene.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

// Boxes piled on a plane, two of them joined, a rod on it and one hanging from a box.
static belay_world* full_world(void)
{
    belay_world* world = scene_world(0.005);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_body_id box[4];
    for (int i = 0; i < 4; i++) {
        box[i] = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.3 * i, 0.1));
        belay_collider_def shape = belay_collider_def_box(v3(0.2, 0.2, 0.2));
        cr_assert(belay_collider_create(world, box[i], &shape, NULL) == BELAY_OK);
    }
    belay_joint_def joint = belay_joint_def_default(BELAY_JOINT_BALL);
    joint.body_a = box[0];
    joint.body_b = box[1];
    joint.frame_a.position.y = joint.frame_b.position.y = 0.15;
    joint.frame_b.position.y = -0.15;
    cr_assert(belay_joint_create(world, &joint, NULL) == BELAY_OK);
    belay_rod_def rod = belay_rod_def_default();
    rod.start = v3(0.5, 0.0, 0.05);
    cr_assert(belay_rod_create(world, &rod, NULL) == BELAY_OK);
    for (int i = 0; i < 40; i++)
        cr_assert(belay_world_step(world) == BELAY_OK);
    return world;
}

static void check_whole(const belay_world* world)
{
    belay_error error;
    cr_assert(bl_world_validate(world, &error) == BELAY_OK, "%s", error.message);
}

// The contradiction found names these words; and it is gone again once `undo` has been done by the caller.
static void check_found(const belay_world* world, const char* words)
{
    belay_error error;
    cr_assert_eq(bl_world_validate(world, &error), BELAY_ERROR_STATE, "nothing was found of '%s'", words);
    cr_assert_eq(error.code, BELAY_ERROR_STATE);
    cr_assert(strstr(error.message, words) != NULL, "'%s', not '%s'", error.message, words);
}

// Puts something else there, and back.
#define BREAK(place, value, words)                                                                                     \
    do {                                                                                                               \
        memcpy(kept, &(place), sizeof(place));                                                                         \
        (place) = (value);                                                                                             \
        check_found(world, words);                                                                                     \
        memcpy(&(place), kept, sizeof(place));                                                                         \
        check_whole(world);                                                                                            \
    } while (0)

Test(world_validate, empty_and_young_worlds_are_whole)
{
    belay_world* world = scene_world(0.01);
    check_whole(world);
    cr_assert(belay_world_step(world) == BELAY_OK);
    check_whole(world);
    belay_body_id body = scene_add_body(world, BELAY_BODY_DYNAMIC, v3(0.0, 0.0, 1.0));
    check_whole(world);
    cr_assert(belay_body_destroy(world, body) == BELAY_OK);
    check_whole(world);
    belay_world_destroy(world);
}

Test(world_validate, whatever_comes_and_goes)
{
    belay_world* world = full_world();
    check_whole(world);
    for (int i = 0; i < 600; i++) { // to sleep, and awake again
        cr_assert(belay_world_step(world) == BELAY_OK);
        check_whole(world);
    }
    unsigned char kept[128];
    cr_assert(bl_bodies(world)[3].flags & BL_BODY_ASLEEP);
    BREAK(bl_body_states(world)[3].linear_velocity.x, 1e-9, "velocity of the sleeping body 3");
    belay_body_id first = {bl_bodies(world)[1].id};
    cr_assert(belay_body_destroy(world, first) == BELAY_OK);
    check_whole(world);
    for (int i = 0; i < 100; i++) {
        cr_assert(belay_world_step(world) == BELAY_OK);
        check_whole(world);
    }
    belay_world_destroy(world);
}

Test(world_validate, broken_tables_are_reported)
{
    belay_world* world = full_world();
    unsigned char kept[128];
    check_whole(world);
    bl_table* bodies = &world->entities.tables[BL_TABLE_BODY];
    BREAK(world->entities.pool.alive, world->entities.pool.alive + 1, "number of entities");
    BREAK(world->entities.pool.first_free, 1u, "free list");
    BREAK(world->entities.pool.slots[0].generation, 0u, "generation of slot 0");
    BREAK(bodies->count, bodies->count - 1, "size of table");
    BREAK(bodies->indices[bodies->slots[1]], 1u, "index of an owner in table");
    BREAK(bl_bodies(world)[1].id, bl_bodies(world)[0].id, "handle of body 1");
    BREAK(bl_bodies(world)[1].first_collider, 0u, "colliders on bodies");
    BREAK(bl_bodies(world)[2].mass.inverse_mass, 3.0, "mass of body 2");
    BREAK(bl_body_states(world)[2].pose.position.x, NAN, "pose of body 2");
    BREAK(bl_colliders(world)[1].body, bl_bodies(world)[2].id, "owner of collider 1");
    BREAK(bl_joints(world)[0].body_b, bl_bodies(world)[3].id, "bodies of joint 0");
    BREAK(bl_joints(world)[0].next_a, bl_bodies(world)[1].first_joint, "joints of body");
    BREAK(bl_rods(world)[0].numbers_at, (uint64_t)8, "rod");
    belay_world_destroy(world);
}

Test(world_validate, broken_leavings_of_a_step_are_reported)
{
    belay_world* world = full_world();
    unsigned char kept[128];
    check_whole(world);
    bl_step_scratch* s = &world->scratch;
    cr_assert(arrlen(s->solve.contacts) >= 8 && s->solve.islands.count >= 2 && s->joints.block_count >= 1);
    BREAK(s->solve.contacts[3].collider_b, bl_collider_count(world), "colliders of contact 3");
    BREAK(s->solve.rows[2].body_a, s->solve.rows[2].body_b, "bodies of contact 2");
    BREAK(s->solve.contacts[4].found, (uint32_t)arrlen(s->detect.contacts), "finding of contact 4");
    BREAK(world->memory.warm[0].b, 0u, "impulse kept of contact 0");
    BREAK(s->solve.rows[1].r[0], -1.0, "impulse out of its cone of contact 1");
    BREAK(s->solve.rows[4].r[1], s->solve.rows[4].r[0], "impulse out of its cone of contact 4");
    BREAK(s->solve.islands.order[1], s->solve.islands.order[0], "island");
    BREAK(s->solve.islands.begin[1], 0u, "size of island 0");
    BREAK(s->joints.set.rows[0].r, INFINITY, "impulse of joint row 0");
    BREAK(world->memory.warm[1].impulse.z, NAN, "last contact 1");
    bl_warm_contact first = world->memory.warm[0];
    BREAK(world->memory.warm[0], world->memory.warm[arrlen(world->memory.warm) - 1], "order of the last contacts");
    cr_assert_eq(memcmp(&first, &world->memory.warm[0], sizeof first), 0);
    BREAK(bl_bodies(world)[2].flags, (uint32_t)BL_BODY_ASLEEP, "sleep of one of two bodies of joint 0");
    belay_world_destroy(world);
}
