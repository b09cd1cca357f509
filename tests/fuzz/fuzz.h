// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Random input for everything that takes input from outside. A kind makes one run from a seed, the same every time,
// and says what went wrong. The tests make a few runs each; `./run fuzz WHAT SECONDS` as many as there is time for.
//
// What is read from bytes begins with good bytes, of which a few are changed, with checksums that fit again: so that
// what is behind the checksum is met. A crash is found by the process that ends, best under the sanitizers.

#ifndef BELAY_TESTS_FUZZ_FUZZ_H
#define BELAY_TESTS_FUZZ_FUZZ_H

#include "belay/belay.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct fuzz {
    uint64_t seed;     // of this run
    uint64_t state;    // of chance
    long tried, taken; // inputs given, and those of them that were accepted
    char why[512];     // what went wrong first; empty: nothing
} fuzz;

typedef struct fuzz_kind {
    const char* name;
    const char* text;
    void (*run)(fuzz* f);
} fuzz_kind;

extern const fuzz_kind fuzz_kinds[];
extern const int fuzz_kind_count;

// The kind of that name, or null.
const fuzz_kind* fuzz_find(const char* name);
// One run. False: something is wrong, and f->why says what.
bool fuzz_run(const fuzz_kind* kind, uint64_t seed, fuzz* f);

// Says what is wrong, unless something was wrong before.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void fuzz_fail(fuzz* f, const char* format, ...);
bool fuzz_has_failed(const fuzz* f);

// ---------------------------------------------------------------------------------------------------------------------
// Chance
// ---------------------------------------------------------------------------------------------------------------------

bool fuzz_happens(fuzz* f, double share);
uint32_t fuzz_below(fuzz* f, uint32_t count);
double fuzz_between(fuzz* f, double low, double high);
// A double with something about it: infinite, none, huge, tiny, at the end of a range, whole.
double fuzz_odd_number(fuzz* f);
// A whole number likewise.
uint64_t fuzz_odd_whole(fuzz* f);
// Changes some of the bytes: bits, bytes, words of 4 and 8, copies from elsewhere. Never their number.
void fuzz_mutate(fuzz* f, unsigned char* bytes, size_t size);
// Text likewise, which may also grow and shrink: returns its new length, at most `capacity`.
size_t fuzz_mutate_text(fuzz* f, char* text, size_t length, size_t capacity);

// ---------------------------------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------------------------------

// A file of this process, in the folder that TMPDIR names or /tmp; `name` tells it from others. Good until the next
// call with that name.
const char* fuzz_path(const char* name);
// Whole files; false when that cannot be.
bool fuzz_write(const char* path, const void* bytes, size_t size);
unsigned char* fuzz_read(const char* path, size_t* size); // to be freed; null

void fuzz_api(fuzz* f);
void fuzz_snapshot(fuzz* f);
void fuzz_problem(fuzz* f);
void fuzz_scene(fuzz* f);
void fuzz_recording(fuzz* f);
void fuzz_message(fuzz* f);

#endif
