// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A counter, and a pointer, that threads share. Every operation is sequentially consistent: what a thread wrote before
// it changed the counter is seen by one that has read the change.

#ifndef BELAY_ENGINE_CORE_ATOMIC_H
#define BELAY_ENGINE_CORE_ATOMIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)

#include <intrin.h>

typedef struct bl_atomic {
    volatile long value;
} bl_atomic;

static inline uint32_t bl_atomic_load(bl_atomic* a)
{
    return (uint32_t)_InterlockedOr(&a->value, 0);
}

static inline void bl_atomic_store(bl_atomic* a, uint32_t value)
{
    _InterlockedExchange(&a->value, (long)value);
}

// Returns the value before.
static inline uint32_t bl_atomic_add(bl_atomic* a, uint32_t value)
{
    return (uint32_t)_InterlockedExchangeAdd(&a->value, (long)value);
}

// Returns the value before.
static inline uint32_t bl_atomic_exchange(bl_atomic* a, uint32_t value)
{
    return (uint32_t)_InterlockedExchange(&a->value, (long)value);
}

// Writes `value` if the counter is *expected; else sets *expected to what it is and returns false.
static inline bool bl_atomic_replace(bl_atomic* a, uint32_t* expected, uint32_t value)
{
    uint32_t was = (uint32_t)_InterlockedCompareExchange(&a->value, (long)value, (long)*expected);
    bool is_done = was == *expected;
    *expected = was;
    return is_done;
}

typedef struct bl_atomic_pointer {
    void* volatile value;
} bl_atomic_pointer;

static inline void* bl_atomic_pointer_load(bl_atomic_pointer* a)
{
    return _InterlockedCompareExchangePointer(&a->value, NULL, NULL);
}

static inline void bl_atomic_pointer_store(bl_atomic_pointer* a, void* value)
{
    _InterlockedExchangePointer(&a->value, value);
}

// Writes `value` if the pointer is null; whether it was.
static inline bool bl_atomic_pointer_claim(bl_atomic_pointer* a, void* value)
{
    return _InterlockedCompareExchangePointer(&a->value, value, NULL) == NULL;
}

#else

#include <stdatomic.h>

typedef struct bl_atomic {
    _Atomic uint32_t value;
} bl_atomic;

static inline uint32_t bl_atomic_load(bl_atomic* a)
{
    return atomic_load(&a->value);
}

static inline void bl_atomic_store(bl_atomic* a, uint32_t value)
{
    atomic_store(&a->value, value);
}

// Returns the value before.
static inline uint32_t bl_atomic_add(bl_atomic* a, uint32_t value)
{
    return atomic_fetch_add(&a->value, value);
}

// Returns the value before.
static inline uint32_t bl_atomic_exchange(bl_atomic* a, uint32_t value)
{
    return atomic_exchange(&a->value, value);
}

// Writes `value` if the counter is *expected; else sets *expected to what it is and returns false.
static inline bool bl_atomic_replace(bl_atomic* a, uint32_t* expected, uint32_t value)
{
    return atomic_compare_exchange_strong(&a->value, expected, value);
}

typedef struct bl_atomic_pointer {
    void* _Atomic value;
} bl_atomic_pointer;

static inline void* bl_atomic_pointer_load(bl_atomic_pointer* a)
{
    return atomic_load(&a->value);
}

static inline void bl_atomic_pointer_store(bl_atomic_pointer* a, void* value)
{
    atomic_store(&a->value, value);
}

// Writes `value` if the pointer is null; whether it was.
static inline bool bl_atomic_pointer_claim(bl_atomic_pointer* a, void* value)
{
    void* expected = NULL;
    return atomic_compare_exchange_strong(&a->value, &expected, value);
}

#endif

#endif
