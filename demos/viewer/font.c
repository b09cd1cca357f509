// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The viewer's own typeface: single strokes, capitals 14 units high, small letters 10, descent 4, in a line of 20.
// Glyphs are baked into an atlas of distances to the nearest stroke, so that any size and weight is smooth.
//
// A glyph is a path of these commands (y up, baseline 0):
//   M x y             move                     L x y   straight line
//   H x y             quarter ellipse that leaves horizontally and arrives vertically
//   V x y             quarter ellipse that leaves vertically and arrives horizontally
//   O cx cy rx ry a b arc of an ellipse from angle a to b, degrees, as a new stroke
//   A cx cy rx ry a b the same, joined to the stroke before
//   D x y             dot

#include "viewer/internal.h"

typedef struct glyph_def {
    uint32_t code;
    float width; // units, between the outermost stroke centres
    const char* path;
} glyph_def;

// clang-format off
// ASCII from space to tilde, in order; then others in rising order.
static const glyph_def GLYPHS[] = {
    {' ', 2.2f, ""},
    {'!', 0.0f, "M0 14 L0 4.6 D0 0.3"},
    {'"', 3.2f, "M0 14 L0 10 M3.2 14 L3.2 10"},
    {'#', 9.0f, "M3.2 13 L1.6 1 M7.4 13 L5.8 1 M0.4 9.2 L9 9.2 M0 4.8 L8.6 4.8"},
    {'$', 8.0f, "O4.1 9.6 3.6 2.6 30 180 V4.2 7 H8 4.2 V4.1 1.4 A4.1 4.2 4 2.8 270 205 M4.1 15 L4.1 -1"},
    {'%', 12.0f, "O2.6 11 2.6 3 0 360 O9.4 3 2.6 3 0 360 M10 14 L2 0"},
    {'&', 10.0f, "M10 0 L2.2 9.4 V4.4 14 A4.4 11.2 2.6 2.8 90 -40 L1.2 5.6 A3.8 3.4 3.6 3.4 150 290 L9.6 7"},
    {'\'', 0.0f, "M0 14 L0 10"},
    {'(', 3.2f, "O6.5 6 6.5 10.4 120 240"},
    {')', 3.2f, "O-3.3 6 6.5 10.4 60 -60"},
    {'*', 6.0f, "M3 14 L3 8 M0.4 12.5 L5.6 9.5 M5.6 12.5 L0.4 9.5"},
    {'+', 8.0f, "M4 10.4 L4 2.4 M0 6.4 L8 6.4"},
    {',', 1.0f, "M1 0.6 L0 -2.6"},
    {'-', 5.0f, "M0 6 L5 6"},
    {'.', 0.0f, "D0 0.3"},
    {'/', 6.0f, "M0 -2 L6 15"},
    {'0', 8.0f, "O4 7 4 7 0 360"},
    {'1', 8.0f, "M1.4 11.2 L5 14 L5 0"},
    {'2', 8.0f, "O4 10.1 3.7 3.9 165 -38 L0.3 0 L8 0"},
    {'3', 8.0f, "O3.9 10.6 3.5 3.4 148 -90 M2.6 7.2 L3.9 7.2 A3.9 3.6 4 3.6 90 -150"},
    {'4', 8.0f, "M6 0 L6 14 L0 4 L8.2 4"},
    {'5', 8.0f, "M7.2 14 L1.3 14 L0.8 7.4 A3.9 4.5 4.1 4.5 138 -148"},
    {'6', 8.0f, "O4 4.5 4 4.5 0 360 M0 4.5 V6.6 14"},
    {'7', 8.0f, "M0 14 L8 14 L2.8 0"},
    {'8', 8.0f, "O4 10.6 3.4 3.4 0 360 O4 3.6 4 3.6 0 360"},
    {'9', 8.0f, "O4 9.5 4 4.5 0 360 M8 9.5 V1.4 0"},
    {':', 0.0f, "D0 9 D0 0.6"},
    {';', 1.0f, "D1 9 M1 0.6 L0 -2.6"},
    {'<', 7.4f, "M7.4 10.6 L0 6.4 L7.4 2.2"},
    {'=', 8.0f, "M0 8.4 L8 8.4 M0 4.4 L8 4.4"},
    {'>', 7.4f, "M0 10.6 L7.4 6.4 L0 2.2"},
    {'?', 6.8f, "O3.4 10.6 3.4 3.4 160 -40 V3.3 4.4 D3.3 0.3"},
    {'@', 13.0f, "O6.4 5.6 2.8 3 0 360 M9.2 8.4 L9.2 4 V11 2.4 H13 6 A6.5 6 6.5 8 0 310"},
    {'A', 10.0f, "M0 0 L5 14 L10 0 M1.7 4.4 L8.3 4.4"},
    {'B', 9.0f, "M0 0 L0 14 L5 14 H8.6 10.75 V5 7.5 L0 7.5 M5 7.5 H9.3 3.75 V5 0 L0 0"},
    {'C', 9.8f, "O5.6 7 5.6 7 46 314"},
    {'D', 9.8f, "M0 0 L0 14 L4 14 H9.8 7 V4 0 L0 0"},
    {'E', 7.8f, "M7.8 14 L0 14 L0 0 L7.8 0 M0 7.3 L6.8 7.3"},
    {'F', 7.4f, "M7.4 14 L0 14 L0 0 M0 7 L6.4 7"},
    {'G', 10.6f, "O5.6 7 5.6 7 48 270 H10.6 4.6 L10.6 6.6 L6.4 6.6"},
    {'H', 9.6f, "M0 0 L0 14 M9.6 0 L9.6 14 M0 7.3 L9.6 7.3"},
    {'I', 0.0f, "M0 0 L0 14"},
    {'J', 6.0f, "M6 14 L6 4 V3 0 H0 3.4"},
    {'K', 9.0f, "M0 0 L0 14 M8.8 14 L0 5 M3.3 8.4 L9.2 0"},
    {'L', 7.2f, "M0 14 L0 0 L7.2 0"},
    {'M', 11.4f, "M0 0 L0 14 L5.7 3.6 L11.4 14 L11.4 0"},
    {'N', 9.8f, "M0 0 L0 14 L9.8 0 L9.8 14"},
    {'O', 11.4f, "O5.7 7 5.7 7 0 360"},
    {'P', 8.8f, "M0 0 L0 14 L5 14 H8.8 10.2 V5 6.4 L0 6.4"},
    {'Q', 11.4f, "O5.7 7 5.7 7 0 360 M7 3.6 L11.2 -0.8"},
    {'R', 9.0f, "M0 0 L0 14 L5 14 H8.8 10.2 V5 6.4 L0 6.4 M5 6.4 L9.2 0"},
    {'S', 8.8f, "O4.5 10.5 4 3.5 32 180 V4.6 7.2 H8.8 3.6 V4.5 0 A4.5 3.6 4.5 3.6 270 206"},
    {'T', 9.6f, "M0 14 L9.6 14 M4.8 14 L4.8 0"},
    {'U', 9.6f, "M0 14 L0 4.8 V4.8 0 H9.6 4.8 L9.6 14"},
    {'V', 9.8f, "M0 14 L4.9 0 L9.8 14"},
    {'W', 14.0f, "M0 14 L3.6 0 L7 12.4 L10.4 0 L14 14"},
    {'X', 9.2f, "M0 14 L9.2 0 M9.2 14 L0 0"},
    {'Y', 9.4f, "M0 14 L4.7 6.4 L9.4 14 M4.7 6.4 L4.7 0"},
    {'Z', 9.0f, "M0.4 14 L8.8 14 L0 0 L9.2 0"},
    {'[', 2.8f, "M2.8 15 L0 15 L0 -3 L2.8 -3"},
    {'\\', 6.0f, "M0 15 L6 -2"},
    {']', 2.8f, "M0 15 L2.8 15 L2.8 -3 L0 -3"},
    {'^', 7.0f, "M0 8.4 L3.5 14 L7 8.4"},
    {'_', 8.0f, "M0 -2.4 L8 -2.4"},
    {'`', 2.4f, "M0 14 L2.4 11.4"},
    {'a', 7.2f, "M0.8 8 V4 10 H7.2 6.8 L7.2 0 M7.2 5.8 L3.4 5.8 H0 2.9 V3.2 0 H7.2 3.4"},
    {'b', 8.0f, "M0 14 L0 0 M0 5 A4 5 4 5 180 -180"},
    {'c', 7.2f, "O4.2 5 4.2 5 46 314"},
    {'d', 8.0f, "M8 14 L8 0 M8 5 A4 5 4 5 0 360"},
    {'e', 8.0f, "M0 5.2 L8 5.2 A4 5 4 5 3 318"},
    {'f', 5.0f, "M5.2 14 L4.8 14 H1.8 11 L1.8 0 M0 9.4 L4.8 9.4"},
    {'g', 8.0f, "O4 5 4 5 0 360 M8 10 L8 0 V4 -4 A4 0 4 4 270 214"},
    {'h', 7.4f, "M0 14 L0 0 M0 5.8 V3.8 10 H7.4 6.2 L7.4 0"},
    {'i', 0.0f, "M0 10 L0 0 D0 13.6"},
    {'j', 2.0f, "M2 10 L2 -1.4 V-0.4 -4 D2 13.6"},
    {'k', 7.2f, "M0 14 L0 0 M6.8 10 L0 3.6 M2.7 6.2 L7.4 0"},
    {'l', 1.8f, "M0 14 L0 2.2 V2 0"},
    {'m', 12.0f, "M0 10 L0 0 M0 6 V3.2 10 H6 6.6 L6 0 M6 6 V9.2 10 H12 6.6 L12 0"},
    {'n', 7.4f, "M0 10 L0 0 M0 5.8 V3.8 10 H7.4 6.2 L7.4 0"},
    {'o', 8.2f, "O4.1 5 4.1 5 0 360"},
    {'p', 8.0f, "M0 10 L0 -4 M0 5 A4 5 4 5 180 -180"},
    {'q', 8.0f, "M8 10 L8 -4 M8 5 A4 5 4 5 0 360"},
    {'r', 4.4f, "M0 10 L0 0 M0 5.6 V4 10 L4.6 10"},
    {'s', 6.6f, "O3.3 7.5 2.9 2.5 32 180 V3.4 5.1 H6.6 2.5 V3.3 0 A3.3 2.5 3.3 2.5 270 205"},
    {'t', 4.8f, "M1.8 13 L1.8 2.6 V4.2 0 L5 0 M0 9.6 L4.8 9.6"},
    {'u', 7.4f, "M0 10 L0 3.8 V3.6 0 H7.4 4.2 M7.4 10 L7.4 0"},
    {'v', 7.6f, "M0 10 L3.8 0 L7.6 10"},
    {'w', 11.2f, "M0 10 L2.9 0 L5.6 9 L8.3 0 L11.2 10"},
    {'x', 7.2f, "M0 10 L7.2 0 M7.2 10 L0 0"},
    {'y', 7.6f, "M0 10 L3.9 0.3 M7.6 10 L3.3 -1.6 V0.6 -4"},
    {'z', 7.0f, "M0.3 10 L6.8 10 L0 0 L7.2 0"},
    {'{', 3.6f, "M3.6 15 H1.6 12.4 L1.6 8.4 V0 6 H1.6 3.6 L1.6 -0.6 V3.6 -3"},
    {'|', 0.0f, "M0 15 L0 -3"},
    {'}', 3.6f, "M0 15 H2 12.4 L2 8.4 V3.6 6 H2 3.6 L2 -0.6 V0 -3"},
    {'~', 8.0f, "M0 5.6 V2.2 7.6 L5.6 5.2 H8 7.2"},
    {0xB0, 4.0f, "O2 12 2 2 0 360"},                                                      // degree
    {0xB1, 8.0f, "M4 11.4 L4 4.4 M0 7.9 L8 7.9 M0 1.4 L8 1.4"},                            // plus-minus
    {0xB2, 4.6f, "O2.3 12.6 2.1 2 165 -40 L0.2 7.4 L4.8 7.4"},                             // squared
    {0xB3, 4.6f, "O2.3 12.8 2 1.7 150 -90 M1.6 11.1 L2.3 11.1 A2.3 9.2 2.3 1.9 90 -150"},  // cubed
    {0xB5, 7.4f, "M0 10 L0 -4 M0 3.8 V3.6 0 H7.4 4.2 M7.4 10 L7.4 0"},                     // micro
    {0xB7, 0.0f, "D0 6.2"},                                                                // middle dot
    {0xD7, 6.4f, "M0 9.6 L6.4 3.2 M6.4 9.6 L0 3.2"},                                       // times
    {0x394, 10.0f, "M5 14 L0 0 L10 0 L5 14"},                                              // Delta
    {0x3B1, 9.0f, "O3.9 5 3.9 5 0 360 M8.8 10 L7.8 5 V9.2 0"},                            // alpha
    {0x3B4, 7.6f, "O3.8 4.4 3.8 4.4 0 360 M5.6 8.4 L2.4 11 V4.2 14 L6.4 14"},              // delta
    {0x3B5, 6.4f, "O3.4 7.5 2.8 2.5 40 270 M3.4 5 L4.6 5 M3.4 5 A3.3 2.5 3.3 2.5 90 325"}, // epsilon
    {0x3B8, 7.4f, "O3.7 7 3.7 7 0 360 M0 7 L7.4 7"},                                       // theta
    {0x3BA, 7.0f, "M0 10 L0 0 M6.6 10 L0 4 M2.8 6.4 L7.2 0"},                              // kappa
    {0x3BB, 8.0f, "M0 14 L1.4 14 L7.8 0 M3.9 8.4 L0 0"},                                   // lambda
    {0x3BC, 7.4f, "M0 10 L0 -4 M0 3.8 V3.6 0 H7.4 4.2 M7.4 10 L7.4 0"},                    // mu
    {0x3C1, 8.0f, "O4 5 4 5 0 360 M0 5 L0 -4"},                                            // rho
    {0x3C6, 9.6f, "O4.8 5 4.8 5 0 360 M4.8 13 L4.8 -4"},                                   // phi
    {0x3C9, 11.0f, "M2 10 V0 4.4 V2.9 0 H5.5 3.6 L5.5 6 M5.5 3.6 V8.1 0 H11 4.4 V9 10"},   // omega
    {0x2013, 7.0f, "M0 6 L7 6"},                                                           // en dash
    {0x2014, 12.0f, "M0 6 L12 6"},                                                         // em dash
    {0x2026, 8.4f, "D0 0.3 D4.2 0.3 D8.4 0.3"},                                            // ellipsis
    {0x207B, 4.0f, "M0 10.6 L4 10.6"},                                                     // superscript minus
    {0x2192, 10.0f, "M0 6 L10 6 M6.4 9.6 L10 6 L6.4 2.4"},                                 // arrow
    {0x2212, 8.0f, "M0 6.4 L8 6.4"},                                                       // minus
    {0x2264, 7.4f, "M7.4 11.8 L0 8 L7.4 4.2 M0 1.2 L7.4 1.2"},                             // at most
    {0x2265, 7.4f, "M0 11.8 L7.4 8 L0 4.2 M0 1.2 L7.4 1.2"},                               // at least
    {0xFFFD, 7.0f, "M0 0 L0 14 L7 14 L7 0 L0 0"},                                          // anything else
};
// clang-format on

