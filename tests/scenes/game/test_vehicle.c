// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A car of a chassis and four wheels that are bodies: straight ahead, in a circle, braked on a slope, in a jump.

#include "support/scene.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define H (1.0 / 240.0)
#define RADIUS 0.35 // m, of a wheel
#define BASE 2.6    // m, between the axles
#define TRACK 1.5   // m, between the wheels of an axle
#define CHASSIS 1000.0
#define WHEEL 20.0 // kg
#define HEIGHT 0.6 // m, of the middle of the chassis

enum { FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT };

typedef struct car {
    belay_world* world;
    belay_body_id chassis, wheels[4];
    belay_joint_id joints[4];
} car;

static belay_body_id add_body(belay_world* world, belay_pose pose, belay_collider_def collider, double mass)
{
    belay_body_def def = belay_body_def_default();
    belay_mass m;
    belay_body_id id;
    def.pose = pose;
    cr_assert_eq(belay_body_create(world, &def, &id), BELAY_OK);
    cr_assert_eq(belay_collider_create(world, id, &collider, NULL), BELAY_OK);
    cr_assert_eq(belay_shape_mass_of(&collider.shape, mass, &m, NULL), BELAY_OK);
    cr_assert_eq(belay_body_set_mass(world, id, &m), BELAY_OK);
    return id;
}

static belay_vec3 wheel_place(int i)
{
    return v3((i % 2 ? 0.5 : -0.5) * TRACK, (i < 2 ? 0.5 : -0.5) * BASE, RADIUS);
}

// Drawn with its wheels on z = 0 and y ahead, then moved by `pose`. Wheels are cylinders, 0.1 m wide. `load`: N, of
// each spring as it is drawn.
static car add_loaded_car(belay_world* world, belay_pose pose, double friction, double load)
{
    car c = {.world = world};
    belay_pose at = pose_compose(pose, (belay_pose){{0.0, 0.0, HEIGHT}, belay_quat_identity()});
    c.chassis = add_body(world, at, belay_collider_def_box(v3(1.2, 3.6, 0.4)), CHASSIS);
    belay_quat across = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI); // z to x
    for (int i = 0; i < 4; i++) {
        belay_collider_def tyre = belay_collider_def_cylinder(0.1, RADIUS);
        belay_wheel_def def = belay_wheel_def_default();
        tyre.material = (belay_material){friction, 0.0};
        belay_pose place = pose_compose(pose, (belay_pose){wheel_place(i), across});
        c.wheels[i] = add_body(world, place, tyre, WHEEL);
        def.chassis = c.chassis;
        def.wheel = c.wheels[i];
        def.center = place.position;
        def.axle = q_rotate(pose.rotation, def.axle);
        def.up = q_rotate(pose.rotation, def.up);
        def.load = load;
        cr_assert_eq(belay_wheel_create(world, &def, &c.joints[i]), BELAY_OK, "%s", belay_world_last_error(world));
    }
    return c;
}

static car add_car(belay_world* world, belay_pose pose, double friction)
{
    return add_loaded_car(world, pose, friction, 0.25 * CHASSIS * SCENE_G);
}

static belay_world* world_with_ground(void)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, (belay_material){1.0, 0.0});
    return world;
}

static car car_on_ground(void)
{
    return add_car(world_with_ground(), belay_pose_identity(), 1.0);
}

static void drive_all(const car* c, double speed, double torque)
{
    for (int i = 0; i < 4; i++)
        cr_assert_eq(belay_wheel_drive(c->world, c->joints[i], speed, torque), BELAY_OK);
}

static void brake_all(const car* c, double torque)
{
    for (int i = 0; i < 4; i++)
        cr_assert_eq(belay_wheel_brake(c->world, c->joints[i], torque), BELAY_OK);
}

static belay_wheel_state wheel_of(const car* c, int i)
{
    belay_wheel_state s;
    cr_assert_eq(belay_wheel_get_state(c->world, c->joints[i], &s), BELAY_OK);
    return s;
}

