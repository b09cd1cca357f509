// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Events: what they say of an impact, that begins and ends pair up, what a sensor notices.

#include "support/events.h"

#include <criterion/criterion.h>

#define H EVENTS_STEP

static belay_world* restless_world(belay_vec3 gravity)
{
    return events_world(gravity, belay_world_def_exact().solver.tolerance);
}

static const belay_vec3 weight = {0.0, 0.0, -SCENE_G};

// Events of a type in the last step; *last is the last of them.
static int count_events(const belay_world* world, belay_contact_event_type type, belay_contact_event* last)
{
    int32_t count;
    const belay_contact_event* events = belay_world_get_contact_events(world, &count);
    int found = 0;
    for (int32_t i = 0; i < count; i++) {
        if (events[i].type != type) continue;
        found++;
        if (last != NULL) *last = events[i];
    }
    return found;
}

// Steps until an event of the type comes; it is the only one.
static belay_contact_event wait_for(belay_world* world, belay_contact_event_type type, int steps)
{
    belay_contact_event event = {0};
    for (int i = 0; i < steps; i++) {
        scene_steps(world, 1);
        int count = count_events(world, type, &event);
        if (count == 0) continue;
        cr_assert_eq(count, 1);
        return event;
    }
    cr_assert_fail("no event of type %d in %d steps", (int)type, steps);
    return event;
}

// ---------------------------------------------------------------------------------------------------------------------
// Contacts
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_L2, hit_tells_speed_and_impulse)
{
    // m (1 + e) v = 0.17 * 1.9 * 2 = 0.646 N s; the wall's surface is x = 0.
    belay_world* world = restless_world(v3_zero());
    belay_material material = {0.5, 0.9};
    belay_collider_def wall = belay_collider_def_box(v3(1.0, 4.0, 4.0));
    wall.material = material;
    belay_body_id still = part_fixed(world, BELAY_BODY_STATIC, part_at(-0.5, 0.0, 0.0), &wall);
    belay_body_id ball = part_ball(world, v3(0.25, 0.3, 0.2), 0.05, 0.17, material);
    scene_set_velocity(world, ball, v3(-2.0, 0.0, 0.0), v3_zero());
    belay_contact_event hit = wait_for(world, BELAY_CONTACT_BEGIN, 60);
    scene_check_near(hit.approach_speed, 2.0, 1e-12, "approach speed");
    scene_check_near(hit.normal_impulse, 0.646, 1e-9, "normal impulse");
    bool ball_is_a = hit.body_a.value == ball.value;
    cr_expect_eq(ball_is_a ? hit.body_b.value : hit.body_a.value, still.value);
    cr_expect_eq(ball_is_a ? hit.collider_a.value : hit.collider_b.value, part_collider(world, ball).value);
    scene_check_near(hit.normal.x, ball_is_a ? 1.0 : -1.0, 1e-12, "normal, from b to a");
    scene_check_near(hit.point.y, 0.3, 1e-9, "y of the point");
    scene_check_near(hit.point.z, 0.2, 1e-9, "z of the point");
    belay_contact_event end = wait_for(world, BELAY_CONTACT_END, 3);
    cr_expect(!end.is_destroyed && end.normal_impulse == 0.0 && end.approach_speed == 0.0);
    cr_expect(scene_is_same_vector(end.point, hit.point) && scene_is_same_vector(end.normal, hit.normal));
    belay_world_destroy(world);
}

Test(scene_L2, bounces_begin_and_end_in_turn)
{
    belay_world* world = restless_world(weight);
    belay_material material = {0.5, 0.8};
    events_floor(world, material);
    part_ball(world, v3(0.0, 0.0, 0.3), 0.05, 1.0, material);
    bool is_touching = false;
    int begins = 0;
    for (int i = 0; i < 1200; i++) {
        scene_steps(world, 1);
        belay_contact_event event;
        int begun = count_events(world, BELAY_CONTACT_BEGIN, &event),
            ended = count_events(world, BELAY_CONTACT_END, NULL);
        cr_assert(begun <= (is_touching ? 0 : 1) && ended <= (is_touching ? 1 : 0), "step %d", i);
        if (begun > 0 && event.approach_speed > 0.1)
            cr_assert_float_eq(event.normal_impulse, 1.8 * event.approach_speed, 2.0 * SCENE_G * H);
        if (begun + ended > 0) is_touching = !is_touching;
        begins += begun;
    }
    cr_expect(begins >= 8 && is_touching, "%d begins", begins);
    belay_world_destroy(world);
}

