// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A box on a conveyor: taken along by a slab that moves, or by a slab that stands and whose surface runs; shaken; and
// left on it when it is stopped and tilted.

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <stdio.h>

static const double h = 1.0 / 240.0, mu = 0.4;

typedef struct conveyor {
    belay_world* world;
    belay_body_id slab, box;
    belay_collider_id belt;
} conveyor;

// A long slab with its top at z = 0 and the box at rest on it, along `heading` (rad). The surface runs at `belt` m/s
// along the slab.
static conveyor make_conveyor(belay_body_type type, double heading, double belt)
{
    conveyor c = {.world = scene_sleepless_world(h)};
    belay_quat turn = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), heading);
    scene_solid slab = scene_box(v3(12.0, 1.0, 0.2), v3(0.0, 0.0, -0.1));
    slab.type = type;
    slab.pose.rotation = turn;
    slab.material = scene_rough(mu);
    slab.surface_velocity = v3(belt, 0.0, 0.0);
    c.slab = scene_add_solid(c.world, &slab);
    scene_solid box = scene_box(v3(0.2, 0.2, 0.1), v3(0.0, 0.0, 0.05));
    box.pose.rotation = turn;
    box.material = scene_rough(mu);
    c.box = scene_add_solid(c.world, &box);
    int count;
    cr_assert(belay_body_get_colliders(c.world, c.slab, &c.belt, 1, &count) == BELAY_OK && count == 1);
    return c;
}

// ---------------------------------------------------------------------------------------------------------------------
// Taken along: a = mu g until the speed V is reached at V/(mu g); the belt has then run ahead by V^2/(2 mu g).

typedef struct ride {
    double reached, slip, overshoot, aside, height; // s, m, m/s, m/s, m
} ride;

static ride ride_along(conveyor* c, double heading, double speed)
{
    belay_vec3 along = v3(cos(heading), sin(heading), 0.0), across = v3(-sin(heading), cos(heading), 0.0);
    ride r = {.reached = 10.0};
    double v_before = 0.0;
    for (int k = 1; k <= 240; k++) {
        scene_steps(c->world, 1);
        belay_body_state state = scene_state(c->world, c->box);
        double v = v3_dot(state.linear_velocity, along);
        // Within the step in which it ends, by the acceleration until then.
        if (v >= speed * (1.0 - 1e-9)) r.reached = fmin(r.reached, (k - 1) * h + (speed - v_before) / (mu * SCENE_G));
        r.slip = speed * k * h - v3_dot(state.pose.position, along);
        r.overshoot = fmax(r.overshoot, v - speed);
        r.aside = fmax(r.aside, fabs(v3_dot(state.linear_velocity, across)));
        r.height = fmax(r.height, fabs(state.pose.position.z - 0.05));
        v_before = v;
    }
    scene_check_near(v_before, speed, 1e-6, "B3: speed after 1 s, m/s");
    return r;
}

static void check_ride(const ride* r)
{
    scene_check_near(r->reached, 0.25484, 0.01 * 0.25484, "B3: time until the belt's speed is reached, s");
    scene_check_near(r->slip, 0.12742, 0.01 * 0.12742, "B3: slip on the belt, m");
    scene_check_near(r->overshoot, 0.0, 1e-4, "B3: overshoot, m/s");
    scene_check_near(r->aside, 0.0, 1e-6, "B3: speed across, m/s");
    scene_check_near(r->height, 0.0, 1e-5, "B3: height, m");
}

static const double headings[] = {0.0, 30.0, 200.0};

Test(scene_B3, a_moving_slab_takes_the_box_along)
{
    for (int i = 0; i < 3; i++) {
        double heading = scene_radians(headings[i]);
        conveyor c = make_conveyor(BELAY_BODY_KINEMATIC, heading, 0.0);
        scene_set_velocity(c.world, c.slab, v3(cos(heading), sin(heading), 0.0), v3_zero());
        ride r = ride_along(&c, heading, 1.0);
        check_ride(&r);
        scene_check_near(scene_state(c.world, c.slab).pose.position.x, cos(heading), 1e-9, "B3: path of the slab, m");
        belay_world_destroy(c.world);
    }
}

