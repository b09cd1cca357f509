// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Coulomb friction of a block, which is a ball that must not turn: sliding, stopping, holding, and that no direction is
// better than another. With theta = 1/2 a step moves a body by h (v + v+)/2, which is exact for constant acceleration;
// so most closed forms of the continuous motion are also those of the steps, and are asked for to rounding.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdio.h>

static belay_material rough(double mu)
{
    belay_material m = {mu, 0.0};
    return m;
}

// A plane through the origin, its normal turned `slope` away from z towards the azimuth `heading`.
typedef struct incline {
    belay_vec3 normal, downhill, across; // right-handed: downhill x across = normal
} incline;

static incline make_incline(double slope, double heading)
{
    double s = sin(slope), c = cos(slope);
    incline i;
    i.normal = v3(s * cos(heading), s * sin(heading), c);
    i.downhill = v3(c * cos(heading), c * sin(heading), -s);
    i.across = v3(-sin(heading), cos(heading), 0.0);
    return i;
}

// The direction at `angle` from downhill, in the plane.
static belay_vec3 in_plane(const incline* i, double angle)
{
    return v3_add(v3_scale(cos(angle), i->downhill), v3_scale(sin(angle), i->across));
}

// A block of 1 kg on the plane, touching.
static belay_body_id add_block(belay_world* world, const incline* i, belay_material material, belay_vec3 velocity)
{
    scene_plane(world, i->normal, 0.0, material);
    scene_ball block = scene_ball_default();
    block.is_rotation_locked = true;
    block.position = v3_scale(block.radius, i->normal);
    block.linear = velocity;
    block.material = material;
    return scene_add_ball(world, &block);
}

// ---------------------------------------------------------------------------------------------------------------------
// Sliding to a stop

// v_k = max(0, v0 - k mu g h). With n the last k before the stop, each step moving h (v_k + v_k+1)/2, the way is
// h v0/2 + h sum_1^n v_k = h (v0/2 + n v0 - mu g h n (n + 1)/2); v0^2/(2 mu g) in the limit.
static double stopping_way(double v0, double mu, double h)
{
    double n = floor(v0 / (mu * SCENE_G * h));
    return h * (0.5 * v0 + n * v0 - mu * SCENE_G * h * 0.5 * n * (n + 1.0));
}

static void slide_to_a_stop(double v0, double mu, double h, double heading)
{
    belay_world* world = scene_world(h);
    incline flat = make_incline(0.0, heading);
    belay_body_id block = add_block(world, &flat, rough(mu), v3_scale(v0, flat.downhill));
    belay_vec3 start = scene_state(world, block).pose.position;
    int steps_to_stop = (int)ceil(v0 / (mu * SCENE_G * h));
    for (int k = 1; k < steps_to_stop; k++) {
        scene_steps(world, 1);
        belay_vec3 v = scene_state(world, block).linear_velocity;
        double speed = v0 - mu * SCENE_G * h * k;
        cr_assert(fabs(v3_dot(v, flat.downhill) - speed) <= 1e-12 * v0, "step %d", k);
        cr_assert(fabs(v3_dot(v, flat.across)) <= 1e-12 * v0, "step %d", k);
    }
    scene_steps(world, 2);
    belay_body_state stopped = scene_state(world, block);
    belay_vec3 way = v3_sub(stopped.pose.position, start);
    double right = stopping_way(v0, mu, h);
    scene_check_near(v3_dot(way, flat.downhill), right, 1e-12 * right, "stopping path, m");
    scene_check_near(v3_dot(way, flat.across), 0.0, 1e-12 * right, "drift across, m");
    scene_check_near(way.z, 0.0, 1e-12, "height, m");
    scene_steps(world, 100);
    cr_expect(scene_is_same_pose(scene_state(world, block).pose, stopped.pose), "creeps after the stop");
    belay_world_destroy(world);
}

Test(friction, block_slides_to_a_stop)
{
    static const double mus[] = {0.1, 0.3, 0.8};
    for (int m = 0; m < 3; m++)
        for (int heading = 0; heading < 360; heading += 15) {
            slide_to_a_stop(2.0, mus[m], 1.0 / 60.0, scene_radians(heading));
            slide_to_a_stop(2.0, mus[m], 1.0 / 240.0, scene_radians(heading));
        }
}

// The way of the steps tends to v0^2/(2 mu g), where the friction m mu g has done the work m v0^2/2; second order in h.
Test(friction, stopping_way_tends_to_the_closed_form)
{
    double right = 4.0 / (2.0 * 0.3 * SCENE_G);
    scene_check_near(stopping_way(2.0, 0.3, 1.0 / 240.0), right, 1e-4 * right, "path of the steps at 1/240, m");
    scene_check_near(stopping_way(2.0, 0.3, 1.0 / 2400.0), right, 1e-6 * right, "path of the steps at 1/2400, m");
}

