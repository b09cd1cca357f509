// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/window.h"

#include "shell/panels.h"

#include <math.h>

static session* session_of(shell* s)
{
    window* w = s->state;
    return &w->session;
}

static requests* requests_of(shell* s)
{
    window* w = s->state;
    return &w->requests;
}

static void start_shape(shell* s, rope_shape shape)
{
    session_of(s)->def.shape = shape;
    s->controls.wants_restart = true;
}

void panels_take_keys(shell* s)
{
    requests* asked = requests_of(s);
    viewer_key_ask(s->v, 'x', &asked->release);
    viewer_key_ask(s->v, 'f', &asked->wish.pins);
    viewer_key_ask(s->v, 'u', &asked->wish.passes);
    viewer_key_ask(s->v, 'c', &asked->cut);
    viewer_key_ask(s->v, 'j', &asked->join);
    viewer_key_ask(s->v, 'z', &asked->undo);
    if (viewer_key_was_pressed(s->v, '1')) start_shape(s, ROPE_STRAIGHT);
    if (viewer_key_was_pressed(s->v, '2')) start_shape(s, ROPE_OVERHAND);
    if (viewer_key_was_pressed(s->v, '3')) start_shape(s, ROPE_PLECTONEME);
    if (viewer_key_was_pressed(s->v, 'g')) session_set_gravity(session_of(s), !session_of(s)->def.has_gravity);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: what to do with the rope
// ------------------------------------------------------------------------------------------------------------------

static void left_panel(shell* s)
{
    viewer* v = s->v;
    bool has_gravity = session_of(s)->def.has_gravity;
    viewer_ui_panel_begin(v, "Knot", 16.0, 16.0, s->program->left);
    if (viewer_ui_button(v, "Straight")) start_shape(s, ROPE_STRAIGHT);
    if (viewer_ui_button(v, "Overhand knot")) start_shape(s, ROPE_OVERHAND);
    if (viewer_ui_button(v, "Plectoneme")) start_shape(s, ROPE_PLECTONEME);
    viewer_ui_separator(v);
    if (viewer_ui_button(v, "Undo")) requests_of(s)->undo = true;
    if (viewer_ui_button(v, "Let go of all")) requests_of(s)->release = true;
    if (viewer_ui_button(v, "Join the nearest ends")) requests_of(s)->join = true;
    if (viewer_ui_checkbox(v, "Gravity", &has_gravity)) session_set_gravity(session_of(s), has_gravity);
    viewer_ui_row(v, "Second hand", "%s", session_of(s)->second.is_shown ? "gamepad" : "no gamepad");
    viewer_ui_separator(v);
    shell_run_buttons(s);
    viewer_ui_panel_end(v);
}

// ------------------------------------------------------------------------------------------------------------------
// Right: values, what a step has to say, plots
// ------------------------------------------------------------------------------------------------------------------

static void sliders(shell* whole)
{
    session* s = session_of(whole);
    viewer* v = s->v;
    double mu = s->def.mu, elements = s->def.elements, stiffness = 1e3 * s->def.stiffness;
    if (viewer_ui_slider(v, "\xCE\xBC", &mu, 0.0, 1.0, VIEWER_SLIDER_LINEAR, NULL)) session_set_mu(s, mu);
    viewer_ui_slider(v, "Force of a hand", &s->hands.force, 0.1, 20.0, VIEWER_SLIDER_LOG, "N");
    if (viewer_ui_slider(v, "Stiffness", &stiffness, 0.01, 20.0, VIEWER_SLIDER_LOG, "N mm m")) {
        s->def.stiffness = 1e-3 * stiffness;
        whole->controls.wants_restart = true;
    }
    double most = s->def.model == BELAY_ROD_SUPER_HELIX ? 100.0 : 200.0;
    if (viewer_ui_slider(v, "Elements", &elements, 30.0, most, VIEWER_SLIDER_INTEGER, NULL)) {
        s->def.elements = (int)(elements + 0.5);
        whole->controls.wants_restart = true;
    }
}

static void rows(shell* whole)
{
    session* s = session_of(whole);
    viewer* v = s->v;
    const rope* r = session_rope(s);
    const rope_sample* now = &r->now;
    viewer_ui_row(v, "Model", "%s", belay_rod_model_name(r->def.model));
    viewer_ui_row(v, "Knot", "%s", s->knot.above);
    if (s->knot.below[0] != '\0') viewer_ui_row(v, "Ends led out below", "%s", s->knot.below);
    viewer_ui_row(v, "Pieces", "%d", r->form.pieces.count);
    viewer_ui_row(v, "Contacts", "%d", now->contacts);
    viewer_ui_row(v, "Tension at the ends", "%.2f, %.2f N", now->tension[0], now->tension[1]);
    viewer_ui_row(v, "Size", "%.1f mm", 1e3 * now->size);
    viewer_ui_row(v, "Step takes", "%.3f ms of %g", 1e3 * now->seconds, 1e3 * r->def.h);
    viewer_ui_row(v, "Residual, log10", "%.1f", log10(fmax(now->residual, 1e-17)));
    viewer_ui_row(v, "Overlap", "%.2g mm", 1e3 * now->deepest);
    shell_behind_row(whole);
}

static void plot(session* s, const viewer_history* h, const char* x_label, const char* y_label, uint32_t color)
{
    viewer_series series = viewer_history_series(h, NULL, viewer_color_hex(color));
    viewer_plot p = {.x_label = x_label,
                     .y_label = y_label,
                     .series = &series,
                     .series_count = 1,
                     .hide_panel = true,
                     .hide_legend = true,
                     .text_size = 12.0};
    if (h->count > 1) viewer_ui_plot(s->v, 112.0, &p);
}

static void right_panel(shell* whole)
{
    session* s = session_of(whole);
    viewer_ui_panel_begin(s->v, "Rope", -16.0, 16.0, whole->program->right);
    sliders(whole);
    viewer_ui_separator(s->v);
    rows(whole);
    plot(s, &s->pull, "mm between the ends", "N", 0xE5484D);
    plot(s, &s->step_ms, NULL, "ms a step", 0x2F6FDE);
    if (s->message[0] != '\0') viewer_ui_text(s->v, "%s", s->message);
    viewer_ui_panel_end(s->v);
}

void panels_draw(shell* s)
{
    left_panel(s);
    if (!s->controls.shows_help) right_panel(s);
    viewer_caption_draw(
        s->v, s->program->left + 40.0, s->program->right + 40.0, "Tie it",
        "Drag the rope: it goes over what lies there; after u, under it. f pins, z takes back, h: all keys.");
}
