// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the records of rods (store/rods.h) point into. Written by objects/ and step/motion/, collision exclusions by
// objects/rod_exclusions.c alone.

#ifndef BELAY_ENGINE_STORE_PARTS_ROD_STORE_H
#define BELAY_ENGINE_STORE_PARTS_ROD_STORE_H

#include "belay/base.h"

// Two places of rods that were one before a cut and have not been apart since (rod_exclusions.h).
typedef struct bl_rod_exclusion {
    uint64_t a, b; // ids, a < b
    double s_a, s_b;
} bl_rod_exclusion;

// stb_ds arrays.
typedef struct bl_rod_store {
    double* numbers; // see store/rods.h
    bl_rod_exclusion* exclusions;
} bl_rod_store;

#endif
