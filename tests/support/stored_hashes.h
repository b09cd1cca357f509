// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Hashes of results that stand in files, so that a change of results shows in a review. A scene is run and what came of
// it (not what the engine keeps inside) is hashed bit by bit; NAME.txt in the folder BELAY_HASHES (./run test sets it
// to tests/hashes) has what is expected.
//
//     BELAY_UPDATE_HASHES=1 ./run test 'hashes/*'       writes the files anew
//
// The engine's bits are its own but for a few functions of the C library (docs/determinism.md), which may differ in
// another version or on another processor. So the file also has a hash of what that library answers, and where it
// answers otherwise than where the file was written the test is skipped.

#ifndef BELAY_TESTS_SUPPORT_STORED_HASHES_H
#define BELAY_TESTS_SUPPORT_STORED_HASHES_H

#include "belay/belay.h"

#include <stddef.h>

// FNV-1a over the bytes of numbers.
typedef struct stored_hash {
    uint64_t value;
} stored_hash;

stored_hash stored_hash_begin(void);
void stored_hash_add(stored_hash* hash, const double* numbers, size_t count);
void stored_hash_add_vector(stored_hash* hash, belay_vec3 v);
// Pose and velocities, nodes and their velocities, force and torque; nothing of what is no longer there.
void stored_hash_add_body(stored_hash* hash, const belay_world* world, belay_body_id body);
void stored_hash_add_rod(stored_hash* hash, const belay_world* world, belay_rod_id rod);
void stored_hash_add_joint(stored_hash* hash, const belay_world* world, belay_joint_id joint);

typedef struct stored_hashes_scene {
    const char* name; // one word
    uint64_t (*run)(const char* name);
} stored_hashes_scene;

// Runs all and compares, or writes `file`.txt anew.
void stored_hashes_check(const char* file, const stored_hashes_scene* scenes, size_t count);

#endif
