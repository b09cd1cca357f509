// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Median cut: the box with the largest spread is cut until there are enough boxes; each gives its mean colour.

#include "viewer/palette.h"

#include <math.h>
#include <stdlib.h>

enum { LEVELS = 1 << VW_PALETTE_BITS, SHIFT = 8 - VW_PALETTE_BITS };

// A used cell: its colour in cell units and how often it occurs. Counts are softened by a square root, so that a large
// plain background does not take the whole palette.
typedef struct cell {
    unsigned char c[3];
    double weight;
} cell;

// A range of cells.
typedef struct box {
    int first, count;
    int axis;      // of largest spread
    double spread; // weighted sum of squares along it
    double mean[3];
} box;

static size_t cell_of(int r, int g, int b)
{
    return ((size_t)(r >> SHIFT) * LEVELS + (size_t)(g >> SHIFT)) * LEVELS + (size_t)(b >> SHIFT);
}

void vw_palette_count(vw_palette* p, const unsigned char* rgb, size_t pixels)
{
    for (size_t i = 0; i < pixels; ++i, rgb += 3)
        ++p->histogram[cell_of(rgb[0], rgb[1], rgb[2])];
}

static void box_measure(box* b, const cell* cells)
{
    double sum[3] = {0}, square[3] = {0}, weight = 0.0;
    for (int i = b->first; i < b->first + b->count; ++i) {
        weight += cells[i].weight;
        for (int k = 0; k < 3; ++k) {
            sum[k] += cells[i].weight * cells[i].c[k];
            square[k] += cells[i].weight * cells[i].c[k] * cells[i].c[k];
        }
    }
    b->spread = -1.0;
    for (int k = 0; k < 3; ++k) {
        b->mean[k] = sum[k] / weight;
        double spread = square[k] - weight * b->mean[k] * b->mean[k];
        if (spread > b->spread) {
            b->spread = spread;
            b->axis = k;
        }
    }
}

// Moves the cells below the mean to the front. Returns how many.
static int box_part(const box* b, cell* cells)
{
    int low = b->first;
    for (int i = b->first; i < b->first + b->count; ++i) {
        if (cells[i].c[b->axis] <= b->mean[b->axis]) {
            cell t = cells[i];
            cells[i] = cells[low];
            cells[low++] = t;
        }
    }
    return low - b->first;
}

static int boxes_cut(box* boxes, int most, cell* cells, int cell_count)
{
    int count = 1;
    boxes[0] = (box){.count = cell_count};
    box_measure(&boxes[0], cells);
    while (count < most) {
        int widest = 0;
        for (int i = 1; i < count; ++i)
            if (boxes[i].spread > boxes[widest].spread) widest = i;
        box* b = &boxes[widest];
        if (b->spread <= 1e-9) break;
        int low = box_part(b, cells);
        boxes[count] = (box){.first = b->first + low, .count = b->count - low};
        b->count = low;
        box_measure(b, cells);
        box_measure(&boxes[count++], cells);
    }
    return count;
}

static int cells_collect(const vw_palette* p, cell* cells)
{
    int count = 0;
    for (int i = 0; i < VW_PALETTE_CELLS; ++i) {
        if (!p->histogram[i]) continue;
        cell c = {
            {(unsigned char)(i / LEVELS / LEVELS), (unsigned char)(i / LEVELS % LEVELS), (unsigned char)(i % LEVELS)},
            sqrt((double)p->histogram[i])};
        cells[count++] = c;
    }
    return count;
}

static int nearest(const vw_palette* p, int r, int g, int b)
{
    int best = 0, least = 1 << 30;
    for (int i = 0; i < p->count; ++i) {
        int dr = p->colors[i][0] - r, dg = p->colors[i][1] - g, db = p->colors[i][2] - b;
        int d = 3 * dr * dr + 4 * dg * dg + 2 * db * db; // the eye sees green best
        if (d < least) {
            least = d;
            best = i;
        }
    }
    return best;
}

static void nearest_fill(vw_palette* p)
{
    for (int i = 0; i < VW_PALETTE_CELLS; ++i) {
        const int half = 1 << (SHIFT - 1);
        int r = (i / LEVELS / LEVELS << SHIFT) + half, g = (i / LEVELS % LEVELS << SHIFT) + half;
        p->nearest[i] = (unsigned char)nearest(p, r, g, (i % LEVELS << SHIFT) + half);
    }
}

bool vw_palette_choose(vw_palette* p, int most)
{
    cell* cells = malloc(VW_PALETTE_CELLS * sizeof *cells);
    box boxes[256];
    if (!cells) return false;
    int cell_count = cells_collect(p, cells);
    p->count = cell_count ? boxes_cut(boxes, most, cells, cell_count) : 0;
    for (int i = 0; i < p->count; ++i)
        for (int k = 0; k < 3; ++k)
            p->colors[i][k] = (unsigned char)fmin(boxes[i].mean[k] * (1 << SHIFT) + (1 << (SHIFT - 1)) + 0.5, 255.0);
    free(cells);
    nearest_fill(p);
    return true;
}

int vw_palette_index(const vw_palette* p, int r, int g, int b)
{
    return p->nearest[cell_of(r, g, b)];
}
