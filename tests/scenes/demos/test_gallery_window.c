// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gallery in its window: keys come through the window's own queue. Looked for beside this program; skipped where it
// has not been built, or no window can be opened.

#include "support/demos/gallery_window.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

static void play(const char* name)
{
    gallery_play(name, "--scene settling --size 640x360");
}

TestSuite(gallery_window, .init = gallery_find, .timeout = 300.0);

// The wall is the second scene, of steps of 1/60 s.
Test(gallery_window, another_scene_is_chosen_by_a_key)
{
    play("gallery_ran");
    cr_expect_not_null(strstr(gallery_text, "wall: "), "%s", gallery_text);
    cr_expect_not_null(strstr(gallery_text, "; 61 steps, "), "%s", gallery_text);
}

// What is measured goes back with the world.
Test(gallery_window, time_is_turned_back)
{
    play("gallery_rewound");
    cr_expect_not_null(strstr(gallery_text, "wall: "), "%s", gallery_text);
    cr_expect_not_null(strstr(gallery_text, "; 1 steps, 0.01667 s"), "%s", gallery_text);
}

#endif
