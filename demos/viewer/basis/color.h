// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Colours as designers write them: sRGB, straight alpha, each in 0..1.

#ifndef BELAY_VIEWER_BASIS_COLOR_H
#define BELAY_VIEWER_BASIS_COLOR_H

#include <stdint.h>

// A colour in sRGB with straight alpha; components in 0..1.
typedef struct viewer_color {
    float r, g, b, a;
} viewer_color;

// The opaque colour written 0xRRGGBB.
static inline viewer_color viewer_color_hex(uint32_t rgb)
{
    viewer_color c = {(float)((rgb >> 16) & 255u) / 255.0f, (float)((rgb >> 8) & 255u) / 255.0f,
                      (float)(rgb & 255u) / 255.0f, 1.0f};
    return c;
}

// The same colour with alpha `a`, 0 (clear) to 1 (opaque).
static inline viewer_color viewer_color_fade(viewer_color c, float a)
{
    c.a = a;
    return c;
}

// The mixture (1 - t) a + t b.
static inline viewer_color viewer_color_mix(viewer_color a, viewer_color b, float t)
{
    viewer_color c = {a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b), a.a + t * (b.a - a.a)};
    return c;
}

// The i-th of ten colours that go well together and stay apart for most colour-blind eyes; i is taken modulo ten.
viewer_color viewer_color_palette(int i);

#endif