// Steps; nothing that is no drive adds energy.
static void run(const car* c, int count)
{
    for (int i = 0; i < count; i++) {
        scene_steps(c->world, 1);
        const belay_energy_report* e = &belay_world_get_stats(c->world)->energy;
        double gain = e->normal + e->friction + e->joints + e->limits + e->left_over;
        cr_assert_leq(gain, 1e-9 * 1e5, "step %d makes %g J", i, gain);
        cr_assert_leq(fabs(e->left_over), 1e-11 * 1e5);
    }
}

Test(vehicle, stands_on_its_springs)
{
    car c = car_on_ground();
    run(&c, 480);
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        belay_wheel_state w = wheel_of(&c, i);
        scene_check_near(w.compression, 0.0, 1e-5, "m: as it was drawn");
        scene_check_near(w.load, 0.25 * CHASSIS * SCENE_G, 1.0, "N");
        sum += w.load;
    }
    scene_check_near(sum, CHASSIS * SCENE_G, 1e-3, "N in all");
    belay_world_destroy(c.world);
}

// Springs of the default load are as long as they like where the car is drawn: it comes down until they carry it, or
// until their stops do.
Test(vehicle, wheels_of_default_load_carry)
{
    belay_wheel_def def = belay_wheel_def_default();
    const double gravity[] = {SCENE_G, 25.0}; // m/s^2; in the second the springs alone would give 156 mm
    for (int k = 0; k < 2; k++) {
        car c = add_loaded_car(world_with_ground(), belay_pose_identity(), 1.0, def.load);
        double load = 0.25 * CHASSIS * gravity[k], sum = 0.0;
        cr_assert_eq(belay_world_set_gravity(c.world, v3(0.0, 0.0, -gravity[k])), BELAY_OK);
        run(&c, 960);
        for (int i = 0; i < 4; i++) {
            belay_wheel_state w = wheel_of(&c, i);
            scene_check_near(w.compression, fmin(load / def.stiffness, def.travel_up), 1e-5, "m");
            sum += w.load;
            // Stops are rigid: four of them may share the weight in more than one way.
            scene_check_near(w.load, load, k == 0 ? 1.0 : 0.1 * load, "N, by spring and stop");
        }
        scene_check_near(sum, 4.0 * load, 1.0, "N in all");
        belay_world_destroy(c.world);
    }
}

Test(vehicle, goes_straight_with_the_acceleration_of_its_torque)
{
    // a = (T / r) / (m + sum of I / r^2); of a solid wheel I / r^2 is half of its mass.
    car c = car_on_ground();
    run(&c, 240);
    double torque = 150.0;
    drive_all(&c, 1e4, torque);
    run(&c, 480);
    double a = 4.0 * torque / RADIUS / (CHASSIS + 4.0 * WHEEL * 1.5);
    belay_body_state s = scene_state(c.world, c.chassis);
    scene_check_near(s.linear_velocity.y / (2.0 * a), 1.0, 1e-9, "of the speed after 2 s");
    scene_check_near(s.linear_velocity.x, 0.0, 1e-6, "m/s aside");
    scene_check_near(s.pose.position.x, 0.0, 1e-6, "m aside");
    for (int i = 0; i < 4; i++) {
        scene_check_near(wheel_of(&c, i).speed * RADIUS, s.linear_velocity.y, 1e-9, "m/s: it rolls");
        cr_expect_gt(wheel_of(&c, i).angle, 0.0);
    }
    belay_world_destroy(c.world);
}

