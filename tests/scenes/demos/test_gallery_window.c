// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gallery in its window: keys come through the window's own queue. Looked for beside this program; skipped where it
// has not been built, or no window can be opened.

#include "support/beside.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

static char program[BESIDE_PATH];
static char text[1 << 14]; // both streams

static void find_program(void)
{
    beside_find(program, "gallery");
}

// Drivers of OpenGL leak.
static void play(const char* name)
{
    char command[1600];
    snprintf(command, sizeof command,
             "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' --play tests/scenes/demos/plays/%s.txt "
             "--scene settling --size 640x360 --no-pictures 2>&1",
             program, name);
    int code = beside_run(command, text, sizeof text);
    if (strstr(text, "No window:") != NULL) SKIP_TEST("no window can be opened");
    cr_assert_eq(code, 0, "%s", text);
}

TestSuite(gallery_window, .init = find_program, .timeout = 300.0);

// The wall is the second scene, of steps of 1/60 s.
Test(gallery_window, another_scene_is_chosen_by_a_key)
{
    play("gallery_ran");
    cr_expect_not_null(strstr(text, "wall: "), "%s", text);
    cr_expect_not_null(strstr(text, "; 61 steps, "), "%s", text);
}

// What is measured goes back with the world.
Test(gallery_window, time_is_turned_back)
{
    play("gallery_rewound");
    cr_expect_not_null(strstr(text, "wall: "), "%s", text);
    cr_expect_not_null(strstr(text, "; 1 steps, 0.01667 s"), "%s", text);
}

#endif
