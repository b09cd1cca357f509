// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Compression to the zlib format (RFC 1950, 1951). Written here rather than taken from stb_image_write, whose fixed
// codes make pictures a third larger.

#ifndef BELAY_VIEWER_DEFLATE_H
#define BELAY_VIEWER_DEFLATE_H

#include "viewer/buffer.h"

#include <stdbool.h>
#include <stdint.h>

// CRC-32 as PNG wants it; start with 0, feed in pieces.
uint32_t vw_crc32(uint32_t crc, const unsigned char* data, size_t size);

// Appends the zlib stream of `data` to `out`. False without memory.
bool vw_zlib_compress(vw_buffer* out, const unsigned char* data, size_t size);

#endif
