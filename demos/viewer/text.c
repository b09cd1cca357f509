// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Text over the scene: rectangles of the font's atlas, or, without a font, the rectangles of stb_easy_font.

#include "viewer/internal.h"

#include <stb/stb_easy_font.h>
#include <stdarg.h>
#include <stdio.h>

// Of a line's height: the em, and how far below the line's middle (that of small letters) the baseline lies.
static const double EM = 0.92, BASELINE = 0.32;

// What the bold face adds to the regular one where there is no bold file, texels.
static const double GROWTH = 1.3;

// ------------------------------------------------------------------------------------------------------------------
// Plain text
// ------------------------------------------------------------------------------------------------------------------

enum { PLAIN_LETTERS = 400, PLAIN_HEIGHT = 12 }; // letters of a text, at most; units of stb_easy_font in a line
static const double PLAIN_BASELINE = 7.0;        // units below the upper edge of a line

typedef struct plain_text {
    char text[PLAIN_LETTERS + 8];
} plain_text;

// What stb_easy_font lacks, said in ASCII.
static const char* ascii_of(uint32_t code)
{
    static const struct {
        uint32_t code;
        const char* text;
    } words[] = {{0xB0, "deg"},  {0xB2, "2"},    {0xB5, "u"},      {0xB7, "."},   {0xD7, "x"},   {0x3B8, "theta"},
                 {0x3BC, "mu"},  {0x3C6, "phi"}, {0x3C9, "omega"}, {0x2013, "-"}, {0x2014, "-"}, {0x2026, "..."},
                 {0x2192, "->"}, {0x2212, "-"},  {0x2264, "<="},   {0x2265, ">="}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].code == code) return words[i].text;
    return "?";
}

static plain_text plain_of(const char* text)
{
    plain_text p;
    size_t used = 0;
    while (*text && used < PLAIN_LETTERS) {
        uint32_t code = vw_utf8_next(&text);
        char letter[2] = {code >= 0x20 && code < 0x7F ? (char)code : '\0', '\0'};
        used += (size_t)snprintf(p.text + used, sizeof p.text - used, "%s", letter[0] ? letter : ascii_of(code));
    }
    p.text[used] = '\0';
    return p;
}

static double plain_scale(double size)
{
    return size / PLAIN_HEIGHT;
}

static void plain_draw(viewer* v, double x, double baseline, double size, viewer_color color, plain_text* p)
{
    struct {
        float x, y, z;
        unsigned char color[4];
    } corners[4 * 6 * PLAIN_LETTERS]; // up to 6 rectangles a letter, nearly always fewer
    double scale = plain_scale(size);
    int count = stb_easy_font_print(0.0f, 0.0f, p->text, NULL, corners, (int)sizeof corners);
    for (int i = 0; i < count; i++) {
        double x0 = (double)corners[4 * i].x, y0 = (double)corners[4 * i].y - PLAIN_BASELINE;
        double x1 = (double)corners[4 * i + 2].x, y1 = (double)corners[4 * i + 2].y - PLAIN_BASELINE;
        viewer_rect r = {x + scale * x0, baseline + scale * y0, scale * (x1 - x0), scale * (y1 - y0)};
        viewer_rect_draw(v, r, 0.0, color);
    }
}

// ------------------------------------------------------------------------------------------------------------------
// Text of a font
// ------------------------------------------------------------------------------------------------------------------

static double width_of(const viewer* v, vw_face face, double size, const char* text)
{
    if (!v->font.is_baked) {
        plain_text p = plain_of(text);
        return plain_scale(size) * stb_easy_font_width(p.text);
    }
    double width = 0.0;
    while (*text)
        width += vw_font_glyph(&v->font, face, vw_utf8_next(&text))->advance;
    return width * size * EM / VW_FONT_EM;
}

double viewer_text_width(const viewer* v, double size, const char* text)
{
    return width_of(v, VW_FACE_REGULAR, size, text);
}

static void glyph_draw(viewer* v, double x, double baseline, double scale, const vw_glyph* g, double growth,
                       viewer_color color)
{
    vw_corner c[4];
    for (int i = 0; i < 4; ++i) {
        bool is_right = i & 1, is_low = i & 2;
        c[i] = (vw_corner){x + scale * (is_right ? g->x1 : g->x0), baseline - scale * (is_low ? g->y0 : g->y1),
                           (double)(is_right ? g->u1 : g->u0), (double)(is_low ? g->v1 : g->v0)};
    }
    const float shape[4] = {(float)scale, (float)growth, 0.0f, VW_KIND_GLYPH};
    vw_overlay_quad(v, c, shape, color);
}

static void text_draw(viewer* v, double x, double y, double size, viewer_align align, viewer_color color, vw_face face,
                      const char* text)
{
    double dpi = (double)v->pixel_width / v->width, scale = size * EM / VW_FONT_EM;
    double growth = face == VW_FACE_BOLD && !v->font.has_bold ? GROWTH : 0.0;
    if (align != VIEWER_ALIGN_LEFT) x -= width_of(v, face, size, text) * (align == VIEWER_ALIGN_CENTER ? 0.5 : 1.0);
    double baseline = floor((y + BASELINE * size) * dpi + 0.5) / dpi; // whole device pixels: crisp horizontals
    if (!v->font.is_baked) {
        plain_text p = plain_of(text);
        plain_draw(v, x, baseline, size, color, &p);
        return;
    }
    while (*text) {
        const vw_glyph* g = vw_font_glyph(&v->font, face, vw_utf8_next(&text));
        if (g->x1 > g->x0) glyph_draw(v, x, baseline, scale, g, growth, color);
        x += g->advance * scale;
    }
}

