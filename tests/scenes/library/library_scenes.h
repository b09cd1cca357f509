// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small scenes of each kind of island with joints or rods, for tests of methods of the solver library in a world.

#ifndef BELAY_TESTS_SCENES_LIBRARY_LIBRARY_SCENES_H
#define BELAY_TESTS_SCENES_LIBRARY_LIBRARY_SCENES_H

#include "support/scene.h"

#define LIBRARY_MAX_THINGS 8

typedef struct library_things {
    belay_body_id bodies[LIBRARY_MAX_THINGS];
    belay_rod_id rods[LIBRARY_MAX_THINGS];
    int body_count, rod_count;
} library_things;

typedef struct library_scene {
    const char* name;
    belay_world* (*make)(const belay_world_def* def, library_things* things);
    int steps; // in which what is to be seen happens
} library_scene;

#define LIBRARY_SCENES 9
extern const library_scene library_scenes[LIBRARY_SCENES];

// 120 steps a second, solved to 1e-9, without a limit on work; nothing sleeps.
belay_world_def library_scene_def(void);

// The largest difference between the velocities of the things in two worlds that were in one state a step ago, m/s and
// rad/s; of rods between the mean ones of their nodes in it.
double library_scene_difference(const belay_world* a, const belay_world* b, const library_things* things);

#endif
