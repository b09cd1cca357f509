// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The Jones polynomial of a knot by the crossings of a picture of it. Unlike the determinant it tells a knot from its
// mirror image, mostly, and a square knot from a granny knot. At -1 it has the determinant, up to sign.

#ifndef BELAY_DEMOS_SCENES_KNOT_POLYNOMIAL_H
#define BELAY_DEMOS_SCENES_KNOT_POLYNOMIAL_H

#include "scenes/knot_determinant.h"

#include <stdbool.h>

enum { KNOT_POLYNOMIAL_CROSSINGS = 24, KNOT_POLYNOMIAL_TERMS = 64 };

// The sum of terms[i] t^(low + i); the first and the last of `count` terms are not zero. Zero: the polynomial 0.
typedef struct knot_polynomial {
    int low, count;
    int64_t terms[KNOT_POLYNOMIAL_TERMS];
} knot_polynomial;

// Of a picture of one curve. Exact. False: there is no memory, or the picture has more than KNOT_POLYNOMIAL_CROSSINGS
// or is too tangled.
bool knot_jones(const knot_crossing* crossings, int count, knot_polynomial* jones);

// Of two knots in one rope. False: it has too many terms.
bool knot_polynomial_product(const knot_polynomial* a, const knot_polynomial* b, knot_polynomial* product);

// Of the mirror image: t and 1/t change places.
knot_polynomial knot_polynomial_mirror(const knot_polynomial* p);

bool knot_polynomial_is_same(const knot_polynomial* a, const knot_polynomial* b);

// Its value at -1, without its sign: the determinant.
uint64_t knot_polynomial_determinant(const knot_polynomial* p);

#endif
