// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Pictures of the pages as SVG: lines, polygons, circles and text, in units of a pixel from the upper left corner.
// Colours are 0xRRGGBB. What cannot be written is told by page_svg_close.

#ifndef DEMOS_PAGES_PAGE_SVG_H
#define DEMOS_PAGES_PAGE_SVG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// A place on the page.
typedef struct page_point {
    double x, y;
} page_point;

// How a shape looks. A width of 0: no line; is_filled false: no area.
typedef struct page_style {
    uint32_t fill, line;
    double width, opacity;
    bool is_filled;
} page_style;

// Begins a picture on white; null when the file cannot be opened.
FILE* page_svg_open(const char* path, int width, int height);
// Ends it; false when something could not be written.
bool page_svg_close(FILE* svg);

page_style page_filled(uint32_t fill, double opacity);
page_style page_lined(uint32_t line, double width);

void page_svg_line(FILE* svg, const page_point* points, int count, uint32_t color, double width);
void page_svg_dashes(FILE* svg, const page_point* points, int count, uint32_t color, double width);
void page_svg_polygon(FILE* svg, const page_point* points, int count, page_style style);
void page_svg_circle(FILE* svg, page_point center, double radius, page_style style);
// `anchor`: "start", "middle" or "end" of the text stands at `at`.
void page_svg_text(FILE* svg, page_point at, double size, const char* anchor, const char* text);

#endif
