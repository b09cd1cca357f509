// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/demos/gallery_window.h"

#include "support/beside.h"
#include "support/skip.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#if defined(__linux__)

char gallery_text[1 << 14];

static char program[BESIDE_PATH];

void gallery_find(void)
{
    beside_find(program, "gallery");
}

// Drivers of OpenGL leak.
int gallery_run(const char* arguments)
{
    char command[2000];
    snprintf(command, sizeof command,
             "ASAN_OPTIONS=detect_leaks=0 SDL_VIDEODRIVER=offscreen '%s' %s --no-pictures 2>&1", program, arguments);
    int code = beside_run(command, gallery_text, sizeof gallery_text);
    if (strstr(gallery_text, "No window:") != NULL) SKIP_TEST("no window can be opened");
    return code;
}

void gallery_play(const char* name, const char* arguments)
{
    char all[400];
    snprintf(all, sizeof all, "%s --play tests/scenes/demos/plays/%s.txt", arguments, name);
    int code = gallery_run(all);
    cr_assert_eq(code, 0, "%s", gallery_text);
}

#else

typedef int gallery_window_is_for_linux;

#endif
