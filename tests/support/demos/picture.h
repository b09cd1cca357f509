// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Small pictures, and how far two of them are apart to the eye.

#ifndef BELAY_TESTS_SUPPORT_DEMOS_PICTURE_H
#define BELAY_TESTS_SUPPORT_DEMOS_PICTURE_H

#include <stdbool.h>

enum { PICTURE_WIDTH = 160, PICTURE_HEIGHT = 90, PICTURE_SIZE = 3 * PICTURE_WIDTH * PICTURE_HEIGHT };

typedef struct picture {
    unsigned char rgb[PICTURE_SIZE]; // rows from the top
} picture;

// Reads a PNG of this size, or of a whole multiple of it, which is averaged. False: there is none that fits.
bool picture_read(picture* p, const char* path);

// The largest difference of a colour, 0 to 255, of the two pictures blurred over squares of five pixels. Drivers that
// draw edges in other ways differ by little there, since the colours on both sides are the same.
double picture_difference(const picture* a, const picture* b);

#endif
