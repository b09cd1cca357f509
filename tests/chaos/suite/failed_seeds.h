// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Seeds beyond the suite's own thousand whose scenes failed once, with how they did. What fails by hand is added here,
// and stays.

#ifndef BELAY_TESTS_CHAOS_FAILED_SEEDS_H
#define BELAY_TESTS_CHAOS_FAILED_SEEDS_H

#include <stdint.h>

static const uint64_t failed_seeds[] = {
    10007, // energy above the start, by a capsule that turns
};

#endif
