// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Which thread is inside of something that only one may be inside of at a time. Nobody waits here: who comes second is
// told so.

#ifndef BELAY_ENGINE_CORE_OWNER_H
#define BELAY_ENGINE_CORE_OWNER_H

#include "core/atomic.h"

// All zero: nobody is inside.
typedef struct bl_owner {
    bl_atomic_pointer thread;
} bl_owner;

// Goes in; false when a thread is inside, be it this one.
bool bl_owner_enter(bl_owner* owner);
void bl_owner_leave(bl_owner* owner);
// Whether another thread is inside.
bool bl_owner_is_other(bl_owner* owner);

#endif
