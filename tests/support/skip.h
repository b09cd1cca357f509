// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Skipping a test aloud: Criterion says nothing of skipped tests unless asked, and takes a logged warning for a
// failure.

#ifndef BELAY_TESTS_SUPPORT_SKIP_H
#define BELAY_TESTS_SUPPORT_SKIP_H

#include <criterion/criterion.h>
#include <stdio.h>

// Ends the test as skipped, with the reason (a printf format and its arguments) on standard error.
#define SKIP_TEST(...)                                                                                                 \
    do {                                                                                                               \
        fprintf(stderr, "skipped: %s: ", __func__);                                                                    \
        fprintf(stderr, __VA_ARGS__);                                                                                  \
        fprintf(stderr, "\n");                                                                                         \
        cr_skip_test(__VA_ARGS__);                                                                                     \
    } while (0)

#endif
