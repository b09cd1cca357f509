// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "fuzz/fuzz.h"

#include "belay/vec.h"
#include "support/chance.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <unistd.h>
#endif

const fuzz_kind fuzz_kinds[] = {
    {"api", "calls of the engine's interface in any order, with any arguments", fuzz_api},
    {"snapshot", "snapshots of a world, changed behind their checksum", fuzz_snapshot},
    {"problem", "problem files, and those of impulses", fuzz_problem},
    {"scene", "texts of scenes", fuzz_scene},
#if defined(BELAY_HAVE_HAPTICS)
    {"recording", "recordings of a servo, changed behind their checksums, and of a hand", fuzz_recording},
#if defined(BELAY_HAVE_WEBSOCKET)
    {"message", "messages of a haptic device's service", fuzz_message},
#endif
#endif
};
const int fuzz_kind_count = (int)(sizeof fuzz_kinds / sizeof *fuzz_kinds);

const fuzz_kind* fuzz_find(const char* name)
{
    for (int i = 0; i < fuzz_kind_count; i++)
        if (strcmp(fuzz_kinds[i].name, name) == 0) return &fuzz_kinds[i];
    return NULL;
}

bool fuzz_run(const fuzz_kind* kind, uint64_t seed, fuzz* f)
{
    memset(f, 0, sizeof *f);
    f->seed = seed;
    f->state = (seed + 1) * 0x9E3779B97F4A7C15u; // near seeds are to be unlike each other
    for (int i = 0; i < 4; i++)
        chance_turn(&f->state);
    kind->run(f);
    return !fuzz_has_failed(f);
}

void fuzz_fail(fuzz* f, const char* format, ...)
{
    if (fuzz_has_failed(f)) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->why, sizeof f->why, format, arguments);
    va_end(arguments);
}

bool fuzz_has_failed(const fuzz* f)
{
    return f->why[0] != '\0';
}

// ---------------------------------------------------------------------------------------------------------------------
// Chance
// ---------------------------------------------------------------------------------------------------------------------

bool fuzz_happens(fuzz* f, double share)
{
    return chance_next(&f->state) < share;
}

uint32_t fuzz_below(fuzz* f, uint32_t count)
{
    return chance_below(&f->state, count);
}

double fuzz_between(fuzz* f, double low, double high)
{
    return chance_between(&f->state, low, high);
}

double fuzz_odd_number(fuzz* f)
{
    static const double odd[] = {
        NAN,   INFINITY, -INFINITY, 0.0,   -0.0, 1e308,  -1e308, 1e300, 5e-324, 1e-300, 1e-30,
        1e-15, 1e-9,     1e-6,      0.5,   1.0,  -1.0,   2.0,    1e3,   1e6,    1e9,    1e10,
        1.1e9, 1e15,     1e18,      1e20,  1e30, 1.1e30, -1e30,  1e100, 1e154,  -1e9,   3.14159265358979,
        -1e-9, 0.1,      -1e3,      1.001, 256.0};
    return odd[fuzz_below(f, (uint32_t)(sizeof odd / sizeof *odd))];
}

uint64_t fuzz_odd_whole(fuzz* f)
{
    static const uint64_t odd[] = {0,          1,          2,
                                   3,          7,          8,
                                   63,         64,         127,
                                   255,        256,        65535,
                                   65536,      1000000,    INT32_MAX,
                                   1u << 31,   UINT32_MAX, (uint64_t)1 << 32,
                                   UINT64_MAX, INT64_MAX,  UINT64_MAX - 1,
                                   16,         24,         1024};
    return odd[fuzz_below(f, (uint32_t)(sizeof odd / sizeof *odd))];
}

// A word of `width` bytes at a place that is a multiple of it, where there is one.
static unsigned char* word_at(fuzz* f, unsigned char* bytes, size_t size, size_t width)
{
    return size >= width ? bytes + width * fuzz_below(f, (uint32_t)(size / width)) : NULL;
}

static void put_near(fuzz* f, unsigned char* word, size_t width)
{
    uint64_t value = 0;
    memcpy(&value, word, width); // little end first, as everywhere that this runs
    value += fuzz_happens(f, 0.5) ? 1 + fuzz_below(f, 3) : (uint64_t)0 - 1 - fuzz_below(f, 3);
    memcpy(word, &value, width);
}

