// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Deflate: matches found through hash chains with one step of look-ahead, then blocks with Huffman codes of their own.

#include "viewer/deflate.h"

enum {
    WINDOW = 32768,
    MIN_MATCH = 3,
    MAX_MATCH = 258,
    MAX_CHAIN = 96,       // candidates tried for each match
    GOOD_MATCH = 96,      // long enough to stop looking
    BLOCK_TOKENS = 24576, // tokens that share their codes
    LITERALS = 288,
    DISTANCES = 32,
    LENGTH_CODES = 19,
    MAX_BITS = 15,
    HASH_BITS = 15,
};

// A literal (distance 0, value = byte) or a match (value = length).
typedef struct token {
    uint16_t distance, value;
} token;

typedef struct code {
    uint16_t bits; // reversed, ready to be written lowest bit first
    uint8_t length;
} code;

typedef struct encoder {
    vw_buffer* out;
    uint64_t bits;
    int bit_count;
    bool has_failed;
    int32_t head[1 << HASH_BITS], previous[WINDOW];
    token tokens[BLOCK_TOKENS];
    int token_count;
} encoder;

uint32_t vw_crc32(uint32_t crc, const unsigned char* data, size_t size)
{
    static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
                                       0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    crc = ~crc;
    for (size_t i = 0; i < size; ++i) {
        crc ^= data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

// --- bits ---

static void byte_put(encoder* e, unsigned value)
{
    unsigned char b = (unsigned char)value;
    if (!vw_buffer_append(e->out, &b, 1)) e->has_failed = true;
}

static void bits_put(encoder* e, uint32_t value, int count)
{
    e->bits |= (uint64_t)value << e->bit_count;
    e->bit_count += count;
    while (e->bit_count >= 8) {
        byte_put(e, (unsigned)(e->bits & 255));
        e->bits >>= 8;
        e->bit_count -= 8;
    }
}

static void code_put(encoder* e, code c)
{
    bits_put(e, c.bits, c.length);
}

// --- Huffman codes ---

typedef struct leaf {
    uint32_t weight;
    int symbol;
} leaf;

static int leaf_compare(const void* a, const void* b)
{
    const leaf *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? -1 : 1;
    return x->symbol - y->symbol;
}

// Depths of the Huffman tree over sorted leaves, by the two-queue method: merged nodes come out in rising weight too.
static void tree_depths(const leaf* leaves, int n, int* depth)
{
    uint32_t weight[2 * LITERALS];
    int parent[2 * LITERALS], next_leaf = 0, next_node = n, end = n;
    for (int i = 0; i < n; ++i)
        weight[i] = leaves[i].weight;
    while (end < 2 * n - 1) {
        uint32_t sum = 0;
        for (int k = 0; k < 2; ++k) {
            bool is_leaf = next_leaf < n && (next_node >= end || weight[next_leaf] <= weight[next_node]);
            int child = is_leaf ? next_leaf++ : next_node++;
            parent[child] = end;
            sum += weight[child];
        }
        weight[end++] = sum;
    }
    depth[end - 1] = 0;
    for (int i = end - 2; i >= 0; --i)
        depth[i] = depth[parent[i]] + 1;
}

// Counts of codes per length, with those beyond `limit` shortened to it; then codes are lengthened elsewhere until the
// sum of 2^-length is 1 again.
static void lengths_limit(const int* depth, int n, int limit, int* counts)
{
    memset(counts, 0, (MAX_BITS + 1) * sizeof *counts);
    for (int i = 0; i < n; ++i)
        ++counts[depth[i] < limit ? depth[i] : limit];
    int32_t total = 0;
    for (int i = 1; i <= limit; ++i)
        total += counts[i] << (limit - i);
    for (; total > 1 << limit; --total) {
        --counts[limit];
        int i = limit - 1;
        while (counts[i] == 0)
            --i;
        --counts[i];
        counts[i + 1] += 2;
    }
}

static uint16_t reversed(uint32_t value, int count)
{
    uint32_t r = 0;
    for (int i = 0; i < count; ++i)
        r |= (value >> i & 1u) << (count - 1 - i);
    return (uint16_t)r;
}

// Canonical codes from lengths (RFC 1951, 3.2.2).
static void codes_number(code* codes, int n, const int* counts)
{
    uint32_t next[MAX_BITS + 2] = {0}, value = 0;
    for (int i = 1; i <= MAX_BITS; ++i) {
        next[i] = value;
        value = (value + (uint32_t)counts[i]) << 1;
    }
    for (int i = 0; i < n; ++i)
        if (codes[i].length) codes[i].bits = reversed(next[codes[i].length]++, codes[i].length);
}

// Codes for symbols of the given frequencies. At least two symbols get codes, since one alone would have none.
static void codes_build(const uint32_t* frequency, int n, int limit, code* codes)
{
    leaf leaves[LITERALS];
    int count = 0, depth[2 * LITERALS], counts[MAX_BITS + 1];
    memset(codes, 0, (size_t)n * sizeof *codes);
    for (int i = 0; i < n; ++i)
        if (frequency[i]) leaves[count++] = (leaf){frequency[i], i};
    for (int i = 0; count < 2; ++i)
        if (!frequency[i]) leaves[count++] = (leaf){1, i};
    qsort(leaves, (size_t)count, sizeof *leaves, leaf_compare);
    tree_depths(leaves, count, depth);
    lengths_limit(depth, count, limit, counts);
    for (int length = MAX_BITS, i = 0; length >= 1; --length)
        for (int k = 0; k < counts[length]; ++k)
            codes[leaves[i++].symbol].length = (uint8_t)length;
    codes_number(codes, n, counts);
}

// --- symbols of lengths and distances (RFC 1951, 3.2.5) ---

typedef struct symbol {
    int index, extra_bits;
    uint32_t extra;
} symbol;

static int top_bit(unsigned value)
{
    int n = 0;
    while (value >>= 1)
        ++n;
    return n;
}

static symbol length_symbol(unsigned length)
{
    unsigned x = length - MIN_MATCH;
    if (length == MAX_MATCH) return (symbol){285, 0, 0};
    if (x < 8) return (symbol){257 + (int)x, 0, 0};
    int bits = top_bit(x) - 2;
    return (symbol){257 + 4 * (bits + 1) + (int)(x >> bits & 3u), bits, x & ((1u << bits) - 1u)};
}

static symbol distance_symbol(unsigned distance)
{
    unsigned x = distance - 1;
    if (x < 4) return (symbol){(int)x, 0, 0};
    int bits = top_bit(x) - 1;
    return (symbol){2 * (bits + 1) + (int)(x >> bits & 1u), bits, x & ((1u << bits) - 1u)};
}

// --- blocks ---

typedef struct run {
    uint8_t symbol, extra, extra_bits;
} run;

// The code lengths as runs (RFC 1951, 3.2.7): 16 repeats the last, 17 and 18 repeat zero.
static int runs_make(const uint8_t* lengths, int n, run* runs)
{
    int count = 0;
    for (int i = 0; i < n;) {
        int same = 1;
        while (i + same < n && lengths[i + same] == lengths[i])
            ++same;
        if (lengths[i] == 0 && same >= 3) {
            same = same < 138 ? same : 138;
            runs[count++] = same < 11 ? (run){17, (uint8_t)(same - 3), 3} : (run){18, (uint8_t)(same - 11), 7};
        } else if (i > 0 && lengths[i] == lengths[i - 1] && same >= 3) {
            same = same < 6 ? same : 6;
            runs[count++] = (run){16, (uint8_t)(same - 3), 2};
        } else {
            same = 1;
            runs[count++] = (run){lengths[i], 0, 0};
        }
        i += same;
    }
    return count;
}

static void tables_put(encoder* e, const code* literals, const code* distances)
{
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    enum { LITERAL_COUNT = 286, DISTANCE_COUNT = 30 };
    uint8_t lengths[LITERAL_COUNT + DISTANCE_COUNT];
    run runs[LITERAL_COUNT + DISTANCE_COUNT];
    uint32_t frequency[LENGTH_CODES] = {0};
    code codes[LENGTH_CODES];
    for (int i = 0; i < LITERAL_COUNT; ++i)
        lengths[i] = literals[i].length;
    for (int i = 0; i < DISTANCE_COUNT; ++i)
        lengths[LITERAL_COUNT + i] = distances[i].length;
    int run_count = runs_make(lengths, LITERAL_COUNT + DISTANCE_COUNT, runs);
    for (int i = 0; i < run_count; ++i)
        ++frequency[runs[i].symbol];
    codes_build(frequency, LENGTH_CODES, 7, codes);
    bits_put(e, LITERAL_COUNT - 257, 5);
    bits_put(e, DISTANCE_COUNT - 1, 5);
    bits_put(e, LENGTH_CODES - 4, 4);
    for (int i = 0; i < LENGTH_CODES; ++i)
        bits_put(e, codes[order[i]].length, 3);
    for (int i = 0; i < run_count; ++i) {
        code_put(e, codes[runs[i].symbol]);
        bits_put(e, runs[i].extra, runs[i].extra_bits);
    }
}

static void token_put(encoder* e, token t, const code* literals, const code* distances)
{
    if (t.distance == 0) {
        code_put(e, literals[t.value]);
        return;
    }
    symbol l = length_symbol(t.value), d = distance_symbol(t.distance);
    code_put(e, literals[l.index]);
    bits_put(e, l.extra, l.extra_bits);
    code_put(e, distances[d.index]);
    bits_put(e, d.extra, d.extra_bits);
}

static void block_put(encoder* e, bool is_last)
{
    uint32_t literal_frequency[LITERALS] = {0}, distance_frequency[DISTANCES] = {0};
    code literals[LITERALS], distances[DISTANCES];
    for (int i = 0; i < e->token_count; ++i) {
        token t = e->tokens[i];
        ++literal_frequency[t.distance ? length_symbol(t.value).index : t.value];
        if (t.distance) ++distance_frequency[distance_symbol(t.distance).index];
    }
    literal_frequency[256] = 1; // end of block
    codes_build(literal_frequency, LITERALS, MAX_BITS, literals);
    codes_build(distance_frequency, DISTANCES, MAX_BITS, distances);
    bits_put(e, is_last, 1);
    bits_put(e, 2, 2);
    tables_put(e, literals, distances);
    for (int i = 0; i < e->token_count; ++i)
        token_put(e, e->tokens[i], literals, distances);
    code_put(e, literals[256]);
    e->token_count = 0;
}

static void token_add(encoder* e, unsigned distance, unsigned value)
{
    if (e->token_count == BLOCK_TOKENS) block_put(e, false);
    e->tokens[e->token_count++] = (token){(uint16_t)distance, (uint16_t)value};
}

// --- matches ---

static uint32_t hash_at(const unsigned char* p)
{
    uint32_t x = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
    return x * 0x9E3779B1u >> (32 - HASH_BITS);
}

typedef struct match {
    int length, distance;
} match;

static int common_length(const unsigned char* a, const unsigned char* b, int most)
{
    int n = 0;
    while (n < most && a[n] == b[n])
        ++n;
    return n;
}

static match match_find(const encoder* e, const unsigned char* data, int at, int size)
{
    match best = {MIN_MATCH - 1, 0};
    int most = size - at < MAX_MATCH ? size - at : MAX_MATCH;
    if (most < MIN_MATCH) return (match){0, 0};
    int candidate = e->head[hash_at(data + at)];
    for (int tries = MAX_CHAIN; candidate >= 0 && at - candidate < WINDOW && tries > 0; --tries) {
        if (data[candidate + best.length] == data[at + best.length]) {
            int length = common_length(data + candidate, data + at, most);
            if (length > best.length) best = (match){length, at - candidate};
            if (length >= GOOD_MATCH || length == most) break;
        }
        candidate = e->previous[candidate & (WINDOW - 1)];
    }
    // Three bytes from afar cost more than three literals.
    bool is_poor = best.length < MIN_MATCH || (best.length == MIN_MATCH && best.distance > 4096);
    return is_poor ? (match){0, 0} : best;
}

static void position_insert(encoder* e, const unsigned char* data, int at, int size)
{
    if (at + MIN_MATCH > size) return;
    uint32_t h = hash_at(data + at);
    e->previous[at & (WINDOW - 1)] = e->head[h];
    e->head[h] = at;
}

// A match is put off by one byte when the next byte starts a longer one.
static void tokens_make(encoder* e, const unsigned char* data, int size)
{
    match now = match_find(e, data, 0, size);
    for (int at = 0; at < size;) {
        position_insert(e, data, at, size);
        match next = {0, 0};
        if (now.length < GOOD_MATCH && at + 1 < size) next = match_find(e, data, at + 1, size);
        if (now.length == 0 || next.length > now.length) {
            token_add(e, 0, data[at++]);
            now = next;
            continue;
        }
        token_add(e, (unsigned)now.distance, (unsigned)now.length);
        for (int k = 1; k < now.length; ++k)
            position_insert(e, data, at + k, size);
        at += now.length;
        now = match_find(e, data, at, size);
    }
}

static uint32_t adler32(const unsigned char* data, size_t size)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size; ++i) {
        a = (a + data[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

bool vw_zlib_compress(vw_buffer* out, const unsigned char* data, size_t size)
{
    encoder* e = size < 0x7FFFFFFF ? malloc(sizeof *e) : NULL;
    if (!e) return false;
    e->out = out;
    e->bits = 0;
    e->bit_count = e->token_count = 0;
    e->has_failed = false;
    memset(e->head, -1, sizeof e->head);
    byte_put(e, 0x78); // window of 32 KB
    byte_put(e, 0xDA); // best compression; makes the two bytes a multiple of 31
    tokens_make(e, data, (int)size);
    block_put(e, true);
    bits_put(e, 0, e->bit_count ? 8 - e->bit_count : 0);
    uint32_t sum = adler32(data, size);
    for (int i = 3; i >= 0; --i)
        byte_put(e, sum >> (8 * i) & 255u);
    bool ok = !e->has_failed;
    free(e);
    return ok;
}
