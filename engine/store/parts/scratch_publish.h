// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What becomes the memory of contacts (store/parts/contacts.h) at the end of the step, and what step/sleep/ needs.
// Written by step/publish/ and step/sleep/.

#ifndef BELAY_ENGINE_STORE_PARTS_SCRATCH_PUBLISH_H
#define BELAY_ENGINE_STORE_PARTS_SCRATCH_PUBLISH_H

#include "store/parts/contacts.h"
#include <stdbool.h>

typedef struct bl_publish_scratch {
    bl_warm_contact* warm_next;
    bl_touch *touching_next, *visits_next;
    // What is to be put apart (contacts.h).
    bl_warm_contact* warm_apart;
    bl_touch *touching_apart, *visits_apart;
} bl_publish_scratch;

typedef struct bl_sleep_scratch {
    uint32_t* sleepy;   // indices of bodies that sleep or may fall asleep
    bool* is_in_island; // by body, and rods behind them
} bl_sleep_scratch;

#endif
