// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors
//
// The immediate user interface.

#include "viewer/internal.h"

#include <stdarg.h>
#include <stdio.h>

static const double PAD = 14.0;          // between panel edge and content
static const double LINE = 22.0;         // height of a row
static const double TEXT = 14.0;         // size of text
static const double DOUBLE_CLICK = 0.35; // s

// FNV-1a; never 0, which means no widget.
static uint32_t hash_text(uint32_t seed, const char* text)
{
    uint32_t h = 2166136261u ^ seed;
    for (; *text; ++text)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h ? h : 1u;
}

// Copies the shown part of a label: up to "##".
static void label_shown(char* out, size_t size, const char* label)
{
    size_t n = 0;
    for (; label[n] && !(label[n] == '#' && label[n + 1] == '#') && n + 1 < size; ++n)
        out[n] = label[n];
    out[n] = '\0';
}

static bool is_inside(const viewer* v, viewer_rect r)
{
    const viewer_mouse* m = &v->mouse;
    return m->x >= r.x && m->x < r.x + r.w && m->y >= r.y && m->y < r.y + r.h;
}

// The panels of the last frame decide who gets the mouse, since those of this frame are not yet known.
void vw_ui_frame_begin(viewer* v)
{
    vw_ui* ui = &v->ui;
    bool is_over = false;
    for (int i = 0; i < ui->old_panel_count; ++i)
        is_over |= is_inside(v, ui->old_panels[i]);
    ui->wants_mouse = ui->active != 0 || (is_over && !v->camera.is_dragging);
    ui->panel_count = 0;
}

void vw_ui_frame_end(viewer* v)
{
    vw_ui* ui = &v->ui;
    if (!v->mouse.left) ui->active = 0;
    memcpy(ui->old_panels, ui->panels, sizeof ui->panels);
    ui->old_panel_count = ui->panel_count;
}

bool viewer_ui_wants_mouse(const viewer* v)
{
    return v->ui.wants_mouse;
}

static viewer_color role(const viewer* v, viewer_role r)
{
    return v->look.roles[r];
}

// The next `height` pixels of the panel's column.
static viewer_rect take(viewer* v, double height)
{
    vw_ui* ui = &v->ui;
    viewer_rect r = {ui->x + PAD, ui->y, ui->width - 2.0 * PAD, height};
    ui->y += height;
    return r;
}

// A panel that hangs from the lower edge needs its height before it is filled: that of the last frame serves.
static double old_height(const vw_ui* ui)
{
    return ui->panel_count < ui->old_panel_count ? ui->old_panels[ui->panel_count].h : 0.0;
}

void viewer_ui_panel_begin(viewer* v, const char* title, double x, double y, double width)
{
    vw_ui* ui = &v->ui;
    char shown[128];
    label_shown(shown, sizeof shown, title ? title : "");
    ui->is_open = true;
    ui->panel_id = hash_text(0, title ? title : "");
    ui->x = floor(x < 0.0 ? v->width + x - width : x);
    ui->y = floor(y < 0.0 ? v->height + y - old_height(ui) : y);
    ui->top = ui->y;
    ui->width = width;
    ui->background = vw_overlay_mark(v);
    viewer_rect r = {ui->x, ui->y, width, 0.0};
    viewer_panel_draw(v, r);
    ui->y += 0.7 * PAD;
    if (shown[0]) {
        viewer_rect line = take(v, LINE + 4.0);
        viewer_title_draw(v, line.x, line.y + 0.5 * LINE, TEXT + 2.0, VIEWER_ALIGN_LEFT, role(v, VIEWER_ROLE_TEXT),
                          shown);
    }
}

void viewer_ui_panel_end(viewer* v)
{
    vw_ui* ui = &v->ui;
    if (!ui->is_open) return;
    ui->y += 0.7 * PAD;
    viewer_rect r = {ui->x, ui->top, ui->width, ui->y - ui->top};
    vw_overlay_panel_patch(v, ui->background, r);
    if (ui->panel_count < VW_UI_MAX_PANELS) ui->panels[ui->panel_count++] = r;
    ui->is_open = false;
}

