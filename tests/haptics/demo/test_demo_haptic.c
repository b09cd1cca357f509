// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The haptic demo as a user meets it, looked for beside this program; skipped where it has not been built. A device
// that is not there ends it with a list of what is; a scripted hand feels in each scene what is right.

#include "support/beside.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <unistd.h>

static char program[BESIDE_PATH];
static char folder[64];
static char text[1 << 16]; // both streams

static void set_up(void)
{
    beside_find(program, "haptic");
    snprintf(folder, sizeof folder, "belay_haptic_test_%d", (int)getpid());
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) cr_log_info("%s stays behind\n", folder);
}

// Without a display, and without pictures: no driver of OpenGL is part of what is tested.
static int run(const char* arguments)
{
    char command[1400];
    snprintf(command, sizeof command, "SDL_VIDEODRIVER=dummy '%s' %s 2>&1", program, arguments);
    return beside_run(command, text, sizeof text);
}

TestSuite(demo_haptic, .init = set_up, .timeout = 300.0);

Test(demo_haptic, a_device_that_is_not_there_is_an_error_that_lists_what_is)
{
    cr_expect_eq(run("--device no-such-thing"), 2, "%s", text);
    cr_expect_not_null(strstr(text, "no-such-thing"), "%s", text);
    cr_expect_not_null(strstr(text, "(simulated)"), "%s", text);
    cr_expect_null(strstr(text, "servo tick"), "it ran all the same: %s", text);
    cr_expect_eq(run("--window --device no-such-thing"), 2, "%s", text);
    cr_expect_not_null(strstr(text, "(simulated)"), "%s", text);
}

Test(demo_haptic, a_device_without_a_window_is_refused)
{
    cr_expect_eq(run("--headless --device simulation"), 2, "%s", text);
    cr_expect_not_null(strstr(text, "--device"), "%s", text);
}

Test(demo_haptic, a_scripted_hand_feels_what_is_right, .fini = remove_folder)
{
    char arguments[128];
    snprintf(arguments, sizeof arguments, "--headless --out '%s'", folder);
    cr_expect_eq(run(arguments), 0, "%s", text);
    cr_expect_null(strstr(text, "WRONG"), "%s", text);
    cr_expect_not_null(strstr(text, ") right"), "%s", text);
}

#endif
