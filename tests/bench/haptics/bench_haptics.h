// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts of the haptics benchmark. Each prints its table; not 0: it could not measure.

#ifndef BELAY_TESTS_BENCH_HAPTICS_BENCH_HAPTICS_H
#define BELAY_TESTS_BENCH_HAPTICS_BENCH_HAPTICS_H

int bench_haptics_servo(void);
int bench_haptics_publish(void);
int bench_haptics_loop(void);

#endif
