// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Seeds beyond the suite's own thousand whose scenes failed once, with how they did. What fails by hand is added here,
// and stays.

#ifndef BELAY_TESTS_CHAOS_FAILED_SEEDS_H
#define BELAY_TESTS_CHAOS_FAILED_SEEDS_H

#include <stdint.h>

static const uint64_t failed_seeds[] = {
    10007,    // energy above the start, by a capsule that turns
    17000508, // forces that waited while a body slept, twice
    41000088, // springs that do no more than they have, when impulses are scaled
    41000319, // the same, with limits
    41000138, // overlap of a rod taken back by 1 / W of its stretching
    41000979, // the same, excused by works that cancel
    43000185, // a gain that lowering does not take
    43000268, // an island whose rods all sleep
    43000380, // overlap of rods pumped up by the motion of a body
    50001668, // one of two joined bodies asleep
    41000120, // a gain that lowering does not take
    42000089, // a climb that was not made
    43000210, // a rod of 4 g in an overlap of centimetres
    43000422, // a body held beside rods, counted as if it went on
    43000985, // a pile that stays
    43001049, // a rod at rest
    44001118, // works of a jam that cancel
    44001280, // a body held beside rods, counted as if it went on
    50002572, // the same
    90005122, // leaps of Newton on joints out of place: rounding of 1e14 m/s stayed behind
    82001069, // rows of a joint that depend on each other: what vanishing pivots gave was swept on
    81000015, // what rests and rises by what the solve leaves
    81000707, // lowering asked for more than all of a velocity
    81000763, // lowering asked for more than all of a velocity
    81000871, // a rod at rest
    81001542, // a climb that was not made
    82000242, // a sleeper that is pushed
    82001723, // fifty steps of 7e-11 each
    83001662, // forces on what stays
    81001197, // brought to rest at the contact instant while it rose
    110000554, // a rod kept still with its velocities fell asleep
    120000172, // a pile of rods, bodies and joints: two seconds a step
    120000246, // the same
};

#endif
