// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Loads that may be shared in many ways: a box between a wall and a jaw that a slider keeps from turning, and a table
// on four legs. The share is the even one, so friction holds as much as it can by it, and slips as even supports do.

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <math.h>

static const double h = 1.0 / 240.0;

static void check_ok(const belay_world* world, belay_result result)
{
    cr_assert(result == BELAY_OK, "%s", belay_world_last_error(world));
}

// ---------------------------------------------------------------------------------------------------------------------
// A box between a wall and a jaw on a slider along x
// ---------------------------------------------------------------------------------------------------------------------

static const double mu = 0.5, mass = 2.0, side = 0.2;

typedef struct vice {
    belay_world* world;
    belay_body_id box, jaw;
} vice;

static vice make_vice(void)
{
    vice v = {.world = scene_sleepless_world(h)};
    scene_plane(v.world, v3(1.0, 0.0, 0.0), 0.0, scene_rough(mu));
    scene_solid box = scene_box(v3(side, side, side), v3(0.5 * side, 0.0, 0.0));
    box.mass = mass;
    box.material = scene_rough(mu);
    v.box = scene_add_solid(v.world, &box);
    scene_solid jaw = scene_box(v3(0.1, 1.0, 1.0), v3(side + 0.05, 0.0, 0.0));
    jaw.mass = 1.0;
    jaw.material = scene_rough(mu);
    v.jaw = scene_add_solid(v.world, &jaw);
    belay_joint_def def;
    belay_joint_id slider;
    check_ok(v.world, belay_joint_def_at(v.world, BELAY_JOINT_SLIDER, v.jaw, (belay_body_id){0}, v3(0.25, 0.0, 0.0),
                                         v3(1.0, 0.0, 0.0), &def));
    check_ok(v.world, belay_joint_create(v.world, &def, &slider));
    return v;
}

// The box falls by friction that holds less than its weight, or stands: its acceleration over a second under a jaw that
// presses with `force`.
static double fall_of(double force)
{
    vice v = make_vice();
    double start = 0.0;
    for (int k = 0; k < 360; k++) {
        scene_push(v.world, v.jaw, v3(-force, 0.0, 0.0));
        scene_steps(v.world, 1);
        scene_check_converged(v.world);
        if (k == 119) start = scene_state(v.world, v.box).linear_velocity.z;
    }
    double fall = start - scene_state(v.world, v.box).linear_velocity.z;
    belay_world_destroy(v.world);
    return fall;
}

// Wall and jaw hold mu F each.
Test(least_norm_load, vice_holds_up_to_the_limit_of_friction)
{
    double needed = mass * SCENE_G / (2.0 * mu);
    scene_check_near(fall_of(1.02 * needed), 0.0, 1e-9, "vice pressed 2 % more than needed: gain of speed in 1 s, m/s");
    scene_check_near(fall_of(0.98 * needed), 0.02 * SCENE_G, 1e-3, "2 % less, m/s");
}

// Each face presses at four corners, at a distance d of side / sqrt(2) from its middle, with F / 4 each, which holds a
// turn about the middle up to mu F d. It turns with (T - 2 mu F d) / I beyond that.
static double spin_of(double force, double torque)
{
    vice v = make_vice();
    check_ok(v.world, belay_world_set_gravity(v.world, v3_zero()));
    for (int k = 0; k < 60; k++) {
        scene_push(v.world, v.jaw, v3(-force, 0.0, 0.0));
        if (k >= 30) check_ok(v.world, belay_body_apply_torque(v.world, v.box, v3(torque, 0.0, 0.0)));
        scene_steps(v.world, 1);
        scene_check_converged(v.world);
    }
    double spin = scene_state(v.world, v.box).angular_velocity.x;
    belay_world_destroy(v.world);
    return spin;
}

Test(least_norm_load, vice_holds_a_turn_up_to_the_limit_of_friction)
{
    double force = 40.0, limit = 2.0 * mu * force * side / sqrt(2.0), inertia = mass * side * side / 6.0;
    scene_check_near(spin_of(force, 0.98 * limit), 0.0, 1e-9, "vice, torque 2 % below the limit: spin, rad/s");
    double over = 0.02 * limit * 30.0 * h / inertia;
    scene_check_near(spin_of(force, 1.02 * limit), over, 0.05 * over, "vice, 2 % above: spin after 1/8 s, rad/s");
}

// Weight and a turn at once: with F / 4 at each corner, m g / 8 up and T / (8 d) across the arm at each stay within the
// cone as long as their largest sum, where the two are 45 degrees apart, does.
Test(least_norm_load, vice_holds_weight_and_turn_together)
{
    double d = side / sqrt(2.0), lift = mass * SCENE_G / 8.0, torque = 1.5, turn = torque / (8.0 * d);
    double most = sqrt(lift * lift + turn * turn + sqrt(2.0) * lift * turn), force = 1.02 * 4.0 * most / mu;
    vice v = make_vice();
    for (int k = 0; k < 480; k++) {
        scene_push(v.world, v.jaw, v3(-force, 0.0, 0.0));
        double part = fmin(1.0, k / 120.0);
        check_ok(v.world, belay_body_apply_torque(v.world, v.box, v3(part * torque, 0.0, 0.0)));
        scene_steps(v.world, 1);
        scene_check_converged(v.world);
    }
    belay_body_state s = scene_state(v.world, v.box);
    scene_check_near(s.pose.position.z, 0.0, 1e-6, "vice with weight and torque: sinks by, m");
    scene_check_near(v3_length(s.angular_velocity), 0.0, 1e-9, "vice with weight and torque: spin, rad/s");
    belay_world_destroy(v.world);
}

