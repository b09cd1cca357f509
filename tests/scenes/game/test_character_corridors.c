// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Characters in corridors of chance: none stops, and none comes nearer to a wall than its skin.

#include "support/chance.h"
#include "support/scene.h"

#include <criterion/criterion.h>

#define H (1.0 / 60.0)
#define HALF 0.9 // m: of the capsule's height
#define SKIN 0.005

static belay_body_id add_box(belay_world* world, belay_body_type type, belay_vec3 at, belay_vec3 size,
                             belay_quat turned)
{
    belay_body_def def = belay_body_def_default();
    belay_collider_def box = belay_collider_def_box(size);
    belay_body_id id;
    def.type = type;
    def.pose = (belay_pose){at, turned};
    cr_assert_eq(belay_body_create(world, &def, &id), BELAY_OK);
    cr_assert_eq(belay_collider_create(world, id, &box, NULL), BELAY_OK);
    if (type == BELAY_BODY_DYNAMIC) cr_assert_eq(belay_body_set_mass_from_colliders(world, id), BELAY_OK);
    return id;
}

static void move(belay_world* world, const belay_character_def* def, belay_character* c, belay_vec3 velocity)
{
    cr_assert_eq(belay_character_move(world, def, c, velocity, H), BELAY_OK, "%s", belay_world_last_error(world));
}

// Walks with gravity: on ground the level velocity, in the air it falls.
static void walk(belay_world* world, const belay_character_def* def, belay_character* c, belay_vec3 level, double* fall)
{
    *fall = c->is_grounded && *fall <= 0.0 ? -SCENE_G * H : *fall - SCENE_G * H;
    move(world, def, c, v3(level.x, level.y, *fall));
}

// A world with ground at z = 0.
static belay_world* flat(void)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    return world;
}

// How deep a capsule like the character's is in anything, less the skin that it should keep.
static double deepest(belay_world* world, const belay_character_def* def, const belay_character* c)
{
    belay_shape shape = {.type = BELAY_SHAPE_CAPSULE, .capsule = {def->height - 2.0 * def->radius, def->radius}};
    belay_pose pose = {c->position, belay_quat_identity()};
    belay_overlap places[64];
    int count;
    double depth = -1.0;
    cr_assert_eq(belay_world_find_overlaps(world, &shape, pose, 0.1, NULL, places, 64, &count), BELAY_OK);
    for (int i = 0; i < count; i++)
        depth = fmax(depth, places[i].depth);
    return depth;
}

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
    add_box(world, BELAY_BODY_STATIC, v3(middle.x, middle.y, 1.5), v3(v3_length(way), 0.02, 3.0), turned);
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
    belay_world* world = flat();
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
    belay_character c = belay_character_at(v3(0.0, 0.0, HALF + SKIN));
    double speed = chance_between(&lot, 1.0, 9.0), off = chance_between(&lot, -0.6, 0.6), fall = 0.0;
    int next = 1, still = 0;
    for (int i = 0; i < 4000 && next <= BENDS; i++) {
        belay_vec3 to = level_to(way.at[next], c.position);
        double left = v3_length(to);
        belay_quat aside = belay_quat_from_axis_angle(v3(0.0, 0.0, 1.0), left > 1.0 ? off : 0.0);
        belay_vec3 before = c.position;
        walk(world, &def, &c, v3_scale(fmin(speed, left / H), q_rotate(aside, v3_normalize_or(to, v3_zero()))), &fall);
        double gone = v3_distance(before, c.position);
        still = gone < 0.05 * fmin(speed * H, left) ? still + 1 : 0;
        cr_assert_leq(still, 2, "corridor %d: stopped at (%g, %g)", (int)seed, c.position.x, c.position.y);
        cr_assert_leq(deepest(world, &def, &c), -0.9 * SKIN, "corridor %d: through a wall", (int)seed);
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