// mu = 0 is legal: no force along the plane, so the velocity keeps its bits.
Test(scene_A1, no_friction_never_stops)
{
    belay_world* world = scene_world(1.0 / 240.0);
    incline flat = make_incline(0.0, 0.3);
    belay_vec3 velocity = v3_scale(2.0, flat.downhill);
    belay_body_id block = add_block(world, &flat, rough(0.0), velocity);
    scene_steps(world, 14400);
    belay_vec3 v = scene_state(world, block).linear_velocity;
    cr_expect(v.x == velocity.x && v.y == velocity.y, "(%g, %g)", v.x - velocity.x, v.y - velocity.y);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Holding and sliding on a slope: at rest the friction needed is m g sin(s) and the most there is is mu m g cos(s), so
// the block holds iff tan(s) <= mu; else a = g (sin(s) - mu cos(s)), and the way a t^2/2 from rest is that of the
// steps.

enum { SETTLING_STEPS = 6 };

static void check_holds(double slope, double heading, double mu)
{
    belay_world* world = scene_world(1.0 / 240.0);
    incline i = make_incline(slope, heading);
    belay_body_id block = add_block(world, &i, rough(mu), v3_zero());
    // Rounding may place the block 1e-17 m above the plane; closing that gap can take four steps.
    scene_steps(world, SETTLING_STEPS);
    belay_pose settled = scene_state(world, block).pose;
    scene_check_near(v3_distance(settled.position, v3_scale(0.05, i.normal)), 0.0, 1e-16, "settling, m");
    for (int k = SETTLING_STEPS; k < 14400; k++) {
        scene_steps(world, 1);
        cr_assert(scene_is_same_pose(scene_state(world, block).pose, settled), "creeps: mu %g, heading %g, step %d", mu,
                  heading, k);
    }
    belay_world_destroy(world);
}

static void check_slides(double slope, double heading, double mu, double tolerance)
{
    belay_world* world = scene_world(1.0 / 240.0);
    incline i = make_incline(slope, heading);
    belay_body_id block = add_block(world, &i, rough(mu), v3_zero());
    belay_vec3 start = scene_state(world, block).pose.position;
    scene_steps(world, 480);
    belay_vec3 way = v3_sub(scene_state(world, block).pose.position, start);
    double right = 0.5 * SCENE_G * (sin(slope) - mu * cos(slope)) * 4.0;
    scene_check_near(v3_dot(way, i.downhill), right, tolerance * right, "path downhill in 2 s, m");
    scene_check_near(v3_dot(way, i.across), 0.0, 1e-12, "drift across, m");
    scene_check_near(v3_dot(way, i.normal), 0.0, 1e-12, "height, m");
    belay_world_destroy(world);
}

static const double slope_mus[] = {0.05, 0.3, 0.5, 1.2};
static const double slope_headings[] = {0.0, 37.0, 90.0, 201.5, 315.0};

Test(friction, holds_below_the_angle_of_friction)
{
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < 5; k++)
            check_holds(atan(slope_mus[m]) - scene_radians(0.1), scene_radians(slope_headings[k]), slope_mus[m]);
}

Test(friction, slides_above_the_angle_of_friction)
{
    for (int m = 0; m < 4; m++)
        for (int k = 0; k < 5; k++)
            check_slides(atan(slope_mus[m]) + scene_radians(0.1), scene_radians(slope_headings[k]), slope_mus[m], 1e-9);
}

Test(scene_B1, holds)
{
    for (int k = 0; k < 5; k++) {
        check_holds(scene_radians(25.0), scene_radians(slope_headings[k]), 0.5);
        check_holds(scene_radians(26.5), scene_radians(slope_headings[k]), 0.5);
    }
}

