// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The numbers that threads and estimates of time go by: each with its unit, why it is what it is, and what changes with
// it. No result of a step depends on them but where a step has a budget of time. Sizes of tables stand in their files.

#ifndef BELAY_ENGINE_CORE_CORE_TOLERANCES_H
#define BELAY_ENGINE_CORE_CORE_TOLERANCES_H

// s: for how long a thread looks for work before it sleeps. Longer than the serial work between most loops of a step,
// and about as long as waking one may take on a virtual machine. A shorter one puts threads to sleep inside of a step;
// a longer one takes the processor from others behind it.
#define BL_WORKERS_LOOK_SECONDS 100e-6
// So many looks between two readings of the clock, which costs more than they do.
#define BL_WORKERS_LOOKS_PER_CLOCK 32

// Part of a new time that goes into the mean and into the mean deviation, and how many deviations above the mean a
// bound is (Jacobson 1988 has 1/8, 1/4 and 4). Larger parts follow faster and forget a rare long one sooner; more
// deviations end a solve earlier than it has to.
#define BL_TIME_MEAN_GAIN 0.125
#define BL_TIME_DEVIATION_GAIN 0.25
#define BL_TIME_DEVIATIONS 3.0

#endif