Test(vehicle, goes_round_a_circle)
{
    const double radii[] = {12.0, -20.0};
    for (int k = 0; k < 2; k++) {
        car c = car_on_ground();
        double left, right, speed = 4.0;
        cr_assert_eq(belay_wheel_steering(BASE, TRACK, radii[k], &left, &right, NULL), BELAY_OK);
        cr_assert_eq(belay_wheel_steer(c.world, c.joints[FRONT_LEFT], left), BELAY_OK);
        cr_assert_eq(belay_wheel_steer(c.world, c.joints[FRONT_RIGHT], right), BELAY_OK);
        // Each rear wheel is driven as fast as its own circle asks for, as a differential would.
        for (int i = REAR_LEFT; i <= REAR_RIGHT; i++) {
            double own = radii[k] - (i == REAR_LEFT ? 0.5 : -0.5) * TRACK;
            belay_wheel_drive(c.world, c.joints[i], speed * own / radii[k] / RADIUS, 200.0);
        }
        run(&c, 240 * 6);
        belay_body_state s = scene_state(c.world, c.chassis);
        double yaw = s.angular_velocity.z;
        // Of the middle of the rear axle.
        belay_vec3 arm = q_rotate(s.pose.rotation, v3(0.0, -0.5 * BASE, 0.0));
        belay_vec3 v = v3_add(s.linear_velocity, v3_cross(s.angular_velocity, arm));
        scene_check_near(v3_length(v), speed, 0.02 * speed, "m/s");
        scene_check_near(yaw / (v3_length(v) / radii[k]), 1.0, 0.02, "of the yaw rate v / R");
        belay_joint_state held;
        cr_assert_eq(belay_joint_get_state(c.world, c.joints[FRONT_LEFT], &held), BELAY_OK);
        scene_check_near(held.angular_error, 0.0, 1e-5, "rad that the axle is off at the contact instant");
        scene_check_near(wheel_of(&c, FRONT_LEFT).steering, left, 1e-4, "rad, halfway between two");
        belay_world_destroy(c.world);
    }
}

Test(vehicle, brakes_hold_it_on_a_slope)
{
    belay_world* world = scene_world(H);
    double angle = scene_radians(15.0);
    belay_quat turned = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), angle); // uphill ahead
    scene_plane(world, q_rotate(turned, v3(0.0, 0.0, 1.0)), 0.0, (belay_material){1.0, 0.0});
    car c = add_car(world, (belay_pose){{0.0, 0.0, 0.0}, turned}, 1.0);
    brake_all(&c, 2000.0);
    run(&c, 720);
    belay_vec3 stands = scene_state(world, c.chassis).pose.position;
    run(&c, 2400);
    scene_check_near(v3_distance(scene_state(world, c.chassis).pose.position, stands), 0.0, 1e-6, "m in 10 s");
    brake_all(&c, 0.0); // and rolls back without them
    scene_steps(world, 240);
    belay_vec3 down = q_rotate(turned, v3(0.0, -1.0, 0.0));
    double mass = CHASSIS + 4.0 * WHEEL;
    double a = mass * SCENE_G * sin(angle) / (CHASSIS + 4.0 * WHEEL * 1.5);
    scene_check_near(v3_dot(scene_state(world, c.chassis).linear_velocity, down) / a, 1.0, 1e-6,
                     "of its speed after 1 s");
    belay_world_destroy(world);
}

Test(vehicle, falls_asleep_though_it_is_told_every_frame_that_it_is_parked)
{
    car c = car_on_ground();
    bool is_awake = true;
    for (int i = 0; i < 240 * 10 && is_awake; i++) {
        brake_all(&c, 2000.0);
        cr_assert_eq(belay_wheel_steer(c.world, c.joints[FRONT_LEFT], 0.1), BELAY_OK);
        scene_steps(c.world, 1);
        cr_assert_eq(belay_body_get_is_awake(c.world, c.chassis, &is_awake), BELAY_OK);
    }
    cr_expect_not(is_awake);
    brake_all(&c, 2000.0);
    cr_assert_eq(belay_body_get_is_awake(c.world, c.chassis, &is_awake), BELAY_OK);
    cr_expect_not(is_awake);
    brake_all(&c, 1999.0); // another brake wakes it
    cr_assert_eq(belay_body_get_is_awake(c.world, c.chassis, &is_awake), BELAY_OK);
    cr_expect(is_awake);
    belay_world_destroy(c.world);
}

