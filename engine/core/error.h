// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Filling in a belay_error.

#ifndef BELAY_ENGINE_CORE_ERROR_H
#define BELAY_ENGINE_CORE_ERROR_H

#include "belay/result.h"

#if defined(__GNUC__)
#define BL_PRINTF(format_index) __attribute__((format(printf, format_index, format_index + 1)))
#else
#define BL_PRINTF(format_index)
#endif

// Writes code and formatted message to `error` (null: only the code is returned) and returns the code.
belay_result bl_error_set(belay_error* error, belay_result code, const char* format, ...) BL_PRINTF(3);

#endif
