// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Belay authors

#include "knot/panels.h"

#include <math.h>

static const double LEFT = 220.0, RIGHT = 300.0; // widths of the panels, logical pixels

static void start_shape(controls* c, session* s, rope_shape shape)
{
    s->def.shape = shape;
    c->run.wants_restart = true;
}

void controls_take_keys(controls* c, session* s)
{
    const viewer* v = s->v;
    viewer_run_take_keys(&c->run, v);
    viewer_key_ask(v, 'p', &c->wants_picture);
    viewer_key_ask(v, 'x', &c->wants_release);
    viewer_key_ask(v, 'f', &c->wants_pin);
    viewer_key_ask(v, 'c', &c->wants_cut);
    viewer_key_ask(v, 'j', &c->wants_join);
    viewer_key_toggle(v, 'h', &c->shows_help);
    viewer_key_toggle(v, VIEWER_KEY_TAB, &c->hides_panels);
    if (viewer_key_was_pressed(v, '1')) start_shape(c, s, ROPE_STRAIGHT);
    if (viewer_key_was_pressed(v, '2')) start_shape(c, s, ROPE_OVERHAND);
    if (viewer_key_was_pressed(v, '3')) start_shape(c, s, ROPE_PLECTONEME);
    if (viewer_key_was_pressed(v, 'g')) session_set_gravity(s, !s->def.has_gravity);
}

// ------------------------------------------------------------------------------------------------------------------
// Left: what to do with the rope
// ------------------------------------------------------------------------------------------------------------------

static void left_panel(controls* c, session* s)
{
    viewer* v = s->v;
    bool has_gravity = s->def.has_gravity;
    viewer_ui_panel_begin(v, "Knot", 16.0, 16.0, LEFT);
    if (viewer_ui_button(v, "Straight")) start_shape(c, s, ROPE_STRAIGHT);
    if (viewer_ui_button(v, "Overhand knot")) start_shape(c, s, ROPE_OVERHAND);
    if (viewer_ui_button(v, "Plectoneme")) start_shape(c, s, ROPE_PLECTONEME);
    viewer_ui_separator(v);
    if (viewer_ui_button(v, "Let go of all")) c->wants_release = true;
    if (viewer_ui_button(v, "Join the nearest ends")) c->wants_join = true;
    if (viewer_ui_checkbox(v, "Gravity", &has_gravity)) session_set_gravity(s, has_gravity);
    viewer_ui_separator(v);
    viewer_run_buttons(&c->run, v);
    viewer_ui_panel_end(v);
}

// ------------------------------------------------------------------------------------------------------------------
// Right: values, what a step has to say, plots
// ------------------------------------------------------------------------------------------------------------------

static void sliders(controls* c, session* s)
{
    viewer* v = s->v;
    double mu = s->def.mu, elements = s->def.elements, stiffness = 1e3 * s->def.stiffness;
    if (viewer_ui_slider(v, "\xCE\xBC", &mu, 0.0, 1.0, VIEWER_SLIDER_LINEAR, NULL)) session_set_mu(s, mu);
    viewer_ui_slider(v, "Force of a hand", &s->hands.force, 0.1, 20.0, VIEWER_SLIDER_LOG, "N");
    if (viewer_ui_slider(v, "Stiffness", &stiffness, 0.2, 20.0, VIEWER_SLIDER_LOG, "N mm m")) {
        s->def.stiffness = 1e-3 * stiffness;
        c->run.wants_restart = true;
    }
    double most = s->def.model == BELAY_ROD_SUPER_HELIX ? 100.0 : 200.0;
    if (viewer_ui_slider(v, "Elements", &elements, 30.0, most, VIEWER_SLIDER_INTEGER, NULL)) {
        s->def.elements = (int)(elements + 0.5);
        c->run.wants_restart = true;
    }
}

static void rows(session* s)
{
    viewer* v = s->v;
    const rope* r = session_rope(s);
    const rope_sample* now = &r->now;
    char knot[64];
    show_knot_name(knot, sizeof knot, s->knot);
    viewer_ui_row(v, "Model", "%s", belay_rod_model_name(r->def.model));
    viewer_ui_row(v, "Knot, determinant", "%s", knot);
    viewer_ui_row(v, "Pieces", "%d", r->form.pieces.count);
    viewer_ui_row(v, "Contacts", "%d", now->contacts);
    viewer_ui_row(v, "Tension at the ends", "%.2f, %.2f N", now->tension[0], now->tension[1]);
    viewer_ui_row(v, "Size", "%.1f mm", 1e3 * now->size);
    viewer_ui_row(v, "Step takes", "%.3f ms of %g", 1e3 * now->seconds, 1e3 * r->def.h);
    viewer_ui_row(v, "Residual, log10", "%.1f", log10(fmax(now->residual, 1e-17)));
    viewer_ui_row(v, "Overlap", "%.2g mm", 1e3 * now->deepest);
    if (s->pace.dropped > 0.3) viewer_ui_row(v, "Behind real time", "%.1f s", s->pace.dropped);
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

static void right_panel(controls* c, session* s)
{
    viewer_ui_panel_begin(s->v, "Rope", -16.0, 16.0, RIGHT);
    sliders(c, s);
    viewer_ui_separator(s->v);
    rows(s);
    plot(s, &s->pull, "mm between the ends", "N", 0xE5484D);
    plot(s, &s->step_ms, NULL, "ms a step", 0x2F6FDE);
    if (s->message[0] != '\0') viewer_ui_text(s->v, "%s", s->message);
    viewer_ui_panel_end(s->v);
}

// ------------------------------------------------------------------------------------------------------------------

static void help_panel(viewer* v)
{
    static const char* const keys[][2] = {
        {"mouse on the rope", "take hold and pull"},
        {"f, right button", "pin what the mouse holds"},
        {"mouse on a pin", "take it up again"},
        {"x", "let go of all"},
        {"c", "cut the rope under the mouse"},
        {"j", "join the two nearest ends"},
        {"1, 2, 3", "straight, overhand, plectoneme"},
        {"g", "gravity"},
        {"space, s", "pause, one step"},
        {"m", "slow motion"},
        {"r, v", "restart, reset the view"},
        {"p", "save a picture"},
        {"tab, h", "hide the panels, this help"},
        {"mouse elsewhere", "turn; right: move; wheel: zoom"},
    };
    viewer_keys_panel(v, LEFT + 32.0, -16.0, 360.0, keys, sizeof keys / sizeof keys[0]);
}

void panels_draw(controls* c, session* s)
{
    if (!c->hides_panels) {
        left_panel(c, s);
        right_panel(c, s);
        viewer_caption_draw(s->v, LEFT + 40.0, RIGHT + 40.0, "Tie it", "Take the rope with the mouse; f pins what it holds.");
    }
    if (c->shows_help)
        help_panel(s->v);
    else
        viewer_keys_hint(s->v);
}
