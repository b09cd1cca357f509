// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The whole game without a picture: the world, who is in it, what has been done, and what is measured meanwhile.

#ifndef BELAY_DEMOS_GAME_LEVEL_LEVEL_H
#define BELAY_DEMOS_GAME_LEVEL_LEVEL_H

#include "game/level/bridge.h"
#include "game/level/hero.h"
#include "game/level/land.h"
#include "game/level/truck.h"
#include "game/level/yard.h"

// What the player asks for in a step.
typedef struct level_controls {
    double ahead, aside; // -1 to 1; aside: to the right
    bool brakes;         // on foot: jumps
    bool switches;       // between the truck and walking
} level_controls;

// What is measured: each is held against a right value at the end (facts.h).
typedef struct level_marks {
    int steps, unsolved;           // steps that missed the tolerance
    double worst_residual;         // of all steps
    double crate_top;              // m, highest place of the crate's middle
    double pull_sum;               // N, of the rope on the crate while it is on the even part of the ramp:
    int pull_count;                // along the ramp, with what it takes off the friction
    double pull_speed[2];          // m/s, of the crate up the ramp before and after that
    double tow_error;              // m, worst of how far the rope's ends were from where they are held
    double door_turn, hinge_error; // rad, farthest; m, worst of how far a hinge was apart
    double box_pushed;             // m, how far the box in the way has gone
    double plank_clearance;        // m, least height of a plank above the ground
    double bridge_sum;             // N, of what the banks carry while somebody stands still on the planks
    int bridge_count, stands;      // steps of that; steps since somebody stands still there
    double deepest;                // m, deepest overlap
    bool is_delivered, is_at_goal; // the crate, whoever walks
} level_marks;

// What goes with the world when it is taken back: plain data.
typedef struct level_state {
    hero who;
    truck_drive drive;
    bool is_walking; // else in the truck
    level_marks marks;
} level_state;

typedef struct level {
    belay_world* world;
    truck truck;
    yard yard;
    bridge bridge;
    level_state state;
    part parts[MAKE_MOST_PARTS]; // what is to be seen of bodies
    int part_count;
} level;

static const double LEVEL_STEP = 1.0 / 120.0; // s

// Builds all. False: `error` says why, and there is nothing to destroy.
bool level_create(level* l, belay_error* error);
void level_destroy(level* l);

// One step of LEVEL_STEP. False: the engine refused, with the reason in `error`.
bool level_step(level* l, const level_controls* controls, belay_error* error);

// Where the one that the player moves is, m, and where that looks to (rad about z, 0: along y).
belay_vec3 level_place(const level* l, double blend);
double level_heading(const level* l);

#endif
