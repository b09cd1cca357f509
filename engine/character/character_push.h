// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a character does to bodies.

#ifndef BELAY_ENGINE_CHARACTER_CHARACTER_PUSH_H
#define BELAY_ENGINE_CHARACTER_CHARACTER_PUSH_H

#include "character/mover.h"

// Pushes the dynamic bodies that keep a character from going with `velocity` (m/s), and presses on the one that it
// stands on: forces for the next step, as much of them as the move of `seconds` is of it. Errors: those of
// belay_body_apply_force_at.
belay_result bl_character_push(bl_mover* m, belay_vec3 velocity, double seconds);

#endif