// Takes a press inside `r` for the widget. True while the widget holds the mouse.
static bool hold(viewer* v, uint32_t id, viewer_rect r)
{
    if (v->mouse.left_pressed && v->ui.active == 0 && !v->camera.is_dragging && is_inside(v, r)) v->ui.active = id;
    return v->ui.active == id;
}

static bool is_clicked(viewer* v, uint32_t id, viewer_rect r)
{
    return hold(v, id, r) && v->mouse.left_released && is_inside(v, r);
}

// True at the second press of two quick ones.
static bool is_double_click(viewer* v, uint32_t id, viewer_rect r)
{
    if (!v->mouse.left_pressed || !is_inside(v, r)) return false;
    double now = viewer_time(v);
    bool is_second = v->ui.last_click == id && now - v->ui.last_click_time < DOUBLE_CLICK;
    v->ui.last_click = id;
    v->ui.last_click_time = now;
    return is_second;
}

// The value that a slider had when first seen.
static double first_value(vw_ui* ui, uint32_t id, double value)
{
    for (int i = 0; i < ui->slider_count; ++i)
        if (ui->slider_ids[i] == id) return ui->slider_values[i];
    if (ui->slider_count < VW_UI_MAX_SLIDERS) {
        ui->slider_ids[ui->slider_count] = id;
        ui->slider_values[ui->slider_count++] = value;
    }
    return value;
}

static double slider_fraction(double value, double low, double high, viewer_slider_scale scale)
{
    double t = scale == VIEWER_SLIDER_LOG ? log(value / low) / log(high / low) : (value - low) / (high - low);
    return isfinite(t) ? fmin(fmax(t, 0.0), 1.0) : 0.0;
}

// Values land on round numbers: three digits of the range, or whole ones.
static double slider_value(double t, double low, double high, viewer_slider_scale scale)
{
    if (scale == VIEWER_SLIDER_INTEGER) return floor(low + t * (high - low) + 0.5);
    double value = scale == VIEWER_SLIDER_LOG ? low * pow(high / low, t) : low + t * (high - low);
    double size = scale == VIEWER_SLIDER_LOG ? fabs(value) : high - low;
    double step = size > 0.0 ? pow(10.0, floor(log10(size)) - 2.0) : 1.0;
    return fmin(fmax(floor(value / step + 0.5) * step, low), high);
}

static void slider_look(viewer* v, viewer_rect track, double t, bool is_hot)
{
    viewer_rect done = {track.x, track.y, track.w * t, track.h};
    double middle = track.y + 0.5 * track.h;
    viewer_rect_draw(v, track, 0.5 * track.h, role(v, VIEWER_ROLE_TRACK));
    viewer_rect_draw(v, done, 0.5 * track.h, role(v, VIEWER_ROLE_ACCENT));
    viewer_disc_draw(v, track.x + track.w * t, middle, is_hot ? 8.0 : 7.0, role(v, VIEWER_ROLE_ACCENT));
    viewer_disc_draw(v, track.x + track.w * t, middle, is_hot ? 5.5 : 4.5, viewer_color_hex(0xFFFFFF));
}

bool viewer_ui_slider(viewer* v, const char* label, double* value, double low, double high, viewer_slider_scale scale,
                      const char* unit)
{
    char shown[128];
    uint32_t id = hash_text(v->ui.panel_id, label);
    double before = *value, start = first_value(&v->ui, id, before);
    label_shown(shown, sizeof shown, label);
    viewer_rect row = take(v, LINE), bar = take(v, 20.0);
    viewer_rect track = {bar.x + 7.0, bar.y + 6.0, bar.w - 14.0, 4.0};
    bool is_back = is_double_click(v, id, bar);
    if (is_back)
        *value = start;
    else if (hold(v, id, bar) && v->ui.last_click == id && (v->mouse.dx != 0.0 || v->mouse.left_pressed))
        *value = slider_value(fmin(fmax((v->mouse.x - track.x) / track.w, 0.0), 1.0), low, high, scale);
    slider_look(v, track, slider_fraction(*value, low, high, scale), v->ui.active == id || is_inside(v, bar));
    viewer_text_draw(v, row.x, row.y + 0.5 * LINE, TEXT, VIEWER_ALIGN_LEFT, role(v, VIEWER_ROLE_MUTED), shown);
    viewer_text_drawf(v, row.x + row.w, row.y + 0.5 * LINE, TEXT, VIEWER_ALIGN_RIGHT, role(v, VIEWER_ROLE_TEXT),
                      "%.4g%s%s", *value, unit ? " " : "", unit ? unit : "");
    return *value != before;
}

