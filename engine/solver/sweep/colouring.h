// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An order in which the contacts of a large island can be swept by several workers at once, with the same bits however
// many there are. The contacts of one pair of bodies that come one after the other are a run, swept together. Runs of
// one colour share no body that can move; colours are swept one after the other. Each run gets the first colour that
// its bodies do not have yet, so there are hardly more colours than a body has neighbours. What finds none, and joints,
// come last, one by one.

#ifndef BELAY_ENGINE_SOLVER_SWEEP_COLOURING_H
#define BELAY_ENGINE_SOLVER_SWEEP_COLOURING_H

#include "core/workers.h"
#include "solver/rows/row_set.h"

#define BL_COLOURS 64 // the last of them is no colour: its runs are swept one by one

// What a sweep did to the elements of one block.
typedef struct bl_sweep_part {
    double change;  // a sum
    double largest; // and the most of one
    int failures;
} bl_sweep_part;

// Work space that keeps its memory. A zeroed one with the allocator set is valid. Arrays are stb_ds arrays.
typedef struct bl_colouring {
    const belay_allocator* allocator;
    uint64_t* taken;                    // by body: the colours of its runs
    uint8_t* colours;                   // by run, in the order given
    uint32_t* elements;                 // colour by colour
    uint32_t* runs;                     // first index in `elements` of each run, and one more
    uint32_t* run_starts;               // the same in the order given
    bl_sweep_part* parts;               // by block, colour by colour
    uint32_t first_run[BL_COLOURS + 1]; // of each colour
} bl_colouring;

void bl_colouring_fini(bl_colouring* colouring);

// Colours the elements named by `order` (ascending, contacts before joints). False when there is no memory.
bool bl_colouring_make(bl_colouring* colouring, const bl_row_set* set, const uint32_t* order, uint32_t count);

// Sweeps once. `sweep` solves some elements, in the order given, and adds what that did to `part`; it may be called by
// several workers at once, for elements that share no body that can move. Returns what all did; the order of the terms
// of its sum is that of the colours.
typedef void bl_sweep_fn(void* context, const uint32_t* elements, uint32_t count, bl_sweep_part* part);
bl_sweep_part bl_colouring_sweep(bl_colouring* colouring, bl_sweep_fn* sweep, void* context, bl_workers* workers);

#endif
