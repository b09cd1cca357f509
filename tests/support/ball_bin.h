// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A bin of five walls and a rail, and balls that fall into it: the scene whose bits are compared.

#ifndef BELAY_TESTS_SUPPORT_BALL_BIN_H
#define BELAY_TESTS_SUPPORT_BALL_BIN_H

#include "belay/belay.h"

void ball_bin_add_walls(belay_world* world);
// Balls of 3 to 6 cm radius in layers of 25; each spins about y at up to `spin`, rad/s.
void ball_bin_add_balls(belay_world* world, int count, double spin);

#endif
