// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The haptic demo as a user meets it, looked for beside this program; skipped where it has not been built. A device
// that is not there ends it with a list of what is; a scripted hand feels in each scene what is right.

#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__linux__)

#include <sys/wait.h>
#include <unistd.h>

FILE* popen(const char* command, const char* mode);
int pclose(FILE* stream);
ssize_t readlink(const char* path, char* buffer, size_t size);

static char program[1024];
static char folder[64];
static char text[1 << 16]; // both streams

static void set_up(void)
{
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 16);
    if (size <= 0) SKIP_TEST("/proc is not here");
    program[size] = '\0';
    snprintf(strrchr(program, '/'), 16, "/haptic");
    if (access(program, X_OK) != 0) SKIP_TEST("the haptic demo has not been built beside the tests");
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
    FILE* pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    size_t size = fread(text, 1, sizeof text - 1, pipe);
    text[size] = '\0';
    int status = pclose(pipe);
    cr_assert(WIFEXITED(status), "%s", text);
    return WEXITSTATUS(status);
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