enum {
    GLYPH_COUNT = (int)(sizeof GLYPHS / sizeof GLYPHS[0]),
    COLUMNS = 16,
    ROWS = (GLYPH_COUNT + COLUMNS - 1) / COLUMNS,
    CELL_WIDTH = 48, // texels
    CELL_HEIGHT = 60,
    MAX_SEGMENTS = 128,
};

static const double BEARING = 1.75;        // units beside the outermost strokes
static const double TEXELS_PER_UNIT = 2.4; // so a cell holds 20 x 25 units
static const double CELL_LEFT = 2.75;      // units from a cell's left edge to the glyph's zero
static const double CELL_BELOW = 6.5;      // units from a cell's lower edge to the baseline
static const double DOT_GROWTH = 0.45;     // dots are this much thicker than strokes, units

typedef struct segment {
    double x0, y0, x1, y1, grow;
} segment;

typedef struct pen {
    segment segments[MAX_SEGMENTS];
    int count;
    double x, y;
} pen;

static void pen_line(pen* p, double x, double y, double grow)
{
    if (p->count < MAX_SEGMENTS) p->segments[p->count++] = (segment){p->x, p->y, x, y, grow};
    p->x = x;
    p->y = y;
}

// An arc from angle a to b (radians) in steps of at most 9 degrees.
static void pen_arc(pen* p, double cx, double cy, double rx, double ry, double a, double b)
{
    int steps = (int)ceil(fabs(b - a) * 20.0 / VW_PI);
    for (int i = 0; i <= steps; ++i) {
        double t = a + (b - a) * i / (steps > 0 ? steps : 1);
        pen_line(p, cx + rx * cos(t), cy + ry * sin(t), 0.0);
    }
}

