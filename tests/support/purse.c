// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/purse.h"

#include <stdlib.h>

static bool refuses(const purse* p)
{
    return p->calls == p->fail_at || (p->fail_from > 0 && p->calls >= p->fail_from);
}

static void* purse_reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    purse* p = context;
    p->is_wrong = p->is_wrong || (block == NULL && old_size != 0);
    p->calls += new_size > 0;
    if (new_size > 0 && refuses(p)) return NULL;
    if (block != NULL) p->live--, p->bytes -= old_size;
    if (new_size > 0) p->live++, p->bytes += new_size;
    if (p->bytes > p->most) p->most = p->bytes;
    if (new_size > 0) return realloc(block, new_size);
    free(block);
    return NULL;
}

belay_allocator purse_allocator(purse* p)
{
    return (belay_allocator){purse_reallocate, p};
}
