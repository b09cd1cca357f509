// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Functions that are compiled twice, for what every machine of its kind has and for vectors of four doubles (AVX2),
// and the choice between the two at run time. The wide one has no fused operations, so both give the same bits.

#ifndef BELAY_ENGINE_CORE_WIDE_H
#define BELAY_ENGINE_CORE_WIDE_H

#include <stdbool.h>

#if defined(__GNUC__) && defined(__x86_64__)
#define BL_WIDE __attribute__((target("avx2")))
#define BL_WIDE_VECTORS // there are <immintrin.h> and its vectors of four
static inline bool bl_has_wide(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}
#else
#define BL_WIDE
static inline bool bl_has_wide(void)
{
    return false;
}
#endif

#endif