// A quarter ellipse from the pen to (x, y); its centre has one coordinate of each end.
static void pen_quarter(pen* p, double x, double y, bool leaves_horizontally)
{
    double x0 = p->x, y0 = p->y;
    for (int i = 1; i <= 10; ++i) {
        double s = sin(0.5 * VW_PI * i / 10.0), c = 1.0 - cos(0.5 * VW_PI * i / 10.0);
        double tx = leaves_horizontally ? s : c, ty = leaves_horizontally ? c : s;
        pen_line(p, x0 + tx * (x - x0), y0 + ty * (y - y0), 0.0);
    }
}

// Reads one decimal number after blanks; unlike strtod it does not depend on the locale.
static const char* number_read(const char* s, double* value)
{
    double sign = 1.0, unit = 1.0;
    while (*s == ' ')
        ++s;
    if (*s == '-') {
        sign = -1.0;
        ++s;
    }
    *value = 0.0;
    for (bool has_point = false; (*s >= '0' && *s <= '9') || *s == '.'; ++s) {
        if (*s == '.') {
            has_point = true;
            continue;
        }
        *value = 10.0 * *value + (*s - '0');
        unit *= has_point ? 10.0 : 1.0;
    }
    *value *= sign / unit;
    return s;
}

static void pen_command(pen* p, char command, const double* k)
{
    const double degree = VW_PI / 180.0;
    switch (command) {
    case 'M':
        p->x = k[0];
        p->y = k[1];
        break;
    case 'L':
        pen_line(p, k[0], k[1], 0.0);
        break;
    case 'H':
    case 'V':
        pen_quarter(p, k[0], k[1], command == 'H');
        break;
    case 'D':
        p->x = k[0];
        p->y = k[1];
        pen_line(p, k[0], k[1], DOT_GROWTH);
        break;
    case 'O':
        p->x = k[0] + k[2] * cos(k[4] * degree);
        p->y = k[1] + k[3] * sin(k[4] * degree);
        pen_arc(p, k[0], k[1], k[2], k[3], k[4] * degree, k[5] * degree);
        break;
    case 'A':
        pen_arc(p, k[0], k[1], k[2], k[3], k[4] * degree, k[5] * degree);
        break;
    default:
        break;
    }
}

