// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the mouse and keys do to the gallery's scenes, what its panel does to the solver, and sessions that are recorded
// and made again. Skipped where the gallery has not been built beside this program, or no window can be opened.

#include "support/demos/gallery_window.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

static void play(const char* scene, const char* name)
{
    char arguments[100], file[100];
    snprintf(arguments, sizeof arguments, "--scene %s --size 1280x720", scene);
    snprintf(file, sizeof file, "gallery_%s", name);
    gallery_play(file, arguments);
}

// The number behind a name in the last report.
static double number_after(const char* name)
{
    const char* at = strstr(gallery_text, name);
    cr_assert_not_null(at, "no '%s' in\n%s", name, gallery_text);
    return strtod(at + strlen(name), NULL);
}

TestSuite(gallery_tools, .init = gallery_find, .timeout = 400.0);

// With the load gone its upper end carries a part of the rope alone: less than a tenth of what hung there.
Test(gallery_tools, a_rope_is_cut_under_the_mouse)
{
    play("cords", "cut");
    cr_expect_gt(number_after("upper ends, beside the weights"), 90.0, "%s", gallery_text);
}

Test(gallery_tools, a_rope_that_is_cut_and_joined_carries_as_before)
{
    play("cords", "cut_and_joined");
    cr_expect_lt(number_after("upper ends, beside the weights"), 1.0, "%s", gallery_text);
}

Test(gallery_tools, a_rope_that_was_cut_is_whole_again_when_time_is_turned_back)
{
    play("cords", "cut_and_rewound");
    cr_expect_lt(number_after("upper ends, beside the weights"), 1.0, "%s", gallery_text);
}

static void last_state(char state[32])
{
    const char* at = strstr(gallery_text, "state ");
    cr_assert_not_null(at, "%s", gallery_text);
    snprintf(state, 32, "%.22s", at);
}

// A chain of joints: what was cut falls, and what is joined at once holds as it did.
Test(gallery_tools, a_joint_is_cut_and_made_again)
{
    char whole[32], cut[32];
    play("rope", "chain_cut_and_joined");
    double widest = number_after("widest joint"), stretch = number_after("largest stretch");
    cr_expect(widest < 0.5 && stretch < 0.2, "%s", gallery_text);
    last_state(whole);
    play("rope", "chain_cut");
    last_state(cut);
    cr_expect_str_neq(whole, cut);
}

Test(gallery_tools, beside_the_ropes_nothing_is_cut_or_joined)
{
    play("cords", "nothing_to_cut");
    cr_expect_lt(number_after("upper ends, beside the weights"), 1.0, "%s", gallery_text);
}

Test(gallery_tools, a_burst_and_a_ball_bring_down_a_house_of_cards_and_a_burst_in_the_sky_does_not)
{
    play("cards", "burst");
    cr_expect_eq(number_after("stands (1) or fell (0)"), 0.0, "%s", gallery_text);
    play("cards", "thrown");
    cr_expect_eq(number_after("stands (1) or fell (0)"), 0.0, "%s", gallery_text);
    play("cards", "burst_elsewhere");
    cr_expect_eq(number_after("stands (1) or fell (0)"), 1.0, "%s", gallery_text);
}

Test(gallery_tools, the_mouse_sets_the_solver)
{
    play("cards", "settings");
    double tolerance = number_after("tolerance ");
    cr_expect(tolerance > 3e-8 && tolerance < 3e-7, "%s", gallery_text);
    cr_expect_not_null(strstr(gallery_text, "method nsgs"), "%s", gallery_text);
    play("cards", "settings_back");
    cr_expect_eq(number_after("tolerance "), 1e-6, "%s", gallery_text);
}

// To the last bit, and in another process.
Test(gallery_tools, a_recorded_session_is_made_again)
{
    char first[32], again[32], arguments[400], file[] = "/tmp/belay_gallery_XXXXXX";
    int mkstemp(char*name), close(int fd);
    int fd = mkstemp(file);
    cr_assert_geq(fd, 0);
    close(fd);
    snprintf(arguments, sizeof arguments,
             "--scene cords --size 640x360 --play tests/scenes/demos/plays/gallery_recorded.txt --record %s", file);
    cr_assert_eq(gallery_run(arguments), 0, "%s", gallery_text);
    last_state(first);
    snprintf(arguments, sizeof arguments, "--scene cords --size 640x360 --play %s", file);
    cr_expect_eq(gallery_run(arguments), 0, "%s", gallery_text);
    last_state(again);
    cr_expect_str_eq(first, again);
    snprintf(arguments, sizeof arguments, "--scene cords --size 800x450 --play %s", file);
    cr_expect_neq(gallery_run(arguments), 0);
    cr_expect_not_null(strstr(gallery_text, "give --size 640x360"), "%s", gallery_text);
    remove(file);
}

#endif
