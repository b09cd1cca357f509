// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Beyond the first of these bounds a world works, but not as is meant; by the other a contact is told to slide.

#ifndef BELAY_ENGINE_STORE_STORE_TOLERANCES_H
#define BELAY_ENGINE_STORE_STORE_TOLERANCES_H

// s: in longer steps what falls goes half a metre between two looks at it, which is warned of. With less, programs that
// mean it are warned.
#define BL_LONG_STEP 0.1
// Part of the largest friction force: the impulse of a sliding contact is on the edge of its cone to the rounding of
// the one-contact solver. A larger one would call sliding what still sticks.
#define BL_EDGE_OF_CONE 1e-12

#endif
