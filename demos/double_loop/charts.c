// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "double_loop/charts.h"

#include <math.h>
#include <string.h>

viewer_color chart_color(double mu)
{
    static const struct {
        double mu;
        uint32_t rgb;
    } stops[] = {{0.0, 0x4C8DF6}, {0.1, 0x12B5C9}, {0.15, 0x22B573}, {0.2, 0xF2B01E},
                 {0.3, 0xF47B20}, {0.5, 0xE5364B}, {1.0, 0xB0208C}};
    int count = (int)(sizeof stops / sizeof stops[0]), i = 1;
    while (i < count - 1 && mu > stops[i].mu)
        i++;
    double t = (mu - stops[i - 1].mu) / (stops[i].mu - stops[i - 1].mu);
    return viewer_color_mix(viewer_color_hex(stops[i - 1].rgb), viewer_color_hex(stops[i].rgb),
                            (float)(t < 1.0 ? t : 1.0));
}

static viewer_series* add(chart* c, const char* name, const curves* of, curve which, viewer_color color)
{
    viewer_series* s = &c->series[c->plot.series_count++];
    *s = (viewer_series){
        .name = name, .x = of->values[CURVE_TIME], .y = of->values[which], .count = of->count, .color = color};
    return s;
}

void chart_energies(chart* c, const curves* of)
{
    double total = of->count > 0 ? fmax(of->values[CURVE_TOTAL][0], 0.5) : 1.0;
    memset(c, 0, sizeof *c);
    c->plot.series = c->series;
    c->plot.y_label = "J";
    c->plot.y_min = -0.06 * total; // a ball on the floor lies a little below zero height
    c->plot.y_max = 1.06 * total;
    add(c, "total", of, CURVE_TOTAL, viewer_color_hex(0x8A94A3))->style = VIEWER_SERIES_DASHED;
    add(c, "lost", of, CURVE_DISSIPATED, viewer_color_hex(0xE5484D));
    add(c, "spin", of, CURVE_SPIN, viewer_color_hex(0x8E5BD0));
    add(c, "speed", of, CURVE_TRANSLATION, viewer_color_hex(0x2F8CF0));
    add(c, "height", of, CURVE_POTENTIAL, viewer_color_hex(0x23A86B));
}

void chart_progress_begin(chart* c, const double loop_end[2], double seconds)
{
    memset(c, 0, sizeof *c);
    c->plot.series = c->series;
    c->plot.y_label = "m along the track";
    for (int k = 0; k < CHARTS_ACROSS; k++) {
        c->across_x[k] = seconds * k / (CHARTS_ACROSS - 1);
        c->across_y[0][k] = loop_end[0];
        c->across_y[1][k] = loop_end[1];
    }
    for (int i = 0; i < 2; i++)
        c->series[c->plot.series_count++] = (viewer_series){.x = c->across_x,
                                                            .y = c->across_y[i],
                                                            .count = CHARTS_ACROSS,
                                                            .color = viewer_color_hex(0x8A94A3),
                                                            .style = VIEWER_SERIES_DASHED,
                                                            .width = 1.2};
}

void chart_progress_add(chart* c, const curves* of, double mu)
{
    if (c->plot.series_count == CHARTS_MAX_SERIES) return;
    char* name = c->names[c->plot.series_count - 2];
    snprintf(name, sizeof c->names[0], "%g", mu);
    add(c, name, of, CURVE_PROGRESS, chart_color(mu));
}
