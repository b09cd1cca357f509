// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "game/level/truck.h"

#include "game/level/land.h"

#include <math.h>

static const double RADIUS = 0.45, WIDTH = 0.24, TRACK = 1.7, BASE = 2.2; // m, of the wheels
static const double CHASSIS_MASS = 900.0, WHEEL_MASS = 30.0;              // kg
static const double HEIGHT = 0.72;                                        // m, of the middle of the chassis
static const double TOP_SPEED = 4.2, TOP_REVERSE = 2.0;                   // m/s
static const double GAIN = 2.5, LOSS = 5.0;                               // m/s^2
static const double TORQUE = 800.0, BRAKE = 2500.0;                       // N m, of each wheel
static const double MOST_CURVATURE = 0.18, CURVATURE_RATE = 0.35;         // 1/m, 1/(m s)
static const double ROPE = 4.0, HITCH = 1.95, EYE = 0.15; // m: length; hitch behind the middle, eye before the crate

// ------------------------------------------------------------------------------------------------------------------
// Making
// ------------------------------------------------------------------------------------------------------------------

static belay_shape box_of(belay_vec3 size)
{
    belay_shape shape = {.type = BELAY_SHAPE_BOX};
    shape.box.size = size;
    return shape;
}

static void make_body(maker* m, truck* t, double y)
{
    t->chassis =
        make_solid(m, make_at(v3(0.0, y, HEIGHT)), belay_collider_def_box(v3(1.2, 3.5, 0.3)), CHASSIS_MASS, LOOK_METAL);
    make_collider(m, t->chassis, make_box(v3(0.0, 0.55, 0.55), v3(1.5, 1.1, 0.9)), LOOK_PAINT);
    make_collider(m, t->chassis, make_box(v3(0.0, 1.35, 0.35), v3(1.3, 0.75, 0.5)), LOOK_PAINT);
    make_collider(m, t->chassis, make_box(v3(0.0, -0.9, 0.22), v3(1.5, 1.7, 0.14)), LOOK_DARK_WOOD);
    for (int i = 0; i < 2; i++)
        make_collider(m, t->chassis, make_box(v3(i == 0 ? -0.72 : 0.72, -0.9, 0.42), v3(0.06, 1.7, 0.3)), LOOK_PAINT);
    make_collider(m, t->chassis, make_box(v3(0.0, -1.72, 0.42), v3(1.38, 0.06, 0.3)), LOOK_PAINT);
    make_scenery(m, t->chassis, box_of(v3(1.3, 0.04, 0.4)), make_at(v3(0.0, 1.1, 0.75)), LOOK_GLASS);
    make_scenery(m, t->chassis, box_of(v3(1.52, 0.7, 0.36)), make_at(v3(0.0, 0.6, 0.75)), LOOK_GLASS);
    for (int i = 0; i < 2; i++)
        make_scenery(m, t->chassis, box_of(v3(0.24, 0.04, 0.16)), make_at(v3(i == 0 ? -0.45 : 0.45, 1.74, 0.4)),
                     LOOK_SIGN);
}

static belay_vec3 wheel_at(int i)
{
    return v3((i % 2 == 0 ? -0.5 : 0.5) * TRACK, (i < 2 ? 0.5 : -0.5) * BASE, RADIUS);
}

static void make_wheel(maker* m, truck* t, int i, double y)
{
    belay_collider_def tyre = belay_collider_def_cylinder(WIDTH, RADIUS);
    tyre.pose.rotation = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), 0.5 * BELAY_PI); // z onto the axle
    tyre.material.friction = LAND_FRICTION;
    belay_wheel_def def = belay_wheel_def_default();
    def.center = v3_add(wheel_at(i), v3(0.0, y, 0.0));
    def.chassis = t->chassis;
    def.wheel = make_solid(m, make_at(def.center), tyre, WHEEL_MASS, LOOK_TYRE);
    def.stiffness = 45000.0;
    def.damping = 4500.0;
    def.load = 0.25 * 9.81 * CHASSIS_MASS;
    def.travel_up = def.travel_down = 0.15;
    belay_shape rim = {.type = BELAY_SHAPE_CYLINDER};
    rim.cylinder = (belay_cylinder){WIDTH + 0.02, 0.55 * RADIUS};
    make_scenery(m, def.wheel, rim, tyre.pose, LOOK_METAL);
    make_scenery(m, def.wheel, box_of(v3(WIDTH + 0.04, 0.1, 0.8 * RADIUS)), belay_pose_identity(), LOOK_PAINT);
    if (m->status == BELAY_OK) make_check(m, belay_wheel_create(m->world, &def, &t->wheels[i]));
}

