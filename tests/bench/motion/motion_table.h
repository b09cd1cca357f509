// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What is printed of a run.

#ifndef BELAY_TESTS_BENCH_MOTION_MOTION_TABLE_H
#define BELAY_TESTS_BENCH_MOTION_MOTION_TABLE_H

#include "bench.h"
#include "motion/motion.h"

typedef struct motion_result {
    const motion_row* row;
    const char* engine;
    bool is_belay;
    int threads, bodies, steps; // bodies: dynamic, when the run ended
    int fallen;                 // of these: more than 1 m below all that could hold them
    bench_times wall;           // s
    bench_times times;          // s: on one thread CPU time, which others on the machine hardly add to; else wall time
    bench_times overlap;        // m
    motion_summary summary;
    double speed_bound; // m/s
    double bytes;
    bool is_closed, has_failed;
} motion_result;

// Of a run that has come to its end.
motion_result motion_result_of(const motion_row* row, motion_run* run, int threads, double bytes);

void motion_print_header(void);
// `one`: the same on one thread by Belay, to compare with; null: none.
void motion_print_result(const motion_result* r, const motion_result* one);
void motion_print_parts(const motion_result* r);

void motion_csv_header(FILE* csv);
void motion_csv_result(FILE* csv, const motion_result* r);

#endif
