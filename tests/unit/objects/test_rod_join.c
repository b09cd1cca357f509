// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joining: the rod of both, momentum and impact, corners, snapshots.

#include "support/rods/rod_scene.h"
#include "support/saved.h"

#include <criterion/criterion.h>
#include <string.h>

#define H 0.002
#define HALF 8 // elements

static const belay_rod_model models[] = {BELAY_ROD_NODAL, BELAY_ROD_MASS_SPRING, BELAY_ROD_CORDE};

#define MODELS (sizeof models / sizeof models[0])

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
        cr_expect_eq(rod_info(world, rope).length, rod_info(control, same).length);
        for (int i = 0; i < 40; i++) {
            scene_steps(world, 1);
            scene_steps(control, 1);
            rod_check_same_nodes(world, rope, control, same, 0.0, belay_rod_model_name(models[k]));
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
        rod_check_same_nodes(world, a, control, whole, 2e-15, "joined");
        double held = end_a == 1 ? 0.0 : 1.0;
        rod_hold(world, a, BELAY_ROD_CLAMP, held, the_world);
        rod_hold(control, whole, BELAY_ROD_CLAMP, held, the_world);
        scene_steps(world, 100);
        scene_steps(control, 100);
        rod_check_same_nodes(world, a, control, whole, tolerance, belay_rod_model_name(model));
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
    def.model = rod_info(world, rod).model;
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

static void stop(belay_world* world, belay_rod_id rod)
{
    belay_vec3 still[ROD_MAX_NODES];
    memset(still, 0, sizeof still);
    cr_assert(belay_rod_set_velocities(world, rod, still, rod_info(world, rod).node_count) == BELAY_OK);
}

// Told from its tip it has the same energies: what is joined to it lies there without any.
static void check_turned(belay_rod_model model, belay_world* world, belay_rod_id b, double* length, belay_rod_id* both)
{
    belay_rod_energies of_b, of_both;
    belay_rod_get_energies(world, b, &of_b);
    double moving = of_b.kinetic;
    // A nodal rod tells its energy of where its velocities lead, and the blow that joins the ends changes them.
    if (model == BELAY_ROD_NODAL) stop(world, b);
    belay_rod_get_energies(world, b, &of_b);
    *both = lead_to_tip(world, b, length);
    cr_assert(belay_rod_join(world, *both, 1, b, 1, BELAY_ROD_JOINT_AS_IT_LIES, NULL) == BELAY_OK);
    belay_rod_get_energies(world, *both, &of_both);
    cr_expect_gt(of_b.bend + of_b.twist, 1e-4);
    cr_expect_lt(of_both.kinetic, moving, "%s", belay_rod_model_name(model)); // there is more to be moved
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
    belay_rod_info info = rod_info(world, rod);
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
    belay_rod_info info = rod_info(world, a);
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
// What knew B
// ---------------------------------------------------------------------------------------------------------------------

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
