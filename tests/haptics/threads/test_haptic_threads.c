// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// What passes between threads: the triple buffer (haptics 7.9), the ring, the histogram.

#include "support/chance.h"
#include "threads/haptic_histogram.h"
#include "threads/haptic_ring.h"
#include "threads/haptic_triple_buffer.h"

#include <SDL.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------------------------------------
// The triple buffer
// ---------------------------------------------------------------------------------------------------------------------

#define SWAPS 1000000
#define WORDS 24

typedef struct snapshot {
    uint64_t number, word[WORDS], sum;
} snapshot;

static void fill(snapshot* s, uint64_t number)
{
    s->number = s->sum = number;
    for (int i = 0; i < WORDS; i++) {
        s->word[i] = number * 0x9E3779B97F4A7C15u + (uint64_t)i;
        s->sum += s->word[i];
    }
}

static bool is_whole(const snapshot* s)
{
    uint64_t sum = s->number;
    for (int i = 0; i < WORDS; i++)
        sum += s->word[i];
    return sum == s->sum;
}

typedef struct exchange {
    bl_triple_buffer buffer;
    snapshot slots[3];
} exchange;

static int write_all(void* context)
{
    exchange* e = context;
    for (uint64_t i = 1; i <= SWAPS; i++) {
        fill(bl_triple_buffer_back(&e->buffer), i);
        bl_triple_buffer_publish(&e->buffer);
    }
    return 0;
}

// A million swaps, none torn, none out of order, and the last one arrives.
Test(haptic_threads, triple_buffer_gives_whole_snapshots_in_order_7_9_5_7)
{
    exchange* e = calloc(1, sizeof *e);
    bl_triple_buffer_init(&e->buffer, &e->slots[0], &e->slots[1], &e->slots[2]);
    SDL_Thread* writer = SDL_CreateThread(write_all, "writer", e);
    uint64_t last = 0, taken = 0;
    while (last < SWAPS) {
        if (!bl_triple_buffer_take(&e->buffer)) continue;
        const snapshot* s = bl_triple_buffer_front(&e->buffer);
        cr_assert(is_whole(s), "number %llu", (unsigned long long)s->number);
        cr_assert_gt(s->number, last);
        last = s->number;
        taken++;
    }
    SDL_WaitThread(writer, NULL);
    cr_assert_gt(taken, 0);
    cr_assert_not(bl_triple_buffer_take(&e->buffer));
    free(e);
}

Test(haptic_threads, triple_buffer_gives_the_newest_once)
{
    int slots[3] = {0, 0, 0};
    bl_triple_buffer b;
    bl_triple_buffer_init(&b, &slots[0], &slots[1], &slots[2]);
    cr_assert_not(bl_triple_buffer_take(&b));
    for (int i = 1; i <= 5; i++) {
        *(int*)bl_triple_buffer_back(&b) = i;
        bl_triple_buffer_publish(&b);
    }
    cr_assert(bl_triple_buffer_take(&b));
    cr_assert_eq(*(const int*)bl_triple_buffer_front(&b), 5);
    cr_assert_not(bl_triple_buffer_take(&b));
    cr_assert_eq(*(const int*)bl_triple_buffer_front(&b), 5);
}

// ---------------------------------------------------------------------------------------------------------------------
// The ring
// ---------------------------------------------------------------------------------------------------------------------

typedef struct stream {
    bl_ring ring;
    unsigned char bytes[256];
    uint64_t written;
} stream;

#define STREAM_BYTES 200000u

static int write_stream(void* context)
{
    stream* s = context;
    uint64_t seed = 3;
    while (s->written < STREAM_BYTES) {
        size_t size = 1 + (size_t)(chance_next(&seed) * 100.0);
        if (!bl_ring_begin(&s->ring, size)) continue;
        for (size_t i = 0; i < size; i++) {
            unsigned char byte = (unsigned char)((s->written + i) * 31u);
            bl_ring_add(&s->ring, &byte, 1);
        }
        bl_ring_end(&s->ring);
        s->written += size;
    }
    return 0;
}

Test(haptic_threads, ring_passes_bytes_in_order)
{
    stream* s = calloc(1, sizeof *s);
    bl_ring_init(&s->ring, s->bytes, sizeof s->bytes);
    SDL_Thread* writer = SDL_CreateThread(write_stream, "writer", s);
    uint64_t read = 0;
    while (read < STREAM_BYTES) {
        size_t size;
        const unsigned char* bytes = bl_ring_peek(&s->ring, &size);
        for (size_t i = 0; i < size; i++)
            cr_assert_eq(bytes[i], (unsigned char)((read + i) * 31u));
        bl_ring_skip(&s->ring, size);
        read += size;
    }
    SDL_WaitThread(writer, NULL);
    free(s);
}

Test(haptic_threads, ring_takes_all_or_nothing)
{
    unsigned char bytes[16];
    const unsigned char text[16] = "0123456789abcde";
    bl_ring ring;
    bl_ring_init(&ring, bytes, sizeof bytes);
    cr_assert(bl_ring_begin(&ring, 10));
    bl_ring_add(&ring, text, 10);
    bl_ring_end(&ring);
    cr_assert_not(bl_ring_begin(&ring, 7));
    cr_assert(bl_ring_begin(&ring, 6));
    size_t size;
    bl_ring_peek(&ring, &size);
    cr_assert_eq(size, 10); // what was begun and not ended is not there
    bl_ring_skip(&ring, 4);
    cr_assert(bl_ring_begin(&ring, 10));
    bl_ring_add(&ring, text, 10); // round the end
    bl_ring_end(&ring);
    cr_assert_eq(memcmp(bl_ring_peek(&ring, &size), "456789012345", size), 0);
    cr_assert_eq(size, 12);
    bl_ring_skip(&ring, size);
    cr_assert_eq(memcmp(bl_ring_peek(&ring, &size), "6789", 4), 0);
    cr_assert_eq(size, 4);
}

// ---------------------------------------------------------------------------------------------------------------------
// The histogram
// ---------------------------------------------------------------------------------------------------------------------

Test(haptic_threads, histogram_quantiles_are_within_an_eighth)
{
    bl_histogram* h = calloc(1, sizeof *h);
    for (int i = 1; i <= 10000; i++)
        bl_histogram_add(h, 1e-6 * i); // 1 us to 10 ms
    belay_haptic_times t = bl_histogram_read(h);
    cr_assert_eq(t.count, 10000);
    cr_assert_float_eq(t.p50, 5e-3, 5e-3 / 8.0);
    cr_assert_float_eq(t.p99, 9.9e-3, 9.9e-3 / 8.0);
    cr_assert_float_eq(t.p999, 9.99e-3, 9.99e-3 / 8.0);
    cr_assert_float_eq(t.max, 1e-2, 1e-8);
    cr_assert(t.p50 <= t.p99 && t.p99 <= t.p999 && t.p999 <= t.max);
    bl_histogram_clear(h);
    const double odd[] = {-1.0, 0.0, 1e-9, 1e6, NAN};
    for (int i = 0; i < 5; i++)
        bl_histogram_add(h, odd[i]);
    cr_assert_eq(bl_histogram_read(h).count, 5);
    free(h);
}
