// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The knot demo as a user has it: mouse and keys come through the window's own queue. Looked for beside this program;
// skipped where it has not been built, or no window can be opened.

#include "support/beside.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <unistd.h>

static char program[BESIDE_PATH];
static char text[1 << 14]; // both streams

static void find_program(void)
{
    beside_find(program, "knot");
}

// Drivers of OpenGL leak.
static int play(const char* name, const char* size)
{
    char command[1600], folder[64];
    snprintf(folder, sizeof folder, "belay_knot_test_%d", (int)getpid());
    snprintf(
        command, sizeof command,
        "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' --play %s.txt --size %s --no-pictures --out %s "
        "2>&1; s=$?; rm -rf %s; exit $s",
        program, name, size, folder, folder);
    int code = beside_run(command, text, sizeof text);
    if (strstr(text, "No window:") != NULL) SKIP_TEST("no window can be opened");
    return code;
}

static void expect_knot(const char* name, const char* size, const char* knot)
{
    char told[80];
    snprintf(told, sizeof told, "knot %s; 1 pieces", knot);
    char path[80];
    snprintf(path, sizeof path, "demos/knot/plays/%s", name);
    cr_assert_eq(play(path, size), 0, "%s", text);
    cr_expect_not_null(strstr(text, told), "%s", text);
}

TestSuite(knot_by_hand, .init = find_program, .timeout = 300.0);

// From the straight rope, by one mouse. A play says where in the world, or beside what place of the rope, the mouse
// goes: the same knot in another window. It has one hand.
Test(knot_by_hand, overhand_knot)
{
    expect_knot("overhand", "960x540", "trefoil 3_1*");
}

Test(knot_by_hand, overhand_knot_in_a_larger_window)
{
    expect_knot("overhand", "1920x1080", "trefoil 3_1*");
}

Test(knot_by_hand, figure_of_eight_knot)
{
    expect_knot("figure_eight", "960x540", "figure of eight 4_1");
}

Test(knot_by_hand, figure_of_eight_knot_in_a_larger_window)
{
    expect_knot("figure_eight", "1920x1080", "figure of eight 4_1");
}

Test(knot_by_hand, square_knot)
{
    expect_knot("square", "960x540", "square 3_1 # 3_1*");
}

Test(knot_by_hand, square_knot_in_a_larger_window)
{
    expect_knot("square", "1920x1080", "square 3_1 # 3_1*");
}

Test(knot_by_hand, bowline)
{
    expect_knot("bowline", "960x540", "bowline 6_3");
}

Test(knot_by_hand, bowline_in_a_larger_window)
{
    expect_knot("bowline", "1920x1080", "bowline 6_3");
}

Test(knot_by_hand, what_was_done_is_taken_back)
{
    cr_assert_eq(play("demos/knot/plays/undo", "960x540"), 0, "%s", text);
    const char* span = strstr(text, "contacts, ");
    cr_assert_not_null(span, "%s", text);
    cr_expect_float_eq(strtod(span + strlen("contacts, "), NULL), 1000.0, 1.5, "%s", text);
}

// The mouse leads one end inwards by 0.2 m, the stick the other one by as much: alone, each would leave 0.8 m.
Test(knot_by_hand, a_gamepad_is_a_second_hand)
{
    cr_assert_eq(play("tests/scenes/demos/plays/knot_two_hands", "640x360"), 0, "%s", text);
    const char* span = strstr(text, "contacts, ");
    cr_assert_not_null(span, "%s", text);
    cr_expect_float_eq(strtod(span + strlen("contacts, "), NULL), 625.0, 40.0, "%s", text);
}

// ---------------------------------------------------------------------------------------------------------------------
// Time
// ---------------------------------------------------------------------------------------------------------------------

// What is told at the end of a play.
static void play_to_end(const char* name, char* end, size_t size)
{
    char path[80];
    snprintf(path, sizeof path, "tests/scenes/demos/plays/%s", name);
    cr_assert_eq(play(path, "640x360"), 0, "%s", text);
    const char* after = strstr(text, "After ");
    cr_assert_not_null(after, "%s", text);
    snprintf(end, size, "%s", after);
}

static void expect_same_end(const char* name, const char* other)
{
    char end[400], other_end[400];
    play_to_end(name, end, sizeof end);
    play_to_end(other, other_end, sizeof other_end);
    cr_expect_str_eq(end, other_end, "%s: %s%s: %s", name, end, other, other_end);
}

Test(knot_by_hand, what_was_saved_is_loaded)
{
    expect_same_end("knot_saved", "knot_before");
}

Test(knot_by_hand, what_was_loaded_goes_on_as_it_did)
{
    expect_same_end("knot_goes_on", "knot_went_on");
}

// Cut short by one byte; nothing changes.
Test(knot_by_hand, what_is_damaged_is_not_loaded)
{
    char command[4000], folder[64];
    const char* run = "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' --no-pictures --size 640x360 "
                      "--out %s --play tests/scenes/demos/plays/%s.txt";
    char save[1700], load[1700];
    snprintf(folder, sizeof folder, "belay_knot_damaged_%d", (int)getpid());
    snprintf(save, sizeof save, run, program, folder, "knot_save");
    snprintf(load, sizeof load, run, program, folder, "knot_load");
    snprintf(command, sizeof command,
             "{ %s && head -c 1000 %s/window.moment > %s/short && mv %s/short %s/window.moment && %s; } 2>&1; s=$?; "
             "rm -rf %s; exit $s",
             save, folder, folder, folder, folder, load, folder);
    int code = beside_run(command, text, sizeof text);
    if (strstr(text, "No window:") != NULL) SKIP_TEST("no window can be opened");
    cr_assert_eq(code, 0, "%s", text);
    cr_expect_not_null(strstr(text, "window.moment' is damaged"), "%s", text);
    cr_expect_not_null(strstr(text, " 1000 mm between the ends"), "%s", text);
}

Test(knot_by_hand, time_is_turned_back)
{
    char end[400];
    play_to_end("knot_rewound", end, sizeof end);
    cr_expect_not_null(strstr(end, "After 0.0 s: knot none; 1 pieces, "), "%s", end);
    cr_expect_not_null(strstr(end, " 1000 mm between the ends"), "%s", end);
}

Test(knot_by_hand, a_play_that_is_none_is_refused)
{
    cr_assert_eq(play("demos/knot/plays/no-such-play", "960x540"), 1, "%s", text);
    cr_expect_not_null(strstr(text, "'demos/knot/plays/no-such-play.txt' cannot be read"), "%s", text);
}

#endif
