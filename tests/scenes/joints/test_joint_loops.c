// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Joints that lock some directions twice, and joints against contacts, against what mechanics says.

#include "scenes/joints/joint_scene.h"

#include <criterion/logging.h>

// ---------------------------------------------------------------------------------------------------------------------
// A parallelogram
// ---------------------------------------------------------------------------------------------------------------------

// Two cranks of 1 m and 1 kg on pivots 0.6 m apart carry a coupler of 2 kg; four hinges about y.
typedef struct linkage {
    belay_world* world;
    belay_body_id crank[2], coupler;
    belay_joint_id hinge[4];
} linkage;

static belay_body_id add_bar(belay_world* world, double mass, belay_vec3 size, belay_vec3 at, belay_quat turn)
{
    belay_body_def def = belay_body_def_default();
    def.mass = mass;
    def.inertia = belay_inertia_box(mass, size);
    def.pose.position = at;
    def.pose.rotation = turn;
    return joint_add_body(world, &def);
}

static linkage make_linkage(double h, double angle, double break_force)
{
    linkage l = {.world = joint_world(h, true)};
    belay_quat turn = belay_quat_from_axis_angle(v3(0.0, 1.0, 0.0), -angle);
    belay_vec3 down = q_rotate(turn, v3(0.0, 0.0, -1.0)), y = v3(0.0, 1.0, 0.0);
    l.coupler = add_bar(l.world, 2.0, v3(0.6, 0.05, 0.05), v3_add(v3(0.3, 0.0, 0.0), down), belay_quat_identity());
    for (int i = 0; i < 2; i++) {
        belay_vec3 pivot = v3(0.6 * i, 0.0, 0.0), end = v3_add(pivot, down);
        l.crank[i] = add_bar(l.world, 1.0, v3(0.05, 0.05, 1.0), v3_add_scaled(pivot, 0.5, down), turn);
        belay_joint_def def = joint_at(l.world, BELAY_JOINT_HINGE, l.crank[i], the_world, pivot, y);
        def.break_force = break_force;
        l.hinge[i] = joint_make(l.world, &def);
        def = joint_at(l.world, BELAY_JOINT_HINGE, l.crank[i], l.coupler, end, y);
        def.break_force = break_force;
        l.hinge[2 + i] = joint_make(l.world, &def);
    }
    return l;
}

static double largest_force(const linkage* l)
{
    double largest = 0.0;
    for (int i = 0; i < 4; i++)
        largest = fmax(largest, v3_length(joint_state(l->world, l->hinge[i]).force));
    return largest;
}

// Let go at 1 rad it swings 13.5 J = (2 kg + 2 x 1 kg / 2) g L (1 - cos 1). At the bottom w^2 = 2 x 13.5 J / (2 kg +
// 2/3 kg) / L^2 = 10.1 /s^2, where the pivots together carry 4 kg g + 3 kg m w^2 = 70 N, each 35 N: the most there is.
// So hinges that break at 40 N hold.
static void check_swing(double h, double allowed)
{
    linkage l = make_linkage(h, 1.0, 40.0);
    double worth = 3.0 * SCENE_G * (1.0 - cos(1.0)), start = joint_energy(l.world), off = 0.0, force = 0.0;
    for (int i = 0; i < (int)(5.0 / h); i++) {
        scene_steps(l.world, 1);
        scene_check_converged(l.world);
        off = fmax(off, fabs(joint_energy(l.world) - start) / worth);
        force = fmax(force, largest_force(&l));
    }
    cr_log_info("parallelogram at %g s: energy off by %.3g, at most %g N", h, off, force);
    cr_expect_leq(off, allowed, "energy off by %g", off);
    cr_expect_float_eq(force, 35.0, 0.5, "%g N", force);
    belay_world_destroy(l.world);
}

Test(scene_joint_loops, a_parallelogram_keeps_its_energy)
{
    check_swing(1.0 / 60.0, 1e-2);
    check_swing(1.0 / 240.0, 1e-3);
}

