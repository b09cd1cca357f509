// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A step looks at those bodies alone that move or that something was done to, and puts apart what lies between
// sleepers. Nobody can tell: a world of which all is looked at in every step goes the same way to the last bit.

#include "snapshot/world_validate.h"
#include "store/state.h"
#include "support/parts.h"
#include "support/scene.h"

#include "core/alloc.h"

#include <criterion/criterion.h>

#define TOWERS 16
#define STEPS 900

typedef struct yard {
    belay_world* world;
    belay_body_id ground, boxes[3 * TOWERS], lift, ball;
    int events;
} yard;

static void build(yard* y)
{
    belay_world_def def = belay_world_def_default();
    def.sleep_seconds = 0.2;
    y->world = scene_world_of(&def);
    belay_collider_def slab = belay_collider_def_box((belay_vec3){40.0, 40.0, 1.0}),
                       plate = belay_collider_def_box((belay_vec3){2.0, 2.0, 0.2}),
                       zone = belay_collider_def_box((belay_vec3){3.0, 3.0, 3.0});
    zone.is_sensor = true;
    y->ground = part_fixed(y->world, BELAY_BODY_STATIC, part_at(0.0, 0.0, -0.5), &slab);
    part_fixed(y->world, BELAY_BODY_STATIC, part_at(0.0, 0.0, 1.0), &zone);
    y->lift = part_fixed(y->world, BELAY_BODY_KINEMATIC, part_at(12.0, 0.0, 0.1), &plate);
    for (int i = 0; i < 3 * TOWERS; i++)
        y->boxes[i] = part_box(y->world, (belay_vec3){2.0 * (i / 3 % 4), 2.0 * (i / 12), 0.25 + 0.5 * (i % 3)},
                               (belay_vec3){0.5, 0.5, 0.5}, 1.0, belay_material_default());
    part_box(y->world, (belay_vec3){12.0, 0.0, 0.45}, (belay_vec3){0.5, 0.5, 0.5}, 1.0, belay_material_default());
}

// What a program does to things that sleep or stand.
static void disturb(yard* y, int step)
{
    belay_vec3 up = {0.0, 0.0, 0.3}, none = {0.0, 0.0, 0.0}, east = {6.0, 0.0, 0.0};
    if (step == 200) {
        y->ball = part_ball(y->world, (belay_vec3){-3.0, 0.0, 0.4}, 0.3, 5.0, belay_material_default());
        cr_assert(belay_body_set_velocity(y->world, y->ball, east, none) == BELAY_OK);
    }
    if (step == 300) cr_assert(belay_body_set_velocity(y->world, y->lift, up, none) == BELAY_OK);
    if (step == 360) cr_assert(belay_body_set_velocity(y->world, y->lift, none, none) == BELAY_OK);
    if (step == 450) cr_assert(belay_body_destroy(y->world, y->boxes[9]) == BELAY_OK);
    if (step == 520) cr_assert(belay_body_set_type(y->world, y->boxes[12], BELAY_BODY_STATIC) == BELAY_OK);
    if (step == 560) cr_assert(belay_body_destroy(y->world, y->boxes[13]) == BELAY_OK);
    if (step == 600) cr_assert(belay_body_set_awake(y->world, y->boxes[20], true) == BELAY_OK);
    if (step == 640) cr_assert(belay_body_set_pose(y->world, y->ground, part_at(0.0, 0.0, -0.6)) == BELAY_OK);
}

static void count(yard* y)
{
    int32_t contacts, sensors, sleeps;
    belay_world_get_contact_events(y->world, &contacts);
    belay_world_get_sensor_events(y->world, &sensors);
    belay_world_get_sleep_events(y->world, &sleeps);
    y->events += contacts + 1000 * sensors + 1000000 * sleeps;
}

static void look_at_all(belay_world* world)
{
    belay_iterator iterator;
    cr_assert(belay_iterator_begin(world, &BELAY_COMPONENT_BODY_STATE, 1, &iterator) == BELAY_OK);
    while (belay_iterator_next(&iterator))
        ;
    (void)belay_world_hash(world);
}

Test(roster, nobody_can_tell_who_is_looked_at)
{
    yard few = {0}, all = {0};
    belay_error error;
    ptrdiff_t most_apart = 0, least_looked_at = PTRDIFF_MAX;
    build(&few);
    build(&all);
    for (int i = 0; i < STEPS; i++) {
        disturb(&few, i);
        disturb(&all, i);
        look_at_all(all.world);
        scene_steps(few.world, 1);
        scene_steps(all.world, 1);
        count(&few);
        count(&all);
        cr_assert_eq(few.events, all.events, "events of step %d", i);
        cr_assert(bl_world_validate(few.world, &error) == BELAY_OK, "step %d: %s", i, error.message);
        ptrdiff_t apart = arrlen(few.world->memory.warm_apart), looked_at = arrlen(few.world->roster.indices);
        most_apart = apart > most_apart ? apart : most_apart;
        least_looked_at = looked_at < least_looked_at ? looked_at : least_looked_at;
        if (i % 50 == 0) cr_assert_eq(belay_world_hash(few.world), belay_world_hash(all.world), "step %d", i);
    }
    cr_expect_eq(belay_world_hash(few.world), belay_world_hash(all.world));
    cr_expect_gt(most_apart, 4 * 2 * TOWERS, "%td impulses were put apart", most_apart);
    cr_expect_eq(least_looked_at, 0, "%td bodies were looked at when all slept", least_looked_at);
    belay_world_destroy(few.world);
    belay_world_destroy(all.world);
}
