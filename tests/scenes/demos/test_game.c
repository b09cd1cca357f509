// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The small game without a picture: parts of it played, and held against what is known beforehand.

#include "game/facts.h"
#include "game/level/measure.h"
#include "game/script.h"

#include <criterion/criterion.h>
#include <math.h>

static const char PLAY[] = "demos/game/plays/crossing.txt";

static level game;

static void start(void)
{
    belay_error error;
    cr_assert(level_create(&game, &error), "%s", error.message);
}

static void end(void)
{
    level_destroy(&game);
}

static void step(level_controls controls)
{
    belay_error error;
    cr_assert(level_step(&game, &controls, &error), "%s", error.message);
}

static void steps(level_controls controls, double seconds)
{
    for (int i = 0; i < seconds / LEVEL_STEP; i++)
        step(controls);
}

static void walk_from(double x, double y)
{
    game.state.who = hero_at(x, y, 0.0);
    game.state.is_walking = true;
}

static void expect_solved(void)
{
    cr_expect_eq(game.state.marks.unsolved, 0, "%d steps missed the tolerance", game.state.marks.unsolved);
}

// As it begins in the file that all of it is played by in a window: over the first hill.
static void play(double seconds)
{
    char error[300];
    const char* picture;
    held now;
    script* s = script_open(PLAY, error, sizeof error);
    cr_assert_not_null(s, "%s", error);
    while (belay_world_get_time(game.world) < seconds && script_frame(s, &now, &picture)) {
        level_controls controls = held_controls(&now);
        step(controls);
        controls.switches = false;
        step(controls);
    }
    script_close(s);
}

TestSuite(small_game, .init = start, .fini = end, .timeout = 300.0);

// m g (sin a + mu cos a), and what speeds it up.
Test(small_game, rope_pulls_the_crate_up_the_ramp_as_weight_and_friction_ask)
{
    fact facts[FACTS_COUNT];
    play(8.5);
    facts_measure(&game, facts);
    const level_marks* k = &game.state.marks;
    double weight = 9.81 * TRUCK_CRATE_MASS * sin(atan(LAND_RAMP_SLOPE));
    cr_expect_gt(k->pull_count, 100);
    cr_expect_gt(k->pull_sum / k->pull_count, weight);
    for (int i = 0; i < 3; i++)
        cr_expect(fact_is_right(&facts[i]), "%s: %g %s, right: %s", facts[i].name, facts[i].value, facts[i].unit,
                  facts[i].right);
    expect_solved();
}

// By who walks into it, with no more than 300 N.
Test(small_game, door_opens_and_its_hinges_stay_closed)
{
    walk_from(0.1, YARD_WALL - 1.5);
    steps((level_controls){.ahead = 1.0}, 2.0);
    cr_expect_gt(game.state.who.body.position.y, YARD_WALL + 1.0, "y = %g", game.state.who.body.position.y);
    cr_expect_gt(fabs(measure_door(&game)), BELAY_PI / 3.0);
    cr_expect_lt(game.state.marks.hinge_error, 1e-3);
    expect_solved();
}

// mu m g of the box is 263 N, and who walks pushes with 300 N.
Test(small_game, box_in_the_way_is_pushed)
{
    walk_from(0.1, YARD_WALL + 1.4);
    steps((level_controls){.ahead = 1.0}, 2.0);
    cr_expect_gt(game.state.marks.box_pushed, 0.5, "%g m", game.state.marks.box_pushed);
    expect_solved();
}

Test(small_game, banks_carry_the_bridge_and_who_stands_on_it)
{
    walk_from(0.0, 0.5 * (LAND_RAVINE[0] + LAND_RAVINE[1]));
    game.state.who.body.position.z = 0.6;
    steps((level_controls){0}, 4.0);
    const level_marks* k = &game.state.marks;
    double right = game.bridge.weight + HERO_WEIGHT;
    cr_assert_gt(k->bridge_count, 60);
    cr_expect_lt(fabs(k->bridge_sum / k->bridge_count - right), 0.01 * right, "%g N, right: %g",
                 k->bridge_sum / k->bridge_count, right);
    cr_expect_gt(k->plank_clearance, 0.1);
    expect_solved();
}

// Nothing of a run is left to chance, so that the window's play and the one without come to the same end.
Test(small_game, a_play_comes_to_the_same_bits)
{
    play(1.0);
    uint64_t hash = belay_world_hash(game.world);
    end();
    start();
    play(1.0);
    cr_expect_eq(belay_world_hash(game.world), hash);
}

Test(small_game, a_play_names_the_line_that_it_does_not_know)
{
    char error[300] = "";
    cr_expect_null(script_open("LICENSE", error, sizeof error));
    cr_expect_str_eq(error, "line 1 of 'LICENSE' begins with 'MIT' and is none that the game plays without a window");
    cr_expect_null(script_open("demos/game/plays/none.txt", error, sizeof error));
    cr_expect_str_eq(error, "'demos/game/plays/none.txt' cannot be read");
}
