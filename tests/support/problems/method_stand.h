// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What tests of all methods of the solver library stand on: problems of free rigid bodies with contacts between them,
// well-posed and rank-deficient, and the methods that there are.

#ifndef BELAY_TESTS_SUPPORT_PROBLEMS_METHOD_STAND_H
#define BELAY_TESTS_SUPPORT_PROBLEMS_METHOD_STAND_H

#include "belay/method.h"

// The second half of the shapes has more equations than unknowns. The largest problem has 30 contacts, of 3 numbers.
enum { METHOD_SHAPES = 10, METHOD_MAX_NUMBERS = 128 };

// A problem of a shape, well-formed, which the caller destroys. allocator: null for the C library's.
belay_problem* method_problem(int shape, const belay_allocator* allocator);

// Capped, so that a method that stalls does not hold up the tests.
belay_solve_options method_options(belay_method method);

// The first method from a number on that is there; BELAY_METHOD_COUNT: none.
belay_method method_next(int from);

#define FOR_EACH_METHOD(m) for (belay_method m = method_next(0); m < BELAY_METHOD_COUNT; m = method_next((int)m + 1))

#endif
