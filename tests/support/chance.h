// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Random numbers, the same on every run: a linear congruence (Knuth's), of which the upper bits are used.

#ifndef BELAY_TESTS_SUPPORT_CHANCE_H
#define BELAY_TESTS_SUPPORT_CHANCE_H

#include "belay/vec.h"

#include <stdint.h>

static inline void chance_turn(uint64_t* state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
}

// 0 to 1, without 1.
static inline double chance_next(uint64_t* state)
{
    chance_turn(state);
    return (double)(*state >> 11) / 9007199254740992.0;
}

// -1 to 1, without 1.
static inline double chance_signed(uint64_t* state)
{
    return 2.0 * chance_next(state) - 1.0;
}

// 0 to 2^31 - 1.
static inline uint32_t chance_whole(uint64_t* state)
{
    chance_turn(state);
    return (uint32_t)(*state >> 33);
}

// 0 to `count` - 1.
static inline uint32_t chance_below(uint64_t* state, uint32_t count)
{
    return (uint32_t)(chance_next(state) * count);
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

// Between two corners of a box. One number after the other: the order of arguments is the compiler's.
static inline belay_vec3 chance_within(uint64_t* state, belay_vec3 lower, belay_vec3 upper)
{
    double x = chance_between(state, lower.x, upper.x), y = chance_between(state, lower.y, upper.y);
    return v3(x, y, chance_between(state, lower.z, upper.z));
}

#endif
