// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Running a scene and judging every step of it.
//
// Finite: every number that the world publishes is finite, and a step that says that it has converged has a residual
// within the tolerance.
//
// Passive, by a measure of our own: the energy E of bodies (from their states and masses) and rods (as they tell) is
// taken before and after each step, and
//
//     E(after) <= E(before) + work of applied forces + what positions were moved by + what drives gave,
//
// where the last is from the step's own account, and nothing in a closed scene. Two things make this exact:
//
// - Potential energy is read where kinetic energy belongs to: halfway between two contact instants. The state is read
//   theta h after the first of them, so heights are taken back by (theta - 1/2) h v. For theta = 1/2 that is nothing.
// - What the overlap recovery moves is what positions changed beyond h ((1 - theta) v- + theta v+).

#ifndef BELAY_TESTS_CHAOS_RUN_H
#define BELAY_TESTS_CHAOS_RUN_H

#include "chaos_scene.h"

// The energy that a step may gain, over the sum of kinetic and (absolute) potential energies in the scene: rounding.
#define CHAOS_ENERGY_TOLERANCE 1e-9

// A step takes no longer than this, s of CPU time.
#if defined(__SANITIZE_ADDRESS__)
#define CHAOS_SLOWEST_STEP 10.0
#else
#define CHAOS_SLOWEST_STEP 1.0
#endif

// How a scene can fail, worst first. (NAME, "word")
#define CHAOS_FAILURES(X)                                                                                              \
    X(CRASH, "crash")                                                                                                  \
    X(HANG, "hang")                                                                                                    \
    X(REFUSED, "refused")                                                                                              \
    X(ERROR, "step error")                                                                                             \
    X(CONTRADICTION, "the world contradicts itself")                                                                   \
    X(NONFINITE, "not finite")                                                                                         \
    X(EXPLODES, "explodes")                                                                                            \
    X(GAIN, "energy above the start")                                                                                  \
    X(STEP_GAIN, "energy gain in a step")                                                                              \
    X(ACCOUNT_SUM, "account does not add up")                                                                          \
    X(ACCOUNT_ENERGY, "account of other energies")                                                                     \
    X(ACCOUNT_GAIN, "account not passive")                                                                             \
    X(CLAIM, "false claim of convergence")                                                                             \
    X(SLOW, "slow step")

typedef enum chaos_failure {
#define CHAOS_FAILURE_ENUMERATOR(name, word) CHAOS_FAIL_##name,
    CHAOS_FAILURES(CHAOS_FAILURE_ENUMERATOR)
#undef CHAOS_FAILURE_ENUMERATOR
        CHAOS_FAILURE_COUNT
} chaos_failure;

const char* chaos_failure_name(chaos_failure failure);

typedef struct chaos_result {
    uint64_t seed, features;
    int bodies, steps;
    unsigned failures;                   // bits by chaos_failure
    int first_step[CHAOS_FAILURE_COUNT]; // from 1, of those that happened
    double worst_gain;                   // largest of one step, over the energies in the scene
    double sum_gain;                     // largest of the whole so far, over those of the start
    double slowest, seconds;             // s of CPU time: of a step, of all
    double lifted;                       // work of moving positions, over the energies at the start
    char note[320];                      // about the worst: where, what
} chaos_result;

// What to run: a seed, without the items that are left out and with some things made plain.
typedef struct chaos_order {
    uint64_t seed;
    bool is_left_out[CHAOS_MAX_ITEMS];
    unsigned plains;
    int steps;      // 0: all
    bool is_traced; // a line for every step on standard output
} chaos_order;

chaos_scene* chaos_order_scene(const chaos_order* order, chaos_scene* scene);

// Runs in this process; what crashes crashes it.
chaos_result chaos_run(const chaos_order* order);

// Runs in a process of its own, where there are such; a crash and a hang are results then.
chaos_result chaos_run_apart(const chaos_order* order);

// The worst failure; CHAOS_FAILURE_COUNT: none.
chaos_failure chaos_result_worst(const chaos_result* result);

// One line that repeats it.
void chaos_order_print(const chaos_order* order, char* text, size_t size);

#endif
