// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// Plots: scaling, ticks, curves, legend.

#include "viewer/internal.h"

#include <stdio.h>

typedef struct axis {
    double low, high; // of the data; logarithms when is_log
    bool is_log;
    double from, to; // logical pixels
} axis;

static double axis_value(const axis* a, double value)
{
    return a->is_log ? (value > 0.0 ? log10(value) : NAN) : value;
}

static double axis_place(const axis* a, double value)
{
    return a->from + (axis_value(a, value) - a->low) / (a->high - a->low) * (a->to - a->from);
}

static double series_x(const viewer_series* s, int i)
{
    return s->x ? s->x[(s->first + i) % s->count] : (double)i;
}

static double series_y(const viewer_series* s, int i)
{
    return s->y[(s->first + i) % s->count];
}

static void axis_widen(axis* a, double value)
{
    double t = axis_value(a, value);
    if (!isfinite(t)) return;
    a->low = fmin(a->low, t);
    a->high = fmax(a->high, t);
}

// A step of 1, 2 or 5 times a power of ten that cuts `range` into about `count` parts.
static double nice_step(double range, double count)
{
    double raw = range / fmax(count, 1.0), power = pow(10.0, floor(log10(raw)));
    double m = raw / power;
    return power * (m < 1.5 ? 1.0 : m < 3.5 ? 2.0 : m < 7.5 ? 5.0 : 10.0);
}

// Fixes the limits: given ones, else the data's; a flat curve gets room around it, and y ends on whole steps.
static void axis_close(axis* a, double min, double max, bool is_rounded, double ticks)
{
    if (min != max) {
        a->low = axis_value(a, min);
        a->high = axis_value(a, max);
    }
    if (!(a->low <= a->high) || !isfinite(a->low) || !isfinite(a->high)) {
        a->low = 0.0;
        a->high = 1.0;
    }
    double least = a->is_log ? 1.0 : fmax(1e-9 * fmax(fabs(a->low), fabs(a->high)), 1e-300);
    if (a->high - a->low < least) {
        double grow = a->is_log ? 0.5 : (a->low != 0.0 ? 0.1 * fabs(a->low) : 1.0);
        a->low -= grow;
        a->high += grow;
    }
    if (min == max && is_rounded) {
        double step = a->is_log ? 1.0 : nice_step(a->high - a->low, ticks);
        a->low = floor(a->low / step + 1e-9) * step;
        a->high = ceil(a->high / step - 1e-9) * step;
    }
}

static void axes_fit(const viewer_plot* plot, axis* x, axis* y, double y_ticks)
{
    *x = (axis){INFINITY, -INFINITY, plot->log_x, 0.0, 1.0};
    *y = (axis){INFINITY, -INFINITY, plot->log_y, 0.0, 1.0};
    for (int k = 0; k < plot->series_count; ++k) {
        const viewer_series* s = &plot->series[k];
        for (int i = 0; i < s->count; ++i) {
            axis_widen(x, series_x(s, i));
            axis_widen(y, series_y(s, i));
        }
    }
    axis_close(x, plot->x_min, plot->x_max, false, 6.0);
    axis_close(y, plot->y_min, plot->y_max, true, y_ticks);
}

// Powers of ten: in full when all are short, else as 1e-6.
static void log_text(char* out, size_t size, const axis* a, double t)
{
    if (a->low > -3.5 && a->high < 3.5)
        snprintf(out, size, "%g", pow(10.0, t));
    else
        snprintf(out, size, "1e%d", (int)floor(t + 0.5));
}

// A tick's number, as short as the step allows.
static void tick_text(char* out, size_t size, const axis* a, double t, double step)
{
    if (a->is_log) {
        log_text(out, size, a, t);
        return;
    }
    double most = fmax(fabs(a->low), fabs(a->high));
    int decimals = (int)ceil(-log10(step) - 1e-6);
    if (most >= 1e5 || most < 1e-3)
        snprintf(out, size, "%.*e", decimals + (int)floor(log10(most)) > 0 ? 1 : 0, fabs(t) < 0.5 * step ? 0.0 : t);
    else
        snprintf(out, size, "%.*f", decimals > 0 ? decimals : 0, fabs(t) < 0.5 * step ? 0.0 : t);
}