Test(scene_B3, a_running_surface_takes_the_box_along)
{
    for (int i = 0; i < 3; i++) {
        double heading = scene_radians(headings[i]);
        conveyor c = make_conveyor(BELAY_BODY_STATIC, heading, 1.0);
        ride r = ride_along(&c, heading, 1.0);
        check_ride(&r);
        belay_world_destroy(c.world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Shaken with the speed 0.3 sin(w t): the box follows while the acceleration 0.3 w cos(w t) is below mu g.

static void set_belt_speed(conveyor* c, bool is_surface, double speed)
{
    if (!is_surface)
        scene_set_velocity(c->world, c->slab, v3(speed, 0.0, 0.0), v3_zero());
    else
        cr_assert(belay_collider_set_surface_velocity(c->world, c->belt, v3(speed, 0.0, 0.0)) == BELAY_OK);
}

typedef struct shaking {
    double slip_speed, slip; // m/s, largest; m, sum of the ways that the box slipped
    int half_cycles, slipping;
} shaking;

static shaking shake(bool is_surface, double peak)
{
    conveyor c = make_conveyor(is_surface ? BELAY_BODY_STATIC : BELAY_BODY_KINEMATIC, 0.0, 0.0);
    const double w = peak * mu * SCENE_G / 0.3;
    shaking s = {.half_cycles = 8};
    bool has_slipped[8] = {false};
    for (int k = 1; k * h * w < s.half_cycles * SCENE_PI; k++) {
        double speed = 0.3 * sin(w * k * h);
        set_belt_speed(&c, is_surface, speed);
        scene_steps(c.world, 1);
        double slip = fabs(scene_state(c.world, c.box).linear_velocity.x - speed);
        s.slip_speed = fmax(s.slip_speed, slip);
        s.slip += slip * h;
        if (slip > 1e-6) has_slipped[(int)(k * h * w / SCENE_PI)] = true;
    }
    for (int i = 0; i < s.half_cycles; i++)
        s.slipping += has_slipped[i] ? 1 : 0;
    belay_world_destroy(c.world);
    return s;
}

Test(scene_B3, shaken_gently_it_does_not_slip)
{
    for (int is_surface = 0; is_surface < 2; is_surface++) {
        shaking s = shake(is_surface != 0, 0.9);
        scene_check_near(s.slip_speed, 0.0, 1e-8, "B3: slip at 0.9 mu g, m/s");
        scene_check_near(s.slip, 0.0, 1e-8, "B3: slip at 0.9 mu g, m");
    }
}

Test(scene_B3, shaken_hard_it_slips_in_each_half_cycle)
{
    for (int is_surface = 0; is_surface < 2; is_surface++) {
        shaking s = shake(is_surface != 0, 1.2);
        cr_expect(s.slipping == s.half_cycles, "slips in %d of %d half cycles", s.slipping, s.half_cycles);
        cr_expect(s.slip > 1e-3, "slips by %g m in all", s.slip);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// A stopped conveyor is a ramp: tan 20 degrees = 0.364 < 0.4 holds.

// Takes the box along, stops, and turns the slab by 20 degrees about y within 2 s.
static conveyor make_stopped_and_tilted(bool is_surface)
{
    conveyor c = make_conveyor(BELAY_BODY_KINEMATIC, 0.0, 0.0);
    set_belt_speed(&c, is_surface, 1.0);
    scene_steps(c.world, 120);
    set_belt_speed(&c, is_surface, 0.0);
    scene_steps(c.world, 120);
    scene_set_velocity(c.world, c.slab, v3_zero(), v3(0.0, scene_radians(10.0), 0.0));
    scene_steps(c.world, 480);
    scene_set_velocity(c.world, c.slab, v3_zero(), v3_zero());
    return c;
}

Test(scene_B3, stopped_and_tilted_it_is_a_ramp)
{
    for (int is_surface = 0; is_surface < 2; is_surface++) {
        conveyor c = make_stopped_and_tilted(is_surface != 0);
        scene_check_near(scene_degrees(scene_tilt(scene_state(c.world, c.slab).pose)), 20.0, 0.1, "B3: tilt, degrees");
        scene_steps(c.world, 120);
        belay_vec3 settled = scene_state(c.world, c.box).pose.position;
        double creep = 0.0;
        for (int k = 120; k < 2400; k++) {
            scene_steps(c.world, 1);
            belay_body_state state = scene_state(c.world, c.box);
            creep = fmax(creep, scene_greatest_speed(&state, 0.15));
        }
        double way = v3_distance(scene_state(c.world, c.box).pose.position, settled);
        scene_check_near(creep, 0.0, 1e-8, "B3: creep on the stopped slab, m/s");
        scene_check_near(way, 0.0, 1e-5, "B3: path on the stopped slab, m");
        belay_world_destroy(c.world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Bad input: nothing is lost

static void refuse_target(conveyor* c, belay_pose target, const char* name, const char* value)
{
    uint64_t hash = belay_world_hash(c->world);
    belay_result result = belay_body_move_kinematic(c->world, c->slab, target);
    scene_check_refused(c->world, hash, result, BELAY_ERROR_VALUE, name, value);
}

Test(scene_B3, bad_targets_are_refused)
{
    conveyor c = make_conveyor(BELAY_BODY_KINEMATIC, 0.3, 0.5), control = make_conveyor(BELAY_BODY_KINEMATIC, 0.3, 0.5);
    scene_steps(c.world, 50);
    scene_steps(control.world, 50);
    belay_pose target = scene_state(c.world, c.slab).pose;
    target.position.x = NAN;
    refuse_target(&c, target, "position", "nan");
    target = belay_pose_identity();
    target.rotation.w = 1.002;
    refuse_target(&c, target, "rotation", "1.002");
    target.rotation = (belay_quat){0.0, 0.0, 0.0, 0.0};
    refuse_target(&c, target, "rotation", "0");
    target.rotation.y = NAN;
    refuse_target(&c, target, "rotation", "nan");
    uint64_t hash = belay_world_hash(c.world);
    belay_result result = belay_collider_set_surface_velocity(c.world, c.belt, v3(NAN, 0.0, 0.0));
    scene_check_refused(c.world, hash, result, BELAY_ERROR_VALUE, "velocity", "nan");
    scene_check_same_course(c.world, control.world, 200);
    belay_world_destroy(c.world);
    belay_world_destroy(control.world);
}

// What is within 1e-3 of a unit quaternion is taken as the rotation it stands for.
Test(scene_B3, nearly_unit_targets_are_normalised)
{
    conveyor c = make_conveyor(BELAY_BODY_KINEMATIC, 0.0, 0.0);
    belay_pose target = scene_state(c.world, c.slab).pose;
    target.position.x += 0.001;
    target.rotation.w = 1.0009;
    cr_assert(belay_body_move_kinematic(c.world, c.slab, target) == BELAY_OK);
    scene_steps(c.world, 1);
    belay_pose now = scene_state(c.world, c.slab).pose;
    scene_check_near(now.position.x, 0.001, 1e-15, "B3: place of the slab, m");
    scene_check_near(now.rotation.w, 1.0, 1e-15, "B3: rotation of the slab");
    belay_world_destroy(c.world);
}
