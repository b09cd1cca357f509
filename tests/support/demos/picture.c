// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "support/demos/picture.h"

#ifdef BELAY_HAVE_ZLIB // where there are pictures

#include <math.h>
#include <stb/stb_image.h>
#include <stddef.h>

enum { REACH = 2 }; // pixels on each side that the blur takes in

bool picture_read(picture* p, const char* path)
{
    int width, height, components;
    unsigned char* pixels = stbi_load(path, &width, &height, &components, 3);
    int n = width / PICTURE_WIDTH;
    bool is_good = pixels != NULL && n > 0 && width == n * PICTURE_WIDTH && height == n * PICTURE_HEIGHT;
    for (int i = 0; is_good && i < PICTURE_SIZE; i++) {
        int x = n * (i / 3 % PICTURE_WIDTH), y = n * (i / 3 / PICTURE_WIDTH), sum = 0;
        for (int k = 0; k < n * n; k++)
            sum += pixels[3 * ((y + k / n) * width + x + k % n) + i % 3];
        p->rgb[i] = (unsigned char)((sum + n * n / 2) / (n * n));
    }
    stbi_image_free(pixels);
    return is_good;
}

// The mean difference over a square, cut off at the edges of the picture.
static double blurred(const picture* a, const picture* b, int x, int y, int color)
{
    int sum = 0, count = 0;
    for (int v = y - REACH; v <= y + REACH; v++)
        for (int u = x - REACH; u <= x + REACH; u++) {
            if (u < 0 || v < 0 || u >= PICTURE_WIDTH || v >= PICTURE_HEIGHT) continue;
            int i = 3 * (v * PICTURE_WIDTH + u) + color;
            sum += a->rgb[i] - b->rgb[i];
            count++;
        }
    return (double)sum / count;
}

double picture_difference(const picture* a, const picture* b)
{
    double largest = 0.0;
    for (int i = 0; i < PICTURE_SIZE; i++)
        largest = fmax(largest, fabs(blurred(a, b, i / 3 % PICTURE_WIDTH, i / 3 / PICTURE_WIDTH, i % 3)));
    return largest;
}

#endif
