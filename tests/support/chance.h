// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Numbers by chance, the same on every run: a linear congruence (Knuth's), of which the upper bits are used.

#ifndef BELAY_TESTS_SUPPORT_CHANCE_H
#define BELAY_TESTS_SUPPORT_CHANCE_H

#include "math/vec.h"

#include <stdint.h>

// 0 to 1, without 1.
static inline double chance_next(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

static inline double chance_between(uint64_t* state, double low, double high)
{
    return low + (high - low) * chance_next(state);
}

// Each component up to `size`, either way.
static inline belay_vec3 chance_vector(uint64_t* state, double size)
{
    double x = chance_between(state, -size, size), y = chance_between(state, -size, size);
    return v3(x, y, chance_between(state, -size, size));
}

#endif
