// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// PNG files as single pictures and animations need them: pictures encoded by stb_image_write, compressed by zlib, and
// chunks besides. The same pixels give the same bytes (with the same zlib).

#ifndef BELAY_VIEWER_PICTURES_PNG_H
#define BELAY_VIEWER_PICTURES_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Writes one picture (3 bytes a pixel, rows from the top) to a PNG file of 24 bits. False on failure.
bool viewer_png_write(const char* path, int width, int height, const unsigned char* rgb);

// A whole PNG file in memory.
typedef struct vw_png {
    unsigned char* bytes; // NULL: none
    size_t size;
} vw_png;

// What lies inside such a file: signature and IHDR, and the zlib stream of its only IDAT chunk.
typedef struct vw_png_parts {
    const unsigned char *head, *stream;
    size_t head_size, stream_size;
} vw_png_parts;

// Encodes a 24-bit picture: rows from the top, 3 bytes a pixel (R, G, B) without padding. False without memory; then
// there is nothing to free. Otherwise the caller ends it with vw_png_fini.
bool vw_png_encode(vw_png* png, const unsigned char* rgb, int width, int height);

// Frees it. Zero is allowed, and left behind.
void vw_png_fini(vw_png* png);

// Finds the parts of a file that vw_png_encode made; good while that is.
vw_png_parts vw_png_split(const vw_png* png);

// Writes `value` with its highest byte first.
void vw_png_u32(unsigned char* out, uint32_t value);

// Writes a chunk of the four letters `type`: its data are `lead` and then `data`. False when the file takes no more.
bool vw_png_chunk(FILE* file, const char* type, const unsigned char* lead, size_t lead_size, const unsigned char* data,
                  size_t size);

#endif