static bool button_at(viewer* v, const char* label, viewer_rect r)
{
    char shown[128];
    uint32_t id = hash_text(v->ui.panel_id, label);
    bool was_clicked = is_clicked(v, id, r), is_hot = is_inside(v, r) && (v->ui.active == 0 || v->ui.active == id);
    label_shown(shown, sizeof shown, label);
    viewer_color fill = role(v, VIEWER_ROLE_TRACK);
    fill.a *= v->ui.active == id ? 2.6f : is_hot ? 1.7f : 1.0f;
    viewer_rect_draw(v, r, 6.0, fill);
    viewer_text_draw(v, r.x + 0.5 * r.w, r.y + 0.5 * r.h, TEXT, VIEWER_ALIGN_CENTER, role(v, VIEWER_ROLE_TEXT), shown);
    return was_clicked;
}

bool viewer_ui_button(viewer* v, const char* label)
{
    viewer_rect row = take(v, LINE + 10.0);
    viewer_rect r = {row.x, row.y + 3.0, row.w, LINE + 4.0};
    return button_at(v, label, r);
}

int viewer_ui_button_pair(viewer* v, const char* first, const char* second)
{
    viewer_rect row = take(v, LINE + 10.0);
    double w = 0.5 * (row.w - 8.0);
    viewer_rect a = {row.x, row.y + 3.0, w, LINE + 4.0}, b = {row.x + w + 8.0, row.y + 3.0, w, LINE + 4.0};
    bool is_first = button_at(v, first, a), is_second = button_at(v, second, b);
    return is_first ? 1 : is_second ? 2 : 0;
}

bool viewer_ui_checkbox(viewer* v, const char* label, bool* value)
{
    char shown[128];
    uint32_t id = hash_text(v->ui.panel_id, label);
    viewer_rect row = take(v, LINE + 2.0);
    label_shown(shown, sizeof shown, label);
    bool was_clicked = is_clicked(v, id, row);
    if (was_clicked) *value = !*value;
    double y = row.y + 0.5 * row.h;
    viewer_rect box = {row.x, floor(y - 8.0), 16.0, 16.0};
    viewer_rect_draw(v, box, 4.5, *value ? role(v, VIEWER_ROLE_ACCENT) : role(v, VIEWER_ROLE_TRACK));
    if (*value) {
        viewer_color white = viewer_color_hex(0xFFFFFF);
        viewer_line2_draw(v, box.x + 4.2, box.y + 8.4, box.x + 7.0, box.y + 11.2, 2.0, white);
        viewer_line2_draw(v, box.x + 7.0, box.y + 11.2, box.x + 12.0, box.y + 5.4, 2.0, white);
    }
    viewer_text_draw(v, row.x + 24.0, y, TEXT, VIEWER_ALIGN_LEFT, role(v, VIEWER_ROLE_TEXT), shown);
    return was_clicked;
}

