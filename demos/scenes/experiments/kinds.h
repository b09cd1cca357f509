// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The kinds of experiments, in the order in which they are shown.

#ifndef BELAY_DEMOS_SCENES_EXPERIMENTS_KINDS_H
#define BELAY_DEMOS_SCENES_EXPERIMENTS_KINDS_H

#include "scenes/experiment.h"

// To add a kind NAME: a file that defines experiment_NAME, and a line here.
#define EXPERIMENT_LIST(X)                                                                                             \
    X(settling)                                                                                                        \
    X(wall)                                                                                                            \
    X(arch)                                                                                                            \
    X(vault)                                                                                                           \
    X(pyramid)                                                                                                         \
    X(cards)                                                                                                           \
    X(column)                                                                                                          \
    X(collapse)                                                                                                        \
    X(dominoes)                                                                                                        \
    X(terrain)                                                                                                         \
    X(shapes)                                                                                                          \
    X(joints)                                                                                                          \
    X(rope)                                                                                                            \
    X(cords)                                                                                                           \
    X(swing)                                                                                                           \
    X(capstan)                                                                                                         \
    X(triangle)                                                                                                        \
    X(push)                                                                                                            \
    X(pushbox)                                                                                                         \
    X(slide)                                                                                                           \
    X(spin)                                                                                                            \
    X(roll)                                                                                                            \
    X(rock)                                                                                                            \
    X(incline)                                                                                                         \
    X(bounce)

#define EXPERIMENT_DECLARE(name) extern const experiment_kind experiment_##name;
EXPERIMENT_LIST(EXPERIMENT_DECLARE)
#undef EXPERIMENT_DECLARE

#endif
