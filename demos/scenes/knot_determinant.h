// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The determinant of a knot by the crossings of a picture of it.

#ifndef BELAY_DEMOS_SCENES_KNOT_DETERMINANT_H
#define BELAY_DEMOS_SCENES_KNOT_DETERMINANT_H

#include <stdint.h>

// Places along the closed curve (any measure of it that grows), no two the same.
typedef struct knot_crossing {
    double over, under;
    int sign; // 1: what goes over turns to the left to go as what goes under does, by less than half a turn; else -1
} knot_crossing;

// Exact up to 2^62 (beyond 190 crossings, but for a chance of 2^-180). Sorts the crossings. 0: no memory, or larger.
uint64_t knot_determinant(knot_crossing* crossings, int count);

// The same modulo 2^31 - 1, of either sign the smaller: quicker, to compare pictures. 0: no memory.
uint64_t knot_determinant_remainder(knot_crossing* crossings, int count);

#endif
