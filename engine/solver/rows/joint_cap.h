// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Three rows with a cap on the norm of their impulse: s = A r - c, |r| <= cap; s = 0 below the cap and s = -mu r with
// mu >= 0 at it. That is (A + mu) r = c with the least mu >= 0 for which |r| <= cap.

#ifndef BELAY_ENGINE_SOLVER_ROWS_JOINT_CAP_H
#define BELAY_ENGINE_SOLVER_ROWS_JOINT_CAP_H

#include "belay/mat.h"

// A with a definite symmetric part, cap >= 0.
belay_vec3 bl_joint_cap_solve(belay_mat33 a, belay_vec3 c, double cap);

#endif