Test(vehicle, brakes_stop_it_in_the_way_that_friction_allows)
{
    // Locked wheels slide: v^2 / (2 mu g).
    car c = car_on_ground();
    run(&c, 240);
    drive_all(&c, 15.0 / RADIUS, 800.0);
    run(&c, 240 * 6);
    belay_body_state before = scene_state(c.world, c.chassis);
    cr_assert_gt(before.linear_velocity.y, 14.0);
    brake_all(&c, HUGE_VAL);
    run(&c, 240 * 4);
    belay_body_state after = scene_state(c.world, c.chassis);
    double way = after.pose.position.y - before.pose.position.y, v = before.linear_velocity.y;
    scene_check_near(v3_length(after.linear_velocity), 0.0, 1e-4, "m/s");
    scene_check_near(way / (v * v / (2.0 * SCENE_G)), 1.0, 0.01, "of the way of sliding wheels");
    belay_world_destroy(c.world);
}

Test(vehicle, jumps_as_it_is_thrown_and_lands_on_its_wheels)
{
    belay_world* world = scene_world(H);
    belay_material road = {1.0, 0.0};
    scene_plane(world, v3(0.0, 0.0, 1.0), -2.0, road);
    belay_collider_def table = belay_collider_def_box(v3(6.0, 40.0, 2.0));
    table.material = road;
    cr_assert_eq(
        belay_collider_create(world, scene_add_body(world, BELAY_BODY_STATIC, v3(0.0, -20.0, -1.0)), &table, NULL),
        BELAY_OK);
    car c = add_car(world, (belay_pose){{0.0, -30.0, 0.0}, belay_quat_identity()}, 1.0);
    drive_all(&c, 12.0 / RADIUS, 1500.0);
    int flying = 0;
    belay_vec3 start = v3_zero(), speed = v3_zero();
    double total = CHASSIS + 4.0 * WHEEL;
    for (int i = 0; i < 240 * 7; i++) {
        run(&c, 1);
        belay_vec3 at = v3_scale(CHASSIS, scene_state(world, c.chassis).pose.position);
        belay_vec3 v = v3_scale(CHASSIS, scene_state(world, c.chassis).linear_velocity);
        for (int k = 0; k < 4; k++) {
            at = v3_add_scaled(at, WHEEL, scene_state(world, c.wheels[k]).pose.position);
            v = v3_add_scaled(v, WHEEL, scene_state(world, c.wheels[k]).linear_velocity);
        }
        int32_t touching = 0;
        const belay_contact* contacts = belay_world_get_contacts(world, &touching);
        bool touches = false;
        for (int k = 0; k < touching; k++)
            touches = touches || contacts[k].impulse[0] > 0.0;
        if (touches) {
            flying = flying > 20 ? -1000000 : flying < 0 ? flying : 0;
            continue;
        }
        if (flying < 0) continue;
        if (flying++ == 0) {
            start = v3_scale(1.0 / total, at);
            speed = v3_scale(1.0 / total, v);
        }
        double t = (flying - 1) * H;
        belay_vec3 right = v3_add_scaled(start, t, speed);
        right.z -= 0.5 * SCENE_G * t * t;
        cr_assert_leq(v3_distance(v3_scale(1.0 / total, at), right), 1e-6, "m off its parabola at %g s", t);
    }
    cr_expect_lt(flying, 0, "it was in the air, and came down");
    belay_body_state s = scene_state(world, c.chassis);
    cr_expect_gt(q_rotate(s.pose.rotation, v3(0.0, 0.0, 1.0)).z, 0.99, "upright");
    scene_check_near(s.pose.position.z, -2.0 + HEIGHT, 0.05, "m: on its wheels below");
    cr_expect_gt(s.linear_velocity.y, 10.0, "and goes on");
    belay_world_destroy(world);
}

