// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "snapshot/snapshot_bytes.h"

#include <string.h>

enum { GROUP = 64 }; // words, as many as a mask has bits

// Takes `count` bytes of the buffer; false when it ends before.
static bool take_bytes(bl_snapshot_walker* w, size_t count)
{
    if ((w->out != NULL || w->in != NULL) && (w->is_short || count > w->size - w->at)) {
        w->is_short = true;
        return false;
    }
    w->at += count;
    return true;
}

// Words [0, count) of data that is `size` bytes long; the last one may be cut short.
static void load_words(const unsigned char* data, size_t size, uint64_t words[GROUP], size_t* count)
{
    *count = size > 8 * GROUP ? GROUP : (size + 7) / 8;
    words[*count - 1] = 0;
    memcpy(words, data, size > 8 * GROUP ? 8 * GROUP : size);
}

static void write_group(bl_snapshot_walker* w, const unsigned char* data, size_t size)
{
    uint64_t words[GROUP], mask = 0, kept[GROUP];
    size_t count, n = 0;
    load_words(data, size, words, &count);
    for (size_t i = 0; i < count; i++) {
        if (words[i] == 0) continue;
        mask |= (uint64_t)1 << i;
        kept[n++] = words[i];
    }
    size_t start = w->at;
    if (!take_bytes(w, 8 + 8 * n) || w->out == NULL) return;
    memcpy(w->out + start, &mask, 8);
    memcpy(w->out + start + 8, kept, 8 * n);
}

// `data` null: only passes over it.
static void read_group(bl_snapshot_walker* w, unsigned char* data, size_t size)
{
    uint64_t words[GROUP] = {0}, mask;
    size_t start = w->at, n = 0;
    if (!take_bytes(w, 8)) return;
    memcpy(&mask, w->in + start, 8);
    for (int i = 0; i < GROUP; i++)
        n += mask >> i & 1;
    if (!take_bytes(w, 8 * n) || data == NULL) return;
    const unsigned char* from = w->in + start + 8;
    for (int i = 0; i < GROUP; i++) {
        if ((mask >> i & 1) == 0) continue;
        memcpy(&words[i], from, 8);
        from += 8;
    }
    memcpy(data, words, size > 8 * GROUP ? 8 * GROUP : size);
}

void bl_snapshot_walk(bl_snapshot_walker* w, void* data, size_t size)
{
    for (size_t at = 0; at < size; at += 8 * GROUP) {
        unsigned char* group = (unsigned char*)data + at;
        if (w->in != NULL)
            read_group(w, group, size - at);
        else
            write_group(w, group, size - at);
    }
}

void bl_snapshot_walk_over(bl_snapshot_walker* w, size_t size)
{
    for (size_t at = 0; at < size && !w->is_short; at += 8 * GROUP)
        read_group(w, NULL, size - at);
}
