// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The kinds of experiments, a file each, which kinds.c puts in a row.

#ifndef BELAY_DEMOS_SCENES_KINDS_H
#define BELAY_DEMOS_SCENES_KINDS_H

#include "scenes/experiment.h"

extern const experiment_kind experiment_settling;
extern const experiment_kind experiment_wall;
extern const experiment_kind experiment_arch;
extern const experiment_kind experiment_vault;
extern const experiment_kind experiment_pyramid;
extern const experiment_kind experiment_cards;
extern const experiment_kind experiment_bounce;
extern const experiment_kind experiment_push;
extern const experiment_kind experiment_pushbox;
extern const experiment_kind experiment_incline;
extern const experiment_kind experiment_slide;
extern const experiment_kind experiment_spin;
extern const experiment_kind experiment_roll;
extern const experiment_kind experiment_rock;
extern const experiment_kind experiment_column;
extern const experiment_kind experiment_collapse;
extern const experiment_kind experiment_triangle;
extern const experiment_kind experiment_joints;
extern const experiment_kind experiment_shapes;
extern const experiment_kind experiment_dominoes;
extern const experiment_kind experiment_terrain;
extern const experiment_kind experiment_rope;
extern const experiment_kind experiment_swing;
extern const experiment_kind experiment_capstan;

#endif
