// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A small game: a truck tows a crate on a rope over hills; whoever drives gets out, opens a door, pushes a box out of
// the way and crosses a swing bridge. Teaches: wheels, characters, ropes tied to bodies, doors on hinges, sensors,
// drawing between two steps. Easy to read: start at level/level.c, then truck.c and bridge.c beside it.

#include "game/session.h"

#include "shell/parts.h"

static const options defaults = {.route = "demos/game/plays/crossing.txt"};

static const shell_option table[] = {
    {.name = "--route",
     .value = "FILE",
     .text = "without a window: what is played, keys and gamepad as for --play",
     .type = SHELL_OPTION_TEXT,
     .offset = offsetof(options, route),
     .allowed = "the name of a file"},
};

static const shell_key keys[] = {{"w, s or up, down", "drive, walk; back"},
                                 {"a, d or left, right", "steer, turn"},
                                 {"space", "brake, jump"},
                                 {"e", "out of the truck, into it"},
                                 {"pad: stick, triggers", "steer, drive, walk"},
                                 {"pad: A, X", "brake or jump; out and in"},
                                 {0}};

const shell_program program = {
    .name = "game",
    .title = "Game",
    .text = "Tow the crate over the hills into its place, get out, open the door, cross the swing bridge to the flag. "
            "Without a window a play is played, and what comes of it is held against what is known beforehand.",
    SHELL_OPTIONS(table, options, defaults),
    .seconds = {.text = "of the play without a window, at most", .low = 0.1, .high = 600.0},
    .default_seconds = 600.0,
    .state_size = sizeof(session),
    SHELL_PARTS_WITH_STEPS,
    SHELL_PARTS_WITH_REWIND,
    .left = 220.0,
    .right = 290.0,
    .keys = keys,
    .has_walking_keys = true,
    .before_steps = window_before_steps,
    .report = window_report,
};
