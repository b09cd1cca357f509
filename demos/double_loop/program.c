// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The ball in the double loop: a ball with spin but without speed is put on two rails with two loops, side by side for
// several friction coefficients. Teaches: worlds side by side, steps of fixed length under frames of any, contact
// forces, the energy balance. Easy to read: start at lane.c.

#include "double_loop/options.h"
#include "double_loop/window.h"

// A run keeps every step for the table and the pictures; more would not fit into the memory of a small machine.
static const double MAX_STEPS = 200000.0;

// The set that tells the story: one ball never leaves, one turns back, one falls, one makes one loop, two make both.
static const options defaults = {.mus = {{0.0, 0.1, 0.15, 0.2, 0.3, 0.5}, 6}, .spin = 460.0, .h = 1e-3, .theta = 0.5};

static const shell_option table[] = {
    {.name = "--mu",
     .value = "M[,M...]",
     .text = "friction coefficients, one lane each",
     .type = SHELL_OPTION_NUMBERS,
     .offset = offsetof(options, mus),
     .low = 0.0,
     .high = 10.0},
    {.name = "--spin",
     .value = "W",
     .text = "spin at the start",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, spin),
     .low = -3000.0,
     .high = 3000.0,
     .unit = "rad/s"},
    {.name = "--h",
     .value = "SECONDS",
     .text = "time step",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, h),
     .low = 1e-5,
     .high = 0.05,
     .unit = "s"},
    {.name = "--theta",
     .value = "T",
     .text = "of the time-stepping scheme",
     .type = SHELL_OPTION_NUMBER,
     .offset = offsetof(options, theta),
     .low = 0.5,
     .high = 1.0},
};

static bool check(shell* s, char* error, size_t error_size)
{
    const options* o = s->options;
    return shell_steps_check(s, "--h", o->h, MAX_STEPS, error, error_size);
}

static const shell_key keys[] = {{"f", "follow the ball"},       {"c", "contact forces"},
                                 {"1 to 8", "select a lane"},    {"up, down", "more or less \xCE\xBC"},
                                 {"a, x", "add, remove a lane"}, {0}};

const shell_program program = {
    .name = "double_loop",
    .title = "Ball in the double loop",
    .text =
        "A ball that spins but does not move is put on two rails with two loops. Friction turns its spin into speed: "
        "the more friction, the sooner it rolls and the further it comes. One lane for every mu.",
    SHELL_OPTIONS(table, options, defaults),
    .seconds = {.text = "simulated time without a window", .low = 1e-3, .high = 120.0},
    .default_seconds = 4.0,
    .check = check,
    .state_size = sizeof(window),
    SHELL_PARTS_WITH_STEPS,
    SHELL_PARTS_WITH_REWIND,
    .build_key = window_build_key,
    .load = window_load,
    .left = 236.0,
    .right = 330.0,
    .keys = keys,
};
