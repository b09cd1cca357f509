// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "core/workers_thread.h"

// Some systems give new threads little. Detection takes about 300 KiB, more where frames are padded to be checked.
#define STACK_BYTES ((size_t)4 << 20)

#if defined(_WIN32)

static DWORD WINAPI run_thread(void* context)
{
    bl_thread_start* start = context;
    start->run(start->context);
    return 0;
}

bool bl_thread_begin(bl_thread* thread, bl_thread_start* start)
{
    *thread = CreateThread(NULL, STACK_BYTES, run_thread, start, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return *thread != NULL;
}

void bl_thread_join(bl_thread* thread)
{
    WaitForSingleObject(*thread, INFINITE);
    CloseHandle(*thread);
}

void bl_thread_pause(void)
{
    YieldProcessor();
}

bool bl_mutex_init(bl_mutex* mutex)
{
    InitializeSRWLock(mutex);
    return true;
}

void bl_mutex_fini(bl_mutex* mutex)
{
    (void)mutex;
}

void bl_mutex_lock(bl_mutex* mutex)
{
    AcquireSRWLockExclusive(mutex);
}

void bl_mutex_unlock(bl_mutex* mutex)
{
    ReleaseSRWLockExclusive(mutex);
}

bool bl_condition_init(bl_condition* condition)
{
    InitializeConditionVariable(condition);
    return true;
}

void bl_condition_fini(bl_condition* condition)
{
    (void)condition;
}

void bl_condition_wait(bl_condition* condition, bl_mutex* mutex)
{
    SleepConditionVariableSRW(condition, mutex, INFINITE, 0);
}

void bl_condition_signal(bl_condition* condition)
{
    WakeConditionVariable(condition);
}

void bl_condition_broadcast(bl_condition* condition)
{
    WakeAllConditionVariable(condition);
}

#else

#include <signal.h>

static void* run_thread(void* context)
{
    bl_thread_start* start = context;
    start->run(start->context);
    return NULL;
}

// A thread takes over the signal mask of the one that makes it.
static bool begin_with(bl_thread* thread, const pthread_attr_t* attributes, bl_thread_start* start)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return false;
    bool is_begun = pthread_create(thread, attributes, run_thread, start) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_begun;
}

bool bl_thread_begin(bl_thread* thread, bl_thread_start* start)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    bool is_begun = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 && begin_with(thread, &attributes, start);
    pthread_attr_destroy(&attributes);
    return is_begun;
}

void bl_thread_join(bl_thread* thread)
{
    pthread_join(*thread, NULL);
}

void bl_thread_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("yield");
#endif
}

bool bl_mutex_init(bl_mutex* mutex)
{
    return pthread_mutex_init(mutex, NULL) == 0;
}

void bl_mutex_fini(bl_mutex* mutex)
{
    pthread_mutex_destroy(mutex);
}

void bl_mutex_lock(bl_mutex* mutex)
{
    pthread_mutex_lock(mutex);
}

void bl_mutex_unlock(bl_mutex* mutex)
{
    pthread_mutex_unlock(mutex);
}

bool bl_condition_init(bl_condition* condition)
{
    return pthread_cond_init(condition, NULL) == 0;
}

void bl_condition_fini(bl_condition* condition)
{
    pthread_cond_destroy(condition);
}

void bl_condition_wait(bl_condition* condition, bl_mutex* mutex)
{
    pthread_cond_wait(condition, mutex);
}

void bl_condition_signal(bl_condition* condition)
{
    pthread_cond_signal(condition);
}

void bl_condition_broadcast(bl_condition* condition)
{
    pthread_cond_broadcast(condition);
}

#endif
