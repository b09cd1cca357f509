// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The four functions of the C library stand here once more, in front of glibc's own, which go by other names too.

#include "support/allocations.h"

#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void __libc_free(void* block);

static _Thread_local uint64_t count;

void* malloc(size_t size)
{
    count++;
    return __libc_malloc(size);
}

void* calloc(size_t members, size_t size)
{
    count++;
    return __libc_calloc(members, size);
}

void* realloc(void* block, size_t size)
{
    count++;
    return __libc_realloc(block, size);
}

void free(void* block)
{
    count++;
    __libc_free(block);
}

bool allocations_are_counted(void)
{
    return true;
}

uint64_t allocations_count(void)
{
    return count;
}

#else

bool allocations_are_counted(void)
{
    return false;
}

uint64_t allocations_count(void)
{
    return 0;
}

#endif
