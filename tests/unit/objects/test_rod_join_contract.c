// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joining at the public door: what is refused, and what becomes of attachments, sleepers and pairs that knew B.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define H 0.002

// ---------------------------------------------------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------------------------------------------------

typedef struct pair {
    belay_world* world;
    belay_rod_id a, b;
    belay_rod_def def; // of B
} pair;

// Two default rods end to end.
static pair make_pair(void)
{
    pair p = {.world = scene_world(H)};
    p.def = belay_rod_def_default();
    p.a = rod_make(p.world, &p.def);
    p.def.start = v3(1.0, 0.0, 0.0);
    return p;
}

static void check_refused(const pair* p, belay_rod_id a, int end_a, belay_rod_id b, int end_b, int joint,
                          belay_result code, const char* name, const char* value)
{
    uint64_t hash = belay_world_hash(p->world);
    int numbers[BELAY_ROD_MAX_ATTACHMENTS] = {17};
    belay_result answer = belay_rod_join(p->world, a, end_a, b, end_b, (belay_rod_joint)joint, numbers);
    scene_check_refused(p->world, hash, answer, code, name, value);
    cr_expect_eq(numbers[0], 17);
}

Test(rod_join, bad_arguments_are_refused)
{
    pair p = make_pair();
    p.b = rod_make(p.world, &p.def);
    check_refused(&p, p.a, 2, p.b, 0, 0, BELAY_ERROR_VALUE, "end_a", "2");
    check_refused(&p, p.a, 1, p.b, -1, 0, BELAY_ERROR_VALUE, "end_b", "-1");
    check_refused(&p, p.a, 1, p.b, 0, 9, BELAY_ERROR_VALUE, "joint", "9");
    check_refused(&p, p.a, 1, p.a, 0, 0, BELAY_ERROR_STATE, "rings", "same");
    check_refused(&p, p.a, 0, p.b, 0, 0, BELAY_ERROR_STATE, "apart", "0.05"); // 1 m apart; an element's length
    cr_expect(belay_rod_join(p.world, p.a, 1, (belay_rod_id){0}, 0, 0, NULL) == BELAY_ERROR_HANDLE);
    cr_expect(belay_rod_join(NULL, p.a, 1, p.b, 0, 0, NULL) == BELAY_ERROR_HANDLE);
    belay_body_id body = rod_weight(p.world, 1.0, v3_zero());
    cr_expect(belay_rod_join(p.world, p.a, 1, (belay_rod_id){body.value}, 0, 0, NULL) == BELAY_ERROR_COMPONENT);
    cr_assert(belay_rod_join(p.world, p.a, 1, p.b, 0, 0, NULL) == BELAY_OK);
    cr_expect(belay_rod_join(p.world, p.a, 1, p.b, 0, 0, NULL) == BELAY_ERROR_HANDLE);
    belay_world_destroy(p.world);
}

#define DIFFERS(field, value, name, says)                                                                              \
    do {                                                                                                               \
        pair p = make_pair();                                                                                          \
        p.def.field = value;                                                                                           \
        p.b = rod_make(p.world, &p.def);                                                                               \
        check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_STATE, name, says);                                           \
        belay_world_destroy(p.world);                                                                                  \
    } while (0)

Test(rod_join, rods_of_two_kinds_are_refused)
{
    DIFFERS(model, BELAY_ROD_CORDE, "nodal", "corde");
    DIFFERS(line_mass, 0.5, "line_mass", "0.5");
    DIFFERS(contact_radius, 0.007, "contact_radius", "0.007");
    DIFFERS(stretch_stiffness, 77.0, "stretch_stiffness", "77");
    DIFFERS(bend_stiffness[1], 77.0, "bend_stiffness[1]", "77");
    DIFFERS(twist_stiffness, 77.0, "twist_stiffness", "77");
    DIFFERS(damping_time, 0.25, "damping_time", "0.25");
    DIFFERS(drag, 0.25, "drag", "0.25");
    DIFFERS(theta, 0.75, "theta", "0.75");
    DIFFERS(gravity_scale, 0.5, "gravity_scale", "0.5");
    DIFFERS(material.friction, 0.9, "friction", "0.9");
    DIFFERS(start, v3(1.06, 0.0, 0.0), "apart", "0.06");
}

Test(rod_join, shapes_that_are_none_are_refused)
{
    pair p = make_pair();
    p.def.direction = v3(-1.0, 0.0, 0.0); // back along A
    p.def.filter.mask = 0;
    p.b = rod_make(p.world, &p.def);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_SHAPE, "fold", "1");
    belay_world_destroy(p.world);
    pair many = make_pair();
    many.def.element_count = 4090;
    many.def.touches_itself = false;
    many.def.start = v3(1.0, 0.0, 0.0);
    many.def.length = 200.0;
    many.b = rod_make(many.world, &many.def);
    check_refused(&many, many.a, 1, many.b, 0, 0, BELAY_ERROR_CAPACITY, "4110", "4096");
    belay_world_destroy(many.world);
}

Test(rod_join, super_helices_take_no_sharp_corners)
{
    belay_world* world = scene_world(H);
    belay_rod_def def = belay_rod_def_default();
    def.model = BELAY_ROD_SUPER_HELIX;
    pair p = {.world = world, .a = rod_make(world, &def)};
    def.start = v3(1.0, 0.0, 0.0);
    def.direction = v3(-0.2, 1.0, 0.0);
    p.b = rod_make(world, &def);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_SHAPE, "turned", "rad");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What knew B
// ---------------------------------------------------------------------------------------------------------------------

