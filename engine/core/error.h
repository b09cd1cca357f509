// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Filling in a belay_error.

#ifndef BELAY_ENGINE_CORE_ERROR_H
#define BELAY_ENGINE_CORE_ERROR_H

#include "belay/result.h"

#define BL_PRINTF BELAY_PRINTF

// belay_error_set, by the name that it has within the engine.
#define bl_error_set belay_error_set

#endif
