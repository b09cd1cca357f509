// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// I2: a rope wound on a drum that turns and moves along its axis, with a weight at its end.

#include "support/long.h"
#include "support/parts.h"
#include "support/rods/rod_scene.h"

#include <criterion/criterion.h>

static const double drum_radius = 0.05, rope_radius = 0.003, load = 0.5, advance = 0.0065; // m per turn
static const double step = 1.0 / 500.0;

typedef struct winch {
    belay_world* world;
    belay_body_id drum, weight;
    belay_rod_id rope;
    int clamp;
    double turned; // turns
} winch;

static winch make_winch(void)
{
    winch w = {.world = scene_world(step)};
    double round = drum_radius + rope_radius, length = 2.5;
    const belay_material rough = {0.3, 0.0};
    belay_vec3 nodes[101];
    belay_rod_def def = rod_of(0.02, 1e4, 1e-5, rope_radius);
    def.element_count = 100;
    double out = round / cos(0.5 * length / 100.0 / round);
    // Half a turn on the drum over its top, from x < 0, and down at x > 0.
    for (int i = 0; i <= 100; i++) {
        double s = length * i / 100.0, a = s / round;
        nodes[i] = a < SCENE_PI ? v3(-out * cos(a), 0.0, out * sin(a)) : v3(round, 0.0, SCENE_PI * round - s);
    }
    def.nodes = nodes;
    def.material = rough;
    def.damping_time = 0.005;
    def.drag = 0.5;
    w.rope = rod_make(w.world, &def);
    belay_collider_def drum = belay_collider_def_cylinder(0.3, drum_radius);
    drum.pose.rotation = q_exp(v3(0.5 * SCENE_PI, 0.0, 0.0));
    drum.material = rough;
    w.drum = part_fixed(w.world, BELAY_BODY_KINEMATIC, belay_pose_identity(), &drum);
    w.weight = rod_weight(w.world, load, nodes[100]);
    w.clamp = rod_hold(w.world, w.rope, BELAY_ROD_CLAMP, 0.0, w.drum);
    rod_hold(w.world, w.rope, BELAY_ROD_PIN, rod_length(w.world, w.rope), w.weight);
    return w;
}

typedef struct winch_record {
    double deepest;
    int contacts;
} winch_record;

// Turns at so many turns per second for so long. The top goes away from the weight's side: the rope is wound on.
static void turn(winch* w, double rate, double seconds, winch_record* record)
{
    for (int k = 0; k < (int)lround(seconds / step); k++) {
        w->turned += rate * step;
        belay_pose pose = {v3(0.0, advance * w->turned, 0.0), q_exp(v3(0.0, -2.0 * SCENE_PI * w->turned, 0.0))};
        cr_assert(belay_body_move_kinematic(w->world, w->drum, pose) == BELAY_OK);
        scene_steps(w->world, 1);
        const belay_rod_contact* c = belay_world_get_rod_contacts(w->world, &record->contacts);
        for (int i = 0; i < record->contacts; i++)
            record->deepest = fmax(record->deepest, -c[i].gap);
    }
}

static double height(const winch* w)
{
    return scene_state(w->world, w->weight).pose.position.z;
}

Test(scene_I2, winch_lifts_holds_and_lowers)
{
    const double turns = tests_may_be_long() ? 4.0 : 1.0; // four take a minute and a half
    winch w = make_winch();
    winch_record record = {0.0, 0};
    turn(&w, 0.0, 0.4, &record);
    double start = height(&w), tensions[100];
    record.deepest = 0.0;
    turn(&w, 1.0, turns, &record);
    turn(&w, 0.0, 0.6, &record);
    double held = height(&w);
    turn(&w, 0.0, 0.3, &record);
    cr_assert(belay_rod_get_tensions(w.world, w.rope, tensions, 100, NULL) == BELAY_OK);
    scene_check_near((held - start) / turns, 0.33301, 0.02 * 0.33301, "I2: lift per turn, m");
    scene_check_near(tensions[99], load * SCENE_G, 0.05 * load * SCENE_G, "I2: tension, N");
    scene_check_near(height(&w), held, 1e-4, "I2: height after the stop, m");
    scene_check_near(rod_reach(w.world, w.rope) / rod_length(w.world, w.rope), 1.0, 1e-3, "I2: length");
    turn(&w, -1.0, turns, &record);
    turn(&w, 0.0, 0.2, &record);
    scene_check_near(height(&w), start, 5e-3, "I2: height when all is unwound, m");
    cr_expect_leq(record.deepest, 0.1 * rope_radius, "I2: overlaps of %g mm", 1e3 * record.deepest);
    belay_world_destroy(w.world);
}

Test(scene_I2, rope_falls_when_its_drum_is_destroyed)
{
    winch w = make_winch();
    winch_record record = {0.0, 0};
    turn(&w, 1.0, 0.6, &record);
    cr_assert_gt(record.contacts, 10);
    double z = height(&w);
    cr_assert(belay_body_destroy(w.world, w.drum) == BELAY_OK);
    for (int k = 0; k < 100; k++) {
        scene_steps(w.world, 1);
        cr_assert(isfinite(rod_fastest(w.world, w.rope)));
    }
    belay_rod_attachment_state state = rod_held(w.world, w.rope, w.clamp);
    cr_expect(!state.is_held && v3_length(state.force) == 0.0);
    // Free but for air: g t^2 / 2 = 0.196 m from rest; it began with the speed of the winch, 0.333 m/s upwards.
    scene_check_near(height(&w) - z, 0.3330 * 0.2 - 0.5 * SCENE_G * 0.04, 0.02, "I2: fall of the weight in 0.2 s, m");
    belay_world_destroy(w.world);
}
