// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The system's threads, as far as workers need them. Known to workers.c alone.

#ifndef BELAY_ENGINE_CORE_WORKERS_THREAD_H
#define BELAY_ENGINE_CORE_WORKERS_THREAD_H

#include <stdbool.h>

#if defined(_WIN32)
#include <windows.h>
typedef HANDLE bl_thread;
typedef SRWLOCK bl_mutex;
typedef CONDITION_VARIABLE bl_condition;
#else
#include <pthread.h>
typedef pthread_t bl_thread;
typedef pthread_mutex_t bl_mutex;
typedef pthread_cond_t bl_condition;
#endif

// What a thread runs, and with what; stays where it is until the thread is joined.
typedef struct bl_thread_start {
    void (*run)(void* context);
    void* context;
} bl_thread_start;

// False when the system has no more threads. Signals to the process are left to other threads.
bool bl_thread_begin(bl_thread* thread, bl_thread_start* start);
void bl_thread_join(bl_thread* thread);
// Tells the processor that the thread does nothing but look.
void bl_thread_pause(void);

// False when the system has no more of them.
bool bl_mutex_init(bl_mutex* mutex);
void bl_mutex_fini(bl_mutex* mutex);
void bl_mutex_lock(bl_mutex* mutex);
void bl_mutex_unlock(bl_mutex* mutex);

bool bl_condition_init(bl_condition* condition);
void bl_condition_fini(bl_condition* condition);
// Gives the lock up while it sleeps. May return without a signal.
void bl_condition_wait(bl_condition* condition, bl_mutex* mutex);
void bl_condition_signal(bl_condition* condition);
void bl_condition_broadcast(bl_condition* condition);

#endif
