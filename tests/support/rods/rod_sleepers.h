// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Rods that sleep.

#ifndef BELAY_TESTS_SUPPORT_RODS_ROD_SLEEPERS_H
#define BELAY_TESTS_SUPPORT_RODS_ROD_SLEEPERS_H

#include "support/parts.h"
#include "support/rods/rod_scene.h"

#define SLEEPERS_H (1.0 / 240.0) // s
#define SLEEPERS_RADIUS 0.01     // m
#define SLEEPERS_LENGTH 0.5      // m

// How often the last step says that the rod woke, or fell asleep.
int rod_sleep_events(const belay_world* world, belay_rod_id rod, bool awake);
belay_body_id sleepers_floor(belay_world* world);
// A straight rod along x around (0, y, z).
belay_rod_def sleepers_rod(belay_rod_model model, double y, double z);

// A rod that lies on the ground with a box on it, all asleep; pinned at its start to the world.
typedef struct sleepers {
    belay_world* world;
    belay_body_id ground, box;
    belay_rod_id rod;
    int pin;
} sleepers;

sleepers sleepers_make(void);
// Onto the rod; 10 steps.
void sleepers_drop_ball(sleepers* s);

#endif
