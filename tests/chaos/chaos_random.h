// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Random numbers from one 64-bit seed (splitmix64: neighbouring seeds have nothing to do with each other), and
// random vectors, directions and rotations. Draws that are arguments of one call stand on lines of their own, as the
// order of arguments is the compiler's.

#ifndef BELAY_TESTS_CHAOS_RANDOM_H
#define BELAY_TESTS_CHAOS_RANDOM_H

#include <belay/math.h>
#include <belay/vec.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

static inline uint64_t random_bits(uint64_t* state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// 0 to 1, without 1.
static inline double random_unit(uint64_t* state)
{
    return (double)(random_bits(state) >> 11) / 9007199254740992.0;
}

static inline double random_between(uint64_t* state, double low, double high)
{
    return low + (high - low) * random_unit(state);
}

// Evenly in the logarithm; low > 0.
static inline double random_log(uint64_t* state, double low, double high)
{
    return low * exp(log(high / low) * random_unit(state));
}

static inline bool random_chance(uint64_t* state, double probability)
{
    return random_unit(state) < probability;
}

// 0 to count - 1.
static inline int random_below(uint64_t* state, int count)
{
    return (int)(random_unit(state) * count);
}

static inline belay_vec3 random_vector(uint64_t* state, double size)
{
    double x = random_between(state, -size, size), y = random_between(state, -size, size);
    return v3(x, y, random_between(state, -size, size));
}

static inline belay_vec3 random_direction(uint64_t* state)
{
    for (;;) {
        belay_vec3 v = random_vector(state, 1.0);
        double length = v3_length(v);
        if (length > 0.1 && length < 1.0) return v3_scale(1.0 / length, v);
    }
}

static inline belay_quat random_rotation(uint64_t* state)
{
    belay_vec3 axis = random_direction(state);
    return belay_quat_from_axis_angle(axis, random_between(state, 0.0, 6.28));
}

#endif
