// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Loops that end with zero force when the process does. What runs in a signal handler here are lock-free atomics, the
// clock and sleeping.

#include "belay/timer.h"
#include "loop/loop_internal.h"
#include "tolerances/haptic_tolerances.h"

#include <signal.h>
#include <stdlib.h>

#define MOST_WATCHED 16

static _Atomic(belay_haptic_loop*) watched[MOST_WATCHED];

static bool is_any_running(void)
{
    for (int i = 0; i < MOST_WATCHED; i++) {
        belay_haptic_loop* loop = atomic_load(&watched[i]);
        if (loop != NULL && atomic_load_explicit(&loop->is_running, memory_order_acquire)) return true;
    }
    return false;
}

static void stop_all(void)
{
    for (int i = 0; i < MOST_WATCHED; i++) {
        belay_haptic_loop* loop = atomic_load(&watched[i]);
        if (loop != NULL) atomic_store_explicit(&loop->is_stopping, true, memory_order_release);
    }
    double begun = belay_timer_seconds();
    while (is_any_running() && belay_timer_seconds() - begun < BL_END_PATIENCE)
        SDL_Delay(1);
}

static void on_signal(int number)
{
    signal(number, SIG_DFL);
    stop_all();
    raise(number);
}

static const int signals[] = {
    SIGINT, SIGTERM, SIGABRT, SIGSEGV, SIGILL, SIGFPE,
#if defined(SIGHUP)
    SIGHUP, SIGQUIT, SIGBUS,
#endif
};

// A handler that the program has is left alone.
static void install_handlers(void)
{
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        void (*before)(int) = signal(signals[i], on_signal);
        if (before != SIG_DFL && before != on_signal && before != SIG_ERR) signal(signals[i], before);
    }
}

bool bl_loop_watch_end(belay_haptic_loop* loop)
{
    static atomic_flag is_listening = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&is_listening)) atexit(stop_all);
    install_handlers();
    for (int i = 0; i < MOST_WATCHED; i++) {
        belay_haptic_loop* none = NULL;
        if (atomic_compare_exchange_strong(&watched[i], &none, loop)) return true;
    }
    return false;
}

void bl_loop_forget_end(belay_haptic_loop* loop)
{
    for (int i = 0; i < MOST_WATCHED; i++) {
        belay_haptic_loop* one = loop;
        atomic_compare_exchange_strong(&watched[i], &one, NULL);
    }
}
