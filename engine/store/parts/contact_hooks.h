// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What a program is asked in the middle of a step. Set by objects/, asked by step/detect/. No part of snapshots.

#ifndef BELAY_ENGINE_STORE_PARTS_CONTACT_HOOKS_H
#define BELAY_ENGINE_STORE_PARTS_CONTACT_HOOKS_H

#include "belay/contact_hook.h"

typedef struct bl_contact_hooks {
    belay_filter_fn* filter; // null: nobody is asked
    void* filter_context;
    belay_pre_solve_fn* pre_solve; // likewise
    void* pre_solve_context;
    const char* asked;   // the hook that is being asked at this moment, for messages; null: none
    belay_error refused; // of the last change that was no good
} bl_contact_hooks;

#endif