// ---------------------------------------------------------------------------------------------------------------------
// A table on four legs of one contact each
// ---------------------------------------------------------------------------------------------------------------------

static const double half_x = 0.6, half_y = 0.3, table_mass = 12.0, leg_radius = 0.02, table_mu = 0.4;
static const double table_inertia = 1.8;

// The legs end in balls on the floor; the centre of mass is on the floor, so that sliding shifts no load.
static belay_body_id add_table(belay_world* world, belay_vec3 linear, belay_vec3 angular)
{
    belay_body_def def = belay_body_def_default();
    belay_body_id table;
    def.linear_velocity = linear;
    def.angular_velocity = angular;
    check_ok(world, belay_body_create(world, &def, &table));
    for (int i = 0; i < 4; i++) {
        belay_collider_def leg = belay_collider_def_sphere(leg_radius);
        belay_collider_id id;
        leg.pose.position = v3(i & 1 ? half_x : -half_x, i & 2 ? half_y : -half_y, leg_radius);
        leg.material = scene_rough(table_mu);
        check_ok(world, belay_collider_create(world, table, &leg, &id));
    }
    belay_mass mass_of = {table_mass, v3_zero(), {{0.9, 0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0, table_inertia}}};
    check_ok(world, belay_body_set_mass(world, table, &mass_of));
    return table;
}

static belay_world* table_floor(void)
{
    belay_world* world = scene_sleepless_world(1.0 / 1000.0);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(table_mu));
    return world;
}

Test(least_norm_load, table_carries_a_quarter_on_each_leg)
{
    belay_world* world = table_floor();
    belay_body_id table = add_table(world, v3_zero(), v3_zero());
    // A push at one corner that does not move it, and is over, leaves nothing behind.
    for (int k = 0; k < 50; k++) {
        belay_vec3 down = v3(0.0, 0.0, -20.0), corner = v3(half_x, half_y, 0.0);
        check_ok(world, belay_body_apply_force_at(world, table, down, corner));
        scene_steps(world, 1);
    }
    scene_steps(world, 2);
    int32_t count = 0;
    const belay_contact* contacts = belay_world_get_contacts(world, &count);
    cr_assert_eq(count, 4);
    for (int i = 0; i < count; i++)
        scene_check_near(v3_length(scene_impulse(&contacts[i])) * 1000.0, 0.25 * table_mass * SCENE_G, 1e-6,
                         "table: load of a leg, N");
    belay_world_destroy(world);
}

// The whole torque of friction is mu m g times the distance of the legs.
static double table_spin(double torque)
{
    belay_world* world = table_floor();
    belay_body_id table = add_table(world, v3_zero(), v3_zero());
    for (int k = 0; k < 200; k++) {
        check_ok(world, belay_body_apply_torque(world, table, v3(0.0, 0.0, torque)));
        scene_steps(world, 1);
        scene_check_converged(world);
    }
    double spin = scene_state(world, table).angular_velocity.z;
    belay_world_destroy(world);
    return spin;
}

Test(least_norm_load, table_turns_above_the_limit_of_friction_and_not_below)
{
    double limit = table_mu * table_mass * SCENE_G * sqrt(half_x * half_x + half_y * half_y);
    scene_check_near(table_spin(0.98 * limit), 0.0, 1e-9, "table, torque 2 % below the limit: spin, rad/s");
    double over = 0.02 * limit * 0.2 / table_inertia;
    scene_check_near(table_spin(1.02 * limit), over, 0.02 * over, "table, 2 % above: spin after 0.2 s, rad/s");
}

// A plane body on four points that carry a quarter each, in small steps.
typedef struct sliding_plate {
    double x, y, yaw, vx, vy, spin;
} sliding_plate;

static void slide_plate(sliding_plate* g, double dt)
{
    double fx = 0.0, fy = 0.0, torque = 0.0;
    for (int i = 0; i < 4; i++) {
        double px = i & 1 ? half_x : -half_x, py = i & 2 ? half_y : -half_y;
        double rx = px * cos(g->yaw) - py * sin(g->yaw), ry = px * sin(g->yaw) + py * cos(g->yaw);
        double ux = g->vx - g->spin * ry, uy = g->vy + g->spin * rx, u = sqrt(ux * ux + uy * uy);
        double f = u > 0.0 ? -table_mu * 0.25 * table_mass * SCENE_G / u : 0.0;
        fx += f * ux;
        fy += f * uy;
        torque += rx * f * uy - ry * f * ux;
    }
    g->vx += dt * fx / table_mass;
    g->vy += dt * fy / table_mass;
    g->spin += dt * torque / table_inertia;
    g->x += dt * g->vx;
    g->y += dt * g->vy;
    g->yaw += dt * g->spin;
}

// Sliding and spinning, until both end: the way that even loads give. Uneven ones would bend it by centimetres.
Test(least_norm_load, table_slides_and_spins_as_on_even_legs)
{
    belay_world* world = table_floor();
    belay_body_id table = add_table(world, v3(1.5, 0.0, 0.0), v3(0.0, 0.0, 4.0));
    sliding_plate g = {.vx = 1.5, .spin = 4.0};
    for (int k = 0; k < 350; k++) {
        scene_steps(world, 1);
        for (int i = 0; i < 100; i++)
            slide_plate(&g, 1e-5);
    }
    belay_body_state s = scene_state(world, table);
    scene_check_near(s.pose.position.x, g.x, 1e-3, "table: path along, m");
    scene_check_near(s.pose.position.y, g.y, 1e-3, "table: path across, m");
    scene_check_near(scene_yaw(s.pose), g.yaw, 3e-3, "table: turn, rad");
    belay_world_destroy(world);
}
