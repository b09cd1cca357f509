// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "core/owner.h"

// A thread is known by the address of a variable of its own; nothing is ever written there.
#if defined(_MSC_VER) && !defined(__clang__)
static __declspec(thread) char mark;
#else
static _Thread_local char mark;
#endif

bool bl_owner_enter(bl_owner* owner)
{
    return bl_atomic_pointer_claim(&owner->thread, &mark);
}

void bl_owner_leave(bl_owner* owner)
{
    bl_atomic_pointer_store(&owner->thread, NULL);
}

bool bl_owner_is_other(bl_owner* owner)
{
    void* inside = bl_atomic_pointer_load(&owner->thread);
    return inside != NULL && inside != (void*)&mark;
}
