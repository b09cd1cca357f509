// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// A 64-bit hash of bytes, to compare states: FNV-1a taken eight bytes at a time, with a final mix so that every input
// bit reaches every output bit. Not for adversaries.

#ifndef BELAY_HASH_H
#define BELAY_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

// `hash` with `size` more bytes: the hash of the bytes when it was BELAY_HASH_SEED. Any thread.
static inline uint64_t belay_hash_bytes(uint64_t hash, const void* bytes, size_t size)
{
    const unsigned char* p = (const unsigned char*)bytes;
    const uint64_t prime = 1099511628211u;
    for (; size >= 8; size -= 8, p += 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        hash = (hash ^ word) * prime;
        hash ^= hash >> 29;
    }
    for (; size > 0; size--, p++)
        hash = (hash ^ *p) * prime;
    hash ^= hash >> 32;
    return hash * prime;
}

// To begin with.
#define BELAY_HASH_SEED 14695981039346656037u

#ifdef __cplusplus
}
#endif

#endif
