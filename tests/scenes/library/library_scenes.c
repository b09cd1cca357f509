// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "scenes/library/library_scenes.h"

#include "support/parts.h"
#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>
#include <math.h>

static const belay_material rough = {0.5, 0.0}, smooth = {0.0, 0.0};

belay_world_def library_scene_def(void)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / 120.0;
    def.enable_sleep = false;
    def.solver.tolerance = 1e-9;
    def.solver.max_work = 0;
    return def;
}

static belay_world* make_floor(const belay_world_def* def)
{
    belay_world* world = scene_world_of(def);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, rough);
    return world;
}

static belay_body_id keep(library_things* t, belay_body_id body)
{
    cr_assert(t->body_count < LIBRARY_MAX_THINGS);
    return t->bodies[t->body_count++] = body;
}

static belay_joint_def joint_at(belay_world* world, belay_joint_type type, belay_body_id a, belay_body_id b,
                                belay_vec3 anchor, belay_vec3 axis)
{
    belay_joint_def def;
    cr_assert(belay_joint_def_at(world, type, a, b, anchor, axis, &def) == BELAY_OK, "%s",
              belay_world_last_error(world));
    return def;
}

static void join(belay_world* world, const belay_joint_def* def)
{
    cr_assert(belay_joint_create(world, def, NULL) == BELAY_OK, "%s", belay_world_last_error(world));
}

// ---------------------------------------------------------------------------------------------------------------------
// Joints
// ---------------------------------------------------------------------------------------------------------------------

// Bars in a row, each turned against the last, 5 cm above the floor.
static void add_chain(belay_world* world, library_things* t, int count, belay_joint_type type, double limit,
                      belay_material material)
{
    belay_body_id last = {0};
    belay_collider_def shape = belay_collider_def_capsule(0.16, 0.03);
    shape.material = material;
    for (int i = 0; i < count; i++) {
        belay_vec3 at = v3(0.24 * i, 0.0, 0.1 + 0.02 * (i % 2));
        belay_body_id next = keep(
            t, part_add(world, BELAY_BODY_DYNAMIC, part_turned(at, v3(0.0, 1.0, 0.0), 0.5 * SCENE_PI), &shape, 0.5));
        if (i > 0) {
            belay_joint_def joint =
                joint_at(world, type, last, next, v3(0.24 * i - 0.12, 0.0, 0.11), v3(0.0, 1.0, 0.0));
            if (limit > 0.0) joint.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = -limit, .max = limit};
            join(world, &joint);
        }
        last = next;
    }
    scene_set_velocity(world, last, v3(-1.0, 0.5, 0.0), v3_zero());
}

static belay_world* make_ragdoll(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    add_chain(world, t, 5, BELAY_JOINT_BALL, 0.0, rough);
    return world;
}

// Without friction: the limits make one stiff bar of it, which lies on more points than its load is known on.
static belay_world* make_limited_chain(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    add_chain(world, t, 4, BELAY_JOINT_HINGE, 0.05, smooth);
    return world;
}

// A cart on three wheels, pushed along and across: the load of each is known, so that friction is.
static belay_world* make_cart(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    belay_body_id cart = keep(t, part_box(world, v3(0.0, 0.0, 0.2), v3(0.8, 0.3, 0.1), 5.0, rough));
    for (int i = 0; i < 3; i++) {
        belay_vec3 at = v3(i == 0 ? 0.3 : -0.3, 0.25 * (i == 1) - 0.25 * (i == 2), 0.1);
        belay_body_id wheel = keep(t, part_ball(world, at, 0.1, 0.5, rough));
        belay_joint_def joint = joint_at(world, BELAY_JOINT_HINGE, cart, wheel, at, v3(0.0, 1.0, 0.0));
        join(world, &joint);
    }
    scene_set_velocity(world, cart, v3(1.0, 0.3, 0.0), v3_zero());
    return world;
}

// Four bars and four hinges about y, dropped on the floor: a loop, which locks ways and turns twice.
static belay_world* make_loop(const belay_world_def* def, library_things* t)
{
    static const belay_vec3 places[4] = {{0.3, 0.0, 0.1}, {0.6, 0.0, 0.4}, {0.3, 0.0, 0.7}, {0.0, 0.0, 0.4}};
    static const belay_vec3 corners[4] = {{0.6, 0.0, 0.1}, {0.6, 0.0, 0.7}, {0.0, 0.0, 0.7}, {0.0, 0.0, 0.1}};
    belay_world* world = make_floor(def);
    belay_body_id bars[4];
    for (int i = 0; i < 4; i++) {
        belay_vec3 size = i % 2 == 0 ? v3(0.5, 0.06, 0.06) : v3(0.06, 0.06, 0.5);
        bars[i] = keep(t, part_box(world, places[i], size, 1.0, rough));
    }
    for (int i = 0; i < 4; i++) {
        belay_joint_def joint =
            joint_at(world, BELAY_JOINT_HINGE, bars[i], bars[(i + 1) % 4], corners[i], v3(0.0, 1.0, 0.0));
        join(world, &joint);
    }
    scene_set_velocity(world, bars[2], v3(0.4, 0.0, 0.0), v3_zero());
    return world;
}

