// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// An allocator that keeps account of every block, with its size, and may fail on the way: for worlds, which tell it the
// size of what they give back.

#ifndef BELAY_TESTS_SUPPORT_LEDGER_H
#define BELAY_TESTS_SUPPORT_LEDGER_H

#include "belay/world.h"

#include <stdbool.h>
#include <stddef.h>

// All zero: nothing was asked for yet, and nothing fails.
typedef struct ledger {
    long calls;    // that asked for memory
    long fail_at;  // number of the call that fails; 0: none
    bool fails_on; // whether all later calls fail too
    long live;     // blocks
    size_t bytes;
    bool is_wrong; // a size that was told differs from the block's
} ledger;

// The default definition of a world that draws on the ledger, which has to stay where it is.
belay_world_def ledger_world_def(ledger* l);

// Fails the test where blocks are left, or a size was told wrong.
void ledger_check_settled(const ledger* l);

#endif