static double tick_step(const axis* a, double pixels_each)
{
    double count = fabs(a->to - a->from) / pixels_each, range = a->high - a->low;
    if (a->is_log) return fmax(1.0, ceil(range / fmax(count, 1.0)));
    // One number alone tells no scale.
    double step = nice_step(range, count);
    for (int i = 0; i < 2 && floor(a->high / step + 1e-6) - ceil(a->low / step - 1e-6) < 1.0; i++)
        step = nice_step(step, 2.0);
    return step;
}

// Calls of the two directions differ only in where line and number go.
static void ticks_draw(viewer* v, const axis* a, bool is_x, double step, viewer_rect area, double size)
{
    viewer_color edge = v->look.roles[VIEWER_ROLE_EDGE], muted = v->look.roles[VIEWER_ROLE_MUTED];
    for (double k = ceil(a->low / step - 1e-6); k * step <= a->high + 1e-6 * step; k += 1.0) {
        char text[32];
        double t = k * step, at = floor(a->from + (t - a->low) / (a->high - a->low) * (a->to - a->from) + 0.5);
        tick_text(text, sizeof text, a, t, step);
        viewer_rect line = is_x ? (viewer_rect){at, area.y, 1.0, area.h} : (viewer_rect){area.x, at, area.w, 1.0};
        viewer_rect_draw(v, line, 0.0, edge);
        if (is_x)
            viewer_text_draw(v, at, area.y + area.h + 0.8 * size, size, VIEWER_ALIGN_CENTER, muted, text);
        else
            viewer_text_draw(v, area.x - 6.0, at, size, VIEWER_ALIGN_RIGHT, muted, text);
    }
}

// The widest number beside the y axis.
static double tick_width(const viewer* v, const axis* a, double step, double size)
{
    double width = 0.0;
    for (double k = ceil(a->low / step - 1e-6); k * step <= a->high + 1e-6 * step; k += 1.0) {
        char text[32];
        tick_text(text, sizeof text, a, k * step, step);
        width = fmax(width, viewer_text_width(v, size, text));
    }
    return width;
}

// Cuts a line to the area (Liang and Barsky). False when nothing is left.
static bool clip(viewer_rect r, double p[4])
{
    double dx = p[2] - p[0], dy = p[3] - p[1], t0 = 0.0, t1 = 1.0;
    const double d[4] = {-dx, dx, -dy, dy};
    const double q[4] = {p[0] - r.x, r.x + r.w - p[0], p[1] - r.y, r.y + r.h - p[1]};
    for (int i = 0; i < 4; ++i) {
        if (d[i] == 0.0 && q[i] < 0.0) return false;
        if (d[i] < 0.0) t0 = fmax(t0, q[i] / d[i]);
        if (d[i] > 0.0) t1 = fmin(t1, q[i] / d[i]);
    }
    if (!(t0 <= t1)) return false;
    p[2] = p[0] + t1 * dx;
    p[3] = p[1] + t1 * dy;
    p[0] += t0 * dx;
    p[1] += t0 * dy;
    return true;
}

static viewer_color series_color(const viewer_series* s, int k)
{
    bool is_given = s->color.r != 0.0f || s->color.g != 0.0f || s->color.b != 0.0f || s->color.a != 0.0f;
    return is_given ? s->color : viewer_color_palette(k);
}

static void segment_draw(viewer* v, viewer_rect area, const double from[2], const double to[2], double width,
                         viewer_color color)
{
    double p[4] = {from[0], from[1], to[0], to[1]};
    if (clip(area, p)) viewer_line2_draw(v, p[0], p[1], p[2], p[3], width, color);
}

