// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The number by which a contact is told to slide, and why it is what it is.

#ifndef BELAY_ENGINE_STEP_PUBLISH_PUBLISH_TOLERANCES_H
#define BELAY_ENGINE_STEP_PUBLISH_PUBLISH_TOLERANCES_H

// Part of the largest friction force: the impulse of a sliding contact is on the edge of its cone to the rounding of
// the one-contact solver. A larger one would call sliding what still sticks.
#define BL_EDGE_OF_CONE 1e-12

#endif