static void path_trace(pen* p, const char* path)
{
    p->count = 0;
    p->x = p->y = 0.0;
    while (*path) {
        char command = *path++;
        double k[6] = {0};
        if (command == ' ') continue;
        int count = command == 'O' || command == 'A' ? 6 : 2;
        for (int i = 0; i < count; ++i)
            path = number_read(path, &k[i]);
        pen_command(p, command, k);
    }
}

static double segment_distance(const segment* s, double x, double y)
{
    double dx = s->x1 - s->x0, dy = s->y1 - s->y0, l2 = dx * dx + dy * dy;
    double t = l2 > 0.0 ? ((x - s->x0) * dx + (y - s->y0) * dy) / l2 : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    double ex = x - s->x0 - t * dx, ey = y - s->y0 - t * dy;
    return sqrt(ex * ex + ey * ey) - s->grow;
}

static unsigned char texel(const pen* p, double x, double y)
{
    double d = VW_FONT_RANGE;
    for (int i = 0; i < p->count; ++i)
        d = fmin(d, segment_distance(&p->segments[i], x, y));
    return (unsigned char)(fmax(d, 0.0) / VW_FONT_RANGE * 255.0 + 0.5);
}

static void glyph_bake(const pen* p, unsigned char* cell, int stride)
{
    for (int j = 0; j < CELL_HEIGHT; ++j) {
        for (int i = 0; i < CELL_WIDTH; ++i) {
            double x = (i + 0.5) / TEXELS_PER_UNIT - CELL_LEFT;
            double y = (CELL_HEIGHT - j - 0.5) / TEXELS_PER_UNIT - CELL_BELOW;
            cell[j * stride + i] = texel(p, x, y);
        }
    }
}

