// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/samples/curves.h"

#include <string.h>

enum { MOST_SERIES = 4 };
static const double TEXT = 12.0; // logical pixels

bool curves_init(curves* c, int capacity)
{
    bool is_good = true;
    memset(c, 0, sizeof *c);
    for (int i = 0; i < CURVE_COUNT; i++)
        is_good = viewer_history_init(&c->all[i], capacity) && is_good;
    return is_good;
}

void curves_fini(curves* c)
{
    for (int i = 0; i < CURVE_COUNT; i++)
        viewer_history_fini(&c->all[i]);
}

void curves_clear(curves* c)
{
    for (int i = 0; i < CURVE_COUNT; i++)
        viewer_history_clear(&c->all[i]);
}

void curves_push(curves* c, const sample* s)
{
    const double values[CURVE_COUNT] = {
        [CURVE_FORCE_X] = s->force.x,         [CURVE_FORCE_Y] = s->force.y,         [CURVE_FORCE_Z] = s->force.z,
        [CURVE_DEVICE_X] = 1e3 * s->device.x, [CURVE_DEVICE_Z] = 1e3 * s->device.z, [CURVE_TOOL_X] = 1e3 * s->tool.x,
        [CURVE_TOOL_Z] = 1e3 * s->tool.z,     [CURVE_ENERGY] = 1e3 * s->energy,     [CURVE_MICROS] = s->micros,
    };
    for (int i = 0; i < CURVE_COUNT; i++)
        viewer_history_push(&c->all[i], s->time, values[i]);
}

// ------------------------------------------------------------------------------------------------------------------
// Drawing
// ------------------------------------------------------------------------------------------------------------------

static viewer_series series_of(const curves* c, curve which, const char* name, uint32_t rgb)
{
    return viewer_history_series(&c->all[which], name, viewer_color_hex(rgb));
}

static void draw(viewer* v, double height, const char* label, const viewer_series* series, int count, bool is_log)
{
    viewer_plot plot = {.y_label = label,
                        .series = series,
                        .series_count = count,
                        .hide_panel = true,
                        .hide_legend = count == 1,
                        .log_y = is_log,
                        .text_size = TEXT};
    if (series[0].count > 1) viewer_ui_plot(v, height, &plot);
}

static viewer_series dashed(viewer_series s)
{
    s.style = VIEWER_SERIES_DASHED;
    return s;
}

void curves_draw(const curves* c, viewer* v, double height, const char* micros)
{
    const uint32_t red = 0xD8473F, green = 0x14804A, blue = 0x2F6FDE, grey = 0x5B6472;
    const viewer_series forces[] = {series_of(c, CURVE_FORCE_X, "x", red), series_of(c, CURVE_FORCE_Y, "y", green),
                                    series_of(c, CURVE_FORCE_Z, "z", blue)};
    const viewer_series places[MOST_SERIES] = {
        dashed(series_of(c, CURVE_DEVICE_X, "hand x", red)), series_of(c, CURVE_TOOL_X, "tool x", red),
        dashed(series_of(c, CURVE_DEVICE_Z, "hand z", blue)), series_of(c, CURVE_TOOL_Z, "tool z", blue)};
    const viewer_series energy = series_of(c, CURVE_ENERGY, NULL, green);
    const viewer_series work = series_of(c, CURVE_MICROS, NULL, grey);
    draw(v, height, "force on the hand, N", forces, 3, false);
    draw(v, height, "mm", places, MOST_SERIES, false);
    draw(v, height, "energy the hand put in, mJ", &energy, 1, false);
    draw(v, height, micros, &work, 1, true);
}
