// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Room for arrays: what is in them stays, new room is zeroed or as it comes, and without memory nothing changes.

#include "core/alloc.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RUBBISH 0x5a

// Blocks full of rubbish; none while `is_empty`.
typedef struct source {
    bool is_empty;
} source;

static void* give_rubbish(void* context, void* block, size_t old_size, size_t new_size)
{
    const source* s = context;
    if (new_size > 0 && s->is_empty) return NULL;
    unsigned char* given = new_size > 0 ? malloc(new_size) : NULL;
    if (given != NULL) memset(given, RUBBISH, new_size);
    if (given != NULL && block != NULL) memcpy(given, block, old_size < new_size ? old_size : new_size);
    free(block);
    return given;
}

static bool is_all(const uint8_t* bytes, size_t from, size_t to, uint8_t value)
{
    for (size_t i = from; i < to; i++)
        if (bytes[i] != value) return false;
    return true;
}

// What was in the array stays, and all behind it is `value`.
static void check_grown(const uint8_t* array, size_t kept, size_t least, uint8_t value)
{
    cr_assert_geq((size_t)arrcap(array), least);
    cr_expect(is_all(array, 0, kept, 7), "what was there stays");
    cr_expect(is_all(array, kept, (size_t)arrcap(array), value));
}

Test(array_room, is_zeroed_or_as_it_comes)
{
    source own = {false};
    belay_allocator allocator = {give_rubbish, &own};
    bool ok = true;
    uint8_t *zeroed = NULL, *raw = NULL;
    BL_ARRAY_RESERVE(zeroed, 40, &allocator, &ok);
    BL_ARRAY_RESERVE_RAW(raw, 40, &allocator, &ok);
    cr_assert(ok);
    check_grown(zeroed, 0, 40, 0);
    check_grown(raw, 0, 40, RUBBISH);
    size_t kept = (size_t)arrcap(raw);
    memset(zeroed, 7, kept);
    memset(raw, 7, kept);
    BL_ARRAY_RESERVE(zeroed, 1000, &allocator, &ok);
    BL_ARRAY_RESERVE_RAW(raw, 1000, &allocator, &ok);
    cr_assert(ok);
    check_grown(zeroed, kept, 1000, 0);
    check_grown(raw, kept, 1000, RUBBISH);
    cr_expect_eq(arrlen(raw), 0, "room is no element");
    arrfree(zeroed);
    arrfree(raw);
}

Test(array_room, without_memory_nothing_changes)
{
    source own = {false};
    belay_allocator allocator = {give_rubbish, &own};
    bool ok = true;
    uint8_t* raw = NULL;
    BL_ARRAY_RESERVE_RAW(raw, 40, &allocator, &ok);
    cr_assert(ok);
    uint8_t* before = raw;
    own.is_empty = true;
    BL_ARRAY_RESERVE_RAW(raw, 20, &allocator, &ok);
    cr_expect(ok && raw == before, "there is room");
    BL_ARRAY_RESERVE_RAW(raw, 1000, &allocator, &ok);
    cr_expect(!ok && raw == before);
    ok = true;
    BL_ARRAY_RESERVE_RAW(raw, SIZE_MAX / 4, &allocator, &ok);
    cr_expect(!ok && raw == before);
    arrfree(raw);
}
