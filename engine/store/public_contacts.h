// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The public form of contacts. A step leaves its contacts where they were solved (store/parts/scratch.h), where they
// stay until the next step, whoever is created or destroyed meanwhile. Only when somebody asks for them are they made
// public, once a step: most steps of most programs are not asked.

#ifndef BELAY_ENGINE_STORE_PUBLIC_CONTACTS_H
#define BELAY_ENGINE_STORE_PUBLIC_CONTACTS_H

#include "store/state.h"

// How many there are of the last step.
uint32_t bl_public_contact_count(const belay_world* world);
// solve.contacts, rows, motion, proxies of the scratch -> published.contacts, once a step. MEMORY (with the name
// of the call): as before, and the next call tries again.
belay_result bl_public_contacts_make(const belay_world* world, const char* call);
// Nothing is left of the last step: one begins, or the world is restored.
void bl_public_contacts_forget(bl_published* published);

// The velocity of a contact after the step as it is told: the slip is that of the surfaces.
void bl_public_contact_velocity(const bl_step_scratch* scratch, uint32_t contact, double velocity[3]);

#endif
