// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small things thrown on a table at 1/60 s. In that time what is a centimetre across moves by its own size and turns by
// a radian, so nothing about it changes little within a step. But nothing drives it either: its energy never is above
// that of the throw.

#include "support/chance.h"
#include "support/scene_solids.h"

#include <criterion/criterion.h>
#include <math.h>

enum { THROWS = 60, THINGS = 6, STEPS = 120, HULL_POINTS = 12 };

#define H (1.0 / 60.0)
#define HEIGHT 0.1     // m, of the hand over the table
#define DENSITY 1500.0 // kg/m^3
#define MU 0.4
#define ROUNDING 1e-9 // of the energy at the throw, that of six things over the table

typedef enum thing {
    DIE,
    COIN,
    SCREW,
    PEBBLE,
} thing;

// m, of the box around it.
static belay_vec3 size_of(thing kind)
{
    static const belay_vec3 sizes[] = {
        {0.016, 0.016, 0.016}, {0.018, 0.018, 0.002}, {0.004, 0.004, 0.02}, {0.008, 0.008, 0.006}};
    return sizes[kind];
}

static belay_shape shape_of(thing kind, uint64_t* lot, belay_vec3* points)
{
    belay_vec3 size = size_of(kind);
    belay_shape shape = {.type = BELAY_SHAPE_CYLINDER, .cylinder = {size.z, 0.5 * size.x}};
    if (kind == DIE) return scene_shape_box(size);
    if (kind != PEBBLE) return shape;
    for (int i = 0; i < HULL_POINTS; i++)
        points[i] = chance_within(lot, v3_scale(-0.5, size), v3_scale(0.5, size));
    shape = (belay_shape){.type = BELAY_SHAPE_HULL, .hull = {points, HULL_POINTS}};
    return shape;
}

// Two rows of three, loose in the hand.
static void throw_one(belay_world* world, thing kind, int number, uint64_t* lot)
{
    belay_vec3 points[HULL_POINTS], size = size_of(kind);
    double apart = 1.6 * fmax(size.x, size.z);
    belay_mass mass;
    scene_solid s = scene_solid_of(shape_of(kind, lot, points), v3(apart * (number % 3), apart * (number / 3), HEIGHT));
    cr_assert_eq(belay_shape_mass(&s.shape, DENSITY, &mass, NULL), BELAY_OK);
    belay_vec3 axis = chance_vector(lot, 1.0);
    s.mass = mass.mass;
    s.material = scene_rough(MU);
    s.pose.rotation = belay_quat_from_axis_angle(axis, chance_between(lot, 0.0, 2.0 * SCENE_PI));
    s.linear = chance_within(lot, v3(1.0, -0.3, -1.0), v3(2.0, 0.3, 0.0));
    s.angular = chance_vector(lot, 40.0);
    scene_add_solid(world, &s);
}

static double energy_of(const belay_world* world)
{
    belay_energy e = belay_world_get_energy(world);
    return e.translation + e.rotation + e.potential;
}

// The most energy in two seconds over that of the throw.
static double most_energy(thing kind, uint64_t seed)
{
    uint64_t lot = seed;
    belay_world* world = scene_sleepless_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, scene_rough(MU));
    for (int i = 0; i < THINGS; i++)
        throw_one(world, kind, i, &lot);
    double start = energy_of(world), most = start;
    for (int i = 0; i < STEPS; i++) {
        scene_steps(world, 1);
        double now = energy_of(world);
        most = now > most || !isfinite(now) ? now : most;
        if (!(most < 1e6 * start)) break;
    }
    belay_world_destroy(world);
    return most / start;
}

static void check_throws(thing kind)
{
    for (uint64_t i = 0; i < THROWS; i++) {
        double most = most_energy(kind, 1000 * (uint64_t)kind + i);
        cr_expect(most <= 1.0 + ROUNDING, "throw %d: energy rises to %.10g times that of the throw", (int)i, most);
    }
}

Test(passive_throws, dice)
{
    check_throws(DIE);
}

Test(passive_throws, coins)
{
    check_throws(COIN);
}

Test(passive_throws, screws)
{
    check_throws(SCREW);
}

Test(passive_throws, gravel)
{
    check_throws(PEBBLE);
}
