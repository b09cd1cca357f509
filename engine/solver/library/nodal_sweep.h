// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Nodal Gauss-Seidel in the velocities (li2018, secs. 4.2, 4.3 and 6). Nodes are visited in turn with all others held:
// a free node i gets v_i = M_ii^-1 g_i, g_i = f_i + its impulses - sum_j M_ij v_j. A contact c at node i solves
//     M_ii v_i = g_i + E^T r,   u = E v_i + offset,   (r, u) in the law,
// which li2018 treats in u (eq. 11) by Newton. With W = E M_ii^-1 E^T it is the ordinary one-contact problem u = W r +
// b, b = E M_ii^-1 g_i + offset, and solved exactly. In self-contact of nodes i and j both move at once: W = D K^-1 D^T
// with K the 6x6 block of M that belongs to both and D = (E, -E). (li2018 turns the pair by eq. 9 and visits relative
// and mean velocity one after the other.)
//
// A node of several contacts: li2018, sec. 6, splits it into p copies pinned together, each with M_ii / p and one
// contact, and lets the pin forces lag. Copy c, after elimination of the pins, solves M_ii v = g_i + p E^T (r_c - old
// r_c) with all old impulses in g_i. The factor p makes the p steps of one sweep safe to take all at once. Here they
// are taken in turn, each seeing the last, so it is left out: g_i holds the newest impulses of the node's other
// contacts. The fixed points are the same.

#ifndef BELAY_ENGINE_SOLVER_LIBRARY_NODAL_SWEEP_H
#define BELAY_ENGINE_SOLVER_LIBRARY_NODAL_SWEEP_H

#include "belay/nodal.h"
#include "belay/problem.h"
#include "solver/law/local_contact.h"

// One contact and the nodes that it moves.
typedef struct bl_nodal_gs_unit {
    bl_local_block block; // W
    double inverse[36];   // K^-1, row-major; of one node only its first 9 numbers are used, as 3x3
} bl_nodal_gs_unit;

typedef struct bl_nodal_gs {
    belay_nodal_problem p;
    bl_nodal_gs_unit* units; // [contacts]
    double* inverse;         // [9 nodes] M_ii^-1
    double* impulse;         // [3 nodes] sum of E^T r at each node
    bool* has_contact;       // [nodes]
    double* v;               // [3 nodes]
    double* r;               // [3 contacts]
    double* best_v;          // [3 nodes]
    double* best_r;          // [3 contacts]
    double scale;            // what residuals are divided by
} bl_nodal_gs;

// Puts the arrays, for the problem s->p, into one block of memory at `base`; how large that is. With a null base their
// size is only counted.
size_t bl_nodal_gs_lay_out(bl_nodal_gs* s, char* base);
// False when a block is singular; *where is the node.
bool bl_nodal_gs_set_up(bl_nodal_gs* s, int32_t* where);
void bl_nodal_gs_sweep(bl_nodal_gs* s);
belay_residual bl_nodal_gs_residual(bl_nodal_gs* s);

#endif