Test(scene_B1, slides)
{
    for (int k = 0; k < 5; k++) {
        check_slides(scene_radians(26.7), scene_radians(slope_headings[k]), 0.5, 1e-9);
        check_slides(scene_radians(28.0), scene_radians(slope_headings[k]), 0.5, 1e-9);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Pushed along a triangle (renouf2005, sec. 8.2): a force of 1.05 mu m g for 5 s, towards a, a + 120 and a + 240
// degrees, from rest each time. Friction opposes the motion, which is along the force, so a = 0.05 mu g and each leg
// is a t^2/2 long (theta = 1/2; a t (t + h)/2 at theta = 1). Three equal legs at 120 degrees close.

static double push_leg(belay_world* world, belay_body_id block, belay_vec3 direction, belay_vec3 side, double force)
{
    const belay_world_def* def = belay_world_get_def(world);
    int steps = (int)lround(5.0 / def->step_seconds);
    scene_set_velocity(world, block, v3_zero(), v3_zero());
    belay_vec3 start = scene_state(world, block).pose.position;
    double largest_angle = 0.0;
    for (int k = 1; k <= steps; k++) {
        scene_push(world, block, v3_scale(force, direction));
        scene_steps(world, 1);
        belay_vec3 way = v3_sub(scene_state(world, block).pose.position, start);
        double angle = fabs(atan2(v3_dot(way, side), v3_dot(way, direction)));
        // The first millimetre is too short to measure an angle on, 1 m away from the origin.
        if (v3_length(way) > 1e-3 && !(angle <= largest_angle)) largest_angle = angle;
    }
    double t = 5.0, h = def->step_seconds, acceleration = force - 0.3 * SCENE_G;
    double right = 0.5 * acceleration * t * (def->theta == 0.5 ? t : t + h);
    double way = v3_dot(v3_sub(scene_state(world, block).pose.position, start), direction);
    scene_check_near(way, right, 1e-9 * right, "leg, m");
    return largest_angle;
}

static void push_along_triangles(double h, double theta, double slope, double heading)
{
    belay_world_def def = belay_world_def_default();
    def.solver.tolerance = belay_world_def_exact().solver.tolerance;
    incline i = make_incline(slope, heading);
    def.step_seconds = h;
    def.theta = theta;
    def.gravity = v3_scale(-SCENE_G, i.normal); // the whole scene is turned
    belay_world* world = scene_world_of(&def);
    belay_body_id block = add_block(world, &i, rough(0.3), v3_zero());
    double largest_angle = 0.0, largest_miss = 0.0;
    for (int a = 0; a <= 12; a++) {
        belay_vec3 start = scene_state(world, block).pose.position;
        for (int leg = 0; leg < 3; leg++) {
            double direction = scene_radians(7.5 * a + 120.0 * leg);
            belay_vec3 along = in_plane(&i, direction), side = in_plane(&i, direction + 0.5 * SCENE_PI);
            double angle = push_leg(world, block, along, side, 1.05 * 0.3 * SCENE_G);
            largest_angle = fmax(largest_angle, angle);
        }
        largest_miss = fmax(largest_miss, v3_distance(scene_state(world, block).pose.position, start));
    }
    scene_check_near(largest_angle, 0.0, 1e-9, "push: largest angle of the path to the force, rad");
    scene_check_near(largest_miss, 0.0, 1e-9 * 1.839375, "push: gap of the triangle, m");
    belay_world_destroy(world);
}

Test(scene_push, triangle_closes)
{
    push_along_triangles(1.0 / 60.0, 0.5, 0.0, 0.0);
    push_along_triangles(1.0 / 240.0, 0.5, 0.0, 0.0);
}

Test(scene_push, triangle_closes_in_any_orientation)
{
    push_along_triangles(1.0 / 60.0, 0.5, 0.4, 0.7);
    push_along_triangles(1.0 / 60.0, 0.5, 0.5 * SCENE_PI, 2.0);
    push_along_triangles(1.0 / 60.0, 0.5, 3.0, -1.0);
}

Test(scene_push, triangle_closes_at_theta_1)
{
    push_along_triangles(1.0 / 60.0, 1.0, 0.0, 0.3);
}

// ---------------------------------------------------------------------------------------------------------------------
// The cone is round. Pushed from rest with the tangential force T (weight and push together) the block slides along T
// with a = (|T| - mu N)/m, whatever the direction; over a pyramid both direction and length would depend on it.

// The way after 1 s, along T and across it, both divided by a t^2/2.
static void pushed_way(double heading, double push_angle, double* along, double* across)
{
    const double mu = 0.5, slope = scene_radians(15.0), push = 0.8 * SCENE_G;
    belay_world* world = scene_world(1.0 / 240.0);
    incline i = make_incline(slope, heading);
    belay_body_id block = add_block(world, &i, rough(mu), v3_zero());
    belay_vec3 start = scene_state(world, block).pose.position;
    belay_vec3 force = v3_scale(push, in_plane(&i, push_angle));
    belay_vec3 total = v3_add_scaled(force, SCENE_G * sin(slope), i.downhill);
    for (int k = 0; k < 240; k++) {
        scene_push(world, block, force);
        scene_steps(world, 1);
    }
    belay_vec3 way = v3_sub(scene_state(world, block).pose.position, start);
    belay_vec3 t = v3_scale(1.0 / v3_length(total), total);
    double right = 0.5 * (v3_length(total) - mu * SCENE_G * cos(slope));
    *along = v3_dot(way, t) / right;
    *across = v3_dot(way, v3_cross(i.normal, t)) / right;
    belay_world_destroy(world);
}

Test(friction, no_direction_is_better_than_another)
{
    double lowest = 1.0, highest = 1.0, widest = 0.0;
    for (int heading = 0; heading < 360; heading += 15)
        for (int push = 0; push < 360; push += 15) {
            double along, across;
            pushed_way(scene_radians(heading), scene_radians(push), &along, &across);
            lowest = fmin(lowest, along);
            highest = fmax(highest, along);
            widest = fmax(widest, fabs(across));
        }
    scene_check_near(lowest, 1.0, 1e-9, "shortest path / right path");
    scene_check_near(highest, 1.0, 1e-9, "longest path / right path");
    scene_check_near(widest, 0.0, 1e-9, "widest angle between path and force, rad");
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost

// A block sliding on a plane, some steps old.
typedef struct sliding_block {
    belay_world* world;
    belay_collider_id plane;
    belay_body_id ground, block;
} sliding_block;

static sliding_block make_sliding_block(void)
{
    sliding_block s;
    s.world = scene_world(1.0 / 240.0);
    s.plane = scene_plane(s.world, v3(0.2, 0.0, 1.0), 0.0, rough(0.5));
    scene_ball ball = scene_ball_default();
    ball.is_rotation_locked = true;
    ball.position = v3_scale(0.05 / sqrt(1.04), v3(0.2, 0.0, 1.0));
    ball.linear = v3(0.0, 2.0, 0.0);
    s.block = scene_add_ball(s.world, &ball);
    scene_steps(s.world, 50);
    int32_t count;
    const belay_contact* contacts = belay_world_get_contacts(s.world, &count);
    cr_assert(count == 1);
    s.ground = contacts[0].body_b;
    return s;
}

static void refuse_friction(sliding_block* s, double mu, const char* text)
{
    uint64_t hash = belay_world_hash(s->world);
    belay_result result = belay_collider_set_material(s->world, s->plane, rough(mu));
    scene_check_refused(s->world, hash, result, BELAY_ERROR_VALUE, "friction", text);
    belay_collider_def def = belay_collider_def_sphere(0.01);
    belay_collider_id collider;
    def.material.friction = mu;
    result = belay_collider_create(s->world, s->block, &def, &collider);
    scene_check_refused(s->world, hash, result, BELAY_ERROR_VALUE, "friction", text);
}

static void refuse_normal(sliding_block* s, belay_vec3 normal, const char* text)
{
    uint64_t hash = belay_world_hash(s->world);
    belay_collider_def def = belay_collider_def_plane(normal, 0.0);
    belay_collider_id collider;
    belay_result result = belay_collider_create(s->world, s->ground, &def, &collider);
    scene_check_refused(s->world, hash, result, BELAY_ERROR_VALUE, "plane.normal", text);
}

Test(scene_A1, bad_friction_is_refused)
{
    sliding_block s = make_sliding_block(), control = make_sliding_block();
    refuse_friction(&s, -0.1, "-0.1");
    refuse_friction(&s, NAN, "nan");
    refuse_friction(&s, INFINITY, "inf");
    scene_check_same_course(s.world, control.world, 100);
    belay_world_destroy(s.world);
    belay_world_destroy(control.world);
}

Test(scene_B1, bad_normals_are_refused)
{
    sliding_block s = make_sliding_block(), control = make_sliding_block();
    refuse_normal(&s, v3_zero(), "(0, 0, 0)");
    refuse_normal(&s, v3(NAN, 0.0, 1.0), "nan");
    refuse_normal(&s, v3(0.0, INFINITY, 1.0), "inf");
    scene_check_same_course(s.world, control.world, 100);
    belay_world_destroy(s.world);
    belay_world_destroy(control.world);
}

// A normal of any length stands for its direction: the block on it moves as on the plane of the unit normal.
Test(scene_B1, normals_are_normalised)
{
    incline i = make_incline(scene_radians(28.0), 0.4);
    belay_vec3 ends[2];
    for (int k = 0; k < 2; k++) {
        belay_world* world = scene_world(1.0 / 240.0);
        incline scaled = i;
        scaled.normal = v3_scale(k == 0 ? 1.0 : 7.0, i.normal);
        scene_plane(world, scaled.normal, 0.0, rough(0.5));
        scene_ball block = scene_ball_default();
        block.is_rotation_locked = true;
        block.position = v3_scale(block.radius, i.normal);
        belay_body_id body = scene_add_ball(world, &block);
        scene_steps(world, 480);
        ends[k] = scene_state(world, body).pose.position;
        belay_world_destroy(world);
    }
    scene_check_near(v3_distance(ends[0], ends[1]), 0.0, 1e-12, "distance of the two blocks, m");
}
