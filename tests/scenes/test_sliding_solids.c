// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Boxes and a three-legged puck that slide to a stop: no direction is better than another, sliding and turning end
// together, and nothing floats.

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <stdio.h>

static const belay_vec3 up = {0.0, 0.0, 1.0};

// ---------------------------------------------------------------------------------------------------------------------
// A1: the compass box. In pure translation every contact's friction is -mu N_i v^, so its moment about the vertical is
// -mu (sum N_i r_i) x v^. The centre of pressure lies on the line through the centre along v^, as the moments balance:
// so that vanishes for any split of the load, and the box must not turn.

static const double compass_h = 1.0 / 240.0, compass_mu = 0.3, compass_speed = 2.0;

typedef struct slide {
    double distance, heading_error, yaw, height; // m, rad, rad, m: largest change of height on the way
} slide;

static slide slide_box(double heading, double yaw, double mass)
{
    belay_world* world = scene_sleepless_world(compass_h);
    scene_plane(world, up, 0.0, scene_rough(compass_mu));
    belay_vec3 along = v3(cos(heading), sin(heading), 0.0), start = v3(0.0, 0.0, 0.025);
    scene_solid box = scene_box(v3(0.2, 0.2, 0.05), start);
    box.mass = mass;
    box.pose.rotation = belay_quat_from_axis_angle(up, yaw);
    box.linear = v3_scale(compass_speed, along);
    box.material = scene_rough(compass_mu);
    belay_body_id body = scene_add_solid(world, &box);
    slide s = {0};
    for (int k = 0; k < 360; k++) {
        scene_steps(world, 1);
        s.height = fmax(s.height, fabs(scene_state(world, body).pose.position.z - start.z));
    }
    belay_body_state end = scene_state(world, body);
    belay_vec3 way = v3_sub(end.pose.position, start);
    cr_expect(v3_length(end.linear_velocity) <= 1e-9, "has not stopped: %g m/s", v3_length(end.linear_velocity));
    s.distance = v3_length(way);
    s.heading_error = fabs(remainder(atan2(way.y, way.x) - heading, 2.0 * SCENE_PI));
    s.yaw = fabs(remainder(scene_yaw(end.pose) - yaw, 2.0 * SCENE_PI));
    belay_world_destroy(world);
    return s;
}

Test(scene_A1, compass_box)
{
    static const double masses[] = {1.0, 10.0}, yaws[] = {0.0, 20.0};
    double mean = 0.0, shortest = HUGE_VAL, longest = 0.0;
    slide worst = {0};
    for (int i = 0; i < 96; i++) {
        slide s = slide_box(scene_radians(15.0 * (i % 24)), scene_radians(yaws[i / 24 % 2]), masses[i / 48]);
        mean += s.distance / 96.0;
        shortest = fmin(shortest, s.distance);
        longest = fmax(longest, s.distance);
        worst.heading_error = fmax(worst.heading_error, s.heading_error);
        worst.yaw = fmax(worst.yaw, s.yaw);
        worst.height = fmax(worst.height, s.height);
    }
    double right = compass_speed * compass_speed / (2.0 * compass_mu * SCENE_G);
    scene_check_near(right, 0.67958, 1e-5, "A1: stopping distance by the closed form, m");
    scene_check_near(mean, right, 0.01 * right, "A1: mean stopping distance, m");
    scene_check_near(longest / shortest, 1.0, 0.0005, "A1: longest / shortest path");
    scene_check_near(scene_degrees(worst.heading_error), 0.0, 0.02, "A1: heading error, degrees");
    scene_check_near(scene_degrees(worst.yaw), 0.0, 0.02, "A1: yaw, degrees");
    scene_check_near(worst.height, 0.0, 1e-6, "A1: height above the plane, m");
}

