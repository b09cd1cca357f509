// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "pages/page_svg.h"

FILE* page_svg_open(const char* path, int width, int height)
{
    FILE* svg = fopen(path, "w");
    if (svg == NULL) return NULL;
    fprintf(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" ", width,
            height, width, height);
    fprintf(svg,
            "font-family=\"DejaVu Sans,Verdana,sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    fprintf(svg, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height);
    return svg;
}

bool page_svg_close(FILE* svg)
{
    fprintf(svg, "</svg>\n");
    bool is_written = ferror(svg) == 0;
    return fclose(svg) == 0 && is_written;
}

page_style page_filled(uint32_t fill, double opacity)
{
    return (page_style){.fill = fill, .opacity = opacity, .is_filled = true};
}

page_style page_lined(uint32_t line, double width)
{
    return (page_style){.line = line, .width = width, .opacity = 1.0};
}

static void write_points(FILE* svg, const page_point* points, int count)
{
    fprintf(svg, " points=\"");
    for (int i = 0; i < count; i++)
        fprintf(svg, "%s%.1f,%.1f", i > 0 ? " " : "", points[i].x, points[i].y);
    fprintf(svg, "\"");
}

static void write_style(FILE* svg, page_style style)
{
    if (style.is_filled) fprintf(svg, " fill=\"#%06x\"", (unsigned)style.fill);
    if (!style.is_filled) fprintf(svg, " fill=\"none\"");
    if (style.width > 0.0) fprintf(svg, " stroke=\"#%06x\" stroke-width=\"%.4g\"", (unsigned)style.line, style.width);
    if (style.opacity < 1.0) fprintf(svg, " opacity=\"%.2g\"", style.opacity);
    fprintf(svg, "/>\n");
}

void page_svg_line(FILE* svg, const page_point* points, int count, uint32_t color, double width)
{
    fprintf(svg, "<polyline");
    write_points(svg, points, count);
    write_style(svg, page_lined(color, width));
}

void page_svg_dashes(FILE* svg, const page_point* points, int count, uint32_t color, double width)
{
    fprintf(svg, "<polyline stroke-dasharray=\"4 4\"");
    write_points(svg, points, count);
    write_style(svg, page_lined(color, width));
}

void page_svg_polygon(FILE* svg, const page_point* points, int count, page_style style)
{
    fprintf(svg, "<polygon");
    write_points(svg, points, count);
    write_style(svg, style);
}

void page_svg_circle(FILE* svg, page_point center, double radius, page_style style)
{
    fprintf(svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", center.x, center.y, radius);
    write_style(svg, style);
}

void page_svg_text(FILE* svg, page_point at, double size, const char* anchor, const char* text)
{
    fprintf(svg, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.3g\" text-anchor=\"%s\">", at.x, at.y, size, anchor);
    for (; *text != '\0'; text++) {
        if (*text == '<')
            fputs("&lt;", svg);
        else if (*text == '&')
            fputs("&amp;", svg);
        else
            fputc(*text, svg);
    }
    fprintf(svg, "</text>\n");
}
