// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joining at the public door: the rod of both, what is refused, and what becomes of all that knew B.

#include "support/rod_scene.h"
#include "support/saved.h"

#include <criterion/criterion.h>

#define H 0.002
#define HALF 8 // elements

static const belay_rod_model models[] = {BELAY_ROD_NODAL, BELAY_ROD_MASS_SPRING, BELAY_ROD_CORDE};
#define MODELS (sizeof models / sizeof models[0])

static belay_rod_info info_of(const belay_world* world, belay_rod_id rod)
{
    belay_rod_info info;
    cr_assert(belay_rod_get_info(world, rod, &info) == BELAY_OK);
    return info;
}

// Half a metre from one place towards another, d1 along y.
static belay_rod_id half_rod(belay_world* world, belay_rod_model model, belay_vec3 from, belay_vec3 to)
{
    belay_rod_def def = belay_rod_def_default();
    def.model = model;
    def.element_count = HALF;
    def.length = v3_distance(from, to);
    def.start = from;
    def.direction = v3_sub(to, from);
    def.d1 = v3(0.0, 1.0, 0.0);
    def.radius_b = 0.004;
    return rod_make(world, &def);
}

static void check_same_nodes(belay_world* a, belay_rod_id rod_a, belay_world* b, belay_rod_id rod_b, double tolerance,
                             const char* what)
{
    static belay_vec3 x[ROD_MAX_NODES], y[ROD_MAX_NODES];
    int count = rod_nodes(a, rod_a, x);
    cr_assert_eq(count, rod_nodes(b, rod_b, y));
    double worst = 0.0;
    for (int i = 0; i < count; i++)
        worst = fmax(worst, v3_distance(x[i], y[i]));
    cr_expect(worst <= tolerance, "%s: nodes are off by %g m", what, worst);
}

// ---------------------------------------------------------------------------------------------------------------------
// The rod of both
// ---------------------------------------------------------------------------------------------------------------------

// A rope that is pinned at one end, hits a drum, rubs on it and is pushed: cut and joined at once in one of two worlds,
// it goes the same way in both to the last bit.
static belay_rod_id drop_rope(belay_world* world, belay_rod_model model)
{
    belay_rod_def def = rod_of(0.1, 500.0, 1e-3, 0.006);
    def.model = model;
    def.element_count = 20;
    def.start = v3(-0.4, 0.0, 0.09);
    belay_rod_id rope = rod_make(world, &def);
    rod_drum(world, 0.08, 1.0, belay_material_default());
    rod_hold(world, rope, BELAY_ROD_PIN, 0.0, the_world);
    scene_steps(world, 60);
    return rope;
}