Test(scene_joint_loops, a_blow_on_a_parallelogram_is_shared_once)
{
    // The coupler alone is given 4 m/s, 16 J. The cranks are taken along: p = 2 kg 4 m/s = (2 kg + 2/3 kg) v keeps
    // 3/4 of it. From then on the energy stays, and forces are those of the motion, m (g + w^2 L) with w = 3 rad/s.
    const double hs[] = {1.0 / 60.0, 1.0 / 240.0};
    for (int k = 0; k < 2; k++) {
        linkage l = make_linkage(hs[k], 0.0, HUGE_VAL);
        scene_steps(l.world, 4);
        scene_set_velocity(l.world, l.coupler, v3(4.0, 0.0, 0.0), v3_zero());
        double start = joint_energy(l.world);
        scene_steps(l.world, 3);
        cr_expect_float_eq(joint_energy(l.world) - start, -4.0, 0.05);
        start = joint_energy(l.world);
        for (int i = 0; i < (int)(2.0 / hs[k]); i++) {
            scene_steps(l.world, 1);
            cr_assert_leq(joint_energy(l.world) - start, 0.02, "step %d: %g J more", i, joint_energy(l.world) - start);
            double most = 0.5 * (4.0 * SCENE_G + 3.0 * 9.0) + 8.0; // and a third of a chord of blow
            cr_assert_leq(largest_force(&l), most, "step %d: %g N", i, largest_force(&l));
        }
        cr_expect_geq(joint_energy(l.world) - start, -0.2);
        belay_world_destroy(l.world);
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Doors, tables
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_loops, a_door_on_two_hinges_swings_on)
{
    // 20 kg, 0.8 m x 2 m, hinges 1.6 m apart on the z axis; 1 rad/s. Five of ten locked directions are there twice. It
    // turns on at 1 rad/s; the hinges carry its weight and, above and below, push m g 0.4 m / 1.6 m = 49 N, and hold m
    // w^2 0.4 m = 8 N together. Nothing of that is shared arbitrarily: both carry the same weight.
    belay_world* world = joint_world(1.0 / 60.0, true);
    belay_body_id door = add_bar(world, 20.0, v3(0.8, 0.04, 2.0), v3(0.4, 0.0, 0.0), belay_quat_identity());
    belay_joint_id hinge[2];
    for (int i = 0; i < 2; i++) {
        belay_vec3 at = v3(0.0, 0.0, i == 0 ? 0.8 : -0.8);
        belay_joint_def def = joint_at(world, BELAY_JOINT_HINGE, door, the_world, at, v3(0.0, 0.0, 1.0));
        hinge[i] = joint_make(world, &def);
    }
    scene_set_velocity(world, door, v3(0.0, 0.4, 0.0), v3(0.0, 0.0, 1.0));
    scene_steps(world, 2);
    for (int i = 0; i < 1200; i++) {
        scene_steps(world, 1);
        scene_check_converged(world);
        cr_assert_float_eq(scene_state(world, door).angular_velocity.z, 1.0, 2e-3);
        for (int k = 0; k < 2; k++) {
            belay_joint_state s = joint_state(world, hinge[k]);
            cr_assert_float_eq(s.force.z, 98.1, 1e-3, "step %d: %g N", i, s.force.z);
            cr_assert_leq(v3_length(s.force), 120.0);
            cr_assert_leq(v3_length(s.torque), 40.0);
            cr_assert_leq(s.error, 1e-5);
        }
    }
    cr_expect_float_eq(joint_state(world, hinge[0]).position[0], -1202.0 / 60.0, 0.05); // of the world against the door
    belay_world_destroy(world);
}

Test(scene_joint_loops, a_table_stands_on_four_legs)
{
    // A top of 8 kg on legs of 1 kg, each fixed to it and to the ground: three loops. 8 kg g on four legs: 19.62 N
    // each, by symmetry, for ever.
    belay_world* world = joint_world(1.0 / 60.0, true);
    belay_body_id top = add_bar(world, 8.0, v3(1.2, 0.8, 0.05), v3(0.0, 0.0, 0.7), belay_quat_identity());
    belay_joint_id joint[4];
    for (int i = 0; i < 4; i++) {
        belay_vec3 at = v3(i % 2 ? 0.5 : -0.5, i / 2 ? 0.3 : -0.3, 0.35);
        belay_body_id leg = add_bar(world, 1.0, v3(0.05, 0.05, 0.7), at, belay_quat_identity());
        belay_vec3 head = v3_add(at, v3(0.0, 0.0, 0.35)), foot = v3_sub(at, v3(0.0, 0.0, 0.35));
        belay_joint_def def = joint_at(world, BELAY_JOINT_FIXED, top, leg, head, v3(0.0, 0.0, 1.0));
        def.break_force = 25.0;
        joint[i] = joint_make(world, &def);
        def = joint_at(world, BELAY_JOINT_FIXED, leg, the_world, foot, v3(0.0, 0.0, 1.0));
        joint_make(world, &def);
    }
    for (int i = 0; i < 600; i++) {
        scene_steps(world, 1);
        for (int k = 0; k < 4; k++) {
            belay_joint_state s = joint_state(world, joint[k]);
            cr_assert_float_eq(s.force.z, 19.62, 2e-3, "step %d: %g N", i, s.force.z);
            cr_assert_leq(hypot(s.force.x, s.force.y), 1.0);
        }
    }
    cr_expect_leq(v3_distance(scene_state(world, top).pose.position, v3(0.0, 0.0, 0.7)), 1e-7);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Energy of chains
// ---------------------------------------------------------------------------------------------------------------------

Test(scene_joint_loops, a_chain_in_free_fall_never_gains_energy)
{
    // Four boxes on ball joints turn about each other and the world without gravity. Locked directions do no work, and
    // what puts positions right gives none: the energy of no step is above that of the one before.
    belay_world* world = joint_world(1.0 / 240.0, false);
    belay_body_id above = the_world;
    for (int i = 0; i < 4; i++) {
        belay_body_id box = add_bar(world, 1.0, v3(0.5, 0.2, 0.1), v3(0.5 * i + 0.25, 0.0, 0.0), belay_quat_identity());
        belay_joint_def def = joint_at(world, BELAY_JOINT_BALL, box, above, v3(0.5 * i, 0.02 * i, 0.0), v3_zero());
        joint_make(world, &def);
        scene_set_velocity(world, box, v3(0.0, 0.0, 3.0 * (0.5 * i + 0.25)), v3(1.0, -3.0, 0.0));
        above = box;
    }
    scene_steps(world, 1);
    double start = joint_energy(world), last = start;
    for (int i = 0; i < 2400; i++) {
        scene_steps(world, 1);
        double now = joint_energy(world);
        cr_assert_leq(now, last * (1.0 + 1e-9), "step %d: %g J more", i, now - last);
        last = now;
    }
    cr_expect_geq(last, 0.999 * start);
    belay_world_destroy(world);
}

// ---------------------------------------------------------------------------------------------------------------------
// Against contacts
// ---------------------------------------------------------------------------------------------------------------------

// A chain of 30 capsules hangs straight; a ball at its end overlaps the second-last link for good, by 21.7 mm, and is
// joined to the last one alone. There is no motion that takes that back: they stay where they are.
static void check_overlap(double h)
{
    belay_world* world = joint_world(h, true);
    belay_body_id above = the_world;
    const double link = 2.0 / 60.0;
    belay_collider_def capsule = belay_collider_def_capsule(link, 0.005), sphere = belay_collider_def_sphere(0.05);
    capsule.filter.group = -1; // links do not touch each other
    for (int i = 0; i <= 30; i++) {
        bool is_ball = i == 30;
        belay_body_def def = belay_body_def_default();
        def.mass = is_ball ? 2.0 : 0.003;
        def.inertia = is_ball ? belay_inertia_sphere(2.0, 0.05) : belay_inertia_box(0.003, v3(0.01, 0.01, link));
        def.pose.position = v3(0.0, 0.0, is_ball ? -2.0 * 0.5 : -link * (i + 0.5));
        belay_body_id body = joint_add_body(world, &def);
        cr_assert(belay_collider_create(world, body, is_ball ? &sphere : &capsule, NULL) == BELAY_OK);
        belay_joint_def joint =
            joint_at(world, BELAY_JOINT_BALL, body, above, v3(0.0, 0.0, -link * i), v3(1.0, 0.0, 0.0));
        joint_make(world, &joint);
        above = body;
    }
    double start = joint_energy(world);
    for (int i = 0; i < (int)(2.0 / h); i++) {
        scene_steps(world, 1);
        cr_assert_leq(joint_energy(world) - start, 1e-3);
        cr_assert_leq(v3_length(scene_state(world, above).linear_velocity), 0.01);
    }
    belay_vec3 down = v3(0.0, 0.0, -1.0);
    cr_expect_leq(v3_distance(scene_state(world, above).pose.position, down), 0.005);
    belay_world_destroy(world);
}

Test(scene_joint_loops, a_load_that_overlaps_its_own_rope_hangs_still)
{
    check_overlap(1.0 / 60.0);
    check_overlap(1.0 / 240.0);
}
