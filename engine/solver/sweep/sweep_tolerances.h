// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the least-norm load (least_norm.h) goes by: pure numbers, each with what changes with it.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_SWEEP_TOLERANCES_H
#define BELAY_ENGINE_SOLVER_SWEEP_SWEEP_TOLERANCES_H

// Added to the diagonal of W, as a part of its mean, so that it can be factored: with more the load is further from
// that of least norm before it is refined, with less rounding is shared out. Rows of joints get less, as what joints
// carry is to count next to nothing in the norm.
#define BL_LEAST_NORM_SHIFT 1e-6
#define BL_LEAST_NORM_JOINT_SHIFT 1e-9
// A pivot that is smaller than this part of its diagonal element leaves the share open. With less, loads that could be
// shared stay where the sweeps left them.
#define BL_LEAST_NORM_OPEN_SHARE 1e-4
// A change of the impulses, squared and relative, that is none.
#define BL_LEAST_NORM_NEGLIGIBLE 1e-12
// Of the cone: what is nearer to its edge slides, and goes on so with the friction of its new load. With less, what
// sticks would be made to slide.
#define BL_LEAST_NORM_ON_CONE 0.999
// Of the velocity that the largest impulse stands for: a contact without impulse whose velocity is its target to this
// may bear a part of the load. With more, what parts would be given some.
#define BL_LEAST_NORM_AS_FAST 1e-6

#endif
