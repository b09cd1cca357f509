// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What checks of a world allow rounding.

#ifndef BELAY_ENGINE_SNAPSHOT_SNAPSHOT_TOLERANCES_H
#define BELAY_ENGINE_SNAPSHOT_SNAPSHOT_TOLERANCES_H

// What the length of a rotation may be off 1. A world renormalises what it turns, to 1e-15; users may give what has six
// digits. With more a body is scaled by its rotation.
#define BL_SNAPSHOT_ROTATION 1e-3
// Of a rod's length: how far beyond its end an attachment may be counted. Arcs are sums of 4096 lengths at most. With
// more it is behind the end.
#define BL_SNAPSHOT_ARC 1e-9

// How far an impulse may be outside of its cone, in its size, or in velocity (m/s): what rounding may leave of impulses
// that were large before and are next to nothing now. With less, a good step fails; with more, a wrong one passes.
#define BL_VALIDATE_OUTSIDE 1e-9
#define BL_VALIDATE_OUTSIDE_SPEED 1e-12

#endif
