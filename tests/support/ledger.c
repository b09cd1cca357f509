// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/ledger.h"

#include <criterion/criterion.h>
#include <stdlib.h>

// Before each block stands its size.
typedef union block_head {
    size_t size;
    unsigned char unused[16];
} block_head;

static bool ledger_fails(ledger* l)
{
    l->calls++;
    return l->fail_at > 0 && (l->calls == l->fail_at || (l->fails_on && l->calls > l->fail_at));
}

static void ledger_drop(ledger* l, block_head* old, size_t old_size)
{
    if (old == NULL) return;
    l->is_wrong = l->is_wrong || old->size != old_size;
    l->live--;
    l->bytes -= old->size;
}

static void* ledger_reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    ledger* l = context;
    block_head* old = block != NULL ? (block_head*)block - 1 : NULL;
    if (new_size == 0) {
        ledger_drop(l, old, old_size);
        free(old);
        return NULL;
    }
    if (old == NULL && old_size != 0) l->is_wrong = true;
    if (ledger_fails(l)) return NULL;
    ledger_drop(l, old, old_size);
    block_head* fresh = realloc(old, sizeof *fresh + new_size);
    if (fresh == NULL) abort();
    fresh->size = new_size;
    l->live++;
    l->bytes += new_size;
    return fresh + 1;
}

belay_world_def ledger_world_def(ledger* l)
{
    belay_world_def def = belay_world_def_default();
    def.allocator.reallocate = ledger_reallocate;
    def.allocator.context = l;
    return def;
}

void ledger_check_settled(const ledger* l)
{
    cr_expect_eq(l->live, 0, "%ld blocks are left", l->live);
    cr_expect_eq(l->bytes, 0);
    cr_expect_not(l->is_wrong, "a size was told wrong");
}