Test(events, lasting_contacts_are_reported_where_wanted)
{
    // A box at rest on four corners is one pair that passes m g h a step.
    belay_world* world = restless_world(weight);
    events_floor(world, belay_material_default());
    belay_body_id quiet = part_box(world, v3(-1.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 2.0, belay_material_default());
    belay_collider_def def = belay_collider_def_box(v3(0.2, 0.2, 0.2));
    def.has_persist_events = true;
    belay_body_id loud = part_add(world, BELAY_BODY_DYNAMIC, part_at(1.0, 0.0, 0.1), &def, 3.0);
    scene_steps(world, 1);
    cr_expect_eq(count_events(world, BELAY_CONTACT_BEGIN, NULL), 2);
    for (int i = 0; i < 100; i++) {
        belay_contact_event event;
        scene_steps(world, 1);
        cr_assert_eq(count_events(world, BELAY_CONTACT_PERSIST, &event), 1);
        cr_assert_eq(count_events(world, BELAY_CONTACT_BEGIN, NULL) + count_events(world, BELAY_CONTACT_END, NULL), 0);
        cr_assert(event.body_a.value == loud.value || event.body_b.value == loud.value);
        cr_assert_float_eq(event.normal_impulse, 3.0 * SCENE_G * H, 1e-8);
        cr_assert_float_eq(event.point.x, 1.0, 1e-6, "mean over the corners");
        cr_assert_leq(event.sliding_speed, 1e-8);
    }
    cr_expect_float_eq(part_normal_impulse(world, quiet), 2.0 * SCENE_G * H, 1e-8);
    belay_world_destroy(world);
}

Test(events, sliding_speed_is_that_of_the_surfaces)
{
    belay_world* world = restless_world(weight);
    belay_material smooth = {0.0, 0.0};
    events_floor(world, smooth);
    belay_collider_def def = belay_collider_def_box(v3(0.2, 0.2, 0.2));
    def.material = smooth;
    def.has_persist_events = true;
    belay_body_id box = part_add(world, BELAY_BODY_DYNAMIC, part_at(-1.0, 0.0, 0.1), &def, 1.0);
    scene_set_velocity(world, box, v3(1.2, 1.6, 0.0), v3_zero());
    for (int i = 0; i < 60; i++) {
        belay_contact_event event;
        scene_steps(world, 1);
        cr_assert_eq(count_events(world, i == 0 ? BELAY_CONTACT_BEGIN : BELAY_CONTACT_PERSIST, &event), 1);
        cr_assert_float_eq(event.sliding_speed, 2.0, 1e-9);
    }
    belay_world_destroy(world);
}

typedef struct resting {
    belay_world* world;
    belay_body_id ground, box;
} resting;

static resting rest_box(void)
{
    resting r = {.world = restless_world(weight)};
    r.ground = events_floor(r.world, belay_material_default());
    r.box = part_box(r.world, v3(0.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    scene_steps(r.world, 3);
    return r;
}

// The next step ends the pair, once, and no later one does.
static void check_end(resting* r, bool is_destroyed)
{
    belay_contact_event end;
    scene_steps(r->world, 1);
    cr_assert_eq(count_events(r->world, BELAY_CONTACT_END, &end), 1);
    cr_expect_eq(end.is_destroyed, is_destroyed);
    cr_expect((end.body_a.value == r->box.value && end.body_b.value == r->ground.value) ||
              (end.body_b.value == r->box.value && end.body_a.value == r->ground.value));
    for (int i = 0; i < 5; i++) {
        scene_steps(r->world, 1);
        cr_assert_eq(count_events(r->world, BELAY_CONTACT_END, NULL), 0);
    }
    belay_world_destroy(r->world);
}

Test(scene_L2, destroying_a_partner_ends_the_contact)
{
    resting r = rest_box();
    belay_contact_event end = {0};
    cr_assert(belay_body_destroy(r.world, r.box) == BELAY_OK);
    cr_expect_eq(count_events(r.world, BELAY_CONTACT_END, &end), 0, "comes with the next step");
    cr_expect(belay_body_destroy(r.world, r.box) == BELAY_ERROR_HANDLE);
    check_end(&r, true);
}

Test(scene_L2, what_is_done_to_either_body_ends_the_contact)
{
    for (int k = 0; k < 2 * EVENTS_ENDINGS; k++) {
        const events_ending* ending = &events_endings[k / 2];
        resting r = rest_box();
        belay_body_id body = k % 2 == 0 ? r.box : r.ground;
        cr_assert(ending->do_to(r.world, body) == BELAY_OK, "%s", ending->name);
        check_end(&r, ending->is_destroyed);
    }
}

Test(scene_L2, destroying_both_ends_the_contact_once)
{
    resting r = rest_box();
    cr_assert(belay_body_destroy(r.world, r.box) == BELAY_OK);
    cr_assert(belay_body_destroy(r.world, r.ground) == BELAY_OK);
    check_end(&r, true);
}

Test(scene_L2, two_bodies_that_stand_still_no_longer_touch)
{
    resting r = rest_box();
    cr_assert(belay_body_set_type(r.world, r.box, BELAY_BODY_STATIC) == BELAY_OK);
    check_end(&r, true);
}

Test(events, restored_contacts_do_not_begin_again)
{
    static unsigned char bytes[1 << 16];
    resting r = rest_box();
    size_t size;
    cr_assert(belay_world_snapshot(r.world, bytes, sizeof bytes, &size) == BELAY_OK);
    cr_assert(belay_body_set_pose(r.world, r.box, part_at(0.0, 0.0, 3.0)) == BELAY_OK);
    scene_steps(r.world, 2);
    cr_assert(belay_world_restore(r.world, bytes, size) == BELAY_OK);
    scene_steps(r.world, 1);
    cr_expect_eq(count_events(r.world, BELAY_CONTACT_BEGIN, NULL), 0);
    cr_expect_eq(count_events(r.world, BELAY_CONTACT_END, NULL), 0);
    belay_world_destroy(r.world);
}

Test(events, order_is_by_handles)
{
    belay_world* world = restless_world(weight);
    events_floor(world, belay_material_default());
    uint32_t state = 7;
    for (int i = 0; i < 30; i++)
        part_ball(world, v3(0.2 * (i % 6), 0.2 * (i / 6), 0.06 + 0.3 * part_random(&state)), 0.05, 1.0,
                  (belay_material){0.5, 0.5});
    for (int i = 0; i < 200; i++) {
        int32_t count;
        scene_steps(world, 1);
        const belay_contact_event* e = belay_world_get_contact_events(world, &count);
        for (int32_t k = 1; k < count; k++)
            cr_assert(e[k - 1].collider_a.value < e[k].collider_a.value ||
                      (e[k - 1].collider_a.value == e[k].collider_a.value &&
                       e[k - 1].collider_b.value < e[k].collider_b.value));
    }
    belay_world_destroy(world);
}

Test(events, a_null_world_has_none)
{
    int32_t count = 3;
    cr_expect(belay_world_get_contact_events(NULL, &count) == NULL && count == 0);
    count = 3;
    cr_expect(belay_world_get_sensor_events(NULL, &count) == NULL && count == 0);
    count = 3;
    cr_expect(belay_world_get_joint_events(NULL, &count) == NULL && count == 0);
    count = 3;
    cr_expect(belay_world_get_sleep_events(NULL, &count) == NULL && count == 0);
    belay_world* world = restless_world(weight);
    belay_world_get_contact_events(world, NULL);
    belay_world_get_sensor_events(world, NULL);
    belay_world_get_joint_events(world, NULL);
    belay_world_get_sleep_events(world, NULL);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Sensors
// ---------------------------------------------------------------------------------------------------------------------

static belay_body_id add_sensor(belay_world* world, belay_body_type type, belay_vec3 position, belay_vec3 size)
{
    belay_collider_def def = belay_collider_def_box(size);
    def.is_sensor = true;
    return part_add(world, type, part_at(position.x, position.y, position.z), &def, 1.0);
}

Test(sensor, notices_what_flies_through_and_does_not_push)
{
    // The ball's front enters at x = -0.5 and its back leaves at 0.5: from -1 at 2 m/s after 0.225 s and 0.775 s.
    belay_world *world = restless_world(v3_zero()), *control = restless_world(v3_zero());
    belay_body_id gate = add_sensor(world, BELAY_BODY_STATIC, v3_zero(), v3(1.0, 1.0, 1.0));
    add_sensor(control, BELAY_BODY_STATIC, v3(0.0, 50.0, 0.0), v3(1.0, 1.0, 1.0));
    belay_body_id ball = part_ball(world, v3(-1.0, 0.0, 0.0), 0.05, 1.0, belay_material_default());
    belay_body_id same = part_ball(control, v3(-1.0, 0.0, 0.0), 0.05, 1.0, belay_material_default());
    scene_set_velocity(world, ball, v3(2.0, 0.0, 0.0), v3(1.0, 2.0, 3.0));
    scene_set_velocity(control, same, v3(2.0, 0.0, 0.0), v3(1.0, 2.0, 3.0));
    double begin = 0.0, end = 0.0;
    for (int i = 0; i < 240; i++) {
        belay_sensor_event event;
        scene_steps(world, 1);
        scene_steps(control, 1);
        cr_assert(scene_is_same_pose(scene_state(world, ball).pose, scene_state(control, same).pose));
        if (events_visits(world, true, &event) > 0) {
            cr_assert(begin == 0.0);
            begin = belay_world_get_time(world);
            cr_expect_eq(event.sensor.value, part_collider(world, gate).value);
            cr_expect_eq(event.visitor.value, part_collider(world, ball).value);
            cr_expect(event.sensor_body.value == gate.value && event.visitor_body.value == ball.value);
        }
        if (events_visits(world, false, &event) > 0) {
            cr_assert(end == 0.0 && !event.is_destroyed);
            end = belay_world_get_time(world);
        }
        cr_assert_eq(count_events(world, BELAY_CONTACT_BEGIN, NULL), 0);
    }
    scene_check_near(begin, 0.225, 1.01 * H, "time of entering");
    scene_check_near(end, 0.775, 1.01 * H, "time of leaving");
    belay_world_destroy(world);
    belay_world_destroy(control);
}

// Through 50 mm at up to 2 m per step, and off a wall behind it: one begin and one end for each pass, from any place.
Test(sensor, notices_each_pass_of_what_is_fast)
{
    const double speeds[] = {3.0, 24.0, 90.0, 480.0};
    for (int k = 0; k < 4 * 40; k++) {
        bool has_wall = k % 2 == 1;
        double speed = speeds[k / 40];
        belay_world* world = restless_world(v3_zero());
        belay_body_id gate = add_sensor(world, BELAY_BODY_STATIC, v3_zero(), v3(0.05, 4.0, 4.0));
        belay_collider_def wall = belay_collider_def_box(v3(0.1, 8.0, 8.0));
        wall.pose.position.x = 3.0;
        wall.material = (belay_material){0.0, 1.0};
        if (has_wall) part_collide(world, gate, &wall);
        belay_material elastic = {0.0, 1.0};
        belay_body_id ball = part_ball(world, v3(-1.0 - 0.05 * (k % 40), 0.0, 0.0), 0.1, 1.0, elastic);
        scene_set_velocity(world, ball, v3(speed, 0.0, 0.0), v3_zero());
        int begins = 0, ends = 0;
        for (int i = 0; i < (int)(12.0 / speed / H) + 6; i++) {
            scene_steps(world, 1);
            begins += events_visits(world, true, NULL);
            ends += events_visits(world, false, NULL);
            cr_assert(begins - ends == 0 || begins - ends == 1);
        }
        cr_assert(begins == (has_wall ? 2 : 1) && ends == begins, "%g m/s, %d: %d begins, %d ends", speed, k, begins,
                  ends);
        belay_world_destroy(world);
    }
}

Test(sensor, sees_bodies_of_every_type_but_no_sensors)
{
    belay_world* world = restless_world(v3_zero());
    belay_body_id sensor = add_sensor(world, BELAY_BODY_DYNAMIC, v3_zero(), v3(2.0, 2.0, 2.0));
    add_sensor(world, BELAY_BODY_DYNAMIC, v3(0.1, 0.0, 0.0), v3(2.0, 2.0, 2.0));
    belay_collider_def box = belay_collider_def_box(v3(0.3, 0.3, 0.3));
    part_fixed(world, BELAY_BODY_STATIC, part_at(0.8, 0.0, 0.0), &box);
    part_fixed(world, BELAY_BODY_KINEMATIC, part_at(-0.6, 0.5, 0.0), &box);
    part_box(world, v3(0.0, -0.7, 0.0), v3(0.3, 0.3, 0.3), 1.0, belay_material_default());
    scene_steps(world, 1);
    int32_t count;
    const belay_sensor_event* events = belay_world_get_sensor_events(world, &count);
    int mine = 0;
    for (int32_t i = 0; i < count; i++)
        mine += events[i].sensor_body.value == sensor.value ? 1 : 0;
    cr_expect_eq(count, 6, "two sensors, three visitors each");
    cr_expect_eq(mine, 3);
    belay_world_destroy(world);
}

Test(sensor, of_a_still_body_sees_kinematic_ones_come_stop_and_go)
{
    // A lift of 0.3 m edge enters a space that ends at x = -1 after 0.35 m at 1 m/s, halts in it, and leaves.
    belay_world* world = restless_world(v3_zero());
    belay_collider_def box = belay_collider_def_box(v3(0.3, 0.3, 0.3));
    add_sensor(world, BELAY_BODY_STATIC, v3_zero(), v3(2.0, 2.0, 2.0));
    belay_body_id lift = part_fixed(world, BELAY_BODY_KINEMATIC, part_at(-1.5, 0.0, 0.0), &box);
    scene_set_velocity(world, lift, v3(1.0, 0.0, 0.0), v3_zero());
    int begins = 0, ends = 0;
    for (int i = 0; i < 900; i++) {
        if (i == 240) scene_set_velocity(world, lift, v3_zero(), v3_zero());
        if (i == 300) scene_set_velocity(world, lift, v3(1.0, 0.0, 0.0), v3_zero());
        scene_steps(world, 1);
        begins += events_visits(world, true, NULL);
        ends += events_visits(world, false, NULL);
        cr_assert(begins == (i < 83 ? 0 : 1) || (i > 82 && i < 86), "step %d", i);
        cr_assert(ends == 0 || i > 600, "step %d", i);
    }
    cr_expect(begins == 1 && ends == 1, "%d begins, %d ends", begins, ends);
    belay_world_destroy(world);
}

static void check_visit_ends(bool destroy_visitor)
{
    belay_world* world = restless_world(v3_zero());
    belay_body_id sensor = add_sensor(world, BELAY_BODY_STATIC, v3_zero(), v3(2.0, 2.0, 2.0));
    belay_body_id ball = part_ball(world, v3_zero(), 0.1, 1.0, belay_material_default());
    scene_steps(world, 2);
    belay_sensor_event event;
    cr_assert(belay_body_destroy(world, destroy_visitor ? ball : sensor) == BELAY_OK);
    scene_steps(world, 1);
    cr_assert_eq(events_visits(world, false, &event), 1);
    cr_expect(event.is_destroyed && event.sensor_body.value == sensor.value && event.visitor_body.value == ball.value);
    scene_steps(world, 1);
    cr_expect_eq(events_visits(world, false, NULL), 0);
    belay_world_destroy(world);
}

Test(sensor, destroying_one_of_the_two_ends_the_visit)
{
    check_visit_ends(true);
    check_visit_ends(false);
}

Test(sensor, a_visitor_that_falls_asleep_stays)
{
    belay_world* world = scene_world(H);
    events_floor(world, belay_material_default());
    add_sensor(world, BELAY_BODY_STATIC, v3(0.0, 0.0, 0.5), v3(1.0, 1.0, 1.0));
    belay_body_id box = part_box(world, v3(0.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, belay_material_default());
    int begins = 0, ends = 0;
    for (int i = 0; i < 300; i++) {
        scene_steps(world, 1);
        ends += events_visits(world, false, NULL);
        int32_t count;
        const belay_sensor_event* events = belay_world_get_sensor_events(world, &count);
        for (int32_t k = 0; k < count; k++)
            begins += events[k].is_begin && events[k].visitor_body.value == box.value ? 1 : 0;
    }
    cr_expect(!part_is_awake(world, box));
    cr_expect(begins == 1 && ends == 0, "%d begins, %d ends", begins, ends);
    belay_world_destroy(world);
}
