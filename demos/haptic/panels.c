// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/panels.h"

#include "haptic/report.h"

#include "scenes/vec.h"

#include <stdio.h>

static const double LEFT = 270.0, RIGHT = 340.0; // widths of the panels, logical pixels
enum { MOST_PLACES = 16 };

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

static void choose_place(controls* c, int index)
{
    c->place = (index + place_count()) % place_count();
    c->wants_restart = c->wants_view = true;
}

void controls_take_keys(controls* c, const viewer* v)
{
    viewer_key_ask(v, 'r', &c->wants_restart);
    viewer_key_ask(v, 'v', &c->wants_view);
    viewer_key_ask(v, 'p', &c->wants_picture);
    viewer_key_ask(v, VIEWER_KEY_SPACE, &c->wants_hold_changed);
    viewer_key_toggle(v, 'c', &c->moves_camera);
    viewer_key_toggle(v, 'h', &c->shows_help);
    viewer_key_toggle(v, VIEWER_KEY_TAB, &c->hides_panels);
    if (viewer_key_was_pressed(v, VIEWER_KEY_DOWN)) choose_place(c, c->place + 1);
    if (viewer_key_was_pressed(v, VIEWER_KEY_UP)) choose_place(c, c->place - 1);
    for (int i = 0; i < place_count() && i < 9; i++)
        if (viewer_key_was_pressed(v, '1' + i)) choose_place(c, i);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: scenes, device, loop
// ------------------------------------------------------------------------------------------------------------------

static void place_list(controls* c, viewer* v)
{
    const char* names[MOST_PLACES];
    int count = place_count() < MOST_PLACES ? place_count() : MOST_PLACES, choice = c->place;
    for (int i = 0; i < count; i++)
        names[i] = place_at(i)->kind.name;
    if (viewer_ui_list(v, "Scene", &choice, names, count, 2)) choose_place(c, choice);
}

static void buttons(controls* c, const live* l, viewer* v)
{
    int first = viewer_ui_button_pair(v, "Restart", l->is_released ? "Take hold##hold" : "Let go##hold");
    if (first == 1) c->wants_restart = true;
    if (first == 2) c->wants_hold_changed = true;
    if (viewer_ui_button(v, "Reset view")) c->wants_view = true;
    viewer_ui_checkbox(v, "The mouse turns the view", &c->moves_camera);
}

static void device_rows(const live* l, viewer* v)
{
    belay_haptic_loop_stats s;
    const belay_step_stats* step = belay_world_get_stats(l->e->world);
    belay_haptic_loop_get_stats(l->loop, &s);
    viewer_ui_text(v, "%s", live_info(l)->name);
    viewer_ui_row(v, "Servo", "%.0f Hz, %llu missed", s.rate, (unsigned long long)s.missed);
    viewer_ui_text(v, "%s", s.realtime_text);
    viewer_ui_row(v, "Late, 50 and 99 %", "%.0f, %.0f \xC2\xB5s", 1e6 * s.latency.p50, 1e6 * s.latency.p99);
    viewer_ui_row(v, "Tick, 50 and 99 %", "%.0f, %.0f \xC2\xB5s", 1e6 * s.work.p50, 1e6 * s.work.p99);
    viewer_ui_row(v, "Physics", "%.0f Hz, %.2f ms a step", l->o->rate, 1e3 * step->seconds);
    viewer_ui_row(v, "Contacts, residual", "%d, %.0e", step->contacts, step->residual.natural);
}

static void servo_rows(const live* l, viewer* v)
{
    const belay_haptic_servo_report* r = &l->report;
    viewer_ui_row(v, "Force", "%.2f N, most %.2f", vec_length(l->sample.force), r->largest_force);
    viewer_ui_row(v, "Coupling", "%.0f N/m, %.1f N s/m", r->stiffness, r->damping);
    viewer_ui_row(v, "Safe for any hand", "%.0f N/m", r->safe_stiffness);
    viewer_ui_row(v, "Energy, lowest", "%.2f, %.3f mJ", 1e3 * r->energy, 1e3 * r->energy_lowest);
}

static void left_panel(controls* c, const live* l, viewer* v)
{
    viewer_ui_panel_begin(v, "Haptics", 16.0, 16.0, LEFT);
    place_list(c, v);
    viewer_ui_separator(v);
    buttons(c, l, v);
    viewer_ui_separator(v);
    device_rows(l, v);
    viewer_ui_separator(v);
    servo_rows(l, v);
    viewer_ui_panel_end(v);
}

// ------------------------------------------------------------------------------------------------------------------
// Right: curves; below: what is the matter
// ------------------------------------------------------------------------------------------------------------------

static void right_panel(const curves* k, viewer* v, int height)
{
    viewer_ui_panel_begin(v, "", -16.0, 16.0, RIGHT);
    curves_draw(k, v, (height - 140.0) / 4.0, "ticks late by, 99 %, \xC2\xB5s");
    viewer_ui_panel_end(v);
}

static void status_line(const live* l, viewer* v, int height)
{
    char reasons[256], advice[200];
    sample_reasons_text(l->sample.reasons, reasons, sizeof reasons);
    report_advice(live_info(l), &l->config, advice, sizeof advice);
    if (l->failure != BELAY_OK) snprintf(reasons, sizeof reasons, "physics: %s", belay_world_last_error(l->e->world));
    viewer_text_drawf(v, LEFT + 40.0, height - 44.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_TEXT),
                      "%s", reasons);
    viewer_text_drawf(v, LEFT + 40.0, height - 22.0, 12.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED),
                      "%s", advice);
}

static void help_panel(viewer* v)
{
    static const char* const keys[][2] = {
        {"mouse", "the hand: up, down, left, right"},
        {"wheel", "the hand: away, nearer"},
        {"left button", "grip what the tool touches"},
        {"right button, wheel", "tilt the tool"},
        {"1 to 9, up, down", "another scene"},
        {"space", "let go of the tool, take hold"},
        {"r", "restart"},
        {"c", "the mouse turns the view"},
        {"v", "reset the view"},
        {"p", "save a picture"},
        {"tab", "hide the panels"},
        {"h", "this help"},
    };
    viewer_keys_panel(v, LEFT + 40.0, -70.0, 340.0, keys, sizeof keys / sizeof keys[0]);
}

void panels_draw(controls* c, live* l, const curves* k, viewer* v)
{
    int width, height;
    viewer_size(v, &width, &height);
    if (!c->hides_panels) {
        left_panel(c, l, v);
        right_panel(k, v, height);
        status_line(l, v, height);
        viewer_caption_draw(v, LEFT + 40.0, RIGHT + 40.0, l->p->kind.title, l->p->kind.text);
    }
    if (c->shows_help)
        help_panel(v);
    else
        viewer_keys_hint(v);
}
