// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "threads/haptic_histogram.h"

#include <math.h>

#define UNIT 125e-9 // s
#define PER_OCTAVE 8

void bl_histogram_clear(bl_histogram* histogram)
{
    for (int i = 0; i < BL_HISTOGRAM_BINS; i++)
        atomic_store_explicit(&histogram->bins[i], 0, memory_order_relaxed);
    atomic_store_explicit(&histogram->largest_ns, 0, memory_order_relaxed);
}

// Bin 0 holds what is below the unit; bin 1 + 8 k + j the values from 2^k (1 + j/8) units on.
static int bin_of(double seconds)
{
    double x = seconds / UNIT;
    if (!(x >= 1.0)) return 0;
    int octave;
    double mantissa = frexp(x, &octave); // 1/2 to 1
    int bin = 1 + PER_OCTAVE * (octave - 1) + (int)((2.0 * mantissa - 1.0) * PER_OCTAVE);
    return bin < BL_HISTOGRAM_BINS ? bin : BL_HISTOGRAM_BINS - 1;
}

static double end_of(int bin)
{
    int k = bin / PER_OCTAVE, j = bin % PER_OCTAVE;
    return UNIT * ldexp(1.0 + (double)j / PER_OCTAVE, k);
}

void bl_histogram_add(bl_histogram* histogram, double seconds)
{
    atomic_fetch_add_explicit(&histogram->bins[bin_of(seconds)], 1, memory_order_relaxed);
    uint64_t ns = seconds > 0.0 ? (uint64_t)(1e9 * seconds) : 0;
    if (ns > atomic_load_explicit(&histogram->largest_ns, memory_order_relaxed))
        atomic_store_explicit(&histogram->largest_ns, ns, memory_order_relaxed);
}

static double quantile(const uint64_t bins[BL_HISTOGRAM_BINS], uint64_t count, double share, double largest)
{
    double wanted = share * (double)count, sum = 0.0;
    for (int i = 0; i < BL_HISTOGRAM_BINS; i++) {
        sum += (double)bins[i];
        if (sum >= wanted && sum > 0.0) return fmin(end_of(i), largest);
    }
    return largest;
}

belay_haptic_times bl_histogram_read(const bl_histogram* histogram)
{
    uint64_t bins[BL_HISTOGRAM_BINS];
    belay_haptic_times t = {0, 0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < BL_HISTOGRAM_BINS; i++) {
        bins[i] = atomic_load_explicit(&histogram->bins[i], memory_order_relaxed);
        t.count += bins[i];
    }
    t.max = 1e-9 * (double)atomic_load_explicit(&histogram->largest_ns, memory_order_relaxed);
    if (t.count == 0) return t;
    t.p50 = quantile(bins, t.count, 0.5, t.max);
    t.p99 = quantile(bins, t.count, 0.99, t.max);
    t.p999 = quantile(bins, t.count, 0.999, t.max);
    return t;
}
