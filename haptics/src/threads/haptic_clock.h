// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What the loop asks of the system: to be woken at a time, and to be preferred. The only file of the loop that differs
// between systems. The clock is that of belay/timer.h.

#ifndef BELAY_HAPTICS_THREADS_HAPTIC_CLOCK_H
#define BELAY_HAPTICS_THREADS_HAPTIC_CLOCK_H

#include "belay/haptic_loop.h"

typedef struct bl_tick_clock {
    void* timer; // Windows: its waitable timer; else unused
} bl_tick_clock;

void bl_tick_clock_init(bl_tick_clock* clock);
void bl_tick_clock_fini(bl_tick_clock* clock);
// Sleeps until belay_timer_seconds() says `deadline` and returns what it then says.
double bl_tick_clock_wait(bl_tick_clock* clock, double deadline);

// Asks for a real-time priority for the calling thread, and says what the system answered; *text is static.
belay_haptic_realtime bl_tick_clock_ask_realtime(const char** text);

#endif
