// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Models for MuJoCo as the XML text that it reads. Empty without BELAY_HAVE_MUJOCO.

#ifndef BELAY_TESTS_BENCH_PEERS_MUJOCO_TEXT_H
#define BELAY_TESTS_BENCH_PEERS_MUJOCO_TEXT_H

#if defined(BELAY_HAVE_MUJOCO)

#include "belay/math.h"

#include <mujoco/mujoco.h>

#include <stdbool.h>
#include <stddef.h>

// Text that grows; all zero: empty. `letters` are to be freed.
typedef struct text {
    char* letters;
    size_t length, capacity;
    bool has_failed; // memory ran out
} text;

void text_print(text* t, const char* format, ...);
// An attribute of three numbers; of a rotation, of four.
void text_print_vec(text* t, const char* name, belay_vec3 v);
void text_print_quat(text* t, belay_quat q);

// Null, with a message, when it refuses the text. Warnings are not written anywhere: mujoco_has_failed.
mjModel* mujoco_read_model(const text* t);
// It left contacts out or started the scene anew, and what follows means nothing.
bool mujoco_has_failed(const mjData* data);

#endif

#endif
