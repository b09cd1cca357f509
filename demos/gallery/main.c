// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The gallery: experiments with contact, friction and joints, to be looked at, pushed about and measured. Teaches:
// scenes built from plain definitions, contacts and joints read back, rays and the mouse's spring, sleeping. Easy to
// read: start at the scene of your choice in demos/scenes, then window_view.c.

#include "gallery/headless.h"
#include "gallery/options.h"
#include "gallery/window_view.h"

#include "viewer/window.h"

#include <stdio.h>

// Where no window can be opened, the run goes on without one.
static int run_gallery(const options* o)
{
    char error[512];
    if (!viewer_wants_window(o->mode)) return headless_run(o);
    window_result result = window_run(o, error, sizeof error);
    if (result == WINDOW_CLOSED) return 0;
    if (result == WINDOW_NO_OPENGL) {
        printf("No window: %s. Running without one.\n", error);
        return headless_run(o);
    }
    fprintf(stderr, "gallery: %s\n", error);
    return 1;
}

int main(int argc, char** argv)
{
    options o = options_default();
    char error[320];
    if (!options_parse(argc, argv, &o, error, sizeof error)) {
        fprintf(stderr, "gallery: %s\n", error);
        return 2;
    }
    if (o.wants_help) options_print_help(stdout);
    if (o.wants_list) options_print_list(stdout);
    return o.wants_help || o.wants_list ? 0 : run_gallery(&o);
}
