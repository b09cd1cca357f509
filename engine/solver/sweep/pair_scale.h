// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What sweeps do slowly in large piles: to carry a load from contact to contact over many bodies. After a few of them
// the impulses have about the right directions, but an impact at the top of fifty layers is not felt at the bottom. So
// the impulses of every pair of bodies are multiplied by one factor s >= 0, all factors together: cones are cones, so
// each impulse stays admissible. Written s = 1 + x, with the impulses r_k of pair k,
//     minimise  x.g + x.A x / 2,   A_kl = r_k . W_kl r_l,   x >= -1,
// where g_k sums over the contacts of the pair what their impulses do that they should not: r . u of those that stick,
// as those have no velocity, and r_N u_N of those that slide, on the edge of the cone, as what friction takes away
// there is lost rightly. At the solution g = 0, and nothing changes. (De Saxce's r . (u + mu |u_T| e_N), |u_T| held, is
// zero there too; but far from it the slips that first guesses have would pass for a wish to part, and piles sink.)
// Some iterations of the conjugate gradient, the result cut off at the bound and taken if it lowers the objective.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_PAIR_SCALE_H
#define BELAY_ENGINE_SOLVER_SWEEP_PAIR_SCALE_H

#include "belay/base.h"
#include "core/workers.h"
#include "solver/rows/row_set.h"

// The impulses of one pair, and what they do.
typedef struct bl_pair_push {
    uint32_t a, b;               // indices of its bodies in `changes`
    uint32_t begin, end;         // its contacts, as indices in `order`
    belay_vec3 linear;           // sum of r_i g_i: work of a unit of relative velocity
    belay_vec3 along_a, along_b; // likewise of the angular velocities
    belay_vec3 spin_a, spin_b;   // rad/s, what the impulses add to those
    double inverse_mass_a, inverse_mass_b;
    double gradient, diagonal;
    double x, residual, direction, image; // of the conjugate gradient
} bl_pair_push;

// Work space that keeps its memory. A zeroed one with the allocator set is valid. Arrays are stb_ds arrays.
typedef struct bl_pair_scale {
    const belay_allocator* allocator;
    bl_pair_push* pushes;
    bl_velocity* changes; // of the bodies that the pushes are on
    double* terms;        // by push: of the sum at hand
    uint32_t* local;      // by body: index in `changes` + 1; 0: none
    uint32_t body_count;
    // Where workers share it: of each body its pushes, in their order, twice their index and one more where it is B.
    uint32_t* first_push; // by body, and one more
    uint32_t* pushes_of;
} bl_pair_scale;

void bl_pair_scale_fini(bl_pair_scale* scale);
// Gives it as much room as `other` has. False when memory runs out.
bool bl_pair_scale_grow_like(bl_pair_scale* scale, const bl_pair_scale* other, const belay_allocator* allocator);

// Rescales the impulses of the contacts named by `order` and changes the velocities accordingly. Contacts of one pair
// stand one after the other; there are no joints. Shared by `workers` (null: the calling thread), with the same bits
// whatever their number. Sets `pairs` to the number of pairs that have impulses. False when
// there is no memory; then nothing was done.
bool bl_pair_scale_apply(bl_pair_scale* scale, const bl_row_set* set, const uint32_t* order, uint32_t count,
                         bl_velocity* velocities, int iterations, bl_workers* workers, uint32_t* pairs);

#endif
