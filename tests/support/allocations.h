// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// How often the C library was asked for memory, or given it back, by the calling thread.

#ifndef BELAY_TESTS_SUPPORT_ALLOCATIONS_H
#define BELAY_TESTS_SUPPORT_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

// False where it is not known: under the sanitizers, which count for themselves, and with other C libraries than glibc.
bool allocations_are_counted(void);
// malloc, calloc, realloc and free of the calling thread, until now.
uint64_t allocations_count(void);

#endif
