// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Whether tests may take minutes: when BELAY_LONG is set. Then scenes run as long as they are told, which otherwise
// show the same facts in a part of that time.

#ifndef BELAY_TESTS_SUPPORT_LONG_H
#define BELAY_TESTS_SUPPORT_LONG_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool tests_may_be_long(void)
{
    const char* value = getenv("BELAY_LONG");
    return value != NULL && value[0] != '\0';
}

#endif