Test(vehicle, snapshots_and_threads_do_not_change_its_course)
{
    car c = car_on_ground();
    belay_world_def def = *belay_world_get_def(c.world);
    def.worker_count = 3;
    belay_world* other = scene_world_of(&def);
    cr_assert_eq(belay_wheel_steer(c.world, c.joints[FRONT_LEFT], 0.3), BELAY_OK);
    drive_all(&c, 20.0, 100.0);
    scene_steps(c.world, 100);
    size_t size;
    belay_world_snapshot(c.world, NULL, 0, &size);
    void* bytes = malloc(size);
    cr_assert_eq(belay_world_snapshot(c.world, bytes, size, NULL), BELAY_OK);
    cr_assert_eq(belay_world_restore(other, bytes, size), BELAY_OK, "%s", belay_world_last_error(other));
    free(bytes);
    scene_check_same_course(other, c.world, 120);
    belay_world_destroy(other);
    belay_world_destroy(c.world);
}

Test(vehicle, what_is_out_of_range_is_refused)
{
    car c = car_on_ground();
    belay_world* world = c.world;
    belay_wheel_def good = belay_wheel_def_default(), def;
    belay_joint_id id;
    belay_wheel_state state;
    belay_error error;
    double left, right;
    good.chassis = c.chassis;
    good.wheel = c.wheels[0];
    uint64_t hash = belay_world_hash(world);
#define REFUSED(call, name, value) scene_check_refused(world, hash, call, BELAY_ERROR_VALUE, name, value)
#define WITH(field, x, name, value)                                                                                    \
    do {                                                                                                               \
        def = good;                                                                                                    \
        def.field = x;                                                                                                 \
        REFUSED(belay_wheel_create(world, &def, &id), name, value);                                                    \
    } while (0)
    WITH(stiffness, 0.0, "stiffness", "0");
    WITH(damping, -1.0, "damping", "-1");
    WITH(load, (double)NAN, "load", "nan");
    WITH(travel_up, -0.1, "travel_up", "-0.1");
    WITH(travel_down, HUGE_VAL, "travel_down", "inf");
    WITH(axle, v3_zero(), "axle", "zero");
    WITH(up, v3(3.0, 0.0, 0.0), "up", "parallel");
    WITH(center, v3(1e10, 0.0, 0.0), "center", "1e+10");
    WITH(wheel, c.chassis, "body_a", "body_b");
    REFUSED(belay_wheel_create(world, NULL, &id), "def", "null");
    REFUSED(belay_wheel_create(world, &good, NULL), "id", "null");
    REFUSED(belay_wheel_steer(world, c.joints[0], 1.6), "angle", "1.6");
    REFUSED(belay_wheel_drive(world, c.joints[0], (double)NAN, 1.0), "speed", "nan");
    REFUSED(belay_wheel_drive(world, c.joints[0], 1.0, -1.0), "torque", "-1");
    REFUSED(belay_wheel_brake(world, c.joints[0], -2.0), "torque", "-2");
    REFUSED(belay_wheel_get_state(world, c.joints[0], NULL), "state", "null");
    belay_joint_def hinge;
    cr_assert_eq(
        belay_joint_def_at(world, BELAY_JOINT_HINGE, c.chassis, c.wheels[0], v3_zero(), v3(1.0, 0.0, 0.0), &hinge),
        BELAY_OK);
    cr_assert_eq(belay_joint_create(world, &hinge, &id), BELAY_OK);
    hash = belay_world_hash(world);
    scene_check_refused(world, hash, belay_wheel_get_state(world, id, &state), BELAY_ERROR_COMPONENT, "hinge", "wheel");
    cr_expect_eq(belay_wheel_steering(0.0, 1.0, 5.0, &left, &right, &error), BELAY_ERROR_VALUE);
    cr_expect_not_null(strstr(error.message, "distance is 0"));
    cr_expect_eq(belay_wheel_steering(2.0, 1.0, 0.5, &left, &right, &error), BELAY_ERROR_VALUE);
    cr_expect_not_null(strstr(error.message, "radius is 0.5"));
    cr_expect_eq(belay_wheel_steering(2.0, 1.0, HUGE_VAL, &left, &right, NULL), BELAY_OK);
    cr_expect(left == 0.0 && right == 0.0);
    belay_world_destroy(world);
}
