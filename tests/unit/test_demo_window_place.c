// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Where the window of a demo was, kept in a file.

#include "shell/place.h"

#include <criterion/criterion.h>
#include <stdio.h>

#if defined(__linux__)

#include <unistd.h>

static char path[64];

static void name_file(void)
{
    snprintf(path, sizeof path, "belay_place_%d", (int)getpid());
}

static void remove_file(void)
{
    remove(path);
}

TestSuite(demo_window_place, .init = name_file, .fini = remove_file);

static bool reads(const char* content, viewer_place* place)
{
    FILE* file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(content, file);
    fclose(file);
    return shell_place_read(path, place);
}

Test(demo_window_place, what_was_written_is_read)
{
    viewer_place place = {-20, 35, 1400, 900}, read = {0, 0, 0, 0};
    cr_assert(shell_place_write(path, place));
    cr_assert(shell_place_read(path, &read));
    cr_expect_eq(read.x, -20);
    cr_expect_eq(read.y, 35);
    cr_expect_eq(read.width, 1400);
    cr_expect_eq(read.height, 900);
}

Test(demo_window_place, what_is_no_place_is_not_taken)
{
    viewer_place place = {1, 2, 3, 4};
    cr_expect_not(shell_place_read("no/such/file", &place));
    cr_expect_not(reads("", &place));
    cr_expect_not(reads("10 20 800", &place));
    cr_expect_not(reads("10 20 8 6", &place));
    cr_expect_not(reads("10 20 800 99999", &place));
    cr_expect_not(reads("-99999 20 800 600", &place));
    cr_expect_not(reads("here and there", &place));
    cr_expect_eq(place.x, 1);
    cr_expect_eq(place.height, 4);
}

Test(demo_window_place, what_cannot_be_written_is_told)
{
    cr_expect_not(shell_place_write("no/such/folder/file", (viewer_place){0, 0, 800, 600}));
}

#endif
