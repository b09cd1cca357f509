// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the tests of characters share: boxes to walk among, a floor, and a walk with gravity at 60 moves a second.

#ifndef BELAY_TESTS_SUPPORT_WALKER_H
#define BELAY_TESTS_SUPPORT_WALKER_H

#include "support/scene.h"

#define WALKER_H (1.0 / 60.0) // s
#define WALKER_HALF 0.9       // m: of the default capsule's height
#define WALKER_SKIN 0.005     // m: the default one

// A body with one box of that size about its origin; a dynamic one has the mass of 1000 kg/m^3.
belay_body_id walker_add_box(belay_world* world, belay_body_type type, belay_vec3 at, belay_vec3 size,
                             belay_quat turned);
// A static one, upright.
belay_body_id walker_add_static(belay_world* world, belay_vec3 at, belay_vec3 size);
// A world with steps of WALKER_H and ground at z = 0.
belay_world* walker_flat(void);

// Moves the character for WALKER_H; ends the test when that is refused.
void walker_move(belay_world* world, const belay_character_def* def, belay_character* c, belay_vec3 velocity);
// Walks with gravity: on ground with the level velocity, in the air it falls. *fall is how fast, from move to move.
void walker_walk(belay_world* world, const belay_character_def* def, belay_character* c, belay_vec3 level,
                 double* fall);
// How deep a capsule like the character's is in anything, m; at most the skin's negative where it keeps that.
double walker_deepest(belay_world* world, const belay_character_def* def, const belay_character* c);

#endif
