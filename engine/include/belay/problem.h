// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The discrete frictional contact problem as plain data: find impulses r with u = W r + q such that every contact obeys
//     K*_mu contains u~ = u + mu |u_T| e_N,   r in K_mu,   u~ . r = 0,   K_mu = { |r_T| <= mu r_N }.
// Vectors have three numbers per contact, in its frame (normal, tangent 1, tangent 2). W is stored as 3x3 blocks in
// rows; it need not be symmetric and may be singular. The normal velocities are measured against the target of the
// contact, so u_N >= 0 is the admissible side.

#ifndef BELAY_PROBLEM_H
#define BELAY_PROBLEM_H

#include "belay/base.h"
#include "belay/ecs.h"
#include "belay/result.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Block k of row i has columns 3 * column[k] ...; the blocks of row i are row_start[i] <= k < row_start[i + 1], by
// ascending column, without repetition; the diagonal block is always there, and block (j, i) wherever (i, j) is.
typedef struct belay_problem {
    int32_t contact_count;     // >= 0
    int32_t block_count;       // of W, >= contact_count
    double* mu;                // [contact_count], >= 0
    int32_t* row_start;        // [contact_count + 1]
    int32_t* column;           // [block_count]
    double* blocks;            // [9 block_count], each row-major, 1/kg
    double* q;                 // [3 contact_count], u_free, m/s
    double* r;                 // [3 contact_count], a first guess, N s; zeros when there is none
    belay_allocator allocator; // that the arrays came from
} belay_problem;

// Makes a problem with room for the given counts, all zero; the caller fills the arrays. A null allocator: the C
// library's. Errors: VALUE (negative, or blocks fewer than contacts), MEMORY.
belay_result belay_problem_create(int32_t contact_count, int32_t block_count, const belay_allocator* allocator,
                                  belay_problem** problem, belay_error* error);
// Null does nothing.
void belay_problem_destroy(belay_problem* problem);

// Checks everything that is said above of the arrays, and that all numbers are finite. VALUE with a message that names
// array, index and value.
belay_result belay_problem_check(const belay_problem* problem, belay_error* error);

#define BELAY_MAX_PROBLEM_TEXT ((size_t)1 << 28) // bytes, of a compressed file: some million blocks

// Reads a problem from a text file in the format "dfcp 1":
//     dfcp 1 / contact count / mu, one per line / block count / i j and 9 numbers, one block per line, sorted by (i,
//     j), 0-based, row-major / q, three numbers per line.
// A file name ending in .gz is decompressed (where the build has zlib; VALUE with a message otherwise), to at most
// BELAY_MAX_PROBLEM_TEXT: a small file may hold a thousand times its size. Numbers are
// read in the "C" locale whatever the program's. Errors: VALUE, the message beginning with file name and line: cannot
// be opened, truncated, malformed, trailing text, not finite, out of range, blocks unsorted, repeated, without diagonal
// or without their transposed partner; MEMORY.
belay_result belay_problem_read(const char* path, const belay_allocator* allocator, belay_problem** problem,
                                belay_error* error);

// Writes a problem in that format, every number exactly (17 digits); compressed when the name ends in .gz. VALUE when
// the file cannot be written.
belay_result belay_problem_write(const belay_problem* problem, const char* path, belay_error* error);

// Writes impulses, three per contact, one number per line, behind comment lines that begin with '#'. `comment` may be
// null and may have several lines. VALUE when the file cannot be written.
belay_result belay_impulses_write(const char* path, const double* r, int32_t contact_count, const char* comment,
                                  belay_error* error);
// Reads impulses from such a file into r (3 contact_count numbers). VALUE, naming file and line.
belay_result belay_impulses_read(const char* path, double* r, int32_t contact_count, belay_error* error);

// The problem that the world's last step solved, with the impulses found as the first guess: to look at a hard step, or
// to attach it to a report. Contacts of rods and rows of their attachments have no place in it yet: where some took
// part in the step the call is refused, as without them it would be another problem. Errors: STATE (rows of rods took
// part; no step yet, restored since, or inside a system before the step's end), MEMORY. The caller destroys it.
belay_result belay_world_get_problem(const belay_world* world, belay_problem** problem, belay_error* error);

#ifdef __cplusplus
}
#endif

#endif
