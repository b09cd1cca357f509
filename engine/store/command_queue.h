// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Commands from other threads (belay/command.h), from when they are queued to when the step carries them out.

#ifndef BELAY_ENGINE_STORE_COMMAND_QUEUE_H
#define BELAY_ENGINE_STORE_COMMAND_QUEUE_H

#include "store/state.h"

#define BL_MAX_COMMANDS 65536

// MEMORY only; without capacity there is nothing to make (null).
belay_result bl_commands_create(int capacity, const belay_allocator* allocator, bl_commands** commands);
void bl_commands_destroy(bl_commands* commands, const belay_allocator* allocator);

// Carries out what was queued until now.
void bl_commands_run(belay_world* world);

#endif
