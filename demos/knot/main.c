// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A knot in an elastic rope, tied by hand. Teaches: making a rod, holding and moving its places with capped forces,
// reading its shape, tension and contacts. Easy to read: start at rope.c, then script.c.

#include "knot/headless.h"
#include "knot/options.h"

#include <stdio.h>

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
    return headless_run(&o);
}
