// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Snapshots of worlds. Whatever is refused ends the test.

#ifndef BELAY_TESTS_SUPPORT_SAVED_H
#define BELAY_TESTS_SUPPORT_SAVED_H

#include "belay/belay.h"

#include <stddef.h>

typedef struct saved {
    unsigned char* bytes;
    size_t size;
} saved;

saved saved_of(const belay_world* world);
void saved_restore(const saved* s, belay_world* world);
void saved_fini(saved* s);

#endif