unsigned char* vw_font_bake(int* width, int* height)
{
    *width = COLUMNS * CELL_WIDTH;
    *height = ROWS * CELL_HEIGHT;
    unsigned char* texels = malloc((size_t)*width * (size_t)*height);
    if (!texels) return NULL;
    memset(texels, 255, (size_t)*width * (size_t)*height);
    for (int g = 0; g < GLYPH_COUNT; ++g) {
        pen p;
        path_trace(&p, GLYPHS[g].path);
        glyph_bake(&p, texels + (g / COLUMNS) * CELL_HEIGHT * *width + (g % COLUMNS) * CELL_WIDTH, *width);
    }
    return texels;
}

static int glyph_index(uint32_t code)
{
    if (code >= ' ' && code <= '~') return (int)(code - ' ');
    int low = '~' - ' ' + 1, high = GLYPH_COUNT - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (GLYPHS[middle].code < code)
            low = middle + 1;
        else
            high = middle;
    }
    return GLYPHS[low].code == code ? low : GLYPH_COUNT - 1;
}

vw_glyph vw_font_glyph(uint32_t code_point)
{
    int k = glyph_index(code_point);
    const glyph_def* def = &GLYPHS[k];
    vw_glyph g;
    memset(&g, 0, sizeof g);
    g.advance = (double)def->width + 2.0 * BEARING;
    if (!def->path[0]) return g;
    double texels = ((double)def->width + 2.0 * CELL_LEFT) * TEXELS_PER_UNIT; // used part of the cell
    g.x0 = BEARING - CELL_LEFT;
    g.x1 = g.x0 + texels / TEXELS_PER_UNIT;
    g.y0 = -CELL_BELOW;
    g.y1 = g.y0 + CELL_HEIGHT / TEXELS_PER_UNIT;
    g.u0 = (float)(k % COLUMNS) / COLUMNS;
    g.u1 = g.u0 + (float)(texels / (COLUMNS * CELL_WIDTH));
    g.v0 = (float)(k / COLUMNS) / ROWS;
    g.v1 = g.v0 + 1.0f / ROWS;
    return g;
}

// Decodes one code point and moves on; a byte that fits nowhere is the replacement character.
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
