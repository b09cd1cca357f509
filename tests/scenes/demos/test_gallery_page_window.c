// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The list with which the gallery begins: typing, arrows and return open scenes and examples, escape leads back.
// Skipped where the gallery has not been built beside this program, or no window can be opened.

#include "support/beside.h"
#include "support/demos/gallery_window.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#if defined(__linux__)

static void play(const char* name)
{
    gallery_play(name, "--size 640x360");
}

TestSuite(gallery_page_window, .init = gallery_find, .timeout = 300.0);

Test(gallery_page_window, typing_finds_a_scene_and_return_opens_it)
{
    play("gallery_page_scene");
    cr_expect_not_null(strstr(gallery_text, "wall: "), "%s", gallery_text);
    cr_expect_not_null(strstr(gallery_text, "; 61 steps, "), "%s", gallery_text);
}

Test(gallery_page_window, escape_leads_back_to_the_list)
{
    play("gallery_page_back");
    cr_expect_null(strstr(gallery_text, "wall: "), "%s", gallery_text);
    cr_expect_not_null(strstr(gallery_text, "; 61 steps, "), "%s", gallery_text);
}

// Down to the scenes, one to the right: the wall.
Test(gallery_page_window, a_gamepad_chooses_and_opens)
{
    play("gallery_page_pad");
    cr_expect_not_null(strstr(gallery_text, "wall: "), "%s", gallery_text);
}

// What hello prints last is known: half the side of its box.
Test(gallery_page_window, an_example_is_run_and_what_it_prints_is_shown)
{
    char example[BESIDE_PATH];
    beside_find(example, "examples/example_hello");
    play("gallery_page_example");
    cr_expect_not_null(strstr(gallery_text, "rests with its middle at z = 0.5000000 m"), "%s", gallery_text);
}

#endif
