// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A few runs of each kind, from seeds that are always the same. `./run fuzz WHAT SECONDS` makes more.

#include "fuzz/fuzz.h"

#include <criterion/criterion.h>

static void check_runs(const char* name, uint64_t count)
{
    const fuzz_kind* kind = fuzz_find(name);
    long tried = 0, taken = 0;
    if (kind == NULL) return; // this build has no haptics
    for (uint64_t seed = 1; seed <= count; seed++) {
        fuzz f;
        cr_assert(fuzz_run(kind, seed, &f), "%s; again by: ./run fuzz %s --seed %llu", f.why, name,
                  (unsigned long long)seed);
        tried += f.tried;
        taken += f.taken;
    }
    cr_expect(taken > 0 && taken < tried, "%ld of %ld were taken: some must be and some not", taken, tried);
}

Test(fuzz, calls_of_the_interface)
{
    check_runs("api", 20);
}

Test(fuzz, snapshots)
{
    check_runs("snapshot", 10);
}

Test(fuzz, recordings)
{
    check_runs("recording", 5);
}

Test(fuzz, problem_files)
{
    check_runs("problem", 20);
}

Test(fuzz, scenes)
{
    check_runs("scene", 20);
}

Test(fuzz, messages)
{
    check_runs("message", 20);
}
