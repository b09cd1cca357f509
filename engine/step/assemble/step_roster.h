// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Bodies that something of this step may push are looked at in it (store/parts/roster.h), even those that stand.

#ifndef BELAY_ENGINE_STEP_ASSEMBLE_STEP_ROSTER_H
#define BELAY_ENGINE_STEP_ASSEMBLE_STEP_ROSTER_H

#include "store/state.h"

// scratch.detect.contacts -> roster
void bl_step_list_contacts(belay_world* world);
// Blocks of joints and elements of rods -> roster
void bl_step_list_elements(belay_world* world);

#endif