Test(rod_join, cut_and_joined_at_once_it_is_the_same_rod)
{
    for (size_t k = 0; k < MODELS; k++) {
        belay_world *world = scene_world(H), *control = scene_world(H);
        belay_rod_id rope = drop_rope(world, models[k]), same = drop_rope(control, models[k]), rest;
        int32_t contacts;
        belay_world_get_rod_contacts(world, &contacts);
        cr_assert_gt(contacts, 0);
        rod_push(world, rope, 0.2, v3(0.0, 1.0, 0.0));
        rod_push(control, same, 0.2, v3(0.0, 1.0, 0.0));
        cr_assert(belay_rod_cut(world, rope, 0.45, &rest) == BELAY_OK);
        cr_assert(belay_rod_join(world, rope, 1, rest, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
        cr_expect_eq(info_of(world, rope).length, info_of(control, same).length);
        for (int i = 0; i < 40; i++) {
            scene_steps(world, 1);
            scene_steps(control, 1);
            check_same_nodes(world, rope, control, same, 0.0, belay_rod_model_name(models[k]));
        }
        belay_world_destroy(world);
        belay_world_destroy(control);
    }
}

// The same from the tail's side and with rods turned round: the order of nodes, frames and signs is other, the rod is
// not. What differs is rounding, of sums that are taken the other way.
static void check_either_way(belay_rod_model model, double tolerance)
{
    for (int way = 0; way < 4; way++) {
        int end_a = way & 1, end_b = way >> 1;
        belay_world *world = scene_world(H), *control = scene_world(H);
        belay_vec3 low = v3_zero(), middle = v3(0.3, 0.0, 0.4), high = v3(0.6, 0.0, 0.8);
        belay_rod_id a = half_rod(world, model, end_a == 1 ? low : middle, end_a == 1 ? middle : low);
        belay_rod_id b = half_rod(world, model, end_b == 0 ? middle : high, end_b == 0 ? high : middle);
        belay_rod_def def = belay_rod_def_default();
        def.model = model;
        def.element_count = 2 * HALF;
        def.direction = end_a == 1 ? v3_sub(high, low) : v3_sub(low, high);
        def.start = end_a == 1 ? low : high;
        def.d1 = v3(0.0, 1.0, 0.0);
        def.radius_b = 0.004;
        belay_rod_id whole = rod_make(control, &def);
        cr_assert(belay_rod_join(world, a, end_a, b, end_b, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
        check_same_nodes(world, a, control, whole, 2e-15, "joined");
        double held = end_a == 1 ? 0.0 : 1.0;
        rod_hold(world, a, BELAY_ROD_CLAMP, held, the_world);
        rod_hold(control, whole, BELAY_ROD_CLAMP, held, the_world);
        scene_steps(world, 100);
        scene_steps(control, 100);
        check_same_nodes(world, a, control, whole, tolerance, belay_rod_model_name(model));
        belay_world_destroy(world);
        belay_world_destroy(control);
    }
}

// They bend by centimetres meanwhile. A super-helix carries rounding from its base to its tip, and what it weighs
// least is its finest bending.
Test(rod_join, either_may_be_first_and_turned)
{
    for (size_t k = 0; k < MODELS; k++)
        check_either_way(models[k], 1e-11);
    check_either_way(BELAY_ROD_SUPER_HELIX, 1e-8);
}

// An arc of an oblong section, at rest another one and, where the model knows of it, twisted; in the course of
// springing back.
static belay_rod_id springing_arc(belay_world* world, belay_rod_model model)
{
    belay_vec3 nodes[HALF + 1], at_rest[HALF + 1];
    double twist[HALF];
    for (int i = 0; i <= HALF; i++) {
        double angle = 0.25 * i;
        nodes[i] = v3(0.2 * sin(angle), 0.02 * i, 0.2 * cos(angle));
        at_rest[i] = v3(0.2 * sin(0.7 * angle), 0.02 * i, 0.3 * cos(0.7 * angle));
        if (i < HALF) twist[i] = model == BELAY_ROD_MASS_SPRING ? 0.0 : 0.3 * i;
    }
    belay_rod_def def = belay_rod_def_default();
    def.model = model;
    def.element_count = HALF;
    def.nodes = nodes;
    def.rest_nodes = at_rest;
    def.rest_twist = twist;
    def.radius_b = 0.003;
    belay_rod_id rod = rod_make(world, &def);
    scene_steps(world, 20);
    return rod;
}

// Two elements that lead straight on from a rod's tip, as if the tip were theirs: they end there.
static belay_rod_id lead_to_tip(belay_world* world, belay_rod_id rod, double* length)
{
    belay_vec3 tip = rod_node(world, rod, -1), along = v3_sub(tip, rod_node(world, rod, -2));
    belay_rod_def def = belay_rod_def_default();
    def.model = info_of(world, rod).model;
    def.element_count = 2;
    def.start = v3_add_scaled(tip, 2.0, along);
    def.direction = v3_neg(along);
    def.length = *length = v3_distance(def.start, tip);
    belay_quat frames[ROD_MAX_NODES];
    int count;
    cr_assert(belay_rod_get_frames(world, rod, frames, ROD_MAX_NODES, &count) == BELAY_OK);
    def.d1 = q_rotate(frames[count - 1], v3(1.0, 0.0, 0.0));
    def.radius_b = 0.003;
    return rod_make(world, &def);
}

// Told from its tip it has the same energies: what is joined to it lies there without any.
static void check_turned(belay_rod_model model, belay_world* world, belay_rod_id b, double* length, belay_rod_id* both)
{
    belay_rod_energies of_b, of_both;
    belay_rod_get_energies(world, b, &of_b);
    *both = lead_to_tip(world, b, length);
    cr_assert(belay_rod_join(world, *both, 1, b, 1, BELAY_ROD_JOINT_AS_IT_LIES, NULL) == BELAY_OK);
    belay_rod_get_energies(world, *both, &of_both);
    cr_expect_gt(of_b.bend + of_b.twist, 1e-4);
    cr_expect_lt(of_both.kinetic, of_b.kinetic, "%s", belay_rod_model_name(model)); // there is more to be moved
    scene_check_near(of_both.stretch, of_b.stretch, 1e-12, "stretch, J");
    scene_check_near(of_both.bend, of_b.bend, 1e-13 + 1e-12 * of_b.bend, "bend, J");
    scene_check_near(of_both.twist, of_b.twist, 1e-13 + 1e-12 * of_b.twist, "twist, J");
}

// And it is the same, bit for bit, when what leads to it is cut off again.
Test(rod_join, a_rod_that_is_turned_round_stays_what_it_is)
{
    for (size_t k = 0; k < MODELS; k++) {
        belay_world *world = scene_world(H), *control = scene_world(H);
        belay_rod_id b = springing_arc(world, models[k]), same = springing_arc(control, models[k]), a, tail;
        double length;
        check_turned(models[k], world, b, &length, &a);
        cr_assert(belay_rod_cut(world, a, length, &tail) == BELAY_OK);
        belay_vec3 x[HALF + 1], y[HALF + 1];
        belay_rod_get_nodes(world, tail, x, NULL, HALF + 1, NULL);
        belay_rod_get_nodes(control, same, y, NULL, HALF + 1, NULL);
        cr_expect_lt(v3_distance(x[0], y[HALF]), 1e-15); // where A ended to rounding
        for (int i = 1; i <= HALF; i++)
            cr_expect(scene_is_same_vector(x[i], y[HALF - i]));
        belay_world_destroy(world);
        belay_world_destroy(control);
    }
}

// The element at the joint takes up half of what the arc's tip and the chord before it differ by, the others keep their
// directions.
Test(rod_join, a_super_helix_that_is_turned_round_stays_what_it_is)
{
    belay_world* world = scene_world(H);
    belay_rod_id b = springing_arc(world, BELAY_ROD_SUPER_HELIX), a;
    belay_vec3 before[3 * HALF];
    for (int i = 0; i < 3 * HALF; i++)
        before[i] = v3_sub(rod_node(world, b, i), rod_node(world, b, i + 1));
    double length;
    check_turned(BELAY_ROD_SUPER_HELIX, world, b, &length, &a);
    for (int i = 0; i < 3 * (HALF - 1); i++) {
        int node = 3 * (2 + HALF) - 1 - i;
        belay_vec3 way = v3_sub(rod_node(world, a, node + 1), rod_node(world, a, node));
        cr_expect_lt(v3_distance(way, before[i]), 1e-13);
    }
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Momentum
// ---------------------------------------------------------------------------------------------------------------------

typedef struct motion {
    belay_vec3 momentum, angular;
    double kinetic;
} motion;

// Adds what the nodes have; so flies a rod whose segments do not spin.
static void add_motion(const belay_world* world, belay_rod_id rod, motion* m)
{
    static belay_vec3 x[ROD_MAX_NODES], v[ROD_MAX_NODES];
    int count;
    cr_assert(belay_rod_get_nodes(world, rod, x, v, ROD_MAX_NODES, &count) == BELAY_OK);
    belay_rod_info info = info_of(world, rod);
    for (int i = 0; i < count; i++) {
        double mass = info.line_mass * info.length / (count - 1) * (i == 0 || i + 1 == count ? 0.5 : 1.0);
        m->momentum = v3_add_scaled(m->momentum, mass, v[i]);
        m->angular = v3_add_scaled(m->angular, mass, v3_cross(x[i], v[i]));
        m->kinetic += 0.5 * mass * v3_length_squared(v[i]);
    }
}

static void fly(belay_world* world, belay_rod_id rod, belay_vec3 velocity, belay_vec3 angular)
{
    static belay_vec3 x[ROD_MAX_NODES], v[ROD_MAX_NODES];
    int count = rod_nodes(world, rod, x);
    for (int i = 0; i < count; i++)
        v[i] = v3_add(velocity, v3_cross(angular, x[i]));
    cr_assert(belay_rod_set_velocities(world, rod, v, count) == BELAY_OK);
}

// What is lost is the inelastic impact of two nodes: m w^2 / 2 with their reduced mass m, here a quarter of an
// element's.
static void check_impact(belay_rod_model model, belay_vec3 gap)
{
    belay_world* world = scene_world(H);
    belay_vec3 joint = v3(0.5, 0.1, 0.0), from = v3_add(joint, gap);
    belay_rod_id a = half_rod(world, model, v3_zero(), joint), b = half_rod(world, model, from, v3_add(from, joint));
    fly(world, a, v3(0.3, -0.2, 1.0), v3(0.0, 2.0, 1.0));
    fly(world, b, v3(-0.6, 0.7, -0.4), v3(1.0, 0.0, -3.0));
    belay_vec3 va, vb;
    belay_vec3 all[HALF + 1];
    belay_rod_get_nodes(world, a, NULL, all, HALF + 1, NULL);
    va = all[HALF];
    belay_rod_get_nodes(world, b, NULL, &vb, 1, NULL);
    belay_rod_info info = info_of(world, a);
    double reduced = 0.25 * info.line_mass * info.length / HALF;
    motion before = {0}, after = {0};
    add_motion(world, a, &before);
    add_motion(world, b, &before);
    cr_assert(belay_rod_join(world, a, 1, b, 0, BELAY_ROD_JOINT_AS_IT_LIES, NULL) == BELAY_OK);
    add_motion(world, a, &after);
    belay_vec3 w = v3_sub(va, vb), lost = v3_scale(reduced, v3_cross(v3_neg(gap), w));
    cr_expect_lt(v3_distance(after.momentum, before.momentum), 1e-15);
    cr_expect_lt(v3_distance(after.angular, v3_sub(before.angular, lost)), 1e-15);
    scene_check_near(after.kinetic, before.kinetic - 0.5 * reduced * v3_length_squared(w), 1e-15, "kinetic energy, J");
    belay_world_destroy(world);
}

Test(rod_join, momentum_is_kept_and_the_impact_is_inelastic)
{
    for (size_t k = 0; k < MODELS; k++) {
        check_impact(models[k], v3_zero());
        check_impact(models[k], v3(0.01, -0.02, 0.015));
    }
}

// As far apart as they may be, ahead or aside: what the two elements are stretched by is all the energy there is, and
// the steps take of it.
Test(rod_join, what_is_drawn_together_rings_out)
{
    for (size_t k = 0; k < MODELS; k++)
        for (int aside = 0; aside < 2; aside++) {
            belay_world* world = scene_world(H);
            belay_world_set_gravity(world, v3_zero());
            double gap = 0.9 * 0.5 / HALF;
            belay_vec3 way = v3(0.5, 0.0, 0.0), from = v3(aside ? 0.5 : 0.5 + gap, aside ? gap : 0.0, 0.0);
            belay_rod_id a = half_rod(world, models[k], v3_zero(), way);
            belay_rod_id b = half_rod(world, models[k], from, v3_add(from, way));
            cr_assert(belay_rod_join(world, a, 1, b, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
            double first = rod_energy(world, a), last = first;
            cr_expect_gt(first, 0.1);
            for (int i = 0; i < 50; i++) {
                scene_steps(world, 1);
                last = rod_energy(world, a);
                cr_expect_leq(last, first, "%s: %g J of %g", belay_rod_model_name(models[k]), last, first);
            }
            cr_expect_lt(last, 0.1 * first);
            belay_world_destroy(world);
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// The joint at rest
// ---------------------------------------------------------------------------------------------------------------------

static double joint_angle(const belay_world* world, belay_rod_id rod)
{
    belay_vec3 before = v3_sub(rod_node(world, rod, HALF), rod_node(world, rod, HALF - 1));
    belay_vec3 behind = v3_sub(rod_node(world, rod, HALF + 1), rod_node(world, rod, HALF));
    return atan2(v3_length(v3_cross(before, behind)), v3_dot(before, behind));
}

// Two straight rods that meet at 30 degrees, one with its section turned by 40: so they stay, or they straighten.
Test(rod_join, a_corner_stays_or_straightens_as_it_was_asked)
{
    for (size_t k = 0; k < MODELS; k++)
        for (int straight = 0; straight < 2; straight++) {
            belay_world* world = scene_world(H);
            belay_world_set_gravity(world, v3_zero());
            belay_rod_def def = belay_rod_def_default();
            def.model = models[k];
            def.element_count = HALF;
            def.young_modulus = 1e8;
            def.damping_time = 0.3; // near the critical one of its slowest vibration
            belay_rod_id a = rod_make(world, &def);
            def.start = v3(1.0, 0.0, 0.0);
            def.direction = v3(cos(scene_radians(30.0)), sin(scene_radians(30.0)), 0.0);
            def.d1 = v3(0.0, sin(scene_radians(40.0)), cos(scene_radians(40.0)));
            belay_rod_id b = rod_make(world, &def);
            belay_rod_joint joint = straight ? BELAY_ROD_JOINT_STRAIGHT : BELAY_ROD_JOINT_AS_IT_LIES;
            cr_assert(belay_rod_join(world, a, 1, b, 0, joint, NULL) == BELAY_OK);
            scene_steps(world, straight ? 2000 : 50);
            double angle = joint_angle(world, a);
            // As it lies it has no reason to move but rounding.
            if (!straight) {
                scene_check_near(angle, scene_radians(30.0), 1e-9, "angle, rad");
                cr_expect_lt(rod_fastest(world, a), 1e-8);
            } else {
                cr_expect_lt(angle, scene_radians(1.0), "%s: %g rad", belay_rod_model_name(models[k]), angle);
            }
            belay_world_destroy(world);
        }
}

// ---------------------------------------------------------------------------------------------------------------------
// Super-helices
// ---------------------------------------------------------------------------------------------------------------------

static belay_rod_id helix_rod(belay_world* world, belay_vec3 from, belay_vec3 way)
{
    belay_rod_def def = belay_rod_def_default();
    def.model = BELAY_ROD_SUPER_HELIX;
    def.element_count = HALF;
    def.length = 0.5;
    def.start = from;
    def.direction = way;
    return rod_make(world, &def);
}

static belay_vec3 way_at(const belay_world* world, belay_rod_id rod, int node)
{
    return v3_normalize_or(v3_sub(rod_node(world, rod, node + 1), rod_node(world, rod, node)), v3_zero());
}

// At 30 degrees. The two elements beside the joint take up the corner, all else keeps its direction; so it stays, or it
// straightens.
Test(rod_join, super_helices_bend_at_the_joint)
{
    for (int straight = 0; straight < 2; straight++) {
        belay_world* world = scene_world(H);
        belay_world_set_gravity(world, v3_zero());
        belay_vec3 x = v3(1.0, 0.0, 0.0), aslant = v3(cos(SCENE_PI / 6.0), sin(SCENE_PI / 6.0), 0.0);
        belay_rod_id a = helix_rod(world, v3_zero(), x), b = helix_rod(world, v3(0.5, 0.0, 0.0), aslant);
        belay_rod_joint joint = straight ? BELAY_ROD_JOINT_STRAIGHT : BELAY_ROD_JOINT_AS_IT_LIES;
        cr_assert(belay_rod_join(world, a, 1, b, 0, joint, NULL) == BELAY_OK);
        for (int i = 0; i < 3 * (HALF - 1); i++) {
            cr_expect_lt(v3_distance(way_at(world, a, i), x), 1e-12);
            cr_expect_lt(v3_distance(way_at(world, a, 6 * HALF - 1 - i), aslant), 1e-12);
        }
        scene_steps(world, 50);
        if (straight)
            cr_expect_gt(rod_fastest(world, a), 0.01);
        else
            cr_expect_lt(rod_fastest(world, a), 1e-9);
        belay_world_destroy(world);
    }
}

// m, of the centre of mass: gravity's potential says where it is, along each axis.
static belay_vec3 centre_of(belay_world* world, belay_rod_id rod)
{
    double at[3];
    for (int k = 0; k < 3; k++) {
        belay_rod_energies e;
        belay_world_set_gravity(world, v3(k == 0 ? -1.0 : 0.0, k == 1 ? -1.0 : 0.0, k == 2 ? -1.0 : 0.0));
        cr_assert(belay_rod_get_energies(world, rod, &e) == BELAY_OK);
        belay_rod_info info = info_of(world, rod);
        at[k] = e.potential / (info.line_mass * info.length);
    }
    belay_world_set_gravity(world, v3_zero());
    return v3(at[0], at[1], at[2]);
}

static double kinetic_of(const belay_world* world, belay_rod_id rod)
{
    belay_rod_energies e;
    cr_assert(belay_rod_get_energies(world, rod, &e) == BELAY_OK);
    return e.kinetic;
}

// Pushed so that they turn and bend, then joined: of equal mass, the rod flies on with the mean of their velocities,
// and the impact has made no energy.
Test(rod_join, super_helices_keep_their_momentum)
{
    belay_world* world = scene_world(H);
    belay_world_set_gravity(world, v3_zero());
    belay_rod_id a = helix_rod(world, v3_zero(), v3(1.0, 0.0, 0.0));
    belay_rod_id b = helix_rod(world, v3(0.51, 0.0, 0.0), v3(1.0, 0.2, 0.1));
    for (int i = 0; i < 5; i++) {
        rod_push(world, a, 0.1, v3(0.0, 1.0, 0.5));
        rod_push(world, b, 0.4, v3(0.2, -0.5, 1.0));
        scene_steps(world, 1);
    }
    belay_vec3 before = v3_add(centre_of(world, a), centre_of(world, b));
    scene_steps(world, 1);
    belay_vec3 flown = v3_sub(v3_add(centre_of(world, a), centre_of(world, b)), before);
    double kinetic = kinetic_of(world, a) + kinetic_of(world, b);
    cr_assert(belay_rod_join(world, a, 1, b, 0, BELAY_ROD_JOINT_AS_IT_LIES, NULL) == BELAY_OK);
    cr_expect_lt(kinetic_of(world, a), kinetic);
    cr_expect_gt(kinetic_of(world, a), 0.3 * kinetic);
    belay_vec3 joined = centre_of(world, a);
    scene_steps(world, 20);
    belay_vec3 way = v3_sub(centre_of(world, a), joined), right = v3_scale(0.5 * 20.0, flown);
    cr_expect_lt(v3_distance(way, right), 1e-11 + 1e-11 * v3_length(right), "%g of %g m", v3_distance(way, right),
                 v3_length(right));
    belay_world_destroy(world);
}

// Cut and joined at once, a swinging one goes on as if it had not been.
Test(rod_join, a_super_helix_is_the_same_when_joined_at_once)
{
    belay_world *world = scene_world(H), *control = scene_world(H);
    belay_rod_id rod = helix_rod(world, v3_zero(), v3(1.0, 0.0, 0.0)), rest;
    belay_rod_id same = helix_rod(control, v3_zero(), v3(1.0, 0.0, 0.0));
    rod_hold(world, rod, BELAY_ROD_CLAMP, 0.0, the_world);
    rod_hold(control, same, BELAY_ROD_CLAMP, 0.0, the_world);
    scene_steps(world, 60);
    scene_steps(control, 60);
    cr_assert(belay_rod_cut(world, rod, 0.25, &rest) == BELAY_OK);
    cr_assert(belay_rod_join(world, rod, 1, rest, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
    check_same_nodes(world, rod, control, same, 1e-15, "joined");
    scene_steps(world, 60);
    scene_steps(control, 60);
    check_same_nodes(world, rod, control, same, 1e-9, "later");
    belay_world_destroy(world);
    belay_world_destroy(control);
}

// ---------------------------------------------------------------------------------------------------------------------
// What is refused
// ---------------------------------------------------------------------------------------------------------------------

typedef struct pair {
    belay_world* world;
    belay_rod_id a, b;
    belay_rod_def def; // of B
} pair;

// Two default rods end to end.
static pair make_pair(void)
{
    pair p = {.world = scene_world(H)};
    p.def = belay_rod_def_default();
    p.a = rod_make(p.world, &p.def);
    p.def.start = v3(1.0, 0.0, 0.0);
    return p;
}

static void check_refused(const pair* p, belay_rod_id a, int end_a, belay_rod_id b, int end_b, int joint,
                          belay_result code, const char* name, const char* value)
{
    uint64_t hash = belay_world_hash(p->world);
    int numbers[BELAY_ROD_MAX_ATTACHMENTS] = {17};
    belay_result answer = belay_rod_join(p->world, a, end_a, b, end_b, (belay_rod_joint)joint, numbers);
    scene_check_refused(p->world, hash, answer, code, name, value);
    cr_expect_eq(numbers[0], 17);
}

Test(rod_join, bad_arguments_are_refused)
{
    pair p = make_pair();
    p.b = rod_make(p.world, &p.def);
    check_refused(&p, p.a, 2, p.b, 0, 0, BELAY_ERROR_VALUE, "end_a", "2");
    check_refused(&p, p.a, 1, p.b, -1, 0, BELAY_ERROR_VALUE, "end_b", "-1");
    check_refused(&p, p.a, 1, p.b, 0, 9, BELAY_ERROR_VALUE, "joint", "9");
    check_refused(&p, p.a, 1, p.a, 0, 0, BELAY_ERROR_STATE, "rings", "same");
    check_refused(&p, p.a, 0, p.b, 0, 0, BELAY_ERROR_STATE, "apart", "0.05"); // 1 m apart; an element's length
    cr_expect(belay_rod_join(p.world, p.a, 1, (belay_rod_id){0}, 0, 0, NULL) == BELAY_ERROR_HANDLE);
    cr_expect(belay_rod_join(NULL, p.a, 1, p.b, 0, 0, NULL) == BELAY_ERROR_HANDLE);
    belay_body_id body = rod_weight(p.world, 1.0, v3_zero());
    cr_expect(belay_rod_join(p.world, p.a, 1, (belay_rod_id){body.value}, 0, 0, NULL) == BELAY_ERROR_COMPONENT);
    cr_assert(belay_rod_join(p.world, p.a, 1, p.b, 0, 0, NULL) == BELAY_OK);
    cr_expect(belay_rod_join(p.world, p.a, 1, p.b, 0, 0, NULL) == BELAY_ERROR_HANDLE);
    belay_world_destroy(p.world);
}

#define DIFFERS(field, value, name, says)                                                                              \
    do {                                                                                                               \
        pair p = make_pair();                                                                                          \
        p.def.field = value;                                                                                           \
        p.b = rod_make(p.world, &p.def);                                                                               \
        check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_STATE, name, says);                                           \
        belay_world_destroy(p.world);                                                                                  \
    } while (0)

Test(rod_join, rods_of_two_kinds_are_refused)
{
    DIFFERS(model, BELAY_ROD_CORDE, "nodal", "corde");
    DIFFERS(line_mass, 0.5, "line_mass", "0.5");
    DIFFERS(contact_radius, 0.007, "contact_radius", "0.007");
    DIFFERS(stretch_stiffness, 77.0, "stretch_stiffness", "77");
    DIFFERS(bend_stiffness[1], 77.0, "bend_stiffness[1]", "77");
    DIFFERS(twist_stiffness, 77.0, "twist_stiffness", "77");
    DIFFERS(damping_time, 0.25, "damping_time", "0.25");
    DIFFERS(drag, 0.25, "drag", "0.25");
    DIFFERS(theta, 0.75, "theta", "0.75");
    DIFFERS(gravity_scale, 0.5, "gravity_scale", "0.5");
    DIFFERS(material.friction, 0.9, "friction", "0.9");
    DIFFERS(start, v3(1.06, 0.0, 0.0), "apart", "0.06");
}

Test(rod_join, shapes_that_are_none_are_refused)
{
    pair p = make_pair();
    p.def.direction = v3(-1.0, 0.0, 0.0); // back along A
    p.def.filter.mask = 0;
    p.b = rod_make(p.world, &p.def);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_SHAPE, "fold", "1");
    belay_world_destroy(p.world);
    pair many = make_pair();
    many.def.element_count = 4090;
    many.def.touches_itself = false;
    many.def.start = v3(1.0, 0.0, 0.0);
    many.def.length = 200.0;
    many.b = rod_make(many.world, &many.def);
    check_refused(&many, many.a, 1, many.b, 0, 0, BELAY_ERROR_CAPACITY, "4110", "4096");
    belay_world_destroy(many.world);
}

Test(rod_join, super_helices_take_no_sharp_corners)
{
    belay_world* world = scene_world(H);
    belay_rod_def def = belay_rod_def_default();
    def.model = BELAY_ROD_SUPER_HELIX;
    pair p = {.world = world, .a = rod_make(world, &def)};
    def.start = v3(1.0, 0.0, 0.0);
    def.direction = v3(-0.2, 1.0, 0.0);
    p.b = rod_make(world, &def);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_SHAPE, "turned", "rad");
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// What knew B
// ---------------------------------------------------------------------------------------------------------------------

// A's have 0, 1 and 5. B's, 0 and 2: the first takes 3, the lowest that both leave.
Test(rod_join, attachments_come_along)
{
    pair p = make_pair();
    p.def.start = v3(2.0, 0.0, 0.0);
    p.def.direction = v3(-1.0, 0.0, 0.0);
    p.b = rod_make(p.world, &p.def);
    for (int i = 0; i < 6; i++)
        rod_hold(p.world, p.a, BELAY_ROD_PIN, 0.15 * i, the_world);
    for (int i = 2; i < 5; i++)
        belay_rod_detach(p.world, p.a, i);
    rod_hold(p.world, p.b, BELAY_ROD_CLAMP, 0.0, the_world);
    int middle = rod_hold(p.world, p.b, BELAY_ROD_PIN, 0.9, the_world);
    rod_hold(p.world, p.b, BELAY_ROD_PIN, 0.62, the_world);
    belay_rod_detach(p.world, p.b, middle);
    int numbers[BELAY_ROD_MAX_ATTACHMENTS];
    cr_assert(belay_rod_join(p.world, p.a, 1, p.b, 1, BELAY_ROD_JOINT_STRAIGHT, numbers) == BELAY_OK);
    const int right[BELAY_ROD_MAX_ATTACHMENTS] = {3, -1, 2, -1, -1, -1, -1, -1};
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++)
        cr_expect_eq(numbers[i], right[i], "attachment %d is %d now", i, numbers[i]);
    // Where they hold the rod nothing has changed; the clamp, turned with B, is now that of the rod's end 1.
    for (int i = 0; i < BELAY_ROD_MAX_ATTACHMENTS; i++) {
        cr_expect_eq(rod_held(p.world, p.a, i).is_held, i < 4 || i == 5);
        cr_expect_lt(rod_held(p.world, p.a, i).error, 1e-15);
    }
    pair control = make_pair();
    control.def.start = v3_zero();
    control.def.element_count = 40;
    control.def.length = 2.0;
    control.b = rod_make(control.world, &control.def);
    cr_assert(belay_rod_destroy(control.world, control.a) == BELAY_OK);
    const double held[] = {0.0, 0.15, 0.75, 1.38, 2.0};
    for (int i = 0; i < 5; i++)
        rod_hold(control.world, control.b, i == 4 ? BELAY_ROD_CLAMP : BELAY_ROD_PIN, held[i], the_world);
    scene_steps(p.world, 100);
    scene_steps(control.world, 100);
    check_same_nodes(p.world, p.a, control.world, control.b, 1e-9, "held as the whole");
    belay_world_destroy(control.world);
    belay_world_destroy(p.world);
}

Test(rod_join, too_many_attachments_are_refused)
{
    pair p = make_pair();
    p.b = rod_make(p.world, &p.def);
    for (int i = 0; i < 5; i++)
        rod_hold(p.world, p.a, BELAY_ROD_PIN, 0.1 * i, the_world);
    for (int i = 0; i < 4; i++)
        rod_hold(p.world, p.b, BELAY_ROD_PIN, 0.1 * i, the_world);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_CAPACITY, "attachments", "8");
    cr_assert(belay_rod_detach(p.world, p.b, 3) == BELAY_OK);
    rod_hold(p.world, p.a, BELAY_ROD_CLAMP, 1.0, the_world);
    cr_assert(belay_rod_detach(p.world, p.a, 0) == BELAY_OK);
    check_refused(&p, p.a, 1, p.b, 0, 0, BELAY_ERROR_STATE, "held", "pin or a clamp");
    cr_assert(belay_rod_detach(p.world, p.b, 0) == BELAY_OK);
    cr_expect(belay_rod_join(p.world, p.a, 1, p.b, 0, 0, NULL) == BELAY_OK);
    belay_world_destroy(p.world);
}

static int count_events(const belay_world* world, belay_contact_event_type type, belay_rod_id rod, bool* is_destroyed)
{
    int32_t count;
    int found = 0;
    const belay_rod_contact_event* e = belay_world_get_rod_contact_events(world, &count);
    for (int32_t i = 0; i < count; i++) {
        if (e[i].type != type || (e[i].rod_a.value != rod.value && e[i].rod_b.value != rod.value)) continue;
        found++;
        *is_destroyed = e[i].is_destroyed;
    }
    return found;
}

// Both lie on the ground, asleep. Joined they wake; B's pairs end as those of what is gone, A's goes on.
Test(rod_join, sleepers_wake_and_pairs_stay_paired)
{
    belay_world* world = scene_world(H);
    scene_plane(world, v3(0.0, 0.0, 1.0), 0.0, belay_material_default());
    belay_rod_def def = belay_rod_def_default();
    def.start = v3(0.0, 0.0, def.radius);
    belay_rod_id a = rod_make(world, &def), b;
    def.start.x = 1.02;
    b = rod_make(world, &def);
    scene_steps(world, 400);
    bool is_awake = true, is_destroyed = false;
    belay_rod_get_is_awake(world, a, &is_awake);
    cr_assert(!is_awake);
    cr_assert(belay_rod_join(world, a, 1, b, 0, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
    belay_rod_get_is_awake(world, a, &is_awake);
    cr_expect(is_awake);
    cr_expect(!belay_entity_is_alive(world, belay_rod_entity(b)));
    scene_steps(world, 1);
    cr_expect_eq(count_events(world, BELAY_CONTACT_END, b, &is_destroyed), 1);
    cr_expect(is_destroyed);
    cr_expect_eq(count_events(world, BELAY_CONTACT_END, a, &is_destroyed), 0);
    cr_expect_eq(count_events(world, BELAY_CONTACT_BEGIN, a, &is_destroyed), 0);
    // The gap of 2 cm is closed by a pull of E A 1 % along the ground.
    scene_steps(world, 600);
    scene_check_near(rod_reach(world, a), 2.0, 0.02, "length, m");
    belay_world_destroy(world);
}

// Cut, pulled a little apart, joined the other way round, with steps between: saved and restored, it goes the same way.
Test(rod_join, snapshots_bring_it_back)
{
    belay_world* world = scene_world(H);
    belay_rod_id rope = drop_rope(world, BELAY_ROD_NODAL), rest;
    saved before = saved_of(world);
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        cr_assert(belay_rod_cut(world, rope, 0.6, &rest) == BELAY_OK);
        scene_steps(world, 3);
        cr_assert(belay_rod_join(world, rest, 0, rope, 1, BELAY_ROD_JOINT_STRAIGHT, NULL) == BELAY_OK);
        scene_steps(world, 30);
        hash[i] = belay_world_hash(world);
        saved_restore(&before, world);
    }
    cr_expect_eq(hash[0], hash[1]);
    saved_fini(&before);
    belay_world_destroy(world);
}
