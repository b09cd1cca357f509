// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Scenes that the benchmark of rigid bodies has too.

#ifndef BELAY_TESTS_BENCH_MOTION_MOTION_RIGID_H
#define BELAY_TESTS_BENCH_MOTION_MOTION_RIGID_H

#include "motion/motion.h"
#include "rigid/bench_rigid.h"

// Takes over what is in a scene of the benchmark of rigid bodies, its planes as shapes of one body, and ends it.
// Nothing falls asleep in such a scene.
void motion_take_rigid(motion_scene* s, rigid_scene rigid);

#endif
