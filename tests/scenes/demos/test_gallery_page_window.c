// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The list with which the gallery begins: typing, arrows and return open scenes and examples, escape leads back.
// Skipped where the gallery has not been built beside this program, or no window can be opened.

#include "support/beside.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#if defined(__linux__)

static char program[BESIDE_PATH];
static char text[1 << 14]; // both streams

static void find_program(void)
{
    beside_find(program, "gallery");
}

static void play(const char* name)
{
    char command[1600];
    snprintf(command, sizeof command,
             "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' --play tests/scenes/demos/plays/%s.txt "
             "--size 640x360 --no-pictures 2>&1",
             program, name);
    int code = beside_run(command, text, sizeof text);
    if (strstr(text, "No window:") != NULL) SKIP_TEST("no window can be opened");
    cr_assert_eq(code, 0, "%s", text);
}

TestSuite(gallery_page_window, .init = find_program, .timeout = 300.0);

Test(gallery_page_window, typing_finds_a_scene_and_return_opens_it)
{
    play("gallery_page_scene");
    cr_expect_not_null(strstr(text, "wall: "), "%s", text);
    cr_expect_not_null(strstr(text, "; 61 steps, "), "%s", text);
}

Test(gallery_page_window, escape_leads_back_to_the_list)
{
    play("gallery_page_back");
    cr_expect_null(strstr(text, "wall: "), "%s", text);
    cr_expect_not_null(strstr(text, "; 61 steps, "), "%s", text);
}

// Down to the scenes, one to the right: the wall.
Test(gallery_page_window, a_gamepad_chooses_and_opens)
{
    play("gallery_page_pad");
    cr_expect_not_null(strstr(text, "wall: "), "%s", text);
}

// What hello prints last is known: half the side of its box.
Test(gallery_page_window, an_example_is_run_and_what_it_prints_is_shown)
{
    char example[BESIDE_PATH];
    beside_find(example, "examples/example_hello");
    play("gallery_page_example");
    cr_expect_not_null(strstr(text, "rests with its middle at z = 0.5000000 m"), "%s", text);
}

#endif
