// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// No energy from nothing. Truncated solves, restitution with friction at several places, second-order terms and forces
// that turn round within a step can all leave impulses that make energy. Then the island is solved again with a law
// that makes none, and what is left (a solve that ends early) is scaled away:
//   - what is small against the island's kinetic energy is taken from that: all its velocities are lowered by the same
//     part. What is closed stays closed then and what sticks goes on sticking, but for the same part of the
//     second-order terms. Impulses and their residual are those of the law;
//   - where the normal impulse does positive work, the target is lowered to the velocity at which it does none, -u_N-
//     (a contact that parts already may come back as far as it came); where friction does, slip is taken from -u_T-:
//     what sticks then does no work, and what slides loses some;
//   - rebounds are made smaller, in halves of what is allowed;
//   - what ends at rest, and still has gained by what the solver's tolerance leaves, stays where the step began;
//   - impulses scaled by alpha do constant + alpha linear + alpha^2 quadratic; an alpha for which that is zero keeps
//     them in their cones.
// Islands with rods have limits of their own (step_rod_limit.c).

#ifndef BELAY_ENGINE_STEP_GUARD_STEP_LIMIT_H
#define BELAY_ENGINE_STEP_GUARD_STEP_LIMIT_H

#include "step/motion/motion_parts.h"

// rows, joints.set, velocities -> the same, of islands whose impulses made energy such that they make none, or no more
// than lowering velocities takes; stats.limited_islands. Islands with rods are left alone.
void bl_step_limit_impulses(belay_world* world, double deadline);
// velocities -> scratch.energy.lowered_part: the part by which they are lowered where impulses made a little energy.
void bl_step_limit_velocities(belay_world* world);

#endif