static void dots_draw(viewer* v, viewer_rect area, const axis* x, const axis* y, const viewer_series* s, double width,
                      viewer_color color)
{
    for (int i = 0; i < s->count; ++i) {
        double px = axis_place(x, series_x(s, i)), py = axis_place(y, series_y(s, i));
        bool is_in = px >= area.x && px <= area.x + area.w && py >= area.y && py <= area.y + area.h;
        if (is_in) viewer_disc_draw(v, px, py, width, color);
    }
}

// The dashes of a piece of curve that begins at the length `run`: 6 on, 4 off, logical pixels.
static void dashes_draw(viewer* v, viewer_rect area, const double from[2], const double to[2], double run, double width,
                        viewer_color color)
{
    const double on = 6.0, period = 10.0;
    double dx = to[0] - from[0], dy = to[1] - from[1], length = sqrt(dx * dx + dy * dy);
    for (double k = floor(run / period); k * period < run + length; k += 1.0) {
        double begin = fmax(k * period - run, 0.0) / length, end = fmin(k * period + on - run, length) / length;
        if (!(begin < end)) continue;
        double a[2] = {from[0] + begin * dx, from[1] + begin * dy}, b[2] = {from[0] + end * dx, from[1] + end * dy};
        segment_draw(v, area, a, b, width, color);
    }
}

// Points closer than half a pixel to the last drawn one add nothing and are skipped, so long records stay cheap. Dashes
// are measured along the curve.
static void curve_draw(viewer* v, viewer_rect area, const axis* x, const axis* y, const viewer_series* s, double width,
                       viewer_color color)
{
    double last[2] = {NAN, NAN}, run = 0.0;
    for (int i = 0; i < s->count; ++i) {
        double p[2] = {axis_place(x, series_x(s, i)), axis_place(y, series_y(s, i))};
        double length = sqrt((p[0] - last[0]) * (p[0] - last[0]) + (p[1] - last[1]) * (p[1] - last[1]));
        if (length < 0.5 && i + 1 < s->count) continue;
        if (isfinite(length) && s->style == VIEWER_SERIES_DASHED)
            dashes_draw(v, area, last, p, run, width, color);
        else if (isfinite(length))
            segment_draw(v, area, last, p, width, color);
        run = isfinite(length) ? run + length : 0.0;
        last[0] = p[0];
        last[1] = p[1];
    }
}

static void series_draw(viewer* v, viewer_rect area, const axis* x, const axis* y, const viewer_series* s, int k)
{
    double width = s->width > 0.0 ? s->width : 1.8;
    if (s->style == VIEWER_SERIES_DOTS)
        dots_draw(v, area, x, y, s, fmax(width, 2.2), series_color(s, k));
    else
        curve_draw(v, area, x, y, s, width, series_color(s, k));
}

// One line above the area, from the right.
static void legend_draw(viewer* v, viewer_rect area, double y, const viewer_plot* plot, double size)
{
    double x = area.x + area.w;
    for (int k = plot->series_count - 1; k >= 0; --k) {
        const viewer_series* s = &plot->series[k];
        if (!s->name) continue;
        x -= viewer_text_width(v, size, s->name);
        viewer_text_draw(v, x, y, size, VIEWER_ALIGN_LEFT, v->look.roles[VIEWER_ROLE_TEXT], s->name);
        bool is_dashed = s->style == VIEWER_SERIES_DASHED;
        viewer_line2_draw(v, x - 16.0, y, x - (is_dashed ? 12.5 : 6.0), y, 3.0, series_color(s, k));
        if (is_dashed) viewer_line2_draw(v, x - 9.5, y, x - 6.0, y, 3.0, series_color(s, k));
        x -= 30.0;
    }
}

static bool has_names(const viewer_plot* plot)
{
    for (int k = 0; k < plot->series_count; ++k)
        if (plot->series[k].name) return !plot->hide_legend;
    return false;
}

