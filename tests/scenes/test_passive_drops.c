// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// One thing let go over a table at 1/60 s, in many orientations: energy never is above m g times its height, and in the
// end it lies there.

#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <math.h>

#define H (1.0 / 60.0)
#define DENSITY 1000.0 // kg/m^3
#define ROUNDING 1e-9  // of the energy at the start
#define FALL_SECONDS 2.0

typedef struct drop {
    belay_shape shape;
    belay_quat rotation;
    double height, mu; // m
} drop;

typedef struct outcome {
    double most; // energy over that of the start, at most
    double low;  // m, of the centre of mass, at the end
} outcome;

static double energy_of(const belay_world* world)
{
    belay_energy e = belay_world_get_energy(world);
    return e.translation + e.rotation + e.potential;
}

static outcome let_go(const drop* d)
{
    belay_mass mass;
    outcome o = {1.0, 0.0};
    belay_world* world = scene_sleepless_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(d->mu));
    scene_solid s = scene_solid_of(d->shape, v3(0.0, 0.0, d->height));
    cr_assert_eq(belay_shape_mass(&s.shape, DENSITY, &mass, NULL), BELAY_OK);
    s.mass = mass.mass;
    s.pose.rotation = d->rotation;
    s.material = scene_rough(d->mu);
    belay_body_id body = scene_add_solid(world, &s);
    double start = energy_of(world);
    for (double t = 0.0; t < FALL_SECONDS && o.most < 1e6; t += H) {
        scene_steps(world, 1);
        double now = energy_of(world) / start;
        if (now > o.most || !isfinite(now)) o.most = now;
        if (!isfinite(now)) break;
    }
    belay_vec3 center;
    cr_assert_eq(belay_body_get_center_of_mass(world, body, &center), BELAY_OK);
    o.low = center.z;
    belay_world_destroy(world);
    return o;
}

// Within it the body lies on the table: `reach` is how far its farthest point is from its middle.
static void check_drop(const drop* d, double reach, const char* what, int number)
{
    outcome o = let_go(d);
    cr_expect(o.most <= 1.0 + ROUNDING, "%s, %d: energy rises to %.10g times that of the start", what, number, o.most);
    cr_expect(o.low > 0.0 && o.low <= reach, "%s, %d: its middle ends %g m high", what, number, o.low);
}

// ---------------------------------------------------------------------------------------------------------------------
// Things as wide as long
// ---------------------------------------------------------------------------------------------------------------------

// Orientations all over: the axis and the angle go on by steps that have nothing to do with each other.
static belay_quat orientation(int number)
{
    return belay_quat_from_axis_angle(v3(sin(1.7 * number), cos(2.3 * number), sin(0.9 * number + 1.0)), 0.25 * number);
}

static void check_small(double size)
{
    enum { KINDS = 4, ORIENTATIONS = 24 };
    const char* const names[KINDS] = {"cube", "brick", "cylinder", "cone"};
    const belay_shape shapes[KINDS] = {
        scene_shape_box(v3(size, size, size)),
        scene_shape_box(v3(size, 0.6 * size, 0.4 * size)),
        {.type = BELAY_SHAPE_CYLINDER, .cylinder = {size, 0.3 * size}},
        {.type = BELAY_SHAPE_CONE, .cone = {size, 0.4 * size}},
    };
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < ORIENTATIONS; i++) {
            drop d = {shapes[kind], orientation(i), 5.0 * size, 0.5};
            check_drop(&d, 0.87 * size, names[kind], i); // half a cube's diagonal
        }
    }
}

Test(passive_drops, of_3_mm)
{
    check_small(0.003);
}

Test(passive_drops, of_1_cm)
{
    check_small(0.01);
}

Test(passive_drops, of_5_cm)
{
    check_small(0.05);
}

// ---------------------------------------------------------------------------------------------------------------------
// Long and thin: a match that lands on an end turns by many times its thickness, and by a radian, within a step.
// ---------------------------------------------------------------------------------------------------------------------

static void check_match(int tilt_deg, int about_deg)
{
    const double length = 0.18, thickness = 0.007;
    belay_quat tilt = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), scene_radians(tilt_deg));
    belay_quat about = belay_quat_from_axis_angle(v3(1.0, 0.0, 0.0), scene_radians(about_deg));
    drop d = {scene_shape_box(v3(length, thickness, thickness)), belay_quat_multiply(tilt, about), 0.3, 0.3};
    check_drop(&d, thickness, "match", 100 * tilt_deg + about_deg);
}

Test(passive_drops, matches)
{
    check_match(35, 30);
    for (int tilt = 5; tilt <= 85; tilt += 10)
        for (int about = 5; about <= 40; about += 5)
            check_match(tilt, about);
}
