// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// PNG chunks and row filters.

#include "viewer/png.h"

#include "viewer/apng.h"
#include "viewer/deflate.h"

void vw_png_u32(unsigned char* out, uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        out[i] = (unsigned char)(value >> (24 - 8 * i));
}

bool vw_png_signature(FILE* file)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    return fwrite(signature, 1, sizeof signature, file) == sizeof signature;
}

bool vw_png_chunk(FILE* file, const char* type, const unsigned char* data, size_t size)
{
    unsigned char head[8], tail[4];
    vw_png_u32(head, (uint32_t)size);
    memcpy(head + 4, type, 4);
    vw_png_u32(tail, vw_crc32(vw_crc32(0, head + 4, 4), data, size));
    return fwrite(head, 1, sizeof head, file) == sizeof head && (size == 0 || fwrite(data, 1, size, file) == size) &&
           fwrite(tail, 1, sizeof tail, file) == sizeof tail;
}

bool vw_png_header(FILE* file, int width, int height, int color_type)
{
    unsigned char h[13] = {0};
    vw_png_u32(h, (uint32_t)width);
    vw_png_u32(h + 4, (uint32_t)height);
    h[8] = 8;
    h[9] = (unsigned char)color_type;
    return vw_png_chunk(file, "IHDR", h, sizeof h);
}

static int paeth(int a, int b, int c)
{
    int p = a + b - c, pa = abs(p - a), pb = abs(p - b), pc = abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

// One row by filter 0 none, 1 left, 2 above, 3 their mean, 4 Paeth. `above` is NULL in the first row.
static void filter(unsigned char* out, int kind, const unsigned char* row, const unsigned char* above, size_t size,
                   size_t depth)
{
    for (size_t i = 0; i < size; ++i) {
        int a = i >= depth ? row[i - depth] : 0, b = above ? above[i] : 0;
        int c = above && i >= depth ? above[i - depth] : 0;
        int guess = kind == 0 ? 0 : kind == 1 ? a : kind == 2 ? b : kind == 3 ? (a + b) / 2 : paeth(a, b, c);
        out[i] = (unsigned char)(row[i] - guess);
    }
}

// How large the filtered bytes are, taken as signed: a fair guess of what they will cost.
static uint64_t weight(const unsigned char* row, size_t size)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < size; ++i)
        sum += row[i] < 128 ? row[i] : 256u - row[i];
    return sum;
}

static void best_filter(unsigned char* out, unsigned char* trial, const unsigned char* row, const unsigned char* above,
                        size_t size, size_t depth)
{
    uint64_t best = UINT64_MAX;
    for (int kind = 0; kind <= 4; ++kind) {
        filter(trial, kind, row, above, size, depth);
        uint64_t w = weight(trial, size);
        if (w < best) {
            best = w;
            out[0] = (unsigned char)kind;
            memcpy(out + 1, trial, size);
        }
    }
}

bool vw_png_compress(vw_buffer* out, vw_buffer* scratch, const unsigned char* pixels, int width, int height, int depth)
{
    size_t size = (size_t)width * (size_t)depth, rows = (size_t)height;
    vw_buffer_reset(scratch);
    unsigned char* filtered = vw_buffer_push(scratch, rows * (size + 1) + size);
    if (!filtered) return false;
    unsigned char* trial = filtered + rows * (size + 1);
    for (size_t i = 0; i < rows; ++i) {
        const unsigned char* row = pixels + i * size;
        unsigned char* to = filtered + i * (size + 1);
        if (depth == 1) {
            to[0] = 0;
            memcpy(to + 1, row, size);
        } else {
            best_filter(to, trial, row, i ? row - size : NULL, size, (size_t)depth);
        }
    }
    return vw_zlib_compress(out, filtered, rows * (size + 1));
}

bool viewer_png_write(const char* path, int width, int height, const unsigned char* rgb)
{
    vw_buffer stream = {0}, scratch = {0};
    FILE* file = width > 0 && height > 0 ? fopen(path, "wb") : NULL;
    if (!file) return false;
    bool ok = vw_png_compress(&stream, &scratch, rgb, width, height, 3) && vw_png_signature(file) &&
              vw_png_header(file, width, height, 2) && vw_png_chunk(file, "IDAT", stream.data, stream.size) &&
              vw_png_chunk(file, "IEND", NULL, 0);
    ok = fclose(file) == 0 && ok;
    vw_buffer_fini(&stream);
    vw_buffer_fini(&scratch);
    return ok;
}
