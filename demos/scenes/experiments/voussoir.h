// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Wedge-shaped stones of semicircular arches and vaults: hulls of eight corners about their centroid.

#ifndef BELAY_DEMOS_SCENES_EXPERIMENTS_VOUSSOIR_H
#define BELAY_DEMOS_SCENES_EXPERIMENTS_VOUSSOIR_H

#include "scenes/build.h"

enum { VOUSSOIR_COUNT = 17 };    // from springer to springer
#define VOUSSOIR_RADIUS 1.0      // m, to the middle of the stones
#define VOUSSOIR_LEAST_T 0.10546 // t / R at which an arch of so many stones just stands (limit analysis, no sliding)

// The stone number `index` of a half circle in the xz plane, its feet on z = 0, reaching from `y0` to `y1`.
belay_body_id voussoir_build(experiment* e, double thickness, int index, double y0, double y1,
                             const build_stuff* stuff);

#endif
