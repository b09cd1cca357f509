// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "pages/page_plot.h"

#include <math.h>

enum { MOST_VALUES = 64 };

static double share(const page_axis* axis, double value)
{
    if (!axis->is_log) return (value - axis->low) / (axis->high - axis->low);
    double at = value > axis->low ? value : axis->low;
    return log10(at / axis->low) / log10(axis->high / axis->low);
}

page_point page_plot_place(const page_plot* plot, double x, double y)
{
    return (page_point){plot->corner.x + plot->width * share(&plot->x, x),
                        plot->corner.y + plot->height * (1.0 - share(&plot->y, y))};
}

// Goes through the ticks of an axis: false at the end.
static bool next_tick(const page_axis* axis, int number, double* value)
{
    *value = axis->is_log ? axis->low * pow(10.0, number) : axis->low + number * axis->tick;
    return *value <= axis->high * (1.0 + 1e-9) + 1e-12;
}

static void draw_tick(const page_plot* plot, bool is_x, double value)
{
    char text[32];
    snprintf(text, sizeof text, value >= 0.01 && value < 2e4 ? "%.4g" : "%.0e", value);
    if (fabs(value) < 1e-12) snprintf(text, sizeof text, "0");
    page_point a = page_plot_place(plot, is_x ? value : plot->x.low, is_x ? plot->y.low : value);
    page_point b = page_plot_place(plot, is_x ? value : plot->x.high, is_x ? plot->y.high : value);
    page_svg_line(plot->svg, (page_point[]){a, b}, 2, 0xe2e4e8u, 0.8);
    const page_axis* axis = is_x ? &plot->x : &plot->y;
    bool is_crowded = axis->is_log && axis->high / axis->low > 1e6;
    if (is_crowded && (int)lround(log10(value / axis->low)) % 2 == 1) return;
    page_point at = is_x ? (page_point){a.x, a.y + 13.0} : (page_point){a.x - 5.0, a.y + 3.5};
    page_svg_text(plot->svg, at, 10.0, is_x ? "middle" : "end", text);
}

void page_plot_frame(const page_plot* plot, const char* title)
{
    double value;
    for (int i = 0; next_tick(&plot->x, i, &value); i++)
        draw_tick(plot, true, value);
    for (int i = 0; next_tick(&plot->y, i, &value); i++)
        draw_tick(plot, false, value);
    page_point c = plot->corner;
    double right = c.x + plot->width, low = c.y + plot->height;
    page_svg_line(plot->svg, (page_point[]){c, {c.x, low}, {right, low}}, 3, 0x30343cu, 1.0);
    page_svg_text(plot->svg, (page_point){c.x - 30.0, c.y - 22.0}, 13.0, "start", title);
    page_svg_text(plot->svg, (page_point){c.x - 30.0, c.y - 8.0}, 10.0, "start", plot->y.label);
    page_svg_text(plot->svg, (page_point){right, low + 27.0}, 10.0, "end", plot->x.label);
}

void page_plot_line(const page_plot* plot, const page_point* values, int count, uint32_t color, const char* name)
{
    page_point points[MOST_VALUES] = {0};
    if (count > MOST_VALUES) count = MOST_VALUES;
    for (int i = 0; i < count; i++)
        points[i] = page_plot_place(plot, values[i].x, values[i].y);
    page_svg_line(plot->svg, points, count, color, 1.8);
    for (int i = 0; i < count; i++)
        page_svg_circle(plot->svg, points[i], 2.4, (page_style){.fill = color, .opacity = 1.0, .is_filled = true});
    if (name != NULL)
        page_svg_text(plot->svg, (page_point){points[count / 2].x, points[count / 2].y - 7.0}, 10.0, "start", name);
}
