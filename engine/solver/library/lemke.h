// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Lemke's complementary pivoting for a dense linear complementarity problem: find z >= 0 with w = M z + q >= 0 and w.z
// = 0 (Cottle, Pang, Stone, The Linear Complementarity Problem, 1992, ch. 4.4). The covering vector is all ones, so the
// caller scales the problem such that the components of w and z mean the same. Ties in the ratio test are broken by the
// lexicographic rule, so the path never turns back.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_LEMKE_H
#define BELAY_ENGINE_SOLVER_LIBRARY_LEMKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum bl_lemke_status {
    BL_LEMKE_SOLUTION,
    BL_LEMKE_RAY,     // the path left to infinity: for copositive-plus M, the problem has no solution
    BL_LEMKE_CAP,     // the watcher stopped it
    BL_LEMKE_ROUNDING // the dictionary can no longer be trusted
} bl_lemke_status;

// The problem and the dictionary: every basic variable as an affine function of the nonbasic ones,
//     basic_i = constant_i + sum_j table_ij nonbasic_j.
// A variable is numbered 0..n-1 (w), n..2n-1 (z) or 2n (z_0). The caller provides all memory.
typedef struct bl_lemke {
    int32_t n;
    const double* m;   // [n n] row-major
    const double* q;   // [n]
    double* table;     // [n (n + 1)] row-major
    double* constant;  // [n]
    int32_t* basic;    // [n] variable of each row
    int32_t* nonbasic; // [n + 1] variable of each column
    int32_t* place;    // [2n + 1] row i of a basic variable as i, column j of a nonbasic one as -1 - j
    bool* was_basic;   // [2n + 1] scratch
    double* z;         // [n] out: z, also of a path that did not end (w >= 0 then holds for w + z_0)
    // Called after every pivot but the last; true stops. May be null, like the next, which is asked in the middle of
    // longer work.
    bool (*watch)(void* context);
    bool (*is_over)(void* context);
    void* context;
} bl_lemke;

bl_lemke_status bl_lemke_solve(bl_lemke* lemke);

#endif
