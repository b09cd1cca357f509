// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Impulses that are taken over from the last step may be those of an impact that is over. They would throw the bodies
// apart, and sweeps that are ended early would leave them so.
//
// With impulses r the kinetic energy is that of free motion plus r.W r / 2 + r.u_free, which is at most
//     f(r) = r.W r / 2 + r.q,        q = u_free - target,
// as long as no contact asks for a velocity of separation. Each one-contact solution lowers f (exactly without
// friction, which only takes energy away), so sweeps that begin with f <= 0 end with no more energy than free motion
// has, however few they are. The impulses of the last step have f < 0 as soon as they are any good: near the solution
// r.q = -r.W r. Where they have not, the best multiple of them has: s r with s = -r.q / r.W r, or 0.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_WARM_SCALE_H
#define BELAY_ENGINE_SOLVER_SWEEP_WARM_SCALE_H

#include "solver/rows/row_set.h"

// Scales the impulses of the elements named by `order` where they would add energy, and the velocities with them.
// Nothing where there are joints.
void bl_warm_scale(const bl_row_set* set, const uint32_t* order, uint32_t count, bl_velocity* velocities);

#endif
