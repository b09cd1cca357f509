// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A thread of 0.2 m lies through an eye, two capsules with 3 mm between them, without gravity. A spring draws its end,
// on a ball of 10 g, after a hand at 50 mm/s, to the side and up. Nothing but the hand moves anything, so thread and
// ball go about as fast, and what is not touched pushes nothing: segments of 5 mm that bend round 4 mm are now and then
// some micrometres deep in one capsule while their nodes are a millimetre off the other.

#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

#define ELEMENTS 40
#define HAND 0.05    // m/s
#define RADIUS 0.001 // m, of the thread
#define BEGIN 0.02   // m: where the ball is
#define STANDS 0.3   // s, before the hand goes
#define FASTEST 0.25 // m/s: what a thread that tightens and is let go by a corner comes to
#define NOT_YET 0.3  // of the radius: how far off an impulse may leave a contact, the second order of a step of 1/60 s

static void add_eye(belay_world* world)
{
    belay_body_id eye = scene_add_body(world, BELAY_BODY_STATIC, v3_zero());
    for (int side = -1; side <= 1; side += 2) {
        belay_collider_def bar = belay_collider_def_capsule(0.03, 0.003);
        bar.pose.position.z = 0.0045 * side;
        bar.pose.rotation = q_exp(v3(0.5 * SCENE_PI, 0.0, 0.0));
        bar.material.friction = 0.2;
        cr_assert(belay_collider_create(world, eye, &bar, NULL) == BELAY_OK);
    }
}

static belay_rod_id add_thread(belay_world* world)
{
    belay_rod_def def = belay_rod_def_default();
    def.element_count = ELEMENTS;
    def.start = v3(BEGIN, 0.0, 0.0);
    def.direction = v3(-1.0, 0.0, 0.0);
    def.length = 0.2;
    def.radius = RADIUS;
    def.line_mass = 0.003;
    def.stretch_stiffness = 100.0;
    def.bend_stiffness[0] = def.bend_stiffness[1] = def.twist_stiffness = 1e-6;
    def.damping_time = 0.005;
    def.drag = 2.0;
    def.material.friction = 0.2;
    return rod_make(world, &def);
}

static belay_body_id add_hand(belay_world* world, belay_body_id ball)
{
    belay_body_id hand = scene_add_body(world, BELAY_BODY_KINEMATIC, v3(BEGIN, 0.0, 0.0));
    belay_joint_def spring = belay_joint_def_default(BELAY_JOINT_SIX_DOF);
    spring.body_a = ball;
    spring.body_b = hand;
    for (int k = 0; k < 3; k++)
        spring.axis[k].spring = (belay_joint_spring){true, 0.0, 300.0, 1.0, HUGE_VAL};
    cr_assert(belay_joint_create(world, &spring, NULL) == BELAY_OK);
    return hand;
}

// The largest distance off, in the direction of its normal, that a contact that pushed is left at by the step.
static double farthest_push(const belay_world* world, double h)
{
    int32_t count;
    const belay_rod_contact* c = belay_world_get_rod_contacts(world, &count);
    double farthest = 0.0;
    for (int32_t i = 0; i < count; i++)
        if (c[i].impulse[0] > 0.0) farthest = fmax(farthest, c[i].gap + h * c[i].velocity[0]);
    return farthest;
}

static void draw(double hz)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = 1.0 / hz;
    def.gravity = v3_zero();
    def.contact_margin = 0.01;
    belay_world* world = scene_world_of(&def);
    add_eye(world);
    belay_rod_id thread = add_thread(world);
    scene_ball at = scene_ball_default();
    at.radius = 0.003;
    at.mass = 0.01;
    at.position.x = BEGIN;
    belay_body_id ball = scene_add_ball(world, &at), hand = add_hand(world, ball);
    rod_hold(world, thread, BELAY_ROD_PIN, 0.0, ball);
    double fastest = 0.0, farthest = 0.0;
    int restless = 0, steps = (int)(3.0 * hz);
    for (int i = 0; i < steps; i++) {
        double way = HAND * fmax(0.0, i / hz - STANDS);
        belay_pose pose = {v3(BEGIN + 0.6 * way, 0.0, 0.8 * way), belay_quat_identity()};
        cr_assert(belay_body_move_kinematic(world, hand, pose) == BELAY_OK);
        scene_steps(world, 1);
        fastest = fmax(fastest, fmax(rod_fastest(world, thread), v3_length(scene_state(world, ball).linear_velocity)));
        farthest = fmax(farthest, farthest_push(world, 1.0 / hz));
        restless += !belay_world_get_stats(world)->has_converged;
    }
    cr_expect_leq(fastest, FASTEST, "1/%g s: %g m/s", hz, fastest);
    cr_expect_leq(farthest, NOT_YET * RADIUS, "1/%g s: pushed at %g m", hz, farthest);
    cr_expect_eq(restless, 0, "1/%g s: %d of %d steps did not converge", hz, restless, steps);
    cr_expect_gt(rod_node(world, thread, 0).z, 0.1, "1/%g s: drawn to %g m", hz, rod_node(world, thread, 0).z);
    belay_world_destroy(world);
}

Test(rods_eye, threads_are_drawn_through_as_fast_as_the_hand)
{
    draw(60.0);
    draw(120.0);
    draw(250.0);
}
