// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A knot in an elastic rope, tied by hand. Teaches: making a rod, holding and moving its places with capped forces,
// reading its shape, tension and contacts. Easy to read: start at rope.c, then script.c.

#include "knot/headless.h"
#include "knot/options.h"
#include "knot/window_view.h"

#include "viewer/window.h"

#include <stdio.h>

// Where no window can be opened, the run goes on without one.
static int run_demo(const options* o)
{
    char error[512];
    if (!viewer_wants_window(o->mode)) return headless_run(o);
    window_result result = window_run(o, error, sizeof error);
    if (result == WINDOW_CLOSED) return 0;
    if (result == WINDOW_NO_OPENGL) {
        printf("No window: %s. Running without one.\n", error);
        return headless_run(o);
    }
    fprintf(stderr, "knot: %s\n", error);
    return 1;
}

int main(int argc, char** argv)
{
    options o = options_default();
    char error[256];
    if (!options_parse(argc, argv, &o, error, sizeof error)) {
        fprintf(stderr, "knot: %s\n", error);
        return 2;
    }
    if (o.wants_help) {
        options_print_help(stdout);
        return 0;
    }
    return run_demo(&o);
}
