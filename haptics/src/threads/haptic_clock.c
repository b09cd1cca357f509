// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#if defined(__linux__)
#define _GNU_SOURCE
#elif !defined(_WIN32)
#define _DARWIN_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#include "threads/haptic_clock.h"

#include "belay/timer.h"
#include "tolerances/haptic_tolerances.h"

#include <SDL.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#if defined(_WIN32)
#include <windows.h>
#ifndef CREATE_WAITABLE_TIMER_HIGH_RESOLUTION
#define CREATE_WAITABLE_TIMER_HIGH_RESOLUTION 0x00000002
#endif
#else
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Waiting
// ---------------------------------------------------------------------------------------------------------------------

#if defined(_WIN32)

// Ordinary timers of Windows tick at 15.6 ms; the high-resolution ones come within about half a millisecond, and the
// rest is spun.
void bl_tick_clock_init(bl_tick_clock* clock)
{
    clock->timer =
        CreateWaitableTimerExW(NULL, NULL, CREATE_WAITABLE_TIMER_HIGH_RESOLUTION, TIMER_MODIFY_STATE | SYNCHRONIZE);
}

void bl_tick_clock_fini(bl_tick_clock* clock)
{
    if (clock->timer != NULL) CloseHandle(clock->timer);
    clock->timer = NULL;
}

static void wait_for(bl_tick_clock* clock, double seconds)
{
    LARGE_INTEGER due;
    due.QuadPart = -(LONGLONG)(1e7 * seconds);
    if (clock->timer != NULL && SetWaitableTimer(clock->timer, &due, 0, NULL, NULL, FALSE))
        WaitForSingleObject(clock->timer, INFINITE);
    else
        Sleep(0);
}

double bl_tick_clock_wait(bl_tick_clock* clock, double deadline)
{
    double now = belay_timer_seconds();
    if (deadline - now > BL_CLOCK_SPIN) wait_for(clock, deadline - now - BL_CLOCK_SPIN);
    while ((now = belay_timer_seconds()) < deadline)
        YieldProcessor();
    return now;
}

#else

void bl_tick_clock_init(bl_tick_clock* clock)
{
    clock->timer = NULL;
}

void bl_tick_clock_fini(bl_tick_clock* clock)
{
    clock->timer = NULL;
}

static struct timespec timespec_of(double seconds)
{
    struct timespec t;
    t.tv_sec = (time_t)floor(seconds);
    t.tv_nsec = (long)(1e9 * (seconds - floor(seconds)));
    return t;
}

#if defined(__linux__)
// An absolute time, so that what delays one wait does not delay the next. It is the clock of belay_timer_seconds.
static void wait_until(double deadline)
{
    struct timespec t = timespec_of(deadline);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
    }
}
#else
static void wait_until(double deadline)
{
    double left;
    while ((left = deadline - belay_timer_seconds()) > 0.0) {
        struct timespec t = timespec_of(left);
        nanosleep(&t, NULL);
    }
}
#endif

double bl_tick_clock_wait(bl_tick_clock* clock, double deadline)
{
    (void)clock;
    double now = belay_timer_seconds();
    if (now < deadline) wait_until(deadline);
    return belay_timer_seconds();
}

#endif

// ---------------------------------------------------------------------------------------------------------------------
// Priority
// ---------------------------------------------------------------------------------------------------------------------

// What SDL can do where the system's real-time class is not to be had.
static belay_haptic_realtime raise_with_sdl(const char** text)
{
    bool is_raised = SDL_SetThreadPriority(SDL_THREAD_PRIORITY_TIME_CRITICAL) == 0;
    *text = is_raised ? "a higher priority; the real-time class is not permitted" : "no priority is permitted";
    return is_raised ? BELAY_HAPTIC_REALTIME_RAISED : BELAY_HAPTIC_REALTIME_REFUSED;
}

#if defined(_WIN32)

belay_haptic_realtime bl_tick_clock_ask_realtime(const char** text)
{
    if (!SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_TIME_CRITICAL)) return raise_with_sdl(text);
    *text = "a time-critical thread";
    return BELAY_HAPTIC_REALTIME_GRANTED;
}

#else

belay_haptic_realtime bl_tick_clock_ask_realtime(const char** text)
{
    struct sched_param wanted;
    memset(&wanted, 0, sizeof wanted);
    int lowest = sched_get_priority_min(SCHED_FIFO), highest = sched_get_priority_max(SCHED_FIFO);
    wanted.sched_priority = lowest + 3 * (highest - lowest) / 4;
    if (pthread_setschedparam(pthread_self(), SCHED_FIFO, &wanted) != 0) return raise_with_sdl(text);
    *text = "the real-time class (SCHED_FIFO)";
    return BELAY_HAPTIC_REALTIME_GRANTED;
}

#endif
