// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nodal rods drawn at random, the same in every run.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROD_TANGLE_H
#define BELAY_TESTS_SUPPORT_RODS_ROD_TANGLE_H

#include "support/rods/rod_rig.h"

#define ROD_TANGLE_ELEMENTS 7
#define ROD_TANGLE_DOFS (4 * ROD_TANGLE_ELEMENTS + 3)

belay_quat rod_tangle_rotation(uint64_t* lot);
// Stiffer about one axis than about the other.
bl_rod_section rod_tangle_section(void);
// Bent, twisted and stretched at random, and another way at rest; segments of about 0.1 m turn by up to `wild` rad or
// so.
rod_rig* rod_tangle_make(bl_rod_hold hold0, bl_rod_hold hold1, double wild, uint64_t* lot);
// Up to `size`, m/s; of angles ten times as much, rad/s.
void rod_tangle_velocities(double* v, double size, uint64_t* lot);

#endif
