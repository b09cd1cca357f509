// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a step works in: the sum of what its stages work in. Arrays are stb_ds arrays that live for one step but keep
// their memory, each written before it is read (but proxies).

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_H

#include "store/parts/scratch_detect.h"
#include "store/parts/scratch_energy.h"
#include "store/parts/scratch_joints.h"
#include "store/parts/scratch_motion.h"
#include "store/parts/scratch_publish.h"
#include "store/parts/scratch_rods.h"
#include "store/parts/scratch_solve.h"

typedef struct bl_step_scratch {
    bl_motion_scratch motion;
    bl_detect_scratch detect;
    bl_joint_scratch joints;
    bl_solve_scratch solve;
    bl_energy_scratch energy;
    bl_publish_scratch publish;
    bl_sleep_scratch sleep;
    bl_step_rods rods;
    bl_local_workspace local;
} bl_step_scratch;

// Frees what it keeps its memory in.
void bl_scratch_fini(bl_step_scratch* scratch);

#endif
