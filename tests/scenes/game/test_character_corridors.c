// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Characters in corridors of chance: none stops, and none comes nearer to a wall than its skin.

#include "support/chance.h"
#include "support/walker.h"

#include <criterion/criterion.h>

enum { BENDS = 6 };

typedef struct corridor {
    belay_vec3 at[BENDS + 1]; // the middle of the way, level
    double half;              // m, of the width
} corridor;

// A thin wall from a to b.
static void add_wall(belay_world* world, belay_vec3 a, belay_vec3 b)
{
    belay_vec3 way = v3_sub(b, a), middle = v3_scale(0.5, v3_add(a, b));
    belay_quat turned = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), atan2(way.y, way.x));
    walker_add_box(world, BELAY_BODY_STATIC, v3(middle.x, middle.y, 1.5), v3(v3_length(way), 0.02, 3.0), turned);
}

static belay_vec3 side_of(const corridor* c, int i, double sign)
{
    // Where the walls of the two stretches meet: along the half of the angle.
    belay_vec3 in = v3_normalize_or(v3_sub(c->at[i], c->at[i > 0 ? i - 1 : 0]), v3_zero());
    belay_vec3 out = v3_normalize_or(v3_sub(c->at[i < BENDS ? i + 1 : BENDS], c->at[i]), v3_zero());
    if (i == 0) in = out;
    if (i == BENDS) out = in;
    belay_vec3 half = v3_normalize_or(v3_add(in, out), in), left = v3(-half.y, half.x, 0.0);
    return v3_add_scaled(c->at[i], sign * c->half / v3_dot(half, in), left);
}

static belay_world* make_corridor(uint64_t* lot, corridor* c)
{
    belay_world* world = walker_flat();
    double heading = 0.0;
    c->half = chance_between(lot, 0.35, 0.8);
    c->at[0] = v3_zero();
    for (int i = 1; i <= BENDS; i++) {
        heading += chance_between(lot, -1.2, 1.2);
        double length = chance_between(lot, 2.5, 5.0);
        c->at[i] = v3_add(c->at[i - 1], v3(length * cos(heading), length * sin(heading), 0.0));
    }
    for (int i = 0; i < BENDS; i++)
        for (int side = -1; side <= 1; side += 2)
            add_wall(world, side_of(c, i, side), side_of(c, i + 1, side));
    return world;
}

static belay_vec3 level_to(belay_vec3 to, belay_vec3 from)
{
    return v3(to.x - from.x, to.y - from.y, 0.0);
}

// Heads for the next bend, not quite straight: it scrapes along the walls.
static void run_corridor(uint64_t seed)
{
    uint64_t lot = seed;
    corridor way;
    belay_world* world = make_corridor(&lot, &way);
    belay_character_def def = belay_character_def_default();
    belay_character c = belay_character_at(v3(0.0, 0.0, WALKER_HALF + WALKER_SKIN));
    double speed = chance_between(&lot, 1.0, 9.0), off = chance_between(&lot, -0.6, 0.6), fall = 0.0;
    int next = 1, still = 0;
    for (int i = 0; i < 4000 && next <= BENDS; i++) {
        belay_vec3 to = level_to(way.at[next], c.position);
        double left = v3_length(to);
        belay_quat aside = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), left > 1.0 ? off : 0.0);
        belay_vec3 before = c.position;
        walker_walk(world, &def, &c,
                    v3_scale(fmin(speed, left / WALKER_H), q_rotate(aside, v3_normalize_or(to, v3_zero()))), &fall);
        double gone = v3_distance(before, c.position);
        still = gone < 0.05 * fmin(speed * WALKER_H, left) ? still + 1 : 0;
        cr_assert_leq(still, 2, "corridor %d: stopped at (%g, %g)", (int)seed, c.position.x, c.position.y);
        cr_assert_leq(walker_deepest(world, &def, &c), -0.9 * WALKER_SKIN, "corridor %d: through a wall", (int)seed);
        cr_assert_eq(c.is_grounded, 1);
        if (left < 0.05) next++;
    }
    cr_assert_gt(next, BENDS, "corridor %d: at bend %d", (int)seed, next);
    belay_world_destroy(world);
}

Test(character_corridors, two_hundred)
{
    for (uint64_t seed = 1; seed <= 200; seed++)
        run_corridor(seed);
}
