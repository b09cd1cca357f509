// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A small world with one of everything, for what is done to worlds.

#ifndef BELAY_TESTS_FUZZ_FUZZ_WORLD_H
#define BELAY_TESTS_FUZZ_FUZZ_WORLD_H

#include "fuzz/fuzz.h"

// All shapes, joints of all types, rods of all models that hang and touch, sensors, materials of pairs, sleepers,
// entities with a component, slots that were freed. The definition's hooks and tag are used. Null: something failed.
belay_world* fuzz_world(fuzz* f, const belay_world_def* def);
// The component of every such world.
belay_result fuzz_world_register(belay_world* world, belay_component_id* component);
// A definition for one: few sweeps, no sleep for long.
belay_world_def fuzz_world_def(void);

// Whether a step of the world would be one of a sane program: nothing goes farther than some metres in it. What is at the
// ends of the ranges costs seconds a step, and is the business of the tests of the step.
bool fuzz_world_is_in_measure(const belay_world* world);
// Whether the world is what a snapshot may hold: whole, with no number that is none. What is not is told.
bool fuzz_world_is_whole(fuzz* f, const belay_world* world, const char* after);

#endif