// A's have 0, 1 and 5. B's, 0 and 2: the first takes 3, the lowest that both leave.
Test(rod_join, attachments_come_along)
{
    pair p = make_pair();
    p.def.start = v3(2.0, 0.0, 0.0);
    p.def.direction = v3(-1.0, 0.0, 0.0);
    p.b = rod_make(p.world, &p.def);
    for (int i = 0; i < 6; i++)
        rod_hold(p.world, p.a, BELAY_ROD_PIN, 0.15 * i, the_world);
    for (int i = 2; i < 5; i++)
        belay_rod_detach(p.world, p.a, i);
    rod_hold(p.world, p.b, BELAY_ROD_CLAMP, 0.0, the_world);
    int middle = rod_hold(p.world, p.b, BELAY_ROD_PIN, 0.9, the_world);
    rod_hold(p.world, p.b, BELAY_ROD_PIN, 0.62, the_world);
    belay_rod_detach(p.world, p.b, middle);
    int numbers[BELAY_ROD_MAX_ATTACHMENTS];
    cr_assert(belay_rod_join(p.world, p.a, 1, p.b, 1, BELAY_ROD_JOINT_STRAIGHT, numbers) == BELAY_OK);
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++)
        cr_expect_eq(numbers[i], i == 0 ? 3 : i == 2 ? 2 : -1, "attachment %d is %d now", i, numbers[i]);
    // Where they hold the rod nothing has changed; the clamp, turned with B, is now that of the rod's end 1.
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        cr_expect_eq(rod_held(p.world, p.a, i).is_held, i < 4 || i == 5);
        cr_expect_lt(rod_held(p.world, p.a, i).error, 1e-15);
    }
    pair control = make_pair();
    control.def.start = v3_zero();
    control.def.element_count = 40;
    control.def.length = 2.0;
    control.b = rod_make(control.world, &control.def);
    cr_assert(belay_rod_destroy(control.world, control.a) == BELAY_OK);
    const double held[] = {0.0, 0.15, 0.75, 1.38, 2.0};
    for (int i = 0; i < 5; i++)
        rod_hold(control.world, control.b, i == 4 ? BELAY_ROD_CLAMP : BELAY_ROD_PIN, held[i], the_world);
    scene_steps(p.world, 100);
    scene_steps(control.world, 100);
    rod_check_same_nodes(p.world, p.a, control.world, control.b, 1e-9, "held as the whole");
    belay_world_destroy(control.world);
    belay_world_destroy(p.world);
}

Test(rod_join, too_many_attachments_are_refused)
{
    pair p = make_pair();
    p.b = rod_make(p.world, &p.def);
    const int half = BELAY_ROD_MAX_ATTACHMENTS / 2;
    char most[16];
    for (int i = 0; i <= half; i++)
        rod_hold(p.world, p.a, BELAY_ROD_PIN, 0.8 / half * i, the_world);
    for (int i = 0; i < half; i++)
        rod_hold(p.world, p.b, BELAY_ROD_PIN, 0.8 / half * i, the_world);
    snprintf(most, sizeof most, "%d", BELAY_ROD_MAX_ATTACHMENTS);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_CAPACITY, "attachments", most);
    cr_assert(belay_rod_detach(p.world, p.b, 3) == BELAY_OK);
    rod_hold(p.world, p.a, BELAY_ROD_CLAMP, 1.0, the_world);
    cr_assert(belay_rod_detach(p.world, p.a, 0) == BELAY_OK);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_STATE, "held", "pin or a clamp");
    cr_assert(belay_rod_detach(p.world, p.b, 0) == BELAY_OK);
    cr_expect(belay_rod_join(p.world, p.a, 1, p.b, 0, 0, NULL) == BELAY_OK);
    belay_world_destroy(p.world);
}

static int count_events(const belay_world* world, belay_contact_event_type type, belay_rod_id rod, bool* is_destroyed)
{
    int32_t count;
    int found = 0;
    const belay_rod_contact_event* e = belay_world_get_rod_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (e[i].type != type || (e[i].rod_a.value != rod.value && e[i].rod_b.value != rod.value)) continue;
        found++;
        *is_destroyed = e[i].is_destroyed;
    }
    return found;
}

// Both lie on the ground, asleep. Joined they wake; B's pairs end as those of what is gone, A's goes on.
Test(rod_join, sleepers_wake_and_pairs_stay_paired)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_rod_def def = belay_rod_def_default();
    def.start = v3(0.0, 0.0, def.radius);
    belay_rod_id a = rod_make(world, &def), b;
    def.start.x = 1.02;
    b = rod_make(world, &def);
    scene_steps(world, 400);
    bool is_awake = true, is_destroyed = false;
    belay_rod_get_is_awake(world, a, &is_awake);
    cr_assert(!is_awake);
    cr_assert(belay_rod_join(world, a, 1, b, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
    belay_rod_get_is_awake(world, a, &is_awake);
    cr_expect(is_awake);
    cr_expect(!belay_entity_is_alive(world, belay_rod_entity(b)));
    scene_steps(world, 1);
    cr_expect_eq(count_events(world, BELAY_CONTACT_END, b, &is_destroyed), 1);
    cr_expect(is_destroyed);
    cr_expect_eq(count_events(world, BELAY_CONTACT_END, a, &is_destroyed), 0);
    cr_expect_eq(count_events(world, BELAY_CONTACT_BEGIN, a, &is_destroyed), 0);
    // The gap of 2 cm is closed by a pull of E A 1 % along the ground.
    scene_steps(world, 600);
    scene_check_near(rod_reach(world, a), 2.0, 0.02, "length, m");
    belay_world_destroy(world);
}
