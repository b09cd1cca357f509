// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is not looked at in a crowd.

#ifndef BELAY_ENGINE_STEP_DETECT_STEP_FAR_PAIRS_H
#define BELAY_ENGINE_STEP_DETECT_STEP_FAR_PAIRS_H

#include "detect/manifold.h"
#include "step/detect/detect_parts.h"

// scratch.detect.pairs, proxies, bodies -> is_crowded; pairs without those that are far. There is a finding for each.
void bl_step_drop_far_pairs(bl_detect_parts* d, bl_workers* workers);
// The way within which a pair of a crowd is looked at, m; HUGE_VAL: of others.
double bl_step_pair_reach(const bl_detect_parts* d, const bl_key_pair* pair);
// Takes the contacts that are far from manifolds, and those that are left without any. Returns how many are left.
int bl_step_drop_far_contacts(const bl_detect_parts* d, const bl_key_pair* pair, bl_manifold* manifolds, int count);

#endif