static void make_tow(maker* m, truck* t, double y)
{
    double hitch = y - HITCH, size = 1.0, z = 0.5 * size;
    belay_collider_def box = belay_collider_def_box(v3(size, size, size));
    // Its partner's friction is the ground's: mu of the pair is the root of the product.
    box.material.friction = TRUCK_CRATE_FRICTION * TRUCK_CRATE_FRICTION / LAND_FRICTION;
    t->crate = make_solid(m, make_at(v3(0.0, hitch - ROPE - EYE - 0.5 * size, z)), box, TRUCK_CRATE_MASS, LOOK_CRATE);
    belay_rod_def rope = belay_rod_def_default();
    rope.element_count = 20;
    rope.start = v3(0.0, hitch, z);
    rope.direction = v3(0.0, -1.0, 0.0);
    rope.length = ROPE;
    rope.radius = TRUCK_ROPE_RADIUS;
    rope.young_modulus = 2e8;                               // Pa
    rope.bend_stiffness[0] = rope.bend_stiffness[1] = 0.05; // N m^2: limp
    rope.damping_time = 0.02;                               // s
    if (m->status == BELAY_OK) make_check(m, belay_rod_create(m->world, &rope, &t->rope));
    // Held off the bodies: a slack rope then hangs free of the face behind its end.
    belay_shape bar = box_of(v3(0.08, 0.26, 0.08)), eye = box_of(v3(0.06, EYE + 0.04, 0.06));
    make_scenery(m, t->chassis, bar, make_at(v3(0.0, -HITCH + 0.1, z - HEIGHT)), LOOK_METAL);
    make_scenery(m, t->crate, eye, make_at(v3(0.0, 0.5 * (size + EYE), 0.0)), LOOK_METAL);
    t->hitch = make_pin(m, t->rope, 0.0, t->chassis);
    t->hook = make_pin(m, t->rope, ROPE, t->crate);
}

void truck_make(maker* m, truck* t, double y)
{
    make_body(m, t, y);
    for (int i = 0; i < TRUCK_WHEELS; i++)
        make_wheel(m, t, i, y);
    make_tow(m, t, y);
}

// ------------------------------------------------------------------------------------------------------------------
// Driving
// ------------------------------------------------------------------------------------------------------------------

static double towards(double value, double wanted, double most)
{
    return value + fmin(fmax(wanted - value, -most), most);
}

// How fast a wheel goes where the middle of the rear axle goes at 1: all roll about one centre.
static double share_of(int i, double curvature)
{
    belay_vec3 at = wheel_at(i);
    double across = 1.0 + curvature * at.x, along = i < 2 ? curvature * BASE : 0.0;
    return sqrt(across * across + along * along);
}

static belay_result turn_wheels(belay_world* world, const truck* t, double curvature)
{
    double angles[2], radius = fabs(curvature) > 1e-6 ? 1.0 / curvature : HUGE_VAL;
    belay_result result = belay_wheel_steering(BASE, TRACK, radius, &angles[0], &angles[1], NULL);
    for (int i = 0; i < 2 && result == BELAY_OK; i++)
        result = belay_wheel_steer(world, t->wheels[i], angles[i]);
    return result;
}

belay_result truck_steer(belay_world* world, const truck* t, truck_drive* drive, double ahead, double aside,
                         bool brakes, double h)
{
    double wanted = brakes ? 0.0 : ahead * (ahead > 0.0 ? TOP_SPEED : TOP_REVERSE);
    bool slows = fabs(wanted) < fabs(drive->speed) || wanted * drive->speed < 0.0;
    drive->speed = brakes ? 0.0 : towards(drive->speed, wanted, (slows ? LOSS : GAIN) * h);
    drive->curvature = towards(drive->curvature, -MOST_CURVATURE * aside, CURVATURE_RATE * h);
    belay_result result = turn_wheels(world, t, drive->curvature);
    for (int i = 0; i < TRUCK_WHEELS && result == BELAY_OK; i++) {
        double speed = drive->speed * share_of(i, drive->curvature) / RADIUS;
        result = drive->speed == 0.0 && wanted == 0.0 ? belay_wheel_brake(world, t->wheels[i], BRAKE)
                                                      : belay_wheel_drive(world, t->wheels[i], speed, TORQUE);
    }
    return result;
}
