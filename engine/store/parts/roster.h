// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The bodies that a step looks at one by one: those that move, those that something was done to since the last step,
// and those that are in a contact or joint of this one. What the scratch holds of all others, by index, is what it held
// after the last step that looked at them, and still true: they stand where they stood, and nothing asks them anything.
// So static bodies and sleepers cost nothing.
//
// Whoever changes a body tells it by bl_roster_add, at once: store/ and objects/ do, step/ where it makes contacts.

#ifndef BELAY_ENGINE_STORE_PARTS_ROSTER_H
#define BELAY_ENGINE_STORE_PARTS_ROSTER_H

#include "belay/base.h"
#include "belay/result.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct bl_roster {
    // stb_ds arrays
    uint32_t* indices; // of the bodies, ascending while is_ordered
    uint8_t* left; // by index: for how many steps it is looked at if nothing more comes; 0: it is not among `indices`
    bool is_ordered;
    bool is_all; // the next step looks at all bodies: any may have changed
} bl_roster;

// Two steps: in the first a body that came to rest is still as it moved, in the second all that is kept of it is as it
// stands.
#define BL_ROSTER_STEPS 2

// Looks at the body at an index in the next steps, or from here on in this one. Bodies behind those that the last step
// knew are new, and need not be added.
void bl_roster_add(bl_roster* roster, uint32_t index);

// The body at the last index goes to `index`, whose own goes.
static inline void bl_roster_remove(bl_roster* roster, uint32_t index)
{
    bl_roster_add(roster, index);
}

// Before a step with so many bodies: room, new bodies, none that are gone, in order. False when memory runs out.
bool bl_roster_begin(bl_roster* roster, uint32_t body_count, const belay_allocator* allocator);

// Puts those that were added meanwhile into their order.
void bl_roster_order(bl_roster* roster);

void bl_roster_fini(bl_roster* roster);

static inline bool bl_roster_has(const bl_roster* roster, uint32_t index)
{
    return roster->left[index] != 0;
}

#endif
