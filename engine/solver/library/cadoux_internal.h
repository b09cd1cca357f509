// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the two solvers of a cone program (cadoux.h) share beside the program itself.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_CADOUX_INTERNAL_H
#define BELAY_ENGINE_SOLVER_LIBRARY_CADOUX_INTERNAL_H

#include "solver/library/cadoux.h"

// So many numbers for each contact; the solve's, which knows when there is no memory.
double* bl_cone_program_vector(bl_solve* solve, size_t per_contact);
// y = W x
void bl_cone_program_multiply(const bl_cone_program* program, const double* x, double* y);
// m += s v v^T
void bl_cone_add_dyad(double s, const double v[3], double m[9]);

#endif
