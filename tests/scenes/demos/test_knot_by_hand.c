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
    char command[1600];
    snprintf(command, sizeof command,
             "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' --play demos/knot/plays/%s.txt --size %s "
             "--no-pictures 2>&1",
             program, name, size);
    int code = beside_run(command, text, sizeof text);
    if (strstr(text, "No window:") != NULL) SKIP_TEST("no window can be opened");
    return code;
}

static void expect_knot(const char* name, const char* size, const char* knot)
{
    char told[80];
    snprintf(told, sizeof told, "knot %s; 1 pieces", knot);
    cr_assert_eq(play(name, size), 0, "%s", text);
    cr_expect_not_null(strstr(text, told), "%s", text);
}

TestSuite(knot_by_hand, .init = find_program, .timeout = 300.0);

// From the straight rope, by one mouse. A play says where in the world, or beside what place of the rope, the mouse
// goes: the same knot in another window. It has one hand.
Test(knot_by_hand, overhand_knot)
{
    expect_knot("overhand", "960x540", "trefoil 3_1*");
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
    cr_assert_eq(play("undo", "960x540"), 0, "%s", text);
    const char* span = strstr(text, "contacts, ");
    cr_assert_not_null(span, "%s", text);
    cr_expect_float_eq(strtod(span + strlen("contacts, "), NULL), 1000.0, 1.5, "%s", text);
}

Test(knot_by_hand, a_play_that_is_none_is_refused)
{
    cr_assert_eq(play("no-such-play", "960x540"), 1, "%s", text);
    cr_expect_not_null(strstr(text, "'demos/knot/plays/no-such-play.txt' cannot be read"), "%s", text);
}

#endif
