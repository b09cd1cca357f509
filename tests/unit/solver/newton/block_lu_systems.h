// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Graphs of bodies and systems of equations on them, for tests of the block factorisation.

#ifndef BELAY_TESTS_UNIT_SOLVER_NEWTON_BLOCK_LU_SYSTEMS_H
#define BELAY_TESTS_UNIT_SOLVER_NEWTON_BLOCK_LU_SYSTEMS_H

#include "solver/newton/block_lu.h"

#include <stdbool.h>
#include <stdint.h>

#define LU_MAX_BODIES 48
#define LU_MAX_LINKS 2400
#define LU_MAX_SIZE (6 * LU_MAX_BODIES)
#define LU_KINDS 8 // of lu_graph_of_kind

// Bodies and which of them are linked.
typedef struct lu_graph {
    uint32_t n, count;
    bl_block_link links[LU_MAX_LINKS];
} lu_graph;

// a x = b, dense, row-major
typedef struct lu_system {
    uint32_t size;
    double a[LU_MAX_SIZE * LU_MAX_SIZE], b[LU_MAX_SIZE];
} lu_system;

// Of two bodies, in either order.
void lu_link_pair(lu_graph* g, uint32_t a, uint32_t b);
lu_graph lu_chain_of(uint32_t n);
lu_graph lu_star_of(uint32_t n);
lu_graph lu_tree_of(uint32_t n, uint64_t* seed);
lu_graph lu_dense_of(uint32_t n);
// Bricks in courses, each on two of the course below and between two of its own.
lu_graph lu_wall_of(uint32_t width, uint32_t height);
// Any pairs, doubled ones among them; may fall apart.
lu_graph lu_random_of(uint32_t n, uint32_t count, uint64_t* seed);
void lu_shuffle(lu_graph* g, uint64_t* seed);
// Gives the bodies other numbers, and the links another order.
void lu_rename_bodies(lu_graph* g, uint64_t* seed);
// Of a random size; kind: 0 to LU_KINDS - 1.
lu_graph lu_graph_of_kind(uint32_t kind, uint64_t* seed);
// Adds it to the dense matrix and to the factorisation.
void lu_add_block(lu_system* s, bl_block_lu* f, uint32_t i, uint32_t j, const double* block);
// Each link adds four full blocks of its own, as a contact does, so that diagonal blocks are sums. Their large numbers
// stand off the diagonal, for the sake of pivoting.
void lu_fill_system(lu_system* s, bl_block_lu* f, const lu_graph* g, uint64_t* seed);
// |b - A x| / (|A| |x| + |b|), largest numbers, sums of rows for A.
double lu_backward_error(const lu_system* s, const double* x);
// Blocks of that size; lu_analyse: of 6.
bl_block_lu_status lu_analyse_size(bl_block_lu* f, uint32_t size, const lu_graph* g, double max_flops);
bl_block_lu_status lu_analyse(bl_block_lu* f, const lu_graph* g, double max_flops);
// By what is left of the equations, and against dense elimination, which destroys the system.
void lu_check_solution(const bl_block_lu* f, lu_system* s);
// Analyses, and solves two systems on it.
void lu_check_graph(bl_block_lu* f, uint32_t size, const lu_graph* g, uint64_t* seed);

#endif
