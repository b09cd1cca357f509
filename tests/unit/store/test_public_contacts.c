// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Contacts are made public when somebody asks, and what they say is of the step, not of the moment of the question.

#include "store/state.h"

#include "support/scene.h"
#include "support/tracking_allocator.h"

#include <criterion/criterion.h>
#include <string.h>

enum { BALLS = 9, SETTLED = 40 };

typedef struct heap {
    belay_world* world;
    belay_body_id balls[BALLS];
} heap;

// Balls that fall onto a plane and each other. Two of them are the same, handle by handle.
static heap make(belay_allocator allocator)
{
    belay_world_def def = belay_world_def_default();
    def.allocator = allocator;
    heap h = {.world = scene_world_of(&def)};
    scene_plane(h.world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    for (int i = 0; i < BALLS; i++) {
        scene_ball ball = scene_ball_default();
        ball.position = v3(0.1 * (i % 3) + 0.01 * (i / 3), 0.02 * (i % 2), 0.05 + 0.1 * (i / 3));
        ball.linear = v3(0.3, 0.0, 0.0);
        h.balls[i] = scene_add_ball(h.world, &ball);
    }
    return h;
}

static heap make_plain(void)
{
    return make((belay_allocator){NULL, NULL});
}

static int32_t count_of(const belay_world* world)
{
    int32_t count = -1;
    belay_world_get_contacts(world, &count);
    return count;
}

static void check_same_contacts(const belay_world* world, const belay_world* control)
{
    int32_t count, right;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    const belay_contact* others = belay_world_get_contacts(control, &right);
    cr_assert_eq(count, right);
    cr_assert_gt(count, BALLS);
    cr_assert_eq(memcmp(contacts, others, (size_t)count * sizeof *contacts), 0);
}

static void check_same_events(const belay_world* world, const belay_world* control)
{
    int32_t count, right;
    const belay_contact_event* events = belay_world_get_contact_events(world, &count);
    const belay_contact_event* others = belay_world_get_contact_events(control, &right);
    cr_assert_eq(count, right);
    if (count > 0) cr_assert_eq(memcmp(events, others, (size_t)count * sizeof *events), 0);
}

Test(public_contacts, who_asks_twice_gets_the_same)
{
    heap h = make_plain();
    scene_steps(h.world, SETTLED);
    const belay_world* world = h.world;
    int32_t first, second;
    const belay_contact* once = belay_world_get_contacts(world, &first);
    const belay_contact copy = once[first - 1];
    const belay_contact* twice = belay_world_get_contacts(world, &second);
    cr_expect_eq(once, twice);
    cr_expect_eq(first, second);
    cr_expect_eq(memcmp(&copy, &twice[second - 1], sizeof copy), 0);
    belay_world_destroy(h.world);
}

// One world is asked at once, the other when what touched is gone and others stand where it stood.
Test(public_contacts, are_those_of_the_step_whatever_was_destroyed_since)
{
    heap h = make_plain(), control = make_plain();
    scene_steps(h.world, SETTLED);
    scene_steps(control.world, SETTLED);
    cr_assert_gt(count_of(control.world), 0);
    for (int i = 0; i < BALLS; i += 2)
        cr_assert_eq(belay_body_destroy(h.world, h.balls[i]), BELAY_OK);
    scene_ball ball = scene_ball_default();
    ball.position = v3(5.0, 5.0, 5.0);
    for (int i = 0; i < BALLS; i++)
        scene_add_ball(h.world, &ball);
    cr_assert_eq(belay_world_set_gravity(h.world, v3_zero()), BELAY_OK);
    check_same_contacts(h.world, control.world);
    belay_world_destroy(h.world);
    belay_world_destroy(control.world);
}

Test(public_contacts, are_those_of_the_step_whatever_was_changed_since)
{
    heap h = make_plain(), control = make_plain();
    scene_steps(h.world, SETTLED);
    scene_steps(control.world, SETTLED);
    cr_assert_gt(count_of(control.world), 0);
    for (int i = 0; i < BALLS; i++) {
        scene_set_velocity(h.world, h.balls[i], v3(9.0, 8.0, 7.0), v3(6.0, 5.0, 4.0));
        cr_assert_eq(belay_body_set_pose(h.world, h.balls[i], belay_pose_identity()), BELAY_OK);
    }
    check_same_contacts(h.world, control.world);
    belay_world_destroy(h.world);
    belay_world_destroy(control.world);
}

// What happened is told, and goes on alike, whether or not anybody ever looks at a contact.
Test(public_contacts, events_need_none)
{
    heap h = make_plain(), control = make_plain();
    int32_t told = 0;
    for (int i = 0; i < SETTLED; i++) {
        int32_t count;
        scene_steps(h.world, 1);
        scene_steps(control.world, 1);
        cr_assert(belay_world_get_contacts(control.world, NULL) != NULL);
        check_same_events(h.world, control.world);
        belay_world_get_contact_events(h.world, &count);
        told += count;
        cr_assert_eq(belay_world_hash(h.world), belay_world_hash(control.world));
    }
    cr_expect_gt(told, BALLS);
    cr_expect(h.world->published.contacts == NULL, "nobody asked");
    belay_world_destroy(h.world);
    belay_world_destroy(control.world);
}

Test(public_contacts, other_calls_make_them_too)
{
    heap h = make_plain(), control = make_plain();
    scene_steps(h.world, SETTLED);
    scene_steps(control.world, SETTLED);
    int count, right = 0;
    cr_assert_eq(belay_body_get_contacts(h.world, h.balls[0], NULL, 0, &count), BELAY_OK);
    int32_t all;
    const belay_contact* contacts = belay_world_get_contacts(control.world, &all);
    for (int32_t i = 0; i < all; i++)
        right += contacts[i].body_a.value == h.balls[0].value || contacts[i].body_b.value == h.balls[0].value;
    cr_expect_eq(count, right);
    cr_expect_gt(count, 0);
    belay_world_usage usage;
    scene_steps(h.world, 1);
    cr_assert_eq(belay_world_get_usage(h.world, &usage), BELAY_OK);
    cr_expect_eq((int32_t)usage.contacts.used, count_of(h.world), "counted before they are made");
    belay_world_destroy(h.world);
    belay_world_destroy(control.world);
}

// The first question on a world asks for room; then neither steps nor questions do.
Test(public_contacts, once_asked_for_cost_no_allocation)
{
    tracking_allocator memory = {0};
    heap h = make(tracking_allocator_hooks(&memory));
    scene_steps(h.world, 10 * SETTLED); // until steps need no more themselves
    long before = memory.calls;
    cr_assert_gt(count_of(h.world), 0);
    cr_expect_eq(memory.calls, before + 1);
    before = memory.calls;
    for (int i = 0; i < 100; i++) {
        scene_steps(h.world, 1);
        cr_assert_geq(count_of(h.world), 0);
    }
    cr_expect_eq(memory.calls, before);
    belay_world_destroy(h.world);
    cr_expect_eq(memory.live, 0);
}

Test(public_contacts, no_memory_for_them_is_said_and_another_call_tries_again)
{
    tracking_allocator memory = {0};
    heap h = make(tracking_allocator_hooks(&memory)), control = make_plain();
    scene_steps(h.world, SETTLED);
    scene_steps(control.world, SETTLED);
    memory.fail_from = memory.calls + 1;
    int32_t count = -1, list[4];
    int found = -1;
    cr_expect(belay_world_get_contacts(h.world, &count) == NULL);
    cr_expect_eq(count, 0);
    cr_expect(strstr(belay_world_last_error(h.world), "belay_world_get_contacts: no memory for ") != NULL, "%s",
              belay_world_last_error(h.world));
    cr_expect_eq(belay_body_get_contacts(h.world, h.balls[0], list, 4, &found), BELAY_ERROR_MEMORY);
    cr_expect_eq(found, -1, "nothing was told");
    memory.fail_from = 0;
    check_same_contacts(h.world, control.world);
    belay_world_destroy(h.world);
    belay_world_destroy(control.world);
}

Test(public_contacts, of_a_step_that_was_not_made_or_taken_back_there_are_none)
{
    tracking_allocator memory = {0};
    heap h = make(tracking_allocator_hooks(&memory));
    static unsigned char bytes[1 << 16];
    size_t size;
    scene_steps(h.world, SETTLED);
    cr_assert_eq(belay_world_snapshot(h.world, bytes, sizeof bytes, &size), BELAY_OK);
    cr_assert_eq(belay_world_restore(h.world, bytes, size), BELAY_OK);
    cr_expect_eq(count_of(h.world), 0, "restored");
    scene_steps(h.world, 1);
    cr_expect_gt(count_of(h.world), 0);
    scene_ball ball = scene_ball_default();
    for (int i = 0; i < 40; i++) { // more than there is room for
        ball.position = v3(0.2 * i, 0.5, 0.04);
        scene_add_ball(h.world, &ball);
    }
    memory.fail_from = memory.calls + 1;
    cr_assert_eq(belay_world_step(h.world), BELAY_ERROR_MEMORY);
    cr_expect_eq(count_of(h.world), 0, "no step was made");
    memory.fail_from = 0;
    scene_steps(h.world, 1);
    cr_expect_gt(count_of(h.world), 0);
    belay_world_destroy(h.world);
}
