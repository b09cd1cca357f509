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

// Pictures are what the play asks for; here they are thrown away. (Drivers of OpenGL leak.)
static int play(const char* name, const char* size)
{
    char command[1600], folder[64];
    snprintf(folder, sizeof folder, "belay_knot_test_%d", (int)getpid());
    snprintf(command, sizeof command,
             "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' --play demos/knot/plays/%s.txt --size %s "
             "--out %s 2>&1; s=$?; rm -rf %s; exit $s",
             program, name, size, folder, folder);
    int code = beside_run(command, text, sizeof text);
    if (strstr(text, "No window:") != NULL) SKIP_TEST("no window can be opened");
    return code;
}

TestSuite(knot_by_hand, .init = find_program, .timeout = 300.0);

Test(knot_by_hand, one_mouse_ties_an_overhand_knot_into_the_straight_rope)
{
    cr_assert_eq(play("overhand", "960x540"), 0, "%s", text);
    cr_expect_not_null(strstr(text, "knot trefoil 3, 1 pieces"), "%s", text);
}

// The play says where in the world the mouse goes: the same knot in another window.
Test(knot_by_hand, the_same_in_a_larger_window)
{
    cr_assert_eq(play("overhand", "1920x1080"), 0, "%s", text);
    cr_expect_not_null(strstr(text, "knot trefoil 3, 1 pieces"), "%s", text);
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
