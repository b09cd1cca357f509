// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The letters of the viewer: a TrueType font, baked by stb_truetype into an atlas of distances to the outlines, so that
// any size is smooth. Without a font there is a plain one, stb_easy_font, of ASCII alone.

#ifndef BELAY_VIEWER_FONT_FONT_H
#define BELAY_VIEWER_FONT_FONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Lengths of the atlas are in texels; an em of text has VW_FONT_EM of them.
#define VW_FONT_EM 40.0

typedef enum vw_face {
    VW_FACE_REGULAR,
    VW_FACE_BOLD, // from the bold file beside the regular one; else drawn from the regular face, grown
    VW_FACE_COUNT
} vw_face;

typedef struct vw_glyph {
    double advance;        // to the next letter
    double x0, y0, x1, y1; // its cell relative to the pen, y up
    float u0, v0, u1, v1;  // its place in the atlas; v0 belongs to y1
} vw_glyph;

enum { VW_FONT_GLYPHS = 192 }; // at most

// One baked font. Zero is the plain one.
typedef struct vw_font {
    bool is_baked, has_bold;
    vw_glyph glyphs[VW_FACE_COUNT][VW_FONT_GLYPHS];
    int width, height; // of the atlas
} vw_font;

// Bakes the font file `path`; empty or NULL: the plain font. Writes the atlas, one byte a texel, to *texels, which the
// caller frees: 128 on an outline, more within. False without memory or when the file is no font; nothing is left then.
bool vw_font_bake(vw_font* font, const char* path, unsigned char** texels);

// The glyph of a code point; of one that is not baked, that of U+FFFD.
const vw_glyph* vw_font_glyph(const vw_font* font, vw_face face, uint32_t code_point);

// Decodes one code point of UTF-8 and moves on; a byte that fits nowhere is U+FFFD.
uint32_t vw_utf8_next(const char** text);

#endif