Test(scene_A1, box_without_friction_never_stops)
{
    belay_world* world = scene_sleepless_world(compass_h);
    scene_plane(world, up, 0.0, scene_rough(0.0));
    scene_solid box = scene_box(v3(0.2, 0.2, 0.05), v3(0.0, 0.0, 0.025));
    box.linear = v3(2.0 * cos(0.3), 2.0 * sin(0.3), 0.0);
    box.material = scene_rough(0.0);
    belay_body_id body = scene_add_solid(world, &box);
    scene_steps(world, 14400);
    belay_body_state end = scene_state(world, body);
    scene_check_near(v3_length(end.linear_velocity), 2.0, 1e-9, "A1: speed after 60 s without friction, m/s");
    scene_check_near(v3_distance(end.linear_velocity, box.linear), 0.0, 1e-9, "A1: change of velocity, m/s");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A3: a three-legged puck slides and turns. Three loads follow from the balance of moments, so nothing is left open.

enum { PUCK_STEPS = 2000 };
static const double puck_h = 1.0 / 2000.0;

static scene_solid make_puck(belay_vec3 points[6])
{
    for (int i = 0; i < 6; i++) {
        double angle = scene_radians(120.0 * (i % 3));
        points[i] = v3(0.1 * cos(angle), 0.1 * sin(angle), i < 3 ? -0.01 : 0.01);
    }
    belay_shape hull = {.type = BELAY_SHAPE_HULL, .hull = {points, 6}};
    scene_solid puck = scene_solid_of(hull, v3(0.0, 0.0, 0.01));
    puck.linear = v3(1.5, 0.0, 0.0);
    puck.angular = v3(0.0, 0.0, 12.0);
    puck.material = scene_rough(0.25);
    return puck;
}

typedef struct puck_run {
    double slide_end, spin_end; // s
    double x, y, yaw;           // m, rad
} puck_run;

static puck_run run_puck(double spin)
{
    belay_vec3 points[6];
    belay_world* world = scene_sleepless_world(puck_h);
    scene_plane(world, up, 0.0, scene_rough(0.25));
    scene_solid puck = make_puck(points);
    puck.angular.z = spin;
    belay_body_id body = scene_add_solid(world, &puck);
    belay_mass mass;
    cr_assert(belay_body_get_mass(world, body, &mass) == BELAY_OK);
    scene_check_near(mass.inertia.m[8], 0.0025, 1e-12, "A3: moment of inertia m R^2/4, kg m^2");
    puck_run r = {0};
    double last = 0.0;
    for (int k = 1; k <= PUCK_STEPS; k++) {
        scene_steps(world, 1);
        belay_body_state state = scene_state(world, body);
        double yaw = scene_yaw(state.pose);
        r.yaw += remainder(yaw - last, 2.0 * SCENE_PI);
        last = yaw;
        if (v3_length(state.linear_velocity) > 1e-6) r.slide_end = k * puck_h;
        if (fabs(state.angular_velocity.z) > 1e-5) r.spin_end = k * puck_h;
        r.x = state.pose.position.x;
        r.y = state.pose.position.y;
    }
    belay_world_destroy(world);
    return r;
}

Test(scene_A3, sliding_and_turning_end_together)
{
    puck_run r = run_puck(12.0);
    scene_check_near(r.x, 0.49652, 0.01 * 0.49652, "A3: path along x, m");
    scene_check_near(r.y, -0.00216, 0.003, "A3: path along y, m");
    scene_check_near(scene_degrees(r.yaw), 138.11, 0.01 * 138.11, "A3: yaw, degrees");
    scene_check_near(r.slide_end, r.spin_end, 0.010, "A3: end of the sliding against end of the turning, s");
    scene_check_near(r.slide_end, 0.6432, 0.010, "A3: end of the motion, s");
}

Test(scene_A3, without_spin_it_stops_sooner)
{
    puck_run r = run_puck(0.0);
    scene_check_near(r.x, 0.45872, 0.001 * 0.45872, "A3: path without spin, m");
    scene_check_near(scene_degrees(r.yaw), 0.0, 0.02, "A3: yaw without spin, degrees");
}

// ---------------------------------------------------------------------------------------------------------------------
// A4: nothing floats while it slides, at any step and speed. (Convex relaxations of the cone open a gap h mu v.)

static void slide_cube(double speed, double h)
{
    const belay_vec3 size = {0.2, 0.2, 0.2};
    belay_world* world = scene_sleepless_world(h);
    scene_plane(world, up, 0.0, scene_rough(0.5));
    scene_solid box = scene_box(size, v3(0.0, 0.0, 0.1));
    box.linear = v3(speed, 0.0, 0.0);
    box.material = scene_rough(0.5);
    belay_body_id body = scene_add_solid(world, &box);
    double gap = 0.0;
    for (int k = 0; k < (int)lround(1.2 / h); k++) {
        scene_steps(world, 1);
        gap = fmax(gap, fabs(scene_lowest_corner(scene_state(world, body).pose, size)));
    }
    char text[3][64];
    snprintf(text[0], sizeof text[0], "A4: largest gap at %g m/s, h = 1/%.0f, m", speed, 1.0 / h);
    snprintf(text[1], sizeof text[1], "A4: path at %g m/s, h = 1/%.0f, m", speed, 1.0 / h);
    scene_check_near(gap, 0.0, 1e-4, text[0]);
    double right = speed * speed / (2.0 * 0.5 * SCENE_G);
    scene_check_near(scene_state(world, body).pose.position.x, right, 0.01 * right, text[1]);
    belay_world_destroy(world);
}

Test(scene_A4, cube_does_not_float)
{
    static const double hs[] = {1.0 / 60.0, 1.0 / 240.0, 1.0 / 1000.0};
    scene_check_near(25.0 / SCENE_G, 2.54842, 1e-5, "A4: path by the closed form, m");
    for (int i = 0; i < 3; i++) {
        slide_cube(5.0, hs[i]);
        slide_cube(2.5, hs[i]);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost

typedef struct old_puck {
    belay_world* world;
    belay_body_id body;
} old_puck;

static old_puck make_old_puck(void)
{
    belay_vec3 points[6];
    old_puck p = {.world = scene_sleepless_world(puck_h)};
    scene_plane(p.world, up, 0.0, scene_rough(0.25));
    scene_solid puck = make_puck(points);
    p.body = scene_add_solid(p.world, &puck);
    scene_steps(p.world, 100);
    return p;
}

static void refuse_hull(old_puck* p, const belay_vec3* points, int count, const char* name, const char* value)
{
    uint64_t hash = belay_world_hash(p->world);
    belay_collider_def def = belay_collider_def_hull(points, count);
    belay_collider_id collider;
    belay_result result = belay_collider_create(p->world, p->body, &def, &collider);
    scene_check_refused(p->world, hash, result, BELAY_ERROR_SHAPE, name, value);
}

static void refuse_inertia(old_puck* p, belay_vec3 moments, const char* value)
{
    uint64_t hash = belay_world_hash(p->world);
    belay_body_def def = belay_body_def_default();
    def.inertia = m3_diagonal(moments);
    belay_body_id body;
    belay_result result = belay_body_create(p->world, &def, &body);
    scene_check_refused(p->world, hash, result, BELAY_ERROR_VALUE, "inertia", value);
    belay_mass mass = {1.0, v3_zero(), def.inertia};
    result = belay_body_set_mass(p->world, p->body, &mass);
    scene_check_refused(p->world, hash, result, BELAY_ERROR_VALUE, "inertia", value);
}

Test(scene_A3, bad_hulls_and_inertias_are_refused)
{
    old_puck p = make_old_puck(), control = make_old_puck();
    belay_vec3 points[6];
    make_puck(points);
    refuse_hull(&p, points, 3, "point_count", "3");
    belay_vec3 flat[4] = {v3_zero(), v3(1.0, 0.0, 0.0), v3(0.0, 1.0, 0.0), v3(1.0, 1.0, 0.0)};
    refuse_hull(&p, flat, 4, "points", "");
    refuse_inertia(&p, v3(1.0, 1.0, 0.0), "0");
    refuse_inertia(&p, v3(1.0, 1.0, 3.0), "3");
    scene_check_same_course(p.world, control.world, 500);
    belay_world_destroy(p.world);
    belay_world_destroy(control.world);
}

static void refuse_step(old_puck* p, double h, const char* value)
{
    uint64_t hash = belay_world_hash(p->world);
    belay_result result = belay_world_set_step_seconds(p->world, h);
    scene_check_refused(p->world, hash, result, BELAY_ERROR_VALUE, "step_seconds", value);
}

Test(scene_A4, bad_steps_are_refused)
{
    old_puck p = make_old_puck(), control = make_old_puck();
    refuse_step(&p, 0.0, "0");
    refuse_step(&p, -0.01, "-0.01");
    refuse_step(&p, NAN, "nan");
    refuse_step(&p, INFINITY, "inf");
    scene_check_same_course(p.world, control.world, 500);
    belay_world_destroy(p.world);
    belay_world_destroy(control.world);
}
