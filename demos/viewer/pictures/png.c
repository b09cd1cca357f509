// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "viewer/pictures/png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// stb's own compressor knows fixed codes alone, which make pictures a third larger. Called by the encoder below, which
// frees the result with free().
static unsigned char* compress_rows(unsigned char* data, int size, int* compressed_size, int level)
{
    uLongf length = compressBound((uLong)size);
    unsigned char* out = malloc(length);
    if (out == NULL) return NULL;
    if (compress2(out, &length, data, (uLong)size, level) != Z_OK) {
        free(out);
        return NULL;
    }
    *compressed_size = (int)length;
    return out;
}

#define STBIW_ZLIB_COMPRESS compress_rows
#define STB_IMAGE_WRITE_STATIC
#define STBIWDEF static inline // leaves unused ones without a warning
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

// The encoder's layout: signature (8), IHDR (25), IDAT (4 + 4 + stream + 4), IEND (12).
static const size_t HEAD = 33, STREAM_AT = 41, IEND_SIZE = 12;

bool vw_png_encode(vw_png* png, const unsigned char* rgb, int width, int height)
{
    int size = 0;
    png->bytes = stbi_write_png_to_mem(rgb, 3 * width, width, height, 3, &size);
    png->size = (size_t)size;
    return png->bytes != NULL;
}

void vw_png_fini(vw_png* png)
{
    free(png->bytes);
    *png = (vw_png){NULL, 0};
}

vw_png_parts vw_png_split(const vw_png* png)
{
    return (vw_png_parts){png->bytes, png->bytes + STREAM_AT, HEAD, png->size - STREAM_AT - 4 - IEND_SIZE};
}

void vw_png_u32(unsigned char* out, uint32_t value)
{
    for (int i = 0; i < 4; ++i)
        out[i] = (unsigned char)(value >> (24 - 8 * i));
}

bool vw_png_chunk(FILE* file, const char* type, const unsigned char* lead, size_t lead_size, const unsigned char* data,
                  size_t size)
{
    unsigned char head[8], tail[4];
    vw_png_u32(head, (uint32_t)(lead_size + size));
    memcpy(head + 4, type, 4);
    uLong crc = crc32(0, head + 4, 4);
    if (lead_size > 0) crc = crc32(crc, lead, (uInt)lead_size);
    if (size > 0) crc = crc32(crc, data, (uInt)size);
    vw_png_u32(tail, (uint32_t)crc);
    return fwrite(head, 1, sizeof head, file) == sizeof head &&
           (lead_size == 0 || fwrite(lead, 1, lead_size, file) == lead_size) &&
           (size == 0 || fwrite(data, 1, size, file) == size) && fwrite(tail, 1, sizeof tail, file) == sizeof tail;
}

bool viewer_png_write(const char* path, int width, int height, const unsigned char* rgb)
{
    vw_png png = {NULL, 0};
    if (width <= 0 || height <= 0 || !vw_png_encode(&png, rgb, width, height)) return false;
    FILE* file = fopen(path, "wb");
    bool is_good = file != NULL && fwrite(png.bytes, 1, png.size, file) == png.size;
    if (file != NULL) is_good = fclose(file) == 0 && is_good;
    vw_png_fini(&png);
    return is_good;
}
