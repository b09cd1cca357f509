// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An allocator that keeps account of what it gave, and that can run out.

#ifndef BELAY_TESTS_SUPPORT_TRACKING_ALLOCATOR_H
#define BELAY_TESTS_SUPPORT_TRACKING_ALLOCATOR_H

#include "belay/base.h"

#include <stdbool.h>
#include <stddef.h>

// All zero: full, and nothing was asked for yet.
typedef struct tracking_allocator {
    long calls;         // that asked for memory, refused ones too
    long fail_at;       // the call that is refused; 0: none
    long fail_from;     // the call that is refused, as are all after it; 0: none
    long live;          // blocks that are out
    size_t bytes, most; // that are out now, and were at once
    bool is_wrong;      // a size was told of no block
} tracking_allocator;

// Draws on `p`, which has to stay where it is.
belay_allocator tracking_allocator_hooks(tracking_allocator* p);

#endif
