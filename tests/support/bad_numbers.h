// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What makes a number a bad argument.

#ifndef BELAY_TESTS_SUPPORT_BAD_NUMBERS_H
#define BELAY_TESTS_SUPPORT_BAD_NUMBERS_H

#include <stdbool.h>

typedef enum number_kind {
    NUMBER_FINITE,
    NUMBER_POSITIVE,    // above 0
    NUMBER_NOT_LESS,    // at least 0
    NUMBER_SHARE,       // 0 to 1
    NUMBER_THETA,       // 0.5 to 1
    NUMBER_BETWEEN_0_1, // open interval
    NUMBER_UNIT_PART,   // one component of a unit quaternion whose others are 0
    NUMBER_RADIUS,      // above 0; 0 is a degenerate shape
    NUMBER_COORDINATE,  // of a tube's point: not finite is a degenerate shape
    NUMBER_MOMENT,      // on the diagonal of an inertia tensor
    NUMBER_PRODUCT,     // beside it: must equal its mirror
} number_kind;

// What is bad beyond NaN, the infinities and 1e300; ends with 0, which is judged apart.
const double* bad_numbers_of(number_kind kind);
bool bad_number_is_zero(number_kind kind);

#endif
