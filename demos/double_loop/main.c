// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The ball in the double loop: a ball with spin but without speed is put on two rails with two loops, side by side for
// several friction coefficients. Teaches: worlds side by side, steps of fixed length under frames of any, contact
// forces, the energy balance. Easy to read: start at lane.c.

#include "double_loop/headless.h"
#include "double_loop/options.h"

#include "viewer/window.h"

#include <stdio.h>

static int run_chosen(const options* o)
{
    if (o->mode == OPTIONS_MODE_AUTO && !viewer_has_display())
        printf("No display is announced: running without a window (--window asks for one all the same).\n");
    return headless_run(o);
}

int main(int argc, char** argv)
{
    options o = options_default();
    char error[256];
    if (!options_parse(argc, argv, &o, error, sizeof error)) {
        fprintf(stderr, "double_loop: %s\n", error);
        return 2;
    }
    if (o.wants_help) {
        options_print_help(stdout);
        return 0;
    }
    return run_chosen(&o);
}