static void change_word(fuzz* f, unsigned char* bytes, size_t size, size_t width)
{
    unsigned char *word = word_at(f, bytes, size, width), *other = word_at(f, bytes, size, width);
    if (word == NULL) return;
    uint64_t whole = fuzz_odd_whole(f);
    double number = fuzz_odd_number(f);
    switch (fuzz_below(f, 4)) {
    case 0:
        memcpy(word, &whole, width);
        break;
    case 1:
        memcpy(word, &number, width);
        break;
    case 2:
        put_near(f, word, width);
        break;
    default:
        memmove(word, other, width);
        break;
    }
}

void fuzz_mutate(fuzz* f, unsigned char* bytes, size_t size)
{
    if (size == 0) return;
    for (uint32_t n = 1 + fuzz_below(f, 4); n > 0; n--) {
        switch (fuzz_below(f, 6)) {
        case 0:
            bytes[fuzz_below(f, (uint32_t)size)] ^= (unsigned char)(1u << fuzz_below(f, 8));
            break;
        case 1:
            bytes[fuzz_below(f, (uint32_t)size)] = (unsigned char)fuzz_below(f, 256);
            break;
        case 2:
            change_word(f, bytes, size, 4);
            break;
        default:
            change_word(f, bytes, size, 8);
            break;
        }
    }
}

static size_t replace(char* text, size_t length, size_t capacity, size_t at, size_t gone, const char* by,
                      size_t by_size)
{
    if (length - gone + by_size > capacity) return length;
    memmove(text + at + by_size, text + at + gone, length - at - gone);
    memcpy(text + at, by, by_size);
    return length - gone + by_size;
}

static bool is_of_number(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

size_t fuzz_mutate_text(fuzz* f, char* text, size_t length, size_t capacity)
{
    static const char* const words[] = {
        "1e999",  "-1e999", "nan",  "inf", "1e308", "-1",      "0",          "2147483648", "999999999",
        "{",      "}",      "[",    "]",   "\"",    "null",    "\n",         " ",          "#",
        "1e-320", "",       "true", ",",   "dfcp",  "\\u0000", "4294967296", ":",          "1e18446744073709551616"};
    for (uint32_t n = 1 + fuzz_below(f, 3); n > 0 && length > 0; n--) {
        size_t at = fuzz_below(f, (uint32_t)length), gone = 1;
        const char* word = words[fuzz_below(f, (uint32_t)(sizeof words / sizeof *words))];
        switch (fuzz_below(f, 5)) {
        case 0: // the number that is there
            for (size_t far = 0; far < 200 && at + 1 < length && !is_of_number(text[at]); far++)
                at++;
            while (at > 0 && is_of_number(text[at - 1]))
                at--;
            for (gone = 0; at + gone < length && is_of_number(text[at + gone]);)
                gone++;
            length = replace(text, length, capacity, at, gone, word, strlen(word));
            break;
        case 1:
            length = replace(text, length, capacity, at, 0, word, strlen(word));
            break;
        case 2:
            text[at] = (char)fuzz_below(f, 256);
            break;
        case 3: // some of it is gone
            gone = 1 + fuzz_below(f, 40);
            if (gone > length - at) gone = length - at;
            length = replace(text, length, capacity, at, gone, "", 0);
            break;
        default: // the end is gone
            if (fuzz_happens(f, 0.2)) length = at;
            break;
        }
    }
    return length;
}

// ---------------------------------------------------------------------------------------------------------------------
// Files
// ---------------------------------------------------------------------------------------------------------------------

const char* fuzz_path(const char* name)
{
    static char paths[4][256];
    static int next;
    const char* folder = getenv("TMPDIR");
    char* path = paths[next++ % 4];
    long process = 0;
#if !defined(_WIN32)
    process = (long)getpid();
#endif
    snprintf(path, sizeof paths[0], "%.200s/belay_fuzz_%ld_%s", folder != NULL ? folder : "/tmp", process, name);
    return path;
}

bool fuzz_write(const char* path, const void* bytes, size_t size)
{
    FILE* file = fopen(path, "wb");
    if (file == NULL) return false;
    bool is_written = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && is_written;
}

unsigned char* fuzz_read(const char* path, size_t* size)
{
    FILE* file = fopen(path, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    unsigned char* bytes = length > 0 ? malloc((size_t)length) : NULL;
    *size = bytes != NULL ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}
