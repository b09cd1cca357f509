// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the examples share: a call that fails ends the program with the call and the world's message.

#ifndef DEMOS_EXAMPLES_EXAMPLE_H
#define DEMOS_EXAMPLES_EXAMPLE_H

#include <belay/belay.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        belay_result result = (call);                                                                                  \
        if (result == BELAY_OK) break;                                                                                 \
        fprintf(stderr, "%s: %s\n", #call, world != NULL ? belay_world_last_error(world) : belay_result_text(result)); \
        exit(1);                                                                                                       \
    } while (0)

#endif
