// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Other engines under the driver of the scenes in motion. C and C++.

#ifndef BELAY_TESTS_BENCH_MOTION_MOTION_PEERS_H
#define BELAY_TESTS_BENCH_MOTION_MOTION_PEERS_H

#include "motion/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

// Null when the package was not there at build time. Bullet makes all scenes; ODE those without hulls, height fields
// and cone-twist joints; MuJoCo those of at most some 300 bodies without joints, triangles, movers, and bodies that
// come late.
const motion_calls* motion_bullet(void);
const motion_calls* motion_ode(void);
const motion_calls* motion_mujoco(void);

#ifdef __cplusplus
}
#endif

#endif
