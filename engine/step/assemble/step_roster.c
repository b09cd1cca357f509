// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "step/assemble/step_roster.h"

#include "core/alloc.h"

void bl_step_list_contacts(belay_world* world)
{
    const bl_step_contact* contacts = world->scratch.detect.contacts;
    for (ptrdiff_t i = 0; i < arrlen(contacts); i++) {
        bl_roster_add(&world->roster, contacts[i].body_a);
        bl_roster_add(&world->roster, contacts[i].body_b);
    }
    bl_roster_order(&world->roster);
}

// The world itself, behind the last body, is no body.
void bl_step_list_elements(belay_world* world)
{
    const bl_step_scratch* s = &world->scratch;
    for (uint32_t i = 0; i < s->joints.block_count; i++) {
        bl_roster_add(&world->roster, s->joints.set.blocks[i].body_a);
        bl_roster_add(&world->roster, s->joints.set.blocks[i].body_b);
    }
    for (uint32_t i = 0; i < s->rods.set.count; i++)
        bl_roster_add(&world->roster, s->rods.set.elements[i].body);
    bl_roster_order(&world->roster);
}
