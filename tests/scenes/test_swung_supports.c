// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is swung round by a body that is led from pose to pose: a block in the grip of a hand, a slab on a turning
// table.
//
// Led to r (cos p, sin p) at the end of each step, p = w t, the support has r (w h)^2 / 2 h of velocity more in each
// step than in the last, across its way. What goes along knows of it a step later: it comes to be up to h^2 w^2 r / 2
// behind while the support speeds up, and at the ends of steps, which are the middles of the chords, it is h^2 w^2 r /
// 4 more to the inside. After that it stays where it is.

#include "scenes/joints/joint_scene.h"
#include "support/parts.h"

#define ARM 0.6  // m
#define SPIN 4.0 // rad/s

// From 0.5 s on the support gets faster for 1 s, then goes on.
static double angle_at(double t)
{
    double s = fmin(1.0, fmax(0.0, t - 0.5));
    return SPIN * (0.5 * s * s + fmax(0.0, t - 1.5));
}

static belay_pose support_at(double t)
{
    return part_turned(v3(-ARM * sin(angle_at(t)), ARM * cos(angle_at(t)), 0.0), v3(0.0, 0.0, 1.0), angle_at(t));
}

static belay_vec3 seen_from(const belay_world* world, belay_body_id support, belay_body_id body)
{
    belay_pose p = scene_state(world, support).pose;
    return q_rotate_inverse(p.rotation, v3_sub(scene_state(world, body).pose.position, p.position));
}

typedef struct swing {
    belay_world* world;
    belay_body_id support, load;
    double h;
} swing;

// Swings for 8 s and checks that the load stays, and that no step had to be limited or went unsolved.
static void check_swing(swing* s, const char* what)
{
    belay_vec3 held = seen_from(s->world, s->support, s->load), steady = held;
    int unsolved = 0, limited = 0, steps = (int)lround(8.0 / s->h), is_steady = (int)lround(3.0 / s->h);
    double farthest = 0.0, creep = 0.0, lag = s->h * s->h * SPIN * SPIN * ARM;
    for (int i = 1; i <= steps; i++) {
        cr_assert(belay_body_move_kinematic(s->world, s->support, support_at(i * s->h)) == BELAY_OK);
        scene_steps(s->world, 1);
        belay_vec3 now = seen_from(s->world, s->support, s->load);
        farthest = fmax(farthest, v3_distance(now, held));
        if (i == is_steady) steady = now;
        if (i > is_steady) creep = fmax(creep, v3_distance(now, steady));
        unsolved += !belay_world_get_stats(s->world)->has_converged;
        limited += i > is_steady && belay_world_get_stats(s->world)->limited_islands > 0;
    }
    cr_expect_leq(farthest, 0.75 * lag, "%s, 1/%g s: %g m off", what, 1.0 / s->h, farthest);
    cr_expect_leq(creep / 5.0, 1e-5, "%s, 1/%g s: creeps by %g m/s", what, 1.0 / s->h, creep / 5.0);
    cr_expect_eq(unsolved, 0, "%s, 1/%g s: %d steps not converged", what, 1.0 / s->h, unsolved);
    cr_expect_eq(limited, 0, "%s, 1/%g s: %d steps limited", what, 1.0 / s->h, limited);
    belay_world_destroy(s->world);
}

static belay_world* swung_world(double h, bool has_gravity)
{
    belay_world_def def = belay_world_def_default();
    def.step_seconds = h;
    def.enable_sleep = false;
    if (!has_gravity) def.gravity = v3_zero();
    return scene_world_of(&def);
}

// A hand at that place, and a block of 0.2 kg between a finger of it and one on a slider, pressed with `force`.
static belay_body_id add_grip(belay_world* world, belay_vec3 at, double mu, double force, belay_body_id* block)
{
    belay_collider_def pad = belay_collider_def_box(v3(0.02, 0.04, 0.04));
    pad.material.friction = mu;
    pad.pose.position.x = -0.03;
    belay_body_id hand = part_fixed(world, BELAY_BODY_KINEMATIC, part_at(at.x, at.y, at.z), &pad);
    *block = part_box(world, at, v3(0.04, 0.06, 0.06), 0.2, pad.material);
    belay_vec3 beside = v3_add(at, v3(0.03, 0.0, 0.0));
    belay_body_id finger = part_box(world, beside, v3(0.02, 0.04, 0.04), 0.032, pad.material);
    belay_joint_def slider = joint_at(world, BELAY_JOINT_SLIDER, hand, finger, beside, v3(1.0, 0.0, 0.0));
    slider.axis[0].motor = (belay_joint_motor){true, -0.5, force};
    joint_make(world, &slider);
    return hand;
}

// It needs 1.92 N of 12 N.
static void swing_grip(double h)
{
    swing s = {.world = swung_world(h, false), .h = h};
    s.support = add_grip(s.world, support_at(0.0).position, 0.6, 10.0, &s.load);
    check_swing(&s, "grip");
}

// Each pose off by up to 0.5 mm in every direction, as a hand is read: at 1/60 s that shakes with up to 7 m/s^2, and
// the block wants 1.4 N of 48.
Test(swung_supports, a_grip_holds_in_a_hand_that_shakes)
{
    const double h = 1.0 / 60.0;
    belay_world* world = swung_world(h, true);
    belay_body_id load, hand = add_grip(world, v3_zero(), 0.8, 30.0, &load);
    uint32_t chance = 1;
    belay_vec3 held = v3_zero();
    double farthest = 0.0;
    for (int i = 1; i <= 480; i++) {
        belay_vec3 at = v3(0.1 * (1.0 - cos(3.0 * i * h)), 0.1 * (1.0 - cos(2.0 * i * h)), 0.0);
        double off[3];
        for (int k = 0; k < 3; k++)
            off[k] = i > 60 ? 1e-3 * (part_random(&chance) - 0.5) : 0.0;
        belay_pose pose = part_turned(v3_add(at, v3(off[0], off[1], off[2])), v3(0.0, 0.0, 1.0), 0.3 * sin(i * h));
        cr_assert(belay_body_move_kinematic(world, hand, pose) == BELAY_OK);
        scene_steps(world, 1);
        if (i == 60) held = seen_from(world, hand, load);
        if (i > 60) farthest = fmax(farthest, v3_distance(seen_from(world, hand, load), held));
    }
    cr_expect_leq(farthest, 3e-3, "%g m off", farthest);
    belay_world_destroy(world);
}

// A flat slab on a table: w^2 r = 11.2 m/s^2 at most, of mu g = 19.6.
static void swing_table(double h)
{
    swing s = {.world = swung_world(h, true), .h = h};
    belay_collider_def top = belay_collider_def_box(v3(1.0, 1.0, 0.02));
    top.material.friction = 2.0;
    s.support = part_fixed(s.world, BELAY_BODY_KINEMATIC, support_at(0.0), &top);
    s.load = part_box(s.world, v3(0.1, ARM + 0.1, 0.02), v3(0.08, 0.08, 0.02), 1.0, top.material);
    check_swing(&s, "table");
}

Test(swung_supports, a_grip_holds)
{
    swing_grip(1.0 / 60.0);
    swing_grip(1.0 / 120.0);
    swing_grip(1.0 / 240.0);
}

Test(swung_supports, a_table_keeps_what_lies_on_it)
{
    swing_table(1.0 / 60.0);
    swing_table(1.0 / 120.0);
    swing_table(1.0 / 240.0);
}
