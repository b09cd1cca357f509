// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A monotonic clock, to measure with. Nothing that is simulated may depend on it, except through a time budget.

#ifndef BELAY_TIMER_H
#define BELAY_TIMER_H

#ifdef __cplusplus
extern "C" {
#endif

// Seconds since some fixed moment. Cost: about 25 ns. Any thread.
double belay_timer_seconds(void);

#ifdef __cplusplus
}
#endif

#endif