// Two balls on the floor on one slider, whose spring pulls them together, and a third that stands on a rod on one.
static belay_world* make_springs(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    belay_body_id a = keep(t, part_ball(world, v3(0.0, 0.0, 0.1), 0.1, 2.0, rough));
    belay_body_id b = keep(t, part_ball(world, v3(0.6, 0.02, 0.1), 0.1, 1.0, rough));
    belay_joint_def joint = joint_at(world, BELAY_JOINT_SLIDER, a, b, v3(0.3, 0.0, 0.1), v3(1.0, 0.0, 0.0));
    joint.axis[0].spring = (belay_joint_spring){true, -0.2, 400.0, 2.0, HUGE_VAL};
    join(world, &joint);
    belay_body_id ball = keep(t, part_ball(world, v3(0.0, 0.0, 0.5), 0.05, 0.3, rough));
    joint = joint_at(world, BELAY_JOINT_DISTANCE, a, ball, v3(0.0, 0.0, 0.2), v3(0.0, 0.0, 1.0));
    joint.frame_b = belay_pose_identity();
    joint.axis[0].limit = (belay_joint_limit){.is_enabled = true, .min = 0.3, .max = 0.3};
    join(world, &joint);
    scene_set_velocity(world, ball, v3(0.5, 0.2, 0.0), v3_zero());
    return world;
}

// ---------------------------------------------------------------------------------------------------------------------
// Rods
// ---------------------------------------------------------------------------------------------------------------------

static belay_rod_id add_rope(belay_world* world, library_things* t, belay_vec3 start, belay_vec3 direction,
                             double length, int elements, belay_material material)
{
    belay_rod_def def = belay_rod_def_default();
    def.element_count = elements;
    def.start = start;
    def.direction = direction;
    def.length = length;
    def.radius = 0.01;
    def.young_modulus = 1e6;
    def.material = material;
    cr_assert(t->rod_count < LIBRARY_MAX_THINGS);
    return t->rods[t->rod_count++] = rod_make(world, &def);
}

static belay_world* make_rope_on_box(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    keep(t, part_box(world, v3(0.0, 0.0, 0.1), v3(0.2, 0.2, 0.2), 1.0, rough));
    add_rope(world, t, v3(-0.6, 0.03, 0.22), v3(1.0, 0.0, 0.0), 1.2, 16, rough);
    return world;
}

static belay_world* make_crossing(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    add_rope(world, t, v3(-0.3, 0.01, 0.011), v3(1.0, 0.0, 0.0), 0.6, 10, rough);
    add_rope(world, t, v3(0.02, -0.3, 0.035), v3(0.0, 1.0, 0.0), 0.6, 10, rough);
    return world;
}

// So many contacts that nobody forms W of it, and another rope across; without friction, as a long rope that sticks and
// slides in places may do so in several ways.
static belay_world* make_long_rope(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    add_rope(world, t, v3(-1.0, 0.0, 0.0099), v3(1.0, 0.0, 0.0), 2.0, 40, smooth);
    add_rope(world, t, v3(0.02, -0.3, 0.032), v3(0.0, 1.0, 0.0), 0.6, 10, smooth);
    return world;
}

// A rope from a ball on the floor to a bar that hangs by a hinge: attachments, joints, contacts.
static belay_world* make_tied(const belay_world_def* def, library_things* t)
{
    belay_world* world = make_floor(def);
    belay_body_id ball = keep(t, part_ball(world, v3(-0.4, 0.0, 0.1), 0.1, 1.0, rough));
    belay_body_id bar = keep(t, part_box(world, v3(0.3, 0.0, 0.5), v3(0.3, 0.04, 0.04), 0.3, rough));
    belay_joint_def joint = joint_at(world, BELAY_JOINT_HINGE, bar, the_world, v3(0.48, 0.0, 0.5), v3(0.0, 1.0, 0.0));
    join(world, &joint);
    belay_rod_id rope = add_rope(world, t, v3(-0.3, 0.0, 0.15), v3(0.42, 0.0, 0.35), 0.55, 8, rough);
    rod_hold(world, rope, BELAY_ROD_PIN, 0.0, ball);
    rod_hold(world, rope, BELAY_ROD_CLAMP, rod_length(world, rope), bar);
    return world;
}

const library_scene library_scenes[LIBRARY_SCENES] = {
    {"chain of balls", make_ragdoll, 60},
    {"chain with limits", make_limited_chain, 60},
    {"cart", make_cart, 30},
    {"loop of hinges", make_loop, 60},
    {"springs", make_springs, 60},
    {"rope over a box", make_rope_on_box, 40},
    {"crossing ropes", make_crossing, 30},
    {"long rope", make_long_rope, 20},
    {"rope to a bar", make_tied, 60},
};

// ---------------------------------------------------------------------------------------------------------------------
// Differences
// ---------------------------------------------------------------------------------------------------------------------

static double body_difference(const belay_world* a, const belay_world* b, belay_body_id body)
{
    belay_body_state of_a = scene_state(a, body), of_b = scene_state(b, body);
    return fmax(v3_distance(of_a.linear_velocity, of_b.linear_velocity),
                v3_distance(of_a.angular_velocity, of_b.angular_velocity));
}

static double rod_difference(const belay_world* a, const belay_world* b, belay_rod_id rod)
{
    belay_vec3 of_a[ROD_MAX_NODES], of_b[ROD_MAX_NODES];
    int count = rod_nodes(a, rod, of_a);
    double worst = 0.0;
    cr_assert(rod_nodes(b, rod, of_b) == count);
    for (int i = 0; i < count; i++)
        worst = fmax(worst, v3_distance(of_a[i], of_b[i]) / belay_world_get_def(a)->step_seconds);
    return worst;
}

double library_scene_difference(const belay_world* a, const belay_world* b, const library_things* t)
{
    double worst = 0.0;
    for (int i = 0; i < t->body_count; i++)
        worst = fmax(worst, body_difference(a, b, t->bodies[i]));
    for (int i = 0; i < t->rod_count; i++)
        worst = fmax(worst, rod_difference(a, b, t->rods[i]));
    return worst;
}