static void captions_draw(viewer* v, viewer_rect r, viewer_rect area, const viewer_plot* plot, double size)
{
    viewer_color muted = v->look.roles[VIEWER_ROLE_MUTED];
    double y = area.y - 1.3 * size;
    if (plot->title)
        viewer_title_draw(v, r.x + 12.0, r.y + 1.25 * size, size + 2.0, VIEWER_ALIGN_LEFT,
                          v->look.roles[VIEWER_ROLE_TEXT], plot->title);
    if (plot->y_label) viewer_text_draw(v, r.x + 12.0, y, size, VIEWER_ALIGN_LEFT, muted, plot->y_label);
    if (plot->x_label)
        viewer_text_draw(v, area.x + area.w, area.y + area.h + 2.0 * size, size, VIEWER_ALIGN_RIGHT, muted,
                         plot->x_label);
    if (has_names(plot)) legend_draw(v, area, y, plot, size);
}

// The rectangle of the curves: what title, labels and numbers leave.
static viewer_rect area_of(const viewer* v, viewer_rect r, const viewer_plot* plot, axis* y, double size)
{
    double top =
        0.6 * size + (plot->title ? 1.9 * size : 0.0) + (plot->y_label || has_names(plot) ? 2.0 * size : 0.5 * size);
    double bottom = 1.7 * size + (plot->x_label ? 1.2 * size : 0.0);
    viewer_rect area = {r.x, floor(r.y + top), r.w, floor(r.h - top - bottom)};
    y->from = area.y + area.h;
    y->to = area.y;
    double left = floor(tick_width(v, y, tick_step(y, 3.0 * size), size) + 18.0);
    area.x += left;
    area.w -= left + size;
    return area;
}

void viewer_plot_draw(viewer* v, viewer_rect r, const viewer_plot* plot)
{
    axis x, y;
    double size = plot->text_size > 0.0 ? plot->text_size : 13.0;
    axes_fit(plot, &x, &y, fmax(r.h / (3.2 * size) - 1.5, 1.0));
    viewer_rect area = area_of(v, r, plot, &y, size);
    if (!(area.w > 10.0 && area.h > 10.0)) return;
    x.from = area.x;
    x.to = area.x + area.w;
    if (!plot->hide_panel) viewer_panel_draw(v, r);
    ticks_draw(v, &x, true, tick_step(&x, 5.5 * size), area, size);
    ticks_draw(v, &y, false, tick_step(&y, 3.0 * size), area, size);
    captions_draw(v, r, area, plot, size);
    for (int k = 0; k < plot->series_count; ++k)
        if (plot->series[k].count > 0) series_draw(v, area, &x, &y, &plot->series[k], k);
}

bool viewer_history_init(viewer_history* h, int capacity)
{
    memset(h, 0, sizeof *h);
    h->x = capacity > 0 ? malloc((size_t)capacity * sizeof *h->x) : NULL;
    h->y = capacity > 0 ? malloc((size_t)capacity * sizeof *h->y) : NULL;
    if (!h->x || !h->y) {
        viewer_history_fini(h);
        return false;
    }
    h->capacity = capacity;
    return true;
}

void viewer_history_fini(viewer_history* h)
{
    free(h->x);
    free(h->y);
    memset(h, 0, sizeof *h);
}

void viewer_history_push(viewer_history* h, double x, double y)
{
    if (h->capacity == 0) return;
    int at = (h->first + h->count) % h->capacity;
    h->x[at] = x;
    h->y[at] = y;
    if (h->count < h->capacity)
        ++h->count;
    else
        h->first = (h->first + 1) % h->capacity;
}

void viewer_history_clear(viewer_history* h)
{
    h->first = h->count = 0;
}

// A history that is not yet full starts at 0, and a full one has count == capacity, so indices wrap at `count`.
viewer_series viewer_history_series(const viewer_history* h, const char* name, viewer_color color)
{
    viewer_series s = {name, h->x, h->y, h->count, h->first, color, VIEWER_SERIES_LINE, 0.0};
    return s;
}