// ------------------------------------------------------------------------------------------------------------------
// What programs call
// ------------------------------------------------------------------------------------------------------------------

void viewer_text_draw(viewer* v, double x, double y, double size, viewer_align align, viewer_color color,
                      const char* text)
{
    text_draw(v, x, y, size, align, color, VW_FACE_REGULAR, text);
}

void viewer_title_draw(viewer* v, double x, double y, double size, viewer_align align, viewer_color color,
                       const char* text)
{
    text_draw(v, x, y, size, align, color, VW_FACE_BOLD, text);
}

void viewer_text_drawf(viewer* v, double x, double y, double size, viewer_align align, viewer_color color,
                       const char* format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    viewer_text_draw(v, x, y, size, align, color, text);
}

void viewer_label_draw(viewer* v, belay_vec3 p, viewer_align side, double size, viewer_color color, const char* text)
{
    double x, y, width = viewer_text_width(v, size, text) + 0.9 * size;
    if (!viewer_camera_project(v, p, &x, &y)) return;
    x += side == VIEWER_ALIGN_RIGHT ? 10.0 : side == VIEWER_ALIGN_LEFT ? -10.0 - width : -0.5 * width;
    viewer_rect r = {floor(x), floor(y - 0.75 * size), width, 1.5 * size};
    viewer_rect_draw(v, r, 0.45 * size, v->look.roles[VIEWER_ROLE_PANEL]);
    viewer_text_draw(v, r.x + 0.45 * size, r.y + 0.75 * size, size, VIEWER_ALIGN_LEFT, color, text);
}

// The end of the longest beginning of `text` that fits into `width`, cut at a blank; all of a word that does not.
static const char* line_end(const viewer* v, const char* text, double size, double width)
{
    char line[512];
    const char* end = text + strcspn(text, " ");
    while (*end != '\0') {
        const char* next = end + 1 + strcspn(end + 1, " ");
        if ((size_t)(next - text) >= sizeof line) break;
        snprintf(line, sizeof line, "%.*s", (int)(next - text), text);
        if (viewer_text_width(v, size, line) > width) break;
        end = next;
    }
    return end;
}

// The next line of a text, up to its width. NULL at the end of it.
static const char* line_next(const viewer* v, const char* text, double size, double width, char line[512])
{
    if (*text == '\0') return NULL;
    const char* end = line_end(v, text, size, width);
    snprintf(line, 512, "%.*s", (int)(end - text), text);
    return *end == ' ' ? end + 1 : end;
}

static const double LEADING = 1.35; // from line to line, of the size

double viewer_paragraph_draw(viewer* v, double x, double y, double width, double size, viewer_color color,
                             const char* text)
{
    char line[512];
    while ((text = line_next(v, text, size, width, line)) != NULL) {
        viewer_text_draw(v, x, y, size, VIEWER_ALIGN_LEFT, color, line);
        y += LEADING * size;
    }
    return y;
}

// How many lines a text has, and how wide the widest is.
static int paragraph_measure(const viewer* v, double width, double size, const char* text, double* widest)
{
    char line[512];
    int count = 0;
    for (*widest = 0.0; (text = line_next(v, text, size, width, line)) != NULL; count++)
        *widest = fmax(*widest, viewer_text_width(v, size, line));
    return count;
}

void viewer_caption_draw(viewer* v, double left, double right, const char* title, const char* text)
{
    const double most = 25.0, least = 15.0, size = 15.0, width = v->width - left - right;
    double title_size = fmax(fmin(most, most * width / width_of(v, VW_FACE_BOLD, most, title)), least), widest;
    int lines = paragraph_measure(v, width, size, text, &widest);
    widest = fmax(widest, width_of(v, VW_FACE_BOLD, title_size, title));
    viewer_rect plate = {left - 14.0, 14.0, widest + 28.0, 48.0 + (lines > 0 ? 8.0 + LEADING * size * lines : 0.0)};
    viewer_rect_draw(v, plate, 10.0, viewer_color_fade(v->look.roles[VIEWER_ROLE_PANEL], 0.86f));
    viewer_title_draw(v, left, 38.0, title_size, VIEWER_ALIGN_LEFT, v->look.roles[VIEWER_ROLE_TEXT], title);
    viewer_paragraph_draw(v, left, 68.0, width, size, v->look.roles[VIEWER_ROLE_MUTED], text);
}

void viewer_clock_draw(viewer* v, double seconds)
{
    viewer_text_drawf(v, v->width - 28.0, 38.0, 25.0, VIEWER_ALIGN_RIGHT, v->look.roles[VIEWER_ROLE_TEXT], "%.2f s",
                      seconds);
}
