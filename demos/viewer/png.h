// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The parts of PNG files that single pictures and animations share: chunks and filtered, compressed rows.

#ifndef BELAY_VIEWER_PNG_H
#define BELAY_VIEWER_PNG_H

#include "viewer/buffer.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// Writes `value` with its highest byte first.
void vw_png_u32(unsigned char* out, uint32_t value);

// Writes the eight bytes that open every PNG file.
bool vw_png_signature(FILE* file);

// Writes a chunk: length, type (four letters), data, CRC.
bool vw_png_chunk(FILE* file, const char* type, const unsigned char* data, size_t size);

// Writes the header chunk; `color_type` 2 is RGB and 3 a palette, 8 bits each.
bool vw_png_header(FILE* file, int width, int height, int color_type);

// Appends to `out` the zlib stream of a picture of `depth` bytes a pixel without padding (3: each row gets the filter
// that leaves the least; 1, palette indices: no filter). `scratch` is overwritten. False without memory.
bool vw_png_compress(vw_buffer* out, vw_buffer* scratch, const unsigned char* pixels, int width, int height, int depth);

#endif
