// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// When something enters a sensor and leaves it, by events of the step in which that is: closed forms of even motion.

#include "support/events.h"

#include <criterion/criterion.h>

#define H EVENTS_STEP

enum { PLACES = 40 };

static belay_world* world_with_theta(double theta)
{
    belay_world* world = events_world(v3_zero(), belay_world_def_exact().solver.tolerance);
    cr_assert_eq(belay_world_set_theta(world, theta), BELAY_OK);
    return world;
}

static belay_body_id add_sensor(belay_world* world, belay_body_type type, belay_vec3 position, belay_vec3 size)
{
    belay_collider_def def = belay_collider_def_box(size);
    def.is_sensor = true;
    return part_add(world, type, part_at(position.x, position.y, position.z), &def, 1.0);
}

// Steps until a visit begins, or ends; the world's time at that moment, s.
static double wait_for(belay_world* world, bool is_begin, int steps)
{
    for (int i = 0; i < steps; i++) {
        belay_sensor_event event;
        double begin = belay_world_get_time(world);
        scene_steps(world, 1);
        if (events_visits(world, is_begin, &event) > 0) return begin + event.time;
    }
    cr_assert_fail("no %s in %d steps", is_begin ? "begin" : "end", steps);
    return NAN;
}

// ---------------------------------------------------------------------------------------------------------------------
// A ball through a gate
// ---------------------------------------------------------------------------------------------------------------------

// A ball of radius 0.1 flies along x through a gate 0.05 thick: from x0 it meets it at -0.125 and leaves it at 0.125.
// At the fastest it goes through within a step: then begin and end are both of that step.
static void check_flight(double theta, double speed, double start)
{
    belay_world* world = world_with_theta(theta);
    add_sensor(world, BELAY_BODY_STATIC, v3_zero(), v3(0.05, 4.0, 4.0));
    belay_body_id ball = part_ball(world, v3(start, 0.0, 0.0), 0.1, 1.0, belay_material_default());
    scene_set_velocity(world, ball, v3(speed, 0.0, 0.0), v3_zero());
    double begin = NAN, end = NAN;
    for (int i = 0; i < (int)(4.0 / speed / H) + 4; i++) {
        belay_sensor_event event;
        double time = belay_world_get_time(world);
        scene_steps(world, 1);
        if (events_visits(world, true, &event) > 0) begin = time + event.time;
        if (events_visits(world, false, &event) > 0) end = time + event.time;
    }
    double within = 1e-8 / speed + 1e-12; // of the distance, 1e-9 of the reaches of both
    cr_expect_float_eq(begin, (-0.125 - start) / speed, within, "%g m/s from %g: begins at %.9g", speed, start, begin);
    cr_expect_float_eq(end, (0.125 - start) / speed, within, "%g m/s from %g: ends at %.9g", speed, start, end);
    belay_world_destroy(world);
}

Test(sensor_time, of_a_ball_that_flies_through_is_where_it_meets_and_leaves_the_gate)
{
    const double speeds[] = {3.0, 24.0, 90.0, 480.0}, thetas[] = {0.5, 0.75, 1.0};
    for (int t = 0; t < 3; t++)
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < PLACES; i++)
                check_flight(thetas[t], speeds[k], -1.0 - 0.05 * i);
}

