// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "haptic/report.h"
#include "haptic/window.h"

#include <belay/vec.h>

#include <stdio.h>

enum { MOST_PLACES = 16 };

// ------------------------------------------------------------------------------------------------------------------
// Keys
// ------------------------------------------------------------------------------------------------------------------

static void choose_place(shell* s, int index)
{
    window* w = s->state;
    w->place = (index + place_count()) % place_count();
    s->controls.wants_restart = s->controls.wants_view = true;
}

void panels_take_keys(shell* s)
{
    window* w = s->state;
    viewer_key_ask(s->v, VIEWER_KEY_SPACE, &w->wants_hold_changed);
    viewer_key_toggle(s->v, 'c', &w->moves_camera);
    if (viewer_key_was_pressed(s->v, VIEWER_KEY_DOWN)) choose_place(s, w->place + 1);
    if (viewer_key_was_pressed(s->v, VIEWER_KEY_UP)) choose_place(s, w->place - 1);
    for (int i = 0; i < place_count() && i < 9; i++)
        if (viewer_key_was_pressed(s->v, '1' + i)) choose_place(s, i);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: scenes, device, loop
// ------------------------------------------------------------------------------------------------------------------

static void place_list(shell* s)
{
    const window* w = s->state;
    const char* names[MOST_PLACES];
    int count = place_count() < MOST_PLACES ? place_count() : MOST_PLACES, choice = w->place;
    for (int i = 0; i < count; i++)
        names[i] = place_at(i)->kind.name;
    if (viewer_ui_list(s->v, "Scene", &choice, names, count, 2)) choose_place(s, choice);
}

static void buttons(shell* s)
{
    window* w = s->state;
    int first = viewer_ui_button_pair(s->v, "Restart", w->live.is_released ? "Take hold##hold" : "Let go##hold");
    if (first == 1) s->controls.wants_restart = true;
    if (first == 2) w->wants_hold_changed = true;
    if (viewer_ui_button(s->v, "Reset view")) s->controls.wants_view = true;
    viewer_ui_checkbox(s->v, "The mouse turns the view", &w->moves_camera);
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
    viewer_ui_row(v, "Force", "%.2f N, most %.2f", v3_length(l->sample.force), r->largest_force);
    viewer_ui_row(v, "Coupling", "%.0f N/m, %.1f N s/m", r->stiffness, r->damping);
    viewer_ui_row(v, "Safe for any hand", "%.0f N/m", r->safe_stiffness);
    viewer_ui_row(v, "Energy, lowest", "%.2f, %.3f mJ", 1e3 * r->energy, 1e3 * r->energy_lowest);
}

static void left_panel(shell* s)
{
    const window* w = s->state;
    viewer_ui_panel_begin(s->v, s->program->title, 16.0, 16.0, s->program->left);
    place_list(s);
    viewer_ui_separator(s->v);
    buttons(s);
    viewer_ui_separator(s->v);
    device_rows(&w->live, s->v);
    viewer_ui_separator(s->v);
    servo_rows(&w->live, s->v);
    viewer_ui_panel_end(s->v);
}

// ------------------------------------------------------------------------------------------------------------------
// Right: curves; below: what is the matter
// ------------------------------------------------------------------------------------------------------------------

static void right_panel(const curves* k, viewer* v, double width, int height)
{
    viewer_ui_panel_begin(v, "", -16.0, 16.0, width);
    curves_draw(k, v, (height - 140.0) / 4.0, "ticks late by, 99 %, \xC2\xB5s");
    viewer_ui_panel_end(v);
}

static void status_line(const live* l, viewer* v, double x, int height)
{
    char reasons[256], advice[200];
    sample_reasons_text(l->sample.reasons, reasons, sizeof reasons);
    report_advice(live_info(l), &l->config, advice, sizeof advice);
    if (l->failure != BELAY_OK) snprintf(reasons, sizeof reasons, "physics: %s", belay_world_last_error(l->e->world));
    viewer_text_drawf(v, x, height - 44.0, 14.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_TEXT), "%s",
                      reasons);
    viewer_text_drawf(v, x, height - 22.0, 12.0, VIEWER_ALIGN_LEFT, viewer_role_color(v, VIEWER_ROLE_MUTED), "%s",
                      advice);
}

// Physics waits meanwhile, as when the scene is drawn.
void panels_draw(shell* s)
{
    window* w = s->state;
    const shell_program* p = s->program;
    int width, height;
    viewer_size(s->v, &width, &height);
    SDL_LockMutex(w->live.lock);
    left_panel(s);
    if (!s->controls.shows_help) right_panel(&w->curves, s->v, p->right, height);
    status_line(&w->live, s->v, p->left + 40.0, height);
    SDL_UnlockMutex(w->live.lock);
    viewer_caption_draw(s->v, p->left + 40.0, p->right + 40.0, w->live.p->kind.title, w->live.p->kind.text);
}
