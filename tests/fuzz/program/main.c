// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Runs of one kind for as long as there is time, from a seed on: fuzz WHAT SECONDS, or fuzz WHAT --seed N for one run.
// The seed of each run is written to the file that BELAY_FUZZ_SEED names before it begins, so that it is known after a
// crash.

#include "fuzz/fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int usage(void)
{
    fprintf(stderr, "Usage: fuzz WHAT SECONDS | fuzz WHAT --seed N\n\n");
    for (int i = 0; i < fuzz_kind_count; i++)
        fprintf(stderr, "  %-10s %s\n", fuzz_kinds[i].name, fuzz_kinds[i].text);
    return 2;
}

static void note_seed(uint64_t seed)
{
    const char* path = getenv("BELAY_FUZZ_SEED");
    char text[32];
    int length = snprintf(text, sizeof text, "%" PRIu64 "\n", seed);
    if (path != NULL) fuzz_write(path, text, (size_t)length);
}

static bool run(const fuzz_kind* kind, uint64_t seed, long* tried, long* taken)
{
    fuzz f;
    note_seed(seed);
    bool is_good = fuzz_run(kind, seed, &f);
    *tried += f.tried;
    *taken += f.taken;
    if (!is_good) printf("%s, seed %" PRIu64 ": %s\n", kind->name, seed, f.why);
    return is_good;
}

int main(int count, char** arguments)
{
    const fuzz_kind* kind = count == 3 || count == 4 ? fuzz_find(arguments[1]) : NULL;
    if (kind == NULL) return usage();
    long tried = 0, taken = 0;
    if (strcmp(arguments[2], "--seed") == 0) {
        if (count != 4) return usage();
        return run(kind, strtoull(arguments[3], NULL, 10), &tried, &taken) ? 0 : 1;
    }
    double seconds = strtod(arguments[2], NULL);
    if (!(seconds > 0.0)) return usage();
    time_t start = time(NULL);
    uint64_t first = (uint64_t)start * 1000, seed = first;
    do {
        if (!run(kind, seed++, &tried, &taken)) return 1;
    } while (difftime(time(NULL), start) < seconds);
    printf("%s: %" PRIu64 " runs from seed %" PRIu64 ", %ld inputs, %ld of them taken; nothing is wrong.\n", kind->name,
           seed - first, first, tried, taken);
    return 0;
}
