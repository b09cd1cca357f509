// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What each group of an interior-point method (rod_interior.h) is by its law, and what it has to say of a step: where
// it begins, its term of the step's equations, how far it stays inside, and where it goes.

#ifndef BELAY_ENGINE_SOLVER_NEWTON_ROD_INTERIOR_GROUPS_H
#define BELAY_ENGINE_SOLVER_NEWTON_ROD_INTERIOR_GROUPS_H

#include "solver/newton/rod_newton_internal.h"

typedef struct bl_interior_run {
    bl_newton_problem* p;
    double *dr, *ds, *load; // a step, and the right-hand side that it is for
    double tau;             // mean of x . z
    double sigma;           // part of tau that is aimed at; 0: of a first step
    uint32_t count;         // of cones and sides
    int convex, last;       // steps to come without the shift in J; how many they were the last time
} bl_interior_run;

// r and z of all groups inside of their bounds, `error` being the natural map of r, squared; run->count.
void bl_interior_begin(bl_interior_run* run, double error);
// x, rho and the scalings of the iterate; its tau. False where rounding has brought it to a boundary.
bool bl_interior_measure(bl_interior_run* run);
// Terms and F of the step to sigma tau.
void bl_interior_set_terms(const bl_interior_run* run);
// How far all stay inside.
double bl_interior_longest_step(const bl_interior_run* run);
// dx' o dz' of the first step: of sides the product, of cones scaled.
void bl_interior_set_second_order(const bl_interior_run* run);
// r, s and z go on by that part of the step.
void bl_interior_go(const bl_interior_run* run, double step);

#endif
