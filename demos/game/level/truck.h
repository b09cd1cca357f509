// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A truck with four driven wheels, and a crate that it tows on a rope.

#ifndef BELAY_DEMOS_GAME_LEVEL_TRUCK_H
#define BELAY_DEMOS_GAME_LEVEL_TRUCK_H

#include "game/level/make.h"

enum { TRUCK_WHEELS = 4 }; // front left, front right, rear left, rear right

static const double TRUCK_CRATE_MASS = 220.0;   // kg
static const double TRUCK_CRATE_FRICTION = 0.4; // on the ground
static const double TRUCK_ROPE_RADIUS = 0.02;   // m

typedef struct truck {
    belay_body_id chassis, crate;
    belay_joint_id wheels[TRUCK_WHEELS];
    belay_rod_id rope;
    int hitch, hook; // attachments of the rope: on the truck, on the crate
} truck;

// What it is told to do; goes with the world when that is taken back.
typedef struct truck_drive {
    double speed;     // m/s, that the wheels are driven to
    double curvature; // 1/m, of its way, to the left
} truck_drive;

// Makes both on level ground with the truck's middle at (0, y), heading along y.
void truck_make(maker* m, truck* t, double y);

// Before a step of h: `ahead` and `aside` (to the right) from -1 to 1.
belay_result truck_steer(belay_world* world, const truck* t, truck_drive* drive, double ahead, double aside,
                         bool brakes, double h);

#endif
