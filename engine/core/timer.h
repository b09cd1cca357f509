// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A monotonic clock, to measure with. Nothing that is simulated may depend on it, except through a time budget.

#ifndef BELAY_ENGINE_CORE_TIMER_H
#define BELAY_ENGINE_CORE_TIMER_H

// Seconds since some fixed moment. Cost: about 25 ns.
double bl_timer_seconds(void);

#endif
