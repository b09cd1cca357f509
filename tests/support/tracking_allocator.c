// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/tracking_allocator.h"

#include <stdlib.h>

static bool refuses(const tracking_allocator* p)
{
    return p->calls == p->fail_at || (p->fail_from > 0 && p->calls >= p->fail_from);
}

static void* tracking_reallocate(void* context, void* block, size_t old_size, size_t new_size)
{
    tracking_allocator* p = context;
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

belay_allocator tracking_allocator_hooks(tracking_allocator* p)
{
    return (belay_allocator){tracking_reallocate, p};
}
