// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The problem of a step and its solve. Rows are written by step/assemble/, all else by step/solve/; impulses by
// step/guard/ too.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_SOLVE_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_SOLVE_H

#include "solver/law/residual.h"
#include "solver/newton/rod_newton.h"
#include "solver/rows/contact_row.h"
#include "solver/sweep/islands.h"
#include "solver/sweep/nsgs.h"
#include "store/parts/contacts.h"

// A contact that takes part, beside its row: what of it is looked at after the row was made.
typedef struct bl_active_contact {
    belay_vec3 point;                // m, world, halfway between the surfaces
    double gap;                      // m, at the contact instant
    double gap_term_after;           // m, see impact_law.h
    double arc;                      // m, see manifold.h
    uint32_t collider_a, collider_b; // indices
    uint32_t feature;                // see manifold.h
    uint32_t found;                  // index in detect.contacts
    bool is_missed;                  // as bl_step_contact
    bool has_belt;                   // its surfaces have velocities of their own: detect.contacts tells
} bl_active_contact;

// A sweep, a look at what came of it, the next step: each goes over all contacts, and those of a large pile are in no
// cache. What they find of one is here, with its row and with what it leaves to the next step.
_Static_assert(sizeof(bl_contact_row) + sizeof(bl_active_contact) + sizeof(bl_warm_contact) <= 400,
               "what every stage from the rows on reads of every contact");

// What the overlap recovery needs of a contact, close together, as it is swept over many times.
typedef struct bl_recovery_row {
    uint32_t body_a, body_b;
    belay_vec3 n, turn_a, turn_b;          // the direction, and arms x n
    belay_vec3 spin_a, spin_b;             // what a unit of impulse turns the bodies by; zero of what cannot be moved
    double inverse_mass_a, inverse_mass_b; // likewise
    double w, softness;                    // w <= 0: nothing can be moved
    double target, impulse;
} bl_recovery_row;

// What is added up over an island is added up over blocks of so many elements first: the sum depends on these, not on
// how many workers share them.
#define BL_ELEMENTS_PER_BLOCK 256

typedef struct bl_block {
    uint32_t begin, end;
} bl_block;

static inline uint32_t bl_block_count(uint32_t elements)
{
    return (elements + BL_ELEMENTS_PER_BLOCK - 1) / BL_ELEMENTS_PER_BLOCK;
}

static inline bl_block bl_block_at(uint32_t block, uint32_t elements)
{
    uint32_t begin = block * BL_ELEMENTS_PER_BLOCK, left = elements - begin;
    bl_block b = {begin, left < BL_ELEMENTS_PER_BLOCK ? elements : begin + BL_ELEMENTS_PER_BLOCK};
    return b;
}

// The residual of some elements of an island.
typedef struct bl_residual_part {
    bl_residual_sum sum;
    double rounding_squared; // what rounding leaves in the natural map, m^2/s^2
    double overlap;          // m, the deepest; 0: none
} bl_residual_part;

typedef struct bl_solve_scratch {
    bl_contact_row* rows;
    bl_active_contact* contacts; // those of detect.contacts that take part; by contact, as the rows are, is by these
    double* free;                // by contact, three each: bl_row_set.contact_free
    belay_vec3* warm_impulses;   // world frame, by contact
    bl_body_pair* body_pairs;
    uint32_t *island_parent, *island_number, *island_of_contact, *island_begin, *island_order;
    bl_islands islands;
    bl_body_newton newton;
    bl_colouring colouring;
    bl_pile pile;
    bl_body_newton* worker_newtons;   // by worker, for small islands
    bl_pile* worker_piles;            // likewise
    bl_rod_newton* worker_rows;       // likewise
    double* saved_impulses;           // by contact, three each: of the warm start
    bl_velocity* saved_velocities;    // by body: of the warm start
    bl_nsgs_report* reports;          // by island
    bl_velocity* recovery;            // pseudo-velocities of the overlap recovery, by body
    double* recovery_targets;         // by contact, m/s
    bl_recovery_row* recovery_rows;   // of each island where it begins, in the order of its sweeps
    int* recovery_sweeps;             // by island
    bl_residual_part* residual_parts; // by block of elements of the island at hand
} bl_solve_scratch;

#endif
