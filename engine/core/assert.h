// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Claims about the engine itself. BELAY_ASSERT(claim) says what must be so whatever a caller does: an index within its
// list, lists that are sorted, numbers that are finite where they were made so. A claim that fails is a bug of the
// engine and ends the program with a message. What callers may get wrong is refused with a result code instead, and
// what costs more than a look is checked by bl_world_validate (snapshot/world_validate.h).
//
// On where BELAY_ENABLE_ASSERT is defined: in the configurations debug, sanitize and thread. Elsewhere a claim is read
// by the compiler, and costs nothing.

#ifndef BELAY_ENGINE_CORE_ASSERT_H
#define BELAY_ENGINE_CORE_ASSERT_H

#include "belay/base.h"

// Writes file, line and claim to the logger of this thread and to standard error, and aborts.
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void bl_assert_fail(const char* file, int line, const char* claim);

// The logger that hears what fails in this thread from now on; null: none. Returns the one before. A world that makes a
// step names its own.
const belay_logger* bl_assert_set_logger(const belay_logger* logger);

#if defined(BELAY_ENABLE_ASSERT)
#define BELAY_ASSERT(claim) ((claim) ? (void)0 : bl_assert_fail(__FILE__, __LINE__, #claim))
#else
#define BELAY_ASSERT(claim) ((void)sizeof((claim) ? 1 : 0))
#endif

#endif
