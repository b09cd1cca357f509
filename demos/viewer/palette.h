// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Choice of a palette for many pictures, and the mapping of colours to it.

#ifndef BELAY_VIEWER_PALETTE_H
#define BELAY_VIEWER_PALETTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VW_PALETTE_BITS = 6, VW_PALETTE_CELLS = 1 << (3 * VW_PALETTE_BITS) };

// Colours fall into cells of 6 bits a component. `nearest` is filled once the palette is known.
typedef struct vw_palette {
    uint32_t histogram[VW_PALETTE_CELLS];
    unsigned char nearest[VW_PALETTE_CELLS];
    unsigned char colors[256][3];
    int count;
} vw_palette;

// Counts the colours of a picture, 3 bytes a pixel.
void vw_palette_count(vw_palette* p, const unsigned char* rgb, size_t pixels);

// Chooses at most `most` (2..256) colours by median cut. False without memory.
bool vw_palette_choose(vw_palette* p, int most);

// The index of the colour nearest to (r, g, b), each 0..255.
int vw_palette_index(const vw_palette* p, int r, int g, int b);

#endif
