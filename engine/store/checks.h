// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Argument checks at the public door. Each returns OK, or records a message that names the argument and the value.

#ifndef BELAY_ENGINE_STORE_CHECKS_H
#define BELAY_ENGINE_STORE_CHECKS_H

#include "store/state.h"

// Returns from the calling function when the check fails.
#define BL_TRY(check)                                                                                                  \
    do {                                                                                                               \
        belay_result bl_try_result = (check);                                                                          \
        if (bl_try_result != BELAY_OK) return bl_try_result;                                                           \
    } while (0)

// Numbers whose products, ten at a time, stay finite.
#define BL_LARGEST 1e30

// Closes what a system or a command, named by `who`, left open, and warns of it.
void bl_iterators_close(belay_world* world, const char* who);

belay_result bl_check_finite(belay_error* error, const char* name, double value);
belay_result bl_check_positive(belay_error* error, const char* name, double value);
// lowest <= value <= highest; HUGE_VAL as highest: no upper bound but BL_LARGEST
belay_result bl_check_range(belay_error* error, const char* name, double value, double lowest, double highest);
// An angle, rad; the message says what the number is as degrees, where that would do.
belay_result bl_check_angle(belay_error* error, const char* name, double value, double lowest, double highest);
belay_result bl_check_vec3(belay_error* error, const char* name, belay_vec3 value);
// No part beyond `largest` in size.
belay_result bl_check_vec3_within(belay_error* error, const char* name, belay_vec3 value, double largest);
// Finite, a position within BELAY_MAX_POSITION, and a rotation of length within 1e-3 of 1.
belay_result bl_check_pose(belay_error* error, const char* name, belay_pose value);
belay_result bl_check_material(belay_error* error, const char* name, belay_material value);
// bl_find_index for a call that tells something; VALUE where `answer`, the pointer for it, is null.
belay_result bl_find_to_report(const belay_world* world, const char* call, uint64_t id, int table, const char* what,
                               const void* answer, uint32_t* index);
// The settings of a world: VALUE, naming what is out of range.
belay_result bl_world_check_def(belay_error* error, const belay_world_def* def);

#endif
