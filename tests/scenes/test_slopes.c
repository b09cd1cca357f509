// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A box on a slope holds below the angle of friction, for good, and slides above it: a = g (sin - mu cos).

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <stdio.h>

static const double h = 1.0 / 240.0, mu = 0.5;
static const belay_vec3 size = {0.3, 0.2, 0.1};

// A plane through the origin, its normal turned `angle` away from z towards the azimuth `heading`.
typedef struct slope {
    double angle, heading; // rad
    belay_vec3 normal, downhill, across;
} slope;

static slope make_slope(double angle, double heading)
{
    double s = sin(angle), c = cos(angle), x = cos(heading), y = sin(heading);
    slope r = {angle, heading, v3(s * x, s * y, c), v3(c * x, c * y, -s), v3(-y, x, 0.0)};
    return r;
}

// The box flat on the slope, its long side turned `yaw` away from downhill.
static belay_quat flat_on(const slope* s, double yaw)
{
    belay_quat tilt = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), s->angle);
    belay_quat turn = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), s->heading);
    belay_quat own = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), yaw);
    return belay_quat_multiply(belay_quat_multiply(turn, tilt), own);
}

static belay_body_id add_box(belay_world* world, const slope* s, double yaw)
{
    scene_plane(world, s->normal, 0.0, scene_rough(mu));
    scene_solid box = scene_box(size, v3_scale(0.5 * size.z, s->normal));
    box.mass = 2.0;
    box.pose.rotation = flat_on(s, yaw);
    box.material = scene_rough(mu);
    return scene_add_solid(world, &box);
}

static void check_holds(double angle_degrees, double heading_degrees, double yaw_degrees)
{
    slope s = make_slope(scene_radians(angle_degrees), scene_radians(heading_degrees));
    belay_world* world = scene_sleepless_world(h);
    belay_body_id body = add_box(world, &s, scene_radians(yaw_degrees));
    scene_steps(world, 120);
    belay_vec3 settled = scene_state(world, body).pose.position;
    double creep = 0.0, way = 0.0;
    for (int k = 120; k < 14400; k++) {
        scene_steps(world, 1);
        belay_body_state state = scene_state(world, body);
        creep = fmax(creep, scene_greatest_speed(&state, 0.2));
        way = fmax(way, v3_distance(state.pose.position, settled));
    }
    char text[2][96];
    snprintf(text[0], sizeof text[0], "B1: creep at %g, heading %g, yaw %g degrees, m/s", angle_degrees,
             heading_degrees, yaw_degrees);
    snprintf(text[1], sizeof text[1], "B1: path in 60 s at %g, heading %g, yaw %g degrees, m", angle_degrees,
             heading_degrees, yaw_degrees);
    scene_check_near(creep, 0.0, 1e-8, text[0]);
    scene_check_near(way, 0.0, 1e-5, text[1]);
    belay_world_destroy(world);
}

static void check_slides(double angle_degrees, double heading_degrees, double yaw_degrees, double right)
{
    slope s = make_slope(scene_radians(angle_degrees), scene_radians(heading_degrees));
    belay_world* world = scene_sleepless_world(h);
    belay_body_id body = add_box(world, &s, scene_radians(yaw_degrees));
    belay_vec3 start = scene_state(world, body).pose.position;
    scene_steps(world, 480);
    belay_pose end = scene_state(world, body).pose;
    belay_vec3 way = v3_sub(end.position, start);
    belay_quat wanted = flat_on(&s, scene_radians(yaw_degrees));
    belay_vec3 x = v3(1.0, 0.0, 0.0);
    double turn = v3_distance(belay_quat_rotate(end.rotation, x), belay_quat_rotate(wanted, x));
    double a = SCENE_G * (sin(s.angle) - mu * cos(s.angle));
    scene_check_near(0.5 * a * 4.0, right, 1e-4 * right, "B1: path by the closed form, m");
    scene_check_near(v3_dot(way, s.downhill), right, 0.02 * right, "B1: path downhill in 2 s, m");
    scene_check_near(v3_dot(way, s.across), 0.0, 0.02 * right, "B1: drift across, m");
    scene_check_near(v3_dot(way, s.normal), 0.0, 1e-5, "B1: height, m");
    scene_check_near(scene_degrees(turn), 0.0, 0.02, "B1: turn of the sliding box, degrees");
    belay_world_destroy(world);
}

static const double headings[] = {0.0, 37.0, 201.5}, yaws[] = {0.0, 0.0, 20.0};

Test(scene_B1, box_holds_for_a_minute)
{
    for (int k = 0; k < 3; k++) {
        check_holds(25.0, headings[k], yaws[k]);
        check_holds(26.5, headings[k], yaws[k]);
    }
}

Test(scene_B1, box_slides)
{
    for (int k = 0; k < 3; k++) {
        check_slides(26.7, headings[k], yaws[k], 0.05167);
        check_slides(28.0, headings[k], yaws[k], 0.54932);
    }
}
