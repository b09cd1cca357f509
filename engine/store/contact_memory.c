// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Taking apart what sleeps, and together what wakes: merges of lists that are sorted and have no pair in common.

#include "core/alloc.h"
#include "core/assert.h"
#include "store/parts/contacts.h"

static bool is_warm_before(const bl_warm_contact* a, const bl_warm_contact* b)
{
    return a->a < b->a || (a->a == b->a && a->b < b->b);
}

static bool is_touch_before(const bl_touch* a, const bl_touch* b)
{
    return a->a < b->a || (a->a == b->a && a->b < b->b);
}

// From the back, so that it needs no other room, and stops where the first of the others has found its place. Contacts
// of one pair keep their order.
void bl_warm_contacts_merge(bl_warm_contact* into, const bl_warm_contact* from)
{
    size_t count = (size_t)arrlen(into), more = (size_t)arrlen(from);
    if (more == 0) return;
    BELAY_ASSERT(count + more <= (size_t)arrcap(into));
    arrsetlen(into, count + more);
    for (size_t to = count + more; more > 0;) {
        bool is_from = count == 0 || is_warm_before(&into[count - 1], &from[more - 1]);
        into[--to] = is_from ? from[--more] : into[--count];
    }
}

void bl_touches_merge(bl_touch* into, const bl_touch* from)
{
    size_t count = (size_t)arrlen(into), more = (size_t)arrlen(from);
    if (more == 0) return;
    BELAY_ASSERT(count + more <= (size_t)arrcap(into));
    arrsetlen(into, count + more);
    for (size_t to = count + more; more > 0;) {
        bool is_from = count == 0 || is_touch_before(&into[count - 1], &from[more - 1]);
        into[--to] = is_from ? from[--more] : into[--count];
    }
}

void bl_contact_memory_gather(bl_contact_memory* memory)
{
    bl_warm_contacts_merge(memory->warm, memory->warm_apart);
    bl_touches_merge(memory->touching, memory->touching_apart);
    bl_touches_merge(memory->visits, memory->visits_apart);
    bl_contact_memory_forget_apart(memory);
    memory->is_gathered = true;
}

void bl_contact_memory_forget_apart(bl_contact_memory* memory)
{
    if (memory->warm_apart != NULL) arrsetlen(memory->warm_apart, 0);
    if (memory->touching_apart != NULL) arrsetlen(memory->touching_apart, 0);
    if (memory->visits_apart != NULL) arrsetlen(memory->visits_apart, 0);
}

bool bl_contact_memory_reserve(bl_contact_memory* m, size_t warm, size_t touching, size_t visits,
                               const belay_allocator* allocator)
{
    bool ok = true;
    warm += (size_t)(arrlen(m->warm) + arrlen(m->warm_apart));
    touching += (size_t)(arrlen(m->touching) + arrlen(m->touching_apart));
    visits += (size_t)(arrlen(m->visits) + arrlen(m->visits_apart));
    BL_ARRAY_RESERVE_RAW(m->warm, warm, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(m->warm_apart, warm, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(m->touching, touching, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(m->touching_apart, touching, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(m->visits, visits, allocator, &ok);
    BL_ARRAY_RESERVE_RAW(m->visits_apart, visits, allocator, &ok);
    return ok;
}