bool viewer_ui_choice(viewer* v, const char* label, int* choice, const char* const* names, int count)
{
    int before = *choice;
    uint32_t id = hash_text(v->ui.panel_id, label), panel = v->ui.panel_id;
    char shown[128];
    label_shown(shown, sizeof shown, label);
    viewer_rect row = take(v, shown[0] ? LINE : 0.0), bar = take(v, LINE + 8.0);
    viewer_text_draw(v, row.x, row.y + 0.5 * LINE, TEXT, VIEWER_ALIGN_LEFT, role(v, VIEWER_ROLE_MUTED), shown);
    viewer_rect all = {bar.x, bar.y, bar.w, LINE + 2.0};
    viewer_rect_draw(v, all, 6.0, role(v, VIEWER_ROLE_TRACK));
    for (int i = 0; i < count; ++i) {
        viewer_rect r = {all.x + all.w * i / count, all.y, all.w / count, all.h};
        if (is_clicked(v, hash_text(id, names[i]), r)) *choice = i;
        viewer_rect inner = {r.x + 2.0, r.y + 2.0, r.w - 4.0, r.h - 4.0};
        if (*choice == i) viewer_rect_draw(v, inner, 4.5, role(v, VIEWER_ROLE_ACCENT));
        viewer_text_draw(v, r.x + 0.5 * r.w, r.y + 0.5 * r.h, TEXT - 1.0, VIEWER_ALIGN_CENTER,
                         *choice == i ? viewer_color_hex(0xFFFFFF) : role(v, VIEWER_ROLE_TEXT), names[i]);
    }
    v->ui.panel_id = panel;
    return *choice != before;
}

bool viewer_ui_list(viewer* v, const char* label, int* choice, const char* const* names, int count, int columns)
{
    int before = *choice, rows = (count + columns - 1) / columns;
    uint32_t id = hash_text(v->ui.panel_id, label);
    viewer_rect all = take(v, rows * (LINE - 1.0));
    for (int i = 0; i < count; ++i) {
        viewer_rect r = {all.x + all.w * (i / rows) / columns, all.y + (LINE - 1.0) * (i % rows), all.w / columns - 4.0,
                         LINE - 2.0};
        if (is_clicked(v, hash_text(id, names[i]), r)) *choice = i;
        bool is_hot = is_inside(v, r) && v->ui.active == 0;
        if (*choice == i || is_hot)
            viewer_rect_draw(v, r, 5.0, role(v, *choice == i ? VIEWER_ROLE_ACCENT : VIEWER_ROLE_TRACK));
        viewer_text_draw(v, r.x + 8.0, r.y + 0.5 * r.h, TEXT, VIEWER_ALIGN_LEFT,
                         *choice == i ? viewer_color_hex(0xFFFFFF) : role(v, VIEWER_ROLE_TEXT), names[i]);
    }
    return *choice != before;
}

static void row_draw(viewer* v, const char* label, viewer_color color, const char* text)
{
    char shown[128];
    label_shown(shown, sizeof shown, label);
    viewer_rect row = take(v, LINE - 1.0);
    double y = row.y + 0.5 * row.h;
    viewer_text_draw(v, row.x, y, TEXT, VIEWER_ALIGN_LEFT, role(v, VIEWER_ROLE_MUTED), shown);
    viewer_text_draw(v, row.x + row.w, y, TEXT, VIEWER_ALIGN_RIGHT, color, text);
}

void viewer_ui_row(viewer* v, const char* label, const char* format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    row_draw(v, label, role(v, VIEWER_ROLE_TEXT), text);
}

void viewer_ui_row_colored(viewer* v, const char* label, viewer_color color, const char* format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    row_draw(v, label, color, text);
}

void viewer_ui_text(viewer* v, const char* format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    viewer_rect row = take(v, LINE - 2.0);
    viewer_text_draw(v, row.x, row.y + 0.5 * row.h, TEXT, VIEWER_ALIGN_LEFT, role(v, VIEWER_ROLE_TEXT), text);
}

void viewer_ui_separator(viewer* v)
{
    viewer_rect row = take(v, 13.0);
    viewer_rect line = {row.x, floor(row.y + 6.0), row.w, 1.0};
    viewer_rect_draw(v, line, 0.0, role(v, VIEWER_ROLE_EDGE));
}

void viewer_ui_plot(viewer* v, double height, const viewer_plot* plot)
{
    viewer_plot p = *plot;
    viewer_rect row = take(v, height + 6.0);
    viewer_rect r = {row.x - 6.0, row.y, row.w + 12.0, height};
    p.hide_panel = true;
    viewer_plot_draw(v, r, &p);
}
