// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Baking of a TrueType font.

#include "viewer/font/font.h"

#include "viewer/font/font_file.h"

#include <stdlib.h>
#include <string.h>

#define STBTT_STATIC
#define STBTT_DEF static inline // leaves unused ones without a warning
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>

// What is baked: ASCII and the signs that physics needs. In rising order.
static const struct {
    uint32_t first, last;
} ranges[] = {
    {0x20, 0x7E},     // ASCII
    {0xB0, 0xB7},     // degree, plus-minus, squared, cubed, micro, middle dot
    {0xD7, 0xD7},     // times
    {0x394, 0x394},   // Delta
    {0x3B1, 0x3C9},   // alpha to omega
    {0x2013, 0x2014}, // dashes
    {0x2026, 0x2026}, // ellipsis
    {0x207B, 0x207B}, // superscript minus
    {0x2192, 0x2192}, // arrow
    {0x2212, 0x2212}, // minus
    {0x2264, 0x2265}, // at most, at least
    {0xFFFD, 0xFFFD}, // anything else
};
enum { RANGE_COUNT = (int)(sizeof ranges / sizeof ranges[0]) };

enum { ATLAS_WIDTH = 1024, PADDING = 6, ON_EDGE = 128, GAP = 1 }; // texels; ON_EDGE: a byte

typedef struct cell {
    unsigned char* texels;
    int w, h, x, y; // x, y: in the atlas
} cell;

typedef struct baking {
    vw_font* font;
    cell cells[VW_FACE_COUNT][VW_FONT_GLYPHS];
    int pen_x, pen_y, row; // where the next cell goes, and the height of the row so far
} baking;

// The number of a code point among the baked ones; -1: it is not one of them.
static int index_of(uint32_t code)
{
    int index = 0;
    for (int i = 0; i < RANGE_COUNT; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) return index + (int)(code - ranges[i].first);
        index += (int)(ranges[i].last - ranges[i].first + 1);
    }
    return -1;
}

const vw_glyph* vw_font_glyph(const vw_font* font, vw_face face, uint32_t code_point)
{
    int index = index_of(code_point);
    if (index < 0) index = index_of(0xFFFD);
    return &font->glyphs[face == VW_FACE_BOLD && font->has_bold ? VW_FACE_BOLD : VW_FACE_REGULAR][index];
}

// Rows of cells, one below the other.
static void cell_place(baking* b, cell* c)
{
    if (b->pen_x + c->w > ATLAS_WIDTH) {
        b->pen_x = 0;
        b->pen_y += b->row + GAP;
        b->row = 0;
    }
    c->x = b->pen_x;
    c->y = b->pen_y;
    b->pen_x += c->w + GAP;
    b->row = c->h > b->row ? c->h : b->row;
}

static void glyph_bake(baking* b, const stbtt_fontinfo* info, vw_face face, int index, uint32_t code)
{
    vw_glyph* g = &b->font->glyphs[face][index];
    cell* c = &b->cells[face][index];
    float scale = stbtt_ScaleForMappingEmToPixels(info, (float)VW_FONT_EM);
    int glyph = stbtt_FindGlyphIndex(info, (int)code), advance, bearing, x, y;
    stbtt_GetGlyphHMetrics(info, glyph, &advance, &bearing);
    memset(g, 0, sizeof *g);
    g->advance = (double)scale * advance;
    c->texels = stbtt_GetGlyphSDF(info, scale, glyph, PADDING, ON_EDGE, (float)ON_EDGE / PADDING, &c->w, &c->h, &x, &y);
    if (c->texels == NULL) return; // a blank
    cell_place(b, c);
    g->x0 = x;
    g->x1 = x + c->w;
    g->y1 = -y;
    g->y0 = -y - c->h;
}

static bool face_bake(baking* b, const unsigned char* file, vw_face face)
{
    stbtt_fontinfo info;
    int index = 0;
    if (!stbtt_InitFont(&info, file, stbtt_GetFontOffsetForIndex(file, 0))) return false;
    for (int i = 0; i < RANGE_COUNT; i++)
        for (uint32_t code = ranges[i].first; code <= ranges[i].last; code++)
            glyph_bake(b, &info, face, index++, code);
    return true;
}

// Copies the cells into the atlas, whose height is known now.
static unsigned char* atlas_fill(baking* b)
{
    vw_font* f = b->font;
    f->width = ATLAS_WIDTH;
    f->height = b->pen_y + b->row + GAP;
    unsigned char* texels = calloc((size_t)f->width, (size_t)f->height);
    for (int k = 0; texels != NULL && k < VW_FACE_COUNT * VW_FONT_GLYPHS; k++) {
        const cell* c = &b->cells[k / VW_FONT_GLYPHS][k % VW_FONT_GLYPHS];
        vw_glyph* g = &f->glyphs[k / VW_FONT_GLYPHS][k % VW_FONT_GLYPHS];
        if (c->texels == NULL) continue;
        for (int y = 0; y < c->h; y++)
            memcpy(texels + (c->y + y) * f->width + c->x, c->texels + y * c->w, (size_t)c->w);
        g->u0 = (float)c->x / (float)f->width;
        g->u1 = (float)(c->x + c->w) / (float)f->width;
        g->v0 = (float)c->y / (float)f->height;
        g->v1 = (float)(c->y + c->h) / (float)f->height;
    }
    return texels;
}

static unsigned char* bake_faces(baking* b, const char* path)
{
    char bold_path[VIEWER_FONT_PATH];
    unsigned char *regular = vw_font_file_read(path), *bold = NULL, *texels = NULL;
    if (vw_font_file_bold(path, bold_path)) bold = vw_font_file_read(bold_path);
    bool is_good = regular != NULL && face_bake(b, regular, VW_FACE_REGULAR);
    if (is_good && bold != NULL) b->font->has_bold = face_bake(b, bold, VW_FACE_BOLD);
    if (is_good) texels = atlas_fill(b);
    for (int k = 0; k < VW_FACE_COUNT * VW_FONT_GLYPHS; k++)
        stbtt_FreeSDF(b->cells[k / VW_FONT_GLYPHS][k % VW_FONT_GLYPHS].texels, NULL);
    free(regular);
    free(bold);
    return texels;
}

bool vw_font_bake(vw_font* font, const char* path, unsigned char** texels)
{
    memset(font, 0, sizeof *font);
    if (path == NULL || path[0] == '\0') {
        font->width = font->height = 1;
        *texels = calloc(1, 1);
        return *texels != NULL;
    }
    baking* b = calloc(1, sizeof *b);
    if (b == NULL) return false;
    b->font = font;
    *texels = bake_faces(b, path);
    font->is_baked = *texels != NULL;
    free(b);
    return font->is_baked;
}

uint32_t vw_utf8_next(const char** text)
{
    const unsigned char* s = (const unsigned char*)*text;
    int more = s[0] < 0x80 ? 0 : s[0] >= 0xF0 ? 3 : s[0] >= 0xE0 ? 2 : s[0] >= 0xC0 ? 1 : -1;
    uint32_t code = more == 0 ? s[0] : more > 0 ? s[0] & (0x3Fu >> more) : 0xFFFDu;
    int used = 1;
    for (; used <= more && (s[used] & 0xC0) == 0x80; ++used)
        code = code << 6 | (s[used] & 0x3Fu);
    *text += used;
    return used > more ? code : 0xFFFDu;
}