// It falls along a parabola, and the steps' ways are its tangents: off by g h^2 / 8 at most.
Test(sensor_time, of_a_ball_that_falls_is_of_second_order)
{
    belay_world* world = events_world(v3(0.0, 0.0, -SCENE_G), belay_world_def_exact().solver.tolerance);
    add_sensor(world, BELAY_BODY_STATIC, v3(0.0, 0.0, -1.0), v3(4.0, 4.0, 1.0));
    part_ball(world, v3_zero(), 0.1, 1.0, belay_material_default());
    double right = sqrt(2.0 * 0.4 / SCENE_G), speed = SCENE_G * right;
    scene_check_near(wait_for(world, true, 240), right, 1.01 * SCENE_G * H * H / 8.0 / speed, "entering");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Sensors that move, and bars that turn
// ---------------------------------------------------------------------------------------------------------------------

Test(sensor_time, of_a_sensor_that_comes_is_the_same)
{
    belay_world* world = world_with_theta(0.5);
    belay_body_id gate = add_sensor(world, BELAY_BODY_KINEMATIC, v3(-1.0, 0.0, 0.0), v3(0.2, 1.0, 1.0));
    part_ball(world, v3_zero(), 0.1, 1.0, belay_material_default());
    scene_set_velocity(world, gate, v3(1.7, 0.0, 0.0), v3_zero());
    scene_check_near(wait_for(world, true, 240), 0.8 / 1.7, 1e-8, "entering");
    scene_check_near(wait_for(world, false, 240), 1.2 / 1.7, 1e-8, "leaving");
    belay_world_destroy(world);
}

// Its tip is at height 1 sin(w t) + 0.1, and the sensor begins at 0.55.
Test(sensor_time, of_a_bar_that_turns_is_that_of_its_tip)
{
    const double spin = 2.3;
    belay_world* world = world_with_theta(0.5);
    belay_collider_def bar = belay_collider_def_capsule(2.0, 0.1);
    bar.pose.rotation = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI);
    belay_body_id body = part_add(world, BELAY_BODY_DYNAMIC, part_at(0.0, 0.0, 0.0), &bar, 1.0);
    add_sensor(world, BELAY_BODY_STATIC, v3(1.5, 0.0, 2.55), v3(2.8, 4.0, 4.0));
    scene_set_velocity(world, body, v3_zero(), v3(0.0, -spin, 0.0));
    scene_check_near(wait_for(world, true, 240), asin(0.45) / spin, 1e-6, "entering");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is not on the way
// ---------------------------------------------------------------------------------------------------------------------

Test(sensor_time, of_what_is_put_there_and_away_is_the_beginning_of_the_step)
{
    belay_sensor_event event;
    belay_world* world = world_with_theta(0.5);
    belay_body_id gate = add_sensor(world, BELAY_BODY_STATIC, v3_zero(), v3(1.0, 1.0, 1.0));
    belay_body_id ball = part_ball(world, v3(-3.0, 0.0, 0.0), 0.1, 1.0, belay_material_default());
    scene_steps(world, 3);
    cr_assert_eq(belay_body_set_pose(world, ball, part_at(0.0, 0.0, 0.0)), BELAY_OK);
    scene_steps(world, 1);
    cr_assert_eq(events_visits(world, true, &event), 1);
    cr_expect_eq(event.time, 0.0);
    cr_assert_eq(belay_body_set_pose(world, ball, part_at(3.0, 0.0, 0.0)), BELAY_OK);
    scene_steps(world, 1);
    cr_assert_eq(events_visits(world, false, &event), 1);
    cr_expect_eq(event.time, 0.0);
    cr_assert_eq(belay_body_set_pose(world, gate, part_at(3.0, 0.0, 0.0)), BELAY_OK);
    scene_steps(world, 1);
    cr_assert_eq(events_visits(world, true, &event), 1);
    cr_expect_eq(event.time, 0.0);
    cr_assert_eq(belay_body_destroy(world, ball), BELAY_OK);
    scene_steps(world, 1);
    cr_assert_eq(events_visits(world, false, &event), 1);
    cr_expect(event.is_destroyed && event.time == 0.0);
    belay_world_destroy(world);
}

// A rod is not followed.
Test(sensor_time, of_a_rod_is_the_contact_instant)
{
    belay_sensor_event event = {.time = NAN};
    belay_world* world = events_world(v3(0.0, 0.0, -SCENE_G), belay_world_def_exact().solver.tolerance);
    cr_assert_eq(belay_world_set_theta(world, 0.75), BELAY_OK);
    add_sensor(world, BELAY_BODY_STATIC, v3(0.5, 0.0, -1.0), v3(4.0, 4.0, 1.0));
    belay_rod_def def = belay_rod_def_default();
    cr_assert_eq(belay_rod_create(world, &def, &(belay_rod_id){0}), BELAY_OK);
    int steps = 0;
    do
        scene_steps(world, 1);
    while (events_visits(world, true, &event) == 0 && ++steps < 240);
    cr_expect_eq(event.time, 0.25 * H);
    belay_world_destroy(world);
}
